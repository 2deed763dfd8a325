//! Check cache: checks are not repeated as long as nothing has changed that they read.
//!
//! A cell says that no check held when all of them were evaluated last. Every op that changes a cell or a pile that
//! they read sets it to 0 again: these are found among the ops, so that none can be forgotten. An op that is not
//! known to leave cells and cards alone counts as a change. Checks that read anything else are always evaluated.

use std::collections::BTreeSet;
use std::ops::Range;

use engine::ids::{Cell, Pile, Slot};
use engine::op::{Access, CellAccess, Cells, Op};
use engine::program::{PileInfo, Program};

use crate::emit::builder::Code;
use crate::events::checks::CheckCache;

/// The cells and piles that all checks read.
#[derive(Debug, Default)]
struct Watched {
    cells: Vec<Range<usize>>,
    piles: BTreeSet<Pile>,
    /// Those of them whose cards are looked at, not only how many there are.
    looked_through: BTreeSet<Pile>,
    /// Registers that hold cards of these piles.
    cards: BTreeSet<Slot>,
}

/// Lets every change of what checks look at be noted; without any watching if they look at too much.
pub(crate) fn watch(code: &mut Code, program: &Program, seats: u8, settled: CheckCache) {
    let looks = code.between(settled.from, settled.to);
    let watched = Watched::by(looks, &code.constants, program);
    let is_open = |watched: &Watched| watched.is_open(&code.ops, program, seats);
    let Some(watched) = watched.filter(is_open) else {
        return code.rewrite(|op| match op {
            Op::SetCell { cell, .. } if cell == settled.cell => {
                (None, Op::SetCell { cell, value: 0 }, None)
            }
            op => (None, op, None),
        });
    };
    let piles = program.piles.len() as u16;
    let others = (0..piles).map(|pile| i64::from(!watched.piles.contains(&Pile(pile))));
    let others = code.constant(others.collect());
    let constants = code.constants.clone();
    let changed = Op::SetCell {
        cell: settled.cell,
        value: 0,
    };
    code.rewrite(|op| match watched.touched_by(&op, &constants) {
        Touch::Nothing => (None, op, None),
        Touch::Something => (Some(changed), op, None),
        Touch::Card(card, to) => {
            let cell = settled.cell;
            let note = Op::NoteMove {
                cell,
                card,
                to,
                others,
            };
            (Some(note), op, None)
        }
    });
}

/// The effect of an op on what checks read.
enum Touch {
    Nothing,
    /// Something, or perhaps something.
    Something,
    /// That a card lies where it lies, or goes where it goes.
    Card(Slot, Slot),
}

impl Watched {
    /// The cells and piles that ops read; nothing if that is not known.
    fn by(ops: &[Op], constants: &[Vec<i64>], program: &Program) -> Option<Self> {
        let mut watched = Self::default();
        for op in ops {
            watched.note(op, constants, program)?;
            watched.note_card(*op);
        }
        Some(watched)
    }

    /// True if the register that an op writes holds a card of the piles from now on. What goes through cards is
    /// left only at its end, and entered only at its beginning.
    fn note_card(&mut self, mut op: Op) {
        if let Op::EachCard { card, .. } | Op::EachCardIn { card, .. } = op {
            self.cards.insert(card);
        } else if let Some(to) = op.result() {
            self.cards.remove(to);
        }
    }

    fn note(&mut self, op: &Op, constants: &[Vec<i64>], program: &Program) -> Option<()> {
        if let Some(used) = op.cells() {
            let index = match *op {
                Op::LoadAt { index, .. } => Some(index),
                _ => None,
            };
            return match (used.access, used.cells) {
                (Access::Reads, Cells::One(cell)) => self.note_cells(cell, 1, None, program),
                (Access::Reads, Cells::Span(first, count)) => {
                    self.note_cells(first, count, index, program)
                }
                (
                    Access::Reads,
                    Cells::Lists(..) | Cells::PerCard(_) | Cells::Filled(..) | Cells::Rows(_),
                )
                | (Access::Writes | Access::Updates | Access::Notes, _) => None,
            };
        }
        match *op {
            Op::FirstCardIn { pile, .. } => {
                self.piles.insert(pile);
                self.looked_through.insert(pile);
            }
            Op::EachCardIn { piles, .. } => {
                let piles = piles_of(&constants[piles.index()]);
                self.piles.extend(piles.clone());
                self.looked_through.extend(piles);
            }
            Op::Count { pile, .. }
            | Op::UnlessFewer { pile, .. }
            | Op::UnlessHolds { pile, .. } => {
                self.piles.insert(pile);
            }
            Op::CountAll { piles, .. } => {
                let piles = piles_of(&constants[piles.index()]);
                self.piles.extend(piles);
            }
            Op::EachCard { .. } | Op::Jump { .. } => {}
            Op::PileOf { card, .. } | Op::HolderOf { card, .. } if self.cards.contains(&card) => {}
            // It asks for other piles, or for what cards show.
            _ if op.reads_table() => return None,
            _ if op.is_pure() || op.is_test() => {}
            _ => return None,
        }
        Some(())
    }

    /// Some cells are looked at. What is on a card changes where it goes, too, and only there: it must be a card
    /// of the piles.
    fn note_cells(
        &mut self,
        first: Cell,
        count: u16,
        card: Option<Slot>,
        program: &Program,
    ) -> Option<()> {
        let cells = first.index()..first.index() + usize::from(count);
        for mark in &program.marks {
            let own = mark.first.index()..mark.first.index() + mark.start.len();
            if own.start < cells.end && cells.start < own.end {
                let is_of_card = card.is_some_and(|card| self.cards.contains(&card));
                (is_of_card && own == cells && !mark.refers).then_some(())?;
            }
        }
        self.cells.push(cells);
        Some(())
    }

