//! `fuda arena`: players, or decks, against each other.

mod report;
mod state;

use super::checked::show;
use super::matched::{
    Decks, Match, MatchError, Matched, Names, by_names, compiled, unequipped, unplayed,
};
use super::sim::new_folder;
use super::{Misuse, Outcome, dump};
use crate::cli::{Format, ResultFormat, Threads};
use crate::output;
use anyhow::Context;
use cgml::model::Game;
use cgml::source::SourceMap;
use clap::Args;
use compile::Settings;
use engine::record::Record;
use fuda::arena::{
    Board, Contest, Ending, GameResult, Lineup, Sequential, Summary, Verdict, lineups, page,
    standings,
};
use fuda::matches::{Checked, checked};
use fuda::sim::LIMIT;
use fuda::thinking::equipment;
use indicatif::{ProgressBar, ProgressStyle};
use report::Report;
use state::{Header, State};
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// Let players or decks compete: win rates, Elo and scores, with how sure they are
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda arena leduc-poker --players ismcts:1000,random --games 2000
  fuda arena gin-rummy --players ismcts:500,pimc:500,flat:500 --games 300 --state gin.json
  fuda arena crazy-eights --players ismcts:400,ismcts:100 --games 2000 --sprt 0,50
  fuda arena my-game --players ismcts:100 --decks all --games 1000 --html decks.html

Everybody sits at every seat, with every deck, and the same cards are dealt for each way to sit. The same
players, seed and number of games give the same result with any number of threads, and a contest that was
stopped goes on where it was with the same `--state`. `fuda explain players` lists the players.")]
pub(crate) struct Arena {
    #[command(flatten)]
    game: Match,

    /// Players that compete, separated by commas; with several decks one player is enough
    #[arg(long, value_name = "PLAYERS")]
    players: Names,

    /// Number of games in all
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// The seed, from which the seeds of all games follow; if left out 1, and chance as a deterministic game fixes it
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    #[command(flatten)]
    threads: Threads,

    /// After how many decisions a game is broken off
    #[arg(long, value_name = "N", default_value_t = LIMIT, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Stops as soon as it is sure, 19 times out of 20, whether the first of two players leads by less than LOW or
    /// by more than HIGH points of Elo
    #[arg(long, value_name = "LOW,HIGH")]
    sprt: Option<Bounds>,

    /// Keeps what was played in this file, and goes on from there if it exists
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Writes a record of each game into this folder, for `fuda replay`
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Writes who wins against whom as a page with a heat map
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    #[command(flatten)]
    result: ResultFormat,
}

/// The bounds of a sequential test.
#[derive(Debug, Clone, Copy)]
struct Bounds(Sequential);

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once(',');
        let bounds =
            parts.and_then(|(low, high)| low.trim().parse().ok().zip(high.trim().parse().ok()));
        let bounds = bounds.filter(|(low, high): &(f64, f64)| low < high && high.abs() <= 2000.0);
        let (least, most) =
            bounds.ok_or("two numbers are wanted, the lower one first, as in `0,50`")?;
        Ok(Self(Sequential { least, most }))
    }
}

/// Field of a contest.
struct Field {
    lineups: Vec<Lineup>,
    board_of: Vec<usize>,
    boards: Vec<Board>,
    decks: Vec<String>,
}

