//! The balance of a game, on a trading-card game whose truth is computed.

mod duelists;
mod run;

use duelists::{CARDS, DECKS, GAME, game_path, number, truth};
use run::{Folder, fuda};
use serde_json::Value;
use std::fs;

fn balance(folder: &Folder, game: &str, arguments: &[&str]) -> Value {
    let base = [
        "balance",
        game,
        "--player",
        "random",
        "--format",
        "json",
        "--coverage-games",
        "0",
    ];
    folder.fuda(&[&base, arguments].concat()).json()
}

/// A deck of the game with other mights.
fn with_might(deck: &[(i64, char)], changes: &[(i64, i64)]) -> Vec<(i64, char)> {
    let changed = |might: i64| {
        changes
            .iter()
            .find(|(from, _)| *from == might)
            .map_or(might, |(_, to)| *to)
    };
    deck.iter()
        .map(|(might, colour)| (changed(*might), *colour))
        .collect()
}

fn deck_of(name: &str) -> [(i64, char); 6] {
    DECKS
        .iter()
        .find(|(deck, _)| *deck == name)
        .expect("a deck")
        .1
}

/// Ranks from 0, by size.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| values.iter().filter(|other| *other < value).count() as f64;
    values.iter().map(rank).collect()
}

/// Spearman's correlation.
fn rank_correlation(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (a, b) = (mean(&one), mean(&other));
    let dot = |x: &[f64], p: f64, y: &[f64], q: f64| {
        x.iter().zip(y).map(|(x, y)| (x - p) * (y - q)).sum::<f64>()
    };
    dot(&one, a, &other, b) / (dot(&one, a, &one, a) * dot(&other, b, &other, b)).sqrt()
}

#[test]
fn contribution_and_swap_value_find_what_cards_are_worth() {
    let folder = Folder::new();
    // One deck with six different cards, so that each is judged among the same others.
    folder.write("six.yaml", "id: six\nsections: { main: { squire: 1, hunter: 1, sailor: 1, ranger: 1, wizard: 1, paladin: 1 } }\n");
    let value = balance(
        &folder,
        &game_path(),
        &[
            "--games",
            "8000",
            "--deck",
            "six.yaml,mixed",
            "--swap-deals",
            "2000",
        ],
    );
    let six: Vec<(i64, char)> = ["squire", "hunter", "sailor", "ranger", "wizard", "paladin"]
        .iter()
        .map(|name| {
            CARDS
                .iter()
                .find(|(card, ..)| card == name)
                .map(|(_, might, colour)| (*might, *colour))
                .expect("a card")
        })
        .collect();
    let other = deck_of("mixed");
    // With the card gone, two of the five others are played: the worth of a card is how much it makes of the deck.
    let worth = |place: usize| {
        let mut without = six.clone();
        without.remove(place);
        truth(&six, &other) - truth(&without, &other)
    };
    let worths: Vec<f64> = (0..6).map(worth).collect();
    let of = |name: &str, key: &str| {
        let cards = value["cards"].as_array().expect("cards");
        let card = cards
            .iter()
            .find(|card| card["card"] == name)
            .expect("a card");
        number(&card[key][0])
    };
    for (key, names) in [
        ("contribution", &[0, 1, 2, 3, 4, 5][..]),
        ("swap", &[0, 1, 4, 5]),
    ] {
        // Sailor and ranger are in the other deck as well: their swap values are of both.
        let all = ["squire", "hunter", "sailor", "ranger", "wizard", "paladin"];
        let found: Vec<f64> = names.iter().map(|at| of(all[*at], key)).collect();
        let wanted: Vec<f64> = names.iter().map(|at| worths[*at]).collect();
        let correlation = rank_correlation(&found, &wanted);
        assert!(
            correlation >= 0.9,
            "{key}: {correlation} {found:?} {wanted:?}"
        );
    }
}

/// A game with thirty cards of which five are too good and five are dead, and decks that have each of them.
fn planted(folder: &Folder) -> String {
    let text = fs::read_to_string(format!("{GAME}/game.cgml")).expect("the game is there");
    let start = text.find("cards:\n").expect("cards");
    let end = text.find("deck_rules:").expect("deck rules");
    let lists = text.find("deck_lists:").expect("deck lists");
    let after = text.find("components:").expect("components");
    let might = |card: usize| match card {
        0..5 => 12,
        5..10 => 0,
        _ => 6,
    };
    let colour = |card: usize| ["red", "blue", "green"][card % 3];
    let cards: String = (0..30)
        .map(|card| {
            format!(
                "  - {{ id: card{card}, kind: duelist, might: {}, colour: {} }}\n",
                might(card),
                colour(card)
            )
        })
        .collect();
    let decks: String = (0..5)
        .map(|deck| {
            let cards: Vec<String> = [deck, deck + 5, 10 + deck, 15 + deck, 20 + deck, 25 + deck]
                .iter()
                .map(|card| format!("card{card}: 1"))
                .collect();
            format!(
                "  - {{ id: deck{deck}, sections: {{ main: {{ {} }} }} }}\n",
                cards.join(", ")
            )
        })
        .collect();
    let whole = format!(
        "{}cards:\n{cards}\n{}deck_lists:\n{decks}\n{}",
        &text[..start],
        &text[end..lists],
        &text[after..]
    );
    let whole = whole.replace("banned: [paladin], limited: { shaman: 1 }", "banned: []");
    folder.write("planted/game.cgml", &whole);
    folder
        .path()
        .join("planted")
        .to_str()
        .expect("a path of letters")
        .to_owned()
}

