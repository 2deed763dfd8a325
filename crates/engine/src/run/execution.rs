//! The running routine: the parts of a position that its ops read and change.
//!
//! Each op is a function of [`Execution`], named as its builder and written in the file of its family. All of them
//! are inlined into the loop that calls them, so that the parts stay in the processor's registers.

use super::{MOST_CHOICES, Registers, spend_work, way_back};
use crate::event::{Event, Scene, Watch};
use crate::fault::FaultKind;
use crate::ids::{Card, Cell, NOTHING, Pc, Pile, Slot, is_missing};
use crate::lists::Lists;
use crate::op::Op;
use crate::position::{Choice, Frame, Position, WINDOW, Waiting};
use crate::program::Program;
use crate::spare::Room;
use crate::table::{Placement, Table};
use crate::undo::Memory;

/// The running routine.
pub(crate) struct Execution<'a, W> {
    pub(super) program: &'a Program,
    /// The registers of the routine: a window of the stack.
    pub(super) registers: &'a mut Registers,
    pub(super) table: &'a mut Table,
    pub(super) lists: &'a mut Lists,
    pub(super) choices: &'a mut Room<Choice>,
    /// The routines that wait for this one.
    pub(super) frames: &'a mut Room<Frame>,
    /// Index of the first register on the stack.
    pub(super) base: &'a mut u32,
    /// The number of registers in use on the stack.
    pub(super) live: &'a mut u32,
    pub(super) remembered: &'a mut Memory,
    pub(super) trials: &'a mut u32,
    pub(super) preparing: &'a mut bool,
    pub(super) waiting: &'a mut Waiting,
    pub(super) fuel: &'a mut u32,
    pub(super) watch: &'a mut W,
    /// The op that is executed.
    pub(super) pc: Pc,
    /// The op that comes next: the one after it, or the one to which it jumps.
    pub(super) after: Pc,
}

/// The place at which the game goes on after an op.
pub(crate) enum Next {
    /// The op after it, or to which it has jumped.
    Op,
    /// An op of another routine, or this one when the game has been answered.
    Leave(Pc),
    /// The op after it, as soon as chance has decided.
    Chance,
    /// None: the game is stopped.
    Stop(FaultKind),
}

impl<'a, W: Watch> Execution<'a, W> {
    /// The routine that a position is in; nothing if the stack ends before its registers do.
    #[inline(always)]
    pub(super) fn of(
        program: &'a Program,
        position: &'a mut Position,
        watch: &'a mut W,
        fuel: &'a mut u32,
    ) -> Option<Self> {
        let base = position.base as usize;
        let window = position.stack.get_mut(base..base + WINDOW)?;
        Some(Self {
            program,
            registers: window.try_into().ok()?,
            table: &mut position.table,
            lists: &mut position.lists,
            choices: &mut position.choices,
            frames: &mut position.frames,
            base: &mut position.base,
            live: &mut position.live,
            remembered: &mut position.remembered,
            trials: &mut position.trials,
            preparing: &mut position.preparing,
            waiting: &mut position.waiting,
            fuel,
            watch,
            pc: position.pc,
            after: position.pc,
        })
    }

