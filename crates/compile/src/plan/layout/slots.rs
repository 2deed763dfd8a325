//! Zones with slots: the cards of such a zone keep fixed places, numbered from 0.

use cgml::model::{Game, Overflow, ZoneId};

use crate::compiler::Compiler;
use crate::plan::settings::Setting;

/// True if it matters which card has lain longest in a zone with slots.
pub(crate) fn needs_arrivals(game: &Game, setting: &Setting) -> bool {
    game.zones.iter().any(|zone| {
        let of = &zone.zone_type;
        let capacity = of.capacity.as_ref();
        let capacity =
            capacity.and_then(|capacity| crate::plan::constants::constant(capacity, setting));
        let sends_away = matches!(of.overflow, Overflow::Replace(_) | Overflow::Push(_));
        of.slots && sends_away && capacity != Some(1)
    })
}

impl Compiler<'_> {
    pub(crate) fn has_slots(&self, zone: ZoneId) -> bool {
        self.game.zones[zone].zone_type.slots
    }

    /// Refuses what is not supported with slots.
    pub(crate) fn refuse_slots(&mut self) {
        let game = self.game;
        for zone in game.zones.iter() {
            if zone.zone_type.slots && zone.deck.is_some() {
                self.not_yet("a zone with slots in which a deck begins", zone.origin);
            }
        }
    }

    /// True if a pile has slots, for each pile.
    pub(crate) fn piles_with_slots(&self) -> Vec<i64> {
        let piles = self.plan.program.piles.iter();
        let has = |zone: u16| {
            usize::from(zone) < self.game.zones.len() && self.has_slots(ZoneId(u32::from(zone)))
        };
        piles.map(|pile| i64::from(has(pile.zone))).collect()
    }
}
