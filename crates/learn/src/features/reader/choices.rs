//! Choices as rows.

use super::relations::{Counts, KnownCards, Relations, Usage};
use super::{Kinds, Reader, places};
use crate::features::rows::{Buckets, NumberRows, ValueRows, Viewpoint};
use crate::features::vocabulary::{Table, joined, key_of};
use engine::ids::AskId;
use engine::position::{Choice, Position};
use engine::program::{Program, ValueKind};
use engine::view_hasher::{ChoiceVisitor, Sighting, ViewHasher};
use nets::Ragged;

/// The rows of what one seat may choose.
#[derive(Debug)]
pub(super) struct ChoiceRows {
    asks: Vec<(u32, u64)>,
    meanings: Vec<MeaningRows>,
    /// The place of a card, by pile.
    places: Vec<u32>,
    unknown: u32,
    nothing: u32,
    marks: Vec<Option<(u64, ValueRows)>>,
    several: NumberRows,
    relations: Relations,
    buckets: Buckets,
}

#[derive(Debug)]
struct MeaningRows {
    row: u32,
    key: u64,
    value: ValueRows,
    /// By kind, where it is a card.
    kinds: Vec<u32>,
}

impl ChoiceRows {
    pub(super) fn new(
        viewpoint: &Viewpoint<'_>,
        kinds: &Kinds,
        buckets: u32,
        table: &mut Table,
    ) -> Self {
        let program = viewpoint.program;
        let buckets = Buckets::new(table, "joint", buckets);
        let asks = program.asks.iter().map(|ask| {
            let name = format!("ask {} {}", ask.part, ask.prompt.id);
            (table.row(&name), key_of(&name))
        });
        let asks = asks.collect();
        let meanings = program.meanings.iter().map(|meaning| {
            let name = format!("{} {}", meaning.kind.feature_word(), meaning.name.id);
            let is_card = matches!(
                meaning.sort,
                ValueKind::Card | ValueKind::Cards | ValueKind::Groups
            );
            MeaningRows {
                row: table.row(&name),
                key: key_of(&name),
                value: viewpoint.rows(table, &name, meaning.sort, buckets),
                kinds: if is_card {
                    shared_rows(kinds, table, &name)
                } else {
                    Vec::new()
                },
            }
        });
        let meanings = meanings.collect();
        let marks = program.variables.iter().map(|variable| {
            (variable.of_cards && !variable.internal).then(|| {
                let name = format!("mark {}", variable.name.id);
                let rows = viewpoint.rows(table, &name, variable.sort, buckets);
                (key_of(&name), rows)
            })
        });
        Self {
            asks,
            meanings,
            marks: marks.collect(),
            places: places(viewpoint, "card", table),
            unknown: table.row("unknown card"),
            nothing: table.row("nothing"),
            several: NumberRows::new(table, "several"),
            relations: Relations::new(viewpoint, kinds, Usage::Choices, table),
            buckets,
        }
    }

    /// The cards to which choices have relations.
    pub(super) fn known(
        &self,
        glance: &ViewHasher,
        program: &Program,
        position: &Position,
    ) -> KnownCards {
        self.relations.known(glance, program, position)
    }

    /// Writes one choice as a list of rows.
    #[expect(
        clippy::too_many_arguments,
        reason = "a choice is read from all of them"
    )]
    pub(super) fn write(
        &self,
        reader: &Reader,
        glance: &ViewHasher,
        program: &Program,
        position: &Position,
        ask: AskId,
        known: &KnownCards,
        choice: &Choice,
        to: &mut Ragged,
    ) {
        let meaning = &self.meanings[choice.meaning.index()];
        let (row, key) = self.asks[ask.index()];
        to.push(meaning.row, 1.0);
        to.push(row, 1.0);
        let mut writer = Writer {
            rows: self,
            meaning,
            reader,
            key: joined(key, meaning.key),
            items: 0,
            known,
            counts: Counts::new(),
            to,
        };
        glance.walk_choice(program, position, choice, &mut writer);
        let (key, items) = (writer.key, writer.items);
        self.relations.write(&writer.counts, to);
        if items != 1 {
            self.several.push(items, to);
        }
        to.push(self.buckets.row(key), 1.0);
        to.end();
    }
}

/// A row for each kind: the card in this choice, the card in any choice, and what it shares, in both ways.
fn shared_rows(kinds: &Kinds, table: &mut Table, place: &str) -> Vec<u32> {
    let each = kinds.names.iter().zip(&kinds.traits);
    let rows = each.map(|(name, traits)| {
        let mut shared: Vec<(String, f32)> = Vec::new();
        for (shares, weight) in traits {
            shared.push((format!("{place}/{shares}"), *weight));
            shared.push((format!("choice/{shares}"), *weight));
        }
        shared.push((format!("choice/card={name}"), 1.0));
        table.row_with(&format!("{place}/card={name}"), &shared)
    });
    rows.collect()
}

struct Writer<'a> {
    rows: &'a ChoiceRows,
    meaning: &'a MeaningRows,
    reader: &'a Reader,
    key: u64,
    items: i64,
    known: &'a KnownCards,
    counts: Counts,
    to: &'a mut Ragged,
}

impl ChoiceVisitor for Writer<'_> {
    fn value(&mut self, sort: ValueKind, value: Sighting) {
        self.items += 1;
        let relations = &self.rows.relations;
        relations.count(sort, value, self.known, &mut self.counts);
        match value {
            Sighting::Nothing => self.to.push(self.rows.nothing, 1.0),
            Sighting::Plain(plain) => {
                self.meaning.value.push(value, self.to);
                self.key = joined(self.key, plain as u64);
            }
            Sighting::Card(card) => {
                self.to.push(self.rows.places[usize::from(card.pile)], 1.0);
                match card.kind {
                    Some(kind) => {
                        let rows = &self.meaning.kinds;
                        if let Some(row) = rows.get(usize::from(kind)) {
                            self.to.push(*row, 1.0);
                        }
                        self.key = joined(self.key, self.reader.kinds[usize::from(kind)]);
                    }
                    None => self.to.push(self.rows.unknown, 1.0),
                }
                self.key = joined(self.key, u64::from(card.is_down));
            }
        }
    }

    fn mark(&mut self, variable: u16, value: Sighting) {
        let Some((key, rows)) = &self.rows.marks[usize::from(variable)] else {
            return;
        };
        rows.push(value, self.to);
        let value = match value {
            Sighting::Nothing => 0,
            Sighting::Plain(value) => value as u64,
            Sighting::Card(card) => card
                .kind
                .map_or(0, |kind| self.reader.kinds[usize::from(kind)]),
        };
        self.key = joined(self.key, joined(*key, value));
    }
}
