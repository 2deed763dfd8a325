//! One search tree that grows by simulations.
//!
//! A simulation begins in a world that the seat may be in, follows the tree as long as it knows the decisions,
//! tries something new, lets the rest be evaluated, and tells every decision on its way what came of it.

use super::select::Selection;
use super::tree::{NONE, Tree};
use super::world::{After, Explored};
use super::{Search, Sight};
use crate::evaluate::Evaluator;
use crate::lookahead::Lookahead;
use crate::numbers::gamma;
use crate::question::{Question, Worlds};
use crate::thought::{Considered, Step, endless};
use engine::fault::Fault;
use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::random::{Random, mixed};

/// The number of steps of an expected line that are told.
const LONGEST_LINE: usize = 12;

/// A tree with more choices than this (some 50 MB) is not kept.
const LARGE: usize = 1 << 20;

/// The most seats at a table.
const SEATS: usize = 16;

/// A tree, and what it needs to grow.
pub(super) struct Grower {
    tree: Tree,
    evaluator: Box<dyn Evaluator>,
    random: Random,
    /// The world of a simulation, in which it is played.
    world: Position,
    /// The world that is searched as if it were the real one; only for [`Sight::World`].
    fixed: Option<Position>,
    /// Facts about it.
    known: Explored,
    simulations_of_world: u32,
    path: Vec<(u32, u8)>,
    labels: Vec<u64>,
    /// For each choice the first one that is the same but for copies of a card.
    firsts: Vec<u32>,
    edges: Vec<u32>,
    /// The choices since a position that was put aside.
    since: Vec<u32>,
    values: Vec<f64>,
    root: Root,
}

/// The decision that is thought about.
#[derive(Default)]
struct Root {
    key: u64,
    labels: Vec<u64>,
    /// Noise that is added to the priors.
    noise: Vec<f64>,
    /// Visits and values of choices in worlds that are done with.
    before: Vec<(u64, f64)>,
    simulations: u64,
    worlds: u64,
    /// That of a simulated game without end: no more are played.
    endless: Option<Fault>,
}

/// State of a walk through a tree.
struct Way {
    seat: Seat,
    /// Hashes of what each seat has seen and done.
    recalls: [u64; SEATS],
    /// The number of decisions others have made since the seat's last one.
    steps: u64,
    /// All choices made; for [`Sight::World`].
    chain: u64,
    is_at_root: bool,
}

/// A decision as the tree knows it.
struct Here {
    seat: Seat,
    key: u64,
}

impl Grower {
    pub(super) fn new(position: Position, seats: u8, evaluator: Box<dyn Evaluator>) -> Self {
        Self {
            tree: Tree::new(),
            evaluator,
            random: Random::new(0),
            world: position,
            fixed: None,
            known: Explored::default(),
            simulations_of_world: 0,
            path: Vec::new(),
            labels: Vec::new(),
            firsts: Vec::new(),
            edges: Vec::new(),
            since: Vec::new(),
            values: vec![0.0; usize::from(seats)],
            root: Root::default(),
        }
    }

    pub(super) fn forget(&mut self) {
        self.tree.clear();
        self.known.clear();
    }

    /// True if it has grown so much that it is better started over.
    pub(super) fn is_large(&self) -> bool {
        self.tree.size() > LARGE
    }

    /// A new decision is to be thought about.
    pub(super) fn begin(&mut self, search: &Search, root_key: u64, labels: &[u64], seed: u64) {
        let choices = labels.len();
        self.random = Random::new(seed);
        self.fixed = None;
        self.simulations_of_world = 0;
        self.root = Root {
            key: root_key,
            labels: match search.sight {
                Sight::World => (0..choices as u64).collect(),
                Sight::Everyone | Sight::Observer | Sight::Decider => labels.to_vec(),
            },
            noise: Vec::new(),
            before: vec![(0, 0.0); choices],
            simulations: 0,
            worlds: 0,
            endless: None,
        };
        if let Some(noise) = search.noise {
            let random = &mut self.random;
            let drawn: Vec<f64> = (0..choices).map(|_| gamma(noise.shape, random)).collect();
            let sum = drawn.iter().sum::<f64>().max(1e-300);
            self.root.noise = drawn.iter().map(|share| share / sum).collect();
        }
    }

