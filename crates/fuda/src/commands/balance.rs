//! `fuda balance`: figures of cards and seats, the effect of changes, and edits that reach a target.

mod tell;

use super::checked::{Checked, checked, show};
use super::contestants::without;
use super::matched::{Match, MatchError, no_player, unequipped, unplayed};
use super::weighing::Weighing;
use super::{Misuse, Outcome, dump};
use crate::cli::Format;
use crate::output;
use anyhow::Context;
use cgml::vocabulary::Language;
use clap::Args;
use fuda::balancing::{Figures, Opened, Request, Target, Unlooked};
use fuda::boards::Work;
use metagame::balance::BadChange;
use metagame::stage::Unplayable;
use std::path::{Path, PathBuf};
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
        let stop = AtomicBool::new(false);
        let work = Work {
            threads: self.weighing.threads.count(),
            stop: &stop,
            onlooker: &|_| Ok(()),
        };
        match opened.figures(&self.request(), work) {
            Ok(figures) => Ok(Some(figures)),
            Err(Unlooked::Played(Unplayable::Fault { message, record })) => {
                output::complain(&format!("a game was stopped: {message}"), None)?;
                dump::write_stopped(&record, None)?;
                Ok(None)
            }
            Err(error) => Err(unlooked(error).into()),
        }
    }

    fn request(&self) -> Request {
        Request {
            player: self.weighing.player.clone(),
            games: self.games,
            swap_deals: self.swap_deals,
            coverage_games: self.coverage_games,
            change: self.change.clone(),
            parameters: self.game.parameters.clone(),
            ban: self.ban.clone(),
            together: self.together,
            target: self.target,
            pair: self.pair.clone(),
            tolerance: self.tolerance,
            regulation: self.game.decks.regulation.clone(),
            seed: self.weighing.seed,
            limit: self.weighing.limit,
            language: self.weighing.language(),
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
        let mut asked = self.game.request();
        asked.parameters.clear();
        let files = diagnostics.files().clone();
        let (name, more) = (&self.game.game, &self.pair);
        let opened = Opened::new(name, located, game, files, &asked, more);
        let opened = opened.map_err(|error| without(error, diagnostics.files(), format))?;
        for reason in &opened.left_out {
            output::tell(&format!("left out: {reason}"))?;
        }
        Ok(opened)
    }
}

fn unlooked(error: Unlooked) -> anyhow::Error {
    let hint = match error {
        Unlooked::Played(Unplayable::Player(error)) => return no_player(&error).into(),
        Unlooked::Played(error) => return error.into(),
        Unlooked::Covered(error) => return unplayed(error),
        Unlooked::Equipment(error) => return unequipped(error),
        Unlooked::Patch(error) => return error.into(),
        Unlooked::Change(BadChange::Form(_) | BadChange::Property { .. }) => {
            "`fuda explain GAME` shows the cards and what is printed on them"
        }
        Unlooked::Change(BadChange::Card { .. }) => "name a card of the game",
        Unlooked::Change(BadChange::Parameter { .. } | BadChange::Range(_)) => {
            "a parameter is compared with `--param NAME=VALUE` or `--param NAME=4..6`"
        }
        Unlooked::NoField => "ask for a share, as in `--target 50%`",
        Unlooked::NoPair => "name two decks, as in `--match rush,blockers`",
        Unlooked::NoMatch => "name two decks with `--match A,B`, or ask for `--target wider`",
    };
    Misuse::new(error.to_string(), hint).into()
}
