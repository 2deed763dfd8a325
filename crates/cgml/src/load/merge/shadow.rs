//! True if one layer means to override another, or merely happens to.

use std::collections::{BTreeMap, BTreeSet};

use super::stack::{Part, Stack};
use crate::load::layers::{Layer, LayerId, Link};

/// Finds entries that two imports define without knowing of each other.
#[derive(Default)]
pub(super) struct Shadows<'a> {
    layers: &'a [Layer],
    /// For a layer, every layer it is built on, itself included.
    reach: BTreeMap<LayerId, BTreeSet<LayerId>>,
}

impl<'a> Shadows<'a> {
    pub(super) fn new(layers: &'a [Layer]) -> Self {
        Self {
            layers,
            reach: BTreeMap::new(),
        }
    }

    /// The neighbours of which the upper one shadows the lower one, unless the top of the stack is
    /// built on both and so has the last word.
    pub(super) fn in_stack(&mut self, stack: &Stack) -> Vec<(Part, Part)> {
        let top = stack.top().layer;
        let neighbours = stack.iter().zip(stack.iter().skip(1));
        neighbours
            .map(|(lower, upper)| (*lower, *upper))
            .filter(|(lower, upper)| {
                self.is_shadow(lower.layer, upper.layer)
                    && !self.is_settled(top, lower.layer, upper.layer)
            })
            .collect()
    }

    fn is_settled(&mut self, top: LayerId, lower: LayerId, upper: LayerId) -> bool {
        top != upper && self.is_built_on(top, lower) && self.is_built_on(top, upper)
    }

    fn is_shadow(&mut self, lower: LayerId, upper: LayerId) -> bool {
        !self.is_built_on(upper, lower) && self.are_imports(lower, upper)
    }

    /// True if a layer names another one, directly or through others.
    fn is_built_on(&mut self, upper: LayerId, lower: LayerId) -> bool {
        let layers = self.layers;
        let reach = self.reach.entry(upper).or_insert_with(|| {
            let mut reach = BTreeSet::new();
            let mut pending = vec![upper];
            while let Some(layer) = pending.pop() {
                if reach.insert(layer) {
                    pending.extend(&layers[layer].below);
                }
            }
            reach
        });
        reach.contains(&lower)
    }

    /// True if the nearest layer above both reaches each of them through an import.
    fn are_imports(&self, one: LayerId, other: LayerId) -> bool {
        let above_one: BTreeMap<LayerId, Link> = self.way_up(one).collect();
        self.way_up(other)
            .find_map(|(layer, link)| Some((link, *above_one.get(&layer)?)))
            .is_some_and(|links| links == (Link::Import, Link::Import))
    }

    /// Every layer above one, nearest first, with the link it is reached by from there.
    fn way_up(&self, from: LayerId) -> impl Iterator<Item = (LayerId, Link)> {
        std::iter::successors(self.layers[from].above, |(layer, _)| {
            self.layers[*layer].above
        })
    }
}
