//! A search tree in two flat arenas: decisions, and the choices that were seen at them.
//!
//! A decision is found by its key, a hash of what matters of it. So the same decision is found again whichever way
//! led there, and after a move, too.

/// No node, no edge.
pub(super) const NONE: u32 = u32::MAX;

/// A decision, with the first of its choices.
#[derive(Debug, Clone, Copy)]
struct Node {
    key: u64,
    first: u32,
}

/// A choice at a decision.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    /// Label of the choice.
    pub(super) label: u64,
    /// Sum of the results for the seat that chooses.
    pub(super) value: f64,
    pub(super) prior: f64,
    /// The number of times it was chosen.
    pub(super) visits: u32,
    /// The number of times it could have been chosen.
    pub(super) available: u32,
    /// True if another choice is the same but for copies of a card.
    pub(super) is_copy: bool,
    /// Moment at which it was last seen, to tell choices that are the same.
    seen: u32,
    next: u32,
}

impl Edge {
    fn new(label: u64) -> Self {
        Self {
            label,
            value: 0.0,
            prior: 0.0,
            visits: 0,
            available: 0,
            is_copy: false,
            seen: 0,
            next: NONE,
        }
    }
}

/// Decisions and their choices.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Open addressing: the nodes by their keys.
    index: Vec<u32>,
    /// The number of times a decision was looked at.
    moment: u32,
}

impl Tree {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            index: vec![NONE; 64],
            moment: 0,
        }
    }

    /// Forgets everything, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.index.fill(NONE);
        self.moment = 0;
    }

    /// The number of choices it has.
    pub(super) fn size(&self) -> usize {
        self.edges.len()
    }

    #[inline]
    pub(super) fn edge(&self, edge: u32) -> &Edge {
        &self.edges[edge as usize]
    }

    #[inline]
    pub(super) fn edge_mut(&mut self, edge: u32) -> &mut Edge {
        &mut self.edges[edge as usize]
    }

    /// The edges of a node, in the order in which they were first seen.
    pub(super) fn edges_of(&self, node: u32) -> impl Iterator<Item = &Edge> {
        let edge = |number: u32| self.edges.get(number as usize);
        let first = edge(self.nodes[node as usize].first);
        std::iter::successors(first, move |last| edge(last.next))
    }

    /// The node with a key, if there is one.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        let found = self.index[self.place(key)];
        (found != NONE).then_some(found)
    }

    /// The node with a key, and whether it is new.
    #[inline]
    pub(super) fn enter(&mut self, key: u64) -> (u32, bool) {
        if let Some(found) = self.find(key) {
            return (found, false);
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { key, first: NONE });
        if self.nodes.len() * 2 > self.index.len() {
            self.grow();
        } else {
            let place = self.place(key);
            self.index[place] = node;
        }
        (node, true)
    }

    /// A new node with so many edges, labelled by their numbers; the node, and its first edge.
    pub(super) fn enter_with(&mut self, key: u64, count: u32) -> (u32, u32) {
        let (node, _) = self.enter(key);
        let first = self.edges.len() as u32;
        self.nodes[node as usize].first = first;
        self.edges.extend((0..count).map(|number| Edge {
            next: if number + 1 < count {
                first + number + 1
            } else {
                NONE
            },
            ..Edge::new(u64::from(number))
        }));
        (node, first)
    }

    /// The key of a node.
    pub(super) fn key(&self, node: u32) -> u64 {
        self.nodes[node as usize].key
    }

    /// The edges from `first` on, so many, which are available once more.
    #[inline]
    pub(super) fn offer_all(&mut self, first: u32, count: u32) -> &[Edge] {
        let edges = &mut self.edges[first as usize..][..count as usize];
        for edge in &mut *edges {
            edge.available += 1;
        }
        edges
    }

    /// The place of a key, or where it would come.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.index.len() - 1;
        let mut place = key as usize & mask;
        loop {
            let node = self.index[place];
            if node == NONE || self.nodes[node as usize].key == key {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let room = self.index.len() * 2;
        self.index.clear();
        self.index.resize(room, NONE);
        for node in 0..self.nodes.len() {
            let place = self.place(self.nodes[node].key);
            self.index[place] = node as u32;
        }
    }

    /// The edges of the choices with these labels, which are available once more; `NONE` for a choice that is
    /// the same as one before it.
    #[inline]
    pub(super) fn offer(&mut self, node: u32, labels: &[u64], edges: &mut Vec<u32>) {
        self.moment += 1;
        edges.clear();
        let mut expected = self.nodes[node as usize].first;
        for label in labels {
            let edge = if expected != NONE && self.edges[expected as usize].label == *label {
                expected
            } else {
                self.edge_with(node, *label)
            };
            let state = &mut self.edges[edge as usize];
            if state.seen == self.moment {
                edges.push(NONE);
            } else {
                state.seen = self.moment;
                state.available += 1;
                expected = state.next;
                edges.push(edge);
            }
        }
    }

    /// The edge of a node with a label, new if need be.
    fn edge_with(&mut self, node: u32, label: u64) -> u32 {
        let mut last = NONE;
        let mut edge = self.nodes[node as usize].first;
        while edge != NONE {
            let state = &self.edges[edge as usize];
            if state.label == label {
                return edge;
            }
            (last, edge) = (edge, state.next);
        }
        let new = self.edges.len() as u32;
        self.edges.push(Edge::new(label));
        match last {
            NONE => self.nodes[node as usize].first = new,
            last => self.edges[last as usize].next = new,
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_is_found_again_by_its_key() {
        let mut tree = Tree::new();
        let keys: Vec<u64> = (0..1000).map(engine::random::mixed).collect();
        let nodes: Vec<(u32, bool)> = keys.iter().map(|key| tree.enter(*key)).collect();
        assert!(nodes.iter().all(|(_, is_new)| *is_new));
        for (key, (node, _)) in keys.iter().zip(nodes) {
            assert_eq!(tree.enter(*key), (node, false));
        }
        tree.clear();
        assert_eq!(tree.find(keys[0]), None);
    }

    #[test]
    fn choices_keep_their_edges_whatever_else_is_available() {
        let mut tree = Tree::new();
        let (node, _) = tree.enter(1);
        let mut edges = Vec::new();
        tree.offer(node, &[10, 11, 12], &mut edges);
        assert_eq!(edges, [0, 1, 2]);
        tree.offer(node, &[12, 13, 10], &mut edges);
        assert_eq!(edges, [2, 3, 0]);
        let available: Vec<u32> = (0..4).map(|edge| tree.edge(edge).available).collect();
        assert_eq!(available, [2, 1, 2, 1]);
    }

    #[test]
    fn choices_that_are_the_same_are_one() {
        let mut tree = Tree::new();
        let (node, _) = tree.enter(1);
        let mut edges = Vec::new();
        tree.offer(node, &[10, 10, 11, 10], &mut edges);
        assert_eq!(edges, [0, NONE, 1, NONE]);
        assert_eq!(tree.edge(0).available, 1);
    }
}