    /// True if everybody knows all cards that are looked at: where they are dealt again nothing changes for checks.
    fn is_open(&self, ops: &[Op], program: &Program, seats: u8) -> bool {
        let all = (1_u16 << seats) - 1;
        let is_hidden = ops.iter().any(Op::hides);
        let is_seen = |pile: &PileInfo| {
            let [up, down] = pile.seen.map(|seen| seen & all == all);
            up && (down || !pile.face_down) && !is_hidden
        };
        let mut piles = self.looked_through.iter();
        piles.all(|pile| program.piles.get(pile.index()).is_some_and(is_seen))
    }

    fn touched_by(&self, op: &Op, constants: &[Vec<i64>]) -> Touch {
        let is_touched = match *op {
            Op::MoveTop { from, to, .. } | Op::MoveAll { from, to, .. } => {
                self.piles.contains(&from) || self.piles.contains(&to)
            }
            Op::MoveCard { card, to, .. } => return Touch::Card(card, to),
            _ => match op.cells().filter(CellAccess::writes) {
                Some(used) => self.is_written(used.cells, constants),
                None => !op.keeps_table(),
            },
        };
        if is_touched {
            Touch::Something
        } else {
            Touch::Nothing
        }
    }

    /// True if cells that are looked at may be written. Lists and values of every card are taken to be looked at.
    fn is_written(&self, cells: Cells, constants: &[Vec<i64>]) -> bool {
        let mut is_written = match cells {
            Cells::Lists(..) | Cells::PerCard(_) | Cells::Filled(..) => true,
            Cells::One(_) | Cells::Span(..) | Cells::Rows(_) => false,
        };
        cells.each_range(0, constants, &mut |cells| {
            is_written |= self.has_cell(cells)
        });
        is_written
    }

    fn has_cell(&self, cells: Range<usize>) -> bool {
        let overlaps = |own: &Range<usize>| own.start < cells.end && cells.start < own.end;
        self.cells.iter().any(overlaps)
    }
}

fn piles_of(constant: &[i64]) -> impl Iterator<Item = Pile> + Clone {
    constant.iter().map(|pile| Pile(*pile as u16))
}

#[cfg(test)]
mod tests {
    use engine::ids::{Cell, Pile, Slot};
    use engine::op::{Builder, Op};
    use engine::program::{PileInfo, Program};

    use engine::table::Placement;

    use super::{CheckCache, watch};
    use crate::emit::builder::Code;

    const SETTLED: Cell = Cell(20);
    const LIFE: Cell = Cell(21);
    const OTHER: Cell = Cell(22);

    fn sets(value: i32) -> Op {
        Op::SetCell {
            cell: SETTLED,
            value,
        }
    }

    /// Ops after the pass in a game with two piles whose check reads life and the first pile.
    fn watched(piles_are_open: bool, then: &[Op]) -> Vec<Op> {
        let pile = PileInfo {
            seen: [if piles_are_open { 0b11 } else { 0b01 }, 0b11],
            ..PileInfo::default()
        };
        let program = Program {
            piles: vec![pile.clone(), pile],
            ..Program::default()
        };
        let mut code = Code::default();
        let (from, to) = (code.here(), code.label());
        for op in [
            Op::Load {
                to: Slot(0),
                cell: LIFE,
            },
            Op::FirstCardIn {
                cursor: Slot(1),
                pile: Pile(0),
            },
        ] {
            code.emit(op);
        }
        code.bind(to);
        code.emit(sets(1));
        then.iter().for_each(|op| code.emit(*op));
        let cell = SETTLED;
        watch(&mut code, &program, 2, CheckCache { cell, from, to });
        code.ops.split_off(2)
    }

    #[test]
    fn only_what_changes_something_that_checks_look_at_makes_them_look_again() {
        let [life, other] = [LIFE, OTHER].map(|cell| Op::Store {
            cell,
            from: Slot(0),
        });
        assert_eq!(
            watched(true, &[other, life, other]),
            [sets(1), other, sets(0), life, other]
        );
        let several = Op::StoreAt {
            first: SETTLED,
            index: Slot(0),
            count: 2,
            from: Slot(1),
            otherwise: engine::ids::Pc(0),
        };
        assert_eq!(watched(true, &[several]), [sets(1), sets(0), several]);
        let turn = Op::TakeTurn {};
        assert_eq!(watched(true, &[turn]), [sets(1), sets(0), turn]);
    }

    #[test]
    fn a_card_that_moves_is_noted_if_it_comes_from_or_goes_to_where_checks_look() {
        let moves = Op::MoveCard {
            card: Slot(0),
            to: Slot(1),
            how: Placement::USUAL,
            otherwise: engine::ids::Pc(0),
        };
        let ops = watched(true, &[moves]);
        let [_, Op::NoteMove { cell, card, to, .. }, moved] = ops[..] else {
            panic!("a move is noted: {ops:?}");
        };
        assert_eq!((cell, card, to, moved), (SETTLED, Slot(0), Slot(1), moves));
    }

    #[test]
    fn checks_that_look_at_cards_that_may_be_dealt_anew_are_always_made() {
        let life = Op::Store {
            cell: LIFE,
            from: Slot(0),
        };
        assert_eq!(watched(false, &[life]), [sets(0), life]);
    }
}
