//! Explaining a game, or something of it.

use super::{Misuse, Outcome};
use crate::cli::Format;
use crate::commands::checked::checked;
use crate::output;
use cgml::diagnostic::Diagnostics;
use cgml::explain::{self, Subject};
use cgml::model::Game;
use cgml::render::{self, Style};
use cgml::vocabulary::Language;
use fuda::locate;
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
        return problems(&checked.diagnostics, format);
    };
    let subject = name.map(|name| find(&game, name)).transpose()?;
    let text = match subject {
        Some(subject) => explain::subject(&game, subject, language),
        None => explain::game(&game, language),
    };
    match format {
        Format::Text => output::print(&text)?,
        Format::Json => output::print_json(&value(&game, subject, language, &text))?,
    }
    Ok(Outcome::Done)
}

/// A game with errors has no rules yet: its problems are shown as `fuda check` does.
fn problems(diagnostics: &Diagnostics, format: Format) -> anyhow::Result<Outcome> {
    match format {
        Format::Text => output::print(&render::terminal(diagnostics, Style::Color))?,
        Format::Json => output::print_json(&render::json(diagnostics))?,
    }
    Ok(Outcome::Problems)
}

fn find(game: &Game, name: &str) -> Result<Subject, Misuse> {
    explain::find(game, name).map_err(|nearest| {
        let hint = match nearest {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => "leave the name out to see the whole game".to_owned(),
        };
        Misuse::new(format!("the game has nothing named `{name}`"), hint)
    })
}

fn value(game: &Game, subject: Option<Subject>, language: Language, text: &str) -> Value {
    json!({
        "game": game.meta.name.of(language.code()),
        "name": subject.map(|subject| subject.name(game)),
        "kind": subject.map_or("game", Subject::kind),
        "language": language.code(),
        "text": text,
    })
}
