//! Cards attached to or stacked with another card, and the zone of a card.

use cgml::model::Expr;
use engine::ids::{Cell, Slot};
use engine::op::Op;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    /// The cards that a link leads to a card from: those attached to it, or under it.
    pub(crate) fn linked(&mut self, first: Option<Cell>, card: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        let Some(first) = first else {
            self.code.emit(Op::NewList { to });
            return Value::In(to);
        };
        let value = self.value_slot(card, scope);
        self.code.emit(Op::NewList { to });
        self.code.emit(Op::PushMarked {
            list: to,
            first,
            value,
        });
        Value::In(to)
    }

    /// The zone that a card counts as lying in.
    pub(crate) fn zone_of_card(&mut self, card: Slot) -> Value {
        let to = self.code.slot();
        self.code.emit(Op::PileOf { to, card });
        if self.plan.layout.links.under.is_none() {
            return Value::In(to);
        }
        let done = self.code.label();
        let above = self.beside(to, self.plan.layout.links.above.clone());
        self.code.emit(Op::UnlessThere {
            a: above,
            to: done.pc(),
        });
        self.put(to, Value::In(above));
        self.code.bind(done);
        Value::In(to)
    }
}
