//! `fuda meta`: which decks beat which, and which mix of decks is stable.

mod tell;

use super::checked::{Checked, checked, show};
use super::contestants::contestants;
use super::matched::{Match, MatchError, no_player};
use super::{Misuse, Outcome, dump};
use crate::cli::{Format, ResultFormat, Threads, Tongue};
use crate::output;
use anyhow::Context;
use clap::Args;
use fuda::boards::DeckBoards;
use fuda::contestants::{Contestants, short};
use fuda::sim::LIMIT;
use indicatif::{ProgressBar, ProgressStyle};
use metagame::alpha_rank::Selection;
use metagame::analysis::{Analysis, Method, analyse};
use metagame::contest::FieldContest;
use metagame::field::read_field;
use metagame::payoffs::Payoffs;
use metagame::sampling::Focus;
use metagame::stage::{Stage, Unplayable};
use metagame::usage::playing_moves;
use players::PlayerSpec;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Weigh decks against each other: win rates, the stable mix, best responses
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda meta duel-masters --player greedy:50 --games 4000
  fuda meta duel-masters --player net --deck all,my_deck.yaml --html field.html --language ja
  fuda meta duel-masters --player greedy:50 --field shop.txt
  fuda meta my-game --player ismcts:200 --regulation 2008-04-15 --format json --csv pairs.csv

A field is a text with a deck in each line, by name or file, and its share: `rush 30`. Two decks play the same deals with
the seats swapped; deals go to the pairs whose results are still open. The same seed and number of games give the same
result with any number of threads.

docs/metagame.md explains the figures.")]
pub(crate) struct Meta {
    #[command(flatten)]
    game: Match,

    /// Player of all decks
    #[arg(long, value_name = "PLAYER", default_value = "greedy:30")]
    player: PlayerSpec,

    /// Number of games in all, about
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,

    /// Stops when every share of the equilibrium is known to so many percentage points, 19 times out of 20
    #[arg(long, value_name = "POINTS")]
    precision: Option<f64>,

    /// A text with the decks that are met and their shares
    #[arg(long, value_name = "FILE")]
    field: Option<PathBuf>,

    /// Every pair of decks plays equally often, instead of those whose results are open
    #[arg(long)]
    uniform: bool,

    /// Ranking intensity of alpha-rank
    #[arg(long, value_name = "ALPHA", default_value = "100")]
    alpha: f64,

    /// The seed, from which the seeds of all games follow
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u64,

    /// After how many decisions a game is broken off
    #[arg(long, value_name = "N", default_value_t = LIMIT, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    #[command(flatten)]
    threads: Threads,

    /// Writes a page with the matrix, the equilibrium and curves
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Writes all pairs as a table with commas
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// The language of the page
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: Tongue,

    #[command(flatten)]
    result: ResultFormat,
}

/// Tables that are drawn for intervals.
const TABLES: u32 = 200;

/// The largest file of a field, in bytes.
const LARGEST_FIELD: u64 = 1 << 20;

