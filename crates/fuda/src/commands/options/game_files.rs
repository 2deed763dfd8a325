//! The game files that a rewriting command is given, and how they are read and written.

use crate::commands::Misuse;
use anyhow::Context;
use cgml::codes::files;
use cgml::diagnostic::{Diagnostic, Diagnostics};
use cgml::limits::FILE_BYTES;
use cgml::source::Span;
use cgml::tree::Tree;
use cgml::yaml;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Hint for a rewriting command that broke a promise.
pub(in crate::commands) const FAULT_HINT: &str = "this is a mistake of fuda: please report it";

/// File name extensions of games.
const EXTENSIONS: [&str; 3] = ["cgml", "yaml", "yml"];

/// The files, and the game files in and below the folders, sorted and each once.
///
/// Links are not followed, and what begins with a dot is left alone.
pub(in crate::commands) fn find(paths: &[PathBuf]) -> anyhow::Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    for path in paths {
        if path.is_dir() {
            add_folder(path, &mut found)?;
        } else if path.is_file() {
            found.insert(path.clone());
        } else {
            let message = format!("there is no file or folder named `{}`", path.display());
            return Err(Misuse::new(message, "give files or folders of games on disk").into());
        }
    }
    Ok(found)
}

fn add_folder(folder: &Path, found: &mut BTreeSet<PathBuf>) -> anyhow::Result<()> {
    let cannot_read = || format!("cannot read `{}`", folder.display());
    for entry in fs::read_dir(folder).with_context(cannot_read)? {
        let entry = entry.with_context(cannot_read)?;
        let (kind, path) = (entry.file_type()?, entry.path());
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if kind.is_dir() {
            add_folder(&path, found)?;
        } else if kind.is_file() && is_game_file(&path) {
            found.insert(path);
        }
    }
    Ok(())
}

fn is_game_file(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
}

/// The text of a file; `None` if it is no text that a game can hold, which is reported.
pub(in crate::commands) fn read(
    path: &Path,
    diagnostics: &mut Diagnostics,
) -> anyhow::Result<Option<String>> {
    let cannot_read = || format!("cannot read `{}`", path.display());
    let size = fs::metadata(path).with_context(cannot_read)?.len();
    if size > FILE_BYTES as u64 {
        report_size(&path.display().to_string(), diagnostics);
        return Ok(None);
    }
    let bytes = fs::read(path).with_context(cannot_read)?;
    Ok(text(&path.display().to_string(), bytes, diagnostics))
}

/// The text of standard input, under a name for people; `None` as for a file.
pub(in crate::commands) fn read_stdin(
    name: &str,
    diagnostics: &mut Diagnostics,
) -> anyhow::Result<Option<String>> {
    let mut bytes = Vec::new();
    io::stdin()
        .take(FILE_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {name}"))?;
    if bytes.len() > FILE_BYTES {
        report_size(name, diagnostics);
        return Ok(None);
    }
    Ok(text(name, bytes, diagnostics))
}

fn text(name: &str, bytes: Vec<u8>, diagnostics: &mut Diagnostics) -> Option<String> {
    let text = String::from_utf8(bytes);
    if text.is_err() {
        let message = format!("`{name}` is not UTF-8");
        diagnostics.report(
            Diagnostic::placeless(files::NOT_UTF8, message).hint("save the file again as UTF-8"),
        );
    }
    text.ok()
}

fn report_size(name: &str, diagnostics: &mut Diagnostics) {
    let message = format!("`{name}` is too large: the limit is {FILE_BYTES} bytes");
    diagnostics
        .report(Diagnostic::placeless(files::FILE_TOO_LARGE, message).hint("split the file"));
}

/// Reports that a text is not YAML.
///
/// The loader explains such problems best; what it accepts, we say in the given words.
pub(in crate::commands) fn report_syntax(
    name: &str,
    text: &str,
    message: &str,
    range: Range<usize>,
    diagnostics: &mut Diagnostics,
) {
    let errors = diagnostics.error_count();
    let parsed = yaml::parse_text(name, text, &mut Tree::default(), diagnostics);
    if parsed.is_ok() && diagnostics.error_count() == errors {
        let file = diagnostics.files_mut().add(name, text);
        let span = Span::new(file, range.start, range.end);
        diagnostics.report(Diagnostic::new(files::YAML_SYNTAX, span, message));
    }
}

/// Puts a new text in the place of a file's.
pub(in crate::commands) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    storage::write(path, text.as_bytes())
        .with_context(|| format!("cannot write `{}`", path.display()))
}
