//! Card dialects: cards in the format of another program, as front ends to the cards of CGML.
//!
//! `cards: !include cards/ as solitcg` reads a folder in a dialect. Each card is checked with the same
//! diagnostics and written anew as a card of CGML, whose every part keeps the place it came from; after
//! that nothing knows of the dialect any more. What a step of a card does is for the game to say: the
//! new card calls the definitions, events and moves of the game.

use std::collections::BTreeMap;

use crate::codes::dialect as code;
use crate::diagnostic::{Diagnostic, Diagnostics};
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
    /// Keys that only its cards have; one of them makes a file a card.
    telling: &'static [&'static str],
    /// Keys that its cards never have, but cards of CGML do.
    foreign: &'static [&'static str],
    /// Files that lie among the cards for other programs.
    passed_over: &'static [&'static str],
    pub(crate) card: &'static crate::vocabulary::shape::Object,
}

/// Cards of a dialect as cards of CGML.
#[derive(Debug, Default)]
pub(crate) struct Translated {
    /// The cards.
    pub(crate) cards: Vec<NodeId>,
    /// The kinds of counters they use, which the dialect does not declare.
    pub(crate) counters: Vec<(String, Span)>,
    /// The types they ask of other cards.
    pub(crate) types: Vec<TypeAsked>,
}

/// A card that must be of a type, because a step of another says so.
#[derive(Debug, Clone)]
pub(crate) struct TypeAsked {
    /// The id of the card.
    pub(crate) card: String,
    /// The type, as the kind of card that it becomes.
    pub(crate) kind: &'static str,
    /// What the step does: `set`.
    pub(crate) done: &'static str,
    /// The place where the step names the card.
    pub(crate) span: Span,
}

/// Reports cards that are of another type than steps ask for. A card that does not exist is not for here.
pub(crate) fn check_types(
    tree: &Tree,
    root: NodeId,
    asked: &[TypeAsked],
    diagnostics: &mut Diagnostics,
) {
    let mut kinds = BTreeMap::new();
    if let Some(cards) = tree.get(root, "cards").filter(|_| !asked.is_empty()) {
        note_kinds(tree, cards, &mut kinds);
    }
    for TypeAsked {
        card,
        kind,
        done,
        span,
    } in asked
    {
        let Some((found, at)) = kinds.get(card.as_str()).filter(|(found, _)| found != kind) else {
            continue;
        };
        let message = format!("`{card}` is of type `{found}`, and only a {kind} can be {done}");
        let problem = Diagnostic::new(code::WRONG_TYPE, *span, message)
            .hint(format!("name a card of type `{kind}`"))
            .related(*at, format!("`{card}` says its type here"));
        diagnostics.report(problem);
    }
}

/// The kind of each card, and where it is written.
fn note_kinds<'t>(tree: &'t Tree, cards: NodeId, kinds: &mut BTreeMap<&'t str, (&'t str, Span)>) {
    for item in tree.items(cards) {
        if tree.is_list(*item) {
            note_kinds(tree, *item, kinds);
            continue;
        }
        let text = |key: &str| tree.get(*item, key).and_then(|node| tree.text(node));
        if let (Some(id), Some(kind), Some(node)) =
            (text("id"), text("kind"), tree.get(*item, "kind"))
        {
            kinds.insert(id, (kind, tree.span(node)));
        }
    }
}

/// Every dialect.
pub const ALL: &[Dialect] = &[solitcg::SOLITCG];

/// The dialect with this name.
pub fn find(name: &str) -> Option<&'static Dialect> {
    ALL.iter().find(|dialect| dialect.name == name)
}

/// The dialect that a file of a card is probably written in, also if the card has mistakes: most of the keys at the
/// beginning of a line are those of its cards.
pub fn of_card(text: &str) -> Option<&'static Dialect> {
    let keys: Vec<&str> = text.lines().filter_map(key_of_line).collect();
    ALL.iter().find(|dialect| dialect.is_card(&keys))
}

/// The key that a line without indentation begins with.
fn key_of_line(line: &str) -> Option<&str> {
    let (key, _) = line.split_once(':')?;
    let key = key.trim_end().trim_matches(['"', '\'']);
    crate::read::is_name(key).then_some(key)
}

/// The number of keys of a card a file must have.
const FEWEST_KEYS: usize = 2;

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

/// The number of headings of a table are those of a file of columns.
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
    /// True if a mapping with these keys is probably one of its cards.
    fn is_card(&self, keys: &[&str]) -> bool {
        let is_known = |key: &&&str| self.card.keys.iter().any(|known| known.name == **key);
        let known = keys.iter().filter(is_known).count();
        let has_any = |wanted: &[&str]| keys.iter().any(|key| wanted.contains(key));
        let is_most = known >= FEWEST_KEYS && known > keys.len() - known;
        is_most && has_any(self.telling) && !has_any(self.foreign)
    }

    /// True if a file of a folder of its cards is one of them.
    pub(crate) fn is_card_file(&self, name: &str) -> bool {
        !self.passed_over.contains(&name)
    }

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
