//! Comparisons as conditions: equality and order.

use cgml::model::{Expr, ExprKind, Type};
use cgml::vocabulary::operators::OperatorKind;
use engine::ids::{FAILED, Pile, Slot};
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    pub(crate) fn require_equal(
        &mut self,
        a: &Expr,
        b: &Expr,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        let to = otherwise.pc();
        if matches!(a.ty, Type::List(_)) {
            let same = self.same_lists(a, b, scope);
            return self.emit_truth(same, wanted, otherwise);
        }
        if let Some((pile, number)) = self.counted_pile(a, b, scope) {
            if wanted && number == 0 {
                return self.code.unless_fewer(pile, 1, to);
            }
            if !wanted && number == 0 {
                return self.code.unless_holds(pile, 1, to);
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
                    Ok(value) if wanted => self.code.unless_is(a, value, to),
                    Ok(value) => self.code.unless_is_not(a, value, to),
                    Err(_) => {
                        let b = self.slot(Value::Known(value));
                        self.emit_equal(a, b, wanted, otherwise);
                    }
                }
            }
            (Value::In(a), Value::In(b)) => self.emit_equal(a, b, wanted, otherwise),
        }
    }

    pub(crate) fn emit_truth(&mut self, a: Slot, wanted: bool, otherwise: Label) {
        let to = otherwise.pc();
        self.code.emit(if wanted {
            Op::UnlessTrue { a, to }
        } else {
            Op::UnlessFalse { a, to }
        });
    }

    pub(crate) fn emit_equal(&mut self, a: Slot, b: Slot, wanted: bool, otherwise: Label) {
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
            ExprKind::Literal(literal) => self.plan.layout.number(literal)?,
            _ => crate::plan::constants::constant(b, &self.plan.setting)?,
        };
        Some((self.plan.layout.cell(*id), i32::try_from(value).ok()?))
    }

    /// The pile whose cards are counted, and the number they are compared with.
    fn counted_pile(&mut self, a: &Expr, b: &Expr, scope: &Scope) -> Option<(Pile, i32)> {
        let ExprKind::Operator(operation) = &a.kind else {
            return None;
        };
        let [zone] = operation.operands.as_slice() else {
            return None;
        };
        if operation.operator.kind != OperatorKind::Count || zone.ty != Type::Zone {
            return None;
        }
        let number =
            i32::try_from(crate::plan::constants::constant(b, &self.plan.setting)?).ok()?;
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
    pub(crate) fn require_less(
        &mut self,
        a: &Expr,
        b: &Expr,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
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
        self.require_number_less(left, right, wanted, otherwise);
    }

    /// One number is less than another, or at least as large.
    fn require_number_less(&mut self, left: Value, right: Value, wanted: bool, otherwise: Label) {
        let to = otherwise.pc();
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
}
