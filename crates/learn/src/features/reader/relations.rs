//! Relations of choices, top cards and words to the cards that a seat knows: how many share a suit, lie above, or come
//! next.
//!
//! Players of card games ask such questions of every card ("how many hearts have I left?"), and a network that
//! only knows which cards lie where needs very many games to come upon them. They follow from what is printed on the
//! cards: a column of words groups them, a column of numbers orders them. Cards of declared kinds are compared by each of
//! their first numbers (who is stronger, who costs less), others by their rank within a suit. The card that a question is
//! about is a place of its own.

mod columns;

use super::Kinds;
use crate::features::rows::Viewpoint;
use crate::features::vocabulary::Table;
use columns::{Grouping, alike, groupings, has_kinds, orders, translations};
use engine::ids::is_missing;
use engine::position::Position;
use engine::program::{Program, ValueKind};
use engine::view_hasher::{Above, CardSight, Sighting, ViewHasher};
use nets::Ragged;

/// The most relations and places that are counted, and the most cards of a game with relations.
const MOST_RELATIONS: usize = 16;
const MOST_PLACES: usize = 16;
const MOST_CARDS: usize = 320;

/// The most top cards and words of variables to which observations count relations.
const MOST_REFERENCES: usize = 6;

/// The count from which on there is one row for all.
const MANY: usize = 4;

/// The relations of the cards of a program, with their rows.
#[derive(Debug, Default)]
pub(super) struct Relations {
    /// Number of kinds; 0 where there are no relations.
    kinds: usize,
    count: usize,
    /// Relations of a kind of the choice to a kind on the table, as bits, row by row.
    between: Vec<u16>,
    /// For each column of words: the relation "has this word", and the word of each kind.
    words: Vec<WordColumn>,
    /// Place of each pile, and of the card that a question is about.
    places: Vec<u8>,
    about: u8,
    /// By place and relation.
    rows: Vec<CountRows>,
    references: Vec<Reference>,
}

/// Something on the table to which cards have relations, with rows by place and relation.
#[derive(Debug)]
struct Reference {
    what: Referred,
    rows: Vec<CountRows>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Referred {
    /// The top card of a pile.
    Top(u16),
    /// A word of a set, in a cell that everybody sees.
    Word { cell: u16, set: u16 },
}

#[derive(Debug)]
struct WordColumn {
    /// By set of words: the word of the column that each of its words is.
    sets: Vec<Vec<i64>>,
    relation: usize,
    /// By kind.
    values: Vec<i64>,
}

#[derive(Debug, Clone)]
struct CountRows {
    exact: [u32; MANY],
    linear: u32,
}

/// The cards that a seat knows at a question.
#[derive(Debug)]
pub(super) struct KnownCards {
    cards: [(u8, u16); MOST_CARDS],
    len: usize,
    /// Kinds of the top cards of piles that are referred to, by reference.
    tops: [Option<u16>; MOST_REFERENCES],
}

/// Use of relations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Usage {
    /// Cards and words of choices.
    Choices,
    /// Top cards and words of variables.
    Observations,
}

/// Counts of relations over the values of one choice.
#[derive(Debug)]
pub(super) struct Counts {
    by_place: [[u16; MOST_RELATIONS]; MOST_PLACES],
    values: u16,
}

/// Orderings of cards of a suit, and of numbers on cards.
const OF_RANKS: [(&str, Ordering); 3] = [
    ("above", Ordering::Above),
    ("below", Ordering::Below),
    ("next", Ordering::Next),
];
const OF_NUMBERS: [(&str, Ordering); 3] = [
    ("above", Ordering::Above),
    ("below", Ordering::Below),
    ("equal", Ordering::Equal),
];

