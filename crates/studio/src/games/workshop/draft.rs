//! Cards that are being written: their game as it would be with them, without a file being changed.

use crate::problem::{ProblemCode, problem};
use crate::shelf::{Edition, SharedSources, Shelf, Shelved};
use crate::wire::{CardDraft, CardFormat, Problem};
use cgml::check::{ScenarioFile, check_with_scenarios};
use cgml::diagnostic::Diagnostics;
use cgml::edit;
use cgml::load::{load, load_file};
use cgml::model::scenario::Given;
use cgml::model::{CardDefId, Game};
use cgml::source::{MemorySources, ReadError, SourceMap, Sources};
use std::ops::Range;
use std::sync::Arc;

/// The longest text of a card, in bytes.
pub(crate) const MOST_BYTES: usize = 64 << 10;

/// The table of cards of a game that says how one is read.
pub(crate) const TABLE: &str = "cards.csv";
/// The file of its columns.
pub(crate) const COLUMNS: &str = "columns.yaml";
/// Name of the game's first file when a table of cards is put over it.
const BASE: &str = "base.cgml";

/// A game's files with some changed.
pub(crate) struct Changed {
    base: SharedSources,
    files: Vec<(String, String)>,
}

impl Changed {
    pub(crate) fn new(base: SharedSources, files: Vec<(String, String)>) -> Self {
        Self { base, files }
    }
}

impl Sources for Changed {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let changed = self.files.iter().find(|(file, _)| file == path);
        match changed {
            Some((_, text)) => Ok(text.clone().into_bytes()),
            None => self.base.read(path),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        self.base.list(folder)
    }

    fn display(&self, path: &str) -> String {
        self.base.display(path)
    }

    fn is_shared(&self, path: &str) -> bool {
        self.base.is_shared(path)
    }
}

/// The file with a draft in it.
pub(crate) struct Drafted {
    /// The files that change, with their new texts; the card's own file first.
    pub(crate) files: Vec<(String, String)>,
    /// Place of the card in its file.
    pub(crate) range: Range<usize>,
    /// By how many columns it is further to the right there.
    pub(crate) column: usize,
    pub(crate) format: CardFormat,
}

/// A text file of a game.
pub(crate) fn text_of(sources: &dyn Sources, path: &str) -> Result<String, Problem> {
    let bytes = sources.read(path).map_err(|error| match error {
        ReadError::Missing => problem(
            ProblemCode::UnknownFile,
            format!("there is no file `{path}`"),
        ),
        ReadError::Outside => problem(
            ProblemCode::NotAllowed,
            format!("`{path}` is outside of the game"),
        ),
        error => problem(
            ProblemCode::UnknownFile,
            format!("`{path}` cannot be read: {error:?}"),
        ),
    })?;
    String::from_utf8(bytes)
        .map_err(|_| problem(ProblemCode::UnknownFile, format!("`{path}` is no text")))
}

/// The files of a game that hold cards, in the order in which cards come.
pub(crate) fn card_files(edition: &Edition, sources: &dyn Sources) -> Vec<(String, CardFormat)> {
    let mut files: Vec<(String, CardFormat)> = Vec::new();
    for card in edition.game.cards.iter() {
        let path = edition.files.file(card.origin.file).path();
        let is_known = files.iter().any(|(file, _)| file == path);
        // The shared library is nobody's to edit.
        if card.deck_type.is_none() && !is_known && !path.starts_with("std/") {
            let text = edition.files.file(card.origin.file).text();
            files.push((path.to_owned(), format_of(path, text, &card.name)));
        }
    }
    let has_columns = sources.read(COLUMNS).is_ok();
    if has_columns && !files.iter().any(|(file, _)| file == TABLE) {
        files.push((TABLE.to_owned(), CardFormat::Table));
    }
    files
}

fn format_of(path: &str, text: &str, card: &str) -> CardFormat {
    if path.ends_with(".csv") {
        return CardFormat::Table;
    }
    let has = |places: Vec<edit::CardPlace>| places.iter().any(|place| place.id == card);
    match edit::cards(text).is_ok_and(has) {
        true => CardFormat::Cards,
        false => CardFormat::Other,
    }
}

/// Source of a card of a checked game: its file, form and text.
pub(crate) fn opened(
    edition: &Edition,
    sources: &dyn Sources,
    card: &str,
) -> Result<(String, CardFormat, String), Problem> {
    let id = edition.game.cards.find(card).ok_or_else(|| no_card(card))?;
    let origin = edition.game.cards[id].origin;
    let path = edition.files.file(origin.file).path().to_owned();
    let text = text_of(sources, &path)?;
    let format = format_of(&path, &text, card);
    let (own, _) = place_of(edition, &path, &text, format, card)?;
    Ok((path, format, own))
}

