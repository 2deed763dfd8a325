//! Lists of entries: matched by what they are known by, not by position.

use std::collections::{BTreeMap, BTreeSet};

use super::Merger;
use super::entries::near_sibling;
use super::stack::{Part, Stack};
use crate::codes::merge;
use crate::diagnostic::{Diagnostic, quoted};
use crate::load::include::is_unresolved;
use crate::load::layers::LayerId;
use crate::ordered::OrderedMap;
use crate::tree::{Entry, Node, NodeId, Scalar, Style, Value};

/// An item of a list and what it is known by, if anything.
struct Item {
    identity: Option<Vec<String>>,
    part: Part,
}

impl Merger<'_> {
    /// A list whose entries are known by one key.
    pub(super) fn known(&mut self, path: &[&str], stack: &Stack, key: &str) -> NodeId {
        let mut items = Vec::new();
        for part in stack.iter() {
            items.extend(self.items_known_by(*part, key));
        }
        self.matched(path, stack, items)
    }

    /// The cards: a list known by `id`, or a mapping from id to card.
    pub(super) fn cards(&mut self, path: &[&str], stack: &Stack) -> NodeId {
        let mut items = Vec::new();
        for part in stack.iter() {
            match self.tree.node(part.node).value {
                Value::Map(_) => items.extend(self.keyed_cards(*part)),
                Value::List(_) | Value::Scalar(_) => items.extend(self.items_known_by(*part, "id")),
            }
        }
        self.matched(path, stack, items)
    }

    /// Transitions: known by `from`, `to` and `id`. Without `id`, by the two states, where no layer
    /// has several between them; otherwise they add up.
    pub(super) fn transitions(&mut self, path: &[&str], stack: &Stack) -> NodeId {
        let mut items = Vec::new();
        for part in stack.iter() {
            for node in self.items(part.node) {
                items.push(self.transition(part.layer, node));
            }
        }
        let mut counts: BTreeMap<(LayerId, Vec<String>), usize> = BTreeMap::new();
        for item in &items {
            if let Some(states) = item.identity.clone().filter(|identity| identity.len() == 2) {
                *counts.entry((item.part.layer, states)).or_default() += 1;
            }
        }
        let several = counts.into_iter().filter(|(_, count)| *count > 1);
        let several: BTreeSet<Vec<String>> = several.map(|((_, states), _)| states).collect();
        for item in &mut items {
            item.identity.take_if(|identity| several.contains(identity));
        }
        self.matched(path, stack, items)
    }

    /// Lower items, then higher ones.
    pub(super) fn append(&mut self, stack: &Stack) -> NodeId {
        let parts = stack.iter();
        let items = parts.flat_map(|part| self.items(part.node)).collect();
        self.merged(stack, Value::List(items))
    }

    /// One list of all items; those with the same identity become one entry.
    fn matched(&mut self, path: &[&str], stack: &Stack, items: Vec<Item>) -> NodeId {
        let mut slots: Vec<(String, Stack)> = Vec::new();
        let mut known: OrderedMap<Vec<String>, usize> = OrderedMap::default();
        for Item { identity, part } in items {
            let name = identity.as_ref().map_or(String::new(), |it| it.join(" → "));
            let slot = identity.as_ref().and_then(|identity| known.get(identity));
            match slot.map(|slot| &mut slots[*slot].1) {
                Some(slot) if slot.top().layer == part.layer => {
                    let problem = same_identity(path, &name, slot.top(), part);
                    self.diagnostics.report(problem);
                }
                Some(slot) => slot.push(part),
                None => {
                    known.extend(identity.map(|identity| (identity, slots.len())));
                    slots.push((name, Stack::new(part)));
                }
            }
        }
        let mut merged = Vec::with_capacity(slots.len());
        let near = |name: &str| near_sibling(name, slots.iter().map(|(name, _)| name));
        for (name, slot) in &slots {
            merged.extend(self.settle(path, name, slot, Self::entry, &near));
        }
        self.merged(stack, Value::List(merged))
    }

    /// The items of a list; in place of an `!include` that brought a list, its items. What could
    /// not be included was reported and is left out.
    fn items(&self, list: NodeId) -> Vec<NodeId> {
        let mut items = Vec::new();
        for item in self.tree.items(list) {
            if is_unresolved(self.tree, *item) {
                continue;
            }
            if self.included_lists.contains(item) {
                items.extend(self.items(*item));
            } else {
                items.push(*item);
            }
        }
        items
    }

    fn items_known_by(&self, list: Part, key: &str) -> Vec<Item> {
        let items = self.items(list.node).into_iter();
        items
            .map(|node| {
                let value = self.tree.get(node, key).filter(|it| !self.is_null(*it));
                let name = value.and_then(|value| self.tree.text(value));
                let named = value.map_or(self.tree.span(node), |value| self.tree.span(value));
                Item {
                    identity: name.map(|name| vec![name.to_owned()]),
                    part: Part {
                        layer: list.layer,
                        node,
                        named,
                    },
                }
            })
            .collect()
    }

    fn transition(&self, layer: LayerId, node: NodeId) -> Item {
        let text = |key| {
            let value = self.tree.get(node, key)?;
            self.tree.text(value).map(str::to_owned)
        };
        let states = text("from").zip(text("to"));
        let identity = states.map(|(from, to)| [Some(from), Some(to), text("id")]);
        let named = self.tree.get(node, "id").or(self.tree.get(node, "from"));
        Item {
            identity: identity.map(|identity| identity.into_iter().flatten().collect()),
            part: Part {
                layer,
                node,
                named: self.tree.span(named.unwrap_or(node)),
            },
        }
    }

    /// The cards of a mapping, each with its key as `id`.
    fn keyed_cards(&mut self, cards: Part) -> Vec<Item> {
        let mut items = Vec::new();
        for entry in self.tree.entries(cards.node).to_vec() {
            if is_unresolved(self.tree, entry.value) {
                continue;
            }
            items.push(Item {
                identity: Some(vec![entry.key.clone()]),
                part: Part {
                    layer: cards.layer,
                    node: self.with_id(&entry),
                    named: entry.key_span,
                },
            });
        }
        items
    }

    fn with_id(&mut self, card: &Entry) -> NodeId {
        if let Some(id) = self.tree.entry(card.value, "id") {
            if self.tree.text(id.value) != Some(&card.key) {
                let problem = key_and_id(card, id);
                self.diagnostics.report(problem);
            }
            return card.value;
        }
        if !matches!(self.tree.node(card.value).value, Value::Map(_)) && !self.is_null(card.value) {
            return card.value;
        }
        let id = self.tree.add(Node {
            span: card.key_span,
            tag: None,
            value: Value::Scalar(Scalar {
                text: card.key.clone(),
                style: Style::Single,
            }),
        });
        let mut entries = vec![Entry {
            key: "id".to_owned(),
            key_span: card.key_span,
            value: id,
        }];
        entries.extend_from_slice(self.tree.entries(card.value));
        let span = self.tree.span(card.value);
        self.tree.add(Node {
            span,
            tag: None,
            value: Value::Map(entries),
        })
    }
}

fn same_identity(path: &[&str], name: &str, first: Part, second: Part) -> Diagnostic {
    let message = format!("{} is twice in `{}`", quoted(name), path.join("."));
    Diagnostic::new(merge::SAME_IDENTITY, second.named, message)
        .label("defined again")
        .related(first.named, "first defined here")
        .hint("rename one of the two, or delete it")
}

fn key_and_id(card: &Entry, id: &Entry) -> Diagnostic {
    let message = format!("the card {} has another `id`", quoted(&card.key));
    Diagnostic::new(merge::KEY_AND_ID, id.key_span, message)
        .related(card.key_span, "the key of the card is here")
        .hint("delete `id`, or make it the same as the key")
}
