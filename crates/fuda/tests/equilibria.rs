//! Small games are solved, and come to the numbers that are known of them.

use std::sync::Arc;

use fuda::compile::Settings;
use fuda::engine::ids::Seat;
use fuda::engine::position::{Decision, Position};
use fuda::engine::program::Program;
use fuda::engine::random::derived;
use fuda::players::cfr::{Cfr, Profile, Rule};
use fuda::players::strategy::{Origin, Solved, Strategy, StrategyProblem};
use fuda::players::tree::{Payoff, Tree, TreeProblem};
use fuda::players::{Player, Question, Random, Secrets};

const MOST: usize = 1_000_000;

fn build(game: &str, parameters: &[(&str, &str)], open_chance: bool) -> Program {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/");
    let located = fuda::locate(&format!("{games}{game}")).expect("the game is shipped");
    let owned = |(name, value): &(&str, &str)| (name.to_string(), value.to_string());
    let settings = Settings {
        parameters: parameters.iter().map(owned).collect(),
        open_chance,
        ..Settings::default()
    };
    fuda::build(&located, &settings).unwrap_or_else(|error| panic!("{game}: {error}"))
}

fn tree(game: &str, parameters: &[(&str, &str)]) -> Tree {
    let program = build(game, parameters, true);
    Tree::of(&program, Payoff::Scores, MOST).unwrap_or_else(|problem| panic!("{game}: {problem}"))
}

fn solved(tree: &Tree, rule: Rule, iterations: u64) -> Profile {
    let mut solver = Cfr::new(tree, rule, 1);
    for _ in 0..iterations {
        solver.iterate();
    }
    solver.average()
}

fn assert_near(found: f64, known: f64, within: f64) {
    assert!((found - known).abs() <= within, "{found} is not {known}");
}

#[test]
fn kuhn_poker_is_worth_minus_an_eighteenth() {
    let tree = tree("kuhn-poker", &[]);
    assert_eq!((tree.information_sets(), tree.ends()), (12, 30));
    assert!(tree.is_zero_sum() && tree.is_playable());
    let profile = solved(&tree, Rule::CfrPlus, 2000);
    assert!(tree.exploitability(&profile) < 0.0001);
    assert_near(tree.values(&profile)[0], -1.0 / 18.0, 0.0001);
    assert_near(tree.values(&profile)[1], 1.0 / 18.0, 0.0001);
}

#[test]
fn every_rule_comes_close_in_kuhn_poker() {
    let tree = tree("kuhn-poker", &[]);
    let uniform = tree.exploitability(&Profile::uniform(&tree));
    assert_near(uniform, 0.458_333, 1e-6);
    for (rule, iterations, within) in [(Rule::Cfr, 2000, 0.01), (Rule::Sampled, 20_000, 0.02)] {
        let found = tree.exploitability(&solved(&tree, rule, iterations));
        assert!((0.0..within).contains(&found), "{rule:?}: {found}");
    }
}

#[test]
fn leduc_poker_comes_to_the_published_numbers() {
    let tree = tree("leduc-poker", &[]);
    assert_eq!((tree.information_sets(), tree.ends()), (936, 5520));
    assert!(tree.is_zero_sum() && tree.is_playable());
    let uniform = Profile::uniform(&tree);
    assert_near(tree.exploitability(&uniform), 2.373_611, 1e-6);
    assert_near(tree.values(&uniform)[0], -0.078_125, 1e-9);

    let mut solver = Cfr::new(&tree, Rule::CfrPlus, 1);
    (0..100).for_each(|_| solver.iterate());
    assert_near(tree.exploitability(&solver.average()), 0.013_416, 1e-6);
    (100..1000).for_each(|_| solver.iterate());
    let profile = solver.average();
    // 0.000257 in one order of adding up, 0.000245 in another: after so many iterations rounding shows.
    assert_near(tree.exploitability(&profile), 0.000_257, 0.000_02);
    assert_near(tree.values(&profile)[0], -0.085_606, 0.000_3);
    // The guaranteed payoffs of the seats lie on both sides of the value.
    let best = tree.best_responses(&profile);
    assert!(-best[1] <= -0.085_606 && -0.085_607 <= best[0], "{best:?}");
}

