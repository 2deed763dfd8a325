//! One problem as the renderer wants it: a title, excerpts with marks, notes and a suggestion.

use super::excerpt::{Excerpt, excerpt, line_end, line_start};
use super::place::Fitted;
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::source::{Place, SourceFile, SourceMap};
use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Message, Patch, Renderer, Snippet,
    normalize_untrusted_str,
};
use std::ops::Range;

/// Places at most this many lines apart share an excerpt.
const NEAR: u32 = 60;

/// A place of more lines than this is underlined on its first line only.
const TALL: usize = 12;

/// The most characters of a message or a replacement.
const WORDY: usize = 1_000;

/// The text of one problem, with its fix as a suggestion; ends without a line break.
pub(super) fn text(renderer: &Renderer, files: &SourceMap, diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let views = views(marks(files, diagnostic));
    let corrections = views.iter().flat_map(View::corrections).collect::<Vec<_>>();
    let suggestion = suggestion(files, diagnostic);
    // The hint stands above the change that it advises.
    let hint = diagnostic.hint.as_ref().filter(|_| suggestion.is_none());
    let problem = level
        .primary_title(words(&diagnostic.message))
        .id(diagnostic.code.name())
        .elements(views.into_iter().map(View::snippet))
        .elements(lost_places(files, diagnostic))
        .elements(hint.map(|hint| Level::HELP.message(words(&hint.to_string()))));
    let report: Vec<Group<'_>> = [Some(problem), suggestion].into_iter().flatten().collect();
    corrections
        .into_iter()
        .fold(renderer.render(&report), Correction::apply)
}

/// A place to underline, and the words beside it.
#[derive(Debug)]
struct Mark<'a> {
    kind: AnnotationKind,
    place: Fitted<'a>,
    start: Place,
    label: &'a str,
}

impl<'a> Mark<'a> {
    fn new(kind: AnnotationKind, place: Fitted<'a>, label: &'a str) -> Self {
        Self {
            kind,
            start: place.start(),
            place,
            label,
        }
    }

    fn is_near(&self, other: &Self) -> bool {
        self.place.file.path() == other.place.file.path()
            && self.start.line.abs_diff(other.start.line) <= NEAR
    }

    /// The range to underline: without the line breaks a YAML block ends with, and not too tall.
    fn range(&self) -> Range<usize> {
        let Range { start, end } = self.place.range;
        let text = self.place.file.text();
        let marked = text[start..end].trim_end_matches(['\n', '\r', ' ']);
        match marked.bytes().filter(|byte| *byte == b'\n').count() {
            _ if marked.is_empty() => start..end.min(line_end(text, start)),
            breaks if breaks >= TALL => start..line_end(text, start),
            _ => start..start + marked.len(),
        }
    }

    fn annotation(&self, range: Range<usize>) -> Annotation<'a> {
        let label = Some(words(self.label)).filter(|label| !label.is_empty());
        self.kind.span(range).label(label)
    }
}

/// The problem's own place and the related ones.
fn marks<'a>(files: &'a SourceMap, diagnostic: &'a Diagnostic) -> Vec<Mark<'a>> {
    let own = diagnostic
        .span
        .map(|span| (AnnotationKind::Primary, span, &diagnostic.label));
    let related = diagnostic
        .related
        .iter()
        .map(|it| (AnnotationKind::Context, it.span, &it.message));
    own.into_iter()
        .chain(related)
        .filter_map(|(kind, span, label)| {
            Fitted::new(files, span).map(|place| Mark::new(kind, place, label))
        })
        .collect()
}

/// One excerpt and its marks; all of one file.
#[derive(Debug)]
struct View<'a> {
    file: &'a SourceFile,
    first_line: u32,
    marks: Vec<Mark<'a>>,
    excerpt: Excerpt,
}

