//! Tables of cards: `!include cards.csv as columns.yaml` reads each row as a card.
//!
//! The meaning of the columns is for the game to say, in a file of its own (`columns`). Rows become cards of CGML, every
//! part with the place of its cell; what is wrong with any row is reported, and such rows are left out. A row whose
//! name is that of a card of the game is about that card (`known`): the row gives what is printed, the game what
//! the card does.

pub(crate) mod columns;
pub(crate) mod csv;
pub(crate) mod known;
mod outline;

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::codes::dialect as code;
use crate::diagnostic::{Diagnostic, Diagnostics, Hint, quoted};
use crate::limits;
use crate::read::question;
use crate::similar::{Search, nearest};
use crate::source::Span;
use crate::tree::{Entry, Node, NodeId, Scalar, Style, Tree, Value};
use columns::{Column, Columns};
pub use outline::{TableColumn, shared_headings, table_columns};

/// A card that is a row of a table.
#[derive(Debug)]
pub(crate) struct TableCard {
    /// Node of the card that the row became.
    pub(crate) node: NodeId,
    /// Its keys that count only if the game has no such card.
    if_new: Vec<String>,
    /// Its keys that no other card may have with the same value.
    unique: Vec<String>,
    /// Words for what only CGML can say.
    behaviour: Vec<(String, Span)>,
}

/// The rows of a table as cards. Problems are reported; rows that have one are left out.
pub(crate) fn translate(
    tree: &mut Tree,
    diagnostics: &mut Diagnostics,
    columns: &Columns,
    table: NodeId,
) -> Vec<TableCard> {
    let rows = tree.items(table).to_vec();
    let Some((header, rows)) = rows.split_first() else {
        let message = "the table is empty";
        let problem = Diagnostic::new(code::TABLE_SHAPE, tree.span(table), message);
        let headings = columns.headings().join(",");
        diagnostics.report(problem.hint(format!("its first line is `{headings}`")));
        return Vec::new();
    };
    let Some(places) = places(tree, diagnostics, columns, *header) else {
        return Vec::new();
    };
    let mut reader = Rows {
        tree,
        diagnostics,
        columns,
        width: places.len(),
        places,
        seen: BTreeMap::new(),
        search: Search::default(),
    };
    let rows = rows.iter();
    rows.filter_map(|row| reader.card(*row)).collect()
}

/// The heading that each column of the table has; nothing if they are not those of the format.
fn places(
    tree: &Tree,
    diagnostics: &mut Diagnostics,
    columns: &Columns,
    header: NodeId,
) -> Option<Vec<String>> {
    let headings = columns.headings();
    let cells = tree.items(header);
    let mut found: Vec<String> = Vec::new();
    let mut different = FxHashSet::default();
    let mut meant: Vec<&str> = Vec::new();
    let before = diagnostics.error_count();
    for cell in cells {
        let heading = tree.text(*cell).unwrap_or_default();
        let problem = if !different.insert(heading) {
            Some(("is there twice", Hint::from("delete one of the columns")))
        } else if headings.contains(&heading) {
            None
        } else {
            let near = nearest(heading, headings.iter().copied());
            meant.extend(near);
            let hint = near.map_or_else(
                || Hint::all_of("the columns are", headings.iter().copied()),
                question,
            );
            Some(("is not one of the table's", hint))
        };
        if let Some((what, hint)) = problem {
            let message = format!("the column {} {what}", quoted(heading));
            let problem = Diagnostic::new(code::TABLE_SHAPE, tree.span(*cell), message);
            diagnostics.report(problem.hint(hint));
        }
        found.push(heading.to_owned());
    }
    for heading in headings {
        // Of a heading that is misspelt, the right one is not missing.
        if !different.contains(heading) && !meant.contains(&heading) {
            let message = format!("the column `{heading}` is missing");
            let problem = Diagnostic::new(code::TABLE_SHAPE, tree.span(header), message);
            diagnostics.report(problem.hint("add it to the first line, and a cell to every row"));
        }
    }
    (diagnostics.error_count() == before).then_some(found)
}

struct Rows<'t> {
    tree: &'t mut Tree,
    diagnostics: &'t mut Diagnostics,
    columns: &'t Columns,
    width: usize,
    /// The headings, as they stand in the table.
    places: Vec<String>,
    /// Values that no two rows may share, each with its cell: by key, then by value.
    seen: BTreeMap<(String, String), Span>,
    /// Looks for words that are meant.
    search: Search,
}

