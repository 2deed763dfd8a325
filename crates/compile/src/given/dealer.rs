//! Deals the cards of a made-up position: those that are listed, where they are listed.

use cgml::model::Game;
use cgml::model::scenario::{Given, ListedCard, ListedPile, OnCard};
use engine::ids::{Card, Cell, Pile};
use engine::position::Position;
use engine::program::Program;

use super::matching::fits_card;
use super::{Impossible, number, on_cards, with_attached};
use crate::plan::layout::move_arguments::LinkMark;

/// Puts cards where they are listed.
pub(super) struct Dealer<'p> {
    game: &'p Game,
    program: &'p Program,
    outside: Pile,
    strangers: &'p [bool],
    is_placed: Vec<bool>,
    /// Marks that are set once all cards lie in their places.
    marks: Vec<(Cell, i64)>,
}

impl<'p> Dealer<'p> {
    pub(super) fn new(game: &'p Game, program: &'p Program, strangers: &'p [bool]) -> Self {
        let outside = program.rehearsal.as_ref().map(|info| info.outside);
        Self {
            game,
            program,
            outside: outside.unwrap_or_default(),
            strangers,
            is_placed: strangers.to_vec(),
            marks: Vec::new(),
        }
    }

    pub(super) fn deal(mut self, position: &mut Position, given: &Given) -> Result<(), Impossible> {
        position.clear_table(self.program, self.outside);
        let mut listed = Vec::new();
        for pile in given.piles.iter().flatten() {
            let zone = &self.program.zones[pile.zone.0 as usize];
            let to = Pile(zone.first + u16::from(pile.owner.unwrap_or(0)));
            listed.push(to);
            let mut lying = Vec::new();
            with_attached(&pile.cards, None, &mut lying);
            let mut found = vec![Card(0); lying.len()];
            for (place, slot) in self.slots(pile, &lying)? {
                let card = self.put(position, lying[place].0, to, pile)?;
                found[place] = card;
                if let Some(slot) = slot {
                    // Those in the first slots count as having lain there longest.
                    for name in [LinkMark::Slot, LinkMark::Arrived] {
                        let cell = on_cards::mark(self.program, name.name(), card);
                        self.marks.extend(cell.map(|cell| (cell, slot)));
                    }
                }
            }
            for (place, (card, bearer)) in lying.iter().enumerate() {
                if let Some(bearer) = bearer {
                    self.link(LinkMark::AttachedTo, found[place], found[*bearer], card)?;
                }
            }
        }
        for number in 0..self.program.cards.len() {
            let start = Pile(self.program.cards[number].start);
            if !self.is_placed[number] && !listed.contains(&start) {
                position.put_below(self.program, Card(number as u16), start, None);
            }
        }
        for (cell, value) in self.marks {
            position.set_cell(cell, value);
        }
        Ok(())
    }

    /// Puts a card to the bottom of a pile, with what is on it.
    fn put(
        &mut self,
        position: &mut Position,
        card: &ListedCard,
        to: Pile,
        listed: &ListedPile,
    ) -> Result<Card, Impossible> {
        let found = self.find(position, card, listed.owner)?;
        self.is_placed[found.index()] = true;
        position.put_below(self.program, found, to, card.face_down);
        for on in &card.on {
            match on {
                OnCard::Under(cards) => {
                    let under = self.pile_under(to, card)?;
                    for other in cards {
                        let below = self.put(position, other, under, listed)?;
                        self.link(LinkMark::Under, below, found, other)?;
                    }
                }
                OnCard::Slot(_) | OnCard::Attached(_) => {}
                OnCard::Attribute(..) | OnCard::Pool(..) | OnCard::Counters(..) => {
                    let (cell, value) = self.value_on(position, on, found, card)?;
                    self.marks.push((cell, value));
                }
            }
        }
        Ok(found)
    }

