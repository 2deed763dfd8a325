//! From what a person asks for to a program that can be played.

use crate::computers::guests::{Guests, guest_of, seated_names};
use crate::computers::learning::{Learning, run_of};
use crate::problem::{ProblemCode, problem};
use crate::runs::Metagame;
use crate::shelf::{Edition, Shelf};
use crate::wire::{NewTable, Problem};
use crate::workshop::draft;
use cgml::decks::{is_written_out, read_deck_text};
use cgml::diagnostic::Diagnostics;
use cgml::model::scenario::Given;
use compile::{
    BroughtDeck, DeckChoice, DeckTerms, Settings, compile, compile_for_rehearsal, given,
};
use engine::program::Program;
use players::{GameNetwork, Lookahead, PlayerSpec};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

/// Programs of tables that are in use, so that tables with the same settings share one.
pub(crate) struct Programs {
    known: Mutex<BTreeMap<String, Weak<Compiled>>>,
    machinery: Machinery,
}

/// Machinery of the program around the studio for computers that look ahead.
#[derive(Debug, Clone)]
pub struct Machinery {
    /// Makes a program faster, if that is possible.
    pub attach_machine_code: fn(&mut Program),
    /// The network that ships with a game for the number of players of its program.
    pub network: fn(Arc<Lookahead>) -> Option<Arc<dyn GameNetwork>>,
    /// Numbers of players for which a network ships with a game, by the game's name.
    pub networks: fn(&str) -> Vec<u8>,
    /// Training runs on this machine.
    pub learning: Option<Arc<dyn Learning>>,
    /// Runs about decks on this machine.
    pub metagame: Option<Arc<dyn Metagame>>,
    /// Players of the program around the studio.
    pub guests: Option<Arc<dyn Guests>>,
}

impl Machinery {
    /// Nothing: computers look ahead by the interpreter and have no networks.
    pub const NONE: Self = Self {
        attach_machine_code: |_| {},
        network: |_| None,
        networks: |_| Vec::new(),
        learning: None,
        metagame: None,
        guests: None,
    };
}

/// A program, what computers share that look ahead in it, and the same program as authors look at it.
pub(crate) struct Compiled {
    pub(crate) program: Arc<Program>,
    lookahead: OnceLock<Arc<Lookahead>>,
    network: OnceLock<Option<Arc<dyn GameNetwork>>>,
    traced: OnceLock<Arc<Program>>,
    machinery: Machinery,
}

impl Compiled {
    fn new(program: Program, machinery: Machinery) -> Arc<Self> {
        Arc::new(Self {
            program: Arc::new(program),
            lookahead: OnceLock::new(),
            network: OnceLock::new(),
            traced: OnceLock::new(),
            machinery,
        })
    }

    /// The same game, which tells of steps that fail; compiled when it is asked for the first time.
    pub(crate) fn traced(
        &self,
        edition: &Edition,
        wanted: &NewTable,
        given: Option<&Given>,
    ) -> Result<Arc<Program>, Problem> {
        if let Some(traced) = self.traced.get() {
            return Ok(traced.clone());
        }
        let settings = Settings {
            traces: true,
            ..settings(edition, wanted)?
        };
        let traced = Arc::new(program(edition, settings, given)?);
        Ok(self.traced.get_or_init(|| traced).clone())
    }

    /// True if [`Compiled::lookahead`] takes no time, and [`Compiled::network`] for who needs it.
    pub(crate) fn is_ready(&self, needs_network: bool) -> bool {
        self.lookahead.get().is_some() && (!needs_network || self.network.get().is_some())
    }

    /// The network that ships with the game. The first time it is read: not for a thread that must not wait.
    pub(crate) fn network(&self) -> Option<Arc<dyn GameNetwork>> {
        let read = || (self.machinery.network)(self.lookahead());
        self.network.get_or_init(read).clone()
    }

    /// The network that a computer plays with: one of a training run, or the one that ships with the game; a guest plays
    /// as one. It may have to be read: not for a thread that must not wait.
    pub(crate) fn network_of(&self, file: &str) -> Result<Arc<dyn GameNetwork>, String> {
        if let Some(name) = guest_of(file) {
            let guests = self.machinery.guests.as_deref();
            let guest = guests.and_then(|guests| guests.guest(name, self.lookahead()));
            return guest.ok_or_else(|| format!("there is no player `{file}` here"));
        }
        let learning = self.machinery.learning.as_deref();
        match run_of(file).zip(learning) {
            Some(((run, games), learning)) => learning.network(run, games, self.lookahead()),
            None => self.network().ok_or_else(|| {
                let (game, seats) = (&self.program.name, self.program.seats);
                format!("no network ships with `{game}` for {seats} players")
            }),
        }
    }

    /// True if a computer can play here: one with a network needs one that ships with the game or that was trained here.
    pub(crate) fn admits(&self, name: &PlayerSpec) -> Result<(), Problem> {
        let Some(file) = name.network_file() else {
            return Ok(());
        };
        if run_of(file).is_some() || guest_of(file).is_some() {
            let read = self.network_of(file);
            return read
                .map(drop)
                .map_err(|reason| problem(ProblemCode::UnknownPlayer, reason));
        }
        if self.has_network() {
            return Ok(());
        }
        let (game, seats) = (&self.program.name, self.program.seats);
        let message = format!("no network ships with `{game}` for {seats} players");
        Err(problem(ProblemCode::UnknownPlayer, message))
    }

