//! The version that of CGML a game is written in.

use super::files::Loader;
use super::layers::{Layer, LayerId};
use crate::codes::{Code, merge};
use crate::diagnostic::{Diagnostic, Reported, quoted};
use crate::source::Span;
use crate::tree::{NodeId, Tree, Value};
use crate::version::Version;

/// The version of the game, after checking that no layer below needs a newer one. If one does, the
/// game is read in that version: what it uses was reported here, once.
///
/// `Err` if it is a version we do not read: every further problem would only be a consequence.
pub(super) fn check(loader: &mut Loader<'_>, layers: &[Layer]) -> Result<Version, Reported> {
    let top = speaker(&loader.tree, layers);
    let game = of_game(loader, layers[top].root);
    let mut newest = game;
    for (id, layer) in layers.iter().enumerate() {
        let problem = match (declared(&loader.tree, layer.root), game) {
            _ if id == top => None,
            (Err(problem), _) => Some(*problem),
            (Ok(Some((version, span))), Ok(game)) if version > game => {
                newest = newest.map(|newest| newest.max(version));
                Some(newer(version, game, span, &loader.tree, layers[top].root))
            }
            (Ok(_), _) => None,
        };
        if let Some(problem) = problem {
            loader.report(problem);
        }
    }
    newest
}

/// The layer that says the version: the top one, or its base if it says nothing but `!inherit`.
fn speaker(tree: &Tree, layers: &[Layer]) -> LayerId {
    let mut speaker = layers.len() - 1;
    while let (Value::Scalar(_), Some(base)) = (
        &tree.node(layers[speaker].root).value,
        layers[speaker].below.first(),
    ) {
        speaker = *base;
    }
    speaker
}

fn of_game(loader: &mut Loader<'_>, root: NodeId) -> Result<Version, Reported> {
    match declared(&loader.tree, root) {
        Ok(Some((version, _))) => Ok(version),
        Err(problem) => Err(loader.report(*problem)),
        Ok(None) => {
            if matches!(loader.tree.node(root).value, Value::Scalar(_)) {
                // Nothing but an `!inherit` whose base could not be read, which was reported.
                loader.diagnostics.check()?;
            }
            loader.report(missing(&loader.tree, root));
            Ok(Version::V1_4)
        }
    }
}

/// Declared version of a document, and its place.
fn declared(tree: &Tree, root: NodeId) -> Result<Option<(Version, Span)>, Box<Diagnostic>> {
    let Some(node) = tree.get(root, "cgml_version") else {
        return Ok(None);
    };
    let (text, span) = (tree.text(node), tree.span(node));
    match text.and_then(Version::named) {
        Some(version) => Ok(Some((version, span))),
        None => Err(Box::new(refused(text, tree, node))),
    }
}

fn refused(text: Option<&str>, tree: &Tree, node: NodeId) -> Diagnostic {
    let shown = text.map_or(tree.node(node).value.noun().to_owned(), quoted);
    let (code, message, hint): (Code, String, String) = match text.and_then(numbers) {
        Some(number) if number < (1, 3) => (
            merge::VERSION_OLD,
            format!("CGML {shown} is an older version that fuda does not read"),
            "run `fuda migrate FILE`: it rewrites the file and keeps its comments".to_owned(),
        ),
        Some(number) if number > (1, 4) => (
            merge::VERSION_UNKNOWN,
            format!("CGML {shown} is newer than this fuda"),
            "update fuda, or write the game in version \"1.4\"".to_owned(),
        ),
        Some(_) | None => (
            merge::VERSION_UNKNOWN,
            format!("{shown} is not a version of CGML"),
            "write `cgml_version: \"1.4\"`, or \"1.3\"".to_owned(),
        ),
    };
    Diagnostic::new(code, tree.span(node), message).hint(hint)
}

/// `1.2` as two numbers.
fn numbers(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.trim().split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

fn missing(tree: &Tree, root: NodeId) -> Diagnostic {
    let span = match tree.entries(root).first() {
        Some(entry) => entry.key_span,
        None => tree.span(root),
    };
    Diagnostic::new(
        merge::VERSION_MISSING,
        span,
        "the game does not say its `cgml_version`",
    )
    .hint("write `cgml_version: \"1.4\"` at the top")
}

fn newer(version: Version, game: Version, span: Span, tree: &Tree, root: NodeId) -> Diagnostic {
    let message = format!("this file needs CGML {version}, and the game is written in {game}");
    let hint = format!(
        "raise `cgml_version` in the game's file to \"{version}\"; nothing changes its meaning"
    );
    let diagnostic = Diagnostic::new(merge::VERSION_NEWER, span, message).hint(hint);
    match tree.get(root, "cgml_version") {
        Some(own) => diagnostic.related(tree.span(own), "raise this one"),
        None => diagnostic,
    }
}
