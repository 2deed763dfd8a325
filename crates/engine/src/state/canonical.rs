//! Canonical forms of positions: it does not matter which copy of a card lies where, nor in which order cards lie
//! in a pile whose order means nothing, nor in which slot a card lies if no rule asks for it.
//!
//! [`Position::hash`] tells such positions apart. A search that looks at each of them again takes many times
//! as long; [`Canonical`] gives them the same number. Cards are renumbered, by where they lie and what they are,
//! and everything that refers to a card refers to its new number. Two positions that are alike may get
//! different numbers where copies in one pile differ in nothing but what refers to them; positions that are not
//! alike never get the same (as far as a number of 64 bits can tell).
//!
//! Chance counts here: the same number means that shuffles to come will come out in the same way, too, if the
//! cards lie in the same order. Where a pile without an order is shuffled into another, they may not.

use crate::hash::Hash;
use crate::ids::{Card, is_missing};
use crate::position::{Choice, Frame, Position, Waiting};
use crate::program::{CardReferences, Program, ValueKind};
use crate::random::mixed;
use crate::table::{CardState, OPEN};

/// Compares positions of one program. It keeps its memory from one position to the next.
#[derive(Debug, Clone)]
pub struct Canonical {
    /// For each pile, whether its order counts.
    ordered: Vec<bool>,
    /// The cells that hold one value for each card, and whether that is a card.
    marks: Vec<(usize, bool)>,
    /// Kinds of the other cells.
    cells: Vec<CellHolds>,
    /// The cards that are copies of each other.
    kinds: Vec<u64>,
    /// Signature of each card before references are considered.
    signatures: Vec<u64>,
    /// The new number of each card.
    numbers: Vec<u16>,
    /// The cards in their new order.
    order: Vec<u16>,
    /// The cards that something refers to.
    referred: Vec<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CellHolds {
    /// A value that refers to no card.
    Plain,
    /// A reference to a card, which gets a new number.
    Card,
    /// The number of cards that follow.
    Cards(u16),
    /// Nothing that is not looked at elsewhere.
    Elsewhere,
}

impl Canonical {
    /// For positions of a program.
    pub fn new(program: &Program) -> Self {
        let cards = program.cards.len();
        let mut cells = vec![CellHolds::Plain; usize::from(program.cells)];
        let mut marks = Vec::new();
        let is_idle = |first: u16| {
            let mut idle = program.marks.iter().filter(|mark| mark.idle);
            idle.any(|mark| mark.first.0 == first)
        };
        let has_idle = program.marks.iter().any(|mark| mark.idle);
        for variable in &program.variables {
            let first = usize::from(variable.first);
            if variable.of_cards {
                if !is_idle(variable.first) {
                    marks.push((first, variable.sort == ValueKind::Card));
                }
                cells[first..first + cards].fill(CellHolds::Elsewhere);
                continue;
            }
            let width = usize::from(variable.sort.cells());
            for owner in 0..usize::from(variable.owners.max(1)) {
                let at = first + owner * width;
                match variable.sort.card_references() {
                    CardReferences::One => cells[at] = CellHolds::Card,
                    CardReferences::Several | CardReferences::Groups => {
                        cells[at + 1..at + width].fill(CellHolds::Elsewhere);
                        cells[at] = CellHolds::Cards(width as u16 - 1);
                    }
                    CardReferences::None => {}
                }
            }
        }
        let kind = |card: &crate::program::CardInfo| {
            u64::from(card.kind) << 32 | u64::from(card.back) << 16
        };
        Self {
            ordered: program
                .piles
                .iter()
                .map(|pile| pile.ordered && !(pile.slots && has_idle))
                .collect(),
            marks,
            cells,
            kinds: program.cards.iter().map(kind).collect(),
            signatures: vec![0; cards],
            numbers: vec![0; cards],
            order: Vec::with_capacity(cards),
            referred: vec![false; cards],
        }
    }

    /// A number that is the same for positions that are alike.
    pub fn hash(&mut self, program: &Program, position: &Position) -> u64 {
        self.sign(position);
        self.number(position);
        self.referred.fill(false);
        let mut hash = Hash::default();
        self.add_cards(position, &mut hash);
        self.add_cells(position, &mut hash);
        self.add_course(program, position, &mut hash);
        for part in position.table.chance.signature() {
            hash.add(part);
        }
        mixed(hash.value())
    }

    /// True if two choices of a position are about copies of a card between which nothing makes a difference.
    /// Asks for [`Self::hash`] of the position first.
    pub fn are_same(&self, program: &Program, one: Choice, other: Choice) -> bool {
        if one.meaning != other.meaning {
            return false;
        }
        if one.value == other.value {
            return true;
        }
        let is_card = program.meanings[one.meaning.index()].sort == ValueKind::Card;
        if !is_card || is_missing(one.value) || is_missing(other.value) {
            return false;
        }
        let [one, other] = [one, other].map(|choice| choice.value as usize);
        self.signatures[one] == self.signatures[other]
            && !self.referred[one]
            && !self.referred[other]
    }

