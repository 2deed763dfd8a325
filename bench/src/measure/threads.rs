//! How much faster several threads simulate: what `fuda sim --threads` uses, on one thread and on several.
//!
//! The same games are played in turns by one thread and by all. What users wait for is the time that goes by,
//! but that is of use only on a machine that does nothing else; the time of the processor tells whether the
//! threads hinder each other on any machine.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use fuda::engine::program::Program;
use fuda::players::{Equipment, PlayerSpec};
use fuda::sim::{LIMIT, Nobody, Series, Tally, simulate};
use fuda_bench::arguments::{Arguments, Format};
use fuda_bench::fuda::program;
use fuda_bench::games::{GAMES, Game};
use fuda_bench::stopwatch::{median, time_of_all_threads};
use serde::Serialize;

const ROUNDS: usize = 9;
const SECONDS: f64 = 0.5;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    arguments.check_names(&names)?;
    let threads = arguments.threads.map_or_else(available_parallelism, Ok)?;
    let rounds = arguments.rounds.unwrap_or(ROUNDS);
    let seconds = arguments.seconds.unwrap_or(SECONDS);
    let mut rows = Vec::new();
    for game in GAMES.iter().filter(|game| arguments.wants(game.name)) {
        rows.push(row(game, threads, rounds, seconds)?);
    }
    match arguments.format {
        Format::Text => print_table(&rows, threads),
        Format::Json => println!("{}", serde_json::to_string_pretty(&rows)?),
    }
    Ok(())
}

/// One line of the table.
#[derive(Serialize)]
struct Row {
    game: &'static str,
    /// Games a second on one thread, by the processor's time.
    one_thread: f64,
    /// How many times as fast as one thread, by the time that went by: the median of the rounds.
    faster: f64,
    /// The same in the best round.
    best: f64,
    /// How many times as fast they would be if every thread had a core of its own: what the processor's time
    /// says.
    undisturbed: f64,
}

/// How long something took.
struct Times {
    gone_by: Duration,
    processor: Duration,
}

fn row(game: &'static Game, threads: NonZeroUsize, rounds: usize, seconds: f64) -> Result<Row> {
    let program = program(&game.table)?;
    let games = games_in(&program, seconds)?;
    let (mut faster, mut undisturbed, mut one_thread) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (alone, one) = play(&program, games, NonZeroUsize::MIN)?;
        let (together, all) = play(&program, games, threads)?;
        ensure!(alone == together, "threads changed what came out");
        one_thread.push(games as f64 / one.processor.as_secs_f64());
        faster.push(one.gone_by.as_secs_f64() / all.gone_by.as_secs_f64());
        let processor = one.processor.as_secs_f64() / all.processor.as_secs_f64();
        undisturbed.push(processor * threads.get() as f64);
    }
    let best = faster.iter().copied().fold(0.0, f64::max);
    let middle = |values| median(values).unwrap_or_default();
    Ok(Row {
        game: game.name,
        one_thread: middle(one_thread),
        faster: middle(faster),
        best,
        undisturbed: middle(undisturbed),
    })
}

/// How many games one thread plays in so many seconds.
fn games_in(program: &Program, seconds: f64) -> Result<u64> {
    let mut games = 16;
    loop {
        let (_, times) = play(program, games, NonZeroUsize::MIN)?;
        let taken = times.processor.as_secs_f64();
        if taken > seconds / 8.0 {
            return Ok((games as f64 * seconds / taken) as u64 + 1);
        }
        games *= 2;
    }
}

fn play(program: &Program, games: u64, threads: NonZeroUsize) -> Result<(Tally, Times)> {
    let series = Series {
        program,
        players: vec![PlayerSpec::Random; usize::from(program.seats)],
        equipment: Equipment::none(),
        games,
        seed: 1,
        chance: None,
        limit: LIMIT,
        threads,
        covers: false,
    };
    let (start, processor) = (Instant::now(), time_of_all_threads());
    let tally = simulate(&series, &Nobody)?;
    let times = Times {
        gone_by: start.elapsed(),
        processor: time_of_all_threads() - processor,
    };
    Ok((tally, times))
}

fn print_table(rows: &[Row], threads: NonZeroUsize) {
    println!(
        "{:<16}{:>14}{:>16}{:>10}{:>14}",
        "games a second",
        "one thread",
        format!("{threads} threads"),
        "best",
        "undisturbed"
    );
    for row in rows {
        println!(
            "{:<16}{:>14.0}{:>15.2}×{:>9.2}×{:>13.2}×",
            row.game, row.one_thread, row.faster, row.best, row.undisturbed
        );
    }
}
