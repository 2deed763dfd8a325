//! The table: places of zones, cards and what is on them, and waiting effects.

use super::{Speaker, face_number, small_number};
use crate::shelf::{spaced, zone_role};
use crate::speaker::locate::{card_at, piles};
use crate::wire::{
    Arrow, Card, CardAt, FaceValue, Layout, Mark, PendingEffect, Pile, ShownValue, ZonePlace,
    ZoneRole,
};
use cgml::model::{Role, Type, Zone, ZoneOwner};
use cgml::vocabulary::Language;
use engine::program::MarkKind;
use engine::seen::{Look, Value};
use engine::view::{PendingSeen, View};

impl Speaker<'_> {
    /// Places of zones.
    pub(crate) fn zones(&self) -> Vec<ZonePlace> {
        let zones = self.program.zones.iter().filter(|zone| !zone.internal);
        zones
            .map(|zone| {
                let game = &self.edition.game;
                let name = spaced(zone.name.of(self.language.code()));
                match game.zones.find(&zone.name.id) {
                    Some(id) => {
                        let mut places = game.look.places.iter();
                        let place = places.find(|(zone, _)| *zone == id).map(|(_, place)| place);
                        self.zone(&game.zones[id], zone.first, name, place)
                    }
                    None => under(zone.name.id.clone(), name),
                }
            })
            .collect()
    }

    fn zone(
        &self,
        zone: &Zone,
        first: u16,
        name: String,
        place: Option<&cgml::model::ZonePlace>,
    ) -> ZonePlace {
        let small = |number: Option<i64>| number.and_then(|number| u8::try_from(number).ok());
        let capacity = self.program.piles[usize::from(first)].capacity;
        let label = place.map(|place| self.prose(&place.text, &name));
        let layout = place
            .and_then(|place| place.layout)
            .map(|layout| match layout {
                cgml::model::Layout::Pile => Layout::Pile,
                cgml::model::Layout::Fan => Layout::Fan,
                cgml::model::Layout::Row => Layout::Row,
                cgml::model::Layout::Grid => Layout::Grid,
            });
        let role = zone_role(zone.role);
        let usual = match zone.role {
            Role::Deck | Role::Discard | Role::Out => Layout::Pile,
            Role::Hand => Layout::Fan,
            Role::Play | Role::Other => Layout::Grid,
        };
        ZonePlace {
            zone: zone.name.clone(),
            name: label.unwrap_or(name),
            per_player: zone.owner != ZoneOwner::Table,
            row: small(place.and_then(|place| place.row)),
            column: small(place.and_then(|place| place.column)),
            width: small(place.and_then(|place| place.width)),
            layout: layout.unwrap_or(usual),
            slots: zone
                .zone_type
                .slots
                .then_some(capacity)
                .filter(|it| *it <= 20),
            role,
        }
    }

    /// The piles with their cards.
    pub(crate) fn piles(&self, view: &View) -> Vec<Pile> {
        piles(view)
            .map(|(zone, pile)| Pile {
                zone: zone.id.clone(),
                owner: pile.owner,
                team: pile.team,
                name: self.narrator().owned(&zone.text, pile.owner, pile.team),
                count: pile.count,
                cards: pile
                    .cards
                    .iter()
                    .map(|look| self.look(view, look))
                    .collect(),
            })
            .collect()
    }

    fn look(&self, view: &View, look: &Look) -> Card {
        let mut slot = None;
        let mut attached_to = None;
        let mut tapped = false;
        let mut marks = Vec::new();
        for (id, value) in &look.marks {
            let info = self.program.mark(id);
            tapped |= info.is_some_and(|info| info.sideways.contains(value));
            let kind = info.map_or(MarkKind::Plain, |info| info.mark);
            match (kind, value) {
                (MarkKind::Slot, Value::Number(number)) => slot = u16::try_from(*number).ok(),
                (MarkKind::AttachedTo, Value::Card(card)) => attached_to = card_at(view, card, &[]),
                _ => marks.push(self.mark(id, value)),
            }
        }
        Card {
            face: look.face.as_ref().map(|face| face.kind),
            down: look.down,
            back: look.back,
            slot,
            tapped,
            marks,
            now: look.now.iter().map(|it| self.changed(it)).collect(),
            gained: look.keywords.iter().map(|it| it.text.clone()).collect(),
            attached_to,
        }
    }

    /// A value that effects have changed. Parts of records are named after both.
    fn changed(&self, (id, value): (&String, &Value)) -> FaceValue {
        let (record, part) = id.split_once('.').unwrap_or((id, ""));
        let name = self.property(record);
        FaceValue {
            id: id.clone(),
            name: if part.is_empty() {
                name
            } else {
                format!("{name} ({})", self.word(part))
            },
            value: self.value(value),
            number: small_number(value),
        }
    }

    fn mark(&self, id: &str, value: &Value) -> Mark {
        let kind = self.program.mark(id).map(|mark| mark.mark);
        Mark {
            id: id.to_owned(),
            name: self.narrator().mark_name(id),
            value: self.value(value),
            number: small_number(value),
            counter: kind == Some(MarkKind::Counter),
        }
    }

    /// The variables and pools that the table shows: what the game wants shown, or everything if it does not say. A flag
    /// is shown while it is set.
    pub(crate) fn values(&self, view: &View) -> Vec<ShownValue> {
        let says = view.variables.iter().any(|variable| variable.shown);
        let shown = view.variables.iter();
        let shown = shown.filter(|variable| variable.shown || !says);
        shown
            .filter(|variable| variable.value != Value::Truth(false))
            .map(|variable| ShownValue {
                id: variable.name.id.clone(),
                name: spaced(&variable.name.text),
                owner: variable.owner,
                team: variable.team,
                value: self.value(&variable.value),
                number: small_number(&variable.value),
                pieces: self.edition.game.pools.find(&variable.name.id).is_some(),
            })
            .collect()
    }

    /// Cards that are aimed at others: of two variables that the table shows one after the other and that hold cards, the
    /// first is aimed at the second, or at the other player while the second holds nothing.
    pub(crate) fn arrows(&self, view: &View) -> Vec<Arrow> {
        let game = &self.edition.game;
        let shown = game.shown_variables.iter().map(|id| &game.variables[*id]);
        let shown: Vec<_> = shown.filter(|it| it.ty == Type::Card).collect();
        let holds = |name: &str| -> Option<&Value> {
            let mut variables = view.variables.iter();
            let found = variables.find(|it| it.name.id == name && it.owner.is_none())?;
            Some(&found.value)
        };
        let pairs = shown.chunks_exact(2);
        pairs
            .filter_map(|pair| {
                let (from, whose) = aimed(view, holds(&pair[0].name)?)?;
                match holds(&pair[1].name)? {
                    Value::Nothing => {
                        let is_duel = self.program.seats == 2;
                        let player = whose.filter(|_| is_duel).map(|seat| 1 - seat.min(1));
                        player.map(|player| Arrow {
                            from,
                            to: None,
                            player: Some(player),
                        })
                    }
                    other => aimed(view, other).map(|(to, _)| Arrow {
                        from,
                        to: Some(to),
                        player: None,
                    }),
                }
            })
            .collect()
    }

    /// The effects that wait, the next one first.
    pub(crate) fn pending(&self, view: &View) -> Vec<PendingEffect> {
        let effects = view.pending.iter();
        effects
            .map(|effect| PendingEffect {
                text: self.waiting(effect),
                owner: Some(effect.player),
                face: effect.card.as_ref().and_then(face_number),
                at: effect
                    .card
                    .as_ref()
                    .and_then(|card| card_at(view, card, &[])),
                cancelled: effect.cancelled,
            })
            .collect()
    }

    /// An effect and whose it is. Where a card lies that nobody knows says that already.
    fn waiting(&self, effect: &PendingSeen) -> String {
        let is_hidden = effect
            .card
            .as_ref()
            .is_some_and(|it| it.look.face.is_none());
        match is_hidden {
            true => self.effect(effect),
            false => self
                .narrator()
                .owned(&self.effect(effect), Some(effect.player), None),
        }
    }

    /// An effect by its card, and by its own name if it has another.
    fn effect(&self, effect: &PendingSeen) -> String {
        let card = effect.card.as_ref().map(|card| self.narrator().card(card));
        let name = effect.name.as_ref().map(|name| name.text.clone());
        match (card, name.filter(|name| !name.is_empty())) {
            (Some(card), Some(name)) if card != name => match self.language {
                Language::English => format!("{card}: {name}"),
                Language::Japanese => format!("{card}:{name}"),
            },
            (Some(card), _) => card,
            (None, Some(name)) => name,
            (None, None) => self.pick("an effect", "効果").to_owned(),
        }
    }
}

/// The place of a card, and whose pile it lies in.
fn aimed(view: &View, value: &Value) -> Option<(CardAt, Option<u8>)> {
    match value {
        Value::Card(card) => Some((card_at(view, card, &[])?, card.pile.owner)),
        _ => None,
    }
}

fn under(zone: String, name: String) -> ZonePlace {
    ZonePlace {
        zone,
        name,
        per_player: true,
        row: None,
        column: None,
        width: None,
        layout: Layout::Row,
        slots: None,
        role: ZoneRole::Under,
    }
}
