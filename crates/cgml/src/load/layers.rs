//! Puts the files of a game in order: the base lowest, the imports over it, the game on top.
//!
//! A file that is reached twice is one layer, at the place where it is reached first. So two imports
//! that build on the same file do not undo each other's changes to it.

use std::collections::BTreeMap;

use super::files::{FileIndex, Loader, Reference, Target};
use super::include::{INCLUDE, INHERIT, unknown_tag};
use super::problem;
use crate::codes::{files, merge};
use crate::diagnostic::{Diagnostic, Reported, quoted};
use crate::limits;
use crate::source::{FileId, Span};
use crate::tree::{NodeId, Tree, Value};

/// A layer, by its position from the bottom.
pub(super) type LayerId = usize;

/// One document whose sections are merged.
#[derive(Debug, Clone)]
pub(super) struct Layer {
    pub(super) file: FileIndex,
    pub(super) root: NodeId,
    /// The layer that first named it, and how.
    pub(super) above: Option<(LayerId, Link)>,
    /// The layers it names itself.
    pub(super) below: Vec<LayerId>,
}

/// Link of a file to another one as a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    Inherit,
    Import,
}

/// The layers of a game, lowest first.
pub(super) fn collect(loader: &mut Loader<'_>, top: FileIndex) -> Result<Vec<Layer>, Reported> {
    let mut collector = Collector {
        loader,
        layers: Vec::new(),
        done: BTreeMap::new(),
        open: Vec::new(),
    };
    let root = collector.single_document(top, None)?;
    collector.open.push((top, None));
    collector.document(top, root);
    Ok(collector.layers)
}

struct Collector<'a, 'b> {
    loader: &'a mut Loader<'b>,
    layers: Vec<Layer>,
    done: BTreeMap<FileIndex, Vec<LayerId>>,
    /// The files being collected, outermost first, each with the place that led to it.
    open: Vec<(FileIndex, Option<Span>)>,
}

impl Collector<'_, '_> {
    /// Adds the layers below a document, then the document; a problem leaves out only what it
    /// concerns.
    fn document(&mut self, file: FileIndex, root: NodeId) -> LayerId {
        let mut below: Vec<(LayerId, Link)> = Vec::new();
        if let Some(base) = self.base(file, root) {
            let layers = self.inherit(&base).unwrap_or_default();
            below.extend(layers.into_iter().map(|layer| (layer, Link::Inherit)));
        }
        for import in self.imports(file, root) {
            let layers = self.import(&import).unwrap_or_default();
            below.extend(layers.into_iter().map(|layer| (layer, Link::Import)));
        }
        let id = self.layers.len();
        for (layer, link) in &below {
            self.layers[*layer].above.get_or_insert((id, *link));
        }
        self.layers.push(Layer {
            file,
            root,
            above: None,
            below: below.into_iter().map(|(layer, _)| layer).collect(),
        });
        id
    }

    fn inherit(&mut self, reference: &Reference) -> Result<Vec<LayerId>, Reported> {
        let file = self.loader.find_file(reference)?;
        self.file(file, reference, Link::Inherit)
    }

    fn import(&mut self, reference: &Reference) -> Result<Vec<LayerId>, Reported> {
        let folder = match self.loader.find(reference)? {
            Target::File(file) => return self.file(file, reference, Link::Import),
            Target::Folder(folder) => folder,
        };
        let mut layers = Vec::new();
        for path in self.loader.files_in(&folder, reference)? {
            let file = self.loader.open_listed(&path, reference);
            let below = file.and_then(|file| self.file(file, reference, Link::Import));
            layers.extend(below.unwrap_or_default());
        }
        Ok(layers)
    }

    /// The layers of a file: one for a base, one for each document of an import.
    fn file(
        &mut self,
        file: FileIndex,
        at: &Reference,
        link: Link,
    ) -> Result<Vec<LayerId>, Reported> {
        if let Some(layers) = self.done.get(&file) {
            return Ok(layers.clone());
        }
        if self.open.iter().any(|(open, _)| *open == file) {
            return Err(self.report_cycle(file, at, link));
        }
        if self.open.len() >= limits::CHAIN {
            return Err(self.loader.report(problem::chain_too_long(at.span)));
        }
        let roots = match link {
            Link::Inherit => vec![self.single_document(file, Some(at))?],
            Link::Import => self.import_documents(file, at),
        };
        self.open.push((file, Some(at.span)));
        let layers: Vec<LayerId> = roots
            .into_iter()
            .map(|root| self.document(file, root))
            .collect();
        self.open.pop();
        self.done.insert(file, layers.clone());
        Ok(layers)
    }

