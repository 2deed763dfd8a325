//! Carries out ops until the game waits for a decision or is over.
//!
//! One arm of the match per op; whatever takes more than a few lines is a function of its own in
//! [`turns`], [`moving`] or [`lists`](crate::lists). Registers are a window of 256 numbers, so that no op
//! can reach beyond them.

pub(crate) mod blind;
pub mod coverage;
pub mod native;
pub(crate) mod needed;
pub mod trace;

mod marked;
mod moving;
mod turns;

use crate::event::{Event, Scene, Watch};
use crate::facts::{self, number_of};
use crate::fault::{Fault, FaultKind, StopReason};
use crate::ids::{Card, Cell, FAILED, NOTHING, Pc, Pile, Seat, Slot, is_missing};
use crate::lists::matching::Needed;
use crate::op::Op;
use crate::open;
use crate::position::{Choice, Frame, Position, STACK, WINDOW, Waiting};
use crate::program::{LIST_CELLS, Program, cells};
use crate::table::{Flip, Placement, Side};
use crate::undo::Trial;

/// The number of jumps and calls that may come between two decisions.
const FUEL: u32 = 4_000_000;

/// The number of cards or elements that are moved, looked at or copied at the cost of a jump.
pub(crate) const PER_JUMP: usize = 4;

/// The ops that a way back may pass at the cost of a jump, as a power of two.
pub(crate) const OPS_PER_JUMP: u32 = 6;

/// The number of ops of a game without end are looked at to find out what is wrong with it.
const BLAMED_OPS: u32 = 1 << 18;

/// The number of choices that a decision may have.
const MOST_CHOICES: usize = 1 << 16;

type Registers = [i64; WINDOW];

/// Runs until the next decision.
pub(crate) fn run<W: Watch>(program: &Program, position: &mut Position, watch: &mut W) {
    run_on(program, position, watch);
    position.keep_needed_registers(program);
}

/// As [`run`], and keeps all registers: that matters only to those who copy, save or compare positions.
pub(crate) fn run_on<W: Watch>(program: &Program, position: &mut Position, watch: &mut W) {
    position.waiting = Waiting::Running;
    let mut fuel = FUEL;
    if !W::ON
        && position.fits(program)
        && let Some(machine) = &program.machine
    {
        while position.waiting == Waiting::Running {
            machine.run(program, position, &mut fuel);
        }
    }
    while position.waiting == Waiting::Running {
        frame::<W, false>(program, position, watch, &mut fuel);
    }
    if let Waiting::Fault(Fault {
        kind: kind @ FaultKind::Endless,
        pc,
    }) = position.waiting
    {
        let pc = blamed(program, position, pc);
        position.waiting = Waiting::Fault(Fault { kind, pc });
    }
    if matches!(position.waiting, Waiting::Answer { .. }) {
        if !program.sorted.is_empty() {
            position.hide_order(program);
        }
        position.keep_needed_lists(program);
    }
}

/// The op to blame for a game that goes on without end: where states follow each other it is the step that asks for
/// the next one, wherever the fuel ran out, and where only phases do, that one; otherwise it is that place.
fn blamed(program: &Program, position: &mut Position, place: Pc) -> Pc {
    // A game that is stopped needs its registers no more, and copies leave them out.
    let live = std::mem::replace(&mut position.live, position.base + u32::from(program.frame));
    let mut ahead = position.clone();
    position.live = live;
    (ahead.pc, ahead.waiting) = (place, Waiting::Running);
    let mut fuel = FUEL;
    let mut phase = None;
    for _ in 0..BLAMED_OPS {
        let pc = ahead.pc;
        match program.ops[pc.index()] {
            // A state brings its phases with it.
            Op::SetCell { cell, value } if value >= 0 && cell == cells::NEXT_STATE => return pc,
            Op::SetCell { cell, value } if value >= 0 && cell == cells::NEXT_PHASE => {
                phase = phase.or(Some(pc));
            }
            _ => {}
        }
        step(program, &mut ahead, &mut crate::event::Unwatched, &mut fuel);
        if ahead.waiting != Waiting::Running {
            break;
        }
    }
    phase.unwrap_or(place)
}

/// Carries out one op; says whether its routine goes on.
pub(crate) fn step<W: Watch>(
    program: &Program,
    position: &mut Position,
    watch: &mut W,
    fuel: &mut u32,
) -> bool {
    frame::<W, true>(program, position, watch, fuel)
}

/// Runs as far as every game of a program goes in the same way.
pub(crate) fn prepare(program: &Program, position: &mut Position) {
    position.preparing = true;
    let mut fuel = FUEL;
    while position.preparing && position.waiting == Waiting::Running {
        frame::<_, false>(program, position, &mut crate::event::Unwatched, &mut fuel);
    }
    position.preparing = false;
}

macro_rules! stop {
    ($position:ident, $pc:ident, $kind:ident) => {{
        $position.waiting = Waiting::Fault(Fault {
            kind: FaultKind::$kind,
            pc: $pc,
        });
        $position.live = $position.base;
        return false;
    }};
}

