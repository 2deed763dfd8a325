//! Cards of SoliTCG: folders of cards without a game, and the rules of decks.

use std::fs;
use std::path::PathBuf;

use cgml::diagnostic::Diagnostics;
use cgml::render::{Style, terminal};
use fuda::scenarios::check_scenarios;

const CARD: &str = "\
id: mon_sample
name: Sample
type: monster
text: Draws a card.
version: 1
stats: { atk: 1, def: 1, hp: 1 }
abilities:
  - when: on_play
    effect:
      - { op: draw, count: 1 }
";

/// A new folder with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("a folder of an earlier run can be removed");
    }
    fs::create_dir_all(&folder).expect("a folder can be made");
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("a file can be written");
    }
    folder
}

fn problems(path: &std::path::Path) -> String {
    let located = fuda::locate(&path.display().to_string()).expect("it is found");
    let (_, problems, _): (_, Diagnostics, _) = check_scenarios(&located.sources, &located.entry);
    terminal(&problems, Style::Plain)
}

#[test]
fn a_folder_of_cards_is_checked_with_the_shipped_game() {
    let folder = folder("card_set", &[("sample.yaml", CARD)]);

    assert_eq!(problems(&folder), "");
    assert_eq!(problems(&folder.join("sample.yaml")), "");
}

#[test]
fn a_card_set_may_use_and_replace_shipped_cards() {
    let shift = CARD.replace("mon_sample", "mon_shift").replace(
        "{ op: draw, count: 1 }",
        "{ op: set_domain, card: dom_van_001 }",
    );
    let forest = "id: dom_van_001\nname: Wood\ntype: domain\ntext: Dark.\nversion: 2\n";
    let files = [("shift.yaml", shift.as_str()), ("forest.yaml", forest)];
    let folder = folder("card_set_over", &files);

    assert_eq!(problems(&folder), "");
}

#[test]
fn mistakes_in_a_card_set_are_shown_in_its_files() {
    let wrong = CARD.replace("on_play", "onPlay");
    let folder = folder("card_set_wrong", &[("sample.yaml", &wrong)]);
    let shown = problems(&folder);

    assert!(shown.contains("did you mean `on_play`?"), "{shown}");
    assert!(shown.contains("card_set_wrong/sample.yaml:8:11"), "{shown}");
}

