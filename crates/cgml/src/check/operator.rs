//! Calls in expressions: operators, defined functions, and actions whose result is used.

use super::Checker;
use super::expect::leaf;
use super::scope::{Scope, wrong};
use crate::codes::shape::UNKNOWN_OPERATOR;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    CounterId, DefinitionId, Expr, ExprKind, KeywordId, Literal, MoveId, Operation, SymbolSetId,
    Type,
};
use crate::read::{lower_first, question};
use crate::source::Span;
use crate::syntax::{self, Argument, Ident};
use crate::vocabulary::actions::{self, Action};
use crate::vocabulary::names::NameKind;
use crate::vocabulary::operators::{self, Arity, Gives, Operator};
use crate::vocabulary::want::Want;

impl Checker<'_> {
    pub(super) fn call(
        &mut self,
        scope: &mut Scope,
        name: &Ident,
        arguments: &[Argument],
        span: Span,
        expected: &Type,
    ) -> Expr {
        if let Some(operator) = operators::find(&name.text) {
            return self.operator(scope, operator, name, arguments, span, expected);
        }
        if let Some(definition) = self.names.find(NameKind::Definition, &name.text) {
            let definition = DefinitionId(definition.position);
            if self.is_function(definition) {
                return self.function(scope, definition, name, arguments, span);
            }
            return self.action_call(scope, name, arguments, span);
        }
        if actions::find_in_text(&name.text).is_some() {
            return self.action_call(scope, name, arguments, span);
        }
        match self.unknown_function(scope, name, arguments.len()) {
            Some(near) => self.call(scope, &near, arguments, span, expected),
            None => wrong(span),
        }
    }

    /// Reports a function that does not exist; gives the operator it is taken for, if it takes as many
    /// operands.
    fn unknown_function(&mut self, scope: &Scope, name: &Ident, count: usize) -> Option<Ident> {
        let actions = actions::all().filter(|_| scope.allows_actions);
        let actions: Vec<String> = actions.map(Action::text_name).collect();
        let actions = actions.iter().map(String::as_str);
        let known = operators::all().map(|operator| operator.name);
        let defined = self.names.of(NameKind::Definition);
        let near = self
            .search
            .meant(&name.text, known.chain(defined).chain(actions));
        let hint = match near {
            Some(near) => question(near),
            None => "functions of your own are written under `define`".to_owned(),
        };
        let operator = operators::find(near.unwrap_or_default());
        if near.is_some() || self.names.is_complete(NameKind::Definition) {
            let message = format!("there is no operator or defined function `{}`", name.text);
            self.diagnostics
                .report(Diagnostic::new(UNKNOWN_OPERATOR, name.span, message).hint(hint));
        }
        let operator = operator.filter(|operator| operator.takes(count, self.version))?;
        Some(Ident::new(operator.name, name.span))
    }

    fn operator(
        &mut self,
        scope: &mut Scope,
        operator: &'static Operator,
        name: &Ident,
        arguments: &[Argument],
        span: Span,
        expected: &Type,
    ) -> Expr {
        if operator.since > self.version {
            let what = format!("the operator `{}`", operator.name);
            self.needs_version(&what, operator.since, name.span);
        }
        if let Some(argument) = arguments.iter().find_map(|argument| argument.name.as_ref()) {
            let message = format!("the operands of `{}` have no names", operator.name);
            let diagnostic = Diagnostic::new(code::WRONG_ARGUMENT, argument.span, message)
                .hint(format!("take `{}:` out", argument.text));
            self.diagnostics.report(diagnostic);
        }
        if !self.arity_fits(operator, arguments.len(), name.span) {
            return wrong(span);
        }
        let syntax: Vec<&syntax::Expr> = arguments.iter().map(|argument| &argument.value).collect();
        match operator.name {
            "canPerform" => self.can_perform(scope, syntax[0], span),
            "can" => self.can_move(scope, &syntax, span),
            "isEqual" => self.equal(scope, operator, &syntax, span),
            "in" => self.membership(scope, operator, syntax[1], syntax[0], span, true),
            "contains" => self.membership(scope, operator, syntax[0], syntax[1], span, false),
            "isGreaterThan" | "isLessThan" => self.comparison(scope, operator, &syntax, span),
            "rank_value" => self.rank_value(scope, operator, syntax[0], span),
            _ => {
                let operands = self.operands(scope, operator, &syntax, expected);
                self.finish(operator, operands, span)
            }
        }
    }

    fn arity_fits(&mut self, operator: &Operator, count: usize, span: Span) -> bool {
        if operator.takes(count, self.version) {
            return true;
        }
        let (least, most) = (operator.least(), operator.most(self.version));
        let takes = match (least, most) {
            (least, Some(most)) if least == most => format!("{least}"),
            (least, Some(most)) => format!("{least} to {most}"),
            (least, None) => format!("at least {least}"),
        };
        let noun = if takes == "1" { "operand" } else { "operands" };
        let message = format!("`{}` takes {takes} {noun}, found {count}", operator.name);
        let hint = format!("`{}`: {}", operator.name, lower_first(operator.about));
        self.diagnostics
            .report(Diagnostic::new(code::WRONG_ARITY, span, message).hint(hint));
        false
    }

    fn operands(
        &mut self,
        scope: &mut Scope,
        operator: &'static Operator,
        syntax: &[&syntax::Expr],
        expected: &Type,
    ) -> Vec<Expr> {
        let mut operands: Vec<Expr> = Vec::with_capacity(syntax.len());
        for (position, operand) in syntax.iter().enumerate() {
            let want = operator.operand(position);
            let expr = match want {
                Want::Predicate | Want::Key | Want::NumberKey => {
                    self.for_each(scope, operands.first(), operand, want)
                }
                Want::Any if operator.gives == Gives::Operands => {
                    let element = expected.element().cloned().unwrap_or(Type::Any);
                    self.infer(scope, operand, &element)
                }
                Want::Any if operator.gives == Gives::Branch => {
                    self.infer(scope, operand, expected)
                }
                _ => self.expr(scope, operand, want),
            };
            operands.push(expr);
        }
        operands
    }

    /// An operand that is worked out for each element of a list.
    pub(super) fn for_each(
        &mut self,
        scope: &mut Scope,
        list: Option<&Expr>,
        body: &syntax::Expr,
        want: Want,
    ) -> Expr {
        let ty = list.map_or(Type::Any, |list| element_of(&list.ty));
        let mark = scope.enter();
        let item = scope.bind("item", ty.clone(), body.span);
        for name in names_of_element(&ty) {
            scope.alias(name, item);
        }
        let value = self.expr(scope, body, want);
        scope.leave(mark);
        let (ty, origin) = (value.ty.clone(), value.origin);
        if value.is_wrong() {
            return value;
        }
        Expr {
            kind: ExprKind::Each(item, Box::new(value)),
            ty,
            origin,
        }
    }

    /// The checked operator, with the type it gives.
    fn finish(&mut self, operator: &'static Operator, operands: Vec<Expr>, span: Span) -> Expr {
        if operands.iter().any(Expr::is_wrong) {
            return wrong(span);
        }
        if let Some(expr) = named_operand(operator, &operands, span) {
            return expr;
        }
        let ty = self.result(operator, &operands);
        self.operation(operator.name, operands, ty, span)
    }

    /// An operator applied to checked operands.
    pub(super) fn operation(&self, name: &str, operands: Vec<Expr>, ty: Type, span: Span) -> Expr {
        let Some(operator) = operators::find(name) else {
            return wrong(span);
        };
        Expr {
            kind: ExprKind::Operator(Box::new(Operation { operator, operands })),
            ty,
            origin: span,
        }
    }

    fn result(&self, operator: &Operator, operands: &[Expr]) -> Type {
        let first = || {
            operands
                .first()
                .map_or(Type::Any, |operand| operand.ty.clone())
        };
        let element = || element_of(&first());
        match operator.gives {
            Gives::Bool => Type::Bool,
            Gives::Number => Type::Number,
            Gives::NumberOrNumbers => match first() {
                Type::List(_) | Type::Zone => Type::Number.list(),
                _ => Type::Number,
            },
            Gives::Rank => self
                .property_named("rank")
                .map_or(Type::Any, |rank| self.game.properties[rank].ty.clone()),
            Gives::Card => lift_card(&first()),
            Gives::Cards => Type::Card.list(),
            Gives::Player => super::path::lift(&first(), Type::Player),
            Gives::Players => Type::Player.list(),
            Gives::Element => element(),
            Gives::Elements if operator.arity == Arity::Repeat => operands
                .iter()
                .map(|operand| element_of(&operand.ty))
                .reduce(|one, other| self.join(&one, &other))
                .unwrap_or(Type::Any)
                .list(),
            Gives::Elements => element().list(),
            Gives::ElementLists => element().list().list(),
            Gives::Keys => operands
                .get(1)
                .map_or(Type::Any, |key| key.ty.clone())
                .list(),
            Gives::Operands => operands
                .iter()
                .map(|operand| operand.ty.clone())
                .reduce(|one, other| self.join(&one, &other))
                .unwrap_or(Type::Any)
                .list(),
            Gives::Branch => match operands {
                [_, then, otherwise] => self.join(&then.ty, &otherwise.ty),
                _ => Type::Any,
            },
            Gives::CardsOrBool => match (operands.len(), leaf(&first())) {
                (2, _) => Type::Bool,
                (_, Type::Bool) => Type::Bool,
                (_, Type::Zone | Type::Card) => Type::Card.list(),
                (_, _) => Type::Any,
            },
            Gives::Numbers => Type::Number.list(),
        }
    }

    /// Equality: a bare word is looked for among the values of the other side.
    fn equal(
        &mut self,
        scope: &mut Scope,
        operator: &'static Operator,
        syntax: &[&syntax::Expr],
        span: Span,
    ) -> Expr {
        let word_first = is_word(syntax[0]) && !is_word(syntax[1]);
        let (one, other) = if word_first {
            (syntax[1], syntax[0])
        } else {
            (syntax[0], syntax[1])
        };
        let one = self.infer(scope, one, &Type::Any);
        if one.is_wrong() && matches!(other.kind, syntax::ExprKind::Name(_)) {
            // Whether the word is one of its values cannot be told.
            return wrong(span);
        }
        let other = self.infer(scope, other, &one.ty.clone());
        if one.is_wrong() || other.is_wrong() {
            return wrong(span);
        }
        if !self.comparable(&one.ty, &other.ty) {
            let message = format!(
                "{} and {} are never equal",
                self.describe(&one.ty),
                self.describe(&other.ty)
            );
            let diagnostic = Diagnostic::new(code::NEVER_EQUAL, span, message)
                .related(one.origin, self.describe(&one.ty))
                .related(other.origin, self.describe(&other.ty))
                .hint(comparable_hint(&one.ty, &other.ty));
            self.diagnostics.report(diagnostic);
            return wrong(span);
        }
        let operands = if word_first {
            vec![other, one]
        } else {
            vec![one, other]
        };
        self.operation(operator.name, operands, Type::Bool, span)
    }

    fn membership(
        &mut self,
        scope: &mut Scope,
        operator: &'static Operator,
        list: &syntax::Expr,
        item: &syntax::Expr,
        span: Span,
        item_first: bool,
    ) -> Expr {
        let swap = is_list_of_words(list) && !is_word(item);
        let (list, item) = if swap {
            let item = self.infer(scope, item, &Type::Any);
            let list = self.infer(scope, list, &item.ty.clone().list());
            (list, item)
        } else {
            let list = self.infer(scope, list, &Type::Any);
            let item = self.infer(scope, item, &element_of(&list.ty));
            (list, item)
        };
        let list = self.expect(list, Want::List);
        if list.is_wrong() || item.is_wrong() {
            return wrong(span);
        }
        let element = element_of(&list.ty);
        if !self.comparable(&element, &item.ty) {
            let message = format!(
                "{} is never in {}",
                self.describe(&item.ty),
                self.describe(&list.ty)
            );
            let diagnostic = Diagnostic::new(code::NEVER_EQUAL, span, message)
                .related(item.origin, self.describe(&item.ty))
                .hint(comparable_hint(&item.ty, &element));
            self.diagnostics.report(diagnostic);
            return wrong(span);
        }
        let operands = if item_first {
            vec![item, list]
        } else {
            vec![list, item]
        };
        self.operation(operator.name, operands, Type::Bool, span)
    }

    /// Ranks compared as words are a mistake that is worth a warning, not an error: they may be numbers.
    fn comparison(
        &mut self,
        scope: &mut Scope,
        operator: &'static Operator,
        syntax: &[&syntax::Expr],
        span: Span,
    ) -> Expr {
        let mut operands: Vec<Expr> = syntax
            .iter()
            .map(|operand| self.infer(scope, operand, &Type::Number))
            .collect();
        let set = operands.iter().find_map(|operand| match operand.ty {
            Type::Symbol(set) => Some(set),
            _ => None,
        });
        if set.is_some_and(|set| operands.iter().all(|operand| self.is_word_of(operand, set))) {
            let message = "these are compared as words, not by rank";
            let hint = "compare `rank_value` of both sides";
            let place = self.diagnostics.files().first_line(span);
            let diagnostic = Diagnostic::new(code::COMPARED_RANKS, place, message).hint(hint);
            self.diagnostics.report(diagnostic);
        } else {
            operands = operands
                .into_iter()
                .map(|operand| self.expect(operand, Want::Number))
                .collect();
        }
        self.finish(operator, operands, span)
    }

    /// Whether an operand is a word of a set, or a number that is written like one of its words.
    fn is_word_of(&self, operand: &Expr, set: SymbolSetId) -> bool {
        match (&operand.ty, &operand.kind) {
            (Type::Symbol(_), _) => true,
            (Type::Number, ExprKind::Literal(Literal::Number(number))) => self.game.symbol_sets
                [set]
                .position(&number.to_string())
                .is_some(),
            (_, _) => false,
        }
    }

    fn rank_value(
        &mut self,
        scope: &mut Scope,
        operator: &'static Operator,
        operand: &syntax::Expr,
        span: Span,
    ) -> Expr {
        let rank = self
            .property_named("rank")
            .map(|rank| self.game.properties[rank].ty.clone());
        let expr = self.infer(scope, operand, &rank.unwrap_or(Type::Any));
        let expr = self.expect(expr, Want::RankOrCard);
        if !self.has_ranks {
            let message = "no deck type has a `rank_hierarchy`";
            let hint = "add `rank_hierarchy: [ … ]`, from the lowest to the highest rank, to the deck type";
            if self
                .names
                .are_complete(&[NameKind::DeckType, NameKind::Property])
            {
                self.diagnostics
                    .report(Diagnostic::new(code::NO_RANK_HIERARCHY, span, message).hint(hint));
            }
            return wrong(span);
        }
        self.finish(operator, vec![expr], span)
    }

    fn can_perform(&mut self, scope: &mut Scope, operand: &syntax::Expr, span: Span) -> Expr {
        let step = match &operand.kind {
            syntax::ExprKind::Action(step) => self.dry_run(scope, step),
            _ => {
                let message = "`canPerform` takes an action";
                self.diagnostics
                    .report(Diagnostic::new(code::WRONG_TYPE, operand.span, message));
                None
            }
        };
        match step {
            Some(step) => Expr {
                kind: ExprKind::CanPerform(Box::new(step)),
                ty: Type::Bool,
                origin: span,
            },
            None => wrong(span),
        }
    }

    fn can_move(&mut self, scope: &mut Scope, syntax: &[&syntax::Expr], span: Span) -> Expr {
        let name = self.expr(scope, syntax[0], Want::Name(NameKind::Move));
        let card = syntax
            .get(1)
            .map(|card| Box::new(self.expr(scope, card, Want::Card)));
        match position(&name) {
            Some(position) => Expr {
                kind: ExprKind::CanMove(MoveId(position), card),
                ty: Type::Bool,
                origin: span,
            },
            None => wrong(span),
        }
    }

    fn function(
        &mut self,
        scope: &mut Scope,
        definition: DefinitionId,
        name: &Ident,
        arguments: &[Argument],
        span: Span,
    ) -> Expr {
        let Some(values) = self.function_arguments(scope, definition, name, arguments) else {
            return wrong(span);
        };
        let ty = self.function_type(definition).unwrap_or(Type::Any);
        Expr {
            kind: ExprKind::Function(definition, values),
            ty,
            origin: span,
        }
    }

    /// An action inside a step: it becomes a step before, and its result stands here.
    fn action_call(
        &mut self,
        scope: &mut Scope,
        name: &Ident,
        arguments: &[Argument],
        span: Span,
    ) -> Expr {
        if !scope.allows_actions {
            let message = format!(
                "`{}` does something; it cannot stand in an expression",
                name.text
            );
            let hint = "put it into the effect as a step of its own";
            self.diagnostics
                .report(Diagnostic::new(code::ACTION_IN_EXPRESSION, name.span, message).hint(hint));
            return wrong(span);
        }
        self.hoist(scope, name, arguments, span)
    }
}

