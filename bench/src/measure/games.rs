//! How many games a second: fuda, the same game written by hand, and other engines.
//!
//! Every engine plays at random, on one thread, dealing included. The engines take turns in short
//! rounds, so that whatever else the machine does hits all of them alike.

use std::io::IsTerminal;

use anyhow::Result;
use fuda_bench::arguments::{Arguments, Format};
use fuda_bench::counting::Counts;
use fuda_bench::fuda;
use fuda_bench::games::{GAMES, Game};
use fuda_bench::page;
use fuda_bench::peers::{Engine, Peers};
use fuda_bench::random::Random;
use fuda_bench::stopwatch::{games_per_second, median};
use serde::Serialize;

const ROUNDS: usize = 5;
const SECONDS: f64 = 0.25;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    arguments.check_names(&names)?;
    let games = GAMES.iter().filter(|game| arguments.wants(game.name));
    let contests: Result<Vec<Contest>> = games.map(Contest::new).collect();
    let rows = measure(
        contests?,
        arguments.rounds.unwrap_or(ROUNDS),
        arguments.seconds.unwrap_or(SECONDS),
    );
    match arguments.format {
        Format::Text => print_table(&rows),
        Format::Json => println!("{}", serde_json::to_string_pretty(&rows)?),
    }
    page::GAMES.update(arguments, &markdown(&rows))
}

/// One game and what was measured of it, one number for each round.
struct Contest {
    game: &'static Game,
    fuda: fuda::PlayMany,
    /// How many decisions and ops a game of ours has.
    made_of: [f64; 2],
    rounds: Vec<Round>,
}

/// Games a second in one round.
#[derive(Default)]
struct Round {
    fuda: f64,
    ceiling: Option<f64>,
    open_spiel: Option<f64>,
    rlcard: Option<f64>,
}

/// One line of the table: medians of all rounds.
#[derive(Serialize)]
struct Row {
    game: &'static str,
    fuda: Option<f64>,
    ceiling: Option<f64>,
    /// Fuda's part of the ceiling.
    fraction: Option<f64>,
    open_spiel: Option<f64>,
    /// How many times as many games as OpenSpiel.
    ratio: Option<f64>,
    rlcard: Option<f64>,
    /// How many decisions and ops one game of fuda has.
    decisions: f64,
    ops: f64,
    /// How many decisions fuda makes a second.
    decisions_a_second: Option<f64>,
}

fn measure(mut contests: Vec<Contest>, rounds: usize, seconds: f64) -> Vec<Row> {
    let mut others = Others::start();
    for round in 1..=rounds {
        for contest in &mut contests {
            show_progress(&format!("round {round} of {rounds}: {}", contest.game.name));
            let measured = contest.round(&mut others, seconds);
            contest.rounds.push(measured);
        }
    }
    show_progress("");
    others.report();
    contests.iter().map(Contest::row).collect()
}

/// Writes over what was shown before, on a terminal.
fn show_progress(text: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K{text}");
    }
}

impl Contest {
    fn new(game: &'static Game) -> Result<Self> {
        Ok(Self {
            game,
            fuda: fuda::prepare(game)?,
            made_of: made_of(game)?,
            rounds: Vec::new(),
        })
    }

    fn round(&mut self, others: &mut Others, seconds: f64) -> Round {
        let game = self.game;
        let mut other = |engine, name: Option<&str>| others.measure(engine, name?, seconds);
        Round {
            fuda: games_per_second(seconds, &mut self.fuda),
            ceiling: game.ceiling().map(|ceiling| {
                let mut random = Random::new(1);
                games_per_second(seconds, |games| (ceiling.play_many)(&mut random, games))
            }),
            open_spiel: other(Engine::OpenSpiel, game.open_spiel),
            rlcard: other(Engine::Rlcard, game.rlcard),
        }
    }

