//! Guide: the usually good choices, learnt from games, without knowing anything about the game.
//!
//! Choices that look the same, the same move with the same card from the same place, are one. How weighty a
//! choice is depends on it and on each thing that the seat sees (a card in the hand, how many cards the deck
//! has, …): each pair has a weight, and the weights are added up. The weightier, the more often a choice is
//! made. Two ways of learning: [`Guide::take`] from many games what is good in general, as far as a seat can
//! know it; [`Guide::adapt`] from one line what is good in one game (policy adaptation: Rosin 2011).

use engine::ids::{Card, Seat};
use engine::position::{Choice, Decision, Position};
use engine::program::{Program, ValueKind};
use engine::random::{Random, mixed};
use engine::view_hasher::ViewHasher;
use rustc_hash::FxHashMap;
use std::sync::Arc;

use super::ALONE;
use crate::numbers::{exp, ln};

/// Step of learning from one line.
const STEP: f32 = 1.0;

/// Learning rate of what is good in general.
const RATE: f32 = 0.04;

/// Ways that are so much less likely than the likeliest are not looked at more closely.
const HOPELESS: f32 = 0.05;

/// The binary digits of the number of a weight.
const DIGITS: u32 = 18;

/// The weights of choices.
#[derive(Debug, Clone)]
pub struct Guide {
    eyes: Arc<ViewHasher>,
    /// Weights of pairs of a choice and something that is seen.
    learnt: Arc<Learnt>,
    /// Weights of choices in one game.
    own: FxHashMap<u64, f32>,
    /// Weight of what is good in general.
    pub(super) firmness: f32,
}

#[derive(Debug, Clone)]
struct Learnt {
    weights: Vec<f32>,
    /// The sum of the squares of what each weight was changed by: the more, the less it changes from now on.
    squares: Vec<f32>,
}

/// The choices of a position as a guide looks at them. Keeps its memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sight {
    parts: Vec<u64>,
    pub(super) ways: Vec<Way>,
    /// The numbers of the weights of all ways, one way after the other.
    pairs: Vec<u32>,
    /// The way that each choice belongs to.
    way_of: Vec<u32>,
}

/// Choices that look the same to the one who chooses.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// Code of their appearance.
    code: u64,
    /// The first of them.
    pub(super) number: usize,
    pub(super) weight: f32,
    /// Probability of the choice.
    pub(super) share: f32,
}

/// A weight, and how it would have to change.
#[derive(Debug, Clone, Copy)]
pub(super) struct Note {
    pub(super) pair: u32,
    /// To make what was chosen likelier.
    pub(super) likelier: f32,
    /// To make all choices more alike.
    pub(super) evener: f32,
}

/// By how much weights should change.
pub(super) type Change = FxHashMap<u32, f32>;

impl Guide {
    /// One that has learnt nothing about a game.
    pub fn new(program: &Program) -> Self {
        Self {
            eyes: Arc::new(ViewHasher::of_seat(program, ALONE)),
            learnt: Arc::new(Learnt {
                weights: vec![0.0; 1 << DIGITS],
                squares: vec![0.0; 1 << DIGITS],
            }),
            own: FxHashMap::default(),
            firmness: 1.0,
        }
    }

    /// Looks at the choices of a position.
    pub(super) fn look(&self, program: &Program, at: &Position, sight: &mut Sight) {
        sight.ways.clear();
        sight.pairs.clear();
        sight.way_of.clear();
        let Decision::Choose { seat, ask, choices } = at.decision() else {
            return;
        };
        self.eyes.parts(at, &mut sight.parts);
        sight.parts.push(0);
        for (number, choice) in choices.iter().enumerate() {
            let code = mixed(code(program, at, seat, choice) ^ u64::from(ask.0));
            let known = sight.ways.iter().position(|way| way.code == code);
            let way = known.unwrap_or(sight.ways.len());
            sight.way_of.push(way as u32);
            if known.is_some() {
                continue;
            }
            let own = self.own.get(&code).copied().unwrap_or(0.0);
            let mut weight = 0.0;
            for part in &sight.parts {
                let pair = pair(code, *part);
                weight += self.learnt.weights[pair as usize];
                sight.pairs.push(pair);
            }
            sight.ways.push(Way {
                code,
                number,
                weight: weight * self.firmness + own,
                share: 0.0,
            });
        }
        sight.weigh();
    }

