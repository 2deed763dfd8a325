//! What is not carried out yet, as a whole: a game that has any of it is refused, so that nothing of a game is
//! ever left out silently.

use cgml::model::visit::abilities;
use cgml::model::{Ability, AbilitySort, Game};
use cgml::source::Span;

use crate::compiler::Compiler;

impl Compiler<'_> {
    /// Refuses a game with parts that are not carried out yet.
    pub(crate) fn refuse_what_is_missing(&mut self) {
        let game = self.game;
        if let Some((what, place)) = missing(game) {
            return self.not_yet(what, place);
        }
        self.refuse_pools();
        self.refuse_slots();
    }
}

/// What is not carried out yet of abilities.
fn unsupported(ability: &Ability) -> Option<&'static str> {
    match &ability.sort {
        AbilitySort::Triggered(_) | AbilitySort::Activated(_) | AbilitySort::Replacement(_) => None,
        AbilitySort::Static { .. } => Some("a static ability"),
        AbilitySort::Restriction { .. } => Some("an ability that forbids moves"),
    }
}

/// The first part of a game that is not carried out yet.
fn missing(game: &Game) -> Option<(&'static str, Span)> {
    abilities(game).find_map(|ability| Some((unsupported(ability)?, ability.origin)))
}
