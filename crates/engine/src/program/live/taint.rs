//! Registers and cells that may hold what not every seat may know: information flow, from the ops alone.
//!
//! Sources are hidden variables and attributes, what chance has drawn besides cards, what is printed on cards of hidden
//! piles, and answers that were given in secret. What is computed from a tainted value is tainted, and so is what a
//! routine writes between a jump that tests one and the op at which both ways meet again. What everybody sees is known
//! from then on: a value that is written into an open cell, a card that goes to an open pile, an open answer.
//!
//! The result is a promise in one direction: what is not tainted does not follow from a source. What is tainted may
//! be known all the same, such as a player's own secret answer.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::held::{Holdings, held};
use super::needed::Slots;
use super::{Routine, leave_targets, routines, successors, waits};
use crate::ids::{Cell, Pc, Slot};
use crate::op::{CellAccess, Cells, Op, Operand};
use crate::program::{PileInfo, Program, ValueKind, cells};

/// Reasons why something is not known to everybody, as bits.
pub(crate) type Kinds = u8;

/// It follows from an answer that was given in secret.
pub(crate) const ANSWER: Kinds = 1;

/// It follows from a hidden value or from what chance has drawn.
pub(crate) const VALUE: Kinds = 2;

/// It follows from what is printed on a card that lay in a hidden pile.
pub(crate) const FACE: Kinds = 4;

/// It is a card of a hidden pile. That is no secret, for it is dealt again where it lies.
const CARD: Kinds = 8;

/// It may be a hidden pile, if it is a pile.
const PILE: Kinds = 16;

/// The kinds that are secrets themselves. The other kinds lead to secrets.
const SECRETS: Kinds = ANSWER | VALUE | FACE;

/// Registers and cells that may hold something that not every seat may know.
#[derive(Debug, Clone, Default)]
pub struct Taint {
    /// For each op, which of `waits` says what is tainted where a routine goes on there, from 1; 0 if nothing is.
    numbers: Vec<u32>,
    /// Registers that are still needed.
    waits: Vec<Vec<(Slot, Kinds)>>,
    /// Cells of tables that nobody is shown, such as what delayed effects have kept.
    pub(crate) cells: Vec<Cell>,
    kinds: Kinds,
}

impl Taint {
    /// True if nothing secret ever lies in registers while the game waits.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.waits.is_empty()
    }

    /// True if hidden values or draws may lie in registers while the game waits.
    pub fn has_values(&self) -> bool {
        self.kinds & (VALUE | FACE) != 0
    }

    /// The tainted registers of a routine that goes on at a place.
    pub(crate) fn at(&self, pc: Pc) -> &[(Slot, Kinds)] {
        let number = self.numbers.get(pc.index()).copied().unwrap_or(0) as usize;
        let tainted = number.checked_sub(1).and_then(|at| self.waits.get(at));
        tainted.map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, at: Pc, tainted: Vec<(Slot, Kinds)>) {
        self.waits.push(tainted);
        let count = self.numbers.len().max(at.index() + 1);
        self.numbers.resize(count, 0);
        self.numbers[at.index()] = self.waits.len() as u32;
    }
}

/// Finds what may hold something that not every seat may know. The registers that are needed are known already.
pub fn taint(program: &Program) -> Taint {
    let sources = Sources::of(program);
    if !sources.are_there(program) {
        return Taint::default();
    }
    let routines = routines(program);
    let mut flows = Flows::new(program, &routines, sources);
    while flows.go_round() {}
    flows.result()
}

/// Taint of cells.
struct Sources {
    /// Cells that everybody sees.
    open: Vec<bool>,
    /// Kinds of taint by cell; cells without any are absent.
    cells: BTreeMap<usize, Kinds>,
}

impl Sources {
    fn of(program: &Program) -> Self {
        let mut open = vec![false; usize::from(program.cells)];
        let common = open.len().min(usize::from(cells::FREE));
        open[..common].fill(true);
        let mut hidden = BTreeMap::new();
        for variable in program.variables.iter().filter(|info| !info.internal) {
            let count = variable.owners.max(1) * variable.sort.cells();
            for cell in variable.first..variable.first + count {
                open[usize::from(cell)] = !variable.hidden;
                if variable.hidden {
                    hidden.insert(usize::from(cell), VALUE);
                }
            }
        }
        Self {
            open,
            cells: hidden,
        }
    }

    fn are_there(&self, program: &Program) -> bool {
        let is_source = |op: &Op| matches!(op, Op::ChooseRandom { .. }) || op.looks_at_faces();
        !self.cells.is_empty()
            || program.asks.iter().any(|ask| ask.secret)
            || program.ops.iter().any(is_source)
    }

