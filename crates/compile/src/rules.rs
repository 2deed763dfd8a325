//! Rules: what listens to an event, in order.

use cgml::model::{
    EventId, EventPattern, EventSource, Failure, Often, Rule, Step, Subject, Timing, Type,
};
use engine::ids::{NOTHING, Slot};
use engine::op::Op;
use engine::program::cells;

use crate::checks::Change;
use crate::code::Label;
use crate::compiler::{Compiler, Routine};
use crate::proceed::Replaced;
use crate::room::Coming;
use crate::scope::{Context, Scope, Value};
use crate::turns::is_move;

/// Something that rules listen to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Happening {
    /// An event with a name alone.
    Plain(&'static str),
    /// As `Plain`, in the middle of an effect.
    Inner(&'static str),
    /// A phase begins or ends.
    Phase(&'static str, u32),
    /// A state is entered or left.
    State(&'static str, u32),
    /// A card moves, whatever its names.
    Move,
    /// A declared event.
    Declared(u32),
}

impl Happening {
    pub(crate) fn matches(self, source: &EventSource) -> bool {
        match (self, source) {
            (Self::Plain(trigger) | Self::Inner(trigger), EventSource::Standard(event)) => {
                event.trigger == trigger
            }
            (Self::Phase(trigger, phase), EventSource::Phase(event, id)) => {
                event.trigger == trigger && id.0 == phase
            }
            (Self::State(trigger, state), EventSource::State(event, id)) => {
                event.trigger == trigger && id.0 == state
            }
            (Self::Move, EventSource::Standard(event)) => is_move(event.trigger),
            (Self::Declared(event), EventSource::Declared(id)) => id.0 == event,
            _ => false,
        }
    }
}

/// The bit of a card that comes into play.
pub(crate) const ENTER: u8 = 3;

/// The bit of a card that leaves play.
pub(crate) const LEAVE: u8 = 4;

/// The bit of a moving card's names that an event has.
pub(crate) fn bit_of(source: &EventSource) -> Option<u8> {
    let EventSource::Standard(event) = source else {
        return None;
    };
    match event.trigger {
        "draw" => Some(0),
        "play" => Some(1),
        "discard" => Some(2),
        "enter" => Some(ENTER),
        "leave" => Some(LEAVE),
        _ => None,
    }
}

impl<'g> Compiler<'g> {
    /// The rules that listen to an event with this timing, in the order they run.
    pub(crate) fn listeners(&self, happening: Happening, timing: Timing) -> Vec<&'g Rule> {
        let game = self.game;
        let mut rules: Vec<&Rule> = game
            .rules
            .iter()
            .filter(|rule| rule.timing == timing && rule.restricts.is_empty())
            .filter(|rule| {
                let trigger = rule.trigger.as_ref();
                trigger.is_some_and(|trigger| happening.matches(&trigger.event))
            })
            .collect();
        rules.sort_by_key(|rule| std::cmp::Reverse(rule.priority));
        rules
    }

    /// Whether anything listens to an event.
    pub(crate) fn is_heard_by_anyone(&self, happening: Happening) -> bool {
        self.is_heard_without_card(happening)
            || self.is_trigger(happening)
            || !self.replacing(happening).is_empty()
    }

    /// Whether anyone hears of an event that is about no card: abilities about their own card never do.
    pub(crate) fn is_heard_without_card(&self, happening: Happening) -> bool {
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
        resets
            .into_iter()
            .any(|reset| happening.matches(&reset.event))
            || rules.any(|trigger| happening.matches(&trigger.event))
            || self.ends_something(happening)
            || self.is_awaited(happening)
            || self.abilities.iter().any(|carried| {
                let mut events = carried.events().iter();
                events.any(|pattern| {
                    pattern.subject != Subject::This && happening.matches(&pattern.event)
                })
            })
    }

    /// Everything that follows an event which does nothing by itself: resets, `pre` and `post` rules. Jumps
    /// to `broken` when an effect breaks off the phase.
    pub(crate) fn happens(&mut self, happening: Happening, broken: Label) {
        let context = Context::default();
        if let Some(event) = self.event_name(happening) {
            let taken = self.code.taken();
            let player = self.current();
            self.tell(&event, player);
            self.code.free(taken);
        }
        self.reset_variables(happening, None, context);
        self.run_rules(happening, Timing::Pre, None, context, None, broken);
        self.trigger_abilities(happening, None, context, None);
        self.run_rules(happening, Timing::Post, None, context, None, broken);
        if self.is_trigger(happening) || self.is_awaited(happening) {
            self.round();
            self.unless_broken(broken);
        }
    }

    /// Goes to `broken` if an effect has broken off the phase.
    pub(crate) fn unless_broken(&mut self, broken: Label) {
        if self.uses.breaks {
            self.code.emit(Op::UnlessCellIs {
                cell: cells::BREAK,
                value: 0,
                to: broken.pc(),
            });
        }
    }

    /// What an event is called that scenarios may ask for.
    fn event_name(&self, happening: Happening) -> Option<String> {
        self.rehearsal?;
        let game = self.game;
        match happening {
            Happening::Plain(trigger) => Some(trigger.to_owned()),
            Happening::Phase(trigger, phase) => {
                let phase = &game.phases[cgml::model::PhaseId(phase)].name;
                Some(format!("{trigger}.{phase}"))
            }
            Happening::State(trigger, state) => {
                let state = &game.states[cgml::model::StateId(state)].name;
                Some(format!("{trigger}.{state}"))
            }
            Happening::Inner(_) | Happening::Move | Happening::Declared(_) => None,
        }
    }

    /// The rules of one timing.
    pub(crate) fn run_rules(
        &mut self,
        happening: Happening,
        timing: Timing,
        acting: Option<Value>,
        context: Context,
        names: Option<Slot>,
        broken: Label,
    ) {
        // The effects of rules that run inside another effect are part of that effect.
        let is_outermost = match happening {
            Happening::Plain(_) | Happening::Phase(..) | Happening::State(..) => true,
            Happening::Inner(_) | Happening::Move | Happening::Declared(_) => false,
        };
        for rule in self.listeners(happening, timing) {
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
            scope.proceed = self.proceeds.len().checked_sub(1);
        }
        let once = rule.once_per.map(|often| self.once_cell(often));
        if let Some(cell) = once {
            self.code.emit(Op::UnlessCellIs {
                cell,
                value: 0,
                to: done.pc(),
            });
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

    /// Which of a moving card's names a rule listens to, and whose event it is.
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

    /// What happens is the event of a pattern, and it is about whom it must be.
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
            self.code.emit(Op::UnlessBit {
                bits,
                bit,
                to: otherwise.pc(),
            });
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
                self.code.emit(Op::Remember {});
                self.steps(steps, &scope.failing(fail));
                self.code.emit(Op::Forget {});
                self.code.jump(after);
                self.code.bind(fail);
                self.code.emit(Op::GoBack {});
                if replaced.is_some() {
                    self.code.jump(after);
                }
            }
        }
    }

    /// The cell that remembers that something was done, until the turn, the phase or the game ends.
    pub(crate) fn once_cell(&mut self, often: Often) -> engine::ids::Cell {
        let cell = self.layout.new_cell();
        match often {
            Often::Turn => self.uses_once.0.push(cell),
            Often::Phase => self.uses_once.1.push(cell),
            Often::Game => {}
            Often::Duration(id) => self.durations[id.0 as usize].1.push(cell),
        }
        cell
    }

    /// Variables that get their initial value again.
    pub(crate) fn reset_variables(
        &mut self,
        happening: Happening,
        names: Option<Slot>,
        context: Context,
    ) {
        let game = self.game;
        for (id, variable) in game.variables.pairs() {
            for reset in &variable.resets {
                if !happening.matches(&reset.event) {
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
        self.reset_attributes(happening, names, context);
        self.end_lasting(happening, names, context);
        let durations = game.resolution.durations.iter().enumerate();
        for (number, (_, end)) in durations {
            if !happening.matches(&end.event) {
                continue;
            }
            let taken = self.code.taken();
            let done = self.code.label();
            self.require_event(end, names, None, context, done);
            self.call_reset(self.durations[number].0);
            self.code.bind(done);
            self.code.free(taken);
        }
    }

    /// The routine of a card that moves while rules listen, or room must be made for it. Registers: card, to,
    /// acting player.
    pub(crate) fn write_move(&mut self, how: u8, is_setup: bool) {
        self.begin_shared_part("move");
        let (coming, from) = self.begin_move(is_setup);
        let Coming {
            card,
            to,
            acting,
            fail,
            ..
        } = coming;
        let (names, player) = (self.code.slot(), self.code.slot());
        let happens = self.code.label();
        // Moving within a zone is no event.
        self.code.emit(Op::UnlessEqual {
            a: from,
            b: to,
            to: happens.pc(),
        });
        self.move_within_slots(coming);
        let put = Op::MoveCard {
            card,
            to,
            how,
            otherwise: fail.pc(),
        };
        self.code.emit(put);
        self.code.emit(Op::Return {});
        self.code.bind(happens);
        let context = self.move_begins(coming, from, names, player);
        if is_setup {
            self.cover_before(coming);
            let pushes = self.make_room(coming);
            self.make_way(coming, from);
            self.code.emit(put);
            self.settle_in(coming);
            self.follow_card(card, names);
            self.end_keywords_on(card, names);
            self.push_out(coming, pushes);
        } else {
            // An effect that breaks off the phase ends the other rules, not what was going to happen.
            let prepared = self.code.label();
            let (happening, acting) = (Happening::Move, Some(Value::In(acting)));
            let heard = Some(names);
            self.run_rules(happening, Timing::Pre, acting, context, heard, prepared);
            self.code.bind(prepared);
            self.replace_move(coming, how, context, names);
            if self.is_replaceable(Happening::Move) {
                let goal = coming.along.goal.unwrap_or(to);
                let values = [card, goal, coming.acting].map(Value::In);
                self.pass_along(coming.along);
                let on = Routine::MoveOn { how, again: false };
                self.call_with(on, &values, &Scope::new(fail));
            } else {
                self.write_heard_move(coming, put, context, names);
            }
        }
        self.end_move(coming, how);
    }

    /// The routine of a card that moves after everything was asked that replaces it; `again` if it may be replaced
    /// by something else. Registers: card, to, acting player.
    pub(crate) fn write_move_on(&mut self, how: u8, again: bool) {
        self.begin_shared_part("move");
        let (coming, from) = self.begin_move(false);
        let (names, player) = (self.code.slot(), self.code.slot());
        let context = self.move_begins(coming, from, names, player);
        if again {
            self.replace_move(coming, how, context, names);
        }
        let put = Op::MoveCard {
            card: coming.card,
            to: coming.to,
            how,
            otherwise: coming.fail.pc(),
        };
        self.write_heard_move(coming, put, context, names);
        self.end_move(coming, how);
    }

    /// The card that moves, and where it is. Registers: card, to, acting player.
    fn begin_move(&mut self, is_setup: bool) -> (Coming, Slot) {
        let (card, to, acting) = (self.code.slot(), self.code.slot(), self.code.slot());
        let from = self.code.slot();
        let coming = Coming {
            card,
            to,
            acting,
            is_setup,
            along: self.take_along(to),
            fail: self.code.label(),
            done: self.code.label(),
        };
        let fail = coming.fail.pc();
        for a in [card, to] {
            self.code.emit(Op::UnlessThere { a, to: fail });
        }
        self.code.emit(Op::PileOf { to: from, card });
        (coming, from)
    }

    /// What the event of a card that moves tells.
    fn move_begins(&mut self, coming: Coming, from: Slot, names: Slot, player: Slot) -> Context {
        let Coming {
            card, to, acting, ..
        } = coming;
        self.names_of_move(names, from, to);
        self.cease(card, to, from, names);
        self.owner_of_event(player, from, to, acting);
        Context {
            card: Some(Value::In(card)),
            from: Some(Value::In(from)),
            to: Some(Value::In(to)),
            player: Some(Value::In(player)),
            fields: None,
        }
    }

    fn end_move(&mut self, coming: Coming, how: u8) {
        self.code.bind(coming.done);
        self.follow(coming, how);
        self.code.emit(Op::Return {});
        self.code.bind(coming.fail);
        self.uncover(coming);
        self.code.emit(Op::Fail {});
    }

    /// A card is going to move: what replaces that comes instead.
    fn replace_move(&mut self, coming: Coming, how: u8, context: Context, names: Slot) {
        let what = Replaced::Move {
            how,
            card: coming.card,
            to: coming.along.goal.unwrap_or(coming.to),
            acting: coming.acting,
            along: coming.along,
        };
        let acting = Some(Value::In(coming.acting));
        let happening = Happening::Move;
        self.run_replacements(happening, what, acting, context, Some(names), coming.done);
    }

    /// A card moves, and rules and abilities hear it.
    fn write_heard_move(&mut self, coming: Coming, put: Op, context: Context, names: Slot) {
        let acting = Some(Value::In(coming.acting));
        let happening = Happening::Move;
        let names = Some(names);
        self.cover_before(coming);
        let pushes = self.make_room(coming);
        if let Some(Value::In(from)) = context.from {
            self.make_way(coming, from);
        }
        self.note_keywords(coming.card);
        self.code.emit(put);
        self.settle_in(coming);
        if let Some(names) = names {
            self.put_first_counters(coming.card, names);
            self.follow_card(coming.card, names);
        }
        self.reset_variables(happening, names, context);
        if let (Some(Value::In(from)), Some(Value::In(to))) = (context.from, context.to) {
            let scope = Scope::new(coming.done);
            self.changed(Change::Moved { from, to }, &scope);
        }
        self.trigger_abilities(happening, acting, context, names);
        self.had = Vec::new();
        if let Some(names) = names {
            self.end_keywords_on(coming.card, names);
        }
        self.run_rules(happening, Timing::Post, acting, context, names, coming.done);
        self.push_out(coming, pushes);
    }

    /// The routine of a card that is revealed while rules listen. Registers: card, seats, acting player.
    pub(crate) fn write_reveal(&mut self) {
        self.begin_shared_part("reveal");
        let (card, seats, acting) = (self.code.slot(), self.code.slot(), self.code.slot());
        let pile = self.code.slot();
        self.code.emit(Op::PileOf { to: pile, card });
        let of = Some(Value::In(card));
        self.write_about_zone("reveal", of, pile, acting, Op::Reveal { card, seats });
    }

    /// The routine of a zone that is shuffled while rules listen. Registers: pile, acting player.
    pub(crate) fn write_shuffle(&mut self) {
        self.begin_shared_part("shuffle");
        let (pile, acting) = (self.code.slot(), self.code.slot());
        self.write_about_zone("shuffle", None, pile, acting, Op::Shuffle { pile });
    }

    /// Something is done in a zone by one op, and rules listen.
    fn write_about_zone(
        &mut self,
        trigger: &'static str,
        card: Option<Value>,
        pile: Slot,
        acting: Slot,
        op: Op,
    ) {
        let player = self.code.slot();
        self.owner_of_event(player, pile, pile, acting);
        let context = Context {
            card,
            to: Some(Value::In(pile)),
            player: Some(Value::In(player)),
            ..Context::default()
        };
        let happening = Happening::Inner(trigger);
        let acting = Some(Value::In(acting));
        let (prepared, done) = (self.code.label(), self.code.label());
        self.run_rules(happening, Timing::Pre, acting, context, None, prepared);
        self.code.bind(prepared);
        let what = Replaced::Op(op);
        self.run_replacements(happening, what, acting, context, None, done);
        match op {
            Op::Shuffle { pile } => self.arrange(pile, op),
            _ => self.code.emit(op),
        }
        self.reset_variables(happening, None, context);
        self.trigger_abilities(happening, acting, context, None);
        self.run_rules(happening, Timing::Post, acting, context, None, done);
        self.code.bind(done);
        self.code.emit(Op::Return {});
    }

    /// The owner of the zone the card goes to, or of the one it comes from, or who acts.
    fn owner_of_event(&mut self, player: Slot, from: Slot, to: Slot, acting: Slot) {
        let known = self.code.label();
        self.code.emit(Op::OwnerOf {
            to: player,
            pile: to,
        });
        self.code.emit(Op::UnlessMissing {
            a: player,
            to: known.pc(),
        });
        self.code.emit(Op::OwnerOf {
            to: player,
            pile: from,
        });
        self.code.emit(Op::UnlessMissing {
            a: player,
            to: known.pc(),
        });
        self.put(player, Value::In(acting));
        self.code.bind(known);
    }

    pub(crate) fn emit_event(&mut self, step: &Step, scope: &Scope) {
        let Some(cgml::model::NameRef::Event(event)) = self.name(step, "event") else {
            return self.not_yet("this event", step.origin);
        };
        let is_heard = self.is_heard_by_anyone(Happening::Declared(event.0));
        if !is_heard && self.rehearsal.is_none() || scope.is_setup {
            return;
        }
        let fields = &self.game.events[event].fields;
        let given: Vec<(u32, cgml::model::Expr)> = step
            .arguments
            .iter()
            .find_map(|argument| match &argument.value {
                cgml::model::Value::Fields(fields) => Some(fields.clone()),
                _ => None,
            })
            .unwrap_or_default();
        let acting = self.acting(scope);
        let mut values = vec![acting];
        for (number, field) in fields.iter().enumerate() {
            let found = given.iter().find(|(at, _)| *at as usize == number);
            let value = match found {
                Some((_, expr)) => self.effect_argument(expr, &field.ty, scope),
                None if field.name == "player" => acting,
                None => Value::Known(NOTHING),
            };
            values.push(value);
        }
        let at = self.code.slots(values.len());
        for (number, value) in values.into_iter().enumerate() {
            self.put(Slot(at.0 + number as u8), value);
        }
        let routine = self.routine(Routine::Declared(event.0));
        self.code.emit(Op::Call {
            routine: routine.pc(),
            at,
            otherwise: scope.fail.pc(),
        });
    }

    /// What follows a declared event. Registers: the acting player, then its fields.
    pub(crate) fn write_declared(&mut self, event: EventId) {
        let game = self.game;
        let declared = &game.events[event];
        self.begin_part(&declared.name);
        let acting = self.code.slot();
        let first = self.code.slots(declared.fields.len());
        let done = self.code.label();
        let context = self.declared_context(event, acting, first);
        let happening = Happening::Declared(event.0);
        let acting = Some(Value::In(acting));
        self.run_rules(happening, Timing::Pre, acting, context, None, done);
        self.write_happened(event, acting, context, done);
        self.code.bind(done);
        self.code.emit(Op::Return {});
    }

    /// What a declared event tells, given the registers of the acting player and of its first field.
    pub(crate) fn declared_context(&self, event: EventId, acting: Slot, first: Slot) -> Context {
        let fields = &self.game.events[event].fields;
        let at = |position: usize| Value::In(Slot(first.0 + position as u8));
        let named = |name: &str| fields.iter().position(|field| field.name == name);
        Context {
            card: fields
                .iter()
                .position(|field| field.ty == Type::Card)
                .map(at),
            player: Some(named("player").map_or(Value::In(acting), at)),
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
        let happening = Happening::Declared(event.0);
        if let Some(player) = context.player {
            self.tell(&declared.name, player);
        }
        if let Some(first) = context.fields {
            for (number, field) in declared.fields.iter().enumerate() {
                let value = Value::In(Slot(first.0 + number as u8));
                self.tell(&format!("{}.{}", declared.name, field.name), value);
            }
        }
        self.reset_variables(happening, None, context);
        self.trigger_abilities(happening, acting, context, None);
        self.run_rules(happening, Timing::Post, acting, context, None, done);
    }

    /// Whether steps may break off the phase, as far as can be seen from them.
    fn may_break(&self, steps: &[Step]) -> bool {
        let mut may = false;
        cgml::model::visit::each_step(steps, &mut |step| {
            may |= match step.callee {
                cgml::model::Callee::Action(action) => match action.name {
                    "SET_STATE" | "SET_PHASE" | "END_PHASE" | "END_TURN" | "EMIT" | "OFFER"
                    | "GAIN" | "SPEND" | "REDUCE" | "TRANSFER" | "USE" | "REVEAL"
                    | "REVEAL_MATCHING" | "SEARCH_ZONE" | "SHUFFLE" => true,
                    "MOVE" | "MOVE_ALL" | "DEAL" | "DEAL_ALL" | "DEAL_ROUND_ROBIN" | "MILL"
                    | "SWAP" | "STACK" | "CREATE_TOKEN" => {
                        self.uses.listens_to_moves || !self.managed.is_empty()
                    }
                    _ => false,
                },
                cgml::model::Callee::Effect(_) => true,
            };
        });
        may
    }
}
