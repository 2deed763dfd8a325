//! Size and depth of a tree for someone who walks it.
//!
//! Aliases and includes share nodes, so a few nodes can stand for billions. This counts what a walk
//! would visit without walking it: every shared node is measured once.

use rustc_hash::FxHashMap;

use crate::limits;
use crate::tree::{NodeId, Tree, Value};

/// The size and depth of what lies at a node, sharing unfolded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Measure {
    /// Nodes a walk would visit, itself included, and one more for every [`LINE`] of text, which
    /// would be read as well; stops counting at `usize::MAX`.
    pub(crate) nodes: usize,
    /// Levels, itself included.
    pub(crate) depth: usize,
}

/// Bytes of text that count like a node.
const LINE: usize = 64;

impl Measure {
    /// True if a walk would take longer than we allow.
    pub(crate) fn is_too_large(self) -> bool {
        self.nodes > limits::NODES
    }

    /// True if a recursive walk would go deeper than we allow.
    pub(crate) fn is_too_deep(self) -> bool {
        self.depth > limits::DEPTH
    }
}

/// Measures nodes, remembering those it has seen.
#[derive(Debug, Default)]
pub(crate) struct Scale {
    known: FxHashMap<NodeId, Measure>,
}

impl Scale {
    /// The measure of a node. The tree must have no cycles, as parsing and including guarantee.
    pub(crate) fn measure(&mut self, tree: &Tree, root: NodeId) -> Measure {
        let mut pending = vec![root];
        while let Some(&node) = pending.last() {
            let before = pending.len();
            if !self.known.contains_key(&node) {
                let unknown = |child: &NodeId| !self.known.contains_key(child);
                pending.extend(children(tree, node).filter(unknown));
            }
            if pending.len() > before {
                continue;
            }
            pending.pop();
            if !self.known.contains_key(&node) {
                let measure = self.sum(tree, node);
                self.known.insert(node, measure);
            }
        }
        self.known[&root]
    }

    /// Of a value that is too large or too deep, the innermost part that already is.
    pub(crate) fn culprit(&mut self, tree: &Tree, root: NodeId) -> NodeId {
        let mut culprit = root;
        while let Some(inner) = children(tree, culprit).find(|child| {
            let measure = self.measure(tree, *child);
            measure.is_too_large() || measure.is_too_deep()
        }) {
            culprit = inner;
        }
        culprit
    }

    /// The measure of a node whose children are all known.
    fn sum(&self, tree: &Tree, node: NodeId) -> Measure {
        let mut sum = Measure {
            nodes: 1 + text_length(tree, node) / LINE,
            depth: 1,
        };
        for child in children(tree, node) {
            let child = self.known[&child];
            sum.nodes = sum.nodes.saturating_add(child.nodes);
            sum.depth = sum.depth.max(child.depth.saturating_add(1));
        }
        sum
    }
}

/// The bytes of a scalar, or of the keys of a mapping.
fn text_length(tree: &Tree, node: NodeId) -> usize {
    match &tree.node(node).value {
        Value::Scalar(scalar) => scalar.text.len(),
        Value::List(_) => 0,
        Value::Map(entries) => entries.iter().map(|entry| entry.key.len()).sum(),
    }
}

fn children(tree: &Tree, node: NodeId) -> impl Iterator<Item = NodeId> {
    let (items, entries) = match &tree.node(node).value {
        Value::Scalar(_) => (&[][..], &[][..]),
        Value::List(items) => (items.as_slice(), &[][..]),
        Value::Map(entries) => (&[][..], entries.as_slice()),
    };
    items
        .iter()
        .copied()
        .chain(entries.iter().map(|entry| entry.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Span};
    use crate::tree::{Node, Scalar, Style};

    fn list(tree: &mut Tree, items: Vec<NodeId>) -> NodeId {
        tree.add(Node {
            span: Span::new(FileId(0), 0, 0),
            tag: None,
            value: Value::List(items),
        })
    }

    #[test]
    fn a_shared_node_counts_as_often_as_it_is_reached() {
        let mut tree = Tree::default();
        let leaf = list(&mut tree, vec![]);
        let pair = list(&mut tree, vec![leaf, leaf]);
        let root = list(&mut tree, vec![pair, pair, leaf]);

        assert_eq!(
            Scale::default().measure(&tree, root),
            Measure { nodes: 8, depth: 3 }
        );
    }

    #[test]
    fn long_text_counts_as_often_as_it_is_repeated() {
        let mut tree = Tree::default();
        let text = tree.add(Node {
            span: Span::new(FileId(0), 0, 0),
            tag: None,
            value: Value::Scalar(Scalar {
                text: "x".repeat(100 * LINE),
                style: Style::Plain,
            }),
        });
        let root = list(&mut tree, vec![text; 1000]);

        assert_eq!(Scale::default().measure(&tree, root).nodes, 101_001);
    }

    #[test]
    fn more_nodes_than_numbers_are_too_many_and_that_many_levels_too_deep() {
        let mut tree = Tree::default();
        let mut node = list(&mut tree, vec![]);
        for _ in 0..200_000 {
            node = list(&mut tree, vec![node, node]);
        }
        let measure = Scale::default().measure(&tree, node);

        assert_eq!(measure.nodes, usize::MAX);
        assert_eq!(measure.depth, 200_001);
        assert!(measure.is_too_large() && measure.is_too_deep());
    }
}
