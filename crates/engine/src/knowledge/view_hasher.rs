//! Hashes of views, computed without making a view: for searches.
//!
//! Two positions that differ only in what the seats may not know give equal numbers. Different views give
//! different numbers but for chance; some things that a view shows and that follow from others are left out.
//! Cards of the same kind that lie in the same place with the same things on them count as the same.

mod walk;

pub use walk::{Above, CardSight, ChoiceVisitor, Sighting, Visitor};

use crate::copies::Copies;
use crate::ids::{Card, Seat, is_missing};
use crate::position::{Choice, Decision, Position};
use crate::program::{CardReferences, Program, ValueKind, cells};
use crate::table::{CardState, NO_CARD};

/// The eyes of one seat, or of several together.
#[derive(Debug, Clone)]
pub struct ViewHasher {
    seats: u16,
    kinds: Vec<u16>,
    ordered: Vec<bool>,
    counted: Vec<u16>,
    /// Cells that are seen as they are.
    plain: Vec<u16>,
    /// Cells that hold a card.
    cards: Vec<u16>,
    /// The first cells of lists that are seen, and whether they are of cards.
    lists: Vec<(u16, bool)>,
    marks: Vec<MarkSeen>,
    copies: Copies,
}

/// Something that is on cards.
#[derive(Debug, Clone)]
struct MarkSeen {
    /// Its position among the variables.
    variable: u16,
    first: usize,
    start: Vec<i64>,
    /// True if only who knows the card sees it.
    hidden: bool,
    refers: bool,
}

/// The cells of every game that everybody sees.
const COMMON: [u16; 9] = [
    cells::CURRENT.0,
    cells::STATE.0,
    cells::PHASE.0,
    cells::TURN.0,
    cells::DIRECTION.0,
    cells::OUT.0,
    cells::WINNERS.0,
    cells::DECIDED.0,
    cells::EXTRA.0,
];

impl ViewHasher {
    /// The eyes of one seat.
    pub fn of_seat(program: &Program, seat: Seat) -> Self {
        Self::of(program, 1 << seat.0)
    }

    /// The eyes of all seats together: what nobody knows, such as the order of a deck, is not seen.
    pub fn of_all(program: &Program) -> Self {
        Self::of(program, (1 << program.seats) - 1)
    }

    fn of(program: &Program, seats: u16) -> Self {
        let mut glance = Self {
            seats,
            kinds: program.cards.iter().map(|card| card.kind).collect(),
            ordered: program.piles.iter().map(|pile| pile.ordered).collect(),
            counted: (0..program.piles.len() as u16)
                .filter(|pile| program.piles[usize::from(*pile)].counted & seats != 0)
                .collect(),
            plain: COMMON.to_vec(),
            cards: Vec::new(),
            lists: Vec::new(),
            marks: Vec::new(),
            copies: Copies::new(program),
        };
        let variables = program.variables.iter().enumerate();
        for (number, variable) in variables.filter(|(_, info)| !info.internal) {
            if variable.of_cards {
                let mut marks = program.marks.iter();
                let mark = marks.find(|mark| mark.first.0 == variable.first);
                glance.marks.extend(mark.map(|mark| MarkSeen {
                    variable: number as u16,
                    first: mark.first.index(),
                    start: mark.start.clone(),
                    hidden: variable.hidden,
                    refers: variable.sort == ValueKind::Card,
                }));
                continue;
            }
            for owner in 0..variable.owners.max(1) {
                let owners = owners(program, variable.of_teams, variable.owners, owner);
                if variable.hidden && owners & seats == 0 {
                    continue;
                }
                let first = variable.first + owner * variable.sort.cells();
                let is_list = variable.sort == ValueKind::List;
                match variable.sort.card_references() {
                    CardReferences::Several | CardReferences::Groups => {
                        glance.lists.push((first, true));
                    }
                    CardReferences::One => glance.cards.push(first),
                    CardReferences::None if is_list => glance.lists.push((first, false)),
                    CardReferences::None => glance.plain.push(first),
                }
            }
        }
        glance
    }

