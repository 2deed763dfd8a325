//! Parts of the code that must not touch the outside world.
//!
//! A plain search of the text, line by line: comments do not count, anything else does. It needs no build, and looks
//! into code that is not compiled here. Calls under other names, such as those of `Path` that look at the disk, are
//! found by clippy: the same crates have a `clippy.toml` with `disallowed-methods`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::repository::root;

/// A folder and what its code must not mention.
struct Pure {
    folder: &'static str,
    /// Modules of `std`.
    modules: &'static [&'static str],
    macros: &'static [&'static str],
    instead: &'static str,
}

/// The modules of `std` that reach outside.
const OUTSIDE: &[&str] = &["env", "fs", "net", "process", "thread", "time"];

/// The same without threads.
const BUT_THREADS: &[&str] = &["env", "fs", "net", "process", "time"];

const PRINTING: &[&str] = &["print!", "println!", "eprint!", "eprintln!", "dbg!"];

const PURE: &[Pure] = &[
    Pure {
        folder: "crates/cgml/src",
        modules: OUTSIDE,
        macros: PRINTING,
        instead: "take files through `Sources`, and give results and diagnostics back to the caller",
    },
    Pure {
        folder: "crates/engine/src",
        modules: OUTSIDE,
        macros: PRINTING,
        instead: "a position depends on its program, seed and choices alone",
    },
    Pure {
        folder: "crates/compile/src",
        modules: OUTSIDE,
        macros: PRINTING,
        instead: "a program depends on the game and its settings alone",
    },
    Pure {
        folder: "crates/native/src",
        modules: OUTSIDE,
        macros: PRINTING,
        instead: "machine code does what the ops of a program say",
    },
    Pure {
        folder: "crates/narrate/src",
        modules: OUTSIDE,
        macros: PRINTING,
        instead: "words depend on what is told and on the language alone",
    },
    Pure {
        folder: "crates/nets/src",
        modules: OUTSIDE,
        macros: PRINTING,
        instead: "networks know numbers: files are the caller's",
    },
    // Threads are scoped and change nothing; a clock comes in through the caller, and files are those of `storage`.
    Pure {
        folder: "crates/learn/src",
        modules: BUT_THREADS,
        macros: PRINTING,
        instead: "write files with `storage`, and take clocks from the caller",
    },
    Pure {
        folder: "crates/metagame/src",
        modules: BUT_THREADS,
        macros: PRINTING,
        instead: "write files with `storage`, and take clocks from the caller",
    },
    // A span of time is no clock.
    Pure {
        folder: "crates/players/src",
        modules: &["env", "fs", "net", "process"],
        macros: PRINTING,
        instead: "take files, clocks and threads through `Equipment`",
    },
];

/// Fails with every line that reaches outside.
pub(crate) fn check() -> Result<()> {
    let mut problems = Vec::new();
    for pure in PURE {
        search(pure, &root().join(pure.folder), &mut problems)?;
    }
    ensure!(problems.is_empty(), "{}", problems.join("\n"));
    for pure in PURE {
        eprintln!("{} does not touch the outside world", pure.folder);
    }
    Ok(())
}

fn search(pure: &Pure, folder: &Path, problems: &mut Vec<String>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            search(pure, &path, problems)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path)?;
            let name = path.strip_prefix(root()).unwrap_or(&path).display();
            problems.extend(found(pure, &text).into_iter().map(|(line, what)| {
                format!(
                    "{name}:{line}: `{what}` does not belong here: {}",
                    pure.instead
                )
            }));
        }
    }
    Ok(())
}

/// The lines that mention something forbidden, from 1, and what they mention.
fn found(pure: &Pure, text: &str) -> Vec<(usize, String)> {
    let lines = (1..).zip(text.lines());
    let code = lines.filter(|(_, line)| !line.trim_start().starts_with("//"));
    code.flat_map(|(number, line)| mentions(pure, line).map(move |what| (number, what)))
        .collect()
}

fn mentions(pure: &Pure, line: &str) -> impl Iterator<Item = String> {
    let modules = pure
        .modules
        .iter()
        .filter(|module| has_module(line, module));
    let macros = pure.macros.iter().filter(|name| has_word(line, name));
    let modules: Vec<String> = modules.map(|module| format!("std::{module}")).collect();
    let macros: Vec<String> = macros.map(|name| (*name).to_owned()).collect();
    modules.into_iter().chain(macros)
}

/// True if a line names a module of `std`, also as part of `use std::{…}`.
fn has_module(line: &str, module: &str) -> bool {
    let grouped = line.trim_start().starts_with("use std::{");
    has_word(line, &format!("std::{module}")) || grouped && has_word(line, module)
}

/// Whether `word` stands in `line` and is not a part of a longer word.
fn has_word(line: &str, word: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(is_letter) && !line[at + word.len()..].starts_with(is_letter)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_text(text: &str) -> Vec<(usize, String)> {
        found(&PURE[0], text)
    }

    #[test]
    fn files_clocks_and_printing_are_found_by_line() {
        let text =
            "use std::fs;\nfn f() {\n    println!(\"{:?}\", std::time::Instant::now());\n}\n";

        assert_eq!(
            in_text(text),
            [
                (1, "std::fs".to_owned()),
                (3, "std::time".to_owned()),
                (3, "println!".to_owned()),
            ]
        );
    }

    #[test]
    fn a_group_of_imports_is_looked_into() {
        assert_eq!(in_text("use std::{fmt, fs};"), [(1, "std::fs".to_owned())]);
    }

    #[test]
    fn comments_and_longer_words_are_left_alone() {
        let text = "// std::fs is for callers.\nuse std::{env_logger, fmt};\nmy_println!();\n";

        assert_eq!(in_text(text), []);
    }
}
