//! Open chance: every outcome with its probability, for those who solve games exactly.
//!
//! A game that was compiled with open chance never draws from its generator. A shuffle leaves the order of a
//! pile open: each of its cards lies at each of its places with the same probability. Where a card is taken or
//! looked at, the game waits with [`Decision::Chance`]: the outcomes are the cards that may lie there, each as
//! likely as the others. What nobody ever looks at is never decided.
//!
//! Open places are noted at the cards that lie there for now. Those are in the order of their
//! numbers, so that positions which differ in nothing that was decided are the same.
//!
//! Limits: a trial (whether a move could be made) does not wait and takes the first outcome; going back over a
//! shuffle decides again what lay open before it; and cards that came from open piles at different times into
//! one pile are as one shuffled pile there.

use crate::event::{Unwatched, Watch};
use crate::ids::{Card, Meaning, Pile, Slot, is_missing};
use crate::lists::ListVerb;
use crate::op::Op;
use crate::position::{Choice, Decision, Position, Waiting};
use crate::program::Program;
use crate::run::run;
use crate::table::{NO_CARD, OPEN, Table};

/// The places of a pile that must be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The place of the top card.
    Top = 0,
    /// The place of the bottom card.
    Bottom = 1,
    /// All places of the pile.
    All = 2,
    /// All places, if some seat sees how the cards lie.
    Seen = 3,
}

/// Leaves the order of a pile open.
pub(crate) fn open(program: &Program, table: &mut Table, pile: Pile) {
    let mut cards: Vec<Card> = table.cards_of(pile).collect();
    cards.sort();
    table.arrange(program, pile, cards.iter().copied());
    for card in cards {
        table.cards[card.index()].known |= OPEN;
    }
}

/// The place where a card lies stays open if it was, and nobody sees the card: cards that were taken out of an open
/// pile
/// in any order lie in any order.
pub(crate) fn stay_open(table: &mut Table, card: Card, known_before: u16) {
    let state = &mut table.cards[card.index()];
    if state.known & !OPEN == 0 {
        state.known |= known_before & OPEN;
    }
}

/// The open place that must be decided first, as the card that lies there for now.
fn next(table: &Table, pile: Pile, which: Which) -> Option<Card> {
    let is_open = |card: &Card| table.cards[card.index()].known & OPEN != 0;
    match which {
        Which::Top => table.top(pile).filter(is_open),
        Which::Bottom => table.bottom(pile).filter(is_open),
        Which::All => table.cards_of(pile).find(is_open),
        Which::Seen => {
            let mut open = table.cards_of(pile).filter(is_open);
            let is_seen = open.any(|card| table.cards[card.index()].known != OPEN);
            is_seen.then(|| next(table, pile, Which::All)).flatten()
        }
    }
}

fn open_cards(table: &Table, pile: Pile) -> impl Iterator<Item = Card> {
    let cards = table.cards_of(pile);
    cards.filter(|card| table.cards[card.index()].known & OPEN != 0)
}

/// Lets a card lie in an open place of its pile; the places of the others stay open.
fn settle(table: &mut Table, place: Card, chosen: Card) {
    let pile = table.pile_of(place);
    let open: Vec<Card> = open_cards(table, pile).collect();
    let others = open.iter().filter(|card| **card != chosen);
    let mut others = others.copied();
    let mut order = Vec::new();
    for card in table.cards_of(pile) {
        order.push(match card {
            card if card == place => chosen,
            card if open.contains(&card) => others.next().unwrap_or(card),
            settled => settled,
        });
    }
    let mut above = NO_CARD;
    for (at, card) in order.iter().enumerate() {
        let state = &mut table.cards[card.index()];
        state.above = above;
        state.below = order.get(at + 1).map_or(NO_CARD, |below| below.0);
        above = card.0;
    }
    if let (Some(first), Some(last)) = (order.first(), order.last()) {
        let state = &mut table.piles[pile.index()];
        (state.top, state.bottom) = (first.0, last.0);
    }
    table.cards[chosen.index()].known &= !OPEN;
}

impl Position {
    /// True if chance has not decided yet which card of its pile lies where this one lies for now.
    pub fn is_open(&self, card: Card) -> bool {
        self.table.cards[card.index()].known & OPEN != 0
    }

    /// Lets chance come out one way, and goes on to the next decision; false, and nothing is changed, if
    /// chance is not asked or has no such outcome.
    pub fn play_chance(&mut self, program: &Program, number: usize) -> bool {
        let Decision::Chance { outcomes } = self.decision() else {
            return false;
        };
        if number >= outcomes.len() {
            return false;
        }
        self.play_chance_watched(program, number, &mut Unwatched);
        true
    }

