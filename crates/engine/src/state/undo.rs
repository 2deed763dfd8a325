//! Undo: tables that a game goes back to if an effect fails, or after a trial.
//!
//! The room of a table that is not needed any more is kept for the next one, so that games take no memory
//! while they are played.

use std::ops::{Deref, DerefMut};

use crate::chance::Chance;
use crate::ids::Pc;
use crate::position::Choice;
use crate::spare::Room;
use crate::table::{CardState, PileState, Table};

/// The number of tables that may be remembered at once.
const MOST: usize = 64;

/// A position that can be restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remembered {
    pub cards: Vec<CardState>,
    pub piles: Vec<PileState>,
    pub cells: Vec<i64>,
    pub chance: Chance,
    /// Op at which the game resumes if it is a trial that succeeds.
    pub trial: Option<Trial>,
    /// The choices when a trial began: a trial may ask as well.
    pub offered: Vec<Choice>,
}

/// Start of a trial, and the op at which the game resumes when it has succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Trial {
    pub succeeded: Pc,
    pub frames: u32,
    pub base: u32,
}

/// All tables that are remembered, the latest last.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    kept: Vec<Remembered>,
    used: usize,
}

impl Memory {
    pub(crate) fn clear(&mut self) {
        self.used = 0;
    }

    pub(crate) fn push(&mut self, remembered: Remembered) {
        self.kept.truncate(self.used);
        self.kept.push(remembered);
        self.used += 1;
    }

    /// False if too many are remembered already.
    pub(crate) fn remember(
        &mut self,
        table: &Table,
        trial: Option<Trial>,
        offered: &[Choice],
    ) -> bool {
        if self.used == MOST {
            return false;
        }
        match self.kept.get_mut(self.used) {
            Some(room) => {
                room.cards.clone_from(&table.cards);
                room.piles.clone_from(&table.piles);
                room.cells.clone_from(&table.cells);
                room.chance.clone_from(&table.chance);
                room.trial = trial;
                room.offered.clear();
                room.offered.extend_from_slice(offered);
            }
            None => self.kept.push(Remembered {
                cards: table.cards.clone(),
                piles: table.piles.clone(),
                cells: table.cells.clone(),
                chance: table.chance.clone(),
                trial,
                offered: offered.to_vec(),
            }),
        }
        self.used += 1;
        true
    }

    pub(crate) fn forget(&mut self) {
        self.used = self.used.saturating_sub(1);
    }

    /// The latest table, which is remembered no more.
    fn take(&mut self) -> Option<&Remembered> {
        self.used = self.used.checked_sub(1)?;
        self.kept.get(self.used)
    }

    /// False if nothing was remembered. Chance that was drawn stays drawn.
    pub(crate) fn go_back(&mut self, table: &mut Table) -> bool {
        let Some(earlier) = self.take() else {
            return false;
        };
        table.cards.copy_from_slice(&earlier.cards);
        table.piles.copy_from_slice(&earlier.piles);
        table.cells.copy_from_slice(&earlier.cells);
        true
    }

    /// As [`Self::go_back`], after a trial: chance that was drawn was not, and what was offered is offered again.
    pub(crate) fn end_trial(&mut self, table: &mut Table, choices: &mut Room<Choice>) -> bool {
        if let Some(earlier) = self.last() {
            table.chance.clone_from(&earlier.chance);
            choices.clear();
            choices.extend(earlier.offered.iter().copied());
        }
        self.go_back(table)
    }

    /// The latest trial; what was remembered since then is forgotten.
    pub(crate) fn leave_trial(&mut self) -> Option<Trial> {
        let (at, trial) = self
            .iter()
            .enumerate()
            .rev()
            .find_map(|(at, earlier)| Some((at, earlier.trial?)))?;
        self.used = at + 1;
        Some(trial)
    }
}

impl Deref for Memory {
    type Target = [Remembered];

    fn deref(&self) -> &[Remembered] {
        &self.kept[..self.used]
    }
}

impl DerefMut for Memory {
    fn deref_mut(&mut self) -> &mut [Remembered] {
        &mut self.kept[..self.used]
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        Self {
            kept: self.to_vec(),
            used: self.used,
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.used = 0;
        for remembered in other.iter() {
            match self.kept.get_mut(self.used) {
                Some(room) => {
                    room.cards.clone_from(&remembered.cards);
                    room.piles.clone_from(&remembered.piles);
                    room.cells.clone_from(&remembered.cells);
                    room.chance.clone_from(&remembered.chance);
                    room.trial = remembered.trial;
                    room.offered.clone_from(&remembered.offered);
                }
                None => self.kept.push(remembered.clone()),
            }
            self.used += 1;
        }
    }
}

impl PartialEq for Memory {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Memory {}