impl Meta {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.analysis() {
            Ok(Some(analysis)) => self.tell(&analysis),
            Ok(None) => Ok(Outcome::Problems),
            Err(error) => error.outcome(),
        }
    }

    fn tell(&self, analysis: &Analysis) -> anyhow::Result<Outcome> {
        match self.result.format {
            Format::Text => output::print(&tell::text(&self.game.game, &self.about(), analysis))?,
            Format::Json => output::print_json(&self.json(analysis)?)?,
        }
        if let Some(file) = &self.csv {
            super::write(file, analysis.csv().as_bytes())?;
        }
        if let Some(file) = &self.html {
            let language = self.language.language();
            let page = fuda::report::field(&self.game.game, &self.about(), analysis, language)?;
            super::write(file, page.as_bytes())?;
        }
        Ok(Outcome::Done)
    }

    fn about(&self) -> String {
        format!("{}, seed {}", self.player, self.seed)
    }

    fn json(&self, analysis: &Analysis) -> anyhow::Result<serde_json::Value> {
        let mut value = serde_json::to_value(analysis)?;
        value["game"] = self.game.game.clone().into();
        value["player"] = self.player.to_string().into();
        value["seed"] = self.seed.into();
        Ok(value)
    }

    /// Plays and weighs; nothing if a game was stopped, which is told.
    fn analysis(&self) -> Result<Option<Analysis>, MatchError> {
        let format = self.result.format;
        let located = fuda::locate(&self.game.game).map_err(Misuse::from)?;
        let Checked { game, diagnostics } = checked(&located);
        let Some(game) = game else {
            return Err(MatchError::Shown(show(&diagnostics, format)?));
        };
        let met = self.met()?;
        let more: Vec<String> = met.iter().map(|(deck, _)| deck.clone()).collect();
        let files = diagnostics.files();
        let found = contestants(&game, files, &self.game, &more, 2, format)?;
        if found.decks.len() < 2 {
            let hint = "name some with `--deck`, or leave it out for all decks of the game";
            return Err(Misuse::new("a field needs two decks or more", hint).into());
        }
        // A deck that is met stands for itself, however it was named.
        let field = (!met.is_empty()).then(|| shares(&found, &met));
        let players = vec![self.player.clone()];
        let pairs = found.decks.len() * (found.decks.len() - 1);
        let boards = DeckBoards::new(
            &game,
            files,
            found.settings.clone(),
            players,
            pairs.min(256),
        );
        let stop = AtomicBool::new(false);
        let stage = Stage {
            boards: &boards,
            players: [self.player.clone(), self.player.clone()],
            moves: playing_moves(&game),
            limit: self.limit,
            threads: self.threads.count(),
            stop: &stop,
        };
        match self.played(&stage, &found, field.as_deref()) {
            Ok(payoffs) => Ok(Some(self.weighed(&payoffs, &found, field.as_deref())?)),
            Err(Unplayable::Fault { message, record }) => {
                self.dump(&message, *record)?;
                Ok(None)
            }
            Err(Unplayable::Player(error)) => Err(no_player(&error).into()),
            Err(error) => Err(error.into()),
        }
    }

    fn dump(&self, message: &str, mut record: engine::record::Record) -> anyhow::Result<()> {
        record.parameters.clone_from(&self.game.parameters);
        output::complain(&format!("a game was stopped: {message}"), None)?;
        dump::write_stopped(&record, None)?;
        Ok(())
    }

    /// The decks that are met, with their shares; none without a field.
    fn met(&self) -> anyhow::Result<Vec<(String, f64)>> {
        let Some(file) = &self.field else {
            return Ok(Vec::new());
        };
        let bytes = storage::read(file, LARGEST_FIELD)
            .with_context(|| format!("the field `{}` cannot be read", file.display()))?;
        let field = read_field(&String::from_utf8_lossy(&bytes));
        Ok(field.map_err(|error| {
            Misuse::new(
                format!("{}: {error}", file.display()),
                "a field is a text with a deck in each line, and its share",
            )
        })?)
    }

    fn played(
        &self,
        stage: &Stage<'_>,
        found: &Contestants,
        field: Option<&[f64]>,
    ) -> Result<Payoffs, Unplayable> {
        let contest = FieldContest {
            stage,
            decks: &found.decks,
            focus: if self.uniform {
                Focus::Uniform
            } else {
                Focus::Open
            },
            field: field.unwrap_or_default().to_vec(),
            games: self.games,
            seed: self.seed,
        };
        let bar = bar(self.games);
        let told = |_: &metagame::stage::Played<'_>| {
            bar.inc(1);
            Ok(())
        };
        let payoffs = contest.play(&|payoffs| self.is_precise(payoffs), &told);
        bar.finish_and_clear();
        payoffs
    }

    /// True if the equilibrium is known as well as was asked for.
    fn is_precise(&self, payoffs: &Payoffs) -> bool {
        let Some(points) = self.precision else {
            return false;
        };
        let names = vec![String::new(); payoffs.decks()];
        let known = |analysis: Analysis| {
            let widths = analysis
                .decks
                .iter()
                .map(|deck| deck.share.high - deck.share.low);
            widths.fold(0.0, f64::max) <= 2.0 * points / 100.0
        };
        payoffs.count() > 0 && analyse(payoffs, &names, None, self.method()).is_ok_and(known)
    }

    fn weighed(
        &self,
        payoffs: &Payoffs,
        found: &Contestants,
        field: Option<&[f64]>,
    ) -> anyhow::Result<Analysis> {
        Ok(analyse(payoffs, &found.names, field, self.method())?)
    }

    fn method(&self) -> Method {
        Method {
            tables: TABLES,
            seed: self.seed,
            selection: Selection {
                alpha: self.alpha,
                ..Selection::default()
            },
        }
    }
}

/// The share of each deck in a field.
fn shares(found: &Contestants, met: &[(String, f64)]) -> Vec<f64> {
    // Decks of a field come last, or are decks that were named before: both by their names.
    let named = |deck: &str| short(deck);
    let shares = found.names.iter().map(|name| {
        let share = met.iter().filter(|(deck, _)| named(deck) == *name);
        share
            .map(|(_, share)| share)
            .fold(0.0, |sum, share| sum + share)
    });
    shares.collect()
}

fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let style =
        ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
