//! Explaining a code.

use super::{Misuse, Outcome};
use crate::cli::Format;
use crate::output;
use cgml::codes::{self, Code};
use cgml::similar::nearest;
use serde_json::{Value, json};

/// True if a word on the command line is meant as a code: a letter and a digit first, and short.
pub(super) fn is_meant(word: &str) -> bool {
    let mut letters = word.chars();
    let is_letter = matches!(letters.next(), Some('E' | 'e' | 'W' | 'w'));
    let is_digit = letters.next().is_some_and(|it| it.is_ascii_digit());
    is_letter && is_digit && word.len() <= 6 && !std::path::Path::new(word).exists()
}

pub(super) fn explain(name: &str, format: Format) -> anyhow::Result<Outcome> {
    let code = codes::find(name).ok_or_else(|| unknown(name))?;
    match format {
        Format::Text => output::print(&format!("{}\n\n{}", heading(code), code.page()))?,
        Format::Json => {
            let mut value = title(code);
            value["page"] = code.page().into();
            output::print_json(&value)?;
        }
    }
    Ok(Outcome::Done)
}

pub(super) fn list(format: Format) -> anyhow::Result<Outcome> {
    let codes = codes::all().into_iter();
    match format {
        Format::Text => output::print(&codes.map(heading).collect::<Vec<_>>().join("\n"))?,
        Format::Json => output::print_json(&codes.map(title).collect())?,
    }
    Ok(Outcome::Done)
}

fn heading(code: Code) -> String {
    format!("{}: {}", code.name(), code.title())
}

fn title(code: Code) -> Value {
    json!({
        "code": code.name(),
        "severity": code.severity().word(),
        "title": code.title(),
    })
}

fn unknown(name: &str) -> Misuse {
    let names: Vec<String> = codes::all().into_iter().map(Code::name).collect();
    let hint = match nearest(name, names.iter().map(String::as_str)) {
        Some(nearest) => format!("did you mean `{nearest}`? `fuda explain --list` shows them all"),
        None => "`fuda explain --list` shows every code".to_owned(),
    };
    Misuse::new(format!("there is no code `{name}`"), hint)
}
