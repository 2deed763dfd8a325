//! Cards: where they lie, what is printed on them, and loops over them.

use crate::event::Watch;
use crate::facts::{self, number_of};
use crate::ids::{Card, Column, Constant, FAILED, NOTHING, Pc, Pile, Slot, is_missing};
use crate::run::execution::{Execution, Next, value_of, within};
use crate::table::Side;

impl<W: Watch> Execution<'_, W> {
    #[inline(always)]
    pub(crate) fn count(&mut self, to: Slot, pile: Pile) -> Next {
        self.give(to, self.table.count(pile))
    }

    #[inline(always)]
    pub(crate) fn count_at(&mut self, to: Slot, pile: Slot) -> Next {
        let pile = self.pile_in(pile);
        self.give(to, pile.map_or(FAILED, |pile| self.table.count(pile)))
    }

    #[inline(always)]
    pub(crate) fn count_all(&mut self, to: Slot, piles: Constant) -> Next {
        let piles = &self.program.constants[piles.index()];
        let counts = piles
            .iter()
            .map(|pile| i64::from(self.table.piles[*pile as usize].count));
        self.give(to, counts.sum())
    }

    #[inline(always)]
    pub(crate) fn top(&mut self, to: Slot, pile: Pile) -> Next {
        self.give(to, value_of(self.table.top(pile)))
    }

    #[inline(always)]
    pub(crate) fn top_at(&mut self, to: Slot, pile: Slot) -> Next {
        let card = self.pile_in(pile).and_then(|pile| self.table.top(pile));
        self.give(to, value_of(card))
    }

    #[inline(always)]
    pub(crate) fn bottom_at(&mut self, to: Slot, pile: Slot) -> Next {
        let card = self.pile_in(pile).and_then(|pile| self.table.bottom(pile));
        self.give(to, value_of(card))
    }

    #[inline(always)]
    pub(crate) fn card_at(&mut self, to: Slot, pile: Slot, index: Slot) -> Next {
        let index = usize::try_from(self.value(index)).ok();
        let place = self
            .pile_in(pile)
            .zip(index)
            .filter(|(pile, index)| *index < usize::from(self.table.piles[pile.index()].count));
        let card = match place {
            Some((pile, index)) => {
                self.work(index);
                self.table.cards_of(pile).nth(index)
            }
            None => None,
        };
        self.give(to, value_of(card))
    }

    #[inline(always)]
    pub(crate) fn pile_for(&mut self, to: Slot, first: Pile, seat: Slot, count: u8) -> Next {
        let pile = match within(self.value(seat), count) {
            Some(seat) => i64::from(first.0) + seat as i64,
            None => NOTHING,
        };
        self.give(to, pile)
    }

    #[inline(always)]
    pub(crate) fn print(&mut self, to: Slot, column: Column, card: Slot) -> Next {
        let card = self.value(card);
        let printed = if is_missing(card) {
            card
        } else {
            self.program.printed(column, Card(card as u16))
        };
        self.give(to, printed)
    }

    #[inline(always)]
    pub(crate) fn print_number(&mut self, to: Slot, column: Column, card: Slot) -> Next {
        let printed = match self.card_in(card) {
            Some(card) => self.program.printed(column, card),
            None => FAILED,
        };
        self.give(to, if printed == NOTHING { FAILED } else { printed })
    }

    #[inline(always)]
    pub(crate) fn print_top(&mut self, to: Slot, column: Column, pile: Pile) -> Next {
        let printed = match self.table.top(pile) {
            Some(card) => self.program.printed(column, card),
            None => NOTHING,
        };
        self.give(to, printed)
    }

    #[inline(always)]
    pub(crate) fn print_top_number(&mut self, to: Slot, column: Column, pile: Pile) -> Next {
        let printed = match self.table.top(pile) {
            Some(card) => self.program.printed(column, card),
            None => FAILED,
        };
        self.give(to, printed)
    }

    #[inline(always)]
    pub(crate) fn look_up(&mut self, to: Slot, list: Constant, index: Slot) -> Next {
        let list = &self.program.constants[list.index()];
        let index = usize::try_from(self.value(index)).ok();
        let value = index.and_then(|index| list.get(index)).copied();
        self.give(to, value.unwrap_or(FAILED))
    }

    #[inline(always)]
    pub(crate) fn of_card(&mut self, to: Slot, facts: Constant, card: Slot) -> Next {
        let number = self.number_of(card);
        self.give(to, self.program.constants[facts.index()][number])
    }

    #[inline(always)]
    pub(crate) fn unless_among(&mut self, card: Slot, among: Constant, to: Pc) -> Next {
        let among = &self.program.constants[among.index()];
        self.go_unless(facts::has(among, self.number_of(card)), to)
    }

    #[inline(always)]
    pub(crate) fn unless_related(&mut self, a: Slot, b: Slot, relation: Constant, to: Pc) -> Next {
        let row = self.related(a, relation);
        self.go_unless(facts::has(row, self.number_of(b)), to)
    }

    #[inline(always)]
    pub(crate) fn add_to_set(&mut self, set: Slot, card: Slot) -> Next {
        self.give(set, self.value(set) | 1 << self.number_of(card))
    }

    #[inline(always)]
    pub(crate) fn unless_related_to_some(
        &mut self,
        card: Slot,
        set: Slot,
        relation: Constant,
        to: Pc,
    ) -> Next {
        let row = self.related(card, relation);
        self.go_if(row[0] & self.value(set) == 0, to)
    }

    /// The position of the card in a register in constants that say something about every card.
    #[inline(always)]
    fn number_of(&self, card: Slot) -> usize {
        number_of(self.value(card), self.program.cards.len())
    }

    /// The cards to which the card in a register has a relation.
    #[inline(always)]
    fn related(&self, card: Slot, relation: Constant) -> &[i64] {
        let cards = self.program.cards.len();
        let relation = &self.program.constants[relation.index()];
        facts::related(relation, self.number_of(card), cards)
    }

    #[inline(always)]
    pub(crate) fn pile_of(&mut self, to: Slot, card: Slot) -> Next {
        let card = self.value(card);
        let pile = if is_missing(card) {
            card
        } else {
            i64::from(self.table.pile_of(Card(card as u16)).0)
        };
        self.give(to, pile)
    }

    #[inline(always)]
    pub(crate) fn owner_of(&mut self, to: Slot, pile: Slot) -> Next {
        let pile = self.pile_in(pile);
        let owner = pile.and_then(|pile| self.program.piles[pile.index()].owner);
        self.give(to, owner.map_or(NOTHING, i64::from))
    }

    #[inline(always)]
    pub(crate) fn holder_of(&mut self, to: Slot, card: Slot, column: Column) -> Next {
        let card = self.value(card);
        let holder = if is_missing(card) {
            card
        } else {
            let card = Card(card as u16);
            let owner = self.program.piles[self.table.pile_of(card).index()].owner;
            owner.map_or_else(|| self.program.printed(column, card), i64::from)
        };
        self.give(to, holder)
    }

    #[inline(always)]
    pub(crate) fn face_of(&mut self, to: Slot, card: Slot) -> Next {
        let card = self.value(card);
        let face = if is_missing(card) {
            card
        } else {
            i64::from(self.table.cards[card as usize].face)
        };
        self.give(to, face)
    }

    #[inline(always)]
    pub(crate) fn first_card(&mut self, cursor: Slot, pile: Slot) -> Next {
        self.top_at(cursor, pile)
    }

    #[inline(always)]
    pub(crate) fn first_card_in(&mut self, cursor: Slot, pile: Pile) -> Next {
        self.top(cursor, pile)
    }

    #[inline(always)]
    pub(crate) fn each_card(&mut self, cursor: Slot, card: Slot, done: Pc) -> Next {
        self.visit(self.value(cursor), cursor, card, done)
    }

    #[inline(always)]
    pub(crate) fn each_card_in(
        &mut self,
        cursor: Slot,
        index: Slot,
        card: Slot,
        piles: Constant,
        done: Pc,
    ) -> Next {
        let mut next = self.value(cursor);
        let mut number = self.value(index);
        let piles = &self.program.constants[piles.index()];
        let rest = usize::try_from(number).ok();
        let rest = rest.and_then(|rest| piles.get(rest..)).unwrap_or(&[]);
        let mut piles = rest.iter();
        while let (true, Some(pile)) = (is_missing(next), piles.next()) {
            next = value_of(self.table.top(Pile(*pile as u16)));
            number += 1;
        }
        if is_missing(next) {
            return self.go(done);
        }
        self.give(index, number);
        self.visit(next, cursor, card, done)
    }

    #[inline(always)]
    pub(crate) fn each_printed(
        &mut self,
        cursor: Slot,
        card: Slot,
        column: Column,
        value: Slot,
        equal: bool,
        done: Pc,
    ) -> Next {
        let value = self.value(value);
        if value == FAILED {
            return self.go(done);
        }
        let printed = &self.program.columns[column.index()].values;
        let next = self.skip_while(self.value(cursor), |_, card| {
            (printed[card] == value) != equal
        });
        self.visit(next, cursor, card, done)
    }

    #[inline(always)]
    pub(crate) fn each_facing(&mut self, cursor: Slot, card: Slot, side: Side, done: Pc) -> Next {
        let next = self.skip_while(self.value(cursor), |run, card| {
            run.table.cards[card].face != side as u16
        });
        self.visit(next, cursor, card, done)
    }

    #[inline(always)]
    pub(crate) fn skip_cards(&mut self, cursor: Slot, count: u8) -> Next {
        let mut next = self.value(cursor);
        for _ in 0..count {
            if is_missing(next) {
                break;
            }
            next = value_of(self.table.below(Card(next as u16)));
        }
        self.give(cursor, next)
    }

    /// The first card from `next` on that is not to be skipped.
    #[inline(always)]
    fn skip_while(&mut self, mut next: i64, is_skipped: impl Fn(&Self, usize) -> bool) -> i64 {
        let mut passed = 0;
        while !is_missing(next) && is_skipped(self, next as usize) {
            next = value_of(self.table.below(Card(next as u16)));
            passed += 1;
        }
        self.work(passed);
        next
    }

    /// The loop's next turn is for the card `next`, if there is one.
    #[inline(always)]
    fn visit(&mut self, next: i64, cursor: Slot, card: Slot, done: Pc) -> Next {
        if is_missing(next) {
            return self.go(done);
        }
        self.give(card, next);
        let below = value_of(self.table.below(Card(next as u16)));
        self.give(cursor, below)
    }
}
