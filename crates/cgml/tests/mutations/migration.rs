//! Promise of migrating: a game that is accepted is accepted in the newer version, too, unless
//! the author has something to decide.

use cgml::diagnostic::Diagnostics;
use cgml::migrate::{MigrateError, Migration, Target, migrate};
use cgml::render::{Style, terminal};

use crate::trial::checked;

/// True if a file that is accepted in 1.3, as written or as migrated from 1.2, is accepted in 1.4.
pub(crate) fn is_no_loss(text: &str) -> Result<(), String> {
    let problems = promised(text)?.and_then(|newer| problems(&newer));
    match problems {
        None => Ok(()),
        Some(problems) => Err(format!("a game is refused after migrating: {problems}")),
    }
}

/// True if anything is promised about a file.
pub(crate) fn is_promised(text: &str) -> bool {
    promised(text).is_ok_and(|newer| newer.is_some())
}

/// The file in 1.4, if it is accepted in 1.3 and nothing is left to decide.
fn promised(text: &str) -> Result<Option<String>, String> {
    let older = migrated(text, Target::V1_3)?;
    let Some(older) = older.filter(|older| problems(&older.text).is_none()) else {
        return Ok(None);
    };
    let newer = migrated(text, Target::V1_4)?;
    let newer = newer.filter(|newer| newer.decisions.is_empty() && older.decisions.is_empty());
    Ok(newer.map(|newer| newer.text))
}

/// The file in a version; nothing if it is no file of that or an older version.
fn migrated(text: &str, to: Target) -> Result<Option<Migration>, String> {
    match migrate(text, to) {
        Ok(migration) => Ok(Some(migration)),
        Err(MigrateError::WouldDamage) => Err("migrating would damage the file".to_owned()),
        Err(
            MigrateError::Syntax { .. }
            | MigrateError::TooLarge { .. }
            | MigrateError::TooMany { .. }
            | MigrateError::NoVersion
            | MigrateError::UnknownVersion { .. }
            | MigrateError::Newer { .. },
        ) => Ok(None),
    }
}

/// Diagnostics of a file, if there are any.
fn problems(text: &str) -> Option<String> {
    let mut diagnostics = Diagnostics::new();
    match checked(text.as_bytes(), &mut diagnostics) {
        Some(_) => None,
        None => Some(terminal(&diagnostics, Style::Plain)),
    }
}
