//! `fuda migrate`: rewrites older game files for a newer version of CGML.
//!
//! Only what has one clear meaning in the newer version is rewritten, in place, so that comments
//! and layout stay. The rest is listed as [`Decision`]s for the author; nothing is written into the
//! file about them. From 1.2 to 1.3 selectors, actions and the shape of `flow` changed; from 1.3 to
//! 1.4 only the alias `SET_GAME_STATE` went (CGML §19) and teams are declared; everything else keeps
//! its meaning.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

use crate::outline::{Node, Outline, SIZE_LIMIT, SyntaxError};
use draft::Draft;
use names::Names;

mod actions;
mod draft;
mod expressions;
mod flow;
mod inherit;
mod names;
mod operands;
mod selectors;
mod teams;
#[cfg(test)]
mod tests;

/// A version to migrate to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// CGML 1.3, the version with selectors.
    V1_3,
    /// CGML 1.4, the version with text.
    V1_4,
}

/// A migrated file.
///
/// Lines are those of the new text, which is where an author looks next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migration {
    /// The migrated text, comments included.
    pub text: String,
    /// The changes, in the order of the file.
    pub changes: Vec<Change>,
    /// The decisions that are left to a person, in the order of the file.
    pub decisions: Vec<Decision>,
}

/// Something that was rewritten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The line, from 1.
    pub line: u32,
    /// Description of the change.
    pub description: String,
}

/// Something that only the author can know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The line, from 1.
    pub line: u32,
    /// Question to the author, with the possible answers.
    pub question: String,
}

/// Reason why a file was not migrated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MigrateError {
    /// The text is not YAML.
    #[error("{message}")]
    Syntax {
        /// The problem, in the parser's words.
        message: String,
        /// The bytes that do not fit.
        range: Range<usize>,
    },
    /// The text is longer than anything that is worth reading.
    #[error("the file has {size} bytes, and more than {limit} are not read; split it")]
    TooLarge {
        /// Its length in bytes.
        size: usize,
        /// The longest that is read.
        limit: usize,
    },
    /// The text says more than a file may.
    #[error("the file has more than {limit} values and comments; split it")]
    TooMany {
        /// The most that are read.
        limit: usize,
    },
    /// Nothing says which version the file is written in.
    #[error("the file does not say its version; write `cgml_version: \"1.2\"` or `\"1.3\"` first")]
    NoVersion,
    /// The file is written in a version that cannot be migrated from.
    #[error("`{found}` is no version that can be migrated; versions are `1.2`, `1.3` and `1.4`")]
    UnknownVersion {
        /// The text that was found.
        found: String,
        /// The place where it says so.
        range: Range<usize>,
    },
    /// The file is newer than the version asked for.
    #[error("the file is written in {found}, which is newer than {target}")]
    Newer {
        /// Version that the file is written in.
        found: String,
        /// The version asked for.
        target: Target,
    },
    /// The changes would break the file, so it is left alone. This is a mistake of fuda, not of the
    /// author.
    #[error("migrating the file would damage it, so it is left as it is")]
    WouldDamage,
}

/// Rewrites a file for a newer version.
///
/// A file that already has the version is given back as it is. The result is YAML again, with the
/// same comments, and says the version asked for.
///
/// ```
/// use cgml::migrate::{Target, migrate};
///
/// let text = "cgml_version: \"1.3\"\nsetup:\n  - { action: SET_GAME_STATE, state: Play } # go\n";
/// let migration = migrate(text, Target::V1_4).expect("the file says its version");
///
/// assert_eq!(
///     migration.text,
///     "cgml_version: \"1.4\"\nsetup:\n  - { action: SET_STATE, state: Play } # go\n"
/// );
/// assert_eq!(migration.changes[1].description, "`SET_GAME_STATE` is now `SET_STATE`");
/// ```
pub fn migrate(text: &str, to: Target) -> Result<Migration, MigrateError> {
    if text.len() > SIZE_LIMIT {
        return Err(MigrateError::TooLarge {
            size: text.len(),
            limit: SIZE_LIMIT,
        });
    }
    let source = inherit::with_key_for_tag_line(text);
    let outline = Outline::read(&source).map_err(|error| syntax_error(text, error))?;
    let (version, node) = version(&outline)?;
    if version.target() == Some(to) {
        return Ok(unchanged(text));
    }
    if version.target() > Some(to) {
        return Err(MigrateError::Newer {
            found: version.to_string(),
            target: to,
        });
    }
    let mut draft = Draft::new(text, &outline);
    rewrite(&mut draft, &outline, version, to);
    draft.replace_word(node, &to.to_string());
    draft.change(node.start(), format!("the version is now `{to}`"));
    let migration = draft.finish()?;
    is_sound(&outline, &migration.text, to)
        .then_some(migration)
        .ok_or(MigrateError::WouldDamage)
}

