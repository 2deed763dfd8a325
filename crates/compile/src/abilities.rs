//! Abilities of cards: bearers, keywords, continuous effects, restrictions, uses and costs.

pub(crate) mod activated;
pub(crate) mod bearers;
pub(crate) mod bounds;
pub(crate) mod continuous;
pub(crate) mod cost_analysis;
pub(crate) mod costs;
pub(crate) mod current_values;
pub(crate) mod forbids;
pub(crate) mod keywords;
pub(crate) mod modifiers;
pub(crate) mod once;
pub(crate) mod standing;

use std::collections::HashMap;

use cgml::model::{Game, KeywordId, PropertyId};
use engine::ids::{Cell, Slot};

use crate::plan::Plan;
use crate::plan::cards::carried::{Carried, carried, in_match};
use crate::plan::effects::continuous_values::Continuous;
use once::Noted;

/// State of the code for abilities.
pub(crate) struct Abilities<'g> {
    /// The abilities of the cards of the match.
    pub(crate) carried: Vec<Carried<'g>>,
    /// The continuous effects: changed values, keywords that are given, restrictions.
    pub(crate) continuous: Continuous<'g>,
    /// The places that note the use of an ability, by its number.
    pub(crate) noted: HashMap<usize, Noted>,
    /// The marks that remember uses in this turn, in this phase, and in durations.
    pub(crate) marks_once: (Vec<Cell>, Vec<Cell>, Vec<(usize, Cell)>),
    /// Registers that say whether the card that moves had a keyword before.
    pub(crate) had: Vec<(KeywordId, Slot)>,
    /// Lower bounds of properties that were computed already.
    pub(crate) least: Vec<(PropertyId, Option<i64>)>,
}

impl<'g> Abilities<'g> {
    pub(crate) fn new(game: &'g Game, plan: &Plan<'g>) -> Self {
        Self {
            carried: in_match(carried(game), &plan.program),
            continuous: Continuous::default(),
            noted: HashMap::new(),
            marks_once: (Vec::new(), Vec::new(), Vec::new()),
            had: Vec::new(),
            least: Vec::new(),
        }
    }
}
