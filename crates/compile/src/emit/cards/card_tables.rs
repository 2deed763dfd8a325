//! Expressions over cards as tables, computed for every card before a game begins.
//!
//! An expression whose only names are cards becomes a table with a value for each card, a condition about one
//! card a set, one about two cards a relation. All of them say what the ops would have found, also for nothing
//! and for what cannot be evaluated (see [`engine::facts`]).

pub(crate) mod evaluate;

use cgml::model::{Expr, ExprKind, Type};
use cgml::vocabulary::operators::OperatorKind;
use engine::facts;
use engine::ids::{Constant, Pc, Slot};
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};

/// The largest number of pairs of cards for which a condition is evaluated.
const MOST_PAIRS: usize = 1 << 15;

/// Values of the names in an expression, as far as they are known.
pub(crate) struct Names {
    locals: Vec<Option<i64>>,
    this: Option<i64>,
    depth: u8,
}

impl Compiler<'_> {
    /// The value of an expression about what is printed on one card, if it is one and takes several ops.
    pub(crate) fn value_of_card(&mut self, expr: &Expr, scope: &Scope) -> Option<Value> {
        if !takes_several_ops(expr) || matches!(expr.ty, Type::List(_) | Type::Card) {
            return None;
        }
        let [card] = cards_in(expr, scope)?[..] else {
            return None;
        };
        let cards = self.plan.program.cards.len();
        let values: Option<Vec<i64>> = (0..facts::numbers(cards))
            .map(|number| {
                let value = facts::value_of(number, cards);
                self.fact(expr, &names(scope, &[(card, value)]))
            })
            .collect();
        let facts = self.code.constant(values?);
        let to = self.code.slot();
        self.code.of_card(to, facts, card);
        Some(Value::In(to))
    }

    /// Goes on if a condition about what is printed on one or two cards is `wanted`; false if it is none.
    pub(crate) fn require_of_cards(
        &mut self,
        expr: &Expr,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) -> bool {
        if !takes_several_ops(expr) {
            return false;
        }
        let to = otherwise.pc();
        let op = match cards_in(expr, scope).as_deref() {
            Some([card]) => {
                let Some(set) = self.set_of(expr, wanted, *card, scope) else {
                    return false;
                };
                self.require_in_set(set, *card, to);
                return true;
            }
            Some([a, b]) => {
                let (a, b) = (*a, *b);
                self.relation(expr, wanted, [a, b], scope)
                    .map(|relation| Op::UnlessRelated { a, b, relation, to })
            }
            _ => None,
        };
        op.map(|op| self.code.emit(op)).is_some()
    }

    /// Goes on if a card is in a set, which may be that of all or none.
    fn require_in_set(&mut self, set: Vec<i64>, card: Slot, to: Pc) {
        let count: u32 = set.iter().map(|word| word.count_ones()).sum();
        if count == 0 {
            self.code.jump(to);
        } else if count as usize != facts::numbers(self.plan.program.cards.len()) {
            let among = self.code.constant(set);
            self.code.unless_among(card, among, to);
        }
    }

    fn set_of(&mut self, expr: &Expr, wanted: bool, card: Slot, scope: &Scope) -> Option<Vec<i64>> {
        let cards = self.plan.program.cards.len();
        let mut known = true;
        let set = facts::set(cards, |number| {
            let value = facts::value_of(number, cards);
            let truth = self.truth_of(expr, &names(scope, &[(card, value)]));
            known &= truth.is_some();
            truth == Some(i64::from(wanted))
        });
        known.then_some(set)
    }

    /// The relation that a condition is between the cards in two registers.
    pub(crate) fn relation(
        &mut self,
        expr: &Expr,
        wanted: bool,
        [a, b]: [Slot; 2],
        scope: &Scope,
    ) -> Option<Constant> {
        let cards = self.plan.program.cards.len();
        let numbers = facts::numbers(cards);
        if numbers * numbers > MOST_PAIRS {
            return None;
        }
        let mut relation = Vec::new();
        for first in 0..numbers {
            let first = facts::value_of(first, cards);
            let mut known = true;
            relation.extend(facts::set(cards, |second| {
                let second = facts::value_of(second, cards);
                let pair = names(scope, &[(a, first), (b, second)]);
                let truth = known.then(|| self.truth_of(expr, &pair)).flatten();
                known &= truth.is_some();
                truth == Some(i64::from(wanted))
            }));
            if !known {
                return None;
            }
        }
        Some(self.code.constant(relation))
    }
}

/// Values of the names in a scope, given the cards in some registers.
fn names(scope: &Scope, cards: &[(Slot, i64)]) -> Names {
    let known = |value: Value| match value {
        Value::Known(value) => Some(value),
        Value::In(slot) => {
            let mut cards = cards.iter();
            cards.find(|(card, _)| *card == slot).map(|(_, card)| *card)
        }
    };
    Names {
        locals: scope.locals.iter().map(|local| known(*local)).collect(),
        this: scope.this.and_then(known),
        depth: 0,
    }
}

/// The registers of the cards that an expression names, if it names nothing else.
fn cards_in(expr: &Expr, scope: &Scope) -> Option<Vec<Slot>> {
    let mut cards = Vec::new();
    let mut others = false;
    cgml::model::visit::each_expr(expr, &mut |inner| {
        let named = match inner.kind {
            ExprKind::Local(id) => scope.local(id),
            ExprKind::This => scope.this,
            _ => return,
        };
        match named {
            Some(Value::In(slot)) if inner.ty == Type::Card => {
                if !cards.contains(&slot) {
                    cards.push(slot);
                }
            }
            Some(Value::Known(_)) => {}
            _ => others = true,
        }
    });
    (!others).then_some(cards)
}

/// True if an expression is more than one op, as far as that can be seen at once.
fn takes_several_ops(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Function(_, arguments) => !arguments.is_empty(),
        ExprKind::Operator(operation) => {
            match (operation.operator.kind, operation.operands.as_slice()) {
                (OperatorKind::RankValue | OperatorKind::Rank, _) => false,
                (OperatorKind::Exists | OperatorKind::Not, [inner]) => takes_several_ops(inner),
                (OperatorKind::IsEqual, [a, b]) => {
                    let is_name =
                        |expr: &Expr| matches!(expr.kind, ExprKind::Local(_) | ExprKind::This);
                    !(is_name(a) && is_name(b))
                }
                (
                    OperatorKind::Add
                    | OperatorKind::Sub
                    | OperatorKind::Mul
                    | OperatorKind::Sum
                    | OperatorKind::Max
                    | OperatorKind::Min
                    | OperatorKind::If
                    | OperatorKind::And
                    | OperatorKind::Or
                    | OperatorKind::In
                    | OperatorKind::Contains
                    | OperatorKind::IsLessThan
                    | OperatorKind::IsGreaterThan
                    | OperatorKind::Intersect,
                    _,
                ) => true,
                _ => false,
            }
        }
        _ => false,
    }
}
