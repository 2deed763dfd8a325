//! Choices, questions and chance.

use crate::event::{Event, Watch};
use crate::fault::FaultKind;
use crate::ids::{AskId, Meaning, NOTHING, Pc, Pile, Seat, Slot};
use crate::open::Which;
use crate::position::{Choice, Waiting};
use crate::run::execution::{Execution, Next};
use crate::run::{moving, spend_work};

impl<W: Watch> Execution<'_, W> {
    #[inline(always)]
    pub(crate) fn new_choices(&mut self) -> Next {
        self.choices.clear();
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn offer(&mut self, meaning: Meaning, value: Slot) -> Next {
        let value = self.value(value);
        self.choices.push(Choice { meaning, value });
        self.unless_too_many_choices()
    }

    #[inline(always)]
    pub(crate) fn offer_plain(&mut self, meaning: Meaning) -> Next {
        self.choices.push(Choice {
            meaning,
            value: NOTHING,
        });
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn offer_pile(&mut self, meaning: Meaning, pile: Slot) -> Next {
        let Some(pile) = self.pile_in(pile) else {
            return Next::Op;
        };
        let choices = self.table.cards_of(pile).map(|card| Choice {
            meaning,
            value: i64::from(card.0),
        });
        self.choices.extend(choices);
        self.work(self.table.count(pile) as usize);
        self.unless_too_many_choices()
    }

    #[inline(always)]
    pub(crate) fn offer_list(&mut self, meaning: Meaning, list: Slot) -> Next {
        let items = self.lists.items(self.value(list));
        spend_work(self.fuel, items.len());
        let choices = items.iter().map(|value| Choice {
            meaning,
            value: *value,
        });
        self.choices.extend(choices);
        self.unless_too_many_choices()
    }

    #[inline(always)]
    pub(crate) fn unless_choices(&mut self, to: Pc) -> Next {
        self.go_if(self.choices.is_empty(), to)
    }

    #[inline(always)]
    pub(crate) fn count_choices(&mut self, to: Slot) -> Next {
        self.give(to, self.choices.len() as i64)
    }

    #[inline(always)]
    pub(crate) fn ask(&mut self, ask: AskId, seat: Slot, meaning: Slot, value: Slot) -> Next {
        let Some(seat) = self.seat_in(seat) else {
            return Next::Stop(FaultKind::NoSuchPlayer);
        };
        let seat = Seat(seat as u8);
        let Some(choice) = self.choices.first().copied() else {
            return Next::Stop(FaultKind::Broken);
        };
        let is_forced = self.program.answers_forced && self.choices.len() == 1;
        if *self.trials > 0 || is_forced {
            if !self.spend(1) {
                return Next::Stop(FaultKind::Endless);
            }
            self.give(meaning, i64::from(choice.meaning.0));
            self.give(value, choice.value);
            self.report(Event::Chose { seat, ask, choice });
            return Next::Op;
        }
        *self.live = *self.base + u32::from(self.program.frame);
        *self.waiting = Waiting::Answer {
            seat,
            ask,
            meaning,
            value,
        };
        Next::Leave(self.after)
    }

    #[inline(always)]
    pub(crate) fn choose_random(&mut self, to: Slot, list: Slot, count: Slot) -> Next {
        let (list, count) = (self.value(list), self.value(count));
        self.work(self.lists.items(list).len());
        match moving::choose(&mut self.table.chance, self.lists, list, count) {
            Some(chosen) => {
                self.give(to, chosen);
                self.unless_lists_are_full()
            }
            None => Next::Stop(FaultKind::OffScript),
        }
    }

    #[inline(always)]
    pub(crate) fn settle(&mut self, _: Pile, _: Which, _: Meaning) -> Next {
        Next::Chance
    }

    #[inline(always)]
    pub(crate) fn settle_at(&mut self, _: Slot, _: Which, _: Meaning) -> Next {
        Next::Chance
    }

    #[inline(always)]
    pub(crate) fn pick(&mut self, _: Slot, _: Slot, _: Slot, _: Meaning) -> Next {
        Next::Chance
    }
}
