//! The games that can be played here, and their checked editions.

mod broken;
mod zones;

pub(crate) use zones::zone_role;

use crate::computers::computer_players;
use crate::lessons;
use crate::stamps::{self, Stamp};
use crate::wire;
use broken::{broken, first_error};
use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::explain;
use cgml::load::load;
use cgml::model::visit::exprs;
use cgml::model::{DeckSource, ExprKind, Game, Parameter, Prose, Type};
use cgml::source::{SourceMap, Sources, Span};
use cgml::vocabulary::Language;
use cgml::vocabulary::sections::PrintedProperty;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The files in which a game is told, by language.
const READMES: [(&str, &str); 2] = [("en", "README.md"), ("ja", "README.ja.md")];

/// Files that several threads may read.
pub type SharedSources = Arc<dyn Sources + Send + Sync>;

/// Reader of the files of a folder.
pub type OpenFolder = fn(&Path) -> SharedSources;

/// A game that can be played here.
#[derive(Clone)]
pub struct Shelved {
    /// Its name for machines.
    pub id: String,
    /// Its files.
    pub sources: SharedSources,
    /// The first of its files.
    pub entry: String,
    /// The folder in which its files lie; one that comes with the program has none.
    pub folder: Option<PathBuf>,
}

/// The games that can be played here. Each is read and checked when it is first asked for.
///
/// A game that comes with the program is copied when somebody first edits it; from then on the copy is played.
pub struct Shelf {
    games: Vec<Shelved>,
    copies: Option<Copies>,
    editions: Mutex<Editions>,
    /// The number of editions that were read.
    read: AtomicU64,
}

/// Copies of games: their folder, and its reader.
pub(crate) struct Copies {
    pub(crate) folder: PathBuf,
    pub(crate) open: OpenFolder,
}

/// Editions by game and variant.
type Editions = BTreeMap<(String, Option<String>), (Arc<Edition>, Option<Stamp>)>;

/// A checked game, or one of its variants.
pub(crate) struct Edition {
    /// The game's name for machines.
    pub(crate) id: String,
    pub(crate) game: Game,
    pub(crate) files: SourceMap,
    /// Number of the edition among all that were read.
    pub(crate) number: u64,
    /// True if it is the person's own: a copy, or a game of a folder.
    pub(crate) own: bool,
    /// True if the rules ask for the suit of a card: then hands lie by suit.
    pub(crate) suits_matter: bool,
    /// Source of each card: file, first and last line, card.
    cards: Vec<(String, u32, u32, String)>,
}

impl Edition {
    pub(crate) fn new(shelved: &Shelved, number: u64, game: Game, files: SourceMap) -> Self {
        let cards = game.cards.iter().map(|card| {
            let span = card.origin;
            let last = Span {
                start: span.end,
                ..span
            };
            let path = files.file(span.file).path().to_owned();
            let (from, to) = (files.place(span).line, files.place(last).line);
            (path, from, to, card.name.clone())
        });
        Self {
            id: shelved.id.clone(),
            number,
            own: shelved.folder.is_some(),
            cards: cards.collect(),
            suits_matter: reads_suits(&game),
            game,
            files,
        }
    }

    /// The card that is written at a place.
    pub(crate) fn card_at(&self, at: &wire::WrittenAt) -> Option<&str> {
        let mut cards = self.cards.iter();
        let found = cards
            .find(|(file, from, to, _)| *file == at.file && (*from..=*to).contains(&at.line))?;
        Some(&found.3)
    }
}

impl Shelf {
    /// A shelf with these games.
    pub fn new(games: Vec<Shelved>) -> Self {
        Self {
            games,
            copies: None,
            editions: Mutex::default(),
            read: AtomicU64::new(0),
        }
    }

    /// The same games; those that somebody edited are in a folder.
    pub(crate) fn with_copies(self, folder: PathBuf, open: OpenFolder) -> Self {
        Self {
            copies: Some(Copies { folder, open }),
            ..self
        }
    }

    pub(crate) fn copies(&self) -> Option<&Copies> {
        self.copies.as_ref()
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.games.iter().map(|game| game.id.as_str())
    }

    /// The game that is called so, by machines or by people.
    pub(crate) fn id_of(&self, name: &str) -> Option<&str> {
        let is_called = |id: &&str| {
            // A game that cannot be read is not the one that was played.
            let edition = self.edition(id, None).ok();
            let names = edition
                .as_ref()
                .map(|edition| &edition.game.meta.name.texts);
            names.is_some_and(|names| names.iter().any(|(_, text)| text == name))
        };
        self.ids()
            .find(|id| *id == name)
            .or_else(|| self.ids().find(is_called))
    }

    /// A game or one of its variants; otherwise why there is none.
    pub(crate) fn edition(
        &self,
        id: &str,
        variant: Option<&str>,
    ) -> Result<Arc<Edition>, wire::Problem> {
        let key = (id.to_owned(), variant.map(str::to_owned));
        let stamp = self.stamp(id);
        if let Some((known, read)) = self.known().get(&key)
            && *read == stamp
        {
            return Ok(known.clone());
        }
        let edition = Arc::new(self.read(id, variant)?);
        self.known().insert(key, (edition.clone(), stamp));
        Ok(edition)
    }

