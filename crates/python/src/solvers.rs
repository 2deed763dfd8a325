//! Solving games and counting hands: `fuda.solve` and `fuda.odds`.

use std::path::Path;

use engine::position::Position as State;
use fuda::odds::{OddsError, Predicate};
use fuda::thinking;
use players::PlayerSpec;
use players::cfr::{Cfr, Profile, Rule};
use players::exact::Exact;
use players::strategy::{Origin, Strategy};
use players::tree::{Payoff, Tree};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::contests::series::timed;
use crate::contests::watch::Watch;
use crate::error::{problems, wrong};
use crate::plain;
use crate::play::game::{Game, Match};

/// Iterations after which it is looked how far the play is from an equilibrium.
const LOOKS: [u64; 7] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];

/// Works out how to play a small game; the figures, as `fuda solve --format json` prints them.
#[pyfunction]
#[pyo3(signature = (game, method = "cfr+", iterations = None, payoff = "scores", nodes = 20_000_000, seed = 1, save = None, exploit = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    game: &Game,
    method: &str,
    iterations: Option<u64>,
    payoff: &str,
    nodes: usize,
    seed: u64,
    save: Option<String>,
    exploit: Option<String>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let made = &game.made;
    let payoff = match payoff {
        "scores" => Payoff::Scores,
        "wins" => Payoff::Wins,
        other => {
            return Err(wrong(
                format!("the payoff cannot be `{other}`"),
                "`scores` or `wins`",
            ));
        }
    };
    let rule = match method {
        "cfr+" => Rule::CfrPlus,
        "cfr" => Rule::Cfr,
        "mccfr" => Rule::Sampled,
        "exact" => return exact(py, made, payoff, nodes),
        other => {
            return Err(wrong(
                format!("there is no method `{other}`"),
                "`cfr+`, `cfr`, `mccfr` or `exact`",
            ));
        }
    };
    let watch = Watch::new(progress, false);
    let figures = py.detach(|| -> PyResult<Value> {
        let tree = Tree::of(made.open()?, payoff, nodes).map_err(|problem| {
            wrong(
                problem.to_string(),
                "allow more `nodes`, or make the game smaller with `params`",
            )
        })?;
        match exploit {
            Some(player) => exploited(made, &tree, &player),
            None => {
                let usual = if rule == Rule::Sampled {
                    100_000
                } else {
                    1_000
                };
                let iterations = iterations.unwrap_or(usual);
                let solved = equilibrium(&tree, rule, seed, iterations, &watch);
                figures(made, &tree, method, iterations, solved, save.as_deref())
            }
        }
    });
    watch.finish(py)?;
    plain::python(py, &figures?)
}

/// The average play, and how far it was from an equilibrium in the course of it.
struct Solved {
    profile: Profile,
    course: Vec<(u64, f64)>,
    seconds: f64,
}

fn equilibrium(tree: &Tree, rule: Rule, seed: u64, iterations: u64, watch: &Watch) -> Solved {
    let (solved, seconds) = timed(|| {
        let mut solver = Cfr::new(tree, rule, seed);
        let mut course = vec![(0, tree.exploitability(&Profile::uniform(tree)))];
        for number in 1..=iterations {
            solver.iterate();
            watch.add(1);
            if watch.should_stop() {
                break;
            }
            if number == iterations || LOOKS.contains(&number) {
                course.push((number, tree.exploitability(&solver.average())));
            }
        }
        (solver.average(), course)
    });
    let (profile, course) = solved;
    Solved {
        profile,
        course,
        seconds,
    }
}

