//! Opens files: each once, within the limits, and with a helpful word where there is none.

use std::collections::{BTreeMap, BTreeSet};

use super::paths;
use super::problem::{Suggestion, failed, is_folder, missing, refused, too_much, wrong_extension};
use crate::card_tables::{TableCard, csv};
use crate::diagnostic::{Diagnostic, Diagnostics, Reported};
use crate::dialect::TypeAsked;
use crate::limits;
use crate::measure::Scale;
use crate::similar::nearest;
use crate::source::{FileId, ReadError, Sources, Span};
use crate::tree::{NodeId, Tree, Value};
use crate::yaml::{self, Parsed};

/// A file that was read, by its position among them.
pub(super) type FileIndex = usize;

/// A file that was read.
pub(super) struct LoadedFile {
    pub(super) id: FileId,
    pub(super) path: String,
    pub(super) parsed: Parsed,
    /// True if it has YAML problems, so that documents may be missing.
    pub(super) problems: Option<Reported>,
    pub(super) progress: Progress,
}

/// Progress of the includes of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    Untouched,
    Begun,
    Done,
}

/// A load: the files read so far and what is known about them.
pub(super) struct Loader<'a> {
    pub(super) sources: &'a dyn Sources,
    pub(super) diagnostics: &'a mut Diagnostics,
    pub(super) tree: Tree,
    pub(super) files: Vec<LoadedFile>,
    /// The files being included, outermost first, each with the `!include` that led to it.
    pub(super) including: Vec<(FileIndex, Option<Span>)>,
    /// Tagged nodes that `imports` and `inherit` answer for.
    pub(super) layer_references: BTreeSet<NodeId>,
    /// Nodes that stood for an `!include` and now are a list.
    pub(super) included_lists: BTreeSet<NodeId>,
    /// The number of nodes that includes have repeated.
    pub(super) repeated: usize,
    opened: BTreeMap<String, Opened>,
    bytes: usize,
    /// Set when a limit of the whole load was reached and reported.
    pub(super) exhausted: Option<Reported>,
    suggestions: usize,
    /// The number of errors that are problems of cards in a dialect, which hide nothing else.
    pub(super) dialect_errors: usize,
    /// The counters that such cards use.
    pub(super) dialect_counters: Vec<(String, Span)>,
    /// The types that such cards ask of others.
    pub(super) dialect_types: Vec<TypeAsked>,
    /// The cards that are rows of tables.
    pub(super) table_cards: Vec<TableCard>,
}

/// A path as an author wrote it, and where.
#[derive(Debug, Clone)]
pub(super) struct Reference {
    pub(super) from: FileIndex,
    pub(super) written: String,
    pub(super) span: Span,
}

/// Target of a reference.
pub(super) enum Target {
    File(FileIndex),
    /// A folder, by its path.
    Folder(String),
}

/// Result of opening a path.
#[derive(Clone)]
enum Opened {
    File(FileIndex),
    Folder,
    Missing,
    WrongExtension,
    Failed(ReadError),
    Broken(Reported),
}

impl<'a> Loader<'a> {
    pub(super) fn new(sources: &'a dyn Sources, diagnostics: &'a mut Diagnostics) -> Self {
        Self {
            sources,
            diagnostics,
            tree: Tree::default(),
            files: Vec::new(),
            including: Vec::new(),
            layer_references: BTreeSet::new(),
            included_lists: BTreeSet::new(),
            repeated: 0,
            opened: BTreeMap::new(),
            bytes: 0,
            exhausted: None,
            suggestions: 0,
            dialect_errors: 0,
            dialect_counters: Vec::new(),
            dialect_types: Vec::new(),
            table_cards: Vec::new(),
        }
    }

    /// Opens the file that a load begins with.
    pub(super) fn open_entry(&mut self, entry: &str) -> Result<FileIndex, Reported> {
        let path = match paths::entry(entry) {
            Ok(path) => path,
            Err(refusal) => return Err(self.report(refused(entry, refusal))),
        };
        let shown = self.sources.display(&path);
        let problem = match self.open(&path) {
            Opened::File(file) => return Ok(file),
            Opened::Broken(reported) => return Err(reported),
            Opened::Folder => is_folder(&shown),
            Opened::WrongExtension => wrong_extension(&shown),
            Opened::Failed(error) => failed(&shown, &error),
            Opened::Missing if self.is_there(&path) => wrong_extension(&shown),
            Opened::Missing => missing(&shown, self.suggestion(&shown, &[path])),
        };
        Err(self.report(problem))
    }

