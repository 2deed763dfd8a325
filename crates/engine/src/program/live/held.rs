//! Kinds of the values in registers, as far as the ops that write them tell.

use std::collections::BTreeMap;

use super::{Routine, successors};
use crate::ids::{Cell, Pc, Slot};
use crate::lists::ListVerb;
use crate::op::{Gives, Op};
use crate::program::{ChoiceKind, Program, ValueKind, cells};

/// Kind of the value in a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Held {
    /// Nothing was written yet.
    #[default]
    Unset,
    /// A list without elements so far.
    Empty,
    /// A list of lists without elements so far.
    Empties,
    /// Values of one sort.
    One(ValueKind),
    /// Now this, now that.
    Mixed,
}

impl Held {
    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unset, any) | (any, Self::Unset) => any,
            (Self::Empty, list) | (list, Self::Empty) if list.is_list() => list,
            (Self::Empties, lists) | (lists, Self::Empties) if lists.is_lists() => lists,
            (one, same) if one == same => one,
            (Self::Empty | Self::Empties | Self::One(_) | Self::Mixed, _) => Self::Mixed,
        }
    }

    fn is_list(self) -> bool {
        match self {
            Self::Empty | Self::Empties => true,
            Self::One(sort) => sort.cells() > 1,
            Self::Unset | Self::Mixed => false,
        }
    }

    /// True if it may be a list of lists.
    fn is_lists(self) -> bool {
        match self {
            Self::Empties | Self::One(ValueKind::Groups | ValueKind::List) => true,
            Self::Unset | Self::Empty | Self::One(_) | Self::Mixed => false,
        }
    }

    pub(super) fn sort(self) -> ValueKind {
        match self {
            Self::One(sort) => sort,
            // A list that never has elements may have any kind.
            Self::Empty => ValueKind::Cards,
            Self::Empties => ValueKind::Groups,
            Self::Unset | Self::Mixed => ValueKind::Any,
        }
    }

    /// The kind of a list whose elements are `self`.
    fn listed(self) -> Self {
        match self {
            Self::One(ValueKind::Card) => Self::One(ValueKind::Cards),
            Self::One(ValueKind::Cards) => Self::One(ValueKind::Groups),
            Self::Unset => Self::Empty,
            Self::Empty => Self::Empties,
            Self::One(ValueKind::Any) | Self::Mixed => Self::Mixed,
            Self::Empties | Self::One(_) => Self::One(ValueKind::List),
        }
    }

    /// Kind of the elements of this list.
    fn element(self) -> Self {
        match self {
            Self::One(ValueKind::Cards) => Self::One(ValueKind::Card),
            Self::One(ValueKind::Groups) => Self::One(ValueKind::Cards),
            Self::Empties => Self::Empty,
            Self::Unset | Self::Empty => Self::Unset,
            Self::One(_) | Self::Mixed => Self::Mixed,
        }
    }
}

/// Kinds of the registers of a routine and of the offered choices.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Holding {
    slots: Vec<Held>,
    offered: Held,
}

impl Holding {
    pub(super) fn get(&self, slot: usize) -> Held {
        self.slots.get(slot).copied().unwrap_or_default()
    }

    fn set(&mut self, slot: Slot, held: Held) {
        if self.slots.len() <= slot.index() {
            self.slots.resize(slot.index() + 1, Held::Unset);
        }
        self.slots[slot.index()] = held;
    }

    /// Adds what may be held as well; true if that is more than before.
    fn join(&mut self, other: &Self) -> bool {
        let mut grown = false;
        if self.slots.len() < other.slots.len() {
            self.slots.resize(other.slots.len(), Held::Unset);
        }
        for (own, other) in self.slots.iter_mut().zip(&other.slots) {
            if own == other {
                continue;
            }
            let joined = own.or(*other);
            grown |= joined != *own;
            *own = joined;
        }
        let offered = self.offered.or(other.offered);
        grown |= offered != self.offered;
        self.offered = offered;
        grown
    }
}