#[test]
fn nine_of_ten_planted_cards_are_found() {
    let folder = Folder::new();
    let game = planted(&folder);
    let value = balance(&folder, &game, &["--games", "1200", "--swap-deals", "40"]);
    let remark = |card: usize| {
        let cards = value["cards"].as_array().expect("cards");
        let name = format!("card{card}");
        cards
            .iter()
            .find(|it| it["card"] == name.as_str())
            .expect("a card")["remark"]
            .clone()
    };
    let strong = (0..5).filter(|card| remark(*card) == "too_strong").count();
    let dead = (5..10).filter(|card| remark(*card) == "too_weak").count();
    let wrong = (10..30).filter(|card| !remark(*card).is_null()).count();
    assert!(
        strong + dead >= 9,
        "{strong} and {dead}: {}",
        value["cards"]
    );
    assert!(wrong <= 2, "{wrong}");
}

/// Repetitions in which the interval of a change has the truth, which is computed.
fn covered(repetitions: u64) -> u64 {
    let folder = Folder::new();
    let (reds, blues) = (deck_of("reds"), deck_of("blues"));
    let after = with_might(&reds, &[(4, 6)]);
    let wanted = truth(&after, &blues) - truth(&reds, &blues);
    let has_truth = |seed: &u64| {
        let seed = seed.to_string();
        let options = [
            "--games",
            "240",
            "--deck",
            "reds,blues",
            "--swap-deals",
            "0",
            "--seed",
            &seed,
        ];
        let value = balance(
            &folder,
            &game_path(),
            &[&options[..], &["--change", "lancer.might=6"]].concat(),
        );
        let difference = &value["comparisons"][0]["decks"][0]["difference"];
        (number(&difference["low"])..=number(&difference["high"])).contains(&wanted)
    };
    (1..=repetitions).filter(has_truth).count() as u64
}

#[test]
fn the_interval_of_a_change_has_the_truth_95_times_of_100() {
    let covered = covered(100);
    assert!(covered >= 95, "{covered} of 100");
}

/// Cards of the twin of the deck `mixed`, with their usual mights.
const TWINS: [(&str, i64, &str); 3] = [
    ("sailor", 5, "blue"),
    ("ranger", 6, "green"),
    ("knight", 7, "red"),
];

/// Numbers of the twin that are changed, so that it is no longer as good as the deck.
const IMBALANCES: [&[(&str, i64)]; 10] = [
    &[("sailor", 9)],
    &[("sailor", 1)],
    &[("ranger", 10)],
    &[("ranger", 2)],
    &[("knight", 11)],
    &[("knight", 3)],
    &[("sailor", 8), ("knight", 9)],
    &[("ranger", 3), ("sailor", 4)],
    &[("knight", 12)],
    &[("ranger", 9), ("knight", 5)],
];

fn might(imbalance: &[(&str, i64)], card: &str, usual: i64) -> i64 {
    imbalance
        .iter()
        .find(|(name, _)| *name == card)
        .map_or(usual, |(_, might)| *might)
}

/// A game with a twin of the deck `mixed` that has an imbalance.
fn imbalanced(folder: &Folder, name: &str, imbalance: &[(&str, i64)]) {
    let text = fs::read_to_string(format!("{GAME}/game.cgml")).expect("the game is there");
    let card = |(card, usual, colour): &(&str, i64, &str)| {
        let might = might(imbalance, card, *usual);
        format!("  - {{ id: twin_{card}, kind: duelist, might: {might}, colour: {colour} }}\n")
    };
    let cards: String = TWINS.iter().map(card).collect();
    let list = "  - { id: twins, sections: { main: { twin_sailor: 2, twin_ranger: 2, twin_knight: 2 } } }\n";
    let text = text.replace("deck_rules:", &format!("{cards}\ndeck_rules:"));
    let text = text.replace("deck_lists:\n", &format!("deck_lists:\n{list}"));
    folder.write(&format!("{name}/game.cgml"), &text);
}

