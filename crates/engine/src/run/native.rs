//! The door for machine code: what a machine may touch of a position, and how it hands back what it cannot
//! do itself.
//!
//! The interpreter in `run` says what ops mean. A [`Machine`] does the same with some of them
//! faster, and gives every other op to [`Position::step`].

use std::fmt::Debug;
use std::mem::{offset_of, size_of};
use std::sync::Arc;

use crate::event::Unwatched;
use crate::ids::{Pc, Seat};
use crate::lists::{ListVerb, Lists};
use crate::op::Op;
use crate::position::{Choice, Frame, Position, WINDOW, Waiting};
use crate::program::Program;
use crate::spare::Room;
use crate::table::{CardState, PileState};

/// The number of cards or elements that are moved, looked at or copied at the cost of a jump.
pub const PER_JUMP: usize = crate::run::PER_JUMP;

/// Cost of a jump back from one op to another.
pub fn way_back(from: Pc, to: Pc) -> u32 {
    crate::run::way_back(from, to)
}

/// Cost at the end of a routine that was called just before an op.
pub fn passed(program: &Program, after: Pc, end: Pc) -> u32 {
    crate::run::passed(program, after, end)
}

/// The number of ops that are passed at the cost of a jump, as a power of two.
pub const OPS_PER_JUMP: u32 = crate::run::OPS_PER_JUMP;

/// Executes the ops of one program in its own way.
pub trait Machine: Debug + Send + Sync {
    /// Runs until the game waits, or for as long as it likes; spends `fuel` for every way back and every call, and stops
    /// the game when there is none left.
    ///
    /// [`Position::fits`] has been asked before.
    fn run(&self, program: &Program, position: &mut Position, fuel: &mut u32);
}

/// The machine of a program, if it has one.
pub type MachineOf = Option<Arc<dyn Machine>>;

/// Addresses of the parts of a position that ops work on.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Parts {
    /// The registers of the first routine.
    pub stack: *mut i64,
    /// The cards, one after the other.
    pub cards: *mut u8,
    /// The piles, one after the other.
    pub piles: *mut u8,
    /// The values that the position keeps, one 64-bit word each.
    pub cells: *mut i64,
    /// The elements of the lists.
    pub elements: *mut i64,
    /// The capacity, in elements.
    pub element_room: u64,
    /// The choices that are offered, [`Choice`]s one after the other.
    pub choices: *mut u8,
    /// The capacity, in elements.
    pub choice_room: u64,
    /// The routines that wait.
    pub frames: *mut u8,
    /// The capacity, in elements.
    pub frame_room: u64,
}

/// Offsets and sizes of the fields of a position and its parts, in bytes.
pub mod layout {
    use super::{CardState, Choice, Frame, Lists, PileState, Position, Room, offset_of, size_of};

    /// Index of the running routine's first register, 32 bits.
    pub const BASE: usize = offset_of!(Position, base);
    /// The number of list elements in use, 64 bits.
    pub const USED: usize =
        offset_of!(Position, lists) + offset_of!(Lists, elements) + offset_of!(Room<i64>, used);
    /// The number of choices, 64 bits.
    pub const OFFERED: usize = offset_of!(Position, choices) + offset_of!(Room<Choice>, used);
    /// The number of routines that wait, 64 bits.
    pub const WAITING: usize = offset_of!(Position, frames) + offset_of!(Room<Frame>, used);
    /// Size of a frame: a routine that waits.
    pub const FRAME: usize = size_of::<Frame>();
    /// Op at which it resumes, 32 bits.
    pub const FRAME_PC: usize = offset_of!(Frame, pc);
    /// Op at which it resumes if the routine that it waits for fails, 32 bits.
    pub const FRAME_OTHERWISE: usize = offset_of!(Frame, otherwise);
    /// Index of its first register, 32 bits.
    pub const FRAME_BASE: usize = offset_of!(Frame, base);
    /// The number of list elements that were in use, 32 bits.
    pub const FRAME_LISTS: usize = offset_of!(Frame, lists);

    /// The size of a card.
    pub const CARD: usize = size_of::<CardState>();
    /// The card below, 16 bits.
    pub const CARD_BELOW: usize = offset_of!(CardState, below);
    /// The card above, 16 bits.
    pub const CARD_ABOVE: usize = offset_of!(CardState, above);
    /// The pile, 16 bits.
    pub const CARD_PILE: usize = offset_of!(CardState, pile);
    /// The seats that know it, 16 bits.
    pub const CARD_KNOWN: usize = offset_of!(CardState, known);
    /// The face, 16 bits.
    pub const CARD_FACE: usize = offset_of!(CardState, face);
    /// The size of a pile.
    pub const PILE: usize = size_of::<PileState>();
    /// The top card, 16 bits.
    pub const PILE_TOP: usize = offset_of!(PileState, top);
    /// The bottom card, 16 bits.
    pub const PILE_BOTTOM: usize = offset_of!(PileState, bottom);
    /// The number of cards, 16 bits.
    pub const PILE_COUNT: usize = offset_of!(PileState, count);
    /// The size of a choice.
    pub const CHOICE: usize = size_of::<Choice>();
    /// Its meaning, 16 bits.
    pub const CHOICE_MEANING: usize = offset_of!(Choice, meaning);
    /// Its value, 64 bits.
    pub const CHOICE_VALUE: usize = offset_of!(Choice, value);
    /// Among those who know a card: chance has not decided yet which card lies here.
    pub const OPEN: u16 = crate::table::OPEN;
    /// The number for no card.
    pub const NO_CARD: u16 = crate::table::NO_CARD;
}