/// Runs one routine until it calls another, returns, or the game waits; or only its next op, if `ONE`. Says
/// whether the routine goes on.
#[allow(clippy::too_many_lines)]
fn frame<W: Watch, const ONE: bool>(
    program: &Program,
    position: &mut Position,
    watch: &mut W,
    fuel: &mut u32,
) -> bool {
    let base = position.base as usize;
    let mut at = position.pc;
    let ops = program.ops.as_slice();
    let Some(window) = position.stack.get_mut(base..base + WINDOW) else {
        stop!(position, at, TooDeep);
    };
    let Ok(r) = <&mut Registers>::try_from(window) else {
        stop!(position, at, TooDeep);
    };
    let table = &mut position.table;
    macro_rules! tell {
        ($event:expr, $before:expr) => {
            if W::ON && position.trials == 0 {
                let scene = Scene {
                    program,
                    table,
                    lists: &position.lists,
                    pc: at,
                    frames: &position.frames,
                    known_before: $before,
                };
                watch.event(scene, $event);
            }
        };
        ($event:expr) => {
            tell!($event, 0)
        };
    }
    macro_rules! spend {
        ($pc:expr, $cost:expr) => {
            let cost = $cost;
            if *fuel <= cost {
                let pc = $pc;
                stop!(position, pc, Endless);
            }
            *fuel -= cost;
        };
    }
    // Ops that may take long cost more than others; whether there is anything left is asked at the next jump.
    macro_rules! work {
        ($count:expr) => {
            spend_work(fuel, $count);
        };
    }
    macro_rules! check_lists {
        ($pc:expr) => {
            if position.lists.is_full() {
                let pc = $pc;
                stop!(position, pc, TooMuch);
            }
        };
    }
    macro_rules! check_choices {
        ($pc:expr) => {
            if position.choices.len() > MOST_CHOICES {
                let pc = $pc;
                stop!(position, pc, TooManyChoices);
            }
        };
    }
    let mut is_done = false;
    'ops: loop {
        if ONE {
            if is_done {
                position.pc = at;
                return true;
            }
            is_done = true;
        }
        let pc = at;
        let op = &ops[pc.index()];
        at = Pc(pc.0 + 1);
        // Every endless run has to jump back, in one way or another.
        macro_rules! go {
            ($to:expr) => {{
                let to = $to;
                if to <= pc {
                    spend!(pc, way_back(pc, to));
                }
                at = to;
            }};
        }
        // As `go`, and leaves the op, also from inside of a loop of its own.
        macro_rules! jump {
            ($to:expr) => {{
                go!($to);
                continue 'ops;
            }};
        }
        watch.step(pc, position.trials > 0);
        match *op {
            Op::Set { to, value } => r[to.index()] = i64::from(value),
            Op::SetWide { to, value } => r[to.index()] = program.constants[value.index()][0],
            Op::SetNothing { to } => r[to.index()] = NOTHING,
            Op::Copy { to, from } => r[to.index()] = r[from.index()],
            Op::Load { to, cell } => r[to.index()] = table.cells[cell.index()],
            Op::Store { cell, from } => {
                let value = r[from.index()];
                table.cells[cell.index()] = value;
                tell!(Event::Changed { cell, value });
            }
            Op::SetCell { cell, value } => {
                let value = i64::from(value);
                table.cells[cell.index()] = value;
                tell!(Event::Changed { cell, value });
            }
            Op::LoadAt {
                to,
                first,
                index,
                count,
            } => {
                r[to.index()] = match within(r[index.index()], count) {
                    Some(index) => table.cells[first.index() + index],
                    None => FAILED,
                };
            }
            Op::StoreAt {
                first,
                index,
                count,
                from,
                otherwise,
            } => {
                let Some(index) = within(r[index.index()], count) else {
                    jump!(otherwise);
                };
                let cell = Cell(first.0 + index as u16);
                let value = r[from.index()];
                let before = std::mem::replace(&mut table.cells[cell.index()], value);
                if before != value {
                    tell!(Event::Changed { cell, value });
                }
            }
            Op::RemoveRow { rows, index } => {
                table.remove_row(&program.constants[rows.index()], r[index.index()]);
            }
            Op::ResetAll { first, values } => {
                let values = &program.constants[values.index()];
                table.cells[first.index()..first.index() + values.len()].copy_from_slice(values);
            }
            Op::Add { to, a, b } => r[to.index()] = number(r, a, b, i64::checked_add),
            Op::Sub { to, a, b } => r[to.index()] = number(r, a, b, i64::checked_sub),
            Op::Mul { to, a, b } => r[to.index()] = number(r, a, b, i64::checked_mul),
            Op::Div { to, a, b } => r[to.index()] = number(r, a, b, floor_div),
            Op::Mod { to, a, b } => r[to.index()] = number(r, a, b, floor_mod),
            Op::AddNumber { to, a, value } => {
                r[to.index()] = sum(r[a.index()], value);
            }
            Op::AddToCell {
                cell,
                value,
                otherwise,
            } => match sum(table.cells[cell.index()], value) {
                FAILED => go!(otherwise),
                sum => {
                    table.cells[cell.index()] = sum;
                    tell!(Event::Changed { cell, value: sum });
                }
            },
            Op::Least { to, a, b } => r[to.index()] = number(r, a, b, |a, b| Some(a.min(b))),
            Op::Most { to, a, b } => r[to.index()] = number(r, a, b, |a, b| Some(a.max(b))),
            Op::Max { to, b } => {
                r[to.index()] = extreme(r[to.index()], r[b.index()], i64::max);
            }
            Op::Min { to, b } => {
                r[to.index()] = extreme(r[to.index()], r[b.index()], i64::min);
            }
            Op::Absolute { to, a } => {
                let a = r[a.index()];
                r[to.index()] = if is_missing(a) { FAILED } else { a.abs() };
            }
            Op::IsEqual { to, a, b } => {
                let (a, b) = (r[a.index()], r[b.index()]);
                r[to.index()] = if a == FAILED || b == FAILED {
                    FAILED
                } else {
                    i64::from(a == b)
                };
            }
            Op::IsLess { to, a, b } => {
                r[to.index()] = number(r, a, b, |a, b| Some(i64::from(a < b)));
            }
            Op::Not { to, a } => {
                let a = r[a.index()];
                r[to.index()] = if is_missing(a) {
                    FAILED
                } else {
                    i64::from(a == 0)
                };
            }
            Op::IsThere { to, a } => r[to.index()] = i64::from(!is_missing(r[a.index()])),
            Op::Need { to, a } => {
                let a = r[a.index()];
                r[to.index()] = if a == NOTHING { FAILED } else { a };
            }
            Op::HasBit { to, bits, bit } => {
                let bit = r[bit.index()];
                r[to.index()] = if (0..63).contains(&bit) {
                    r[bits.index()] >> bit & 1
                } else {
                    FAILED
                };
            }
            Op::SetBit { cell, bit } => {
                if let Some(bit) = within(r[bit.index()], 63) {
                    table.cells[cell.index()] |= 1 << bit;
                    let value = table.cells[cell.index()];
                    tell!(Event::Changed { cell, value });
                }
            }

            Op::Jump { to } => go!(to),
            Op::UnlessTrue { a, to } => {
                if r[a.index()] != 1 {
                    go!(to);
                }
            }
            Op::UnlessFalse { a, to } => {
                if r[a.index()] != 0 {
                    go!(to);
                }
            }
            Op::UnlessEqual { a, b, to } => {
                let (a, b) = (r[a.index()], r[b.index()]);
                if a != b || a == FAILED {
                    go!(to);
                }
            }
            Op::UnlessDifferent { a, b, to } => {
                let (a, b) = (r[a.index()], r[b.index()]);
                if a == b || a == FAILED || b == FAILED {
                    go!(to);
                }
            }
            Op::UnlessLess { a, b, to } => {
                let (a, b) = (r[a.index()], r[b.index()]);
                if a >= b || is_missing(a) {
                    go!(to);
                }
            }
            Op::UnlessAtLeast { a, b, to } => {
                let (a, b) = (r[a.index()], r[b.index()]);
                if a < b || is_missing(b) {
                    go!(to);
                }
            }
            Op::UnlessIs { a, value, to } => {
                if r[a.index()] != i64::from(value) {
                    go!(to);
                }
            }
            Op::UnlessIsNot { a, value, to } => {
                let a = r[a.index()];
                if a == i64::from(value) || a == FAILED {
                    go!(to);
                }
            }
            Op::UnlessBelow { a, value, to } => {
                let a = r[a.index()];
                if a >= i64::from(value) || is_missing(a) {
                    go!(to);
                }
            }
            Op::UnlessFrom { a, value, to } => {
                if r[a.index()] < i64::from(value) {
                    go!(to);
                }
            }
            Op::UnlessFewer { pile, value, to } => {
                if table.count(pile) >= i64::from(value) {
                    go!(to);
                }
            }
            Op::UnlessHolds { pile, value, to } => {
                if table.count(pile) < i64::from(value) {
                    go!(to);
                }
            }
            Op::UnlessFrequent {
                pile,
                keys,
                least,
                to,
            } => {
                let found = pile_at(r, pile).is_some_and(|pile| {
                    let count = usize::from(table.piles[pile.index()].count);
                    work!(count * count);
                    moving::are_frequent(program, table, pile, keys, least)
                });
                if !found {
                    go!(to);
                }
            }
            Op::UnlessCellIs { cell, value, to } => {
                if table.cells[cell.index()] != i64::from(value) {
                    go!(to);
                }
            }
            Op::UnlessCellIsNot { cell, value, to } => {
                if table.cells[cell.index()] == i64::from(value) {
                    go!(to);
                }
            }
            Op::UnlessThere { a, to } => {
                if is_missing(r[a.index()]) {
                    go!(to);
                }
            }
            Op::UnlessMissing { a, to } => {
                if !is_missing(r[a.index()]) {
                    go!(to);
                }
            }
            Op::UnlessBit { bits, bit, to } => {
                if r[bits.index()] >> bit & 1 == 0 {
                    go!(to);
                }
            }
            Op::UnlessWorkedOut { a, to } => {
                if r[a.index()] == FAILED {
                    go!(to);
                }
            }
            Op::UnlessBetter { record, value, to } => {
                let value = r[value.index()];
                if is_missing(value) || value <= r[record.index()] {
                    go!(to);
                } else {
                    r[record.index()] = value;
                }
            }
            Op::UnlessWorse { record, value, to } => {
                let (value, best) = (r[value.index()], r[record.index()]);
                if is_missing(value) || (value >= best && best != NOTHING) {
                    go!(to);
                } else {
                    r[record.index()] = value;
                }
            }
            Op::IfTrue { a, to } => {
                if r[a.index()] == 1 {
                    go!(to);
                }
            }
            Op::IfIs { a, value, to } => {
                if r[a.index()] == i64::from(value) {
                    go!(to);
                }
            }
            Op::IfEqual { a, b, to } => {
                let (a, b) = (r[a.index()], r[b.index()]);
                if a == b && a != FAILED {
                    go!(to);
                }
            }
            Op::IfLess { a, b, to } => {
                let (a, b) = (r[a.index()], r[b.index()]);
                if a < b && !is_missing(a) {
                    go!(to);
                }
            }
            Op::Switch { a, first, places } => {
                let places = &program.constants[places.index()];
                let place = usize::try_from(r[a.index()].wrapping_sub(i64::from(first))).ok();
                if let Some(place) = place.and_then(|place| places.get(place)) {
                    go!(Pc(*place as u32));
                }
            }
            Op::Call {
                routine,
                at: first,
                otherwise,
            } => {
                spend!(pc, 1);
                if base + first.index() >= STACK {
                    stop!(position, pc, TooDeep);
                }
                position.frames.push(Frame {
                    pc: at,
                    otherwise,
                    base: position.base,
                    lists: position.lists.used() as u32,
                });
                position.base = (base + first.index()) as u32;
                position.pc = routine;
                return false;
            }
            Op::Return {} | Op::Fail {} => {
                let Some(caller) = position.frames.pop() else {
                    stop!(position, pc, Broken);
                };
                // A routine over much code costs more than one over little.
                let passed = passed(program, caller.pc, pc);
                *fuel = fuel.saturating_sub(passed).max(1);
                position.lists.free(caller.lists as usize);
                position.base = caller.base;
                position.pc = if matches!(op, Op::Return {}) {
                    caller.pc
                } else {
                    caller.otherwise
                };
                return false;
            }

            Op::Leave { to } => {
                spend!(pc, 1);
                if let Some(trial) = position.remembered.leave_trial() {
                    position.frames.truncate(trial.frames as usize);
                    position.base = trial.base;
                    position.pc = trial.succeeded;
                    return false;
                }
                position.frames.clear();
                position.lists.free(0);
                position.base = 0;
                position.pc = to;
                return false;
            }

            Op::Count { to, pile } => r[to.index()] = table.count(pile),
            Op::CountAt { to, pile } => {
                r[to.index()] = pile_at(r, pile).map_or(FAILED, |pile| table.count(pile));
            }
            Op::CountAll { to, piles } => {
                let piles = &program.constants[piles.index()];
                r[to.index()] = piles
                    .iter()
                    .map(|pile| i64::from(table.piles[*pile as usize].count))
                    .sum();
            }
            Op::Top { to, pile } => r[to.index()] = value_of(table.top(pile)),
            Op::TopAt { to, pile } => {
                r[to.index()] = value_of(pile_at(r, pile).and_then(|pile| table.top(pile)));
            }
            Op::BottomAt { to, pile } => {
                r[to.index()] = value_of(pile_at(r, pile).and_then(|pile| table.bottom(pile)));
            }
            Op::CardAt { to, pile, index } => {
                let index = usize::try_from(r[index.index()]).ok();
                let found = pile_at(r, pile).zip(index).and_then(|(pile, index)| {
                    if index >= usize::from(table.piles[pile.index()].count) {
                        return None;
                    }
                    work!(index);
                    table.cards_of(pile).nth(index)
                });
                r[to.index()] = value_of(found);
            }
            Op::PileFor {
                to,
                first,
                seat,
                count,
            } => {
                r[to.index()] = match within(r[seat.index()], count) {
                    Some(seat) => i64::from(first.0) + seat as i64,
                    None => NOTHING,
                };
            }
            Op::Print { to, column, card } => {
                let card = r[card.index()];
                r[to.index()] = if is_missing(card) {
                    card
                } else {
                    program.printed(column, Card(card as u16))
                };
            }
            Op::PrintNumber { to, column, card } => {
                let card = r[card.index()];
                r[to.index()] = if is_missing(card) {
                    FAILED
                } else {
                    let printed = program.printed(column, Card(card as u16));
                    if printed == NOTHING { FAILED } else { printed }
                };
            }
            Op::PrintTop { to, column, pile } => {
                r[to.index()] = match table.top(pile) {
                    Some(card) => program.printed(column, card),
                    None => NOTHING,
                };
            }
            Op::PrintTopNumber { to, column, pile } => {
                r[to.index()] = match table.top(pile) {
                    Some(card) => program.printed(column, card),
                    None => FAILED,
                };
            }
            Op::OfCard { to, facts, card } => {
                let number = number_of(r[card.index()], program.cards.len());
                r[to.index()] = program.constants[facts.index()][number];
            }
            Op::UnlessAmong { card, among, to } => {
                let number = number_of(r[card.index()], program.cards.len());
                if !facts::has(&program.constants[among.index()], number) {
                    go!(to);
                }
            }
            Op::UnlessRelated { a, b, relation, to } => {
                let cards = program.cards.len();
                let number = number_of(r[a.index()], cards);
                let row = facts::related(&program.constants[relation.index()], number, cards);
                if !facts::has(row, number_of(r[b.index()], cards)) {
                    go!(to);
                }
            }
            Op::AddToSet { set, card } => {
                let number = number_of(r[card.index()], program.cards.len());
                r[set.index()] |= 1 << number;
            }
            Op::UnlessRelatedToSome {
                card,
                set,
                relation,
                to,
            } => {
                let cards = program.cards.len();
                let number = number_of(r[card.index()], cards);
                let row = facts::related(&program.constants[relation.index()], number, cards);
                if row[0] & r[set.index()] == 0 {
                    go!(to);
                }
            }
            Op::LookUp { to, list, index } => {
                let list = &program.constants[list.index()];
                let index = usize::try_from(r[index.index()]).ok();
                r[to.index()] = index
                    .and_then(|index| list.get(index))
                    .copied()
                    .unwrap_or(FAILED);
            }
            Op::PileOf { to, card } => {
                let card = r[card.index()];
                r[to.index()] = if is_missing(card) {
                    card
                } else {
                    i64::from(table.pile_of(Card(card as u16)).0)
                };
            }
            Op::HolderOf { to, card, column } => {
                let card = r[card.index()];
                r[to.index()] = if is_missing(card) {
                    card
                } else {
                    let card = Card(card as u16);
                    let owner = program.piles[table.pile_of(card).index()].owner;
                    owner.map_or_else(|| program.printed(column, card), i64::from)
                };
            }
            Op::OwnerOf { to, pile } => {
                let owner = pile_at(r, pile).and_then(|pile| program.piles[pile.index()].owner);
                r[to.index()] = owner.map_or(NOTHING, i64::from);
            }
            Op::FaceOf { to, card } => {
                let card = r[card.index()];
                r[to.index()] = if is_missing(card) {
                    card
                } else {
                    i64::from(table.cards[card as usize].face)
                };
            }
            Op::FirstCard { cursor, pile } => {
                r[cursor.index()] = value_of(pile_at(r, pile).and_then(|pile| table.top(pile)));
            }
            Op::FirstCardIn { cursor, pile } => r[cursor.index()] = value_of(table.top(pile)),
            Op::EachCardIn {
                cursor,
                index,
                card,
                piles,
                done,
            } => {
                let mut next = r[cursor.index()];
                let mut number = r[index.index()];
                let piles = &program.constants[piles.index()];
                let rest = usize::try_from(number).ok();
                let mut piles = rest
                    .and_then(|rest| piles.get(rest..))
                    .unwrap_or(&[])
                    .iter();
                while let (true, Some(pile)) = (is_missing(next), piles.next()) {
                    next = value_of(table.top(Pile(*pile as u16)));
                    number += 1;
                }
                if is_missing(next) {
                    jump!(done);
                }
                r[index.index()] = number;
                r[card.index()] = next;
                r[cursor.index()] = value_of(table.below(Card(next as u16)));
            }
            Op::EachCard { cursor, card, done } => {
                let next = r[cursor.index()];
                if is_missing(next) {
                    jump!(done);
                }
                r[card.index()] = next;
                r[cursor.index()] = value_of(table.below(Card(next as u16)));
            }
            Op::EachPrinted {
                cursor,
                card,
                column,
                value,
                equal,
                done,
            } => {
                let (value, equal) = (r[value.index()], equal);
                let printed = &program.columns[column.index()].values;
                let mut next = r[cursor.index()];
                if value == FAILED {
                    jump!(done);
                }
                let mut passed = 0_usize;
                while !is_missing(next) && (printed[next as usize] == value) != equal {
                    next = value_of(table.below(Card(next as u16)));
                    passed += 1;
                }
                work!(passed);
                if is_missing(next) {
                    jump!(done);
                }
                r[card.index()] = next;
                r[cursor.index()] = value_of(table.below(Card(next as u16)));
            }
            Op::EachFacing {
                cursor,
                card,
                side,
                done,
            } => {
                let mut next = r[cursor.index()];
                let mut passed = 0_usize;
                while !is_missing(next) && table.cards[next as usize].face != side as u16 {
                    next = value_of(table.below(Card(next as u16)));
                    passed += 1;
                }
                work!(passed);
                if is_missing(next) {
                    jump!(done);
                }
                r[card.index()] = next;
                r[cursor.index()] = value_of(table.below(Card(next as u16)));
            }
            Op::SkipCards { cursor, count } => {
                let mut next = r[cursor.index()];
                for _ in 0..count {
                    if is_missing(next) {
                        break;
                    }
                    next = value_of(table.below(Card(next as u16)));
                }
                r[cursor.index()] = next;
            }
            Op::MoveTop {
                from,
                to,
                otherwise,
            } => {
                let Some(card) = table.top(from) else {
                    jump!(otherwise);
                };
                if !table.has_room(program, to) && from != to {
                    jump!(otherwise);
                }
                let before = table.cards[card.index()].known;
                table.take(program, card);
                table.put(program, card, to, Placement::USUAL);
                tell!(Event::Moved { card, from, to }, before);
            }
            Op::MoveCard {
                card,
                to,
                how,
                otherwise,
            } => {
                let (card, to) = (r[card.index()], r[to.index()]);
                if is_missing(card) || is_missing(to) {
                    jump!(otherwise);
                }
                let (card, to) = (Card(card as u16), Pile(to as u16));
                let from = table.pile_of(card);
                let before = table.cards[card.index()].known;
                if !moving::move_card(program, table, card, to, how) {
                    jump!(otherwise);
                }
                tell!(Event::Moved { card, from, to }, before);
            }
            Op::MoveAll {
                from,
                to,
                otherwise,
            } => {
                work!(table.count(from) as usize);
                while let Some(card) = table.top(from) {
                    if from == to || !table.has_room(program, to) {
                        jump!(otherwise);
                    }
                    let before = table.cards[card.index()].known;
                    table.take(program, card);
                    table.put(program, card, to, Placement::USUAL);
                    tell!(Event::Moved { card, from, to }, before);
                }
            }
            Op::MoveAllAt {
                from,
                to,
                how,
                otherwise,
            } => {
                let (Some(from), Some(to)) = (pile_at(r, from), pile_at(r, to)) else {
                    jump!(otherwise);
                };
                work!(table.count(from) as usize);
                while let Some(card) = table.top(from) {
                    if from == to || !table.has_room(program, to) {
                        jump!(otherwise);
                    }
                    let before = table.cards[card.index()].known;
                    table.take(program, card);
                    table.put(program, card, to, how);
                    tell!(Event::Moved { card, from, to }, before);
                }
            }
            Op::Deal {
                from,
                piles,
                count,
                otherwise,
            } => {
                if table.top(from).is_none() && count > 0 {
                    jump!(otherwise);
                }
                work!(table.count(from) as usize);
                for pile in &program.constants[piles.index()] {
                    let to = Pile(*pile as u16);
                    for _ in 0..count {
                        let Some(card) = table.top(from) else {
                            break;
                        };
                        if !table.has_room(program, to) {
                            jump!(otherwise);
                        }
                        let before = table.cards[card.index()].known;
                        table.take(program, card);
                        table.put(program, card, to, Placement::USUAL);
                        tell!(Event::Moved { card, from, to }, before);
                    }
                }
            }
            Op::DealRound {
                from,
                piles,
                count,
                otherwise,
            } => {
                if table.top(from).is_none() && count > 0 && count < u16::MAX {
                    jump!(otherwise);
                }
                work!(table.count(from) as usize);
                'dealing: for _ in 0..count {
                    for pile in &program.constants[piles.index()] {
                        let to = Pile(*pile as u16);
                        let Some(card) = table.top(from) else {
                            break 'dealing;
                        };
                        if !table.has_room(program, to) {
                            jump!(otherwise);
                        }
                        let before = table.cards[card.index()].known;
                        table.take(program, card);
                        table.put(program, card, to, Placement::USUAL);
                        tell!(Event::Moved { card, from, to }, before);
                    }
                }
            }
            Op::Shuffle { pile } => {
                if let Some(pile) = pile_at(r, pile) {
                    // Cards that lie anywhere take longer than those that come one after the other.
                    work!(usize::from(table.piles[pile.index()].count) * 4);
                    moving::shuffle(program, table, pile);
                    // A loop that does nothing but shuffle ends as soon as others.
                    let count = table.piles[pile.index()].count;
                    *fuel = fuel.saturating_sub(u32::from(count)).max(1);
                    tell!(Event::Shuffled { pile });
                }
            }
            Op::NoteMove {
                cell,
                card,
                to,
                others,
            } => {
                let others = &program.constants[others.index()];
                let is_other = |pile: Pile| others.get(pile.index()) == Some(&1);
                let from = card_at(r, card).map(|card| table.pile_of(card));
                let to = pile_at(r, to);
                if !from.into_iter().chain(to).all(is_other) {
                    table.cells[cell.index()] = 0;
                }
            }
            Op::Flip { card, flip } => {
                if let Some(card) = card_at(r, card) {
                    let down = match flip {
                        Flip::To(side) => side == Side::Down,
                        Flip::Over => table.cards[card.index()].face == 0,
                    };
                    let before = table.cards[card.index()].known;
                    table.flip(program, card, down);
                    tell!(Event::Flipped { card }, before);
                }
            }
            Op::PlaceBy { card, first } => {
                if let Some(card) = card_at(r, card) {
                    let pile = table.pile_of(card);
                    work!(usize::from(table.piles[pile.index()].count));
                    marked::place_by(program, table, card, first);
                }
            }
            Op::ClearMarks { card } => {
                if let Some(card) = card_at(r, card) {
                    marked::clear(program, table, card);
                }
            }
            Op::TakeOver { card, from } => {
                if let (Some(card), Some(from)) = (card_at(r, card), card_at(r, from)) {
                    work!(program.marks.len() * program.cards.len());
                    marked::take_over(program, table, card, from);
                }
            }
            Op::Reveal { card, seats } => {
                let seats = r[seats.index()] as u16;
                if let Some(card) = card_at(r, card) {
                    let before = table.cards[card.index()].known;
                    table.cards[card.index()].known |= seats;
                    tell!(Event::Revealed { card, seats }, before);
                }
            }
            Op::Conceal { card, seats } => {
                let seats = r[seats.index()] as u16;
                if let Some(card) = card_at(r, card) {
                    table.cards[card.index()].known &= !seats;
                    tell!(Event::Concealed { card, seats });
                }
            }
            Op::SwapPiles { a, b } => {
                if let (Some(a), Some(b)) = (pile_at(r, a), pile_at(r, b)) {
                    work!((table.count(a) + table.count(b)) as usize);
                    moving::swap_piles(program, table, a, b);
                    tell!(Event::Arranged { pile: a });
                    tell!(Event::Arranged { pile: b });
                }
            }
            Op::SwapCards { a, b } => {
                if let (Some(a), Some(b)) = (card_at(r, a), card_at(r, b)) {
                    moving::swap_cards(program, table, a, b);
                    let (a, b) = (table.pile_of(a), table.pile_of(b));
                    tell!(Event::Arranged { pile: a });
                    tell!(Event::Arranged { pile: b });
                }
            }
            Op::Arrange { pile, list, seats } => {
                if let Some(pile) = pile_at(r, pile) {
                    let order = position.lists.items(r[list.index()]);
                    let seats = r[seats.index()] as u16;
                    work!(order.len());
                    moving::arrange(program, table, pile, order, seats);
                    tell!(Event::Arranged { pile });
                }
            }
            Op::NamesOf { to, from, into } => {
                let names = pile_at(r, from).zip(pile_at(r, into));
                r[to.index()] = names.map_or(0, |(from, into)| moving::names(program, from, into));
            }
            Op::Room { to, pile } => {
                r[to.index()] = pile_at(r, pile).map_or(FAILED, |pile| {
                    i64::from(program.piles[pile.index()].capacity) - table.count(pile)
                });
            }

            Op::NewList { to } => r[to.index()] = position.lists.begin(),
            Op::Push { list, value } => {
                r[list.index()] = position.lists.push(r[list.index()], r[value.index()]);
                check_lists!(pc);
            }
            Op::PushPile { list, pile } => {
                if let Some(pile) = pile_at(r, pile) {
                    let cards = table.cards_of(pile).map(|card| i64::from(card.0));
                    r[list.index()] = position.lists.extend(r[list.index()], cards);
                    work!(usize::from(table.piles[pile.index()].count));
                    check_lists!(pc);
                }
            }
            Op::PushMarked { list, first, value } => {
                let (lists, before) = (&mut position.lists, r[list.index()]);
                let mark = (first, r[value.index()]);
                r[list.index()] = marked::push_with_value(program, table, lists, before, mark);
                work!(program.cards.len());
                check_lists!(pc);
            }
            Op::PushPrinted { list, pile, column } => {
                if let Some(pile) = pile_at(r, pile) {
                    let printed = &program.columns[column.index()].values;
                    let cards = table.cards_of(pile).map(|card| printed[card.index()]);
                    r[list.index()] = position.lists.extend(r[list.index()], cards);
                    work!(usize::from(table.piles[pile.index()].count));
                    check_lists!(pc);
                }
            }
            Op::PushColumn {
                list,
                cards,
                column,
            } => {
                let cards = r[cards.index()];
                for place in 0..position.lists.items(cards).len() {
                    let card = position.lists.items(cards)[place];
                    let value = if is_missing(card) {
                        card
                    } else {
                        program.printed(column, Card(card as u16))
                    };
                    r[list.index()] = position.lists.push(r[list.index()], value);
                }
                work!(position.lists.items(cards).len());
                check_lists!(pc);
            }
            Op::PushList { list, from } => {
                let from = r[from.index()];
                for position_in_list in 0..position.lists.items(from).len() {
                    let item = position.lists.items(from)[position_in_list];
                    r[list.index()] = position.lists.push(r[list.index()], item);
                }
                work!(position.lists.items(from).len());
                check_lists!(pc);
            }
            Op::SumColumn { to, list, column } => {
                let cards = position.lists.items(r[list.index()]);
                work!(cards.len());
                let mut cards = cards.iter();
                let sum = cards.try_fold(0_i64, |sum, card| {
                    if is_missing(*card) {
                        return None;
                    }
                    let value = program.printed(column, Card(*card as u16));
                    let added = (!is_missing(value)).then(|| sum.checked_add(value));
                    added.flatten().filter(|sum| !is_missing(*sum))
                });
                r[to.index()] = sum.unwrap_or(FAILED);
            }
            Op::Length { to, list } => {
                let list = r[list.index()];
                r[to.index()] = if is_missing(list) {
                    FAILED
                } else {
                    position.lists.items(list).len() as i64
                };
            }
            Op::ItemAt { to, list, index } => {
                let index = usize::try_from(r[index.index()]).ok();
                let items = position.lists.items(r[list.index()]);
                r[to.index()] = index
                    .and_then(|index| items.get(index))
                    .copied()
                    .unwrap_or(NOTHING);
            }
            Op::EachItem {
                list,
                index,
                item,
                done,
            } => {
                let number = r[index.index()] as usize;
                let Some(found) = position.lists.items(r[list.index()]).get(number) else {
                    jump!(done);
                };
                r[item.index()] = *found;
                r[index.index()] += 1;
            }
            Op::EachNumber {
                index,
                limit,
                item,
                done,
            } => {
                let number = r[index.index()];
                if number >= r[limit.index()] {
                    jump!(done);
                }
                r[item.index()] = number;
                r[index.index()] = number + 1;
            }
            Op::List { verb, to, a, b } => {
                let (a, b) = (r[a.index()], r[b.index()]);
                if !spend_work(fuel, position.lists.work(verb, a, b)) {
                    stop!(position, pc, Endless);
                }
                let before = position.lists.used();
                r[to.index()] = position.lists.apply(verb, a, b);
                work!(position.lists.used().saturating_sub(before));
                check_lists!(pc);
            }
            Op::Sets {
                to,
                list,
                least,
                keys,
            } => {
                let [list, least, keys] = [list, least, keys].map(|slot| r[slot.index()]);
                if !spend_work(fuel, position.lists.work_for_groups(list)) {
                    stop!(position, pc, Endless);
                }
                let before = position.lists.used();
                r[to.index()] = position.lists.sets(list, least, keys);
                work!(position.lists.used().saturating_sub(before));
                check_lists!(pc);
            }
            Op::Runs {
                to,
                list,
                least,
                numbers,
                keys,
            } => {
                let [list, least] = [list, least].map(|slot| r[slot.index()]);
                let [numbers, keys] = [numbers, keys].map(|slot| r[slot.index()]);
                if !spend_work(fuel, position.lists.work_for_groups(list)) {
                    stop!(position, pc, Endless);
                }
                let before = position.lists.used();
                r[to.index()] = position.lists.runs(list, least, numbers, keys);
                work!(position.lists.used().saturating_sub(before));
                check_lists!(pc);
            }
            Op::PrintedSets {
                to, list, least, ..
            }
            | Op::PrintedRuns {
                to, list, least, ..
            } => {
                let [list, least] = [list, least].map(|slot| r[slot.index()]);
                if !spend_work(fuel, position.lists.work_for_groups(list)) {
                    stop!(position, pc, Endless);
                }
                let before = position.lists.used();
                r[to.index()] = position.lists.printed_groups(program, *op, list, least);
                work!(position.lists.used().saturating_sub(before));
                check_lists!(pc);
            }
            Op::Packing { to, lists, weights } => {
                let [lists, weights] = [lists, weights].map(|slot| r[slot.index()]);
                let (packing, effort) = position.lists.packing(lists, weights);
                work!(effort);
                let Some(packing) = packing else {
                    stop!(position, pc, TooMuch);
                };
                r[to.index()] = packing;
            }
            Op::Matching {
                to,
                list,
                count,
                needs,
                holds,
                worth,
            } => {
                let [list, count, needs, holds, worth] =
                    [list, count, needs, holds, worth].map(|slot| r[slot.index()]);
                let of = Needed { list, count, worth };
                let (chosen, effort) = position.lists.matching(of, needs, holds);
                work!(effort);
                r[to.index()] = chosen;
                check_lists!(pc);
            }
            Op::MatchingSets {
                to,
                list,
                count,
                needs,
                holds,
                worth,
            } => {
                let [list, count, needs, worth] =
                    [list, count, needs, worth].map(|slot| r[slot.index()]);
                let holds = &program.constants[holds.index()];
                let of = Needed { list, count, worth };
                let (chosen, effort) = position.lists.matching_sets(of, needs, holds);
                work!(effort);
                r[to.index()] = chosen;
                check_lists!(pc);
            }
            Op::ListOf { to, constant } => {
                let items = &program.constants[constant.index()];
                r[to.index()] = position.lists.make(items.iter().copied());
                check_lists!(pc);
            }
            Op::LoadList {
                to,
                first,
                index,
                count,
            } => {
                r[to.index()] = match within(r[index.index()], count) {
                    Some(index) => {
                        let first = first.index() + index * usize::from(LIST_CELLS);
                        let length = table.cells[first] as usize;
                        let kept = &table.cells[first + 1..first + 1 + length];
                        position.lists.make(kept.iter().copied())
                    }
                    None => FAILED,
                };
                check_lists!(pc);
            }
            Op::StoreList {
                first,
                index,
                count,
                list,
                otherwise,
            } => {
                let Some(index) = within(r[index.index()], count) else {
                    jump!(otherwise);
                };
                let first = first.index() + index * usize::from(LIST_CELLS);
                let items = position.lists.items(r[list.index()]);
                if items.len() >= usize::from(LIST_CELLS) {
                    stop!(position, pc, ListTooLong);
                }
                table.cells[first] = items.len() as i64;
                let kept = &mut table.cells[first + 1..first + usize::from(LIST_CELLS)];
                kept.fill(0);
                kept[..items.len()].copy_from_slice(items);
                let (cell, value) = (Cell(first as u16), r[list.index()]);
                tell!(Event::Changed { cell, value });
            }
            Op::MarkLists { to } => r[to.index()] = position.lists.used() as i64,
            Op::FreeLists { mark } => position.lists.free(r[mark.index()] as usize),
            Op::SeatBits { to, list } => {
                let items = position.lists.items(r[list.index()]);
                work!(items.len());
                r[to.index()] = items
                    .iter()
                    .filter_map(|seat| within(*seat, 16))
                    .fold(0, |bits, seat| bits | 1 << seat);
            }

            Op::NewChoices {} => position.choices.clear(),
            Op::Offer { meaning, value } => {
                position.choices.push(Choice {
                    meaning,
                    value: r[value.index()],
                });
                check_choices!(pc);
            }
            Op::OfferPlain { meaning } => position.choices.push(Choice {
                meaning,
                value: NOTHING,
            }),
            Op::OfferPile { meaning, pile } => {
                if let Some(pile) = pile_at(r, pile) {
                    position
                        .choices
                        .extend(table.cards_of(pile).map(|card| Choice {
                            meaning,
                            value: i64::from(card.0),
                        }));
                    work!(table.count(pile) as usize);
                    check_choices!(pc);
                }
            }
            Op::OfferList { meaning, list } => {
                let items = position.lists.items(r[list.index()]);
                work!(items.len());
                let choices = items.iter().map(|value| Choice {
                    meaning,
                    value: *value,
                });
                position.choices.extend(choices);
                check_choices!(pc);
            }
            Op::UnlessChoices { to } => {
                if position.choices.is_empty() {
                    go!(to);
                }
            }
            Op::CountChoices { to } => r[to.index()] = position.choices.len() as i64,
            Op::Ask {
                ask,
                seat,
                meaning,
                value,
            } => {
                let seat = r[seat.index()];
                if within(seat, program.seats).is_none() {
                    stop!(position, pc, NoSuchPlayer);
                }
                if position.choices.is_empty() {
                    stop!(position, pc, Broken);
                }
                let is_forced = program.answers_forced && position.choices.len() == 1;
                if position.trials > 0 || is_forced {
                    spend!(pc, 1);
                    let choice = position.choices[0];
                    r[meaning.index()] = i64::from(choice.meaning.0);
                    r[value.index()] = choice.value;
                    let seat = Seat(seat as u8);
                    tell!(Event::Chose { seat, ask, choice });
                    continue 'ops;
                }
                position.pc = at;
                position.live = (base + usize::from(program.frame)) as u32;
                position.waiting = Waiting::Answer {
                    seat: Seat(seat as u8),
                    ask,
                    meaning,
                    value,
                };
                return false;
            }
            Op::ChooseRandom { to, list, count } => {
                let wanted = r[count.index()];
                work!(position.lists.items(r[list.index()]).len());
                let (chance, lists) = (&mut table.chance, &mut position.lists);
                let Some(chosen) = moving::choose(chance, lists, r[list.index()], wanted) else {
                    stop!(position, pc, OffScript);
                };
                r[to.index()] = chosen;
                check_lists!(pc);
            }

            Op::MoveOpen {
                card,
                to,
                how,
                otherwise,
            } => {
                let (Some(card), Some(to)) = (card_at(r, card), pile_at(r, to)) else {
                    jump!(otherwise);
                };
                let from = table.pile_of(card);
                let before = table.cards[card.index()].known;
                if !moving::move_card(program, table, card, to, how) {
                    jump!(otherwise);
                }
                open::stay_open(table, card, before);
                tell!(Event::Moved { card, from, to }, before);
            }
            Op::Open { pile } => {
                if let Some(pile) = pile_at(r, pile) {
                    open::open(program, table, pile);
                    tell!(Event::Shuffled { pile });
                }
            }
            Op::Settle { .. } | Op::SettleAt { .. } | Op::Pick { .. } => {
                position.pc = at;
                position.live = (base + usize::from(program.frame)) as u32;
                position.wait_for_chance(*op);
                return false;
            }

            Op::EnterState { state } => {
                table.cells[cells::STATE.index()] = i64::from(state);
                table.cells[cells::PHASE.index()] = NOTHING;
                tell!(Event::EnteredState { state });
            }
            Op::FreeAllLists {} => position.lists.free(0),
            Op::EnterPhase { phase } => {
                position.lists.free(0);
                table.cells[cells::PHASE.index()] = i64::from(phase);
                tell!(Event::EnteredPhase { phase });
            }
            Op::Ready {} => {
                if position.preparing {
                    position.preparing = false;
                    position.pc = at;
                    return false;
                }
            }
            Op::TakeTurn {} => {
                let seat = turns::next(program, table);
                table.cells[cells::CURRENT.index()] = seat;
                table.cells[cells::TURN.index()] += 1;
                table.cells[cells::IN_TURN.index()] = 1;
                tell!(Event::BeganTurn {
                    seat: Seat(seat as u8)
                });
            }
            Op::EndTurn { leave } => {
                table.cells[cells::IN_TURN.index()] = 0;
                if table.cells[cells::NEXT_STATE.index()] >= 0 {
                    go!(leave);
                }
            }
            Op::SkipTurn { seat } => {
                if let Some(seat) = within(r[seat.index()], program.seats) {
                    table.cells[cells::SKIPS.index() + seat] += 1;
                }
            }
            Op::ExtraTurn { seat } => {
                if let Some(seat) = within(r[seat.index()], program.seats)
                    && !turns::add_extra(table, seat)
                {
                    stop!(position, pc, TooManyTurns);
                }
            }
            Op::Reverse {} => {
                let direction = &mut table.cells[cells::DIRECTION.index()];
                *direction = -*direction;
            }
            Op::PlanPhases { phases } => {
                turns::plan(table, &program.constants[phases.index()]);
            }
            Op::NextPhase { to, done } => match turns::next_phase(table) {
                Some(phase) => r[to.index()] = phase,
                None => jump!(done),
            },
            Op::CountPhases { to } => r[to.index()] = turns::left(table),
            Op::GoToPhase { phase, otherwise } => {
                if !turns::go_to(table, phase) {
                    jump!(otherwise);
                }
            }
            Op::InsertPhase {
                after,
                phase,
                otherwise,
            } => match turns::insert(table, after, phase) {
                Some(true) => {}
                Some(false) => jump!(otherwise),
                None => stop!(position, pc, TooManyTurns),
            },
            Op::RemovePhase { phase } => turns::remove(table, phase),
            Op::Tell { what, value } => {
                let value = r[value.index()];
                tell!(Event::Told {
                    what: what.0,
                    value
                });
            }
            Op::StepFailed {} => tell!(Event::StepFailed),

            Op::Remember {} => {
                work!(table.cards.len() + table.cells.len());
                if !position.remembered.remember(table, None, &[]) {
                    stop!(position, pc, TooDeep);
                }
            }
            Op::Try { succeeded } => {
                let trial = Trial {
                    succeeded,
                    frames: position.frames.len() as u32,
                    base: position.base,
                };
                work!(table.cards.len() + table.cells.len());
                let offered = &position.choices;
                if !position.remembered.remember(table, Some(trial), offered) {
                    stop!(position, pc, TooDeep);
                }
                position.trials += 1;
            }
            Op::GoBack {} => {
                if !position.remembered.go_back(table) {
                    stop!(position, pc, Broken);
                }
            }
            Op::EndTry {} => {
                if !position.remembered.end_trial(table, &mut position.choices) {
                    stop!(position, pc, Broken);
                }
                position.trials -= 1;
            }
            Op::Forget {} => position.remembered.forget(),

            Op::Score { seat, from } => {
                let score = r[from.index()];
                let cell = cells::SCORES.index() + usize::from(seat);
                table.cells[cell] = if is_missing(score) { 0 } else { score };
            }
            Op::Win { seat } => {
                if let Some(seat) = within(r[seat.index()], program.seats) {
                    table.cells[cells::WINNERS.index()] |= 1 << seat;
                }
            }
            Op::Lose { seats, to } => {
                r[to.index()] = turns::lose(program, table, r[seats.index()]);
            }
            Op::End {} => {
                tell!(Event::Ended);
                position.pc = pc;
                position.live = 0;
                position.waiting = Waiting::Over;
                return false;
            }
            Op::Stop { why } => match why {
                StopReason::Endless => stop!(position, pc, Endless),
                StopReason::TooMuchWaits => stop!(position, pc, TooMuch),
                StopReason::TooManyEffects => stop!(position, pc, TooManyEffects),
                StopReason::Invariant(_) => stop!(position, pc, Invariant),
            },
            Op::Broken {} => stop!(position, pc, Broken),
        }
    }
}