    /// Makes so many simulations, as long as `goes_on` says so.
    pub(super) fn grow(
        &mut self,
        search: &Search,
        lookahead: &Lookahead,
        question: &Question<'_>,
        recall: u64,
        simulations: u32,
        mut goes_on: impl FnMut() -> bool,
    ) {
        let mut worlds = question.worlds(lookahead);
        for _ in 0..simulations {
            if self.root.endless.is_some() || !goes_on() {
                break;
            }
            self.path.clear();
            if search.sight == Sight::World {
                self.enter_fixed_world(search, &mut worlds);
                self.simulate_in_fixed_world(search, lookahead);
            } else {
                worlds.draw(&mut self.random, &mut self.world);
                self.root.worlds += 1;
                self.simulate(search, lookahead, Way::new(question.seat(), recall));
            }
            self.remember_values();
            self.root.endless = endless(&self.world);
        }
    }

    /// The fault of a simulated game without end.
    pub(super) fn endless(&self) -> Option<Fault> {
        self.root.endless
    }

    fn simulate(&mut self, search: &Search, lookahead: &Lookahead, mut way: Way) {
        let program = lookahead.program();
        let mut is_evaluated = false;
        while let Decision::Choose { seat, .. } = self.world.decision() {
            let here = self.here(search, lookahead, &way, seat);
            let (node, is_new) = self.tree.enter(here.key);
            self.tree.offer(node, &self.labels, &mut self.edges);
            if is_new && self.evaluator.has_priors() {
                self.judge(lookahead);
                is_evaluated = true;
                break;
            }
            let number = self.select(search, here.key == self.root.key);
            let edge = self.edges[number];
            self.path.push((edge, seat.0));
            way.choose(search.sight, &here, self.labels[number], number);
            self.world.play_unchecked(program, number);
            if self.tree.edge(edge).visits == 0 && !self.evaluator.has_priors() {
                break;
            }
        }
        if !is_evaluated {
            self.evaluate(lookahead);
        }
    }

    fn evaluate(&mut self, lookahead: &Lookahead) {
        let (world, random) = (&mut self.world, &mut self.random);
        self.evaluator
            .evaluate(lookahead, world, random, &mut self.values, None);
    }

    /// Tells every decision on the way what came of it.
    fn remember_values(&mut self) {
        for (edge, seat) in &self.path {
            let edge = self.tree.edge_mut(*edge);
            edge.visits += 1;
            edge.value += self.values[usize::from(*seat)];
        }
        self.root.simulations += 1;
    }

    /// As [`Self::simulate`], where the same choices always lead to the same: plays only what was never played.
    fn simulate_in_fixed_world(&mut self, search: &Search, lookahead: &Lookahead) {
        if self.simulations_of_world == 1 && !self.enter_root(lookahead) {
            return;
        }
        let (mut node, mut from) = (0, 0);
        let edge = loop {
            if self.known.is_aside(node) {
                from = node;
                self.since.clear();
            }
            let edge = self.follow(search, node);
            match self.known.after(edge) {
                After::Node(next) => node = next,
                After::End(end) => {
                    let values = self.known.end(end, self.values.len());
                    self.values.copy_from_slice(values);
                    return;
                }
                After::Unknown => break edge,
            }
        };
        let program = lookahead.program();
        self.known
            .enter(program, from, &self.since, &mut self.world);
        self.explore(search, lookahead, node, edge);
    }

    /// Begins the tree of a world; false if that was the whole simulation.
    fn enter_root(&mut self, lookahead: &Lookahead) -> bool {
        if let Some(fixed) = &self.fixed {
            self.world.clone_from(fixed);
        }
        let Decision::Choose { seat, .. } = self.world.decision() else {
            self.evaluate(lookahead);
            return false;
        };
        let key = self.root.key;
        self.reach(lookahead, key, seat);
        self.judge_new(lookahead, 0)
    }

