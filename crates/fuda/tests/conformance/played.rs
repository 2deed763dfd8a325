//! Plays a case and compares.

use std::collections::BTreeMap;

use engine::ids::{Cell, Seat};
use engine::position::{Decision, Position};
use engine::program::Program;
use fuda::cgml::check::check;
use fuda::cgml::diagnostic::Diagnostics;
use fuda::cgml::load::load;
use fuda::cgml::model::Game;
use fuda::cgml::source::MemorySources;
use fuda::compile::{Refusal, Settings, compile};
use fuda::engine;

use crate::case::{Case, table};

/// Plays a case. What came out is put into its sections; the answer is what must not be so.
pub(crate) fn play(case: &mut Case) -> Option<String> {
    let problem = outcome(case).err()?;
    Some(format!("{} ({}):\n{problem}", case.name, case.file))
}

/// The checked game of a case.
pub(crate) fn game(case: &Case) -> Result<(Game, Diagnostics), String> {
    let sources = MemorySources::new()
        .with("table.cgml", table())
        .with("game.cgml", case.document());
    let mut diagnostics = Diagnostics::new();
    let game = load(&sources, "game.cgml", &mut diagnostics)
        .and_then(|document| check(&document, &mut diagnostics));
    match game {
        Ok(game) => Ok((game, diagnostics)),
        Err(_) => {
            let messages = diagnostics.sorted();
            let messages = messages.iter().map(|problem| {
                let place = problem
                    .span
                    .map(|span| diagnostics.files().place(span).line);
                format!("{}: {}", place.unwrap_or_default(), problem.message)
            });
            let messages: Vec<String> = messages.collect();
            Err(format!("{}\n{}", messages.join("\n"), case.document()))
        }
    }
}

/// Every step under `refuses` is refused.
fn are_refused(case: &Case) -> Result<(), String> {
    let mut played = Vec::new();
    for case in case.refusing() {
        let (game, diagnostics) = game(&case)?;
        let settings = Settings {
            players: Some(case.players()),
            ..Settings::default()
        };
        match compile(&game, diagnostics.files(), &settings) {
            Err(Refusal::NotYet { .. }) => {}
            Err(refusal) => return Err(format!("{}: {refusal}", case.name)),
            Ok(_) => played.push(case.name),
        }
    }
    if played.is_empty() {
        return Ok(());
    }
    Err(format!("not refused: {}", played.join("\n")))
}

fn outcome(case: &mut Case) -> Result<(), String> {
    if case.section("refuses").is_some() {
        return are_refused(case);
    }
    let (game, diagnostics) = game(case)?;
    let settings = Settings {
        players: Some(case.players()),
        ..Settings::default()
    };
    let program = match compile(&game, diagnostics.files(), &settings) {
        Ok(program) => program,
        Err(refusal) => return is(case, "refused", &format!("{refusal}\n")),
    };
    if case.section("refused").is_some() {
        return Err("it is not refused".to_owned());
    }
    if let Err(problems) = engine::verify::verify(&program) {
        return Err(problems.join("\n"));
    }
    let seed = case.seed().or(program.seed).unwrap_or(1);
    let mut position = Position::start(&program, seed);
    for line in case.section("play").unwrap_or_default().lines() {
        choose(&program, &mut position, line)?;
    }
    let mut problems = Vec::new();
    let titles: Vec<String> = case
        .sections
        .iter()
        .map(|part| part.title.clone())
        .collect();
    let mut compared = 0;
    for title in titles {
        let view = match title.strip_prefix("view ") {
            Some(seat) => {
                let seat = seat.parse().map_err(|_| format!("`{title}` is no seat"))?;
                position.view(&program, Seat(seat))
            }
            None if title == "then" => position.open_view(&program, ""),
            None => continue,
        };
        compared += 1;
        problems.extend(is(case, &title, &shown(&view.to_string())).err());
    }
    compared += usize::from(!case.questions().is_empty());
    problems.extend(answers(case, &program, &position));
    if compared == 0 {
        return Err("it says nothing of what comes out".to_owned());
    }
    if problems.is_empty() {
        return Ok(());
    }
    Err(problems.join("\n"))
}

/// Answers to the questions of a case.
fn answers(case: &mut Case, program: &Program, position: &Position) -> Vec<String> {
    let mut sections: BTreeMap<&str, String> = BTreeMap::new();
    for (number, question) in case.questions().iter().enumerate() {
        let name = format!("answer_{number}");
        let mut variables = program.variables.iter();
        let variable = variables.find(|variable| variable.name.id == name);
        let first = variable.expect("every question has a variable").first;
        let answer = question.answered(position.cell(Cell(first)));
        sections
            .entry(question.section())
            .or_default()
            .push_str(&answer);
    }
    let sections = sections.into_iter();
    sections
        .filter_map(|(title, text)| is(case, title, &text).err())
        .collect()
}

/// Compares a section with the result.
fn is(case: &mut Case, title: &str, came_out: &str) -> Result<(), String> {
    let found = case.sections.iter_mut().find(|part| part.title == title);
    let Some(section) = found else {
        return Err(format!("{title}: {came_out}"));
    };
    let wanted = std::mem::replace(&mut section.text, came_out.to_owned());
    if wanted == came_out {
        return Ok(());
    }
    Err(format!(
        "{title}, wanted:\n{wanted}{title}, came out:\n{came_out}"
    ))
}

/// A view without what is empty, nothing or zero.
fn shown(view: &str) -> String {
    let lines = view.lines().filter(|line| {
        let is_empty = [": –", " = 0", " = nothing", " = no"];
        !is_empty.iter().any(|end| line.ends_with(end))
    });
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Makes the choice that a line describes.
fn choose(program: &Program, position: &mut Position, line: &str) -> Result<(), String> {
    let (seat, words) = line
        .split_once(": ")
        .ok_or_else(|| format!("`{line}` is no choice"))?;
    let Decision::Choose { seat: asked, .. } = position.decision() else {
        return Err(format!("`{line}`: nobody is asked"));
    };
    if asked.0.to_string() != seat {
        return Err(format!("`{line}`: seat {} is asked", asked.0));
    }
    let seen: Vec<String> = position
        .choices_seen(program, "")
        .iter()
        .map(ToString::to_string)
        .collect();
    let number = seen.iter().position(|choice| choice == words);
    let number = number.ok_or_else(|| format!("`{line}`: there are only {}", seen.join(" / ")))?;
    position.play_unchecked(program, number);
    Ok(())
}
