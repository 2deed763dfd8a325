//! The card editor: what can be written on cards, what is wrong with one, and how it is saved.

pub(crate) mod draft;
pub(crate) mod folder;

use crate::problem::{ProblemCode, problem};
use crate::shelf::{Edition, Shelf, Shelved, in_both, prose};
use crate::speaker::{Speaker, language_of};
use crate::wire::{
    CardAsked, CardChecked, CardDraft, CardField, CardFile, CardFormat, CardOpened, CardSaved,
    CardSaving, FieldEdit, FieldKind, FieldValue, KindFields, Mistake, Problem, TryZone, WordText,
    Workshop, WorkshopCard, ZoneRole,
};
use crate::workshop::draft::{
    COLUMNS, Changed, Drafted, TABLE, Tried, card_files, drafted, text_of,
};
use crate::workshop::folder::{Written, copied, set_aside, write};
use cgml::diagnostic::{Diagnostic, Diagnostics, Severity};
use cgml::edit::{self, NewValue};
use cgml::explain;
use cgml::model::{CardDefId, Game, KindId, Literal, Role, Type, ZoneOwner};
use cgml::vocabulary::Language;
use engine::program::Program;
use narrate::diagnostics;
use std::sync::{Mutex, PoisonError};

/// One after the other: what is written was compared with what is there.
static WRITING: Mutex<()> = Mutex::new(());

fn speaker<'s>(edition: &'s Edition, program: &'s Program, language: &str) -> Speaker<'s> {
    Speaker {
        edition,
        program,
        language: language_of(language),
        seat: None,
        traces: false,
        names: &[],
    }
}

/// Overview of a game's cards that can be edited.
pub(crate) fn overview(shelf: &Shelf, id: &str, language: &str) -> Result<Workshop, Problem> {
    let edition = shelf.edition(id, None)?;
    let shelved = shelf.shelved(id)?;
    let game = &edition.game;
    let program = Program::default();
    let speaker = speaker(&edition, &program, language);
    let files = card_files(&edition, &*shelved.sources);
    let kinds = (0..game.kinds.len() as u32).map(KindId);
    let columns = text_of(&*shelved.sources, COLUMNS).unwrap_or_default();
    let mut phases: Vec<_> = game.phases.iter().collect();
    phases.retain(|phase| !phase.moves.is_empty());
    phases.sort_by_key(|phase| std::cmp::Reverse(phase.moves.len()));
    Ok(Workshop {
        name: speaker.prose(&game.meta.name, id),
        own: edition.own,
        copy: edition.own && shelf.shipped(id)?.folder.is_none(),
        folder: shelved.folder.as_ref().map(|it| it.display().to_string()),
        cards: cards(&edition, &speaker, &files),
        files: files
            .into_iter()
            .map(|(path, format)| CardFile { path, format })
            .collect(),
        kinds: kinds.map(|kind| fields_of(&speaker, kind)).collect(),
        keywords: game
            .keywords
            .iter()
            .map(|keyword| WordText {
                id: keyword.name.clone(),
                text: prose(&keyword.text),
            })
            .collect(),
        columns: cgml::card_tables::table_columns(&columns)
            .into_iter()
            .map(column)
            .collect(),
        zones: zones(&speaker),
        phases: phases
            .into_iter()
            .map(|phase| WordText {
                id: phase.name.clone(),
                text: prose(&phase.text),
            })
            .collect(),
        seats: game.meta.min_players.max(1),
        trial: shelf.trial(id),
    })
}

fn cards(
    edition: &Edition,
    speaker: &Speaker<'_>,
    files: &[(String, CardFormat)],
) -> Vec<WorkshopCard> {
    let all = edition.game.cards.pairs();
    let written = all.filter(|(_, card)| card.deck_type.is_none());
    let cards = written.filter_map(|(id, card)| {
        let path = edition.files.file(card.origin.file).path();
        let file = files.iter().find(|(file, _)| file == path)?;
        let face = speaker.card_face(id);
        Some(WorkshopCard {
            id: face.card,
            name: face.name,
            kind: face.kind,
            colors: face.colors,
            file: file.0.clone(),
        })
    });
    cards.collect()
}