    /// Finds what a reference leads to.
    pub(super) fn find(&mut self, reference: &Reference) -> Result<Target, Reported> {
        let written = reference.written.as_str();
        let candidates = match paths::candidates(&self.files[reference.from].path, written) {
            Ok(candidates) => candidates,
            Err(refusal) => return Err(self.report_at(reference, refused(written, refusal))),
        };
        for path in &candidates {
            let problem = match self.open(path) {
                Opened::File(file) => return Ok(Target::File(file)),
                Opened::Folder => return Ok(Target::Folder(path.clone())),
                Opened::Broken(reported) => return Err(reported),
                Opened::Missing => continue,
                Opened::WrongExtension => wrong_extension(written),
                Opened::Failed(error) => failed(written, &error),
            };
            return Err(self.report_at(reference, problem));
        }
        let suggestion = self.suggestion(written, &candidates);
        Err(self.report_at(reference, missing(written, suggestion)))
    }

    /// Finds the one file that a reference leads to.
    pub(super) fn find_file(&mut self, reference: &Reference) -> Result<FileIndex, Reported> {
        match self.find(reference)? {
            Target::File(file) => Ok(file),
            Target::Folder(_) => Err(self.report_at(reference, is_folder(&reference.written))),
        }
    }

    /// Opens a file found in a folder.
    pub(super) fn open_listed(
        &mut self,
        path: &str,
        at: &Reference,
    ) -> Result<FileIndex, Reported> {
        let problem = match self.open(path) {
            Opened::File(file) => return Ok(file),
            Opened::Broken(reported) => return Err(reported),
            Opened::Folder => is_folder(path),
            Opened::Missing => missing(path, None),
            Opened::WrongExtension => wrong_extension(path),
            Opened::Failed(error) => failed(path, &error),
        };
        Err(self.report_at(at, problem))
    }

    /// The documents of a file that hold something.
    pub(super) fn documents(&self, file: FileIndex) -> Vec<NodeId> {
        let roots = self.files[file].parsed.roots.iter().copied();
        roots.filter(|root| !is_null(&self.tree, *root)).collect()
    }

    /// Refuses documents that unfold to more than anyone could walk.
    pub(super) fn check_size(
        &mut self,
        roots: impl Iterator<Item = NodeId>,
    ) -> Result<(), Reported> {
        let mut scale = Scale::default();
        let mut nodes: usize = 0;
        for root in roots {
            let mut measure = scale.measure(&self.tree, root);
            nodes = nodes.saturating_add(measure.nodes);
            measure.nodes = nodes;
            let culprit = || self.tree.span(scale.culprit(&self.tree, root));
            if let Some(problem) = yaml::excess(measure, culprit) {
                return Err(self.report(problem));
            }
        }
        Ok(())
    }

    pub(super) fn report(&mut self, problem: Diagnostic) -> Reported {
        self.diagnostics.report(problem)
    }

    /// Reports a problem of a file at the place that asked for the file.
    pub(super) fn report_at(&mut self, at: &Reference, problem: Diagnostic) -> Reported {
        self.diagnostics.report(Diagnostic {
            span: Some(at.span),
            ..problem
        })
    }

    fn open(&mut self, path: &str) -> Opened {
        if let Some(opened) = self.opened.get(path) {
            return opened.clone();
        }
        let opened = if paths::has_extension(path) || paths::is_table(path) {
            self.read(path)
        } else {
            self.look(path)
        };
        self.opened.insert(path.to_owned(), opened.clone());
        opened
    }

    /// Looks at a path that cannot be a file we read.
    fn look(&mut self, path: &str) -> Opened {
        match self.sources.list(path) {
            Ok(_) => Opened::Folder,
            Err(_) if paths::file_name(path).trim_start_matches('.').contains('.') => {
                Opened::WrongExtension
            }
            Err(ReadError::Missing) => Opened::Missing,
            Err(error) => Opened::Failed(error),
        }
    }