/// A card that destroys itself when it comes, and comes again when it is destroyed.
const ENDLESS: &str = "\
id: endless
name: Endless
type: monster
text: Comes and goes.
version: 1
stats: { atk: 1, def: 1, hp: 1 }
abilities:
  - when: on_play
    effect: [{ op: destroy, target: \"all:self:monster\" }]
  - when: on_destroy
    effect: [{ op: summon, card: endless }]
";

#[test]
fn more_than_a_hundred_abilities_in_a_row_stop_the_game() {
    let game = "cgml_version: \"1.4\"\ninherit: rules.cgml\ncards: !include cards/ as solitcg\n\
                deck_lists:\n  - { id: mine, sections: { main: { endless: 40 }, extra: {} } }\n\
                deck_rules: { sections: { main: { size: 40 }, extra: {} } }\n";
    let rules = fuda::library::file("solitcg/rules.cgml").expect("it is shipped");
    let rules = String::from_utf8(rules.into_owned()).expect("it is text");
    let folder = folder("endless", &[("game.cgml", game), ("rules.cgml", &rules)]);
    for (file, text) in [
        ("cards/endless.yaml", ENDLESS),
        (
            "scenarios/endless.yaml",
            "scenarios:\n  - name: it never ends\n    given: { phase: Main }\n    when:\n      \
             - { seat: 0, move: play, card: endless }\n    then:\n      - { fault: endless }\n",
        ),
    ] {
        let path = folder.join(file);
        let parent = path.parent().expect("a file lies in a folder");
        fs::create_dir_all(parent).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }
    let located = fuda::locate(&folder.display().to_string()).expect("it is found");
    let report = fuda::scenarios::run_scenarios(&located.sources, &located.entry, "");
    let told: Vec<String> = report.cases.iter().map(|case| case.text()).collect();

    assert_eq!(report.problems.len(), 0);
    assert_eq!(report.cases.len(), 1);
    assert!(report.cases[0].failure.is_none(), "{told:?}");
}

#[test]
fn two_copies_of_a_relic_in_the_extra_deck_are_refused() {
    let game = "cgml_version: \"1.4\"\ninherit: rules.cgml\ncards: !include cards/ as solitcg\n";
    let list = |extra: &str| {
        format!(
            "{game}deck_lists:\n  - id: mine\n    sections:\n      main: {{ a: 4 }}\n      extra: {{ {extra} }}\n"
        )
    };
    let relic = "id: orb\nname: Orb\ntype: relic\ntext: An orb.\nversion: 1\n";
    let other = "id: orb_again\nname: Orb\ntype: relic\ntext: The same name.\nversion: 1\n";
    let filler = "id: a\nname: A\ntype: spell\ntext: A.\nversion: 1\n";
    let rules = fuda::library::file("solitcg/rules.cgml").expect("it is shipped");
    let rules = String::from_utf8(rules.into_owned()).expect("it is text");
    // A deck of four is short; that is one problem more in each.
    for (extra, count) in [
        ("orb: 1", 1),
        ("orb: 2", 2),
        ("orb: 1, orb_again: 1", 2),
        ("a: 1", 2),
    ] {
        let list = list(extra);
        let folder = folder(
            "deck_rules",
            &[("game.cgml", &list), ("rules.cgml", &rules)],
        );
        fs::create_dir_all(folder.join("cards")).expect("a folder can be made");
        for (name, text) in [("orb", relic), ("again", other), ("a", filler)] {
            fs::write(folder.join(format!("cards/{name}.yaml")), text).expect("it can be written");
        }
        let shown = problems(&folder);
        assert_eq!(
            shown.matches("error[E0809]").count(),
            count,
            "{extra}\n{shown}"
        );
    }
}

/// The folder of an author: cards in folders, decks, scenarios, and a file for another program.
fn own() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/solitcg/own")
}

#[test]
fn the_folder_of_an_author_is_a_game_with_its_decks_and_scenarios() {
    let located = fuda::locate(&own().display().to_string()).expect("it is found");
    let (game, found, _) = check_scenarios(&located.sources, &located.entry);
    let report = fuda::scenarios::run_scenarios(&located.sources, &located.entry, "");
    let failed: Vec<String> = report
        .cases
        .iter()
        .filter(|case| case.failure.is_some())
        .map(|case| case.text())
        .collect();

    assert_eq!(terminal(&found, Style::Plain), "");
    let game = game.expect("it has no problems");
    let decks: Vec<&str> = game
        .deck_lists
        .iter()
        .map(|deck| deck.name.as_str())
        .collect();
    assert!(decks.contains(&"plain"), "{decks:?}");
    assert_eq!(report.problems.len(), 0);
    assert_eq!(report.cases.len(), 30);
    assert_eq!(failed, Vec::<String>::new());
}

#[test]
fn the_cards_of_a_set_may_lie_in_a_folder_of_their_own() {
    let folder = folder("card_set_below", &[("README.md", "My cards.\n")]);
    fs::create_dir_all(folder.join("cards")).expect("a folder can be made");
    fs::write(folder.join("cards/sample.yaml"), CARD).expect("a file can be written");

    assert_eq!(problems(&folder), "");
}

#[test]
fn a_game_of_its_own_inherits_the_rules_and_has_only_its_own_cards() {
    let game = "cgml_version: \"1.4\"\ninherit: solitcg/rules.cgml\ncards: !include cards/ as solitcg\n\
                deck_lists:\n  - { id: mine, sections: { main: { mon_sample: 4 }, extra: {} } }\n\
                deck_rules: { sections: { main: { size: 4, copies: 4 }, extra: {} } }\n";
    let folder = folder("own_game", &[("game.cgml", game)]);
    fs::create_dir_all(folder.join("cards")).expect("a folder can be made");
    fs::write(folder.join("cards/sample.yaml"), CARD).expect("a file can be written");
    let located = fuda::locate(&folder.display().to_string()).expect("it is found");
    let (game, found, _) = check_scenarios(&located.sources, &located.entry);

    assert_eq!(terminal(&found, Style::Plain), "");
    let game = game.expect("it has no problems");
    let cards: Vec<&str> = game.cards.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(cards, ["rival_card", "mon_sample"]);
}

/// Output about one card file alone.
fn told_of(name: &str, card: &str) -> String {
    problems(&folder(name, &[("sample.yaml", card)]).join("sample.yaml"))
}

#[test]
fn a_card_alone_is_judged_as_a_card() {
    let without = |key: &str| {
        let lines = CARD.lines().filter(|line| !line.starts_with(key));
        lines.collect::<Vec<_>>().join("\n")
    };
    for key in ["id", "name", "type", "text", "version"] {
        let told = told_of("card_alone", &without(key));
        assert!(told.contains(&format!("`{key}`")), "{key}\n{told}");
        for word in ["`kind`", "cgml_version", "game.cgml"] {
            assert!(!told.contains(word), "{key}\n{told}");
        }
    }
    let told = told_of("card_alone", &CARD.replace("type: monster", "type: mnster"));
    assert!(told.contains("did you mean `monster`?"), "{told}");
    assert!(!told.contains("`kind`"), "{told}");
}

#[test]
fn one_file_is_one_card() {
    let two = format!("{CARD}---\n{}", CARD.replace("mon_sample", "mon_other"));
    let list = format!("- {}", CARD.replace('\n', "\n  ").trim_end());

    assert!(told_of("card_twice", &two).contains("error[E0911]"));
    let told = problems(&folder("card_list", &[("a.yaml", CARD), ("b.yaml", &list)]));
    assert!(told.contains("error[E0911]"), "{told}");
    let told = problems(&folder(
        "card_none",
        &[("a.yaml", CARD), ("b.yaml", "# later\n")],
    ));
    assert!(told.contains("warning[W1902]"), "{told}");
    assert!(!told.contains("error"), "{told}");
}

#[test]
fn only_a_domain_can_be_set() {
    let set = |card: &str| {
        let step = format!("{{ op: set_domain, card: {card} }}");
        CARD.replace("{ op: draw, count: 1 }", &step)
    };

    assert_eq!(told_of("card_domain", &set("dom_van_001")), "");
    let told = told_of("card_domain", &set("mon_warrior_001"));
    assert!(told.contains("error[E0912]"), "{told}");
    assert!(told.contains("sample.yaml:10:33"), "{told}");
}

#[test]
fn two_activated_abilities_have_two_labels() {
    let located = fuda::locate(&own().display().to_string()).expect("it is found");
    let report = fuda::scenarios::run_scenarios(&located.sources, &located.entry, "both are legal");
    assert_eq!(report.cases.len(), 1);
    let text =
        fs::read_to_string(own().join("scenarios/two-uses.yaml")).expect("a file of the tests");
    let wrong = text.replace("ability: 1 }", "ability: third }");
    let folder = folder("two_labels", &[("two-uses.yaml", &wrong)]);
    let sources = located.sources.with_scenarios(&folder);
    let report = fuda::scenarios::run_scenarios(&sources, &located.entry, "the second use");
    let told = report.cases[0].text();

    assert!(told.contains("Activate: Draw a card Two Uses"), "{told}");
    assert!(told.contains("起動 2 Two Uses"), "{told}");
}
