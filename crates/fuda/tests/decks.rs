//! Decks that players bring: laid out for each seat, checked, recorded, and named on the command line.

mod run;

use std::collections::BTreeSet;
use std::path::Path;

use engine::ids::{Card, Pile, Seat};
use engine::position::Position;
use engine::program::Program;
use engine::random::Random;
use engine::record::Record;
use fuda::compile::{BroughtDeck, DeckChoice, DeckTerms, Settings};
use fuda::scenarios::run_scenarios;
use fuda::{Located, engine};
use run::{Folder, Run};

fn game_folder() -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/decks/game").to_owned()
}

fn located() -> Located {
    fuda::locate(&game_folder()).expect("the game is beside this file")
}

fn named(decks: &[&str]) -> Settings {
    let decks = decks.iter();
    Settings {
        decks: decks
            .map(|deck| DeckChoice::Named((*deck).to_owned()))
            .collect(),
        ..Settings::default()
    }
}

fn brought(main: &[(&str, u32)], vault: &[&str]) -> DeckChoice {
    let main = main
        .iter()
        .map(|(card, count)| ((*card).to_owned(), *count));
    let vault = vault.iter().map(|card| ((*card).to_owned(), 1));
    DeckChoice::Brought(BroughtDeck {
        name: "mine".to_owned(),
        sections: vec![
            ("main".to_owned(), main.collect()),
            ("vault".to_owned(), vault.collect()),
        ],
    })
}

fn with(deck: DeckChoice) -> Settings {
    Settings {
        decks: vec![deck],
        ..Settings::default()
    }
}

fn program(settings: &Settings) -> Program {
    match fuda::build(&located(), settings) {
        Ok(program) => program,
        Err(error) => panic!("{error}"),
    }
}

fn refusal(settings: &Settings) -> String {
    match fuda::build(&located(), settings) {
        Ok(_) => panic!("the game can be played"),
        Err(error) => error.to_string(),
    }
}

/// Initial layout: the pile, the card, its back and its owner.
fn layout(program: &Program) -> Vec<(u16, String, u16, i64)> {
    let owners = program.columns.iter().find(|column| column.name == "owner");
    let owners = &owners.expect("cards have owners").values;
    let cards = program.cards.iter().zip(owners);
    cards
        .map(|(card, owner)| (card.start, card.name.id.clone(), card.back, *owner))
        .collect()
}

#[test]
fn each_seat_has_the_cards_of_its_own_deck() {
    let program = program(&named(&["fire", "water"]));
    let zone = |name: &str| {
        let zones = program.zones.iter();
        let mut found = zones.filter(|zone| zone.name.id == name);
        found.next().expect("the game has it").first
    };
    let (library, vault) = (zone("library"), zone("vault"));
    let card = |pile, name: &str, seat: u16| (pile, name.to_owned(), 1 + seat, i64::from(seat));
    let fire = ["ember", "ember", "ember_old", "blaze", "blaze", "blaze"];
    let water = ["drop", "drop", "drop", "tide", "ember", "ember"];
    let mut expected: Vec<_> = fire.iter().map(|name| card(library, name, 0)).collect();
    expected.extend(water.iter().map(|name| card(library + 1, name, 1)));
    expected.push(card(vault, "crown", 0));

    assert_eq!(layout(&program), expected);
    assert_eq!(program.decks, ["fire", "water"]);
}

#[test]
fn one_deck_is_for_all_and_the_first_one_is_the_usual_one() {
    let usual = program(&Settings::default());

    assert_eq!(usual.decks, ["fire", "fire"]);
    assert_eq!(layout(&usual), layout(&program(&named(&["fire"]))));
    assert_ne!(layout(&usual), layout(&program(&named(&["water"]))));
}

