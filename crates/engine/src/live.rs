//! Which registers are still needed where a routine may wait, and what they hold.
//!
//! A position that waits may be hashed, compared and redealt: what counts are the registers that will be read
//! before they are written again. [`registers`] finds them from the ops alone, so that a compiler has nothing
//! to keep books about:
//!
//! - a register is needed at a place if some way on from there reads it before writing it. A routine's
//!   arguments are those it reads before writing; a call leaves nothing of the caller's registers from its
//!   `at` on but what the routine put there;
//! - what a register holds follows from the ops that wrote it. Where they disagree, nothing is known:
//!   [`Sort::Any`].

use std::collections::BTreeMap;

use crate::ids::{Cell, Pc, Slot};
use crate::lists::ListVerb;
use crate::op::Op;
use crate::program::{ChoiceKind, LiveInfo, Program, Sort, cells};

/// The registers that are needed after every `Ask` and `Call`, by place.
pub fn registers(program: &Program) -> Vec<LiveInfo> {
    let routines = routines(program);
    let needed = needed(program, &routines);
    let held = held(program, &routines);
    let waiting = program.ops.iter().enumerate();
    let waiting = waiting.filter(|(_, op)| waits(op).is_some());
    // What no way leads to needs nothing.
    let mut live: BTreeMap<Pc, BTreeMap<Slot, Held>> = waiting
        .map(|(pc, _)| (Pc(pc as u32 + 1), BTreeMap::new()))
        .collect();
    for (number, routine) in routines.iter().enumerate() {
        for pc in routine.ops.iter().copied() {
            let Some((from, below)) = waits(&program.ops[pc.index()]) else {
                continue;
            };
            let registers = live.entry(Pc(pc.0 + 1)).or_default();
            // What the answer or the routine will write does not hold anything yet.
            let slots = (0..below).filter(|slot| {
                needed[number].after[&pc].has(Slot(*slot as u8))
                    && !from.contains(&Slot(*slot as u8))
            });
            for slot in slots {
                let found = held[number][&pc].get(slot);
                let known = registers.entry(Slot(slot as u8)).or_default();
                *known = known.or(found);
            }
        }
    }
    let infos = live.into_iter().map(|(at, registers)| LiveInfo {
        at,
        registers: registers
            .into_iter()
            .map(|(slot, held)| (slot, held.sort()))
            .collect(),
    });
    infos.collect()
}

/// For an op that may wait: the registers that are written by the answer, and how many of the routine's
/// registers are its own meanwhile.
fn waits(op: &Op) -> Option<([Slot; 2], usize)> {
    match *op {
        Op::Ask { meaning, value, .. } => Some(([meaning, value], 256)),
        Op::Call { at, .. } => Some(([at, at], at.index())),
        _ => None,
    }
}

/// The ops that a routine may reach without calling another one or returning.
struct Routine {
    entry: Pc,
    ops: Vec<Pc>,
}

fn routines(program: &Program) -> Vec<Routine> {
    let called = program.ops.iter().filter_map(|op| match *op {
        Op::Call { routine, .. } => Some(routine),
        _ => None,
    });
    let mut entries: Vec<Pc> = called.chain(leave_targets(program)).collect();
    entries.push(program.start);
    entries.sort();
    entries.dedup();
    let routines = entries.into_iter().map(|entry| Routine {
        entry,
        ops: reachable(program, entry),
    });
    routines.collect()
}

/// Where the first routine goes on after all others were left.
fn leave_targets(program: &Program) -> impl Iterator<Item = Pc> {
    program.ops.iter().filter_map(|op| match *op {
        Op::Leave { to } => Some(to),
        _ => None,
    })
}

fn reachable(program: &Program, entry: Pc) -> Vec<Pc> {
    let mut seen = vec![false; program.ops.len()];
    let mut waiting = vec![entry];
    while let Some(pc) = waiting.pop() {
        if pc.index() < seen.len() && !seen[pc.index()] {
            seen[pc.index()] = true;
            waiting.extend(successors(program, pc));
        }
    }
    let all = (0..program.ops.len() as u32).map(Pc);
    all.filter(|pc| seen[pc.index()]).collect()
}

