//! Says in an author's words what the YAML parser stumbled over.

use granit_parser::{ErrorKind, ScanError};

use crate::codes::files;
use crate::diagnostic::{Diagnostic, Hint};
use crate::source::{FileId, Span};

use super::problem::too_deep;

/// Situation in which the parser stopped.
pub(super) struct Situation<'a> {
    pub(super) file: FileId,
    pub(super) text: &'a str,
    /// Up to where the text was understood.
    pub(super) reached: usize,
    /// The innermost `[` or `{` that is still open.
    pub(super) open_bracket: Option<usize>,
}

/// The diagnostic for a syntax error.
pub(super) fn explain(error: &ScanError, situation: &Situation<'_>) -> Diagnostic {
    let offset = error.marker().byte_offset().unwrap_or_default();
    let span = situation.character(offset);
    if *error.kind() == ErrorKind::RecursionLimitExceeded {
        return too_deep(span);
    }
    if let Some(tab) = situation.tab_indent(offset) {
        return Diagnostic::new(files::TAB_INDENT, tab, "this line is indented with a tab")
            .hint("indent with spaces, two per level; most editors can replace tabs in the file");
    }
    let slip = match error.kind() {
        ErrorKind::MappingValueNotAllowed => situation.unexpected_colon(offset),
        kind if is_quote(kind) => None,
        ErrorKind::ExpectedFlowMappingSeparator | ErrorKind::ExpectedFlowSequenceSeparator
            if let Some(slip) = situation.colon_between_brackets(offset) =>
        {
            Some(slip)
        }
        _ => situation
            .forgotten_bracket(offset)
            .or_else(|| situation.bracket_in_text(offset)),
    };
    if let Some(diagnostic) = slip {
        return diagnostic;
    }
    let (message, hint) = words(error.kind());
    let diagnostic =
        Diagnostic::new(files::YAML_SYNTAX, span, message).maybe_hint(hint.map(Hint::Text));
    situation.with_opener(diagnostic, error.kind())
}

fn is_quote(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::UnclosedQuotedScalar
            | ErrorKind::InvalidQuotedScalarIndent
            | ErrorKind::DocumentIndicatorInQuotedScalar
    )
}

impl Situation<'_> {
    /// The character at a place; the last one of the text for a place behind it.
    fn character(&self, offset: usize) -> Span {
        let end = self.text.trim_end().len();
        let last = self.text[..end]
            .chars()
            .next_back()
            .map_or(0, char::len_utf8);
        let start = if offset >= end { end - last } else { offset };
        let length = self.text.get(start..).and_then(|rest| rest.chars().next());
        Span::new(self.file, start, start + length.map_or(0, char::len_utf8))
    }

    pub(super) fn span(&self, start: usize, length: usize) -> Span {
        Span::new(self.file, start, start + length)
    }

    /// A bracket of an earlier line that is still open where a key or item stands no further to the
    /// right than that line begins.
    fn forgotten_bracket(&self, offset: usize) -> Option<Diagnostic> {
        let open = self.open_bracket.or_else(|| self.unread_bracket(offset))?;
        let (opening, line) = (self.line(open), self.line(offset));
        let entry = line.text.trim();
        let begins_entry = entry.starts_with("- ") || entry.contains(": ") || entry.ends_with(':');
        if line.start <= opening.start || line.indent() > opening.indent() || !begins_entry {
            return None;
        }
        let closer = match self.text[open..].chars().next()? {
            '[' => ']',
            _ => '}',
        };
        let span = self.character(open);
        Some(
            Diagnostic::new(files::YAML_SYNTAX, span, "this bracket is not closed")
                .hint(format!("add `{closer}` where it ends"))
                .related(self.character(offset), "it should end before this line"),
        )
    }

    /// `{ key: items[0] }`: a bracket that belongs to a text between brackets.
    fn bracket_in_text(&self, offset: usize) -> Option<Diagnostic> {
        let bracket = self.text[offset..]
            .chars()
            .next()
            .filter(|it| "[{]}".contains(*it))?;
        let before = self.text[..offset].chars().next_back()?;
        let is_inside = self.open_bracket.is_some() && (before.is_alphanumeric() || before == '_');
        is_inside.then(|| {
            let message = format!("text that contains `{bracket}` needs quotes between brackets");
            Diagnostic::new(files::YAML_SYNTAX, self.character(offset), message)
                .hint("put the whole text in quotes")
        })
    }

    /// The last bracket behind what was understood that nothing closes before a place.
    fn unread_bracket(&self, offset: usize) -> Option<usize> {
        let unread = self.text.get(self.reached..offset)?;
        let mut open = Vec::new();
        for (at, character) in unread.char_indices() {
            match character {
                '[' | '{' => open.push(self.reached + at),
                ']' | '}' => {
                    open.pop();
                }
                _ => {}
            }
        }
        open.pop()
    }

    /// The tab in the indentation of the line of a place, or of the next line.
    fn tab_indent(&self, offset: usize) -> Option<Span> {
        let before = self.text.get(..offset)?;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let next = self.text[offset..].find('\n').map(|at| offset + at + 1);
        let tab = self.tab_at(start).or_else(|| self.tab_at(next?))?;
        Some(Span::new(self.file, tab, tab + 1))
    }

    /// The first tab in the indentation of the line that begins here.
    fn tab_at(&self, start: usize) -> Option<usize> {
        let line = &self.text[start..];
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        Some(line[..indent].find('\t')? + start)
    }

    /// Adds where the quote or bracket was opened that the parser missed the end of.
    fn with_opener(&self, diagnostic: Diagnostic, kind: &ErrorKind) -> Diagnostic {
        let opener = if is_quote(kind) {
            let rest = self.text.get(self.reached..).unwrap_or_default();
            rest.find(['"', '\'']).map(|at| self.reached + at)
        } else {
            self.open_bracket
        };
        match opener.map(|at| self.character(at)) {
            Some(span) if Some(span) != diagnostic.span => diagnostic.related(span, "opened here"),
            Some(_) | None => diagnostic,
        }
    }
}