/// A kind with its own fields and those of the kinds that it is a special case of.
fn fields_of(speaker: &Speaker<'_>, kind: KindId) -> KindFields {
    let game = &speaker.edition.game;
    let mut above = Vec::new();
    let mut next = Some(kind);
    while let Some(of) = next.filter(|of| !above.contains(of)) {
        above.push(of);
        next = game.kinds[of].extends;
    }
    let properties = above
        .iter()
        .rev()
        .flat_map(|of| &game.kinds[*of].properties);
    let mut fields: Vec<CardField> = Vec::new();
    for (property, optional, default) in properties {
        let property = &game.properties[*property];
        let field = CardField {
            key: property.name.clone(),
            name: speaker.property(&property.name),
            kind: field_kind(game, &property.ty),
            optional: *optional || default.is_some(),
            default: default
                .as_ref()
                .map_or_else(String::new, |it| written(game, it)),
        };
        match fields.iter_mut().find(|known| known.key == field.key) {
            Some(known) => *known = field,
            None => fields.push(field),
        }
    }
    KindFields {
        id: game.kinds[kind].name.clone(),
        name: speaker.prose(
            &game.kinds[kind].text,
            &crate::shelf::spaced(&game.kinds[kind].name),
        ),
        fields,
    }
}

fn field_kind(game: &Game, ty: &Type) -> FieldKind {
    let words = |set| {
        let values = game.symbol_sets[set].values.iter();
        let words = values.map(|word: &String| WordText {
            id: word.clone(),
            text: in_both(|language| {
                let text = game.texts.of(word, language.code());
                text.map_or_else(|| crate::shelf::spaced(word), str::to_owned)
            }),
        });
        words.collect()
    };
    match ty {
        Type::Bool => FieldKind::Flag,
        Type::Number => FieldKind::Number,
        Type::Text => FieldKind::Text,
        Type::Symbol(set) => FieldKind::Word {
            values: words(*set),
        },
        Type::List(element) => match &**element {
            Type::Symbol(set) => FieldKind::Words {
                values: words(*set),
            },
            _ => FieldKind::Other,
        },
        _ => FieldKind::Other,
    }
}

/// A constant as an author writes it.
fn written(game: &Game, literal: &Literal) -> String {
    match literal {
        Literal::Nothing => String::new(),
        Literal::Bool(truth) => truth.to_string(),
        Literal::Number(number) => number.to_string(),
        Literal::Text(text) => text.clone(),
        Literal::Symbol(set, position) => {
            let value = game.symbol_sets[*set].values.get_index(*position as usize);
            value.cloned().unwrap_or_default()
        }
        Literal::List(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| written(game, part)).collect();
            parts.join(", ")
        }
        Literal::Range(_) | Literal::Record(_) => String::new(),
    }
}

fn column(column: cgml::card_tables::TableColumn) -> CardField {
    let values = column.words.into_iter().map(|word| WordText {
        text: [("en".to_owned(), word.clone())].into(),
        id: word,
    });
    let values: Vec<WordText> = values.collect();
    CardField {
        key: column.heading.clone(),
        name: column.heading,
        kind: match (values.is_empty(), column.separator, column.bounds) {
            (false, Some(_), _) => FieldKind::Words { values },
            (false, None, _) => FieldKind::Word { values },
            (true, _, Some(_)) => FieldKind::Number,
            (true, _, None) => FieldKind::Text,
        },
        optional: true,
        default: String::new(),
    }
}