    /// Signs each card by its kind and pile, without its place among the others.
    fn sign(&mut self, position: &Position) {
        for (card, state) in position.table.cards.iter().enumerate() {
            let CardState {
                pile, known, face, ..
            } = *state;
            let mut hash = Hash::default();
            hash.add(self.kinds[card] | u64::from(pile));
            hash.add(u64::from(known) << 16 | u64::from(face));
            for (first, refers) in &self.marks {
                let value = position.table.cells[first + card];
                // The card that it refers to is looked at when cards have numbers.
                hash.add(if *refers {
                    u64::from(!is_missing(value))
                } else {
                    value as u64
                });
            }
            self.signatures[card] = hash.value();
        }
        // In an ordered pile the place makes a difference between copies, once it is decided.
        for (pile, state) in position.table.piles.iter().enumerate() {
            if self.ordered[pile] {
                let cards = std::iter::successors(card(state.top), |above| {
                    card(position.table.cards[above.index()].below)
                });
                let settled = |card: &Card| position.table.cards[card.index()].known & OPEN == 0;
                for (place, card) in cards.enumerate().filter(|(_, card)| settled(card)) {
                    let signature = &mut self.signatures[card.index()];
                    *signature = mixed(*signature ^ (place as u64 + 1));
                }
            }
        }
    }

    fn number(&mut self, position: &Position) {
        self.order.clear();
        for (pile, state) in position.table.piles.iter().enumerate() {
            let first = self.order.len();
            let mut next = card(state.top);
            while let Some(found) = next {
                self.order.push(found.0);
                next = card(position.table.cards[found.index()].below);
            }
            // Cards whose places are not decided come last, like those of a pile without an order.
            let is_free = |card: &u16| {
                let known = position.table.cards[usize::from(*card)].known;
                !self.ordered[pile] || known & OPEN != 0
            };
            let signatures = &self.signatures;
            self.order[first..].sort_by_key(|card| match is_free(card) {
                true => (true, signatures[usize::from(*card)]),
                false => (false, 0),
            });
        }
        for (number, card) in self.order.iter().enumerate() {
            self.numbers[usize::from(*card)] = number as u16;
        }
    }

    fn card_number(&self, card: i64) -> u64 {
        let known = usize::try_from(card).ok();
        let number = known.and_then(|card| self.numbers.get(card));
        number.map_or(card as u64, |number| u64::from(*number) | 1 << 32)
    }

    /// The new number of a card that something refers to.
    fn reference(&mut self, card: i64) -> u64 {
        let known = usize::try_from(card).ok();
        if let Some(referred) = known.and_then(|card| self.referred.get_mut(card)) {
            *referred = true;
        }
        self.card_number(card)
    }

    fn add_cards(&mut self, position: &Position, hash: &mut Hash) {
        for at in 0..self.order.len() {
            let card = usize::from(self.order[at]);
            hash.add(self.signatures[card]);
            for mark in 0..self.marks.len() {
                if let (first, true) = self.marks[mark] {
                    hash.add(self.reference(position.table.cells[first + card]));
                }
            }
        }
    }

    fn add_cells(&mut self, position: &Position, hash: &mut Hash) {
        let values = &position.table.cells;
        for cell in 0..self.cells.len() {
            match self.cells[cell] {
                CellHolds::Plain => hash.add(values[cell] as u64),
                CellHolds::Card => hash.add(self.reference(values[cell])),
                CellHolds::Cards(most) => {
                    let count = usize::try_from(values[cell]).unwrap_or(0);
                    let count = count.min(usize::from(most));
                    hash.add(values[cell] as u64);
                    for value in &values[cell + 1..=cell + count] {
                        hash.add(self.reference(*value));
                    }
                }
                CellHolds::Elsewhere => {}
            }
        }
    }

