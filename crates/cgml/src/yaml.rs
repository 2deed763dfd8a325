//! Reads the text of one file into the shared [`Tree`].
//!
//! Forms that YAML allows and CGML does not (duplicate keys, keys that are not text, `<<`, values that contain
//! themselves) are reported here. The meaning of tags such as `!include` is left to [`crate::load`].

use granit_parser::{Event, Parser, StructureStyle};

use crate::diagnostic::{Diagnostic, Diagnostics, Reported};
use crate::limits;
use crate::source::FileId;
use crate::tree::{NodeId, Tree};

mod build;
mod colon;
mod decode;
mod keys;
mod problem;
mod syntax;

use build::Builder;
pub(crate) use decode::{add_file, too_large};
pub(crate) use problem::excess;

/// The readable part of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The root of each document that has no syntax error.
    pub roots: Vec<NodeId>,
    /// Every node of those documents with a tag, inner ones first.
    pub tagged: Vec<NodeId>,
}

/// Adds the documents of a file to the tree.
///
/// All problems are reported; a document with a syntax error is left out, those after it are still
/// read. Walking a root visits at most [`limits::NODES`] nodes and goes at most [`limits::DEPTH`]
/// levels deep.
pub fn parse(file: FileId, tree: &mut Tree, diagnostics: &mut Diagnostics) -> Parsed {
    let text = diagnostics.files().file(file).text();
    let mut builder = Builder::new(file, text, tree);
    read(text, &mut builder);
    let (parsed, problems) = builder.finish();
    for problem in problems {
        diagnostics.report(problem);
    }
    parsed
}

/// Adds a text as a file and reads it: for tests, editors and texts that lie in no file.
///
/// `Err` if the text holds characters that no YAML file may hold.
pub fn parse_text(
    path: &str,
    text: &str,
    tree: &mut Tree,
    diagnostics: &mut Diagnostics,
) -> Result<Parsed, Reported> {
    let file = add_file(path, text.as_bytes().to_vec(), diagnostics)?;
    Ok(parse(file, tree, diagnostics))
}

fn read(text: &str, builder: &mut Builder<'_>) {
    let options = granit_parser::options! {
        emit_anchor_events: true,
        emit_unresolved_aliases: true,
        emit_comments: false,
        flow_nesting_limit: limits::DEPTH,
        block_nesting_limit: limits::DEPTH,
    };
    let mut parser = Parser::new_from_str_with_options(text, options);
    while let Some(result) = parser.next_event() {
        let problem = match result {
            Ok((event, span)) => step(builder, event, &span),
            Err(error) => Some(syntax::explain(&error, &builder.situation())),
        };
        if let Some(problem) = problem {
            builder.abandon_document(problem);
            let goes_on = !builder.has_enough() && may_hold_another_document(builder.rest());
            if !goes_on || !matches!(parser.proceed_next_document(), Ok(true)) {
                return;
            }
        }
    }
}

/// Spares the parser a long search: most files hold one document.
fn may_hold_another_document(rest: &str) -> bool {
    rest.contains("---") || rest.contains("...")
}

/// Takes one event; gives the problem that ends the document, if there is one.
fn step(
    builder: &mut Builder<'_>,
    event: Event<'_>,
    span: &granit_parser::Span,
) -> Option<Diagnostic> {
    let mark = builder.mark(span);
    let span = mark.span;
    match event {
        Event::Scalar(text, style, anchor, _) => builder.scalar(&text, style, anchor, mark),
        Event::SequenceStart(style, anchor, _) => {
            builder.open_list(style == StructureStyle::Flow, anchor, mark)
        }
        Event::MappingStart(style, anchor, _) => {
            builder.open_map(style == StructureStyle::Flow, anchor, mark)
        }
        Event::SequenceEnd | Event::MappingEnd => builder.close(span),
        Event::Alias(anchor) => builder.alias(anchor, span),
        Event::UnresolvedAlias(name) => builder.unknown_alias(&name, span),
        Event::Anchor(_, name) => builder.name_anchor(&name),
        Event::DocumentEnd => return builder.end_document(),
        // `Event` may gain variants; those of today that are left carry no values.
        _ => {}
    }
    builder.excess(span)
}
