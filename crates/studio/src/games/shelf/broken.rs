//! Games that cannot be played: their place in the list of games, and the first problem of their files.

use crate::wire;
use cgml::diagnostic::{Diagnostics, Severity};
use std::collections::BTreeMap;

/// A game that cannot be played, in the list of games.
pub(super) fn broken(id: &str, problem: wire::Problem) -> wire::GameSummary {
    let hint = problem
        .hint
        .map_or_else(String::new, |hint| format!(" ({hint})"));
    wire::GameSummary {
        id: id.to_owned(),
        name: BTreeMap::from([("en".to_owned(), id.to_owned())]),
        description: BTreeMap::new(),
        min_players: 1,
        max_players: 1,
        tags: Vec::new(),
        brings_decks: false,
        has_cards: false,
        own: false,
        broken: Some(problem.message + &hint),
    }
}

/// The first error: its file and line, the problem, and what was probably meant.
pub(super) fn first_error(diagnostics: &Diagnostics) -> String {
    let sorted = diagnostics.sorted();
    let mut errors = sorted
        .into_iter()
        .filter(|problem| problem.severity() == Severity::Error);
    let Some(first) = errors.next() else {
        return String::new();
    };
    let files = diagnostics.files();
    let place = first.span.map_or_else(String::new, |span| {
        let path = files.file(span.file).path();
        format!("{path}:{}: ", files.place(span).line)
    });
    let advice = first.hint.as_ref();
    let advice = advice.map_or_else(String::new, |hint| format!("; {hint}"));
    format!("{place}{}{advice}", first.message)
}
