//! Problems in the author's files: what is wrong, where, and what to do about it.
//!
//! A [`Diagnostic`] is data. How it looks on a terminal is in [`crate::render`], what each code means
//! in [`crate::codes`].

use std::fmt;

use crate::codes::{self, Code};
use crate::limits;
use crate::source::{SourceMap, Span};

/// Severity of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The game cannot be used.
    Error,
    /// The game can be used; the author probably means something else.
    Warning,
}

impl Severity {
    /// The word people and programs read.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A problem in the author's files, with everything needed to print it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Code of the problem; gives the severity and the long explanation.
    pub code: Code,
    /// One sentence: lower case, the thing in backticks, no full stop.
    pub message: String,
    /// Place of the problem; `None` only for problems of a whole load, such as a missing entry file.
    pub span: Option<Span>,
    /// A few words under the underlined text; empty for none.
    pub label: String,
    /// Hint: what to do.
    pub hint: Option<Hint>,
    /// Other places that matter, each with a few words.
    pub related: Vec<Related>,
    /// A change that mends it, where there is exactly one sensible change.
    pub fix: Option<Fix>,
}

/// Advice about a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// The name that was probably meant.
    Meant(String),
    /// Names of which one can be written.
    OneOf {
        /// The names, or the first of very many.
        names: Vec<String>,
        /// The sentence that lists them.
        text: String,
    },
    /// Advice in a sentence of its own.
    Text(String),
}

impl Hint {
    /// Names that there are: "the kinds are `spell` and `creature`".
    pub fn all_of<'n>(intro: &str, names: impl IntoIterator<Item = &'n str>) -> Self {
        Self::listing(intro, names, crate::read::all_of)
    }

    /// Names of which one is wanted: "write `spell` or `creature`".
    pub fn one_of<'n>(intro: &str, names: impl IntoIterator<Item = &'n str>) -> Self {
        Self::listing(intro, names, crate::read::one_of)
    }

    fn listing<'n>(
        intro: &str,
        names: impl IntoIterator<Item = &'n str>,
        list: impl Fn(Vec<&'n str>) -> String,
    ) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        let text = format!("{intro} {}", list(names.clone()));
        let shown = names.into_iter().take(crate::read::LISTED);
        Self::OneOf {
            names: shown.map(str::to_owned).collect(),
            text,
        }
    }

    fn text_mut(&mut self) -> &mut String {
        match self {
            Self::Meant(text) | Self::OneOf { text, .. } | Self::Text(text) => text,
        }
    }
}

impl fmt::Display for Hint {
    /// The advice in English.
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Meant(name) => write!(to, "did you mean `{name}`?"),
            Self::OneOf { text, .. } | Self::Text(text) => write!(to, "{text}"),
        }
    }
}

impl From<String> for Hint {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Hint {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// Another place that matters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// Place in a file of the load.
    pub span: Span,
    /// A note such as "first defined here".
    pub message: String,
}

/// A replacement of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The text to replace.
    pub span: Span,
    /// Text that takes its place.
    pub replacement: String,
}

impl Diagnostic {
    /// A problem at a place.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            span: Some(span),
            ..Self::placeless(code, message)
        }
    }

    /// A problem that has no place in any file.
    pub fn placeless(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            span: None,
            label: String::new(),
            hint: None,
            related: Vec::new(),
            fix: None,
        }
    }

    /// The severity of its code.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// Sets the words under the underlined text.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The names that the message is about: each text in backticks, once.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.message.split('`').skip(1).step_by(2) {
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Sets the advice.
    pub fn hint(mut self, hint: impl Into<Hint>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Sets the advice, if there is any.
    pub fn maybe_hint(mut self, hint: Option<Hint>) -> Self {
        self.hint = hint.or(self.hint);
        self
    }

    /// With another place.
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related {
            span,
            message: message.into(),
        });
        self
    }

    /// With no more than a reader wants to read of each text.
    fn shortened(mut self) -> Self {
        let related = self.related.iter_mut().map(|related| &mut related.message);
        let texts = [&mut self.message, &mut self.label];
        texts
            .into_iter()
            .chain(self.hint.as_mut().map(Hint::text_mut))
            .chain(related)
            .for_each(shorten);
        self
    }

    /// With the change that mends it.
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fix = Some(Fix {
            span,
            replacement: replacement.into(),
        });
        self
    }
}

/// Proof that at least one error was reported: what a stage returns when it cannot give its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reported(());

/// Text from an author's file as a message shows it: in backticks, on one line and not too long.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut shown = String::from("`");
    for character in text.chars().take(LONGEST) {
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown.push('`');
    shown
}

/// Cuts a text that only quotes of an author's own text can make so long.
fn shorten(text: &mut String) {
    if text.len() <= limits::MESSAGE_LETTERS {
        return;
    }
    if let Some((end, _)) = text.char_indices().nth(limits::MESSAGE_LETTERS) {
        text.truncate(end);
        text.push('…');
    }
}

/// Every problem found so far, with the files they point into.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    files: SourceMap,
    list: Vec<Diagnostic>,
    found: Found,
}

/// The number of problems that were found, whether they are kept or not.
#[derive(Debug, Clone, Copy, Default)]
struct Found {
    errors: usize,
    warnings: usize,
}