    /// A decision of a fixed world that is reached for the first time; of choices about copies one is followed.
    fn reach(&mut self, lookahead: &Lookahead, key: u64, seat: Seat) -> u32 {
        let node = self.known.reach(&mut self.tree, key, seat, &self.world);
        let first = self.known.reached(node).first;
        let copies = lookahead.all_eyes().copies();
        copies.firsts(lookahead.program(), &self.world, &mut self.firsts);
        for (number, same) in self.firsts.iter().enumerate() {
            self.tree.edge_mut(first + number as u32).is_copy = *same != number as u32;
        }
        node
    }

    /// Evaluates a new node by its priors, if there are some; true if there are none.
    fn judge_new(&mut self, lookahead: &Lookahead, node: u32) -> bool {
        if !self.evaluator.has_priors() {
            return true;
        }
        let reached = self.known.reached(node);
        self.edges.clear();
        self.edges
            .extend(reached.first..reached.first + reached.count);
        self.judge(lookahead);
        false
    }

    /// Goes on where nobody was, after an edge of a node.
    fn explore(&mut self, search: &Search, lookahead: &Lookahead, mut node: u32, mut edge: u32) {
        loop {
            let Decision::Choose { seat, .. } = self.world.decision() else {
                self.evaluate(lookahead);
                self.known.close(edge, &self.values);
                return;
            };
            if self.tree.edge(edge).visits == 0 && !self.evaluator.has_priors() {
                self.evaluate(lookahead);
                return;
            }
            let number = edge - self.known.reached(node).first;
            let key = chained(self.tree.key(node), number as usize);
            node = self.reach(lookahead, key, seat);
            self.known.link(edge, node);
            if !self.judge_new(lookahead, node) {
                return;
            }
            edge = self.follow(search, node);
            let number = edge - self.known.reached(node).first;
            self.world
                .play_unchecked(lookahead.program(), number as usize);
        }
    }

    /// Selects a choice of a node of a fixed world; gives its edge.
    #[inline]
    fn follow(&mut self, search: &Search, node: u32) -> u32 {
        let reached = self.known.reached(node);
        let edges = self.tree.offer_all(reached.first, reached.count);
        let noise = (node == 0).then_some(&*self.root.noise);
        let by = Selection::new(search, self.evaluator.has_priors(), noise);
        let edges = edges.iter().enumerate().filter(|(_, edge)| !edge.is_copy);
        let number = by.choose(edges, &mut self.random) as u32;
        let edge = reached.first + number;
        self.since.push(number);
        self.path.push((edge, reached.seat.0));
        edge
    }

    /// Deals another world if there were enough simulations in the one before.
    fn enter_fixed_world(&mut self, search: &Search, worlds: &mut Worlds<'_>) {
        if self.fixed.is_none() || self.simulations_of_world >= search.simulations_of_world() {
            self.harvest();
            self.tree.clear();
            self.known.clear();
            let world = self.fixed.get_or_insert_with(|| self.world.clone());
            worlds.draw(&mut self.random, world);
            self.simulations_of_world = 0;
            self.root.worlds += 1;
        }
        self.simulations_of_world += 1;
    }

    /// Keeps what a world has shown of the choices.
    fn harvest(&mut self) {
        if self.fixed.is_none() {
            return;
        }
        for (before, edge) in self
            .root
            .before
            .iter_mut()
            .zip(root_edges(&self.tree, self.root.key))
        {
            before.0 += u64::from(edge.0);
            before.1 += edge.1;
        }
    }