/// A version that a file may be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Version {
    V1_2,
    V1_3,
    V1_4,
}

impl Version {
    /// The same version as something to migrate to; nothing is migrated to 1.2.
    fn target(self) -> Option<Target> {
        match self {
            Self::V1_2 => None,
            Self::V1_3 => Some(Target::V1_3),
            Self::V1_4 => Some(Target::V1_4),
        }
    }
}

fn unchanged(text: &str) -> Migration {
    Migration {
        text: text.to_owned(),
        changes: Vec::new(),
        decisions: Vec::new(),
    }
}

/// The version of a file: that of the first document that says one.
fn version<'o>(outline: &'o Outline<'_>) -> Result<(Version, &'o Node), MigrateError> {
    let mut roots = outline.documents.iter().map(|document| &document.root);
    let node = roots
        .find_map(|root| root.get("cgml_version"))
        .ok_or(MigrateError::NoVersion)?;
    let version = match node.word() {
        Some("1.2") => Version::V1_2,
        Some("1.3") => Version::V1_3,
        Some("1.4") => Version::V1_4,
        found => {
            return Err(MigrateError::UnknownVersion {
                found: found.unwrap_or("").to_owned(),
                range: node.range.clone(),
            });
        }
    };
    Ok((version, node))
}

fn rewrite(draft: &mut Draft<'_>, outline: &Outline<'_>, version: Version, to: Target) {
    for document in &outline.documents {
        let root = &document.root;
        inherit::rewrite(draft, root);
        match version {
            Version::V1_2 => {
                let names = Names::of(root);
                names::rewrite_scopes(draft, root);
                flow::rewrite(draft, root);
                actions::rewrite(draft, root, &names);
            }
            Version::V1_3 | Version::V1_4 => actions::rename_alias(draft, root),
        }
        match to {
            Target::V1_4 => teams::ask(draft, root),
            Target::V1_3 => {}
        }
    }
}

/// True if the result is YAML with the same comments, in the version asked for.
fn is_sound(before: &Outline<'_>, text: &str, to: Target) -> bool {
    let Ok(after) = Outline::read(text) else {
        return false;
    };
    let is_version = version(&after).is_ok_and(|(version, _)| version.target() == Some(to));
    is_version && comments(before).eq(comments(&after))
}

fn comments<'o>(outline: &'o Outline<'_>) -> impl Iterator<Item = &'o str> {
    outline
        .comments
        .iter()
        .map(|comment| &outline.text[comment.range.clone()])
}

fn syntax_error(text: &str, error: SyntaxError) -> MigrateError {
    if error.says_too_much {
        return MigrateError::TooMany {
            limit: crate::limits::OUTLINE_EVENTS,
        };
    }
    let rest = text.get(error.at..).unwrap_or("");
    let length = rest.chars().next().map_or(0, char::len_utf8);
    MigrateError::Syntax {
        message: error.message,
        range: error.at..error.at + length,
    }
}

impl fmt::Display for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::V1_3 => "1.3",
            Self::V1_4 => "1.4",
        })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::V1_2 => "1.2",
            Self::V1_3 => "1.3",
            Self::V1_4 => "1.4",
        })
    }
}
