//! All lines, depth first.

use engine::position::{Decision, Position};
use rustc_hash::FxHashSet;

use super::{ALONE, Answer, Guide, Solver};

/// A position on the line that is being looked at.
struct Level {
    position: Position,
    /// The choices to make here, the last one first.
    left: Vec<u32>,
    /// Length of the line before it.
    length: usize,
}

impl Solver<'_> {
    /// Goes through all lines. A position that was seen is not gone through again: if a line won from it, the
    /// search would be over.
    pub(super) fn exhaust(&mut self, from: &Position, guide: &Guide) -> Answer {
        let mut seen = FxHashSet::default();
        let mut line = Vec::new();
        let mut levels: Vec<Level> = Vec::new();
        let mut spare: Vec<Position> = Vec::new();
        let mut next = from.clone();
        loop {
            // `next` is a position that was just reached.
            if self.is_won(&mut next, &mut line) {
                return Answer::Won(line);
            }
            let left = self.ways(&next, guide, &mut seen);
            levels.push(Level {
                position: next,
                left,
                length: line.len(),
            });
            let (position, number) = loop {
                let Some(level) = levels.last_mut() else {
                    return Answer::Lost;
                };
                line.truncate(level.length);
                if let Some(number) = level.left.pop() {
                    break (&level.position, number);
                }
                spare.extend(levels.pop().map(|level| level.position));
            };
            if self.nodes >= self.budget {
                return Answer::Unknown;
            }
            next = spare.pop().unwrap_or_else(|| position.clone());
            next.clone_from(position);
            line.push(number);
            next.play_unchecked(self.program, number as usize);
            self.nodes += 1;
        }
    }

    /// Makes the choices that are the only ones, and says whether the game is won then.
    fn is_won(&mut self, at: &mut Position, line: &mut Vec<u32>) -> bool {
        loop {
            match at.decision() {
                Decision::Choose { choices, .. } if choices.len() == 1 => {
                    line.push(0);
                    at.play_unchecked(self.program, 0);
                    self.nodes += 1;
                }
                Decision::Over => return at.has_won(ALONE),
                Decision::Choose { .. } | Decision::Chance { .. } | Decision::Fault(_) => {
                    return false;
                }
            }
            if self.nodes >= self.budget {
                return false;
            }
        }
    }

    /// The choices worth making at a position that was not seen yet, the best one last; between copies of a
    /// card one choice is made.
    fn ways(&mut self, at: &Position, guide: &Guide, seen: &mut FxHashSet<u64>) -> Vec<u32> {
        let choices = at.choices();
        if choices.is_empty() || !seen.insert(self.canonical.hash(self.program, at)) {
            return Vec::new();
        }
        let mut ways: Vec<(f32, u32)> = Vec::with_capacity(choices.len());
        guide.look(self.program, at, &mut self.sight);
        for (number, choice) in choices.iter().enumerate() {
            let same = |(_, other): &(f32, u32)| {
                let other = choices[*other as usize];
                self.canonical.are_same(self.program, other, *choice)
            };
            if !ways.iter().any(same) {
                let way = self.sight.ways[self.sight.way_of(number)];
                ways.push((way.weight, number as u32));
            }
        }
        // The last is taken first; among equals the one that is offered first.
        ways.sort_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)));
        ways.into_iter().map(|(_, number)| number).collect()
    }
}
