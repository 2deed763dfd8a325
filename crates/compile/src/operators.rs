//! Operators that give a value.

use cgml::model::{DefinitionBody, DefinitionId, Expr, ExprKind, Operation, Type};
use engine::ids::{NOTHING, Slot};
use engine::lists::ListVerb;
use engine::op::Op;

use crate::compiler::Compiler;
use crate::continuous::Reading;
use crate::list::predicate;
use crate::scope::{Scope, Value};
use crate::words::is_named;

impl<'g> Compiler<'g> {
    pub(crate) fn operator(&mut self, expr: &Expr, operation: &Operation, scope: &Scope) -> Value {
        if let Some(known) = crate::fold::constant(expr, &self.setting) {
            return Value::Known(known);
        }
        let operands = operation.operands.as_slice();
        if matches!(operation.operator.name, "add" | "sum")
            && let Some(piles) = self.counted_piles(expr, scope)
        {
            let piles = self.code.constant(piles);
            let to = self.code.slot();
            self.code.emit(Op::CountAll { to, piles });
            return Value::In(to);
        }
        match (operation.operator.name, operands) {
            ("add", [a, b]) => self.binary(a, b, scope, |to, a, b| Op::Add { to, a, b }),
            ("sub", [a, b]) => self.binary(a, b, scope, |to, a, b| Op::Sub { to, a, b }),
            ("mul", [a, b]) => self.binary(a, b, scope, |to, a, b| Op::Mul { to, a, b }),
            ("div", [a, b]) => self.binary(a, b, scope, |to, a, b| Op::Div { to, a, b }),
            ("mod", [a, b]) => self.binary(a, b, scope, |to, a, b| Op::Mod { to, a, b }),
            ("abs", [a]) => {
                let a = self.value_slot(a, scope);
                let to = self.code.slot();
                self.code.emit(Op::Absolute { to, a });
                Value::In(to)
            }
            ("clamp", [value, least, most]) => {
                let to = self.code.slot();
                let value = self.value_slot(value, scope);
                let least = self.value_slot(least, scope);
                let most = self.value_slot(most, scope);
                self.code.emit(Op::Most {
                    to,
                    a: value,
                    b: least,
                });
                self.code.emit(Op::Least { to, a: to, b: most });
                Value::In(to)
            }
            ("isEqual", [a, b]) if !matches!(a.ty, Type::List(_)) => {
                let (a, b) = self.comparable(a, b, scope);
                let (a, b) = (self.slot(a), self.slot(b));
                let to = self.code.slot();
                self.code.emit(Op::IsEqual { to, a, b });
                Value::In(to)
            }
            ("isLessThan", [a, b]) => self.binary(a, b, scope, |to, a, b| Op::IsLess { to, a, b }),
            ("isGreaterThan", [a, b]) => {
                self.binary(a, b, scope, |to, a, b| Op::IsLess { to, a: b, b: a })
            }
            ("sum", [operand]) if let Some((list, column)) = self.printed_sum(operand) => {
                let list = self.value_slot(list, scope);
                let to = self.code.slot();
                self.code.emit(Op::SumColumn { to, list, column });
                Value::In(to)
            }
            ("sum", _) => self.folded(operands, 0, scope, |to, b| Op::Add { to, a: to, b }),
            ("max", _) => self.extreme(operands, scope, |to, b| Op::Raise { to, b }),
            ("min", _) => self.extreme(operands, scope, |to, b| Op::Lower { to, b }),
            ("avg", _) => self.average(operands, scope),
            ("count", [of]) => self.count(of, scope),
            ("len", [of]) => self.length(of, scope),
            ("top", [of]) => self.end_of(of, true, scope),
            ("bottom", [of]) => self.end_of(of, false, scope),
            ("first", [of]) => self.first_of(of, scope),
            ("last", [of]) => self.end_of(of, false, scope),
            ("best", [list, key]) => self.best(list, key, true, scope),
            ("worst", [list, key]) => self.best(list, key, false, scope),
            ("rank_value", [of]) if !is_listlike(&of.ty) => self.rank_value(of, scope),
            ("rank", [card]) => match self.game.properties.find("rank") {
                Some(property) if self.is_changed(property) => {
                    let card = self.value(card, scope);
                    let thing = crate::continuous::Thing::Property(property.0);
                    self.changed_value(thing, card)
                }
                Some(property) => {
                    let column = self.layout.column(property);
                    self.print(column, card, scope)
                }
                None => Value::Known(NOTHING),
            },
            ("owner", [card]) => self.owner_of_card(card, scope),
            ("controller", [card]) => self.controller_if_any(card, scope),
            ("printed", [of]) => self.read_as(Reading::Printed, of, scope),
            ("before_adding", [of]) => self.read_as(Reading::BeforeAdding, of, scope),
            ("if", [test, yes, no]) if !matches!(expr.ty, Type::List(_)) => {
                let ty = match expr.ty {
                    Type::Pool => &Type::Number,
                    _ => &expr.ty,
                };
                self.branch(test, [yes, no], ty, scope)
            }
            ("next_player", [player]) => self.neighbour(player, 1, scope),
            ("previous_player", [player]) => self.neighbour(player, -1, scope),
            ("free", [zone]) => {
                let pile = self.value_slot(zone, scope);
                self.room(pile)
            }
            ("attached", [card]) => self.linked(self.layout.links.attached, card, scope),
            ("under", [card]) => self.linked(self.layout.links.under, card, scope),
            ("resource", [pool]) => self.value(pool, scope),
            ("reverse", [list]) => self.list_verb(ListVerb::Reverse, list, None, scope),
            ("take", [list, b]) => self.list_verb(ListVerb::Take, list, Some(b), scope),
            ("drop", [list, b]) => self.list_verb(ListVerb::Drop, list, Some(b), scope),
            ("index_of", [list, b]) => self.list_verb(ListVerb::IndexOf, list, Some(b), scope),
            ("combinations", [list, b]) => {
                self.list_verb(ListVerb::Combinations, list, Some(b), scope)
            }
            ("matching", [list, count, needs, holds, worth @ ..]) => {
                self.matching([list, count, needs, holds], worth.first(), scope)
            }
            ("packing", [lists, weight]) => self.packing(lists, weight, scope),
            ("flatten", [lists]) => self.flatten(lists, scope),
            ("sets", [list, least, key]) => self.sets(list, least, key, scope),
            ("runs", [list, least, number]) => self.runs(list, least, number, None, scope),
            ("runs", [list, least, number, key]) => {
                self.runs(list, least, number, Some(key), scope)
            }
            ("except", [a, b]) => self.list_pair(ListVerb::Except, a, b, scope),
            ("intersect", [a, b]) => self.list_pair(ListVerb::Intersect, a, b, scope),
            ("union", _) => self.union(operands, scope),
            ("sort_by", [list, key]) => self.keyed(ListVerb::SortBy, list, Some(key), scope),
            ("group_by", [list, key]) => self.keyed(ListVerb::GroupBy, list, Some(key), scope),
            ("distinct", [list]) => self.keyed(ListVerb::Distinct, list, None, scope),
            ("distinct", [list, key]) => self.keyed(ListVerb::Distinct, list, Some(key), scope),
            ("list" | "filter" | "map" | "players_from" | "range" | "rank_value" | "if", _) => {
                Value::In(self.gather_operator(expr, scope))
            }
            ("all", [list]) if expr.ty != Type::Bool => {
                Value::In(self.gather_elements(list, scope))
            }
            (
                "and" | "or" | "not" | "any" | "all" | "exists" | "in" | "contains" | "isEqual",
                _,
            ) => self.truth(expr, scope),
            (name, _) => {
                self.not_yet(name, expr.origin);
                Value::Known(NOTHING)
            }
        }
    }

