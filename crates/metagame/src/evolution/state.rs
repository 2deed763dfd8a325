//! The state of a run: all that the next step depends on.

use super::archive::Archive;
use super::individual::Individual;
use super::settings::{Matchmaking, Settings};
use super::values::Values;
use crate::building::Building;
use crate::deck::Deck;
use crate::payoffs::{Deals, Payoffs};
use serde::{Deserialize, Serialize};

/// A deck of the field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// The deck.
    pub deck: Deck,
    /// The round that it was bred in; nothing for decks of the environment.
    pub round: Option<u32>,
}

/// The best deck of a round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Champion {
    /// Its name.
    pub name: String,
    /// The round.
    pub round: u32,
    /// The deck.
    pub deck: Deck,
    /// The deck that its line began with.
    pub founder: Deck,
    /// Every exchange from there, the first one first.
    pub path: Vec<Exchanged>,
    /// New deals against the opponents of the round, which nothing was bred with.
    pub confirmed: Deals,
    /// The same deals of the best deck to start from, if it is another one.
    pub before: Option<Deals>,
    /// True if it joined the field.
    pub joined: bool,
}

/// An exchange in the line of a champion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Exchanged {
    /// The generation.
    pub generation: u32,
    /// For each card how many more.
    pub changes: Vec<(String, i64)>,
    /// The figures of the cards that went and came, when it was decided.
    pub reason: Vec<(String, f64)>,
    /// The win rate that the deck had when it was last looked at.
    pub score: f64,
}

/// A generation, for reports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u32,
    /// The round.
    pub round: u32,
    /// The number of the best deck.
    pub best: u64,
    /// Its win rate.
    pub score: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
    /// The average win rate of the decks.
    pub mean: f64,
    /// For each card how many copies the decks have together, and how many decks have it.
    pub adoption: Vec<(String, u32, u32)>,
    /// Number of games so far.
    pub games: u64,
    /// For how many generations the best deck has been the best.
    pub unchanged: u32,
    /// The best deck.
    pub deck: Deck,
}

/// State of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The round, from 0.
    pub round: u32,
    /// The generation in the round, from 0.
    pub generation: u32,
    /// Generations of all rounds.
    pub total: u32,
    /// Games so far.
    pub games: u64,
    /// The decks of the field: the environment, then champions.
    pub field: Vec<Member>,
    /// Results of the decks of the field against each other.
    pub payoffs: Payoffs,
    /// Share with which each deck of the field is met.
    pub mix: Vec<f64>,
    /// True if [`Self::mix`] is that of this round.
    pub has_mix: bool,
    /// The mix of the first round: that of the environment.
    pub first_mix: Vec<f64>,
    /// Decks to start from.
    pub start: Vec<Deck>,
    /// The decks that are bred, the best first.
    pub population: Vec<Individual>,
    /// Different good decks.
    pub archive: Archive,
    /// Worth of cards.
    pub values: Values,
    /// All generations.
    pub history: Vec<Generation>,
    /// The lines of all decks that stayed: what was exchanged.
    pub lines: Vec<Individual>,
    /// The best decks of the rounds.
    pub champions: Vec<Champion>,
    /// Why the run is over, if it is.
    pub finished: Option<String>,
    ids: u64,
}

impl State {
    pub(super) fn new(
        settings: &Settings,
        environment: Vec<(String, Deck)>,
        start: Vec<Deck>,
    ) -> Self {
        let field: Vec<Member> = environment
            .into_iter()
            .map(|(name, deck)| Member {
                name,
                deck,
                round: None,
            })
            .collect();
        Self {
            round: 0,
            generation: 0,
            total: 0,
            games: 0,
            payoffs: Payoffs::new(field.len()),
            mix: Vec::new(),
            first_mix: Vec::new(),
            has_mix: settings.matchmaking == Matchmaking::Alone,
            field,
            start,
            population: Vec::new(),
            archive: Archive::default(),
            values: Values::default(),
            history: Vec::new(),
            lines: Vec::new(),
            champions: Vec::new(),
            finished: None,
            ids: 0,
        }
    }

    /// The first thing in a state that was read from a file and cannot be: nothing of it may be relied on then.
    pub fn problem(&self, building: &Building<'_>) -> Option<String> {
        let decks = self.field.len();
        if self.payoffs.decks() != decks || !self.payoffs.is_whole() {
            return Some("its table is of other decks".to_owned());
        }
        let shares = self.mix.iter().chain(&self.first_mix);
        let are_shares = shares.clone().all(|share| (0.0..=1.0).contains(share));
        if self.mix.len() > decks || self.first_mix.len() > decks || !are_shares {
            return Some("its mix is none".to_owned());
        }
        let archived = self.archive.all().map(|(_, it)| it);
        let bred = self.population.iter().chain(archived).map(|it| &it.deck);
        let field = self.field.iter().map(|member| &member.deck);
        let champions = self.champions.iter().map(|it| &it.deck);
        let mut all = field.chain(&self.start).chain(bred).chain(champions);
        let illegal = all.find_map(|deck| building.problems(deck).into_iter().next());
        illegal.map(|problem| format!("it has a deck that may not be played: {problem}"))
    }

    pub(super) fn next_id(&mut self) -> u64 {
        self.ids += 1;
        self.ids
    }
}
