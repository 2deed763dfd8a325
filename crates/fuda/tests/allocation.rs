//! Games take no memory while they are played, and a copy of one is a few kilobytes.
//!
//! A program of its own, because it counts what the whole program allocates.

// It tells how large each game is.
#![allow(clippy::print_stdout)]

#[path = "properties/games.rs"]
mod games;

use std::alloc::System;

use fuda::engine::position::Position;
use fuda::engine::program::Program;
use fuda::engine::random::Random;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The largest number of bytes of a copy.
const MOST_BYTES: usize = 4096;

/// Tables with so many cards (10 bytes each) and abilities that may wait that they take more.
///
/// The state of the generator takes 48 bytes, because it may have a key. Where effects wait in a queue, each of the 32 that
/// may wait has the moment of its event (256 bytes): what happens to several cards happens at one time, and whoever has
/// the choice, or the priorities, order it. Furuyoni lays out the cards of all goddesses with all that can be on them: it
/// grows with every goddess.
const LARGE: &[(&str, usize)] = &[
    ("harbor", 4800),
    ("solitcg", 8448),
    ("ygo-ftk", 8192),
    ("duel-masters", 9472),
    ("furuyoni", 77824),
];

/// Plays games in the memory of one, and gives how many decisions there were and how much a copy took at
/// most.
fn play(
    program: &Program,
    position: &mut Position,
    table: &Position,
    seeds: std::ops::Range<u64>,
) -> (u64, usize) {
    let (mut decisions, mut largest) = (0, 0);
    let mut random = Random::new(seeds.start);
    for seed in seeds {
        position.restart_from(program, table, seed);
        for _ in 0..200 {
            if position.is_over() {
                break;
            }
            largest = largest.max(position.copied_bytes());
            let number = random.below(position.choices().len() as u32) as usize;
            position.play_unchecked(program, number);
            decisions += 1;
        }
    }
    (decisions, largest)
}

/// One test, so that nothing else allocates meanwhile.
#[test]
fn games_allocate_nothing_after_a_while_and_copies_are_small() {
    let counted = Region::new(GLOBAL);
    let tables = games::tables();
    assert!(counted.change().allocations > 0, "nothing is counted");
    let mut lines = Vec::new();
    let mut wrong = Vec::new();
    for table in tables {
        let program = &table.program;
        let laid_out = Position::laid_out(program, 0);
        let mut position = laid_out.clone();
        play(program, &mut position, &laid_out, 0..4);
        let region = Region::new(GLOBAL);
        let (decisions, bytes) = play(program, &mut position, &laid_out, 0..4);
        let stats = region.change();
        let count = stats.allocations + stats.reallocations;
        lines.push(format!(
            "{:32} {bytes:6} bytes {decisions:7} decisions {count:5} allocations",
            table.name
        ));
        if count > 0 {
            wrong.push(format!(
                "{} allocates {count} times in {decisions} decisions",
                table.name
            ));
        }
        let large = LARGE.iter().find(|(name, _)| table.name.starts_with(name));
        if bytes > large.map_or(MOST_BYTES, |(_, most)| *most) {
            wrong.push(format!("a copy of {} takes {bytes} bytes", table.name));
        }
    }
    println!("{}", lines.join("\n"));
    assert_eq!(wrong, Vec::<String>::new());
}