    fn kinds(&self, cells: Range<usize>) -> Kinds {
        let kinds = self
            .cells
            .range(cells)
            .fold(0, |kinds, (_, more)| kinds | more);
        // An answer that is kept in a cell is guessed from samples, not from new answers.
        kinds & !ANSWER
    }

    /// Something is written into one of these cells; true if that was not known.
    fn write(&mut self, cells: Range<usize>, kinds: Kinds) -> bool {
        let mut grown = false;
        if kinds == 0 {
            return false;
        }
        for cell in cells {
            if self.open.get(cell) == Some(&false) {
                let known = self.cells.entry(cell).or_default();
                grown |= *known | kinds != *known;
                *known |= kinds;
            }
        }
        grown
    }

    fn is_open(&self, cell: usize) -> bool {
        self.open.get(cell) == Some(&true)
    }
}

/// The taint of all registers at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Tainted {
    /// For each kind of taint, the registers that have it.
    registers: [Slots; 5],
    /// Choices that are offered next: kinds of their values.
    choices: Kinds,
}

impl Tainted {
    fn kinds(&self, slot: Slot) -> Kinds {
        let kinds = self.registers.iter().enumerate();
        kinds.fold(0, |kinds, (place, slots)| {
            kinds | Kinds::from(slots.has(slot)) << place
        })
    }

    fn set(&mut self, slot: Slot, kinds: Kinds) {
        for (place, slots) in self.registers.iter_mut().enumerate() {
            if kinds >> place & 1 == 1 {
                slots.add(slot);
            } else {
                slots.remove(slot);
            }
        }
    }

    fn join(&mut self, other: &Self) -> bool {
        let before = *self;
        for (own, other) in self.registers.iter_mut().zip(&other.registers) {
            own.add_all(other);
        }
        self.choices |= other.choices;
        *self != before
    }

    fn from(&self, first: Slot) -> Self {
        Self {
            registers: self.registers.map(|slots| slots.from(first)),
            choices: self.choices,
        }
    }

    fn below(&self, end: Slot) -> Self {
        Self {
            registers: self.registers.map(|slots| slots.below(end)),
            choices: self.choices,
        }
    }
}

/// State of the taint analysis, which runs until nothing changes any more.
struct Flows<'a> {
    program: &'a Program,
    routines: &'a [Routine],
    /// The routines that an op belongs to.
    homes: Vec<Vec<u32>>,
    sources: Sources,
    /// Before each op that is reached.
    states: Vec<Option<Tainted>>,
    /// Taint of the conditions under which an op is executed.
    control: Vec<Kinds>,
    /// Jumps whose ways were followed already, with the kinds.
    followed: BTreeMap<Pc, Kinds>,
    /// Taint of the first register at the end of each routine.
    exits: Vec<Kinds>,
    joins: BTreeMap<u32, BTreeMap<Pc, Pc>>,
    waiting: Vec<Pc>,
    /// Kinds of the registers, if chance is drawn somewhere.
    held: Vec<Holdings>,
    /// Piles whose cards everybody sees.
    open_piles: Vec<bool>,
}

impl<'a> Flows<'a> {
    fn new(program: &'a Program, routines: &'a [Routine], sources: Sources) -> Self {
        let mut homes = vec![Vec::new(); program.ops.len()];
        for (number, routine) in routines.iter().enumerate() {
            for pc in &routine.ops {
                homes[pc.index()].push(number as u32);
            }
        }
        let everybody = (1_u16 << program.seats) - 1;
        let is_open =
            |pile: &PileInfo| pile.seen[usize::from(pile.face_down)] & everybody == everybody;
        let open_piles: Vec<bool> = program.piles.iter().map(is_open).collect();
        let mut ops = program.ops.iter();
        let draws = ops.any(|op| matches!(op, Op::ChooseRandom { .. }));
        Self {
            held: if draws {
                held(program, routines)
            } else {
                Vec::new()
            },
            open_piles,
            program,
            routines,
            homes,
            sources,
            states: vec![None; program.ops.len()],
            control: vec![0; program.ops.len()],
            followed: BTreeMap::new(),
            exits: vec![0; routines.len()],
            joins: BTreeMap::new(),
            waiting: Vec::new(),
        }
    }

