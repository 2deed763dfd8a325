//! Operators that give lists.

use cgml::model::{Expr, Type};
use engine::ids::Slot;
use engine::lists::ListVerb;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::lists::predicate;
use crate::emit::scope::{Scope, Value};
use crate::plan::symbols::is_named;

impl Compiler<'_> {
    pub(crate) fn gather_operator(&mut self, expr: &Expr, scope: &Scope) -> Slot {
        let to = self.code.slot();
        self.code.new_list(to);
        self.push_each(to, expr, scope);
        to
    }

    pub(crate) fn list_verb(
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
        self.code.list(verb, to, a, b);
        Value::In(to)
    }

    pub(crate) fn list_pair(&mut self, verb: ListVerb, a: &Expr, b: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        let ty = &a.ty;
        let a = self.gather_elements(a, scope);
        let b = self.gather_as(b, ty, scope);
        let a = self.alike(a, b, ty);
        self.code.list(verb, to, a, b);
        Value::In(to)
    }

    pub(crate) fn same_lists(&mut self, a: &Expr, b: &Expr, scope: &Scope) -> Slot {
        let ty = &a.ty;
        let a = self.gather_elements(a, scope);
        let b = self.gather_elements(b, scope);
        self.are_same(a, b, ty)
    }

    pub(crate) fn union(&mut self, operands: &[Expr], scope: &Scope) -> Value {
        let to = self.code.slot();
        self.code.new_list(to);
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
            self.code.list(ListVerb::Union, to, to, b);
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
        self.code.list(verb, to, a, b);
        Value::In(to)
    }

    /// A list of what a key gives for each element of a list.
    pub(crate) fn keys(&mut self, list: Slot, key: &Expr, scope: &Scope) -> Slot {
        let (local, key) = predicate(key);
        let keys = self.code.slot();
        self.code.new_list(keys);
        if let Some(column) = self.printed_column(key, local) {
            self.code.push_column(keys, list, column);
            return keys;
        }
        self.each_item(list, scope, &mut |compiler, scope, item, _| {
            let inner = scope.with(local, item);
            let taken = compiler.code.taken();
            let value = compiler.value_slot(key, &inner);
            compiler.code.push(keys, value);
            compiler.code.free(taken);
        });
        self.alike_within(keys, &key.ty.clone().list())
    }
}
