//! Games on a terminal: what a seat sees and is told, as lines and coloured words.
//!
//! Nothing here prints: terminals and plain text show the same. The words are those of `narrate`.

mod board;
mod log;
mod thoughts;
pub(crate) mod trace;

use cgml::vocabulary::Language;
use engine::program::Program;
use narrate::{Detail, Narrator};

pub(crate) use board::{Board, Piece, Section, Tint};
pub(crate) use log::Log;
pub(crate) use thoughts::thought;

/// The voice of the terminal. Commands count seats from 0, and so does it.
pub(crate) fn narrator(program: &Program, language: Language, seat: Option<u8>) -> Narrator<'_> {
    Narrator {
        program,
        language,
        seat,
        first_number: 0,
        names: &[],
        detail: Detail::Table,
    }
}