/// A deck after edits of its mights.
fn edited(prefix: &str, imbalance: &[(&str, i64)], edits: &[&str]) -> Vec<(i64, char)> {
    let cards = TWINS.iter().flat_map(|(card, usual, colour)| {
        let start = format!("{prefix}{card}.might: ");
        let edit = edits.iter().find(|edit| edit.starts_with(&start));
        let edit = edit.and_then(|edit| edit.rsplit(' ').next()?.parse().ok());
        let own = might(imbalance, card, *usual);
        let colour = colour.chars().next().expect("a letter");
        [(edit.unwrap_or(own), colour); 2]
    });
    cards.collect()
}

#[test]
fn planted_imbalances_are_repaired_with_few_numbers() {
    let folder = Folder::new();
    let mut repaired = 0;
    for (place, imbalance) in IMBALANCES.iter().enumerate() {
        let name = format!("game{place}");
        imbalanced(&folder, &name, imbalance);
        let aim = [
            "--deck",
            "twins,mixed",
            "--match",
            "twins,mixed",
            "--target",
            "50%",
            "--tolerance",
            "3",
        ];
        let rest = [
            "--games",
            "600",
            "--swap-deals",
            "0",
            "--patch",
            "even.patch",
        ];
        let value = balance(&folder, &name, &[&aim[..], &rest].concat());
        let changes = value["proposal"]["changes"].as_array().expect("changes");
        let edits: Vec<&str> = changes.iter().filter_map(Value::as_str).collect();
        let patch = folder.read("even.patch");
        assert_eq!(patch.matches("\n+").count() - 1, edits.len(), "{patch}");
        let rate = truth(
            &edited("twin_", imbalance, &edits),
            &edited("", &[], &edits),
        );
        repaired += u32::from(edits.len() <= 2 && (rate - 0.5).abs() <= 0.05);
    }
    assert!(repaired >= 8, "{repaired} of 10");
}

#[test]
fn changes_that_cannot_be_made_are_told_and_games_without_decks_have_seats_and_parameters() {
    let told = |arguments: &[&str]| {
        let run = fuda(
            &[
                &[
                    "balance",
                    GAME,
                    "--player",
                    "random",
                    "--games",
                    "12",
                    "--coverage-games",
                    "0",
                ],
                arguments,
            ]
            .concat(),
        );
        assert_eq!(run.code, 2, "{arguments:?} {}", run.stderr);
        run.stderr
    };
    assert!(told(&["--change", "squir.might=3"]).contains("did you mean `squire`"));
    assert!(told(&["--change", "squire.mighty=3"]).contains("its numbers are might"));
    assert!(told(&["--change", "squire"]).contains("is no change"));
    assert!(told(&["--param", "bonuss=1"]).contains("did you mean `bonus`"));
    assert!(told(&["--param", "bonus=6..4"]).contains("no range"));
    assert!(told(&["--ban", "dragon"]).contains("there is no card `dragon`"));
    assert!(told(&["--target", "50%"]).contains("--match"));
    let text = fuda(&[
        "balance",
        "goofspiel",
        "--player",
        "random",
        "--games",
        "60",
        "--param",
        "num_cards=5..6",
    ])
    .succeeds();
    assert!(
        text.contains("num_cards: ") && text.contains("first seat"),
        "{text}"
    );
}

#[test]
fn a_folder_has_all_figures_as_tables_as_json_and_as_a_page() {
    let folder = Folder::new();
    let game = game_path();
    let base = ["balance", &game, "--player", "random", "--games", "200"];
    let more = [
        "--change",
        "knight.might=5",
        "--coverage-games",
        "2",
        "--out",
        "all",
        "--language",
        "ja",
    ];
    folder.fuda(&[&base[..], &more].concat()).succeeds();
    let value: Value = serde_json::from_str(&folder.read("all/result.json")).expect("JSON");
    let change = &value["comparisons"][0];
    assert_eq!(change["names"].as_array().map(Vec::len), Some(4));
    assert_eq!(change["decks"][0]["deck"], 0);
    let rows = |file: &str| folder.read(&format!("all/{file}")).lines().count();
    assert_eq!(rows("decks.csv"), 5);
    assert_eq!(
        rows("cards.csv"),
        1 + value["cards"].as_array().map_or(0, Vec::len)
    );
    assert_eq!(rows("changes.csv"), 1 + 4 + 4 + 4);
    assert_eq!(rows("figures.csv"), 1 + 1 + 2 + 5);
    assert!(rows("first_moves.csv") > 1 && rows("never.csv") >= 1);
    let page = folder.read("all/report.html");
    assert!(page.contains("lang=\"ja\"") && page.contains("バランス"));
    for outside in ["<script", "<link", "src=", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
}
