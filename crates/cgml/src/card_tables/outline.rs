//! Columns of tables of cards, for those who show or write such tables.

use crate::card_tables::columns::Columns;
use crate::diagnostic::Diagnostics;
use crate::tree::Tree;

/// A column of a table of cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableColumn {
    /// Heading in the first row of the table.
    pub heading: String,
    /// The words it may hold; any if there are none.
    pub words: Vec<String>,
    /// The separator between several words.
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

/// The number of headings of a table that a file of columns has, too.
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
