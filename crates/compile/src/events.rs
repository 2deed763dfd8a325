//! Events: rules, triggered and waiting abilities, replacements, delays, durations, checks and chains.

pub(crate) mod always_asked;
pub(crate) mod card_moves;
pub(crate) mod chain;
pub(crate) mod checks;
pub(crate) mod declared;
pub(crate) mod delay;
pub(crate) mod durations;
pub(crate) mod proceed;
pub(crate) mod replace;
pub(crate) mod rules;
pub(crate) mod triggers;
pub(crate) mod waiting;
pub(crate) mod zone_events;

use std::collections::HashMap;

use engine::ids::{Cell, Slot};

use crate::plan::layout::position_tables::PositionTable;
use chain::Chain;
use checks::CheckCache;
use delay::Delayed;
use proceed::Proceed;
use waiting::Waiting;

/// State of the code for events.
#[derive(Default)]
pub(crate) struct Events<'g> {
    /// The tables of waiting abilities.
    pub(crate) waiting: Waiting,
    /// The chain, if the game has one.
    pub(crate) chain: Option<Chain>,
    /// The speed that a response must have at least, while responses are written.
    pub(crate) responding: Option<Slot>,
    /// The steps that wait for events.
    pub(crate) delayed: Vec<Delayed<'g>>,
    /// The meanings of `PROCEED`, by their numbers in scopes.
    pub(crate) proceeds: Vec<Proceed>,
    /// The cells that say whether rules are replacing something.
    pub(crate) replacing_rules: HashMap<&'g str, Cell>,
    /// The abilities that are replacing something.
    pub(crate) replacing: Option<PositionTable>,
    /// The cell that says whether a check is being executed.
    pub(crate) checking: Option<Cell>,
    /// The cache of checks, if they can be cached.
    pub(crate) check_cache: Option<CheckCache>,
    /// The card that a question is about while it is asked.
    pub(crate) asking_about: Option<PositionTable>,
    /// The count of questions about the card of an event, where they are counted.
    pub(crate) asked_about: Option<Slot>,
    /// Set while code is written that listens to the move of its own card.
    pub(crate) is_leaving: bool,
}
