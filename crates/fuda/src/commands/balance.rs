//! `fuda balance`: figures of cards and seats, the effect of changes, and edits that reach a target.

mod figures;
mod tables;
mod tell;
mod what_if;

use super::checked::{Checked, checked, show};
use super::contestants::contestants;
use super::matched::{Match, MatchError, no_player};
use super::weighing::Weighing;
use super::{Misuse, Outcome, dump};
use crate::cli::Format;
use crate::output;
use anyhow::Context;
use cgml::model::Game;
use cgml::source::SourceMap;
use cgml::vocabulary::Language;
use clap::Args;
use compile::Settings;
use figures::Figures;
use fuda::balancing::{Subject, has_decks};
use metagame::building::Building;
use metagame::deck::Deck;
use metagame::stage::Unplayable;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

/// Measure the balance of seats, decks and cards, and what a change would do
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda balance duel-masters --player greedy:30 --games 2000 --html balance.html
  fuda balance duel-masters --change 'bronze_arm_tribe.cost=4' --games 2000
  fuda balance duel-masters --param shield_count=4..6 --ban bolshack_dragon
  fuda balance duel-masters --match rush,blockers --target 50% --patch even.patch
  fuda balance crazy-eights --param hand_size=5..9 --player greedy:30
  fuda balance duel-masters --games 4000 --out balance --language ja

A change is compared with the game as it is in the same deals, so that small differences show. `--target` looks for the
smallest edit of numbers: of cards for a match of two decks, of parameters in games without decks. The same seed and
number of games give the same result with any number of threads.

docs/metagame.md explains the figures.")]
pub(crate) struct Balance {
    #[command(flatten)]
    game: Match,

    /// Number of games in all, about
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,

    /// Deals for the swap value of each card against each other deck; 0 leaves them out
    #[arg(long, value_name = "N", default_value = "4")]
    swap_deals: u64,

    /// Games of each deck for what never happens; 0 leaves it out
    #[arg(long, value_name = "N", default_value = "20")]
    coverage_games: u64,

    /// Compares with another number on a card; may be given several times
    #[arg(long, value_name = "CARD.PROPERTY=NUMBER")]
    change: Vec<String>,

    /// Compares with decks without a card; may be given several times
    #[arg(long, value_name = "CARD")]
    ban: Vec<String>,

    /// Makes all changes together instead of one after the other
    #[arg(long)]
    together: bool,

    /// Looks for the smallest edit that brings the match, or the share of the first seat, to this, or the effective number
    /// of decks with `wider`
    #[arg(long, value_name = "PERCENT|wider")]
    target: Option<Target>,

    /// The two decks of the target
    #[arg(
        long = "match",
        value_name = "DECK,DECK",
        value_delimiter = ',',
        num_args = 1
    )]
    pair: Vec<String>,

    /// Percentage points that are near enough to the target
    #[arg(long, value_name = "POINTS", default_value = "2")]
    tolerance: f64,

    /// Writes the edit as a patch of the game's files
    #[arg(long, value_name = "FILE")]
    patch: Option<PathBuf>,

    #[command(flatten)]
    weighing: Weighing,
}

/// Target of a change.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Target {
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

/// The game and decks that are looked at.
struct Opened {
    located: fuda::Located,
    game: Game,
    files: SourceMap,
    settings: Settings,
    names: Vec<String>,
    decks: Vec<Deck>,
}