    /// Learns from a line of choices that was played from a position on, for this game only.
    pub(super) fn adapt(
        &mut self,
        program: &Program,
        from: &Position,
        line: &[u32],
        at: &mut Position,
        sight: &mut Sight,
    ) {
        at.clone_from(from);
        for number in line {
            let number = *number as usize;
            if at.choices().len() > 1 {
                self.look(program, at, sight);
                self.adapt_to(sight.way_of(number), sight);
            }
            at.play_unchecked(program, number);
        }
    }

    fn adapt_to(&mut self, made: usize, sight: &Sight) {
        for (number, way) in sight.ways.iter().enumerate() {
            let weight = self.own.entry(way.code).or_insert(0.0);
            *weight -= STEP * way.share;
            if number == made {
                *weight += STEP;
            }
        }
    }

    /// Learns what is good in general.
    pub(super) fn take(&mut self, change: &Change) {
        let learnt = Arc::make_mut(&mut self.learnt);
        for (pair, change) in change {
            let square = &mut learnt.squares[*pair as usize];
            *square += change * change;
            learnt.weights[*pair as usize] += RATE * change / (square.sqrt() + 1e-3);
        }
    }
}

impl Sight {
    /// Computes how likely each way is.
    fn weigh(&mut self) {
        let weights = self.ways.iter().map(|way| way.weight);
        let most = weights.fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for way in &mut self.ways {
            way.share = exp(f64::from(way.weight - most)) as f32;
            sum += way.share;
        }
        for way in &mut self.ways {
            way.share /= sum;
        }
    }

    /// A way by chance, the weightier the likelier.
    pub(super) fn drawn(&self, random: &mut Random) -> usize {
        let mut left = random.bits() as f32 / 4_294_967_296.0;
        for (number, way) in self.ways.iter().enumerate() {
            left -= way.share;
            if left < 0.0 {
                return number;
            }
        }
        self.ways.len().saturating_sub(1)
    }

    /// The weightiest way; among equals the first.
    pub(super) fn best(&self) -> usize {
        let mut best = 0;
        for (number, way) in self.ways.iter().enumerate() {
            if way.weight > self.ways[best].weight {
                best = number;
            }
        }
        best
    }

    /// The ways that are not hopeless, in the order in which they are offered.
    pub(super) fn likely(&self) -> Vec<Way> {
        let most = self.ways.iter().map(|way| way.share).fold(0.0, f32::max);
        let ways = self.ways.iter().copied();
        ways.filter(|way| way.share >= HOPELESS * most).collect()
    }

    /// The way that a choice belongs to.
    pub(super) fn way_of(&self, choice: usize) -> usize {
        self.way_of[choice] as usize
    }

    /// Notes the weights of a choice that was made.
    pub(super) fn note(&self, made: usize, notes: &mut Vec<Note>) {
        let width = self.parts.len();
        let logarithm = |way: &Way| ln(f64::from(way.share.max(1e-9))) as f32;
        let shares = self.ways.iter();
        let mean: f32 = shares.map(|way| way.share * logarithm(way)).sum();
        for (number, way) in self.ways.iter().enumerate() {
            let made = if number == made { 1.0 } else { 0.0 };
            let likelier = made - way.share;
            let evener = way.share * (mean - logarithm(way));
            let pairs = &self.pairs[number * width..(number + 1) * width];
            notes.extend(pairs.iter().map(|pair| Note {
                pair: *pair,
                likelier,
                evener,
            }));
        }
    }
}

fn pair(code: u64, part: u64) -> u32 {
    let spread = (code ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (spread >> (64 - DIGITS)) as u32
}

/// Code of a choice for the seat that makes it: copies of a card in one place look the same.
fn code(program: &Program, at: &Position, seat: Seat, choice: &Choice) -> u64 {
    let sort = program.meanings[choice.meaning.index()].sort;
    let value = match sort {
        ValueKind::Card => card(program, at, seat, choice.value),
        ValueKind::Cards if !engine::ids::is_missing(choice.value) => {
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
