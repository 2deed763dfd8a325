//! A trading-card game whose truth is computed here: two cards of a shuffled deck are played, the larger sum wins.

// Each test file uses a part of it.
#![allow(dead_code)]

use serde_json::Value;
use std::fs;

/// The game.
pub(crate) const GAME: &str = "tests/duelists";

/// The decks of the game, as might and colour of each card.
pub(crate) const DECKS: [(&str, [(i64, char); 6]); 4] = [
    (
        "reds",
        [(1, 'r'), (1, 'r'), (4, 'r'), (4, 'r'), (7, 'r'), (7, 'r')],
    ),
    (
        "blues",
        [(2, 'b'), (2, 'b'), (5, 'b'), (5, 'b'), (8, 'b'), (8, 'b')],
    ),
    (
        "greens",
        [(3, 'g'), (3, 'g'), (6, 'g'), (6, 'g'), (9, 'g'), (9, 'g')],
    ),
    (
        "mixed",
        [(5, 'b'), (5, 'b'), (6, 'g'), (6, 'g'), (7, 'r'), (7, 'r')],
    ),
];

/// Sums of the two cards that are played, for every pair of cards of a deck.
pub(crate) fn totals(deck: &[(i64, char)]) -> Vec<i64> {
    let mut totals = Vec::new();
    for (place, one) in deck.iter().enumerate() {
        for other in &deck[place + 1..] {
            totals.push(one.0 + other.0 + if one.1 == other.1 { 2 } else { 0 });
        }
    }
    totals
}

/// The share of points of one deck against another.
pub(crate) fn truth(one: &[(i64, char)], other: &[(i64, char)]) -> f64 {
    let (ours, theirs) = (totals(one), totals(other));
    let points = |own: &i64| -> f64 {
        let points = theirs.iter().map(|their| match own.cmp(their) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        });
        points.sum()
    };
    let sum: f64 = ours.iter().map(points).sum();
    sum / (ours.len() * theirs.len()) as f64
}

/// All cards of the game.
pub(crate) const CARDS: [(&str, i64, char); 10] = [
    ("squire", 1, 'r'),
    ("novice", 2, 'b'),
    ("hunter", 3, 'g'),
    ("lancer", 4, 'r'),
    ("sailor", 5, 'b'),
    ("ranger", 6, 'g'),
    ("knight", 7, 'r'),
    ("wizard", 8, 'b'),
    ("shaman", 9, 'g'),
    ("paladin", 10, 'r'),
];

pub(crate) fn game_path() -> String {
    let path = fs::canonicalize(GAME).expect("the game is there");
    path.to_str().expect("a path of letters").to_owned()
}

pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}
