//! Every shipped game as it can be played: its variants, and the least, the usual and the largest number of
//! players.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fuda::cgml::check::check;
use fuda::cgml::diagnostic::Diagnostics;
use fuda::cgml::load::load;
use fuda::compile::{DeckChoice, Refusal, Settings, compile};
use fuda::engine::program::Program;

/// A game with a number of players.
pub(crate) struct Table {
    /// The game or variant, and how many play.
    pub(crate) name: String,
    pub(crate) program: Program,
    /// The same, but every invariant is tested after every step and every cost tried out; only where that makes
    /// a difference.
    #[allow(dead_code)]
    pub(crate) careful: Option<Program>,
}

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");

/// All tables, by name.
pub(crate) fn tables() -> Vec<Table> {
    let mut tables = Vec::new();
    for game in fuda::library::names() {
        tables.extend(tables_of(&game, &format!("{GAMES}/{game}")));
        let variants = Path::new(GAMES).join(&game).join("variants");
        let Ok(files) = fs::read_dir(&variants) else {
            continue;
        };
        let files: BTreeSet<_> = files.flatten().map(|file| file.path()).collect();
        for file in files {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            tables.extend(tables_of(
                &format!("{game}/{stem}"),
                &file.to_string_lossy(),
            ));
        }
    }
    tables
}

/// A game of the tests alone, which uses what few shipped games do.
#[allow(dead_code)]
pub(crate) fn of_links() -> Vec<Table> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/properties/links.cgml");
    tables_of("links", path)
}

/// A game of cards whose values change, which is not shipped.
#[allow(dead_code)]
pub(crate) fn skirmish() -> Vec<Table> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/skirmish/game.cgml");
    tables_of("skirmish", path)
}

fn tables_of(name: &str, path: &str) -> Vec<Table> {
    let located = fuda::locate(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut diagnostics = Diagnostics::new();
    let game = load(&located.sources, &located.entry, &mut diagnostics)
        .and_then(|document| check(&document, &mut diagnostics))
        .unwrap_or_else(|_| panic!("{name} has problems"));
    let (min, max) = (game.meta.min_players, game.meta.max_players);
    let counts = BTreeSet::from([min, max, 4.clamp(min, max)]);
    let decks = game.deck_lists.iter().map(|deck| Some(deck.name.as_str()));
    let decks: Vec<Option<&str>> = if game.deck_lists.is_empty() {
        vec![None]
    } else {
        decks.collect()
    };
    let pays = game.moves.iter().any(|a_move| !a_move.cost.is_empty());
    let kinds = game.kinds.iter().flat_map(|kind| &kind.abilities);
    let cards = game.cards.iter().flat_map(|card| &card.abilities);
    let mut abilities = kinds.chain(cards);
    let pays = pays || abilities.any(|ability| !ability.cost.is_empty());
    let totals = game
        .resources
        .iter()
        .any(|resource| resource.total.is_some());
    let is_careful = pays || totals || !game.invariants.is_empty();
    let counts = counts
        .into_iter()
        .flat_map(|players| decks.iter().map(move |deck| (players, *deck)));
    let programs = counts.filter_map(|(players, deck)| {
        let chosen = deck.map(|deck| DeckChoice::Named(deck.to_owned()));
        let settings = Settings {
            players: Some(players),
            decks: chosen.into_iter().collect(),
            ..Settings::default()
        };
        let program = match compile(&game, diagnostics.files(), &settings) {
            Ok(program) => program,
            // What cannot be played yet is said by the tests of the compiler.
            Err(Refusal::NotYet { .. }) => return None,
            Err(refusal) => panic!("{name}: {refusal}"),
        };
        let careful = is_careful.then(|| {
            let settings = Settings {
                invariants: true,
                tries_costs: true,
                ..settings
            };
            compile(&game, diagnostics.files(), &settings)
                .unwrap_or_else(|refusal| panic!("{name}: {refusal}"))
        });
        let name = match deck {
            Some(deck) => format!("{name} ({players}, {deck})"),
            None => format!("{name} ({players})"),
        };
        Some(Table {
            name,
            program,
            careful,
        })
    });
    programs.collect()
}
