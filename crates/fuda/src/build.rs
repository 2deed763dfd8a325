//! From a game that was found to a program that can be played.

use crate::Located;
use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::source::Sources;
use compile::{Refusal, Settings, compile};
use engine::program::Program;

/// Why a game cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Its files have problems.
    #[error("the game has problems")]
    Problems(Box<Diagnostics>),
    /// It cannot be played as asked.
    #[error("{refusal}{}", place(.refusal, .diagnostics))]
    Refused {
        /// Why.
        refusal: Refusal,
        /// The files, for places.
        diagnostics: Box<Diagnostics>,
    },
}

fn place(refusal: &Refusal, diagnostics: &Diagnostics) -> String {
    refusal.place().map_or_else(String::new, |span| {
        let files = diagnostics.files();
        let line = files.place(span).line;
        format!(" ({}:{line})", files.file(span.file).path())
    })
}

/// Loads, checks and compiles a game.
pub fn build(located: &Located, settings: &Settings) -> Result<Program, BuildError> {
    let mut diagnostics = Diagnostics::new();
    let document = load(&located.sources, &located.entry, &mut diagnostics);
    let game = document.and_then(|document| check(&document, &mut diagnostics));
    diagnostics
        .files_mut()
        .rename(|path| located.sources.display(path));
    let Ok(game) = game else {
        return Err(BuildError::Problems(Box::new(diagnostics)));
    };
    compile(&game, diagnostics.files(), settings).map_err(|refusal| BuildError::Refused {
        refusal,
        diagnostics: Box::new(diagnostics),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(name: &str, value: &str) -> Option<String> {
        let located = crate::locate("goofspiel").expect("it is shipped");
        let settings = Settings {
            parameters: vec![(name.to_owned(), value.to_owned())],
            ..Settings::default()
        };
        build(&located, &settings)
            .err()
            .map(|error| error.to_string())
    }

    #[test]
    fn a_parameter_takes_the_values_that_it_lists() {
        assert_eq!(problem("scoring", "win_loss"), None);
        assert_eq!(problem("num_cards", "6"), None);
        assert_eq!(
            problem("scoring", "best_of_three").as_deref(),
            Some(
                "the parameter `scoring` cannot be `best_of_three`: \
                 it is one of total, difference, win_loss"
            )
        );
    }
}
