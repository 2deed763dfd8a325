//! What machine code and the interpreter hand to each other.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::ids::Pc;
use engine::native::{Parts, Step};
use engine::position::Position;
use engine::program::Program;

/// What the code returns when the routine has been left; otherwise the op at which the interpreter goes on.
pub(crate) const LEFT: i64 = -1;

/// What machine code works on.
#[repr(C)]
pub(crate) struct Context {
    pub parts: Parts,
    pub fuel: u32,
    pub program: *const Program,
    pub position: *mut Position,
    /// What a step has panicked with: it goes on behind the machine code, which cannot be unwound.
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
    let result = catch_unwind(AssertUnwindSafe(|| context.step(Pc(pc as u32))));
    match result {
        Ok(Step::GoOn(pc)) => i64::from(pc.0),
        Ok(Step::Left) => LEFT,
        Err(panic) => {
            context.panic = Some(panic);
            LEFT
        }
    }
}

impl Context {
    /// Lets the interpreter carry out one op.
    pub(crate) fn step(&mut self, pc: Pc) -> Step {
        // SAFETY: whoever made the context promises that both live and are used by nobody else.
        let (program, position) = unsafe { (&*self.program, &mut *self.position) };
        position.take_over(&self.parts);
        let step = position.step(program, pc, &mut self.fuel);
        self.parts = position.parts();
        step
    }
}