    /// Goes on to the next op.
    #[inline(always)]
    pub(crate) fn next_op(&mut self) -> &'a Op {
        self.pc = self.after;
        self.after = Pc(self.pc.0 + 1);
        if W::ON {
            self.watch.step(self.pc, *self.trials > 0);
        }
        &self.program.ops[self.pc.index()]
    }

    /// The value of a register.
    #[inline(always)]
    pub(super) fn value(&self, slot: Slot) -> i64 {
        self.registers[slot.index()]
    }

    /// Writes a register.
    #[inline(always)]
    pub(super) fn give(&mut self, to: Slot, value: i64) -> Next {
        self.registers[to.index()] = value;
        Next::Op
    }

    /// Writes a cell, and tells of it.
    #[inline(always)]
    pub(super) fn write(&mut self, cell: Cell, value: i64) -> Next {
        self.table.cells[cell.index()] = value;
        self.report(Event::Changed { cell, value });
        Next::Op
    }

    /// The pile in a register.
    #[inline(always)]
    pub(super) fn pile_in(&self, slot: Slot) -> Option<Pile> {
        let pile = self.value(slot);
        (!is_missing(pile)).then_some(Pile(pile as u16))
    }

    /// The card in a register.
    #[inline(always)]
    pub(super) fn card_in(&self, slot: Slot) -> Option<Card> {
        let card = self.value(slot);
        (!is_missing(card)).then_some(Card(card as u16))
    }

    /// The player in a register.
    #[inline(always)]
    pub(super) fn seat_in(&self, slot: Slot) -> Option<usize> {
        within(self.value(slot), self.program.seats)
    }

    /// Tells of an event.
    #[inline(always)]
    pub(super) fn report(&mut self, event: Event) {
        self.report_with(event, 0);
    }

    /// Tells of an event with a card that some seats knew before.
    #[inline(always)]
    pub(super) fn report_with(&mut self, event: Event, known_before: u16) {
        if W::ON && *self.trials == 0 {
            let scene = Scene {
                program: self.program,
                table: self.table,
                lists: self.lists,
                pc: self.after,
                frames: self.frames,
                known_before,
            };
            self.watch.event(scene, event);
        }
    }

    /// Puts a card into another pile, and tells of it.
    #[inline(always)]
    pub(super) fn transfer(&mut self, card: Card, from: Pile, to: Pile, how: Placement) {
        let before = self.table.cards[card.index()].known;
        self.table.take(self.program, card);
        self.table.put(self.program, card, to, how);
        self.report_with(Event::Moved { card, from, to }, before);
    }

    /// Spends fuel for cards or elements that are looked at. An op that may take long costs more than others;
    /// whether there is any left is asked at the next jump.
    #[inline(always)]
    pub(super) fn work(&mut self, count: usize) {
        spend_work(self.fuel, count);
    }

    /// Spends fuel for a jump or a call; false if there is not enough.
    #[inline(always)]
    pub(super) fn spend(&mut self, cost: u32) -> bool {
        let is_enough = *self.fuel > cost;
        if is_enough {
            *self.fuel -= cost;
        }
        is_enough
    }

    /// Jumps to an op of the routine. Every endless run has to jump back, in one way or another.
    #[inline(always)]
    pub(super) fn go(&mut self, to: Pc) -> Next {
        if to <= self.pc && !self.spend(way_back(self.pc, to)) {
            return Next::Stop(FaultKind::Endless);
        }
        self.after = to;
        Next::Op
    }

    /// Jumps if a test holds.
    #[inline(always)]
    pub(super) fn go_if(&mut self, holds: bool, to: Pc) -> Next {
        if holds { self.go(to) } else { Next::Op }
    }

    /// Jumps unless a test holds.
    #[inline(always)]
    pub(super) fn go_unless(&mut self, holds: bool, to: Pc) -> Next {
        self.go_if(!holds, to)
    }

    /// The end of an op that has made lists longer.
    #[inline(always)]
    pub(super) fn unless_lists_are_full(&self) -> Next {
        if self.lists.is_full() {
            Next::Stop(FaultKind::TooMuch)
        } else {
            Next::Op
        }
    }

    /// The end of an op that has offered choices.
    #[inline(always)]
    pub(super) fn unless_too_many_choices(&self) -> Next {
        if self.choices.len() > MOST_CHOICES {
            Next::Stop(FaultKind::TooManyChoices)
        } else {
            Next::Op
        }
    }
}

/// A number from 0 to `count` − 1.
#[inline(always)]
pub(super) fn within(value: i64, count: impl Into<i64>) -> Option<usize> {
    (0..count.into()).contains(&value).then_some(value as usize)
}

/// A card as the value of a register.
#[inline(always)]
pub(super) fn value_of(card: Option<Card>) -> i64 {
    card.map_or(NOTHING, |card| i64::from(card.0))
}