    /// The key of the decision at hand; leaves the labels of its choices.
    fn here(&mut self, search: &Search, lookahead: &Lookahead, way: &Way, seat: Seat) -> Here {
        if way.is_at_root {
            self.labels.clone_from(&self.root.labels);
            let key = self.root.key;
            return Here { seat, key };
        }
        let program = lookahead.program();
        let eyes = lookahead.eyes(seat);
        self.labels.clear();
        let key = if search.sight == Sight::World {
            self.labels.extend(0..self.world.choices().len() as u64);
            way.chain
        } else {
            let world = &self.world;
            eyes.labels(program, world, &mut self.labels);
            way.key(search.sight, lookahead, world, seat, &self.labels)
        };
        Here { seat, key }
    }

    /// Evaluates a new decision, and keeps how likely its choices are.
    fn judge(&mut self, lookahead: &Lookahead) {
        let mut priors = vec![0.0; self.edges.len()];
        let (world, random) = (&mut self.world, &mut self.random);
        self.evaluator.evaluate(
            lookahead,
            world,
            random,
            &mut self.values,
            Some(&mut priors),
        );
        let mut kept = NONE;
        for (edge, prior) in self.edges.iter().zip(priors) {
            kept = if *edge == NONE { kept } else { *edge };
            self.tree.edge_mut(kept).prior += prior;
        }
    }

    /// The number of the choice to follow among [`Self::edges`].
    #[inline]
    fn select(&mut self, search: &Search, is_root: bool) -> usize {
        let tree = &self.tree;
        let offered = self.edges.iter().enumerate();
        let offered = offered.filter(|(_, edge)| **edge != NONE);
        let offered = offered.map(|(number, edge)| (number, tree.edge(*edge)));
        let noise = is_root.then_some(&*self.root.noise);
        let by = Selection::new(search, self.evaluator.has_priors(), noise);
        by.choose(offered, &mut self.random)
    }

    pub(super) fn simulations(&self) -> u64 {
        self.root.simulations
    }

    pub(super) fn worlds(&self) -> u64 {
        self.root.worlds
    }

    /// Adds visits and values of the choices at the root, given the labels of the choices.
    pub(super) fn add_to(
        &mut self,
        search: &Search,
        labels: &[u64],
        considered: &mut [Considered],
    ) {
        let worlds = search.sight == Sight::World;
        let found: Vec<(u32, f64, f64)> = if worlds {
            let edges = root_edges(&self.tree, self.root.key);
            edges.map(|(visits, value)| (visits, value, 0.0)).collect()
        } else {
            self.root_by_labels(labels)
        };
        let before = self.root.before.iter().copied();
        for ((choice, (visits, value, prior)), before) in
            considered.iter_mut().zip(found).zip(before)
        {
            let sum = choice.value.unwrap_or(0.0) * choice.visits as f64 + value + before.1;
            choice.visits += u64::from(visits) + before.0;
            choice.value = (choice.visits > 0).then(|| sum / choice.visits as f64);
            choice.prior += prior;
        }
    }

    fn root_by_labels(&mut self, labels: &[u64]) -> Vec<(u32, f64, f64)> {
        let nothing = (0, 0.0, 0.0);
        let Some(node) = self.tree.find(self.root.key) else {
            return vec![nothing; labels.len()];
        };
        let mut edges = Vec::new();
        self.tree.offer(node, labels, &mut edges);
        let of = |edge: &u32| match *edge {
            NONE => nothing,
            edge => {
                let edge = self.tree.edge_mut(edge);
                edge.available -= 1;
                (edge.visits, edge.value, edge.prior)
            }
        };
        edges.iter().map(of).collect()
    }

