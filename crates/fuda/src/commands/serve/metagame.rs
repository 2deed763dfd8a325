//! Runs that breed decks or weigh them.

mod figures;
mod wishes;

use super::machine::{Machine, arguments, fresh_name, names};
use cgml::model::Game;
use cgml::vocabulary::Language;
use fuda::matches::checked;
use fuda::serving::id_of;
use metagame::evolution::State;
use metagame::field_folder;
use metagame::folder::{self, Header};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use studio::wire::{CardWorths, MetaKind, MetaRunDetail, MetaRunSummary, NewMetaRun, RunState};
use studio::{Metagame, OwnRuns};

/// States of runs that are kept at hand, so that pages which look again and again read no file twice.
const READY: usize = 16;

/// The runs about decks in a folder.
pub(super) struct DeckRuns {
    machine: Arc<Machine>,
    folder: PathBuf,
    /// Runs that were started and have perhaps not written anything yet.
    announced: Mutex<BTreeMap<String, MetaRunSummary>>,
    ready: Mutex<Vec<(Key, Arc<State>)>>,
}

/// The file of a state as it was at a time.
type Key = (PathBuf, SystemTime);

/// A run as its folder shows it.
enum DeckRun {
    Evolution(Box<Header>, Option<Arc<State>>),
    Field(Box<field_folder::FieldHeader>),
}

impl DeckRuns {
    pub(super) fn new(machine: Arc<Machine>, folder: PathBuf) -> Self {
        Self {
            machine,
            folder,
            announced: Mutex::default(),
            ready: Mutex::default(),
        }
    }

    fn announced(&self) -> MutexGuard<'_, BTreeMap<String, MetaRunSummary>> {
        let announced = self.announced.lock();
        announced.unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A run; nothing if it has not written anything that can be read.
    fn known(&self, path: &Path) -> Option<DeckRun> {
        if let Ok(header) = folder::read_header(path) {
            return Some(DeckRun::Evolution(Box::new(header), self.state(path)));
        }
        let header = field_folder::read_header(path).ok()?;
        Some(DeckRun::Field(Box::new(header)))
    }

    /// The state of a run that breeds decks, which is read again when it has changed.
    fn state(&self, path: &Path) -> Option<Arc<State>> {
        let file = path.join("state.bin");
        let written = fs::metadata(&file).and_then(|about| about.modified());
        let key = (file, written.ok()?);
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, state)) = ready.iter().find(|(known, _)| *known == key) {
            return Some(state.clone());
        }
        let state = Arc::new(folder::read_state(path).ok()??);
        ready.retain(|((file, _), _)| *file != key.0);
        if ready.len() >= READY {
            ready.remove(0);
        }
        ready.push((key, state.clone()));
        Some(state)
    }

    fn summary(&self, name: &str) -> Option<MetaRunSummary> {
        let path = self.path(name);
        let Some(known) = self.known(&path) else {
            return Some(MetaRunSummary {
                state: self.machine.state(&path, false),
                ..self.announced().get(name)?.clone()
            });
        };
        let mut run = figures::summary(name, &path, &known);
        run.state = self.machine.state(&path, run.state == RunState::Over);
        run.seconds_left = self.machine.seconds_left(&path, run.progress);
        Some(run)
    }

    fn found(&self, name: &str) -> Result<MetaRunSummary, String> {
        self.summary(name)
            .ok_or_else(|| format!("there is no run `{name}`"))
    }
}

impl OwnRuns for DeckRuns {
    type Wanted = NewMetaRun;
    type More = ();
    type Summary = MetaRunSummary;
    type Detail = MetaRunDetail;

    fn runs(&self) -> Vec<MetaRunSummary> {
        let names = names(&self.folder).into_iter();
        names.filter_map(|name| self.summary(&name)).collect()
    }

    fn run(&self, name: &str) -> Option<MetaRunDetail> {
        let run = self.summary(name)?;
        let path = self.path(name);
        let mut detail = match self.known(&path) {
            Some(known) => figures::detail(run, &path, &known),
            None => figures::without_figures(run),
        };
        detail.failure = self.machine.failure(&path);
        Some(detail)
    }

    fn start(&self, wanted: &NewMetaRun) -> Result<MetaRunSummary, String> {
        self.machine.must_be_idle()?;
        let game = self.machine.game(&wanted.game)?;
        let checked = checked_game(game)?;
        let name = fresh_name(&self.folder, &wanted.game);
        let path = self.path(&name);
        let told = wishes::arguments(game, &checked, wanted, &path)?;
        let announcement = figures::announcement(&name, wanted);
        self.announced().insert(name.clone(), announcement);
        self.machine.spawn(&path, &told, 0.0)?;
        self.found(&name)
    }

    fn resume(&self, name: &str, (): &()) -> Result<MetaRunSummary, String> {
        self.machine.must_be_idle()?;
        let known = self.found(name)?;
        if known.state == RunState::Over {
            return Err(format!("`{name}` is done; start another one"));
        }
        let path = self.path(name);
        let command = match known.kind {
            MetaKind::Evolve => "evolve",
            MetaKind::Field => "meta",
        };
        let told = arguments([command, "--resume", &path.display().to_string()]);
        self.machine.spawn(&path, &told, known.progress)?;
        self.found(name)
    }

    fn stop(&self, name: &str) -> Result<MetaRunSummary, String> {
        self.machine.stop(&self.path(name))?;
        self.found(name)
    }
}

impl Metagame for DeckRuns {
    fn report(&self, name: &str, language: &str) -> Result<String, String> {
        let language = Language::parse(language).unwrap_or(Language::English);
        let path = self.path(name);
        let known = self.known(&path);
        let known = known.ok_or_else(|| format!("there is no run `{name}`"))?;
        let page = match known {
            DeckRun::Evolution(_, None) => None,
            DeckRun::Evolution(mut header, Some(state)) => {
                let game = checked_game(&header.game)?;
                header.game = id_of(&header.game);
                let checked = folder::read_checked(&path).unwrap_or_default();
                let page = fuda::report::evolution(&game, &header, &state, &checked, language);
                Some(page)
            }
            DeckRun::Field(header) => {
                let analysis = field_folder::read_analysis(&path).ok().flatten();
                let about = fuda::report::about(&header.player, header.seed, language);
                let game = id_of(&header.game);
                analysis.map(|it| fuda::report::field(&game, &about, &it, language))
            }
        };
        match page {
            Some(page) => page.map_err(|error| error.to_string()),
            None => Err(format!(
                "`{name}` has no figures yet: wait for its first step"
            )),
        }
    }

    fn worths(&self, game: &str) -> Option<CardWorths> {
        names(&self.folder)
            .into_iter()
            .find_map(|name| match self.known(&self.path(&name))? {
                DeckRun::Evolution(header, Some(state)) if id_of(&header.game) == game => {
                    figures::worths(&name, &state)
                }
                DeckRun::Evolution(..) | DeckRun::Field(_) => None,
            })
    }
}

impl fmt::Debug for DeckRuns {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut runs = to.debug_struct("DeckRuns");
        runs.field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// A game, checked.
fn checked_game(name: &str) -> Result<Game, String> {
    let located = fuda::locate(name).map_err(|error| error.to_string())?;
    let game = checked(&located).game;
    game.ok_or_else(|| {
        let id = id_of(name);
        format!("`{id}` cannot be played until its files are mended")
    })
}