#[test]
fn other_decks_are_another_fingerprint() {
    let main = [("drop", 3), ("blaze", 3)];
    let decks = [
        named(&["fire"]),
        named(&["water"]),
        named(&["fire", "water"]),
        named(&["water", "fire"]),
        with(brought(&main, &[])),
        with(brought(&main, &["stone"])),
        with(brought(&[("blaze", 3), ("drop", 3)], &[])),
    ];
    let fingerprints: BTreeSet<u64> = decks
        .iter()
        .map(|settings| program(settings).fingerprint)
        .collect();
    assert_eq!(fingerprints.len(), decks.len());

    // The same cards in other sections.
    let sections = |main: &[(&str, u32)], vault: &[&str]| Settings {
        deck_terms: DeckTerms::Any,
        ..with(brought(main, vault))
    };
    let one = program(&sections(&[("ember", 1)], &["crown"]));
    let other = program(&sections(&[("ember", 1), ("crown", 1)], &[]));
    assert_ne!(one.fingerprint, other.fingerprint);
}

#[test]
fn a_redeal_keeps_decks_apart() {
    let program = program(&named(&["fire", "water"]));
    let position = Position::start(&program, 7);
    let mut random = Random::new(3);
    let mut changed = 0;
    for _ in 0..50 {
        let dealt = position.redeal(&program, Seat(0), &mut random);
        for pile in 0..program.piles.len() {
            let pile = Pile(pile as u16);
            let cards: Vec<Card> = dealt.cards(pile).collect();
            let owner = program.piles[usize::from(pile.0)].owner;
            let backs = cards.iter().map(|card| program.cards[card.index()].back);
            assert!(
                backs
                    .into_iter()
                    .all(|back| Some(back - 1) == owner.map(u16::from))
            );
            changed += usize::from(cards != position.cards(pile).collect::<Vec<_>>());
        }
    }
    assert!(changed > 0, "a redeal changes what is hidden");
}

#[test]
fn a_game_with_decks_that_are_brought_is_recorded_with_them() {
    let settings = Settings {
        decks: vec![
            brought(&[("drop", 3), ("blaze", 3)], &["stone"]),
            DeckChoice::Named("water".to_owned()),
        ],
        ..Settings::default()
    };
    let program = program(&settings);
    let mut record = Record::begin(&program, 5);
    let mut position = Position::start(&program, 5);
    while !position.is_over() {
        position.play_unchecked(&program, 0);
        record.add(&program, 0, &position);
    }
    assert_eq!(
        record.decks,
        [
            r#"{"id":"mine","sections":{"main":{"drop":3,"blaze":3},"vault":{"stone":1}}}"#,
            "water"
        ]
    );
    let kept = Record::from_bytes(&record.to_bytes()).expect("it was just written");
    assert_eq!(kept, record);
    assert_eq!(kept.verify(&program), Ok(position));
}

#[test]
fn a_record_keeps_the_regulation_of_the_match() {
    let program = program(&named(&["fire"]));
    let record = Record::begin(&program, 3);
    assert_eq!(record.regulation.as_deref(), Some("spring"));
    let again = Record::from_bytes(&record.to_bytes()).expect("it was just written");
    assert_eq!(again, record);
}

#[test]
fn a_deck_that_breaks_the_rules_is_refused_with_everything_that_is_wrong() {
    let bad = brought(
        &[
            ("ember", 2),
            ("ember_old", 2),
            ("ghost", 1),
            ("tide", 2),
            ("crown", 1),
        ],
        &["crown", "stone", "crown"],
    );
    assert_eq!(
        refusal(&with(bad)).replace("; `", "\n`"),
        "`mine` has 8 cards in `main`; the rules ask for exactly 6\n\
         `mine` has 4 cards named `Ember` in `main`; 3 are allowed\n\
         `crown` may not be in `main`\n\
         `ghost` may not be in `main`\n\
         `mine` has 3 cards in `vault`; the rules ask for at most 2\n\
         `mine` has 2 copies of `crown` in `vault`; 1 is allowed\n\
         `mine` has 2 of `tide`; the regulation `spring` allows 1"
    );
}