    /// The expected line after a choice, in a random world.
    pub(super) fn line(
        &mut self,
        search: &Search,
        lookahead: &Lookahead,
        question: &Question<'_>,
        recall: u64,
        choice: usize,
    ) -> Vec<Step> {
        let program = lookahead.program();
        match &self.fixed {
            Some(fixed) => self.world.clone_from(fixed),
            None => {
                let mut random = Random::new(mixed(self.root.key));
                let mut worlds = question.worlds(lookahead);
                worlds.draw(&mut random, &mut self.world);
            }
        }
        let mut way = Way::new(question.seat(), recall);
        let mut line = Vec::new();
        while line.len() < LONGEST_LINE {
            let Decision::Choose { seat, .. } = self.world.decision() else {
                break;
            };
            let here = self.here(search, lookahead, &way, seat);
            let Some(node) = self.tree.find(here.key) else {
                break;
            };
            self.tree.offer(node, &self.labels, &mut self.edges);
            for edge in self.edges.iter().filter(|edge| **edge != NONE) {
                self.tree.edge_mut(*edge).available -= 1;
            }
            let visits = |number: usize| match self.edges[number] {
                NONE => 0,
                edge => self.tree.edge(edge).visits,
            };
            let number = if line.is_empty() {
                choice
            } else {
                let numbers = 0..self.edges.len();
                numbers
                    .rev()
                    .max_by_key(|number| visits(*number))
                    .unwrap_or(0)
            };
            let visited = visits(number);
            if number >= self.edges.len() || visited == 0 && !line.is_empty() {
                break;
            }
            let mut seen = self.world.choices_seen(program, "");
            line.push(Step {
                seat: seat.0,
                choice: seen.swap_remove(number),
                visits: u64::from(visited),
            });
            way.choose(search.sight, &here, self.labels[number], number);
            self.world.play_unchecked(program, number);
        }
        line
    }
}

/// Visits and values of the choices at the root of a world, in the order of the choices.
fn root_edges(tree: &Tree, key: u64) -> impl Iterator<Item = (u32, f64)> {
    let node = tree.find(key);
    let edges = node.into_iter().flat_map(|node| tree.edges_of(node));
    edges.map(|edge| (edge.visits, edge.value))
}

impl Way {
    fn new(seat: Seat, recall: u64) -> Self {
        let mut recalls = [0; SEATS];
        recalls[seat.index()] = recall;
        Self {
            seat,
            recalls,
            steps: 0,
            chain: recall,
            is_at_root: true,
        }
    }

    /// The key of a decision: what whoever counts sees and remembers.
    fn key(
        &self,
        sight: Sight,
        lookahead: &Lookahead,
        world: &Position,
        seat: Seat,
        labels: &[u64],
    ) -> u64 {
        match sight {
            Sight::World => self.chain,
            Sight::Everyone => key_of(0, lookahead.all_eyes().at(world), labels),
            Sight::Decider => {
                let seen = lookahead.eyes(seat).at(world);
                key_of(self.recalls[seat.index()], seen, labels)
            }
            Sight::Observer if seat == self.seat => {
                let seen = lookahead.eyes(seat).at(world);
                key_of(self.recalls[seat.index()], seen, labels)
            }
            Sight::Observer => {
                let seen = lookahead.eyes(self.seat).at(world);
                let recall = self.recalls[self.seat.index()];
                mixed(key_of(recall, seen, &[]).wrapping_add(self.steps + 1))
            }
        }
    }

    fn choose(&mut self, sight: Sight, here: &Here, label: u64, number: usize) {
        self.is_at_root = false;
        match sight {
            Sight::World => self.chain = chained(here.key, number),
            Sight::Everyone => {}
            Sight::Decider | Sight::Observer => {
                self.recalls[here.seat.index()] = remembered(here.key, label);
                self.steps = if here.seat == self.seat {
                    0
                } else {
                    self.steps + 1
                };
            }
        }
    }
}

/// The key of the decision that comes after a choice, if the same choices always lead to the same.
fn chained(key: u64, number: usize) -> u64 {
    mixed(key ^ (number as u64 + 1))
}

/// Hash of a seat's memory after a choice.
pub(super) fn remembered(key: u64, label: u64) -> u64 {
    mixed(key ^ label.rotate_left(32))
}

/// The key of a decision, given what is remembered, what is seen and what may be chosen.
pub(super) fn key_of(recall: u64, seen: u64, labels: &[u64]) -> u64 {
    let mut key = recall ^ seen;
    for label in labels {
        key = (key ^ label)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29);
    }
    mixed(key)
}