/// For a routine, what the registers hold after each op: after a call, what the caller's own hold.
pub(super) type Holdings = BTreeMap<Pc, Holding>;

/// The holdings of all routines after each of their ops.
pub(super) fn held(program: &Program, routines: &[Routine]) -> Vec<Holdings> {
    let mut analysis = Analysis::new(program, routines);
    while analysis.stale.take_any() {
        for (number, routine) in routines.iter().enumerate() {
            for pc in routine.ops.iter().copied() {
                if analysis.stale.take(number, pc) {
                    analysis.pass(number, pc);
                }
            }
        }
    }
    analysis.finished()
}

/// Knowledge of all routines so far; it only grows.
struct Analysis<'p> {
    program: &'p Program,
    routines: &'p [Routine],
    callers: Vec<Vec<(usize, Pc)>>,
    before: Vec<Holdings>,
    after: Vec<Holdings>,
    /// Contents of the registers where a routine ends, if it is known to end.
    results: Vec<Option<Holding>>,
    stale: Stale,
}

impl<'p> Analysis<'p> {
    fn new(program: &'p Program, routines: &'p [Routine]) -> Self {
        let begin = |routine: &Routine| BTreeMap::from([(routine.entry, Holding::default())]);
        Self {
            program,
            routines,
            callers: callers(program, routines),
            before: routines.iter().map(begin).collect(),
            after: vec![BTreeMap::new(); routines.len()],
            results: vec![None; routines.len()],
            stale: Stale::new(program, routines),
        }
    }

    /// Passes the results of an op on to those that may come next.
    fn pass(&mut self, number: usize, pc: Pc) {
        let Some(mut holding) = self.before[number].get(&pc).cloned() else {
            return;
        };
        let op = self.program.ops[pc.index()];
        match op {
            Op::Call { routine, at, .. } => {
                if !self.call(routine, at, &mut holding) {
                    return;
                }
            }
            Op::Return {} | Op::Fail {} => return self.end(number, &holding),
            _ => write(self.program, &op, &mut holding),
        }
        for next in successors(self.program, pc) {
            if next.index() < self.program.ops.len() {
                let known = self.before[number].contains_key(&next);
                let grown = self.before[number].entry(next).or_default().join(&holding);
                if grown || !known {
                    self.stale.mark(number, next);
                }
            }
        }
        self.after[number].insert(pc, holding);
    }

    /// Hands the arguments to a routine, and takes what it leaves; false if it is not known yet that it ends.
    fn call(&mut self, routine: Pc, at: Slot, holding: &mut Holding) -> bool {
        let mut routines = self.routines.iter();
        let Some(called) = routines.position(|other| other.entry == routine) else {
            return false;
        };
        let own = at.index().min(holding.slots.len());
        let arguments = Holding {
            slots: holding.slots.split_off(own),
            offered: holding.offered,
        };
        let before = self.before[called].entry(routine).or_default();
        if before.join(&arguments) {
            self.stale.mark(called, routine);
        }
        let Some(result) = &self.results[called] else {
            return false;
        };
        holding.slots.resize(at.index(), Held::Unset);
        let room = 256 - at.index();
        holding.slots.extend(result.slots.iter().take(room));
        holding.offered = result.offered;
        true
    }

    /// A routine ends: its callers are looked at again if more is known of its results.
    fn end(&mut self, number: usize, holding: &Holding) {
        let is_first = self.results[number].is_none();
        let grown = self.results[number].get_or_insert_default().join(holding);
        if is_first || grown {
            for (caller, pc) in &self.callers[number] {
                self.stale.mark(*caller, *pc);
            }
        }
    }

    /// Contents of the registers after each op; where an op leads nowhere, those before it.
    fn finished(self) -> Vec<Holdings> {
        let Self {
            routines,
            before,
            mut after,
            ..
        } = self;
        for (number, routine) in routines.iter().enumerate() {
            for pc in routine.ops.iter().copied() {
                after[number]
                    .entry(pc)
                    .or_insert_with(|| before[number].get(&pc).cloned().unwrap_or_default());
            }
        }
        after
    }
}

