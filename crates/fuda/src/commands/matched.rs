//! A game that is to be played: the options that say how, and the program they make.

use super::checked::{Checked, checked, show};
use super::{Misuse, Outcome};
use crate::cli::Format;
use cgml::decks::{Terms, regulation_of};
use cgml::diagnostic::Diagnostics;
use cgml::model::{Game, Prose};
use cgml::source::SourceMap;
use clap::Args;
use compile::{DeckChoice, DeckTerms, Refusal, Settings, compile};
use engine::program::Program;
use fuda::decks::{DeckError, DeckReader};
use fuda::sim::Unplayed;
use fuda::thinking::Unequipped;
use fuda::{Located, locate};
use players::{BadName, Name, NoPlayer};
use std::str::FromStr;

/// Which game is played, by how many, with which parameters.
#[derive(Debug, Clone, Args)]
pub(crate) struct Match {
    /// A shipped game's name, a folder or a file
    pub(super) game: String,

    /// How many play; if left out, as many as `--players` names, or as few as the game allows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(super) seats: Option<u8>,

    /// Sets a parameter of the game; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = parameter)]
    pub(super) parameters: Vec<(String, String)>,

    #[command(flatten)]
    pub(super) decks: Decks,
}

/// Which decks are played with.
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
    pub(super) decks: Vec<String>,

    /// The regulation that decks must keep, by its name or a day on which it was in force; that of the game if
    /// left out
    #[arg(long, value_name = "NAME")]
    pub(super) regulation: Option<String>,
}