impl Relations {
    /// The relations of a program, with rows in a table that belong to what is called so.
    pub(super) fn new(
        viewpoint: &Viewpoint<'_>,
        kinds: &Kinds,
        usage: Usage,
        table: &mut Table,
    ) -> Self {
        let program = viewpoint.program;
        if program.cards.len() >= MOST_CARDS || kinds.names.len() < 2 {
            return Self::default();
        }
        let mut found = Self {
            kinds: kinds.names.len(),
            between: vec![0; kinds.names.len().pow(2)],
            ..Self::default()
        };
        let names = found.find(program);
        if names.is_empty() {
            return Self::default();
        }
        let places = found.find_places(viewpoint);
        match usage {
            Usage::Choices => found.rows = count_rows("", &names, &places, table),
            Usage::Observations => {
                for what in found.referred(viewpoint) {
                    let of = format!("{} ", what.name(viewpoint));
                    let rows = count_rows(&of, &names, &places, table);
                    found.references.push(Reference { what, rows });
                }
            }
        }
        found
    }

    /// Top cards of zones with one pile, and variables whose words are printed on cards.
    fn referred(&self, viewpoint: &Viewpoint<'_>) -> Vec<Referred> {
        let program = viewpoint.program;
        let is_single = |zone: u16| {
            let piles = program.piles.iter();
            piles.filter(|pile| pile.zone == zone).count() == 1
        };
        let piles = program.piles.iter().enumerate();
        let tops = piles
            .filter(|(_, pile)| pile.ordered && !pile.slots && is_single(pile.zone))
            .map(|(number, _)| Referred::Top(number as u16));
        let variables = program.variables.iter().filter(|variable| {
            !variable.internal && !variable.of_cards && !variable.hidden && variable.owners == 0
        });
        let words = variables.filter_map(|variable| match variable.sort {
            ValueKind::Word(set) if self.words.iter().any(|column| column.knows(set)) => {
                let cell = variable.first;
                Some(Referred::Word { cell, set })
            }
            _ => None,
        });
        let mut all: Vec<Referred> = words.chain(tops).collect();
        all.truncate(MOST_REFERENCES);
        all
    }

    /// Finds the relations; gives their names.
    fn find(&mut self, program: &Program) -> Vec<String> {
        let groupings = groupings(program, self.kinds);
        let mut names = Vec::new();
        for grouping in &groupings {
            if let Some(set) = grouping.set {
                self.words.push(WordColumn {
                    sets: translations(program, set),
                    relation: names.len(),
                    values: grouping.values.clone(),
                });
                let same = |one: usize, other: usize| alike(&grouping.values, one, other);
                self.add(&mut names, format!("same {}", grouping.name), same);
            }
        }
        if has_kinds(program) {
            for (name, order) in orders(program, self.kinds).iter().take(3) {
                let all = Grouping::all(self.kinds);
                self.add_ordered(&mut names, &format!("by {name}"), &all, order, &OF_NUMBERS);
            }
        } else if let Some((_, order)) = orders(program, self.kinds).first() {
            for grouping in groupings.iter().chain([&Grouping::all(self.kinds)]) {
                let name = format!("in {}", grouping.name);
                self.add_ordered(&mut names, &name, grouping, order, &OF_RANKS);
            }
        }
        self.count = names.len();
        names
    }

    /// Adds relations of order between the cards of a group.
    fn add_ordered(
        &mut self,
        names: &mut Vec<String>,
        name: &str,
        grouping: &Grouping,
        order: &[i64],
        orderings: &[(&str, Ordering)],
    ) {
        let steps = |one: usize, other: usize| {
            let is_alike = alike(&grouping.values, one, other)
                && !is_missing(order[one])
                && !is_missing(order[other]);
            is_alike.then(|| order[other] - order[one])
        };
        for (word, ordering) in orderings {
            let holds = |one: usize, other: usize| {
                steps(one, other).is_some_and(|steps| ordering.holds(steps))
            };
            self.add(names, format!("{word} {name}"), holds);
        }
    }