/// Message and advice for a kind of error; the parser's own words for rare ones.
fn words(kind: &ErrorKind) -> (String, Option<String>) {
    let (message, hint) = match kind {
        ErrorKind::InvalidColonPlacement => (
            "unexpected `:` between brackets",
            "close the bracket before this line, or put text that contains `: ` in quotes",
        ),
        ErrorKind::MappingValueNotAllowed => (
            "unexpected `:`",
            "check the indentation of this line and the space after `:` in the line above; \
             put text that contains `: ` in quotes",
        ),
        ErrorKind::SimpleKeyExpected | ErrorKind::InvalidSimpleKey => (
            "expected a key followed by `:`",
            "write `key: value` with a space after the colon, or check the indentation",
        ),
        ErrorKind::ExpectedBlockMappingKey | ErrorKind::InvalidIndentation => (
            "this line does not belong to the mapping above it",
            "entries of one mapping begin in the same column",
        ),
        ErrorKind::ExpectedBlockSequenceEntry => (
            "expected `-` here: this line does not belong to the list above it",
            "items of one list begin with `- ` in the same column",
        ),
        ErrorKind::BlockSequenceEntryNotAllowed => (
            "a list cannot begin here",
            "begin the list on its own line below its key",
        ),
        ErrorKind::UnclosedQuotedScalar
        | ErrorKind::InvalidQuotedScalarIndent
        | ErrorKind::DocumentIndicatorInQuotedScalar => (
            "a quoted text does not end",
            "close the quote; inside `'…'` a quote is written `''`, inside `\"…\"` it is `\\\"`",
        ),
        ErrorKind::InvalidTrailingSingleQuotedScalar
        | ErrorKind::InvalidTrailingDoubleQuotedScalar => (
            "there is text after the closing quote",
            "put the whole value in quotes; inside `'…'` a quote is written `''`",
        ),
        ErrorKind::UnknownQuotedScalarEscape => (
            "unknown escape in double quotes",
            "write a backslash as `\\\\`, or use single quotes, where it needs no escape",
        ),
        ErrorKind::ExpectedFlowSequenceSeparator => (
            "expected `,` or `]`",
            "separate the items of `[…]` with commas",
        ),
        ErrorKind::ExpectedFlowMappingSeparator => (
            "expected `,` or `}`",
            "separate the entries of `{…}` with commas",
        ),
        ErrorKind::UnclosedFlowCollection { .. }
        | ErrorKind::UnexpectedEofFlowSequence
        | ErrorKind::UnexpectedEofFlowMapping => {
            ("this bracket is not closed", "add the closing bracket")
        }
        ErrorKind::MismatchedFlowCollectionEnd { open, close } => {
            return (
                format!("the bracket `{open}` is closed by `{close}`"),
                Some("close each bracket with its partner: `[…]`, `{…}`".to_owned()),
            );
        }
        ErrorKind::UndeclaredTagHandle => (
            "unknown tag",
            "CGML has the tags `!include` and `!inherit`; put text that begins with `!` in quotes",
        ),
        ErrorKind::MisplacedFlowCollectionEnd => (
            "this bracket closes nothing that is open",
            "delete it, or open it before",
        ),
        ErrorKind::UnexpectedCharacter { character } => {
            return (
                format!("a value cannot begin with `{}`", character.escape_default()),
                Some("put the text in quotes".to_owned()),
            );
        }
        other => return (format!("this is not valid YAML: {other}"), None),
    };
    (message.to_owned(), Some(hint.to_owned()))
}
