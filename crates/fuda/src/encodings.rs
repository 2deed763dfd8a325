//! The encoding that a game declares: found beside its rules, read and checked.

use cgml::diagnostic::{Diagnostics, Reported};
use cgml::load::load_file;
use cgml::model::Game;
use cgml::source::{ReadError, Sources};
use learn::encoding::{Encoding, FILE, read_encoding};

use crate::Located;

/// The encoding of a game; nothing if it declares none. All problems are reported.
pub fn encoding_of(
    located: &Located,
    game: &Game,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Encoding>, Reported> {
    if located.sources.read(FILE) == Err(ReadError::Missing) {
        return Ok(None);
    }
    let known = diagnostics.files().files().count();
    let file = load_file(&located.sources, FILE, diagnostics);
    let encoding = file.and_then(|file| read_encoding(game, &file, diagnostics));
    let files = diagnostics.files_mut();
    files.rename_since(known, |path| located.sources.display(path));
    encoding.map(Some)
}