    /// Hash of the view of a position and of its decision, without the choices.
    pub fn at(&self, position: &Position) -> u64 {
        let table = &position.table;
        let mut hash = match position.decision() {
            Decision::Choose { seat, ask, .. } => {
                1 | u64::from(seat.0) << 8 | u64::from(ask.0) << 16
            }
            Decision::Chance { .. } => 2,
            Decision::Over | Decision::Fault(_) => 3,
        };
        let mut sum = 0_u64;
        for (card, state) in table.cards.iter().enumerate() {
            if state.known & self.seats != 0 {
                sum = sum.wrapping_add(stirred(self.lying(&table.cards, card, *state), 1));
            }
        }
        hash = stirred(hash, sum);
        for pile in &self.counted {
            hash = stirred(hash, u64::from(table.piles[usize::from(*pile)].count));
        }
        for cell in &self.plain {
            hash = stirred(hash, table.cells[usize::from(*cell)] as u64);
        }
        for cell in &self.cards {
            hash = stirred(
                hash,
                self.card(position, table.cells[usize::from(*cell)], self.seats),
            );
        }
        for (first, of_cards) in &self.lists {
            hash = stirred(hash, self.kept(position, usize::from(*first), *of_cards));
        }
        if self.marks.is_empty() {
            hash
        } else {
            stirred(hash, self.marks_at(position))
        }
    }

    /// Hashes of the parts of a view, one for each thing: a card and where it lies, the second copy of it
    /// there, what is on it, how many cards a pile has, the value of a variable. Large values that are close
    /// to each other have one number. The order of cards is left out.
    pub fn parts(&self, position: &Position, parts: &mut Vec<u64>) {
        let table = &position.table;
        parts.clear();
        for (card, state) in table.cards.iter().enumerate() {
            if state.known & self.seats != 0 {
                let kind = u64::from(self.kinds[card]);
                parts.push(kind | u64::from(state.pile) << 16 | u64::from(state.face) << 32);
            }
        }
        parts.sort_unstable();
        let (mut last, mut copies) = (u64::MAX, 0);
        for part in parts.iter_mut() {
            copies = if *part == last { copies + 1 } else { 0 };
            last = *part;
            *part = stirred(*part, copies);
        }
        for mark in &self.marks {
            let values = &table.cells[mark.first..mark.first + mark.start.len()];
            if mark.refers || values == mark.start {
                continue;
            }
            for (card, (value, start)) in values.iter().zip(&mark.start).enumerate() {
                let state = table.cards[card];
                if value != start && state.known & self.seats != 0 {
                    let on = u64::from(self.kinds[card]) | u64::from(state.pile) << 16;
                    parts.push(stirred(stirred(on, mark.first as u64 + 1), coarse(*value)));
                }
            }
        }
        for pile in &self.counted {
            let count = i64::from(table.piles[usize::from(*pile)].count);
            parts.push(stirred(u64::from(*pile) | 1 << 48, coarse(count)));
        }
        for cell in &self.plain {
            let value = table.cells[usize::from(*cell)];
            parts.push(stirred(u64::from(*cell) | 1 << 49, coarse(value)));
        }
    }

    /// A number for each choice that says what it is, as the seat that makes it sees it: equal for choices that lead to
    /// the same.
    pub fn labels(&self, program: &Program, position: &Position, labels: &mut Vec<u64>) {
        labels.clear();
        let choices = position.choices();
        for (number, choice) in choices.iter().enumerate() {
            let mut label = self.choice(program, position, choice);
            let is_card = program.meanings[choice.meaning.index()].sort == ValueKind::Card;
            // Copies look the same; something that is not seen may still tell them apart.
            for other in 0..if is_card { number } else { 0 } {
                if labels[other] == label
                    && !self
                        .copies
                        .are_same(program, position, choices[other], *choice)
                {
                    label = stirred(label, 1);
                }
            }
            labels.push(label);
        }
    }