fn assert_goofspiel_is_fair(cards: &str) {
    let parameters = [("num_cards", cards), ("scoring", "difference")];
    let tree = tree("goofspiel", &parameters);
    assert!(tree.is_zero_sum() && tree.is_playable());
    let profile = solved(&tree, Rule::CfrPlus, 100);
    let found = tree.exploitability(&profile);
    assert!(found < 0.03, "{cards} cards: {found}");
    assert_near(tree.values(&profile)[0], 0.0, found * 2.0);
}

#[test]
fn goofspiel_with_three_cards_is_fair() {
    assert_goofspiel_is_fair("3");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes 20 seconds without optimisation")]
fn goofspiel_with_four_cards_is_fair() {
    assert_goofspiel_is_fair("4");
}

#[test]
fn a_game_that_is_too_large_is_refused() {
    let program = build("leduc-poker", &[], true);
    let refused = Tree::of(&program, Payoff::Scores, 500).err();
    assert_eq!(refused, Some(TreeProblem::TooLarge(500)));
}

/// A strategy of Leduc poker, good enough to win.
fn strategy() -> Strategy {
    let tree = tree("leduc-poker", &[]);
    let profile = solved(&tree, Rule::CfrPlus, 50);
    let origin = Origin {
        method: "cfr+".to_owned(),
        iterations: 50,
    };
    let played = build("leduc-poker", &[], false);
    Strategy::new(&played, &tree, &profile, origin).expect("players are asked enough")
}

#[test]
fn a_strategy_comes_back_from_its_file() {
    let strategy = strategy();
    let bytes = strategy.to_bytes();
    assert_eq!(Strategy::from_bytes(&bytes).as_ref(), Ok(&strategy));
    assert!(bytes.len() < 40_000, "{} bytes", bytes.len());
}

#[test]
fn a_file_that_is_damaged_or_foreign_is_refused_with_the_reason() {
    let strategy = strategy();
    let bytes = strategy.to_bytes();
    let read = |bytes: &[u8]| Strategy::from_bytes(bytes).err();
    assert_eq!(read(b"PNG"), Some(StrategyProblem::Foreign));
    assert_eq!(read(&bytes[..6]), Some(StrategyProblem::Damaged));
    assert_eq!(
        read(&bytes[..bytes.len() - 1]),
        Some(StrategyProblem::Damaged)
    );
    for place in [30, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        assert_eq!(read(&damaged), Some(StrategyProblem::Damaged));
    }
    let mut later = bytes.clone();
    later[4] = 9;
    assert_eq!(read(&later), Some(StrategyProblem::Version(9)));

    assert_eq!(strategy.fits(&build("leduc-poker", &[], false)), Ok(()));
    let other = strategy.fits(&build("kuhn-poker", &[], false));
    assert!(matches!(other, Err(StrategyProblem::OtherGame { .. })));
    let edition = strategy.fits(&build("leduc-poker", &[], true));
    assert!(matches!(edition, Err(StrategyProblem::OtherEdition { .. })));
}

/// The average score of seat 0 over some games.
fn mean(program: &Program, players: &mut [&mut dyn Player; 2], games: u64) -> f64 {
    let mut sum = 0;
    for number in 0..games {
        let mut position = Position::start(program, derived(7, number));
        for (seat, player) in players.iter_mut().enumerate() {
            player.begin(derived(number, seat as u64));
        }
        let mut secrets = Secrets::new();
        while let Decision::Choose { seat, .. } = position.decision() {
            let question = Question::new(program, &position, seat, &secrets);
            let choice = players[seat.index()].choose(&question);
            secrets.choose(program, &position, choice);
            position.play_unchecked(program, choice);
        }
        sum += position.scores(program)[Seat(0).index()];
    }
    sum as f64 / games as f64
}

#[test]
fn who_plays_by_a_strategy_always_knows_it_and_wins() {
    let program = build("leduc-poker", &[], false);
    let strategy = Arc::new(strategy());
    let mut solved = Solved::new(strategy);
    let won = mean(&program, &mut [&mut solved, &mut Random::new()], 2000);
    assert!(won > 0.4, "{won}");
    let lost = mean(&program, &mut [&mut Random::new(), &mut solved], 2000);
    assert!(lost < -0.4, "{lost}");
    assert_eq!(solved.lost(), 0);
}
