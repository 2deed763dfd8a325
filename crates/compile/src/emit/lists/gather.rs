//! Lists that are made: elements gathered into a register.

use cgml::model::{Expr, ExprKind, Type};
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::operators::OperatorKind;
use engine::ids::Slot;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::lists::predicate;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    /// As [`Self::gather`], where a list of some type is wanted.
    pub(crate) fn gather_as(&mut self, list: &Expr, ty: &Type, scope: &Scope) -> Slot {
        let elements = list.ty.element().zip(ty.element());
        if !elements.is_some_and(|(from, to)| self.must_convert(from, to)) {
            return self.gather_elements(list, scope);
        }
        let to = self.code.slot();
        let taken = self.code.taken();
        self.code.new_list(to);
        self.each_as(list, ty, scope, &mut |compiler, _, item, _| {
            let value = compiler.slot(item);
            compiler.code.push(to, value);
        });
        self.code.free(taken);
        to
    }

    /// A list with the elements of an expression, or the cards of a zone.
    pub(crate) fn gather(&mut self, list: &Expr, scope: &Scope) -> Slot {
        let to = self.code.slot();
        let taken = self.code.taken();
        match &list.kind {
            _ if list.ty == Type::Zone => {
                let pile = self.value_slot(list, scope);
                self.code.new_list(to);
                self.code.push_pile(to, pile);
            }
            ExprKind::Local(_) | ExprKind::Literal(_) | ExprKind::Parameter(_) => {
                let value = self.value(list, scope);
                self.put(to, value);
            }
            ExprKind::Operator(operation) if !self.is_fused(operation) => {
                let value = self.value(list, scope);
                self.put(to, value);
            }
            ExprKind::Variable(variable, owner) if !self.is_many(owner.as_deref()) => {
                let value = self.variable(*variable, owner.as_deref(), scope);
                self.put(to, value);
            }
            ExprKind::Function(definition, arguments) => {
                let made = self.inlined(*definition, arguments, scope, |compiler, list, inside| {
                    Value::In(compiler.gather(list, inside))
                });
                self.put(to, made);
            }
            ExprKind::ElementAt(..) | ExprKind::ContextField(_) => {
                let value = self.value(list, scope);
                self.put(to, value);
            }
            ExprKind::Field(field @ (FieldKind::Kinds | FieldKind::Tags), card)
                if !self.is_many(Some(card)) =>
            {
                let card = self.value_slot(card, scope);
                self.list_symbols_of_card(to, *field, card);
            }
            _ => {
                self.code.new_list(to);
                self.push_each(to, list, scope);
            }
        }
        self.code.free(taken);
        to
    }

    /// Adds the elements of an expression to a list.
    pub(crate) fn push_each(&mut self, to: Slot, list: &Expr, scope: &Scope) {
        if let Some((pile, column)) = self.printed_list(list, scope) {
            let pile = self.slot(pile);
            return self.code.push_printed(to, pile, column);
        }
        self.each(list, scope, &mut |compiler, _, item, _| {
            let value = compiler.slot(item);
            compiler.code.push(to, value);
        });
    }

    /// Adds the cards of a zone, of zones or of a list to a list.
    pub(crate) fn push_each_element(&mut self, to: Slot, from: &Expr, scope: &Scope) {
        if from.ty == Type::Zone {
            let pile = self.value_slot(from, scope);
            return self.code.push_pile(to, pile);
        }
        self.each_element(from, scope, &mut |compiler, _, item, _| {
            let value = compiler.slot(item);
            compiler.code.push(to, value);
        });
    }

    /// The zone and the column of an expression that gives what is printed on the cards of a zone.
    fn printed_list(&mut self, list: &Expr, scope: &Scope) -> Option<(Value, engine::ids::Column)> {
        let ExprKind::Operator(operation) = &list.kind else {
            return None;
        };
        let [zone, key] = operation.operands.as_slice() else {
            return None;
        };
        if operation.operator.kind != OperatorKind::Map
            || zone.ty != Type::Zone
            || self.plan.setting.open_chance
        {
            return None;
        }
        let (local, key) = predicate(key);
        let column = self.printed_column(key, local)?;
        Some((self.value(zone, scope), column))
    }
}
