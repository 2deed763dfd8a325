//! From a merged document to a checked [`Game`]: every name resolved, every expression typed.
//!
//! Structure is checked first ([`crate::read`]), then names are collected, then each section is built.
//! Problems are collected, not returned: one run tells all.

use crate::diagnostic::{Diagnostics, Reported};
use crate::load::Document;
use crate::model::Game;
use crate::read::{Syntax, read_document};
use crate::syntax::Ident;
use crate::tree::{NodeId, Tree};
use crate::version::Version;

mod abilities;
mod arguments;
mod build;
mod cards;
mod decks;
mod definitions;
mod events;
mod expect;
mod flow;
mod infer;
mod lint;
mod literal;
mod moves;
mod names;
mod operator;
mod path;
mod reachable;
mod resources;
mod rules;
mod scope;
mod steps;
mod types;
mod variables;
mod zones;

use names::Names;

/// Checks a document. Reports every problem; gives the game if none of them is an error.
pub fn check(document: &Document, diagnostics: &mut Diagnostics) -> Result<Game, Reported> {
    let before = diagnostics.error_count();
    let syntax = read_document(&document.tree, document.root, document.version, diagnostics);
    let mut checker = Checker::new(document, &syntax, diagnostics);
    checker.declare_names();
    let game = checker.build();
    if diagnostics.error_count() == before {
        lint::lint(&game, document, diagnostics);
    }
    diagnostics.check().map(|()| game)
}

/// The state of a check.
struct Checker<'a> {
    tree: &'a Tree,
    root: NodeId,
    version: Version,
    syntax: &'a Syntax,
    diagnostics: &'a mut Diagnostics,
    names: Names,
    game: Game,
}

impl Checker<'_> {
    /// The node at a dotted path of keys.
    fn at(&self, node: NodeId, path: &str) -> Option<NodeId> {
        path.split('.').try_fold(node, |node, key| self.tree.get(node, key))
    }

    /// The word at a key, with its place.
    fn ident(&self, node: NodeId, key: &str) -> Option<Ident> {
        let value = self.tree.get(node, key)?;
        Some(Ident::new(self.tree.text(value)?, self.tree.span(value)))
    }

    /// The flag at a key.
    fn flag(&self, node: NodeId, key: &str) -> Option<bool> {
        self.tree.scalar(self.tree.get(node, key)?)?.bool()
    }

    /// The number at a key.
    fn number(&self, node: NodeId, key: &str) -> Option<i64> {
        self.tree.scalar(self.tree.get(node, key)?)?.int()
    }
}
