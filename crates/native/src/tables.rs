//! What machine code reads of a program: copies that stay where they are.

use engine::ids::{NOTHING, Pc};
use engine::op::Op;
use engine::program::Program;

/// The tables of one program.
#[derive(Debug)]
pub(crate) struct Tables {
    /// For each column what is printed on the cards.
    pub columns: Vec<Box<[i64]>>,
    /// The constants.
    pub constants: Vec<Box<[i64]>>,
    /// Whose the piles are.
    pub owners: Box<[i64]>,
    /// Where the code can be entered.
    pub entries: Vec<Pc>,
    /// For each op the number of its entry.
    pub entry_of: Box<[Option<u32>]>,
    /// The same for machine code; where there is no entry, a number that stands for none.
    pub entry_numbers: Box<[u32]>,
}

impl Tables {
    pub(crate) fn of(program: &Program) -> Self {
        let owner = |owner: Option<u8>| owner.map_or(NOTHING, i64::from);
        let entries = entries(program);
        let mut entry_of = vec![None; program.ops.len()];
        for (number, pc) in entries.iter().enumerate() {
            entry_of[pc.index()] = Some(number as u32);
        }
        Self {
            columns: program
                .columns
                .iter()
                .map(|column| column.values.clone().into_boxed_slice())
                .collect(),
            constants: program
                .constants
                .iter()
                .map(|constant| constant.clone().into_boxed_slice())
                .collect(),
            owners: program.piles.iter().map(|pile| owner(pile.owner)).collect(),
            entry_numbers: entry_of
                .iter()
                .map(|entry: &Option<u32>| entry.unwrap_or(u32::MAX))
                .collect(),
            entries,
            entry_of: entry_of.into_boxed_slice(),
        }
    }
}

/// Every op at which a routine begins or goes on after it was left.
fn entries(program: &Program) -> Vec<Pc> {
    let mut entries = vec![program.start];
    for (at, op) in program.ops.iter().enumerate() {
        let next = Pc(at as u32 + 1);
        match *op {
            Op::Call {
                routine, otherwise, ..
            } => entries.extend([next, routine, otherwise]),
            Op::Leave { to } => entries.push(to),
            Op::Ask { .. }
            | Op::Settle { .. }
            | Op::SettleAt { .. }
            | Op::Pick { .. }
            | Op::Ready {} => entries.push(next),
            _ => {}
        }
    }
    entries.sort_unstable();
    entries.dedup();
    entries.retain(|pc| pc.index() < program.ops.len());
    entries
}
