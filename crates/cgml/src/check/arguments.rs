//! The parameters of actions, each by the shape the vocabulary gives it.

use super::Checker;
use super::scope::{Context, Scope};
use super::steps::{dotted, word_of};
use crate::codes::cards as card_code;
use crate::codes::names as name_code;
use crate::codes::shape as shape_code;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Argument, CardDefId, CounterId, EventId, Expr, ExprKind, KeywordId, KeywordUse, Literal, Mode,
    Modifier, ModifierOperation, MoveId, NameRef, PhaseId, PropertyId, Prose, RegulationId,
    StateId, Step, Type, Value, Who,
};
use crate::ordered::OrderedSet;
use crate::read::question;
use crate::syntax::{self, Ident, ModifierOperator, Operand};
use crate::vocabulary::actions::Action;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::{Key, Shape};
use crate::vocabulary::want::Want;

impl Checker<'_> {
    /// The checked value of a parameter.
    pub(super) fn argument(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        key: &'static Key,
        value: &Operand,
        before: &[Argument],
    ) -> Option<Value> {
        match &key.shape {
            Shape::Operand(Want::Predicate) if action.name == "FORBID" => {
                self.what_is_forbidden(scope, value)
            }
            Shape::Operand(Want::Predicate) | Shape::Operand(Want::NumberKey) => {
                self.predicate(scope, action, key, value, before)
            }
            Shape::Operand(Want::Bool) if key.name == "such_that" => {
                self.fact_of_choice(scope, value, before)
            }
            Shape::Operand(Want::Settable) => self.settable(scope, action, value),
            Shape::Operand(Want::LikeFirst) => self.new_value(scope, value, before),
            Shape::Operand(Want::List) => self.list_argument(scope, value),
            Shape::Operand(want) => self.expr_argument(scope, value, *want),
            Shape::Count => self.expr_argument(scope, value, Want::Number),
            Shape::Player => self.player_argument(scope, value, Want::Player),
            Shape::Players => self.player_argument(scope, value, Want::Players),
            Shape::Word(words) => self.word_argument(value, words),
            Shape::Flag => self.flag_argument(value),
            Shape::Prose => prose_argument(value),
            Shape::Name(kind) => self.name_argument(*kind, &word_of(value)?).map(Value::Name),
            Shape::OneOrMany(Shape::Name(NameKind::Keyword)) => {
                Some(Value::Keywords(self.keyword_uses(scope, &items(value)?)))
            }
            Shape::OneOrMany(Shape::Name(kind)) => self.names_argument(*kind, value),
            Shape::Steps => match value {
                Operand::Steps(steps) => Some(Value::Steps(self.steps(scope, steps))),
                _ => self.not_in_text(value),
            },
            Shape::Event => {
                let word = word_of(value)?;
                self.event_pattern(&word, scope.has_this).map(Value::Event)
            }
            Shape::Modifiers => Some(Value::Modifiers(
                self.modifier_argument(scope, value, before)?,
            )),
            Shape::List(Shape::Object(_)) => match value {
                Operand::Modes(modes) => Some(Value::Modes(self.modes(scope, modes))),
                _ => self.not_in_text(value),
            },
            Shape::Either(shapes) => {
                self.either_argument(scope, action, key, shapes, value, before)
            }
            // `store_as` and `as` are bound by the step itself.
            Shape::NewName(_) | Shape::Any => None,
            Shape::Number(..)
            | Shape::Text
            | Shape::Literal
            | Shape::Trigger
            | Shape::Type
            | Shape::Card
            | Shape::List(_)
            | Shape::OneOrMany(_)
            | Shape::Map(..)
            | Shape::MapOf(..)
            | Shape::Words(_)
            | Shape::Object(_) => None,
        }
    }

    fn either_argument(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        key: &'static Key,
        shapes: &'static [Shape],
        value: &Operand,
        before: &[Argument],
    ) -> Option<Value> {
        for shape in shapes {
            if let Shape::Word(words) = shape
                && let Some(word) = word_of(value)
                && let Some(known) = words.iter().find(|known| **known == word.text)
            {
                return Some(Value::Word(known));
            }
        }
        match (shapes.last()?, value) {
            (Shape::Operand(Want::NumberKey), Operand::Expr(_)) => {
                self.predicate(scope, action, key, value, before)
            }
            (Shape::Operand(want), Operand::Expr(_)) => self.expr_argument(scope, value, *want),
            (_, _) => None,
        }
    }

    fn not_in_text(&mut self, value: &Operand) -> Option<Value> {
        if let Operand::Expr(expr) = value {
            let message = "steps inside a step cannot be written as text";
            let diagnostic = Diagnostic::new(shape_code::NOT_IN_TEXT, expr.span, message)
                .hint("use the long form with `action:`");
            self.diagnostics.report(diagnostic);
        }
        None
    }

    pub(super) fn expr_argument(
        &mut self,
        scope: &mut Scope,
        value: &Operand,
        want: Want,
    ) -> Option<Value> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        Some(Value::Expr(self.expr(scope, syntax, want)))
    }

    /// A list; a single player or card is a list of one.
    fn list_argument(&mut self, scope: &mut Scope, value: &Operand) -> Option<Value> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        let expr = self.infer(scope, syntax, &Type::Any);
        if matches!(expr.ty, Type::Player | Type::Card) {
            let (ty, origin) = (expr.ty.clone().list(), expr.origin);
            return Some(Value::Expr(self.operation("list", vec![expr], ty, origin)));
        }
        Some(Value::Expr(self.expect(expr, Want::List)))
    }

    /// The parameter whose elements a filter is about.
    fn looked_through<'b>(
        &self,
        action: &'static Action,
        before: &'b [Argument],
    ) -> Option<&'b Expr> {
        before.iter().find_map(|argument| {
            let name = action.parameters.get(argument.parameter as usize)?.name;
            match &argument.value {
                Value::Expr(expr)
                    if ["from", "zone", "options", "target", "in", "card"].contains(&name) =>
                {
                    Some(expr)
                }
                _ => None,
            }
        })
    }

    /// A condition or key for each element of the list that an earlier parameter gives.
    fn predicate(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        key: &'static Key,
        value: &Operand,
        before: &[Argument],
    ) -> Option<Value> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        let list = self.looked_through(action, before);
        let want = match key.shape {
            Shape::Operand(want) => want,
            _ => Want::NumberKey,
        };
        let allowed = std::mem::replace(&mut scope.allows_actions, false);
        let list = list.cloned().map(|list| match list.ty {
            Type::Card => Expr {
                ty: Type::Card.list(),
                ..list
            },
            _ => list,
        });
        let list = list.or_else(|| {
            let origin = syntax.span;
            Some(Expr {
                kind: ExprKind::Wrong,
                ty: Type::Card.list(),
                origin,
            })
        });
        let zone = list.as_ref().filter(|list| list.ty == Type::Zone).cloned();
        let mark = scope.enter();
        if let Some(zone) = zone {
            // `$.zone` is the zone that is looked through.
            scope.bind("zone", Type::Zone, zone.origin);
        }
        let each = self.for_each(scope, list.as_ref(), syntax, want);
        scope.leave(mark);
        scope.allows_actions = allowed;
        Some(Value::Expr(each))
    }

    /// Which moves are forbidden: `card` is the card of the move, `target` its target.
    fn what_is_forbidden(&mut self, scope: &mut Scope, value: &Operand) -> Option<Value> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        let mark = scope.enter();
        let allowed = std::mem::replace(&mut scope.allows_actions, false);
        let card = scope.bind("card", Type::Card, syntax.span);
        scope.alias("item", card);
        let target = scope.bind("target", Type::Any, syntax.span);
        let expr = self.expr(scope, syntax, Want::Bool);
        scope.allows_actions = allowed;
        scope.leave(mark);
        let origin = expr.origin;
        let for_each = |local, body: Expr| Expr {
            kind: ExprKind::Each(local, Box::new(body)),
            ty: Type::Bool,
            origin,
        };
        Some(Value::Expr(for_each(card, for_each(target, expr))))
    }

    /// What must be true of a choice as a whole.
    fn fact_of_choice(
        &mut self,
        scope: &mut Scope,
        value: &Operand,
        before: &[Argument],
    ) -> Option<Value> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        let from = before.iter().find_map(|argument| match &argument.value {
            Value::Expr(from) => Some(super::operator::element_of(&from.ty)),
            _ => None,
        });
        let (chosen, fact) = self.such_that(scope, syntax, &from.unwrap_or(Type::Any));
        let (ty, origin) = (fact.ty.clone(), fact.origin);
        Some(Value::Expr(Expr {
            kind: ExprKind::Each(chosen, Box::new(fact)),
            ty,
            origin,
        }))
    }

    /// `current`, `all` …, a seat, several of those, or an expression.
    pub(super) fn player_argument(
        &mut self,
        scope: &mut Scope,
        value: &Operand,
        want: Want,
    ) -> Option<Value> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        let expr = self.player_expr(scope, syntax);
        Some(Value::Expr(self.expect(expr, want)))
    }

    pub(super) fn player_expr(&mut self, scope: &mut Scope, syntax: &syntax::Expr) -> Expr {
        let span = syntax.span;
        match &syntax.kind {
            syntax::ExprKind::Name(word) if scope.find(word).is_none() => {
                let who = match word.as_str() {
                    "current" => Who::Current,
                    "me" | "controller" | "owner" => Who::Acting,
                    "opponent" => Who::Opponent,
                    "opponents" => Who::Opponents,
                    "others" => Who::Others,
                    "teammates" => Who::Teammates,
                    "all" => Who::All,
                    "none" => {
                        let kind = ExprKind::Literal(Literal::List(Vec::new()));
                        return Expr {
                            kind,
                            ty: Type::Player.list(),
                            origin: span,
                        };
                    }
                    _ => return self.infer(scope, syntax, &Type::Any),
                };
                self.who(who, span)
            }
            syntax::ExprKind::Call(name, arguments) if name.text == "list" => {
                let players: Vec<Expr> = arguments
                    .iter()
                    .map(|argument| self.player_expr(scope, &argument.value))
                    .collect();
                self.operation("list", players, Type::Player.list(), span)
            }
            syntax::ExprKind::Number(_) => {
                let index = self.infer(scope, syntax, &Type::Number);
                Expr {
                    kind: ExprKind::PlayerAt(Box::new(index)),
                    ty: Type::Player,
                    origin: span,
                }
            }
            _ => self.infer(scope, syntax, &Type::Any),
        }
    }

    fn word_argument(&mut self, value: &Operand, words: &'static [&'static str]) -> Option<Value> {
        let word = word_of(value)?;
        if let Some(known) = words.iter().find(|known| **known == word.text) {
            return Some(Value::Word(known));
        }
        if matches!(value, Operand::Expr(_)) {
            let message = format!(
                "`{}` is not one of {}",
                word.text,
                crate::read::one_of(words.iter().copied())
            );
            let hint = self.did_you_mean(&word.text, words.iter().copied());
            self.diagnostics.report(
                Diagnostic::new(shape_code::UNKNOWN_WORD, word.span, message).maybe_hint(hint),
            );
        }
        None
    }

    fn flag_argument(&mut self, value: &Operand) -> Option<Value> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        if let syntax::ExprKind::Bool(flag) = syntax.kind {
            return Some(Value::Flag(flag));
        }
        let message = "expected `true` or `false`";
        let diagnostic = Diagnostic::new(shape_code::WRONG_KIND, syntax.span, message)
            .hint("it is fixed in the text, and cannot be worked out");
        self.diagnostics.report(diagnostic);
        None
    }

    fn name_argument(&mut self, kind: NameKind, name: &Ident) -> Option<NameRef> {
        let position = self.resolve(kind, name)?;
        name_ref(kind, position)
    }

    fn names_argument(&mut self, kind: NameKind, value: &Operand) -> Option<Value> {
        let names = items(value)?;
        let names = names.iter().filter_map(dotted).collect::<Vec<_>>();
        Some(Value::Names(
            names
                .iter()
                .filter_map(|name| self.name_argument(kind, name))
                .collect(),
        ))
    }

    /// Keywords with their parameters: `blocker`, `power_attacker(2000)`.
    pub(super) fn keyword_uses(
        &mut self,
        scope: &mut Scope,
        uses: &[syntax::Expr],
    ) -> Vec<KeywordUse> {
        uses.iter()
            .filter_map(|keyword| self.keyword_use(scope, keyword))
            .collect()
    }

    pub(super) fn keyword_use(
        &mut self,
        scope: &mut Scope,
        syntax: &syntax::Expr,
    ) -> Option<KeywordUse> {
        let (name, arguments): (Ident, &[syntax::Argument]) = match &syntax.kind {
            syntax::ExprKind::Call(name, arguments) => (name.clone(), arguments),
            _ => (super::infer::word(syntax)?, &[]),
        };
        let keyword = KeywordId(self.resolve(NameKind::Keyword, &name)?);
        let params = self.game.keywords[keyword].params.clone();
        if params.len() != arguments.len() {
            let takes = match params.len() {
                0 => "no parameters".to_owned(),
                1 => "1 parameter".to_owned(),
                several => format!("{several} parameters"),
            };
            let found = arguments.len();
            let message = format!("the keyword `{}` takes {takes}, found {found}", name.text);
            let names: Vec<&str> = params.iter().map(|(param, _)| param.as_str()).collect();
            let hint = match names.as_slice() {
                [] => format!("write `{}`", name.text),
                names => format!("write `{}({})`", name.text, names.join(", ")),
            };
            self.diagnostics
                .report(Diagnostic::new(code::WRONG_ARGUMENT, name.span, message).hint(hint));
            return None;
        }
        let arguments = arguments
            .iter()
            .zip(&params)
            .map(|(argument, (_, ty))| {
                let expr = self.infer(scope, &argument.value, ty);
                self.expect_type(expr, ty)
            })
            .collect();
        Some(KeywordUse {
            keyword,
            arguments,
            origin: syntax.span,
        })
    }

    /// The expression, if its type fits a declared type.
    pub(super) fn expect_type(&mut self, expr: Expr, ty: &Type) -> Expr {
        let fits = self.assignable(&expr.ty, ty);
        if fits || expr.is_wrong() {
            return expr;
        }
        let message = format!(
            "expected {}, found {}",
            self.describe(ty),
            self.describe(&expr.ty)
        );
        self.diagnostics
            .report(Diagnostic::new(code::WRONG_TYPE, expr.origin, message));
        super::scope::wrong(expr.origin)
    }

    pub(super) fn assignable(&self, found: &Type, wanted: &Type) -> bool {
        match (found, wanted) {
            (Type::Any, _) | (_, Type::Any) => true,
            (Type::Zone, Type::List(element)) => self.assignable(&Type::Card, element),
            (Type::Card, Type::List(element)) => self.assignable(&Type::Card, element),
            (Type::Player, Type::List(element)) => self.assignable(&Type::Player, element),
            (Type::Number, Type::Player) => true,
            (Type::Pool, Type::Number) => true,
            (one, other) => self.comparable(one, other),
        }
    }

    fn modifier_argument(
        &mut self,
        scope: &mut Scope,
        value: &Operand,
        before: &[Argument],
    ) -> Option<Vec<Modifier>> {
        let modifiers = match value {
            Operand::Modifiers(modifiers) => modifiers.clone(),
            Operand::Expr(expr) => self.modifiers_of(expr)?,
            Operand::Word(_) | Operand::Steps(_) | Operand::Prose(_) | Operand::Modes(_) => {
                return None;
            }
        };
        let cards = before.iter().find_map(|argument| match &argument.value {
            Value::Expr(expr) => Some(expr.origin),
            _ => None,
        })?;
        let mark = scope.enter();
        scope.bind("card", Type::Card, cards);
        let checked = modifiers
            .iter()
            .filter_map(|modifier| self.modifier(scope, modifier))
            .collect();
        scope.leave(mark);
        Some(checked)
    }

    /// `card.power + 1000` as a change rather than a sum.
    fn modifiers_of(&mut self, expr: &syntax::Expr) -> Option<Vec<syntax::Modifier>> {
        if let syntax::ExprKind::Call(name, arguments) = &expr.kind {
            let operator = match name.text.as_str() {
                "add" => Some(ModifierOperator::Add),
                "sub" => Some(ModifierOperator::Subtract),
                "mul" => Some(ModifierOperator::Multiply),
                "div" => Some(ModifierOperator::Divide),
                "isEqual" => Some(ModifierOperator::Set),
                "list" => {
                    let parts = arguments
                        .iter()
                        .map(|argument| self.modifiers_of(&argument.value));
                    return Some(parts.collect::<Option<Vec<_>>>()?.concat());
                }
                _ => None,
            };
            if let (Some(operator), [target, amount]) = (operator, arguments.as_slice()) {
                let (target, amount) = (target.value.clone(), amount.value.clone());
                return Some(vec![syntax::Modifier {
                    target,
                    operator,
                    amount,
                }]);
            }
        }
        let message = "expected a change";
        let diagnostic = Diagnostic::new(code::WRONG_TYPE, expr.span, message)
            .hint("write one such as `card.power + 1000`");
        self.diagnostics.report(diagnostic);
        None
    }

    /// A continuous change of a property or attribute.
    pub(super) fn modifier(
        &mut self,
        scope: &mut Scope,
        modifier: &syntax::Modifier,
    ) -> Option<Modifier> {
        let target = self.infer(scope, &modifier.target, &Type::Any);
        let can_change = matches!(
            target.kind,
            ExprKind::Property(..)
                | ExprKind::Part(..)
                | ExprKind::Attribute(..)
                | ExprKind::Variable(..)
                | ExprKind::Wrong
        );
        if !can_change {
            let message = format!(
                "{} cannot be changed by an effect",
                self.describe(&target.ty)
            );
            let diagnostic = Diagnostic::new(code::NOT_SETTABLE, target.origin, message)
                .hint("properties and attributes of cards can, and variables: `this.power + 1000`");
            self.diagnostics.report(diagnostic);
            return None;
        }
        let operation = match modifier.operator {
            ModifierOperator::Set => ModifierOperation::Set,
            ModifierOperator::Add => ModifierOperation::Add,
            ModifierOperator::Subtract => ModifierOperation::Subtract,
            ModifierOperator::Multiply => ModifierOperation::Multiply,
            ModifierOperator::Divide => ModifierOperation::Divide,
        };
        let amount = match operation {
            ModifierOperation::Set => self.infer(scope, &modifier.amount, &target.ty.clone()),
            ModifierOperation::Add
            | ModifierOperation::Subtract
            | ModifierOperation::Multiply
            | ModifierOperation::Divide => self.infer(scope, &modifier.amount, &Type::Number),
        };
        Some(Modifier {
            target,
            operation,
            amount,
        })
    }

    fn modes(&mut self, scope: &mut Scope, modes: &[syntax::Mode]) -> Vec<Mode> {
        modes
            .iter()
            .map(|mode| Mode {
                text: prose(&mode.text),
                condition: mode
                    .condition
                    .as_ref()
                    .map(|condition| self.expr(scope, condition, Want::Bool)),
                steps: self.steps(scope, &mode.steps),
            })
            .collect()
    }

    /// The parameters that an action does not name itself.
    pub(super) fn open_parameters(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        step: &syntax::Step,
        arguments: &mut Vec<Argument>,
    ) {
        match action.name {
            "CREATE_TOKEN" => self.token_properties(scope, action, step, arguments),
            "PROCEED" => self.changed_fields(scope, action, step, arguments),
            _ => self.event_fields(scope, action, step, arguments),
        }
    }

    /// The properties that a new card has instead of the printed ones.
    fn token_properties(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        step: &syntax::Step,
        arguments: &mut Vec<Argument>,
    ) {
        let Some(Value::Name(NameRef::Card(card))) =
            arguments.first().map(|argument| &argument.value)
        else {
            return;
        };
        let card = *card;
        let properties = &self.game.cards[card].properties;
        let printed: OrderedSet<PropertyId> = properties.iter().map(|(id, _)| *id).collect();
        if !self.spend(printed.len(), step.span) {
            return;
        }
        let mut values = Vec::new();
        for (name, value) in open_ones(action, step) {
            let property = self.property_named(&name.text);
            let Some(property) = property.filter(|property| printed.contains(property)) else {
                let known = printed
                    .iter()
                    .map(|id| self.game.properties[*id].name.as_str());
                let hint = self.did_you_mean(&name.text, known);
                let message = format!(
                    "the card `{}` has no property `{}`",
                    self.game.cards[card].name, name.text
                );
                self.diagnostics.report(
                    Diagnostic::new(name_code::NO_SUCH_FIELD, name.span, message).maybe_hint(hint),
                );
                continue;
            };
            let ty = self.game.properties[property].ty.clone();
            let expr = self.infer(scope, value, &ty);
            values.push((property.0, self.expect_type(expr, &ty)));
        }
        if !values.is_empty() {
            arguments.push(Argument {
                parameter: action.parameters.len() as u32,
                value: Value::Fields(values),
            });
        }
    }

    /// The fields with which a replaced event happens after all.
    fn changed_fields(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        step: &syntax::Step,
        arguments: &mut Vec<Argument>,
    ) {
        let fields: Vec<(String, Type)> = match &scope.context {
            Context::Declared(event) => {
                let fields = self.game.events[*event].fields.iter();
                fields
                    .map(|field| (field.name.clone(), field.ty.clone()))
                    .collect()
            }
            Context::Standard(fields) => fields
                .iter()
                .map(|field| (field.name.to_owned(), super::expect::type_of(field.is)))
                .collect(),
            Context::None | Context::Several => Vec::new(),
        };
        if !scope.wraps {
            let message = "there is nothing to proceed with";
            let diagnostic =
                Diagnostic::new(card_code::NOTHING_TO_PROCEED, step.action.span, message)
                    .hint("it belongs into a replacement, or into a move with `abilities: true`");
            self.diagnostics.report(diagnostic);
        }
        let mut values = Vec::new();
        for (name, value) in open_ones(action, step) {
            let Some(position) = fields.iter().position(|(field, _)| *field == name.text) else {
                let known = fields.iter().map(|(field, _)| field.as_str());
                let hint = self.did_you_mean(&name.text, known);
                let message = format!("what is replaced has no field `{}`", name.text);
                self.diagnostics.report(
                    Diagnostic::new(name_code::NO_SUCH_FIELD, name.span, message).maybe_hint(hint),
                );
                continue;
            };
            let expr = self.infer(scope, value, &fields[position].1);
            values.push((position as u32, self.expect_type(expr, &fields[position].1)));
        }
        if !values.is_empty() {
            arguments.push(Argument {
                parameter: action.parameters.len() as u32,
                value: Value::Fields(values),
            });
        }
    }

    /// The fields of an event that `EMIT` makes happen.
    fn event_fields(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        step: &syntax::Step,
        arguments: &mut Vec<Argument>,
    ) {
        let Some(Value::Name(NameRef::Event(event))) =
            arguments.first().map(|argument| &argument.value)
        else {
            return;
        };
        let event = *event;
        let fields = self.game.events[event].fields.clone();
        if !self.spend(fields.len(), step.span) {
            return;
        }
        let mut values = Vec::new();
        for (name, value) in open_ones(action, step) {
            let by_position = name.text.parse::<usize>().ok();
            let position = by_position
                .and_then(|position| position.checked_sub(action.positional))
                .filter(|position| *position < fields.len())
                .or_else(|| fields.iter().position(|field| field.name == name.text))
                .or_else(|| self.no_such_event_field(event, name));
            let Some(position) = position else {
                continue;
            };
            let expr = self.infer(scope, value, &fields[position].ty);
            values.push((
                position as u32,
                self.expect_type(expr, &fields[position].ty),
            ));
        }
        for (position, field) in fields.iter().enumerate() {
            if !values.iter().any(|(given, _)| *given == position as u32) && field.name != "player"
            {
                let message = format!(
                    "the event `{}` tells `{}`, which is missing",
                    self.game.events[event].name, field.name
                );
                let hint = format!("add `{}: …`", field.name);
                self.diagnostics.report(
                    Diagnostic::new(shape_code::MISSING_PARAMETER, step.action.span, message)
                        .hint(hint),
                );
            }
        }
        arguments.push(Argument {
            parameter: action.parameters.len() as u32,
            value: Value::Fields(values),
        });
    }

    /// Reports a field that an event does not have; gives the position of the one it is taken for.
    fn no_such_event_field(&mut self, event: EventId, name: &Ident) -> Option<usize> {
        let fields = &self.game.events[event].fields;
        let known = || fields.iter().map(|field| field.name.as_str());
        let near = self.search.meant(&name.text, known());
        let position = known().position(|field| Some(field) == near);
        let hint = match near {
            Some(near) => question(near),
            None => format!("it tells {}", crate::read::all_of(known())),
        };
        let message = format!(
            "the event `{}` has no field `{}`",
            self.game.events[event].name, name.text
        );
        self.diagnostics
            .report(Diagnostic::new(name_code::NO_SUCH_FIELD, name.span, message).hint(hint));
        position
    }

    /// Pools of one step must be of one resource, and a conserved one only moves.
    pub(super) fn check_pools(&mut self, step: &Step) {
        let pools: Vec<(crate::model::PoolId, crate::source::Span)> = step
            .arguments
            .iter()
            .filter_map(|argument| match &argument.value {
                Value::Expr(Expr {
                    kind: ExprKind::Pool(pool, _),
                    origin,
                    ..
                }) => Some((*pool, *origin)),
                _ => None,
            })
            .collect();
        let crate::model::Callee::Action(action) = step.callee else {
            return;
        };
        match (action.name, pools.as_slice()) {
            ("TRANSFER", [(from, _), (to, origin)]) => {
                let (from, to) = (
                    self.game.pools[*from].resource,
                    self.game.pools[*to].resource,
                );
                if from != to {
                    let message = format!(
                        "`{}` and `{}` are different resources",
                        self.game.resources[from].name, self.game.resources[to].name
                    );
                    let diagnostic = Diagnostic::new(code::WRONG_TYPE, *origin, message).hint(
                        "pieces move between pools of one resource; for two, `spend` and `gain`",
                    );
                    self.diagnostics.report(diagnostic);
                }
            }
            ("GAIN" | "SPEND" | "REDUCE", [(pool, origin)]) => {
                let resource = &self.game.resources[self.game.pools[*pool].resource];
                if resource.total.is_some() {
                    let message =
                        format!("`{}` is conserved: its pieces can only move", resource.name);
                    let diagnostic = Diagnostic::new(code::CONSERVED, *origin, message)
                        .hint("use `transfer` between two pools")
                        .related(resource.origin, "its `total` is declared here");
                    self.diagnostics.report(diagnostic);
                }
            }
            (_, _) => {}
        }
    }
}