fn zones(speaker: &Speaker<'_>) -> Vec<TryZone> {
    let zones = speaker.edition.game.zones.iter();
    let zones = zones.filter(|zone| zone.owner != ZoneOwner::Team);
    zones
        .map(|zone| TryZone {
            id: zone.name.clone(),
            name: speaker.prose(&zone.text, &crate::shelf::spaced(&zone.name)),
            per_player: zone.owner == ZoneOwner::Player,
            role: match zone.role {
                Role::Deck => ZoneRole::Deck,
                Role::Hand => ZoneRole::Hand,
                Role::Play => ZoneRole::Play,
                Role::Discard => ZoneRole::Discard,
                Role::Out => ZoneRole::Out,
                Role::Other => ZoneRole::Other,
            },
        })
        .collect()
}

/// A card as it is written.
pub(crate) fn open(shelf: &Shelf, id: &str, card: &str) -> Result<CardOpened, Problem> {
    let edition = shelf.edition(id, None)?;
    let shelved = shelf.shelved(id)?;
    let (file, _, text) = draft::opened(&edition, &*shelved.sources, card)?;
    let version = version_of(&text_of(&*shelved.sources, &file)?);
    Ok(CardOpened {
        file,
        text,
        version,
    })
}

/// Version of a file.
fn version_of(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..32].to_owned()
}

/// Checks a card: its problems, its face and its text.
pub(crate) fn check(shelf: &Shelf, id: &str, asked: &CardAsked) -> Result<CardChecked, Problem> {
    let edition = shelf.edition(id, None)?;
    let shelved = shelf.shelved(id)?;
    let files = card_files(&edition, &*shelved.sources);
    let format = files.iter().find(|(path, _)| *path == asked.draft.file);
    let format = format.map_or(CardFormat::Cards, |(_, format)| *format);
    let columns = text_of(&*shelved.sources, COLUMNS).unwrap_or_default();
    let columns = cgml::card_tables::table_columns(&columns);
    let mut draft = asked.draft.clone();
    if let Some(field) = &asked.edit {
        draft.text = match format {
            CardFormat::Cards => with_field(&draft.text, field)?,
            CardFormat::Table => with_cell(&draft.text, &columns, field)?,
            CardFormat::Other => {
                let message = "this format has no form: change the text".to_owned();
                return Err(problem(ProblemCode::NotAllowed, message));
            }
        };
    }
    let drafted = drafted(&edition, &shelved, &draft)?;
    let found = looked_at(shelf, &shelved, &draft, &drafted, &asked.language);
    let form = match format {
        CardFormat::Cards => edit::form(&draft.text).unwrap_or_default(),
        CardFormat::Table => cells(&draft.text, &columns),
        CardFormat::Other => edit::Form::default(),
    };
    Ok(CardChecked {
        text: draft.text,
        values: form.values.into_iter().collect(),
        lists: form.lists.into_iter().collect(),
        others: form.others.into_iter().collect(),
        ..found
    })
}

/// A draft in its game.
fn looked_at(
    shelf: &Shelf,
    shelved: &Shelved,
    draft: &CardDraft,
    drafted: &Drafted,
    language: &str,
) -> CardChecked {
    let sources = Changed::new(shelved.sources.clone(), drafted.files.clone());
    let Tried { diagnostics, game } = draft::tried(&sources, &shelved.entry, None);
    let mut mistakes = mistakes(&diagnostics, drafted, language_of(language));
    let mut found = CardChecked {
        text: String::new(),
        mistakes: Vec::new(),
        id: None,
        values: Default::default(),
        lists: Default::default(),
        others: Default::default(),
        face: None,
        explained: Default::default(),
    };
    if let Some((game, _)) = game {
        let files = diagnostics.files().clone();
        let edition = Edition::new(shelved, shelf.next_number(), game, files);
        let card = draft::card_of(&edition.game, &edition.files, drafted);
        if let Some(card) = card {
            describe(&edition, card, language, &mut found);
        } else if !draft.text.trim().is_empty() {
            mistakes.push(no_card_there(language_of(language)));
        }
    }
    found.mistakes = mistakes;
    found
}

