//! Card dialects: cards in the format of another program, as front ends to the cards of CGML.
//!
//! `cards: !include cards/ as solitcg` reads a folder in a dialect. Each card is checked with the same
//! diagnostics and written anew as a card of CGML, whose every part keeps the place it came from; after
//! that nothing knows of the dialect any more. What a step of a card does is for the game to say: the
//! new card calls the definitions, events and moves of the game.

use crate::diagnostic::Diagnostics;
use crate::dialect::table::columns::Columns;
use crate::source::Span;
use crate::tree::{NodeId, Tree};

mod solitcg;
pub(crate) mod table;

/// A format of cards.
#[derive(Debug)]
pub struct Dialect {
    /// What stands after `as`.
    pub name: &'static str,
    /// The shipped game whose cards are written so.
    pub game: &'static str,
    /// The name of its schema.
    pub schema: &'static str,
    translate: fn(&mut Tree, &mut Diagnostics, &[NodeId]) -> Translated,
    keys: &'static [&'static str],
    pub(crate) card: &'static crate::vocabulary::shape::Object,
}

/// Cards of a dialect as cards of CGML.
#[derive(Debug, Default)]
pub(crate) struct Translated {
    /// The cards.
    pub(crate) cards: Vec<NodeId>,
    /// The kinds of counters they use, which the dialect does not declare.
    pub(crate) counters: Vec<(String, Span)>,
}

/// Every dialect.
pub const ALL: &[Dialect] = &[solitcg::SOLITCG];

/// The dialect with this name.
pub fn find(name: &str) -> Option<&'static Dialect> {
    ALL.iter().find(|dialect| dialect.name == name)
}

/// The dialect that a file of a card is probably written in: it has the keys that every card needs at the
/// beginning of a line.
pub fn of_card(text: &str) -> Option<&'static Dialect> {
    let has = |key: &str| {
        let mut lines = text.lines();
        lines.any(|line| line.strip_prefix(key).is_some_and(|it| it.starts_with(':')))
    };
    ALL.iter()
        .find(|dialect| dialect.keys.iter().all(|key| has(key)))
}

/// A column of a table of cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableColumn {
    /// Its heading.
    pub heading: String,
    /// The words it may hold; any if there are none.
    pub words: Vec<String>,
    /// What stands between several words.
    pub separator: Option<String>,
    /// The bounds of a number.
    pub bounds: Option<(i64, i64)>,
}

/// The columns that a file of columns describes, each once; none if the file has problems.
pub fn table_columns(text: &str) -> Vec<TableColumn> {
    let Some(columns) = columns_of(text) else {
        return Vec::new();
    };
    let mut found: Vec<TableColumn> = Vec::new();
    for column in &columns.columns {
        if found.iter().any(|known| known.heading == column.heading) {
            continue;
        }
        let words = column.words.iter().flatten().map(|(word, _)| word.clone());
        found.push(TableColumn {
            heading: column.heading.clone(),
            words: words.collect(),
            separator: column.separator.clone(),
            bounds: column.bounds,
        });
    }
    found
}

fn columns_of(text: &str) -> Option<Columns> {
    let mut diagnostics = Diagnostics::new();
    let mut tree = Tree::default();
    let parsed = crate::yaml::parse_text("columns.yaml", text, &mut tree, &mut diagnostics);
    let root = parsed.ok().and_then(|parsed| parsed.roots.first().copied());
    root.and_then(|root| Columns::read(&tree, root, &mut diagnostics))
}

/// How many headings of a table are those of a file of columns.
pub fn shared_headings(columns: &str, table: &str) -> usize {
    let columns = columns_of(columns);
    let first = table.lines().next().unwrap_or_default();
    let headings = first
        .split(',')
        .map(|heading| heading.trim().trim_matches('"'));
    let known = columns.iter().flat_map(|columns| columns.headings());
    let known: Vec<&str> = known.collect();
    headings.filter(|heading| known.contains(heading)).count()
}

impl Dialect {
    /// Cards of the dialect as cards of CGML. Problems are reported; what has one is left out.
    pub(crate) fn translate(
        &self,
        tree: &mut Tree,
        diagnostics: &mut Diagnostics,
        cards: &[NodeId],
    ) -> Translated {
        (self.translate)(tree, diagnostics, cards)
    }
}
