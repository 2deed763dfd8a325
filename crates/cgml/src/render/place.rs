//! A span as a range of its file that is certain to fit.

use crate::source::{Place, SourceFile, SourceMap, Span};
use std::ops::Range;

/// A range of a file's text: inside it, and on the borders of characters.
#[derive(Debug, Clone)]
pub(super) struct Fitted<'a> {
    pub(super) file: &'a SourceFile,
    pub(super) range: Range<usize>,
}

impl<'a> Fitted<'a> {
    /// The span, cut where its file ends; `None` if there is no such file.
    pub(super) fn new(files: &'a SourceMap, span: Span) -> Option<Self> {
        let (_, file) = files.files().nth(span.file.0 as usize)?;
        let text = file.text();
        let start = text.floor_char_boundary(span.start as usize);
        let end = text.ceil_char_boundary(span.end as usize).max(start);
        Some(Self {
            file,
            range: start..end,
        })
    }

    /// Line and column of the first character.
    pub(super) fn start(&self) -> Place {
        self.file.place(self.range.start as u32)
    }

    /// Line and column just after the last character.
    pub(super) fn end(&self) -> Place {
        self.file.place(self.range.end as u32)
    }
}
