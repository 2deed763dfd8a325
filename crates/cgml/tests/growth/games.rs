//! Games of any size: each grows in one direction and keeps the rest small.

mod cards;
mod components;
mod files;
mod logic;
mod problems;
mod small;

use cgml::source::MemorySources;

pub(crate) use small::{Game, condition, effect, names};

/// A way in which games grow.
pub(crate) struct Growth {
    /// Name of what grows.
    pub name: &'static str,
    /// The game with so many of them.
    pub game: fn(usize) -> MemorySources,
}

/// Every way that is measured.
#[rustfmt::skip]
pub(crate) const GROWTHS: &[Growth] = &[
    Growth { name: "card files", game: cards::card_files },
    Growth { name: "cards of one file", game: cards::cards },
    Growth { name: "cards with own subtypes", game: cards::subtypes },
    Growth { name: "cards by key", game: cards::keyed_cards },
    Growth { name: "values of a property", game: cards::values },
    Growth { name: "kinds, each with a property", game: cards::kinds },
    Growth { name: "keywords", game: cards::keywords },
    Growth { name: "rules in the long form", game: logic::long_rules },
    Growth { name: "rules as text", game: logic::rules },
    Growth { name: "rules that extend one", game: logic::extending_rules },
    Growth { name: "zones", game: components::zones },
    Growth { name: "zone types", game: components::zone_types },
    Growth { name: "variables", game: components::variables },
    Growth { name: "computed variables in a chain", game: components::computed },
    Growth { name: "functions in a chain", game: logic::functions },
    Growth { name: "effects that call each other", game: logic::effects },
    Growth { name: "events", game: logic::events },
    Growth { name: "moves", game: logic::moves },
    Growth { name: "attributes and counters", game: cards::attributes },
    Growth { name: "resources and pools", game: components::resources },
    Growth { name: "parameters", game: components::parameters },
    Growth { name: "states and phases", game: logic::states },
    Growth { name: "checks and invariants", game: logic::checks },
    Growth { name: "deck lists", game: cards::deck_lists },
    Growth { name: "cards of a deck list", game: cards::deck_list },
    Growth { name: "suits of a deck", game: cards::suits },
    Growth { name: "steps of the set-up", game: logic::steps },
    Growth { name: "stored values of one effect", game: logic::stored },
    Growth { name: "included files", game: files::includes },
    Growth { name: "imported files", game: files::imports },
    Growth { name: "aliases", game: files::aliases },
    Growth { name: "overridden rules", game: files::overridden },
    Growth { name: "languages of a text", game: files::languages },
];

/// The same with problems: as many as things.
#[rustfmt::skip]
pub(crate) const PROBLEMS: &[Growth] = &[
    Growth { name: "unknown names among as many", game: problems::unknown_names },
    Growth { name: "unknown cards among as many", game: problems::unknown_cards },
    Growth { name: "unknown kinds", game: problems::unknown_kinds },
    Growth { name: "unknown keys", game: problems::unknown_keys },
    Growth { name: "unknown properties", game: problems::unknown_properties },
    Growth { name: "values that are none", game: problems::unknown_values },
    Growth { name: "wrong types", game: problems::wrong_types },
    Growth { name: "slips in text", game: problems::slips },
    Growth { name: "names declared twice", game: problems::twice },
    Growth { name: "missing files", game: problems::missing_files },
    Growth { name: "functions that need themselves", game: problems::function_cycles },
    Growth { name: "broken files", game: problems::broken_files },
    Growth { name: "unused variables", game: problems::unused },
];
