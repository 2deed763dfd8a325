//! Everything that seats see of a position, thing by thing: for those who turn it into numbers.

use super::ViewHasher;
use crate::ids::{AskId, Card, Seat, is_missing};
use crate::position::{Choice, Decision, Position};
use crate::program::{Program, ValueKind};
use crate::table::{CardState, NO_CARD, Table};

/// A card as the seats see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardSight {
    /// The kind of card, if they know it.
    pub kind: Option<u16>,
    /// The pile it lies in.
    pub pile: u16,
    /// True if it lies face down.
    pub is_down: bool,
}

/// The card above a card in a pile whose order matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Above {
    /// The order does not matter.
    Any,
    /// None: it is the top card.
    Nothing,
    /// One that the seats do not know.
    Unknown,
    /// A card of this kind, which the seats know.
    Kind(u16),
}

/// A value as the seats see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sighting {
    /// There is none.
    Nothing,
    /// A number, or a word, player, pile or the like by its number.
    Plain(i64),
    /// A card, as far as the seats know it.
    Card(CardSight),
}

/// Is shown what seats see.
pub trait Visitor {
    /// A card that the seats know, and what lies above it.
    fn card(&mut self, card: CardSight, above: Above);

    /// Something on a card that is not as at the beginning: the variable's position in the program, and its value.
    /// The marks of one card come one after the other.
    fn mark(&mut self, card: CardSight, variable: u16, value: Sighting);

    /// All marks of a card were shown.
    fn marked(&mut self, card: CardSight);

    /// The number of cards in a pile that is counted.
    fn count(&mut self, pile: u16, count: u16);

    /// The value of a cell.
    fn cell(&mut self, cell: u16, value: Sighting);

    /// An element of a list that a variable keeps, by the variable's first cell.
    fn item(&mut self, cell: u16, position: usize, value: Sighting);

    /// An effect that waits: in which table, which one if it is known, whose, and its card.
    fn pending(&mut self, table: usize, what: Option<u16>, player: i64, card: Sighting);

    /// A question, who is asked, and the card that it is about.
    fn asked(&mut self, seat: Seat, ask: AskId, about: Sighting);
}

/// Is shown what a choice is.
pub trait ChoiceVisitor {
    /// A value of it: one, or each element of a list.
    fn value(&mut self, sort: ValueKind, value: Sighting);

    /// Something on the card that was just shown, as in [`Visitor::mark`].
    fn mark(&mut self, variable: u16, value: Sighting);
}

