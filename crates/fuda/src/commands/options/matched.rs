//! A game that is to be played: the options that say how, and the program they make.

use crate::cli::Format;
use crate::commands::checked::show;
use crate::commands::{Misuse, Outcome};
use cgml::model::{Game, Prose};
use cgml::source::SourceMap;
use clap::Args;
use compile::{DeckChoice, Refusal, Settings, compile};
use engine::program::Program;
use fuda::matches::{Checked, DeckChoiceError, Wanted, checked, choose_decks};
use fuda::sim::Unplayed;
use fuda::thinking::Unequipped;
use fuda::{Located, locate};
use players::{PlayerError, PlayerSpec, PlayerSpecError};
use std::str::FromStr;

/// The game, the number of players and the parameters.
#[derive(Debug, Clone, Args)]
pub(crate) struct Match {
    /// A shipped game's name, a folder or a file
    pub(in crate::commands) game: String,

    /// Number of players; if left out, as many as `--players` names, or as few as the game allows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(in crate::commands) seats: Option<u8>,

    /// Sets a parameter of the game; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = parameter)]
    pub(in crate::commands) parameters: Vec<(String, String)>,

    #[command(flatten)]
    pub(in crate::commands) decks: Decks,
}

/// The decks of the players.
#[derive(Debug, Clone, Args)]
pub(crate) struct Decks {
    /// The decks that the players bring: names of deck lists of the game, or files, one for each seat or one for
    /// all; the first deck list of the game if left out
    #[arg(
        long = "deck",
        visible_alias = "decks",
        value_name = "NAME|FILE",
        value_delimiter = ','
    )]
    pub(in crate::commands) decks: Vec<String>,

    /// The regulation that decks must keep, by its name or a day on which it was in force; that of the game if
    /// left out
    #[arg(long, value_name = "NAME")]
    pub(in crate::commands) regulation: Option<String>,
}

/// A game that can be played.
pub(in crate::commands) struct Matched {
    pub(in crate::commands) program: Program,
    /// Its title.
    pub(in crate::commands) title: Prose,
}

/// Why there is no game to play.
pub(in crate::commands) enum MatchError {
    /// The reason was shown.
    Shown(Outcome),
    /// The reason is yet to be told.
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for MatchError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl MatchError {
    /// Outcome of the command.
    pub(in crate::commands) fn outcome(self) -> anyhow::Result<Outcome> {
        match self {
            Self::Shown(outcome) => Ok(outcome),
            Self::Failed(error) => Err(error),
        }
    }
}

impl Match {
    /// Sets the parameters that nobody set as the game proposes it to people.
    pub(in crate::commands) fn propose(&mut self) -> Result<(), Misuse> {
        let located = locate(&self.game).map_err(Misuse::from)?;
        // The problems of a game that has some are shown when it is built.
        let Some(game) = checked(&located).game else {
            return Ok(());
        };
        for (parameter, value) in game.for_people() {
            let mut set = self.parameters.iter();
            if set.all(|(name, _)| *name != parameter.name) {
                self.parameters.push((parameter.name.clone(), value));
            }
        }
        Ok(())
    }

    /// Finds, checks and compiles the game, for the seats that were asked for or those that are named.
    pub(in crate::commands) fn build(
        &self,
        named: usize,
        format: Format,
    ) -> Result<Matched, MatchError> {
        self.build_with(Settings::default(), named, format)
    }

    /// As [`Self::build`], with other settings besides.
    pub(in crate::commands) fn build_with(
        &self,
        settings: Settings,
        named: usize,
        format: Format,
    ) -> Result<Matched, MatchError> {
        let located = locate(&self.game).map_err(Misuse::from)?;
        let settings = Settings {
            players: self.seats.or(by_names(named)),
            parameters: self.parameters.clone(),
            ..settings
        };
        build(&located, settings, self.decks.wanted(), format)
    }
}

impl Match {
    /// The settings that were asked for, for a game that was checked elsewhere.
    pub(in crate::commands) fn settings(
        &self,
        game: &Game,
        files: &SourceMap,
        format: Format,
    ) -> Result<Settings, MatchError> {
        let mut settings = Settings {
            players: self.seats,
            parameters: self.parameters.clone(),
            deck_terms: self.decks.wanted().terms(),
            ..Settings::default()
        };
        settings.decks = choose(game, files, &settings, self.decks.wanted(), format)?;
        Ok(settings)
    }
}

/// The number of players, if several are named.
pub(in crate::commands) fn by_names(named: usize) -> Option<u8> {
    u8::try_from(named).ok().filter(|named| *named > 1)
}

/// Checks and compiles a game. What is wrong with its files is shown as `fuda check` does.
pub(in crate::commands) fn build(
    located: &Located,
    settings: Settings,
    decks: Wanted<'_>,
    format: Format,
) -> Result<Matched, MatchError> {
    let Checked { game, diagnostics } = checked(located);
    let Some(game) = game else {
        return Err(MatchError::Shown(show(&diagnostics, format)?));
    };
    compiled(&game, diagnostics.files(), settings, decks, format)
}

/// Compiles a game that was checked.
pub(in crate::commands) fn compiled(
    game: &Game,
    files: &SourceMap,
    mut settings: Settings,
    decks: Wanted<'_>,
    format: Format,
) -> Result<Matched, MatchError> {
    settings.deck_terms = decks.terms();
    settings.decks = choose(game, files, &settings, decks, format)?;
    let program = compile(game, files, &settings);
    let program = program.map_err(|refusal| refused(&refusal, files))?;
    Ok(Matched {
        program,
        title: game.meta.name.clone(),
    })
}

impl Decks {
    pub(in crate::commands) fn wanted(&self) -> Wanted<'_> {
        Wanted::Asked {
            decks: &self.decks,
            regulation: self.regulation.as_deref(),
        }
    }
}

