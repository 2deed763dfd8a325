//! Games that a test writes itself.

use engine::program::Program;
use fuda::BuildError;
use fuda::compile::Settings;

/// The program of a game that is given as the text of its only file, or why there is none.
pub(crate) fn build(game: &str) -> Result<Program, BuildError> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("game.cgml");
    std::fs::write(&path, game).expect("the folder is new");
    let path = path.to_str().expect("a temporary folder has a plain name");
    let located = fuda::locate(path).expect("it was just written");
    fuda::build(&located, &Settings::default())
}

/// The program of a game that has no problems.
#[allow(dead_code, reason = "some tests want the problems")]
pub(crate) fn program(game: &str) -> Program {
    match build(game) {
        Ok(program) => program,
        Err(BuildError::Problems(problems)) => panic!("{:#?}", problems.sorted()),
        Err(error) => panic!("{error}"),
    }
}