/// Where a routine may go on after an op; after a call, where it goes on when that is over.
pub(crate) fn successors(program: &Program, pc: Pc) -> Vec<Pc> {
    let mut op = program.ops[pc.index()];
    let next = Pc(pc.0 + 1);
    match op {
        Op::Jump { to } => return vec![to],
        Op::Call { otherwise, .. } => return vec![next, otherwise],
        Op::Return {} | Op::Fail {} | Op::Leave { .. } | Op::End {} | Op::Broken {} => {
            return Vec::new();
        }
        Op::Switch { places, .. } => {
            let places = program.constants.get(places.index());
            let places = places.into_iter().flatten();
            let places = places.map(|place| Pc(u32::try_from(*place).unwrap_or(u32::MAX)));
            return places.chain([next]).collect();
        }
        _ => {}
    }
    let mut all = vec![next];
    op.targets(&mut |target| all.push(*target));
    all
}

/// A set of registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Slots([u64; 4]);

impl Slots {
    fn has(&self, slot: Slot) -> bool {
        self.0[slot.index() / 64] >> (slot.index() % 64) & 1 == 1
    }

    fn add(&mut self, slot: Slot) {
        self.0[slot.index() / 64] |= 1 << (slot.index() % 64);
    }

    fn remove(&mut self, slot: Slot) {
        self.0[slot.index() / 64] &= !(1 << (slot.index() % 64));
    }

    fn add_all(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
    }

    /// Those from `first` on, counted from there.
    fn from(&self, first: Slot) -> Self {
        let mut shifted = Self::default();
        for slot in first.0..=255 {
            if self.has(Slot(slot)) {
                shifted.add(Slot(slot - first.0));
            }
        }
        shifted
    }

    /// The same registers of a routine that begins at `first`.
    fn moved_to(&self, first: Slot) -> Self {
        let mut shifted = Self::default();
        for slot in 0..=255 - first.0 {
            if self.has(Slot(slot)) {
                shifted.add(Slot(slot + first.0));
            }
        }
        shifted
    }

    fn below(&self, end: Slot) -> Self {
        let mut below = *self;
        for slot in end.0..=255 {
            below.remove(Slot(slot));
        }
        below
    }
}

/// For a routine, which registers are needed before and after each op.
#[derive(Default)]
struct Needed {
    before: BTreeMap<Pc, Slots>,
    after: BTreeMap<Pc, Slots>,
    /// Which registers the callers need of it.
    results: Slots,
}

fn needed(program: &Program, routines: &[Routine]) -> Vec<Needed> {
    let mut all: Vec<Needed> = routines.iter().map(|_| Needed::default()).collect();
    let number_of = |entry: Pc| routines.iter().position(|routine| routine.entry == entry);
    let left: Vec<Pc> = leave_targets(program).collect();
    let mut changed = true;
    while changed {
        changed = false;
        // What is needed after leaving all routines is needed in the first one all the time.
        let mut kept = Slots::default();
        for target in &left {
            let needed = number_of(*target).and_then(|number| all[number].before.get(target));
            kept.add_all(&needed.copied().unwrap_or_default());
        }
        for (number, routine) in routines.iter().enumerate() {
            let is_first = routine.entry == program.start || left.contains(&routine.entry);
            for pc in routine.ops.iter().rev().copied() {
                let op = program.ops[pc.index()];
                let mut after = if is_first { kept } else { Slots::default() };
                for next in successors(program, pc) {
                    if let Some(before) = all[number].before.get(&next) {
                        after.add_all(before);
                    }
                }
                if matches!(op, Op::Return {} | Op::Fail {}) {
                    after.add_all(&all[number].results);
                }
                let mut before = after;
                if let Op::Call { routine, at, .. } = op {
                    before = after.below(at);
                    if let Some(called) = number_of(routine) {
                        let mut results = all[called].results;
                        results.add_all(&after.from(at));
                        changed |= results != all[called].results;
                        all[called].results = results;
                        let arguments = all[called].before.get(&routine);
                        let arguments = arguments.copied().unwrap_or_default();
                        before.add_all(&arguments.moved_to(at));
                    }
                }
                let flow = flow(&op);
                for slot in flow.writes() {
                    before.remove(slot);
                }
                for slot in flow.reads() {
                    before.add(slot);
                }
                all[number].after.insert(pc, after);
                let earlier = all[number].before.insert(pc, before);
                changed |= earlier != Some(before);
            }
        }
    }
    all
}

