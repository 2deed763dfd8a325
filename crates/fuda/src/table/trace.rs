//! A trace in words: the step, what it did, and why it failed.

use super::Words;
use cgml::vocabulary::Language;
use engine::event::{Event, Scene, Watch};
use engine::ids::{Pc, Seat};
use engine::program::{Place, Program};
use engine::record::{Record, RecordProblem};
use engine::trace::{Trace, Traced, What};
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

/// For people: a line for each step that did something or failed, and under it what it did.
pub(crate) fn lines(words: Words<'_>, traced: &[Traced]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut last = None;
    for Traced { place, what } in traced {
        let Some(line) = told(words, what) else {
            continue;
        };
        if last != Some(*place) {
            lines.push(heading(words, place_of(words.program, *place)));
            last = Some(*place);
        }
        lines.push(format!("    {line}"));
    }
    lines
}

/// For programs.
pub(crate) fn json(words: Words<'_>, traced: &[Traced]) -> Vec<Value> {
    let one = |Traced { place, what }: &Traced| {
        let mut value = match what {
            What::Happened(event) => json!({ "event": event }),
            What::Failed(why) => json!({ "failed": why.in_words(words.language.code()) }),
        };
        if let Some(place) = place_of(words.program, *place) {
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
    let words = Words {
        program,
        language: Language::English,
        seat: None,
    };
    let told = told(words, &what)?;
    Some(format!(
        "{} {told}",
        heading(words, place_of(program, place))
    ))
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

fn told(words: Words<'_>, what: &What) -> Option<String> {
    match what {
        What::Happened(event) => words.event(event),
        What::Failed(why) => {
            let failed = match words.language {
                Language::English => "failed",
                Language::Japanese => "失敗",
            };
            Some(format!("{failed}: {}", why.in_words(words.language.code())))
        }
    }
}

fn heading(words: Words<'_>, place: Option<&Place>) -> String {
    let Some(place) = place else {
        return match words.language {
            Language::English => "the game".to_owned(),
            Language::Japanese => "ゲーム".to_owned(),
        };
    };
    let Place {
        part,
        step,
        file,
        line,
        ..
    } = place;
    let at = match line {
        0 => String::new(),
        line => format!(" ({file}:{line})"),
    };
    match words.language {
        Language::English => format!("`{part}`, step {}{at}", step + 1),
        Language::Japanese => format!("`{part}`、ステップ{}{at}", step + 1),
    }
}
