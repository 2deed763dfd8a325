//! Properties of every shipped game, its variants and all numbers of players, whatever its rules are.
//!
//! Random games are played; at some decisions everything is looked at that can be said of any game. What fails
//! is told with the game, the seed and the number of the decision. `cargo xtask soak` plays many more games.

// The long run of it tells how far it is.
#![allow(clippy::print_stdout)]

mod games;
mod kit;
mod signature;

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use fuda::engine::position::{Decision, Position};
use fuda::engine::random::Random;
use fuda::sim::{Nobody, Series, simulate};
use games::Table;
use kit::{Kit, Report};
use players::{Equipment, PlayerSpec};

/// The number of games of each table a test plays.
const GAMES: u64 = 2;

#[test]
fn every_shipped_game_has_the_properties_of_a_game() {
    let kit = Kit {
        tries: 6,
        most_decisions: 400,
    };
    let report = play_all(&games::tables(), kit, 0..GAMES, |_, _| {});
    assert_eq!(report.failures, Vec::<String>::new());
    assert!(report.tried_events > 1000 && report.compared > 100 && report.thoughts > 100);
}

/// Slots, stacks, attached cards, tokens, pools and delayed steps, also hidden ones.
#[test]
fn a_game_of_links_between_cards_has_the_properties_of_a_game() {
    let kit = Kit {
        tries: 6,
        most_decisions: 300,
    };
    let report = play_all(&games::of_links(), kit, 0..12, |_, _| {});
    assert_eq!(report.failures, Vec::<String>::new());
    assert!(report.tried_events > 100 && report.compared > 10);
}

/// Variables, attributes, counters, secret answers, what lies in wait, what was counted, and whether something is asked.
#[test]
fn games_that_hide_something_have_the_properties_of_a_game() {
    let kit = Kit {
        tries: 12,
        most_decisions: 60,
    };
    let tables = games::hiding();
    assert_eq!(tables.len(), 7);
    let report = play_all(&tables, kit, 0..12, |_, _| {});
    assert_eq!(report.failures, Vec::<String>::new());
    assert!(report.thoughts > 100 && report.compared > 10);
}

#[test]
fn a_game_of_cards_whose_values_change_has_the_properties_of_a_game() {
    let kit = Kit {
        tries: 6,
        most_decisions: 60,
    };
    let tables = games::skirmish();
    assert!(!tables.is_empty());
    let report = play_all(&tables, kit, 0..GAMES, |_, _| {});
    assert_eq!(report.failures, Vec::<String>::new());
}

/// A game in which all invariants are tested after every step and every cost is tried out goes the same way.
#[test]
fn invariants_hold_and_what_can_be_paid_is_seen_as_if_it_was_tried() {
    let pairs = games::careful();
    assert!(!pairs.is_empty());
    for pair in &pairs {
        for seed in 0..60 {
            let problem = play_carefully(pair, seed, 300);
            assert_eq!(problem, None, "{}, seed {seed}", pair[0].name);
        }
    }
}

