//! A trace in words: the step, what it did, and why it failed.

use super::narrator;
use cgml::vocabulary::Language;
use engine::event::{Event, Scene, Watch};
use engine::ids::{Pc, Seat};
use engine::program::{Place, Program};
use engine::record::{Record, RecordProblem};
use engine::trace::{Trace, Traced, What};
use narrate::{Detail, Narrator, Teller, Values};
use serde_json::{Value, json};

/// The trace of a record, by a program that was compiled for tracing.
pub(crate) fn trace(
    program: &Program,
    record: &Record,
    reader: Option<Seat>,
    language: &str,
) -> Result<Vec<Traced>, RecordProblem> {
    let mut trace = Trace::new(program, reader, language);
    of_program(program, record).replay(program, &mut trace)?;
    Ok(trace.take())
}

/// A record as one of a program in which games go the same way.
fn of_program(program: &Program, record: &Record) -> Record {
    Record {
        fingerprint: program.fingerprint,
        ..record.clone()
    }
}

/// For people: each step that did something or failed, and under it what it did.
pub(crate) fn lines(narrator: Narrator<'_>, traced: &[Traced]) -> Vec<String> {
    let narrator = Narrator {
        detail: Detail::Everything,
        ..narrator
    };
    let mut values = Values::new();
    let mut teller = Teller::new(narrator, &mut values);
    for Traced { place, what } in traced {
        match what {
            What::Happened(event) => teller.event(event, *place),
            // The heading names the step.
            What::Failed(why) => teller.failure(None, *why, *place),
        }
    }
    let mut lines = Vec::new();
    let mut last = None;
    for (line, place) in teller.finish() {
        if last != Some(place) {
            lines.push(heading(narrator, place_of(narrator.program, place)));
            last = Some(place);
        }
        lines.push(format!("    {}", line.text()));
    }
    lines
}

/// For programs.
pub(crate) fn json(narrator: Narrator<'_>, traced: &[Traced]) -> Vec<Value> {
    let one = |Traced { place, what }: &Traced| {
        let mut value = match what {
            What::Happened(event) => json!({ "event": event }),
            What::Failed(why) => json!({ "failed": why.in_words(narrator.language.code()) }),
        };
        if let Some(place) = place_of(narrator.program, *place) {
            value["part"] = json!(place.part);
            value["step"] = json!(place.step + 1);
            value["file"] = json!(place.file);
            value["line"] = json!(place.line);
        }
        value
    };
    traced.iter().map(one).collect()
}

/// The last step that fails in a record, and why; for one who sees everything.
///
/// A game that is stopped may be as long as games may be, so nothing else is kept.
pub(crate) fn last_failure(program: &Program, record: &Record) -> Option<String> {
    let mut failures = Failures {
        trace: Trace::new(program, None, "en"),
        last: None,
    };
    of_program(program, record)
        .replay(program, &mut failures)
        .ok()?;
    let Traced { place, what } = failures.last?;
    let What::Failed(why) = what else {
        return None;
    };
    let narrator = narrator(program, Language::English, None);
    let heading = heading(narrator, place_of(program, place));
    Some(format!("{heading} {}", narrator.failure(why)))
}

/// Listens for steps that fail, and keeps the last.
struct Failures {
    trace: Trace,
    last: Option<Traced>,
}

impl Watch for Failures {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        if event == Event::StepFailed {
            self.trace.event(scene, event);
            self.last = self.trace.take().pop();
        }
    }

    fn step(&mut self, pc: Pc, is_trial: bool) {
        self.trace.step(pc, is_trial);
    }
}

fn place_of(program: &Program, place: Option<u32>) -> Option<&Place> {
    program.places.get(place? as usize)
}

fn heading(narrator: Narrator<'_>, place: Option<&Place>) -> String {
    let step = narrator.step(place);
    match place {
        Some(Place { file, line, .. }) if *line > 0 => format!("{step} ({file}:{line})"),
        Some(_) | None => step,
    }
}