/// The text of a card of a file, and where it is.
fn place_of(
    edition: &Edition,
    path: &str,
    text: &str,
    format: CardFormat,
    card: &str,
) -> Result<(String, edit::CardPlace), Problem> {
    match format {
        CardFormat::Cards => {
            let places =
                edit::cards(text).map_err(|error| problem(ProblemCode::Card, error.to_string()))?;
            let place = places.into_iter().find(|place| place.id == card);
            let place = place.ok_or_else(|| no_card(card))?;
            Ok((edit::card_text(text, &place), place))
        }
        CardFormat::Table => {
            let id = edition.game.cards.find(card).ok_or_else(|| no_card(card))?;
            let origin = edition.game.cards[id].origin;
            let is_here = edition.files.file(origin.file).path() == path;
            let rows = edit::rows(text).into_iter();
            let mut rows = rows.filter(|row| row.range.contains(&(origin.start as usize)));
            let row = rows
                .next()
                .filter(|_| is_here)
                .ok_or_else(|| no_card(card))?;
            Ok((text[row.range.clone()].to_owned(), whole(row.range)))
        }
        CardFormat::Other => Ok((text.to_owned(), whole(0..text.len()))),
    }
}

fn whole(range: Range<usize>) -> edit::CardPlace {
    edit::CardPlace {
        id: String::new(),
        range,
        column: 0,
    }
}

fn no_card(card: &str) -> Problem {
    problem(
        ProblemCode::UnknownCard,
        format!("there is no card `{card}` here: it may have been renamed"),
    )
}

/// The files as they would be with a draft. Nothing is said about whether the game can be played then.
pub(crate) fn drafted(
    edition: &Edition,
    shelved: &Shelved,
    draft: &CardDraft,
) -> Result<Drafted, Problem> {
    if draft.text.len() > MOST_BYTES {
        let message = format!(
            "the text has {} bytes; a card may have {MOST_BYTES}",
            draft.text.len()
        );
        return Err(problem(ProblemCode::TooLarge, message));
    }
    let sources = &*shelved.sources;
    let files = card_files(edition, sources);
    let file = files.into_iter().find(|(path, _)| *path == draft.file);
    let Some((path, format)) = file else {
        let message = format!("`{}` is no file of the game's cards", draft.file);
        return Err(problem(ProblemCode::NotAllowed, message));
    };
    let text = text_of(sources, &path);
    let drafted = match (format, &draft.card) {
        (CardFormat::Cards | CardFormat::Other, Some(card)) => {
            let text = text?;
            let (_, place) = place_of(edition, &path, &text, format, card)?;
            let end = text.len() - place.range.end;
            let new = match (draft.text.trim().is_empty(), format) {
                (true, CardFormat::Cards) => edit::without_card(&text, &place),
                _ => edit::with_card(&text, &place, &draft.text),
            };
            let until = new.len().saturating_sub(end).max(place.range.start);
            (new, place.range.start..until, place.column)
        }
        (CardFormat::Cards, None) => {
            let new = edit::with_new_card(&text?, &draft.text);
            let (new, place) =
                new.map_err(|error| problem(ProblemCode::Card, error.to_string()))?;
            (new, place.range, place.column)
        }
        (CardFormat::Other, None) => {
            let message = "cards of this format are files of their own: add one to the folder";
            return Err(problem(ProblemCode::NotAllowed, message.to_owned()));
        }
        (CardFormat::Table, card) => {
            let text = text.unwrap_or_else(|_| headings(sources) + "\n");
            let place = match card {
                Some(card) => Some(place_of(edition, &path, &text, format, card)?.1),
                None => None,
            };
            table_with(&text, place, draft.text.trim())
        }
    };
    let (new, range, column) = drafted;
    let mut files = vec![(path.clone(), new)];
    if format == CardFormat::Table && edition.files.files().all(|(_, file)| file.path() != path) {
        files.extend(with_table(shelved)?);
    }
    Ok(Drafted {
        files,
        range,
        column,
        format,
    })
}

fn table_with(
    text: &str,
    place: Option<edit::CardPlace>,
    row: &str,
) -> (String, Range<usize>, usize) {
    match place {
        Some(place) => {
            let row_place = edit::Row {
                range: place.range.clone(),
                cells: Vec::new(),
            };
            let new = match row.is_empty() {
                true => edit::without_card(text, &place),
                false => edit::with_row(text, Some(&row_place), row),
            };
            (new, place.range.start..place.range.start + row.len(), 0)
        }
        None => {
            let new = edit::with_row(text, None, row);
            let end = new.len() - 1;
            (new, end - row.len()..end, 0)
        }
    }
}

/// The first line of a table.
pub(crate) fn headings(sources: &dyn Sources) -> String {
    let columns = text_of(sources, COLUMNS).unwrap_or_default();
    let columns = cgml::card_tables::table_columns(&columns);
    let headings: Vec<String> = columns.into_iter().map(|column| column.heading).collect();
    edit::row(&headings)
}

