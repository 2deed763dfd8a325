//! The shipped games, and small games on the bases of the shared library: no problem at all, not even
//! a warning.
#![expect(clippy::disallowed_methods, reason = "the tests read files")]

use std::fs;
use std::path::{Path, PathBuf};

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::{load, load_file};
use cgml::model::Game;
use cgml::read::read;
use cgml::render::{Style, terminal};
use cgml::source::MemorySources;
use cgml::version::Version;
use cgml::vocabulary::keys::SCENARIOS;
use cgml::vocabulary::shape::Shape;

#[test]
fn the_sample_games_have_no_problems() {
    for (name, entry) in [
        ("war", "game.cgml"),
        ("high-card", "game.cgml"),
        ("go-fish", "game.cgml"),
    ] {
        assert_eq!(problems(&shipped(name), entry), "", "{name}");
    }
    assert_eq!(problems(&written_for_tests(), "go_fish_1_3.cgml"), "");
}

#[test]
fn every_shipped_game_and_variant_has_no_problems() {
    let mut checked = Vec::new();
    for folder in entries(&games()) {
        let name = file_name(&folder);
        let mut files = entries(&folder.join("variants"));
        files.push(folder.join("game.cgml"));
        for file in files.iter().filter(|file| file.is_file()) {
            let entry = relative(&folder, file);
            assert_eq!(problems(&shipped(&name), &entry), "", "{name}/{entry}");
            checked.push(format!("{name}/{entry}"));
        }
    }
    assert!(checked.contains(&"war/game.cgml".to_owned()));
    assert!(checked.contains(&"high-card/variants/discard-on-tie.cgml".to_owned()));
}

#[test]
fn the_scenarios_of_shipped_games_have_the_form_of_scenarios() {
    let mut read_files = 0;
    for folder in entries(&games()) {
        let name = file_name(&folder);
        let files = entries(&folder.join("scenarios"));
        for file in files.iter().filter(|file| is_yaml(file)) {
            let path = relative(&folder, file);
            let mut diagnostics = Diagnostics::new();
            let scenarios = load_file(&shipped(&name), &path, &mut diagnostics);
            let scenarios = scenarios.expect("a listed file can be read");
            for root in scenarios.roots {
                let shape = Shape::Object(&SCENARIOS);
                let tree = &scenarios.tree;
                read(tree, root, &shape, Version::V1_4, &mut diagnostics);
            }
            assert_eq!(terminal(&diagnostics, Style::Plain), "", "{name}/{path}");
            read_files += 1;
        }
    }
    assert!(read_files > 0);
}

#[test]
fn the_bases_of_the_library_have_no_problems_alone_and_under_a_game() {
    for base in ["trick_taking", "drafting", "deck_building"] {
        let sources = MemorySources::new();
        let sources = add_folder(sources, &games().join("std"), "");
        assert_eq!(problems(&sources, &format!("{base}.cgml")), "", "{base}");
    }
    for game in ["hearts_small", "draft_small", "market_small"] {
        let entry = format!("{game}.cgml");
        assert_eq!(problems(&written_for_tests(), &entry), "", "{game}");
    }
}

#[test]
fn the_examples_of_the_library_have_no_problems() {
    let page = fs::read_to_string(games().join("std/README.md")).expect("the page exists");
    let examples = page.split("```yaml game\n").skip(1);
    let examples: Vec<&str> = examples
        .map(|rest| rest.split("```").next().unwrap_or(rest))
        .collect();

    assert_eq!(examples.len(), 3);
    for example in examples {
        let sources = library().with("example.cgml", example);
        assert_eq!(problems(&sources, "example.cgml"), "", "{example}");
    }
}

#[test]
fn every_deck_of_the_library_can_be_imported_and_all_of_them_together() {
    let game = |imports: &[&str], deck_type: &str| {
        let imports: String = imports
            .iter()
            .map(|file| format!("  - !include https://cgml.io/core-components/v1/{file}\n"))
            .collect();
        let text = format!(
            "cgml_version: \"1.4\"\ninherit: game.cgml\nimports:\n{imports}components:\n  decks:\n    main_deck: {{ type: {deck_type} }}\n"
        );
        problems(&shipped("high-card").with("child.cgml", text), "child.cgml")
    };

    assert_eq!(game(&["standard_52.yaml"], "standard_52"), "");
    assert_eq!(game(&["standard_54.yaml"], "standard_54"), "");
    let all = ["zones.yaml", "standard_52.yaml", "standard_54.yaml"];
    assert_eq!(game(&all, "standard_54"), "");
    assert_ne!(game(&["standard_52.yaml"], "standard_54"), "");
}

