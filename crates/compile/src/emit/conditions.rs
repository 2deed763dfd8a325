//! Conditions: tests that go on only where they hold for certain.
//!
//! [`Compiler::require`] writes ops that go on if an expression is certainly true (or certainly false) and
//! jump otherwise. What cannot be evaluated is neither, so that both `x > 5` and `not x > 5` jump without `x`.

pub(crate) mod comparisons;
pub(crate) mod membership;
pub(crate) mod truthy;

use cgml::model::{Expr, ExprKind, Operation, Type, VariableValue};
use cgml::vocabulary::operators::OperatorKind;
use engine::ids::FAILED;
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::identity::ExprId;

impl Compiler<'_> {
    /// Goes on if `expr` is `wanted`, and to `otherwise` if not or if it cannot be evaluated.
    pub(crate) fn require(&mut self, expr: &Expr, wanted: bool, otherwise: Label, scope: &Scope) {
        let taken = self.code.taken();
        self.require_inner(expr, wanted, otherwise, scope);
        self.code.free(taken);
    }

    fn require_inner(&mut self, expr: &Expr, wanted: bool, otherwise: Label, scope: &Scope) {
        if self.moves.hoisted.contains_key(&ExprId::of(expr)) {
            return self.require_value(expr, wanted, otherwise, scope);
        }
        if self.require_of_cards(expr, wanted, otherwise, scope) {
            return;
        }
        match &expr.kind {
            ExprKind::Operator(operation) => {
                self.require_operator(expr, operation, wanted, otherwise, scope);
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
                    VariableValue::Computed(expr)
                        if owner.is_none() && !self.is_variable_changed(*id) =>
                    {
                        Some(expr)
                    }
                    VariableValue::Computed(_) | VariableValue::Stored(_) => None,
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

    fn require_operator(
        &mut self,
        expr: &Expr,
        operation: &Operation,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        let operands = &operation.operands;
        match (operation.operator.kind, operands.as_slice()) {
            (OperatorKind::Not, [inner]) => self.require(inner, !wanted, otherwise, scope),
            (OperatorKind::And, _) if wanted => self.require_each(operands, true, otherwise, scope),
            (OperatorKind::Or, _) if !wanted => {
                self.require_each(operands, false, otherwise, scope)
            }
            (OperatorKind::And, _) => self.require_some(operands, false, otherwise, scope),
            (OperatorKind::Or, _) => self.require_some(operands, true, otherwise, scope),
            (OperatorKind::IsEqual, [a, b]) => self.require_equal(a, b, wanted, otherwise, scope),
            (OperatorKind::IsLessThan, [a, b]) => self.require_less(a, b, wanted, otherwise, scope),
            (OperatorKind::IsGreaterThan, [a, b]) => {
                self.require_less(b, a, wanted, otherwise, scope)
            }
            (OperatorKind::Any, [list, test]) => {
                self.require_any(list, test, wanted, otherwise, scope);
            }
            (OperatorKind::All, [list, test]) if expr.ty == Type::Bool => {
                self.require_all(list, test, wanted, otherwise, scope);
            }
            (OperatorKind::Any, [list]) => self.require_any_true(list, wanted, otherwise, scope),
            (OperatorKind::All, [list]) if expr.ty == Type::Bool => {
                self.require_all_true(list, wanted, otherwise, scope);
            }
            (OperatorKind::Exists, [inner]) => self.require_there(inner, wanted, otherwise, scope),
            (OperatorKind::In, [item, list]) | (OperatorKind::Contains, [list, item]) => {
                self.require_in(item, list, wanted, otherwise, scope);
            }
            (OperatorKind::If, [test, yes, no]) => {
                self.require_branch(test, [yes, no], wanted, otherwise, scope);
            }
            _ => self.require_value(expr, wanted, otherwise, scope),
        }
    }

    fn require_value(&mut self, expr: &Expr, wanted: bool, otherwise: Label, scope: &Scope) {
        if let ExprKind::Variable(id, None) = &expr.kind
            && self.owners_of(*id) == 0
            && !self.is_variable_changed(*id)
            && matches!(self.game.variables[*id].value, VariableValue::Stored(_))
        {
            let cell = self.plan.layout.cell(*id);
            return self.code.unless_cell_is(cell, i32::from(wanted), otherwise);
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
            match crate::plan::constants::constant(operand, &self.plan.setting) {
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