fn figures(
    made: &Match,
    tree: &Tree,
    method: &str,
    iterations: u64,
    solved: Solved,
    save: Option<&str>,
) -> PyResult<Value> {
    let profile = &solved.profile;
    if let Some(file) = save {
        let origin = Origin {
            method: method.to_owned(),
            iterations,
        };
        let strategy = Strategy::new(&made.program, tree, profile, origin);
        let strategy = strategy.ok_or_else(|| {
            wrong(
                "the strategy cannot be saved",
                "a player of it would have to remember what happens between questions",
            )
        })?;
        storage::write(Path::new(file), &strategy.to_bytes()).map_err(|error| {
            wrong(
                format!("`{file}` cannot be written: {error}"),
                "name another file",
            )
        })?;
    }
    let course: Vec<Value> = solved
        .course
        .iter()
        .map(|(iterations, found)| json!({ "iterations": iterations, "exploitability": found }))
        .collect();
    Ok(json!({
        "game": made.located.display,
        "method": method,
        "seats": tree.seats(),
        "nodes": tree.nodes(),
        "ends": tree.ends(),
        "information_sets": tree.information_sets(),
        "zero_sum": tree.is_zero_sum(),
        "iterations": iterations,
        "values": tree.values(profile),
        "best_responses": tree.best_responses(profile),
        "nash_conv": tree.nash_conv(profile),
        "exploitability": solved.course.last().map(|(_, found)| *found),
        "course": course,
        "seconds": solved.seconds,
    }))
}

/// Exploitability of a named player.
fn exploited(made: &Match, tree: &Tree, player: &str) -> PyResult<Value> {
    let hint = "name a network, as in `net:FILE,sims=0,draw=yes`, in a small game";
    let name: PlayerSpec = player
        .parse()
        .map_err(|bad: players::PlayerSpecError| wrong(bad.to_string(), hint))?;
    let names = std::slice::from_ref(&name);
    let equipment = thinking::equipment(&made.program, names)
        .map_err(|error| wrong(error.to_string(), hint))?;
    let mut player = name
        .player(&equipment)
        .map_err(|error| wrong(error.to_string(), hint))?;
    let profile = Profile::of_player(tree, &made.program, &mut *player)
        .map_err(|reason| wrong(format!("`{name}` cannot be examined: {reason}"), hint))?;
    Ok(json!({
        "game": made.located.display,
        "player": name.to_string(),
        "information_sets": tree.information_sets(),
        "values": tree.values(&profile),
        "best_responses": tree.best_responses(&profile),
        "nash_conv": tree.nash_conv(&profile),
        "exploitability": tree.exploitability(&profile),
    }))
}

fn exact<'py>(
    py: Python<'py>,
    made: &Match,
    payoff: Payoff,
    nodes: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let value = py.detach(|| -> PyResult<Value> {
        let program = made.open()?;
        let mut exact = Exact::new(program, payoff, nodes);
        let (values, seconds) = timed(|| exact.values(&State::start(program, 0)));
        let values = values
            .map_err(|problem| wrong(problem.to_string(), "allow more `nodes`, or use `cfr+`"))?;
        Ok(json!({
            "game": made.located.display,
            "method": "exact",
            "values": values,
            "positions": exact.positions(),
            "seconds": seconds,
        }))
    })?;
    plain::python(py, &value)
}

/// Counts exactly how often an opening hand is as wanted.
#[pyfunction]
#[pyo3(signature = (game, expression, hand = 5, most = 5_000_000))]
pub(crate) fn odds<'py>(
    py: Python<'py>,
    game: &Game,
    expression: &str,
    hand: u32,
    most: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let made = &game.made;
    let predicate =
        py.detach(|| Predicate::new(&made.located.sources, &made.located.entry, expression));
    let predicate = predicate.map_err(|diagnostics| problems(py, &diagnostics))?;
    let counted = py.detach(|| predicate.odds(&made.settings, hand, most));
    let odds = counted.map_err(|problem| {
        let hint = match &problem {
            OddsError::Counting(_) => "take a smaller `hand`, or allow more with `most`",
            OddsError::Zone(_) => "odds are for games in which a hand is drawn from a deck",
            OddsError::NoExpression => "write an expression, such as `count(hand) == 5`",
            OddsError::NoAnswer(_) => "ask only for what the hand decides",
            OddsError::Refused(_) => "load the game with `decks`",
        };
        wrong(problem.to_string(), hint)
    })?;
    let value = json!({
        "game": made.located.display,
        "expression": expression,
        "hand": hand,
        "deck": odds.deck,
        "different_hands": odds.different,
        "part": odds.share.part.to_string(),
        "whole": odds.share.whole.to_string(),
        "share": odds.share.value(),
    });
    plain::python(py, &value)
}
