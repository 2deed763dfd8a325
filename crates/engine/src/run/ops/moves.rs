//! Moves of cards, their order, their sides, and what seats know of them.

use crate::event::{Event, Watch};
use crate::ids::{Cell, Constant, FAILED, Pc, Pile, Slot};
use crate::open;
use crate::run::execution::{Execution, Next};
use crate::run::{marked, moving, spend_work};
use crate::table::{Flip, Placement, Side};

impl<W: Watch> Execution<'_, W> {
    #[inline(always)]
    pub(crate) fn move_top(&mut self, from: Pile, to: Pile, otherwise: Pc) -> Next {
        let Some(card) = self.table.top(from) else {
            return self.go(otherwise);
        };
        if !self.table.has_room(self.program, to) && from != to {
            return self.go(otherwise);
        }
        self.transfer(card, from, to, Placement::USUAL);
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn move_card(
        &mut self,
        card: Slot,
        to: Slot,
        how: Placement,
        otherwise: Pc,
    ) -> Next {
        let (Some(card), Some(to)) = (self.card_in(card), self.pile_in(to)) else {
            return self.go(otherwise);
        };
        let from = self.table.pile_of(card);
        let before = self.table.cards[card.index()].known;
        if !moving::move_card(self.program, self.table, card, to, how) {
            return self.go(otherwise);
        }
        self.report_with(Event::Moved { card, from, to }, before);
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn move_open(
        &mut self,
        card: Slot,
        to: Slot,
        how: Placement,
        otherwise: Pc,
    ) -> Next {
        let (Some(card), Some(to)) = (self.card_in(card), self.pile_in(to)) else {
            return self.go(otherwise);
        };
        let from = self.table.pile_of(card);
        let before = self.table.cards[card.index()].known;
        if !moving::move_card(self.program, self.table, card, to, how) {
            return self.go(otherwise);
        }
        open::stay_open(self.table, card, before);
        self.report_with(Event::Moved { card, from, to }, before);
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn move_all(&mut self, from: Pile, to: Pile, otherwise: Pc) -> Next {
        self.empty(from, to, Placement::USUAL, otherwise)
    }

    #[inline(always)]
    pub(crate) fn move_all_at(
        &mut self,
        from: Slot,
        to: Slot,
        how: Placement,
        otherwise: Pc,
    ) -> Next {
        match (self.pile_in(from), self.pile_in(to)) {
            (Some(from), Some(to)) => self.empty(from, to, how, otherwise),
            _ => self.go(otherwise),
        }
    }

    /// Moves every card of a pile, one at a time from the top.
    #[inline(always)]
    fn empty(&mut self, from: Pile, to: Pile, how: Placement, otherwise: Pc) -> Next {
        self.work(self.table.count(from) as usize);
        while let Some(card) = self.table.top(from) {
            if from == to || !self.table.has_room(self.program, to) {
                return self.go(otherwise);
            }
            self.transfer(card, from, to, how);
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn deal(&mut self, from: Pile, piles: Constant, count: u16, otherwise: Pc) -> Next {
        if self.table.top(from).is_none() && count > 0 {
            return self.go(otherwise);
        }
        self.work(self.table.count(from) as usize);
        for pile in &self.program.constants[piles.index()] {
            let to = Pile(*pile as u16);
            for _ in 0..count {
                let Some(card) = self.table.top(from) else {
                    break;
                };
                if !self.table.has_room(self.program, to) {
                    return self.go(otherwise);
                }
                self.transfer(card, from, to, Placement::USUAL);
            }
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn deal_round(
        &mut self,
        from: Pile,
        piles: Constant,
        count: u16,
        otherwise: Pc,
    ) -> Next {
        if self.table.top(from).is_none() && count > 0 && count < u16::MAX {
            return self.go(otherwise);
        }
        self.work(self.table.count(from) as usize);
        for _ in 0..count {
            for pile in &self.program.constants[piles.index()] {
                let to = Pile(*pile as u16);
                let Some(card) = self.table.top(from) else {
                    return Next::Op;
                };
                if !self.table.has_room(self.program, to) {
                    return self.go(otherwise);
                }
                self.transfer(card, from, to, Placement::USUAL);
            }
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn shuffle(&mut self, pile: Slot) -> Next {
        if let Some(pile) = self.pile_in(pile) {
            let count = self.table.piles[pile.index()].count;
            // Cards that lie anywhere take longer than those that come one after the other.
            self.work(usize::from(count) * 4);
            moving::shuffle(self.program, self.table, pile);
            // A loop that does nothing but shuffle ends as soon as others.
            *self.fuel = self.fuel.saturating_sub(u32::from(count)).max(1);
            self.report(Event::Shuffled { pile });
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn open(&mut self, pile: Slot) -> Next {
        if let Some(pile) = self.pile_in(pile) {
            open::open(self.program, self.table, pile);
            self.report(Event::Shuffled { pile });
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn note_move(&mut self, cell: Cell, card: Slot, to: Slot, others: Constant) -> Next {
        let others = &self.program.constants[others.index()];
        let is_other = |pile: Pile| others.get(pile.index()) == Some(&1);
        let from = self.card_in(card).map(|card| self.table.pile_of(card));
        let to = self.pile_in(to);
        if !from.into_iter().chain(to).all(is_other) {
            self.table.cells[cell.index()] = 0;
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn flip(&mut self, card: Slot, flip: Flip) -> Next {
        if let Some(card) = self.card_in(card) {
            let down = match flip {
                Flip::To(side) => side == Side::Down,
                Flip::Over => self.table.cards[card.index()].face == 0,
            };
            let before = self.table.cards[card.index()].known;
            self.table.flip(self.program, card, down);
            self.report_with(Event::Flipped { card }, before);
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn place_by(&mut self, card: Slot, first: Cell) -> Next {
        if let Some(card) = self.card_in(card) {
            let pile = self.table.pile_of(card);
            self.work(usize::from(self.table.piles[pile.index()].count));
            marked::place_by(self.program, self.table, card, first);
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn clear_marks(&mut self, card: Slot) -> Next {
        if let Some(card) = self.card_in(card) {
            marked::clear(self.program, self.table, card);
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn take_over(&mut self, card: Slot, from: Slot) -> Next {
        if let (Some(card), Some(from)) = (self.card_in(card), self.card_in(from)) {
            self.work(self.program.marks.len() * self.program.cards.len());
            marked::take_over(self.program, self.table, card, from);
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn reveal(&mut self, card: Slot, seats: Slot) -> Next {
        let seats = self.value(seats) as u16;
        if let Some(card) = self.card_in(card) {
            let before = self.table.cards[card.index()].known;
            self.table.cards[card.index()].known |= seats;
            self.report_with(Event::Revealed { card, seats }, before);
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn conceal(&mut self, card: Slot, seats: Slot) -> Next {
        let seats = self.value(seats) as u16;
        if let Some(card) = self.card_in(card) {
            self.table.cards[card.index()].known &= !seats;
            self.report(Event::Concealed { card, seats });
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn swap_piles(&mut self, a: Slot, b: Slot) -> Next {
        if let (Some(a), Some(b)) = (self.pile_in(a), self.pile_in(b)) {
            self.work((self.table.count(a) + self.table.count(b)) as usize);
            moving::swap_piles(self.program, self.table, a, b);
            self.report(Event::Arranged { pile: a });
            self.report(Event::Arranged { pile: b });
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn swap_cards(&mut self, a: Slot, b: Slot) -> Next {
        if let (Some(a), Some(b)) = (self.card_in(a), self.card_in(b)) {
            moving::swap_cards(self.program, self.table, a, b);
            let (a, b) = (self.table.pile_of(a), self.table.pile_of(b));
            self.report(Event::Arranged { pile: a });
            self.report(Event::Arranged { pile: b });
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn arrange(&mut self, pile: Slot, list: Slot, seats: Slot) -> Next {
        if let Some(pile) = self.pile_in(pile) {
            let seats = self.value(seats) as u16;
            let list = self.value(list);
            let order = self.lists.items(list);
            spend_work(self.fuel, order.len());
            moving::arrange(self.program, self.table, pile, order, seats);
            self.report(Event::Arranged { pile });
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn names_of(&mut self, to: Slot, from: Slot, into: Slot) -> Next {
        let piles = self.pile_in(from).zip(self.pile_in(into));
        let names = piles.map_or(0, |(from, into)| moving::names(self.program, from, into));
        self.give(to, names)
    }

    #[inline(always)]
    pub(crate) fn room(&mut self, to: Slot, pile: Slot) -> Next {
        let room = self.pile_in(pile).map_or(FAILED, |pile| {
            i64::from(self.program.piles[pile.index()].capacity) - self.table.count(pile)
        });
        self.give(to, room)
    }
}
