//! Abilities that wait, and the order in which they are resolved.
//!
//! Waiting abilities are a table: a row for each, with its controller, its card and what the event told.
//! [`Compiler::round`] is written wherever an effect has been executed. The policy says which row comes next; chains
//! are in [`chain`](crate::events::chain).

pub(crate) mod moment;
pub(crate) mod order;
pub(crate) mod told;
pub(crate) mod using;

use cgml::model::Step;
use cgml::vocabulary::events::Trigger;
use cgml::vocabulary::parameters::Parameter;
use cgml::vocabulary::resolution::{Policy, Simultaneous};
use cgml::vocabulary::sections::Section;
use engine::fault::StopReason;
use engine::ids::{Cell, NOTHING, Slot};
use engine::op::Builder;
use engine::program::ValueKind;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::events::triggers::Heard;
use crate::plan::effects::event_keys::EventKey;
use crate::plan::layout::position_tables::PositionTable;
use crate::routines::Routine;

/// The number of abilities that may wait at the same time.
const MOST_WAITING: u16 = 32;

/// The number of abilities that may wait for a chain: they do not wait long.
const MOST_WAITING_FOR_A_CHAIN: u16 = 16;

/// Tables of waiting abilities.
#[derive(Debug, Clone, Default)]
pub(crate) struct Waiting {
    /// The abilities that wait: ability, controller, card, when it began to wait if that matters, and what the
    /// event told if anyone wants to know.
    pub(crate) rows: Option<PositionTable>,
    /// Counts the events of this round, where the order of abilities depends on it.
    stamp: Option<Cell>,
    /// In a pool: the seat whose effects of the default group are resolved, counted from 1; 0 for all.
    only: Option<Cell>,
    /// True if rows keep what the event told.
    tells: bool,
    /// The number of fields of events they keep.
    fields: usize,
    /// The number of fields that are cards; they come first.
    card_fields: usize,
    /// The number of arguments of granted keywords that they keep.
    arguments: usize,
}

/// The parts of a row that every ability has.
const ABILITY: usize = 0;

const CONTROLLER: usize = 1;

const CARD: usize = 2;

/// Time at which the ability began to wait, where that is kept.
const SINCE: usize = 3;

impl Waiting {
    /// The number of registers that the routine of an ability begins with: controller, card, and what the event told.
    fn given(&self) -> usize {
        self.before_arguments() + self.arguments
    }

    /// The number of parts before the arguments of a keyword.
    fn before_arguments(&self) -> usize {
        2 + if self.tells { TOLD + self.fields } else { 0 }
    }

    /// The first part of a row that the event told.
    fn told(&self) -> usize {
        3 + usize::from(self.stamp.is_some())
    }
}

/// The number of values that the events of the language tell.
const TOLD: usize = 4;

