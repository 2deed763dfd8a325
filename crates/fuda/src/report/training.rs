//! The report of a training run.

use super::charts::{Curve, curves};
use askama::Template;
use learn::folder::{Budget, Header};
use learn::run::Metrics;

/// A page about a training run, from its header and the figures of its iterations.
pub fn training(header: &Header, metrics: &[Metrics]) -> Result<String, askama::Error> {
    Page::new(header, metrics).render()
}

/// Intervals are drawn for 95 of 100.
const WIDTH: f64 = 1.96;

#[derive(Template)]
#[template(path = "training.html")]
struct Page {
    game: String,
    teacher: String,
    budget: String,
    figures: Vec<(&'static str, String)>,
    settings: Vec<(String, String)>,
    charts: Vec<String>,
    measured: Vec<Measurement>,
    gates: Vec<GateLine>,
}

/// The last measurement against a player.
struct Measurement {
    player: String,
    score: String,
    interval: String,
    games: u32,
}

/// A contest of a new network against the best one.
struct GateLine {
    games: u64,
    score: String,
    played: u32,
    is_passed: bool,
}

impl Page {
    fn new(header: &Header, metrics: &[Metrics]) -> Self {
        let budget = match header.budget {
            Budget::Games(games) => format!("{games} games"),
            Budget::Minutes(minutes) => format!("{minutes} minutes of work"),
        };
        let teacher = serde_json::to_value(header.settings.teacher).unwrap_or_default();
        let settings = header.settings.differences().into_iter();
        Self {
            game: header.game.clone(),
            teacher: teacher.as_str().unwrap_or_default().to_owned(),
            budget,
            figures: figures(metrics),
            settings: settings
                .map(|(name, value)| (name, value.to_string()))
                .collect(),
            charts: charts(metrics),
            measured: measured(metrics),
            gates: gates(metrics),
        }
    }
}

fn figures(metrics: &[Metrics]) -> Vec<(&'static str, String)> {
    let Some(last) = metrics.last() else {
        return Vec::new();
    };
    let seconds: f64 = metrics.iter().map(|line| line.seconds.all()).sum();
    let part = |of: fn(&Metrics) -> f64| {
        let sum: f64 = metrics.iter().map(of).sum();
        format!("{:.0} %", 100.0 * sum / seconds.max(1e-9))
    };
    let mut figures = vec![
        ("Games", last.games.to_string()),
        ("Decisions", last.decisions.to_string()),
        ("Evaluations of networks", last.evaluations.to_string()),
        ("Minutes of work", format!("{:.1}", seconds / 60.0)),
        (
            "Games a second",
            format!("{:.1}", last.games as f64 / seconds.max(1e-9)),
        ),
        ("Time in games", part(|line| line.seconds.playing)),
        ("Time in training", part(|line| line.seconds.training)),
        ("Time in gates", part(|line| line.seconds.gate)),
        ("Time in measurements", part(|line| line.seconds.measuring)),
    ];
    let sum = |of: fn(&Metrics) -> u64| metrics.iter().map(of).sum::<u64>();
    let (resigned, checked) = (sum(|line| line.resigned), sum(|line| line.resign_checked));
    if resigned > 0 {
        let wrong = sum(|line| line.resign_wrong);
        figures.push(("Resigned games", resigned.to_string()));
        figures.push((
            "Resigned, played on, and not lost",
            format!("{wrong} of {checked}"),
        ));
    }
    let given_up = sum(|line| u64::from(line.rating.is_some_and(|it| it.is_rolled_back)));
    if given_up > 0 {
        figures.push(("Checkpoints given up", given_up.to_string()));
    }
    let unfinished = sum(|line| line.unfinished);
    if unfinished > 0 {
        figures.push(("Games broken off", unfinished.to_string()));
    }
    figures
}

/// Minutes of work at the end of each iteration.
fn minutes(metrics: &[Metrics]) -> Vec<f64> {
    let mut sum = 0.0;
    let minutes = metrics.iter().map(|line| {
        sum += line.seconds.all() / 60.0;
        sum
    });
    minutes.collect()
}

fn charts(metrics: &[Metrics]) -> Vec<String> {
    let minutes = minutes(metrics);
    let curve = |name: &str, of: fn(&Metrics) -> f64| Curve {
        name: name.to_owned(),
        points: metrics
            .iter()
            .zip(&minutes)
            .map(|(line, minute)| (*minute, of(line)))
            .filter(|(_, value)| value.is_finite())
            .collect(),
        errors: Vec::new(),
    };
    let pictures = [
        curves(
            "Policy alone, without search",
            "minutes",
            "share won",
            &measured_curves(metrics, &minutes),
        ),
        curves(
            "Rating of checkpoints",
            "minutes",
            "points of Elo",
            &[rating_curve(metrics, &minutes)],
        ),
        curves(
            "Loss",
            "minutes",
            "loss",
            &[
                curve("value", |line| f64::from(line.value_loss)),
                curve("policy", |line| f64::from(line.policy_loss)),
            ],
        ),
        curves(
            "Entropy of the policy",
            "minutes",
            "nats",
            &[curve("entropy", |line| f64::from(line.entropy))],
        ),
        curves(
            "Length of games",
            "minutes",
            "decisions",
            &[curve("length", |line| line.length)],
        ),
    ];
    pictures.into_iter().flatten().collect()
}

/// Checkpoints that were not given up.
fn rating_curve(metrics: &[Metrics], minutes: &[f64]) -> Curve {
    let rated = metrics.iter().zip(minutes).filter_map(|(line, minute)| {
        let rating = line.rating.filter(|rating| !rating.is_rolled_back)?;
        Some((*minute, rating.points))
    });
    Curve {
        name: "rating".to_owned(),
        points: rated.collect(),
        errors: Vec::new(),
    }
}

/// A curve for each player that was measured against.
fn measured_curves(metrics: &[Metrics], minutes: &[f64]) -> Vec<Curve> {
    let mut found: Vec<Curve> = Vec::new();
    for (line, minute) in metrics.iter().zip(minutes) {
        for measured in &line.measured {
            let at = found.iter().position(|curve| curve.name == measured.player);
            let at = at.unwrap_or_else(|| {
                found.push(Curve {
                    name: measured.player.clone(),
                    ..Curve::default()
                });
                found.len() - 1
            });
            found[at].points.push((*minute, measured.score.mean));
            found[at].errors.push(WIDTH * measured.score.error);
        }
    }
    found
}

fn measured(metrics: &[Metrics]) -> Vec<Measurement> {
    let last = metrics.iter().rev().find(|line| !line.measured.is_empty());
    let measured = last
        .map(|line| line.measured.as_slice())
        .unwrap_or_default();
    let lines = measured.iter().map(|it| Measurement {
        player: it.player.clone(),
        score: format!("{:.3}", it.score.mean),
        interval: format!("± {:.3}", WIDTH * it.score.error),
        games: it.score.games,
    });
    lines.collect()
}

fn gates(metrics: &[Metrics]) -> Vec<GateLine> {
    let lines = metrics.iter().filter_map(|line| {
        let gate = line.gate?;
        Some(GateLine {
            games: line.games,
            score: format!("{:.3} ± {:.3}", gate.score.mean, WIDTH * gate.score.error),
            played: gate.score.games,
            is_passed: gate.is_passed,
        })
    });
    lines.collect()
}
