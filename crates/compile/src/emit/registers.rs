//! Values in registers, and the parts of a game that ops come from.

use cgml::model::Block;
use engine::ids::Slot;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    /// Begins the part of a rule, move or definition.
    pub(crate) fn begin_part(&mut self, name: &str) {
        self.code.parts.push(name.to_owned());
        self.code.part(self.code.parts.len() as u32);
    }

    /// Begins a routine that steps share: whatever happens in it was done by the step that called
    /// it.
    pub(crate) fn begin_shared_part(&mut self, name: &str) {
        self.begin_part(name);
        self.code.nowhere();
    }

    /// Registers for the temporary values of an effect.
    pub(crate) fn bind_locals(&mut self, scope: &mut Scope, block: &Block) {
        let first = self.code.slots(block.locals.len());
        scope.locals = (0..block.locals.len())
            .map(|number| Value::In(Slot(first.0 + number as u8)))
            .collect();
    }

    /// A register that holds a value.
    pub(crate) fn slot(&mut self, value: Value) -> Slot {
        match value {
            Value::In(slot) => slot,
            Value::Known(number) => {
                let slot = self.code.slot();
                self.set(slot, number);
                slot
            }
        }
    }

    /// Puts a number into a register.
    pub(crate) fn set(&mut self, to: Slot, number: i64) {
        if number == engine::ids::NOTHING {
            self.code.set_nothing(to);
        } else if let Ok(value) = i32::try_from(number) {
            self.code.set(to, value);
        } else {
            let value = self.code.constant(vec![number]);
            self.code.set_wide(to, value);
        }
    }

    /// Puts a value into a register.
    pub(crate) fn put(&mut self, to: Slot, value: Value) {
        match value {
            Value::Known(number) => self.set(to, number),
            Value::In(from) if from == to => {}
            Value::In(from) => self.code.copy(to, from),
        }
    }
}
