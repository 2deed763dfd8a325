//! Executes ops until the game waits for a decision or is over.
//!
//! Each op is a small function of [`Execution`], in the file of its family in [`ops`]. The table of ops calls them
//! ([`Op::execute`]): a row without its function does not compile. Registers are a window of 256 numbers, so that no op can reach beyond them.

pub(crate) mod blind;
pub mod coverage;
pub(crate) mod execution;
pub mod native;
pub(crate) mod needed;
pub mod trace;

mod marked;
mod moving;
mod ops;
mod turns;

use crate::event::Watch;
use crate::fault::{Fault, FaultKind};
use crate::ids::Pc;
use crate::op::Op;
use crate::position::{Position, WINDOW, Waiting};
use crate::program::{Program, cells};
use execution::{Execution, Next};

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

/// Runs one routine until it calls another, returns, or the game waits; or only its next op, if `ONE`. Says
/// whether the routine goes on.
fn frame<W: Watch, const ONE: bool>(
    program: &Program,
    position: &mut Position,
    watch: &mut W,
    fuel: &mut u32,
) -> bool {
    let Some(mut run) = Execution::of(program, position, watch, fuel) else {
        stop(position, position.pc, FaultKind::TooDeep);
        return false;
    };
    let next = Op::execute::<W, ONE>(&mut run);
    let (pc, after) = (run.pc, run.after);
    match next {
        Next::Op => position.pc = after,
        Next::Leave(to) => position.pc = to,
        Next::Chance => {
            position.pc = after;
            position.live = position.base + u32::from(program.frame);
            position.wait_for_chance(program.ops[pc.index()]);
        }
        Next::Stop(kind) => stop(position, pc, kind),
    }
    matches!(next, Next::Op)
}

/// Stops the game at an op.
fn stop(position: &mut Position, pc: Pc, kind: FaultKind) {
    position.waiting = Waiting::Fault(Fault { kind, pc });
    position.live = position.base;
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
