//! Every word of the language has a case.

use std::collections::BTreeSet;

use fuda::cgml::version::Version;
use fuda::cgml::vocabulary::actions::{self, Action};
use fuda::cgml::vocabulary::shape::Shape;
use fuda::cgml::vocabulary::{events, operators};

use crate::case::Case;
use crate::coverage::used;
use crate::played::game;

/// Everything else that must have a case.
const BESIDES: &[&str] = &[
    "timing pre",
    "timing post",
    "timing replace",
    "priority",
    "enabled_when",
    "store_as of a rule",
    "once_per turn",
    "once_per phase",
    "once_per game",
    "once_per turn of a move",
    "once_per phase of a move",
    "once_per game of a move",
    "once_per duration of a move",
    "on_failure continue",
    "on_failure abort",
    "on_failure rollback",
    "ordering unordered",
    "ordering fifo",
    "ordering lifo",
    "ordering shuffled",
    "visibility owner all",
    "visibility owner count_only",
    "visibility owner hidden",
    "visibility owner top_card_only",
    "visibility others all",
    "visibility others count_only",
    "visibility others hidden",
    "visibility others top_card_only",
    "default_face up",
    "default_face down",
    "variable global stored",
    "variable global computed",
    "variable per_player stored",
    "variable per_player computed",
    "variable per_team stored",
    "player_order clockwise",
    "player_order counterclockwise",
    "player_order simultaneous",
    "event declared",
];

#[test]
fn every_word_of_the_language_has_a_case() {
    let (mut played, mut refused) = (BTreeSet::new(), BTreeSet::new());
    for case in crate::all() {
        for case in case.refusing() {
            refused.extend(words(&case));
        }
        if case.section("refuses").is_some() {
            continue;
        }
        let words = words(&case);
        if case.section("refused").is_some() {
            refused.extend(words);
        } else {
            played.extend(words);
        }
    }
    let missing: Vec<String> = wanted()
        .into_iter()
        .filter(|(word, since)| {
            let is_refused = *since > Version::V1_3 && refused.contains(word);
            !played.contains(word) && !is_refused
        })
        .map(|(word, _)| word)
        .collect();
    assert!(
        missing.is_empty(),
        "no case for {}:\n{}",
        missing.len(),
        missing.join("\n")
    );
}

fn words(case: &Case) -> BTreeSet<String> {
    match game(case) {
        Ok((game, _)) => used(&game),
        // The case itself says so.
        Err(_) => BTreeSet::new(),
    }
}

fn wanted() -> Vec<(String, Version)> {
    let mut wanted = Vec::new();
    for operator in operators::all() {
        wanted.push((format!("operator {}", operator.name), operator.since));
    }
    for action in actions::all() {
        wanted.push((format!("action {}", action.name), action.since));
        wanted.extend(parameters(action));
    }
    for event in events::EVENTS {
        wanted.push((format!("event {}", event.trigger), event.since));
        for field in event.fields.iter().chain(events::COMMON) {
            wanted.push((format!("context {}", field.name), event.since));
        }
    }
    wanted.extend(
        BESIDES
            .iter()
            .map(|word| ((*word).to_owned(), Version::V1_3)),
    );
    wanted
}

fn parameters(action: &Action) -> Vec<(String, Version)> {
    let mut wanted = Vec::new();
    // The name of an element is one more name for the result.
    let keys = action.parameters.iter();
    for key in keys.filter(|key| !matches!(key.shape, Shape::NewName(_))) {
        let since = action.since.max(key.since);
        wanted.push((format!("{}.{}", action.name, key.name), since));
        if let Shape::Word(values) = key.shape {
            let words = values.iter();
            wanted
                .extend(words.map(|word| (format!("{}.{}: {word}", action.name, key.name), since)));
        }
    }
    if action.gives != actions::Outcome::Nothing {
        wanted.push((format!("{}.store_as", action.name), action.since));
    }
    wanted
}