    /// Adds a relation unless it never holds between two different kinds, or there are too many.
    fn add(&mut self, names: &mut Vec<String>, name: String, holds: impl Fn(usize, usize) -> bool) {
        let kinds = self.kinds;
        let pairs = || (0..kinds).flat_map(|one| (0..kinds).map(move |other| (one, other)));
        let is_of_use = pairs().any(|(one, other)| one != other && holds(one, other));
        if names.len() == MOST_RELATIONS || !is_of_use {
            return;
        }
        for (one, other) in pairs().filter(|(one, other)| holds(*one, *other)) {
            self.between[one * kinds + other] |= 1 << names.len();
        }
        names.push(name);
    }

    /// The zones of each side are a place each: piles of one zone count together. Gives their names.
    fn find_places(&mut self, viewpoint: &Viewpoint<'_>) -> Vec<String> {
        let program = viewpoint.program;
        let mut places: Vec<String> = Vec::new();
        for pile in 0..program.piles.len() as u16 {
            let zone = &program.zones[usize::from(program.piles[usize::from(pile)].zone)];
            let place = format!("{}.{}", viewpoint.side(pile), zone.name.id);
            let known = places.iter().position(|other| *other == place);
            let number = known.unwrap_or_else(|| {
                places.push(place);
                places.len() - 1
            });
            self.places.push(number.min(MOST_PLACES) as u8);
        }
        places.truncate(MOST_PLACES - 1);
        for place in &mut self.places {
            if usize::from(*place) >= places.len() {
                *place = MOST_PLACES as u8;
            }
        }
        self.about = places.len() as u8;
        places.push("the question".to_owned());
        places
    }

    /// The cards that the seat knows.
    pub(super) fn known(
        &self,
        glance: &ViewHasher,
        program: &Program,
        position: &Position,
    ) -> KnownCards {
        let mut known = KnownCards {
            cards: [(0, 0); MOST_CARDS],
            len: 0,
            tops: [None; MOST_REFERENCES],
        };
        if self.kinds == 0 {
            return known;
        }
        for (card, above) in glance.known_cards(position) {
            if above == Above::Nothing {
                let is_referred = |it: &Reference| it.what == Referred::Top(card.pile);
                if let Some(at) = self.references.iter().position(is_referred) {
                    known.tops[at] = card.kind;
                }
            }
            let place = self.places[usize::from(card.pile)];
            if let (Some(kind), true) = (card.kind, usize::from(place) < MOST_PLACES) {
                known.add(place, kind);
            }
        }
        if let Some(kind) = glance.about(program, position).and_then(|card| card.kind) {
            known.add(self.about, kind);
        }
        known
    }

    /// Counts the relations of a card or word of a choice.
    pub(super) fn count(
        &self,
        sort: ValueKind,
        value: Sighting,
        known: &KnownCards,
        counts: &mut Counts,
    ) {
        if self.kinds == 0 {
            return;
        }
        match (sort, value) {
            (
                _,
                Sighting::Card(CardSight {
                    kind: Some(kind), ..
                }),
            ) => {
                self.count_card(kind, known, counts);
            }
            (ValueKind::Word(set), Sighting::Plain(word)) => {
                self.count_word(set, word, known, counts);
            }
            (_, Sighting::Card(_) | Sighting::Plain(_) | Sighting::Nothing) => {}
        }
    }

    fn count_card(&self, kind: u16, known: &KnownCards, counts: &mut Counts) {
        let row = &self.between[usize::from(kind) * self.kinds..][..self.kinds];
        counts.values += 1;
        for (place, other) in &known.cards[..known.len] {
            let mut bits = row[usize::from(*other)];
            let of_place = &mut counts.by_place[usize::from(*place)];
            while bits != 0 {
                of_place[bits.trailing_zeros() as usize] += 1;
                bits &= bits - 1;
            }
        }
    }

    fn count_word(&self, set: u16, word: i64, known: &KnownCards, counts: &mut Counts) {
        counts.values += 1;
        for column in &self.words {
            let Some(word) = column.word(set, word) else {
                continue;
            };
            for (place, other) in &known.cards[..known.len] {
                let is_same = column.values[usize::from(*other)] == word;
                counts.by_place[usize::from(*place)][column.relation] += u16::from(is_same);
            }
        }
    }

