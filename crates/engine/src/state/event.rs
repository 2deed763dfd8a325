//! Events while a game runs, as the engine itself sees them.
//!
//! Nothing here is meant for a seat: what a seat is told is made from it by [`telling`](crate::telling).

use crate::ids::{AskId, Card, Cell, Pc, Pile, Seat};
use crate::lists::Lists;
use crate::position::{Choice, Frame};
use crate::program::Program;
use crate::table::Table;

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A card went from one pile to another.
    Moved {
        /// The card that moved.
        card: Card,
        /// Pile that it left.
        from: Pile,
        /// Pile that it came to.
        to: Pile,
    },
    /// A pile was shuffled.
    Shuffled {
        /// The pile that was shuffled.
        pile: Pile,
    },
    /// The cards of a pile were put into another order.
    Arranged {
        /// The pile in its new order.
        pile: Pile,
    },
    /// A card shows another face.
    Flipped {
        /// The card, which shows its other side now.
        card: Card,
    },
    /// Seats have learnt a card.
    Revealed {
        /// The card that was shown.
        card: Card,
        /// The seats, as bits.
        seats: u16,
    },
    /// Seats know a card no more.
    Concealed {
        /// The card that was hidden.
        card: Card,
        /// The seats, as bits.
        seats: u16,
    },
    /// A value of the game changed.
    Changed {
        /// Cell of the value.
        cell: Cell,
        /// Value after the change.
        value: i64,
    },
    /// A state was entered.
    EnteredState {
        /// State that begins, as a position in `Program::states`.
        state: u16,
    },
    /// A phase was entered.
    EnteredPhase {
        /// Phase that begins, as a position in `Program::phases`.
        phase: u16,
    },
    /// A turn of a seat began.
    BeganTurn {
        /// Seat whose turn it is.
        seat: Seat,
    },
    /// A step has failed. Only programs that are traced tell it.
    StepFailed,
    /// A seat answered a question.
    Chose {
        /// Seat that answered.
        seat: Seat,
        /// Question that was answered.
        ask: AskId,
        /// Choice that was made.
        choice: Choice,
    },
    /// Something else that the game tells.
    Told {
        /// Name of the thing.
        what: u16,
        /// Value that belongs to it.
        value: i64,
    },
    /// The game is over.
    Ended,
}

/// Someone who is told what happens.
pub trait Watch {
    /// True if anything is told at all.
    const ON: bool;

    /// Something happened; the table is as it is afterwards.
    fn event(&mut self, scene: Scene<'_>, event: Event);

    /// An op is about to be executed: in play, or in a trial that is undone. Only if anything is told, and only who
    /// counts ops wants to know.
    #[inline(always)]
    fn step(&mut self, _pc: Pc, _is_trial: bool) {}
}

/// The table at the moment of an event.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// Program of the game that is watched.
    pub program: &'a Program,
    pub(crate) table: &'a Table,
    pub(crate) lists: &'a Lists,
    /// The op that comes next.
    pub(crate) pc: Pc,
    /// The routines that wait for the one that runs, the innermost last.
    pub(crate) frames: &'a [Frame],
    /// The seats that knew the card before it moved, as bits.
    pub known_before: u16,
}

impl Scene<'_> {
    /// The seats that know a card now, as bits.
    pub fn known(&self, card: Card) -> u16 {
        self.table.cards[card.index()].known
    }

    /// The step that did it, as a position in the program's places. Code that steps share, such as the code for a
    /// card that moves, has no line of its own: then it is the step that called it.
    pub fn origin(&self) -> Option<u32> {
        self.origins()
            .next()
            .or_else(|| self.origin_before(self.pc))
    }

    /// The step that did it, and the steps around it, the innermost first.
    pub fn origins(&self) -> impl Iterator<Item = u32> {
        let callers = self.frames.iter().rev().map(|frame| frame.pc);
        let places = std::iter::once(self.pc).chain(callers);
        let origins = places.filter_map(|pc| self.origin_before(pc));
        origins.filter(|origin| {
            let place = self.program.places.get(*origin as usize);
            place.is_some_and(|place| place.line > 0)
        })
    }

    /// Origin of the op before another one: that one comes next, this one did it.
    fn origin_before(&self, pc: Pc) -> Option<u32> {
        let did = pc.index().checked_sub(1)?;
        self.program.origins.get(did).copied()
    }
}

/// Nobody watches: games run at full speed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    const ON: bool = false;

    #[inline(always)]
    fn event(&mut self, _: Scene<'_>, _: Event) {}
}
