//! How cards move, apart from the simplest cases.

use crate::chance::Chance;
use crate::ids::{Card, Pile};
use crate::lists::Lists;
use crate::program::{Program, names_of_move};
use crate::table::{CardState, How, OPEN, PileState, Table};

/// Moves a card; false, and nothing is changed, if there is no room. A card that is in the pile already goes
/// to its new place in it, with its face and what is known of it.
pub(super) fn move_card(
    program: &Program,
    table: &mut Table,
    card: Card,
    to: Pile,
    how: How,
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

/// Puts the cards of a pile into a random order.
pub(super) fn shuffle(program: &Program, table: &mut Table, pile: Pile) {
    let mut order = [Card(0); 64];
    let count = usize::from(table.piles[pile.index()].count);
    if count <= order.len() {
        for (place, card) in order.iter_mut().zip(table.cards_of(pile)) {
            *place = card;
        }
        let order = &mut order[..count];
        table.chance.shuffle(order);
        table.arrange(program, pile, order);
    } else {
        let mut order: Vec<Card> = table.cards_of(pile).collect();
        table.chance.shuffle(&mut order);
        table.arrange(program, pile, &order);
    }
}

/// Exchanges the cards of two piles.
pub(super) fn swap_piles(program: &Program, table: &mut Table, a: Pile, b: Pile) {
    let of_a: Vec<Card> = table.cards_of(a).collect();
    let of_b: Vec<Card> = table.cards_of(b).collect();
    table.piles[a.index()] = PileState::default();
    table.piles[b.index()] = PileState::default();
    for (cards, to) in [(of_a, b), (of_b, a)] {
        for card in cards {
            let open = table.cards[card.index()].known & OPEN;
            table.put(program, card, to, How::BOTTOM);
            table.cards[card.index()].known |= open;
        }
    }
}

/// Exchanges the places of two cards.
pub(super) fn swap_cards(program: &Program, table: &mut Table, a: Card, b: Card) {
    let (of_a, of_b) = (table.pile_of(a), table.pile_of(b));
    let exchanged = |card: Card| match card {
        card if card == a => b,
        card if card == b => a,
        other => other,
    };
    let in_a: Vec<Card> = table.cards_of(of_a).map(exchanged).collect();
    let in_b: Vec<Card> = table.cards_of(of_b).map(exchanged).collect();
    let known: Vec<(Card, u16)> = in_a
        .iter()
        .chain(&in_b)
        .map(|card| (*card, table.cards[card.index()].known))
        .collect();
    for (card, pile) in [(a, of_b), (b, of_a)] {
        table.cards[card.index()].face = u16::from(program.piles[pile.index()].face_down);
    }
    table.arrange(program, of_a, &in_a);
    if of_a != of_b {
        table.arrange(program, of_b, &in_b);
    }
    for (card, known) in known {
        // What is open is the place, not the card.
        match card {
            card if card == a => table.cards[b.index()].known |= known & OPEN,
            card if card == b => table.cards[a.index()].known |= known & OPEN,
            other => table.cards[other.index()].known = known,
        }
    }
}

/// The names of the event that a card goes from one pile to another.
pub(super) fn names(program: &Program, from: Pile, into: Pile) -> i64 {
    let [from, into] = [from, into].map(|pile| program.piles[pile.index()].role);
    names_of_move(from, into)
}

/// A list of so many elements of a list by chance, in the order of the list; nothing if a script says
/// something else than is there.
pub(super) fn choose(chance: &mut Chance, lists: &mut Lists, from: i64, count: i64) -> Option<i64> {
    if let Some(picked) = chance.picked() {
        return picked_by_script(picked, lists, from, count);
    }
    let random = &mut chance.random;
    let mut left = lists.items(from).len() as u32;
    let mut wanted = u32::try_from(count).unwrap_or(0).min(left);
    let mut chosen = lists.begin();
    for place in 0..lists.items(from).len() {
        if wanted > 0 && random.below(left) < wanted {
            let item = lists.items(from)[place];
            chosen = lists.push(chosen, item);
            wanted -= 1;
        }
        left -= 1;
    }
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
