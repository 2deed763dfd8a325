//! What is on cards: where cards lie by it, and what becomes of it where one card takes the place of another.

use crate::ids::{Card, Cell, NOTHING, is_missing};
use crate::program::{Program, Sort};
use crate::table::{CardState, NO_CARD, Table};

/// Puts a card to its place in its pile: below those with a smaller value of a mark, above the others.
pub(super) fn place_by(program: &Program, table: &mut Table, card: Card, first: Cell) {
    let value = |table: &Table, card: Card| match table.cells[first.index() + card.index()] {
        missing if is_missing(missing) => i64::MAX,
        value => value,
    };
    let CardState {
        pile, known, face, ..
    } = table.cards[card.index()];
    let own = value(table, card);
    table.take(program, card);
    let state = table.piles[usize::from(pile)];
    let (mut above, mut below) = (NO_CARD, state.top);
    while below != NO_CARD && value(table, Card(below)) <= own {
        above = below;
        below = table.cards[usize::from(below)].below;
    }
    table.cards[card.index()] = CardState {
        below,
        above,
        pile,
        known,
        face,
    };
    let state = &mut table.piles[usize::from(pile)];
    state.count += 1;
    if above == NO_CARD {
        state.top = card.0;
    } else {
        table.cards[usize::from(above)].below = card.0;
    }
    if below == NO_CARD {
        table.piles[usize::from(pile)].bottom = card.0;
    } else {
        table.cards[usize::from(below)].above = card.0;
    }
}

/// What is on a card begins anew.
pub(super) fn clear(program: &Program, table: &mut Table, card: Card) {
    for mark in &program.marks {
        table.cells[mark.first.index() + card.index()] = mark.start[card.index()];
    }
}

/// One card takes over what is on another, and what refers to it.
pub(super) fn take_over(program: &Program, table: &mut Table, card: Card, from: Card) {
    for mark in program.marks.iter().filter(|mark| !mark.own) {
        let (to, from) = (card.index(), from.index());
        // A card that does not have such a mark does not get one.
        if mark.start[to] == NOTHING && mark.start[from] != NOTHING {
            continue;
        }
        table.cells[mark.first.index() + to] = table.cells[mark.first.index() + from];
    }
    clear(program, table, from);
    for variable in &program.variables {
        let is_reference = variable.sort == Sort::Card && (variable.internal || variable.of_cards);
        if !is_reference {
            continue;
        }
        let first = usize::from(variable.first);
        for value in &mut table.cells[first..first + usize::from(variable.owners.max(1))] {
            if *value == i64::from(from.0) {
                *value = i64::from(card.0);
            }
        }
    }
}

/// The cards whose mark is a value, in the order of the piles and of the cards in them.
pub(super) fn with_value(program: &Program, table: &Table, first: Cell, value: i64) -> Vec<i64> {
    if is_missing(value) {
        return Vec::new();
    }
    let cells = &table.cells[first.index()..first.index() + program.cards.len()];
    let cells = cells.iter().zip(0u16..);
    let found = cells.filter(|(cell, _)| **cell == value);
    let mut found: Vec<Card> = found.map(|(_, card)| Card(card)).collect();
    if found.len() > 1 {
        found.sort_by_cached_key(|card| {
            let pile = table.pile_of(*card);
            let place = table.cards_of(pile).position(|other| other == *card);
            (pile, place)
        });
    }
    found.into_iter().map(|card| i64::from(card.0)).collect()
}
