//! At a decision, registers and lists that nobody needs any more are given back: what is copied, saved and
//! compared is what the rest of the game needs.

use crate::ids::{Pc, Slot, is_missing};
use crate::position::{Position, Waiting};
use crate::program::{CardReferences, Program, ValueKind};

/// The number of elements that are not worth the trouble.
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
        let needed = registers.last().map_or(Slot(0), |(slot, _)| *slot);
        let last = needed.max(meaning).max(value);
        self.live = self.base + last.index() as u32 + 1;
    }

    /// Keeps the lists that choices and needed registers hold. Where it is not known what is a list, all are
    /// kept.
    pub(crate) fn keep_needed_lists(&mut self, program: &Program) {
        if self.lists.used() <= FEW {
            return;
        }
        match self.held(program) {
            Held::NoLists => {
                self.frames.iter_mut().for_each(|frame| frame.lists = 0);
                self.lists.free(0);
            }
            Held::Lists => self.keep_lists(program),
            Held::Unknown => {}
        }
    }

    fn keep_lists(&mut self, program: &Program) {
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

    /// Kinds of the live registers and of the choices.
    fn held(&self, program: &Program) -> Held {
        let mut held = Held::NoLists;
        let places = self.frames.iter().map(|frame| (frame.pc, frame.base));
        for (pc, base) in places.chain([(self.pc, self.base)]) {
            let Some(registers) = program.live_at(pc) else {
                return Held::Unknown;
            };
            for (slot, sort) in registers {
                let value = self.stack[base as usize + slot.index()];
                held = held.max(Held::by(*sort, value));
            }
        }
        let mut before = None;
        for choice in self.choices.iter() {
            // Choices that mean the same hold the same; only where nothing is known, each is looked at.
            if before != Some(choice.meaning) {
                let sort = program.meanings[choice.meaning.index()].sort;
                held = held.max(Held::by(sort, choice.value));
                before = (!is_vague(sort)).then_some(choice.meaning);
            }
        }
        held
    }

    fn keep_lists_of(&mut self, program: &Program, pc: Pc, base: u32, before: usize) {
        for (slot, sort) in program.live_at(pc).unwrap_or(&[]) {
            let place = base as usize + slot.index();
            self.stack[place] = self.lists.kept(*sort, self.stack[place], before);
        }
    }
}

/// Kinds of values that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Held {
    /// None of them is a list.
    NoLists,
    /// Some may be lists, of which it is known what they hold.
    Lists,
    /// Nothing is known about some.
    Unknown,
}

impl Held {
    #[inline(always)]
    fn by(sort: ValueKind, value: i64) -> Self {
        match sort.card_references() {
            CardReferences::Several | CardReferences::Groups => Self::Lists,
            CardReferences::None if is_vague(sort) && !is_missing(value) => Self::Unknown,
            CardReferences::One | CardReferences::None => Self::NoLists,
        }
    }
}

/// True if a value of this kind may be a list whose content is not known.
fn is_vague(sort: ValueKind) -> bool {
    matches!(sort, ValueKind::Any | ValueKind::List)
}
