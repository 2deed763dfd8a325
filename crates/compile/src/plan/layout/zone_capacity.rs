//! Zones whose capacity changes during play, or in which a card too many sends another one away.
//!
//! A fixed capacity is kept with the pile, and the engine enforces it. The others are managed by code.

use cgml::model::{Game, Overflow, Role, ZoneId, ZoneOwner};

use crate::plan::settings::Setting;

/// The zones whose room is looked after by code.
pub(crate) fn managed(game: &Game, setting: &Setting) -> Vec<ZoneId> {
    let zones = game.zones.pairs().filter(|(_, zone)| {
        let of = &zone.zone_type;
        of.slots
            || of.capacity.as_ref().is_some_and(|capacity| {
                let is_fixed = crate::plan::constants::constant(capacity, setting).is_some();
                !is_fixed || of.overflow != Overflow::Refuse
            })
    });
    zones.map(|(id, _)| id).collect()
}

/// The place where cards go that are sent away without a word about where: each player's discard pile, or that of
/// the table.
pub(crate) fn discard_pile(game: &Game) -> Option<ZoneId> {
    let discards = |owner| {
        let mut zones = game.zones.pairs();
        let found = zones.find(|(_, zone)| zone.role == Role::Discard && zone.owner == owner);
        found.map(|(id, _)| id)
    };
    discards(ZoneOwner::Player).or_else(|| discards(ZoneOwner::Table))
}
