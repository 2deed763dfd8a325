//! Search with a network: a few simulations, spent where they improve the policy.
//!
//! At the root some choices are drawn without replacement by their priors (Gumbel top-k) and compared by sequential
//! halving; every round plays all choices that are left in the same world, so that luck does not decide between
//! them. Below the root everybody decides by what they see themselves: positions that look the same to whoever decides
//! are one node, whatever the world. A leaf is worth what the network says, seen from the seat that thinks: what it
//! knows after a choice is the same in most worlds, while the cards of others would make every world another one.
//!
//! A [`Thinker`] never evaluates. It says what it wants to know and goes on when it is told, so that many of them share
//! a batch.

mod halving;
mod paired;
mod puct;
mod tree;

pub(crate) use halving::Halving;
pub(crate) use paired::Paired;
pub use puct::Puct;

use crate::ground::{Field, decider};
use crate::values::{expected, place};
use engine::ids::Seat;
use engine::position::Position;
use engine::random::Random;
use nets::Batch;
use players::{Aim, Question, Secrets};
use tree::{Edge, Tree};

/// Settings of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Simulations; none plays by the policy alone.
    pub simulations: u32,
    /// The most choices that are compared.
    pub considered: u32,
    /// Weight of values before any visit.
    pub visits: f32,
    /// Weight of values.
    pub scale: f32,
    /// True if chance takes part at the root, as training needs it.
    pub is_noisy: bool,
    /// The aim: what counts at the end.
    pub aim: Aim,
    /// Simulations go by upper bounds instead of sequential halving.
    pub puct: Option<Puct>,
}

impl Default for Settings {
    fn default() -> Self {
        Self::new(16)
    }
}

impl Settings {
    /// As [`Self::new`], with chance at the root: without simulations, choices are drawn by the policy.
    pub fn noisy(simulations: u32) -> Self {
        Self {
            is_noisy: true,
            ..Self::new(simulations)
        }
    }

    /// The usual settings with so many simulations.
    pub fn new(simulations: u32) -> Self {
        Self {
            simulations,
            considered: 16,
            visits: 50.0,
            scale: 0.1,
            is_noisy: false,
            aim: Aim::Usual,
            puct: None,
        }
    }
}

/// The most seats at a table.
const SEATS: usize = 16;

/// Worlds that are kept for a decision; later rounds use them again.
const WORLDS: usize = 32;

/// The next step of a thinker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// It has added a sample to the batch and waits for its evaluation.
    Evaluation,
    /// It has decided.
    Choice(usize),
}

/// Thinks about decisions, one after the other.
#[derive(Debug)]
pub struct Thinker {
    settings: Settings,
    random: Random,
    worlds: Vec<Position>,
    used_worlds: usize,
    world: Position,
    tree: Tree,
    /// Edges of the simulation at hand, and who decided.
    path: Vec<(u32, Seat)>,
    edges: Vec<u32>,
    root: Root,
    paired: Paired,
    halving: Halving,
    /// The evaluation that is waited for.
    waiting: Option<Waiting>,
}

/// An evaluation that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Waiting {
    /// The value of a new node, with its policy if the seat that thinks decides there.
    Leaf(u32),
    /// The policy of a node that is reached again; the simulation goes on from there.
    Policy(u32),
}

/// The decision that is thought about.
#[derive(Debug, Default)]
struct Root {
    seat: Seat,
    /// Chance and priors.
    gumbels: Vec<f32>,
    /// Priors with noise, for upper bounds.
    disturbed: Vec<f32>,
    /// Simulations made so far.
    made: u32,
    /// The network's expectation for the seat.
    value: f32,
}

impl Thinker {
    /// Somebody who thinks about a game of a field.
    pub fn new(settings: Settings, field: &Field) -> Self {
        Self {
            settings,
            random: Random::new(0),
            worlds: Vec::new(),
            used_worlds: 0,
            world: field.prepared.clone(),
            tree: Tree::default(),
            path: Vec::new(),
            edges: Vec::new(),
            root: Root::default(),
            paired: Paired::default(),
            halving: Halving::default(),
            waiting: None,
        }
    }