impl Found {
    fn of(&mut self, severity: Severity) -> &mut usize {
        match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        }
    }
}

/// A moment to return to with [`Diagnostics::forget_since`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    kept: usize,
    found: Found,
}

impl Diagnostics {
    /// Nothing found yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The files read so far; kept here so that problems can be shown whatever else failed.
    pub fn files(&self) -> &SourceMap {
        &self.files
    }

    /// The files read so far, to add one.
    pub fn files_mut(&mut self) -> &mut SourceMap {
        &mut self.files
    }

    /// Adds a problem. After [`limits::PROBLEMS`] of a severity the rest is only counted.
    pub fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        let count = self.found.of(diagnostic.severity());
        *count += 1;
        if *count <= limits::PROBLEMS {
            self.list.push(diagnostic.shortened());
        } else if *count == limits::PROBLEMS + 1 {
            self.list.push(too_many(diagnostic.severity()));
        }
        Reported(())
    }

    /// A mark to return to with [`Diagnostics::forget_since`].
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            kept: self.list.len(),
            found: self.found,
        }
    }

    /// Takes back what was reported since the mark: for looking ahead.
    pub(crate) fn forget_since(&mut self, mark: Mark) {
        self.list.truncate(mark.kept);
        self.found = mark.found;
    }

    /// Takes back what was reported since the mark and is not worth keeping.
    pub(crate) fn retain_since(&mut self, mark: Mark, keep: impl Fn(&Diagnostic) -> bool) {
        for diagnostic in self.list.split_off(mark.kept) {
            if keep(&diagnostic) {
                self.list.push(diagnostic);
            } else {
                *self.found.of(diagnostic.severity()) -= 1;
            }
        }
    }

    /// `Err` if an error was reported.
    pub fn check(&self) -> Result<(), Reported> {
        if self.has_errors() {
            Err(Reported(()))
        } else {
            Ok(())
        }
    }

    /// True if an error was reported; warnings do not count.
    pub fn has_errors(&self) -> bool {
        self.found.errors > 0
    }

    /// The number of errors that were reported; warnings do not count.
    pub fn error_count(&self) -> usize {
        self.found.errors
    }

    /// Every problem that is kept, in the order of the files, without repetitions.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut list: Vec<&Diagnostic> = self.list.iter().collect();
        list.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code.number()));
        list.dedup();
        list
    }

    /// Every problem that is kept, in the order found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// True if nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The number of problems that are kept, repetitions included.
    pub fn len(&self) -> usize {
        self.list.len()
    }
}

fn too_many(severity: Severity) -> Diagnostic {
    let (code, what) = match severity {
        Severity::Error => (codes::files::TOO_MANY_ERRORS, "errors"),
        Severity::Warning => (codes::files::TOO_MANY_WARNINGS, "warnings"),
    };
    let message = format!(
        "the game has more than {} {what}; the others are not shown",
        limits::PROBLEMS
    );
    Diagnostic::placeless(code, message).hint("mend the first ones and check again")
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_stays_on_one_short_line() {
        assert_eq!(quoted("手札"), "`手札`");
        assert_eq!(quoted("a\nb\u{1b}[31m"), "`a\\nb\\u{1b}[31m`");
        assert_eq!(quoted(&"x".repeat(61)), format!("`{}…`", "x".repeat(60)));
    }

    fn problem(message: &str) -> Diagnostic {
        Diagnostic::placeless(codes::files::EMPTY_FILE, message)
    }

    #[test]
    fn a_long_message_is_cut() {
        let mut diagnostics = Diagnostics::new();
        diagnostics.report(problem(&"札".repeat(1_000_000)).hint("x".repeat(1000)));

        let kept = &diagnostics.list[0];
        assert_eq!(kept.message.chars().count(), limits::MESSAGE_LETTERS + 1);
        assert!(kept.message.ends_with("札…"));
        assert_eq!(kept.hint, Some(Hint::Text("x".repeat(1000))));
    }

    #[test]
    fn too_many_problems_are_counted_and_not_kept() {
        let mut diagnostics = Diagnostics::new();
        for _ in 0..limits::PROBLEMS + 5 {
            diagnostics.report(problem("x"));
        }

        let codes: Vec<Code> = diagnostics.sorted().iter().map(|it| it.code).collect();
        assert_eq!(diagnostics.error_count(), limits::PROBLEMS + 5);
        assert_eq!(diagnostics.len(), limits::PROBLEMS + 1);
        assert_eq!(
            codes,
            [codes::files::EMPTY_FILE, codes::files::TOO_MANY_ERRORS]
        );
    }

    #[test]
    fn what_is_taken_back_was_never_there() {
        let mut diagnostics = Diagnostics::new();
        diagnostics.report(problem("first"));
        let mark = diagnostics.mark();
        diagnostics.report(problem("second"));
        diagnostics.report(problem("third"));

        let mut some = diagnostics.clone();
        some.retain_since(mark, |diagnostic| diagnostic.message == "third");
        diagnostics.forget_since(mark);

        assert_eq!((diagnostics.len(), diagnostics.error_count()), (1, 1));
        assert_eq!((some.len(), some.error_count()), (2, 2));
        assert_eq!(some.list[1].message, "third");
    }
}
