//! How often each op of a program is carried out in random games.

use fuda::engine::event::{Event, Scene, Watch};
use fuda::engine::ids::Pc;
use fuda::engine::position::Position;
use fuda::engine::program::Program;
use fuda::engine::random::{Random, derived};
use std::collections::BTreeMap;

/// What random games of a program did.
pub struct Counts<'a> {
    program: &'a Program,
    /// How many games.
    pub games: u64,
    /// How many choices were made in all games.
    pub decisions: u64,
    /// How many choices there were at all decisions together.
    pub choices: u64,
    /// How often each op was carried out.
    pub ops: Vec<u64>,
    /// How often an op of one name came right after an op of another.
    pub pairs: BTreeMap<(&'static str, &'static str), u64>,
    before: Option<&'static str>,
}

impl Watch for Counts<'_> {
    const ON: bool = true;

    fn event(&mut self, _: Scene<'_>, _: Event) {}

    fn step(&mut self, pc: Pc, _is_trial: bool) {
        self.ops[pc.index()] += 1;
        let name = self.program.ops[pc.index()].name();
        if let Some(before) = self.before.replace(name) {
            *self.pairs.entry((before, name)).or_default() += 1;
        }
    }
}

impl<'a> Counts<'a> {
    /// Plays so many games, the same in every run, and counts.
    pub fn of(program: &'a Program, games: u64) -> Self {
        let mut counts = Self {
            program,
            games,
            decisions: 0,
            choices: 0,
            ops: vec![0; program.ops.len()],
            pairs: BTreeMap::new(),
            before: None,
        };
        let prepared = Position::prepared(program);
        let mut position = prepared.clone();
        let mut random = Random::new(1);
        for game in 0..games {
            counts.before = None;
            position.restart_watched(program, &prepared, derived(1, game), &mut counts);
            while !position.choices().is_empty() {
                let count = position.choices().len();
                counts.decisions += 1;
                counts.choices += count as u64;
                let number = random.below(count as u32) as usize;
                position.play_number(program, number, &mut counts);
            }
        }
        counts
    }

    /// How many ops were carried out.
    pub fn total(&self) -> u64 {
        self.ops.iter().sum()
    }

    /// How often the ops were carried out that something is said of, the most frequent first.
    pub fn by<T: Ord>(&self, about: impl Fn(Pc) -> T) -> Vec<(T, u64)> {
        let mut sums = BTreeMap::new();
        for (at, count) in self.ops.iter().enumerate().filter(|(_, count)| **count > 0) {
            *sums.entry(about(Pc(at as u32))).or_default() += count;
        }
        most_frequent(sums)
    }
}

/// The most frequent first.
pub fn most_frequent<T: Ord>(sums: BTreeMap<T, u64>) -> Vec<(T, u64)> {
    let mut sums: Vec<(T, u64)> = sums.into_iter().collect();
    sums.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    sums
}