/// What a register may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Held {
    /// Nothing was written yet.
    #[default]
    Unset,
    /// A list without elements so far.
    Empty,
    /// Values of one sort.
    One(Sort),
    /// Now this, now that.
    Mixed,
}

impl Held {
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unset, any) | (any, Self::Unset) => any,
            (Self::Empty, list) | (list, Self::Empty) if list.is_list() => list,
            (one, same) if one == same => one,
            (Self::Empty | Self::One(_) | Self::Mixed, _) => Self::Mixed,
        }
    }

    fn is_list(self) -> bool {
        match self {
            Self::Empty => true,
            Self::One(sort) => sort.cells() > 1,
            Self::Unset | Self::Mixed => false,
        }
    }

    fn sort(self) -> Sort {
        match self {
            Self::One(sort) => sort,
            Self::Empty => Sort::List,
            Self::Unset | Self::Mixed => Sort::Any,
        }
    }

    /// What a list of this holds; `self` is the element.
    fn listed(self) -> Self {
        match self {
            Self::One(Sort::Card) => Self::One(Sort::Cards),
            Self::One(Sort::Cards) => Self::One(Sort::Groups),
            Self::Unset => Self::Empty,
            Self::One(Sort::Any) | Self::Mixed => Self::Mixed,
            Self::Empty | Self::One(_) => Self::One(Sort::List),
        }
    }

    /// What the elements of this list are.
    fn element(self) -> Self {
        match self {
            Self::One(Sort::Cards) => Self::One(Sort::Card),
            Self::One(Sort::Groups) => Self::One(Sort::Cards),
            Self::Unset | Self::Empty => Self::Unset,
            Self::One(_) | Self::Mixed => Self::Mixed,
        }
    }
}

/// What the registers of a routine hold, and what choices are offered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Holding {
    slots: Vec<Held>,
    offered: Held,
}

impl Holding {
    fn get(&self, slot: usize) -> Held {
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
        for (slot, held) in other.slots.iter().enumerate() {
            let joined = self.get(slot).or(*held);
            if joined != self.get(slot) {
                self.set(Slot(slot as u8), joined);
                grown = true;
            }
        }
        let offered = self.offered.or(other.offered);
        grown |= offered != self.offered;
        self.offered = offered;
        grown
    }
}

/// For a routine, what the registers hold after each op: after a call, what the caller's own hold.
type Holdings = BTreeMap<Pc, Holding>;

fn held(program: &Program, routines: &[Routine]) -> Vec<Holdings> {
    let number_of = |entry: Pc| routines.iter().position(|routine| routine.entry == entry);
    let mut before: Vec<Holdings> = routines
        .iter()
        .map(|routine| BTreeMap::from([(routine.entry, Holding::default())]))
        .collect();
    let mut results: Vec<Option<Holding>> = vec![None; routines.len()];
    let mut after: Vec<Holdings> = vec![BTreeMap::new(); routines.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (number, routine) in routines.iter().enumerate() {
            for pc in routine.ops.iter().copied() {
                let Some(mut holding) = before[number].get(&pc).cloned() else {
                    continue;
                };
                let op = program.ops[pc.index()];
                match op {
                    Op::Call { routine, at, .. } => {
                        let Some(called) = number_of(routine) else {
                            continue;
                        };
                        let own = at.index().min(holding.slots.len());
                        let arguments = Holding {
                            slots: holding.slots.split_off(own),
                            offered: holding.offered,
                        };
                        changed |= before[called].entry(routine).or_default().join(&arguments);
                        let Some(result) = &results[called] else {
                            continue;
                        };
                        holding.slots.resize(at.index(), Held::Unset);
                        let room = 256 - at.index();
                        holding.slots.extend(result.slots.iter().take(room));
                        holding.offered = result.offered;
                    }
                    Op::Return {} | Op::Fail {} => {
                        let result = &mut results[number];
                        changed |= result.is_none();
                        changed |= result.get_or_insert_default().join(&holding);
                        continue;
                    }
                    _ => write(program, &op, &mut holding),
                }
                for next in successors(program, pc) {
                    if next.index() < program.ops.len() {
                        let known = before[number].contains_key(&next);
                        let grown = before[number].entry(next).or_default().join(&holding);
                        changed |= grown || !known;
                    }
                }
                after[number].insert(pc, holding);
            }
        }
    }
    for (number, routine) in routines.iter().enumerate() {
        for pc in routine.ops.iter().copied() {
            after[number]
                .entry(pc)
                .or_insert_with(|| before[number].get(&pc).cloned().unwrap_or_default());
        }
    }
    after
}

