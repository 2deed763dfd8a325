//! The report about the balance of a game.

use super::page::{Cell, Grid, Page, Section, Words};
use askama::Template;
use cgml::vocabulary::Language;

/// A table of a report.
#[derive(Debug, Clone, Default)]
pub struct ReportTable {
    /// Its heading.
    pub heading: String,
    /// The names of its columns.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

/// Figures, tables and lists of a report.
#[derive(Debug, Clone, Default)]
pub struct ReportTables {
    /// Figures with their names.
    pub figures: Vec<(String, String)>,
    /// Tables.
    pub tables: Vec<ReportTable>,
    /// Lists with their headings.
    pub lists: Vec<(String, Vec<String>)>,
}

/// A page about the balance of a game.
pub fn balance(
    game: &str,
    about: &str,
    tables: &ReportTables,
    language: Language,
) -> Result<String, askama::Error> {
    let mut sections: Vec<Section> = Vec::new();
    for table in &tables.tables {
        let rows = table
            .rows
            .iter()
            .map(|row| row.iter().map(Cell::text).collect());
        sections.push(Section {
            heading: table.heading.clone(),
            grids: vec![Grid {
                head: table.head.clone(),
                rows: rows.collect(),
            }],
            ..Section::default()
        });
    }
    for (heading, items) in &tables.lists {
        sections.push(Section {
            heading: heading.clone(),
            items: items.clone(),
            ..Section::default()
        });
    }
    let page = Page {
        language: language.code(),
        title: Words(language).say(&format!("{game}: balance"), &format!("{game}：バランス")),
        lead: about.to_owned(),
        figures: tables.figures.clone(),
        sections,
    };
    page.render()
}