/// The ops that must be looked at again, because more is known about what comes before them.
struct Stale {
    ops: Vec<Vec<bool>>,
    any: bool,
}

impl Stale {
    fn new(program: &Program, routines: &[Routine]) -> Self {
        let mut stale = Self {
            ops: vec![vec![false; program.ops.len()]; routines.len()],
            any: false,
        };
        for (number, routine) in routines.iter().enumerate() {
            stale.mark(number, routine.entry);
        }
        stale
    }

    fn mark(&mut self, routine: usize, pc: Pc) {
        if let Some(op) = self.ops[routine].get_mut(pc.index()) {
            *op = true;
            self.any = true;
        }
    }

    fn take(&mut self, routine: usize, pc: Pc) -> bool {
        std::mem::take(&mut self.ops[routine][pc.index()])
    }

    fn take_any(&mut self) -> bool {
        std::mem::take(&mut self.any)
    }
}

/// For each routine, where it is called: in which routine, and by which op.
fn callers(program: &Program, routines: &[Routine]) -> Vec<Vec<(usize, Pc)>> {
    let mut callers = vec![Vec::new(); routines.len()];
    for (number, routine) in routines.iter().enumerate() {
        for pc in &routine.ops {
            if let Op::Call { routine, .. } = program.ops[pc.index()]
                && let Some(called) = routines.iter().position(|known| known.entry == routine)
            {
                callers[called].push((number, *pc));
            }
        }
    }
    callers
}

/// Carries out what an op writes, as far as what it is goes.
fn write(program: &Program, op: &Op, holding: &mut Holding) {
    note_offered(program, op, holding);
    let Some(gives) = op.gives() else { return };
    let held = match gives {
        Gives::Number => Held::One(ValueKind::Number),
        Gives::Truth => Held::One(ValueKind::Truth),
        Gives::Card => Held::One(ValueKind::Card),
        Gives::Pile => Held::One(ValueKind::Pile),
        Gives::Player => Held::One(ValueKind::Player),
        Gives::Phase => Held::One(ValueKind::Phase),
        Gives::List => Held::One(ValueKind::List),
        Gives::EmptyList => Held::Empty,
        Gives::Nothing => Held::Unset,
        Gives::Anything => Held::Mixed,
        Gives::Same => return,
        Gives::Computed => return write_computed(program, op, holding),
    };
    let flow = op.flow();
    for slot in flow.writes().chain(flow.unless_jumping()) {
        holding.set(slot, held);
    }
}

/// Notes the kind of the choices that an op adds to the next question.
fn note_offered(program: &Program, op: &Op, holding: &mut Holding) {
    if let Op::NewChoices {} = op {
        holding.offered = Held::Unset;
    }
    let meaning = op.offered();
    let meaning = meaning.and_then(|meaning| program.meanings.get(meaning.index()));
    if let Some(meaning) = meaning
        && !matches!(meaning.kind, ChoiceKind::Pass | ChoiceKind::Done)
    {
        holding.offered = holding.offered.or(Held::One(meaning.sort));
    }
}

