//! Operators that give a value.

pub(crate) mod calls;
pub(crate) mod lists;

use cgml::model::{Expr, ExprKind, Operation, Type};
use cgml::vocabulary::operators::OperatorKind;
use cgml::vocabulary::sections::PrintedProperty;
use engine::ids::{NOTHING, Slot};
use engine::lists::ListVerb;
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::lists::predicate;
use crate::emit::scope::{Scope, Value};
use crate::plan::effects::continuous_values::Reading;

impl<'g> Compiler<'g> {
    pub(crate) fn operator(&mut self, expr: &Expr, operation: &Operation, scope: &Scope) -> Value {
        if let Some(known) = crate::plan::constants::constant(expr, &self.plan.setting) {
            return Value::Known(known);
        }
        if matches!(
            operation.operator.kind,
            OperatorKind::Add | OperatorKind::Sum
        ) && let Some(piles) = self.counted_piles(expr, scope)
        {
            let piles = self.code.constant(piles);
            let to = self.code.slot();
            self.code.count_all(to, piles);
            return Value::In(to);
        }
        let value = self.number_operator(operation, scope);
        let value = value.or_else(|| self.table_operator(expr, operation, scope));
        value.unwrap_or_else(|| self.list_operator(expr, operation, scope))
    }

    /// Operators of numbers and comparisons.
    fn number_operator(&mut self, operation: &Operation, scope: &Scope) -> Option<Value> {
        let operands = operation.operands.as_slice();
        Some(match (operation.operator.kind, operands) {
            (OperatorKind::Add, [a, b]) => {
                self.binary(a, b, scope, |to, a, b| Op::Add { to, a, b })
            }
            (OperatorKind::Sub, [a, b]) => {
                self.binary(a, b, scope, |to, a, b| Op::Sub { to, a, b })
            }
            (OperatorKind::Mul, [a, b]) => {
                self.binary(a, b, scope, |to, a, b| Op::Mul { to, a, b })
            }
            (OperatorKind::Div, [a, b]) => {
                self.binary(a, b, scope, |to, a, b| Op::Div { to, a, b })
            }
            (OperatorKind::Mod, [a, b]) => {
                self.binary(a, b, scope, |to, a, b| Op::Mod { to, a, b })
            }
            (OperatorKind::Abs, [a]) => {
                let a = self.value_slot(a, scope);
                let to = self.code.slot();
                self.code.absolute(to, a);
                Value::In(to)
            }
            (OperatorKind::Clamp, [value, least, most]) => self.clamp([value, least, most], scope),
            (OperatorKind::IsEqual, [a, b]) if !matches!(a.ty, Type::List(_)) => {
                let (a, b) = self.comparable(a, b, scope);
                let (a, b) = (self.slot(a), self.slot(b));
                let to = self.code.slot();
                self.code.is_equal(to, a, b);
                Value::In(to)
            }
            (OperatorKind::IsLessThan, [a, b]) => {
                self.binary(a, b, scope, |to, a, b| Op::IsLess { to, a, b })
            }
            (OperatorKind::IsGreaterThan, [a, b]) => {
                self.binary(a, b, scope, |to, a, b| Op::IsLess { to, a: b, b: a })
            }
            (OperatorKind::Sum, [operand])
                if let Some((list, column)) = self.printed_sum(operand) =>
            {
                let list = self.value_slot(list, scope);
                let to = self.code.slot();
                self.code.sum_column(to, list, column);
                Value::In(to)
            }
            (OperatorKind::Sum, _) => {
                self.folded(operands, 0, scope, |to, b| Op::Add { to, a: to, b })
            }
            (OperatorKind::Max, _) => self.extreme(operands, scope, |to, b| Op::Max { to, b }),
            (OperatorKind::Min, _) => self.extreme(operands, scope, |to, b| Op::Min { to, b }),
            (OperatorKind::Avg, _) => self.average(operands, scope),
            _ => return None,
        })
    }

    fn clamp(&mut self, [value, least, most]: [&Expr; 3], scope: &Scope) -> Value {
        let to = self.code.slot();
        let value = self.value_slot(value, scope);
        let least = self.value_slot(least, scope);
        let most = self.value_slot(most, scope);
        self.code.most(to, value, least);
        self.code.least(to, to, most);
        Value::In(to)
    }