    /// Writes the relations of the known cards to what is referred to.
    pub(super) fn observe(
        &self,
        glance: &ViewHasher,
        program: &Program,
        position: &Position,
        to: &mut Ragged,
    ) {
        if self.references.is_empty() {
            return;
        }
        let known = self.known(glance, program, position);
        for (number, reference) in self.references.iter().enumerate() {
            let mut counts = Counts::new();
            match reference.what {
                Referred::Top(_) => {
                    if let Some(kind) = known.tops[number] {
                        self.count_card(kind, &known, &mut counts);
                    }
                }
                Referred::Word { cell, set } => {
                    if let Some(word) = glance.cell(position, cell) {
                        self.count_word(set, word, &known, &mut counts);
                    }
                }
            }
            self.write_rows(&reference.rows, &counts, to);
        }
    }

    /// Writes the counts of a choice, as means over its cards.
    pub(super) fn write(&self, counts: &Counts, to: &mut Ragged) {
        self.write_rows(&self.rows, counts, to);
    }

    fn write_rows(&self, rows: &[CountRows], counts: &Counts, to: &mut Ragged) {
        if counts.values == 0 {
            return;
        }
        for (place, rows) in rows.chunks(self.count.max(1)).enumerate() {
            for (rows, count) in rows.iter().zip(counts.by_place[place]) {
                if count == 0 {
                    continue;
                }
                let mean = (count + counts.values / 2) / counts.values;
                if mean > 0 {
                    to.push(rows.exact[usize::from(mean).min(MANY) - 1], 1.0);
                }
                to.push(
                    rows.linear,
                    f32::from(count) / f32::from(counts.values) / 4.0,
                );
            }
        }
    }
}

impl WordColumn {
    /// True if words of a set are printed on cards.
    fn knows(&self, set: u16) -> bool {
        let words = self.sets[usize::from(set)].iter();
        words.filter(|word| !is_missing(**word)).count() > 0
    }

    /// The word of the column that a word of a set is.
    fn word(&self, set: u16, word: i64) -> Option<i64> {
        let words = &self.sets[usize::from(set)];
        let own = words.get(usize::try_from(word).ok()?).copied();
        own.filter(|own| !is_missing(*own))
    }
}

/// Rows for counts, by place and relation.
fn count_rows(of: &str, names: &[String], places: &[String], table: &mut Table) -> Vec<CountRows> {
    let mut rows = Vec::new();
    for place in places {
        for name in names {
            let name = format!("{of}{name} of {place}");
            rows.push(CountRows {
                exact: std::array::from_fn(|at| table.row(&format!("{name}={}", at + 1))),
                linear: table.row(&format!("{name}*")),
            });
        }
    }
    rows
}

impl Referred {
    fn name(self, viewpoint: &Viewpoint<'_>) -> String {
        match self {
            Self::Top(pile) => format!("top of {}", viewpoint.pile(pile)),
            Self::Word { cell, .. } => {
                let mut variables = viewpoint.program.variables.iter();
                let variable =
                    variables.find(|variable| !variable.of_cards && variable.first == cell);
                variable.map_or_else(String::new, |variable| format!("var {}", variable.name.id))
            }
        }
    }
}

impl KnownCards {
    fn add(&mut self, place: u8, kind: u16) {
        self.cards[self.len] = (place, kind);
        self.len += 1;
    }
}

impl Counts {
    pub(super) fn new() -> Self {
        Self {
            by_place: [[0; MOST_RELATIONS]; MOST_PLACES],
            values: 0,
        }
    }
}

#[derive(Clone, Copy)]
enum Ordering {
    Above,
    Below,
    Next,
    Equal,
}

impl Ordering {
    fn holds(self, steps: i64) -> bool {
        match self {
            Self::Above => steps > 0,
            Self::Below => steps < 0,
            Self::Next => steps.abs() == 1,
            Self::Equal => steps == 0,
        }
    }
}