impl Balance {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.figures() {
            Ok(Some(figures)) => self.tell(&figures),
            Ok(None) => Ok(Outcome::Problems),
            Err(error) => error.outcome(),
        }
    }

    fn tell(&self, figures: &Figures) -> anyhow::Result<Outcome> {
        match self.weighing.result.format {
            Format::Text => output::print(&tell::text(
                &self.game.game,
                &self.about(Language::English),
                figures,
            ))?,
            Format::Json => output::print_json(&serde_json::to_value(figures)?)?,
        }
        if let Some(file) = &self.weighing.csv {
            super::write(file, figures.csv().as_bytes())?;
        }
        if let Some(file) = &self.weighing.html {
            super::write(file, self.page(figures)?.as_bytes())?;
        }
        if let Some(folder) = &self.weighing.out {
            self.write_all(folder, figures)?;
        }
        if let (Some(file), Some(proposal)) = (&self.patch, &figures.proposal) {
            super::write(file, proposal.patch.as_bytes())?;
        }
        Ok(Outcome::Done)
    }

    fn page(&self, figures: &Figures) -> anyhow::Result<String> {
        let language = self.weighing.language();
        let tables = tell::tables(figures, language);
        Ok(fuda::report::balance(
            &self.game.game,
            &self.about(language),
            &tables,
            language,
        )?)
    }

    /// Writes all figures into a folder.
    fn write_all(&self, folder: &Path, figures: &Figures) -> anyhow::Result<()> {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("`{}` cannot be made", folder.display()))?;
        for (name, table) in figures.tables() {
            super::write(&folder.join(name), table.as_bytes())?;
        }
        let json = serde_json::to_string_pretty(figures)?;
        super::write(&folder.join("result.json"), json.as_bytes())?;
        super::write(&folder.join("report.html"), self.page(figures)?.as_bytes())
    }

    fn about(&self, language: Language) -> String {
        let player = self.weighing.player.to_string();
        fuda::report::about(&player, self.weighing.seed, language)
    }

    /// Plays and counts; nothing if a game was stopped, which is told.
    fn figures(&self) -> Result<Option<Figures>, MatchError> {
        let opened = self.opened()?;
        let parameters = opened.settings.parameter_values(&opened.game);
        let parameters = parameters.map_err(|refusal| anyhow::anyhow!("{refusal}"))?;
        let regulation = self.game.decks.regulation.as_deref();
        // A game without deck rules has no swap values and no bans.
        let building = Building::new(&opened.game, parameters, regulation, None).ok();
        let stop = AtomicBool::new(false);
        let subject = Subject {
            game: &opened.game,
            files: &opened.files,
            settings: opened.settings.clone(),
            decks: &opened.decks,
            building: building.as_ref(),
            player: self.weighing.player.clone(),
            seed: self.weighing.seed,
            limit: self.weighing.limit,
            threads: self.weighing.threads.count(),
            stop: &stop,
        };
        match self.looked_at(&opened, &subject) {
            Ok(figures) => Ok(Some(figures)),
            Err(Unlooked::Played(Unplayable::Fault { message, record })) => {
                output::complain(&format!("a game was stopped: {message}"), None)?;
                dump::write_stopped(&record, None)?;
                Ok(None)
            }
            Err(Unlooked::Played(Unplayable::Player(error))) => Err(no_player(&error).into()),
            Err(Unlooked::Played(error)) => Err(error.into()),
            Err(Unlooked::Other(error)) => Err(MatchError::Failed(error)),
        }
    }

    /// Parameters on the command line are changes, not settings.
    fn opened(&self) -> Result<Opened, MatchError> {
        let format = self.weighing.result.format;
        let located = fuda::locate(&self.game.game).map_err(Misuse::from)?;
        let Checked { game, diagnostics } = checked(&located);
        let Some(game) = game else {
            return Err(MatchError::Shown(show(&diagnostics, format)?));
        };
        let mut asked = self.game.clone();
        asked.parameters.clear();
        let files = diagnostics.files().clone();
        let (settings, names, decks) = if has_decks(&game) && game.meta.min_players == 2 {
            let found = contestants(&game, &files, &asked, &self.pair, 2, format)?;
            (found.settings, found.names, found.decks)
        } else {
            (
                asked.settings(&game, &files, format)?,
                Vec::new(),
                Vec::new(),
            )
        };
        Ok(Opened {
            located,
            game,
            files,
            settings,
            names,
            decks,
        })
    }
}

/// The reason why there are no figures.
enum Unlooked {
    Played(Unplayable),
    Other(anyhow::Error),
}

impl From<Unplayable> for Unlooked {
    fn from(error: Unplayable) -> Self {
        Self::Played(error)
    }
}

impl From<anyhow::Error> for Unlooked {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error)
    }
}
