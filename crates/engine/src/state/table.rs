//! The table: cards in their piles, and the values that the game keeps.
//!
//! The cards of a pile are linked from the top down, so that any card moves in the same short time. What
//! each seat knows is kept with the card and follows from where it lies: views and redeals ask nothing else.

use crate::chance::Chance;
use crate::ids::{Card, NOTHING, Pile};
use crate::program::{Program, Role};

/// Number of no card: the end of a pile's links.
pub(crate) const NO_CARD: u16 = u16::MAX;

/// Among the seats that know a card: chance has not decided yet which card of its pile lies here.
pub(crate) const OPEN: u16 = 1 << 15;

/// State of a card, by card number: its links in the pile, and who knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct CardState {
    /// The card below it.
    pub below: u16,
    /// The card above it.
    pub above: u16,
    /// The pile it is in.
    pub pile: u16,
    /// The seats that know it, as bits.
    pub known: u16,
    /// The face that it shows: 0 up, 1 down.
    pub face: u16,
}

/// State of a pile, by pile number: both ends of its links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PileState {
    /// The card that would be drawn next.
    pub top: u16,
    /// The card that would be drawn last.
    pub bottom: u16,
    /// The number of cards.
    pub count: u16,
}

impl Default for PileState {
    fn default() -> Self {
        Self {
            top: NO_CARD,
            bottom: NO_CARD,
            count: 0,
        }
    }
}

/// The place and the side with which a card is put into a pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placement(u8);

impl Placement {
    /// On the side where cards come in, with the pile's usual face.
    pub const USUAL: Self = Self(0);
    /// At the bottom, wherever cards usually come in.
    pub const BOTTOM: Self = Self(1);
    /// On top, wherever cards usually come in.
    pub const TOP: Self = Self(2);
    /// Face up, whatever is usual in the pile.
    pub const UP: Self = Self(4);
    /// Face down, whatever is usual in the pile.
    pub const DOWN: Self = Self(8);

    /// As bits, for listings and fingerprints.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Union of a place and a side.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True if it says one of the things that another one says.
    #[inline(always)]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The side of a card that is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The face can be seen.
    Up = 0,
    /// The back can be seen.
    Down = 1,
}

impl Side {
    /// The side that a turned card shows.
    pub const fn other(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }
}

/// The side that a flip brings up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flip {
    /// This side, whichever is up.
    To(Side),
    /// The side that is down.
    Over,
}

impl Flip {
    /// As a number, for listings and fingerprints.
    pub const fn number(self) -> u8 {
        match self {
            Self::To(side) => side as u8,
            Self::Over => 2,
        }
    }
}

/// Everything that changes, except where the program is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub cards: Vec<CardState>,
    pub piles: Vec<PileState>,
    pub cells: Vec<i64>,
    pub chance: Chance,
}

impl Table {
    #[inline(always)]
    pub(crate) fn count(&self, pile: Pile) -> i64 {
        i64::from(self.piles[pile.index()].count)
    }

    #[inline(always)]
    pub(crate) fn top(&self, pile: Pile) -> Option<Card> {
        card(self.piles[pile.index()].top)
    }

    #[inline(always)]
    pub(crate) fn bottom(&self, pile: Pile) -> Option<Card> {
        card(self.piles[pile.index()].bottom)
    }

    #[inline(always)]
    pub(crate) fn below(&self, above: Card) -> Option<Card> {
        card(self.cards[above.index()].below)
    }

    #[inline(always)]
    pub(crate) fn pile_of(&self, card: Card) -> Pile {
        Pile(self.cards[card.index()].pile)
    }

    /// The cards of a pile, the top one first.
    pub(crate) fn cards_of(&self, pile: Pile) -> impl Iterator<Item = Card> {
        std::iter::successors(self.top(pile), |above| self.below(*above))
    }

    /// Takes a card out of its pile. It is nowhere until it is put somewhere.
    #[inline(always)]
    pub(crate) fn take(&mut self, program: &Program, taken: Card) {
        let CardState {
            above, below, pile, ..
        } = self.cards[taken.index()];
        let state = &mut self.piles[pile as usize];
        state.count -= 1;
        if above == NO_CARD {
            state.top = below;
        } else {
            self.cards[above as usize].below = below;
        }
        if below == NO_CARD {
            self.piles[pile as usize].bottom = above;
        } else {
            self.cards[below as usize].above = above;
        }
        let seers = program.piles[pile as usize].top_seen;
        if seers != 0 && above == NO_CARD && below != NO_CARD {
            let exposed = &mut self.cards[below as usize];
            if exposed.face == 0 {
                exposed.known |= seers;
            }
        }
    }

