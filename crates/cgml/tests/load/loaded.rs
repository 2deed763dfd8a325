//! Games of a few files, loaded.

use cgml::diagnostic::Diagnostics;
use cgml::load::{Document, load};
use cgml::source::MemorySources;

use crate::shown;

/// Result of a load.
pub(crate) struct Loaded {
    pub(crate) document: Option<Document>,
    pub(crate) diagnostics: Diagnostics,
}

/// Loads the first file.
pub(crate) fn game(files: &[(&str, &str)]) -> Loaded {
    let mut sources = MemorySources::new();
    for (path, text) in files {
        sources.insert(*path, *text);
    }
    game_of(&sources, files[0].0)
}

pub(crate) fn game_of(sources: &MemorySources, entry: &str) -> Loaded {
    let mut diagnostics = Diagnostics::new();
    let document = load(sources, entry, &mut diagnostics).ok();
    Loaded {
        document,
        diagnostics,
    }
}

impl Loaded {
    /// The merged document and then all problems.
    pub(crate) fn shown(&self) -> String {
        let mut out = String::new();
        if let Some(document) = &self.document {
            for entry in document.tree.entries(document.root) {
                let value = shown::value(&document.tree, entry.value);
                out += &format!("{}: {value}\n", entry.key);
            }
        }
        out + &shown::problems(&self.diagnostics)
    }

    pub(crate) fn codes(&self) -> Vec<String> {
        shown::codes(&self.diagnostics)
    }

    /// The value at a place of the merged document.
    pub(crate) fn at(&self, path: &[&str]) -> String {
        let document = self.document.as_ref().expect("the game was loaded");
        let mut node = document.root;
        for key in path {
            node = document.tree.get(node, key).expect("the place exists");
        }
        shown::value(&document.tree, node)
    }
}

/// A child that inherits a base, which alone would be fine.
pub(crate) fn child_of(base: &str, child: &str) -> Loaded {
    let child = format!("cgml_version: \"1.4\"\ninherit: base.cgml\n{child}");
    game(&[("game.cgml", &child), ("base.cgml", base)])
}
