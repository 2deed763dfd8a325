//! The door for machine code: what a machine may touch of a position, and how it hands back what it cannot
//! do itself.
//!
//! The interpreter in [`run`](crate::run) says what ops mean. A [`Machine`] does the same with some of them
//! faster, and gives every other op to [`Position::step`].

use std::fmt::Debug;
use std::mem::{offset_of, size_of};
use std::sync::Arc;

use crate::choices::Choice;
use crate::event::Unwatched;
use crate::ids::Pc;
use crate::position::{Position, WINDOW, Waiting};
use crate::program::Program;
use crate::table::{CardState, PileState};

/// Carries out the ops of one program in its own way.
pub trait Machine: Debug + Send + Sync {
    /// Runs one routine until it calls another, returns, or the game waits; spends `fuel` for every jump and
    /// call, and stops the game when there is none left.
    ///
    /// [`Position::fits`] has been asked before.
    fn frame(&self, program: &Program, position: &mut Position, fuel: &mut u32);
}

/// The machine of a program, if it has one.
pub type MachineOf = Option<Arc<dyn Machine>>;

/// Where the parts of a position are while a machine works on it.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Parts {
    /// The registers of the routine.
    pub registers: *mut i64,
    /// The cards, one after the other.
    pub cards: *mut u8,
    /// The piles, one after the other.
    pub piles: *mut u8,
    /// The cells.
    pub cells: *mut i64,
    /// The elements of the lists.
    pub elements: *mut i64,
    /// How many of them are used.
    pub used: u64,
    /// How many there is room for.
    pub room: u64,
    /// The choices.
    pub choices: *mut u8,
    /// How many of them are used.
    pub offered: u64,
    /// How many there is room for.
    pub choice_room: u64,
}

/// Where the fields of cards, piles and choices are, in bytes.
pub mod layout {
    use super::{CardState, Choice, PileState, offset_of, size_of};

    /// The size of a card.
    pub const CARD: usize = size_of::<CardState>();
    /// The card below, 16 bits.
    pub const CARD_BELOW: usize = offset_of!(CardState, below);
    /// The card above, 16 bits.
    pub const CARD_ABOVE: usize = offset_of!(CardState, above);
    /// The pile, 16 bits.
    pub const CARD_PILE: usize = offset_of!(CardState, pile);
    /// Who knows it, 16 bits.
    pub const CARD_KNOWN: usize = offset_of!(CardState, known);
    /// The face, 16 bits.
    pub const CARD_FACE: usize = offset_of!(CardState, face);
    /// The size of a pile.
    pub const PILE: usize = size_of::<PileState>();
    /// The top card, 16 bits.
    pub const PILE_TOP: usize = offset_of!(PileState, top);
    /// The bottom card, 16 bits.
    pub const PILE_BOTTOM: usize = offset_of!(PileState, bottom);
    /// How many cards, 16 bits.
    pub const PILE_COUNT: usize = offset_of!(PileState, count);
    /// The size of a choice.
    pub const CHOICE: usize = size_of::<Choice>();
    /// Its meaning, 16 bits.
    pub const CHOICE_MEANING: usize = offset_of!(Choice, meaning);
    /// Its value, 64 bits.
    pub const CHOICE_VALUE: usize = offset_of!(Choice, value);
    /// What stands for no card.
    pub const NO_CARD: u16 = crate::table::NO_CARD;
}

/// What one op has led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The routine goes on here.
    GoOn(Pc),
    /// It has called another one, returned, or the game waits.
    Left,
}

impl Position {
    /// Whether the position has the parts that the ops of a program speak of.
    #[inline]
    pub fn fits(&self, program: &Program) -> bool {
        self.table.cards.len() == program.cards.len()
            && self.table.piles.len() == program.piles.len()
            && self.table.cells.len() == usize::from(program.cells)
            && self.base as usize + WINDOW <= self.stack.len()
    }

    /// Where the running routine goes on.
    #[inline]
    pub fn pc(&self) -> Pc {
        self.pc
    }

    /// Where its parts are. They stay there until the position is changed otherwise than by a machine or
    /// [`Self::step`]; only lists and choices may move in a step.
    pub fn parts(&mut self) -> Parts {
        let (used, offered) = (self.lists.used() as u64, self.choices.len() as u64);
        let (elements, choices) = (self.lists.room(), self.choices.room());
        Parts {
            registers: self.stack[self.base as usize..].as_mut_ptr(),
            cards: self.table.cards.as_mut_ptr().cast(),
            piles: self.table.piles.as_mut_ptr().cast(),
            cells: self.table.cells.as_mut_ptr(),
            room: elements.len() as u64,
            elements: elements.as_mut_ptr(),
            used,
            choice_room: choices.len() as u64,
            choices: choices.as_mut_ptr().cast(),
            offered,
        }
    }

    /// Takes over how much of the lists and choices a machine has used.
    pub fn take_over(&mut self, parts: &Parts) {
        self.lists.set_used(parts.used as usize);
        self.choices.set_used(parts.offered as usize);
    }

    /// Carries out the op at `pc`.
    pub fn step(&mut self, program: &Program, pc: Pc, fuel: &mut u32) -> Step {
        self.pc = pc;
        if crate::run::step(program, self, &mut Unwatched, fuel) && self.waiting == Waiting::Running {
            Step::GoOn(self.pc)
        } else {
            Step::Left
        }
    }

    /// Makes room for more elements and choices.
    pub fn make_room(&mut self, parts: &Parts) {
        if parts.used == parts.room {
            self.lists.grow();
        }
        if parts.offered == parts.choice_room {
            self.choices.grow();
        }
    }
}
