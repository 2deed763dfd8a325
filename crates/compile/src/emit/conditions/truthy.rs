//! Elements that count as true by themselves: `any` and `all` without a predicate.

use cgml::model::{Expr, Type};
use engine::ids::{NOTHING, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    /// Goes on if some element (or, if not `wanted`, no element) of a list counts as true.
    pub(crate) fn require_any_true(
        &mut self,
        list: &Expr,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        self.require_some_element(list, true, wanted, otherwise, scope);
    }

    /// Goes on if every element (or, if not `wanted`, not every element) of a list counts as true.
    pub(crate) fn require_all_true(
        &mut self,
        list: &Expr,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        self.require_some_element(list, false, !wanted, otherwise, scope);
    }

    /// Goes on if there is an element that counts as `truth`, or if there is none, as `is_there` says.
    fn require_some_element(
        &mut self,
        list: &Expr,
        truth: bool,
        is_there: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        let ty = list.ty.element().cloned().unwrap_or(Type::Any);
        let ty = if ty == Type::Zone { Type::Card } else { ty };
        let found = self.code.label();
        self.each_element(list, scope, &mut |compiler, _, item, next| {
            let taken = compiler.code.taken();
            if is_there {
                compiler.require_counts_as(item, &ty, truth, next);
                compiler.code.jump(found);
            } else {
                compiler.require_counts_as(item, &ty, !truth, otherwise);
            }
            compiler.code.free(taken);
        });
        if is_there {
            self.code.jump(otherwise);
        }
        self.code.bind(found);
    }

    /// Goes on if a value counts as true, or as false. What failed counts as neither.
    fn require_counts_as(&mut self, item: Value, ty: &Type, truth: bool, otherwise: Label) {
        let to = otherwise.pc();
        let item = self.slot(item);
        self.code.unless_evaluated(item, to);
        let (a, empty) = self.compared_with_empty(item, ty);
        let is_false = self.code.label();
        if truth {
            self.code.unless_there(a, to);
            if let Some(empty) = empty {
                let empty = self.slot(Value::Known(empty));
                self.code.unless_different(a, empty, to);
            }
            return;
        }
        for false_value in [Some(NOTHING), empty].into_iter().flatten() {
            let b = self.slot(Value::Known(false_value));
            let next = self.code.label();
            self.code.unless_equal(a, b, next);
            self.code.jump(is_false);
            self.code.bind(next);
        }
        self.code.jump(otherwise);
        self.code.bind(is_false);
    }

    /// The register that tells if a value is empty, and the number that it then holds; no number if only nothing is.
    fn compared_with_empty(&mut self, item: Slot, ty: &Type) -> (Slot, Option<i64>) {
        match ty {
            Type::List(_) => {
                let length = self.code.slot();
                self.code.length(length, item);
                (length, Some(0))
            }
            Type::Zone => {
                let count = self.code.slot();
                self.code.count_at(count, item);
                (count, Some(0))
            }
            Type::Bool | Type::Number => (item, Some(0)),
            Type::Text => (item, Some(self.plan.layout.text(""))),
            Type::Any
            | Type::Nothing
            | Type::Symbol(_)
            | Type::Card
            | Type::Player
            | Type::Team
            | Type::Phase
            | Type::State
            | Type::Kind
            | Type::CardName
            | Type::Range
            | Type::Pool
            | Type::Record(_) => (item, None),
        }
    }
}