    /// Operators of cards, zones and players.
    fn table_operator(
        &mut self,
        expr: &Expr,
        operation: &Operation,
        scope: &Scope,
    ) -> Option<Value> {
        let operands = operation.operands.as_slice();
        Some(match (operation.operator.kind, operands) {
            (OperatorKind::Count, [of]) => self.count(of, scope),
            (OperatorKind::Len, [of]) => self.length(of, scope),
            (OperatorKind::Top, [of]) => self.end_of(of, true, scope),
            (OperatorKind::Bottom, [of]) => self.end_of(of, false, scope),
            (OperatorKind::First, [of]) => self.first_of(of, scope),
            (OperatorKind::Last, [of]) => self.end_of(of, false, scope),
            (OperatorKind::Best, [list, key]) => self.best(list, key, true, scope),
            (OperatorKind::Worst, [list, key]) => self.best(list, key, false, scope),
            (OperatorKind::RankValue, [of]) if !is_listlike(&of.ty) => self.rank_value(of, scope),
            (OperatorKind::Rank, [card]) => match self.game.printed_property(PrintedProperty::Rank)
            {
                Some(property) if self.is_changed(property) => {
                    let card = self.value(card, scope);
                    let thing =
                        crate::plan::effects::continuous_values::Thing::Property(property.0);
                    self.changed_value(thing, card)
                }
                Some(property) => {
                    let column = self.plan.layout.column(property);
                    self.print(column, card, scope)
                }
                None => Value::Known(NOTHING),
            },
            (OperatorKind::Owner, [card]) => self.owner_of_card(card, scope),
            (OperatorKind::Controller, [card]) => self.controller_if_any(card, scope),
            (OperatorKind::Printed, [of]) => self.read_as(Reading::Printed, of, scope),
            (OperatorKind::BeforeAdding, [of]) => self.read_as(Reading::BeforeAdding, of, scope),
            (OperatorKind::If, [test, yes, no]) if !matches!(expr.ty, Type::List(_)) => {
                let ty = match expr.ty {
                    Type::Pool => &Type::Number,
                    _ => &expr.ty,
                };
                self.branch(test, [yes, no], ty, scope)
            }
            (OperatorKind::NextPlayer, [player]) => self.neighbour(player, 1, scope),
            (OperatorKind::PreviousPlayer, [player]) => self.neighbour(player, -1, scope),
            (OperatorKind::Free, [zone]) => {
                let pile = self.value_slot(zone, scope);
                self.free_capacity(pile)
            }
            (OperatorKind::Attached, [card]) => {
                self.linked(self.plan.layout.links.attached, card, scope)
            }
            (OperatorKind::Under, [card]) => self.linked(self.plan.layout.links.under, card, scope),
            (OperatorKind::Resource, [pool]) => self.value(pool, scope),
            _ => return None,
        })
    }

    /// Operators of lists, and those that are conditions.
    fn list_operator(&mut self, expr: &Expr, operation: &Operation, scope: &Scope) -> Value {
        let operands = operation.operands.as_slice();
        match (operation.operator.kind, operands) {
            (kind, [list, rest @ ..]) if let Some(verb) = plain_verb(kind) => {
                self.list_verb(verb, list, rest.first(), scope)
            }
            (OperatorKind::Matching, [list, count, needs, holds, worth @ ..]) => {
                self.matching([list, count, needs, holds], worth.first(), scope)
            }
            (OperatorKind::Packing, [lists, weight]) => self.packing(lists, weight, scope),
            (OperatorKind::Flatten, [lists]) => self.flatten(lists, scope),
            (OperatorKind::Sets, [list, least, key]) => self.sets(list, least, key, scope),
            (OperatorKind::Runs, [list, least, number, key @ ..]) => {
                self.runs(list, least, number, key.first(), scope)
            }
            (OperatorKind::Except, [a, b]) => self.list_pair(ListVerb::Except, a, b, scope),
            (OperatorKind::Intersect, [a, b]) => self.list_pair(ListVerb::Intersect, a, b, scope),
            (OperatorKind::Union, _) => self.union(operands, scope),
            (OperatorKind::SortBy, [list, key]) => {
                self.keyed(ListVerb::SortBy, list, Some(key), scope)
            }
            (OperatorKind::GroupBy, [list, key]) => {
                self.keyed(ListVerb::GroupBy, list, Some(key), scope)
            }
            (OperatorKind::Distinct, [list]) => self.keyed(ListVerb::Distinct, list, None, scope),
            (OperatorKind::Distinct, [list, key]) => {
                self.keyed(ListVerb::Distinct, list, Some(key), scope)
            }
            (
                OperatorKind::List
                | OperatorKind::Filter
                | OperatorKind::Map
                | OperatorKind::PlayersFrom
                | OperatorKind::Range
                | OperatorKind::RankValue
                | OperatorKind::If,
                _,
            ) => Value::In(self.gather_operator(expr, scope)),
            (OperatorKind::All, [list]) if expr.ty != Type::Bool => {
                Value::In(self.gather_elements(list, scope))
            }
            (
                OperatorKind::And
                | OperatorKind::Or
                | OperatorKind::Not
                | OperatorKind::Any
                | OperatorKind::All
                | OperatorKind::Exists
                | OperatorKind::In
                | OperatorKind::Contains
                | OperatorKind::IsEqual,
                _,
            ) => self.truth(expr, scope),
            (operator, _) => {
                self.not_yet(operator.row().name, expr.origin);
                Value::Known(NOTHING)
            }
        }
    }

