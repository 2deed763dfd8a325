//! Events that a game declares.

use crate::plan::effects::event_keys::EventKey;
use cgml::model::{EventId, Timing, Type};
use engine::ids::Slot;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Context, Value};

impl Compiler<'_> {
    /// The routine of a declared event. Registers: the acting player, then its s.
    pub(crate) fn write_declared(&mut self, event: EventId) {
        let game = self.game;
        let declared = &game.events[event];
        self.begin_part(&declared.name);
        let acting = self.code.slot();
        let first = self.code.slots(declared.fields.len());
        let done = self.code.label();
        let context = self.declared_context(event, acting, first);
        let key = EventKey::Declared(event.0);
        let acting = Some(Value::In(acting));
        self.run_rules(key, Timing::Pre, acting, context, None, done);
        self.write_happened(event, acting, context, done);
        self.code.bind(done);
        self.code.ret();
    }

    /// Fields of a declared event, given the registers of the acting player and of its first field.
    pub(crate) fn declared_context(&self, event: EventId, acting: Slot, first: Slot) -> Context {
        let declared = &self.game.events[event];
        let fields = &declared.fields;
        let at = |position: usize| Value::In(Slot(first.0 + position as u8));
        Context {
            card: fields
                .iter()
                .position(|field| field.ty == Type::Card)
                .map(at),
            player: Some(declared.player_field().map_or(Value::In(acting), at)),
            fields: Some(first),
            ..Context::default()
        }
    }

    /// A declared event has happened: it is told, and heard.
    pub(crate) fn write_happened(
        &mut self,
        event: EventId,
        acting: Option<Value>,
        context: Context,
        done: Label,
    ) {
        let declared = &self.game.events[event];
        let key = EventKey::Declared(event.0);
        if let Some(player) = context.player {
            self.tell(&declared.name, player);
        }
        if let Some(first) = context.fields {
            for (number, field) in declared.fields.iter().enumerate() {
                let value = Value::In(Slot(first.0 + number as u8));
                self.tell(&format!("{}.{}", declared.name, field.name), value);
            }
        }
        self.reset_variables(key, None, context);
        self.trigger_abilities(key, acting, context, None);
        self.run_rules(key, Timing::Post, acting, context, None, done);
    }
}