    /// The state of the files of a game that was given as a folder; one that comes with the program does not change.
    fn stamp(&self, id: &str) -> Option<Stamp> {
        let found = self.games.iter().find(|game| game.id == id)?;
        found.folder.as_deref().map(stamps::of)
    }

    /// The games of the list; those with errors say so.
    pub(crate) fn summaries(&self) -> Vec<wire::GameSummary> {
        let summary = |id: &str| match self.edition(id, None) {
            Ok(edition) => edition.summary(),
            Err(problem) => broken(id, problem),
        };
        self.ids().map(summary).collect()
    }

    fn known(&self) -> MutexGuard<'_, Editions> {
        // A panic while it was held has changed nothing by halves.
        self.editions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its files have changed: it is read again when it is next asked for.
    pub(crate) fn forget(&self, id: &str) {
        self.known().retain(|(game, _), _| game != id);
    }

    /// The game as it is on the shelf: its copy if there is one.
    pub(crate) fn shelved(&self, id: &str) -> Result<Shelved, wire::Problem> {
        let found = self.shipped(id)?;
        let folder = self.copies.as_ref().map(|copies| copies.folder.join(id));
        let copy = folder.filter(|folder| folder.join(&found.entry).is_file());
        Ok(match (copy, &self.copies) {
            (Some(folder), Some(copies)) if found.folder.is_none() => Shelved {
                sources: (copies.open)(&folder),
                folder: Some(folder),
                ..found
            },
            _ => found,
        })
    }

    /// The game as it was put on the shelf.
    pub(crate) fn shipped(&self, id: &str) -> Result<Shelved, wire::Problem> {
        let found = self.games.iter().find(|game| game.id == id);
        found.cloned().ok_or_else(|| wire::Problem {
            code: wire::ProblemCode::UnknownGame,
            message: format!("there is no game `{id}`"),
            hint: Some("choose one of the list".to_owned()),
        })
    }

    /// README of a game by language; nothing where there is no such file.
    pub(crate) fn readme(&self, id: &str) -> wire::Prose {
        let Ok(shelved) = self.shelved(id) else {
            return wire::Prose::new();
        };
        let files = READMES.into_iter().filter_map(|(code, file)| {
            let text = String::from_utf8(shelved.sources.read(file).ok()?).ok()?;
            Some((code.to_owned(), text))
        });
        files.collect()
    }

    /// The lessons of a game's tutorial.
    pub(crate) fn lessons(&self, id: &str) -> Vec<wire::Lesson> {
        let text = self.tutorial(id);
        text.map_or_else(Vec::new, |text| lessons::read(&text))
    }

    /// The position in which a card of a game is tried.
    pub(crate) fn trial(&self, id: &str) -> Option<String> {
        lessons::trial(&self.tutorial(id)?)
    }

    fn tutorial(&self, id: &str) -> Option<String> {
        let shelved = self.shelved(id).ok()?;
        String::from_utf8(shelved.sources.read(lessons::FILE).ok()?).ok()
    }

    fn read(&self, id: &str, variant: Option<&str>) -> Result<Edition, wire::Problem> {
        let shelved = self.shelved(id)?;
        let entry = self.entry_of(&shelved, variant)?;
        checked(&shelved, &entry, self.next_number())
    }

    /// The first file of a game or of one of its variants.
    pub(crate) fn entry_of(
        &self,
        shelved: &Shelved,
        variant: Option<&str>,
    ) -> Result<String, wire::Problem> {
        match variant {
            None => Ok(shelved.entry.clone()),
            Some(name) => self.file_of(&shelved.id, name),
        }
    }

    pub(crate) fn next_number(&self) -> u64 {
        self.read.fetch_add(1, Ordering::Relaxed)
    }

    /// The file of a variant of a game.
    fn file_of(&self, id: &str, name: &str) -> Result<String, wire::Problem> {
        let base = self.edition(id, None)?;
        let mut variants = base.game.variants.iter();
        let variant = variants.find(|variant| variant.name == name);
        variant
            .map(|variant| variant.file.clone())
            .ok_or_else(|| wire::Problem {
                code: wire::ProblemCode::UnknownVariant,
                message: format!("`{id}` has no variant `{name}`"),
                hint: None,
            })
    }
}

/// True if some expression of the rules reads the suit of a card.
fn reads_suits(game: &Game) -> bool {
    let mut found = false;
    exprs(game, &mut |expr| {
        if let ExprKind::Property(property, _) = &expr.kind {
            found |= game.printed_property(PrintedProperty::Suit) == Some(*property);
        }
    });
    found
}

fn checked(shelved: &Shelved, entry: &str, number: u64) -> Result<Edition, wire::Problem> {
    let mut diagnostics = Diagnostics::new();
    let document = load(&*shelved.sources, entry, &mut diagnostics);
    let game = document.and_then(|document| check(&document, &mut diagnostics));
    let id = &shelved.id;
    let Ok(game) = game else {
        let first = first_error(&diagnostics);
        let where_to = shelved.folder.as_ref();
        let named = where_to.map_or_else(|| id.clone(), |folder| folder.display().to_string());
        return Err(wire::Problem {
            code: wire::ProblemCode::GameHasProblems,
            message: format!("`{id}` cannot be played: {first}"),
            hint: Some(format!("`fuda check {named}` shows every problem")),
        });
    };
    let files = diagnostics.files().clone();
    Ok(Edition::new(shelved, number, game, files))
}