    /// The op that the program is at, and what it resumes with.
    fn add_course(&mut self, program: &Program, position: &Position, hash: &mut Hash) {
        match &position.waiting {
            Waiting::Answer {
                seat, ask, value, ..
            } => {
                let registers = u64::from(value.0) << 16;
                hash.add(3 | u64::from(seat.0) << 8 | registers | u64::from(ask.0) << 32);
            }
            Waiting::Chance { first } => hash.add(4 | u64::from(*first) << 32),
            Waiting::Running | Waiting::Over | Waiting::Fault(_) => {
                hash.add(position.hash(program));
                return;
            }
        }
        hash.add(u64::from(position.pc.0) << 32 | u64::from(position.base));
        for frame in position.frames.iter() {
            let Frame {
                pc,
                otherwise,
                base,
                ..
            } = *frame;
            hash.add(u64::from(pc.0) << 32 | u64::from(otherwise.0));
            hash.add(u64::from(base));
        }
        if !position.remembered.is_empty() || position.trials > 0 {
            hash.add(position.hash(program));
        }
        let mut is_clear = true;
        for (place, sort) in position.live_registers(program) {
            let value = position.stack[place];
            self.refer(position, sort, value);
            hash.add(self.value(position, sort, value, &mut is_clear));
        }
        // The order in which choices are offered follows from the order of piles.
        let mut choices = 0_u64;
        for Choice { meaning, value } in position.choices.iter() {
            let sort = program.meanings[meaning.index()].sort;
            let value = self.value(position, sort, *value, &mut is_clear);
            choices = choices.wrapping_add(mixed(value ^ u64::from(meaning.0) << 48));
        }
        hash.add(choices);
        let places = position.frames.iter().map(|frame| frame.pc);
        let mut places = places.chain([position.pc]);
        if !is_clear || places.any(|pc| program.live_at(pc).is_none()) {
            hash.add(position.hash(program));
        }
    }

    /// Notes the cards that a value refers to.
    fn refer(&mut self, position: &Position, sort: ValueKind, value: i64) {
        if is_missing(value) {
            return;
        }
        match sort.card_references() {
            CardReferences::One => {
                self.reference(value);
            }
            CardReferences::Several => position.lists.items(value).iter().for_each(|card| {
                self.reference(*card);
            }),
            CardReferences::Groups => {
                for group in position.lists.items(value) {
                    self.refer(position, ValueKind::Cards, *group);
                }
            }
            CardReferences::None => {}
        }
    }

    /// One value; where it may be a list of which nothing is known, that is said.
    fn value(&self, position: &Position, sort: ValueKind, value: i64, is_clear: &mut bool) -> u64 {
        if is_missing(value) {
            return value as u64;
        }
        match sort {
            ValueKind::Card => self.card_number(value),
            ValueKind::Cards | ValueKind::Groups => {
                let inner = if sort == ValueKind::Cards {
                    ValueKind::Card
                } else {
                    ValueKind::Cards
                };
                let mut hash = Hash::default();
                for item in position.lists.items(value) {
                    hash.add(self.value(position, inner, *item, is_clear));
                }
                hash.value()
            }
            ValueKind::Any | ValueKind::List => {
                *is_clear = false;
                value as u64
            }
            ValueKind::Truth
            | ValueKind::Number
            | ValueKind::Word(_)
            | ValueKind::Text
            | ValueKind::Pile
            | ValueKind::Player
            | ValueKind::Team
            | ValueKind::Phase
            | ValueKind::State
            | ValueKind::Kind => value as u64,
        }
    }
}

fn card(number: u16) -> Option<Card> {
    (number != crate::table::NO_CARD).then_some(Card(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Pile;
    use crate::tests::small;

    fn hash(program: &Program, position: &Position) -> u64 {
        Canonical::new(program).hash(program, position)
    }

    /// The small game, with pairs of copies.
    fn with_copies() -> Program {
        let mut program = small::program();
        for card in &mut program.cards {
            card.kind /= 2;
        }
        program
    }

    #[test]
    fn which_copy_lies_where_does_not_matter() {
        let program = with_copies();
        let position = Position::start(&program, 3);
        let exchanged = |a, b| position.with_exchanged(&program, Card(a), Card(b));
        let [same, other] = [exchanged(2, 3), exchanged(3, 4)].map(|it| hash(&program, &it));
        assert_ne!(exchanged(2, 3).hash(&program), position.hash(&program));
        assert_eq!(same, hash(&program, &position));
        assert_ne!(other, hash(&program, &position));
    }

    #[test]
    fn the_order_counts_only_where_it_means_something() {
        let mut program = small::program();
        let position = Position::start(&program, 3);
        let hand: Vec<Card> = position.cards(small::HAND).collect();
        // The first card is the one that seat 0 has noted.
        let swapped = position.with_exchanged(&program, hand[1], hand[2]);
        for (ordered, alike) in [(true, false), (false, true)] {
            program.piles[small::HAND.index()].ordered = ordered;
            let same = hash(&program, &position) == hash(&program, &swapped);
            assert_eq!(same, alike);
        }
        let deck: Vec<Card> = position.cards(Pile(0)).collect();
        let stacked = position.with_exchanged(&program, deck[0], deck[1]);
        assert_eq!(
            hash(&program, &position) == hash(&program, &stacked),
            !program.piles[0].ordered
        );
    }

    #[test]
    fn chance_to_come_counts() {
        let program = small::program();
        let position = Position::start(&program, 3);
        let mut other = position.clone();
        other.reseed(8);
        assert_ne!(hash(&program, &position), hash(&program, &other));
    }
}