impl ViewHasher {
    /// The cards that the seats know, and what lies above each.
    pub fn known_cards<'a>(
        &'a self,
        position: &'a Position,
    ) -> impl Iterator<Item = (CardSight, Above)> + 'a {
        let cards = &position.table.cards;
        let known = cards.iter().enumerate();
        let known = known.filter(|(_, state)| state.known & self.seats != 0);
        known.map(|(card, state)| (self.sight(card, *state), self.above(cards, *state)))
    }

    /// The card that the question of a position is about.
    pub fn about(&self, program: &Program, position: &Position) -> Option<CardSight> {
        let Decision::Choose { ask, .. } = position.decision() else {
            return None;
        };
        let cell = program.asks[ask.index()].about?;
        let card = position.table.cells[cell.index()];
        match self.referred_sight(&position.table, card) {
            Sighting::Card(card) => Some(card),
            Sighting::Nothing | Sighting::Plain(_) => None,
        }
    }

    /// The value of a cell with a plain value, if the seats see it and it has one.
    pub fn cell(&self, position: &Position, cell: u16) -> Option<i64> {
        let is_seen = self.plain.contains(&cell);
        let value = position.table.cells[usize::from(cell)];
        (is_seen && !is_missing(value)).then_some(value)
    }

    /// Shows a visitor everything that the seats see, but not the choices.
    pub fn walk<V: Visitor>(&self, program: &Program, position: &Position, visitor: &mut V) {
        let table = &position.table;
        for (card, state) in table.cards.iter().enumerate() {
            if state.known & self.seats != 0 {
                let above = self.above(&table.cards, *state);
                visitor.card(self.sight(card, *state), above);
            }
        }
        self.walk_rest(program, position, visitor);
    }

    /// As [`Self::walk`], without the cards themselves: for those who have them from [`Self::walk_placed`].
    pub fn walk_rest<V: Visitor>(&self, program: &Program, position: &Position, visitor: &mut V) {
        let table = &position.table;
        self.walk_marks(table, visitor);
        for pile in &self.counted {
            visitor.count(*pile, table.piles[usize::from(*pile)].count);
        }
        for cell in &self.plain {
            let value = plain(table.cells[usize::from(*cell)]);
            visitor.cell(*cell, value);
        }
        for cell in &self.cards {
            let value = self.referred_sight(table, table.cells[usize::from(*cell)]);
            visitor.cell(*cell, value);
        }
        for (first, of_cards) in &self.lists {
            self.walk_list(table, *first, *of_cards, visitor);
        }
        self.walk_pending(program, table, visitor);
        if let Decision::Choose { seat, ask, .. } = position.decision() {
            self.walk_question(program, table, seat, ask, visitor);
        }
    }

    /// Shows the cards that the seats know, with their places: the number of cards above each in a pile whose order
    /// matters, or of known cards where the seats cannot count the others; nothing where there is no order.
    pub fn walk_placed(&self, position: &Position, mut show: impl FnMut(CardSight, Option<u16>)) {
        let cards = &position.table.cards;
        let mut with_order = 0_u64;
        for (card, state) in cards.iter().enumerate() {
            if state.known & self.seats == 0 {
                continue;
            }
            if self.ordered[usize::from(state.pile)] {
                with_order |= 1 << state.pile.min(63);
            } else {
                show(self.sight(card, *state), None);
            }
        }
        let mut rest = with_order;
        while rest != 0 {
            let pile = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            // Piles from the last bit on share it.
            let end = if pile == 63 {
                self.ordered.len()
            } else {
                pile + 1
            };
            for pile in (pile..end).filter(|pile| self.ordered[*pile]) {
                self.walk_pile(&position.table, pile, &mut show);
            }
        }
    }

    fn walk_pile(&self, table: &Table, pile: usize, show: &mut impl FnMut(CardSight, Option<u16>)) {
        let counts_all = self.counted.binary_search(&(pile as u16)).is_ok();
        let mut place = 0;
        let mut card = table.piles[pile].top;
        while let Some(state) = table.cards.get(usize::from(card)) {
            let is_known = state.known & self.seats != 0;
            if is_known {
                show(self.sight(usize::from(card), *state), Some(place));
            }
            place += u16::from(is_known || counts_all);
            card = state.below;
        }
    }

    /// Shows a visitor a choice, as the seats see it.
    pub fn walk_choice<V: ChoiceVisitor>(
        &self,
        program: &Program,
        position: &Position,
        choice: &Choice,
        visitor: &mut V,
    ) {
        let sort = program.meanings[choice.meaning.index()].sort;
        self.walk_value(position, sort, choice.value, visitor);
    }

    fn walk_value<V: ChoiceVisitor>(
        &self,
        position: &Position,
        sort: ValueKind,
        value: i64,
        visitor: &mut V,
    ) {
        if is_missing(value) {
            visitor.value(sort, Sighting::Nothing);
            return;
        }
        let of_items = match sort {
            ValueKind::Cards => ValueKind::Card,
            ValueKind::Groups => ValueKind::Cards,
            ValueKind::List => ValueKind::Any,
            ValueKind::Card => {
                visitor.value(sort, self.referred_sight(&position.table, value));
                self.walk_marks_of(&position.table, value, visitor);
                return;
            }
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
            | ValueKind::Kind => {
                visitor.value(sort, Sighting::Plain(value));
                return;
            }
        };
        for item in position.lists.items(value) {
            self.walk_value(position, of_items, *item, visitor);
        }
    }

    fn walk_marks<V: Visitor>(&self, table: &Table, visitor: &mut V) {
        let mut changed = 0_u64;
        for (number, mark) in self.marks.iter().enumerate().take(64) {
            let values = &table.cells[mark.first..mark.first + mark.start.len()];
            changed |= u64::from(values != mark.start) << number;
        }
        if changed == 0 {
            return;
        }
        for (card, state) in table.cards.iter().enumerate() {
            let is_known = state.known & self.seats != 0;
            let mut has_some = false;
            let mut rest = changed;
            while rest != 0 {
                let mark = &self.marks[rest.trailing_zeros() as usize];
                rest &= rest - 1;
                let value = table.cells[mark.first + card];
                if value == mark.start[card] || mark.hidden && !is_known {
                    continue;
                }
                let value = self.mark_sight(table, mark.refers, value);
                visitor.mark(self.sight(card, *state), mark.variable, value);
                has_some = true;
            }
            if has_some {
                visitor.marked(self.sight(card, *state));
            }
        }
    }

    fn walk_marks_of<V: ChoiceVisitor>(&self, table: &Table, card: i64, visitor: &mut V) {
        let Some(state) = state_of(table, card) else {
            return;
        };
        let is_known = state.known & self.seats != 0;
        for mark in &self.marks {
            let value = table.cells[mark.first + card as usize];
            if value != mark.start[card as usize] && (is_known || !mark.hidden) {
                visitor.mark(mark.variable, self.mark_sight(table, mark.refers, value));
            }
        }
    }

    #[inline]
    fn mark_sight(&self, table: &Table, refers: bool, value: i64) -> Sighting {
        if refers {
            self.referred_sight(table, value)
        } else {
            plain(value)
        }
    }

    fn walk_list<V: Visitor>(&self, table: &Table, first: u16, of_cards: bool, visitor: &mut V) {
        let cells = &table.cells[usize::from(first)..];
        let length = usize::try_from(cells[0]).unwrap_or(0);
        let length = length.min(usize::from(crate::program::MOST_KEPT));
        for (position, item) in cells[1..=length].iter().enumerate() {
            let item = if of_cards {
                self.referred_sight(table, *item)
            } else {
                plain(*item)
            };
            visitor.item(first, position, item);
        }
    }

    fn walk_pending<V: Visitor>(&self, program: &Program, table: &Table, visitor: &mut V) {
        for (number, pending) in program.pending.iter().enumerate() {
            let count = table.cells[pending.count.index()].max(0) as usize;
            for row in 0..count {
                let at = |first: crate::ids::Cell| table.cells[first.index() + row];
                let card = self.referred_sight(table, at(pending.card));
                let is_known = match card {
                    Sighting::Card(card) => card.kind.is_some(),
                    Sighting::Nothing | Sighting::Plain(_) => true,
                };
                let what = u16::try_from(at(pending.what)).ok();
                visitor.pending(number, what.filter(|_| is_known), at(pending.player), card);
            }
        }
    }

    fn walk_question<V: Visitor>(
        &self,
        program: &Program,
        table: &Table,
        seat: Seat,
        ask: AskId,
        visitor: &mut V,
    ) {
        let about = program.asks[ask.index()].about;
        let about = about.map_or(Sighting::Nothing, |cell| {
            self.referred_sight(table, table.cells[cell.index()])
        });
        let is_own = self.seats >> seat.0 & 1 == 1;
        match about {
            Sighting::Card(card) if card.kind.is_none() && !is_own => {}
            Sighting::Card(_) | Sighting::Nothing | Sighting::Plain(_) => {
                visitor.asked(seat, ask, about);
            }
        }
    }

    #[inline]
    fn sight(&self, card: usize, state: CardState) -> CardSight {
        let is_known = state.known & self.seats != 0;
        CardSight {
            kind: is_known.then(|| self.kinds[card]),
            pile: state.pile,
            is_down: state.face != 0,
        }
    }

    #[inline]
    fn above(&self, cards: &[CardState], state: CardState) -> Above {
        if !self.ordered[usize::from(state.pile)] {
            return Above::Any;
        }
        match state.above {
            NO_CARD => Above::Nothing,
            above if cards[usize::from(above)].known & self.seats == 0 => Above::Unknown,
            above => Above::Kind(self.kinds[usize::from(above)]),
        }
    }

    #[inline]
    fn referred_sight(&self, table: &Table, card: i64) -> Sighting {
        match state_of(table, card) {
            Some(state) => Sighting::Card(self.sight(card as usize, state)),
            None => Sighting::Nothing,
        }
    }
}

#[inline]
fn state_of(table: &Table, card: i64) -> Option<CardState> {
    let number = usize::try_from(card).ok()?;
    table.cards.get(number).copied()
}

#[inline]
fn plain(value: i64) -> Sighting {
    if is_missing(value) {
        Sighting::Nothing
    } else {
        Sighting::Plain(value)
    }
}

impl Position {
    /// The kind of a card, if a seat knows it.
    #[inline]
    pub fn known_kind(&self, program: &Program, card: Card, seat: Seat) -> Option<u16> {
        let state = self.table.cards.get(card.index())?;
        (state.known >> seat.0 & 1 == 1).then(|| program.cards[card.index()].kind)
    }
}