#[test]
fn war_has_the_structure_of_the_public_sample() {
    let war = checked(&shipped("war"), "game.cgml");

    assert_eq!(
        outline(&war),
        "zones: deck, player_deck, play_area, winnings\n\
         Playing: Replenish1, Replenish2, FlipCard, Compare\n\
         War: Replenish1, Replenish2, BeginWar, WarCompare\n\
         GameOver: \n\
         transitions: Playing → GameOver, War → Playing\n\
         cards: 52\n\
         rules: 11\n"
    );
}

#[test]
fn high_card_duel_has_the_structure_of_the_public_sample() {
    let high_card = checked(&shipped("high-card"), "game.cgml");

    assert_eq!(
        outline(&high_card),
        "zones: deck, player_deck, play_area, winnings\n\
         Playing: FlipCard, Compare\n\
         GameOver: \n\
         transitions: Playing → GameOver\n\
         cards: 52\n\
         rules: 4\n"
    );
}

#[test]
fn a_rule_takes_over_what_it_does_not_write() {
    let hearts = checked(&written_for_tests(), "hearts_small.cgml");
    let rule = |name: &str| {
        let rule = hearts.rules.iter().find(|rule| rule.name == name);
        rule.expect("the game has the rule")
    };
    let (base, own) = (rule("may_lead"), rule("hearts_must_be_broken"));

    assert_eq!(own.enabled_when, base.enabled_when);
    assert_eq!(own.restricts, base.restricts);
    assert_ne!(own.condition, base.condition);
    assert!(own.enabled_when.is_some() && own.restricts.len() == 1);
}

/// The game, which must have no problems.
fn checked(sources: &MemorySources, entry: &str) -> Game {
    let mut diagnostics = Diagnostics::new();
    let document = load(sources, entry, &mut diagnostics).expect("the game can be read");
    check(&document, &mut diagnostics).expect("the game has no errors")
}

/// All problems as a person sees them; empty if there are none.
fn problems(sources: &MemorySources, entry: &str) -> String {
    let mut diagnostics = Diagnostics::new();
    let result = load(sources, entry, &mut diagnostics)
        .and_then(|document| check(&document, &mut diagnostics));
    assert_eq!(result.is_err(), diagnostics.has_errors());
    terminal(&diagnostics, Style::Plain)
}

fn outline(game: &Game) -> String {
    let state = |id| game.states[id].name.as_str();
    let zones: Vec<&str> = game.zones.iter().map(|zone| zone.name.as_str()).collect();
    let mut out = format!("zones: {}\n", zones.join(", "));
    for state in game.states.iter() {
        let phases = state.phases.iter();
        let phases: Vec<&str> = phases.map(|id| game.phases[*id].name.as_str()).collect();
        out += &format!("{}: {}\n", state.name, phases.join(", "));
    }
    let transitions = game.transitions.iter();
    let transitions: Vec<String> = transitions
        .map(|transition| format!("{} → {}", state(transition.from), state(transition.to)))
        .collect();
    out += &format!("transitions: {}\n", transitions.join(", "));
    out += &format!("cards: {}\n", game.cards.len());
    out + &format!("rules: {}\n", game.rules.len())
}

/// The files a shipped game may read: its folder, and the library.
fn shipped(name: &str) -> MemorySources {
    add_folder(library(), &games().join(name), "")
}

/// The games of this test, with the library.
fn written_for_tests() -> MemorySources {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    add_folder(library(), &folder, "")
}

fn library() -> MemorySources {
    add_folder(MemorySources::new(), &games().join("std"), "std/")
}

fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// The sources with every file below a folder.
fn add_folder(mut sources: MemorySources, folder: &Path, prefix: &str) -> MemorySources {
    for path in entries(folder) {
        let name = format!("{prefix}{}", file_name(&path));
        if path.is_dir() {
            sources = add_folder(sources, &path, &format!("{name}/"));
        } else {
            sources.insert(name, fs::read(&path).expect("a listed file can be read"));
        }
    }
    sources
}

/// Entries of a folder, sorted; nothing if there is no such folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder can be listed").path())
        .collect();
    paths.sort();
    paths
}

fn is_yaml(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "yaml")
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().expect("a listed path has a name");
    name.display().to_string()
}

fn relative(folder: &Path, file: &Path) -> String {
    let path = file.strip_prefix(folder).expect("it lies in the folder");
    path.display().to_string()
}