fn describe(edition: &Edition, card: CardDefId, language: &str, found: &mut CardChecked) {
    let program = Program::default();
    found.id = Some(edition.game.cards[card].name.clone());
    found.face = Some(speaker(edition, &program, language).card_face(card));
    found.explained = in_both(|language| explain::card(&edition.game, card, language));
}

fn no_card_there(language: Language) -> Mistake {
    let (message, hint) = match language {
        Language::English => (
            "the text is no card of the game",
            "a card has an `id` of its own",
        ),
        Language::Japanese => (
            "このテキストはゲームのカードになっていません",
            "カードには独自の `id` が必要です",
        ),
    };
    Mistake {
        error: true,
        code: "no-card".to_owned(),
        message: message.to_owned(),
        hint: Some(hint.to_owned()),
        line: Some(1),
        column: Some(1),
        end_column: None,
        elsewhere: None,
    }
}

/// Problems, those of the card's own text first.
fn mistakes(diagnostics: &Diagnostics, drafted: &Drafted, language: Language) -> Vec<Mistake> {
    let all = diagnostics.sorted().into_iter();
    let mut found: Vec<Mistake> = all
        .map(|it| mistake(diagnostics, it, drafted, language))
        .collect();
    // Warnings about other cards are for `fuda check`.
    found.retain(|it| it.error || it.line.is_some());
    found.sort_by_key(|it| (it.line.is_none(), !it.error, it.line, it.column));
    found.truncate(50);
    found
}

fn mistake(
    diagnostics: &Diagnostics,
    of: &Diagnostic,
    drafted: &Drafted,
    language: Language,
) -> Mistake {
    let files = diagnostics.files();
    let mut found = Mistake {
        error: of.severity() == Severity::Error,
        code: of.code.name().to_owned(),
        message: diagnostics::message(of, language),
        hint: diagnostics::hint(of, language),
        line: None,
        column: None,
        end_column: None,
        elsewhere: None,
    };
    let Some(span) = of.span else {
        return found;
    };
    let file = files.file(span.file);
    let (path, text) = &drafted.files[0];
    let own = drafted.range.start..=drafted.range.end;
    if file.path() != path || !own.contains(&(span.start as usize)) {
        found.elsewhere = Some(draft::place(files, span));
        return found;
    }
    let before = text.get(..drafted.range.start).unwrap_or_default();
    let first = before.matches('\n').count() as u32 + 1;
    let (start, end) = (file.place(span.start), file.place(span.end));
    let column = |column: u32| (column - 1).saturating_sub(drafted.column as u32) + 1;
    found.line = Some(start.line.saturating_sub(first) + 1);
    found.column = Some(column(start.column));
    found.end_column = (end.line == start.line).then(|| column(end.column));
    found
}

fn with_field(text: &str, field: &FieldEdit) -> Result<String, Problem> {
    let value = field.value.as_ref().map(|value| match value {
        FieldValue::Word { value } => NewValue::Word(value.clone()),
        FieldValue::Text { value } => NewValue::Text(value.clone()),
        FieldValue::Words { value } => NewValue::List(value.clone()),
        FieldValue::Yaml { value } => NewValue::Yaml(value.clone()),
    });
    edit::set(text, &field.key, value.as_ref())
        .map_err(|error| problem(ProblemCode::Card, error.to_string()))
}

fn with_cell(
    text: &str,
    columns: &[cgml::card_tables::TableColumn],
    field: &FieldEdit,
) -> Result<String, Problem> {
    let at = columns.iter().position(|it| it.heading == field.key);
    let none = || {
        problem(
            ProblemCode::Card,
            format!("there is no column `{}`", field.key),
        )
    };
    let at = at.ok_or_else(none)?;
    let separator = columns[at].separator.clone().unwrap_or_default();
    let mut cells = edit::rows(text)
        .into_iter()
        .next()
        .map_or_else(Vec::new, |row| row.cells);
    cells.resize(columns.len().max(cells.len()), String::new());
    cells[at] = match &field.value {
        None => String::new(),
        Some(FieldValue::Words { value }) => value.join(&separator),
        Some(
            FieldValue::Word { value } | FieldValue::Text { value } | FieldValue::Yaml { value },
        ) => value.clone(),
    };
    Ok(edit::row(&cells))
}

