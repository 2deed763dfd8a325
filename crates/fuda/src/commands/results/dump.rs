//! A game that was stopped, written down so that `fuda replay` leads to the same position.

use crate::commands::Misuse;
use crate::output;
use anyhow::Context;
use engine::record::Record;
use std::path::{Path, PathBuf};

/// Nothing is overwritten.
pub(in crate::commands) fn must_be_new(file: &Path) -> Result<(), Misuse> {
    if file.exists() {
        return Err(Misuse::new(
            format!("`{}` exists already", file.display()),
            "give another file for the record, or remove it first",
        ));
    }
    Ok(())
}

/// Writes a record to a file; as JSON if it ends in `.json`.
pub(in crate::commands) fn write(record: &Record, file: &Path) -> anyhow::Result<()> {
    let bytes = match file.extension() {
        Some(extension) if extension == "json" => serde_json::to_vec_pretty(record)?,
        Some(_) | None => record.to_bytes(),
    };
    storage::write(file, &bytes)
        .with_context(|| format!("the record `{}` cannot be written", file.display()))?;
    output::tell(&format!("the record was written to `{}`", file.display()))?;
    Ok(())
}

/// Writes the record of a game that was stopped: to the file that was asked for, or to a new one here.
pub(in crate::commands) fn write_stopped(
    record: &Record,
    asked: Option<&Path>,
) -> anyhow::Result<()> {
    match asked {
        Some(file) => write(record, file),
        None => write(record, &new_file(record)),
    }
}

/// A name that no file has yet: the game, the seed, and a number if need be.
fn new_file(record: &Record) -> PathBuf {
    let name = record.game.to_lowercase();
    let name: String = name
        .chars()
        .map(|letter| {
            if letter.is_alphanumeric() {
                letter
            } else {
                '-'
            }
        })
        .collect();
    let name = format!("{name}-{}", record.seed);
    let numbered = (2..).map(|number| PathBuf::from(format!("{name}-{number}.record")));
    let mut names = [PathBuf::from(format!("{name}.record"))]
        .into_iter()
        .chain(numbered);
    names
        .find(|file| !file.exists())
        .expect("there are more numbers than files")
}