#[test]
fn a_match_may_name_another_regulation_and_parameters() {
    let autumn = |deck: &str| Settings {
        deck_terms: DeckTerms::Regulation("autumn".to_owned()),
        ..named(&[deck])
    };
    assert_eq!(
        refusal(&autumn("fire")),
        "`fire` has `blaze`, which the regulation `autumn` bans"
    );
    assert_eq!(
        refusal(&autumn("water")),
        "`drop` and `tide` may not be in one deck: regulation `autumn`"
    );
    let two = with(brought(&[("drop", 2), ("tide", 1)], &[]));
    let of_three = Settings {
        parameters: vec![("deck_size".to_owned(), "3".to_owned())],
        ..two.clone()
    };
    assert_eq!(
        refusal(&two),
        "`mine` has 3 cards in `main`; the rules ask for exactly 6"
    );
    assert_eq!(program(&of_three).cards.len(), 6);
}

#[test]
fn what_is_not_there_is_told() {
    assert_eq!(
        refusal(&named(&["watr"])),
        "there is no deck `watr`; did you mean `water`?"
    );
    assert_eq!(
        refusal(&named(&["earth"])),
        "there is no deck `earth`; there are `fire` and `water`"
    );
    assert_eq!(
        refusal(&named(&["fire", "water", "fire"])),
        "3 decks are named for 2 seats"
    );
    assert_eq!(
        refusal(&with(brought(&[("embers", 1)], &[]))),
        "there is no card `embers`, which the deck `mine` has; did you mean `ember`?"
    );
    let settings = Settings {
        deck_terms: DeckTerms::Regulation("winter".to_owned()),
        ..Settings::default()
    };
    assert_eq!(
        refusal(&settings),
        "there is no regulation `winter`; there are `spring` and `autumn`"
    );
    let hearts = fuda::locate("hearts").expect("it is shipped");
    let refused = fuda::build(&hearts, &named(&["fire"])).map_err(|error| error.to_string());
    assert_eq!(
        refused.err().as_deref(),
        Some("players bring no decks to this game")
    );
}

#[test]
fn the_scenarios_of_the_game_hold() {
    let game = located();
    let report = run_scenarios(&game.sources, &game.entry, "");

    let failed: Vec<String> = report
        .cases
        .iter()
        .map(fuda::scenarios::Case::text)
        .collect();
    assert!(report.is_ok(), "{}", failed.concat());
    assert_eq!(report.cases.len(), 4);
}

#[test]
fn decks_of_scenarios_are_looked_up() {
    let folder = folder();
    let scenarios = "scenarios:
  - { name: unknown, given: { decks: watr }, then: [] }
  - { name: too many, given: { decks: [fire, water, fire] }, then: [] }
";
    folder.write("duel/scenarios/slips.yaml", scenarios);

    insta::assert_snapshot!(told(&folder.fuda(&["check", "duel"])));
}

/// Tests a deck of one card against a `where`; gives the reason if the rule cannot be asked.
fn allows(filter: &str, card: &str) -> Result<bool, String> {
    let folder = folder();
    let text = folder.read("duel/game.cgml");
    let text = text.replace("default: 6", "default: 1");
    let text = text.replace("where: not card.token", &format!("where: {filter:?}"));
    let text = text
        .replace("kinds: fighter, ", "")
        .replace("deck_lists: !include decks/\n", "");
    let define =
        "define: { strong: { params: { least: number, of: card }, value: of.power >= least } }\n";
    folder.write("duel/game.cgml", &(text + define));
    folder.write("one.yaml", &format!("main: {{ {card}: 1 }}\n"));

    let run = folder.fuda(&["check", "duel", "--deck", "one.yaml"]);
    let is_refused = run
        .stdout
        .contains(&format!("`{card}` may not be in `main`"));
    match (run.code, is_refused) {
        (0, _) => Ok(true),
        (_, true) => Ok(false),
        (_, false) => Err(run.stdout),
    }
}

