//! Problems in the author's files: what is wrong, where, and what to do about it.
//!
//! A [`Diagnostic`] is data. How it looks on a terminal is in [`crate::render`], what each code means
//! in [`crate::codes`].

use crate::codes::Code;
use crate::source::{SourceMap, Span};

/// How bad a problem is.
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

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which problem; gives the severity and the long explanation.
    pub code: Code,
    /// One sentence: lower case, the thing in backticks, no full stop.
    pub message: String,
    /// Where; `None` only for problems of a whole load, such as a missing entry file.
    pub span: Option<Span>,
    /// A few words under the underlined text; empty for none.
    pub label: String,
    /// What to do.
    pub hint: Option<String>,
    /// Other places that matter, each with a few words.
    pub related: Vec<Related>,
    /// A change that mends it, where there is exactly one sensible change.
    pub fix: Option<Fix>,
}

/// Another place that matters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub span: Span,
    /// What is there, such as "first defined here".
    pub message: String,
}

/// A replacement of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What to replace.
    pub span: Span,
    /// With what.
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

    /// With words under the underlined text.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// With advice.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// With advice, if there is any.
    pub fn maybe_hint(mut self, hint: Option<String>) -> Self {
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

/// Every problem found so far, with the files they point into.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    files: SourceMap,
    list: Vec<Diagnostic>,
    errors: usize,
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

    /// Adds a problem.
    pub fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if diagnostic.severity() == Severity::Error {
            self.errors += 1;
        }
        self.list.push(diagnostic);
        Reported(())
    }

    /// A mark to return to with [`Diagnostics::forget_since`].
    pub(crate) fn mark(&self) -> usize {
        self.list.len()
    }

    /// Takes back what was reported since the mark: for looking ahead.
    pub(crate) fn forget_since(&mut self, mark: usize) {
        self.retain_since(mark, |_| false);
    }

    /// Takes back what was reported since the mark and is not worth keeping.
    pub(crate) fn retain_since(&mut self, mark: usize, keep: impl Fn(&Diagnostic) -> bool) {
        let mut index = 0;
        self.list.retain(|diagnostic| {
            index += 1;
            index <= mark || keep(diagnostic)
        });
        let is_error = |diagnostic: &&Diagnostic| diagnostic.severity() == Severity::Error;
        self.errors = self.list.iter().filter(is_error).count();
    }

    /// `Err` if an error was reported.
    pub fn check(&self) -> Result<(), Reported> {
        if self.has_errors() {
            Err(Reported(()))
        } else {
            Ok(())
        }
    }

    /// Whether an error was reported; warnings do not count.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many errors were reported; warnings do not count.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Every problem, in the order of the files, without repetitions.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut list: Vec<&Diagnostic> = self.list.iter().collect();
        list.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code.number()));
        list.dedup();
        list
    }

    /// Every problem, in the order found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many problems were found, repetitions included.
    pub fn len(&self) -> usize {
        self.list.len()
    }
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
}
