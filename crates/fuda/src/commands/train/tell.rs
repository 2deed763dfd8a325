//! Progress of a run on the terminal.

use crate::output;
use fuda::training::Training;
use learn::folder::Budget;
use learn::run::Metrics;
use learn::settings::Teacher;
use learn::trial::Choice;

/// The head of the table.
pub(super) fn begin(training: &Training) -> anyhow::Result<()> {
    let header = training.header();
    let end = match header.budget {
        Budget::Games(games) => format!("{games} games"),
        Budget::Minutes(minutes) => format!("{minutes} minutes"),
    };
    let teacher = name(header.settings.teacher);
    output::print(&format!(
        "{}: teacher {teacher}, {end}, {} line-ups of decks\n",
        header.game,
        header.fingerprints.len()
    ))?;
    let differences = header.settings.differences();
    if !differences.is_empty() {
        let text = serde_json::to_string(&differences)?;
        output::print(&format!("settings: {text}\n"))?;
    }
    Ok(())
}

/// A line for an iteration.
pub(super) fn iteration(training: &Training) -> anyhow::Result<()> {
    let Some(line) = training.metrics().last() else {
        return Ok(());
    };
    Ok(output::print(&text(training, line))?)
}

fn text(training: &Training, line: &Metrics) -> String {
    let seconds = &line.seconds;
    let before = training.metrics().iter().rev().nth(1);
    let games = line.games - before.map_or(0, |it| it.games);
    let playing = seconds.playing.max(1e-9);
    let mut text = format!(
        "{:>4} {:>8} games {:>6.0}/s  policy {:.3} value {:.3} entropy {:.2}  {:.0}+{:.0} s",
        line.iteration,
        line.games,
        games as f64 / playing,
        line.policy_loss,
        line.value_loss,
        line.entropy,
        seconds.playing,
        seconds.training,
    );
    if let Some(gate) = &line.gate {
        let verdict = if gate.is_passed { "taken" } else { "kept" };
        let (score, games) = (gate.score.mean * 100.0, gate.score.games);
        text.push_str(&format!("  gate {score:.0} % of {games}: {verdict}"));
    }
    if let Some(rating) = &line.rating {
        let verdict = if rating.is_rolled_back {
            ", rolled back"
        } else {
            ""
        };
        text.push_str(&format!("  rating {:+.0}{verdict}", rating.points));
    }
    for measured in &line.measured {
        let (score, error) = (measured.score.mean * 100.0, measured.score.error * 196.0);
        text.push_str(&format!("  {} {score:.1} ± {error:.1} %", measured.player));
    }
    let progress = f64::from(training.progress());
    if progress > 0.0 && progress < 1.0 {
        let left = training.seconds() * (1.0 - progress) / progress;
        text.push_str(&format!("  {} left", duration(left)));
    }
    text.push('\n');
    text
}

fn duration(seconds: f64) -> String {
    match seconds {
        ..90.0 => format!("{seconds:.0} s"),
        ..5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

/// The last line.
pub(super) fn end(training: &Training, is_stopped: bool) -> anyhow::Result<()> {
    let path = training.path().display().to_string();
    if is_stopped && !training.is_over() {
        let text = format!("stopped; go on with `fuda train --resume {path}`\n");
        return Ok(output::print(&text)?);
    }
    Ok(output::print(&format!(
        "the best network is {path}/best.safetensors; play against it with `fuda play {} --players person,net:{path}/best.safetensors`\n",
        training.header().game
    ))?)
}

/// The choice of a teacher.
pub(super) fn chosen(choice: &Choice) -> anyhow::Result<()> {
    let teacher = name(choice.teacher);
    let hidden = choice.hidden * 100.0;
    let reason = match &choice.score {
        None => String::new(),
        Some(score) => {
            let points = score.mean * 100.0;
            format!("; after a short trial `gumbel` has {points:.0} % against `gradient`")
        }
    };
    let text = format!("{hidden:.0} % of the cards are hidden{reason}: teacher `{teacher}`\n");
    Ok(output::print(&text)?)
}

fn name(teacher: Teacher) -> &'static str {
    match teacher {
        Teacher::Gradient => "gradient",
        Teacher::Auto | Teacher::Gumbel => "gumbel",
    }
}