/// A text of the game's author by language. One text for all languages counts as English.
pub(crate) fn prose(prose: &Prose) -> wire::Prose {
    let texts = prose.texts.iter();
    texts
        .map(|(code, text)| {
            let code = if code.is_empty() { "en" } else { code };
            (code.to_owned(), text.clone())
        })
        .collect()
}

impl Edition {
    pub(crate) fn summary(&self) -> wire::GameSummary {
        let meta = &self.game.meta;
        let mut name = prose(&meta.name);
        if name.is_empty() {
            name.insert("en".to_owned(), self.id.clone());
        }
        wire::GameSummary {
            id: self.id.clone(),
            name,
            description: prose(&meta.description),
            min_players: meta.min_players,
            max_players: meta.max_players,
            tags: meta.tags.clone(),
            brings_decks: self.brings_decks(),
            has_cards: self.game.cards.iter().any(|card| card.deck_type.is_none()),
            own: self.own,
            broken: None,
        }
    }

    fn brings_decks(&self) -> bool {
        let mut decks = self.game.decks.iter();
        decks.any(|deck| matches!(deck.source, DeckSource::DeckList(_)))
    }

    pub(crate) fn detail(&self) -> wire::GameDetail {
        let game = &self.game;
        wire::GameDetail {
            summary: self.summary(),
            variants: game
                .variants
                .iter()
                .map(|variant| wire::Variant {
                    id: variant.name.clone(),
                    text: prose(&variant.text),
                })
                .collect(),
            parameters: game
                .parameters
                .iter()
                .map(|it| self.parameter(it))
                .collect(),
            decks: game
                .deck_lists
                .iter()
                .map(|deck| wire::DeckName {
                    id: deck.name.clone(),
                    name: prose(&deck.title),
                    sizes: deck
                        .sections
                        .iter()
                        .map(|(section, cards)| {
                            (section.clone(), cards.iter().map(|(_, count)| count).sum())
                        })
                        .collect(),
                })
                .collect(),
            players: computer_players(false),
            rules: self.rules(),
            readme: wire::Prose::new(),
            zones: self.zones(),
            lessons: Vec::new(),
        }
    }

    /// Rules in sentences.
    fn rules(&self) -> Vec<wire::RuleText> {
        let game = &self.game;
        let mut rules = vec![wire::RuleText {
            name: "win".to_owned(),
            title: wire::Prose::new(),
            text: in_both(|language| explain::win(game, language)),
        }];
        for (id, it) in game.moves.pairs() {
            rules.push(wire::RuleText {
                name: it.name.clone(),
                title: in_both(|language| match it.text.of(language.code()) {
                    "" => spaced(&it.name),
                    text => text.to_owned(),
                }),
                text: in_both(|language| explain::player_move(game, id, language)),
            });
        }
        rules.retain(|rule| rule.text.values().any(|text| !text.trim().is_empty()));
        rules
    }

    fn parameter(&self, parameter: &Parameter) -> wire::Parameter {
        let small = |bound: Option<i64>| bound.and_then(|bound| i32::try_from(bound).ok());
        let kind = match &parameter.ty {
            Type::Bool => wire::ParameterKind::Flag,
            Type::Number => wire::ParameterKind::Number {
                min: small(parameter.min),
                max: small(parameter.max),
            },
            Type::Symbol(set) => wire::ParameterKind::Word {
                values: self.words(parameter, &self.game.symbol_sets[*set].values),
            },
            _ => wire::ParameterKind::Text,
        };
        wire::Parameter {
            id: parameter.name.clone(),
            text: prose(&parameter.text),
            default: self.game.literal_text(&parameter.default),
            for_people: parameter
                .for_people
                .as_ref()
                .map(|proposed| self.game.literal_text(proposed)),
            kind,
        }
    }

    fn words<'w>(
        &self,
        parameter: &Parameter,
        all: impl IntoIterator<Item = &'w String>,
    ) -> Vec<wire::WordText> {
        let listed: Vec<String> = parameter
            .values
            .iter()
            .map(|it| self.game.literal_text(it))
            .collect();
        let words = all.into_iter();
        let words = words.filter(|word| listed.is_empty() || listed.contains(word));
        words
            .map(|word| wire::WordText {
                id: word.clone(),
                text: in_both(|language| {
                    let text = self.game.texts.of(word, language.code());
                    text.map_or_else(|| spaced(word), str::to_owned)
                }),
            })
            .collect()
    }
}

pub(crate) fn in_both(text: impl Fn(Language) -> String) -> wire::Prose {
    let languages = [Language::English, Language::Japanese];
    languages
        .into_iter()
        .map(|language| (language.code().to_owned(), text(language)))
        .collect()
}

pub(crate) use narrate::spaced;