    /// True if a network ships with the game for so many players.
    pub(crate) fn has_network(&self) -> bool {
        (self.machinery.networks)(&self.program.name).contains(&self.program.seats)
    }

    /// The game to look ahead in. The first time it is made: not for a thread that must not wait.
    pub(crate) fn lookahead(&self) -> Arc<Lookahead> {
        let made = || {
            Arc::new(Lookahead::new(
                &self.program,
                self.machinery.attach_machine_code,
            ))
        };
        self.lookahead.get_or_init(made).clone()
    }
}

/// A game that can begin.
pub(crate) struct Arrangement {
    pub(crate) edition: Arc<Edition>,
    pub(crate) compiled: Arc<Compiled>,
    /// The position it begins with, if it is not the ordinary one.
    pub(crate) given: Option<Given>,
}

impl Programs {
    /// True if a network ships with a game, for any number of players.
    pub(crate) fn have_network(&self, game: &str) -> bool {
        !(self.machinery.networks)(game).is_empty()
    }

    /// The names by which players of the program around the studio sit at tables.
    pub(crate) fn guests(&self) -> Vec<String> {
        seated_names(self.machinery.guests.as_deref())
    }

    /// Training runs on this machine.
    pub(crate) fn learning(&self) -> Option<&(dyn Learning + 'static)> {
        self.machinery.learning.as_deref()
    }

    /// Runs about decks on this machine.
    pub(crate) fn metagame(&self) -> Option<&(dyn Metagame + 'static)> {
        self.machinery.metagame.as_deref()
    }

    pub(crate) fn new(machinery: Machinery) -> Self {
        Self {
            known: Mutex::default(),
            machinery,
        }
    }

    /// The program for a table, compiled if no table uses it now.
    pub(crate) fn arrange(&self, shelf: &Shelf, wanted: &NewTable) -> Result<Arrangement, Problem> {
        if wanted.given.is_some() || wanted.draft.is_some() {
            return tried(shelf, wanted, self.machinery.clone());
        }
        let edition = shelf.edition(&wanted.game, wanted.variant.as_deref())?;
        let key = format!(
            "{:?}",
            (
                edition.number,
                &wanted.variant,
                wanted.seats.len(),
                &wanted.parameters,
                &wanted.decks
            )
        );
        if let Some(compiled) = self.known().get(&key).and_then(Weak::upgrade) {
            return Ok(Arrangement {
                edition,
                compiled,
                given: None,
            });
        }
        let program = program(&edition, settings(&edition, wanted)?, None)?;
        let compiled = Compiled::new(program, self.machinery.clone());
        let mut known = self.known();
        known.retain(|_, compiled| compiled.strong_count() > 0);
        known.insert(key, Arc::downgrade(&compiled));
        Ok(Arrangement {
            edition,
            compiled,
            given: None,
        })
    }

    fn known(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Weak<Compiled>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A game with a card that is not saved yet, or with a position of its own.
fn tried(shelf: &Shelf, wanted: &NewTable, machinery: Machinery) -> Result<Arrangement, Problem> {
    let (edition, given) = draft::edition(
        shelf,
        &wanted.game,
        wanted.variant.as_deref(),
        wanted.draft.as_ref(),
        wanted.given.as_deref(),
    )?;
    let program = program(&edition, settings(&edition, wanted)?, given.as_ref())?;
    Ok(Arrangement {
        compiled: Compiled::new(program, machinery),
        edition,
        given,
    })
}

/// The program of a game that begins as usual, or with a position of its own.
fn program(
    edition: &Edition,
    settings: Settings,
    given: Option<&Given>,
) -> Result<Program, Problem> {
    let program = match given {
        None => compile(&edition.game, &edition.files, &settings),
        Some(given) => {
            let rehearsal = given::rehearsal(&edition.game, &[given], Vec::new());
            compile_for_rehearsal(&edition.game, &edition.files, &settings, &rehearsal)
        }
    };
    program.map_err(unplayable)
}

fn settings(edition: &Edition, wanted: &NewTable) -> Result<Settings, Problem> {
    let players = u8::try_from(wanted.seats.len())
        .map_err(|_| problem(ProblemCode::Seats, "there are too many seats".to_owned()))?;
    let decks = wanted.decks.iter().map(|deck| deck_choice(edition, deck));
    let is_sandbox = wanted.given.is_some() || wanted.draft.is_some();
    Ok(Settings {
        players: Some(players),
        parameters: wanted.parameters.clone().into_iter().collect(),
        decks: decks.collect::<Result<_, _>>()?,
        deck_terms: match is_sandbox {
            true => DeckTerms::Any,
            false => DeckTerms::OfGame,
        },
        ..Settings::default()
    })
}

fn unplayable(refusal: compile::Refusal) -> Problem {
    problem(ProblemCode::Settings, refusal.to_string())
}

/// A deck list of the game by its name, or a deck that is written out.
fn deck_choice(edition: &Edition, deck: &str) -> Result<DeckChoice, Problem> {
    if !is_written_out(deck) {
        return Ok(DeckChoice::Named(deck.to_owned()));
    }
    let mut diagnostics = Diagnostics::new();
    match read_deck_text(&edition.game, deck, "deck", None, &mut diagnostics) {
        Ok(list) => Ok(DeckChoice::Brought(BroughtDeck::new(&edition.game, &list))),
        Err(_) => {
            let sorted = diagnostics.sorted();
            let messages: Vec<&str> = sorted.iter().map(|it| it.message.as_str()).collect();
            Err(problem(ProblemCode::Deck, messages.join("; ")))
        }
    }
}
