//! The problems of files, where they are named.

use super::paths::Refusal;
use crate::codes::{Code, files, merge};
use crate::diagnostic::{Diagnostic, Hint, quoted};
use crate::limits;
use crate::source::{ReadError, Span};
use crate::yaml;

pub(super) fn refused(written: &str, refusal: Refusal) -> Diagnostic {
    let shown = quoted(written);
    let (code, message, hint): (Code, String, &str) = match refusal {
        Refusal::Empty => (
            merge::INCLUDE_ARGUMENT,
            "there is no path here".to_owned(),
            "write the path of a file, relative to this file",
        ),
        Refusal::Url => (
            merge::URL,
            format!("{shown} is a URL, and games are read without the network"),
            "save the file in the game's folder, for example as `vendor/name.yaml`, and name that",
        ),
        Refusal::Absolute => (
            merge::PATH_NOT_PORTABLE,
            format!("{shown} is an absolute path"),
            "write the path relative to this file",
        ),
        Refusal::Backslash => (
            merge::PATH_NOT_PORTABLE,
            format!("{shown} has backslashes"),
            "write `/` between the parts of a path, on every system",
        ),
        Refusal::ControlCharacter => (
            merge::PATH_NOT_PORTABLE,
            format!("{shown} holds a control character"),
            "delete the character",
        ),
        Refusal::OutsideGame => (
            merge::PATH_OUTSIDE,
            format!("{shown} leads out of the game's folder"),
            "copy the file into the game's folder",
        ),
        Refusal::OutsideLibrary => (
            merge::PATH_OUTSIDE,
            format!("{shown} leads out of the library"),
            "files of the library can name files of the library only",
        ),
    };
    Diagnostic::placeless(code, message).hint(hint)
}

pub(super) fn failed(written: &str, error: &ReadError) -> Diagnostic {
    match error {
        ReadError::TooLarge(bytes) => yaml::too_large(written, *bytes),
        ReadError::Outside => refused(written, Refusal::OutsideGame),
        ReadError::IsFolder => is_folder(written),
        ReadError::Missing => missing(written, None),
        ReadError::NoFile => Diagnostic::placeless(
            files::FILE_UNREADABLE,
            format!(
                "{} is a pipe, a device or a socket, not a file",
                quoted(written)
            ),
        )
        .hint("put the text into a file, and name that"),
        ReadError::Other(reason) => Diagnostic::placeless(
            files::FILE_UNREADABLE,
            format!("{} cannot be read: {reason}", quoted(written)),
        )
        .hint("check the permissions and links of the file and of the folders above it"),
    }
}

/// Suggestion for a path that leads nowhere.
pub(super) enum Suggestion {
    /// A path that is like it, written the same way.
    Near(String),
    /// The files of the library, which has none that is like it.
    Library(Vec<String>),
}

pub(super) fn missing(written: &str, suggestion: Option<Suggestion>) -> Diagnostic {
    let hint = match suggestion {
        Some(Suggestion::Near(near)) => Hint::Meant(near),
        Some(Suggestion::Library(files)) => {
            Hint::all_of("the library has", files.iter().map(String::as_str))
        }
        None => "check the path; upper and lower case matter".into(),
    };
    Diagnostic::placeless(
        files::FILE_MISSING,
        format!("there is no file {}", quoted(written)),
    )
    .hint(hint)
}

pub(super) fn is_folder(written: &str) -> Diagnostic {
    Diagnostic::placeless(files::IS_FOLDER, format!("{} is a folder", quoted(written)))
        .hint("name the file inside it, usually `game.cgml`")
}

pub(super) fn wrong_extension(written: &str) -> Diagnostic {
    Diagnostic::placeless(
        merge::EXTENSION,
        format!("{} is not a game file", quoted(written)),
    )
    .hint("game files end in `.cgml`, `.yml` or `.yaml`")
}

pub(super) fn too_much() -> Diagnostic {
    Diagnostic::placeless(
        files::TOO_MUCH_TO_READ,
        format!(
            "the game has more than {} files or {} MiB; the rest was not read",
            limits::LOAD_FILES,
            limits::LOAD_BYTES / (1024 * 1024),
        ),
    )
    .hint("check whether an `!include` names a folder that is larger than it should be")
}

pub(super) fn chain_too_long(span: Span) -> Diagnostic {
    let message = format!(
        "files name each other more than {} deep here",
        limits::CHAIN
    );
    Diagnostic::new(files::TOO_DEEP, span, message)
        .hint("let the top file name the files it needs directly")
}

pub(super) fn too_many_includes(span: Span) -> Diagnostic {
    let message = format!("includes repeat more than {} values", limits::NODES);
    Diagnostic::new(files::TOO_MANY_NODES, span, message)
        .hint("include a large file once, and name its parts where they are needed")
}
