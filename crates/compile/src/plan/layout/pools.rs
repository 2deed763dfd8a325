//! Layout of resource pools: of the table, of players, of teams and on cards.
//!
//! The cells of all pools follow one another. A pool as a value, where it is a parameter of a definition, a
//! temporary value or told by an event, is the position of its cell among them, less a large number, so that it
//! is never taken for a number of pieces.

use cgml::model::{Game, Pool, PoolHolder, PoolId};
use engine::ids::{Cell, NOTHING};
use engine::program::{MarkKind, Program, ValueKind, VariableInfo};

use crate::compiler::Compiler;
use crate::plan::layout::Layout;
use crate::plan::layout::marks::{NewMark, add, starts};
use crate::plan::settings::Setting;
use crate::plan::texts::text;

/// A pool as a value is its position less this.
pub(crate) const FAR: i32 = 1 << 30;

/// Values below this are pools, not numbers of pieces.
pub(crate) const POOLS_BELOW: i32 = -(1 << 29);

/// More than all pieces there can be.
pub(crate) const NO_LIMIT: i64 = 1 << 40;

/// Layout of pools.
#[derive(Debug, Default)]
pub(crate) struct Pools {
    /// The cell of the first pool.
    pub(crate) first: Cell,
    /// The number of cells.
    pub(crate) count: u16,
    /// For each pool the position of its first cell, and how many owners it has.
    pub(crate) places: Vec<(u16, u16)>,
    /// The cell that tells how many pieces moved.
    pub(crate) moved: Cell,
}

/// Lays out the pools of a game.
pub(crate) fn lay_out(game: &Game, setting: &Setting, layout: &mut Layout, program: &mut Program) {
    if game.pools.is_empty() {
        return;
    }
    layout.pools.moved = layout.new_cell();
    layout.pools.first = Cell(layout.cells());
    for pool in game.pools.iter() {
        let first = layout.cells();
        let owners = match &pool.holder {
            PoolHolder::Table => 0,
            PoolHolder::Player => u16::from(setting.players),
            PoolHolder::Team => layout.teams.len() as u16,
            PoolHolder::Card(_) => program.cards.len() as u16,
        };
        if let PoolHolder::Card(kinds) = &pool.holder {
            let start = start_on_cards(pool, setting).unwrap_or(0);
            let mark = NewMark {
                name: text(&pool.name, &pool.text),
                sort: ValueKind::Number,
                start: starts(game, program, kinds, start),
                kind: MarkKind::Counter,
                ..NewMark::default()
            };
            add(layout, program, mark);
        } else {
            layout.new_cells(owners.max(1));
            program.variables.push(VariableInfo {
                name: text(&pool.name, &pool.text),
                first,
                owners,
                of_teams: pool.holder == PoolHolder::Team,
                sort: ValueKind::Number,
                items: ValueKind::Any,
                shown: !game.shown_variables.is_empty(),
                ..VariableInfo::default()
            });
        }
        let place = first - layout.pools.first.0;
        layout.pools.places.push((place, owners));
    }
    layout.pools.count = layout.cells() - layout.pools.first.0;
}

/// The number of pieces that lie on each card at first, if that is known.
fn start_on_cards(pool: &Pool, setting: &Setting) -> Option<i64> {
    match &pool.start {
        Some(start) => crate::plan::constants::constant(start, setting),
        None => Some(0),
    }
}

impl Pools {
    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The pool that each cell belongs to.
    pub(crate) fn numbers(&self) -> Vec<i64> {
        let places = self.places.iter().enumerate();
        let each = places.flat_map(|(number, (_, owners))| {
            std::iter::repeat_n(number as i64, usize::from((*owners).max(1)))
        });
        each.collect()
    }

    /// Owner of each cell: a seat, a team or a card.
    pub(crate) fn owners(&self) -> Vec<i64> {
        let places = self.places.iter();
        let each = places.flat_map(|(_, owners)| match owners {
            0 => vec![NOTHING],
            owners => (0..i64::from(*owners)).collect(),
        });
        each.collect()
    }

    /// The cell of the first owner of a pool.
    pub(crate) fn cell(&self, id: PoolId) -> Cell {
        Cell(self.first.0 + self.places[id.0 as usize].0)
    }
}

impl<'g> Compiler<'g> {
    /// The pools that lie on cards.
    pub(crate) fn pools_on_cards(&self) -> Vec<(PoolId, &'g Pool)> {
        let game = self.game;
        let pools = game.pools.pairs();
        pools
            .filter(|(_, pool)| matches!(pool.holder, PoolHolder::Card(_)))
            .collect()
    }

    /// True if pieces lie on cards, so that they must be looked after when cards move.
    pub(crate) fn has_pieces_on_cards(&self) -> bool {
        !self.pools_on_cards().is_empty()
    }

    /// The first contents of pools on cards must be known before the game begins, and come from nowhere.
    pub(crate) fn refuse_pools(&mut self) {
        for (_, pool) in self.pools_on_cards() {
            let start = start_on_cards(pool, &self.plan.setting);
            let has_total = self.game.resources[pool.resource].total.is_some();
            if start.is_none() || has_total && start != Some(0) {
                self.not_yet("such a `start` of a pool on cards", pool.origin);
            }
        }
    }
}
