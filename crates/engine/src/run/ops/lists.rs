//! Lists: making them, reading them, and what is made of them.

use crate::event::{Event, Watch};
use crate::fault::FaultKind;
use crate::ids::{Card, Cell, Column, Constant, FAILED, NOTHING, Pc, Slot, is_missing};
use crate::lists::ListVerb;
use crate::lists::matching::Needed;
use crate::op::Op;
use crate::program::LIST_CELLS;
use crate::run::execution::{Execution, Next, within};
use crate::run::{marked, spend_work};

impl<W: Watch> Execution<'_, W> {
    #[inline(always)]
    pub(crate) fn new_list(&mut self, to: Slot) -> Next {
        self.give(to, self.lists.begin())
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, list: Slot, value: Slot) -> Next {
        let longer = self.lists.push(self.value(list), self.value(value));
        self.give_list(list, longer)
    }

    #[inline(always)]
    pub(crate) fn push_pile(&mut self, list: Slot, pile: Slot) -> Next {
        let Some(pile) = self.pile_in(pile) else {
            return Next::Op;
        };
        let cards = self.table.cards_of(pile).map(|card| i64::from(card.0));
        let longer = self.lists.extend(self.value(list), cards);
        self.work(usize::from(self.table.piles[pile.index()].count));
        self.give_list(list, longer)
    }

    #[inline(always)]
    pub(crate) fn push_marked(&mut self, list: Slot, first: Cell, value: Slot) -> Next {
        let (before, mark) = (self.value(list), (first, self.value(value)));
        let longer = marked::push_with_value(self.program, self.table, self.lists, before, mark);
        self.work(self.program.cards.len());
        self.give_list(list, longer)
    }

    #[inline(always)]
    pub(crate) fn push_printed(&mut self, list: Slot, pile: Slot, column: Column) -> Next {
        let Some(pile) = self.pile_in(pile) else {
            return Next::Op;
        };
        let printed = &self.program.columns[column.index()].values;
        let cards = self.table.cards_of(pile).map(|card| printed[card.index()]);
        let longer = self.lists.extend(self.value(list), cards);
        self.work(usize::from(self.table.piles[pile.index()].count));
        self.give_list(list, longer)
    }

    #[inline(always)]
    pub(crate) fn push_column(&mut self, list: Slot, cards: Slot, column: Column) -> Next {
        let cards = self.value(cards);
        let mut longer = self.value(list);
        for place in 0..self.lists.items(cards).len() {
            let card = self.lists.items(cards)[place];
            let value = if is_missing(card) {
                card
            } else {
                self.program.printed(column, Card(card as u16))
            };
            longer = self.lists.push(longer, value);
        }
        self.work(self.lists.items(cards).len());
        self.give_list(list, longer)
    }

    #[inline(always)]
    pub(crate) fn push_list(&mut self, list: Slot, from: Slot) -> Next {
        let from = self.value(from);
        let mut longer = self.value(list);
        for place in 0..self.lists.items(from).len() {
            let item = self.lists.items(from)[place];
            longer = self.lists.push(longer, item);
        }
        self.work(self.lists.items(from).len());
        self.give_list(list, longer)
    }

    #[inline(always)]
    pub(crate) fn list_of(&mut self, to: Slot, constant: Constant) -> Next {
        let items = &self.program.constants[constant.index()];
        let made = self.lists.make(items.iter().copied());
        self.give_list(to, made)
    }

    /// Writes a register with a list that was made or grew.
    #[inline(always)]
    fn give_list(&mut self, to: Slot, list: i64) -> Next {
        self.give(to, list);
        self.unless_lists_are_full()
    }

    #[inline(always)]
    pub(crate) fn sum_column(&mut self, to: Slot, list: Slot, column: Column) -> Next {
        let cards = self.lists.items(self.value(list));
        spend_work(self.fuel, cards.len());
        let mut cards = cards.iter();
        let sum = cards.try_fold(0_i64, |sum, card| {
            if is_missing(*card) {
                return None;
            }
            let value = self.program.printed(column, Card(*card as u16));
            let added = (!is_missing(value)).then(|| sum.checked_add(value));
            added.flatten().filter(|sum| !is_missing(*sum))
        });
        self.give(to, sum.unwrap_or(FAILED))
    }

    #[inline(always)]
    pub(crate) fn length(&mut self, to: Slot, list: Slot) -> Next {
        let list = self.value(list);
        let length = if is_missing(list) {
            FAILED
        } else {
            self.lists.items(list).len() as i64
        };
        self.give(to, length)
    }

    #[inline(always)]
    pub(crate) fn item_at(&mut self, to: Slot, list: Slot, index: Slot) -> Next {
        let index = usize::try_from(self.value(index)).ok();
        let items = self.lists.items(self.value(list));
        let item = index.and_then(|index| items.get(index)).copied();
        self.give(to, item.unwrap_or(NOTHING))
    }

    #[inline(always)]
    pub(crate) fn each_item(&mut self, list: Slot, index: Slot, item: Slot, done: Pc) -> Next {
        let number = self.value(index) as usize;
        let Some(found) = self.lists.items(self.value(list)).get(number) else {
            return self.go(done);
        };
        self.give(item, *found);
        self.give(index, self.value(index) + 1)
    }

    #[inline(always)]
    pub(crate) fn each_number(&mut self, index: Slot, limit: Slot, item: Slot, done: Pc) -> Next {
        let number = self.value(index);
        if number >= self.value(limit) {
            return self.go(done);
        }
        self.give(item, number);
        self.give(index, number + 1)
    }

    #[inline(always)]
    pub(crate) fn list(&mut self, verb: ListVerb, to: Slot, a: Slot, b: Slot) -> Next {
        let (a, b) = (self.value(a), self.value(b));
        if !spend_work(self.fuel, self.lists.work(verb, a, b)) {
            return Next::Stop(FaultKind::Endless);
        }
        let before = self.lists.used();
        let made = self.lists.apply(verb, a, b);
        self.give_made(to, made, before)
    }

    #[inline(always)]
    pub(crate) fn sets(&mut self, to: Slot, list: Slot, least: Slot, keys: Slot) -> Next {
        let [list, least, keys] = [list, least, keys].map(|slot| self.value(slot));
        if !spend_work(self.fuel, self.lists.work_for_groups(list)) {
            return Next::Stop(FaultKind::Endless);
        }
        let before = self.lists.used();
        let made = self.lists.sets(list, least, keys);
        self.give_made(to, made, before)
    }

    #[inline(always)]
    pub(crate) fn runs(
        &mut self,
        to: Slot,
        list: Slot,
        least: Slot,
        numbers: Slot,
        keys: Slot,
    ) -> Next {
        let [list, least] = [list, least].map(|slot| self.value(slot));
        let [numbers, keys] = [numbers, keys].map(|slot| self.value(slot));
        if !spend_work(self.fuel, self.lists.work_for_groups(list)) {
            return Next::Stop(FaultKind::Endless);
        }
        let before = self.lists.used();
        let made = self.lists.runs(list, least, numbers, keys);
        self.give_made(to, made, before)
    }

    #[inline(always)]
    pub(crate) fn printed_sets(&mut self, to: Slot, list: Slot, least: Slot, _: Column) -> Next {
        self.printed_groups(to, list, least)
    }

    #[inline(always)]
    pub(crate) fn printed_runs(
        &mut self,
        to: Slot,
        list: Slot,
        least: Slot,
        _: Column,
        _: Column,
    ) -> Next {
        self.printed_groups(to, list, least)
    }

    #[inline(always)]
    fn printed_groups(&mut self, to: Slot, list: Slot, least: Slot) -> Next {
        let op: Op = self.program.ops[self.pc.index()];
        let [list, least] = [list, least].map(|slot| self.value(slot));
        if !spend_work(self.fuel, self.lists.work_for_groups(list)) {
            return Next::Stop(FaultKind::Endless);
        }
        let before = self.lists.used();
        let made = self.lists.printed_groups(self.program, op, list, least);
        self.give_made(to, made, before)
    }

    /// Writes a register with something made of lists, which costs as much as the lists have grown.
    #[inline(always)]
    fn give_made(&mut self, to: Slot, made: i64, used_before: usize) -> Next {
        self.work(self.lists.used().saturating_sub(used_before));
        self.give_list(to, made)
    }

    #[inline(always)]
    pub(crate) fn packing(&mut self, to: Slot, lists: Slot, weights: Slot) -> Next {
        let (packing, effort) = self.lists.packing(self.value(lists), self.value(weights));
        self.work(effort);
        match packing {
            Some(packing) => self.give(to, packing),
            None => Next::Stop(FaultKind::TooMuch),
        }
    }

    #[inline(always)]
    pub(crate) fn matching(
        &mut self,
        to: Slot,
        list: Slot,
        count: Slot,
        needs: Slot,
        holds: Slot,
        worth: Slot,
    ) -> Next {
        let of = self.needed(list, count, worth);
        let (needs, holds) = (self.value(needs), self.value(holds));
        let (chosen, effort) = self.lists.matching(of, needs, holds);
        self.work(effort);
        self.give_list(to, chosen)
    }

    #[inline(always)]
    pub(crate) fn matching_sets(
        &mut self,
        to: Slot,
        list: Slot,
        count: Slot,
        needs: Slot,
        holds: Constant,
        worth: Slot,
    ) -> Next {
        let of = self.needed(list, count, worth);
        let holds = &self.program.constants[holds.index()];
        let (chosen, effort) = self.lists.matching_sets(of, self.value(needs), holds);
        self.work(effort);
        self.give_list(to, chosen)
    }

    #[inline(always)]
    fn needed(&self, list: Slot, count: Slot, worth: Slot) -> Needed {
        let [list, count, worth] = [list, count, worth].map(|slot| self.value(slot));
        Needed { list, count, worth }
    }

    #[inline(always)]
    pub(crate) fn load_list(&mut self, to: Slot, first: Cell, index: Slot, count: u8) -> Next {
        let list = match within(self.value(index), count) {
            Some(index) => {
                let first = first.index() + index * usize::from(LIST_CELLS);
                let length = self.table.cells[first] as usize;
                let kept = &self.table.cells[first + 1..first + 1 + length];
                self.lists.make(kept.iter().copied())
            }
            None => FAILED,
        };
        self.give_list(to, list)
    }

    #[inline(always)]
    pub(crate) fn store_list(
        &mut self,
        first: Cell,
        index: Slot,
        count: u8,
        list: Slot,
        otherwise: Pc,
    ) -> Next {
        let Some(index) = within(self.value(index), count) else {
            return self.go(otherwise);
        };
        let first = first.index() + index * usize::from(LIST_CELLS);
        let value = self.value(list);
        let items = self.lists.items(value);
        if items.len() >= usize::from(LIST_CELLS) {
            return Next::Stop(FaultKind::ListTooLong);
        }
        self.table.cells[first] = items.len() as i64;
        let kept = &mut self.table.cells[first + 1..first + usize::from(LIST_CELLS)];
        kept.fill(0);
        kept[..items.len()].copy_from_slice(items);
        let cell = Cell(first as u16);
        self.report(Event::Changed { cell, value });
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn mark_lists(&mut self, to: Slot) -> Next {
        self.give(to, self.lists.used() as i64)
    }

    #[inline(always)]
    pub(crate) fn free_lists(&mut self, mark: Slot) -> Next {
        self.lists.free(self.value(mark) as usize);
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn free_all_lists(&mut self) -> Next {
        self.lists.free(0);
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn seat_bits(&mut self, to: Slot, list: Slot) -> Next {
        let items = self.lists.items(self.value(list));
        spend_work(self.fuel, items.len());
        let seats = items.iter().filter_map(|seat| within(*seat, 16));
        let bits = seats.fold(0, |bits, seat| bits | 1 << seat);
        self.give(to, bits)
    }
}
