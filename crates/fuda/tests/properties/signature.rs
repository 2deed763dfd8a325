//! One number for how all shipped games are played: whoever changes play sees it here.
//!
//! A line of `games/signature.txt` stands for some random games at one table: who must choose, what the
//! choices are called, and how the games end. How positions are kept does not count. After a change that is
//! meant, `UPDATE_SIGNATURE=1` (or `cargo xtask generate`) writes the file anew.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use fuda::engine::position::{Decision, Position};
use fuda::engine::program::Program;
use fuda::engine::random::{Random, mixed};

use crate::games::tables;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/signature.txt");

/// The number of games that stand for a table, and how many decisions of each.
const GAMES: u64 = 4;
const DECISIONS: usize = 300;

#[test]
fn games_are_played_as_their_signature_says() {
    let current = signature();
    let known = fs::read_to_string(FILE).unwrap_or_default();
    if known == current {
        return;
    }
    if std::env::var_os("UPDATE_SIGNATURE").is_some() {
        fs::write(Path::new(FILE), current).expect("the repository can be written");
        return;
    }
    let changed: Vec<&str> = current
        .lines()
        .filter(|line| !known.lines().any(|known| known == *line))
        .chain(
            known
                .lines()
                .filter(|known| !current.lines().any(|line| line == *known)),
        )
        .filter_map(|line| line.split_once("  ").map(|(_, name)| name))
        .filter(|name| *name != "all")
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .collect();
    panic!(
        "play has changed in {}.\nIf it was meant to, run `cargo xtask generate` and say so in the commit.",
        changed.join(", ")
    );
}

fn signature() -> String {
    let mut text = String::new();
    let mut all = 0;
    for table in tables() {
        let number = (0..GAMES).fold(0, |number, seed| {
            mixed(number ^ played(&table.program, seed))
        });
        all = mixed(all ^ number);
        writeln!(text, "{number:016x}  {}", table.name).expect("texts can be written");
    }
    writeln!(text, "{all:016x}  all").expect("texts can be written");
    text
}

fn played(program: &Program, seed: u64) -> u64 {
    let mut position = Position::start(program, seed);
    let mut random = Random::new(seed);
    let mut number = 0;
    for _ in 0..DECISIONS {
        let Decision::Choose { seat, choices, .. } = position.decision() else {
            break;
        };
        let chosen = random.below(choices.len() as u32) as usize;
        number = mixed(number ^ u64::from(seat.0) << 32 ^ choices.len() as u64);
        let seen = &position.choices_seen(program, "")[chosen];
        number = mixed(number ^ of_text(&serde_json::to_string(&seen.value).unwrap_or_default()));
        position.play_unchecked(program, chosen);
    }
    let scores = position.scores(program).iter().map(|score| *score as u64);
    let winners = position.winners(program).into_iter().map(u64::from);
    scores
        .chain(winners)
        .fold(number, |number, value| mixed(number ^ value))
}

fn of_text(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
