//! From what a person asks for to a program that can be played.

use crate::draft;
use crate::problem::problem;
use crate::shelf::{Edition, Shelf};
use crate::wire::{NewTable, Problem};
use cgml::decks::{is_written_out, read_deck};
use cgml::diagnostic::Diagnostics;
use cgml::load::load_file;
use cgml::model::scenario::Given;
use cgml::source::MemorySources;
use compile::{
    BroughtDeck, DeckChoice, DeckTerms, Settings, compile, compile_for_rehearsal, given,
};
use engine::program::Program;
use players::Lookahead;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

/// Programs of tables that are in use, so that tables with the same settings share one.
pub(crate) struct Programs {
    known: Mutex<BTreeMap<String, Weak<Compiled>>>,
    attach_machine_code: Hasten,
}

/// Makes a program faster, if that is possible.
pub(crate) type Hasten = fn(&mut Program);

/// A program, what computers share that look ahead in it, and the same program as authors look at it.
pub(crate) struct Compiled {
    pub(crate) program: Arc<Program>,
    lookahead: OnceLock<Arc<Lookahead>>,
    traced: OnceLock<Arc<Program>>,
    attach_machine_code: Hasten,
}

impl Compiled {
    fn new(program: Program, attach_machine_code: Hasten) -> Arc<Self> {
        Arc::new(Self {
            program: Arc::new(program),
            lookahead: OnceLock::new(),
            traced: OnceLock::new(),
            attach_machine_code,
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

    /// Whether [`Compiled::lookahead`] takes no time.
    pub(crate) fn is_ready(&self) -> bool {
        self.lookahead.get().is_some()
    }

    /// The game to look ahead in. The first time it is made: not for a thread that must not wait.
    pub(crate) fn lookahead(&self) -> Arc<Lookahead> {
        let made = || Arc::new(Lookahead::new(&self.program, self.attach_machine_code));
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
    pub(crate) fn new(attach_machine_code: Hasten) -> Self {
        Self {
            known: Mutex::default(),
            attach_machine_code,
        }
    }

    /// The program for a table, compiled if no table uses it now.
    pub(crate) fn arrange(&self, shelf: &Shelf, wanted: &NewTable) -> Result<Arrangement, Problem> {
        if wanted.given.is_some() || wanted.draft.is_some() {
            return tried(shelf, wanted, self.attach_machine_code);
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
        let compiled = Compiled::new(program, self.attach_machine_code);
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
fn tried(
    shelf: &Shelf,
    wanted: &NewTable,
    attach_machine_code: Hasten,
) -> Result<Arrangement, Problem> {
    let (edition, given) = draft::edition(
        shelf,
        &wanted.game,
        wanted.variant.as_deref(),
        wanted.draft.as_ref(),
        wanted.given.as_deref(),
    )?;
    let program = program(&edition, settings(&edition, wanted)?, given.as_ref())?;
    Ok(Arrangement {
        compiled: Compiled::new(program, attach_machine_code),
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
        .map_err(|_| problem("seats", "there are too many seats".to_owned()))?;
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
    problem("settings", refusal.to_string())
}

/// A deck list of the game by its name, or a deck that is written out.
fn deck_choice(edition: &Edition, deck: &str) -> Result<DeckChoice, Problem> {
    const FILE: &str = "deck.yaml";
    if !is_written_out(deck) {
        return Ok(DeckChoice::Named(deck.to_owned()));
    }
    let sources = MemorySources::new().with(FILE, deck);
    let mut diagnostics = Diagnostics::new();
    let list = load_file(&sources, FILE, &mut diagnostics)
        .and_then(|fragment| read_deck(&edition.game, &fragment, "deck", None, &mut diagnostics));
    match list {
        Ok(list) => Ok(DeckChoice::Brought(BroughtDeck::new(&edition.game, &list))),
        Err(_) => {
            let sorted = diagnostics.sorted();
            let messages: Vec<&str> = sorted.iter().map(|it| it.message.as_str()).collect();
            Err(problem("deck", messages.join("; ")))
        }
    }
}
