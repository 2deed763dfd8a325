//! The YAML tree: every node with its place, its tag and its text as written.
//!
//! One [`Tree`] holds the nodes of all files of a load, so that merging is a matter of ids and every
//! node keeps the place it came from. Aliases are expanded by sharing: an alias is the id of the
//! node that carries the anchor.

use crate::diagnostic::quoted;
use crate::source::Span;

/// A node of a [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// The nodes of a load.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// A node of a load: a value with its place and tag.
#[derive(Debug, Clone)]
pub struct Node {
    /// The place where it is written.
    pub span: Span,
    /// Its tag, such as `!include`, if it has one of its own.
    pub tag: Option<Tag>,
    /// A scalar, a list or a mapping, with its content.
    pub value: Value,
}

/// The tag of a value that could not be read, such as an alias that names nothing. No author can write
/// it: tags that CGML does not have are reported and dropped.
pub(crate) const UNREAD: &str = "!unread";

/// A tag such as `!include`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// With its exclamation mark.
    pub name: String,
    /// Place of the tag.
    pub span: Span,
}

/// Kind of a node.
#[derive(Debug, Clone)]
pub enum Value {
    /// A scalar, as written.
    Scalar(Scalar),
    /// A sequence, in document order.
    List(Vec<NodeId>),
    /// A mapping, in document order.
    Map(Vec<Entry>),
}

/// A scalar as written: what it means is asked with [`Scalar::int`] and the like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar {
    /// The text without quotes, escapes resolved.
    pub text: String,
    /// Quotes or indicator, which tell text from numbers.
    pub style: Style,
}

/// Style of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Without quotes: may be a number, `true`, `null`.
    Plain,
    /// `'…'`: the bytes between the quotes are the text, except `''`.
    Single,
    /// `"…"`: may hold escapes.
    Double,
    /// `|` or `>`: the span covers the lines of text, not the indicator.
    Block,
}

/// One key of a mapping and its value.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The key's text; keys are always text.
    pub key: String,
    /// The place where the key is written.
    pub key_span: Span,
    /// Node of the value.
    pub value: NodeId,
}

impl Tree {
    /// Adds a node; gives its id.
    pub fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Adds all nodes of another tree; the ids of that tree are higher by the number it gives.
    pub(crate) fn append(&mut self, other: &Tree) -> u32 {
        let offset = self.nodes.len() as u32;
        self.nodes.extend(other.nodes.iter().cloned());
        for node in &mut self.nodes[offset as usize..] {
            match &mut node.value {
                Value::Scalar(_) => {}
                Value::List(items) => items.iter_mut().for_each(|item| item.0 += offset),
                Value::Map(entries) => entries.iter_mut().for_each(|entry| entry.value.0 += offset),
            }
        }
        offset
    }

    /// The node with this id.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The node with this id, to change it; only the parser and the merger do.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The place where a node is written.
    pub fn span(&self, id: NodeId) -> Span {
        self.node(id).span
    }

    /// True if a node is a mapping that could be read.
    pub fn is_map(&self, id: NodeId) -> bool {
        let node = self.node(id);
        node.tag.is_none() && matches!(node.value, Value::Map(_))
    }

    /// True if a node is a list that could be read.
    pub fn is_list(&self, id: NodeId) -> bool {
        let node = self.node(id);
        node.tag.is_none() && matches!(node.value, Value::List(_))
    }

    /// The entries of a mapping; empty for anything else.
    pub fn entries(&self, id: NodeId) -> &[Entry] {
        match &self.node(id).value {
            Value::Map(entries) => entries,
            Value::Scalar(_) | Value::List(_) => &[],
        }
    }

    /// The items of a sequence; empty for anything else.
    pub fn items(&self, id: NodeId) -> &[NodeId] {
        match &self.node(id).value {
            Value::List(items) => items,
            Value::Scalar(_) | Value::Map(_) => &[],
        }
    }

    /// The entry of a mapping with this key.
    pub fn entry(&self, id: NodeId, key: &str) -> Option<&Entry> {
        self.entries(id).iter().find(|entry| entry.key == key)
    }

    /// The value of a mapping's key.
    pub fn get(&self, id: NodeId, key: &str) -> Option<NodeId> {
        self.entry(id, key).map(|entry| entry.value)
    }

    /// The scalar at a node, if it is one.
    pub fn scalar(&self, id: NodeId) -> Option<&Scalar> {
        match &self.node(id).value {
            Value::Scalar(scalar) => Some(scalar),
            Value::List(_) | Value::Map(_) => None,
        }
    }

    /// The text of a scalar, if it is one.
    pub fn text(&self, id: NodeId) -> Option<&str> {
        self.scalar(id).map(|scalar| scalar.text.as_str())
    }
}

impl Scalar {
    /// True if it means "nothing": empty, `~` or `null` without quotes.
    pub fn is_null(&self) -> bool {
        self.style == Style::Plain
            && matches!(self.text.as_str(), "" | "~" | "null" | "Null" | "NULL")
    }

    /// The truth value it means.
    pub fn bool(&self) -> Option<bool> {
        match (self.style, self.text.as_str()) {
            (Style::Plain, "true" | "True" | "TRUE") => Some(true),
            (Style::Plain, "false" | "False" | "FALSE") => Some(false),
            _ => None,
        }
    }

    /// The whole number it means (YAML 1.2 core schema, 64 bits).
    pub fn int(&self) -> Option<i64> {
        if self.style != Style::Plain {
            return None;
        }
        let text = self.text.as_str();
        if let Some(digits) = text.strip_prefix("0x") {
            return i64::from_str_radix(digits, 16).ok();
        }
        if let Some(digits) = text.strip_prefix("0o") {
            return i64::from_str_radix(digits, 8).ok();
        }
        text.parse().ok()
    }

    /// True if it is a number with a fraction or exponent.
    pub fn is_float(&self) -> bool {
        self.style == Style::Plain
            && self.int().is_none()
            && self.text.bytes().any(|byte| byte.is_ascii_digit())
            && self.text.parse::<f64>().is_ok()
    }
}

impl Value {
    /// Noun for it, in an author's words.
    pub fn noun(&self) -> &'static str {
        match self {
            Self::Scalar(scalar) if scalar.is_null() => "nothing",
            Self::Scalar(scalar) if scalar.bool().is_some() => "`true` or `false`",
            Self::Scalar(scalar) if scalar.int().is_some() => "a number",
            Self::Scalar(scalar) if scalar.is_float() => "a number with a fraction",
            Self::Scalar(_) => "text",
            Self::List(_) => "a list",
            Self::Map(_) => "a mapping",
        }
    }

    /// The text of a scalar as a message shows it; what other values are.
    pub fn shown(&self) -> String {
        match self {
            Self::Scalar(scalar) if !scalar.is_null() => quoted(&scalar.text),
            Self::Scalar(_) | Self::List(_) | Self::Map(_) => self.noun().to_owned(),
        }
    }
}
