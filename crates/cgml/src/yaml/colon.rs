//! Explanations of a `:` that YAML does not expect.

use super::syntax::Situation;
use crate::codes::files;
use crate::diagnostic::{Diagnostic, quoted};

/// The longest text that is shown again with quotes around it.
const SHORT: usize = 60;

impl Situation<'_> {
    /// The slip that made the `:` at this place unexpected, if it is one of the usual ones.
    pub(super) fn unexpected_colon(&self, colon: usize) -> Option<Diagnostic> {
        let line = self.line(colon);
        self.text_with_colon(&line, colon)
            .or_else(|| self.no_space_above(&line, colon))
            .or_else(|| self.indented_too_far(&line))
    }

    /// `key: some text: more`.
    fn text_with_colon(&self, line: &Line<'_>, colon: usize) -> Option<Diagnostic> {
        let start = line.value_start()?;
        let text = line.text.get(start..)?;
        let text = text.split(" #").next().unwrap_or(text).trim_end();
        if line.start + start >= colon || text.starts_with(['"', '\'', '{', '[', '&', '*']) {
            return None;
        }
        Some(self.needs_quotes(line.start + start, &self.whole_text(line, start, text)))
    }

    /// `{ key: some text: more }`.
    pub(super) fn colon_between_brackets(&self, colon: usize) -> Option<Diagnostic> {
        let line = self.line(colon);
        let is_colon = self.text[colon..].starts_with(": ");
        let before = self.text.get(line.start..colon).filter(|_| is_colon)?;
        let begin = before
            .rfind(['{', '[', ','])
            .map_or(0, |bracket| bracket + 1);
        let entry = &before[begin..];
        let value = entry.find(": ").map_or(0, |key| key + 2);
        let space = entry[value..].len() - entry[value..].trim_start().len();
        let start = line.start + begin + value + space;
        let rest = self.text.get(start..line.start + line.text.len())?;
        let text = rest.split([',', '}', ']']).next()?.trim_end();
        let is_plain = !text.starts_with(['"', '\'', '&', '*']) && start < colon;
        is_plain.then(|| self.needs_quotes(start, text))
    }

    /// A text with the lines that go on with it: those that are indented further than its key.
    fn whole_text(&self, line: &Line<'_>, start: usize, text: &str) -> String {
        let mut whole = text.to_owned();
        let behind = line.start + line.text.len();
        if line.start + start + text.len() != line.start + line.text.trim_end().len() {
            return whole;
        }
        let below = self.text.get(behind..).unwrap_or_default();
        let mut gap = &line.text[line.text.trim_end().len()..];
        for next in below.split_inclusive('\n').skip(1) {
            let next = next.trim_end_matches(['\n', '\r']);
            let indent = next.len() - next.trim_start().len();
            if next.trim().is_empty() || indent <= line.entry_start() {
                break;
            }
            whole.push_str(gap);
            whole.push('\n');
            whole.push_str(next.trim_end());
            gap = &next[next.trim_end().len()..];
        }
        whole
    }

    fn needs_quotes(&self, start: usize, text: &str) -> Diagnostic {
        let span = self.span(start, text.len());
        let message = "this text contains `: `, so it needs quotes";
        let diagnostic = Diagnostic::new(files::YAML_SYNTAX, span, message);
        let Some(quote) = ['"', '\''].into_iter().find(|quote| {
            let may_escape = *quote == '"' && text.contains('\\');
            !text.contains(*quote) && !may_escape
        }) else {
            return diagnostic.hint("put it in quotes; inside `'…'` a quote is written `''`");
        };
        let fixed = format!("{quote}{text}{quote}");
        let hint = match text.chars().count() {
            0..=SHORT if !text.contains('\n') => format!("write {}", quoted(&fixed)),
            _ => "put it in quotes".to_owned(),
        };
        let diagnostic = diagnostic.hint(hint);
        // A text over several lines that has a comment or a key in it is not one text.
        let below = text.split_once('\n').map_or("", |(_, below)| below);
        match below.contains(" #") || below.contains(": ") || below.ends_with(':') {
            true => diagnostic,
            false => diagnostic.fix(span, fixed),
        }
    }

    /// `name:pot`, and then a line with a key.
    fn no_space_above(&self, line: &Line<'_>, colon: usize) -> Option<Diagnostic> {
        let above = self.line_above(line)?;
        let text = above.text.split(" #").next()?.trim_end();
        let entry = text.get(above.entry_start()..)?;
        let (key, value) = entry.split_once(':')?;
        let is_slip = !key.is_empty()
            && !value.is_empty()
            && !value.contains(": ")
            && !value.starts_with([' ', '/'])
            && key.chars().all(|letter| !letter.is_whitespace())
            && !key.starts_with(['"', '\'', '{', '[', '&', '*', '#']);
        if !is_slip {
            return None;
        }
        let start = above.start + above.entry_start();
        let at = self.span(start + key.len(), 1);
        let message = format!("there is no space after the `:` of {}", quoted(key));
        Some(
            Diagnostic::new(files::YAML_SYNTAX, at, message)
                .hint(format!("write {}", quoted(&format!("{key}: {value}"))))
                .related(self.span(colon, 1), "so this line has nothing to belong to")
                .fix(at, ": "),
        )
    }

    /// `key: value`, and then a line that is indented further.
    fn indented_too_far(&self, line: &Line<'_>) -> Option<Diagnostic> {
        let above = self.line_above(line)?;
        let (column, entry) = (line.entry_start(), above.entry_start());
        if column <= entry || above.value_start().is_none() {
            return None;
        }
        let key = line.text[column..].split(':').next()?.len();
        let upper = above.text[entry..].split(':').next()?.len();
        let message = "this line is indented further than the line above, which is complete";
        Some(
            Diagnostic::new(
                files::YAML_SYNTAX,
                self.span(line.start + column, key),
                message,
            )
            .related(
                self.span(above.start + entry, upper),
                "begin in this column",
            )
            .hint("keys of one mapping begin in the same column"),
        )
    }

    pub(super) fn line(&self, at: usize) -> Line<'_> {
        let start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let text = self.text[start..].lines().next().unwrap_or_default();
        Line { start, text }
    }

    /// The nearest line above that is neither empty nor a comment.
    fn line_above(&self, line: &Line<'_>) -> Option<Line<'_>> {
        let mut start = line.start;
        while start > 0 {
            let above = self.line(start - 1);
            let text = above.text.trim_start();
            if !text.is_empty() && !text.starts_with('#') {
                return Some(above);
            }
            start = above.start;
        }
        None
    }
}

/// A line and where it begins.
pub(super) struct Line<'a> {
    pub(super) start: usize,
    pub(super) text: &'a str,
}

impl Line<'_> {
    /// The number of spaces that it begins with.
    pub(super) fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start().len()
    }

    /// The place where the entry begins, after the indentation and the dashes of lists.
    fn entry_start(&self) -> usize {
        let mut rest = self.text.trim_start();
        while let Some(entry) = rest.strip_prefix("- ") {
            rest = entry.trim_start();
        }
        self.text.len() - rest.len()
    }

    /// The place where the value begins that follows the key of the line, if there is one.
    fn value_start(&self) -> Option<usize> {
        let entry = self.entry_start();
        let after = self.text[entry..].find(": ")? + entry + 2;
        let value = &self.text[after..];
        let space = value.len() - value.trim_start().len();
        (!value.trim().is_empty()).then_some(after + space)
    }
}
