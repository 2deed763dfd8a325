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
