//! Verification: the promises of a program before it is run.
//!
//! [`verify`] checks, and the engine relies on it:
//!
//! - every operand of every op is in range: registers, cells (also the last of several), piles, cards, columns,
//!   questions, meanings, constants, states, phases, rules, seats, and ops that are jumped to;
//! - no op is the last one that is followed by nothing;
//! - a constant that an op reads is there, and holds what the op wants: a number, piles, phases, ops;
//! - the tables fit together: an origin for each op, a value for each card in each column, piles in zones,
//!   cards in piles, variables in cells that are free, words for values that are words;
//! - where a routine may wait it is known which registers are needed (see [`live`](crate::live)).
//!
//! Not checked, because it depends on play: that values in registers are cards, piles or lists where an op
//! takes them for such, that routines return as often as they are called, and that games end.

use crate::facts;
use crate::ids::{Constant, Pc, is_missing};
use crate::live::successors;
use crate::op::{Cells, Demand, Op, Operand};
use crate::position::WINDOW;
use crate::program::{LIST_CELLS, Program, ValueKind, cells};

/// All broken promises of a program; none if it may be run.
pub fn verify(program: &Program) -> Result<(), Vec<String>> {
    let mut verifier = Verifier {
        program,
        problems: Vec::new(),
    };
    verifier.sizes();
    verifier.rehearsal();
    verifier.table();
    verifier.cards();
    verifier.variables();
    verifier.choices();
    for at in 0..program.ops.len() {
        verifier.op(Pc(at as u32), program.ops[at]);
    }
    if verifier.problems.is_empty() {
        Ok(())
    } else {
        Err(verifier.problems)
    }
}

struct Verifier<'a> {
    program: &'a Program,
    problems: Vec<String>,
}

