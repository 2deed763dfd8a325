//! Moves of cards, apart from the simplest cases.

use crate::chance::Chance;
use crate::ids::{Card, Column, Pile, is_missing};
use crate::lists::Lists;
use crate::program::{Program, names_of_move};
use crate::table::{CardState, NO_CARD, OPEN, Placement, Table};

/// Moves a card; false, and nothing is changed, if there is no room. A card that is in the pile already goes
/// to its new place in it, with its face and what is known of it.
pub(super) fn move_card(
    program: &Program,
    table: &mut Table,
    card: Card,
    to: Pile,
    how: Placement,
) -> bool {
    let CardState {
        pile, known, face, ..
    } = table.cards[card.index()];
    if pile == to.0 {
        table.take(program, card);
        table.put(program, card, to, how);
        let state = &mut table.cards[card.index()];
        state.known = known;
        state.face = face;
        return true;
    }
    if !table.has_room(program, to) {
        return false;
    }
    table.take(program, card);
    table.put(program, card, to, how);
    true
}

/// Puts the cards of a pile into a random order. Only piles beyond all measure take memory.
pub(super) fn shuffle(program: &Program, table: &mut Table, pile: Pile) {
    match usize::from(table.piles[pile.index()].count) {
        count @ 0..=64 => shuffle_in(&mut [Card(0); 64][..count], program, table, pile),
        count @ 65..=1024 => shuffle_in(&mut [Card(0); 1024][..count], program, table, pile),
        count => shuffle_in(&mut vec![Card(0); count], program, table, pile),
    }
}

/// Shuffles in room for as many cards as the pile has.
fn shuffle_in(order: &mut [Card], program: &Program, table: &mut Table, pile: Pile) {
    let mut next = table.piles[pile.index()].top;
    for place in &mut *order {
        *place = Card(next);
        next = table.cards[usize::from(next)].below;
    }
    table.chance.shuffle(order);
    table.arrange(program, pile, order.iter().copied());
}

/// Puts the cards of a pile into the order of a list, the top one first. Whoever of `seats` knew all of them
/// still does; the others know what the place shows.
pub(super) fn arrange(program: &Program, table: &mut Table, pile: Pile, order: &[i64], seats: u16) {
    if order.len() < 2 {
        return;
    }
    let followed = order.iter().fold(seats & !OPEN, |seats, card| {
        seats & table.cards[*card as usize].known
    });
    let cards = order.iter().map(|card| Card(*card as u16));
    table.arrange(program, pile, cards);
    for card in order {
        table.cards[*card as usize].known |= followed;
    }
}

/// Exchanges the cards of two piles.
pub(super) fn swap_piles(program: &Program, table: &mut Table, a: Pile, b: Pile) {
    if a == b {
        return;
    }
    let tops = [a, b].map(|pile| {
        let state = &mut table.piles[pile.index()];
        std::mem::take(state).top
    });
    for (top, to) in [(tops[0], b), (tops[1], a)] {
        let mut next = top;
        while next != NO_CARD {
            let card = Card(next);
            let CardState { below, known, .. } = table.cards[card.index()];
            next = below;
            table.put(program, card, to, Placement::BOTTOM);
            table.cards[card.index()].known |= known & OPEN;
        }
    }
}

/// Exchanges the places of two cards.
pub(super) fn swap_cards(program: &Program, table: &mut Table, a: Card, b: Card) {
    let exchanged = |card: u16| match card {
        card if card == a.0 => b.0,
        card if card == b.0 => a.0,
        other => other,
    };
    let places = [a, b].map(|card| table.cards[card.index()]);
    for (card, place) in [(b, places[0]), (a, places[1])] {
        let info = &program.piles[usize::from(place.pile)];
        let (above, below) = (exchanged(place.above), exchanged(place.below));
        let pile = &mut table.piles[usize::from(place.pile)];
        if above == NO_CARD {
            pile.top = card.0;
        } else {
            table.cards[usize::from(above)].below = card.0;
        }
        if below == NO_CARD {
            pile.bottom = card.0;
        } else {
            table.cards[usize::from(below)].above = card.0;
        }
        let mut known = info.seen[usize::from(info.face_down)];
        if above == NO_CARD && !info.face_down {
            known |= info.top_seen;
        }
        table.cards[card.index()] = CardState {
            below,
            above,
            pile: place.pile,
            // The place is open, not the card.
            known: known | place.known & OPEN,
            face: u16::from(info.face_down),
        };
    }
}

/// The names of the event that a card goes from one pile to another.
pub(super) fn names(program: &Program, from: Pile, into: Pile) -> i64 {
    let [from, into] = [from, into].map(|pile| program.piles[pile.index()].role);
    names_of_move(from, into)
}

/// True if at least so many cards of a pile have the same value in a column.
pub(super) fn are_frequent(
    program: &Program,
    table: &Table,
    pile: Pile,
    keys: Column,
    least: u8,
) -> bool {
    let value = |card: Card| program.printed(keys, card);
    table.cards_of(pile).any(|first| {
        let key = value(first);
        let same = table.cards_of(pile).filter(|card| value(*card) == key);
        !is_missing(key) && same.count() >= usize::from(least)
    })
}

/// A list of so many elements of a list by chance, in the order of the list; nothing if a script says
/// something else than is there.
pub(super) fn choose(chance: &mut Chance, lists: &mut Lists, from: i64, count: i64) -> Option<i64> {
    if let Some(picked) = chance.picked() {
        return picked_by_script(picked, lists, from, count);
    }
    let length = lists.items(from).len() as u32;
    let mut chosen = lists.begin();
    chance.take(u32::try_from(count).unwrap_or(0), length, |place| {
        let item = lists.items(from)[place];
        chosen = lists.push(chosen, item);
    });
    Some(chosen)
}

fn picked_by_script(picked: &[i64], lists: &mut Lists, from: i64, count: i64) -> Option<i64> {
    let mut chosen = lists.begin();
    for place in 0..lists.items(from).len() {
        let item = lists.items(from)[place];
        if picked.contains(&item) {
            chosen = lists.push(chosen, item);
        }
    }
    let found = lists.items(chosen).len();
    let all_there = found == picked.len() && i64::try_from(found) == Ok(count);
    all_there.then_some(chosen)
}
