//! Positions and choices of one program as rows.

mod choices;
mod observation;
mod recent;
mod relations;

use super::rows::{Buckets, NumberRows, ValueRows, Viewpoint};
use super::traits;
use super::vocabulary::{Table, Vocabulary, key_of};
use choices::ChoiceRows;
use engine::ids::{Card, Pile, Seat};
use engine::position::{Decision, Position};
use engine::program::{Program, ValueKind, cells};
use engine::view_hasher::ViewHasher;
use nets::Ragged;
use observation::Writer;
use recent::RecentRows;
use relations::{Relations, Usage};
use std::collections::BTreeMap;

/// Rows for rare combinations in observations, and in choices.
const BUCKETS: [u32; 2] = [1024, 256];

/// The most seats at a table.
const SEATS: usize = 16;

/// Reads positions of one program.
#[derive(Debug)]
pub struct Reader {
    eyes: Vec<Eyes>,
    /// Keys of the names of the cards, by kind.
    kinds: Vec<u64>,
    /// Numbers of the kinds in the vocabulary.
    numbers: Vec<u32>,
    buckets: Buckets,
}

/// The rows of what one seat sees.
#[derive(Debug)]
struct Eyes {
    own: ViewHasher,
    all: ViewHasher,
    piles: Vec<PileRows>,
    /// Index into `values` by cell.
    cells: Vec<u16>,
    values: Vec<CellRows>,
    /// By variable.
    marks: Vec<Option<MarkRows>>,
    /// By seat: who is asked, and whose effects wait.
    asked: Vec<u32>,
    asks: Vec<u32>,
    about: Vec<u32>,
    /// By table and effect: its own, and that of another seat.
    pending: Vec<Vec<[u32; 2]>>,
    relations: Relations,
    recent: RecentRows,
    choices: ChoiceRows,
}

#[derive(Debug)]
struct PileRows {
    key: u64,
    /// By kind.
    cards: Vec<u32>,
    /// By kind, where the top card counts.
    tops: Vec<u32>,
    down: u32,
    count: NumberRows,
}

#[derive(Debug)]
struct CellRows {
    key: u64,
    value: ValueRows,
    /// By kind and by pile, where it is a card or a list of cards.
    kinds: Vec<u32>,
    piles: Vec<u32>,
}

#[derive(Debug)]
struct MarkRows {
    key: u64,
    /// By pile.
    value: Vec<ValueRows>,
    refers: Vec<u32>,
}

impl Reader {
    /// Finds the rows of a program, and adds those to the vocabulary that it has not met.
    pub fn new(program: &Program, vocabulary: &mut Vocabulary) -> Self {
        let buckets = Buckets::new(&mut vocabulary.inputs, "joint", BUCKETS[0]);
        let kinds = Kinds::of(program);
        let seats = 0..program.seats.min(SEATS as u8);
        let eyes = seats.map(|seat| Eyes::new(program, seat, &kinds, buckets, vocabulary));
        Self {
            eyes: eyes.collect(),
            numbers: kinds.keys.iter().map(|key| vocabulary.kind(*key)).collect(),
            kinds: kinds.keys,
            buckets,
        }
    }

    /// Writes the kinds of cards that others hold and a seat does not know, as one list: for training only.
    pub fn held(&self, program: &Program, position: &Position, seat: Seat, to: &mut Ragged) {
        let mut held: Vec<u32> = Vec::new();
        for (number, pile) in program.piles.iter().enumerate() {
            if pile.owner.is_some_and(|owner| owner != seat.0) {
                let cards = position.cards(Pile(number as u16));
                let unknown = cards.filter(|card| !position.knows(seat, *card));
                let kind = |card: Card| usize::from(program.cards[card.index()].kind);
                held.extend(unknown.map(|card| self.numbers[kind(card)]));
            }
        }
        held.sort_unstable();
        held.dedup();
        held.iter().for_each(|kind| to.push(*kind, 1.0));
        to.end();
    }

    /// Writes what a seat sees as one list of rows.
    pub fn observe(&self, program: &Program, position: &Position, seat: Seat, to: &mut Ragged) {
        self.write(program, position, seat, false, to);
    }

    /// As [`Self::observe`], with everything that any seat knows: for a critic that is there in training only.
    pub fn observe_all(&self, program: &Program, position: &Position, seat: Seat, to: &mut Ragged) {
        self.write(program, position, seat, true, to);
    }

    fn write(
        &self,
        program: &Program,
        position: &Position,
        seat: Seat,
        sees_all: bool,
        to: &mut Ragged,
    ) {
        let eyes = &self.eyes[seat.index()];
        let glance = if sees_all { &eyes.all } else { &eyes.own };
        let mut writer = Writer::new(self, eyes, to);
        glance.walk(program, position, &mut writer);
        eyes.relations.observe(glance, program, position, to);
        eyes.recent.observe(position, to);
        to.end();
    }

