//! Text that belongs to one person's machine and not to the project.

use std::fs;

use anyhow::{Result, ensure};

use crate::repository::{files, root};

/// What no file may hold. Written in two parts, so that this file passes.
const STRANGERS: &[&str] = &[
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/Us", "ers/"),
    concat!(r"C:\Us", r"ers\"),
];

/// Fails with every line of a text file that names a folder of one machine.
///
/// An export without git is not searched: what it holds was searched when it was committed.
pub(crate) fn check() -> Result<()> {
    let Some(files) = files()? else {
        eprintln!("not a git checkout: files are not searched for machine paths");
        return Ok(());
    };
    let mut problems = Vec::new();
    for file in &files {
        // Binary files, and files deleted but not yet committed, hold no text to search.
        let Ok(text) = fs::read_to_string(root().join(file)) else {
            continue;
        };
        problems.extend(found(&text).into_iter().map(|(line, what)| {
            format!(
                "{}:{line}: `{what}` is a path of one machine",
                file.display()
            )
        }));
    }
    ensure!(problems.is_empty(), "{}", problems.join("\n"));
    eprintln!("{} files name no machine paths", files.len());
    Ok(())
}

/// The lines that hold a stranger, from 1, and which.
fn found(text: &str) -> Vec<(usize, &'static str)> {
    let lines = (1..).zip(text.lines());
    let strangers = lines.flat_map(|(number, line)| {
        let held = STRANGERS
            .iter()
            .filter(|stranger| line.contains(**stranger));
        held.map(move |stranger| (number, *stranger))
    });
    strangers.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_folder_is_found_by_line() {
        let text = format!("fine\nsee {}ann/notes\n", STRANGERS[0]);

        assert_eq!(found(&text), [(2, STRANGERS[0])]);
        assert_eq!(found("see https://example.org/homes/"), []);
    }
}