/// Result of one op.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The routine goes on here.
    GoOn(Pc),
    /// It has called another one, returned, or the game waits.
    Left,
}

impl Position {
    /// True if the position has the parts that the ops of a program refer to.
    #[inline]
    pub fn fits(&self, program: &Program) -> bool {
        self.table.cards.len() == program.cards.len()
            && self.table.piles.len() == program.piles.len()
            && self.table.cells.len() == usize::from(program.cells)
            && self.base as usize + WINDOW <= self.stack.len()
            && self
                .frames
                .iter()
                .all(|frame| frame.base as usize + WINDOW <= self.stack.len())
    }

    /// Op at which the running routine resumes.
    #[inline]
    pub fn pc(&self) -> Pc {
        self.pc
    }

    /// Addresses of its parts. They stay there until the position is changed otherwise than by a machine or
    /// [`Self::step`]; only lists, choices and waiting routines may move in a step.
    #[inline]
    pub fn parts(&mut self) -> Parts {
        let elements = self.lists.elements.all();
        let choices = self.choices.all();
        let frames = self.frames.all();
        Parts {
            stack: self.stack.as_mut_ptr(),
            cards: self.table.cards.as_mut_ptr().cast(),
            piles: self.table.piles.as_mut_ptr().cast(),
            cells: self.table.cells.as_mut_ptr(),
            element_room: elements.len() as u64,
            elements: elements.as_mut_ptr(),
            choice_room: choices.len() as u64,
            choices: choices.as_mut_ptr().cast(),
            frame_room: frames.len() as u64,
            frames: frames.as_mut_ptr().cast(),
        }
    }

    /// Address of the list elements, after some were made.
    #[inline]
    pub fn update_elements(&mut self, parts: &mut Parts) {
        let elements = self.lists.elements.all();
        parts.element_room = elements.len() as u64;
        parts.elements = elements.as_mut_ptr();
    }

    /// Address of the running routine's registers.
    #[inline]
    pub fn registers(&mut self) -> *mut i64 {
        self.stack[self.base as usize..].as_mut_ptr()
    }

    /// Applies a verb to two values, for as much fuel as it takes; `None` if there is not enough, or if
    /// there are then too many elements.
    pub fn apply(&mut self, verb: ListVerb, a: i64, b: i64, fuel: &mut u32) -> Option<i64> {
        if !crate::run::spend_work(fuel, self.lists.work(verb, a, b)) {
            return None;
        }
        let before = self.lists.used();
        let made = self.lists.apply(verb, a, b);
        crate::run::spend_work(fuel, self.lists.used().saturating_sub(before));
        (!self.lists.is_full()).then_some(made)
    }

    /// Executes an op that makes sets, runs or a packing on the values that it reads, in their order, for as
    /// much fuel as it takes; `None` if it is another op, if there is not enough, or if there is too much to be
    /// made.
    pub fn melds(
        &mut self,
        program: &Program,
        op: Op,
        values: [i64; 4],
        fuel: &mut u32,
    ) -> Option<i64> {
        let [list, least, numbers, keys] = values;
        if matches!(op, Op::Packing { .. }) {
            let (packing, effort) = self.lists.packing(list, least);
            crate::run::spend_work(fuel, effort);
            return packing;
        }
        if !crate::run::spend_work(fuel, self.lists.work_for_groups(list)) {
            return None;
        }
        let before = self.lists.used();
        let made = match op {
            Op::Sets { .. } => self.lists.sets(list, least, numbers),
            Op::Runs { .. } => self.lists.runs(list, least, numbers, keys),
            Op::PrintedSets { .. } | Op::PrintedRuns { .. } => {
                self.lists.printed_groups(program, op, list, least)
            }
            _ => return None,
        };
        crate::run::spend_work(fuel, self.lists.used().saturating_sub(before));
        (!self.lists.is_full()).then_some(made)
    }

    /// Waits for the answer to the question that the op at `pc` asks, if it asks one and not in a trial.
    #[inline]
    pub fn wait_for_answer(&mut self, program: &Program, pc: Pc) -> bool {
        let Op::Ask {
            ask,
            seat,
            meaning,
            value,
        } = program.ops[pc.index()]
        else {
            return false;
        };
        let seat = self.stack[self.base as usize + seat.index()];
        let is_seat = (0..i64::from(program.seats)).contains(&seat);
        let is_forced = program.answers_forced && self.choices.len() == 1;
        if self.trials > 0 || is_forced || self.choices.is_empty() || !is_seat {
            return false;
        }
        self.pc = Pc(pc.0 + 1);
        self.live = self.base + u32::from(program.frame);
        self.waiting = Waiting::Answer {
            seat: Seat(seat as u8),
            ask,
            meaning,
            value,
        };
        true
    }

    /// Carries out the op at `pc`.
    #[inline]
    pub fn step(&mut self, program: &Program, pc: Pc, fuel: &mut u32) -> Step {
        self.pc = pc;
        if crate::run::step(program, self, &mut Unwatched, fuel) && self.waiting == Waiting::Running
        {
            Step::GoOn(self.pc)
        } else {
            Step::Left
        }
    }
}