    /// Its settings; they may be changed between decisions.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Begins to think about the decision of a position. The seat must choose there, among at least two choices.
    pub fn begin(
        &mut self,
        field: &Field,
        question: &Question<'_>,
        seed: u64,
        batch: &mut Batch,
    ) -> Next {
        self.random = Random::new(seed);
        self.tree.clear();
        self.root = Root {
            seat: question.seat(),
            ..Root::default()
        };
        self.draw_worlds(field, question);
        self.enter_world(0);
        let node = self.expand(field);
        self.ask(field, Waiting::Leaf(node), batch)
    }

    /// Draws the worlds that the search will need: the first is where the root is evaluated, which looks the same in
    /// all of them.
    fn draw_worlds(&mut self, field: &Field, question: &Question<'_>) {
        let rounds = match self.settings.puct {
            Some(_) => self.settings.simulations,
            None => Halving::rounds(
                self.settings.simulations,
                self.settings.considered.min(question.count() as u32),
            ),
        };
        let wanted = (rounds as usize).clamp(1, WORLDS);
        while self.worlds.len() < wanted {
            self.worlds.push(field.prepared.clone());
        }
        self.used_worlds = wanted;
        let mut worlds = question.worlds(&field.lookahead);
        for world in &mut self.worlds[..wanted] {
            worlds.draw(&mut self.random, world);
        }
    }

    fn enter_world(&mut self, round: u32) {
        let world = &self.worlds[round as usize % self.used_worlds.max(1)];
        self.world.clone_from(world);
        self.path.clear();
    }

    /// The node of the world's decision, new in the tree.
    fn expand(&mut self, field: &Field) -> u32 {
        let seat = decider(&self.world).unwrap_or_default();
        let key = self.key(field, seat);
        self.label(field, seat);
        self.tree.add(key, seat)
    }

    fn key(&self, field: &Field, seat: Seat) -> u64 {
        field.lookahead.eyes(seat).at(&self.world)
    }

    fn label(&mut self, field: &Field, seat: Seat) {
        let eyes = field.lookahead.eyes(seat);
        eyes.labels(field.program(), &self.world, &mut self.tree.labels);
    }

    fn ask(&mut self, field: &Field, waiting: Waiting, batch: &mut Batch) -> Next {
        let program = field.program();
        match waiting {
            Waiting::Leaf(node) if self.tree.seat(node) != self.root.seat => {
                let (seat, to) = (self.root.seat, &mut batch.observations);
                field.reader.observe(program, &self.world, seat, to);
                batch.end_sample();
            }
            Waiting::Leaf(_) | Waiting::Policy(_) => {
                field.reader.sample(program, &self.world, batch);
            }
        }
        self.waiting = Some(waiting);
        Next::Evaluation
    }

    /// Goes on with the evaluation of the sample that was asked for last: its values and the scores of its choices.
    pub fn resume(
        &mut self,
        field: &Field,
        values: &[f32],
        scores: &[f32],
        batch: &mut Batch,
    ) -> Next {
        match self.waiting.take() {
            None => return Next::Choice(0),
            Some(Waiting::Policy(node)) => {
                self.tree.judge(node, scores);
                if let Some(waiting) = self.descend(field) {
                    return self.ask(field, waiting, batch);
                }
                self.evaluate_end(field);
            }
            Some(Waiting::Leaf(node)) => {
                let hopes = self.hopes(field, values);
                self.tree.value(node, hopes[self.tree.seat(node).index()]);
                if self.tree.seat(node) == self.root.seat {
                    self.tree.judge(node, scores);
                }
                if node == 0 {
                    self.root.value = hopes[self.root.seat.index()];
                    self.begin_halving();
                } else {
                    self.back_up(&hopes);
                }
            }
        }
        self.simulate(field, batch)
    }

    /// Expectations of all seats, as the seat that thinks sees them.
    fn hopes(&self, field: &Field, values: &[f32]) -> [f32; SEATS] {
        let seats = field.program().seats;
        let weights = field.aims().weights(self.settings.aim);
        let mut hopes = [0.0; SEATS];
        for other in 0..seats {
            let at = place(Seat(other), self.root.seat, seats);
            hopes[usize::from(other) % SEATS] = expected(values, at, weights) as f32;
        }
        hopes
    }