    /// As [`Self::play_chance`], with a number that is less than how many outcomes there are, and tells what
    /// happens.
    pub fn play_chance_watched<W: Watch>(
        &mut self,
        program: &Program,
        number: usize,
        watch: &mut W,
    ) {
        let Waiting::Chance { first } = self.waiting else {
            return;
        };
        let outcome = self.choices[first as usize + number].value;
        self.choices.truncate(first as usize);
        self.waiting = Waiting::Running;
        let op = program.ops[self.pc.index() - 1];
        match op {
            Op::Pick { to, .. } => *self.register(to) = outcome,
            _ => {
                self.decide(op, Card(outcome as u16));
                self.wait_for_chance(op);
            }
        }
        if self.waiting == Waiting::Running {
            run(program, self, watch);
        }
    }

    /// Decides which card lies in the place that an op waits for.
    fn decide(&mut self, op: Op, chosen: Card) {
        let place = self.settled_by(op);
        let Some(place) = place.and_then(|(pile, which, _)| next(&self.table, pile, which)) else {
            return;
        };
        // Remembered positions lie open in the same way, unless they were shuffled since.
        for remembered in self.remembered.iter_mut() {
            let known = |card: Card| remembered.cards[card.index()];
            let both = known(place).known & known(chosen).known & OPEN != 0;
            if both && known(place).pile == known(chosen).pile {
                let mut table = Table {
                    cards: std::mem::take(&mut remembered.cards),
                    piles: std::mem::take(&mut remembered.piles),
                    cells: Vec::new(),
                    chance: remembered.chance.clone(),
                };
                settle(&mut table, place, chosen);
                (remembered.cards, remembered.piles) = (table.cards, table.piles);
            }
        }
        settle(&mut self.table, place, chosen);
    }

    /// Waits for chance if an op needs it. A trial does not wait.
    pub(crate) fn wait_for_chance(&mut self, op: Op) {
        let first = self.choices.len();
        if let Op::Pick {
            to,
            list,
            count,
            meaning,
        } = op
        {
            self.offer_picks(to, list, count, meaning);
        } else if let Some((pile, which, meaning)) = self.settled_by(op) {
            self.offer_cards(pile, which, meaning);
        }
        if self.choices.len() > first {
            self.waiting = Waiting::Chance {
                first: first as u32,
            };
        }
    }

    fn offer_cards(&mut self, pile: Pile, which: Which, meaning: Meaning) {
        while let Some(place) = next(&self.table, pile, which) {
            let count = open_cards(&self.table, pile).count();
            if count > 1 && self.trials == 0 {
                let choices = open_cards(&self.table, pile).map(|card| Choice {
                    meaning,
                    value: i64::from(card.0),
                });
                self.choices.extend(choices);
                return;
            }
            // The only card that is left lies in the only place.
            settle(&mut self.table, place, place);
        }
    }

    fn offer_picks(&mut self, to: Slot, list: Slot, count: Slot, meaning: Meaning) {
        let (list, count) = (*self.register(list), *self.register(count));
        let length = self.lists.items(list).len() as i64;
        let count = if is_missing(count) { 0 } else { count };
        let ways = self
            .lists
            .apply(ListVerb::Combinations, list, count.clamp(0, length));
        let ways = self.lists.items(ways);
        if ways.len() > 1 && self.trials == 0 {
            let choices = ways.iter().map(|way| Choice {
                meaning,
                value: *way,
            });
            self.choices.extend(choices);
        } else {
            let only = ways.first().copied().unwrap_or(list);
            *self.register(to) = only;
        }
    }

    /// The pile that an op settles, which places of it, and what the outcomes mean.
    fn settled_by(&mut self, op: Op) -> Option<(Pile, Which, Meaning)> {
        match op {
            Op::Settle {
                pile,
                which,
                meaning,
            } => Some((pile, which, meaning)),
            Op::SettleAt {
                pile,
                which,
                meaning,
            } => {
                let pile = *self.register(pile);
                let pile = (!is_missing(pile)).then_some(Pile(pile as u16));
                pile.map(|pile| (pile, which, meaning))
            }
            _ => None,
        }
    }

    /// True if the outcomes are those that the op waits for.
    pub(crate) fn is_chance_right(&mut self, program: &Program, op: Op) -> bool {
        let Waiting::Chance { first } = self.waiting else {
            return false;
        };
        if matches!(op, Op::Pick { .. }) {
            return true;
        }
        let Some((pile, which, _)) = self.settled_by(op) else {
            return false;
        };
        if pile.index() >= program.piles.len() || next(&self.table, pile, which).is_none() {
            return false;
        }
        let outcomes = &self.choices[first as usize..];
        let outcomes = outcomes.iter().map(|outcome| outcome.value);
        outcomes.eq(open_cards(&self.table, pile).map(|card| i64::from(card.0)))
    }

    fn register(&mut self, slot: Slot) -> &mut i64 {
        &mut self.stack[self.base as usize + slot.index()]
    }
}
