//! Exact values, winning lines and odds, and that they come to the numbers that are known.

mod run;

use fuda::compile::Settings;
use fuda::engine::canonical::Canonical;
use fuda::engine::ids::Seat;
use fuda::engine::position::{Decision, Position};
use fuda::engine::program::Program;
use fuda::engine::random::Random;
use fuda::engine::seen::ChoiceSeen;
use fuda::lines::Practice;
use fuda::players::exact::{Exact, ExactProblem};
use fuda::players::solitaire::Blind;
use fuda::players::tree::Payoff;
use run::{Folder, fuda};
use serde_json::Value;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

fn build(game: &str) -> Program {
    let located = fuda::locate(game).expect("the game is here");
    let settings = Settings {
        open_chance: true,
        ..Settings::default()
    };
    fuda::build(&located, &settings).unwrap_or_else(|error| panic!("{game}: {error}"))
}

fn assert_near(found: f64, known: f64) {
    assert!((found - known).abs() < 0.5e-6, "{found} is not {known}");
}

#[test]
fn hitting_or_standing_with_an_infinite_deck_is_worth_what_is_known() {
    let program = build("blackjack/infinite-deck");
    let mut exact = Exact::new(&program, Payoff::Scores, 1_000_000);
    let value = exact.values(&Position::start(&program, 0));
    // The stake is two chips.
    assert_near(value.expect("it is small")[0] / 2.0, -0.024_208_12);

    let sixteen = drawn(
        &program,
        &["ranks_10_10", "ranks_6_6", "ranks_J_10", "ranks_5_5"],
    );
    let choices = exact.of_choices(&sixteen).expect("it is small");
    let names = sixteen.choices_seen(&program, "");
    let stand = names.iter().position(|choice| choice.name.id == "stand");
    let hit = names.iter().position(|choice| choice.name.id == "hit");
    let value = |number: Option<usize>| choices[number.expect("both may be chosen")][0] / 2.0;
    assert_near(value(stand), -0.540_430_33);
    assert_near(value(hit), -0.539_826_35);
}

/// The position after these cards were drawn.
fn drawn(program: &Program, ranks: &[&str]) -> Position {
    let mut position = Position::start(program, 0);
    for rank in ranks {
        let Decision::Chance { outcomes } = position.decision() else {
            panic!("a card is drawn");
        };
        let name = |value: i64| &program.cards[value as usize].name.id;
        let number = outcomes
            .iter()
            .position(|outcome| name(outcome.value) == rank);
        let number = number.unwrap_or_else(|| {
            panic!(
                "there is no {rank} among {:?}",
                outcomes
                    .iter()
                    .map(|outcome| name(outcome.value))
                    .collect::<Vec<_>>()
            )
        });
        assert!(position.play_chance(program, number));
    }
    position
}

#[test]
fn the_kill_with_lotus_and_wheel_works_in_98_818_percent() {
    let program = build("lotus-wheel");
    let mut exact = Exact::new(&program, Payoff::Wins, 1_000_000);
    let value = exact.values(&Position::start(&program, 0));
    assert_near(
        value.expect("copies are merged")[0],
        649_436_818.0 / 657_202_325.0,
    );
    assert!(
        exact.positions() < 200_000,
        "{} positions",
        exact.positions()
    );
}

#[test]
fn a_game_with_hidden_cards_has_no_exact_value() {
    let program = build("kuhn-poker");
    let mut exact = Exact::new(&program, Payoff::Scores, 1000);
    let refused = exact.values(&Position::start(&program, 0));
    assert_eq!(refused, Err(ExactProblem::Hidden(0)));
}

fn odds(arguments: &[&str]) -> Value {
    let mut all = vec!["odds", "--format", "json"];
    all.extend(arguments);
    fuda(&all).json()
}

#[test]
fn five_pieces_in_five_cards_are_one_hand_in_658008() {
    let pieces = "count(distinct(hand where 'exodia' in card.tags, card.name)) == 5";
    let found = odds(&["ygo-ftk", "--deck", "exodia", pieces]);
    assert_eq!(
        (&found["part"], &found["whole"]),
        (&"1".into(), &"658008".into())
    );
}

#[test]
fn two_different_cards_with_three_copies_each_are_9_79775_percent() {
    let both = "count(hand where card.id == pot_of_greed) >= 1 \
                and count(hand where card.name == graceful_charity) >= 1";
    let found = odds(&["ygo-ftk", "--deck", "exodia", both]);
    let share = found["share"].as_f64().expect("a number");
    assert_eq!((share * 1e7).round(), 979_775.0);
}

#[test]
fn cards_that_an_expression_does_not_tell_apart_are_counted_together() {
    // 13 of 52 different cards are 635,013,559,600 hands; by rank there are two sorts of cards.
    let found = odds(&[
        "crazy-eights",
        "--hand",
        "13",
        "count(hand where card.rank == 8) == 4",
    ]);
    assert_eq!(
        (&found["part"], &found["whole"]),
        (&"11".into(), &"4165".into())
    );
    assert!(found["different_hands"].as_u64() < Some(700_000), "{found}");

    // Names that are mentioned are told apart, all others are one card.
    let found = odds(&[
        "ygo-ftk",
        "--deck",
        "exodia",
        "count(hand where card.name == pot_of_greed) >= 1 or count(hand where card.name == graceful_charity) == 3",
    ]);
    assert_eq!(found["different_hands"], 15);
    // By what makes two copies different cards nothing is merged.
    let distinct = odds(&[
        "ygo-ftk",
        "--deck",
        "exodia",
        "count(distinct(hand, card.name)) == 5",
    ]);
    assert_eq!(distinct["different_hands"], 18_534);
}

