//! Plan of a program: the cards of the match, layout of piles and cells, tables, symbols, and analyses of the game.
//!
//! Nothing here emits ops, and nothing here imports from another folder.

pub(crate) mod cards;
pub(crate) mod constants;
pub(crate) mod effects;
pub(crate) mod identity;
pub(crate) mod layout;
pub(crate) mod refusal;
pub(crate) mod rehearsal;
pub(crate) mod settings;
pub(crate) mod symbols;
pub(crate) mod texts;
pub(crate) mod uses;

use std::collections::HashMap;

use cgml::model::Game;
use engine::ids::Column;
use engine::program::Program;

use layout::position_tables::PositionTable;
use layout::{Layout, lay_out};
use refusal::Refusal;
use rehearsal::Rehearsal;
use settings::{Setting, Settings};
use uses::Uses;

/// The parts of a program that are known before its ops.
pub(crate) struct Plan<'g> {
    pub(crate) setting: Setting,
    pub(crate) uses: Uses,
    pub(crate) layout: Layout,
    pub(crate) program: Program,
    /// The tables that the position keeps.
    pub(crate) tables: Vec<PositionTable>,
    /// The columns of parts of properties.
    pub(crate) part_columns: HashMap<(u32, u32), Column>,
    /// The questions about made-up positions.
    pub(crate) rehearsal: Option<&'g Rehearsal<'g>>,
}

impl<'g> Plan<'g> {
    pub(crate) fn new(
        game: &'g Game,
        settings: &Settings,
        rehearsal: Option<&'g Rehearsal<'g>>,
    ) -> Result<Self, Refusal> {
        let setting = Setting::new(game, settings)?;
        let mut uses = Uses::of(game);
        uses.counts_turns |= rehearsal.is_some_and(Rehearsal::asks_for_turns);
        let mut program = Program::default();
        let layout = lay_out(game, &setting, uses.plans_phases, rehearsal, &mut program)?;
        Ok(Self {
            setting,
            uses,
            layout,
            program,
            tables: Vec::new(),
            part_columns: HashMap::new(),
            rehearsal,
        })
    }
}
