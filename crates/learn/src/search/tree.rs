//! The decisions of a search, each as the seat that decides sees it.

use crate::values::softmax;
use engine::ids::Seat;
use rustc_hash::FxHashMap;

/// Smaller differences between the values of a node are taken for chance, at least in part.
const LEAST_SPREAD: f32 = 0.3;

/// Nodes and their edges. Node 0 is the root.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    keys: FxHashMap<u64, u32>,
    /// Labels of the choices of the decision at hand.
    pub(super) labels: Vec<u64>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    seat: Seat,
    first: u32,
    count: u32,
    /// The network's expectation for the seat.
    value: f32,
    /// True if the scores of its choices are known.
    is_judged: bool,
}

/// A choice of a node.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Edge {
    label: u64,
    /// The network's score.
    pub(super) score: f32,
    pub(super) visits: u32,
    sum: f32,
}

impl Edge {
    pub(super) fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.sum / self.visits as f32)
    }

    pub(super) fn add(&mut self, value: f32) {
        self.visits += 1;
        self.sum += value;
    }

    pub(super) fn mean_or(&self, otherwise: f32) -> f32 {
        self.mean().unwrap_or(otherwise)
    }
}

impl Tree {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.keys.clear();
    }

    pub(super) fn find(&self, key: u64) -> Option<u32> {
        self.keys.get(&key).copied()
    }

    /// A new node with an edge for each label.
    pub(super) fn add(&mut self, key: u64, seat: Seat) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node {
            seat,
            first: self.edges.len() as u32,
            count: self.labels.len() as u32,
            value: 0.5,
            is_judged: false,
        });
        let edges = self.labels.iter().map(|label| Edge {
            label: *label,
            ..Edge::default()
        });
        self.edges.extend(edges);
        self.keys.insert(key, node);
        node
    }

    /// Finds the edge of each label, in the order of the labels.
    pub(super) fn offer(&self, node: u32, to: &mut Vec<u32>) {
        let first = self.first(node);
        let edges = self.edges(node);
        to.clear();
        for (number, label) in self.labels.iter().enumerate() {
            let is_same = |at: &usize| edges[*at].label == *label;
            let here = Some(number).filter(|at| *at < edges.len()).filter(is_same);
            let found = here.or_else(|| (0..edges.len()).find(is_same));
            to.push(first + found.unwrap_or(0) as u32);
        }
    }

    pub(super) fn seat(&self, node: u32) -> Seat {
        self.nodes[node as usize].seat
    }

    pub(super) fn first(&self, node: u32) -> u32 {
        self.nodes[node as usize].first
    }

    pub(super) fn edges(&self, node: u32) -> &[Edge] {
        let node = self.nodes[node as usize];
        &self.edges[node.first as usize..(node.first + node.count) as usize]
    }

    /// Value of a node for its seat, by the network.
    pub(super) fn hope(&self, node: u32) -> f32 {
        self.nodes[node as usize].value
    }

    /// Shares of the visits of a node's choices; the prior where there are none.
    pub(super) fn visited(&self, node: u32) -> Vec<f32> {
        let edges = self.edges(node);
        let all: u32 = edges.iter().map(|edge| edge.visits).sum();
        if all == 0 {
            return self.prior(node);
        }
        let shares = edges.iter().map(|edge| edge.visits as f32 / all as f32);
        shares.collect()
    }

    /// True if the scores of a node's choices are known.
    pub(super) fn is_judged(&self, node: u32) -> bool {
        self.nodes[node as usize].is_judged
    }

    /// Keeps what the seat of a node may hope for.
    pub(super) fn value(&mut self, node: u32, value: f32) {
        self.nodes[node as usize].value = value;
    }

    /// The policy of the network at a node.
    pub(super) fn prior(&self, node: u32) -> Vec<f32> {
        let mut prior: Vec<f32> = self.edges(node).iter().map(|edge| edge.score).collect();
        softmax(&mut prior);
        prior
    }

    /// Keeps the scores of a node's choices.
    pub(super) fn judge(&mut self, node: u32, scores: &[f32]) {
        let known = &mut self.nodes[node as usize];
        known.is_judged = true;
        let first = known.first as usize;
        for (edge, score) in self.edges[first..].iter_mut().zip(scores) {
            edge.score = *score;
        }
    }

    pub(super) fn visit(&mut self, edge: u32, value: f32) {
        self.edges[edge as usize].add(value);
    }

    /// Sets the mean value of an edge of the root that was visited.
    pub(super) fn set_mean(&mut self, edge: u32, mean: f32) {
        let edge = &mut self.edges[edge as usize];
        edge.sum = mean * edge.visits as f32;
    }

    /// By how much a value moves a score: more the more was visited, and the less the values of the node differ.
    pub(super) fn sigma(&self, node: u32, visits: f32, scale: f32) -> f32 {
        let edges = self.edges(node);
        let most = edges.iter().map(|edge| edge.visits).max();
        let means = edges.iter().filter_map(Edge::mean);
        let (least, largest) = means.fold((f32::MAX, f32::MIN), |(least, largest), mean| {
            (least.min(mean), largest.max(mean))
        });
        let spread = (largest - least).max(LEAST_SPREAD);
        (visits + most.unwrap_or(0) as f32) * scale / spread
    }

    /// The policy of a node, improved by the values of its choices; one that was not visited counts as much as the
    /// mix of what the network says and what was found.
    pub(super) fn improved(&self, node: u32, visits: f32, scale: f32) -> Vec<f32> {
        let sigma = self.sigma(node, visits, scale);
        let edges = self.edges(node);
        let mixed = self.mixed_value(node);
        let mut policy: Vec<f32> = edges
            .iter()
            .map(|edge| edge.score + sigma * edge.mean_or(mixed))
            .collect();
        softmax(&mut policy);
        policy
    }

    fn mixed_value(&self, node: u32) -> f32 {
        let edges = self.edges(node);
        let value = self.nodes[node as usize].value;
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        if visits == 0 {
            return value;
        }
        let prior = self.prior(node);
        let visited = || edges.iter().zip(&prior).filter(|(edge, _)| edge.visits > 0);
        let share: f32 = visited().map(|(_, prior)| prior).sum();
        let found: f32 = visited()
            .map(|(edge, prior)| prior * edge.mean_or(0.0))
            .sum();
        let found = found / share.max(1e-12);
        (value + visits as f32 * found) / (1 + visits) as f32
    }
}