/// What to compare instead, where two types have no value in common.
fn comparable_hint(one: &Type, other: &Type) -> &'static str {
    let either = |is: fn(&Type) -> bool| is(one) || is(other);
    let is_number = |ty: &Type| matches!(ty, Type::Number | Type::Pool);
    let is_word = |ty: &Type| matches!(ty, Type::Symbol(_) | Type::Text);
    if either(|ty| *ty == Type::Card) && either(is_number) {
        "compare `rank_value` of the card, or one of its properties"
    } else if either(|ty| *ty == Type::Card) && either(is_word) {
        "compare a property of the card, such as `card.suit`"
    } else if either(|ty| matches!(ty, Type::Zone | Type::List(_))) && either(is_number) {
        "`count` gives how many there are"
    } else if either(|ty| *ty == Type::Phase) && either(|ty| *ty == Type::State) {
        "`$currentPhase` is the current phase, `$activeState` the current state"
    } else {
        "compare like with like"
    }
}

/// `counters(card, spell)` and `has_keyword(card, blocker)` name something.
fn named_operand(operator: &Operator, operands: &[Expr], span: Span) -> Option<Expr> {
    let [card, name] = operands else { return None };
    let card = Box::new(card.clone());
    let (kind, ty) = match operator.name {
        "counters" => (
            ExprKind::Counters(CounterId(position(name)?), card),
            Type::Number,
        ),
        "has_keyword" => (
            ExprKind::HasKeyword(KeywordId(position(name)?), card),
            Type::Bool,
        ),
        _ => return None,
    };
    Some(Expr {
        kind,
        ty,
        origin: span,
    })
}

