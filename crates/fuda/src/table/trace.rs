//! A trace in words: the step, what it did, and why it failed.

use super::Words;
use cgml::vocabulary::Language;
use engine::program::{Place, Program};
use engine::trace::{Traced, What, Why};
use serde_json::{Value, json};

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
            What::Failed(why) => json!({ "failed": why_in(words.language, *why) }),
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
            Some(format!("{failed}: {}", why_in(words.language, *why)))
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

/// Why a step failed, in words.
fn why_in(language: Language, why: Why) -> &'static str {
    let (english, japanese) = match why {
        Why::Missing => (
            "a card, zone, player or value that it needs is not there",
            "必要なカード・領域・プレイヤー・値がない",
        ),
        Why::Amount => ("there is too little or too much", "数が足りないか多すぎる"),
        Why::NoCardOrRoom => (
            "there is no card to move, or no room for it",
            "動かすカードがないか、置く場所がない",
        ),
        Why::NoRoom => ("the zone is full", "領域に空きがない"),
        Why::NoChoice => ("there is nothing to choose", "選べるものがない"),
        Why::NoPhase => (
            "the turn has no such phase",
            "このターンにそのフェイズがない",
        ),
        Why::Condition => (
            "what it requires does not hold",
            "必要な条件を満たしていない",
        ),
        Why::Inside => ("a step inside of it failed", "中のステップが失敗した"),
        Why::Impossible => ("it cannot be done", "実行できない"),
    };
    match language {
        Language::English => english,
        Language::Japanese => japanese,
    }
}
