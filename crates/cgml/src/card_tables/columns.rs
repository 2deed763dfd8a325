//! Columns of tables of cards: the meaning of each for a game.

use crate::diagnostic::Diagnostics;
use crate::ordered::{OrderedMap, OrderedSet};
use crate::read::read;
use crate::tree::{NodeId, Tree};
use crate::version::Version;
use crate::vocabulary::shape::Shape::{Any, Flag, List, Number, Object as A, Text, Words};
use crate::vocabulary::shape::{Key, Object, Shape};

/// A file of columns.
pub(crate) static COLUMNS: Object = Object {
    name: "columns of a table of cards",
    about: "How a table of cards is read: each row is a card.",
    keys: &[
        Key::required("id", A(&ID), "How the id of a card is made."),
        Key::required("columns", List(&A(&COLUMN)), "What each column gives."),
    ],
};

static ID: Object = Object {
    name: "id of a table",
    about: "How the id of a card is made.",
    keys: &[
        Key::required(
            "from",
            Text,
            "The column whose text becomes the id, in small letters and `_`.",
        ),
        Key::optional(
            "or",
            Text,
            "The column whose number is taken where the text has other letters.",
        ),
        Key::optional("prefix", Text, "What is put before that number."),
    ],
};

static COLUMN: Object = Object {
    name: "column",
    about: "What a column of a table gives. A column may be listed more than once.",
    keys: &[
        Key::required("column", Text, "Its heading."),
        Key::required(
            "gives",
            Text,
            "The key of the card: `kind`, `name`, `keywords` or a property.",
        ),
        Key::optional(
            "number",
            A(&BOUNDS),
            "It holds a whole number within these bounds.",
        ),
        Key::optional(
            "words",
            Words(&Any),
            "The words it may hold, and what each stands for; `null` for nothing.",
        ),
        Key::optional(
            "ids",
            Flag,
            "It holds names; they become ids in small letters and `_`.",
        ),
        Key::optional(
            "separator",
            Text,
            "What stands between several words; the card gets a list.",
        ),
        Key::optional(
            "blank",
            Any,
            "What an empty cell stands for; without this it may not be empty.",
        ),
        Key::optional(
            "kinds",
            List(&Text),
            "The kinds of cards that have it; of others the cell is empty or 0.",
        ),
        Key::optional(
            "unique",
            Flag,
            "No two rows have the same; cards that are not of the table lose it.",
        ),
        Key::optional(
            "if_new",
            Flag,
            "Of a card that the game has already, the game's own counts.",
        ),
        Key::optional(
            "not_played",
            List(&Text),
            "Words of the format that the game does not play.",
        ),
        Key::optional(
            "behaviour",
            List(&Text),
            "Words for what only CGML can say; they need a card of the game.",
        ),
    ],
};

static BOUNDS: Object = Object {
    name: "bounds of a column",
    about: "The least and the largest number.",
    keys: &[
        Key::required("min", Number(i64::MIN, i64::MAX), "The least."),
        Key::required("max", Number(i64::MIN, i64::MAX), "The largest."),
    ],
};

/// Contents of a file of columns.
#[derive(Debug)]
pub(crate) struct Columns {
    /// The column that ids are made from.
    pub(super) id_from: String,
    /// The column that is taken instead, and what is put before it.
    pub(super) id_or: Option<(String, String)>,
    pub(crate) columns: Vec<Column>,
}

/// A column of a table, as the file of columns describes it.
#[derive(Debug, Default)]
pub(crate) struct Column {
    pub(crate) heading: String,
    pub(super) gives: String,
    pub(crate) bounds: Option<(i64, i64)>,
    pub(crate) words: Option<OrderedMap<String, NodeId>>,
    pub(super) ids: bool,
    pub(crate) separator: Option<String>,
    pub(super) blank: Option<NodeId>,
    pub(super) kinds: Option<Vec<String>>,
    pub(super) unique: bool,
    pub(super) if_new: bool,
    pub(super) not_played: Vec<String>,
    pub(super) behaviour: OrderedSet<String>,
}

impl Columns {
    /// Reads a file of columns; nothing if it has problems, which are reported.
    pub(crate) fn read(tree: &Tree, root: NodeId, diagnostics: &mut Diagnostics) -> Option<Self> {
        let before = diagnostics.error_count();
        read(
            tree,
            root,
            &Shape::Object(&COLUMNS),
            Version::V1_4,
            diagnostics,
        );
        if diagnostics.error_count() > before {
            return None;
        }
        let id = tree.get(root, "id")?;
        let text = |node, key| Some(tree.text(tree.get(node, key)?)?.to_owned());
        let columns = tree.items(tree.get(root, "columns")?).iter();
        Some(Self {
            id_from: text(id, "from")?,
            id_or: text(id, "or").map(|or| (or, text(id, "prefix").unwrap_or_default())),
            columns: columns
                .filter_map(|node| Column::read(tree, *node))
                .collect(),
        })
    }

    /// The headings, each once.
    pub(crate) fn headings(&self) -> Vec<&str> {
        let mut headings: Vec<&str> = Vec::new();
        for column in &self.columns {
            if !headings.contains(&column.heading.as_str()) {
                headings.push(&column.heading);
            }
        }
        headings
    }
}

impl Column {
    fn read(tree: &Tree, node: NodeId) -> Option<Self> {
        let text = |key| Some(tree.text(tree.get(node, key)?)?.to_owned());
        let flag = |key| {
            tree.get(node, key)
                .and_then(|node| tree.scalar(node)?.bool())
        };
        let texts = |key| {
            let items = tree.items(tree.get(node, key)?).iter();
            let items = items.filter_map(|item| tree.text(*item));
            Some(items.map(str::to_owned).collect::<Vec<_>>())
        };
        let bound = |key| {
            tree.scalar(tree.get(tree.get(node, "number")?, key)?)?
                .int()
        };
        let words = tree.get(node, "words").map(|words| {
            let entries = tree.entries(words).iter();
            entries
                .map(|entry| (entry.key.clone(), entry.value))
                .collect()
        });
        Some(Self {
            heading: text("column")?,
            gives: text("gives")?,
            bounds: bound("min").zip(bound("max")),
            words,
            ids: flag("ids").unwrap_or(false),
            separator: text("separator"),
            blank: tree.get(node, "blank"),
            kinds: texts("kinds"),
            unique: flag("unique").unwrap_or(false),
            if_new: flag("if_new").unwrap_or(false),
            not_played: texts("not_played").unwrap_or_default(),
            behaviour: texts("behaviour").into_iter().flatten().collect(),
        })
    }
}