    fn begin_halving(&mut self) {
        let edges = self.tree.edges(0);
        let mut gumbels: Vec<f32> = edges.iter().map(|edge| edge.score).collect();
        if self.settings.is_noisy {
            for gumbel in &mut gumbels {
                *gumbel += gumbel_noise(&mut self.random);
            }
        }
        self.root.disturbed = self.disturbed();
        let edges = self.tree.edges(0);
        let order = ranked(edges, |number| gumbels[number]);
        let considered = (self.settings.considered.max(1) as usize).min(order.len());
        self.halving = Halving::new(self.settings.simulations, &order[..considered]);
        self.root.gumbels = gumbels;
        self.paired
            .clear(self.tree.edges(0).len(), self.used_worlds);
    }

    /// Priors at the root, with noise where upper bounds need it.
    fn disturbed(&mut self) -> Vec<f32> {
        let mut prior = self.tree.prior(0);
        if let Some(puct) = self.settings.puct.filter(|_| self.settings.is_noisy) {
            puct.disturb(&mut prior, &mut self.random);
        }
        prior
    }

    /// Makes simulations until one needs an evaluation or all are made.
    fn simulate(&mut self, field: &Field, batch: &mut Batch) -> Next {
        loop {
            let Some((round, choice)) = self.next_simulation() else {
                return Next::Choice(self.best());
            };
            self.enter_world(round);
            self.paired
                .begin(choice, round as usize % self.used_worlds.max(1));
            let edge = self.tree.first(0) + choice as u32;
            self.step(field, edge, self.root.seat, choice);
            if let Some(waiting) = self.descend(field) {
                return self.ask(field, waiting, batch);
            }
            self.evaluate_end(field);
        }
    }

    fn next_simulation(&mut self) -> Option<(u32, usize)> {
        if let Some(puct) = &self.settings.puct {
            if self.root.made >= self.settings.simulations {
                return None;
            }
            let (edges, prior) = (self.tree.edges(0), &self.root.disturbed);
            let choice = puct.select(edges, prior, self.root.value, 0..edges.len());
            self.root.made += 1;
            return Some((self.root.made - 1, choice));
        }
        if let Some(next) = self.halving.next() {
            return Some(next);
        }
        self.compare();
        let sigma = self
            .tree
            .sigma(0, self.settings.visits, self.settings.scale);
        let (edges, gumbels) = (self.tree.edges(0), &self.root.gumbels);
        let worth = |number: usize| gumbels[number] + sigma * edges[number].mean_or(0.0);
        self.halving.halve(worth).then(|| self.halving.next())?
    }

    /// Replaces the mean values of the choices at the root by what they are apart from the luck of their worlds.
    fn compare(&mut self) {
        for (choice, mean) in self.paired.means().iter().enumerate() {
            self.tree.set_mean(choice as u32, *mean);
        }
    }

    /// Follows the tree from where the world is, up to a node that must be evaluated; nothing at the end of the game.
    fn descend(&mut self, field: &Field) -> Option<Waiting> {
        while let Some(seat) = decider(&self.world) {
            let key = self.key(field, seat);
            self.label(field, seat);
            let Some(node) = self.tree.find(key) else {
                return Some(Waiting::Leaf(self.tree.add(key, seat)));
            };
            if !self.tree.is_judged(node) {
                return Some(Waiting::Policy(node));
            }
            self.tree.offer(node, &mut self.edges);
            let number = self.select(node);
            self.step(field, self.edges[number], seat, number);
        }
        None
    }

    fn step(&mut self, field: &Field, edge: u32, seat: Seat, number: usize) {
        let program = field.program();
        self.path.push((edge, seat));
        self.world.play_unchecked(program, number);
    }

    /// The choice whose share of visits is furthest below what the policy gives it: the improved one for the seat that
    /// thinks, and that of the network for others, who do not know what this seat knows.
    fn select(&self, node: u32) -> usize {
        let (visits, scale) = (self.settings.visits, self.settings.scale);
        let is_own = self.tree.seat(node) == self.root.seat;
        if let Some(puct) = self.settings.puct.filter(|_| is_own) {
            let (first, prior) = (self.tree.first(node), self.tree.prior(node));
            let offered = self.edges.iter().map(|edge| (edge - first) as usize);
            return puct.select(self.tree.edges(node), &prior, self.tree.hope(node), offered);
        }
        let policy = if is_own {
            self.tree.improved(node, visits, scale)
        } else {
            self.tree.prior(node)
        };
        let first = self.tree.first(node);
        let all: u32 = self.tree.edges(node).iter().map(|edge| edge.visits).sum();
        let lacking = |edge: u32| {
            let at = (edge - first) as usize;
            let visits = self.tree.edges(node)[at].visits;
            policy[at] - visits as f32 / (1 + all) as f32
        };
        let mut best = 0;
        for number in 1..self.edges.len() {
            if lacking(self.edges[number]) > lacking(self.edges[best]) {
                best = number;
            }
        }
        best
    }