#[test]
fn a_filter_asks_for_what_is_printed_on_the_card() {
    let cases = [
        ("card.power > 4", "blaze", "drop"),
        ("card.power % 2 == deck_size", "blaze", "ember"),
        ("card.power / 2 == 1", "drop", "blaze"),
        ("card.element == water", "drop", "ember"),
        ("card.kind == champion", "tide", "drop"),
        ("fighter in card.kinds", "tide", "crown"),
        ("card.name in [drop, stone]", "stone", "crown"),
        ("card.token", "ghost", "ember"),
        ("strong(5, card)", "tide", "ember"),
        (
            "if(card.power > 6, true, card.name == crown)",
            "crown",
            "drop",
        ),
        ("exists(card.charge)", "stone", "ember"),
        ("max(card.power, 3) == 3", "ember", "blaze"),
        // A failing expression is not allowed, and neither is its opposite.
        ("card.power > 0", "ember", "crown"),
        ("not card.power > 9", "ember", "crown"),
        ("card.power > 9 or card.charge == 2", "crown", "ember"),
    ];
    for (filter, allowed, refused) in cases {
        assert_eq!(allows(filter, allowed), Ok(true), "{filter} of {allowed}");
        assert_eq!(allows(filter, refused), Ok(false), "{filter} of {refused}");
    }
}

/// A folder with the game and with decks.
fn folder() -> Folder {
    let folder = Folder::new();
    let from = game_folder();
    for file in ["game.cgml", "decks/fire.yaml", "decks/water.yaml"] {
        let text = std::fs::read_to_string(Path::new(&from).join(file)).expect("it is there");
        folder.write(&format!("duel/{file}"), &text);
    }
    let deck = "id: mine\nsections:\n  main: { drop: 3, blaze: 3 }\n  vault: [stone]\n";
    folder.write("mine.yaml", deck);
    folder.write("bare.yaml", "main: { ember: 3, drop: 3 }\n");
    folder.write(
        "bad.yaml",
        "main: [ember, ember, ghost, tide, tide]\nvalt: [crown]\n",
    );
    folder.write("typo.yaml", "main: { embr: 3, drop: 3 }\n");
    folder.write(
        "several.yaml",
        "- { id: a, sections: {} }\n- { id: b, sections: {} }\n",
    );
    folder
}

/// Output of a run, whatever came of it.
fn told(run: &Run) -> String {
    format!("{}{}exit code {}\n", run.stdout, run.stderr, run.code)
}

#[test]
fn decks_are_listed_with_what_they_may_be_played_under() {
    let folder = folder();

    insta::assert_snapshot!(folder.fuda(&["decks", "duel"]).succeeds());
    let value = folder.fuda(&["decks", "duel", "--format", "json"]).json();
    assert_eq!(value["regulation"], "spring");
    assert_eq!(value["decks"][1]["sections"]["main"], 6);
    assert_eq!(value["decks"][1]["under"][0]["legal"], true);
    assert_eq!(value["decks"][1]["under"][1]["legal"], false);
    assert_eq!(
        folder.fuda(&["decks", "hearts"]).succeeds(),
        "hearts: no decks\n"
    );
}

#[test]
fn a_game_is_explained_with_its_decks() {
    let explained = folder().fuda(&["explain", "duel"]).succeeds();

    let from = explained.find("Deck lists").expect("there is a heading");
    let part: Vec<&str> = explained[from..]
        .lines()
        .take_while(|line| !line.is_empty())
        .collect();
    insta::assert_snapshot!(part.join("\n"));
}