    /// Goes through all ops until nothing changes; true if cells or exits have become tainted meanwhile.
    fn go_round(&mut self) -> bool {
        let mut grown = false;
        let mut begins: Vec<Pc> = leave_targets(self.program).collect();
        begins.push(self.program.start);
        for begin in begins {
            self.reach(begin, &Tainted::default());
        }
        let reached = (0..self.states.len() as u32).map(Pc);
        self.waiting
            .extend(reached.filter(|pc| self.states[pc.index()].is_some()));
        while let Some(pc) = self.waiting.pop() {
            grown |= self.step(pc);
        }
        grown
    }

    fn reach(&mut self, pc: Pc, state: &Tainted) {
        let Some(known) = self.states.get_mut(pc.index()) else {
            return;
        };
        let grown = match known {
            Some(known) => known.join(state),
            None => {
                *known = Some(*state);
                true
            }
        };
        if grown {
            self.waiting.push(pc);
        }
    }

    fn step(&mut self, pc: Pc) -> bool {
        let Some(before) = self.states[pc.index()] else {
            return false;
        };
        let op = self.program.ops[pc.index()];
        if let Op::Call { routine, at, .. } = op {
            self.call(pc, routine, at, &before);
            return false;
        }
        let flow = op.flow();
        let control = self.control[pc.index()];
        let read = flow
            .reads()
            .fold(0, |kinds, slot| kinds | before.kinds(slot));
        let read = read | self.read_cells(&op);
        let mut after = before;
        let card = (read | self.taken_cards(&op, &before)) & CARD;
        let face = if op.looks_at_faces() && card != 0 {
            FACE
        } else {
            0
        };
        let read = read & SECRETS | face;
        let written = match op {
            Op::Ask { ask, .. } => match self.program.asks[ask.index()].secret {
                true => ANSWER | before.choices,
                false => before.choices,
            },
            Op::ChooseRandom { .. } if self.is_of_cards(pc) => read | control,
            Op::ChooseRandom { .. } => read | control | VALUE,
            _ => read | control,
        };
        let written = written | card | self.pile(&op, &before);
        for slot in flow.writes().chain(flow.unless_jumping()) {
            after.set(slot, written);
        }
        if let Some(list) = flow.grown() {
            after.set(list, before.kinds(list) | written);
        }
        self.offer(&op, card, &mut after);
        self.show(&op, &mut after);
        let mut grown = self.write_cells(&op, &mut after, read);
        if matches!(op, Op::Return {} | Op::Fail {}) {
            grown |= self.leave(pc, before.kinds(Slot(0)));
        }
        let next = successors(self.program, pc);
        if next.len() > 1 && read != 0 {
            self.follow(pc, read);
        }
        for next in next {
            self.reach(next, &after);
        }
        grown
    }

    /// Notes the cards among the choices that are offered next.
    fn offer(&self, op: &Op, card: Kinds, after: &mut Tainted) {
        if let Op::NewChoices {} = op {
            after.choices = 0;
        }
        if op.offered().is_some() {
            after.choices |= card;
        }
    }

    /// Cards that go to a pile that everybody sees are known.
    fn show(&self, op: &Op, after: &mut Tainted) {
        let (Op::MoveCard { card, to, .. } | Op::MoveOpen { card, to, .. }) = *op else {
            return;
        };
        if after.kinds(to) & PILE == 0 {
            after.set(card, after.kinds(card) & !CARD);
        }
    }

    fn call(&mut self, pc: Pc, routine: Pc, at: Slot, before: &Tainted) {
        self.reach(routine, &before.from(at));
        let called = self.routines.binary_search_by_key(&routine, |it| it.entry);
        let exit = called.map_or(0, |called| self.exits[called]);
        let mut after = before.below(at);
        after.set(at, exit | self.control[pc.index()]);
        for next in successors(self.program, pc) {
            self.reach(next, &after);
        }
    }

    /// A routine leaves something in its first register.
    fn leave(&mut self, pc: Pc, kinds: Kinds) -> bool {
        let mut grown = false;
        for home in &self.homes[pc.index()] {
            let exit = &mut self.exits[*home as usize];
            grown |= *exit | kinds != *exit;
            *exit |= kinds;
        }
        grown
    }

    /// Cards that an op takes out of hidden piles or finds in variables, or looks at there.
    fn taken_cards(&self, op: &Op, before: &Tainted) -> Kinds {
        let is_hidden = match op.cards_of() {
            Some(Operand::Slot(pile)) => before.kinds(pile) & PILE != 0,
            Some(Operand::Pile(pile)) => self.is_hidden(pile.0.into()),
            Some(Operand::Constant(piles)) => {
                let piles = self.program.constants.get(piles.index());
                let mut piles = piles.into_iter().flatten();
                piles.any(|pile| self.is_hidden(*pile))
            }
            Some(_) => true,
            None => self.reads_card(op),
        };
        if is_hidden && self.open_piles.contains(&false) {
            CARD
        } else {
            0
        }
    }