    /// Writes the choices of the seat that must choose, one list of rows each.
    pub fn choices(&self, program: &Program, position: &Position, to: &mut Ragged) {
        let Decision::Choose { seat, ask, choices } = position.decision() else {
            return;
        };
        let eyes = &self.eyes[seat.index()];
        let (rows, own) = (&eyes.choices, &eyes.own);
        let known = rows.known(own, program, position);
        for choice in choices {
            rows.write(self, own, program, position, ask, &known, choice, to);
        }
    }
}

/// The cards of a program by kind.
struct Kinds {
    names: Vec<String>,
    keys: Vec<u64>,
    traits: Vec<Vec<(String, f32)>>,
}

impl Kinds {
    fn of(program: &Program) -> Self {
        let count = program.cards.iter().map(|card| card.kind + 1).max();
        let count = usize::from(count.unwrap_or(0));
        let mut kinds = Self {
            names: vec![String::new(); count],
            keys: vec![0; count],
            traits: vec![Vec::new(); count],
        };
        for (number, card) in program.cards.iter().enumerate().rev() {
            let kind = usize::from(card.kind);
            kinds.names[kind].clone_from(&card.name.id);
            kinds.keys[kind] = key_of(&card.name.id);
            kinds.traits[kind] = traits::of_card(program, number);
        }
        kinds
    }

    /// A row for each kind: the card itself, and what it shares.
    fn rows(&self, table: &mut Table, place: &str) -> Vec<u32> {
        let each = self.names.iter().zip(&self.traits);
        let rows = each.map(|(name, traits)| {
            let mut shared: Vec<(String, f32)> = traits
                .iter()
                .map(|(name, weight)| (format!("{place}/{name}"), *weight))
                .collect();
            shared.push((format!("{place}/any"), 1.0));
            table.row_with(&format!("{place}/card={name}"), &shared)
        });
        rows.collect()
    }
}

impl Eyes {
    fn new(
        program: &Program,
        seat: u8,
        kinds: &Kinds,
        buckets: Buckets,
        vocabulary: &mut Vocabulary,
    ) -> Self {
        let viewpoint = Viewpoint { program, seat };
        let memory = vocabulary.memory;
        let table = &mut vocabulary.inputs;
        let mut eyes = Self {
            own: ViewHasher::of_seat(program, Seat(seat)),
            all: ViewHasher::of_all(program),
            piles: piles(&viewpoint, kinds, table),
            cells: vec![u16::MAX; usize::from(program.cells)],
            values: Vec::new(),
            marks: marks(&viewpoint, buckets, table),
            asked: players(&viewpoint, "asked", table),
            asks: asks(program, table),
            about: kinds.rows(table, "about"),
            pending: pending(program, table),
            relations: Relations::new(&viewpoint, kinds, Usage::Observations, table),
            recent: RecentRows::new(&viewpoint, memory, table),
            choices: ChoiceRows::new(&viewpoint, kinds, BUCKETS[1], &mut vocabulary.choices),
        };
        eyes.add_common_cells(&viewpoint, buckets, &mut vocabulary.inputs);
        eyes.add_variables(&viewpoint, kinds, buckets, &mut vocabulary.inputs);
        eyes
    }

    fn add_common_cells(&mut self, viewpoint: &Viewpoint<'_>, buckets: Buckets, table: &mut Table) {
        let common = [
            (cells::CURRENT, "current", ValueKind::Player),
            (cells::STATE, "state", ValueKind::State),
            (cells::PHASE, "phase", ValueKind::Phase),
            (cells::TURN, "turn", ValueKind::Number),
            (cells::DIRECTION, "direction", ValueKind::Number),
            (cells::OUT, "out", ValueKind::Any),
            (cells::EXTRA, "extra", ValueKind::Number),
        ];
        for (cell, name, sort) in common {
            let value = viewpoint.rows(table, name, sort, buckets);
            self.add_cell(cell.0, name, value, Vec::new(), Vec::new());
        }
    }

