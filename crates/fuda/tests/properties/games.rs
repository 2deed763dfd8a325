//! Every shipped game as it can be played: its variants, and the least, the usual and the largest number of
//! players.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use fuda::cgml::check::check;
use fuda::cgml::diagnostic::Diagnostics;
use fuda::cgml::load::load;
use fuda::cgml::model::Game;
use fuda::compile::{DeckChoice, Refusal, Settings, compile};
use fuda::engine::program::Program;
use players::Lookahead;

/// A game with a number of players.
pub(crate) struct Table {
    /// The game or variant, and how many play.
    pub(crate) name: String,
    pub(crate) program: Program,
    /// Made when somebody looks ahead.
    lookahead: OnceLock<Arc<Lookahead>>,
}

impl Table {
    pub(crate) fn new(name: String, program: Program) -> Self {
        Self {
            name,
            program,
            lookahead: OnceLock::new(),
        }
    }

    /// The game for those who look ahead.
    #[allow(dead_code)]
    pub(crate) fn lookahead(&self) -> Arc<Lookahead> {
        let made = || Arc::new(Lookahead::new(&self.program, |_| {}));
        Arc::clone(self.lookahead.get_or_init(made))
    }
}

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");

/// All tables, by name.
pub(crate) fn tables() -> Vec<Table> {
    every_table(Tables::All, Tables::FirstDeck)
}

/// All tables, variants with every deck too, at which every invariant is tested.
#[allow(dead_code)]
pub(crate) fn tested() -> Vec<Table> {
    every_table(Tables::Tested, Tables::Tested)
}

fn every_table(of_games: Tables, of_variants: Tables) -> Vec<Table> {
    let mut tables = Vec::new();
    for game in fuda::library::names() {
        tables.extend(made(&game, &format!("{GAMES}/{game}"), of_games));
        let variants = Path::new(GAMES).join(&game).join("variants");
        let Ok(files) = fs::read_dir(&variants) else {
            continue;
        };
        let files: BTreeSet<_> = files.flatten().map(|file| file.path()).collect();
        for file in files {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let path = file.to_string_lossy();
            let name = format!("{game}/{stem}");
            tables.extend(made(&name, &path, of_variants));
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

/// Games of the tests alone, one for each place where something can be hidden.
#[allow(dead_code)]
pub(crate) fn hiding() -> Vec<Table> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/properties/hiding");
    let files = fs::read_dir(folder).expect("the games are there");
    let files: BTreeSet<_> = files.flatten().map(|file| file.path()).collect();
    let tables = files.iter().flat_map(|file| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        tables_of(&name, &file.to_string_lossy())
    });
    tables.collect()
}

/// A game of cards whose values change, which is not shipped.
#[allow(dead_code)]
pub(crate) fn skirmish() -> Vec<Table> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/skirmish/game.cgml");
    tables_of("skirmish", path)
}

/// Ways of making a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tables {
    /// With every number of players, and with every deck.
    All,
    /// With every number of players, and with the first deck.
    FirstDeck,
    /// With every number of players and every deck, and with every invariant tested.
    Tested,
    /// The least number of players with the first deck, and the same again with every invariant tested and every
    /// cost tried out; only of games in which that makes a difference.
    Careful,
}

/// For games with costs or invariants, and one in which few costs can be paid: the game, and the game with all of
/// them tested.
#[allow(dead_code)]
pub(crate) fn careful() -> Vec<[Table; 2]> {
    let mut pairs = Vec::new();
    for game in fuda::library::names() {
        let tables = made(&game, &format!("{GAMES}/{game}"), Tables::Careful);
        pairs.extend(<[Table; 2]>::try_from(tables).ok());
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/properties/costs.cgml");
    let own = made("costs", path, Tables::Careful);
    pairs.push(<[Table; 2]>::try_from(own).unwrap_or_else(|_| panic!("it has costs")));
    pairs
}

fn tables_of(name: &str, path: &str) -> Vec<Table> {
    made(name, path, Tables::All)
}

fn made(name: &str, path: &str, which: Tables) -> Vec<Table> {
    let located = fuda::locate(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut diagnostics = Diagnostics::new();
    let game = load(&located.sources, &located.entry, &mut diagnostics)
        .and_then(|document| check(&document, &mut diagnostics))
        .unwrap_or_else(|_| panic!("{name} has problems"));
    if which == Tables::Careful && !has_costs_or_invariants(&game) {
        return Vec::new();
    }
    let (min, max) = (game.meta.min_players, game.meta.max_players);
    let counts = match which {
        Tables::All | Tables::FirstDeck | Tables::Tested => {
            BTreeSet::from([min, max, 4.clamp(min, max)])
        }
        Tables::Careful => BTreeSet::from([min]),
    };
    let decks = game.deck_lists.iter().map(|deck| Some(deck.name.as_str()));
    let decks: Vec<Option<&str>> = match which {
        _ if game.deck_lists.is_empty() => vec![None],
        Tables::All | Tables::Tested => decks.collect(),
        Tables::FirstDeck | Tables::Careful => decks.take(1).collect(),
    };
    let careful: &[bool] = match which {
        Tables::Careful => &[false, true],
        Tables::All | Tables::FirstDeck | Tables::Tested => &[false],
    };
    let mut tables = Vec::new();
    for players in counts {
        for deck in &decks {
            for is_careful in careful {
                let chosen = deck.map(|deck| DeckChoice::Named(deck.to_owned()));
                let settings = Settings {
                    players: Some(players),
                    decks: chosen.into_iter().collect(),
                    invariants: *is_careful || which == Tables::Tested,
                    tries_costs: *is_careful,
                    ..Settings::default()
                };
                let program = match compile(&game, diagnostics.files(), &settings) {
                    Ok(program) => program,
                    // Games that cannot be played yet are for the tests of the compiler.
                    Err(Refusal::NotYet { .. }) => continue,
                    Err(refusal) => panic!("{name}: {refusal}"),
                };
                let name = match deck {
                    Some(deck) => format!("{name} ({players}, {deck})"),
                    None => format!("{name} ({players})"),
                };
                tables.push(Table::new(name, program));
            }
        }
    }
    tables
}

fn has_costs_or_invariants(game: &Game) -> bool {
    let kinds = game.kinds.iter().flat_map(|kind| &kind.abilities);
    let cards = game.cards.iter().flat_map(|card| &card.abilities);
    let mut abilities = kinds.chain(cards);
    let mut totals = game.resources.iter();
    game.moves.iter().any(|def| !def.cost.is_empty())
        || abilities.any(|ability| !ability.cost.is_empty())
        || totals.any(|resource| resource.total.is_some())
        || !game.invariants.is_empty()
}