/// The cells of a row, as a form shows them.
fn cells(text: &str, columns: &[cgml::card_tables::TableColumn]) -> edit::Form {
    let row = edit::rows(text).into_iter().next();
    let cells = row.map_or_else(Vec::new, |row| row.cells);
    let mut form = edit::Form::default();
    for (column, cell) in columns.iter().zip(cells) {
        match &column.separator {
            Some(separator) if !column.words.is_empty() => {
                let words = cell.split(separator.as_str()).map(str::trim);
                let words = words.filter(|word| !word.is_empty()).map(str::to_owned);
                form.lists.push((column.heading.clone(), words.collect()));
            }
            _ => form.values.push((column.heading.clone(), cell)),
        }
    }
    form
}

/// Saves a card into the folder of its game, which is a copy if the game comes with the program.
///
/// A card with mistakes, or one of a file that has changed in the meantime, is refused; then nothing is written.
pub(crate) fn save(shelf: &Shelf, id: &str, saving: &CardSaving) -> Result<CardSaved, Problem> {
    let _one = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let edition = shelf.edition(id, None)?;
    let shelved = shelf.shelved(id)?;
    let draft = &saving.draft;
    let drafted = drafted(&edition, &shelved, draft)?;
    let known = text_of(&*shelved.sources, &draft.file).ok();
    if known.as_deref().map(version_of) != saving.version
        && (known.is_some() || draft.file != TABLE)
    {
        return Err(Problem {
            code: ProblemCode::Stale,
            message: format!("`{}` has changed since this card was opened", draft.file),
            hint: Some("copy your text, open the card again and put it in".to_owned()),
        });
    }
    let found = looked_at(shelf, &shelved, draft, &drafted, "en");
    if let Some(mistake) = found.mistakes.iter().find(|mistake| mistake.error) {
        let at = mistake.line.map(|line| format!("line {line}: "));
        let at = at.or_else(|| mistake.elsewhere.as_ref().map(|at| format!("{at}: ")));
        return Err(Problem {
            code: ProblemCode::CardHasProblems,
            message: format!("{}{}", at.unwrap_or_default(), mistake.message),
            hint: mistake.hint.clone(),
        });
    }
    if let Some(id) = &found.id
        && draft.card.as_ref() != Some(id)
        && edition.game.cards.find(id).is_some()
        && drafted.format == CardFormat::Cards
    {
        let message = format!("there is a card `{id}` already: give this one another `id`");
        return Err(problem(ProblemCode::CardHasProblems, message));
    }
    let folder = copied(shelf, &shelved)?;
    // The table and the rules are there before the first file speaks of them.
    for (path, text) in &drafted.files {
        write(&Written {
            folder: &folder,
            path,
            text,
        })?;
    }
    shelf.forget(id);
    Ok(CardSaved {
        card: found.id,
        version: version_of(&drafted.files[0].1),
        folder: folder.display().to_string(),
    })
}

/// Goes back to the game that comes with the program. The copy is kept aside; where is told.
pub(crate) fn discard(shelf: &Shelf, id: &str) -> Result<String, Problem> {
    let _one = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let shelved = shelf.shelved(id)?;
    let (Some(folder), None) = (shelved.folder, shelf.shipped(id)?.folder) else {
        return Err(problem(
            ProblemCode::NotAllowed,
            format!("there is no copy of `{id}`"),
        ));
    };
    let aside = set_aside(&folder)?;
    shelf.forget(id);
    Ok(aside.display().to_string())
}