    /// The document of a game or base.
    fn single_document(
        &mut self,
        file: FileIndex,
        at: Option<&Reference>,
    ) -> Result<NodeId, Reported> {
        let roots = self.loader.documents(file);
        let problems = self.loader.files[file].problems;
        let id = self.loader.files[file].id;
        let problem = match (roots.as_slice(), problems) {
            ([], Some(reported)) => return Err(reported),
            ([], None) => empty_file(&self.loader.files[file].path, id, at),
            ([root], _) => return self.sections(*root, "a game"),
            ([_, second, ..], _) => several_documents(self.loader.tree.span(*second)),
        };
        Err(self.loader.report(problem))
    }

    /// The documents of an import that hold sections.
    fn import_documents(&mut self, file: FileIndex, at: &Reference) -> Vec<NodeId> {
        let roots = self.loader.documents(file);
        if roots.is_empty() && self.loader.files[file].problems.is_none() {
            let message = format!(
                "{} brings nothing: the file holds nothing",
                quoted(&at.written)
            );
            let problem = Diagnostic::new(files::NOTHING_INCLUDED, at.span, message);
            self.loader
                .report(problem.hint("put something in, or delete the import"));
        }
        roots
            .into_iter()
            .filter(|root| self.sections(*root, "an import").is_ok())
            .collect()
    }

    /// A root that can have sections: a mapping, or `!inherit 'base'` alone.
    fn sections(&mut self, root: NodeId, what: &str) -> Result<NodeId, Reported> {
        let node = self.loader.tree.node(root);
        let tag = node.tag.as_ref().map(|tag| tag.name.as_str());
        match &node.value {
            Value::Map(_) => return Ok(root),
            Value::Scalar(_) if tag == Some(INHERIT) => return Ok(root),
            Value::Scalar(_) | Value::List(_) => {}
        }
        let message = format!("{what} is a mapping of sections, not {}", node.value.noun());
        let hint = match tag {
            Some(INCLUDE) => "to build on a whole file, write `inherit: file.cgml`",
            Some(_) | None => "write sections such as `meta:` and `rules:`, without indentation",
        };
        let problem = Diagnostic::new(files::NOT_A_MAPPING, node.span, message).hint(hint);
        Err(self.loader.report(problem))
    }

    /// The file that a document inherits.
    fn base(&mut self, file: FileIndex, root: NodeId) -> Option<Reference> {
        let node = match self.loader.tree.node(root).value {
            Value::Scalar(_) => root,
            Value::List(_) | Value::Map(_) => self.loader.tree.get(root, "inherit")?,
        };
        match path_at(&self.loader.tree, node, &[INHERIT, INCLUDE]) {
            Some(written) => {
                self.loader.layer_references.insert(node);
                Some(Reference {
                    from: file,
                    written,
                    span: self.loader.tree.span(node),
                })
            }
            None => {
                let problem = inherit_argument(&self.loader.tree, node);
                self.loader.report(problem);
                None
            }
        }
    }

    /// The files that a document imports.
    fn imports(&mut self, file: FileIndex, root: NodeId) -> Vec<Reference> {
        let Some(imports) = self.loader.tree.get(root, "imports") else {
            return Vec::new();
        };
        let node = self.loader.tree.node(imports);
        let items = match &node.value {
            Value::List(items) => items.clone(),
            Value::Scalar(scalar) if scalar.is_null() && node.tag.is_none() => Vec::new(),
            Value::Scalar(_) | Value::Map(_) => {
                let problem = imports_argument(&self.loader.tree, imports);
                self.loader.report(problem);
                self.loader.layer_references.insert(imports);
                Vec::new()
            }
        };
        let mut references = Vec::new();
        for item in items {
            self.loader.layer_references.insert(item);
            if let Some(written) = path_at(&self.loader.tree, item, &[INCLUDE]) {
                references.push(Reference {
                    from: file,
                    written,
                    span: self.loader.tree.span(item),
                });
            } else {
                let problem = import_argument(&self.loader.tree, item);
                self.loader.report(problem);
            }
        }
        references
    }

