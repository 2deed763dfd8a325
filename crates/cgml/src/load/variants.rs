//! The files that a game lists as its variants must be there.

use super::files::{LoadedFile, Reference};
use super::paths;
use super::problem::{Suggestion, missing, refused};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::similar::nearest;
use crate::source::{ReadError, Sources};
use crate::tree::{Entry, NodeId, Tree};

/// Reports every variant whose file does not exist. They are not read: each is a game of its own.
pub(super) fn check(
    sources: &dyn Sources,
    tree: &Tree,
    root: NodeId,
    files: &[LoadedFile],
    diagnostics: &mut Diagnostics,
) {
    let Some(variants) = tree.get(root, "variants") else {
        return;
    };
    for entry in tree.entries(variants) {
        let reference = reference(tree, entry, files);
        let problem = reference.and_then(|reference| problem(sources, files, &reference));
        let Some(problem) = problem else { continue };
        let is_named = tree.get(entry.value, "file").is_some();
        diagnostics.report(match is_named {
            true => problem,
            false => problem.hint("a text alone stands for this file; name another with `file`"),
        });
    }
}

/// The file of a variant: the one it names, or the one it is named after.
fn reference(tree: &Tree, entry: &Entry, files: &[LoadedFile]) -> Option<Reference> {
    let named = tree.get(entry.value, "file");
    let (written, span) = match named {
        Some(file) => (tree.text(file)?.to_owned(), tree.span(file)),
        None => (format!("variants/{}.cgml", entry.key), entry.key_span),
    };
    let from = files.iter().position(|file| file.id == span.file)?;
    Some(Reference {
        from,
        written,
        span,
    })
}

fn problem(
    sources: &dyn Sources,
    files: &[LoadedFile],
    reference: &Reference,
) -> Option<Diagnostic> {
    let written = reference.written.as_str();
    let problem = match paths::candidates(&files[reference.from].path, written) {
        Err(refusal) => refused(written, refusal),
        Ok(candidates) => {
            if candidates.iter().any(|path| is_there(sources, path)) {
                return None;
            }
            let path = candidates.first()?;
            let names = sources.list(paths::folder(path)).unwrap_or_default();
            let near = nearest(paths::file_name(path), names.iter().map(String::as_str));
            let near = near.map(|near| paths::join(paths::folder(written), near));
            missing(written, near.map(Suggestion::Near))
        }
    };
    Some(Diagnostic {
        span: Some(reference.span),
        ..problem
    })
}

/// True if there is something at a path; what cannot be looked at may be there.
fn is_there(sources: &dyn Sources, path: &str) -> bool {
    match sources.list(paths::folder(path)) {
        Ok(names) => names.iter().any(|name| name == paths::file_name(path)),
        Err(ReadError::Missing) => false,
        Err(_) => true,
    }
}
