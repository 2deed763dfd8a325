//! Tokens on the table: tests for them, and the end of one that leaves play.

use cgml::model::PropertyId;
use engine::ids::Slot;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::Value;
use crate::plan::effects::event_keys::LEAVE;

impl Compiler<'_> {
    /// The printed value of a card: of a token perhaps the one it was made with.
    pub(crate) fn counts_as_printed(&mut self, property: PropertyId, card: Value) -> Value {
        let column = self.plan.layout.column(property);
        let card = self.slot(card);
        let to = self.code.slot();
        let Some(first) = self.given_property(property) else {
            self.code.print(to, column, card);
            return Value::In(to);
        };
        let known = self.code.label();
        let value = self.mark(first, Value::In(card));
        self.put(to, value);
        self.code.unless_missing(to, known);
        self.code.print(to, column, card);
        self.code.bind(known);
        Value::In(to)
    }

    /// True if a card is a token.
    pub(crate) fn is_token(&mut self, card: Slot) -> Value {
        let Some(column) = self.plan.layout.links.tokens else {
            return Value::Known(0);
        };
        let to = self.code.slot();
        self.code.print(to, column, card);
        Value::In(to)
    }

    /// A token that leaves play ceases to exist: it goes where tokens are that do not.
    pub(crate) fn cease(&mut self, card: Slot, to: Slot, from: Slot, names: Slot) {
        if self.plan.layout.links.tokens.is_none() {
            return;
        }
        let taken = self.code.taken();
        let stays = self.code.label();
        let is_token = self.is_token(card);
        let a = self.slot(is_token);
        self.code.unless_true(a, stays);
        // Also one that lies under another card leaves with it.
        let bits = self.code.slot();
        self.code.names_of(bits, from, to);
        self.code.unless_bit(bits, LEAVE, stays);
        let piles = self.plan.layout.links.token_piles.clone();
        let list = self.code.constant(piles);
        self.code.look_up(to, list, card);
        self.names_of_move(names, from, to);
        self.code.bind(stays);
        self.code.free(taken);
    }
}
