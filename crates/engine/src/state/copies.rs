//! Choices that are about copies of a card between which nothing makes a difference: menus and search offer one of them.
//!
//! Copies differ if they lie in different piles, in different places of a pile whose order counts, with different things
//! on them, or if something refers to one of them in another way: a variable, an effect that lasts or waits, a list.
//! Cards that the seat does not know are never copies, so that nobody learns from a menu what they are.

use crate::hash::Hash;
use crate::ids::is_missing;
use crate::position::{Choice, Decision, Position};
use crate::program::{CardReferences, Program, ValueKind};

/// The differences between copies of a program's cards.
#[derive(Debug, Clone)]
pub struct Copies {
    /// The first cells of what is on cards, and whether that is a card.
    marks: Vec<(usize, bool)>,
    /// Cells that hold a card.
    cards: Vec<usize>,
    /// The first cells of lists of cards, and of how many cells they are.
    lists: Vec<(usize, usize)>,
}

impl Copies {
    /// For positions of a program.
    pub fn new(program: &Program) -> Self {
        let mut copies = Self {
            marks: Vec::new(),
            cards: Vec::new(),
            lists: Vec::new(),
        };
        // The subject of a question is no choice of that question, and is forgotten with it.
        let is_about = |cell: usize| {
            let mut asks = program.asks.iter();
            asks.any(|ask| ask.about.is_some_and(|about| about.index() == cell))
        };
        for variable in &program.variables {
            let first = usize::from(variable.first);
            if variable.of_cards {
                copies.marks.push((first, variable.sort == ValueKind::Card));
                continue;
            }
            let width = usize::from(variable.sort.cells());
            for owner in 0..usize::from(variable.owners.max(1)) {
                let at = first + owner * width;
                match variable.sort.card_references() {
                    CardReferences::One if is_about(at) => {}
                    CardReferences::One => copies.cards.push(at),
                    CardReferences::Several | CardReferences::Groups => {
                        copies.lists.push((at, width));
                    }
                    CardReferences::None => {}
                }
            }
        }
        copies
    }

    /// For each choice of a position the number of the first one that is the same but for copies.
    pub fn firsts(&self, program: &Program, position: &Position, firsts: &mut Vec<u32>) {
        firsts.clear();
        let choices = position.choices();
        for (number, choice) in choices.iter().enumerate() {
            let is_card = program.meanings[choice.meaning.index()].sort == ValueKind::Card;
            let before = if is_card { number } else { 0 };
            let mut before = choices[..before].iter().enumerate();
            let first = before.find(|(other, earlier)| {
                firsts[*other] == *other as u32
                    && self.are_same(program, position, **earlier, *choice)
            });
            firsts.push(first.map_or(number as u32, |(other, _)| other as u32));
        }
    }

    /// True if two choices of cards are the same but for copies.
    pub(crate) fn are_same(
        &self,
        program: &Program,
        position: &Position,
        one: Choice,
        other: Choice,
    ) -> bool {
        if one.meaning != other.meaning || one.value == other.value {
            return one == other;
        }
        let [one, other] = [one, other].map(|choice| usize::try_from(choice.value).ok());
        match (one, other) {
            (Some(one), Some(other)) => {
                self.are_copies(program, position, one, other)
                    && self.references(program, position, one)
                        == self.references(program, position, other)
            }
            _ => false,
        }
    }

    /// True if two cards that the seat knows are the same and lie in the same way.
    fn are_copies(&self, program: &Program, position: &Position, one: usize, other: usize) -> bool {
        let Decision::Choose { seat, .. } = position.decision() else {
            return false;
        };
        let table = &position.table;
        let (Some(a), Some(b)) = (table.cards.get(one), table.cards.get(other)) else {
            return false;
        };
        let everybody = (1_u16 << program.seats) - 1;
        let is_open = |known: u16| known & everybody == everybody;
        let [info, other_info] = [one, other].map(|card| &program.cards[card]);
        let is_known = a.known & b.known & 1 << seat.0 != 0;
        is_known
            && (info.kind, info.back) == (other_info.kind, other_info.back)
            && (a.pile, a.face) == (b.pile, b.face)
            && is_open(a.known) == is_open(b.known)
            && !program.piles[usize::from(a.pile)].ordered
            && self
                .marks
                .iter()
                .all(|(first, _)| table.cells[first + one] == table.cells[first + other])
    }

