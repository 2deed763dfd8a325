//! Choices among cards that a seat cannot see: their order must not tell what they are.
//!
//! Rules may sort or group cards before they are offered. Where a seat sees only backs, such choices are put in
//! the order in which the cards lie, which says nothing new.

use std::cmp::Ordering;

use crate::ids::{Card, is_missing};
use crate::lists::Lists;
use crate::position::{Choice, Position, Waiting};
use crate::program::{CardReferences, Program, ValueKind};
use crate::table::Table;

impl Position {
    /// Puts choices that are about hidden cards in the order of their places.
    pub(crate) fn hide_order(&mut self, program: &Program) {
        let Waiting::Answer { seat, .. } = self.waiting else {
            return;
        };
        let (table, lists) = (&self.table, &self.lists);
        let is_sorted =
            |choice: &Choice| program.sorted.get(choice.meaning.index()) != Some(&false);
        if !self.choices.iter().any(is_sorted) {
            return;
        }
        for choices in self
            .choices
            .chunk_by_mut(|one, other| one.meaning == other.meaning)
        {
            let sort = program.meanings[choices[0].meaning.index()].sort;
            let is_hidden = |choice: &Choice| {
                let mut cards = cards(lists, sort, choice);
                cards.any(|card| table.cards[card.index()].known >> seat.0 & 1 == 0)
            };
            if choices.iter().any(is_hidden) {
                choices.sort_unstable_by(|one, other| {
                    let [one, other] = [one, other].map(|choice| cards(lists, sort, choice));
                    by_places(table, one, other)
                });
            }
        }
    }
}

/// The cards that a choice is about.
fn cards<'a>(
    lists: &'a Lists,
    sort: ValueKind,
    choice: &'a Choice,
) -> impl Iterator<Item = Card> + use<'a> {
    let value = std::slice::from_ref(&choice.value);
    let cards = match sort.card_references() {
        CardReferences::One => value,
        CardReferences::Several => lists.items(choice.value),
        CardReferences::Groups | CardReferences::None => &[],
    };
    let cards = cards.iter().filter(|card| !is_missing(**card));
    cards.map(|card| Card(*card as u16))
}

fn by_places(
    table: &Table,
    one: impl Iterator<Item = Card>,
    other: impl Iterator<Item = Card>,
) -> Ordering {
    let place = |card: Card| {
        let pile = table.pile_of(card);
        (
            pile,
            table
                .cards_of(pile)
                .take_while(|above| *above != card)
                .count(),
        )
    };
    one.map(place).cmp(other.map(place))
}
