//! Columns of a program's cards, by kind: those that group cards, and those that order them.

use engine::ids::is_missing;
use engine::program::{ColumnInfo, Program, ValueKind};
use std::collections::BTreeSet;

/// A way in which cards belong together, and a value of each kind; nothing for cards that have none.
pub(super) struct Grouping {
    pub(super) name: String,
    pub(super) set: Option<u16>,
    pub(super) values: Vec<i64>,
}

impl Grouping {
    /// All cards together.
    pub(super) fn all(kinds: usize) -> Self {
        Self {
            name: "all".to_owned(),
            set: None,
            values: vec![0; kinds],
        }
    }
}

/// For each set of words: which of its words are those of another set.
pub(super) fn translations(program: &Program, set: u16) -> Vec<Vec<i64>> {
    let own = &program.words[usize::from(set)];
    let translate = |word: &String| {
        let found = own.iter().position(|other| other == word);
        found.map_or(engine::ids::NOTHING, |at| at as i64)
    };
    let sets = program.words.iter();
    sets.map(|words| words.iter().map(translate).collect())
        .collect()
}

/// True if cards are of kinds that a game declares, as those that carry rules are.
pub(super) fn has_kinds(program: &Program) -> bool {
    let mut columns = program.columns.iter();
    let kinds = columns.find(|column| column.name == "kind" && column.sort == ValueKind::Any);
    kinds.is_some_and(|column| column.values.iter().any(|kind| !is_missing(*kind)))
}

pub(super) fn alike(values: &[i64], one: usize, other: usize) -> bool {
    values[one] == values[other] && !is_missing(values[one])
}

/// Columns of words in which cards share values.
pub(super) fn groupings(program: &Program, kinds: usize) -> Vec<Grouping> {
    let columns = program.columns.iter().filter_map(|column| {
        let ValueKind::Word(set) = column.sort else {
            return None;
        };
        let values = by_kind(program, column, kinds);
        let different = distinct(&values);
        (different > 1 && different * 2 <= kinds).then(|| Grouping {
            name: column.name.clone(),
            set: Some(set),
            values,
        })
    });
    columns.take(4).collect()
}

/// The numbers that order the cards: their ranks first, then those that are printed on them.
pub(super) fn orders(program: &Program, kinds: usize) -> Vec<(String, Vec<i64>)> {
    let numbers = || {
        let columns = program.columns.iter();
        columns.filter(|column| column.sort == ValueKind::Number)
    };
    let ranks = numbers().filter(|column| column.name == "rank_value");
    ranks
        .chain(numbers().filter(|column| column.name != "rank_value"))
        .map(|column| (column.name.clone(), by_kind(program, column, kinds)))
        .filter(|(_, values)| distinct(values) > 2)
        .collect()
}

fn by_kind(program: &Program, column: &ColumnInfo, kinds: usize) -> Vec<i64> {
    let mut values = vec![engine::ids::NOTHING; kinds];
    for (card, value) in program.cards.iter().zip(&column.values) {
        values[usize::from(card.kind)] = *value;
    }
    values
}

fn distinct(values: &[i64]) -> usize {
    let known = values.iter().filter(|value| !is_missing(**value));
    known.collect::<BTreeSet<_>>().len()
}