    /// Two operands and an op.
    fn binary(
        &mut self,
        a: &Expr,
        b: &Expr,
        scope: &Scope,
        op: impl Fn(Slot, Slot, Slot) -> Op,
    ) -> Value {
        let to = self.code.slot();
        let taken = self.code.taken();
        let left = self.value(a, scope);
        let right = self.value(b, scope);
        if let (Value::In(a), Value::Known(number)) = (left, right) {
            let sign = match op(to, a, a) {
                Op::Add { .. } => Some(1),
                Op::Sub { .. } => Some(-1),
                _ => None,
            };
            let value = sign.and_then(|sign| i32::try_from(number).ok()?.checked_mul(sign));
            if let Some(value) = value {
                self.code.add_number(to, a, value);
                self.code.free(taken);
                return Value::In(to);
            }
        }
        let (a, b) = (self.slot(left), self.slot(right));
        self.code.emit(op(to, a, b));
        self.code.free(taken);
        Value::In(to)
    }

    /// Goes through numbers, and through the elements of lists of numbers.
    fn each_number_of(
        &mut self,
        operands: &[Expr],
        scope: &Scope,
        body: &mut dyn FnMut(&mut Compiler<'g>, Slot),
    ) {
        for operand in operands {
            let taken = self.code.taken();
            if is_listlike(&operand.ty) {
                let nested = operand.ty.element().is_some_and(is_listlike);
                let has_gaps = is_of_cards(operand);
                self.in_any_order(operand);
                self.each(operand, scope, &mut |compiler, scope, item, next| {
                    let item = compiler.slot(item);
                    // Cards that do not have it count as if they were not there.
                    if has_gaps {
                        compiler.code.unless_there(item, next);
                    }
                    if nested {
                        compiler.each_item(item, scope, &mut |compiler, _, item, _| {
                            let item = compiler.slot(item);
                            body(compiler, item);
                        });
                    } else {
                        body(compiler, item);
                    }
                });
            } else {
                let value = self.value_slot(operand, scope);
                body(self, value);
            }
            self.code.free(taken);
        }
    }

    fn folded(
        &mut self,
        operands: &[Expr],
        first: i64,
        scope: &Scope,
        op: impl Fn(Slot, Slot) -> Op,
    ) -> Value {
        let to = self.code.slot();
        self.set(to, first);
        self.each_number_of(operands, scope, &mut |compiler, number| {
            compiler.code.emit(op(to, number));
        });
        Value::In(to)
    }

    /// The largest or smallest number; of nothing, a failure.
    fn extreme(
        &mut self,
        operands: &[Expr],
        scope: &Scope,
        op: impl Fn(Slot, Slot) -> Op,
    ) -> Value {
        let to = self.code.slot();
        self.set(to, NOTHING);
        self.each_number_of(operands, scope, &mut |compiler, number| {
            compiler.code.emit(op(to, number));
        });
        self.code.need(to, to);
        Value::In(to)
    }

    fn average(&mut self, operands: &[Expr], scope: &Scope) -> Value {
        let to = self.code.slot();
        let count = self.code.slot();
        self.set(to, 0);
        self.set(count, 0);
        self.each_number_of(operands, scope, &mut |compiler, number| {
            compiler.code.add(to, to, number);
            compiler.code.add_number(count, count, 1);
        });
        self.code.div(to, to, count);
        Value::In(to)
    }

    fn length(&mut self, of: &Expr, scope: &Scope) -> Value {
        if of.ty == Type::Zone {
            return self.count(of, scope);
        }
        if matches!(of.ty, Type::Text | Type::Symbol(_)) {
            return self.length_of_text(of, scope);
        }
        // Of several zones it is how many zones there are.
        let list = self.gather(of, scope);
        let to = self.code.slot();
        self.code.length(to, list);
        Value::In(to)
    }

    fn first_of(&mut self, of: &Expr, scope: &Scope) -> Value {
        if of.ty == Type::Zone {
            return self.end_of(of, true, scope);
        }
        let to = self.code.slot();
        let found = self.code.label();
        self.set(to, NOTHING);
        self.each_element(of, scope, &mut |compiler, _, item, _| {
            compiler.put(to, item);
            compiler.code.jump(found);
        });
        self.code.bind(found);
        Value::In(to)
    }

    /// The first element with the largest (or smallest) key.
    fn best(&mut self, list: &Expr, key: &Expr, largest: bool, scope: &Scope) -> Value {
        let (local, key) = predicate(key);
        let to = self.code.slot();
        let record = self.code.slot();
        self.set(to, NOTHING);
        self.set(record, NOTHING);
        self.each_element(list, scope, &mut |compiler, scope, item, next| {
            let inner = scope.with(local, item);
            let value = compiler.value_slot(key, &inner);
            compiler.code.emit(if largest {
                Op::UnlessBetter {
                    record,
                    value,
                    to: next.pc(),
                }
            } else {
                Op::UnlessWorse {
                    record,
                    value,
                    to: next.pc(),
                }
            });
            compiler.put(to, item);
        });
        Value::In(to)
    }

    pub(crate) fn branch(
        &mut self,
        test: &Expr,
        branches: [&Expr; 2],
        ty: &Type,
        scope: &Scope,
    ) -> Value {
        let [yes, no] = branches;
        if let Some(known) = crate::plan::constants::constant(test, &self.plan.setting) {
            return self.value_as(if known == 1 { yes } else { no }, ty, scope);
        }
        let to = self.code.slot();
        let taken = self.code.taken();
        let otherwise = self.code.label();
        let done = self.code.label();
        self.require(test, true, otherwise, scope);
        let value = self.value_as(yes, ty, scope);
        self.put(to, value);
        self.code.free(taken);
        self.code.jump(done);
        self.code.bind(otherwise);
        let value = self.value_as(no, ty, scope);
        self.put(to, value);
        self.code.free(taken);
        self.code.bind(done);
        Value::In(to)
    }

    fn neighbour(&mut self, player: &Expr, steps: i64, scope: &Scope) -> Value {
        let to = self.code.slot();
        let taken = self.code.taken();
        let seat = self.value_slot(player, scope);
        let steps = self.slot(Value::Known(steps));
        self.seat_after(to, seat, steps);
        self.code.free(taken);
        Value::In(to)
    }
}

/// True if a list is what cards have on them: pieces, counters and the like, which not every card has.
fn is_of_cards(list: &Expr) -> bool {
    matches!(
        list.kind,
        ExprKind::Pool(..) | ExprKind::Attribute(..) | ExprKind::Counters(..) | ExprKind::Part(..)
    )
}

/// True if a value of a type has elements.
fn is_listlike(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Zone)
}

/// The verb of an operator that takes a list, and perhaps a number or an element.
fn plain_verb(operator: OperatorKind) -> Option<ListVerb> {
    match operator {
        OperatorKind::Reverse => Some(ListVerb::Reverse),
        OperatorKind::Take => Some(ListVerb::Take),
        OperatorKind::Drop => Some(ListVerb::Drop),
        OperatorKind::IndexOf => Some(ListVerb::IndexOf),
        OperatorKind::Combinations => Some(ListVerb::Combinations),
        _ => None,
    }
}