/// The parameters of a step that its action does not name, with their values.
fn open_ones<'s>(
    action: &'static Action,
    step: &'s syntax::Step,
) -> impl Iterator<Item = (&'s Ident, &'s syntax::Expr)> {
    step.parameters.iter().filter_map(|parameter| {
        let Operand::Expr(value) = &parameter.value else {
            return None;
        };
        let is_open = action.parameter(&parameter.name.text).is_none();
        is_open.then_some((&parameter.name, value))
    })
}

/// The items of a list of names in a parameter.
fn items(value: &Operand) -> Option<Vec<syntax::Expr>> {
    let Operand::Expr(expr) = value else {
        return None;
    };
    match &expr.kind {
        syntax::ExprKind::Call(name, arguments) if name.text == "list" => Some(
            arguments
                .iter()
                .map(|argument| argument.value.clone())
                .collect(),
        ),
        _ => Some(vec![expr.clone()]),
    }
}

fn prose_argument(value: &Operand) -> Option<Value> {
    match value {
        Operand::Prose(texts) => Some(Value::Prose(prose(texts))),
        Operand::Expr(syntax::Expr {
            kind: syntax::ExprKind::Text(text) | syntax::ExprKind::Name(text),
            ..
        }) => Some(Value::Prose(Prose {
            texts: vec![(String::new(), text.clone())],
        })),
        Operand::Word(word) => Some(Value::Prose(Prose {
            texts: vec![(String::new(), word.text.clone())],
        })),
        Operand::Expr(_) | Operand::Steps(_) | Operand::Modifiers(_) | Operand::Modes(_) => None,
    }
}

pub(super) fn prose(texts: &[(Ident, String)]) -> Prose {
    Prose {
        texts: texts
            .iter()
            .map(|(language, text)| (language.text.clone(), text.clone()))
            .collect(),
    }
}

fn name_ref(kind: NameKind, position: u32) -> Option<NameRef> {
    Some(match kind {
        NameKind::State => NameRef::State(StateId(position)),
        NameKind::Phase => NameRef::Phase(PhaseId(position)),
        NameKind::Move => NameRef::Move(MoveId(position)),
        NameKind::Counter => NameRef::Counter(CounterId(position)),
        NameKind::Card => NameRef::Card(CardDefId(position)),
        NameKind::Event => NameRef::Event(EventId(position)),
        NameKind::Regulation => NameRef::Regulation(RegulationId(position)),
        _ => return None,
    })
}
