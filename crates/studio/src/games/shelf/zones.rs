//! Zones of a game, for a picture of its table.

use super::{Edition, in_both, spaced};
use crate::wire;
use cgml::model::{Role, ZoneOwner};
use cgml::vocabulary::Language;

impl Edition {
    /// Places of zones, for a picture of the table.
    pub(super) fn zones(&self) -> Vec<wire::ZoneSketch> {
        let game = &self.game;
        let small = |number: Option<i64>| number.and_then(|number| u8::try_from(number).ok());
        let zones = game.zones.pairs().map(|(id, zone)| {
            let mut places = game.look.places.iter();
            let place = places.find(|(zone, _)| *zone == id).map(|(_, place)| place);
            let label = |language: Language| {
                let code = language.code();
                let own = place.map_or("", |place| place.text.of(code));
                let texts = [own, zone.text.of(code)];
                let word = game.texts.of(&zone.name, code);
                let mut known = texts
                    .into_iter()
                    .chain(word)
                    .filter(|text| !text.is_empty());
                known
                    .next()
                    .map_or_else(|| spaced(&zone.name), str::to_owned)
            };
            wire::ZoneSketch {
                name: in_both(label),
                per_player: zone.owner != ZoneOwner::Table,
                row: small(place.and_then(|place| place.row)),
                column: small(place.and_then(|place| place.column)),
                width: small(place.and_then(|place| place.width)),
                role: zone_role(zone.role),
            }
        });
        zones.collect()
    }
}

/// Role of a zone, as pages know it.
pub(crate) fn zone_role(role: Role) -> wire::ZoneRole {
    match role {
        Role::Deck => wire::ZoneRole::Deck,
        Role::Hand => wire::ZoneRole::Hand,
        Role::Play => wire::ZoneRole::Play,
        Role::Discard => wire::ZoneRole::Discard,
        Role::Out => wire::ZoneRole::Out,
        Role::Other => wire::ZoneRole::Other,
    }
}