impl Arena {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let field = match self.field() {
            Ok(field) => field,
            Err(error) => return error.outcome(),
        };
        if self.players.0.len() < 2 && field.decks.len() < 2 {
            return Err(Misuse::new(
                "there is nobody to compete with",
                "name two players or more with `--players`, or several decks with `--decks`",
            )
            .into());
        }
        if self.sprt.is_some() && self.players.0.len() != 2 {
            return Err(Misuse::new(
                "`--sprt` compares two players",
                "name exactly two with `--players`",
            )
            .into());
        }
        let contest = Contest {
            players: &self.players.0,
            lineups: &field.lineups,
            board_of: &field.board_of,
            boards: &field.boards,
            seed: self.seed(),
            keeps_chance: self.seed.is_none(),
            limit: self.limit,
            threads: self.threads.count(),
        };
        let seats = field.boards[0].program.seats;
        let mut state = State::open(self.state.as_deref(), self.header(&field), seats)?;
        if let Some(folder) = self.records.as_deref().filter(|_| state.results.is_empty()) {
            new_folder(folder)?;
        }
        let started = Instant::now();
        let earlier = state.results.len();
        let verdict = self.play(&contest, &mut state)?;
        let report = Report {
            summary: Summary {
                game: &self.game.game,
                seed: self.seed(),
                contest: &contest,
                decks: &field.decks,
                results: &state.results,
                seconds: started.elapsed().as_secs_f64(),
                sequential: self.sprt.map(|bounds| bounds.0).zip(verdict),
            },
            earlier,
        };
        match self.result.format {
            Format::Text => output::print(&report.text())?,
            Format::Json => output::print_json(&report.json())?,
        }
        if let Some(file) = &self.html {
            self.write_page(file, &report)?;
        }
        match tell_faults(&state.results)? {
            Some(stopped) => self.dump(&contest, stopped),
            None => Ok(Outcome::Done),
        }
    }

    /// Plays a game that was stopped again, and writes it down.
    fn dump(&self, contest: &Contest<'_>, number: u64) -> anyhow::Result<Outcome> {
        let mut stopped = None;
        let played = contest.play(number..number + 1, &mut |_, record| {
            stopped = Some(record);
            Ok(())
        });
        played.map_err(unplayed)?;
        if let Some(mut record) = stopped {
            record.parameters.clone_from(&self.game.parameters);
            dump::write_stopped(&record, None)?;
        }
        Ok(Outcome::Problems)
    }

    /// Plays until all games are played, it is sure who is stronger, or a game is stopped.
    fn play(&self, contest: &Contest<'_>, state: &mut State) -> anyhow::Result<Option<Verdict>> {
        let bar = bar(self.games);
        let begun = Instant::now();
        let mut slice = self.threads.count().get() as u64;
        let mut verdict = self.sprt.map(|_| Verdict::Open);
        loop {
            let done = state.results.len() as u64;
            if done.is_multiple_of(contest.part()) || done >= self.games {
                verdict = self.verdict(contest, state);
            }
            if done >= self.games || verdict.is_some_and(|verdict| verdict != Verdict::Open) {
                bar.finish_and_clear();
                return Ok(verdict);
            }
            let part = contest.part();
            let end = self.games.min(done + slice).min((done / part + 1) * part);
            let began = Instant::now();
            let mut made = done;
            let played = contest.play(done..end, &mut |number, record| {
                made += 1;
                if begun.elapsed() > Duration::from_secs(1) {
                    bar.set_position(made);
                }
                self.keep(number, record)
            });
            state.results.extend(played.map_err(unplayed)?);
            state.save()?;
            if state.results.last().is_some_and(GameResult::is_stopped) {
                bar.finish_and_clear();
                return Ok(verdict);
            }
            // Few enough games that little is lost when it is stopped.
            if began.elapsed() < Duration::from_secs(5) {
                slice = (slice * 2).min(part);
            }
        }
    }

    fn keep(&self, number: u64, mut record: Record) -> io::Result<()> {
        let Some(folder) = &self.records else {
            return Ok(());
        };
        record.parameters.clone_from(&self.game.parameters);
        let digits = self.games.saturating_sub(1).to_string().len();
        let file = folder.join(format!("{number:0digits$}.record"));
        storage::write_one_of_many(&file, &record.to_bytes())
    }

    fn verdict(&self, contest: &Contest<'_>, state: &State) -> Option<Verdict> {
        let Bounds(test) = self.sprt?;
        let teams = &contest.boards[0].program.teams;
        let points = state
            .results
            .iter()
            .enumerate()
            .filter_map(|(number, result)| {
                let seated = &contest.lineup(number as u64).players;
                let game = [(result, &seated[..])];
                let counted = standings(2, teams, game.into_iter());
                let (won, lost) = (counted[0].points[1], counted[1].points[0]);
                (won + lost > 0.0).then(|| won / (won + lost))
            });
        Some(test.verdict(&points.collect::<Vec<f64>>()))
    }

    fn header(&self, field: &Field) -> Header {
        Header {
            game: self.game.game.clone(),
            fingerprints: field
                .boards
                .iter()
                .map(|board| board.program.fingerprint)
                .collect(),
            players: self.players.0.iter().map(ToString::to_string).collect(),
            strategies: field
                .boards
                .iter()
                .flat_map(|board| &board.equipment.strategies)
                .map(|(file, strategy)| (file.clone(), strategy.fingerprint()))
                .collect(),
            decks: field.decks.clone(),
            seed: self.seed(),
            limit: self.limit,
        }
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Compiles the game for every way in which decks meet.
    fn field(&self) -> Result<Field, MatchError> {
        let format = self.result.format;
        let located = fuda::locate(&self.game.game).map_err(Misuse::from)?;
        let Checked { game, diagnostics } = checked(&located);
        let Some(game) = game else {
            return Err(MatchError::Shown(show(&diagnostics, format)?));
        };
        let decks = self.decks(&game)?;
        let first = self.board(&game, diagnostics.files(), &decks[..decks.len().min(1)])?;
        let seats = usize::from(first.program.seats);
        let lineups = lineups(
            self.players.0.len(),
            decks.len(),
            seats,
            &first.program.teams,
        );
        let mut boards = Vec::new();
        let mut made: Vec<&[usize]> = Vec::new();
        let mut board_of = Vec::new();
        for lineup in &lineups {
            let known = made.iter().position(|decks| *decks == lineup.decks);
            board_of.push(known.unwrap_or(made.len()));
            if known.is_none() {
                let names: Vec<String> = lineup
                    .decks
                    .iter()
                    .map(|deck| decks[*deck].clone())
                    .collect();
                boards.push(self.board(&game, diagnostics.files(), &names)?);
                made.push(&lineup.decks);
            }
        }
        Ok(Field {
            board_of,
            boards,
            decks,
            lineups,
        })
    }

    fn board(&self, game: &Game, files: &SourceMap, decks: &[String]) -> Result<Board, MatchError> {
        let settings = Settings {
            players: self.game.seats.or(by_names(self.players.0.len())
                .filter(|named| (game.meta.min_players..=game.meta.max_players).contains(named))),
            parameters: self.game.parameters.clone(),
            ..Settings::default()
        };
        let decks = Decks {
            decks: decks.to_vec(),
            regulation: self.game.decks.regulation.clone(),
        };
        let wanted = decks.wanted();
        let Matched { program, .. } = compiled(game, files, settings, wanted, self.result.format)?;
        Ok(Board {
            equipment: equipment(&program, &self.players.0).map_err(unequipped)?,
            program,
        })
    }

    /// The decks that compete: those named, or all of the game.
    fn decks(&self, game: &Game) -> Result<Vec<String>, Misuse> {
        let named = &self.game.decks.decks;
        if named.iter().all(|name| name != "all") {
            return Ok(named.clone());
        }
        let all: Vec<String> = game
            .deck_lists
            .iter()
            .map(|deck| deck.name.clone())
            .collect();
        if all.is_empty() {
            return Err(Misuse::new(
                "the game has no deck lists",
                "leave `--decks` out, or name files",
            ));
        }
        Ok(all)
    }

    fn write_page(&self, file: &Path, report: &Report<'_>) -> anyhow::Result<()> {
        let (names, standings) = if report.decks.len() > 1 {
            (report.decks.to_vec(), report.of_decks())
        } else {
            let players = self.players.0.iter().map(ToString::to_string);
            (players.collect(), report.of_players())
        };
        let title = format!("{}: who wins against whom", self.game.game);
        let text = page(&title, &report.heading(), &names, &standings);
        storage::write(file, text.as_bytes())
            .with_context(|| format!("the page `{}` cannot be written", file.display()))
    }
}

fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let style =
        ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Says which games were stopped; the number of the first of them.
fn tell_faults(results: &[GameResult]) -> anyhow::Result<Option<u64>> {
    let faults = results
        .iter()
        .enumerate()
        .filter_map(|(number, result)| match &result.ending {
            Ending::Fault(message) => Some((number, message)),
            Ending::Over | Ending::BrokenOff => None,
        });
    let faults: Vec<_> = faults.collect();
    let Some((first, message)) = faults.first() else {
        return Ok(None);
    };
    let text = format!(
        "{} of {} games were stopped, the first was game {first}: {message}",
        faults.len(),
        results.len()
    );
    output::complain(&text, None)?;
    Ok(Some(*first as u64))
}