    fn report_cycle(&mut self, file: FileIndex, at: &Reference, link: Link) -> Reported {
        let path = quoted(&self.loader.files[file].path);
        let (code, message) = match link {
            Link::Inherit => (merge::INHERIT_CYCLE, format!("{path} inherits from itself")),
            Link::Import => (merge::INCLUDE_CYCLE, format!("{path} imports itself")),
        };
        let mut problem = Diagnostic::new(code, at.span, message)
            .label("this closes the circle")
            .hint("decide which file is the lower one, and let it name no file above it");
        let inside = self.open.iter().skip_while(|(open, _)| *open != file);
        for (open, span) in inside.skip(1) {
            if let Some(span) = span {
                let path = quoted(&self.loader.files[*open].path);
                problem = problem.related(*span, format!("{path} is named here"));
            }
        }
        self.loader.report(problem)
    }
}

/// The path written at a node that has no tag or one of these.
fn path_at(tree: &Tree, node: NodeId, tags: &[&str]) -> Option<String> {
    let node = tree.node(node);
    let is_tagged = node
        .tag
        .as_ref()
        .is_none_or(|tag| tags.contains(&tag.name.as_str()));
    match &node.value {
        Value::Scalar(scalar) if is_tagged && !scalar.is_null() => Some(scalar.text.clone()),
        Value::Scalar(_) | Value::List(_) | Value::Map(_) => None,
    }
}

fn inherit_argument(tree: &Tree, node: NodeId) -> Diagnostic {
    if let (Some(tag), Value::Scalar(_)) = (&tree.node(node).tag, &tree.node(node).value)
        && ![INCLUDE, INHERIT].contains(&tag.name.as_str())
    {
        return unknown_tag(&tag.name, tag.span);
    }
    let value = &tree.node(node).value;
    let hint = match value {
        Value::List(_) => "a game has one base: keep one here, and list the others in `imports`",
        Value::Scalar(_) | Value::Map(_) => "write `inherit: base.cgml`",
    };
    let message = format!("`inherit` needs the path of one file, not {}", value.noun());
    Diagnostic::new(merge::INHERIT_ARGUMENT, tree.span(node), message).hint(hint)
}

fn imports_argument(tree: &Tree, node: NodeId) -> Diagnostic {
    let noun = tree.node(node).value.noun();
    let message = format!("`imports` needs a list of files, found {noun}");
    Diagnostic::new(merge::IMPORTS_ARGUMENT, tree.span(node), message)
        .hint("write one `- !include file.yaml` for each file")
}

fn import_argument(tree: &Tree, node: NodeId) -> Diagnostic {
    if let (Some(tag), Value::Scalar(_)) = (&tree.node(node).tag, &tree.node(node).value)
        && ![INCLUDE, INHERIT].contains(&tag.name.as_str())
    {
        return unknown_tag(&tag.name, tag.span);
    }
    let noun = tree.node(node).value.noun();
    let message = format!("each item of `imports` is the path of a file, not {noun}");
    Diagnostic::new(merge::IMPORTS_ARGUMENT, tree.span(node), message)
        .hint("write `- !include file.yaml`")
}

fn several_documents(second: Span) -> Diagnostic {
    Diagnostic::new(
        files::SEVERAL_DOCUMENTS,
        second,
        "a second document begins here, and a game is one document",
    )
    .hint("delete the `---` above, or move this document to a file of its own")
}

fn empty_file(path: &str, file: FileId, at: Option<&Reference>) -> Diagnostic {
    let message = format!("{} holds no document", quoted(path));
    let span = at.map_or(Span::new(file, 0, 0), |at| at.span);
    Diagnostic::new(files::EMPTY_FILE, span, message)
        .hint("a game begins with `cgml_version: \"1.4\"`; `fuda new` writes a small one")
}
