//! Operators that compare: equality, membership, order and rank.

use super::element_of;
use crate::check::Checker;
use crate::check::expressions::expect::{MOST_COMPARED, leaf};
use crate::check::expressions::scope::{Scope, wrong};
use crate::codes::names::NOT_CALLED_SO;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, Literal, SymbolSetId, Type};
use crate::source::Span;
use crate::syntax;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::operators::Operator;
use crate::vocabulary::sections::PrintedProperty;
use crate::vocabulary::want::Want;

impl Checker<'_> {
    /// Equality: a bare word is looked for among the values of the other side.
    pub(super) fn equal(
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
            // True if the word is one of its values cannot be told.
            return wrong(span);
        }
        let other = self.infer(scope, other, &one.ty.clone());
        if one.is_wrong() || other.is_wrong() {
            return wrong(span);
        }
        if !self.comparable(&one.ty, &other.ty) {
            return self.never_equal(&one, &other, span);
        }
        let operands = if word_first {
            vec![other, one]
        } else {
            vec![one, other]
        };
        self.operation(operator.name, operands, Type::Bool, span)
    }

    pub(in crate::check) fn never_equal(&mut self, one: &Expr, other: &Expr, span: Span) -> Expr {
        let (first, second) = (self.describe(&one.ty), self.describe(&other.ty));
        let message = format!("{first} and {second} are never equal");
        let diagnostic = Diagnostic::new(code::NEVER_EQUAL, span, message)
            .related(one.origin, first)
            .related(other.origin, second)
            .hint(comparable_hint(&one.ty, &other.ty));
        self.diagnostics.report(diagnostic);
        wrong(span)
    }

    /// `item in list`.
    pub(super) fn is_in(
        &mut self,
        scope: &mut Scope,
        operator: &'static Operator,
        syntax: &[&syntax::Expr],
        span: Span,
    ) -> Expr {
        match self.list_and_item(scope, syntax[1], syntax[0], span) {
            Some((list, item)) => self.operation(operator.name, vec![item, list], Type::Bool, span),
            None => wrong(span),
        }
    }

    /// `contains(list, item)`: the operands of `in` in the other order.
    pub(super) fn contains(
        &mut self,
        scope: &mut Scope,
        operator: &'static Operator,
        syntax: &[&syntax::Expr],
        span: Span,
    ) -> Expr {
        match self.list_and_item(scope, syntax[0], syntax[1], span) {
            Some((list, item)) => self.operation(operator.name, vec![list, item], Type::Bool, span),
            None => wrong(span),
        }
    }

    /// A list and what may be in it; bare words are looked for among the values of the other.
    fn list_and_item(
        &mut self,
        scope: &mut Scope,
        list: &syntax::Expr,
        item: &syntax::Expr,
        span: Span,
    ) -> Option<(Expr, Expr)> {
        let (list, item) = if is_list_of_words(list) && !is_word(item) {
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
            return None;
        }
        if !self.comparable(&element_of(&list.ty), &item.ty) {
            self.never_in(&list, &item, span);
            return None;
        }
        Some((list, item))
    }

    fn never_in(&mut self, list: &Expr, item: &Expr, span: Span) {
        let found = self.describe(&item.ty);
        let message = format!("{found} is never in {}", self.describe(&list.ty));
        let diagnostic = Diagnostic::new(code::NEVER_EQUAL, span, message)
            .related(item.origin, found)
            .hint(comparable_hint(&item.ty, &element_of(&list.ty)));
        self.diagnostics.report(diagnostic);
    }

    /// Ranks compared as words are a mistake that is worth a warning, not an error: they may be numbers.
    pub(super) fn comparison(
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

    /// True if an operand is a word of a set, or a number that is written like one of its words.
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

    /// Height of a rank in the hierarchy of its deck type.
    pub(super) fn rank_value(
        &mut self,
        scope: &mut Scope,
        operator: &'static Operator,
        operand: &syntax::Expr,
        span: Span,
    ) -> Expr {
        let rank = self
            .property_named(PrintedProperty::Rank.name())
            .map(|rank| self.game.properties[rank].ty.clone());
        let expr = self.infer(scope, operand, &rank.unwrap_or(Type::Any));
        if self.ranks.is_empty() {
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
        let expr = self.expect_rank(expr);
        self.finish(operator, vec![expr], span)
    }

    /// The expression, if it is a card, a rank of some hierarchy, or a list of them; otherwise reports it.
    fn expect_rank(&mut self, expr: Expr) -> Expr {
        if expr.is_wrong() {
            return expr;
        }
        if let ExprKind::Literal(Literal::Number(number)) = expr.kind {
            return self.expect_rank_in_digits(expr, number);
        }
        if self.is_rank(&expr.ty) {
            return expr;
        }
        let found = match leaf(&expr.ty) {
            // The type may be unknown only because of what was reported before.
            Type::Any if self.diagnostics.has_errors() => return wrong(expr.origin),
            Type::Any => "something whose type is not known before play".to_owned(),
            _ => self.describe(&expr.ty),
        };
        let message = format!("expected {}, found {found}", Want::RankOrCard.noun());
        let diagnostic = Diagnostic::new(code::WRONG_TYPE, expr.origin, message)
            .hint("`rank_value` wants a card, or a word or number of a `rank_hierarchy`");
        self.diagnostics.report(diagnostic);
        wrong(expr.origin)
    }

    /// A rank that is written as a number must be one of a hierarchy.
    fn expect_rank_in_digits(&mut self, expr: Expr, number: i64) -> Expr {
        let digits = number.to_string();
        if self.ranks.contains(&digits) {
            return expr;
        }
        let hint = self.value_hint(&digits, self.ranks.iter().map(String::as_str));
        let message = format!("`{digits}` is in no `rank_hierarchy`");
        let diagnostic = Diagnostic::new(NOT_CALLED_SO, expr.origin, message).hint(hint);
        self.diagnostics.report(diagnostic);
        wrong(expr.origin)
    }

    /// True if values of a type, or the elements of a list, are cards or can be ranks.
    fn is_rank(&self, ty: &Type) -> bool {
        match ty {
            Type::Card | Type::Zone | Type::Text => true,
            Type::Number => self.some_rank(|rank| rank.parse::<i64>().is_ok()),
            Type::Symbol(set) => {
                let words = &self.game.symbol_sets[*set];
                self.some_rank(|rank| words.position(rank).is_some())
            }
            Type::List(element) => match **element {
                Type::List(_) => matches!(leaf(element), Type::Card | Type::Zone),
                _ => self.is_rank(element),
            },
            Type::Any
            | Type::Nothing
            | Type::Bool
            | Type::Player
            | Type::Team
            | Type::Phase
            | Type::State
            | Type::Kind
            | Type::CardName
            | Type::Range
            | Type::Pool
            | Type::Record(_) => false,
        }
    }

    /// True if a rank is of a certain kind. Of very many ranks some are not looked at, and one of them may be.
    fn some_rank(&self, is: impl Fn(&str) -> bool) -> bool {
        self.ranks.len() > MOST_COMPARED || self.ranks.iter().any(|rank| is(rank))
    }
}

/// Hint for a comparison of two types without a common value.
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
