//! Marks: the order of cards by a mark, and the transfer of marks where one card takes the place of another.

use crate::ids::{Card, Cell, NOTHING, Pile, is_missing};
use crate::lists::Lists;
use crate::program::{Program, ValueKind};
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

/// Resets the marks of a card.
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
        let is_reference =
            variable.sort == ValueKind::Card && (variable.internal || variable.of_cards);
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

/// Adds to a list the cards whose mark is a value, in the order of the piles and of the cards in them.
pub(super) fn push_with_value(
    program: &Program,
    table: &Table,
    lists: &mut Lists,
    list: i64,
    (first, value): (Cell, i64),
) -> i64 {
    if is_missing(value) {
        return list;
    }
    let cells = &table.cells[first.index()..first.index() + program.cards.len()];
    let mut found = (0i64..).zip(cells).filter(|(_, cell)| **cell == value);
    let Some((one, _)) = found.next() else {
        return list;
    };
    if found.next().is_none() {
        return lists.push(list, one);
    }
    let piles = (0..table.piles.len() as u16).map(Pile);
    let cards = piles.flat_map(|pile| table.cards_of(pile));
    let cards = cards.filter(|card| cells[card.index()] == value);
    lists.extend(list, cards.map(|card| i64::from(card.0)))
}
