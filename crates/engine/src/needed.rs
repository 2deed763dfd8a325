//! At a decision, registers and lists that nobody needs any more are given back: what is copied, saved and
//! compared is what the game goes on with.

use crate::ids::{Pc, is_missing};
use crate::position::{Position, Waiting};
use crate::program::{Program, Sort};

/// How many elements are not worth the trouble.
const FEW: usize = 32;

impl Position {
    /// Keeps registers up to the last one that is needed or waits for the answer.
    pub(crate) fn keep_needed_registers(&mut self, program: &Program) {
        let Waiting::Answer { meaning, value, .. } = self.waiting else {
            return;
        };
        let Some(registers) = program.live_at(self.pc) else {
            return;
        };
        let needed = registers.iter().map(|(slot, _)| *slot);
        let last = needed.chain([meaning, value]).max();
        self.live = self.base + last.map_or(0, |last| last.index() as u32 + 1);
    }

    /// Keeps the lists that choices and needed registers hold. Where it is not known what is a list, all are
    /// kept.
    pub(crate) fn keep_needed_lists(&mut self, program: &Program) {
        if self.lists.used() <= FEW || !self.knows_its_lists(program) {
            return;
        }
        let before = self.lists.used();
        for routine in 0..self.frames.len() {
            let frame = self.frames[routine];
            self.keep_lists_of(program, frame.pc, frame.base, before);
            self.frames[routine].lists = (self.lists.used() - before) as u32;
        }
        self.keep_lists_of(program, self.pc, self.base, before);
        for at in 0..self.choices.len() {
            let choice = self.choices[at];
            let sort = program.meanings[choice.meaning.index()].sort;
            self.choices[at].value = self.lists.kept(sort, choice.value, before);
        }
        self.lists.drop_first(before);
    }

    fn knows_its_lists(&self, program: &Program) -> bool {
        let places = self.frames.iter().map(|frame| (frame.pc, frame.base));
        let mut places = places.chain([(self.pc, self.base)]);
        let of_registers = places.all(|(pc, base)| {
            program.live_at(pc).is_some_and(|registers| {
                registers.iter().all(|(slot, sort)| {
                    let value = self.stack[base as usize + slot.index()];
                    is_missing(value) || is_known(*sort)
                })
            })
        });
        let mut choices = self.choices.iter();
        of_registers
            && choices.all(|choice| {
                let sort = program.meanings[choice.meaning.index()].sort;
                is_missing(choice.value) || is_known(sort)
            })
    }

    fn keep_lists_of(&mut self, program: &Program, pc: Pc, base: u32, before: usize) {
        for (slot, sort) in program.live_at(pc).unwrap_or(&[]) {
            let place = base as usize + slot.index();
            self.stack[place] = self.lists.kept(*sort, self.stack[place], before);
        }
    }
}

/// Whether a value is certainly no list, or a list of which is known what it holds.
fn is_known(sort: Sort) -> bool {
    !matches!(sort, Sort::Any | Sort::List)
}
