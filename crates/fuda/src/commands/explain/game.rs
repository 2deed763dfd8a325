//! Explaining a game, or something of it.

use super::{Misuse, Outcome};
use crate::cli::Format;
use crate::commands::checked::show;
use crate::output;
use cgml::explain::{self, Subject};
use cgml::model::Game;
use cgml::vocabulary::Language;
use fuda::locate;
use fuda::matches::checked;
use serde_json::{Value, json};

pub(super) fn explain(
    game: &str,
    name: Option<&str>,
    language: Language,
    format: Format,
) -> anyhow::Result<Outcome> {
    let located = locate(game).map_err(Misuse::from)?;
    let checked = checked(&located);
    let Some(game) = checked.game else {
        return show(&checked.diagnostics, format);
    };
    let subjects = name.map(|name| find(&game, name)).transpose()?;
    match format {
        Format::Text => output::print(&text(&game, subjects.as_deref(), language))?,
        Format::Json => output::print_json(&value(&game, subjects.as_deref(), language))?,
    }
    Ok(Outcome::Done)
}

/// The subjects in sentences. Of several things with one name each is headed by what it is.
fn text(game: &Game, subjects: Option<&[Subject]>, language: Language) -> String {
    let explained = |subject: &Subject| explain::subject(game, *subject, language);
    match subjects {
        None => explain::game(game, language),
        Some([subject]) => explained(subject),
        Some(subjects) => {
            let parts = subjects.iter().map(|subject| {
                let (kind, name) = (subject.kind(), subject.name(game));
                format!("{kind} `{name}`:\n{}", explained(subject))
            });
            parts.collect::<Vec<_>>().join("\n\n")
        }
    }
}

fn find(game: &Game, name: &str) -> Result<Vec<Subject>, Misuse> {
    explain::find(game, name).map_err(|nearest| {
        let hint = match nearest {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => "leave the name out to see the whole game".to_owned(),
        };
        Misuse::new(format!("the game has nothing named `{name}`"), hint)
    })
}

/// The same as JSON; what else has the name stands under `others`.
fn value(game: &Game, subjects: Option<&[Subject]>, language: Language) -> Value {
    let (first, others) = match subjects {
        Some([first, others @ ..]) => (Some(*first), others),
        Some([]) | None => (None, &[][..]),
    };
    let mut value = json!({
        "game": game.meta.name.of(language.code()),
        "name": first.map(|subject| subject.name(game)),
        "kind": first.map_or("game", Subject::kind),
        "language": language.code(),
        "text": text(game, first.as_ref().map(std::slice::from_ref), language),
    });
    if !others.is_empty() {
        let other = |subject: &Subject| {
            let text = explain::subject(game, *subject, language);
            json!({ "kind": subject.kind(), "text": text })
        };
        value["others"] = others.iter().map(other).collect();
    }
    value
}