    /// The differences between copies of cards.
    pub fn copies(&self) -> &Copies {
        &self.copies
    }

    /// Hash of a choice, as the seat that makes it sees it: equal for choices that look the same.
    fn choice(&self, program: &Program, position: &Position, choice: &Choice) -> u64 {
        let seats = match position.decision() {
            Decision::Choose { seat, .. } => 1 << seat.0,
            Decision::Chance { .. } | Decision::Over | Decision::Fault(_) => self.seats,
        };
        let sort = program.meanings[choice.meaning.index()].sort;
        let value = self.value(position, sort, choice.value, seats);
        stirred(u64::from(choice.meaning.0), value)
    }

    fn value(&self, position: &Position, sort: ValueKind, value: i64, seats: u16) -> u64 {
        if is_missing(value) {
            return value as u64;
        }
        let items = |of: ValueKind| {
            let items = position.lists.items(value);
            let items = items
                .iter()
                .map(|item| self.value(position, of, *item, seats));
            items.fold(7, stirred)
        };
        match sort {
            ValueKind::Card => self.card(position, value, seats),
            ValueKind::Cards => items(ValueKind::Card),
            ValueKind::Groups => items(ValueKind::Cards),
            ValueKind::List => items(ValueKind::Any),
            ValueKind::Any
            | ValueKind::Truth
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

    /// The place where a known card lies, and what it is. In piles with an order the neighbour stands for the place.
    #[inline]
    fn lying(&self, cards: &[CardState], card: usize, state: CardState) -> u64 {
        let word =
            u64::from(self.kinds[card]) | u64::from(state.pile) << 16 | u64::from(state.face) << 32;
        if !self.ordered[usize::from(state.pile)] {
            return word;
        }
        let above = match state.above {
            NO_CARD => 0xFFFF,
            above if cards[usize::from(above)].known & self.seats == 0 => 0xFFFE,
            above => u64::from(self.kinds[usize::from(above)]),
        };
        word | above << 48
    }

    /// A card that something refers to: what it is and what is on it if the seats know it, and where it lies.
    fn card(&self, position: &Position, card: i64, seats: u16) -> u64 {
        let number = usize::try_from(card).ok();
        let Some(state) = number.and_then(|number| position.table.cards.get(number)) else {
            return card as u64;
        };
        let number = card as usize;
        let is_known = state.known & seats != 0;
        let place = u64::from(state.pile) << 16 | u64::from(state.face) << 32;
        let mut hash = if is_known {
            stirred(place | 1, u64::from(self.kinds[number]))
        } else {
            place
        };
        if !is_known || self.ordered[usize::from(state.pile)] {
            let pile = crate::ids::Pile(state.pile);
            let above = position.table.cards_of(pile);
            let above = above.take_while(|above| *above != Card(number as u16));
            hash = stirred(hash, above.count() as u64);
        }
        for mark in &self.marks {
            let value = position.table.cells[mark.first + number];
            if value != mark.start[number] && (is_known || !mark.hidden) {
                hash = stirred(hash ^ mark.first as u64, value as u64);
            }
        }
        hash
    }

    /// The elements of a list that cells keep.
    fn kept(&self, position: &Position, first: usize, of_cards: bool) -> u64 {
        let cells = &position.table.cells[first..];
        let length = usize::try_from(cells[0]).unwrap_or(0);
        let length = length.min(usize::from(crate::program::MOST_KEPT));
        let items = cells[1..=length].iter().map(|item| {
            if of_cards {
                self.card(position, *item, self.seats)
            } else {
                *item as u64
            }
        });
        items.fold(length as u64, stirred)
    }

    /// Hash of the marks, in whatever order the cards come.
    fn marks_at(&self, position: &Position) -> u64 {
        let table = &position.table;
        let mut sum = 0_u64;
        for (number, mark) in self.marks.iter().enumerate() {
            let values = &table.cells[mark.first..mark.first + mark.start.len()];
            if values == mark.start {
                continue;
            }
            let changed = values.iter().zip(&mark.start).enumerate();
            for (card, (value, _)) in changed.filter(|(_, (value, start))| value != start) {
                let state = table.cards[card];
                let is_known = state.known & self.seats != 0;
                if !is_known && mark.hidden {
                    continue;
                }
                let on = if is_known {
                    self.lying(&table.cards, card, state)
                } else {
                    u64::from(state.pile) << 16
                };
                let value = if mark.refers {
                    self.referred(table.cards.as_slice(), *value)
                } else {
                    *value as u64
                };
                sum = sum.wrapping_add(stirred(stirred(on, number as u64), value));
            }
        }
        sum
    }

    /// A card that another card refers to.
    fn referred(&self, cards: &[CardState], card: i64) -> u64 {
        let number = usize::try_from(card).ok();
        let Some(state) = number.and_then(|number| cards.get(number)) else {
            return card as u64;
        };
        if state.known & self.seats == 0 {
            u64::from(state.pile) << 16
        } else {
            self.lying(cards, card as usize, *state)
        }
    }
}

/// The seats that own a value of a variable, as bits.
fn owners(program: &Program, of_teams: bool, count: u16, owner: u16) -> u16 {
    if count == 0 {
        return 0;
    }
    if !of_teams {
        return 1 << owner;
    }
    let teams = program.teams.iter().enumerate();
    let own = teams.filter(|(_, team)| u16::from(**team) == owner);
    own.fold(0, |seats, (seat, _)| seats | 1 << seat)
}

/// A number of which only the first binary digits are looked at.
fn coarse(value: i64) -> u64 {
    let size = value.unsigned_abs();
    let below = (64 - size.leading_zeros()).saturating_sub(4);
    (size >> below << below) | u64::from(value < 0) << 63
}

/// Takes a number into a hash: a multiplication whose halves are put together.
#[inline]
fn stirred(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ 0x9E37_79B9_7F4A_7C15)
        * u128::from(word.rotate_left(17) ^ 0xA076_1D64_78BD_642F);
    (product as u64 ^ (product >> 64) as u64).wrapping_add(word ^ hash.rotate_left(29))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::tests::small;

    #[test]
    fn what_a_seat_does_not_know_makes_no_difference() {
        let program = small::program();
        let eyes = [Seat(0), Seat(1)].map(|seat| ViewHasher::of_seat(&program, seat));
        let mut random = Random::new(1);
        let mut others = 0;
        for seed in 0..200 {
            let position = small::played(&program, seed, seed as usize % 9);
            for seat in [0, 1] {
                let dealt = position.redeal(&program, Seat(seat as u8), &mut random);
                assert_eq!(eyes[seat].at(&dealt), eyes[seat].at(&position));
                others += usize::from(eyes[1 - seat].at(&dealt) != eyes[1 - seat].at(&position));
            }
        }
        assert!(others > 100, "a redeal changes what others see");
    }

    #[test]
    fn equal_numbers_come_from_equal_views() {
        let program = small::program();
        let eyes = ViewHasher::of_seat(&program, Seat(0));
        let mut seen = std::collections::BTreeMap::new();
        for seed in 0..300 {
            let position = small::played(&program, seed, seed as usize % 9);
            let zones = position.view(&program, Seat(0)).zones;
            let piles: Vec<Vec<String>> = zones
                .iter()
                .flat_map(|zone| &zone.piles)
                .map(sorted)
                .collect();
            let earlier = seen.insert(eyes.at(&position), piles.clone());
            assert!(earlier.is_none_or(|earlier| earlier == piles));
        }
        assert!(seen.len() > 50);
    }

    /// The cards of a pile, whose order does not matter in this game.
    fn sorted(pile: &crate::view::PileSeen) -> Vec<String> {
        let cards = pile.cards.iter().map(serde_json::to_string);
        let mut cards: Vec<String> = cards.map(|card| card.expect("it is plain data")).collect();
        cards.sort();
        cards
    }
}