/// A game reads its table of cards once its first file says so: the rest of it moves to another file.
fn with_table(shelved: &Shelved) -> Result<Vec<(String, String)>, Problem> {
    if shelved.sources.read(BASE).is_ok() {
        let message = format!(
            "`{BASE}` is there already: add `cards: !include {TABLE} as {COLUMNS}` by hand"
        );
        return Err(problem(ProblemCode::NotAllowed, message));
    }
    let rules = text_of(&*shelved.sources, &shelved.entry)?;
    let entry = format!(
        "# The rules are in `{BASE}`; the rows of `{TABLE}` come over its cards.\n\n\
         cgml_version: \"1.4\"\ninherit: {BASE}\n\ncards: !include {TABLE} as {COLUMNS}\n"
    );
    Ok(vec![
        (BASE.to_owned(), rules),
        (shelved.entry.clone(), entry),
    ])
}

/// A game that was checked with what somebody writes or wants to try.
pub(crate) struct Tried {
    pub(crate) diagnostics: Diagnostics,
    pub(crate) game: Option<(Game, Option<Given>)>,
}

/// The file of a position that is given.
pub(crate) const GIVEN: &str = "position.yaml";

/// Checks a game with changed files and a position.
pub(crate) fn tried(sources: &dyn Sources, entry: &str, given: Option<&str>) -> Tried {
    let mut diagnostics = Diagnostics::new();
    let document = load(sources, entry, &mut diagnostics);
    let text = given.map(|given| {
        let lines = given.lines().map(|line| format!("      {line}\n"));
        format!(
            "scenarios:\n  - name: sandbox\n    given:\n{}    then: []\n",
            lines.collect::<String>()
        )
    });
    let memory = MemorySources::new().with(GIVEN, text.as_deref().unwrap_or_default());
    let fragment = text.map(|_| load_file(&memory, GIVEN, &mut diagnostics));
    let checked = document.and_then(|document| {
        let fragment = fragment.transpose()?;
        let files: Vec<ScenarioFile<'_>> = fragment
            .iter()
            .map(|fragment| {
                let roots = fragment.roots.iter();
                let list = roots.filter_map(|root| fragment.tree.get(*root, "scenarios"));
                ScenarioFile {
                    chosen: list
                        .flat_map(|list| fragment.tree.items(list).to_vec())
                        .collect(),
                    fragment,
                    with_shape: true,
                }
            })
            .collect();
        check_with_scenarios(&document, &files, &mut diagnostics)
    });
    let game = checked.ok().map(|(game, scenarios)| {
        let given = scenarios.into_iter().next().map(|scenario| scenario.given);
        (game, given)
    });
    Tried { diagnostics, game }
}

/// An edition that is on no shelf: with a card that is not saved, or with a position.
pub(crate) fn edition(
    shelf: &Shelf,
    id: &str,
    variant: Option<&str>,
    draft: Option<&CardDraft>,
    given: Option<&str>,
) -> Result<(Arc<Edition>, Option<Given>), Problem> {
    let shelved = shelf.shelved(id)?;
    let entry = shelf.entry_of(&shelved, variant)?;
    let files = match draft {
        None => Vec::new(),
        Some(draft) => drafted(&*shelf.edition(id, None)?, &shelved, draft)?.files,
    };
    let sources = Changed::new(shelved.sources.clone(), files);
    let Tried { diagnostics, game } = tried(&sources, &entry, given);
    let Some((game, given)) = game else {
        return Err(refusal(&diagnostics));
    };
    let files = diagnostics.files().clone();
    let edition = Edition::new(&shelved, shelf.next_number(), game, files);
    Ok((Arc::new(edition), given))
}

fn refusal(diagnostics: &Diagnostics) -> Problem {
    let sorted = diagnostics.sorted();
    let error = sorted
        .into_iter()
        .find(|it| it.severity() == cgml::diagnostic::Severity::Error);
    Problem {
        code: ProblemCode::CardHasProblems,
        message: error.map_or_else(String::new, |error| {
            let at = error.span.map(|span| place(diagnostics.files(), span));
            let at = at.map_or_else(String::new, |at| format!("{at}: "));
            format!("{at}{}", error.message)
        }),
        hint: error.and_then(|error| Some(error.hint.as_ref()?.to_string())),
    }
}

/// A place in a game's files, as people read it.
pub(crate) fn place(files: &SourceMap, span: cgml::source::Span) -> String {
    let at = files.place(span);
    match files.file(span.file).path() {
        // The first lines are ours.
        GIVEN => format!("position, line {}", at.line.saturating_sub(3)),
        path => format!("{path}:{}", at.line),
    }
}

/// The card that a draft is, in the game that was checked with it.
pub(crate) fn card_of(game: &Game, files: &SourceMap, drafted: &Drafted) -> Option<CardDefId> {
    let (path, text) = drafted.files.first()?;
    if drafted.format == CardFormat::Cards {
        let place = edit::CardPlace {
            column: drafted.column,
            ..whole(drafted.range.clone())
        };
        let form = edit::form(&edit::card_text(text, &place)).ok();
        let id = form.and_then(|form| form.values.into_iter().find(|(key, _)| key == "id"));
        return id.and_then(|(_, id)| game.cards.find(&id));
    }
    let mut cards = game.cards.pairs();
    let found = cards.find(|(_, card)| {
        files.file(card.origin.file).path() == path
            && drafted.range.contains(&(card.origin.start as usize))
    });
    found.map(|(id, _)| id)
}
