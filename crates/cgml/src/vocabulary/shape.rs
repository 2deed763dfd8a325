//! The shape of a document: which keys stand where and what their values look like.

use super::names::NameKind;
use super::want::Want;
use crate::version::Version;

/// Shape of a value.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// Anything at all; engines ignore it.
    Any,
    /// `true` or `false`.
    Flag,
    /// A whole number within bounds.
    Number(i64, i64),
    /// Text for the machine, such as a file name or a version.
    Text,
    /// Text for people: text, or one text per language.
    Prose,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A name declared elsewhere.
    Name(NameKind),
    /// A name declared here.
    NewName(NameKind),
    /// A number, text, truth value or nothing; or a list of those.
    Literal,
    /// An expression: the long form, and from 1.4 on text.
    Operand(Want),
    /// A whole number, or an expression that gives one.
    Count,
    /// `current`, `opponent`, `all` …, a seat number, or an expression.
    Player,
    /// Several of those.
    Players,
    /// The steps of an effect.
    Steps,
    /// Trigger of a rule: `on.phase.Main`.
    Trigger,
    /// From 1.4: what an ability listens to: `this.entered`.
    Event,
    /// From 1.4: continuous changes, as text or long form.
    Modifiers,
    /// From 1.4: the type of a property, attribute, parameter or field.
    Type,
    /// A card: its keys depend on its kind.
    Card,
    /// A list of values of this shape.
    List(&'static Shape),
    /// One value of this shape, or a list of them.
    OneOrMany(&'static Shape),
    /// A mapping from names declared here.
    Map(NameKind, &'static Shape),
    /// A mapping from names declared elsewhere.
    MapOf(NameKind, &'static Shape),
    /// A mapping from words of any kind.
    Words(&'static Shape),
    /// The first of these that fits the form of the value.
    Either(&'static [Shape]),
    /// A mapping with known keys.
    Object(&'static Object),
    /// A mapping of one of several sorts; the word at this key tells which.
    Sort(&'static str, &'static [(&'static str, &'static Object)]),
}

impl Shape {
    /// The shapes of its parts, or those it may be one of; the keys of a mapping are its own.
    pub fn inner(&self) -> &'static [Shape] {
        match self {
            Self::List(inner)
            | Self::OneOrMany(inner)
            | Self::Map(_, inner)
            | Self::MapOf(_, inner)
            | Self::Words(inner) => std::slice::from_ref(*inner),
            Self::Either(shapes) => shapes,
            Self::Any
            | Self::Flag
            | Self::Number(..)
            | Self::Text
            | Self::Prose
            | Self::Word(_)
            | Self::Name(_)
            | Self::NewName(_)
            | Self::Literal
            | Self::Operand(_)
            | Self::Count
            | Self::Player
            | Self::Players
            | Self::Steps
            | Self::Trigger
            | Self::Event
            | Self::Modifiers
            | Self::Type
            | Self::Card
            | Self::Object(_)
            | Self::Sort(..) => &[],
        }
    }
}

/// A mapping with known keys.
#[derive(Debug)]
pub struct Object {
    /// Its noun, for messages and the schema: "a zone".
    pub name: &'static str,
    /// One or two sentences.
    pub about: &'static str,
    /// Known keys, in the order of the reference.
    pub keys: &'static [Key],
}

/// One key of a mapping.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The key as authors write it.
    pub name: &'static str,
    /// True if it must be there.
    pub required: bool,
    /// Shape of its value.
    pub shape: Shape,
    /// First version of the language that has it.
    pub since: Version,
    /// Description for the reference and the schema, one sentence.
    pub about: &'static str,
}

impl Key {
    /// A key that must be there.
    pub const fn required(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Self {
            name,
            required: true,
            shape,
            since: Version::V1_3,
            about,
        }
    }

    /// A key that may be there.
    pub const fn optional(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Self {
            name,
            required: false,
            shape,
            since: Version::V1_3,
            about,
        }
    }

    /// The same key, but only since 1.4.
    pub const fn since_1_4(mut self) -> Self {
        self.since = Version::V1_4;
        self
    }
}

impl Object {
    /// The key with this name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}