/// The position that a checked name operand holds.
fn position(name: &Expr) -> Option<u32> {
    match name.kind {
        ExprKind::Literal(Literal::Number(position)) => u32::try_from(position).ok(),
        _ => None,
    }
}

/// What the elements of a list are; a list of zones has their cards.
pub(super) fn element_of(ty: &Type) -> Type {
    match ty.element() {
        Some(Type::Zone) => Type::Card,
        Some(element) => element.clone(),
        None if *ty == Type::Range => Type::Number,
        None => Type::Any,
    }
}

/// The names an element goes by besides `item`.
pub(super) fn names_of_element(ty: &Type) -> &'static [&'static str] {
    match ty {
        Type::Card => &["card"],
        Type::Player => &["player"],
        Type::Any => &["card", "player"],
        _ => &[],
    }
}

fn lift_card(ty: &Type) -> Type {
    match ty {
        Type::List(inner) if matches!(**inner, Type::Zone) => Type::Card.list(),
        _ => Type::Card,
    }
}

fn is_word(syntax: &syntax::Expr) -> bool {
    matches!(
        syntax.kind,
        syntax::ExprKind::Name(_) | syntax::ExprKind::Text(_) | syntax::ExprKind::Number(_)
    )
}

fn is_list_of_words(syntax: &syntax::Expr) -> bool {
    match &syntax.kind {
        syntax::ExprKind::Call(name, arguments) => {
            name.text == "list" && arguments.iter().all(|argument| is_word(&argument.value))
        }
        _ => false,
    }
}