    /// True if something has the name of a path, even if we do not read it.
    fn is_there(&self, path: &str) -> bool {
        !matches!(self.sources.read(path), Err(ReadError::Missing))
    }

    fn read(&mut self, path: &str) -> Opened {
        if let Some(reported) = self.exhausted {
            return Opened::Broken(reported);
        }
        let bytes = match self.sources.read(path) {
            Ok(bytes) => bytes,
            Err(ReadError::Missing) => return Opened::Missing,
            Err(ReadError::IsFolder) => return Opened::Folder,
            Err(error) => return Opened::Failed(error),
        };
        if bytes.len() > limits::FILE_BYTES {
            return Opened::Failed(ReadError::TooLarge(bytes.len() as u64));
        }
        self.bytes = self.bytes.saturating_add(bytes.len());
        if self.files.len() >= limits::LOAD_FILES || self.bytes > limits::LOAD_BYTES {
            let reported = self.report(too_much());
            self.exhausted = Some(reported);
            return Opened::Broken(reported);
        }
        self.parse(path, bytes)
    }

    fn parse(&mut self, path: &str, bytes: Vec<u8>) -> Opened {
        let id = match yaml::add_file(path, bytes, self.diagnostics) {
            Ok(id) => id,
            Err(reported) => return Opened::Broken(reported),
        };
        if self.sources.is_shared(path) {
            self.diagnostics.files_mut().share(id);
        }
        let errors_before = self.diagnostics.error_count();
        let parsed = if paths::is_table(path) {
            csv::parse(id, &mut self.tree, self.diagnostics)
        } else {
            yaml::parse(id, &mut self.tree, self.diagnostics)
        };
        let has_problems = self.diagnostics.error_count() > errors_before;
        let problems = self.diagnostics.check().err().filter(|_| has_problems);
        if self.tree.len() > limits::NODES {
            self.exhausted = problems;
        }
        self.files.push(LoadedFile {
            id,
            path: path.to_owned(),
            parsed,
            problems,
            progress: Progress::Untouched,
        });
        Opened::File(self.files.len() - 1)
    }

    /// Suggestion for a path that leads nowhere.
    fn suggestion(&mut self, written: &str, candidates: &[String]) -> Option<Suggestion> {
        if self.suggestions >= limits::SUGGESTED_FILES {
            return None;
        }
        self.suggestions += 1;
        let near = candidates.iter().find_map(|path| {
            let names = self.sources.list(paths::folder(path)).ok()?;
            let near = near_name(paths::file_name(path), &names)?;
            Some(paths::join(paths::folder(written), near))
        });
        near.map(Suggestion::Near)
            .or_else(|| self.files_of_library(candidates))
    }

    /// Files of the library, if a path leads there.
    fn files_of_library(&self, candidates: &[String]) -> Option<Suggestion> {
        let is_library = |path: &String| paths::is_library(path);
        candidates.iter().find(|path| is_library(path))?;
        let mut names = self.sources.list(paths::LIBRARY).ok()?;
        names.retain(|name| paths::has_extension(name));
        let has_any = !names.is_empty();
        has_any.then_some(Suggestion::Library(names))
    }
}

/// The name in a folder that is most like a name, also if the ending was forgotten. A link that leads
/// nowhere has the name itself.
fn near_name<'n>(name: &str, names: &'n [String]) -> Option<&'n str> {
    let readable = || {
        names
            .iter()
            .map(String::as_str)
            .filter(|candidate| candidate.ends_with('/') || paths::has_extension(candidate))
            .filter(|candidate| *candidate != name)
    };
    let without_ending = |candidate: &&str| {
        let rest = candidate.strip_prefix(name);
        rest.is_some_and(|rest| paths::EXTENSIONS.contains(&rest))
    };
    readable()
        .find(without_ending)
        .or_else(|| nearest(name, readable()))
}

fn is_null(tree: &Tree, node: NodeId) -> bool {
    let node = tree.node(node);
    match &node.value {
        Value::Scalar(scalar) => node.tag.is_none() && scalar.is_null(),
        Value::List(_) | Value::Map(_) => false,
    }
}