    /// The cards of a zone by their positions in a list, with their slots, in the order in which they lie.
    fn slots(
        &self,
        pile: &ListedPile,
        lying: &[(&ListedCard, Option<usize>)],
    ) -> Result<Vec<(usize, Option<i64>)>, Impossible> {
        let asked = |card: &ListedCard| {
            card.on.iter().find_map(|on| match on {
                OnCard::Slot(slot) => Some(*slot),
                _ => None,
            })
        };
        let cards = lying.iter().map(|(card, _)| *card);
        if !self.game.zones[pile.zone].zone_type.slots {
            if let Some(card) = cards.clone().find(|card| asked(card).is_some()) {
                return Err(Impossible::at("this zone has no slots", card.origin));
            }
            return Ok((0..lying.len()).map(|place| (place, None)).collect());
        }
        let mut taken: Vec<i64> = cards.clone().filter_map(asked).collect();
        let mut slots = Vec::new();
        for (place, card) in cards.enumerate() {
            let slot = asked(card).or_else(|| (0..).find(|slot| !taken.contains(slot)));
            if slots.iter().any(|(_, other)| *other == slot) {
                return Err(Impossible::at("this slot is taken twice", card.origin));
            }
            taken.extend(slot);
            slots.push((place, slot));
        }
        slots.sort_by_key(|(_, slot)| *slot);
        Ok(slots)
    }

    fn link(
        &mut self,
        name: LinkMark,
        card: Card,
        to: Card,
        listed: &ListedCard,
    ) -> Result<(), Impossible> {
        let cell = on_cards::mark(self.program, name.name(), card);
        let cell = cell.ok_or_else(|| {
            let message = format!(
                "no effect of this game makes a card `{}` another",
                name.name()
            );
            Impossible::at(message, listed.origin)
        })?;
        self.marks.push((cell, i64::from(to.0)));
        Ok(())
    }

    /// The pile for the cards under those of a pile.
    fn pile_under(&self, pile: Pile, listed: &ListedCard) -> Result<Pile, Impossible> {
        let zone = usize::from(self.program.piles[pile.index()].zone);
        let zone = &self.program.zones[zone];
        let name = format!("under {}", zone.name.id);
        let mut zones = self.program.zones.iter();
        let under = zones.find(|other| other.name.id == name);
        let under = under
            .ok_or_else(|| Impossible::at("no cards can lie under others here", listed.origin))?;
        Ok(Pile(under.first + pile.0 - zone.first))
    }

    /// Cell and number of something on a card.
    fn value_on(
        &self,
        position: &Position,
        on: &OnCard,
        card: Card,
        listed: &ListedCard,
    ) -> Result<(Cell, i64), Impossible> {
        let (cell, value) = match on {
            OnCard::Attribute(id, term) => {
                let ty = &self.game.attributes[*id].ty;
                let value = number(self.game, self.program, self.strangers, position, term, ty);
                (on_cards::attribute(self.program, *id, card), value)
            }
            OnCard::Counters(id, count) => {
                let cell = on_cards::counter(self.game, self.program, *id, card);
                (cell, Some(*count))
            }
            OnCard::Pool(id, count) => {
                let cell = on_cards::pool_on(self.game, self.program, *id, card);
                (cell, Some(*count))
            }
            OnCard::Slot(_) | OnCard::Attached(_) | OnCard::Under(_) => (None, None),
        };
        let has = |cell: Cell| on_cards::has_mark(self.program, cell, card);
        cell.filter(|cell| has(*cell))
            .zip(value)
            .ok_or_else(|| Impossible::at("this card cannot have that", listed.origin))
    }

    /// The first card that is left and fits: rather one of the player's own, and rather one of a deck.
    fn find(
        &self,
        position: &Position,
        wanted: &ListedCard,
        owner: Option<u8>,
    ) -> Result<Card, Impossible> {
        let left = (0..self.program.cards.len()).filter(|number| !self.is_placed[*number]);
        let fitting = left.filter(|number| {
            let card = Card(*number as u16);
            fits_card(self.game, self.program, position, card, &wanted.card)
        });
        let best = fitting.min_by_key(|number| {
            let info = &self.program.cards[*number];
            let is_own = info.back == 0 || Some(info.back) == owner.map(|seat| 1 + u16::from(seat));
            (!is_own, *number)
        });
        best.map(|number| Card(number as u16)).ok_or_else(|| {
            let card = &wanted.card;
            let message = format!("there is no `{card}` left to be put there");
            Impossible::at(message, wanted.origin)
        })
    }
}