/// Cost of a jump back from one op to another: more for a long way, so that a loop over much
/// code ends as soon as one over little.
#[inline(always)]
pub(crate) fn way_back(from: Pc, to: Pc) -> u32 {
    1 + (from.0.saturating_sub(to.0) >> OPS_PER_JUMP)
}

/// Cost at the end of a routine that was called just before an op: the call was paid for, its code was not.
#[inline(always)]
pub(crate) fn passed(program: &Program, after: Pc, end: Pc) -> u32 {
    match program.ops.get(after.index().wrapping_sub(1)) {
        Some(Op::Call { routine, .. }) => end.0.saturating_sub(routine.0) >> OPS_PER_JUMP,
        _ => 0,
    }
}

/// Spends fuel for cards or elements that are moved, looked at or copied; false if there is none left but for
/// the jump at which the game is stopped.
#[inline(always)]
pub(crate) fn spend_work(fuel: &mut u32, count: usize) -> bool {
    let jumps = u32::try_from(count / PER_JUMP).unwrap_or(u32::MAX);
    *fuel = fuel.saturating_sub(jumps).max(1);
    *fuel > 1
}

/// A number from 0 to `count` − 1.
#[inline(always)]
fn within(value: i64, count: impl Into<i64>) -> Option<usize> {
    (0..count.into()).contains(&value).then_some(value as usize)
}

