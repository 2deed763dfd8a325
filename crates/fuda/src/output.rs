//! Everything the program prints goes through here.
//!
//! Results go to stdout, everything else to stderr. Colours are written always and taken out again
//! where the reader is no terminal or `--color` says so.

use serde_json::Value;
use std::io::{self, Write};

const ERROR: &str = "\u{1b}[1;91merror\u{1b}[0m";
const HINT: &str = "\u{1b}[1;96mhint\u{1b}[0m";

/// Prints a result; adds the line break where it is missing. Nothing is printed for no text.
pub(crate) fn print(text: &str) -> io::Result<()> {
    write(anstream::stdout().lock(), text)
}

/// Prints a result for programs.
pub(crate) fn print_json(value: &Value) -> io::Result<()> {
    print(&format!("{value:#}"))
}

/// Tells something that is not the result.
pub(crate) fn tell(text: &str) -> io::Result<()> {
    write(anstream::stderr().lock(), text)
}

/// Tells why the command could not be done, and what to do.
pub(crate) fn complain(message: &str, hint: Option<&str>) -> io::Result<()> {
    tell(&format!("{ERROR}: {message}"))?;
    match hint {
        Some(hint) => tell(&format!("{HINT}: {hint}")),
        None => Ok(()),
    }
}

fn write(mut stream: impl Write, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes())?;
    if !text.is_empty() && !text.ends_with('\n') {
        stream.write_all(b"\n")?;
    }
    stream.flush()
}
