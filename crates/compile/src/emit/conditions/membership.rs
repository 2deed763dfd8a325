//! Quantifiers and membership as conditions: `any`, `all`, `in`, `exists`.

use cgml::model::{Expr, Type};
use engine::ids::Slot;
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::lists::predicate;
use crate::emit::scope::{Scope, Value};
use crate::plan::symbols::is_named;

impl Compiler<'_> {
    pub(crate) fn require_any(
        &mut self,
        list: &Expr,
        test: &Expr,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        self.require_element(list, (test, true), wanted, otherwise, scope);
    }

    /// A test holds of all elements if there is none of which it does not hold.
    pub(crate) fn require_all(
        &mut self,
        list: &Expr,
        test: &Expr,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        self.require_element(list, (test, false), !wanted, otherwise, scope);
    }

    /// There is an element of which a test holds, or does not hold; or there is none.
    fn require_element(
        &mut self,
        list: &Expr,
        (test, holds): (&Expr, bool),
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        let (local, test) = predicate(test);
        if list.ty == Type::Zone
            && let Some(test) = self.printed_test(test, local)
        {
            let test = if holds { test } else { test.opposite() };
            let pile = self.value(list, scope);
            return self.require_printed(pile, &test, wanted, otherwise, scope);
        }
        self.in_any_order(list);
        if wanted {
            let found = self.code.label();
            self.each_element(list, scope, &mut |compiler, scope, item, next| {
                let inner = scope.with(local, item);
                compiler.require(test, holds, next, &inner);
                compiler.code.jump(found);
            });
            self.code.jump(otherwise);
            self.code.bind(found);
        } else {
            self.each_element(list, scope, &mut |compiler, scope, item, _| {
                let inner = scope.with(local, item);
                compiler.require(test, !holds, otherwise, &inner);
            });
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

    pub(crate) fn require_in(
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
        self.code.pile_of(of, card);
        self.emit_equal(of, pile, wanted, otherwise);
    }
}
