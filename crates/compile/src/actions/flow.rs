//! Actions that change the course of the game: states, phases, turns, `WIN`, `LOSE` and `TIE`.

use cgml::model::{NameRef, Prose, Step, Who};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::parameters::Parameter;
use engine::ids::{Cell, Phase, Slot};
use engine::op::{Builder, Op};
use engine::program::cells;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::effects::breaks::Break;

impl Compiler<'_> {
    /// After a `SET_STATE` the phase is one of the new state, otherwise one of this turn.
    fn go_to_phase(&mut self, phase: Phase, scope: &Scope) {
        let of_new_state = self.code.label();
        let done = self.code.label();
        let cell = cells::NEXT_STATE;
        self.code.unless_cell_is(cell, -1, of_new_state);
        self.code.go_to_phase(phase, scope.fail);
        self.code.jump(done);
        self.code.bind(of_new_state);
        for (id, state) in self.game.states.pairs() {
            if !state.phases.iter().any(|other| other.0 as u16 == phase.0) {
                self.code.unless_cell_is_not(cell, id.0 as i32, scope.fail);
            }
        }
        self.code.bind(done);
    }

    /// The phase that a parameter names.
    fn named_phase(&self, step: &Step, parameter: Parameter) -> Phase {
        match self.name(step, parameter) {
            Some(NameRef::Phase(id)) => Phase(id.0 as u16),
            _ => Phase(0),
        }
    }

    pub(crate) fn set_state(&mut self, step: &Step) {
        if let Some(NameRef::State(id)) = self.name(step, Parameter::State) {
            self.set_cell(cells::NEXT_STATE, id.0 as i32);
            if self.plan.uses.plans_phases {
                self.set_cell(cells::NEXT_PHASE, -1);
            }
            self.set_break(Break::Course);
        }
    }

    pub(crate) fn set_phase(&mut self, step: &Step, scope: &Scope) {
        if scope.is_setup {
            return self.code.jump(scope.fail);
        }
        let phase = self.named_phase(step, Parameter::Phase);
        self.go_to_phase(phase, scope);
        self.set_cell(cells::NEXT_PHASE, i32::from(phase.0));
        self.set_break(Break::Course);
    }

    pub(crate) fn insert_phase(&mut self, step: &Step, scope: &Scope) {
        if scope.is_setup {
            return self.code.jump(scope.fail);
        }
        let after = self.named_phase(step, Parameter::After);
        let phase = self.named_phase(step, Parameter::Phase);
        self.code.insert_phase(after, phase, scope.fail);
    }

    pub(crate) fn remove_phase(&mut self, step: &Step, scope: &Scope) {
        if scope.is_setup {
            return self.code.jump(scope.fail);
        }
        let phase = self.named_phase(step, Parameter::Name);
        self.code.remove_phase(phase);
    }

    /// Notes what an effect breaks off.
    pub(crate) fn set_break(&mut self, what: Break) {
        self.set_cell(cells::BREAK, what.number());
    }

    /// Writes a small number into a cell.
    pub(crate) fn set_cell(&mut self, cell: Cell, value: i32) {
        self.code.set_cell(cell, value);
    }

    /// `SKIP_TURN` and `EXTRA_TURN`: an op for each of the players.
    pub(crate) fn change_turns(&mut self, op: fn(Slot) -> Op, step: &Step, scope: &Scope) {
        if self.plan.uses.direction == 0 {
            return;
        }
        match self.operand(step, Parameter::Player) {
            Some(players) if self.is_many(Some(players)) => {
                self.each(players, scope, &mut |compiler, _, player, _| {
                    let seat = compiler.slot(player);
                    compiler.code.emit(op(seat));
                });
            }
            Some(player) => {
                let player = self.needed(player, scope);
                let seat = self.slot(player);
                self.code.emit(op(seat));
            }
            None => {
                let current = self.current();
                let seat = self.slot(current);
                self.code.emit(op(seat));
            }
        }
    }
}

impl Compiler<'_> {
    /// WIN, LOSE and TIE.
    pub(crate) fn decide(&mut self, action: ActionKind, step: &Step, scope: &Scope) {
        let Some(end) = self.course.end else {
            return;
        };
        let reason = reason_of_step(step);
        if action == ActionKind::Tie {
            self.note_reason(reason);
            self.set_cell(cells::DECIDED, 1);
            return self.code.leave(end);
        }
        if let (Some(losing), ActionKind::Lose) = (scope.losing, action) {
            self.note_losers(step, losing, scope);
            return self.note_reason(reason);
        }
        let bits = match self.operand(step, Parameter::Player) {
            Some(players) => self.seat_bits(Some(players), Who::All, scope),
            None => {
                let acting = self.acting(scope);
                let value = self.slot(acting);
                let list = self.code.slot();
                let to = self.code.slot();
                self.code.new_list(list);
                self.code.push(list, value);
                self.code.seat_bits(to, list);
                Value::In(to)
            }
        };
        let bits = self.slot(bits);
        self.decide_for(action, bits, Some(reason), end);
    }

    /// Notes the losers: all lose together after every check was executed.
    fn note_losers(&mut self, step: &Step, losing: Slot, scope: &Scope) {
        match self.operand(step, Parameter::Player) {
            Some(players) if self.is_many(Some(players)) => {
                let from = self.gather(players, scope);
                self.code.push_list(losing, from);
            }
            player => {
                let value = match player {
                    Some(player) => self.needed(player, scope),
                    None => self.acting(scope),
                };
                let value = self.slot(value);
                self.code.push(losing, value);
            }
        }
    }

    /// Players lose who were noted in a list, all together.
    pub(crate) fn lose_together(&mut self, list: Slot) {
        let Some(end) = self.course.end else {
            return;
        };
        let taken = self.code.taken();
        let (none, bits) = (self.code.label(), self.code.slot());
        self.code.length(bits, list);
        self.code.unless_from(bits, 1, none);
        self.code.seat_bits(bits, list);
        self.decide_for(ActionKind::Lose, bits, None, end);
        self.code.bind(none);
        self.code.free(taken);
    }

    /// Players win or lose. The reason is noted where that ends the game, unless it was noted before.
    fn decide_for(
        &mut self,
        action: ActionKind,
        bits: Slot,
        reason: Option<Option<Prose>>,
        end: Label,
    ) {
        if action == ActionKind::Win {
            self.note_reason(reason.flatten());
            self.code.store(cells::WINNERS, bits);
            self.set_cell(cells::DECIDED, 1);
            return self.code.leave(end);
        }
        let left: Slot = self.code.slot();
        let go_on = self.code.label();
        self.code.lose(bits, left);
        self.code.unless_there(left, go_on);
        if let Some(reason) = reason {
            self.note_reason(reason);
        }
        self.code.store(cells::WINNERS, left);
        self.set_cell(cells::DECIDED, 1);
        self.code.leave(end);
        self.code.bind(go_on);
    }
}

/// The author's reason for the end of the game, if the step gives one.
pub(crate) fn reason_of_step(step: &Step) -> Option<Prose> {
    step.argument(Parameter::Reason)?.prose().cloned()
}
