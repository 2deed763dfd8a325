//! The values that layers have at one place.

use crate::load::layers::LayerId;
use crate::source::Span;
use crate::tree::NodeId;

/// A value of one layer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) layer: LayerId,
    pub(super) node: NodeId,
    /// The key or id it is known by.
    pub(super) named: Span,
}

/// The values of one place, lowest first; never none.
#[derive(Debug, Clone)]
pub(super) struct Stack {
    bottom: Part,
    above: Vec<Part>,
}

impl Stack {
    pub(super) fn new(bottom: Part) -> Self {
        Self {
            bottom,
            above: Vec::new(),
        }
    }

    pub(super) fn from_parts(parts: impl IntoIterator<Item = Part>) -> Option<Self> {
        let mut parts = parts.into_iter();
        Some(Self {
            bottom: parts.next()?,
            above: parts.collect(),
        })
    }

    pub(super) fn push(&mut self, part: Part) {
        self.above.push(part);
    }

    pub(super) fn top(&self) -> Part {
        *self.above.last().unwrap_or(&self.bottom)
    }

    pub(super) fn is_single(&self) -> bool {
        self.above.is_empty()
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &Part> {
        std::iter::once(&self.bottom).chain(&self.above)
    }
}