fn choose(
    game: &Game,
    files: &SourceMap,
    settings: &Settings,
    wanted: Wanted<'_>,
    format: Format,
) -> Result<Vec<DeckChoice>, MatchError> {
    choose_decks(game, files, settings, wanted).map_err(|error| unchosen(error, files, format))
}

/// Decks that cannot be used: the problems of their files are shown.
pub(in crate::commands) fn unchosen(
    error: DeckChoiceError,
    files: &SourceMap,
    format: Format,
) -> MatchError {
    match error {
        DeckChoiceError::Problems(problems) => {
            show(&problems, format).map_or_else(MatchError::Failed, MatchError::Shown)
        }
        DeckChoiceError::Refused(refusal) => MatchError::Failed(refused(&refusal, files)),
    }
}

/// A refusal as an error: a request on the command line is wrong usage; a demand of the game is a problem of the game.
fn refused(refusal: &Refusal, files: &SourceMap) -> anyhow::Error {
    let message = fuda::refusal_text(refusal, files);
    match refusal {
        Refusal::Players { .. } => Misuse::new(message, "choose the number with `--seats`").into(),
        Refusal::UnknownParameter { .. } | Refusal::ParameterValue { .. } => {
            Misuse::new(message, "a parameter is set with `--param NAME=VALUE`").into()
        }
        Refusal::UnknownDeck(_) => {
            let hint =
                "`--deck` takes a deck of the game, which `fuda decks GAME` lists, or a file";
            Misuse::new(message, hint).into()
        }
        Refusal::UnknownRegulation(_) => {
            let hint = "`fuda decks GAME` lists the regulations";
            Misuse::new(message, hint).into()
        }
        Refusal::NoDeck => Misuse::new(message, "give a deck with `--deck FILE`").into(),
        Refusal::NoDecksBrought => Misuse::new(message, "leave `--deck` out").into(),
        Refusal::DeckCount { .. } => {
            Misuse::new(message, "name one for each seat, or one for all").into()
        }
        Refusal::IllegalDecks { problems } => {
            anyhow::anyhow!("the decks may not be played:\n  {}", problems.join("\n  "))
        }
        Refusal::UnknownCard { .. }
        | Refusal::NotYet { .. }
        | Refusal::TooManyValues { .. }
        | Refusal::TooLarge { .. } => anyhow::anyhow!(message),
    }
}

/// One for each seat: those that were named, or the only one for all.
pub(in crate::commands) fn for_seats<T: Clone>(named: &[T], seats: u8) -> Result<Vec<T>, Misuse> {
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

/// Players that are named together, separated by commas.
#[derive(Debug, Clone)]
pub(crate) struct Names(pub(crate) Vec<PlayerSpec>);

impl FromStr for Names {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        PlayerSpec::list(text).map(Self)
    }
}

/// Players do not get what they need. A file that is not there is wrong usage; what a file holds is a problem.
pub(in crate::commands) fn unequipped(error: Unequipped) -> anyhow::Error {
    match error {
        Unequipped::Unreadable { .. } => Misuse::new(
            error.to_string(),
            "write a strategy with `fuda solve GAME --save FILE`",
        )
        .into(),
        Unequipped::NoNetwork { .. } | Unequipped::NotShipped { .. } => Misuse::new(
            error.to_string(),
            "train a network with `fuda train GAME --out DIR`",
        )
        .into(),
        Unequipped::Strategy { .. } | Unequipped::Network { .. } => error.into(),
    }
}

/// A player cannot play here: wrong usage.
pub(in crate::commands) fn no_player(error: &PlayerError) -> Misuse {
    Misuse::new(
        error.to_string(),
        "`fuda explain players` lists the players and their settings",
    )
}

/// Games were not played: wrong usage if a player cannot play.
pub(in crate::commands) fn unplayed(error: Unplayed) -> anyhow::Error {
    match error {
        Unplayed::Player(error) => no_player(&error).into(),
        Unplayed::Records(_) => error.into(),
    }
}

pub(in crate::commands) fn parameter(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or("a parameter is set as in `target=50`")?;
    Ok((name.to_owned(), value.to_owned()))
}
