//! Machine code for compiled games.
//!
//! ```text
//! Program ──compile──▶ Code, a Machine ──▶ Program.machine
//! ```
//!
//! The interpreter of the engine says what ops mean, and stays the reference: machine code does the frequent
//! ones itself, gives all others back, and the tests demand that games go exactly the same way with it.
//!
//! Not here: rules of games, and any check that the code could do without. Every index that comes out of a register
//! is compared before it is used, so that a wrong program or a damaged position cannot reach memory that is not its
//! own.

mod context;
mod emit;
mod tables;

use std::fmt;
use std::panic::resume_unwind;

use cranelift_codegen::ir::{AbiParam, UserFuncName, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module};
use engine::ids::Pc;
use engine::native::Machine;
use engine::position::Position;
use engine::program::Program;
use std::sync::Arc;

use context::{Context, LEFT};
use emit::{Emitter, Steps};
use tables::Tables;

/// Reason why there is no machine code for a program.
#[derive(Debug, thiserror::Error)]
pub enum NativeError {
    /// The processor is not one that code can be made for.
    #[error("no machine code can be made for this processor: {0}")]
    Processor(String),
    /// The code could not be made.
    #[error("machine code could not be made: {0}")]
    Failed(String),
}

/// The entry of machine code: takes the context and the number of an entry, gives [`LEFT`] or an op.
type Entry = unsafe extern "C" fn(*mut Context, u32) -> i64;

/// The machine code of one program.
struct Code {
    entry: Entry,
    tables: Tables,
    ops: usize,
    module: Option<JITModule>,
}

// SAFETY: code and tables never change once they are made; the module is only kept to be freed.
unsafe impl Send for Code {}
// SAFETY: see above.
unsafe impl Sync for Code {}

impl fmt::Debug for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "machine code of {} ops", self.ops)
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: nobody runs the code any more: a machine is borrowed as long as it runs.
            unsafe { module.free_memory() };
        }
    }
}

/// Gives a program machine code. It must not be changed afterwards.
pub fn attach(program: &mut Program) -> Result<(), NativeError> {
    program.machine = Some(Arc::new(compile(program)?));
    Ok(())
}

fn compile(program: &Program) -> Result<Code, NativeError> {
    let failed = |error: &dyn fmt::Display| NativeError::Failed(error.to_string());
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "speed"),
        ("use_colocated_libcalls", "false"),
        ("is_pic", "false"),
        ("enable_pinned_reg", "true"),
        (
            "enable_verifier",
            if cfg!(debug_assertions) {
                "true"
            } else {
                "false"
            },
        ),
    ] {
        flags.set(name, value).map_err(|error| failed(&error))?;
    }
    let isa =
        cranelift_native::builder().map_err(|error| NativeError::Processor(error.to_owned()))?;
    let isa = isa
        .finish(settings::Flags::new(flags))
        .map_err(|error| failed(&error))?;
    let mut builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
    builder.symbol("step", context::step as *const u8);
    builder.symbol("step_in_place", context::step_in_place as *const u8);
    builder.symbol("list", context::list as *const u8);
    builder.symbol("melds", context::melds as *const u8);
    let mut module = JITModule::new(builder);

    let import = |module: &mut JITModule, name: &str, parameters: usize| {
        let mut signature = module.make_signature();
        signature.params = vec![AbiParam::new(types::I64); parameters];
        signature.returns = vec![AbiParam::new(types::I64)];
        module
            .declare_function(name, Linkage::Import, &signature)
            .map_err(|error| failed(&error))
    };
    let step = import(&mut module, "step", 2)?;
    let step_in_place = import(&mut module, "step_in_place", 2)?;
    let list = import(&mut module, "list", 4)?;
    let melds = import(&mut module, "melds", 6)?;

    let mut code = module.make_context();
    code.func.signature.params = vec![AbiParam::new(types::I64), AbiParam::new(types::I32)];
    code.func.signature.returns = vec![AbiParam::new(types::I64)];
    code.func.name = UserFuncName::user(0, 0);
    let tables = Tables::of(program);
    let steps = Steps {
        step: module.declare_func_in_func(step, &mut code.func),
        step_in_place: module.declare_func_in_func(step_in_place, &mut code.func),
        list: module.declare_func_in_func(list, &mut code.func),
        melds: module.declare_func_in_func(melds, &mut code.func),
    };
    let mut shared = FunctionBuilderContext::new();
    let builder = FunctionBuilder::new(&mut code.func, &mut shared);
    let builder = Emitter::write(builder, program, &tables, steps);
    builder.finalize(module.target_config());

    let run = module
        .declare_function("run", Linkage::Export, &code.func.signature)
        .map_err(|error| failed(&error))?;
    module
        .define_function(run, &mut code)
        .map_err(|error| NativeError::Failed(format!("{error:?}")))?;
    module
        .finalize_definitions()
        .map_err(|error| failed(&error))?;
    let entry = module.get_finalized_function(run);
    // SAFETY: the function was declared with this signature.
    let entry = unsafe { std::mem::transmute::<*const u8, Entry>(entry) };
    Ok(Code {
        entry,
        tables,
        ops: program.ops.len(),
        module: Some(module),
    })
}

impl Machine for Code {
    fn run(&self, program: &Program, position: &mut Position, fuel: &mut u32) {
        let pc = position.pc();
        let mut context = Context {
            registers: position.registers(),
            parts: position.parts(),
            pinned: 0,
            fuel: *fuel,
            program,
            position,
            panic: None,
        };
        self.go(&mut context, pc);
        *fuel = context.fuel;
        if let Some(panic) = context.panic {
            resume_unwind(panic);
        }
    }
}

impl Code {
    /// Goes on at an op until the routine is left: in machine code if it can be entered there.
    fn go(&self, context: &mut Context, pc: Pc) {
        let entry = self.tables.entry_of.get(pc.index()).copied().flatten();
        let Some(entry) = entry else {
            context.step(pc);
            return;
        };
        // SAFETY: the code was made for this program, `Position::fits` has said that the position has its parts,
        // and both are borrowed for as long as the code runs.
        let at = unsafe { (self.entry)(context, entry) };
        if at != LEFT && !context.ask(Pc(at as u32)) {
            context.step(Pc(at as u32));
        }
    }
}