    /// A number for all that refers to a card.
    fn references(&self, program: &Program, position: &Position, card: usize) -> u64 {
        let cells = &position.table.cells;
        let mut hash = Hash::default();
        let mut note = |kind: u64, place: usize| hash.add(kind << 32 | place as u64);
        let card = card as i64;
        for cell in self.cards.iter().filter(|cell| cells[**cell] == card) {
            note(1, *cell);
        }
        for (first, width) in &self.lists {
            let length = usize::try_from(cells[*first]).unwrap_or(0).min(width - 1);
            if cells[first + 1..=first + length].contains(&card) {
                note(2, *first);
            }
        }
        for (first, _) in self.marks.iter().filter(|(_, refers)| *refers) {
            for from in 0..position.table.cards.len() {
                if cells[first + from] == card {
                    note(3, first + from);
                }
            }
        }
        let windows = position.frames.iter().map(|frame| (frame.pc, frame.base));
        for (pc, base) in windows.chain([(position.pc, position.base)]) {
            for (slot, sort) in program.live_at(pc).unwrap_or(&[]) {
                let place = base as usize + slot.index();
                if place < position.live as usize
                    && refers(position, *sort, position.stack[place], card)
                {
                    note(4, place);
                }
            }
        }
        hash.value()
    }
}

/// True if a value is a card or holds it.
fn refers(position: &Position, sort: ValueKind, value: i64, card: i64) -> bool {
    if is_missing(value) {
        return false;
    }
    match sort {
        ValueKind::Card => value == card,
        ValueKind::Cards => position.lists.items(value).contains(&card),
        ValueKind::Groups => {
            let mut groups = position.lists.items(value).iter();
            groups.any(|group| refers(position, ValueKind::Cards, *group, card))
        }
        ValueKind::Any
        | ValueKind::List
        | ValueKind::Truth
        | ValueKind::Number
        | ValueKind::Word(_)
        | ValueKind::Text
        | ValueKind::Pile
        | ValueKind::Player
        | ValueKind::Team
        | ValueKind::Phase
        | ValueKind::State
        | ValueKind::Kind => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::small;

    fn firsts(program: &Program, position: &Position) -> Vec<u32> {
        let mut firsts = Vec::new();
        Copies::new(program).firsts(program, position, &mut firsts);
        firsts
    }

    /// The small game with copies of one card only.
    fn of_copies(ordered: bool) -> Program {
        let mut program = small::program();
        for card in &mut program.cards {
            card.kind = 0;
        }
        for pile in &mut program.piles {
            pile.ordered = ordered;
        }
        program
    }

    #[test]
    fn copies_are_one_choice_unless_something_refers_to_one_of_them() {
        let program = of_copies(false);
        // The first card is the one that seat 0 has noted.
        let position = Position::start(&program, 3);
        assert_eq!(firsts(&program, &position), [0, 1, 1]);
    }

    #[test]
    fn where_the_order_counts_there_are_no_copies() {
        let program = of_copies(true);
        let position = Position::start(&program, 3);
        assert_eq!(firsts(&program, &position), [0, 1, 2]);
    }

    #[test]
    fn cards_that_the_seat_does_not_know_are_never_copies() {
        let program = of_copies(false);
        let mut position = Position::start(&program, 3);
        position.play_unchecked(&program, 0);
        position.play_unchecked(&program, 0);
        // Blindly one of the two cards in the other's hand, or none.
        assert_eq!(firsts(&program, &position), [0, 1, 2]);
    }
}
