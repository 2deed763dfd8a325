//! Calls of effects that a game defines.

use cgml::model::{
    Argument, ArgumentValue, DefinitionBody, DefinitionId, EventId, Expr, Step, Timing, Type,
};
use engine::ids::{NOTHING, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::{Context, Scope, Value};
use crate::events::proceed::Replaced;
use crate::plan::effects::event_keys::EventKey;
use crate::routines::Routine;

impl Compiler<'_> {
    /// A defined effect: its parameters are the first registers of its own frame.
    pub(crate) fn call_effect(&mut self, id: DefinitionId, step: &Step, scope: &Scope) {
        let each = step
            .arguments
            .iter()
            .find_map(|argument| Some((argument.parameter, argument.value.each()?)));
        match each {
            Some((parameter, list)) => {
                let list = self.gather(list, scope);
                self.each_at_once(list, scope, &mut |compiler, scope, item, _| {
                    compiler.call_once(id, step, Some((parameter, item)), scope);
                });
            }
            None => self.call_once(id, step, None, scope),
        }
    }

    fn call_once(
        &mut self,
        id: DefinitionId,
        step: &Step,
        each: Option<(u32, Value)>,
        scope: &Scope,
    ) {
        let game = self.game;
        let definition = &game.definitions[id];
        let taken = self.code.taken();
        let given = |parameter: usize| {
            let found = step
                .arguments
                .iter()
                .find(|argument| argument.parameter as usize == parameter);
            found.map(|Argument { value, .. }| value)
        };
        let mut values = Vec::new();
        for (number, (_, ty, default)) in definition.params.iter().enumerate() {
            let value = match (given(number), each) {
                (_, Some((parameter, item))) if parameter as usize == number => item,
                (Some(ArgumentValue::Expr(expr)), _) => self.effect_argument(expr, ty, scope),
                (Some(_), _) => {
                    self.not_yet(&definition.name, step.origin);
                    Value::Known(NOTHING)
                }
                (None, _) => match default {
                    Some(default) => self.value(default, scope),
                    None => Value::Known(NOTHING),
                },
            };
            values.push(value);
        }
        let acting = self.acting(scope);
        let first = self.code.slots(values.len() + 1);
        for (number, value) in values.into_iter().enumerate() {
            self.put(Slot(first.0 + 1 + number as u8), value);
        }
        self.put(first, acting);
        let routine = self.routine(Routine::Effect {
            definition: id.0,
            is_setup: scope.is_setup,
            is_cost: scope.is_cost,
        });
        self.code.call(routine, first, scope.fail);
        self.code.free(taken);
    }

    pub(crate) fn effect_argument(&mut self, expr: &Expr, ty: &Type, scope: &Scope) -> Value {
        match (&expr.ty, ty) {
            (Type::Zone, Type::List(_)) => Value::In(self.gather(expr, scope)),
            _ => self.value_as(expr, ty, scope),
        }
    }

    /// The body of a defined effect: register 0 is the acting player, then its parameters.
    pub(crate) fn write_effect(&mut self, id: DefinitionId, is_setup: bool, is_cost: bool) {
        let game = self.game;
        let definition = &game.definitions[id];
        self.begin_part(&definition.name);
        let DefinitionBody::Effect(block) = &definition.body else {
            return self.not_yet(&definition.name, definition.origin);
        };
        let (fail, done) = (self.code.label(), self.code.label());
        let mut scope = Scope::new(fail);
        scope.is_setup = is_setup;
        scope.is_cost = is_cost;
        let acting = self.code.slot();
        scope.acting = Some(Value::In(acting));
        self.bind_locals(&mut scope, block);
        if let Some(condition) = &definition.condition {
            self.require(condition, true, fail, &scope);
        }
        let event = definition.event.filter(|event| {
            let is_heard = self.is_heard_by_anyone(EventKey::Declared(event.0));
            !is_setup && (is_heard || self.plan.rehearsal.is_some())
        });
        // Its parameters are what the event tells, also where the effect gives them other values.
        let told = event.map(|event| self.told_by(event, acting));
        if let Some((event, context)) = told {
            let key = EventKey::Declared(event.0);
            let prepared = self.code.label();
            let player = scope.acting;
            self.run_rules(key, Timing::Pre, player, context, None, prepared);
            self.code.bind(prepared);
            if self.is_replaceable(key) {
                let what = Replaced::Effect {
                    definition: id.0,
                    first: acting,
                    is_cost,
                };
                self.run_replacements(key, what, player, context, None, done);
                let mut values = vec![Value::In(acting)];
                let params = 1..=definition.params.len() as u8;
                values.extend(params.map(|number| Value::In(Slot(acting.0 + number))));
                let on = Routine::EffectOn {
                    definition: id.0,
                    is_cost,
                    again: false,
                };
                self.call_with(on, &values, &scope);
                self.code.jump(done);
            } else {
                self.steps(&block.steps, &scope);
                self.write_happened(event, player, context, done);
            }
        } else {
            self.steps(&block.steps, &scope);
        }
        self.code.bind(done);
        self.code.ret();
        self.code.bind(fail);
        self.code.fail();
    }

    /// A defined effect after everything was asked that replaces it; `again` if it may be replaced by something
    /// else. Registers: the acting player, then its parameters.
    pub(crate) fn write_effect_on(&mut self, id: DefinitionId, is_cost: bool, again: bool) {
        let game = self.game;
        let definition = &game.definitions[id];
        self.begin_part(&definition.name);
        let (DefinitionBody::Effect(block), Some(event)) = (&definition.body, definition.event)
        else {
            return self.code.ret();
        };
        let (fail, done) = (self.code.label(), self.code.label());
        let mut scope = Scope::new(fail);
        scope.is_cost = is_cost;
        let acting = self.code.slot();
        scope.acting = Some(Value::In(acting));
        self.bind_locals(&mut scope, block);
        let (event, context) = self.told_by(event, acting);
        if again {
            let what = Replaced::Effect {
                definition: id.0,
                first: acting,
                is_cost,
            };
            let key = EventKey::Declared(event.0);
            self.run_replacements(key, what, scope.acting, context, None, done);
        }
        self.steps(&block.steps, &scope);
        self.write_happened(event, scope.acting, context, done);
        self.code.bind(done);
        self.code.ret();
        self.code.bind(fail);
        self.code.fail();
    }

    /// The fields of a definition's event: a copy of its parameters.
    fn told_by(&mut self, event: EventId, acting: Slot) -> (EventId, Context) {
        let count = self.game.events[event].fields.len();
        let first = self.code.slots(count);
        for number in 0..count as u8 {
            self.code
                .copy(Slot(first.0 + number), Slot(acting.0 + 1 + number));
        }
        (event, self.declared_context(event, acting, first))
    }
}
