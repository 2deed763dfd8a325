//! The games of a field, and what they say.

use super::setup::Opened;
use super::{Meta, failed};
use crate::commands::dump;
use crate::commands::matched::{MatchError, no_player};
use crate::commands::runs::stop_flag;
use crate::output;
use fuda::boards::DeckBoards;
use indicatif::{ProgressBar, ProgressStyle};
use metagame::alpha_rank::Selection;
use metagame::analysis::{Analysis, Method, analyse};
use metagame::contest::FieldContest;
use metagame::equilibrium::Unsolved;
use metagame::field_folder::{FieldHeader, FieldState};
use metagame::payoffs::Payoffs;
use metagame::sampling::Focus;
use metagame::stage::{Played, Stage, Unplayable};
use metagame::usage::playing_moves;
use players::PlayerSpec;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Tables that are drawn for intervals.
const TABLES: u32 = 200;

/// Outcome of weighing.
pub(super) enum Weighed {
    Known(Box<Analysis>),
    /// Somebody stopped it, which is told.
    Stopped,
    /// A game was stopped by a fault, which is told.
    Faulted,
}

impl Meta {
    /// Plays and weighs.
    pub(super) fn analysis(&self, opened: &Opened) -> Result<Weighed, MatchError> {
        let header = &opened.header;
        let player: PlayerSpec = header
            .player
            .parse()
            .map_err(|error| anyhow::anyhow!("{error}"))?;
        let decks = opened.state.decks.len();
        let boards = DeckBoards::new(
            &opened.game,
            &opened.files,
            opened.match_settings(),
            vec![player.clone()],
            (decks * (decks - 1)).min(256),
        );
        let stop = match &opened.folder {
            Some(folder) => stop_flag(folder.path()),
            None => Arc::new(AtomicBool::new(false)),
        };
        let stage = Stage {
            boards: &boards,
            players: [player.clone(), player],
            moves: playing_moves(&opened.game),
            limit: header.limit,
            threads: self.weighing.threads.count(),
            stop: &stop,
        };
        match self.played(&stage, opened) {
            Ok(payoffs) => Ok(Weighed::Known(Box::new(weighed(&payoffs, header)?))),
            Err(Unplayable::Stopped) => {
                let folder = opened.folder.as_ref().map(|it| it.path().display());
                let folder = folder.map_or_else(String::new, |it| it.to_string());
                output::tell(&format!("stopped; `fuda meta --resume {folder}` continues"))?;
                Ok(Weighed::Stopped)
            }
            Err(Unplayable::Fault { message, record }) => {
                dump_fault(opened, &message, *record)?;
                Ok(Weighed::Faulted)
            }
            Err(Unplayable::Player(error)) => Err(no_player(&error).into()),
            Err(error) => Err(error.into()),
        }
    }

    fn played(&self, stage: &Stage<'_>, opened: &Opened) -> Result<Payoffs, Unplayable> {
        let (header, state) = (&opened.header, &opened.state);
        let contest = FieldContest {
            stage,
            decks: &state.decks,
            focus: match header.is_uniform {
                true => Focus::Uniform,
                false => Focus::Open,
            },
            field: header.field.clone().unwrap_or_default(),
            games: header.games,
            seed: header.seed,
        };
        let bar = bar(header.games);
        bar.inc(2 * state.payoffs.count());
        let told = |_: &Played<'_>| {
            bar.inc(1);
            Ok(())
        };
        let payoffs = contest.go_on(
            state.payoffs.clone(),
            &|payoffs| is_precise(payoffs, header),
            &mut |payoffs| kept(opened, payoffs),
            &told,
        );
        bar.finish_and_clear();
        payoffs
    }
}

/// Keeps the results so far, if there is a folder.
fn kept(opened: &Opened, payoffs: &Payoffs) -> io::Result<()> {
    let Some(folder) = &opened.folder else {
        return Ok(());
    };
    let analysis = weighed(payoffs, &opened.header).map_err(io::Error::other)?;
    let state = FieldState {
        decks: opened.state.decks.clone(),
        payoffs: payoffs.clone(),
    };
    let saved = folder.save(&state, &analysis);
    saved.map_err(|error| io::Error::other(failed(error).to_string()))
}

fn dump_fault(
    opened: &Opened,
    message: &str,
    mut record: engine::record::Record,
) -> anyhow::Result<()> {
    record.parameters.clone_from(&opened.header.parameters);
    output::complain(&format!("a game was stopped: {message}"), None)?;
    let folder = opened.folder.as_ref().map(|folder| folder.path());
    let file = folder.map(|folder| folder.join(format!("fault-{}.record", record.seed)));
    dump::write_stopped(&record, file.as_deref())
}

/// True if the equilibrium is known as well as was asked for.
fn is_precise(payoffs: &Payoffs, header: &FieldHeader) -> bool {
    let Some(points) = header.precision else {
        return false;
    };
    let known = |analysis: Analysis| {
        let decks = analysis.decks.iter();
        let widths = decks.map(|deck| deck.share.high - deck.share.low);
        widths.fold(0.0, f64::max) <= 2.0 * points / 100.0
    };
    payoffs.count() > 0 && weighed(payoffs, header).is_ok_and(known)
}

fn weighed(payoffs: &Payoffs, header: &FieldHeader) -> Result<Analysis, Unsolved> {
    let method = Method {
        tables: TABLES,
        seed: header.seed,
        selection: Selection {
            alpha: header.alpha,
            ..Selection::default()
        },
    };
    analyse(payoffs, &header.names, header.field.as_deref(), method)
}

fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let style =
        ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
