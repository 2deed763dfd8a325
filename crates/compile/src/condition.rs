//! Conditions: tests that go on only where they hold for certain.
//!
//! [`Compiler::require`] writes ops that go on if an expression is certainly true (or certainly false) and
//! jump otherwise. What cannot be worked out is neither, so that both `x > 5` and `not x > 5` jump without `x`.

use cgml::model::{Expr, ExprKind, Type};
use engine::ids::{FAILED, Pile, Slot};
use engine::op::Op;

use crate::code::Label;
use crate::compiler::Compiler;
use crate::list::predicate;
use crate::scope::{Scope, Value};
use crate::words::is_named;

impl Compiler<'_> {
    /// Goes on if `expr` is `wanted`, and to `otherwise` if not or if it cannot be worked out.
    pub(crate) fn require(&mut self, expr: &Expr, wanted: bool, otherwise: Label, scope: &Scope) {
        let taken = self.code.taken();
        self.require_inner(expr, wanted, otherwise, scope);
        self.code.free(taken);
    }

    fn require_inner(&mut self, expr: &Expr, wanted: bool, otherwise: Label, scope: &Scope) {
        if self.hoisted.contains_key(&crate::expr::address(expr)) {
            return self.require_value(expr, wanted, otherwise, scope);
        }
        if self.require_of_cards(expr, wanted, otherwise, scope) {
            return;
        }
        match &expr.kind {
            ExprKind::Operator(operation) => {
                let operands = &operation.operands;
                match (operation.operator.name, operands.as_slice()) {
                    ("not", [inner]) => self.require(inner, !wanted, otherwise, scope),
                    ("and", _) if wanted => self.require_each(operands, true, otherwise, scope),
                    ("or", _) if !wanted => self.require_each(operands, false, otherwise, scope),
                    ("and", _) => self.require_some(operands, false, otherwise, scope),
                    ("or", _) => self.require_some(operands, true, otherwise, scope),
                    ("isEqual", [a, b]) => self.require_equal(a, b, wanted, otherwise, scope),
                    ("isLessThan", [a, b]) => self.require_less(a, b, wanted, otherwise, scope),
                    ("isGreaterThan", [a, b]) => self.require_less(b, a, wanted, otherwise, scope),
                    ("any", [list, test]) => {
                        self.require_any(list, test, wanted, otherwise, scope);
                    }
                    ("all", [list, test]) if expr.ty == Type::Bool => {
                        self.require_all(list, test, wanted, otherwise, scope);
                    }
                    ("any", [list]) => self.require_any_true(list, wanted, otherwise, scope),
                    ("all", [list]) if expr.ty == Type::Bool => {
                        self.require_all_true(list, wanted, otherwise, scope);
                    }
                    ("exists", [inner]) => self.require_there(inner, wanted, otherwise, scope),
                    ("in", [item, list]) | ("contains", [list, item]) => {
                        self.require_in(item, list, wanted, otherwise, scope);
                    }
                    ("if", [test, yes, no]) => {
                        self.require_branch(test, [yes, no], wanted, otherwise, scope);
                    }
                    _ => self.require_value(expr, wanted, otherwise, scope),
                }
            }
            ExprKind::Function(definition, arguments) => {
                self.inlined(*definition, arguments, scope, |compiler, body, scope| {
                    compiler.require(body, wanted, otherwise, scope);
                    Value::Known(0)
                });
            }
            ExprKind::Variable(id, owner) => {
                let game = self.game;
                let computed = match &game.variables[*id].value {
                    cgml::model::VariableValue::Computed(expr)
                        if owner.is_none() && !self.is_variable_changed(*id) =>
                    {
                        Some(expr)
                    }
                    _ => None,
                };
                match computed {
                    Some(expr) => {
                        let mut inner = Scope::new(scope.fail);
                        inner.acting = scope.acting;
                        inner.locals = self.locals_of_expr(expr);
                        self.require(expr, wanted, otherwise, &inner);
                    }
                    None => self.require_value(expr, wanted, otherwise, scope),
                }
            }
            ExprKind::CanPerform(step) => self.require_possible(step, wanted, otherwise, scope),
            ExprKind::HasKeyword(keyword, card) if card.ty == Type::Card => {
                let card = self.value_slot(card, scope);
                self.require_keyword(*keyword, card, wanted, otherwise);
            }
            ExprKind::CanMove(id, card) => {
                self.require_move(*id, card.as_deref(), wanted, otherwise, scope);
            }
            ExprKind::Literal(_) | ExprKind::Parameter(_) => {
                self.require_value(expr, wanted, otherwise, scope);
            }
            _ => self.require_value(expr, wanted, otherwise, scope),
        }
    }

    fn require_value(&mut self, expr: &Expr, wanted: bool, otherwise: Label, scope: &Scope) {
        if let ExprKind::Variable(id, None) = &expr.kind
            && self.owners_of(*id) == 0
            && !self.is_variable_changed(*id)
            && matches!(
                self.game.variables[*id].value,
                cgml::model::VariableValue::Stored(_)
            )
        {
            let cell = self.layout.cell(*id);
            return self.code.emit(Op::UnlessCellIs {
                cell,
                value: i32::from(wanted),
                to: otherwise.pc(),
            });
        }
        match self.value(expr, scope) {
            Value::Known(value) => {
                if value != i64::from(wanted) {
                    self.code.jump(otherwise);
                }
            }
            Value::In(a) => {
                let to = otherwise.pc();
                self.code.emit(if wanted {
                    Op::UnlessTrue { a, to }
                } else {
                    Op::UnlessFalse { a, to }
                });
            }
        }
    }

    fn require_each(&mut self, operands: &[Expr], wanted: bool, otherwise: Label, scope: &Scope) {
        for operand in operands {
            self.require(operand, wanted, otherwise, scope);
        }
    }

    fn require_some(&mut self, operands: &[Expr], wanted: bool, otherwise: Label, scope: &Scope) {
        let Some((last, before)) = operands.split_last() else {
            return self.code.jump(otherwise);
        };
        let found = self.code.label();
        for operand in before {
            match crate::fold::constant(operand, &self.setting) {
                Some(value) if value == i64::from(wanted) => {
                    self.code.bind(found);
                    return;
                }
                Some(_) => continue,
                None => {}
            }
            let next = self.code.label();
            self.require(operand, wanted, next, scope);
            self.code.jump(found);
            self.code.bind(next);
        }
        self.require(last, wanted, otherwise, scope);
        self.code.bind(found);
    }

    fn require_branch(
        &mut self,
        test: &Expr,
        branches: [&Expr; 2],
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        let no = self.code.label();
        let done = self.code.label();
        self.require(test, true, no, scope);
        self.require(branches[0], wanted, otherwise, scope);
        self.code.jump(done);
        self.code.bind(no);
        self.require(branches[1], wanted, otherwise, scope);
        self.code.bind(done);
    }

    fn require_equal(&mut self, a: &Expr, b: &Expr, wanted: bool, otherwise: Label, scope: &Scope) {
        let to = otherwise.pc();
        if matches!(a.ty, Type::List(_)) {
            let same = self.same_lists(a, b, scope);
            return self.emit_truth(same, wanted, otherwise);
        }
        if let Some((pile, number)) = self.counted_pile(a, b, scope) {
            if wanted && number == 0 {
                return self.code.emit(Op::UnlessFewer { pile, value: 1, to });
            }
            if !wanted && number == 0 {
                return self.code.emit(Op::UnlessHolds { pile, value: 1, to });
            }
        }
        if let Some((cell, value)) = self.compared_cell(a, b) {
            return self.code.emit(if wanted {
                Op::UnlessCellIs { cell, value, to }
            } else {
                Op::UnlessCellIsNot { cell, value, to }
            });
        }
        let (left, right) = self.comparable(a, b, scope);
        match (left, right) {
            (Value::Known(a), Value::Known(b)) => {
                if (a == b) != wanted || a == FAILED || b == FAILED {
                    self.code.jump(otherwise);
                }
            }
            (Value::In(a), Value::Known(value)) | (Value::Known(value), Value::In(a)) => {
                match i32::try_from(value) {
                    Ok(value) if wanted => self.code.emit(Op::UnlessIs { a, value, to }),
                    Ok(value) => self.code.emit(Op::UnlessIsNot { a, value, to }),
                    Err(_) => {
                        let b = self.slot(Value::Known(value));
                        self.emit_equal(a, b, wanted, otherwise);
                    }
                }
            }
            (Value::In(a), Value::In(b)) => self.emit_equal(a, b, wanted, otherwise),
        }
    }

    fn emit_truth(&mut self, a: Slot, wanted: bool, otherwise: Label) {
        let to = otherwise.pc();
        self.code.emit(if wanted {
            Op::UnlessTrue { a, to }
        } else {
            Op::UnlessFalse { a, to }
        });
    }

    fn emit_equal(&mut self, a: Slot, b: Slot, wanted: bool, otherwise: Label) {
        let to = otherwise.pc();
        self.code.emit(if wanted {
            Op::UnlessEqual { a, b, to }
        } else {
            Op::UnlessDifferent { a, b, to }
        });
    }

    /// The cell of a variable of the table and the number it is compared with.
    fn compared_cell(&mut self, a: &Expr, b: &Expr) -> Option<(engine::ids::Cell, i32)> {
        let ExprKind::Variable(id, None) = &a.kind else {
            return None;
        };
        let stored = matches!(
            self.game.variables[*id].value,
            cgml::model::VariableValue::Stored(_)
        );
        if !stored
            || self.is_variable_changed(*id)
            || a.ty != b.ty
            || self.owners_of(*id) > 0
            || self.width_of(*id) > 1
        {
            return None;
        }
        let value = match &b.kind {
            ExprKind::Literal(literal) => self.layout.number(literal)?,
            _ => crate::fold::constant(b, &self.setting)?,
        };
        Some((self.layout.cell(*id), i32::try_from(value).ok()?))
    }

    /// The pile whose cards are counted, and the number they are compared with.
    fn counted_pile(&mut self, a: &Expr, b: &Expr, scope: &Scope) -> Option<(Pile, i32)> {
        let ExprKind::Operator(operation) = &a.kind else {
            return None;
        };
        let [zone] = operation.operands.as_slice() else {
            return None;
        };
        if operation.operator.name != "count" || zone.ty != Type::Zone {
            return None;
        }
        let number = i32::try_from(crate::fold::constant(b, &self.setting)?).ok()?;
        let ExprKind::Zone(id, owner) = &zone.kind else {
            return None;
        };
        let owner = owner.as_deref().map(|owner| self.value(owner, scope));
        match self.zone_of(*id, owner) {
            Value::Known(pile) if pile >= 0 => Some((Pile(pile as u16), number)),
            _ => None,
        }
    }

    /// `a` is less than `b`, or at least `b`.
    fn require_less(&mut self, a: &Expr, b: &Expr, wanted: bool, otherwise: Label, scope: &Scope) {
        let is_hopeless = match wanted {
            true => self.is_never_less(a, b),
            false => self.is_always_less(a, b),
        };
        if is_hopeless {
            return self.code.jump(otherwise);
        }
        let to = otherwise.pc();
        if let Some((pile, value)) = self.counted_pile(a, b, scope) {
            return self.code.emit(if wanted {
                Op::UnlessFewer { pile, value, to }
            } else {
                Op::UnlessHolds { pile, value, to }
            });
        }
        if let Some((pile, value)) = self.counted_pile(b, a, scope) {
            // number < count, or number >= count.
            let value = value.saturating_add(1);
            return self.code.emit(if wanted {
                Op::UnlessHolds { pile, value, to }
            } else {
                Op::UnlessFewer { pile, value, to }
            });
        }
        let left = self.value(a, scope);
        let right = self.value(b, scope);
        let small = |value: Value| match value {
            Value::Known(number) => i32::try_from(number).ok(),
            Value::In(_) => None,
        };
        match (left, right, small(left), small(right)) {
            (_, _, Some(a), Some(b)) => {
                if (a < b) != wanted {
                    self.code.jump(otherwise);
                }
            }
            (Value::In(a), _, _, Some(value)) => self.code.emit(if wanted {
                Op::UnlessBelow { a, value, to }
            } else {
                Op::UnlessFrom { a, value, to }
            }),
            (_, Value::In(b), Some(value), _) if value < i32::MAX => {
                // value < b is b >= value + 1.
                let value = value + 1;
                self.code.emit(if wanted {
                    Op::UnlessFrom { a: b, value, to }
                } else {
                    Op::UnlessBelow { a: b, value, to }
                });
            }
            _ => {
                let (a, b) = (self.slot(left), self.slot(right));
                self.code.emit(if wanted {
                    Op::UnlessLess { a, b, to }
                } else {
                    Op::UnlessAtLeast { a, b, to }
                });
            }
        }
    }

    fn require_any(
        &mut self,
        list: &Expr,
        test: &Expr,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        let (local, test) = predicate(test);
        if list.ty == Type::Zone
            && let Some(test) = self.printed_test(test, local)
        {
            let pile = self.value(list, scope);
            return self.require_printed(pile, &test, wanted, otherwise, scope);
        }
        self.in_any_order(list);
        if wanted {
            let found = self.code.label();
            self.each_element(list, scope, &mut |compiler, scope, item, next| {
                let inner = scope.with(local, item);
                compiler.require(test, true, next, &inner);
                compiler.code.jump(found);
            });
            self.code.jump(otherwise);
            self.code.bind(found);
        } else {
            self.each_element(list, scope, &mut |compiler, scope, item, _| {
                let inner = scope.with(local, item);
                compiler.require(test, false, otherwise, &inner);
            });
        }
    }

    fn require_all(
        &mut self,
        list: &Expr,
        test: &Expr,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        let (local, test) = predicate(test);
        if list.ty == Type::Zone
            && let Some(test) = self.printed_test(test, local)
        {
            let pile = self.value(list, scope);
            return self.require_printed(pile, &test.opposite(), !wanted, otherwise, scope);
        }
        self.in_any_order(list);
        if wanted {
            self.each_element(list, scope, &mut |compiler, scope, item, _| {
                let inner = scope.with(local, item);
                compiler.require(test, true, otherwise, &inner);
            });
        } else {
            let found = self.code.label();
            self.each_element(list, scope, &mut |compiler, scope, item, next| {
                let inner = scope.with(local, item);
                compiler.require(test, false, next, &inner);
                compiler.code.jump(found);
            });
            self.code.jump(otherwise);
            self.code.bind(found);
        }
    }

    /// Something is there: a card, a value, or at least one element.
    pub(crate) fn require_there(
        &mut self,
        inner: &Expr,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        let to = otherwise.pc();
        if inner.ty == Type::Zone || matches!(inner.ty, Type::List(_)) {
            let count = self.count(inner, scope);
            let a = self.slot(count);
            self.code.emit(if wanted {
                Op::UnlessFrom { a, value: 1, to }
            } else {
                Op::UnlessBelow { a, value: 1, to }
            });
            return;
        }
        let a = self.value_slot(inner, scope);
        self.code.emit(if wanted {
            Op::UnlessThere { a, to }
        } else {
            Op::UnlessMissing { a, to }
        });
    }

    fn require_in(
        &mut self,
        item: &Expr,
        list: &Expr,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        let element = list.ty.element().cloned().unwrap_or(Type::Any);
        let item_value = self.value(item, scope);
        let by_item = element == Type::Text && is_named(&item.ty);
        let item_value = match by_item {
            true => item_value,
            false => self.converted(item_value, &item.ty, &element),
        };
        let ty = &item.ty;
        let item = self.slot(item_value);
        if list.ty == Type::Range {
            return self.require_in_range(item, list, wanted, otherwise, scope);
        }
        if list.ty == Type::Zone {
            return self.require_in_zone(item, list, wanted, otherwise, scope);
        }
        let found = self.code.label();
        self.each_element(list, scope, &mut |compiler, _, element, next| {
            let to = if wanted { next } else { otherwise };
            let element = match by_item {
                true => compiler.among(element, ty),
                false => element,
            };
            match element {
                Value::Known(value) if i32::try_from(value).is_ok() => {
                    let value = value as i32;
                    let to = to.pc();
                    compiler.code.emit(if wanted {
                        Op::UnlessIs { a: item, value, to }
                    } else {
                        Op::UnlessIsNot { a: item, value, to }
                    });
                }
                element if matches!(ty, Type::List(_)) => {
                    let b = compiler.slot(element);
                    let same = compiler.are_same(item, b, ty);
                    compiler.emit_truth(same, wanted, to);
                }
                element => {
                    let b = compiler.slot(element);
                    compiler.emit_equal(item, b, wanted, to);
                }
            }
            if wanted {
                compiler.code.jump(found);
            }
        });
        if wanted {
            self.code.jump(otherwise);
        }
        self.code.bind(found);
    }

    fn require_in_zone(
        &mut self,
        card: Slot,
        zone: &Expr,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        let pile = self.value_slot(zone, scope);
        let of = self.code.slot();
        self.code.emit(Op::PileOf { to: of, card });
        self.emit_equal(of, pile, wanted, otherwise);
    }

    /// A truth value in a register: 1, 0, or failed.
    pub(crate) fn truth(&mut self, expr: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        let no = self.code.label();
        let unknown = self.code.label();
        let done = self.code.label();
        self.require(expr, true, no, scope);
        self.set(to, 1);
        self.code.jump(done);
        self.code.bind(no);
        self.require(expr, false, unknown, scope);
        self.set(to, 0);
        self.code.jump(done);
        self.code.bind(unknown);
        self.set(to, FAILED);
        self.code.bind(done);
        Value::In(to)
    }
}
