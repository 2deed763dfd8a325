//! Builder of ops: labels instead of places, registers taken and given back.

use std::collections::{BTreeSet, HashMap};

use cgml::source::Span;
use engine::ids::{Constant, Pc, Slot};
use engine::op::{Builder, Op};

use crate::plan::refusal::Refusal;
use crate::routines::Routines;

/// A place that ops jump to, known before it is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Label(u32);

impl From<Label> for Pc {
    fn from(label: Label) -> Self {
        label.pc()
    }
}

impl Label {
    /// The label as a jump target; it becomes a place at the end.
    pub(crate) fn pc(self) -> Pc {
        Pc(self.0)
    }
}

/// Origin of ops in the author's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Origin {
    pub(crate) span: Option<Span>,
    /// The number of the part (rule, move …), from 1.
    pub(crate) part: u32,
    /// The position of the step in the effect of the part.
    pub(crate) step: u32,
    /// The number of steps that are around it.
    depth: u32,
}

/// Ops being written.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    pub(crate) spans: Vec<Origin>,
    labels: Vec<Option<u32>>,
    pub(crate) constants: Vec<Vec<i64>>,
    interned: HashMap<Vec<i64>, Constant>,
    switches: Vec<Constant>,
    next: usize,
    most: usize,
    place: Origin,
    refused: Option<Refusal>,
    /// True if the cards of the pile that is gone through next may come in any order.
    pub(crate) any_order: bool,
    /// The ops that begin with a pile whose cards may come in any order.
    unordered: BTreeSet<usize>,
    /// Entries of the code besides its beginning: labels, and places when they are resolved.
    entries: Vec<u32>,
    /// The names of rules, moves and definitions that ops come from.
    pub(crate) parts: Vec<String>,
    /// The origins of the meanings of choices.
    pub(crate) meaning_origins: Vec<Origin>,
    /// The routines that were called.
    pub(crate) routines: Routines,
}

impl Builder for Code {
    fn emit(&mut self, op: Op) {
        if matches!(op, Op::FirstCard { .. } | Op::FirstCardIn { .. }) {
            if std::mem::take(&mut self.any_order) {
                self.unordered.insert(self.ops.len());
            } else {
                self.unordered.remove(&self.ops.len());
            }
        }
        self.ops.push(op);
        self.spans.push(self.place);
    }
}

impl Code {
    /// Sets the origin of the ops that follow.
    pub(crate) fn at(&mut self, span: Span) {
        self.place.span = Some(span);
    }

    /// The steps of an effect follow, or those inside of a step; gives how many steps are around them.
    pub(crate) fn begin_steps(&mut self) -> u32 {
        self.place.depth += 1;
        self.place.depth - 1
    }

    /// The step with this number follows.
    pub(crate) fn step(&mut self, number: usize) {
        if self.place.depth == 1 {
            self.place.step = number as u32;
        }
    }

    /// The steps that so many steps are around are over.
    pub(crate) fn end_steps(&mut self, around: u32) {
        self.place.depth = around;
    }

    /// Sets the part (rule, move …) of the ops that follow, by its number.
    pub(crate) fn part(&mut self, part: u32) {
        self.place.part = part;
        self.place.step = 0;
        self.place.depth = 0;
    }

    /// The ops that follow are shared by steps and come from no line.
    pub(crate) fn nowhere(&mut self) {
        self.place.span = None;
    }

    /// Origin of the ops that are written next.
    pub(crate) fn place(&self) -> Origin {
        self.place
    }

    /// Restores an earlier origin.
    pub(crate) fn back_to(&mut self, place: Origin) {
        self.place = place;
    }

