//! The operators: what an expression may compute.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::Words;
use super::want::Want;
use super::words::kinds;
use crate::version::Version;

mod cards;
mod lists;
mod logic;
mod math;
mod table;

kinds! {
    /// An operator. A match over it decides every operator: a new one does not compile until each place has.
    OperatorKind {
        RankValue, Rank, Owner, Controller, HasKeyword, Counters, Attached, Under, Printed, BeforeAdding,
        List, Any, All, Count, Len, Max, Min, Contains, In, Top, Bottom, Distinct, GroupBy, Filter, Map, First, Last, Take, Drop, Reverse, SortBy, Best, Worst, Union, Except, Intersect, Matching, IndexOf, Range, Combinations, Sets, Runs, Packing, Flatten,
        IsEqual, IsGreaterThan, IsLessThan, Not, And, Or, If, Exists, CanPerform,
        Add, Sub, Mul, Div, Mod, Sum, Avg, Abs, Clamp,
        NextPlayer, PreviousPlayer, PlayersFrom, Free, Resource, Can,
    }
}

impl OperatorKind {
    /// Its row in the vocabulary.
    pub fn row(self) -> &'static Operator {
        static BY_KIND: LazyLock<Vec<&'static Operator>> = LazyLock::new(|| {
            let mut rows: Vec<_> = all().collect();
            rows.sort_by_key(|row| row.kind);
            rows
        });
        BY_KIND[self as usize]
    }
}

/// A row of the table of operators.
#[derive(Debug)]
pub struct Operator {
    /// The operator as code names it.
    pub kind: OperatorKind,
    /// Its name, as key of the long form and as function in text.
    pub name: &'static str,
    /// First version that has it.
    pub since: Version,
    /// Expectations of the operands, in order.
    pub operands: &'static [Want],
    /// Operands that may be left out or repeated.
    pub arity: Arity,
    /// Type of the result, by the operands.
    pub gives: Gives,
    /// Description for the reference, one sentence.
    pub about: &'static str,
    /// Sentence, as a [`phrase`](super::phrase) of its operands.
    pub says: Words,
    /// Sentence of the negation, for those that say something true or false.
    pub denies: Option<Words>,
}

/// The number of operands that an operator takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arity {
    /// One for each of its `operands`.
    Exact,
    /// The last of its `operands` may be left out.
    LastOptional,
    /// The last of its `operands` may be repeated.
    Repeat,
    /// The last may be repeated, or left out altogether.
    RepeatOrNone,
    /// One in 1.3; from 1.4 the last may be repeated.
    RepeatFrom1_4,
}

/// Results of operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Number,
    /// A number; or a list of numbers if its operand is a list.
    NumberOrNumbers,
    /// The rank of a card.
    Rank,
    /// A card of its first operand; an element if that is another list.
    Card,
    /// A list of cards.
    Cards,
    /// A player; a list for a list of operands.
    Player,
    /// A list of players.
    Players,
    /// An element of its first operand.
    Element,
    /// A list of elements of its first operand.
    Elements,
    /// Lists of elements of its first operand.
    ElementLists,
    /// A list of what is in the lists that its first operand holds.
    InnerElements,
    /// A list of what its second operand gives.
    Keys,
    /// A list of its operands.
    Operands,
    /// The type of its second operand (`if`).
    Branch,
    /// The cards of a zone, or whether all of a list are true.
    CardsOrBool,
    /// A list of numbers.
    Numbers,
}

/// The operators by subject, each group with its title.
pub fn groups() -> impl Iterator<Item = (&'static str, &'static [Operator])> {
    [
        ("Truth and comparison", logic::OPERATORS),
        ("Lists", lists::OPERATORS),
        ("Numbers", math::OPERATORS),
        ("Cards", cards::OPERATORS),
        ("Players, zones and pools", table::OPERATORS),
    ]
    .into_iter()
}

/// Every operator, group by group.
pub fn all() -> impl Iterator<Item = &'static Operator> {
    groups().flat_map(|(_, group)| group)
}

/// The operator with this name.
pub fn find(name: &str) -> Option<&'static Operator> {
    static BY_NAME: LazyLock<FxHashMap<&'static str, &'static Operator>> =
        LazyLock::new(|| all().map(|operator| (operator.name, operator)).collect());
    BY_NAME.get(name).copied()
}

impl Operator {
    /// The least number of operands.
    pub fn least(&self) -> usize {
        match self.arity {
            Arity::Exact | Arity::Repeat | Arity::RepeatFrom1_4 => self.operands.len(),
            Arity::LastOptional | Arity::RepeatOrNone => self.operands.len() - 1,
        }
    }

    /// The greatest number of operands; `None` for no limit.
    pub fn most(&self, version: Version) -> Option<usize> {
        match self.arity {
            Arity::Exact | Arity::LastOptional => Some(self.operands.len()),
            Arity::RepeatFrom1_4 if version < Version::V1_4 => Some(self.operands.len()),
            Arity::Repeat | Arity::RepeatOrNone | Arity::RepeatFrom1_4 => None,
        }
    }

    /// True if it takes so many operands.
    pub fn takes(&self, count: usize, version: Version) -> bool {
        count >= self.least() && self.most(version).is_none_or(|most| count <= most)
    }

    /// The expected operand at this position.
    pub fn operand(&self, position: usize) -> Want {
        self.operands[position.min(self.operands.len() - 1)]
    }
}

/// Declares a table of operators: name, version, operands, result, a sentence, how it reads, and how
/// it reads if it is not so.
macro_rules! operators {
    ($($kind:ident $name:literal $since:ident ($($want:expr),*) $arity:ident -> $gives:ident $about:literal
        $en:literal $ja:literal $(not $not_en:literal $not_ja:literal)?;)*) => {
        pub(super) const OPERATORS: &[$crate::vocabulary::operators::Operator] = &[$(
            $crate::vocabulary::operators::Operator {
                kind: $crate::vocabulary::operators::OperatorKind::$kind,
                name: $name,
                since: $crate::version::Version::$since,
                operands: &[$($want),*],
                arity: $crate::vocabulary::operators::Arity::$arity,
                gives: $crate::vocabulary::operators::Gives::$gives,
                about: $about,
                says: $crate::vocabulary::Words { en: $en, ja: $ja },
                denies: $crate::vocabulary::operators::denial!($($not_en $not_ja)?),
            }
        ),*];
    };
}
use operators;

macro_rules! denial {
    () => {
        None
    };
    ($en:literal $ja:literal) => {
        Some($crate::vocabulary::Words { en: $en, ja: $ja })
    };
}
use denial;

impl PartialEq for Operator {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_row() {
        assert_eq!(all().count(), OperatorKind::ALL.len());
        for kind in OperatorKind::ALL {
            assert_eq!(kind.row().kind, *kind);
        }
    }

    #[test]
    fn every_operator_has_its_own_name_and_reads_in_both_languages() {
        let mut names: Vec<_> = all().map(|operator| operator.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();

        assert_eq!(names.len(), count);
        for operator in all() {
            assert!(!operator.says.en.is_empty() && !operator.says.ja.is_empty());
            assert!(operator.about.ends_with('.'), "{}", operator.name);
        }
    }
}
