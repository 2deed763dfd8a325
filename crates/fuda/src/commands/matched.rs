//! A game that is to be played: the options that say how, and the program they make.

use super::checked::{Checked, checked, show};
use super::{Misuse, Outcome};
use crate::cli::Format;
use cgml::model::Prose;
use clap::Args;
use compile::{Refusal, Settings, compile};
use engine::program::Program;
use fuda::{Located, locate};

/// Which game is played, by how many, with which parameters.
#[derive(Debug, Args)]
pub(crate) struct Match {
    /// A shipped game's name, a folder or a file
    pub(super) game: String,

    /// How many play; if left out, as many as `--players` names, or as few as the game allows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(super) seats: Option<u8>,

    /// Sets a parameter of the game; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = parameter)]
    pub(super) parameters: Vec<(String, String)>,
}

/// A game that can be played.
pub(super) struct Matched {
    pub(super) program: Program,
    /// What it is called.
    pub(super) title: Prose,
}

/// Why there is no game to play.
pub(super) enum Unmatched {
    /// The reason was shown.
    Shown(Outcome),
    /// The reason is yet to be told.
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Unmatched {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl Unmatched {
    /// How the command came out.
    pub(super) fn outcome(self) -> anyhow::Result<Outcome> {
        match self {
            Self::Shown(outcome) => Ok(outcome),
            Self::Failed(error) => Err(error),
        }
    }
}

impl Match {
    /// Finds, checks and compiles the game, for the seats that were asked for or those that are named.
    pub(super) fn build(&self, named: usize, format: Format) -> Result<Matched, Unmatched> {
        let located = locate(&self.game).map_err(Misuse::from)?;
        let by_names = u8::try_from(named).ok().filter(|named| *named > 1);
        let settings = Settings {
            players: self.seats.or(by_names),
            parameters: self.parameters.clone(),
            ..Settings::default()
        };
        build(&located, &settings, format)
    }
}

/// Checks and compiles a game. What is wrong with its files is shown as `fuda check` does.
pub(super) fn build(
    located: &Located,
    settings: &Settings,
    format: Format,
) -> Result<Matched, Unmatched> {
    let Checked { game, diagnostics } = checked(located);
    let Some(game) = game else {
        return Err(Unmatched::Shown(show(&diagnostics, format)?));
    };
    let files = diagnostics.files();
    let program = compile(&game, files, settings).map_err(|refusal| {
        let place = refusal.place().map_or_else(String::new, |span| {
            let line = files.place(span).line;
            format!(" ({}:{line})", files.file(span.file).path())
        });
        refused(&refusal, &place)
    })?;
    Ok(Matched {
        program,
        title: game.meta.name,
    })
}

/// What was asked for on the command line is wrong usage; what the game asks for is a problem of the game.
fn refused(refusal: &Refusal, place: &str) -> anyhow::Error {
    let message = format!("{refusal}{place}");
    match refusal {
        Refusal::Players { .. } => Misuse::new(message, "choose the number with `--seats`").into(),
        Refusal::UnknownParameter { .. } | Refusal::ParameterValue { .. } => {
            Misuse::new(message, "a parameter is set with `--param NAME=VALUE`").into()
        }
        Refusal::NotYet { .. } | Refusal::TooManyValues { .. } | Refusal::TooLarge { .. } => {
            anyhow::anyhow!(message)
        }
    }
}

/// One for each seat: those that were named, or the only one for all.
pub(super) fn for_seats<T: Clone>(named: &[T], seats: u8) -> Result<Vec<T>, Misuse> {
    let seats = usize::from(seats);
    match named {
        [one] => Ok(vec![one.clone(); seats]),
        named if named.len() == seats => Ok(named.to_vec()),
        named => Err(Misuse::new(
            format!("{} players are named for {seats} seats", named.len()),
            "name one for each seat, or one for all",
        )),
    }
}

fn parameter(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or("a parameter is set as in `target=50`")?;
    Ok((name.to_owned(), value.to_owned()))
}