#[test]
fn a_deck_in_a_file_is_checked_against_a_game() {
    let folder = folder();
    let check = |deck: &str| folder.fuda(&["check", "duel", "--deck", deck]);

    assert_eq!(check("mine.yaml").succeeds(), "duel: no problems\n");
    assert_eq!(check("bare.yaml").succeeds(), "duel: no problems\n");
    let all: String = ["bad.yaml", "typo.yaml", "several.yaml", "none.yaml"]
        .iter()
        .map(|deck| told(&check(deck)))
        .collect();
    insta::assert_snapshot!(all);
}

#[test]
fn a_deck_with_unknown_cards_is_told_its_other_problems_too() {
    let folder = folder();
    let deck = "main: { embr: 1, drop: 4, tide: 2 }\n";
    folder.write("both.yaml", deck);
    let text = told(&folder.fuda(&["check", "duel", "--deck", "both.yaml"]));
    let heads = text.lines().filter(|line| line.starts_with("error"));
    let heads: Vec<&str> = heads.collect();
    assert_eq!(
        heads,
        [
            "error[E0501]: there is no card `embr`",
            "error[E0809]: `both` has 4 cards named `drop` in `main`; 3 are allowed",
            "error[E0809]: `both` has 2 of `tide`; the regulation `spring` allows 1",
        ]
    );
}

#[test]
fn a_regulation_is_found_by_a_day_on_which_it_was_in_force() {
    let folder = folder();
    let code = |day: &str| {
        let check = ["check", "duel", "--deck", "mine.yaml", "--regulation", day];
        folder.fuda(&check).code
    };
    // The deck has blaze, which autumn bans.
    let allowed = ["spring", "2024-04-01", "2024-09-30", "2024-09"];
    assert_eq!(allowed.map(code), [0; 4]);
    assert_eq!(
        ["autumn", "2024-10-01", "2024", "2030-01-01"].map(code),
        [1; 4]
    );
    // Before the first one there was none.
    assert_eq!(["2024-03-31", "1999", "20x4"].map(code), [2; 3]);
}

#[test]
fn games_are_played_with_decks_and_replayed_without_naming_them() {
    let folder = folder();
    let sim = [
        "sim",
        "duel",
        "--games",
        "3",
        "--format",
        "json",
        "--records",
        "played",
    ];
    let decks = ["--deck", "mine.yaml,water"];
    let value = folder.fuda(&[&sim[..], &decks[..]].concat()).json();

    assert_eq!(value["decks"][1], "water");
    // Nothing but the record is needed.
    std::fs::remove_file(folder.path().join("mine.yaml")).expect("it can be removed");
    let replay = ["replay", "played/1.record", "--game", "duel"];
    let text = folder.fuda(&replay).succeeds();
    assert!(text.starts_with("Duel of Embers: 2 seats, seed "), "{text}");
    assert!(
        text.contains(", deck mine, deck water, regulation spring, 4 choices\nverified: "),
        "{text}"
    );
}

#[test]
fn a_deck_that_cannot_be_played_is_refused() {
    let folder = folder();
    let sim =
        |more: &[&str]| told(&folder.fuda(&[&["sim", "duel", "--games", "1"], more].concat()));
    let all: String = [
        sim(&["--deck", "watr"]),
        sim(&["--deck", "typo.yaml"]),
        sim(&["--deck", "fire,water,fire"]),
        sim(&["--regulation", "autumn"]),
        sim(&["--regulation", "autum"]),
        sim(&["--deck", "mine.yaml", "--param", "deck_size=7"]),
    ]
    .concat();
    insta::assert_snapshot!(all);
}

#[test]
fn a_game_without_deck_lists_asks_for_a_deck() {
    let folder = folder();
    let text = std::fs::read_to_string(folder.path().join("duel/game.cgml")).expect("it is there");
    folder.write(
        "duel/game.cgml",
        &text.replace("deck_lists: !include decks/\n", ""),
    );

    insta::assert_snapshot!(told(&folder.fuda(&["sim", "duel"])));
    folder
        .fuda(&["sim", "duel", "--games", "1", "--deck", "mine.yaml"])
        .succeeds();
}