/// Decks that are named for a match.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wanted<'a> {
    /// Those of the game.
    Usual,
    /// Those that a person names.
    Asked(&'a Decks),
    /// Those of a record, whether they would be allowed now or not.
    Recorded(&'a [String]),
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
    /// Sets the parameters that nobody set as the game proposes it to people.
    pub(super) fn propose(&mut self) -> Result<(), Misuse> {
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
    pub(super) fn build(&self, named: usize, format: Format) -> Result<Matched, Unmatched> {
        self.build_with(Settings::default(), named, format)
    }

    /// As [`Self::build`], with other settings besides.
    pub(super) fn build_with(
        &self,
        settings: Settings,
        named: usize,
        format: Format,
    ) -> Result<Matched, Unmatched> {
        let located = locate(&self.game).map_err(Misuse::from)?;
        let settings = Settings {
            players: self.seats.or(by_names(named)),
            parameters: self.parameters.clone(),
            ..settings
        };
        build(&located, settings, Wanted::Asked(&self.decks), format)
    }
}

impl Match {
    /// The settings that were asked for, for a game that was checked elsewhere.
    pub(super) fn settings(
        &self,
        game: &Game,
        files: &SourceMap,
        format: Format,
    ) -> Result<Settings, Unmatched> {
        let mut settings = Settings {
            players: self.seats,
            parameters: self.parameters.clone(),
            deck_terms: self.decks.terms(),
            ..Settings::default()
        };
        settings.decks = match choose(game, files, &settings, Wanted::Asked(&self.decks)) {
            Ok(decks) => decks,
            Err(Unchosen::Problems(problems)) => {
                return Err(Unmatched::Shown(show(&problems, format)?));
            }
            Err(Unchosen::Refused(error)) => return Err(Unmatched::Failed(error)),
        };
        Ok(settings)
    }
}

/// How many play, if several are named.
pub(super) fn by_names(named: usize) -> Option<u8> {
    u8::try_from(named).ok().filter(|named| *named > 1)
}

/// Checks and compiles a game. What is wrong with its files is shown as `fuda check` does.
pub(super) fn build(
    located: &Located,
    settings: Settings,
    decks: Wanted<'_>,
    format: Format,
) -> Result<Matched, Unmatched> {
    let Checked { game, diagnostics } = checked(located);
    let Some(game) = game else {
        return Err(Unmatched::Shown(show(&diagnostics, format)?));
    };
    compiled(&game, diagnostics.files(), settings, decks, format)
}

/// Compiles a game that was checked.
pub(super) fn compiled(
    game: &Game,
    files: &SourceMap,
    mut settings: Settings,
    decks: Wanted<'_>,
    format: Format,
) -> Result<Matched, Unmatched> {
    settings.deck_terms = decks.terms();
    settings.decks = match choose(game, files, &settings, decks) {
        Ok(decks) => decks,
        Err(Unchosen::Problems(problems)) => {
            return Err(Unmatched::Shown(show(&problems, format)?));
        }
        Err(Unchosen::Refused(error)) => return Err(Unmatched::Failed(error)),
    };
    let program = compile(game, files, &settings).map_err(|refusal| {
        let place = refusal.place().map_or_else(String::new, |span| {
            let line = files.place(span).line;
            format!(" ({}:{line})", files.file(span.file).path())
        });
        refused(&refusal, &place)
    })?;
    Ok(Matched {
        program,
        title: game.meta.name.clone(),
    })
}

impl Wanted<'_> {
    fn terms(self) -> DeckTerms {
        match self {
            Self::Usual => DeckTerms::OfGame,
            Self::Asked(decks) => decks.terms(),
            Self::Recorded(_) => DeckTerms::Any,
        }
    }
}

impl Decks {
    fn terms(&self) -> DeckTerms {
        match &self.regulation {
            Some(name) => DeckTerms::Regulation(name.clone()),
            None => DeckTerms::OfGame,
        }
    }
}

/// Why there are no decks to play with.
enum Unchosen {
    /// The files have problems, which are to be shown.
    Problems(Box<Diagnostics>),
    /// There is another reason.
    Refused(anyhow::Error),
}

/// Finds the decks that are wanted, and tells everything that is wrong with them.
fn choose(
    game: &Game,
    files: &SourceMap,
    settings: &Settings,
    wanted: Wanted<'_>,
) -> Result<Vec<DeckChoice>, Unchosen> {
    let unchosen = |refusal| Unchosen::Refused(refused(&refusal, ""));
    let parameters = settings.parameter_values(game).map_err(unchosen)?;
    let (reader, chosen): (_, Vec<_>) = match wanted {
        Wanted::Usual => return Ok(Vec::new()),
        Wanted::Recorded(decks) => {
            let mut reader = DeckReader::new(game, files, None);
            let chosen = decks.iter().map(|deck| reader.recorded(deck)).collect();
            (reader, chosen)
        }
        Wanted::Asked(asked) => {
            let regulation = regulation_of(game, asked.regulation.as_deref());
            let regulation = regulation.map_err(Refusal::UnknownRegulation);
            let terms = Terms {
                regulation: regulation.map_err(unchosen)?,
                parameters: &parameters,
            };
            let mut reader = DeckReader::new(game, files, Some(terms));
            let chosen = asked.decks.iter().map(|deck| reader.deck(deck)).collect();
            (reader, chosen)
        }
    };
    let mut found = Vec::new();
    let mut is_reported = false;
    for deck in chosen {
        match deck {
            Ok(deck) => found.push(deck),
            Err(DeckError::Reported) => is_reported = true,
            Err(DeckError::Unknown(message)) => {
                return Err(unchosen(Refusal::UnknownDeck(message)));
            }
        }
    }
    if is_reported {
        return Err(Unchosen::Problems(Box::new(reader.diagnostics())));
    }
    Ok(found)
}

/// What was asked for on the command line is wrong usage; what the game asks for is a problem of the game.
fn refused(refusal: &Refusal, place: &str) -> anyhow::Error {
    let message = format!("{refusal}{place}");
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

/// Players that are named together, separated by commas.
#[derive(Debug, Clone)]
pub(crate) struct Names(pub(crate) Vec<Name>);

impl FromStr for Names {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        Name::list(text).map(Self)
    }
}

/// Players do not get what they need. A file that is not there is wrong usage; what a file holds is a problem.
pub(super) fn unequipped(error: Unequipped) -> anyhow::Error {
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
pub(super) fn no_player(error: &NoPlayer) -> Misuse {
    Misuse::new(
        error.to_string(),
        "`fuda explain players` lists the players and their settings",
    )
}

/// Games were not played: wrong usage if a player cannot play.
pub(super) fn unplayed(error: Unplayed) -> anyhow::Error {
    match error {
        Unplayed::Player(error) => no_player(&error).into(),
        Unplayed::Records(_) => error.into(),
    }
}

pub(super) fn parameter(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or("a parameter is set as in `target=50`")?;
    Ok((name.to_owned(), value.to_owned()))
}