    pub(crate) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    pub(crate) fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = Some(self.ops.len() as u32);
    }

    /// A label that is bound here.
    pub(crate) fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// A free register; the game is refused if there is none.
    pub(crate) fn slot(&mut self) -> Slot {
        self.slots(1)
    }

    /// Several registers in a row.
    pub(crate) fn slots(&mut self, count: usize) -> Slot {
        let first = self.next;
        self.next += count;
        self.most = self.most.max(self.next);
        if self.next > engine::position::WINDOW {
            self.refuse(Refusal::TooManyValues {
                place: self.place.span,
            });
            self.next = first;
            return Slot(0);
        }
        Slot(first as u8)
    }

    /// The number of registers that are taken.
    pub(crate) fn taken(&self) -> usize {
        self.next
    }

    /// Gives back all registers after these.
    pub(crate) fn free(&mut self, taken: usize) {
        self.next = taken;
    }

    /// The number of registers that were ever taken at once.
    pub(crate) fn frame_size(&self) -> usize {
        self.most
    }

    /// Keeps the first reason why this game cannot be compiled.
    pub(crate) fn refuse(&mut self, refusal: Refusal) {
        self.refused.get_or_insert(refusal);
    }

    pub(crate) fn constant(&mut self, values: Vec<i64>) -> Constant {
        if let Some(known) = self.interned.get(&values) {
            return *known;
        }
        let constant = Constant(self.constants.len() as u16);
        self.interned.insert(values.clone(), constant);
        self.constants.push(values);
        constant
    }

    /// The table of a switch: places, not to be shared.
    /// The first label stands for the value `first`.
    pub(crate) fn switch(&mut self, a: Slot, first: u16, labels: &[Label]) {
        let table = labels.iter().map(|label| i64::from(label.0)).collect();
        let places = Constant(self.constants.len() as u16);
        self.constants.push(table);
        self.switches.push(places);
        self.emit(Op::Switch { a, first, places });
    }

    /// Puts another op in the place of each, with ops before and after it. Who jumped to the op jumps to the
    /// one before it. The ops that go through cards in any order stay as they are.
    pub(crate) fn rewrite(&mut self, rewritten: impl Fn(Op) -> (Option<Op>, Op, Option<Op>)) {
        let ops = std::mem::take(&mut self.ops);
        let spans = std::mem::take(&mut self.spans);
        let mut places = Vec::with_capacity(ops.len() + 1);
        for (op, span) in ops.into_iter().zip(spans) {
            places.push(self.ops.len() as u32);
            let is_unordered = self.unordered.contains(&(places.len() - 1));
            let (before, op, after) = match op {
                Op::FirstCard { .. } | Op::FirstCardIn { .. } if is_unordered => (None, op, None),
                op => rewritten(op),
            };
            for op in before.into_iter().chain([op]).chain(after) {
                self.ops.push(op);
                self.spans.push(span);
            }
        }
        places.push(self.ops.len() as u32);
        for label in self.labels.iter_mut().flatten() {
            *label = places[*label as usize];
        }
    }

    /// The ops between two labels.
    pub(crate) fn between(&self, from: Label, to: Label) -> &[Op] {
        let place = |label: Label| self.labels[label.0 as usize].unwrap_or(0) as usize;
        self.ops.get(place(from)..place(to)).unwrap_or_default()
    }

    /// Makes the next op an entry from outside; gives its number among such entries.
    pub(crate) fn enter(&mut self) -> usize {
        let label = self.here();
        self.entries.push(label.0);
        self.entries.len() - 1
    }

    /// Entries of the code besides its beginning.
    pub(crate) fn entries(&self) -> &[u32] {
        &self.entries
    }

    pub(crate) fn move_entries(&mut self, moved: &[u32]) {
        for entry in &mut self.entries {
            *entry = moved[*entry as usize];
        }
    }

    /// Puts other ops in the place of all, which need up to `most` registers; `moved` says where each op is now.
    pub(crate) fn replace(&mut self, ops: Vec<Op>, spans: Vec<Origin>, moved: &[u32], most: usize) {
        self.ops = ops;
        self.spans = spans;
        self.most = most;
        for switch in &self.switches {
            for target in &mut self.constants[switch.index()] {
                *target = i64::from(moved[*target as usize]);
            }
        }
        self.move_entries(moved);
    }

    /// Puts places where labels are, and gives the places of all labels.
    pub(crate) fn resolve(&mut self) -> Result<Vec<Option<u32>>, Refusal> {
        if let Some(refused) = self.refused.take() {
            return Err(refused);
        }
        let labels = std::mem::take(&mut self.labels);
        let place = |label: u32| labels[label as usize].unwrap_or(0);
        for op in &mut self.ops {
            op.targets(&mut |pc| pc.0 = place(pc.0));
        }
        for switch in &self.switches {
            for target in &mut self.constants[switch.index()] {
                *target = i64::from(place(*target as u32));
            }
        }
        for entry in &mut self.entries {
            *entry = place(*entry);
        }
        Ok(labels)
    }

    /// The tables of switches.
    pub(crate) fn switches(&self) -> &[Constant] {
        &self.switches
    }
}