impl Verifier<'_> {
    fn want(&mut self, is_right: bool, problem: impl FnOnce() -> String) {
        if !is_right {
            self.problems.push(problem());
        }
    }

    fn sizes(&mut self) {
        let Program {
            ops,
            origins,
            places,
            start,
            frame,
            seats,
            direction,
            teams,
            ..
        } = self.program;
        self.want(start.index() < ops.len(), || {
            "there is no first op".to_owned()
        });
        self.want((1..=10).contains(seats), || {
            format!("{seats} players cannot play")
        });
        self.want((-1..=1).contains(direction), || {
            format!("turns cannot go round in direction {direction}")
        });
        self.want(usize::from(*frame) <= WINDOW, || {
            format!("routines have {frame} registers; there are {WINDOW}")
        });
        self.want(self.program.cells >= cells::FREE, || {
            format!("{} cells are too few", self.program.cells)
        });
        self.want(origins.len() == ops.len(), || {
            format!("{} ops have {} origins", ops.len(), origins.len())
        });
        let lost = origins
            .iter()
            .find(|origin| **origin as usize >= places.len());
        self.want(lost.is_none(), || {
            format!("there is no place {}", lost.unwrap_or(&0))
        });
        self.want(
            teams.is_empty() || teams.len() == usize::from(*seats),
            || format!("{seats} seats are in {} teams", teams.len()),
        );
    }

    fn rehearsal(&mut self) {
        let Program { ops, piles, .. } = self.program;
        let Some(info) = &self.program.rehearsal else {
            return;
        };
        let entries = info.entries.iter().map(|entry| entry.at);
        let questions = info.questions.iter().map(|question| question.at);
        for at in entries.chain(questions).chain([info.begin, info.begin_as]) {
            self.want(at.index() < ops.len(), || {
                format!("a rehearsal resumes at op {}, which is not there", at.0)
            });
        }
        self.want(info.outside.index() < piles.len(), || {
            "there is no pile for cards out of the game".to_owned()
        });
    }

    fn table(&mut self) {
        for (number, zone) in self.program.zones.iter().enumerate() {
            let piles = usize::from(zone.first)..usize::from(zone.first) + usize::from(zone.count);
            let found = self.program.piles.get(piles);
            let is_right = found
                .is_some_and(|piles| piles.iter().all(|pile| usize::from(pile.zone) == number));
            self.want(is_right, || {
                format!("zone `{}` has other piles", zone.name.id)
            });
        }
        for (number, pile) in self.program.piles.iter().enumerate() {
            let zone = self.program.zones.get(usize::from(pile.zone));
            let is_in = zone.is_some_and(|zone| {
                let first = usize::from(zone.first);
                (first..first + usize::from(zone.count)).contains(&number)
            });
            self.want(is_in, || format!("pile {number} is in no zone"));
            let seats = self.program.seats;
            self.want(pile.owner.is_none_or(|owner| owner < seats), || {
                format!("pile {number} has no such owner")
            });
        }
    }

    fn cards(&mut self) {
        let Program {
            cards,
            columns,
            piles,
            ..
        } = self.program;
        self.want(cards.len() < usize::from(u16::MAX), || {
            format!("{} cards are too many", cards.len())
        });
        for card in cards {
            self.want(usize::from(card.start) < piles.len(), || {
                format!("card `{}` begins nowhere", card.name.id)
            });
        }
        for column in columns {
            self.want(column.values.len() == cards.len(), || {
                let (values, cards) = (column.values.len(), cards.len());
                format!(
                    "column `{}` has {values} values for {cards} cards",
                    column.name
                )
            });
            self.sort(column.sort, &column.name);
            if let ValueKind::Word(set) = column.sort {
                let count = self.program.words.get(usize::from(set)).map_or(0, Vec::len);
                let is_word = |value: &i64| (0..count as i64).contains(value) || is_missing(*value);
                self.want(column.values.iter().all(is_word), || {
                    format!("column `{}` has values that are no words", column.name)
                });
            }
        }
    }

    fn sort(&mut self, sort: ValueKind, of: &str) {
        if let ValueKind::Word(set) = sort {
            self.want(usize::from(set) < self.program.words.len(), || {
                format!("`{of}` has no set of words")
            });
        }
    }

    fn variables(&mut self) {
        for variable in &self.program.variables {
            let count = u32::from(variable.owners.max(1)) * u32::from(variable.sort.cells());
            let end = u32::from(variable.first) + count;
            let is_free = variable.first >= cells::FREE && end <= u32::from(self.program.cells);
            self.want(is_free, || {
                format!(
                    "variable `{}` is in cells that are not its own",
                    variable.name.id
                )
            });
            self.sort(variable.sort, &variable.name.id);
        }
        for mark in &self.program.marks {
            let cards = self.program.cards.len();
            let end = mark.first.index() + cards;
            let is_right = mark.start.len() == cards && end <= usize::from(self.program.cells);
            self.want(is_right, || {
                format!("a mark at {:?} has no cell for each card", mark.first)
            });
        }
    }

    fn choices(&mut self) {
        for meaning in &self.program.meanings {
            self.sort(meaning.sort, &meaning.name.id);
        }
    }

    fn op(&mut self, pc: Pc, op: Op) {
        let mut problems = Vec::new();
        for (name, operand) in op.operands() {
            if !self.is_in_range(&op, operand) {
                problems.push(format!("`{name}` is {operand:?}, which is not there"));
            }
        }
        if problems.is_empty() {
            problems.extend(self.cells_of(&op));
            let demands = op.demands().into_iter();
            problems.extend(demands.filter_map(|demand| self.unmet(demand)));
            let last = Pc(self.program.ops.len() as u32);
            if successors(self.program, pc).contains(&last) {
                problems.push("nothing comes after it".to_owned());
            }
            problems.extend(self.waiting(pc, &op));
        }
        let problems = problems.into_iter();
        let name = op.name();
        self.problems
            .extend(problems.map(|problem| format!("op {} `{name}`: {problem}", pc.0)));
    }

    fn is_in_range(&self, op: &Op, operand: Operand) -> bool {
        let program = self.program;
        match operand {
            // The registers of a routine that is called may begin after the last one.
            Operand::Slot(slot) if matches!(op, Op::Call { .. }) => {
                slot.index() <= usize::from(program.frame)
            }
            Operand::Slot(slot) => slot.index() < usize::from(program.frame),
            Operand::Cell(cell) => cell.0 < program.cells,
            Operand::Pile(pile) => pile.index() < program.piles.len(),
            Operand::Card(card) => card.index() < program.cards.len(),
            Operand::Column(column) => column.index() < program.columns.len(),
            Operand::Ask(ask) => ask.index() < program.asks.len(),
            Operand::Meaning(meaning) => meaning.index() < program.meanings.len(),
            Operand::Pc(pc) => pc.index() < program.ops.len(),
            Operand::Constant(constant) => constant.index() < program.constants.len(),
            Operand::State(state) => state.index() < program.states.len(),
            Operand::Phase(phase) => phase.index() < program.phases.len(),
            Operand::Seat(seat) => seat.0 < program.seats,
            Operand::Told(what) => what.index() < program.tellings.len(),
            Operand::Number(_) | Operand::Verb(_) => true,
        }
    }

    /// The demand that the cells of an op exist.
    fn cells_of(&self, op: &Op) -> Option<String> {
        match op.cells()?.cells {
            // An operand that is a cell exists.
            Cells::One(_) => None,
            Cells::Span(first, count) => self.cells(first.0, count, 1),
            Cells::Lists(first, count) => self.cells(first.0, count.into(), LIST_CELLS),
            Cells::PerCard(first) => self.cells(first.0, self.program.cards.len() as u16, 1),
            Cells::Filled(first, values) => {
                self.cells(first.0, self.constant(values).len() as u16, 1)
            }
            Cells::Rows(rows) => self.rows(rows),
        }
    }

    /// The problem of a demand that is not met.
    fn unmet(&self, demand: Demand) -> Option<String> {
        let program = self.program;
        let cards = program.cards.len();
        match demand {
            Demand::Anything(_) => None,
            Demand::Filled(constant) => {
                let is_empty = self.constant(constant).is_empty();
                is_empty.then(|| "the constant is empty".to_owned())
            }
            Demand::Piles(piles) => self.all_below(piles, program.piles.len(), "pile"),
            Demand::Ops(places) => self.all_below(places, program.ops.len(), "op"),
            Demand::Phases(phases) => self.planned(phases),
            Demand::PerCard(constant) => self.sized(constant, cards),
            Demand::Numbers(constant) => self.sized(constant, facts::numbers(cards)),
            Demand::CardSet(constant) => self.sized(constant, facts::words(cards)),
            Demand::Relation(constant) => {
                self.sized(constant, facts::numbers(cards) * facts::words(cards))
            }
            Demand::OneWord => {
                let words = facts::words(cards);
                (words > 1).then(|| format!("a set of cards takes {words} words"))
            }
            Demand::PilesFrom(first, count) => {
                let end = first.index() + usize::from(count);
                (end > program.piles.len()).then(|| format!("there are no {count} piles"))
            }
            Demand::Plan => {
                let is_short = program.cells < cells::FREE_WITH_PLAN;
                is_short.then(|| "there are no cells for a plan".to_owned())
            }
            Demand::Bit(bit) => (bit >= 63).then(|| format!("there is no bit {bit}")),
        }
    }

    fn sized(&self, constant: Constant, wanted: usize) -> Option<String> {
        let size = self.constant(constant).len();
        (size != wanted).then(|| format!("the constant has {size} values instead of {wanted}"))
    }

    fn constant(&self, constant: Constant) -> &[i64] {
        &self.program.constants[constant.index()]
    }

    fn all_below(&self, constant: Constant, count: usize, what: &str) -> Option<String> {
        let is_wrong = |number: &&i64| !(0..count as i64).contains(*number);
        let wrong = self.constant(constant).iter().find(is_wrong)?;
        Some(format!("there is no {what} {wrong}"))
    }

    fn planned(&self, phases: Constant) -> Option<String> {
        let planned = self.constant(phases).len();
        if planned > cells::MOST_PHASES {
            return Some(format!("{planned} phases are too many"));
        }
        self.all_below(phases, self.program.phases.len(), "phase")
    }

    /// The cells of a table of rows are there.
    fn rows(&self, rows: Constant) -> Option<String> {
        let cells = i64::from(self.program.cells);
        match self.constant(rows) {
            [count, most, parts @ ..] if (0..cells).contains(count) && *most >= 0 => {
                let is_wrong = |part: &i64| *part < 0 || part.saturating_add(*most) > cells;
                let wrong = parts.iter().find(|part| is_wrong(part));
                wrong.map(|part| format!("there are no rows from cell {part} on"))
            }
            _ => Some("the constant tells no table of rows".to_owned()),
        }
    }

    fn cells(&self, first: u16, count: u16, width: u16) -> Option<String> {
        let end = u32::from(first) + u32::from(count) * u32::from(width);
        let is_wrong = end > u32::from(self.program.cells);
        is_wrong.then(|| format!("there is no cell {}", end - 1))
    }

    fn waiting(&self, pc: Pc, op: &Op) -> Option<String> {
        if !op.waits() && !matches!(op, Op::Call { .. }) {
            return None;
        }
        let Some(registers) = self.program.live_at(Pc(pc.0 + 1)) else {
            return Some("it is not known which registers are needed after it".to_owned());
        };
        let frame = usize::from(self.program.frame);
        let wrong = registers.iter().find(|(slot, _)| slot.index() >= frame)?;
        Some(format!("there is no register {:?} to be needed", wrong.0))
    }
}

#[cfg(test)]
mod tests;