/// What an op does to registers.
struct Flow {
    reads: [Option<Slot>; 5],
    writes: [Option<Slot>; 2],
}

impl Flow {
    fn reads(&self) -> impl Iterator<Item = Slot> {
        self.reads.into_iter().flatten()
    }

    fn writes(&self) -> impl Iterator<Item = Slot> {
        self.writes.into_iter().flatten()
    }
}

/// Which registers an op reads and which it writes whenever it goes on.
fn flow(op: &Op) -> Flow {
    let does = |reads: &[Slot], writes: &[Slot]| {
        let mut flow = Flow {
            reads: [None; 5],
            writes: [None; 2],
        };
        for (place, slot) in flow.reads.iter_mut().zip(reads) {
            *place = Some(*slot);
        }
        for (place, slot) in flow.writes.iter_mut().zip(writes) {
            *place = Some(*slot);
        }
        flow
    };
    match *op {
        Op::Set { to, .. }
        | Op::SetWide { to, .. }
        | Op::SetNothing { to }
        | Op::Load { to, .. }
        | Op::Count { to, .. }
        | Op::CountAll { to, .. }
        | Op::Top { to, .. }
        | Op::NewList { to }
        | Op::ListOf { to, .. }
        | Op::MarkLists { to }
        | Op::CountChoices { to }
        | Op::NextTurn { to } => does(&[], &[to]),
        Op::NextPhase { .. } => does(&[], &[]),
        Op::Copy { to, from } => does(&[from], &[to]),
        Op::Store { from, .. } | Op::Score { from, .. } => does(&[from], &[]),
        Op::LoadAt { to, index, .. }
        | Op::LookUp { to, index, .. }
        | Op::LoadList { to, index, .. } => does(&[index], &[to]),
        Op::StoreAt { index, from, .. } => does(&[index, from], &[]),
        Op::StoreList { index, list, .. } => does(&[index, list], &[]),
        Op::Add { to, a, b }
        | Op::Sub { to, a, b }
        | Op::Mul { to, a, b }
        | Op::Div { to, a, b }
        | Op::Mod { to, a, b }
        | Op::Least { to, a, b }
        | Op::Most { to, a, b }
        | Op::IsEqual { to, a, b }
        | Op::IsLess { to, a, b }
        | Op::List { to, a, b, .. } => does(&[a, b], &[to]),
        Op::AddNumber { to, a, .. }
        | Op::Absolute { to, a }
        | Op::Not { to, a }
        | Op::IsThere { to, a }
        | Op::Need { to, a } => does(&[a], &[to]),
        Op::HasBit { to, bits, bit } => does(&[bits, bit], &[to]),
        Op::SetBit { bit, .. } => does(&[bit], &[]),
        Op::AddToCell { .. }
        | Op::Jump { .. }
        | Op::UnlessFewer { .. }
        | Op::UnlessHolds { .. }
        | Op::UnlessCellIs { .. }
        | Op::UnlessCellIsNot { .. }
        | Op::Call { .. }
        | Op::Return {}
        | Op::Fail {}
        | Op::Leave { .. }
        | Op::MoveTop { .. }
        | Op::MoveAll { .. }
        | Op::NewChoices {}
        | Op::UnlessChoices { .. }
        | Op::EnterState { .. }
        | Op::EnterPhase { .. }
        | Op::Reverse {}
        | Op::PlanPhases { .. }
        | Op::GoToPhase { .. }
        | Op::InsertPhase { .. }
        | Op::RemovePhase { .. }
        | Op::BeginRule { .. }
        | Op::Remember {}
        | Op::Try {}
        | Op::GoBack {}
        | Op::EndTry {}
        | Op::Forget {}
        | Op::End {}
        | Op::Broken {} => does(&[], &[]),
        Op::UnlessTrue { a, .. }
        | Op::UnlessFalse { a, .. }
        | Op::UnlessIs { a, .. }
        | Op::UnlessIsNot { a, .. }
        | Op::UnlessBelow { a, .. }
        | Op::UnlessFrom { a, .. }
        | Op::UnlessThere { a, .. }
        | Op::UnlessMissing { a, .. }
        | Op::Switch { a, .. } => does(&[a], &[]),
        Op::UnlessEqual { a, b, .. }
        | Op::UnlessDifferent { a, b, .. }
        | Op::UnlessLess { a, b, .. }
        | Op::UnlessAtLeast { a, b, .. }
        | Op::SwapPiles { a, b }
        | Op::SwapCards { a, b } => does(&[a, b], &[]),
        Op::UnlessBit { bits, .. } => does(&[bits], &[]),
        Op::CountAt { to, pile }
        | Op::TopAt { to, pile }
        | Op::BottomAt { to, pile }
        | Op::OwnerOf { to, pile }
        | Op::Room { to, pile } => does(&[pile], &[to]),
        Op::CardAt { to, pile, index } => does(&[pile, index], &[to]),
        Op::PileFor { to, seat, .. } => does(&[seat], &[to]),
        Op::Print { to, card, .. } | Op::PileOf { to, card } | Op::FaceOf { to, card } => {
            does(&[card], &[to])
        }
        Op::FirstCard { cursor, pile } => does(&[pile], &[cursor]),
        Op::FirstCardIn { cursor, .. } => does(&[], &[cursor]),
        // What is written only if the op does not jump does not count as written.
        Op::EachCard { cursor, .. } => does(&[cursor], &[]),
        Op::MoveCard { card, to, .. } => does(&[card, to], &[]),
        Op::MoveAllAt { from, to, .. } => does(&[from, to], &[]),
        Op::Shuffle { pile } | Op::OfferPile { pile, .. } => does(&[pile], &[]),
        Op::Flip { card, .. } => does(&[card], &[]),
        Op::Reveal { card, seats } | Op::Conceal { card, seats } => does(&[card, seats], &[]),
        Op::Arrange { pile, list } => does(&[pile, list], &[]),
        Op::NamesOf { to, from, into } => does(&[from, into], &[to]),
        Op::Push { list, value } => does(&[list, value], &[]),
        Op::PushPile { list, pile } => does(&[list, pile], &[]),
        Op::PushList { list, from } => does(&[list, from], &[]),
        Op::Length { to, list } | Op::SeatBits { to, list } => does(&[list], &[to]),
        Op::ItemAt { to, list, index } => does(&[list, index], &[to]),
        Op::EachItem { list, index, .. } => does(&[list, index], &[]),
        Op::EachNumber { index, limit, .. } => does(&[index, limit], &[]),
        Op::FreeLists { mark } => does(&[mark], &[]),
        Op::Offer { value, .. } | Op::Tell { value, .. } => does(&[value], &[]),
        Op::OfferList { list, .. } => does(&[list], &[]),
        Op::Ask {
            seat,
            meaning,
            value,
            ..
        } => does(&[seat], &[meaning, value]),
        Op::ChooseRandom { to, list, count } => does(&[list, count], &[to]),
        Op::BeginTurn { seat }
        | Op::SkipTurn { seat }
        | Op::ExtraTurn { seat }
        | Op::Win { seat } => does(&[seat], &[]),
    }
}

