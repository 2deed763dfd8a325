//! Context: the state that machine code and the interpreter share.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::ids::Pc;
use engine::native::{Parts, Step};
use engine::op::Op;
use engine::position::Position;
use engine::program::Program;

/// Returned when the routine was left; otherwise the code returns the op at which the interpreter continues.
pub(crate) const LEFT: i64 = -1;

/// State of a run of machine code.
#[repr(C)]
pub(crate) struct Context {
    pub parts: Parts,
    /// The registers of the routine that runs.
    pub registers: *mut i64,
    /// The former value of the register that holds the context.
    pub pinned: u64,
    pub fuel: u32,
    pub program: *const Program,
    pub position: *mut Position,
    /// Payload of a panic in a step: it is resumed behind the machine code, which cannot be unwound.
    pub panic: Option<Box<dyn Any + Send>>,
}

/// Carries out one op; called by machine code.
///
/// # Safety
///
/// `context` points to a context whose program and position live and are used by nobody else meanwhile.
pub(crate) unsafe extern "C" fn step(context: *mut Context, pc: i64) -> i64 {
    // SAFETY: the caller promises it.
    let context = unsafe { &mut *context };
    let reached = context.guarded_step(pc);
    // SAFETY: whoever made the context promises that the position lives and is used by nobody else.
    context.parts = unsafe { &mut *context.position }.parts();
    reached
}

/// As [`step`], for an op after which lists, choices and waiting routines are where they were.
///
/// # Safety
///
/// As for [`step`].
pub(crate) unsafe extern "C" fn step_in_place(context: *mut Context, pc: i64) -> i64 {
    // SAFETY: the caller promises it.
    unsafe { &mut *context }.guarded_step(pc)
}

/// Result of [`list`] if there are too many elements.
pub(crate) const TOO_MANY: i64 = i64::MAX;

/// Executes the list op at `pc` on two values; called by machine code.
///
/// # Safety
///
/// As for [`step`].
pub(crate) unsafe extern "C" fn list(context: *mut Context, pc: i64, a: i64, b: i64) -> i64 {
    // SAFETY: the caller promises it.
    let context = unsafe { &mut *context };
    // SAFETY: whoever made the context promises that both live and are used by nobody else.
    let (program, position) = unsafe { (&*context.program, &mut *context.position) };
    let Op::List { verb, .. } = program.ops[pc as usize] else {
        return TOO_MANY;
    };
    let made = catch_unwind(AssertUnwindSafe(|| {
        position.apply(verb, a, b, &mut context.fuel)
    }));
    position.update_elements(&mut context.parts);
    made.ok().flatten().unwrap_or(TOO_MANY)
}

/// Executes the op at `pc` that makes sets, runs or a packing; called by machine code.
///
/// # Safety
///
/// As for [`step`].
pub(crate) unsafe extern "C" fn melds(
    context: *mut Context,
    pc: i64,
    a: i64,
    b: i64,
    c: i64,
    d: i64,
) -> i64 {
    // SAFETY: the caller promises it.
    let context = unsafe { &mut *context };
    // SAFETY: whoever made the context promises that both live and are used by nobody else.
    let (program, position) = unsafe { (&*context.program, &mut *context.position) };
    let op = program.ops[pc as usize];
    let made = catch_unwind(AssertUnwindSafe(|| {
        position.melds(program, op, [a, b, c, d], &mut context.fuel)
    }));
    position.update_elements(&mut context.parts);
    made.ok().flatten().unwrap_or(TOO_MANY)
}

impl Context {
    fn guarded_step(&mut self, pc: i64) -> i64 {
        let result = catch_unwind(AssertUnwindSafe(|| self.step(Pc(pc as u32))));
        match result {
            Ok(Step::GoOn(pc)) => i64::from(pc.0),
            Ok(Step::Left) => LEFT,
            Err(panic) => {
                self.panic = Some(panic);
                LEFT
            }
        }
    }

    /// Waits for an answer, if the op asks a question; false if it does not.
    pub(crate) fn ask(&mut self, pc: Pc) -> bool {
        // SAFETY: whoever made the context promises that both live and are used by nobody else.
        let (program, position) = unsafe { (&*self.program, &mut *self.position) };
        position.wait_for_answer(program, pc)
    }

    /// Lets the interpreter execute one op.
    pub(crate) fn step(&mut self, pc: Pc) -> Step {
        // SAFETY: whoever made the context promises that both live and are used by nobody else.
        let (program, position) = unsafe { (&*self.program, &mut *self.position) };
        position.step(program, pc, &mut self.fuel)
    }
}
