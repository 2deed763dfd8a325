//! Visible happenings: cards that move and piles that are shuffled, for pages that show them.

use super::Speaker;
use crate::wire::{CardThen, Happening};
use engine::ids::Pile;
use engine::program::ChoiceKind;
use engine::seen::{CardSeen, ChoiceSeen, PileName, Value};
use engine::telling::SeatEvent;
use engine::trace::{Traced, What};

impl Speaker<'_> {
    /// Happenings that a reader saw, in their order.
    pub(crate) fn happened(&self, heard: &[Traced]) -> Vec<Happening> {
        let events = heard.iter().filter_map(|one| match &one.what {
            What::Happened(event) => Some(event),
            What::Failed(_) => None,
        });
        events
            .filter_map(|event| self.seen_to_happen(event))
            .collect()
    }

    fn seen_to_happen(&self, event: &SeatEvent) -> Option<Happening> {
        match event {
            SeatEvent::Moved {
                card,
                from,
                to,
                position,
            } => Some(Happening::Moved {
                face: card.face.as_ref().map(|face| face.kind),
                down: card.down,
                back: card.back,
                from: from.as_ref().and_then(|pile| self.pile_number(pile)),
                to: to.as_ref().and_then(|pile| self.pile_number(pile)),
                position: *position,
            }),
            SeatEvent::Shuffled { pile } => Some(Happening::Shuffled {
                pile: self.pile_number(pile)?,
            }),
            SeatEvent::Chose { player, choice, .. } => self.aimed(*player, choice.as_ref()?),
            SeatEvent::Arranged { .. }
            | SeatEvent::Flipped { .. }
            | SeatEvent::Revealed { .. }
            | SeatEvent::Concealed { .. }
            | SeatEvent::Changed { .. }
            | SeatEvent::Marked { .. }
            | SeatEvent::EnteredState { .. }
            | SeatEvent::EnteredPhase { .. }
            | SeatEvent::BeganTurn { .. }
            | SeatEvent::Told { .. }
            | SeatEvent::Ended { .. } => None,
        }
    }

    /// A card that a move is made with, or what it is aimed at.
    fn aimed(&self, seat: u8, choice: &ChoiceSeen) -> Option<Happening> {
        let target = match choice.kind {
            ChoiceKind::Move => false,
            ChoiceKind::Target => true,
            ChoiceKind::Option | ChoiceKind::Done | ChoiceKind::Pass => return None,
        };
        let (card, player) = match &choice.value {
            Value::Card(card) => (Some(self.card_then(card)?), None),
            Value::Player(player) => (None, Some(*player)),
            _ => return None,
        };
        Some(Happening::Chosen {
            seat,
            target,
            card,
            player,
        })
    }

    fn card_then(&self, card: &CardSeen) -> Option<CardThen> {
        Some(CardThen {
            pile: self.pile_number(&card.pile)?,
            position: card.position,
            face: super::face_number(card),
        })
    }

    /// The position of a pile of the game among all piles that are sent; nothing if it is not.
    pub(crate) fn shown_pile(&self, pile: Pile) -> Option<u16> {
        let zones = self.program.zones.iter().filter(|zone| !zone.internal);
        let mut piles = zones.flat_map(|zone| zone.first..zone.first + zone.count);
        let at = piles.position(|number| usize::from(number) == pile.index())?;
        u16::try_from(at).ok()
    }

    /// The position of a pile among all piles that are sent.
    fn pile_number(&self, name: &PileName) -> Option<u16> {
        let zones = self.program.zones.iter().filter(|zone| !zone.internal);
        let piles = zones.flat_map(|zone| {
            let numbers = zone.first..zone.first + zone.count;
            numbers.map(move |pile| (&zone.name.id, &self.program.piles[usize::from(pile)]))
        });
        let mut piles = piles.map(|(zone, pile)| (zone, pile.owner, pile.team));
        let wanted = (&name.zone.id, name.owner, name.team);
        let at = piles.position(|pile| pile == wanted)?;
        u16::try_from(at).ok()
    }
}
