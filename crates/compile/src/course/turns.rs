//! Turns: begin, breaks, end, and what is reset with them.

use cgml::model::PhaseId;
use cgml::vocabulary::events::Trigger;
use engine::op::Builder;
use engine::program::cells;

use crate::compiler::Compiler;
use crate::course::flow::Places;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::effects::breaks::Break;
use crate::plan::effects::event_keys::EventKey;

impl Compiler<'_> {
    pub(crate) fn write_turn_begin(&mut self, places: &Places, phases: Label) {
        self.code.take_turn();
        if self.plan.uses.counts_turns {
            let seat = self.load(cells::CURRENT);
            let seat = self.slot(seat);
            self.count_turn(seat);
        }
        if let Some(reset) = self.course.resets.0 {
            self.call_reset(reset);
        }
        self.code.free(0);
        let broken = self.code.label();
        self.happens(EventKey::Plain(Trigger::TurnBegin), broken);
        self.code.jump(phases);
        self.code.bind(broken);
        self.write_break(places, phases);
    }

    pub(crate) fn count_turn(&mut self, seat: engine::ids::Slot) {
        let first = self.turns_begun();
        let count = u16::from(self.plan.setting.players);
        let to = self.code.slot();
        let next = self.code.label();
        self.code.load_at(to, first, seat, count);
        self.code.add_number(to, to, 1);
        self.code.store_at(first, seat, count, to, next);
        self.code.bind(next);
    }

    pub(crate) fn call_reset(&mut self, routine: Label) {
        let at = self.code.slot();
        let next = self.code.label();
        self.code.call(routine, at, next);
        self.code.bind(next);
    }

    /// Writes the jumps for an effect that broke something off, outside of a phase.
    pub(crate) fn write_break(&mut self, places: &Places, otherwise: Label) {
        if !self.plan.uses.breaks {
            return self.code.jump(otherwise);
        }
        let other = self.code.label();
        self.code
            .unless_cell_is(cells::NEXT_STATE, -1, places.leave);
        self.code
            .unless_cell_is(cells::BREAK, Break::Turn.number(), other);
        self.forget_break();
        self.code.jump(places.turn_end);
        self.code.bind(other);
        self.forget_break();
        self.code.jump(otherwise);
        self.code.free(0);
    }

    /// Writes the jumps for an effect that broke off the phase.
    pub(crate) fn write_broken(
        &mut self,
        id: PhaseId,
        places: &Places,
        next: Label,
        tested: Label,
        ends_turn: Label,
    ) {
        if !self.plan.uses.breaks {
            return self.code.broken();
        }
        let again = self.code.label();
        let kind = self.code.slot();
        self.code.load(kind, cells::BREAK);
        self.set_break(Break::Nothing);
        // The phase ends; what happens then may break off as well.
        self.happens(EventKey::Phase(Trigger::PhaseEnd, id.0), again);
        self.code.bind(again);
        self.set_break(Break::Nothing);
        self.code
            .unless_cell_is(cells::NEXT_STATE, -1, places.leave);
        let other = self.code.label();
        self.code.unless_is(kind, Break::Phase.number(), other);
        self.code.jump(tested);
        self.code.bind(other);
        let other = self.code.label();
        self.code.unless_is(kind, Break::Turn.number(), other);
        if self.plan.uses.plans_phases {
            self.set_cell(cells::NEXT_PHASE, -1);
        }
        self.code.jump(ends_turn);
        self.code.bind(other);
        self.set_cell(cells::NEXT_PHASE, -1);
        self.code.jump(next);
        self.code.free(0);
    }

    pub(crate) fn write_turn_end(&mut self, places: &Places, end: Label) {
        self.code.free(0);
        self.code.bind(places.turn_end);
        let broken = self.code.label();
        self.happens(EventKey::Plain(Trigger::TurnEnd), broken);
        self.code.bind(broken);
        if self.plan.uses.breaks {
            self.set_break(Break::Nothing);
        }
        let game = self.game;
        if let Some(limit) = &game.turn_limit {
            let mut scope = Scope::new(places.turn);
            scope.locals = self.locals_of_expr(limit);
            let go_on = self.code.label();
            let limit = self.value_slot(limit, &scope);
            let turn = self.load(cells::TURN);
            let turn = self.slot(turn);
            let played = self.code.slot();
            self.code.add_number(played, turn, 1);
            self.code.unless_at_least(played, limit, go_on);
            self.set_cell(cells::DECIDED, 1);
            self.code.jump(end);
            self.code.bind(go_on);
        }
        self.code.end_turn(places.leave);
        self.code.jump(places.turn);
        self.code.free(0);
    }

    /// Routines that forget what was done once in a turn or phase; written when all of it is known.
    pub(crate) fn write_resets(&mut self) {
        let (turn, phase) = self.course.resets;
        let (of_turn, of_phase) = self.course.uses_once.clone();
        let durations = std::mem::take(&mut self.course.durations).into_iter();
        let durations = durations.map(|(label, cells_of)| (Some(label), cells_of));
        let own = [(turn, of_turn), (phase, of_phase)];
        let (of_turn, of_phase, of_durations) = std::mem::take(&mut self.abilities.marks_once);
        for (number, (label, cells_of)) in own.into_iter().chain(durations).enumerate() {
            let Some(label) = label else {
                continue;
            };
            self.code.free(0);
            self.code.bind(label);
            let zero = self.slot(Value::Known(0));
            for cell in cells_of {
                self.code.store(cell, zero);
            }
            let marks: Vec<engine::ids::Cell> = match number.checked_sub(2) {
                None if number == 0 => of_turn.clone(),
                None => of_phase.clone(),
                Some(duration) => {
                    let own = of_durations.iter().filter(|(of, _)| *of == duration);
                    own.map(|(_, first)| *first).collect()
                }
            };
            let values = self.code.constant(vec![0; self.plan.program.cards.len()]);
            for first in marks {
                self.code.reset_all(first, values);
            }
            self.code.ret();
        }
    }
}
