//! Equality of positions, and their hash.
//!
//! Compared is everything that matters for the rest of the game: the cards in their piles with their faces and who
//! knows them, the cells, where the program is, the registers it still needs, and the choices. Not compared are
//! chance that was not drawn yet and registers that nobody reads any more. The hash is the same on every machine.

use crate::ids::is_missing;
use crate::position::{Choice, Frame, Position, Waiting};
use crate::program::{Program, ValueKind};
use crate::random::mixed;
use crate::table::{CardState, Table};
use crate::undo::Remembered;

impl Position {
    /// Hash of this position: equal for positions that are the same.
    pub fn hash(&self, program: &Program) -> u64 {
        let mut hash = Hash(0);
        self.words(program, &mut |word| hash.add(word));
        mixed(hash.0)
    }

    /// True if the game goes on the same way from both positions, given the same choices and chance.
    pub fn is_same(&self, program: &Program, other: &Self) -> bool {
        let words = |position: &Self| {
            let mut words = Vec::new();
            position.words(program, &mut |word| words.push(word));
            words
        };
        words(self) == words(other)
    }

    /// Everything that matters, one number after the other.
    fn words(&self, program: &Program, add: &mut dyn FnMut(u64)) {
        table_words(&self.table, add);
        match &self.waiting {
            Waiting::Running => add(0),
            Waiting::Over => {
                add(1);
                return;
            }
            Waiting::Fault(fault) => {
                add(2 | (fault.kind as u64) << 8 | u64::from(fault.pc.0) << 32);
                return;
            }
            Waiting::Answer {
                seat,
                ask,
                meaning,
                value,
            } => {
                let registers = u64::from(meaning.0) << 16 | u64::from(value.0) << 24;
                add(3 | u64::from(seat.0) << 8 | registers | u64::from(ask.0) << 32);
            }
            Waiting::Chance { first } => add(4 | u64::from(*first) << 32),
        }
        add(u64::from(self.pc.0) << 32 | u64::from(self.base));
        add(u64::from(self.trials));
        add(self.frames.len() as u64);
        for frame in self.frames.iter() {
            let Frame {
                pc,
                otherwise,
                base,
                // The place of lists in memory is no part of their contents.
                lists: _,
            } = *frame;
            add(u64::from(pc.0) << 32 | u64::from(otherwise.0));
            add(u64::from(base));
        }
        add(self.remembered.len() as u64);
        for remembered in self.remembered.iter() {
            remembered_words(remembered, add);
        }
        self.value_words(program, add);
    }

    /// The registers that are needed and the choices. Lists count by what they hold; where it is not known
    /// that a value is no list, all lists count.
    fn value_words(&self, program: &Program, add: &mut dyn FnMut(u64)) {
        let mut is_clear = true;
        add(self.choices.len() as u64);
        for Choice { meaning, value } in self.choices.iter() {
            add(u64::from(meaning.0));
            let sort = program.meanings[meaning.index()].sort;
            is_clear &= self.one_value(sort, *value, add);
        }
        let places = self.frames.iter().map(|frame| frame.pc);
        if places
            .chain([self.pc])
            .all(|pc| program.live_at(pc).is_some())
        {
            for (place, sort) in self.live_registers(program) {
                is_clear &= self.one_value(sort, self.stack[place], add);
            }
        } else {
            is_clear = false;
            self.stack[..self.live as usize]
                .iter()
                .for_each(|value| add(*value as u64));
        }
        if !is_clear {
            self.lists.all().iter().for_each(|item| add(*item as u64));
        }
    }

    /// One value; false if it may be a list of which nothing is known.
    fn one_value(&self, sort: ValueKind, value: i64, add: &mut dyn FnMut(u64)) -> bool {
        match sort {
            ValueKind::Cards | ValueKind::Groups if !is_missing(value) => {
                let items = self.lists.items(value);
                add(items.len() as u64);
                let element = if sort == ValueKind::Cards {
                    ValueKind::Card
                } else {
                    ValueKind::Cards
                };
                items.iter().all(|item| self.one_value(element, *item, add))
            }
            ValueKind::Any | ValueKind::List => {
                add(value as u64);
                is_missing(value)
            }
            ValueKind::Cards
            | ValueKind::Groups
            | ValueKind::Truth
            | ValueKind::Number
            | ValueKind::Word(_)
            | ValueKind::Text
            | ValueKind::Card
            | ValueKind::Pile
            | ValueKind::Player
            | ValueKind::Team
            | ValueKind::Phase
            | ValueKind::State
            | ValueKind::Kind => {
                add(value as u64);
                true
            }
        }
    }
}

/// The piles follow from the links of their cards.
fn table_words(table: &Table, add: &mut dyn FnMut(u64)) {
    let Table {
        cards,
        piles: _,
        cells,
        chance: _,
    } = table;
    card_words(cards, add);
    cells.iter().for_each(|cell| add(*cell as u64));
}