/// Random games to their end at every table, with all decks against themselves: as many of each as `INVARIANT_GAMES` says
/// when `cargo xtask soak invariants` runs it.
#[test]
fn invariants_hold_at_every_table() {
    let games = std::env::var("INVARIANT_GAMES").map_or(25, |games| {
        games.parse().expect("INVARIANT_GAMES is a number")
    });
    let tables = games::tested();
    let invariants = tables.iter().map(|table| table.program.invariants.len());
    assert!(invariants.sum::<usize>() > 0);
    let mut wrong = Vec::new();
    for Table { name, program, .. } in &tables {
        let begin = Instant::now();
        let series = Series {
            program,
            players: vec![PlayerSpec::Random; usize::from(program.seats)],
            equipment: Equipment::none(),
            games,
            seed: 1,
            chance: None,
            covers: false,
            limit: 100_000,
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        };
        let tally = simulate(&series, &Nobody).expect("nobody looks on");
        let seconds = begin.elapsed().as_secs_f64();
        println!(
            "{name}: {} games, {} decisions, {} broken off, {} invariants, {seconds:.1} s",
            tally.games,
            tally.decisions,
            tally.unfinished,
            program.invariants.len(),
        );
        let faults = tally.faults.iter();
        wrong.extend(
            faults.map(|fault| format!("{name}: {} of {games}: {}", fault.games, fault.message)),
        );
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Plays a game at two tables; says where they differ, or why one was stopped.
fn play_carefully(pair: &[Table; 2], seed: u64, most: usize) -> Option<String> {
    let programs = [&pair[0].program, &pair[1].program];
    let mut positions = programs.map(|program| Position::start(program, seed));
    let mut random = Random::new(seed);
    for decision in 0..most {
        let seen = [0, 1].map(|at| {
            let (program, position) = (programs[at], &positions[at]);
            match position.decision() {
                Decision::Fault(fault) => Err(fault.message(program)),
                Decision::Choose { seat, .. } => {
                    let choices = position.choices_seen(program, "");
                    Ok(format!("{seat:?} {choices:?}"))
                }
                Decision::Over | Decision::Chance { .. } => Ok("over".to_owned()),
            }
        });
        match &seen {
            [Ok(one), Ok(other)] if one == other => {}
            _ => return Some(format!("decision {decision}: {seen:#?}")),
        }
        let count = positions[0].choices().len() as u32;
        if count == 0 {
            return None;
        }
        let number = random.below(count) as usize;
        for (program, position) in programs.iter().zip(&mut positions) {
            position.play_unchecked(program, number);
        }
    }
    None
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    for table in games::tables() {
        let tally = |threads| {
            let series = Series {
                program: &table.program,
                players: vec![PlayerSpec::Random; usize::from(table.program.seats)],
                equipment: Equipment::none(),
                games: 4,
                seed: 7,
                chance: None,
                limit: 80,
                threads: NonZeroUsize::new(threads).expect("there is a thread"),
                covers: false,
            };
            simulate(&series, &Nobody).expect("nobody looks on")
        };
        assert_eq!(tally(1), tally(3), "{}", table.name);
    }
}

/// As many games as `SOAK_GAMES` says, spread over all tables. Run by `cargo xtask soak`.
#[test]
#[ignore = "takes as long as one likes"]
fn soak() {
    let tables = games::tables();
    let games = std::env::var("SOAK_GAMES").map_or(100_000, |games| {
        games.parse().expect("SOAK_GAMES is a number")
    });
    let rounds = u64::div_ceil(games, tables.len() as u64);
    let kit = Kit {
        tries: 2,
        most_decisions: 20_000,
    };
    let begin = Instant::now();
    let mut total = Report::default();
    // In portions, so that every game had its turn early.
    let portion = u64::clamp(rounds / 20, 1, 50);
    for first in (0..rounds).step_by(portion as usize) {
        let seeds = first..rounds.min(first + portion);
        total.add(play_all(&tables, kit, seeds.clone(), |_, _| {}));
        println!("{}", total.line(seeds.end, rounds, begin.elapsed()));
        if total.failures.len() > 20 {
            break;
        }
    }
    println!("\n{}", total.summary(begin.elapsed()));
    assert_eq!(total.failures, Vec::<String>::new());
}

/// Plays games at all tables, on as many threads as there are cores.
fn play_all(
    tables: &[Table],
    kit: Kit,
    seeds: std::ops::Range<u64>,
    done: impl Fn(&Table, Duration) + Sync,
) -> Report {
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Report::default());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(table) = tables.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begin = Instant::now();
                    let mut report = Report::default();
                    for seed in seeds.clone() {
                        kit.play(table, seed, &mut report);
                    }
                    done(table, begin.elapsed());
                    total.lock().expect("no thread panics").add(report);
                }
            });
        }
    });
    let mut report = total.into_inner().expect("no thread panics");
    report.failures.sort();
    report
}

/// An effect that waits is the same one in every world that a seat considers possible, if the seat knows its card:
/// positions in which what waits came from a hidden draw.
#[test]
fn an_effect_that_waits_with_a_known_card_stays_what_it_is() {
    let kit = Kit {
        tries: 2,
        most_decisions: 1_000,
    };
    let tables = games::tables();
    let mut report = Report::default();
    for (deck, seed) in [("scientist_catapult", 338), ("legacy_exodia", 22)] {
        let name = format!("ygo-ftk (1, {deck})");
        let table = tables.iter().find(|table| table.name == name);
        kit.play(table.expect("a shipped deck"), seed, &mut report);
    }
    assert_eq!(report.failures, Vec::<String>::new());
}
