//! A look at the balance of a game: the game and decks, and what is asked about them.

use super::figures::Figures;
use super::{PatchError, Subject, has_decks};
use crate::Located;
use crate::boards::Work;
use crate::contestants::{self, NoContestants, contestants};
use crate::matches::{Wanted, choose_decks};
use crate::sim::Unplayed;
use crate::thinking::Unequipped;
use cgml::model::Game;
use cgml::source::SourceMap;
use cgml::vocabulary::Language;
use compile::Settings;
use metagame::balance::BadChange;
use metagame::building::Building;
use metagame::deck::Deck;
use metagame::stage::Unplayable;
use players::PlayerSpec;
use std::str::FromStr;

/// The game and decks that are looked at.
pub struct Opened {
    /// The game as it was asked for.
    pub name: String,
    /// Its files.
    pub located: Located,
    /// The game.
    pub game: Game,
    /// Its files, as they were read.
    pub files: SourceMap,
    /// Settings of its matches, without decks.
    pub settings: Settings,
    /// Names of the decks; none in games without them.
    pub names: Vec<String>,
    /// The decks.
    pub decks: Vec<Deck>,
    /// Reasons why decks that nobody named were left out.
    pub left_out: Vec<String>,
}

/// A request for figures.
#[derive(Debug, Clone)]
pub struct Request {
    /// Player of all seats.
    pub player: PlayerSpec,
    /// Number of games in all, about.
    pub games: u64,
    /// Deals for the swap value of each card against each other deck; 0 leaves them out.
    pub swap_deals: u64,
    /// Games of each deck for what never happens; 0 leaves it out.
    pub coverage_games: u64,
    /// Other numbers on cards to compare with.
    pub change: Vec<String>,
    /// Other values of parameters to compare with.
    pub parameters: Vec<(String, String)>,
    /// Cards to compare without.
    pub ban: Vec<String>,
    /// True if all changes are made together.
    pub together: bool,
    /// Target of edits.
    pub target: Option<Target>,
    /// The two decks of the target.
    pub pair: Vec<String>,
    /// Percentage points that are near enough to the target.
    pub tolerance: f64,
    /// The regulation that decks keep, if another one than the usual.
    pub regulation: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The most decisions of a game.
    pub limit: u64,
    /// The language of names of choices.
    pub language: Language,
}

/// Target of a change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// A share.
    Share(f64),
    /// More decks in the equilibrium.
    Wider,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "wider" {
            return Ok(Self::Wider);
        }
        let percent: Option<f64> = text.trim_end_matches(['%', '％']).trim().parse().ok();
        let percent = percent.filter(|percent| (0.0..=100.0).contains(percent));
        percent
            .map(|percent| Self::Share(percent / 100.0))
            .ok_or("a share is wanted, as in `50%`, or `wider`".to_owned())
    }
}

/// The reason why there are no figures.
#[derive(Debug, thiserror::Error)]
pub enum Unlooked {
    /// Games could not be played.
    #[error(transparent)]
    Played(#[from] Unplayable),
    /// Games for what never happens could not be played.
    #[error(transparent)]
    Covered(#[from] Unplayed),
    /// Players do not get what they need.
    #[error(transparent)]
    Equipment(#[from] Unequipped),
    /// A change is none.
    #[error(transparent)]
    Change(#[from] BadChange),
    /// The game has no decks whose number could grow.
    #[error("a game without decks has no field to widen")]
    NoField,
    /// The match is no match of two decks.
    #[error("a match has two decks")]
    NoPair,
    /// There are several matches.
    #[error("which match is to be even is missing")]
    NoMatch,
    /// Edits cannot be written as a patch.
    #[error(transparent)]
    Patch(#[from] PatchError),
}

impl Opened {
    /// Opens a game with the decks that are asked for, and some more.
    pub fn new(
        name: &str,
        located: Located,
        game: Game,
        files: SourceMap,
        asked: &contestants::Request,
        more: &[String],
    ) -> Result<Self, NoContestants> {
        if has_decks(&game) && game.meta.min_players == 2 {
            let found = contestants(&game, &files, asked, more, 2)?;
            return Ok(Self {
                name: name.to_owned(),
                located,
                game,
                files,
                settings: found.settings,
                names: found.names,
                decks: found.decks,
                left_out: found.left_out,
            });
        }
        let wanted = Wanted::Asked {
            decks: &asked.decks,
            regulation: asked.regulation.as_deref(),
        };
        let mut settings = Settings {
            players: asked.seats,
            parameters: asked.parameters.clone(),
            deck_terms: wanted.terms(),
            ..Settings::default()
        };
        settings.decks = choose_decks(&game, &files, &settings, wanted)?;
        Ok(Self {
            name: name.to_owned(),
            located,
            game,
            files,
            settings,
            names: Vec::new(),
            decks: Vec::new(),
            left_out: Vec::new(),
        })
    }

    /// Plays and counts.
    pub fn figures(&self, asked: &Request, work: Work<'_>) -> Result<Figures, Unlooked> {
        let parameters = self.settings.parameter_values(&self.game);
        let parameters = parameters.map_err(|refusal| Unplayable::Board(refusal.to_string()))?;
        let regulation = asked.regulation.as_deref();
        // A game without deck rules has no swap values and no bans.
        let building = Building::new(&self.game, parameters, regulation, None).ok();
        let subject = Subject {
            game: &self.game,
            files: &self.files,
            settings: self.settings.clone(),
            decks: &self.decks,
            building: building.as_ref(),
            player: asked.player.clone(),
            seed: asked.seed,
            limit: asked.limit,
            threads: work.threads,
            stop: work.stop,
        };
        self.looked_at(asked, &subject, work)
    }
}
