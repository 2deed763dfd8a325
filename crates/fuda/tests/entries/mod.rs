//! The shipped games and variants, compiled.

use engine::program::Program;
use fuda::cgml::check::check;
use fuda::cgml::diagnostic::Diagnostics;
use fuda::cgml::load::load;
use fuda::compile::{Refusal, Settings, compile};
use std::path::{Path, PathBuf};

fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// The folders of the games that can be played, and the files of their variants.
pub(crate) fn entries() -> Vec<PathBuf> {
    let mut entries = Vec::new();
    for name in fuda::library::names() {
        let game = games().join(name);
        if let Ok(variants) = std::fs::read_dir(game.join("variants")) {
            let variants = variants.map(|file| file.expect("it can be listed").path());
            entries.extend(variants.filter(|path| path.extension().is_some_and(|of| of == "cgml")));
        }
        entries.push(game);
    }
    entries.sort();
    entries
}

/// A program for the fewest players, for the most, and for a number between; or why there is none.
pub(crate) fn programs(path: &Path) -> Result<Vec<Program>, Refusal> {
    let path = path.to_str().expect("the repository has a UTF-8 path");
    let located = fuda::locate(path).unwrap_or_else(|error| panic!("{error}"));
    let mut diagnostics = Diagnostics::new();
    let game = load(&located.sources, &located.entry, &mut diagnostics)
        .and_then(|document| check(&document, &mut diagnostics));
    let game = game.unwrap_or_else(|_| panic!("{path} has problems"));
    let (min, max) = (game.meta.min_players, game.meta.max_players);
    let mut numbers = vec![min, (min + max).div_ceil(2), max];
    numbers.dedup();
    let programs = numbers.into_iter().map(|players| {
        let settings = Settings {
            players: Some(players),
            ..Settings::default()
        };
        compile(&game, diagnostics.files(), &settings)
    });
    programs.collect()
}