/// The marks in as few excerpts as possible, the first mark's first.
fn views(marks: Vec<Mark<'_>>) -> Vec<View<'_>> {
    let mut views = Vec::new();
    let mut rest = marks.into_iter();
    while let Some(first) = rest.next() {
        let (near, far): (Vec<_>, Vec<_>) = rest.partition(|mark| mark.is_near(&first));
        views.push(View::new(first, near));
        rest = far.into_iter();
    }
    views
}

impl<'a> View<'a> {
    fn new(first: Mark<'a>, near: Vec<Mark<'a>>) -> Self {
        let file = first.place.file;
        let marks: Vec<Mark<'_>> = std::iter::once(first).chain(near).collect();
        let lines = marks.iter().map(|mark| mark.start.line);
        let ranges: Vec<Range<usize>> = marks.iter().map(Mark::range).collect();
        Self {
            file,
            first_line: lines.min().unwrap_or(1),
            excerpt: excerpt(file.text(), &ranges),
            marks,
        }
    }

    fn snippet(self) -> Snippet<'a, Annotation<'a>> {
        let annotations = self.marks.iter().zip(self.excerpt.marks);
        Snippet::source(self.excerpt.text)
            .path(clean(self.file.path()))
            .line_start(self.first_line as usize)
            .annotations(annotations.map(|(mark, range)| mark.annotation(range)))
    }

    /// The place where the renderer, which sees the excerpt only, will count a column wrongly.
    fn corrections(&self) -> Vec<Correction> {
        let text = &self.excerpt.text;
        let marks = self.marks.iter().zip(&self.excerpt.marks);
        marks
            .map(|(mark, range)| {
                (
                    mark.start,
                    &text[line_start(text, range.start)..range.start],
                )
            })
            .map(|(place, before)| (place, before.chars().count() as u32 + 1))
            .filter(|(place, column)| place.column != *column)
            .map(|(place, column)| {
                let line = format!("{}:{}", clean(self.file.path()), place.line);
                Correction {
                    wrong: format!("{line}:{column}"),
                    right: format!("{line}:{}", place.column),
                }
            })
            .collect()
    }
}

/// A place as the renderer names it, and as it is.
#[derive(Debug)]
struct Correction {
    wrong: String,
    right: String,
}

impl Correction {
    fn apply(text: String, Self { wrong, right }: Self) -> String {
        let is_whole =
            |at: &usize| !text[at + wrong.len()..].starts_with(|c: char| c.is_ascii_digit());
        match text.match_indices(&wrong).map(|(at, _)| at).find(is_whole) {
            Some(at) => format!("{}{right}{}", &text[..at], &text[at + wrong.len()..]),
            None => text,
        }
    }
}

/// Related places that no longer fit their file: their words are still worth reading.
fn lost_places<'a>(files: &SourceMap, diagnostic: &Diagnostic) -> Vec<Message<'a>> {
    let related = diagnostic.related.iter();
    related
        .filter(|it| Fitted::new(files, it.span).is_none())
        .map(|it| Level::NOTE.message(words(&it.message)))
        .collect()
}

/// The fix as a change of lines, under the hint; `None` if it is too large to be shown whole.
fn suggestion<'a>(files: &'a SourceMap, diagnostic: &'a Diagnostic) -> Option<Group<'a>> {
    let fix = diagnostic.fix.as_ref()?;
    let place = Fitted::new(files, fix.span)?;
    let text = place.file.text();
    let old = &text[place.range.clone()];
    if [old, &fix.replacement].iter().any(|it| is_large(it)) {
        return None;
    }
    let Excerpt {
        text: lines,
        mut marks,
    } = excerpt(text, std::slice::from_ref(&place.range));
    let mark = marks.pop().filter(|mark| &lines[mark.clone()] == old)?;
    let snippet = Snippet::source(lines)
        .path(clean(place.file.path()))
        .line_start(place.start().line as usize)
        .patch(Patch::new(mark, &fix.replacement));
    let title = diagnostic
        .hint
        .as_ref()
        .map_or_else(|| advice(fix), |hint| words(&hint.to_string()));
    Some(Level::HELP.secondary_title(title).element(snippet))
}

fn is_large(text: &str) -> bool {
    text.len() > WORDY || text.lines().count() > TALL
}

fn advice(fix: &Fix) -> String {
    match fix.replacement.trim() {
        "" => "remove this".to_owned(),
        text if text.contains('\n') => "replace with".to_owned(),
        text => format!("replace with `{}`", clean(text)),
    }
}

/// Words of ours, which may quote the author: not too many, and no control characters.
fn words(text: &str) -> String {
    match text.char_indices().nth(WORDY) {
        Some((end, _)) => clean(&text[..end]) + "…",
        None => clean(text),
    }
}

fn clean(text: &str) -> String {
    normalize_untrusted_str(text)
}
