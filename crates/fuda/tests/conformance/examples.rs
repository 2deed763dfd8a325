//! The games among the worked examples of the reference can be played.

use std::fs;
use std::path::Path;

use fuda::cgml::check::check;
use fuda::cgml::diagnostic::Diagnostics;
use fuda::cgml::load::load;
use fuda::cgml::source::MemorySources;
use fuda::compile::{DeckChoice, Settings, compile};
use fuda::engine::position::{Decision, Position};
use fuda::engine::program::Program;
use fuda::engine::random::Random;

/// The number of games of each example that are played, and how many decisions at most.
const GAMES: u64 = 12;
const MOST_DECISIONS: usize = 400;

#[test]
fn the_worked_examples_are_games_that_can_be_played() {
    let mut problems = Vec::new();
    for name in ["duel-masters", "furuyoni", "solitcg", "yugioh"] {
        let played = program(name).and_then(|program| play(&program));
        problems.extend(played.err().map(|problem| format!("{name}: {problem}")));
    }
    assert_eq!(problems, Vec::<String>::new());
}

/// The program of an example, with everything tested that always holds.
fn program(name: &str) -> Result<Program, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/examples");
    let page =
        fs::read_to_string(folder.join(format!("{name}.md"))).map_err(|it| it.to_string())?;
    let (_, block) = page.split_once("```yaml game\n").ok_or("no game")?;
    let (game, _) = block.split_once("\n```").ok_or("no end")?;
    let sources = MemorySources::new().with("game.cgml", game.to_owned());
    let mut diagnostics = Diagnostics::new();
    let game = load(&sources, "game.cgml", &mut diagnostics)
        .and_then(|document| check(&document, &mut diagnostics))
        .map_err(|_| "it has problems")?;
    let deck = game.deck_lists.iter().next();
    let settings = Settings {
        decks: deck
            .map(|deck| DeckChoice::Named(deck.name.clone()))
            .into_iter()
            .collect(),
        invariants: true,
        ..Settings::default()
    };
    compile(&game, diagnostics.files(), &settings).map_err(|refusal| refusal.to_string())
}

fn play(program: &Program) -> Result<(), String> {
    for seed in 0..GAMES {
        let mut position = Position::start(program, seed);
        let mut random = Random::new(seed);
        for _ in 0..MOST_DECISIONS {
            let count = position.choices().len() as u32;
            if count == 0 {
                break;
            }
            let number = random.below(count) as usize;
            position.play_unchecked(program, number);
        }
        if let Decision::Fault(fault) = position.decision() {
            return Err(format!("seed {seed}: {}", fault.message(program)));
        }
    }
    Ok(())
}