    /// Puts a card that is nowhere into a pile.
    #[inline(always)]
    pub(crate) fn put(&mut self, program: &Program, put: Card, pile: Pile, how: Placement) {
        if !program.marks.is_empty() {
            self.clear_marks(program, put, pile);
        }
        let info = &program.piles[pile.index()];
        let down = if how.has(Placement::UP.and(Placement::DOWN)) {
            how.has(Placement::DOWN)
        } else {
            info.face_down
        };
        let at_bottom = how.has(Placement::BOTTOM) || (info.first_out && !how.has(Placement::TOP));
        let state = &mut self.piles[pile.index()];
        state.count += 1;
        let (above, below) = if at_bottom {
            let above = state.bottom;
            state.bottom = put.0;
            if above == NO_CARD {
                state.top = put.0;
            } else {
                self.cards[above as usize].below = put.0;
            }
            (above, NO_CARD)
        } else {
            let below = state.top;
            state.top = put.0;
            if below == NO_CARD {
                state.bottom = put.0;
            } else {
                self.cards[below as usize].above = put.0;
            }
            (NO_CARD, below)
        };
        let mut known = info.seen[usize::from(down)];
        if info.top_seen != 0 && above == NO_CARD && !down {
            known |= info.top_seen;
        }
        self.cards[put.index()] = CardState {
            below,
            above,
            pile: pile.0,
            known,
            face: u16::from(down),
        };
    }

    /// Resets the marks of a card that moves, except from play to play.
    #[inline(never)]
    fn clear_marks(&mut self, program: &Program, card: Card, to: Pile) {
        let from = &program.piles[usize::from(self.cards[card.index()].pile)];
        let leaves = from.role == Role::Play;
        if leaves && program.piles[to.index()].role == Role::Play {
            return;
        }
        for mark in &program.marks {
            let first = mark.first.index();
            // A token is made with what counts as printed on it.
            if mark.own && !leaves {
                continue;
            }
            self.cells[first + card.index()] = mark.start[card.index()];
            if mark.refers && leaves {
                for other in &mut self.cells[first..first + mark.start.len()] {
                    if *other == i64::from(card.0) {
                        *other = NOTHING;
                    }
                }
            }
        }
    }

    /// Takes a row out of a table that cells hold: see [`Op::RemoveRow`](crate::op::Op).
    pub(crate) fn remove_row(&mut self, rows: &[i64], index: i64) {
        let [count, most, parts @ ..] = rows else {
            return;
        };
        let filled = self.cells[*count as usize].clamp(0, *most);
        if !(0..filled).contains(&index) {
            return;
        }
        for part in parts {
            let part = *part as usize;
            let (row, end) = (part + index as usize, part + filled as usize);
            self.cells.copy_within(row + 1..end, row);
            self.cells[end - 1] = NOTHING;
        }
        self.cells[*count as usize] = filled - 1;
    }

    /// Puts the cards of a pile into an order, the top one first. What is known of them goes with the place's
    /// visibility alone.
    #[inline]
    pub(crate) fn arrange(
        &mut self,
        program: &Program,
        pile: Pile,
        order: impl Iterator<Item = Card>,
    ) {
        let info = &program.piles[pile.index()];
        let mut order = order.map(|card| card.0);
        let mut next = order.next();
        let top = next.unwrap_or(NO_CARD);
        let (mut above, mut count) = (NO_CARD, 0);
        while let Some(card) = next {
            next = order.next();
            let state = &mut self.cards[usize::from(card)];
            state.below = next.unwrap_or(NO_CARD);
            state.above = above;
            state.pile = pile.0;
            state.known = info.seen[usize::from(state.face != 0)];
            above = card;
            count += 1;
        }
        if let Some(top) = self.cards.get_mut(usize::from(top))
            && top.face == 0
        {
            top.known |= info.top_seen;
        }
        self.piles[pile.index()] = PileState {
            top,
            bottom: above,
            count,
        };
    }

    /// Shows another face, and lets exactly those see it who now may.
    pub(crate) fn flip(&mut self, program: &Program, card: Card, down: bool) {
        let pile = self.pile_of(card);
        let info = &program.piles[pile.index()];
        let state = &mut self.cards[card.index()];
        state.face = u16::from(down);
        state.known = info.seen[usize::from(down)] | state.known & OPEN;
        if !down && state.above == NO_CARD {
            state.known |= info.top_seen;
        }
    }

    /// True if another card may come in.
    #[inline(always)]
    pub(crate) fn has_room(&self, program: &Program, pile: Pile) -> bool {
        self.piles[pile.index()].count < program.piles[pile.index()].capacity
    }
}

#[inline(always)]
const fn card(number: u16) -> Option<Card> {
    if number == NO_CARD {
        None
    } else {
        Some(Card(number))
    }
}

#[cfg(test)]
mod tests {
    use crate::position::Position;
    use crate::tests::small;

    #[test]
    fn a_card_that_comes_to_the_top_is_seen_if_it_lies_face_up() {
        let mut program = small::program();
        program.piles[small::DECK.index()].top_seen = 0b11;
        let known_after_taking = |face| {
            let mut table = Position::laid_out(&program, 1).table;
            let mut cards = table.cards_of(small::DECK);
            let (top, next) = (cards.next(), cards.next());
            drop(cards);
            let (top, next) = top.zip(next).expect("a deck of ten");
            table.cards[next.index()].face = face;
            table.take(&program, top);
            table.cards[next.index()].known
        };
        assert_eq!(known_after_taking(0), 0b11);
        assert_eq!(known_after_taking(1), 0);
    }
}
