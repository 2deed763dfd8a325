//! Random play: mean returns and lengths are those that OpenSpiel has, within their error.
//!
//! The number of games is small so that tests stay short; `FUDA_RANDOM_GAMES` sets another one.

use crate::blackjack::Blackjack;
use crate::crazy_eights::CrazyEights;
use crate::cribbage::Cribbage;
use crate::dou_dizhu::DouDizhu;
use crate::euchre::Euchre;
use crate::gin_rummy::GinRummy;
use crate::go_fish::GoFish;
use crate::goofspiel;
use crate::harness::{Adapted, Game, RandomGame};
use crate::hearts::Hearts;
use crate::kuhn_poker::KuhnPoker;
use crate::leduc_poker::LeducPoker;
use crate::oh_hell::OhHell;
use crate::solitaire::Solitaire;
use crate::spades::Spades;
use crate::trace::data;
use serde_json::Value;

/// The number of standard errors a mean may be off. About 60 means are compared with fixed seeds: a right game is
/// off by more once in hundreds of editions.
const ERRORS: f64 = 4.0;

/// A sample of numbers.
struct Sample {
    mean: f64,
    /// The variance of the mean.
    error: f64,
}

impl Sample {
    fn of(numbers: &[f64]) -> Self {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        Self {
            mean,
            error: squares / (count - 1.0) / count,
        }
    }

    fn is_near(&self, other: &Self) -> bool {
        // Their means are written with four digits.
        let allowed = ERRORS * (self.error + other.error).sqrt() + 1e-4;
        (self.mean - other.mean).abs() <= allowed
    }
}

/// OpenSpiel's side of a game.
struct Theirs {
    returns: Vec<Sample>,
    decisions: f64,
    games: f64,
}

impl Theirs {
    /// The returns are exact where the whole tree is known.
    fn of(name: &str) -> Self {
        let text = std::fs::read_to_string(data("openspiel_stats.json")).expect("it is there");
        let stats: Value = serde_json::from_str(&text).expect("it is JSON");
        let random = &stats["random_play"][name];
        let games = random["n"].as_f64().expect("a number of games");
        let exact = &stats["exact"][name]["uniform_random_value"];
        let sampled = numbers(&random["mean_returns"]).into_iter();
        let returns = if exact.is_array() {
            let exact = numbers(exact).into_iter();
            exact.map(|mean| Sample { mean, error: 0.0 }).collect()
        } else {
            let both = sampled.zip(numbers(&random["sd"]));
            both.map(|(mean, sd)| Sample {
                mean,
                error: sd * sd / games,
            })
            .collect()
        };
        Self {
            returns,
            decisions: random["mean_decisions"].as_f64().expect("a mean"),
            games,
        }
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list").iter();
    list.map(|number| number.as_f64().expect("a number"))
        .collect()
}

/// Plays games and compares; `together` is how many of our decisions OpenSpiel counts as one.
fn compare(name: &str, game: &dyn Game, games: u64, together: f64) {
    let wanted = std::env::var("FUDA_RANDOM_GAMES").ok();
    let games = wanted.and_then(|count| count.parse().ok()).unwrap_or(games);
    let adapted = Adapted::new(game);
    let played: Vec<RandomGame> = (0..games)
        .map(|seed| adapted.play_at_random(seed))
        .collect();
    let theirs = Theirs::of(name);
    for (seat, expected) in theirs.returns.iter().enumerate() {
        let returns: Vec<f64> = played.iter().map(|game| game.returns[seat]).collect();
        let found = Sample::of(&returns);
        assert!(
            found.is_near(expected),
            "{name}: seat {seat} gets {:.4} ± {:.4} in {games} games, expected {:.4} ± {:.4}",
            found.mean,
            found.error.sqrt(),
            expected.mean,
            expected.error.sqrt()
        );
    }
    let lengths = played
        .iter()
        .map(|game| f64::from(game.decisions) / together);
    let found = Sample::of(&lengths.collect::<Vec<f64>>());
    // Their lengths are written with two digits, and vary as ours do.
    let allowed = ERRORS * (found.error * (1.0 + games as f64 / theirs.games)).sqrt() + 0.005;
    assert!(
        (found.mean - theirs.decisions).abs() <= allowed,
        "{name}: {:.2} decisions in {games} games, expected {:.2}",
        found.mean,
        theirs.decisions
    );
}

#[test]
fn kuhn_poker() {
    compare("kuhn_poker", &KuhnPoker { players: 2 }, 2000, 1.0);
    let three = KuhnPoker { players: 3 };
    compare("kuhn_poker(players=3)", &three, 2000, 1.0);
}

#[test]
fn leduc_poker() {
    compare("leduc_poker", &LeducPoker { players: 2 }, 2000, 1.0);
}

#[test]
fn blackjack() {
    compare("blackjack", &Blackjack, 2000, 1.0);
}

#[test]
fn goofspiel_with_six_cards() {
    let name = "goofspiel(num_cards=6,points_order=random,returns_type=total_points)";
    compare(name, &goofspiel::SIX_CARDS, 1000, 2.0);
}

#[test]
fn go_fish() {
    compare("go_fish", &GoFish { players: 2 }, 200, 1.0);
    compare("go_fish(players=4)", &GoFish { players: 4 }, 100, 1.0);
}

#[test]
fn crazy_eights() {
    for players in [2, 4] {
        let game = CrazyEights {
            players,
            specials: false,
        };
        let name = format!("crazy_eights(players={players})");
        compare(&name, &game, 200, 1.0);
    }
}

#[test]
fn gin_rummy() {
    compare("gin_rummy", &GinRummy, 50, 1.0);
}

#[test]
fn solitaire() {
    compare("solitaire(depth_limit=150)", &Solitaire, 100, 1.0);
}

#[test]
fn hearts() {
    let game = Hearts { passes: true };
    compare("hearts", &game, 50, 1.0);
    // OpenSpiel passed cards here too: its chance brings a direction whatever `pass_cards` says.
    compare("hearts(pass_cards=false)", &game, 50, 1.0);
}

#[test]
fn spades() {
    compare("spades", &Spades, 100, 1.0);
}

#[test]
fn oh_hell() {
    let game = OhHell {
        players: 4,
        cards: "5",
    };
    compare("oh_hell(players=4,num_tricks_fixed=5)", &game, 200, 1.0);
}

#[test]
fn euchre() {
    compare("euchre", &Euchre, 200, 1.0);
}

#[test]
fn cribbage() {
    compare("cribbage(players=2)", &Cribbage, 20, 1.0);
}

#[test]
fn dou_dizhu() {
    compare("dou_dizhu", &DouDizhu, 20, 1.0);
}
