//! The table that examples are compiled at.

use std::fmt::Write;

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::model::Game;
use cgml::source::MemorySources;
use compile::{Refusal, Rehearsal, Settings, compile, compile_for_rehearsal};
use engine::listing::listing as whole_listing;
use engine::program::Program;

const TABLE_1_3: &str = include_str!("../../../../spec/fixtures/table-1.3.cgml");
const TABLE_1_4: &str = include_str!("../../../../spec/fixtures/table-1.4.cgml");

const GAME: &str = "\
cgml_version: \"1.4\"
inherit: table-1.4.cgml
meta: { name: Listing }
";

/// A deck for the players of the table, unless sections bring one.
const DECK: &str = "\
deck_lists:
  - id: all
    sections: { main: { ember_wolf: 1, river_guard: 1, fireball: 1, denial: 1, war_banner: 1 } }
";

/// A rule with a condition and an effect, as a section.
pub(super) fn rule(condition: &str, effect: &str) -> String {
    let indented = |text: &str| text.replace('\n', "\n      ");
    let (condition, effect) = (indented(condition), indented(effect));
    format!(
        "rules:\n  - id: example\n    trigger: on.phase.Main\n    condition:\n      {condition}\n    effect:\n      {effect}\n"
    )
}

/// The ops of some parts (rules, moves, definitions) of the table with sections added to it; the reason where the
/// compiler refuses the game.
pub(super) fn listing(sections: &str, parts: &[&str]) -> String {
    let deck = if sections.contains("deck_lists:") {
        ""
    } else {
        DECK
    };
    let program = match compiled(&format!("{GAME}{deck}{sections}")) {
        Ok(program) => program,
        Err(refusal) => return format!("refused: {refusal}\n"),
    };
    let whole = whole_listing(&program);
    let mut text = String::new();
    let mut is_shown = false;
    for line in whole.lines() {
        if let Some((_, part)) = line.split_once('`').filter(|_| is_head(line)) {
            is_shown = parts
                .iter()
                .any(|shown| part.starts_with(&format!("{shown}`")));
        }
        if is_shown {
            writeln!(text, "{line}").expect("a text takes anything");
        }
    }
    if text.is_empty() {
        return "no ops\n".to_owned();
    }
    without_places(&text)
}

/// True of a line that names the place that the ops after it come from.
fn is_head(line: &str) -> bool {
    !line.starts_with([' ', '>'])
}

/// A listing without what changes with the rest of the fixture: files and lines in its heads, and ops that are not
/// counted from the first one shown.
fn without_places(listing: &str) -> String {
    let mut ops = listing.lines().filter(|line| !is_head(line));
    let first = ops
        .next()
        .and_then(|line| number(&line[1..]).map(|(at, _)| at));
    let first = first.unwrap_or(0);
    let lines = listing.lines().map(|line| match line.split_once(" `") {
        Some((_, part)) if is_head(line) => format!("`{part}\n"),
        _ => format!("{}\n", from(line, first)),
    });
    lines.collect()
}

/// The line of an op with its number, and those it jumps to, counted from `first`.
fn from(line: &str, first: i64) -> String {
    let (mark, rest) = line.split_at(1);
    let Some((at, rest)) = number(rest) else {
        return line.to_owned();
    };
    let mut text = format!("{mark}{:5}", at - first);
    let mut parts = rest.split('@');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        match number(part) {
            Some((target, rest)) => {
                write!(text, "@{}{rest}", target - first).expect("a text takes anything");
            }
            None => write!(text, "@{part}").expect("a text takes anything"),
        }
    }
    text
}

/// The number at the beginning of a text, and the rest.
fn number(text: &str) -> Option<(i64, &str)> {
    let text = text.trim_start();
    let end = text.find(|letter: char| !letter.is_ascii_digit());
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    Some((digits.parse().ok()?, rest))
}

/// The listing of a whole game as it is written, and as passes leave it.
pub(super) fn before_and_after(game: &str) -> [String; 2] {
    let rehearsal = Rehearsal::default();
    let before = with_game(game, |game, diagnostics| {
        compile_for_rehearsal(game, diagnostics.files(), &Settings::default(), &rehearsal)
    });
    [before, compiled(game)].map(|program| {
        let program = program.unwrap_or_else(|refusal| panic!("{refusal}\n{game}"));
        without_places(&whole_listing(&program))
    })
}

fn compiled(text: &str) -> Result<Program, Refusal> {
    with_game(text, |game, diagnostics| {
        compile(game, diagnostics.files(), &Settings::default())
    })
}

fn with_game(
    text: &str,
    program: impl FnOnce(&Game, &Diagnostics) -> Result<Program, Refusal>,
) -> Result<Program, Refusal> {
    let sources = MemorySources::new()
        .with("table-1.3.cgml", TABLE_1_3)
        .with("table-1.4.cgml", TABLE_1_4)
        .with("game.cgml", text);
    let mut diagnostics = Diagnostics::new();
    let game = load(&sources, "game.cgml", &mut diagnostics)
        .and_then(|document| check(&document, &mut diagnostics));
    let game = game.unwrap_or_else(|_| {
        let messages: Vec<_> = diagnostics.iter().map(|one| &one.message).collect();
        panic!("{messages:?}\n{text}")
    });
    program(&game, &diagnostics)
}