/// As [`write`], for ops whose results depend on their operands.
fn write_computed(program: &Program, op: &Op, holding: &mut Holding) {
    let number = Held::One(ValueKind::Number);
    let card = Held::One(ValueKind::Card);
    let get = |slot: Slot| holding.get(slot.index());
    let (to, held) = match *op {
        Op::Ask { meaning, value, .. } => {
            holding.set(meaning, number);
            (value, holding.offered)
        }
        Op::EachCard {
            cursor, card: to, ..
        }
        | Op::EachPrinted {
            cursor, card: to, ..
        }
        | Op::EachFacing {
            cursor, card: to, ..
        } => {
            holding.set(cursor, card);
            (to, card)
        }
        Op::EachCardIn {
            cursor,
            index,
            card: to,
            ..
        } => {
            holding.set(cursor, card);
            holding.set(index, number);
            (to, card)
        }
        Op::EachItem {
            list, index, item, ..
        } => {
            let element = get(list).element();
            holding.set(index, number);
            (item, element)
        }
        Op::EachNumber { index, item, .. } => {
            holding.set(index, number);
            (item, number)
        }
        Op::Push { list, value } => (list, get(list).or(get(value).listed())),
        Op::PushPrinted { list, .. } | Op::PushColumn { list, .. } => {
            (list, get(list).or(Held::One(ValueKind::List)))
        }
        Op::PushPile { list, .. } | Op::PushMarked { list, .. } => {
            (list, get(list).or(Held::One(ValueKind::Cards)))
        }
        Op::PushList { list, from } => (list, get(list).or(get(from))),
        Op::Copy { to, from } => (to, get(from)),
        Op::Need { to, a } => (to, get(a)),
        Op::Load { to, cell } => (to, in_cell(program, cell)),
        Op::LoadAt { to, first, .. } | Op::LoadList { to, first, .. } => {
            (to, in_cell(program, first))
        }
        Op::Print { to, column, .. } | Op::PrintTop { to, column, .. } => {
            let column = program.columns.get(column.index());
            (
                to,
                column.map_or(Held::Mixed, |column| Held::One(column.sort)),
            )
        }
        Op::ItemAt { to, list, .. } => (to, get(list).element()),
        Op::List { verb, to, a, b } => (to, made(verb, get(a), get(b))),
        Op::Sets { to, list, .. }
        | Op::Runs { to, list, .. }
        | Op::PrintedSets { to, list, .. }
        | Op::PrintedRuns { to, list, .. } => (to, get(list).listed()),
        Op::Packing { to, lists, .. } => (to, get(lists)),
        Op::Matching { to, list, .. } | Op::MatchingSets { to, list, .. } => (to, get(list)),
        Op::ChooseRandom { to, list, .. } | Op::Pick { to, list, .. } => (to, get(list)),
        Op::Least { to, a, b } | Op::Most { to, a, b } => (to, get(a).or(get(b))),
        // A row that says so needs an arm here; until it has one, nothing is known of its result.
        _ => {
            for slot in op.flow().writes() {
                holding.set(slot, Held::Mixed);
            }
            return;
        }
    };
    holding.set(to, held);
}

fn made(verb: ListVerb, a: Held, b: Held) -> Held {
    match verb {
        ListVerb::Reverse
        | ListVerb::Take
        | ListVerb::Drop
        | ListVerb::Except
        | ListVerb::Intersect
        | ListVerb::SortBy
        | ListVerb::Distinct => a,
        ListVerb::Union | ListVerb::Alike(_) => a.or(b),
        // Kept lists of lists say so, though they are joined.
        ListVerb::Joined | ListVerb::Parted => a,
        ListVerb::GroupBy | ListVerb::Combinations => a.listed(),
        ListVerb::Flatten => a.element(),
        ListVerb::Contains | ListVerb::Same => Held::One(ValueKind::Truth),
        ListVerb::IndexOf => Held::One(ValueKind::Number),
        ListVerb::Range => Held::One(ValueKind::List),
    }
}

fn in_cell(program: &Program, cell: Cell) -> Held {
    let own = [
        (cells::CURRENT, ValueKind::Player),
        (cells::STATE, ValueKind::State),
        (cells::PHASE, ValueKind::Phase),
    ];
    if let Some((_, sort)) = own.iter().find(|(known, _)| *known == cell) {
        return Held::One(*sort);
    }
    if cell.0 < cells::FREE {
        return Held::One(ValueKind::Number);
    }
    let variable = program.variable_at(cell);
    variable.map_or(Held::Mixed, |(variable, _)| Held::One(variable.sort))
}