#[inline(always)]
fn pile_at(r: &Registers, slot: Slot) -> Option<Pile> {
    let pile = r[slot.index()];
    (!is_missing(pile)).then_some(Pile(pile as u16))
}

#[inline(always)]
fn card_at(r: &Registers, slot: Slot) -> Option<Card> {
    let card = r[slot.index()];
    (!is_missing(card)).then_some(Card(card as u16))
}

#[inline(always)]
fn value_of(card: Option<Card>) -> i64 {
    card.map_or(NOTHING, |card| i64::from(card.0))
}

/// Works out a number from two, and fails if one is missing or there is none.
#[inline(always)]
fn number(r: &Registers, a: Slot, b: Slot, work_out: impl Fn(i64, i64) -> Option<i64>) -> i64 {
    let (a, b) = (r[a.index()], r[b.index()]);
    if is_missing(a) || is_missing(b) {
        return FAILED;
    }
    work_out(a, b)
        .filter(|value| !is_missing(*value))
        .unwrap_or(FAILED)
}

/// A number and a small one together, unless that is more than a number can be.
#[inline(always)]
fn sum(a: i64, value: i32) -> i64 {
    if is_missing(a) {
        return FAILED;
    }
    a.checked_add(i64::from(value))
        .filter(|sum| !is_missing(*sum))
        .unwrap_or(FAILED)
}

/// The larger or smaller of a number and what was found before.
#[inline(always)]
fn extreme(before: i64, number: i64, choose: impl Fn(i64, i64) -> i64) -> i64 {
    if is_missing(number) || before == FAILED {
        FAILED
    } else if before == NOTHING {
        number
    } else {
        choose(before, number)
    }
}

fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let rounds_up = a % b != 0 && (a < 0) != (b < 0);
    Some(quotient - i64::from(rounds_up))
}

fn floor_mod(a: i64, b: i64) -> Option<i64> {
    let remainder = a.checked_rem(b)?;
    let wrong_sign = remainder != 0 && (remainder < 0) != (b < 0);
    Some(if wrong_sign { remainder + b } else { remainder })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_and_the_remainder_has_the_divisors_sign() {
        let pairs = [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, 3)];
        for (a, b) in pairs {
            let (quotient, remainder) = (floor_div(a, b), floor_mod(a, b));
            assert_eq!(quotient, Some((a as f64 / b as f64).floor() as i64));
            assert_eq!(remainder, quotient.map(|quotient| a - b * quotient));
        }
        assert_eq!(floor_div(1, 0), None);
        assert_eq!(floor_mod(1, 0), None);
    }
}
