//! How long a copy of a position takes: what a search does before every look ahead.
//!
//! Positions from all over random games are copied in turn, into memory that a copy had before, as a search does
//! it, and into new memory.

use std::hint::black_box;

use anyhow::Result;
use fuda::engine::position::Position;
use fuda::engine::program::Program;
use fuda::engine::random::{Random, derived};
use fuda_bench::arguments::{Arguments, Format};
use fuda_bench::fuda::program;
use fuda_bench::games::{GAMES, Game};
use fuda_bench::stopwatch::{games_per_second, median};
use serde::Serialize;

const ROUNDS: usize = 5;
const SECONDS: f64 = 0.1;

/// How many positions are copied in turn: so many that they are not all in the processor's nearest memory.
const POSITIONS: usize = 64;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    arguments.check_names(&names)?;
    let rounds = arguments.rounds.unwrap_or(ROUNDS);
    let seconds = arguments.seconds.unwrap_or(SECONDS);
    let mut rows = Vec::new();
    for game in GAMES.iter().filter(|game| arguments.wants(game.name)) {
        rows.push(row(game, rounds, seconds)?);
    }
    match arguments.format {
        Format::Text => print_table(&rows),
        Format::Json => println!("{}", serde_json::to_string_pretty(&rows)?),
    }
    Ok(())
}

/// One line of the table, in nanoseconds.
#[derive(Serialize)]
struct Row {
    game: &'static str,
    /// A copy into memory that is there.
    over_another: Option<f64>,
    /// A copy into new memory.
    new: Option<f64>,
}

fn row(game: &'static Game, rounds: usize, seconds: f64) -> Result<Row> {
    let program = program(&game.table)?;
    let mut positions = positions(&program);
    if positions.is_empty() {
        // It asks nobody anything.
        positions.push(Position::start(&program, 0));
    }
    let mut copy = positions[0].clone();
    let mut over_another = Vec::new();
    let mut new = Vec::new();
    for _ in 0..rounds {
        let mut each = positions.iter().cycle();
        over_another.push(nanoseconds(seconds, || {
            copy.clone_from(each.next().expect("it goes round"));
            black_box(&copy);
        }));
        let mut each = positions.iter().cycle();
        new.push(nanoseconds(seconds, || {
            black_box(each.next().expect("it goes round").clone());
        }));
    }
    Ok(Row {
        game: game.name,
        over_another: median(over_another),
        new: median(new),
    })
}

fn nanoseconds(seconds: f64, mut copy: impl FnMut()) -> f64 {
    let a_second = games_per_second(seconds, |times| {
        (0..times).for_each(|_| copy());
        0
    });
    1e9 / a_second
}

/// Positions that wait for a choice, from games that are played at random.
fn positions(program: &Program) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut random = Random::new(1);
    for game in 0..POSITIONS as u64 {
        let mut position = Position::start(program, derived(1, game));
        let mut kept = None;
        let mut seen = 0;
        while !position.choices().is_empty() {
            seen += 1;
            // Each decision of the game is kept equally likely.
            if random.below(seen) == 0 {
                kept = Some(position.clone());
            }
            let number = random.below(position.choices().len() as u32) as usize;
            position.play_unchecked(program, number);
        }
        positions.extend(kept);
    }
    positions
}

fn print_table(rows: &[Row]) {
    println!("{:<24}{:>14}{:>14}", "nanoseconds", "over another", "new");
    for row in rows {
        let text =
            |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.0}"));
        println!(
            "{:<24}{:>14}{:>14}",
            row.game,
            text(row.over_another),
            text(row.new)
        );
    }
}
