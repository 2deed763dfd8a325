//! Tests of printed values: one op for a loop over cards instead of several for each card.

use cgml::model::{DefinitionBody, Expr, ExprKind, LocalId, Type};
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::operators::OperatorKind;
use engine::ids::{Column, Pile, Slot};
use engine::op::Builder;
use engine::table::Side;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::lists::predicate;
use crate::emit::scope::{Scope, Value};

/// A test that a card passes if a value is printed on it, or if not.
pub(crate) struct PrintedTest<'e> {
    column: Column,
    value: &'e Expr,
    equal: bool,
}

impl<'g> Compiler<'g> {
    /// The test that a predicate is, if it only compares a printed value with one that is the same for all cards.
    pub(crate) fn printed_test<'e>(&self, test: &'e Expr, card: LocalId) -> Option<PrintedTest<'e>>
    where
        'g: 'e,
    {
        if self.plan.setting.open_chance {
            return None;
        }
        match &test.kind {
            ExprKind::Operator(operation) => {
                match (operation.operator.kind, operation.operands.as_slice()) {
                    (OperatorKind::Not, [inner]) => {
                        let inner = self.printed_test(inner, card)?;
                        Some(PrintedTest {
                            equal: !inner.equal,
                            ..inner
                        })
                    }
                    (OperatorKind::IsEqual, [a, b]) => self
                        .compared(a, b, card)
                        .or_else(|| self.compared(b, a, card)),
                    _ => None,
                }
            }
            ExprKind::Function(id, arguments) => {
                let DefinitionBody::Function(body, _) = &self.game.definitions[*id].body else {
                    return None;
                };
                let parameter = only_argument(arguments, card)?;
                let inner = self.printed_test(body, parameter)?;
                // The other operand must mean the same outside of the function.
                (!has_locals(inner.value)).then_some(inner)
            }
            _ => None,
        }
    }

    /// The side that a predicate wants a card to show, if that is all it wants.
    pub(crate) fn side_wanted(&mut self, test: &Expr, card: LocalId) -> Option<Side> {
        let ExprKind::Operator(operation) = &test.kind else {
            return None;
        };
        match (operation.operator.kind, operation.operands.as_slice()) {
            (OperatorKind::Not, [inner]) => Some(self.side_wanted(inner, card)?.other()),
            (OperatorKind::IsEqual, [a, b]) => {
                let is_face = |expr: &Expr| {
                    let of = match &expr.kind {
                        ExprKind::Field(FieldKind::Face, of) => of,
                        _ => return false,
                    };
                    matches!(of.kind, ExprKind::Local(id) if id == card)
                };
                let face = match (is_face(a), is_face(b)) {
                    (true, false) => b,
                    (false, true) => a,
                    _ => return None,
                };
                match &face.kind {
                    ExprKind::Literal(literal) if a.ty == b.ty => {
                        let number = self.plan.layout.number(literal)?;
                        let sides = [Side::Up, Side::Down];
                        sides.into_iter().find(|side| *side as i64 == number)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn compared<'e>(&self, a: &'e Expr, b: &'e Expr, card: LocalId) -> Option<PrintedTest<'e>> {
        let column = self.printed_column(a, card)?;
        let same_sort = match (&a.ty, &b.ty) {
            (Type::Symbol(first), Type::Symbol(second)) => first == second,
            (first, second) => first == second,
        };
        (same_sort && !mentions(b, card)).then_some(PrintedTest {
            column,
            value: b,
            equal: true,
        })
    }

    /// The column that an expression reads of a card.
    pub(crate) fn printed_column(&self, expr: &Expr, card: LocalId) -> Option<Column> {
        let is_card = |of: &Expr| matches!(of.kind, ExprKind::Local(id) if id == card);
        match &expr.kind {
            ExprKind::Property(property, of) if is_card(of) && !self.is_changed(*property) => {
                Some(self.plan.layout.column(*property))
            }
            ExprKind::Field(FieldKind::Name, of) if is_card(of) => Some(self.plan.layout.kinds),
            ExprKind::Field(FieldKind::Kind, of) if is_card(of) => {
                Some(self.plan.layout.card_kinds)
            }
            ExprKind::Operator(operation) => {
                match (operation.operator.kind, operation.operands.as_slice()) {
                    (OperatorKind::RankValue, [of]) if is_card(of) => Some(self.plan.layout.ranks),
                    _ => None,
                }
            }
            ExprKind::Function(id, arguments) => {
                let DefinitionBody::Function(body, _) = &self.game.definitions[*id].body else {
                    return None;
                };
                let parameter = only_argument(arguments, card)?;
                self.printed_column(body, parameter)
            }
            _ => None,
        }
    }

    /// The list and the column of an expression that gives what is printed on the cards of a list that is
    /// there already.
    pub(crate) fn printed_sum<'e>(&self, numbers: &'e Expr) -> Option<(&'e Expr, Column)> {
        let ExprKind::Operator(operation) = &numbers.kind else {
            return None;
        };
        let (OperatorKind::Map, [list, key]) =
            (operation.operator.kind, operation.operands.as_slice())
        else {
            return None;
        };
        let is_there = matches!(list.kind, ExprKind::Local(_)) && list.ty == Type::Card.list();
        let (local, key) = predicate(key);
        let column = self.printed_column(key, local)?;
        (is_there && key.ty == Type::Number).then_some((list, column))
    }

    /// Goes through the cards of a pile that pass a test.
    pub(crate) fn each_printed_card(
        &mut self,
        pile: Value,
        test: &PrintedTest<'_>,
        scope: &Scope,
        body: &mut dyn FnMut(&mut Compiler<'g>, &Scope, Value, Label),
    ) {
        let value = self.value_slot(test.value, scope);
        let cursor = self.code.slot();
        let card = self.code.slot();
        self.first_card(cursor, pile);
        let next = self.code.here();
        let done = self.code.label();
        self.code
            .each_printed(cursor, card, test.column, value, test.equal, done);
        body(self, scope, Value::In(card), next);
        self.code.jump(next);
        self.code.bind(done);
    }

    /// The cursor before the first card of a pile.
    pub(crate) fn first_card(&mut self, cursor: Slot, pile: Value) {
        match pile {
            Value::Known(pile) if pile >= 0 => self.code.first_card_in(cursor, Pile(pile as u16)),
            pile => {
                let pile = self.slot(pile);
                self.code.first_card(cursor, pile);
            }
        }
    }

    /// Goes on if some card of a pile passes a test (or none, if not `wanted`).
    pub(crate) fn require_printed(
        &mut self,
        pile: Value,
        test: &PrintedTest<'_>,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        let value = self.value_slot(test.value, scope);
        let cursor = self.code.slot();
        let card = self.code.slot();
        self.first_card(cursor, pile);
        let done = if wanted { otherwise } else { self.code.label() };
        self.code
            .each_printed(cursor, card, test.column, value, test.equal, done);
        if !wanted {
            self.code.jump(otherwise);
            self.code.bind(done);
        }
    }
}

impl PrintedTest<'_> {
    /// The test that exactly the other cards pass.
    pub(crate) fn opposite(self) -> Self {
        Self {
            equal: !self.equal,
            ..self
        }
    }
}

/// The parameter of a function that is the card, if nothing else is given to it.
fn only_argument(arguments: &[Expr], card: LocalId) -> Option<LocalId> {
    match arguments {
        [argument] if matches!(argument.kind, ExprKind::Local(id) if id == card) => {
            Some(LocalId(0))
        }
        _ => None,
    }
}

fn mentions(expr: &Expr, card: LocalId) -> bool {
    let mut found = false;
    cgml::model::visit::each_expr(expr, &mut |inner| {
        found |= matches!(inner.kind, ExprKind::Local(id) if id == card);
    });
    found
}

fn has_locals(expr: &Expr) -> bool {
    let mut found = false;
    cgml::model::visit::each_expr(expr, &mut |inner| {
        found |= matches!(inner.kind, ExprKind::Local(_));
    });
    found
}
