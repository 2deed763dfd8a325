//! Places of the cards of choices on the table.
//!
//! A choice names a card by its pile and, where the seat sees how cards lie, by its position. Otherwise any card
//! that looks the same will do: those are the same card as far as the seat can know.

use crate::wire::CardAt;
use engine::seen::{CardSeen, Look, PileName};
use engine::view::{PileSeen, View};

/// The piles of a view, one after the other, with the names of their zones.
pub(crate) fn piles(view: &View) -> impl Iterator<Item = (&engine::seen::Named, &PileSeen)> {
    view.zones
        .iter()
        .flat_map(|zone| zone.piles.iter().map(move |pile| (&zone.name, pile)))
}

/// The position of a pile among all piles of a view.
pub(crate) fn pile_at(view: &View, name: &PileName) -> Option<u16> {
    let found = piles(view).position(|(zone, pile)| {
        zone.id == name.zone.id && pile.owner == name.owner && pile.team == name.team
    });
    found.and_then(|at| u16::try_from(at).ok())
}

/// Place of a card. Cards in `taken` stand for others already, if there is another that looks the same.
pub(crate) fn card_at(view: &View, card: &CardSeen, taken: &[CardAt]) -> Option<CardAt> {
    let pile = pile_at(view, &card.pile)?;
    if let Some(position) = card.position {
        return Some(CardAt {
            pile,
            card: position,
        });
    }
    let (_, seen) = piles(view).nth(usize::from(pile))?;
    let alike = seen.cards.iter().enumerate();
    let alike = alike.filter(|(_, look)| look_alike(look, &card.look));
    let places = alike.map(|(at, _)| CardAt {
        pile,
        card: at as u16,
    });
    let places: Vec<CardAt> = places.collect();
    let free = places.iter().find(|place| !taken.contains(place));
    free.or(places.first()).copied()
}

fn look_alike(one: &Look, other: &Look) -> bool {
    let kind = |look: &Look| look.face.as_ref().map(|face| face.kind);
    kind(one) == kind(other) && one.back == other.back && one.marks == other.marks
}
