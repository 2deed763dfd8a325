//! The target notation: `scope:owner:selector`.

use super::Problems;
use super::keys::TYPES;
use crate::codes::dialect as code;
use crate::diagnostic::Hint;
use crate::read::{one_of, question};
use crate::similar::meant;
use crate::text::TextPlace;

/// The fitting cards that are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Choose,
    One,
    All,
    Random,
    Top,
    Bottom,
}

/// Owner of the cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Player,
    Opponent,
    Any,
}

/// Selector of cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Selector {
    Any,
    Type(&'static str),
    Tag(String),
}

/// The cards that a step is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) scope: Scope,
    pub(super) owner: Owner,
    pub(super) selector: Selector,
}

const SCOPES: &[(&str, Scope)] = &[
    ("choose", Scope::Choose),
    ("one", Scope::One),
    ("all", Scope::All),
    ("random", Scope::Random),
    ("top", Scope::Top),
    ("bottom", Scope::Bottom),
];

const OWNERS: &[(&str, Owner)] = &[
    ("self", Owner::Player),
    ("opponent", Owner::Opponent),
    ("any", Owner::Any),
];

impl Scope {
    pub(super) fn word(self) -> &'static str {
        let mut scopes = SCOPES.iter();
        let found = scopes.find(|(_, scope)| *scope == self);
        found.map_or("", |(word, _)| word)
    }
}

/// Reads a target; every part that is wrong is reported.
pub(super) fn target(text: &str, place: &TextPlace, problems: &mut Problems<'_>) -> Option<Target> {
    let parts = parts(text);
    let [scope, owner, selector] = parts.as_slice() else {
        let message = format!(
            "a target has three parts with `:` between them, not {}",
            parts.len()
        );
        let hint = match parts.as_slice() {
            [(_, scope), (_, owner), (_, "tag"), (_, tag)] => {
                format!("a tag has `=` before it: `{scope}:{owner}:tag={tag}`")
            }
            _ => "write `scope:owner:selector`, such as `choose:self:artifact`".to_owned(),
        };
        problems.report(
            code::BAD_TARGET,
            place.span(0..text.len()),
            message,
            Some(hint.into()),
        );
        return None;
    };
    let (scope, owner, selector) = (
        word(SCOPES, scope, "which cards are taken", place, problems),
        self::owner(owner, place, problems),
        self::selector(selector, place, problems),
    );
    Some(Target {
        scope: scope?,
        owner: owner?,
        selector: selector?,
    })
}

/// Owner of cards, as one word of a text.
pub(super) fn owner(
    part: &(usize, &str),
    place: &TextPlace,
    problems: &mut Problems<'_>,
) -> Option<Owner> {
    word(OWNERS, part, "whose cards", place, problems)
}

/// Selector of cards, as one word of a text.
pub(super) fn selector(
    part: &(usize, &str),
    place: &TextPlace,
    problems: &mut Problems<'_>,
) -> Option<Selector> {
    let (at, text) = *part;
    if text == "any" {
        return Some(Selector::Any);
    }
    let span = place.span(at..at + text.len());
    if let Some(tag) = text.strip_prefix("tag=") {
        if tag.is_empty() {
            let hint = Some("write the tag after it: `tag=dragon`".into());
            problems.report(code::BAD_TARGET, span, "`tag=` names no tag", hint);
            return None;
        }
        return Some(Selector::Tag(tag.to_owned()));
    }
    if let Some(found) = type_named(text) {
        return Some(Selector::Type(found));
    }
    let words = TYPES.iter().copied().chain(["any"]);
    let hint = match text.split_once(['=', ':']) {
        Some((_, tag)) => format!("a tag is written `tag={tag}`").into(),
        None => meant(text, words.clone()).map_or_else(
            || format!("write {} or `tag=…`", one_of(words)).into(),
            question,
        ),
    };
    let message = format!("`{text}` is neither a type of card, nor `any`, nor a tag");
    problems.report(code::BAD_TARGET, span, message, Some(hint));
    None
}

/// The type of card with this name; `field` is an old word for `domain`.
pub(super) fn type_named(name: &str) -> Option<&'static str> {
    let found = TYPES.iter().find(|known| **known == name)?;
    Some(if *found == "field" { "domain" } else { found })
}

/// The parts of a text between `:`, each with where it begins.
pub(super) fn parts(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    text.split(':')
        .map(|part| {
            let start = at + (part.len() - part.trim_start().len());
            at += part.len() + 1;
            (start, part.trim())
        })
        .collect()
}

fn word<T: Copy>(
    words: &'static [(&'static str, T)],
    (at, text): &(usize, &str),
    what: &str,
    place: &TextPlace,
    problems: &mut Problems<'_>,
) -> Option<T> {
    if let Some((_, value)) = words.iter().find(|(word, _)| word == text) {
        return Some(*value);
    }
    let names = words.iter().map(|(word, _)| *word);
    let hint = meant(text, names.clone()).map_or_else(|| Hint::one_of("write", names), question);
    let span = place.span(*at..at + text.len());
    let message = format!("`{text}` does not say {what}");
    problems.report(code::BAD_TARGET, span, message, Some(hint));
    None
}
