//! The course of the game: states, turns, phases, snapshots and the end.

use crate::event::{Event, Watch};
use crate::fault::{FaultKind, StopReason};
use crate::ids::{Constant, NOTHING, Pc, Phase, Seat, Slot, State, Told, is_missing};
use crate::position::Waiting;
use crate::program::cells;
use crate::run::execution::{Execution, Next};
use crate::run::turns;
use crate::undo::Trial;

impl<W: Watch> Execution<'_, W> {
    #[inline(always)]
    pub(crate) fn enter_state(&mut self, state: State) -> Next {
        self.table.cells[cells::STATE.index()] = i64::from(state.0);
        self.table.cells[cells::PHASE.index()] = NOTHING;
        self.report(Event::EnteredState { state: state.0 });
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn enter_phase(&mut self, phase: Phase) -> Next {
        self.lists.free(0);
        self.table.cells[cells::PHASE.index()] = i64::from(phase.0);
        self.report(Event::EnteredPhase { phase: phase.0 });
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn ready(&mut self) -> Next {
        if *self.preparing {
            *self.preparing = false;
            return Next::Leave(self.after);
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn take_turn(&mut self) -> Next {
        let seat = turns::next(self.program, self.table);
        self.table.cells[cells::CURRENT.index()] = seat;
        self.table.cells[cells::TURN.index()] += 1;
        self.table.cells[cells::IN_TURN.index()] = 1;
        self.report(Event::BeganTurn {
            seat: Seat(seat as u8),
        });
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn end_turn(&mut self, leave: Pc) -> Next {
        self.table.cells[cells::IN_TURN.index()] = 0;
        self.go_if(self.table.cells[cells::NEXT_STATE.index()] >= 0, leave)
    }

    #[inline(always)]
    pub(crate) fn skip_turn(&mut self, seat: Slot) -> Next {
        if let Some(seat) = self.seat_in(seat) {
            self.table.cells[cells::SKIPS.index() + seat] += 1;
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn extra_turn(&mut self, seat: Slot) -> Next {
        match self.seat_in(seat) {
            Some(seat) if !turns::add_extra(self.table, seat) => {
                Next::Stop(FaultKind::TooManyTurns)
            }
            Some(_) | None => Next::Op,
        }
    }

    #[inline(always)]
    pub(crate) fn reverse(&mut self) -> Next {
        let direction = &mut self.table.cells[cells::DIRECTION.index()];
        *direction = -*direction;
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn plan_phases(&mut self, phases: Constant) -> Next {
        turns::plan(self.table, &self.program.constants[phases.index()]);
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn next_phase(&mut self, to: Slot, done: Pc) -> Next {
        match turns::next_phase(self.table) {
            Some(phase) => self.give(to, phase),
            None => self.go(done),
        }
    }

    #[inline(always)]
    pub(crate) fn count_phases(&mut self, to: Slot) -> Next {
        let left = turns::left(self.table);
        self.give(to, left)
    }

    #[inline(always)]
    pub(crate) fn go_to_phase(&mut self, phase: Phase, otherwise: Pc) -> Next {
        let is_there = turns::go_to(self.table, phase.0);
        self.go_unless(is_there, otherwise)
    }

    #[inline(always)]
    pub(crate) fn insert_phase(&mut self, after: Phase, phase: Phase, otherwise: Pc) -> Next {
        match turns::insert(self.table, after.0, phase.0) {
            Some(is_there) => self.go_unless(is_there, otherwise),
            None => Next::Stop(FaultKind::TooManyTurns),
        }
    }

    #[inline(always)]
    pub(crate) fn remove_phase(&mut self, phase: Phase) -> Next {
        turns::remove(self.table, phase.0);
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn tell(&mut self, what: Told, value: Slot) -> Next {
        self.report(Event::Told {
            what: what.0,
            value: self.value(value),
        });
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn step_failed(&mut self) -> Next {
        self.report(Event::StepFailed);
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn remember(&mut self) -> Next {
        self.work(self.table.cards.len() + self.table.cells.len());
        if !self.remembered.remember(self.table, None, &[]) {
            return Next::Stop(FaultKind::TooDeep);
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn attempt(&mut self, succeeded: Pc) -> Next {
        let trial = Trial {
            succeeded,
            frames: self.frames.len() as u32,
            base: *self.base,
        };
        self.work(self.table.cards.len() + self.table.cells.len());
        if !self
            .remembered
            .remember(self.table, Some(trial), self.choices)
        {
            return Next::Stop(FaultKind::TooDeep);
        }
        *self.trials += 1;
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn go_back(&mut self) -> Next {
        if !self.remembered.go_back(self.table) {
            return Next::Stop(FaultKind::Broken);
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn end_try(&mut self) -> Next {
        if !self.remembered.end_trial(self.table, self.choices) {
            return Next::Stop(FaultKind::Broken);
        }
        *self.trials -= 1;
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn forget(&mut self) -> Next {
        self.remembered.forget();
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn score(&mut self, seat: Seat, from: Slot) -> Next {
        let score = self.value(from);
        let cell = cells::SCORES.index() + seat.index();
        self.table.cells[cell] = if is_missing(score) { 0 } else { score };
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn win(&mut self, seat: Slot) -> Next {
        if let Some(seat) = self.seat_in(seat) {
            self.table.cells[cells::WINNERS.index()] |= 1 << seat;
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn lose(&mut self, seats: Slot, to: Slot) -> Next {
        let left = turns::lose(self.program, self.table, self.value(seats));
        self.give(to, left)
    }

    #[inline(always)]
    pub(crate) fn end(&mut self) -> Next {
        self.report(Event::Ended);
        *self.live = 0;
        *self.waiting = Waiting::Over;
        Next::Leave(self.pc)
    }

    #[inline(always)]
    pub(crate) fn stop(&mut self, why: StopReason) -> Next {
        Next::Stop(match why {
            StopReason::Endless => FaultKind::Endless,
            StopReason::TooMuchWaits => FaultKind::TooMuch,
            StopReason::TooManyEffects => FaultKind::TooManyEffects,
            StopReason::Invariant(_) => FaultKind::Invariant,
        })
    }

    #[inline(always)]
    pub(crate) fn broken(&mut self) -> Next {
        Next::Stop(FaultKind::Broken)
    }
}
