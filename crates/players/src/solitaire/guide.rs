//! What is usually good: learnt from lines, without knowing anything about the game.
//!
//! Choices that look the same, the same move with the same card from the same place, have one weight. The more
//! weight, the more often a choice is made. Learning from a line makes its choices weightier and those that
//! were not made lighter (policy adaptation: Rosin 2011).

use engine::ids::{Card, Seat};
use engine::position::{Choice, Decision, Position};
use engine::program::{Program, Sort};
use engine::random::{Random, mixed};
use rustc_hash::FxHashMap;

/// How much is learnt from one line.
const STEP: f32 = 1.0;

/// The weights of choices.
#[derive(Debug, Clone, Default)]
pub struct Guide {
    weights: FxHashMap<u64, f32>,
}

/// Choices that look the same to the one who chooses.
pub(super) struct Way {
    /// What they look like.
    code: u64,
    /// The first of them.
    pub(super) number: usize,
    pub(super) weight: f32,
}

impl Guide {
    /// How many different choices were learnt about.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether nothing was learnt yet.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// The choices that look different, in the order in which they are offered.
    pub(super) fn options(&self, program: &Program, at: &Position) -> Vec<Way> {
        let Decision::Choose { seat, ask, choices } = at.decision() else {
            return Vec::new();
        };
        let mut options: Vec<Way> = Vec::with_capacity(choices.len());
        for (number, choice) in choices.iter().enumerate() {
            let code = mixed(code(program, at, seat, choice) ^ u64::from(ask.0));
            if options.iter().all(|option| option.code != code) {
                let weight = self.weights.get(&code).copied().unwrap_or(0.0);
                options.push(Way {
                    code,
                    number,
                    weight,
                });
            }
        }
        options
    }

    /// The weight of each choice.
    pub(super) fn of_choices(&self, program: &Program, at: &Position) -> Vec<f32> {
        let Decision::Choose { seat, ask, choices } = at.decision() else {
            return Vec::new();
        };
        let choices = choices.iter();
        let codes = choices.map(|choice| mixed(code(program, at, seat, choice) ^ u64::from(ask.0)));
        let weight = |code| self.weights.get(&code).copied().unwrap_or(0.0);
        codes.map(weight).collect()
    }

    /// A choice by chance, the weightier the likelier.
    pub(super) fn drawn(&self, program: &Program, at: &Position, random: &mut Random) -> usize {
        let options = self.options(program, at);
        let shares = shares(&options);
        let mut left = random.bits() as f32 / 4_294_967_296.0;
        for (option, share) in options.iter().zip(&shares) {
            left -= share;
            if left < 0.0 {
                return option.number;
            }
        }
        options.last().map_or(0, |option| option.number)
    }

    /// The weightiest choice.
    pub(super) fn best(&self, program: &Program, at: &Position) -> usize {
        let options = self.options(program, at);
        let mut best: Option<&Way> = None;
        for option in &options {
            if best.is_none_or(|best| option.weight > best.weight) {
                best = Some(option);
            }
        }
        best.map_or(0, |best| best.number)
    }

    /// Learns from a line of choices that was played from a position on.
    pub(super) fn learn(
        &mut self,
        program: &Program,
        from: &Position,
        line: &[u32],
        at: &mut Position,
    ) {
        at.clone_from(from);
        for number in line {
            let number = *number as usize;
            if at.choices().len() > 1 {
                self.learn_choice(program, at, number);
            }
            at.play_unchecked(program, number);
        }
    }

    fn learn_choice(&mut self, program: &Program, at: &Position, number: usize) {
        let options = self.options(program, at);
        let shares = shares(&options);
        let Decision::Choose { seat, ask, choices } = at.decision() else {
            return;
        };
        let made = mixed(code(program, at, seat, &choices[number]) ^ u64::from(ask.0));
        for (option, share) in options.iter().zip(shares) {
            let weight = self.weights.entry(option.code).or_insert(0.0);
            *weight -= STEP * share;
            if option.code == made {
                *weight += STEP;
            }
        }
    }
}

/// How likely each option is.
fn shares(options: &[Way]) -> Vec<f32> {
    let most = options
        .iter()
        .map(|option| option.weight)
        .fold(f32::MIN, f32::max);
    let powers: Vec<f32> = options
        .iter()
        .map(|option| (option.weight - most).exp())
        .collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// What a choice looks like to the seat that makes it: copies of a card in one place look the same.
fn code(program: &Program, at: &Position, seat: Seat, choice: &Choice) -> u64 {
    let sort = program.meanings[choice.meaning.index()].sort;
    let value = match sort {
        Sort::Card => card(program, at, seat, choice.value),
        Sort::Cards if !engine::ids::is_missing(choice.value) => {
            let items = at.items(choice.value).iter();
            items.fold(1, |sum: u64, item| {
                sum.wrapping_add(mixed(card(program, at, seat, *item)))
            })
        }
        _ => choice.value as u64,
    };
    mixed(value) ^ u64::from(choice.meaning.0) << 32
}

fn card(program: &Program, at: &Position, seat: Seat, number: i64) -> u64 {
    let Some(info) = usize::try_from(number)
        .ok()
        .and_then(|it| program.cards.get(it))
    else {
        return number as u64;
    };
    let card = Card(number as u16);
    let pile = u64::from(at.pile_of(card).0) << 32;
    match at.knows(seat, card) {
        true => pile | u64::from(info.kind),
        false => pile | 1 << 31,
    }
}