    /// A quotient is the median of the rounds' quotients: in one round both had the same machine.
    fn row(&self) -> Row {
        let over_rounds = |value: &dyn Fn(&Round) -> Option<f64>| {
            median(self.rounds.iter().filter_map(value).collect())
        };
        let [decisions, ops] = self.made_of;
        Row {
            game: self.game.name,
            decisions,
            ops,
            decisions_a_second: over_rounds(&|round| Some(round.fuda * decisions)),
            fuda: over_rounds(&|round| Some(round.fuda)),
            ceiling: over_rounds(&|round| round.ceiling),
            fraction: over_rounds(&|round| Some(round.fuda / round.ceiling?)),
            open_spiel: over_rounds(&|round| round.open_spiel),
            ratio: over_rounds(&|round| Some(round.fuda / round.open_spiel?)),
            rlcard: over_rounds(&|round| round.rlcard),
        }
    }
}

/// The other engines. Without them, or without one of them, the rest of the table is still of use.
struct Others {
    peers: Option<Peers>,
    problems: Vec<String>,
}

impl Others {
    fn start() -> Self {
        match Peers::start() {
            Ok(peers) => Self {
                peers: Some(peers),
                problems: Vec::new(),
            },
            Err(error) => Self {
                peers: None,
                problems: vec![format!("{error:#}")],
            },
        }
    }

    fn measure(&mut self, engine: Engine, game: &str, seconds: f64) -> Option<f64> {
        let measured = self.peers.as_mut()?.games_per_second(engine, game, seconds);
        measured
            .map_err(|error| self.problems.push(format!("{error:#}")))
            .ok()
    }

    /// Says what could not be measured, each thing once.
    fn report(&mut self) {
        self.problems.sort_unstable();
        self.problems.dedup();
        for problem in &self.problems {
            eprintln!("{problem}");
        }
    }
}

fn print_table(rows: &[Row]) {
    println!(
        "{:<14}{:>10}{:>10}{:>10}{:>15}{:>8}{:>9}{:>13}",
        "games a second",
        "fuda",
        "ceiling",
        "fraction",
        "OpenSpiel C++",
        "ratio",
        "RLCard",
        "decisions/s"
    );
    for row in rows {
        println!(
            "{:<14}{:>10}{:>10}{:>10}{:>15}{:>8}{:>9}{:>13}",
            row.game,
            cell(row.fuda, short),
            cell(row.ceiling, short),
            cell(row.fraction, |part| format!("{:.1} %", part * 100.0)),
            cell(row.open_spiel, short),
            cell(row.ratio, |times| format!("{times:.2}×")),
            cell(row.rlcard, short),
            cell(row.decisions_a_second, short),
        );
    }
}

/// How many games are counted for the page: ops and decisions vary less than speed does.
const COUNTED: u64 = 200;

/// How many decisions and ops a game has.
fn made_of(game: &Game) -> Result<[f64; 2]> {
    let program = fuda::program(&game.table)?;
    let counts = Counts::of(&program, COUNTED);
    Ok([counts.decisions, counts.total()].map(|count| count as f64 / COUNTED as f64))
}

/// The table as the page has it, with what a game is made of.
fn markdown(rows: &[Row]) -> String {
    let mut text = String::from(
        "| game | fuda | of the ceiling | OpenSpiel C++ | fuda / OpenSpiel | RLCard | decisions | ops | \
         decisions a second |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for row in rows {
        text += &format!(
            "| {} | {} | {} | {} | {} | {} | {:.1} | {:.0} | {} |\n",
            row.game,
            cell(row.fuda, short),
            cell(row.fraction, |part| format!("{:.1} %", part * 100.0)),
            cell(row.open_spiel, short),
            cell(row.ratio, |times| format!("{times:.2}")),
            cell(row.rlcard, short),
            row.decisions,
            row.ops,
            cell(row.decisions_a_second, short),
        );
    }
    text
}

fn cell(value: Option<f64>, text: impl Fn(f64) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), text)
}

/// Three digits, and k or M.
fn short(number: f64) -> String {
    let (number, unit) = match number {
        1e6.. => (number / 1e6, " M"),
        1e3.. => (number / 1e3, " k"),
        _ => (number, ""),
    };
    let decimals = match number {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{number:.decimals$}{unit}")
}
