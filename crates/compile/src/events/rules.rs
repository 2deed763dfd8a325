//! Rules: the listeners of an event, in order.

use cgml::model::Callee;
use cgml::model::{EventPattern, Failure, Often, Rule, Step, Subject, Timing};
use cgml::vocabulary::actions::Trait;
use engine::ids::Slot;
use engine::op::Builder;
use engine::program::cells;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Context, Scope, Value};
use crate::plan::effects::breaks::Break;
use crate::plan::effects::event_keys::{EventKey, bit_of};

impl<'g> Compiler<'g> {
    /// The rules that listen to an event with this timing, in the order they run.
    pub(crate) fn listeners(&self, key: EventKey, timing: Timing) -> Vec<&'g Rule> {
        let game = self.game;
        let mut rules: Vec<&Rule> = game
            .rules
            .iter()
            .filter(|rule| rule.timing == timing && rule.restricts.is_empty())
            .filter(|rule| {
                let trigger = rule.trigger.as_ref();
                trigger.is_some_and(|trigger| key.matches(&trigger.event))
            })
            .collect();
        rules.sort_by_key(|rule| std::cmp::Reverse(rule.priority));
        rules
    }

    /// True if anything listens to an event.
    pub(crate) fn is_heard_by_anyone(&self, key: EventKey) -> bool {
        self.is_heard_without_card(key) || self.is_trigger(key) || !self.replacing(key).is_empty()
    }

    /// True if anyone hears of an event that is about no card: abilities about their own card never do.
    pub(crate) fn is_heard_without_card(&self, key: EventKey) -> bool {
        let ends = self.game.resolution.durations.iter().map(|(_, end)| end);
        let resets = self.game.variables.iter();
        let resets = resets.flat_map(|variable| &variable.resets);
        let attributes = self.game.attributes.iter();
        let resets = resets.chain(attributes.flat_map(|attribute| &attribute.resets));
        let resets = resets.chain(ends);
        let mut rules = self
            .game
            .rules
            .iter()
            .filter_map(|rule| rule.trigger.as_ref());
        resets.into_iter().any(|reset| key.matches(&reset.event))
            || rules.any(|trigger| key.matches(&trigger.event))
            || self.ends_something(key)
            || self.is_awaited(key)
            || self.abilities.carried.iter().any(|carried| {
                let mut events = carried.events().iter();
                events
                    .any(|pattern| pattern.subject != Subject::This && key.matches(&pattern.event))
            })
    }

    /// Everything that follows an event which does nothing by itself: resets, `pre` and `post` rules. Jumps
    /// to `broken` when an effect breaks off the phase.
    pub(crate) fn happens(&mut self, key: EventKey, broken: Label) {
        let context = Context::default();
        if let Some(event) = self.event_name(key) {
            let taken = self.code.taken();
            let player = self.current();
            self.tell(&event, player);
            self.code.free(taken);
        }
        self.reset_variables(key, None, context);
        self.run_rules(key, Timing::Pre, None, context, None, broken);
        self.trigger_abilities(key, None, context, None);
        self.run_rules(key, Timing::Post, None, context, None, broken);
        if self.is_trigger(key) || self.is_awaited(key) {
            self.round();
            self.unless_broken(broken);
        }
    }

    /// Goes to `broken` if an effect has broken off the phase.
    pub(crate) fn unless_broken(&mut self, broken: Label) {
        if self.plan.uses.breaks {
            self.code
                .unless_cell_is(cells::BREAK, Break::Nothing.number(), broken);
        }
    }

    /// Name of an event that scenarios may ask for.
    fn event_name(&self, key: EventKey) -> Option<String> {
        self.plan.rehearsal?;
        let game = self.game;
        match key {
            EventKey::Plain(trigger) => Some(trigger.row().trigger.to_owned()),
            EventKey::Phase(trigger, phase) => {
                let phase = &game.phases[cgml::model::PhaseId(phase)].name;
                Some(format!("{}.{phase}", trigger.row().trigger))
            }
            EventKey::State(trigger, state) => {
                let state = &game.states[cgml::model::StateId(state)].name;
                Some(format!("{}.{state}", trigger.row().trigger))
            }
            EventKey::Inner(_) | EventKey::Move | EventKey::Declared(_) => None,
        }
    }

    /// The rules of one timing.
    pub(crate) fn run_rules(
        &mut self,
        key: EventKey,
        timing: Timing,
        acting: Option<Value>,
        context: Context,
        names: Option<Slot>,
        broken: Label,
    ) {
        // The effects of rules that run inside another effect are part of that effect.
        let is_outermost = match key {
            EventKey::Plain(_) | EventKey::Phase(..) | EventKey::State(..) => true,
            EventKey::Inner(_) | EventKey::Move | EventKey::Declared(_) => false,
        };
        for rule in self.listeners(key, timing) {
            self.write_rule(rule, acting, context, names, None);
            if is_outermost {
                self.round();
            }
            let waited = is_outermost && self.has_rounds();
            if waited || self.may_break(&rule.effect.steps) {
                self.unless_broken(broken);
            }
        }
    }

    /// One rule: tests, then its effect. A replacing rule that ran goes to `replaced`.
    pub(crate) fn write_rule(
        &mut self,
        rule: &'g Rule,
        acting: Option<Value>,
        context: Context,
        names: Option<Slot>,
        replaced: Option<Label>,
    ) {
        let taken = self.code.taken();
        let place = self.code.place();
        self.begin_part(&rule.name);
        self.code.at(rule.origin);
        let done = self.code.label();
        self.require_names(rule, names, acting, context, done);
        let mut scope = Scope::new(done);
        scope.acting = acting;
        scope.context = context;
        self.bind_locals(&mut scope, &rule.effect);
        if replaced.is_some() {
            scope.proceed = self.events.proceeds.len().checked_sub(1);
        }
        let once = rule.once_per.map(|often| self.once_cell(often));
        if let Some(cell) = once {
            self.code.unless_cell_is(cell, 0, done);
        }
        for condition in [&rule.enabled_when, &rule.condition].into_iter().flatten() {
            self.require(condition, true, done, &scope);
        }
        if let Some(cell) = once {
            self.set_cell(cell, 1);
        }
        self.write_effect_of(&rule.effect.steps, rule.on_failure, &scope, done, replaced);
        self.code.bind(done);
        self.code.free(taken);
        self.code.back_to(place);
    }

    /// Tests that a rule listens to one of a move's names, and that the event is of the right player.
    fn require_names(
        &mut self,
        rule: &Rule,
        names: Option<Slot>,
        acting: Option<Value>,
        context: Context,
        done: Label,
    ) {
        if let Some(trigger) = &rule.trigger {
            self.require_event(trigger, names, acting, context, done);
        }
    }

    /// Tests that the event is that of a pattern, with the right subject.
    fn require_event(
        &mut self,
        trigger: &EventPattern,
        names: Option<Slot>,
        acting: Option<Value>,
        context: Context,
        done: Label,
    ) {
        self.require_name(trigger, names, done);
        if trigger.subject != Subject::Any {
            let me = match acting {
                Some(player) => player,
                None => self.current(),
            };
            self.require_subject(trigger, None, me, context, done);
        }
    }

    /// A card that moves has the name that a pattern asks for.
    pub(crate) fn require_name(
        &mut self,
        pattern: &EventPattern,
        names: Option<Slot>,
        otherwise: Label,
    ) {
        if let (Some(bit), Some(bits)) = (bit_of(&pattern.event), names) {
            self.code.unless_bit(bits, bit, otherwise);
        }
    }

    /// The steps of an effect, with what a failure means.
    pub(crate) fn write_effect_of(
        &mut self,
        steps: &'g [Step],
        on_failure: Failure,
        scope: &Scope,
        done: Label,
        replaced: Option<Label>,
    ) {
        let after = replaced.unwrap_or(done);
        match on_failure {
            Failure::Abort => {
                self.steps(steps, &scope.failing(after));
                if replaced.is_some() {
                    self.code.jump(after);
                }
            }
            Failure::Continue => {
                for step in steps {
                    let next = self.code.label();
                    self.step(step, &scope.failing(next));
                    self.code.bind(next);
                }
                if replaced.is_some() {
                    self.code.jump(after);
                }
            }
            Failure::Rollback => {
                let fail = self.code.label();
                self.code.remember();
                self.steps(steps, &scope.failing(fail));
                self.code.forget();
                self.code.jump(after);
                self.code.bind(fail);
                self.code.go_back();
                if replaced.is_some() {
                    self.code.jump(after);
                }
            }
        }
    }

    /// The cell that remembers that something was done, until the turn, the phase or the game ends.
    pub(crate) fn once_cell(&mut self, often: Often) -> engine::ids::Cell {
        let cell = self.plan.layout.new_cell();
        match often {
            Often::Turn => self.course.uses_once.0.push(cell),
            Often::Phase => self.course.uses_once.1.push(cell),
            Often::Game => {}
            Often::Duration(id) => self.course.durations[id.0 as usize].1.push(cell),
        }
        cell
    }

    /// Variables that get their initial value again.
    pub(crate) fn reset_variables(&mut self, key: EventKey, names: Option<Slot>, context: Context) {
        let game = self.game;
        for (id, variable) in game.variables.pairs() {
            for reset in &variable.resets {
                if !key.matches(&reset.event) {
                    continue;
                }
                let taken = self.code.taken();
                let done = self.code.label();
                self.require_event(reset, names, None, context, done);
                let scope = Scope {
                    context,
                    ..Scope::new(done)
                };
                self.initialise(id, &scope);
                self.code.bind(done);
                self.code.free(taken);
            }
        }
        self.reset_attributes(key, names, context);
        self.end_durations(key, names, context);
        let durations = game.resolution.durations.iter().enumerate();
        for (number, (_, end)) in durations {
            if !key.matches(&end.event) {
                continue;
            }
            let taken = self.code.taken();
            let done = self.code.label();
            self.require_event(end, names, None, context, done);
            self.call_reset(self.course.durations[number].0);
            self.code.bind(done);
            self.code.free(taken);
        }
    }

    /// True if steps may break off the phase, as far as can be seen from them.
    fn may_break(&self, steps: &[Step]) -> bool {
        let mut may = false;
        cgml::model::visit::each_step(steps, &mut |step| {
            may |= match step.callee {
                Callee::Action(action) => {
                    let hears_moves =
                        self.plan.uses.listens_to_moves || !self.zones.managed.is_empty();
                    action.has(Trait::MayBreak) || hears_moves && action.has(Trait::MovesCards)
                }
                Callee::Effect(_) => true,
            };
        });
        may
    }
}