/// Carries out what an op writes, as far as what it is goes.
fn write(program: &Program, op: &Op, holding: &mut Holding) {
    let number = Held::One(Sort::Number);
    let truth = Held::One(Sort::Truth);
    let card = Held::One(Sort::Card);
    let get = |slot: Slot| holding.get(slot.index());
    let (to, held) = match *op {
        Op::NewChoices {} => {
            holding.offered = Held::Unset;
            return;
        }
        Op::Offer { meaning, .. }
        | Op::OfferPile { meaning, .. }
        | Op::OfferList { meaning, .. } => {
            let meaning = program.meanings.get(meaning.index());
            if let Some(meaning) = meaning
                && !matches!(meaning.kind, ChoiceKind::Pass | ChoiceKind::Done)
            {
                holding.offered = holding.offered.or(Held::One(meaning.sort));
            }
            return;
        }
        Op::Ask { meaning, value, .. } => {
            holding.set(meaning, number);
            (value, holding.offered)
        }
        Op::EachCard {
            cursor, card: to, ..
        } => {
            holding.set(cursor, card);
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
        Op::PushPile { list, .. } => (list, get(list).or(Held::One(Sort::Cards))),
        Op::PushList { list, from } => (list, get(list).or(get(from))),
        Op::Copy { to, from } => (to, get(from)),
        Op::Need { to, a } => (to, get(a)),
        Op::SetNothing { to } => (to, Held::Unset),
        Op::Load { to, cell } => (to, in_cell(program, cell)),
        Op::LoadAt { to, first, .. } | Op::LoadList { to, first, .. } => {
            (to, in_cell(program, first))
        }
        Op::Top { to, .. } | Op::TopAt { to, .. } | Op::BottomAt { to, .. } => (to, card),
        Op::CardAt { to, .. } => (to, card),
        Op::FirstCard { cursor, .. } | Op::FirstCardIn { cursor, .. } => (cursor, card),
        Op::Print { to, column, .. } => {
            let column = program.columns.get(column.index());
            (
                to,
                column.map_or(Held::Mixed, |column| Held::One(column.sort)),
            )
        }
        Op::PileFor { to, .. } | Op::PileOf { to, .. } => (to, Held::One(Sort::Pile)),
        Op::OwnerOf { to, .. } | Op::NextTurn { to } => (to, Held::One(Sort::Player)),
        Op::NewList { to } => (to, Held::Empty),
        Op::ItemAt { to, list, .. } => (to, get(list).element()),
        Op::List { verb, to, a, b } => (to, made(verb, get(a), get(b))),
        Op::ChooseRandom { to, list, .. } => (to, get(list)),
        Op::IsEqual { to, .. }
        | Op::IsLess { to, .. }
        | Op::Not { to, .. }
        | Op::IsThere { to, .. }
        | Op::HasBit { to, .. } => (to, truth),
        Op::Least { to, a, b } | Op::Most { to, a, b } => (to, get(a).or(get(b))),
        Op::ListOf { to, .. } => (to, Held::One(Sort::List)),
        Op::NextPhase { to, .. } => (to, Held::One(Sort::Phase)),
        Op::LookUp { to, .. } => (to, Held::Mixed),
        // A number that an op holds may stand for anything but a card, which no rule can name.
        _ => {
            for slot in flow(op).writes() {
                holding.set(slot, number);
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
        ListVerb::Union => a.or(b),
        ListVerb::GroupBy | ListVerb::Combinations => a.listed(),
        ListVerb::Contains | ListVerb::Same => Held::One(Sort::Truth),
        ListVerb::IndexOf => Held::One(Sort::Number),
        ListVerb::Range => Held::One(Sort::List),
    }
}

fn in_cell(program: &Program, cell: Cell) -> Held {
    let own = [
        (cells::CURRENT, Sort::Player),
        (cells::STATE, Sort::State),
        (cells::PHASE, Sort::Phase),
    ];
    if let Some((_, sort)) = own.iter().find(|(known, _)| *known == cell) {
        return Held::One(*sort);
    }
    if cell.0 < cells::FREE {
        return Held::One(Sort::Number);
    }
    let variable = program.variable_at(cell);
    variable.map_or(Held::Mixed, |(variable, _)| Held::One(variable.sort))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::small;

    fn live_after(program: &Program, is: impl Fn(&Op) -> bool) -> Vec<Vec<(u8, Sort)>> {
        let ops = program.ops.iter().enumerate();
        let places = ops.filter(|(_, op)| is(op));
        let registers = places.map(|(pc, _)| {
            let live = program
                .live_at(Pc(pc as u32 + 1))
                .expect("it may wait here");
            live.iter().map(|(slot, sort)| (slot.0, *sort)).collect()
        });
        registers.collect()
    }

    #[test]
    fn an_answer_that_waits_is_needed_and_what_is_written_again_is_not() {
        let program = small::program();
        let after_asks = live_after(&program, |op| matches!(op, Op::Ask { .. }));
        assert_eq!(after_asks, [vec![], vec![(5, Sort::Card)], vec![]],);
        let after_calls = live_after(&program, |op| matches!(op, Op::Call { .. }));
        assert_eq!(after_calls, [vec![]]);
    }
}