    fn evaluate_end(&mut self, field: &Field) {
        let program = field.program();
        let mut values = [0.0; SEATS];
        let seats = usize::from(program.seats).min(SEATS);
        let aims = field.aims();
        aims.values(
            program,
            &self.world,
            self.settings.aim,
            &mut values[..seats],
        );
        self.back_up(&values.map(|value| value as f32));
    }

    fn back_up(&mut self, hopes: &[f32; SEATS]) {
        self.paired.end(hopes[self.root.seat.index()]);
        for (edge, seat) in &self.path {
            self.tree.visit(*edge, hopes[seat.index()]);
        }
    }

    fn best(&self) -> usize {
        if self.settings.puct.is_some() && self.root.made > 0 {
            return self.most_visited();
        }
        let sigma = self
            .tree
            .sigma(0, self.settings.visits, self.settings.scale);
        let edges = self.tree.edges(0);
        let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        let worth = |number: usize| {
            if edges[number].visits < most {
                return f32::NEG_INFINITY;
            }
            self.root.gumbels[number] + sigma * edges[number].mean_or(self.root.value)
        };
        ranked(edges, worth).first().copied().unwrap_or(0)
    }

    /// The choice with most visits; in noisy searches one drawn by its share of the visits.
    fn most_visited(&self) -> usize {
        let edges = self.tree.edges(0);
        let worth = |at: usize| {
            let noise = self.root.gumbels[at] - edges[at].score;
            (edges[at].visits as f32).ln() + noise
        };
        ranked(edges, worth).first().copied().unwrap_or(0)
    }

    /// The policy at the root that the search recommends: what the network is to learn.
    pub fn improved_policy(&self) -> Vec<f32> {
        if self.settings.puct.is_some() {
            return self.tree.visited(0);
        }
        self.tree
            .improved(0, self.settings.visits, self.settings.scale)
    }

    /// The policy of the network at the root.
    pub fn prior(&self) -> Vec<f32> {
        self.tree.prior(0)
    }

    /// Visits and mean value of the choices at the root.
    pub fn considered(&self) -> Vec<(u32, Option<f32>)> {
        let edges = self.tree.edges(0).iter();
        edges.map(|edge| (edge.visits, edge.mean())).collect()
    }

    /// Expectation of the seat: as the network saw it, corrected by what was simulated.
    pub fn value(&self) -> f32 {
        let edges = self.tree.edges(0);
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        if visits == 0 {
            return self.root.value;
        }
        let most = edges.iter().max_by(|one, other| {
            let key = |edge: &Edge| (edge.visits, edge.mean_or(0.0));
            let (one, other) = (key(one), key(other));
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        });
        most.and_then(Edge::mean).unwrap_or(self.root.value)
    }

    /// Number of worlds dealt for the decision.
    pub fn worlds(&self) -> usize {
        self.used_worlds
    }
}

/// The numbers of edges, the most worthy first; equals in their order.
fn ranked(edges: &[Edge], worth: impl Fn(usize) -> f32) -> Vec<usize> {
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by(|one, other| worth(*other).total_cmp(&worth(*one)));
    order
}

/// A number of the standard Gumbel distribution.
fn gumbel_noise(random: &mut Random) -> f32 {
    let uniform = (random.bits() as f32 + 0.5) / (u32::MAX as f32 + 1.0);
    -(-uniform.ln()).ln()
}

/// The side for players outside: a question about a position that is really played.
pub fn question<'a>(
    field: &'a Field,
    position: &'a Position,
    seat: Seat,
    secrets: &'a Secrets,
) -> Question<'a> {
    Question::new(field.program(), position, seat, secrets)
}
