//! Puts the content of files where `!include` stands.
//!
//! Each file is resolved once; its content is shared by every place that includes it.

use super::files::{FileIndex, LoadedFile, Loader, Progress, Reference, Target};
use super::paths;
use super::problem;
use crate::card_tables;
use crate::card_tables::columns::Columns;
use crate::codes::dialect::{EMPTY_CARD, ONE_CARD, TABLE_AS, UNKNOWN_DIALECT};
use crate::codes::{files, merge};
use crate::diagnostic::{Diagnostic, Reported, quoted};
use crate::dialect::Dialect;
use crate::dialects;
use crate::limits;
use crate::read::all_of;
use crate::similar::nearest;
use crate::source::{ReadError, Span};
use crate::tree::{Node, NodeId, Scalar, Style, Tree, UNREAD, Value};

pub(super) const INCLUDE: &str = "!include";
pub(super) const INHERIT: &str = "!inherit";

/// True if a value is an `!include` or an alias that could not be read.
pub(super) fn is_unresolved(tree: &Tree, node: NodeId) -> bool {
    tree.node(node)
        .tag
        .as_ref()
        .is_some_and(|tag| tag.name == INCLUDE || tag.name == UNREAD)
}

impl Loader<'_> {
    /// Resolves every `!include` of a file, and of the files it includes.
    pub(super) fn resolve_includes(&mut self, file: FileIndex) {
        self.resolve(file, None);
    }

    fn resolve(&mut self, file: FileIndex, from: Option<Span>) {
        if self.files[file].progress != Progress::Untouched {
            return;
        }
        self.files[file].progress = Progress::Begun;
        self.including.push((file, from));
        for node in std::mem::take(&mut self.files[file].parsed.tagged) {
            if !self.layer_references.contains(&node) {
                self.resolve_tag(file, node);
            }
        }
        self.including.pop();
        self.files[file].progress = Progress::Done;
    }

    fn resolve_tag(&mut self, file: FileIndex, node: NodeId) {
        let Some(tag) = self.tree.node(node).tag.clone() else {
            return;
        };
        if tag.name == INCLUDE {
            // A failed include stays as it is, so that later stages can tell; it was reported.
            if self.exhausted.is_none()
                && let Ok(content) = self.included(file, node)
            {
                self.put(node, content);
            }
            return;
        }
        self.tree.node_mut(node).tag = None;
        let problem = if tag.name == INHERIT {
            Diagnostic::new(
                merge::INHERIT_ARGUMENT,
                tag.span,
                "`!inherit` does not belong here",
            )
            .hint("write `inherit: base.cgml` as a key at the top of the document")
        } else {
            unknown_tag(&tag.name, tag.span)
        };
        self.report(problem);
    }

    /// The content that an `!include` stands for.
    fn included(&mut self, file: FileIndex, node: NodeId) -> Result<Content, Reported> {
        let (reference, format) = self.with_format(file, node)?;
        match (self.find(&reference)?, format) {
            (target, Format::Table(columns)) => self.table(target, &columns, &reference),
            (Target::File(target), _) if paths::is_table(&self.files[target].path) => {
                Err(self.report(table_without_columns(&reference)))
            }
            (target, Format::Dialect(dialect)) => self.cards_of(dialect, target, &reference),
            (target, Format::Cgml) => self.content(target, &reference),
        }
    }

    fn content(&mut self, target: Target, at: &Reference) -> Result<Content, Reported> {
        match target {
            Target::File(target) => self.file_content(target, at),
            Target::Folder(path) => self.folder_content(&path, at),
        }
    }

    /// The rows of a table as cards, or of all tables of a folder.
    fn table(
        &mut self,
        target: Target,
        columns: &Reference,
        at: &Reference,
    ) -> Result<Content, Reported> {
        let described = self.find_file(columns)?;
        self.enter(described, columns)?;
        let root = match (
            self.documents(described).first(),
            self.files[described].problems,
        ) {
            (_, Some(reported)) => return Err(reported),
            (Some(root), None) => *root,
            (None, None) => {
                return Err(self.report(nothing_included(columns, "the file holds nothing")));
            }
        };
        let tables = match target {
            Target::File(file) => vec![file],
            Target::Folder(folder) => {
                let paths = self.files_where(&folder, at, paths::is_table)?;
                let tables = paths.iter().map(|path| self.open_listed(path, at));
                tables.collect::<Result<Vec<_>, _>>()?
            }
        };
        let errors_before = self.diagnostics.error_count();
        let Some(columns) = Columns::read(&self.tree, root, self.diagnostics) else {
            self.diagnostics.check()?;
            return Ok(Content::Nothing);
        };
        let mut cards = Vec::new();
        for table in tables {
            if !paths::is_table(&self.files[table].path) {
                return Err(self.report_at(at, not_a_table(at)));
            }
            for root in self.documents(table) {
                let rows = card_tables::translate(&mut self.tree, self.diagnostics, &columns, root);
                cards.extend(rows.iter().map(|row| row.node));
                self.table_cards.extend(rows);
            }
        }
        self.dialect_errors += self.diagnostics.error_count() - errors_before;
        Ok(Content::List(cards, at.span))
    }

    /// The path of an `!include`, and the format after its `as`.
    fn with_format(
        &mut self,
        file: FileIndex,
        node: NodeId,
    ) -> Result<(Reference, Format), Reported> {
        let mut reference = self.reference(file, node)?;
        let Some((path, name)) = reference.written.rsplit_once(" as ") else {
            return Ok((reference, Format::Cgml));
        };
        let name = name.trim();
        if paths::has_extension(name) {
            let columns = Reference {
                written: name.to_owned(),
                ..reference.clone()
            };
            reference.written = path.trim().to_owned();
            return Ok((reference, Format::Table(columns)));
        }
        let Some(dialect) = dialects::find(name) else {
            let names = || dialects::ALL.iter().map(|dialect| dialect.name);
            let hint = match nearest(name, names()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "there is {}; a table is included `as` the file of its columns",
                    all_of(names())
                ),
            };
            let message = format!("there is no card dialect {}", quoted(name));
            let problem = Diagnostic::new(UNKNOWN_DIALECT, reference.span, message).hint(hint);
            return Err(self.report(problem));
        };
        reference.written = path.trim().to_owned();
        Ok((reference, Format::Dialect(dialect)))
    }

    /// Cards of a dialect as cards of CGML. Each file is a card, however often it is included.
    fn cards_of(
        &mut self,
        dialect: &'static Dialect,
        target: Target,
        at: &Reference,
    ) -> Result<Content, Reported> {
        let files = match target {
            Target::File(file) => {
                self.enter(file, at)?;
                vec![file]
            }
            Target::Folder(folder) => self.card_files(dialect, &folder, at)?,
        };
        let mut cards = Vec::new();
        for file in files {
            cards.extend(self.card_of_file(file));
        }
        let errors_before = self.diagnostics.error_count();
        let translated = dialect.translate(&mut self.tree, self.diagnostics, &cards);
        self.dialect_errors += self.diagnostics.error_count() - errors_before;
        self.dialect_counters.extend(translated.counters);
        self.dialect_types.extend(translated.types);
        Ok(Content::List(translated.cards, at.span))
    }

    /// The files of a folder that hold cards of a dialect. What cannot be read was reported; the others still count.
    fn card_files(
        &mut self,
        dialect: &'static Dialect,
        folder: &str,
        at: &Reference,
    ) -> Result<Vec<FileIndex>, Reported> {
        let mut paths = self.files_in(folder, at)?;
        paths.retain(|path| dialect.is_card_file(paths::file_name(path)));
        if paths.is_empty() {
            let why = "the folder holds no `.cgml`, `.yml` or `.yaml` files with cards";
            self.report(nothing_included(at, why));
        }
        let mut files = Vec::new();
        for path in paths {
            let target = self.open_listed(&path, at);
            files.extend(target.and_then(|file| self.enter(file, at).map(|()| file)));
        }
        Ok(files)
    }

    /// The one card of a file of a dialect; others are told apart, so that their mistakes are found as well.
    fn card_of_file(&mut self, file: FileIndex) -> Vec<NodeId> {
        let roots = self.documents(file);
        let LoadedFile { id, problems, .. } = &self.files[file];
        if roots.is_empty() && problems.is_none() {
            let span = Span::new(*id, 0, 0);
            self.report(
                Diagnostic::new(EMPTY_CARD, span, "the file holds no card")
                    .hint("write the card, or delete the file"),
            );
        }
        let errors_before = self.diagnostics.error_count();
        for (position, root) in roots.iter().enumerate() {
            let what = match (self.tree.is_list(*root), position) {
                (true, _) => "one file is one card, and this is a list",
                (false, 0) => continue,
                (false, _) => "one file is one card, and this is another one",
            };
            let problem = Diagnostic::new(ONE_CARD, self.tree.span(*root), what);
            self.report(problem.hint("give each card a file of its own"));
        }
        self.dialect_errors += self.diagnostics.error_count() - errors_before;
        self.flattened(&roots)
    }

    /// The path that a node is.
    pub(super) fn reference(
        &mut self,
        from: FileIndex,
        node: NodeId,
    ) -> Result<Reference, Reported> {
        let place = self.tree.node(node);
        let span = match &place.tag {
            Some(tag) => tag.span.to(place.span),
            None => place.span,
        };
        match &place.value {
            Value::Scalar(scalar) if !scalar.is_null() => Ok(Reference {
                from,
                written: scalar.text.clone(),
                span: place.span,
            }),
            Value::Scalar(_) | Value::List(_) | Value::Map(_) => {
                let message = format!("expected a path, found {}", place.value.noun());
                let hint = match &place.value {
                    Value::List(_) => "write an `!include` before each path of the list",
                    Value::Scalar(_) | Value::Map(_) => {
                        "write `!include cards/` or `!include 'file.yaml'`"
                    }
                };
                let problem = Diagnostic::new(merge::INCLUDE_ARGUMENT, span, message).hint(hint);
                Err(self.report(problem))
            }
        }
    }

    fn file_content(&mut self, target: FileIndex, at: &Reference) -> Result<Content, Reported> {
        self.enter(target, at)?;
        let roots = self.documents(target);
        match (roots.as_slice(), self.files[target].problems) {
            ([root], _) => Ok(Content::Value(*root)),
            ([], Some(reported)) => Err(reported),
            ([], None) => {
                self.report(nothing_included(at, "the file holds nothing"));
                Ok(Content::Nothing)
            }
            (roots, _) => Ok(Content::List(
                self.flattened(roots),
                self.tree.span(roots[0]),
            )),
        }
    }

    fn folder_content(&mut self, path: &str, at: &Reference) -> Result<Content, Reported> {
        let mut items = Vec::new();
        let mut all_read = true;
        for path in self.files_in(path, at)? {
            let target = self.open_listed(&path, at);
            match target.and_then(|target| self.enter(target, at).map(|()| target)) {
                Ok(target) => {
                    let roots = self.documents(target);
                    items.extend(self.flattened(&roots));
                    all_read &= self.files[target].problems.is_none();
                }
                // It was reported; the other files still count.
                Err(_) => all_read = false,
            }
        }
        if items.is_empty() && all_read {
            self.report(nothing_included(
                at,
                "the folder holds no `.cgml`, `.yml` or `.yaml` files with content",
            ));
        }
        Ok(Content::List(items, at.span))
    }

    /// Every document, and in place of a document that is a list, its items.
    fn flattened(&self, roots: &[NodeId]) -> Vec<NodeId> {
        let mut items = Vec::new();
        for root in roots {
            match &self.tree.node(*root).value {
                Value::List(inner) => items.extend(inner),
                Value::Scalar(_) | Value::Map(_) => items.push(*root),
            }
        }
        items
    }

    /// Resolves the includes of a file that is included, unless it includes itself.
    fn enter(&mut self, target: FileIndex, at: &Reference) -> Result<(), Reported> {
        if self.files[target].progress == Progress::Begun {
            return Err(self.report_cycle(target, at));
        }
        if self.including.len() >= limits::CHAIN {
            return Err(self.report(problem::chain_too_long(at.span)));
        }
        self.resolve(target, Some(at.span));
        Ok(())
    }

    fn report_cycle(&mut self, target: FileIndex, at: &Reference) -> Reported {
        let path = quoted(&self.files[target].path);
        let mut problem = Diagnostic::new(
            merge::INCLUDE_CYCLE,
            at.span,
            format!("{path} includes itself"),
        )
        .label("this closes the circle")
        .hint("move what both files need into a third file, and include that");
        let inside = self
            .including
            .iter()
            .skip_while(|(file, _)| *file != target);
        for (file, span) in inside.skip(1) {
            if let Some(span) = span {
                let path = quoted(&self.files[*file].path);
                problem = problem.related(*span, format!("{path} is included here"));
            }
        }
        self.report(problem)
    }

    /// The files below a folder that can be read, sorted by path.
    pub(super) fn files_in(
        &mut self,
        folder: &str,
        at: &Reference,
    ) -> Result<Vec<String>, Reported> {
        self.files_where(folder, at, paths::has_extension)
    }

    fn files_where(
        &mut self,
        folder: &str,
        at: &Reference,
        is_wanted: fn(&str) -> bool,
    ) -> Result<Vec<String>, Reported> {
        let mut found = Vec::new();
        let mut folders = vec![(folder.to_owned(), 0)];
        while let Some((folder, depth)) = folders.pop() {
            let names = match self.sources.list(&folder) {
                Ok(names) => names,
                Err(error) => return Err(self.report_list(&folder, &error, at)),
            };
            for name in names.iter().filter(|name| !name.starts_with('.')) {
                match name.strip_suffix('/') {
                    Some(name) if depth < limits::CHAIN => {
                        folders.push((paths::join(&folder, name), depth + 1));
                    }
                    Some(_) => return Err(self.report(problem::chain_too_long(at.span))),
                    None if is_wanted(name) => found.push(paths::join(&folder, name)),
                    None => {}
                }
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    fn report_list(&mut self, folder: &str, error: &ReadError, at: &Reference) -> Reported {
        self.report_at(at, problem::failed(folder, error))
    }

    /// Makes an `!include` node what it stands for, unless that would repeat too much.
    fn put(&mut self, node: NodeId, content: Content) {
        let span = self.tree.span(node);
        self.repeated += match &content {
            Content::Value(root) => self.tree.entries(*root).len() + self.tree.items(*root).len(),
            Content::List(items, _) => items.len(),
            Content::Nothing => 0,
        };
        if self.tree.len() + self.repeated > limits::NODES {
            self.exhausted = Some(self.report(problem::too_many_includes(span)));
            return;
        }
        let content = match content {
            Content::Value(root) => self.tree.node(root).clone(),
            Content::List(items, span) => untagged(span, Value::List(items)),
            Content::Nothing => untagged(span, nothing()),
        };
        if matches!(content.value, Value::List(_)) {
            self.included_lists.insert(node);
        }
        *self.tree.node_mut(node) = content;
    }
}

/// Format of included files.
enum Format {
    /// Parts of the language.
    Cgml,
    /// Cards in a dialect.
    Dialect(&'static Dialect),
    /// Tables of cards, and the file of their columns.
    Table(Reference),
}

/// Content of an `!include`.
enum Content {
    Value(NodeId),
    /// Items and where to point for the list as a whole.
    List(Vec<NodeId>, Span),
    Nothing,
}

fn untagged(span: Span, value: Value) -> Node {
    Node {
        span,
        tag: None,
        value,
    }
}

fn nothing() -> Value {
    Value::Scalar(Scalar {
        text: String::new(),
        style: Style::Plain,
    })
}

fn table_without_columns(at: &Reference) -> Diagnostic {
    let message = format!(
        "{} is a table, and nothing says what its columns are",
        quoted(&at.written)
    );
    Diagnostic::new(TABLE_AS, at.span, message)
        .hint("write `!include cards.csv as columns.yaml`, with a file of columns")
}

fn not_a_table(at: &Reference) -> Diagnostic {
    let message = format!("{} is no table", quoted(&at.written));
    Diagnostic::new(TABLE_AS, at.span, message)
        .hint("tables end in `.csv`; leave out `as` if the file holds cards of CGML")
}

fn nothing_included(at: &Reference, why: &str) -> Diagnostic {
    let message = format!("{} brings nothing: {why}", quoted(&at.written));
    Diagnostic::new(files::NOTHING_INCLUDED, at.span, message)
        .hint("put something in, or delete the `!include`")
}

pub(super) fn unknown_tag(name: &str, span: Span) -> Diagnostic {
    let hint = match nearest(name, [INCLUDE, INHERIT]) {
        Some(near) => format!("did you mean `{near}`?"),
        None if name.starts_with("!!") => "use quotes for text, none for numbers".to_owned(),
        None => "put text that begins with `!` in quotes".to_owned(),
    };
    let message = format!("unknown tag {}", quoted(name));
    Diagnostic::new(merge::UNKNOWN_TAG, span, message).hint(hint)
}
