//! Actions that change the course of the game: states, phases, turns, `WIN`, `LOSE` and `TIE`.

use cgml::model::{NameRef, Prose, Step, Who};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::parameters::Parameter;
use engine::ids::{Cell, Slot};
use engine::op::{Builder, Op};
use engine::program::cells;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::effects::breaks::Break;

impl Compiler<'_> {
    /// After a `SET_STATE` the phase is one of the new state, otherwise one of this turn.
    fn go_to_phase(&mut self, phase: u16, scope: &Scope) {
        let of_new_state = self.code.label();
        let done = self.code.label();
        let cell = cells::NEXT_STATE;
        self.code.unless_cell_is(cell, -1, of_new_state);
        self.code.go_to_phase(phase, scope.fail);
        self.code.jump(done);
        self.code.bind(of_new_state);
        for (id, state) in self.game.states.pairs() {
            if !state.phases.iter().any(|other| other.0 as u16 == phase) {
                self.code.unless_cell_is_not(cell, id.0 as i32, scope.fail);
            }
        }
        self.code.bind(done);
    }

    pub(crate) fn change_course(&mut self, action: ActionKind, step: &Step, scope: &Scope) {
        let phase = |parameter| match self.name(step, parameter) {
            Some(NameRef::Phase(id)) => id.0 as u16,
            _ => 0,
        };
        match action {
            ActionKind::SetState => {
                if let Some(NameRef::State(id)) = self.name(step, Parameter::State) {
                    self.set_cell(cells::NEXT_STATE, id.0 as i32);
                    if self.plan.uses.plans_phases {
                        self.set_cell(cells::NEXT_PHASE, -1);
                    }
                    self.set_break(Break::Course);
                }
            }
            ActionKind::SetPhase if scope.is_setup => self.code.jump(scope.fail),
            ActionKind::SetPhase => {
                let phase = phase(Parameter::Phase);
                self.go_to_phase(phase, scope);
                self.set_cell(cells::NEXT_PHASE, i32::from(phase));
                self.set_break(Break::Course);
            }
            ActionKind::InsertPhase | ActionKind::RemovePhase if scope.is_setup => {
                self.code.jump(scope.fail)
            }
            ActionKind::InsertPhase => {
                let (after, phase) = (phase(Parameter::After), phase(Parameter::Phase));
                self.code.insert_phase(after, phase, scope.fail);
            }
            ActionKind::RemovePhase => {
                let phase = phase(Parameter::Name);
                self.code.remove_phase(phase);
            }
            ActionKind::EndPhase => self.set_break(Break::Phase),
            ActionKind::EndTurn => self.set_break(Break::Turn),
            _ => self.not_yet(action.row().name, step.origin),
        }
    }

    /// Notes what an effect breaks off.
    pub(crate) fn set_break(&mut self, what: Break) {
        self.set_cell(cells::BREAK, what.number());
    }

    /// Writes a small number into a cell.
    pub(crate) fn set_cell(&mut self, cell: Cell, value: i32) {
        self.code.set_cell(cell, value);
    }

    pub(crate) fn change_turns(&mut self, action: ActionKind, step: &Step, scope: &Scope) {
        let op: fn(Slot) -> Op = match action {
            ActionKind::ReverseOrder => return self.code.reverse(),
            ActionKind::SkipTurn => |seat| Op::SkipTurn { seat },
            ActionKind::ExtraTurn => |seat| Op::ExtraTurn { seat },
            _ => return self.not_yet(action.row().name, step.origin),
        };
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