impl Rows<'_> {
    fn card(&mut self, row: NodeId) -> Option<TableCard> {
        let cells = self.tree.items(row).to_vec();
        if cells.len() != self.width {
            let message = format!(
                "{} has {} cells, not {}",
                self.row(row),
                cells.len(),
                self.width
            );
            let hint = if cells.len() > self.width {
                "put cells with commas into quotes"
            } else {
                "write a comma for each cell that is empty"
            };
            self.report(code::TABLE_SHAPE, self.tree.span(row), message, hint.into());
            return None;
        }
        let before = self.diagnostics.error_count();
        let columns = self.columns;
        let kind = columns.columns.iter().find(|column| column.gives == "kind");
        let kind = kind.and_then(|column| self.value(row, &cells, column, None));
        let kind = kind.and_then(|node| Some(self.tree.text(node)?.to_owned()));
        let mut card = TableCard {
            node: row,
            if_new: Vec::new(),
            unique: Vec::new(),
            behaviour: Vec::new(),
        };
        let mut entries = self.id(&cells).into_iter().collect::<Vec<_>>();
        if let Some(id) = entries.first() {
            self.is_only(row, "id", id.value, &columns.id_from);
        }
        for column in &columns.columns {
            let cell = self.cell(&cells, &column.heading)?;
            card.behaviour.extend(self.behaviour(cell, column));
            // The kind was read before, and its problem reported.
            let value = match column.gives.as_str() {
                "kind" => kind
                    .as_ref()
                    .map(|kind| self.scalar(kind, self.tree.span(cell))),
                _ => self.value(row, &cells, column, kind.as_deref()),
            };
            let Some(value) = value else {
                continue;
            };
            if column.unique {
                self.is_only(row, &column.gives, value, &column.heading);
                card.unique.push(column.gives.clone());
            }
            if column.if_new {
                card.if_new.push(column.gives.clone());
            }
            entries.push(Entry {
                key: column.gives.clone(),
                key_span: self.tree.span(cell),
                value,
            });
        }
        if self.diagnostics.error_count() > before {
            return None;
        }
        card.node = self.tree.add(Node {
            span: self.tree.span(row),
            tag: None,
            value: Value::Map(entries),
        });
        Some(card)
    }

    /// The id: the name in small letters, or a number where that cannot be.
    fn id(&mut self, cells: &[NodeId]) -> Option<Entry> {
        let name = self.cell(cells, &self.columns.id_from)?;
        let text = self.tree.text(name).unwrap_or_default();
        let id = match (id_of(text), &self.columns.id_or) {
            (Some(id), _) => id,
            (None, Some((column, prefix))) => {
                let number = self.cell(cells, column)?;
                format!("{prefix}{}", self.tree.text(number).unwrap_or_default())
            }
            (None, None) => return None,
        };
        let span = self.tree.span(name);
        Some(Entry {
            key: "id".to_owned(),
            key_span: span,
            value: self.scalar(&id, span),
        })
    }

    /// Reports a value that an earlier row has.
    fn is_only(&mut self, row: NodeId, key: &str, value: NodeId, heading: &str) {
        let text = self.tree.text(value).unwrap_or_default().to_owned();
        let span = self.tree.span(value);
        let place = (key.to_owned(), text.clone());
        let Some(first) = self.seen.get(&place).copied() else {
            self.seen.insert(place, span);
            return;
        };
        let message = format!("{}: another row has the same `{heading}`", self.row(row));
        let problem = Diagnostic::new(code::TABLE_CELL, span, message)
            .related(first, "the first of them")
            .hint("each row is a card of its own: delete one of them, or change it");
        self.diagnostics.report(problem);
    }

    /// Value of a cell; nothing if it is empty, or has a problem, which is reported.
    fn value(
        &mut self,
        row: NodeId,
        cells: &[NodeId],
        column: &Column,
        kind: Option<&str>,
    ) -> Option<NodeId> {
        let cell = self.cell(cells, &column.heading)?;
        let span = self.tree.span(cell);
        let text = self.tree.text(cell).unwrap_or_default().to_owned();
        let is_empty = matches!(text.as_str(), "" | "-" | "–");
        match (&column.kinds, kind) {
            (Some(kinds), Some(kind)) if !kinds.iter().any(|it| it == kind) => {
                if !is_empty && text != "0" && !self.has_column(&column.heading, kind) {
                    let message = format!(
                        "{}: a card of kind `{kind}` has no `{}`",
                        self.row(row),
                        column.heading
                    );
                    let hint = "leave the cell empty".to_owned();
                    self.report(code::TABLE_CELL, span, message, hint.into());
                }
                return None;
            }
            // The problem of its kind was reported.
            (Some(_), None) => return None,
            (Some(_) | None, _) => {}
        }
        if is_empty {
            return match column.blank {
                Some(blank) => Some(self.copied(blank, span)),
                None => {
                    let message = format!("{}: `{}` is empty", self.row(row), column.heading);
                    self.report(code::TABLE_CELL, span, message, self.expected(column));
                    None
                }
            };
        }
        match &column.separator {
            None => self.part(row, column, &text, span),
            Some(separator) => {
                let mut items = Vec::new();
                let parts = self.parts(cell, &text, separator);
                let mut earlier = FxHashSet::default();
                for (part, span) in &parts {
                    if !earlier.insert(part) {
                        let heading = &column.heading;
                        let message =
                            format!("{}: `{heading}` has {} twice", self.row(row), quoted(part));
                        self.report(code::TABLE_CELL, *span, message, "write it once".into());
                    }
                    items.extend(self.part(row, column, part, *span));
                }
                Some(self.add(span, Value::List(items)))
            }
        }
    }

    /// True if cards of a kind have something in a column.
    fn has_column(&self, heading: &str, kind: &str) -> bool {
        let mut columns = self.columns.columns.iter();
        columns.any(|column| {
            let kinds = column.kinds.as_ref();
            column.heading == heading && kinds.is_none_or(|kinds| kinds.iter().any(|it| it == kind))
        })
    }

    /// The parts of a cell, each with its place as far as it can be told.
    fn parts(&self, cell: NodeId, text: &str, separator: &str) -> Vec<(String, Span)> {
        let span = self.tree.span(cell);
        let source = self.diagnostics.files().text(span);
        let mut from = 0;
        let parts = text.split(separator).map(str::trim);
        let parts = parts.filter(|part| !part.is_empty());
        parts
            .map(|part| {
                // Text that is written otherwise than it reads is not searched for again and again.
                let Some(at) = source[from..].find(part) else {
                    from = source.len();
                    return (part.to_owned(), span);
                };
                let start = span.start as usize + from + at;
                from += at + part.len();
                let span = Span::new(span.file, start, start + part.len());
                (part.to_owned(), span)
            })
            .collect()
    }

    /// Value of one word, number or text.
    fn part(&mut self, row: NodeId, column: &Column, text: &str, span: Span) -> Option<NodeId> {
        if let Some((min, max)) = column.bounds {
            let number = text.parse::<i64>().ok();
            if number.is_none_or(|number| number < min || number > max) {
                let message = match number {
                    Some(_) => format!("{}: `{}` cannot be {text}", self.row(row), column.heading),
                    None => format!(
                        "{}: `{}` is a whole number, not {}",
                        self.row(row),
                        column.heading,
                        quoted(text)
                    ),
                };
                self.report(code::TABLE_CELL, span, message, self.expected(column));
                return None;
            }
            return Some(self.scalar(text, span));
        }
        if let Some(words) = &column.words {
            if column.behaviour.contains(text) {
                return None;
            }
            if let Some(meaning) = words.get(text) {
                let is_nothing = self.tree.scalar(*meaning).is_some_and(Scalar::is_null);
                return (!is_nothing).then(|| self.copied(*meaning, span));
            }
            let (message, hint) = self.unknown(row, column, text);
            self.report(code::TABLE_CELL, span, message, hint);
            return None;
        }
        if column.ids {
            let Some(id) = id_of(text) else {
                let message = format!("{}: {} cannot be made an id", self.row(row), quoted(text));
                let hint = "write it with English letters, digits and spaces".to_owned();
                self.report(code::TABLE_CELL, span, message, hint.into());
                return None;
            };
            return Some(self.scalar(&id, span));
        }
        Some(self.add(
            span,
            Value::Scalar(Scalar {
                text: text.to_owned(),
                style: Style::Double,
            }),
        ))
    }

    fn unknown(&self, row: NodeId, column: &Column, text: &str) -> (String, Hint) {
        let (row, heading) = (self.row(row), &column.heading);
        if column.not_played.iter().any(|word| word == text) {
            return (
                format!(
                    "{row}: the game plays nothing of `{heading}` {}",
                    quoted(text)
                ),
                format!("{}; leave the row out", self.expected(column)).into(),
            );
        }
        let words = column.words.iter().flatten();
        let words = words.map(|(word, _)| word.as_str());
        let words = words.chain(column.behaviour.iter().map(String::as_str));
        let upper = text.to_uppercase().replace([' ', '-'], "_");
        let exact = words.clone().find(|word| *word == upper);
        let near = exact.or_else(|| self.search.nearest(text, words));
        let hint = near.map_or_else(|| self.expected(column), question);
        (
            format!("{row}: there is no {heading} {}", quoted(text)),
            hint,
        )
    }

    /// The expected contents of a column's cells.
    fn expected(&self, column: &Column) -> Hint {
        if let Some((min, max)) = column.bounds {
            return format!("write a whole number from {min} to {max}").into();
        }
        match &column.words {
            Some(words) => {
                let words = words.iter().map(|(word, _)| word.as_str());
                // A hint is no longer than that.
                let words = words.take(limits::MESSAGE_LETTERS);
                Hint::one_of("write", words)
            }
            None => "write what the card has".into(),
        }
    }

    /// The words of a cell that only CGML can say more about.
    fn behaviour(&self, cell: NodeId, column: &Column) -> Vec<(String, Span)> {
        let text = self.tree.text(cell).unwrap_or_default();
        let separator = column.separator.as_deref().unwrap_or(";");
        let parts = self.parts(cell, text, separator).into_iter();
        parts
            .filter(|(part, _)| column.behaviour.contains(part))
            .collect()
    }

    fn cell(&self, cells: &[NodeId], heading: &str) -> Option<NodeId> {
        let place = self.places.iter().position(|it| it == heading)?;
        cells.get(place).copied()
    }

    /// "row 3", as a spreadsheet counts: the heading is the first.
    fn row(&self, row: NodeId) -> String {
        let place = self.diagnostics.files().place(self.tree.span(row));
        format!("row {}", place.line)
    }

    fn report(&mut self, code: crate::codes::Code, span: Span, message: String, hint: Hint) {
        let problem = Diagnostic::new(code, span, message).hint(hint);
        self.diagnostics.report(problem);
    }

    fn add(&mut self, span: Span, value: Value) -> NodeId {
        self.tree.add(Node {
            span,
            tag: None,
            value,
        })
    }

    fn scalar(&mut self, text: &str, span: Span) -> NodeId {
        let (text, style) = (text.to_owned(), Style::Plain);
        self.add(span, Value::Scalar(Scalar { text, style }))
    }

    /// The same value at another place.
    fn copied(&mut self, node: NodeId, span: Span) -> NodeId {
        let value = self.tree.node(node).value.clone();
        self.add(span, value)
    }
}

/// A name as an id: small letters, digits and `_`. Nothing if it has letters that ids do not have.
fn id_of(text: &str) -> Option<String> {
    let mut id = String::new();
    for letter in text.chars() {
        match letter {
            'A'..='Z' | 'a'..='z' | '0'..='9' => id.push(letter.to_ascii_lowercase()),
            '\'' => {}
            _ if letter.is_alphanumeric() => return None,
            _ if id.is_empty() || id.ends_with('_') => {}
            _ => id.push('_'),
        }
    }
    let id = id.trim_end_matches('_');
    let begins = id.starts_with(|letter: char| letter.is_ascii_lowercase());
    begins.then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::id_of;

    #[test]
    fn ids_are_made_from_names() {
        let id = |text| id_of(text).unwrap_or_default();
        assert_eq!(id("Bronze-Arm Tribe"), "bronze_arm_tribe");
        assert_eq!(id("Gonta, the Warrior Savage"), "gonta_the_warrior_savage");
        assert_eq!(id("Pangaea's Song"), "pangaeas_song");
        assert_eq!(id("青銅の鎧"), "");
        assert_eq!(id("3 Kings"), "");
    }
}