    fn add_variables(
        &mut self,
        viewpoint: &Viewpoint<'_>,
        kinds: &Kinds,
        buckets: Buckets,
        table: &mut Table,
    ) {
        let program = viewpoint.program;
        let variables = program.variables.iter();
        for variable in variables.filter(|info| !info.internal && !info.of_cards) {
            for owner in 0..variable.owners.max(1) {
                let name = match variable.owners {
                    0 => format!("var {}", variable.name.id),
                    _ if variable.of_teams => {
                        format!("var {} of team {owner}", variable.name.id)
                    }
                    _ => format!(
                        "var {} of {}",
                        variable.name.id,
                        viewpoint.player(owner as u8)
                    ),
                };
                let first = variable.first + owner * variable.sort.cells();
                let sort = match variable.sort {
                    ValueKind::List => variable.items,
                    sort => sort,
                };
                let is_card =
                    matches!(sort, ValueKind::Card | ValueKind::Cards | ValueKind::Groups);
                let value = viewpoint.rows(table, &name, sort, buckets);
                let (of_kinds, of_piles) = if is_card {
                    let of_kinds = kinds.rows(table, &name);
                    (of_kinds, places(viewpoint, &name, table))
                } else {
                    (Vec::new(), Vec::new())
                };
                self.add_cell(first, &name, value, of_kinds, of_piles);
            }
        }
    }

    fn add_cell(
        &mut self,
        cell: u16,
        name: &str,
        value: ValueRows,
        kinds: Vec<u32>,
        piles: Vec<u32>,
    ) {
        if let Some(place) = self.cells.get_mut(usize::from(cell)) {
            *place = self.values.len() as u16;
            self.values.push(CellRows {
                key: key_of(name),
                value,
                kinds,
                piles,
            });
        }
    }

    fn cell(&self, cell: u16) -> Option<&CellRows> {
        let at = self.cells.get(usize::from(cell))?;
        self.values.get(usize::from(*at))
    }
}

fn piles(viewpoint: &Viewpoint<'_>, kinds: &Kinds, table: &mut Table) -> Vec<PileRows> {
    let infos = viewpoint.program.piles.iter().enumerate();
    let rows = infos.map(|(number, info)| {
        let name = viewpoint.pile(number as u16);
        let tops = if info.ordered && !info.slots {
            kinds.rows(table, &format!("{name} top"))
        } else {
            Vec::new()
        };
        PileRows {
            key: key_of(&name),
            cards: kinds.rows(table, &name),
            tops,
            down: table.row(&format!("{name} down")),
            count: NumberRows::new(table, &format!("{name} count")),
        }
    });
    rows.collect()
}

/// A row for each pile that something can lie in.
fn places(viewpoint: &Viewpoint<'_>, name: &str, table: &mut Table) -> Vec<u32> {
    let piles = 0..viewpoint.program.piles.len() as u16;
    let rows = piles.map(|pile| table.row(&format!("{name} in {}", viewpoint.pile(pile))));
    rows.collect()
}

fn players(viewpoint: &Viewpoint<'_>, name: &str, table: &mut Table) -> Vec<u32> {
    let players = 0..viewpoint.program.seats;
    let rows = players.map(|player| table.row(&format!("{name} {}", viewpoint.player(player))));
    rows.collect()
}

fn marks(viewpoint: &Viewpoint<'_>, buckets: Buckets, table: &mut Table) -> Vec<Option<MarkRows>> {
    let program = viewpoint.program;
    let piles = 0..program.piles.len() as u16;
    let rows = program.variables.iter().map(|variable| {
        if !variable.of_cards || variable.internal {
            return None;
        }
        let name = format!("mark {}", variable.name.id);
        let refers = match variable.sort {
            ValueKind::Card => places(viewpoint, &name, table),
            _ => Vec::new(),
        };
        let value = piles.clone().map(|pile| {
            // Numbers have many rows: one set for all zones of a player.
            let place = match variable.sort {
                ValueKind::Number => viewpoint.side(pile),
                _ => viewpoint.pile(pile),
            };
            viewpoint.rows(table, &format!("{name} on {place}"), variable.sort, buckets)
        });
        Some(MarkRows {
            key: key_of(&name),
            value: value.collect(),
            refers,
        })
    });
    rows.collect()
}

/// A row for each question. Those of one part with the same prompt are numbered in their order.
fn asks(program: &Program, table: &mut Table) -> Vec<u32> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let rows = program.asks.iter().map(|ask| {
        let name = format!("ask {} {}", ask.part, ask.prompt.id);
        let count = counts.entry(name.clone()).or_default();
        *count += 1;
        match count {
            1 => table.row(&name),
            number => table.row(&format!("{name} #{number}")),
        }
    });
    rows.collect()
}

fn pending(program: &Program, table: &mut Table) -> Vec<Vec<[u32; 2]>> {
    let tables = program.pending.iter().map(|pending| {
        let rows = pending.names.iter().map(|name| {
            ["mine", "another's"].map(|whose| table.row(&format!("pending {whose} {}", name.id)))
        });
        rows.collect()
    });
    tables.collect()
}
