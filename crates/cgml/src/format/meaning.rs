//! True if two texts say the same: the net under the printer.
//!
//! Compared are the documents, the structure, every value and whether it is quoted (which decides
//! its type), tags, anchors, aliases, and the comments.

use granit_parser::{Event, ScalarStyle, ScanError, Tag, YamlVersion};

use crate::outline::parser;

/// True if both texts are YAML with the same meaning and the same comments.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    match (Meaning::read(one), Meaning::read(other)) {
        (Ok(one), Ok(other)) => one == other,
        (Err(_), _) | (_, Err(_)) => false,
    }
}

#[derive(PartialEq)]
struct Meaning {
    facts: Vec<Fact>,
    comments: Vec<String>,
}

/// Content of an event, without its layout.
#[derive(PartialEq)]
enum Fact {
    Document(bool, Option<YamlVersion>),
    Scalar(String, Quoting, Option<Tag>),
    Alias(usize),
    UnknownAlias(String),
    Anchor(usize, String),
    List(Option<Tag>),
    Map(Option<Tag>),
    End,
    Unknown(String),
}

/// Quoting of a scalar, which tells about its type.
#[derive(PartialEq)]
enum Quoting {
    /// May be a number, `true` or nothing.
    Plain,
    /// In quotes or a block: always text.
    Text,
}

impl Meaning {
    fn read(text: &str) -> Result<Self, ScanError> {
        let mut facts = Vec::new();
        let mut comments = Vec::new();
        for next in parser(text) {
            let (event, span) = next?;
            match event {
                Event::Comment(comment, _) => {
                    comments.push((span.start.index(), comment.trim_end().to_owned()));
                }
                event => facts.extend(fact(event)),
            }
        }
        comments.sort_by_key(|(place, _)| *place);
        let comments = comments.into_iter().map(|(_, comment)| comment).collect();
        Ok(Self { facts, comments })
    }
}

fn fact(event: Event<'_>) -> Option<Fact> {
    let fact = match event {
        Event::StreamStart | Event::StreamEnd | Event::Comment(..) => return None,
        Event::DocumentStart(is_explicit, version) => Fact::Document(is_explicit, version),
        Event::Scalar(value, style, _, tag) => Fact::Scalar(
            value.into_owned(),
            quoting(style),
            tag.map(|tag| tag.into_owned()),
        ),
        Event::Alias(id) => Fact::Alias(id),
        Event::UnresolvedAlias(name) => Fact::UnknownAlias(name.into_owned()),
        Event::Anchor(id, name) => Fact::Anchor(id, name.into_owned()),
        Event::SequenceStart(_, _, tag) => Fact::List(tag.map(|tag| tag.into_owned())),
        Event::MappingStart(_, _, tag) => Fact::Map(tag.map(|tag| tag.into_owned())),
        Event::SequenceEnd | Event::MappingEnd | Event::DocumentEnd => Fact::End,
        // The parser may learn new events; one that we do not know must not go unnoticed.
        event => Fact::Unknown(format!("{event:?}")),
    };
    Some(fact)
}

fn quoting(style: ScalarStyle) -> Quoting {
    match style {
        ScalarStyle::Plain => Quoting::Plain,
        ScalarStyle::SingleQuoted
        | ScalarStyle::DoubleQuoted
        | ScalarStyle::Literal
        | ScalarStyle::Folded => Quoting::Text,
    }
}
