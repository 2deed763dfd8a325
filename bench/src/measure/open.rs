//! How often games would be won by somebody who sees all cards: what is missing from that is luck, or takes more
//! thinking.
//!
//! The player here looks at the position itself, the order of the stock and chance to come included. It is a measure
//! and no player of the game: nobody can play against it but chance.

use anyhow::{Result, ensure};
use fuda::arena::wilson;
use fuda::engine::ids::Seat;
use fuda::engine::position::{Decision, Position};
use fuda::engine::program::Program;
use fuda::engine::random::{Random, derived};
use fuda::players::{Aim, Lookahead};
use fuda::sim::LIMIT;

const SIMULATIONS: u32 = 1000;
const EXPLORATION: f64 = 0.7;

/// Plays so many games for two against chance, from each seat in turn; says how they ended.
pub(crate) fn against_chance(program: &Program, games: u64) -> Result<String> {
    ensure!(
        program.seats == 2,
        "open cards are measured for two players"
    );
    let mut sighted = Sighted::new(program);
    let (mut won, mut lost) = (0_u32, 0_u32);
    for game in 0..games {
        let seat = Seat((game % 2) as u8);
        let end = sighted.play(seat, derived(1, game / 2), game);
        match [end.has_won(seat), end.has_won(Seat(1 - seat.0))] {
            [true, false] => won += 1,
            [false, true] => lost += 1,
            [true, true] | [false, false] => {}
        }
    }
    let decided = won + lost;
    let interval = wilson(f64::from(won), f64::from(decided));
    let interval = interval.map_or(String::new(), |interval| {
        let [low, high] = [interval.low, interval.high].map(|share| share * 100.0);
        let share = f64::from(won) / f64::from(decided) * 100.0;
        format!(": {share:.1} % ({low:.1} – {high:.1})")
    });
    Ok(format!(
        "{games} games with open cards, {won} of {decided} decided ones won{interval}"
    ))
}

/// A player that sees everything, and room to think.
struct Sighted {
    lookahead: Lookahead,
    world: Position,
    nodes: Vec<Vec<Edge>>,
    path: Vec<(usize, usize, Seat)>,
    values: Vec<f64>,
}

/// A choice, and what came of it.
#[derive(Clone, Copy, Default)]
struct Edge {
    visits: f64,
    value: f64,
    /// The node that comes after it; 0 if there is none yet.
    next: usize,
}

impl Sighted {
    fn new(program: &Program) -> Self {
        let lookahead = fuda::thinking::lookahead(program);
        Self {
            world: Position::laid_out(lookahead.program(), 0),
            values: vec![0.0; usize::from(program.seats)],
            nodes: Vec::new(),
            path: Vec::new(),
            lookahead,
        }
    }

    /// Plays a game at a seat, while others play at random; gives its end.
    fn play(&mut self, own: Seat, seed: u64, number: u64) -> Position {
        let mut position = Position::start(self.lookahead.program(), seed);
        let mut random = Random::new(derived(2, number));
        for _ in 0..LIMIT {
            let Decision::Choose { seat, choices, .. } = position.decision() else {
                break;
            };
            let count = choices.len() as u32;
            let choice = if seat == own {
                self.think(&position, &mut random)
            } else {
                random.below(count) as usize
            };
            position.play_unchecked(self.lookahead.program(), choice);
        }
        position
    }

    fn think(&mut self, position: &Position, random: &mut Random) -> usize {
        self.nodes.clear();
        self.nodes
            .push(vec![Edge::default(); position.choices().len()]);
        for _ in 0..SIMULATIONS {
            self.world.clone_from(position);
            self.simulate(random);
        }
        let visits = |edge: &Edge| edge.visits;
        let best = self.nodes[0].iter().map(visits).enumerate();
        best.max_by(|one, other| one.1.total_cmp(&other.1))
            .map_or(0, |(number, _)| number)
    }

    fn simulate(&mut self, random: &mut Random) {
        let program = self.lookahead.program();
        self.path.clear();
        let mut node = 0;
        while let Decision::Choose { seat, .. } = self.world.decision() {
            let number = select(&self.nodes[node]);
            self.path.push((node, number, seat));
            self.world.play_unchecked(program, number);
            let edge = self.nodes[node][number];
            if edge.visits == 0.0 {
                break;
            }
            node = match edge.next {
                0 => {
                    let new = self.nodes.len();
                    self.nodes[node][number].next = new;
                    let choices = self.world.choices().len();
                    self.nodes.push(vec![Edge::default(); choices]);
                    new
                }
                next => next,
            };
        }
        for _ in 0..LIMIT {
            let count = self.world.choices().len() as u32;
            if count == 0 {
                break;
            }
            self.world
                .play_unchecked(program, random.below(count) as usize);
        }
        let aims = self.lookahead.aims();
        aims.values(program, &self.world, Aim::Wins, &mut self.values);
        for (node, number, seat) in &self.path {
            let edge = &mut self.nodes[*node][*number];
            edge.visits += 1.0;
            edge.value += self.values[usize::from(seat.0)];
        }
    }
}

/// The choice that may be best (UCB1); first those never tried.
fn select(edges: &[Edge]) -> usize {
    let all: f64 = edges.iter().map(|edge| edge.visits).sum();
    let bound = |edge: &Edge| match edge.visits {
        0.0 => f64::INFINITY,
        visits => edge.value / visits + EXPLORATION * (all.ln() / visits).sqrt(),
    };
    let bounds = edges.iter().map(bound).enumerate();
    bounds
        .max_by(|one, other| one.1.total_cmp(&other.1))
        .map_or(0, |(number, _)| number)
}