#[test]
fn an_expression_with_a_mistake_is_answered_with_its_place() {
    let run = fuda(&["odds", "ygo-ftk", "count(hnd) >= 1"]);
    assert_eq!(run.code, 1);
    assert!(
        run.stdout.contains("your expression") && run.stdout.contains("hnd"),
        "{}",
        run.stdout
    );
    let large = fuda(&["odds", "ygo-ftk", "--hand", "41", "count(hand) >= 1"]);
    assert_eq!(large.code, 2);
    assert!(
        large
            .stderr
            .contains("a hand of 41 cards cannot be drawn from a deck of 40"),
        "{}",
        large.stderr
    );
}

#[test]
fn a_line_that_wins_is_shown_and_can_be_replayed() {
    let folder = Folder::new();
    let file = folder.path().join("won.record");
    let file = file.to_str().expect("a readable path");
    let run = fuda(&[
        "solve",
        "lotus-wheel",
        "--seed",
        "3",
        "--record",
        file,
        "--practice",
        "2",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("this line wins") && run.stdout.contains("1. "),
        "{}",
        run.stdout
    );
    let replay = fuda(&["replay", file, "--game", "lotus-wheel", "--format", "json"]);
    let replay = replay.json();
    assert_eq!(
        (&replay["ok"], &replay["winners"]),
        (&true.into(), &vec![0].into())
    );
}

#[test]
fn that_no_line_wins_is_proved() {
    let hands = fuda(&[
        "solve",
        "lotus-wheel",
        "--hands",
        "300",
        "--practice",
        "2",
        "--foresight-only",
        "--format",
        "json",
    ]);
    let found = hands.json();
    let count = |key: &str| found["foresight"][key].as_u64().expect("a count");
    assert_eq!(count("unknown"), 0);
    assert_eq!(count("won") + count("lost"), 300);
    // 98.8 % of the hands, within four standard deviations.
    assert!((288..300).contains(&count("won")), "{found}");
}

#[test]
fn threads_change_nothing() {
    let with = |threads: &str| {
        let arguments = [
            "solve",
            "ygo-ftk",
            "--deck",
            "exodia",
            "--hands",
            "6",
            "--budget",
            "400",
            "--practice",
            "60000",
            "--worlds",
            "1",
            "--dives",
            "1",
            "--threads",
            threads,
            "--format",
            "json",
        ];
        let mut found = fuda(&arguments).json();
        found["seconds"].take();
        found
    };
    assert_eq!(with("1"), with("3"));
}

#[test]
fn practice_teaches_to_win_without_knowing_the_deck() {
    let won = |practice: &str| {
        let arguments = [
            "solve",
            "blackjack",
            "--hands",
            "200",
            "--budget",
            "1",
            "--worlds",
            "0",
            "--practice",
            practice,
            "--format",
            "json",
        ];
        let found = fuda(&arguments).json();
        found["blind"]["won"].as_u64().expect("a count")
    };
    let [before, after] = [won("0"), won("60000")];
    // A network that has learnt nothing hits for ever; the best play wins 43 of 100.
    assert!(before < 20 && after > 65, "{before} and {after} of 200");
}

#[test]
fn who_does_not_know_the_deck_chooses_the_same_whatever_lies_in_it() {
    let mut random = Random::new(5);
    let program = played("ygo-ftk");
    let guide = Practice {
        program: &program,
        seed: 1,
        nodes: 20_000,
        threads: NonZeroUsize::MIN,
        stop: &AtomicBool::new(false),
    };
    let guide = guide.guide(&|_, _| {});
    let mut blind = Blind::new(&program, 2, 1);
    let mut compared = 0;
    for seed in 0..10 {
        let mut position = Position::start(&program, seed);
        for step in 0..8 {
            let count = position.choices().len();
            if count == 0 {
                break;
            }
            let other = position.redeal(&program, Seat(0), &mut random);
            let differs = other.hash(&program) != position.hash(&program);
            let number = blind.choose(&position, &guide, step);
            assert_eq!(number, blind.choose(&other, &guide, step));
            compared += usize::from(differs && count > 1);
            position.play_unchecked(&program, number);
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn in_which_slot_a_card_lies_makes_no_difference_if_no_rule_asks() {
    let program = played("ygo-ftk");
    let start = (0..).map(|seed| Position::start(&program, seed));
    let set = |position: &Position, name: &str| {
        let seen = position.choices_seen(&program, "");
        let wanted = |choice: &ChoiceSeen| {
            let text = format!("{choice:?}");
            text.contains("set_spell_trap") && text.contains(name)
        };
        seen.iter().position(wanted)
    };
    let (one, other) = start
        .filter_map(|position| {
            let mut main = position;
            while main.choices().len() == 1 {
                main.play_unchecked(&program, 0);
            }
            let order = |first: &str, second: &str| {
                let mut next = main.clone();
                for name in [first, second] {
                    let number = set(&next, name)?;
                    next.play_unchecked(&program, number);
                }
                Some(next)
            };
            let names = ["upstart_goblin", "pot_of_greed"];
            Some((order(names[0], names[1])?, order(names[1], names[0])?))
        })
        .take(1)
        .next()
        .expect("some hand has both");
    let mut canonical = Canonical::new(&program);
    assert_ne!(one.hash(&program), other.hash(&program));
    assert_eq!(
        canonical.hash(&program, &one),
        canonical.hash(&program, &other)
    );
}

/// A game as it is played.
fn played(game: &str) -> Program {
    let located = fuda::locate(game).expect("the game is here");
    fuda::build(&located, &Settings::default()).unwrap_or_else(|error| panic!("{game}: {error}"))
}
