//! From the bytes of a file to its text.

use crate::codes::files;
use crate::diagnostic::{Diagnostic, Diagnostics, Reported};
use crate::limits;
use crate::source::{FileId, Span};

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Adds a file to those that were read, if its bytes can be YAML; otherwise says where they cannot.
pub(crate) fn add_file(
    path: &str,
    bytes: Vec<u8>,
    diagnostics: &mut Diagnostics,
) -> Result<FileId, Reported> {
    if bytes.len() > limits::FILE_BYTES {
        return Err(diagnostics.report(too_large(path, bytes.len() as u64)));
    }
    match String::from_utf8(bytes) {
        Ok(text) => add_text(path, &text, diagnostics),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            Err(report_bytes(path, &error.into_bytes(), valid, diagnostics))
        }
    }
}

/// The problem of a file of this many bytes.
pub(crate) fn too_large(path: &str, bytes: u64) -> Diagnostic {
    const MIB: usize = 1024 * 1024;
    Diagnostic::placeless(
        files::FILE_TOO_LARGE,
        format!(
            "`{path}` is too large: {} MiB, and the limit is {} MiB",
            bytes.div_ceil(MIB as u64),
            limits::FILE_BYTES / MIB,
        ),
    )
    .hint("split it: `!include` of a folder reads all its files as one list")
}

fn add_text(path: &str, text: &str, diagnostics: &mut Diagnostics) -> Result<FileId, Reported> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let file = diagnostics.files_mut().add(path, text);
    let Some((at, character)) = text.char_indices().find(|(_, it)| is_forbidden(*it)) else {
        return Ok(file);
    };
    Err(diagnostics.report(
        Diagnostic::new(
            files::CONTROL_CHARACTER,
            Span::new(file, at, at + character.len_utf8()),
            format!(
                "the file holds the control character U+{:04X}",
                u32::from(character)
            ),
        )
        .hint("delete it; inside double quotes it can be written as an escape such as `\\x00`"),
    ))
}

/// True if YAML does not allow a character even in quotes.
fn is_forbidden(character: char) -> bool {
    character.is_control() && !matches!(character, '\t' | '\n' | '\r' | '\u{85}')
}

/// Reports the first byte that is not UTF-8; what comes before it is kept, to show the place.
fn report_bytes(path: &str, bytes: &[u8], valid: usize, diagnostics: &mut Diagnostics) -> Reported {
    let mut text = String::from_utf8_lossy(&bytes[..valid]).into_owned();
    text.push(char::REPLACEMENT_CHARACTER);
    let end = text.len();
    let file = diagnostics.files_mut().add(path, text);
    let span = Span::new(file, valid, end);
    let place = diagnostics.files().place(span);
    let byte = bytes.get(valid).copied().unwrap_or_default();
    let hint = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "the file is UTF-16: save it again as UTF-8",
        _ => "save the file again as UTF-8, for example with `iconv -f SHIFT_JIS -t UTF-8`",
    };
    diagnostics.report(
        Diagnostic::new(
            files::NOT_UTF8,
            span,
            format!(
                "`{path}` is not UTF-8: byte 0x{byte:02X} at {}:{}",
                place.line, place.column
            ),
        )
        .hint(hint),
    )
}
