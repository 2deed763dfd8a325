//! Whatever a game says, it can be played or is refused: nothing panics, and what cannot go on ends in a fault
//! that names its place.
//!
//! The bytes are changes to a shipped game: lines are left out, doubled, exchanged or taken from another game,
//! numbers become others, words become other words of the game.
#![no_main]

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use compile::{Settings, compile};
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::Random;
use fuda::cgml;
use fuda::compile;
use fuda::engine;
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

/// The shipped games, each with its lines.
fn games() -> &'static [(String, Vec<String>)] {
    static GAMES: OnceLock<Vec<(String, Vec<String>)>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let names = fuda::library::names().into_iter();
        let games = names.filter_map(|name| {
            let bytes = fuda::library::file(&format!("{name}/game.cgml"))?;
            let text = String::from_utf8(bytes.into_owned()).ok()?;
            Some((name, text.lines().map(str::to_owned).collect()))
        });
        games.collect()
    })
}

fuzz_target!(init: games(), |bytes: &[u8]| {
    let Some((first, changes)) = bytes.split_first() else {
        return;
    };
    let games = games();
    let (name, lines) = &games[usize::from(*first) % games.len()];
    let text = changed(lines.clone(), changes);
    let Some(program) = program(name, &text, changes.first().copied()) else {
        return;
    };
    if let Err(problems) = engine::verify::verify(&program) {
        panic!("{name}: {}\n{text}", problems.join("\n"));
    }
    for seed in 0..2 {
        play(&program, seed);
    }
});

/// Four bytes are a change: what, and three numbers.
fn changed(mut lines: Vec<String>, changes: &[u8]) -> String {
    for change in changes.chunks_exact(4).take(6) {
        let [what, a, b, c] = [0, 1, 2, 3].map(|at| usize::from(change[at]));
        let line = (a << 8 | b) % lines.len();
        match what % 6 {
            0 => {
                if lines.len() > 1 {
                    lines.remove(line);
                }
            }
            1 => lines.insert(line, lines[line].clone()),
            2 => {
                let other = (line + 1 + c) % lines.len();
                lines.swap(line, other);
            }
            3 => {
                let (_, other) = &games()[c % games().len()];
                lines[line] = other[(a << 8 | b) % other.len()].clone();
            }
            4 => lines[line] = with_number(&lines[line], c),
            _ => {
                let other = lines[(line + c) % lines.len()].clone();
                lines[line] = with_word(&lines[line], &other, b);
            }
        }
    }
    lines.join("\n")
}

/// The first number of a line becomes another.
fn with_number(line: &str, number: usize) -> String {
    const NUMBERS: [&str; 8] = [
        "0",
        "-1",
        "1",
        "2",
        "7",
        "64",
        "1000000",
        "9223372036854775807",
    ];
    let Some(start) = line.find(|letter: char| letter.is_ascii_digit()) else {
        return line.to_owned();
    };
    let digits = line[start..].bytes().take_while(u8::is_ascii_digit).count();
    let number = NUMBERS[number % NUMBERS.len()];
    format!("{}{number}{}", &line[..start], &line[start + digits..])
}

/// A word of a line becomes a word of another.
fn with_word(line: &str, other: &str, which: usize) -> String {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let words: Vec<&str> = line
        .split(|letter| !is_letter(letter))
        .filter(|word| !word.is_empty())
        .collect();
    let others: Vec<&str> = other
        .split(|letter| !is_letter(letter))
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() || others.is_empty() {
        return line.to_owned();
    }
    line.replacen(words[which % words.len()], others[which % others.len()], 1)
}

fn program(name: &str, text: &str, players: Option<u8>) -> Option<Program> {
    let located = fuda::locate(name).ok()?;
    let sources = Changed {
        game: located.sources,
        entry: located.entry.clone(),
        text,
    };
    let mut diagnostics = Diagnostics::new();
    let document = load(&sources, &located.entry, &mut diagnostics).ok()?;
    let game = check(&document, &mut diagnostics).ok()?;
    let (min, max) = (game.meta.min_players, game.meta.max_players);
    let settings = Settings {
        players: Some(min + players.unwrap_or(0) % (max - min + 1)),
        open_chance: players.is_some_and(|players| players & 0x80 != 0),
        ..Settings::default()
    };
    compile(&game, diagnostics.files(), &settings).ok()
}

/// A shipped game whose first file says something else.
struct Changed<'a> {
    game: fuda::sources::GameSources,
    entry: String,
    text: &'a str,
}

impl cgml::source::Sources for Changed<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, cgml::source::ReadError> {
        if path == self.entry {
            return Ok(self.text.as_bytes().to_vec());
        }
        self.game.read(path)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, cgml::source::ReadError> {
        self.game.list(folder)
    }
}

/// Plays some decisions by chance, and does with the position whatever can be done with one.
fn play(program: &Program, seed: u64) {
    let mut random = Random::new(seed);
    let mut position = Position::start(program, seed);
    for number in 0..60 {
        let (count, is_chance, seat) = match position.decision() {
            Decision::Choose { choices, seat, .. } => (choices.len(), false, seat),
            Decision::Chance { outcomes } => (outcomes.len(), true, engine::ids::Seat(0)),
            Decision::Over => break,
            Decision::Fault(fault) => {
                let message = fault.message(program);
                assert!(fault.kind != engine::fault::FaultKind::Broken, "{message}");
                break;
            }
        };
        position
            .check_cards(program)
            .unwrap_or_else(|problem| panic!("{problem}"));
        if number % 16 == 3 {
            let view = position.view(program, seat);
            let dealt = position.redeal(program, seat, &mut random);
            assert_eq!(dealt.view(program, seat), view);
            let loaded = Position::load(program, &position.save(program));
            assert!(loaded.is_ok_and(|loaded| loaded.is_same(program, &position)));
        }
        let chosen = random.below(count as u32) as usize;
        if is_chance {
            position.play_chance(program, chosen);
        } else {
            position.play_unchecked(program, chosen);
        }
    }
}