    /// True if an op reads a cell that may hold a card, or finds cards by their marks.
    fn reads_card(&self, op: &Op) -> bool {
        let Some(used) = op.cells().filter(CellAccess::reads) else {
            return false;
        };
        let cell = match used.cells {
            Cells::One(cell) | Cells::Span(cell, _) | Cells::Lists(cell, _) => cell,
            Cells::PerCard(_) | Cells::Filled(..) | Cells::Rows(_) => return true,
        };
        match self.program.variable_at(cell).map(|(it, _)| it.sort) {
            Some(ValueKind::Truth | ValueKind::Number | ValueKind::Word(_)) => false,
            Some(ValueKind::Text | ValueKind::Kind | ValueKind::Pile | ValueKind::Player) => false,
            Some(ValueKind::Team | ValueKind::Phase | ValueKind::State) => false,
            Some(ValueKind::Card | ValueKind::Cards | ValueKind::Groups) => true,
            Some(ValueKind::Any | ValueKind::List) | None => true,
        }
    }

    fn is_hidden(&self, pile: i64) -> bool {
        let open = usize::try_from(pile).ok();
        let open = open.and_then(|pile| self.open_piles.get(pile));
        open != Some(&true)
    }

    /// Taint of a result that may be a hidden pile. Piles that come from elsewhere than these ops are not followed.
    fn pile(&self, op: &Op, before: &Tainted) -> Kinds {
        let is_hidden = match *op {
            Op::Set { value, .. } => self.is_hidden(value.into()),
            Op::PileFor { first, count, .. } => {
                let first = i64::from(first.0);
                let mut piles = first..first + i64::from(count);
                piles.any(|pile| self.is_hidden(pile))
            }
            Op::Copy { from, .. } => return before.kinds(from) & PILE,
            _ => true,
        };
        if is_hidden { PILE } else { 0 }
    }

    /// True if cards are drawn, which are dealt again where they lie.
    fn is_of_cards(&self, pc: Pc) -> bool {
        let Op::ChooseRandom { to, .. } = self.program.ops[pc.index()] else {
            return false;
        };
        let mut homes = self.homes[pc.index()].iter();
        homes.all(|home| {
            let held = self.held[*home as usize].get(&pc);
            let sort = held.map_or(ValueKind::Any, |held| held.get(to.index()).sort());
            matches!(sort, ValueKind::Card | ValueKind::Cards)
        })
    }

    fn read_cells(&self, op: &Op) -> Kinds {
        let mut kinds = 0;
        if let Some(used) = op.cells().filter(CellAccess::reads) {
            self.each_range(used.cells, |cells| kinds |= self.sources.kinds(cells));
        }
        kinds
    }

    /// Values in cells that everybody sees are known; other cells become tainted.
    fn write_cells(&mut self, op: &Op, after: &mut Tainted, read: Kinds) -> bool {
        let Some(used) = op.cells().filter(CellAccess::writes) else {
            return false;
        };
        let (mut open, mut written) = (true, Vec::new());
        self.each_range(used.cells, |cells| {
            open &= self.sources.is_open(cells.start);
            written.push(cells);
        });
        if open {
            if let Op::Store { from, .. }
            | Op::StoreAt { from, .. }
            | Op::StoreList { list: from, .. } = *op
            {
                after.set(from, 0);
            }
            return false;
        }
        let kinds = read & (ANSWER | VALUE);
        let mut grown = false;
        for cells in written {
            grown |= self.sources.write(cells, kinds);
        }
        grown
    }

    fn each_range(&self, cells: Cells, mut visit: impl FnMut(Range<usize>)) {
        let cards = self.program.cards.len();
        cells.each_range(cards, &self.program.constants, &mut visit);
    }

    /// Taints the effects on the paths between a jump and where they meet again.
    fn follow(&mut self, pc: Pc, kinds: Kinds) {
        let followed = self.followed.entry(pc).or_default();
        if *followed | kinds == *followed {
            return;
        }
        *followed |= kinds;
        for home in self.homes[pc.index()].clone() {
            let routines = self.routines;
            let program = self.program;
            let joins = self
                .joins
                .entry(home)
                .or_insert_with(|| joins(program, &routines[home as usize]));
            let join = joins.get(&pc).copied();
            let mut seen = BTreeSet::new();
            let mut waiting = successors(program, pc);
            while let Some(next) = waiting.pop() {
                if Some(next) == join || next.index() >= program.ops.len() || !seen.insert(next) {
                    continue;
                }
                waiting.extend(successors(program, next));
                let control = &mut self.control[next.index()];
                if *control | kinds != *control {
                    *control |= kinds;
                    self.waiting.push(next);
                }
            }
        }
    }

