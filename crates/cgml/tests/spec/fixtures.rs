//! Small games that examples are put into.

use cgml::check::check;
use cgml::diagnostic::{Diagnostics, Severity};
use cgml::load::load;
use cgml::render::{Style, terminal};
use cgml::source::MemorySources;

use crate::repository::{files, path, read};

const FOLDER: &str = "spec/fixtures/";

/// The fixtures and the shared library, as an example sees them.
pub(crate) fn sources() -> MemorySources {
    let mut sources = MemorySources::new();
    for file in files("spec/fixtures") {
        let name = file.trim_start_matches(FOLDER).to_owned();
        sources.insert(name, read(&file));
    }
    sources.insert("solitcg/rules.cgml", read("games/solitcg/rules.cgml"));
    for file in files("games/std") {
        let name = file.trim_start_matches("games/").to_owned();
        sources.insert(name, read(&file));
    }
    sources
}

/// The version that a fixture is written in; `None` if there is no such fixture.
pub(crate) fn version(fixture: &str) -> Option<String> {
    let file = format!("{FOLDER}{fixture}.cgml");
    if !path(&file).exists() {
        return None;
    }
    let text = read(&file);
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("cgml_version:"))?;
    Some(line.trim().trim_matches('"').to_owned())
}

#[test]
fn fixtures_have_no_errors() {
    let sources = sources();
    let games = files("spec/fixtures")
        .into_iter()
        .filter(|file| file.ends_with(".cgml"));
    for file in games {
        let mut diagnostics = Diagnostics::new();
        if let Ok(document) = load(&sources, file.trim_start_matches(FOLDER), &mut diagnostics) {
            // The game does not matter here, only the reported problems.
            let _game = check(&document, &mut diagnostics);
        }
        let errors = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity() == Severity::Error);
        assert_eq!(
            errors.count(),
            0,
            "{}",
            terminal(&diagnostics, Style::Plain)
        );
    }
}
