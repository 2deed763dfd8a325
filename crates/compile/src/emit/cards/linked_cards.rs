//! Cards attached to or stacked with another card, and the zone of a card.

use cgml::model::Expr;
use engine::ids::{Cell, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    /// The cards that a link leads to a card from: those attached to it, or under it.
    pub(crate) fn linked(&mut self, first: Option<Cell>, card: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        let Some(first) = first else {
            self.code.new_list(to);
            return Value::In(to);
        };
        let value = self.value_slot(card, scope);
        self.code.new_list(to);
        self.code.push_marked(to, first, value);
        Value::In(to)
    }

    /// The zone that a card counts as lying in.
    pub(crate) fn zone_of_card(&mut self, card: Slot) -> Value {
        let to = self.code.slot();
        self.code.pile_of(to, card);
        if self.plan.layout.links.under.is_none() {
            return Value::In(to);
        }
        let done = self.code.label();
        let above = self.beside(to, self.plan.layout.links.above.clone());
        self.code.unless_there(above, done);
        self.put(to, Value::In(above));
        self.code.bind(done);
        Value::In(to)
    }
}