    fn result(self) -> Taint {
        let mut found = Taint::default();
        for (at, op) in self.program.ops.iter().enumerate() {
            let goes_on = Pc(at as u32 + 1);
            let state = self.states[at].filter(|_| waits(op).is_some());
            let live = self.program.live.at(goes_on);
            let (Some(state), Some(live)) = (state, live) else {
                continue;
            };
            let tainted = live
                .iter()
                .map(|(slot, _)| (*slot, state.kinds(*slot) & SECRETS));
            let tainted: Vec<(Slot, Kinds)> = tainted.filter(|(_, kinds)| *kinds != 0).collect();
            found.kinds |= tainted.iter().fold(0, |kinds, (_, more)| kinds | more);
            if !tainted.is_empty() {
                found.add(goes_on, tainted);
            }
        }
        // Cards are dealt again where they lie.
        let shown = |cell: Cell| {
            let variable = self.program.variable_at(cell);
            variable.is_none_or(|(it, _)| !it.internal || !is_computed(it.sort))
        };
        let cells = self.sources.cells.iter();
        let cells = cells.filter(|(cell, _)| !shown(Cell(**cell as u16)));
        found.cells = cells.map(|(cell, _)| Cell(*cell as u16)).collect();
        found
    }
}

/// True if a cell that holds this must be computed again if it follows from a secret. Cards and places are dealt again
/// where they lie.
fn is_computed(sort: ValueKind) -> bool {
    match sort {
        ValueKind::Truth
        | ValueKind::Number
        | ValueKind::Word(_)
        | ValueKind::Text
        | ValueKind::Kind
        | ValueKind::List => true,
        ValueKind::Any
        | ValueKind::Card
        | ValueKind::Pile
        | ValueKind::Player
        | ValueKind::Team
        | ValueKind::Phase
        | ValueKind::State
        | ValueKind::Cards
        | ValueKind::Groups => false,
    }
}

/// For each op of a routine, the first op that every way from it to the end leads to, if there is one: its
/// immediate postdominator.
fn joins(program: &Program, routine: &Routine) -> BTreeMap<Pc, Pc> {
    let number: BTreeMap<Pc, usize> = routine.ops.iter().copied().zip(0..).collect();
    let end = routine.ops.len();
    let next: Vec<Vec<usize>> = routine
        .ops
        .iter()
        .map(|pc| {
            let next = successors(program, *pc).into_iter();
            let next: Vec<usize> = next.filter_map(|next| number.get(&next).copied()).collect();
            if next.is_empty() { vec![end] } else { next }
        })
        .collect();
    let order = backwards(&next);
    let mut place = vec![usize::MAX; end + 1];
    for (at, op) in order.iter().enumerate() {
        place[*op] = at;
    }
    let mut joins = vec![usize::MAX; end + 1];
    joins[end] = end;
    let mut grown = true;
    while grown {
        grown = false;
        for op in order.iter().copied().filter(|op| *op != end) {
            let known = next[op]
                .iter()
                .copied()
                .filter(|next| joins[*next] != usize::MAX);
            let join = known.reduce(|mut one, mut other| {
                while one != other {
                    while place[one] > place[other] {
                        one = joins[one];
                    }
                    while place[other] > place[one] {
                        other = joins[other];
                    }
                }
                one
            });
            if let Some(join) = join
                && joins[op] != join
            {
                joins[op] = join;
                grown = true;
            }
        }
    }
    let found = routine.ops.iter().zip(joins);
    found
        .filter_map(|(pc, join)| Some((*pc, *routine.ops.get(join)?)))
        .collect()
}

/// The ops that lead to the end, each before those that lead to it, the end first.
fn backwards(next: &[Vec<usize>]) -> Vec<usize> {
    let end = next.len();
    let mut before = vec![Vec::new(); end + 1];
    for (op, next) in next.iter().enumerate() {
        for next in next {
            before[*next].push(op);
        }
    }
    let mut seen = vec![false; end + 1];
    let mut order = Vec::new();
    let mut waiting = vec![(end, 0)];
    seen[end] = true;
    while let Some((op, at)) = waiting.pop() {
        match before[op].get(at) {
            Some(earlier) => {
                waiting.push((op, at + 1));
                if !seen[*earlier] {
                    seen[*earlier] = true;
                    waiting.push((*earlier, 0));
                }
            }
            None => order.push(op),
        }
    }
    order.reverse();
    order
}
