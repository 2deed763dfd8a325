//! Loads a game: reads its files, follows `!include`, `imports` and `inherit`, and merges the layers
//! into one [`Document`].
//!
//! The meaning of sections is left to the checker. Only [`Sources`] knows where files are; paths are settled here,
//! and nothing outside the game's folder and the library is ever asked for.

use std::collections::BTreeMap;

use crate::card_tables;
use crate::diagnostic::{Diagnostics, Reported};
use crate::dialect;
use crate::source::{FileId, Sources, Span};
use crate::tree::{Entry, Node, NodeId, Tree, Value};
use crate::version::Version;

mod files;
mod include;
mod layers;
mod merge;
mod paths;
mod problem;
mod sections;
mod variants;
mod versions;

use files::Loader;
use merge::Merger;

/// A whole game as one YAML document, every node with the place it came from.
///
/// Walking it from the root visits at most about [`crate::limits::NODES`] nodes and goes at most
/// about [`crate::limits::DEPTH`] levels deep.
#[derive(Debug, Clone)]
pub struct Document {
    /// The nodes of all files.
    pub tree: Tree,
    /// The merged document, without `imports` and `inherit`.
    pub root: NodeId,
    /// The version the top file is written in.
    pub version: Version,
    /// Every file that was read, in the order of reading; the top file is the first.
    pub files: Vec<FileId>,
    /// The files whose sections were merged, lowest first; the top file is the last.
    pub layers: Vec<FileId>,
    is_complete: bool,
    overridden: BTreeMap<NodeId, Vec<NodeId>>,
}

impl Document {
    /// The values that a value of the merged document overrides, nearest first: those that lower
    /// layers have for the same key or entry. Of a merged entry, the lower entries it was merged
    /// with.
    pub fn overridden(&self, node: NodeId) -> &[NodeId] {
        self.overridden.get(&node).map_or(&[], Vec::as_slice)
    }

    /// True if everything could be read. If not, a missing key or an unknown name may only be a
    /// consequence of a problem that was already reported.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// True if a value stands for an `!include` or alias that could not be read, which was reported.
    pub fn is_unresolved(&self, node: NodeId) -> bool {
        include::is_unresolved(&self.tree, node)
    }
}

/// The documents of one YAML file, with includes resolved and no demands on their content: a file
/// of cards, of scenarios, of examples.
#[derive(Debug, Clone)]
pub struct Fragment {
    /// The nodes of all files.
    pub tree: Tree,
    /// The documents of the file; empty ones are left out.
    pub roots: Vec<NodeId>,
    /// Every file that was read, in the order of reading.
    pub files: Vec<FileId>,
    is_complete: bool,
}

impl Fragment {
    /// A document that was read in another way.
    pub(crate) fn of_one(tree: Tree, root: NodeId, file: FileId) -> Self {
        Self {
            tree,
            roots: vec![root],
            files: vec![file],
            is_complete: true,
        }
    }

    /// True if everything could be read.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// True if a value stands for an `!include` or alias that could not be read, which was reported.
    pub fn is_unresolved(&self, node: NodeId) -> bool {
        include::is_unresolved(&self.tree, node)
    }
}

/// Loads the game whose top file is `entry`, a path relative to the game's folder.
///
/// All problems of all files are reported. `Ok` means that there is a document to look at, even if
/// parts of it could not be read: see [`Document::is_complete`].
pub fn load(
    sources: &dyn Sources,
    entry: &str,
    diagnostics: &mut Diagnostics,
) -> Result<Document, Reported> {
    let errors_before = diagnostics.error_count();
    let mut loader = Loader::new(sources, diagnostics);
    let top = loader.open_entry(entry)?;
    let layers = layers::collect(&mut loader, top)?;
    for layer in &layers {
        loader.resolve_includes(layer.file);
    }
    loader.check_size(layers.iter().map(|layer| layer.root))?;
    let version = versions::check(&mut loader, &layers)?;
    let Loader {
        mut tree,
        files,
        included_lists,
        dialect_errors,
        dialect_counters,
        dialect_types,
        table_cards,
        ..
    } = loader;
    let roots: Vec<NodeId> = layers.iter().map(|layer| layer.root).collect();
    card_tables::known::meet(&mut tree, diagnostics, &roots, &table_cards);
    let merged = Merger::new(&mut tree, diagnostics, &included_lists).merge(&layers);
    declare_counters(&mut tree, merged.root, dialect_counters);
    let is_complete = diagnostics.error_count() == errors_before + dialect_errors;
    dialect::check_types(&tree, merged.root, &dialect_types, diagnostics);
    variants::check(sources, &tree, merged.root, &files, diagnostics);
    Ok(Document {
        tree,
        root: merged.root,
        version,
        files: files.iter().map(|file| file.id).collect(),
        layers: layers.iter().map(|layer| files[layer.file].id).collect(),
        is_complete,
        overridden: merged.overridden,
    })
}

/// Declares the kinds of counters that cards of a dialect use, because the dialect has no word for it.
fn declare_counters(tree: &mut Tree, root: NodeId, counters: Vec<(String, Span)>) {
    let given = tree.get(root, COUNTERS);
    let mut entries = given.map_or_else(Vec::new, |node| tree.entries(node).to_vec());
    let before = entries.len();
    for (key, key_span) in counters {
        if entries.iter().all(|entry| entry.key != key) {
            let value = Value::Map(Vec::new());
            let value = tree.add(Node {
                span: key_span,
                tag: None,
                value,
            });
            entries.push(Entry {
                key,
                key_span,
                value,
            });
        }
    }
    let Some(last) = entries.last().filter(|_| entries.len() > before) else {
        return;
    };
    let key_span = last.key_span;
    let node = tree.add(Node {
        span: given.map_or(key_span, |node| tree.span(node)),
        tag: None,
        value: Value::Map(entries),
    });
    if let Value::Map(sections) = &mut tree.node_mut(root).value {
        match sections.iter_mut().find(|section| section.key == COUNTERS) {
            Some(section) => section.value = node,
            None => sections.push(Entry {
                key: COUNTERS.to_owned(),
                key_span,
                value: node,
            }),
        }
    }
}

const COUNTERS: &str = "counters";

/// Loads one file that is not a game.
///
/// All problems are reported. `Ok` means that the file could be read, even if some of its documents
/// or includes could not.
pub fn load_file(
    sources: &dyn Sources,
    path: &str,
    diagnostics: &mut Diagnostics,
) -> Result<Fragment, Reported> {
    let errors_before = diagnostics.error_count();
    let mut loader = Loader::new(sources, diagnostics);
    let file = loader.open_entry(path)?;
    loader.resolve_includes(file);
    let roots = loader.documents(file);
    loader.check_size(roots.iter().copied())?;
    Ok(Fragment {
        roots,
        files: loader.files.iter().map(|file| file.id).collect(),
        tree: loader.tree,
        is_complete: diagnostics.error_count() == errors_before,
    })
}
