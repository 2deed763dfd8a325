//! Rows of values: numbers, words, players, piles.

use super::vocabulary::{Table, joined, key_of};
use engine::program::{Program, ValueKind};
use engine::view_hasher::Sighting;
use nets::Ragged;

/// The smallest and largest number that has a row of its own.
const EXACT: std::ops::RangeInclusive<i64> = -2..=12;

/// Rows that stand for many rare things, each thing for one of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Buckets {
    first: u32,
    count: u64,
}

impl Buckets {
    pub(super) fn new(table: &mut Table, name: &str, count: u32) -> Self {
        let rows: Vec<u32> = (0..count)
            .map(|number| table.row(&format!("{name}#{number}")))
            .collect();
        Self {
            first: rows[0],
            count: u64::from(count),
        }
    }

    /// The row of a key.
    #[inline]
    pub(super) fn row(&self, key: u64) -> u32 {
        self.first + (key % self.count) as u32
    }
}

/// Rows of a number: one for each small number, one for each size of a large one, and two that are weighted with it.
#[derive(Debug, Clone)]
pub(super) struct NumberRows {
    exact: Vec<u32>,
    sizes: Vec<u32>,
    linear: u32,
    logarithm: u32,
}

impl NumberRows {
    pub(super) fn new(table: &mut Table, name: &str) -> Self {
        Self {
            exact: EXACT
                .map(|number| table.row(&format!("{name}={number}")))
                .collect(),
            sizes: (0..8)
                .map(|size| table.row(&format!("{name}~{size}")))
                .collect(),
            linear: table.row(&format!("{name}*")),
            logarithm: table.row(&format!("{name}^")),
        }
    }

    #[inline]
    pub(super) fn push(&self, value: i64, to: &mut Ragged) {
        if EXACT.contains(&value) {
            to.push(self.exact[(value - EXACT.start()) as usize], 1.0);
        } else {
            to.push(self.sizes[size(value)], 1.0);
        }
        if value != 0 {
            let value = value as f32;
            to.push(self.linear, (value / 16.0).clamp(-16.0, 16.0));
            let logarithm = (1.0 + value.abs()).ln() / 4.0;
            to.push(self.logarithm, logarithm.copysign(value));
        }
    }
}

/// One of eight sizes of a number outside of [`EXACT`].
fn size(value: i64) -> usize {
    match value {
        ..-2 => 0,
        -2..=16 => 1,
        17..=24 => 2,
        25..=40 => 3,
        41..=72 => 4,
        73..=136 => 5,
        137..=1032 => 6,
        _ => 7,
    }
}

/// Rows of a value of some sort, as one seat sees it.
#[derive(Debug, Clone)]
pub(super) enum ValueRows {
    /// Nothing is said of it.
    None,
    Truth(u32),
    Number(NumberRows),
    /// A row for each value, by its number.
    Each(Vec<u32>),
    /// A row by the key of the value, and the key of its name.
    Hashed(Buckets, u64),
}

/// The program and the seat that rows of values depend on.
pub(super) struct Viewpoint<'a> {
    pub(super) program: &'a Program,
    pub(super) seat: u8,
}

impl Viewpoint<'_> {
    /// A player, as the seat would say it.
    pub(super) fn player(&self, player: u8) -> String {
        let seats = self.program.seats.max(1);
        match (player + seats - self.seat) % seats {
            0 => "me".to_owned(),
            1 if seats == 2 => "other".to_owned(),
            after => format!("after{after}"),
        }
    }

    /// A team, as the seat would say it.
    pub(super) fn team(&self, team: u8) -> String {
        let own = self.program.teams.get(usize::from(self.seat));
        match own {
            Some(own) if *own == team => "us".to_owned(),
            _ => format!("team{}", team.wrapping_sub(own.copied().unwrap_or(0))),
        }
    }

    /// A pile, as the seat would say it.
    pub(super) fn pile(&self, pile: u16) -> String {
        let info = &self.program.piles[usize::from(pile)];
        let zone = &self.program.zones[usize::from(info.zone)];
        let owner = match (info.owner, info.team) {
            (Some(owner), _) => self.player(owner),
            (None, Some(team)) => self.team(team),
            (None, None) => {
                let number = pile - zone.first;
                match number {
                    0 => "table".to_owned(),
                    number => format!("table{number}"),
                }
            }
        };
        format!("{owner}.{}", zone.name.id)
    }

    /// The owner of a pile, as the seat would say it.
    pub(super) fn side(&self, pile: u16) -> String {
        let info = &self.program.piles[usize::from(pile)];
        info.owner
            .map_or_else(|| "table".to_owned(), |owner| self.player(owner))
    }

    /// Rows of a value.
    pub(super) fn rows(
        &self,
        table: &mut Table,
        name: &str,
        sort: ValueKind,
        buckets: Buckets,
    ) -> ValueRows {
        let mut each = |names: Vec<String>| {
            let rows = names
                .iter()
                .map(|value| table.row(&format!("{name}={value}")));
            ValueRows::Each(rows.collect())
        };
        let program = self.program;
        let ids =
            |texts: &[engine::program::Text]| texts.iter().map(|text| text.id.clone()).collect();
        match sort {
            ValueKind::Truth => ValueRows::Truth(table.row(&format!("{name}=true"))),
            ValueKind::Number => ValueRows::Number(NumberRows::new(table, name)),
            ValueKind::Word(set) => each(program.words[usize::from(set)].clone()),
            ValueKind::Player => each(
                (0..program.seats)
                    .map(|player| self.player(player))
                    .collect(),
            ),
            ValueKind::Team => {
                let teams = program.teams.iter().max().map_or(0, |team| team + 1);
                each((0..teams).map(|team| self.team(team)).collect())
            }
            ValueKind::Pile => {
                let piles = 0..program.piles.len() as u16;
                each(piles.map(|pile| self.pile(pile)).collect())
            }
            ValueKind::Phase => each(ids(&program.phases)),
            ValueKind::State => each(ids(&program.states)),
            ValueKind::Any | ValueKind::Text | ValueKind::Kind | ValueKind::List => {
                ValueRows::Hashed(buckets, key_of(name))
            }
            ValueKind::Card | ValueKind::Cards | ValueKind::Groups => ValueRows::None,
        }
    }
}

impl ValueRows {
    #[inline]
    pub(super) fn push(&self, value: Sighting, to: &mut Ragged) {
        let Sighting::Plain(value) = value else {
            return;
        };
        match self {
            Self::None => {}
            Self::Truth(row) => {
                if value != 0 {
                    to.push(*row, 1.0);
                }
            }
            Self::Number(rows) => rows.push(value, to),
            Self::Each(rows) => {
                let row = usize::try_from(value).ok().and_then(|at| rows.get(at));
                if let Some(row) = row {
                    to.push(*row, 1.0);
                }
            }
            Self::Hashed(buckets, key) => to.push(buckets.row(joined(*key, value as u64)), 1.0),
        }
    }
}
