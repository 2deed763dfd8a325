//! Runs about decks, and the worth of cards that they found.

use std::collections::BTreeMap;

use super::RunState;

wire! {
    /// A run about decks that somebody wants.
    #[serde(deny_unknown_fields)]
    pub struct NewMetaRun {
        /// The game.
        pub game: String,
        /// Its kind.
        pub kind: MetaKind,
        /// The player of all decks.
        pub player: String,
        /// The regulation, by its name or a day; that of the game if it is left out.
        #[serde(default)]
        pub regulation: Option<String>,
        /// Number of games, for a field that is weighed.
        #[serde(default)]
        pub games: Option<u32>,
        /// The most rounds, for decks that are bred.
        #[serde(default)]
        pub rounds: Option<u32>,
        /// The most generations of a round, for decks that are bred.
        #[serde(default)]
        pub generations: Option<u32>,
        /// The decks to breed from; those of the game and some by chance if it is left out.
        #[serde(default)]
        pub start: Option<MetaStart>,
        /// Decks of whoever asks: bred from, or weighed beside those of the game.
        #[serde(default)]
        pub decks: Vec<MetaOwnDeck>,
    }

    /// Kinds of runs about decks.
    #[derive(Copy, Eq)]
    pub enum MetaKind {
        /// Decks are bred.
        Evolve,
        /// Decks are weighed against each other.
        Field,
    }

    /// Decks to breed from.
    #[derive(Copy, Eq)]
    pub enum MetaStart {
        /// Decks by chance and those of the game.
        All,
        /// Decks by chance.
        Random,
        /// Those of the game.
        Decks,
        /// Only those that were named.
        Own,
    }

    /// A deck of somebody.
    #[serde(deny_unknown_fields)]
    pub struct MetaOwnDeck {
        /// Its name.
        pub name: String,
        /// Its sections with their cards.
        pub sections: Vec<(String, Vec<(String, u32)>)>,
    }

    /// All runs about decks.
    pub struct MetaRuns {
        /// The runs, the newest first.
        pub runs: Vec<MetaRunSummary>,
        /// True if who asks may start and stop runs.
        pub may_start: bool,
    }

    /// A share with its interval, which holds the truth 19 times out of 20.
    pub struct MetaRate {
        /// The share.
        pub value: f64,
        /// The lower end.
        pub low: f64,
        /// The upper end.
        pub high: f64,
    }

    /// A run about decks in the list of runs.
    pub struct MetaRunSummary {
        /// Its name.
        pub name: String,
        /// The game.
        pub game: String,
        /// Its kind.
        pub kind: MetaKind,
        /// Its state.
        pub state: RunState,
        /// Its progress at least, from 0 to 1.
        pub progress: f64,
        /// Seconds that it takes at most, if that can be told.
        pub seconds_left: Option<f64>,
        /// Games played.
        pub games: f64,
        /// Generations so far; 0 for a field.
        pub generation: u32,
        /// Win rate of the best deck, for decks that are bred.
        pub best: Option<MetaRate>,
        /// The player.
        pub player: String,
        /// True if there is something to report.
        pub has_report: bool,
    }

    /// A run about decks with its figures.
    pub struct MetaRunDetail {
        /// The run.
        pub run: MetaRunSummary,
        /// Figures of its generations.
        pub points: Vec<MetaPoint>,
        /// Decks that were found or weighed.
        pub decks: Vec<MetaDeck>,
        /// The decks that are met or weighed, with their shares.
        pub field: Vec<MetaFieldLine>,
        /// The effective number of decks of a field.
        pub effective_decks: Option<MetaRate>,
        /// The last words of a run that failed, for the host.
        pub failure: Option<String>,
    }

    /// Figures of a generation.
    pub struct MetaPoint {
        /// Its number.
        pub generation: u32,
        /// The round, from 1.
        pub round: u32,
        /// Win rate of the best deck.
        pub best: MetaRate,
        /// Win rate of all decks on average.
        pub mean: f64,
        /// Games so far.
        pub games: f64,
    }

    /// A deck of a run.
    pub struct MetaDeck {
        /// Its name.
        pub name: String,
        /// Its origin.
        pub origin: MetaOrigin,
        /// Its win rate: confirmed by new games for a champion, against the equilibrium for a deck of a field.
        pub rate: Option<MetaRate>,
        /// Win rate of the deck that it was bred from, in the same games.
        pub before: Option<MetaRate>,
        /// Its kind, for one of the different good decks.
        pub about: String,
        /// Its sections with their cards.
        pub sections: Vec<(String, Vec<(String, u32)>)>,
    }

    /// Origins of decks.
    #[derive(Copy, Eq)]
    pub enum MetaOrigin {
        /// The best of a round.
        Champion,
        /// The best of the generation at hand.
        Best,
        /// One of the different good decks.
        Archive,
        /// A deck of the field.
        Field,
    }

    /// A deck of the field with its share.
    pub struct MetaFieldLine {
        /// Its name.
        pub name: String,
        /// Its share.
        pub share: MetaRate,
        /// Its win rate against the field, where it is known.
        pub rate: Option<MetaRate>,
    }

    /// Worth of cards of a game.
    pub struct CardWorths {
        /// The run that found it out.
        pub run: String,
        /// The cards that are known.
        pub cards: BTreeMap<String, CardWorth>,
    }

    /// Worth of a card, in shares of games won.
    pub struct CardWorth {
        /// Swap value of a copy, and half the width of its interval.
        pub swap: Option<(f64, f64)>,
        /// Contribution, and half the width of its interval.
        pub contribution: Option<(f64, f64)>,
        /// Number of games of decks with it.
        pub games: f64,
    }
}