fn remembered_words(remembered: &Remembered, add: &mut dyn FnMut(u64)) {
    let Remembered {
        cards,
        piles: _,
        cells,
        chance: _,
        trial: _,
        offered: _,
    } = remembered;
    card_words(cards, add);
    cells.iter().for_each(|cell| add(*cell as u64));
}

fn card_words(cards: &[CardState], add: &mut dyn FnMut(u64)) {
    for card in cards {
        let CardState {
            below,
            above: _,
            pile,
            known,
            face,
        } = *card;
        let place = u64::from(below) << 48 | u64::from(pile) << 32;
        add(place | u64::from(known) << 16 | u64::from(face));
    }
}

/// A hash that takes a multiplication for each number.
#[derive(Default)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) fn value(&self) -> u64 {
        self.0
    }

    #[inline]
    pub(crate) fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9E37_79B9_7F4A_7C15)
            * u128::from(0xA076_1D64_78BD_642F_u64);
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(word.rotate_left(32));
    }
}

/// Equal in everything that is kept but chance: also in registers that nobody reads any more, which a
/// comparison without the program cannot tell. See [`Position::is_same`].
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let Self {
            table,
            stack,
            frames,
            lists,
            choices,
            remembered,
            trials,
            pc,
            base,
            live,
            // Never while a game can be compared.
            preparing: _,
            waiting,
            // The way to a position is no part of it.
            recent: _,
        } = self;
        let tables = [table, &other.table];
        tables[0].cards == tables[1].cards
            && tables[0].piles == tables[1].piles
            && tables[0].cells == tables[1].cells
            && *live == other.live
            && stack[..*live as usize] == other.stack[..*live as usize]
            && *frames == other.frames
            && *lists == other.lists
            && *choices == other.choices
            && *remembered == other.remembered
            && *trials == other.trials
            // The place where a game ended is no matter: nothing comes after it.
            && (*pc == other.pc || matches!(waiting, Waiting::Over | Waiting::Fault(_)))
            && *base == other.base
            && *waiting == other.waiting
    }
}

impl Eq for Position {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::ids::Cell;
    use crate::tests::small;

    #[test]
    fn what_is_the_same_has_the_same_number_and_what_is_not_has_another() {
        let program = small::program();
        let mut known: BTreeMap<u64, Position> = BTreeMap::new();
        for seed in 0..300 {
            let position = small::played(&program, seed, seed as usize % 9);
            let hash = position.hash(&program);
            assert_eq!(position.clone().hash(&program), hash);
            if let Some(earlier) = known.insert(hash, position.clone()) {
                assert!(earlier.is_same(&program, &position));
            }
        }
        assert!(known.len() > 250);
    }

    #[test]
    fn dead_registers_and_chance_do_not_count() {
        let program = small::program();
        let position = Position::start(&program, 3);
        let mut other = position.clone();
        other.reseed(99);
        assert_eq!(other, position);
        // The third register of the first routine is written before it is read.
        other.stack[3] += 1;
        assert!(other.is_same(&program, &position));
        assert_eq!(other.hash(&program), position.hash(&program));
        assert_ne!(other, position);
    }

    #[test]
    fn registers_that_are_read_later_count() {
        let program = small::program();
        let mut position = Position::start(&program, 3);
        position.play_unchecked(&program, 0);
        let mut other = position.clone();
        let (place, _) = position.live_registers(&program)[0];
        other.stack[place] = (other.stack[place] + 1) % 10;
        assert!(!other.is_same(&program, &position));
        assert_ne!(other.hash(&program), position.hash(&program));
    }

    #[test]
    fn lists_count_by_what_they_hold() {
        let program = small::pairs();
        let position = Position::start(&program, 3);
        let mut other = position.clone();
        // A list that nobody reads any more, at the end of the others.
        other.lists.make([7, 8, 9]);
        assert!(other.is_same(&program, &position));
        let dealt = position.redeal(
            &program,
            crate::ids::Seat(0),
            &mut crate::random::Random::new(1),
        );
        assert!(!dealt.is_same(&program, &position));
    }

    #[test]
    fn knowledge_and_cells_count() {
        let program = small::program();
        let position = Position::start(&program, 3);
        let mut taught = position.clone();
        taught.table.cards[0].known ^= 1;
        let mut scored = position.clone();
        scored.table.cells[Cell(41).index()] += 1;
        let hashes = [&position, &taught, &scored].map(|position| position.hash(&program));
        assert_ne!(hashes[0], hashes[1]);
        assert_ne!(hashes[0], hashes[2]);
    }

    #[test]
    fn the_number_is_the_same_on_every_machine() {
        let mut hash = Hash(0);
        (0..4).for_each(|word| hash.add(word));
        assert_eq!(mixed(hash.0), 15_536_246_352_848_861_010);
    }
}
