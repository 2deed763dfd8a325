//! From a game that was found to a program that can be played.

use crate::Located;
use crate::matches::{Checked, checked};
use cgml::diagnostic::Diagnostics;
use cgml::source::SourceMap;
use compile::{Refusal, Settings, compile};
use engine::program::Program;

/// Why a game cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Its files have problems.
    #[error("the game has problems")]
    Problems(Box<Diagnostics>),
    /// It cannot be played as asked.
    #[error("{}", refusal_text(.refusal, .diagnostics.files()))]
    Refused {
        /// The refusal.
        refusal: Refusal,
        /// The files, for places.
        diagnostics: Box<Diagnostics>,
    },
}

/// A refusal with its place in the files.
pub fn refusal_text(refusal: &Refusal, files: &SourceMap) -> String {
    let place = refusal.place().map_or_else(String::new, |span| {
        let line = files.place(span).line;
        format!(" ({}:{line})", files.file(span.file).path())
    });
    format!("{refusal}{place}")
}

/// Loads, checks and compiles a game.
pub fn build(located: &Located, settings: &Settings) -> Result<Program, BuildError> {
    let Checked { game, diagnostics } = checked(located);
    let Some(game) = game else {
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
