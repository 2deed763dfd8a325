//! The `fuda` program: reads the command line, runs one command, prints what it found.
//!
//! Exit codes: 0 done, 1 the input has problems, 2 wrong usage.

mod cli;
mod commands;
mod output;
mod table;

use clap::Parser;
use cli::Cli;
use commands::{Misuse, Outcome};
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return show_usage(&error),
    };
    cli.color.write_global();
    match run(cli) {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Problems) => ExitCode::from(1),
        Err(error) => fail(&error),
    }
}

fn run(cli: Cli) -> anyhow::Result<Outcome> {
    match cli.command {
        Some(command) => command.run(),
        None => {
            output::print(&cli::introduction())?;
            Ok(Outcome::Done)
        }
    }
}

/// Prints help, the version, or what is wrong with the arguments.
fn show_usage(error: &clap::Error) -> ExitCode {
    match error.print() {
        Ok(()) => ExitCode::from(error.exit_code() as u8),
        Err(error) => fail(&error.into()),
    }
}

/// A reader who went away, as in `fuda explain --list | head`, has what they wanted.
fn fail(error: &anyhow::Error) -> ExitCode {
    let is_broken_pipe = error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    if is_broken_pipe {
        return ExitCode::SUCCESS;
    }
    let misuse = error.downcast_ref::<Misuse>();
    let hint = misuse.and_then(|misuse| misuse.hint.as_deref());
    // There is nowhere left to report to if stderr is gone.
    let _gone = output::complain(&format!("{error:#}"), hint);
    ExitCode::from(if misuse.is_some() { 2 } else { 1 })
}