impl Compiler<'_> {
    /// Lays out where abilities wait, if there are any.
    pub(crate) fn lay_out_waiting(&mut self) {
        self.lay_out_chain();
        let triggered = self.triggered();
        if triggered.is_empty() {
            return;
        }
        let mut sorts = vec![ValueKind::Number, ValueKind::Player, ValueKind::Card];
        if self.game.resolution.policy == Policy::Queue && self.order_is_to_be_found(&triggered) {
            self.events.waiting.stamp = Some(self.plan.layout.new_cell());
            sorts.push(ValueKind::Number);
        }
        if self.game.resolution.policy == Policy::Pool && self.plan.setting.players > 1 {
            self.events.waiting.only = Some(self.plan.layout.new_cell());
        }
        if self
            .abilities
            .carried
            .iter()
            .any(|carried| carried.uses_context())
        {
            self.events.waiting.tells = true;
            // Pieces move between pools, cards between piles.
            let place = if self.is_trigger(EventKey::Inner(Trigger::Transfer)) {
                ValueKind::Any
            } else {
                ValueKind::Pile
            };
            sorts.extend([ValueKind::Card, place, place, ValueKind::Player]);
            let fields = self.sorts_of_fields();
            self.events.waiting.fields = fields.len();
            sorts.extend(fields);
        }
        let arguments = self.sorts_of_arguments();
        self.events.waiting.arguments = arguments.len();
        sorts.extend(arguments);
        let most = match self.game.resolution.policy {
            Policy::Chain => MOST_WAITING_FOR_A_CHAIN,
            Policy::Queue | Policy::Pool | Policy::Nested => MOST_WAITING,
        };
        self.events.waiting.rows = Some(self.new_table("waiting", most, &sorts));
    }

    /// True if abilities that begin to wait at the same time need not come in the order of their events: somebody
    /// chooses, or their priorities differ.
    fn order_is_to_be_found(&self, triggered: &[usize]) -> bool {
        let mut priorities: Vec<i64> = triggered
            .iter()
            .map(|number| self.abilities.carried[*number].ability.priority)
            .collect();
        priorities.dedup();
        self.game.resolution.simultaneous != Simultaneous::Document || priorities.len() > 1
    }

    /// Another event happens: what it triggers begins to wait at the same time.
    pub(crate) fn count_event(&mut self) {
        if let Some(cell) = self.events.waiting.stamp {
            let next = self.code.label();
            self.code.add_to_cell(cell, 1, next);
            self.code.bind(next);
        }
    }

    /// An ability begins to wait; or, on a chain and without a speed, is resolved at once.
    pub(crate) fn wait(
        &mut self,
        number: usize,
        [controller, this]: [Value; 2],
        arguments: &[Value],
        event: &Heard,
        next: Label,
    ) {
        let ability = self.abilities.carried[number].ability;
        if self.is_declared(ability) {
            let seat = self.slot(controller);
            if let Some(to) = self.events.asked_about.filter(|_| ability.asks_always) {
                self.code.add_number(to, to, 1);
            }
            self.ask_whether(number, this, seat, next);
        }
        self.wait_declared(number, [controller, this], arguments, event, next);
    }

    /// As [`Self::wait`], once nobody has to be asked.
    pub(crate) fn wait_declared(
        &mut self,
        number: usize,
        [controller, this]: [Value; 2],
        arguments: &[Value],
        event: &Heard,
        next: Label,
    ) {
        let ability = self.abilities.carried[number].ability;
        let mut values = vec![controller, this];
        if self.events.waiting.tells {
            values.extend(self.told_values(event));
        }
        values.extend(arguments);
        values.resize(self.events.waiting.given(), Value::Known(NOTHING));
        if self.game.resolution.policy == Policy::Chain && ability.speed.is_none() {
            let scope = Scope::new(next);
            return self.call_with(Routine::Ability(number as u32), &values, &scope);
        }
        values.insert(0, Value::Known(number as i64));
        let scope = Scope::new(next);
        self.call_with(Routine::Wait, &values, &scope);
    }

    /// The routine by which an ability begins to wait. Registers: the ability, and what its routine begins with.
    pub(crate) fn write_wait(&mut self) {
        self.begin_part(Section::Resolution.name());
        let Some(rows) = self.events.waiting.rows.clone() else {
            return self.code.ret();
        };
        let first = self.code.slots(1 + self.events.waiting.given());
        let at = |place: usize| Value::In(Slot(first.0 + place as u8));
        let mut values = vec![at(0), at(1), at(2)];
        if let Some(cell) = self.events.waiting.stamp {
            values.push(self.load(cell));
        }
        values.extend((3..=self.events.waiting.given()).map(at));
        let full = self.code.label();
        self.add_row(&rows, &values, full);
        self.code.ret();
        self.code.bind(full);
        self.code.stop(StopReason::TooMuchWaits);
    }

    /// True if anything may have to be done between two effects.
    pub(crate) fn has_rounds(&self) -> bool {
        self.events.waiting.rows.is_some() || self.has_checks()
    }

    /// An effect has been resolved: checks are made, and everything that waits comes now.
    pub(crate) fn round(&mut self) {
        if !self.has_rounds() {
            return;
        }
        let (some, done) = (self.code.label(), self.code.label());
        if self.has_checks() {
            self.require_cached(some);
            self.require_no_event(some);
        }
        match self.events.waiting.rows.clone() {
            Some(rows) => self.require_rows(&rows, done),
            None => self.code.jump(done),
        }
        self.code.bind(some);
        let scope = Scope::new(done);
        self.call_with(Routine::Round, &[], &scope);
        self.code.bind(done);
    }

    /// RESOLVE: everything that waits comes now, or what waits for one player; the others' effects of the default
    /// group wait on, also while an effect of that player resolves others.
    pub(crate) fn resolve(&mut self, step: &Step, scope: &Scope) {
        let (Some(player), Some(cell)) = (
            self.operand(step, Parameter::Player),
            self.events.waiting.only,
        ) else {
            return self.round();
        };
        let taken = self.code.taken();
        let before = self.code.slot();
        let held = self.load(cell);
        self.put(before, held);
        let player = self.needed(player, scope);
        let (a, from) = (self.slot(player), self.code.slot());
        self.code.add_number(from, a, 1);
        self.code.store(cell, from);
        self.round();
        self.code.store(cell, before);
        self.code.free(taken);
    }

    /// Goes elsewhere if events of this round were counted.
    fn require_no_event(&mut self, otherwise: Label) {
        if let Some(cell) = self.events.waiting.stamp {
            let to = otherwise.pc();
            self.code.unless_cell_is(cell, 0, to);
        }
    }

    /// Inside of an effect, after one of its steps: with the policy `nested` what waits comes now.
    pub(crate) fn round_inside(&mut self, scope: &Scope) {
        if self.game.resolution.policy != Policy::Nested || scope.is_setup {
            return;
        }
        let Some(rows) = self.events.waiting.rows.clone() else {
            return;
        };
        let done = self.code.label();
        self.require_rows(&rows, done);
        let inner = Scope::new(done);
        self.call_with(Routine::Round, &[], &inner);
        self.code.bind(done);
    }

    /// The routine that makes the checks and resolves what waits, until nothing does.
    pub(crate) fn write_round(&mut self) {
        self.begin_part(Section::Resolution.name());
        let done_so_far = self.code.slot();
        self.set(done_so_far, 0);
        let again = self.code.here();
        let done = self.code.label();
        self.make_checks();
        let Some(rows) = self.events.waiting.rows.clone() else {
            return self.code.ret();
        };
        self.require_rows(&rows, done);
        self.code.add_number(done_so_far, done_so_far, 1);
        if self.game.resolution.policy == Policy::Chain {
            let next = self.code.label();
            self.stop_if_endless(done_so_far, next);
            self.code.bind(next);
            self.begin_chain_of_triggers(again);
        } else {
            let index = self.next_row(&rows, None);
            if self.events.waiting.only.is_some() {
                // All that waits may be held back.
                self.code.unless_from(index, 0, done);
            }
            self.carry_out_row(&rows, index, Some(done_so_far), again);
        }
        self.code.bind(done);
        if let Some(cell) = self.events.waiting.stamp {
            self.set_cell(cell, 0);
        }
        self.code.ret();
    }

    /// Stops the game if more is resolved in a row than it allows; goes to `next` otherwise.
    fn stop_if_endless(&mut self, done_so_far: Slot, next: Label) {
        let limit = self.game.resolution.limit;
        let limit = i32::try_from(limit).ok().filter(|limit| *limit > 0);
        self.code
            .unless_from(done_so_far, limit.unwrap_or(1000).saturating_add(1), next);
        self.code.stop(StopReason::Endless);
    }

    /// Takes out a row and resolves its ability; goes to `again` afterwards.
    pub(crate) fn carry_out_row(
        &mut self,
        rows: &PositionTable,
        index: Slot,
        done_so_far: Option<Slot>,
        again: Label,
    ) {
        let number = self.part_of_row(rows, index, ABILITY);
        // An ability's own registers come last: nothing of the round is behind them.
        let entry = self.take_row(rows, index);
        let triggered = self.triggered();
        self.switch_on_ability(number, &triggered, &mut |compiler, number| {
            if let Some(done_so_far) = done_so_far {
                // The game is stopped in the name of the ability that comes too late.
                let place = compiler.code.place();
                let carried = &compiler.abilities.carried[number];
                let (name, origin) = (carried.name.id.clone(), carried.ability.origin);
                compiler.begin_part(&name);
                compiler.code.at(origin);
                let next = compiler.code.label();
                compiler.stop_if_endless(done_so_far, next);
                compiler.code.bind(next);
                compiler.code.back_to(place);
            }
            let routine = compiler.routine(Routine::Ability(number as u32));
            compiler.code.call(routine, entry, again);
            compiler.code.jump(again);
        });
    }

    /// Writes a body for each of some abilities; execution goes to that of the ability with the number in a register.
    pub(crate) fn switch_on_ability(
        &mut self,
        number: Slot,
        abilities: &[usize],
        body: &mut dyn FnMut(&mut Self, usize),
    ) {
        let carried = self.abilities.carried.iter();
        let labels: Vec<Label> = carried.map(|_| self.code.label()).collect();
        self.code.switch(number, 0, &labels);
        let broken = self.code.here();
        self.code.broken();
        for (number, label) in labels.into_iter().enumerate() {
            self.code.bind(label);
            if abilities.contains(&number) {
                body(self, number);
            } else {
                self.code.jump(broken);
            }
        }
    }

    /// Takes a row out of the table and loads what the routine of its ability begins with.
    pub(crate) fn take_row(&mut self, rows: &PositionTable, index: Slot) -> Slot {
        let entry = self.code.slots(self.events.waiting.given());
        self.load_part(rows, index, CONTROLLER, entry);
        self.load_part(rows, index, CARD, Slot(entry.0 + 1));
        for place in 2..self.events.waiting.given() {
            let part = self.events.waiting.told() + place - 2;
            self.load_part(rows, index, part, Slot(entry.0 + place as u8));
        }
        self.remove_row(rows, index);
        entry
    }
}
