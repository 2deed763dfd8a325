//! Merges the layers of a game into one document (CGML §5.1); the table is in [`super::sections`].
//!
//! All layers of a place are merged at once: the cost is linear in what the layers hold, and the
//! order is that of the lowest layer, then what each higher layer adds.

use std::collections::{BTreeMap, BTreeSet};

use super::include::is_unresolved;
use super::layers::Layer;
use super::sections::{Strategy, strategy};
use crate::diagnostic::Diagnostics;
use crate::ordered::OrderedMap;
use crate::tree::{Entry, Node, NodeId, Tree, Value};

mod entries;
mod lists;
mod shadow;
mod stack;

use shadow::Shadows;
use stack::{Part, Stack};

/// The result of merging all layers of a game.
pub(super) struct Merged {
    pub(super) root: NodeId,
    /// The values that each value overrides, nearest first.
    pub(super) overridden: BTreeMap<NodeId, Vec<NodeId>>,
}

/// Merges the layers of a game, the bottom one first.
pub(super) struct Merger<'a> {
    tree: &'a mut Tree,
    diagnostics: &'a mut Diagnostics,
    /// Lists that stood for an `!include`.
    included_lists: &'a BTreeSet<NodeId>,
    shadows: Shadows<'a>,
    overridden: BTreeMap<NodeId, Vec<NodeId>>,
}

impl<'a> Merger<'a> {
    pub(super) fn new(
        tree: &'a mut Tree,
        diagnostics: &'a mut Diagnostics,
        included_lists: &'a BTreeSet<NodeId>,
    ) -> Self {
        Self {
            tree,
            diagnostics,
            included_lists,
            shadows: Shadows::default(),
            overridden: BTreeMap::new(),
        }
    }

    /// The sections of all layers, without the keys that named the layers.
    pub(super) fn merge(mut self, layers: &'a [Layer]) -> Merged {
        self.shadows = Shadows::new(layers);
        let parts = layers.iter().enumerate().map(|(layer, document)| Part {
            layer,
            node: document.root,
            named: self.tree.span(document.root),
        });
        let stack = Stack::from_parts(parts).expect("a game has at least its own layer");
        let mut keys = self.by_key(&stack);
        keys.retain(|key, _| key != "imports" && key != "inherit");
        let root = self.merged_keys(&[], &stack, keys);
        Merged {
            root,
            overridden: self.overridden,
        }
    }

    /// One value from the values that several layers have at one place.
    fn place(&mut self, path: &[&str], stack: &Stack) -> NodeId {
        let strategy = strategy(path);
        let Some(stack) = self.of_kind(stack, strategy) else {
            return self.replace(stack);
        };
        match strategy {
            Strategy::Replace => self.replace(&stack),
            Strategy::Keys => {
                let keys = self.by_key(&stack);
                self.merged_keys(path, &stack, keys)
            }
            Strategy::Deep => self.deep(&stack),
            Strategy::Entries => self.entries(path, &stack, Self::entry),
            Strategy::Parameters => self.entries(path, &stack, Self::parameter),
            Strategy::Known(key) => self.known(path, &stack, key),
            Strategy::Cards => self.cards(path, &stack),
            Strategy::Transitions => self.transitions(path, &stack),
            Strategy::Append => self.append(&stack),
        }
    }

    /// The parts that a strategy can merge. A value of another kind hides what is below it; nothing
    /// (`rules:` alone) and what could not be read add nothing. `None` if no part is left or the
    /// highest value is of another kind.
    fn of_kind(&self, stack: &Stack, strategy: Strategy) -> Option<Stack> {
        let top_down = stack.iter().rev().copied();
        let mut fitting: Vec<Part> = top_down
            .filter(|part| strategy == Strategy::Replace || self.adds_something(part.node))
            .take_while(|part| fits(strategy, &self.tree.node(part.node).value))
            .collect();
        fitting.reverse();
        Stack::from_parts(fitting)
    }

    /// The value of the highest layer; the others are noted as overridden.
    fn replace(&mut self, stack: &Stack) -> NodeId {
        let top = stack.top().node;
        self.note_overridden(top, stack);
        top
    }

    /// The values of each key, in the order in which the keys appear from the bottom up.
    fn by_key(&self, stack: &Stack) -> OrderedMap<String, Stack> {
        let mut keys: OrderedMap<String, Stack> = OrderedMap::default();
        for part in stack.iter() {
            for entry in self.tree.entries(part.node) {
                let value = Part {
                    layer: part.layer,
                    node: entry.value,
                    named: entry.key_span,
                };
                push(&mut keys, &entry.key, value);
            }
        }
        keys
    }

    fn merged_keys(
        &mut self,
        path: &[&str],
        stack: &Stack,
        keys: OrderedMap<String, Stack>,
    ) -> NodeId {
        let mut entries = Vec::with_capacity(keys.len());
        for (key, values) in keys {
            let mut path = path.to_vec();
            path.push(&key);
            let value = self.place(&path, &values);
            entries.push(Entry {
                key,
                key_span: values.top().named,
                value,
            });
        }
        self.merged(stack, Value::Map(entries))
    }

    /// Mappings merged all the way down.
    fn deep(&mut self, stack: &Stack) -> NodeId {
        if stack.is_single() {
            return stack.top().node;
        }
        let mut entries = Vec::new();
        for (key, values) in self.by_key(stack) {
            let value = match self.of_kind(&values, Strategy::Deep) {
                Some(mappings) => self.deep(&mappings),
                None => self.replace(&values),
            };
            entries.push(Entry {
                key,
                key_span: values.top().named,
                value,
            });
        }
        self.merged(stack, Value::Map(entries))
    }

    /// A new node that stands for all parts of a stack.
    fn merged(&mut self, stack: &Stack, value: Value) -> NodeId {
        let span = self.tree.span(stack.top().node);
        let node = self.tree.add(Node {
            span,
            tag: None,
            value,
        });
        self.note_overridden(node, stack);
        node
    }

    fn note_overridden(&mut self, node: NodeId, stack: &Stack) {
        if !stack.is_single() {
            let below = stack.iter().rev().skip(1).map(|part| part.node);
            self.overridden.entry(node).or_default().extend(below);
        }
    }

    fn adds_something(&self, node: NodeId) -> bool {
        !self.is_null(node) && !is_unresolved(self.tree, node)
    }

    fn is_null(&self, node: NodeId) -> bool {
        self.tree.node(node).tag.is_none()
            && self
                .tree
                .scalar(node)
                .is_some_and(|scalar| scalar.is_null())
    }
}

fn push<K: std::hash::Hash + Eq + Clone>(stacks: &mut OrderedMap<K, Stack>, key: &K, part: Part) {
    match stacks.get_mut(key) {
        Some(stack) => stack.push(part),
        None => {
            stacks.insert(key.clone(), Stack::new(part));
        }
    }
}

/// True if a strategy can merge values of this kind.
fn fits(strategy: Strategy, value: &Value) -> bool {
    match strategy {
        Strategy::Replace => true,
        Strategy::Keys | Strategy::Deep | Strategy::Entries | Strategy::Parameters => {
            matches!(value, Value::Map(_))
        }
        Strategy::Known(_) | Strategy::Transitions | Strategy::Append => {
            matches!(value, Value::List(_))
        }
        Strategy::Cards => matches!(value, Value::List(_) | Value::Map(_)),
    }
}
