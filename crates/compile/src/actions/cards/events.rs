//! `EMIT`.

use crate::plan::effects::event_keys::EventKey;
use cgml::model::Step;
use cgml::vocabulary::parameters::Parameter;
use engine::ids::{NOTHING, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};
use crate::routines::Routine;

impl Compiler<'_> {
    pub(crate) fn emit_event(&mut self, step: &Step, scope: &Scope) {
        let Some(cgml::model::NameRef::Event(event)) = self.name(step, Parameter::Event) else {
            return self.not_yet("this event", step.origin);
        };
        let is_heard = self.is_heard_by_anyone(EventKey::Declared(event.0));
        if !is_heard && self.plan.rehearsal.is_none() || scope.is_setup {
            return;
        }
        let declared = &self.game.events[event];
        let fields = &declared.fields;
        let given = step.fields();
        let acting = self.acting(scope);
        let mut values = vec![acting];
        for (number, field) in fields.iter().enumerate() {
            let found = given.iter().find(|(at, _)| *at as usize == number);
            let value = match found {
                Some((_, expr)) => self.effect_argument(expr, &field.ty, scope),
                None if declared.player_field() == Some(number) => acting,
                None => Value::Known(NOTHING),
            };
            values.push(value);
        }
        let at = self.code.slots(values.len());
        for (number, value) in values.into_iter().enumerate() {
            self.put(Slot(at.0 + number as u8), value);
        }
        let routine = self.routine(Routine::Declared(event.0));
        self.code.call(routine, at, scope.fail);
    }
}