    fn gather_operator(&mut self, expr: &Expr, scope: &Scope) -> Slot {
        let to = self.code.slot();
        self.code.emit(Op::NewList { to });
        self.push_each(to, expr, scope);
        to
    }

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
                self.code.emit(Op::AddNumber { to, a, value });
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
                        compiler.code.emit(Op::UnlessThere {
                            a: item,
                            to: next.pc(),
                        });
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
        self.code.emit(Op::Need { to, a: to });
        Value::In(to)
    }

    fn average(&mut self, operands: &[Expr], scope: &Scope) -> Value {
        let to = self.code.slot();
        let count = self.code.slot();
        self.set(to, 0);
        self.set(count, 0);
        self.each_number_of(operands, scope, &mut |compiler, number| {
            compiler.code.emit(Op::Add {
                to,
                a: to,
                b: number,
            });
            compiler.code.emit(Op::AddNumber {
                to: count,
                a: count,
                value: 1,
            });
        });
        self.code.emit(Op::Div {
            to,
            a: to,
            b: count,
        });
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
        self.code.emit(Op::Length { to, list });
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
        if let Some(known) = crate::fold::constant(test, &self.setting) {
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

    fn list_verb(
        &mut self,
        verb: ListVerb,
        list: &Expr,
        other: Option<&Expr>,
        scope: &Scope,
    ) -> Value {
        let to = self.code.slot();
        let of_texts = list.ty.element() == Some(&Type::Text);
        let word = other.filter(|other| of_texts && is_named(&other.ty));
        let a = match word {
            Some(word) => self.gather_as(list, &word.ty.clone().list(), scope),
            None => self.gather_elements(list, scope),
        };
        let b = match other {
            Some(other) if verb == ListVerb::IndexOf && word.is_none() => {
                let element = list.ty.element().unwrap_or(&other.ty);
                let value = self.value_as(other, element, scope);
                self.slot(value)
            }
            Some(other) => self.value_slot(other, scope),
            None => a,
        };
        let a = match other {
            Some(other) if matches!(other.ty, Type::List(_)) => self.alike_to_one(a, b, &other.ty),
            _ => a,
        };
        self.code.emit(Op::List { verb, to, a, b });
        Value::In(to)
    }

    fn list_pair(&mut self, verb: ListVerb, a: &Expr, b: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        let ty = &a.ty;
        let a = self.gather_elements(a, scope);
        let b = self.gather_as(b, ty, scope);
        let a = self.alike(a, b, ty);
        self.code.emit(Op::List { verb, to, a, b });
        Value::In(to)
    }

    pub(crate) fn same_lists(&mut self, a: &Expr, b: &Expr, scope: &Scope) -> Slot {
        let ty = &a.ty;
        let a = self.gather_elements(a, scope);
        let b = self.gather_elements(b, scope);
        self.are_same(a, b, ty)
    }

    fn union(&mut self, operands: &[Expr], scope: &Scope) -> Value {
        let to = self.code.slot();
        self.code.emit(Op::NewList { to });
        if self.are_disjoint(operands, scope) {
            for operand in operands {
                let taken = self.code.taken();
                self.push_each_element(to, operand, scope);
                self.code.free(taken);
            }
            return Value::In(to);
        }
        for operand in operands {
            let taken = self.code.taken();
            let b = self.gather_as(operand, &operands[0].ty, scope);
            let b = self.alike(b, to, &operand.ty);
            self.code.emit(Op::List {
                verb: ListVerb::Union,
                to,
                a: to,
                b,
            });
            self.code.free(taken);
        }
        Value::In(to)
    }

    /// A verb that needs a key for each element.
    pub(crate) fn keyed(
        &mut self,
        verb: ListVerb,
        list: &Expr,
        key: Option<&Expr>,
        scope: &Scope,
    ) -> Value {
        let to = self.code.slot();
        let a = self.gather_elements(list, scope);
        let b = match key {
            None => self.alike_within(a, &list.ty),
            Some(key) => self.keys(a, key, scope),
        };
        self.code.emit(Op::List { verb, to, a, b });
        Value::In(to)
    }

    /// A list of what a key gives for each element of a list.
    pub(crate) fn keys(&mut self, list: Slot, key: &Expr, scope: &Scope) -> Slot {
        let (local, key) = predicate(key);
        let keys = self.code.slot();
        self.code.emit(Op::NewList { to: keys });
        if let Some(column) = self.printed_column(key, local) {
            self.code.emit(Op::PushColumn {
                list: keys,
                cards: list,
                column,
            });
            return keys;
        }
        self.each_item(list, scope, &mut |compiler, scope, item, _| {
            let inner = scope.with(local, item);
            let taken = compiler.code.taken();
            let value = compiler.value_slot(key, &inner);
            compiler.code.emit(Op::Push { list: keys, value });
            compiler.code.free(taken);
        });
        self.alike_within(keys, &key.ty.clone().list())
    }

    /// The body of a defined function, with its parameters bound.
    pub(crate) fn inlined(
        &mut self,
        id: DefinitionId,
        arguments: &[Expr],
        scope: &Scope,
        then: impl FnOnce(&mut Self, &Expr, &Scope) -> Value,
    ) -> Value {
        let game = self.game;
        let definition = &game.definitions[id];
        let DefinitionBody::Function(body, block) = &definition.body else {
            self.not_yet(&definition.name, definition.origin);
            return Value::Known(NOTHING);
        };
        let mut inner = scope.clone();
        let values: Vec<Value> = definition
            .params
            .iter()
            .enumerate()
            .map(|(number, (_, ty, default))| {
                let given = arguments.get(number).or(default.as_ref());
                match given {
                    Some(given) => self.argument(given, ty, scope),
                    None => Value::Known(NOTHING),
                }
            })
            .collect();
        let first = self.code.slots(block.locals.len());
        inner.locals = (0..block.locals.len())
            .map(|number| match values.get(number) {
                Some(value) => *value,
                None => Value::In(Slot(first.0 + number as u8)),
            })
            .collect();
        then(self, body, &inner)
    }

    /// A value for a parameter: a zone becomes a list where one is wanted.
    fn argument(&mut self, given: &Expr, ty: &Type, scope: &Scope) -> Value {
        match (&given.ty, ty) {
            (Type::Zone, Type::List(_)) => Value::In(self.gather_elements(given, scope)),
            _ => self.value_as(given, ty, scope),
        }
    }
}

/// Whether a list is what cards have on them: pieces, counters and the like, which not every card has.
fn is_of_cards(list: &Expr) -> bool {
    matches!(
        list.kind,
        ExprKind::Pool(..) | ExprKind::Attribute(..) | ExprKind::Counters(..) | ExprKind::Part(..)
    )
}

/// Whether a value of a type has elements.
fn is_listlike(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Zone)
}
