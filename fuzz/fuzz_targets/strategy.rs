//! Any bytes can be read as a strategy: they are refused with the reason, or are a strategy that comes back from its
//! file, and by which can be played, whatever it says.
#![no_main]

use fuda::engine::position::{Decision, Position};
use fuda::engine::program::Program;
use fuda::players::strategy::{Solved, Strategy};
use fuda::players::{Player, Question, Secrets};
use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, OnceLock};

fuzz_target!(init: program(), |bytes: &[u8]| {
    if let Ok(strategy) = Strategy::from_bytes(bytes) {
        play(strategy);
    }
    let Ok(strategy) = postcard::from_bytes::<Strategy>(bytes) else {
        return;
    };
    if let Ok(back) = Strategy::from_bytes(&strategy.to_bytes()) {
        assert_eq!(back.fingerprint(), strategy.fingerprint());
        play(back);
    }
});

/// Plays a game by a strategy, as if it were of this game.
fn play(mut strategy: Strategy) {
    let program = program();
    strategy.game.clone_from(&program.name);
    (strategy.fingerprint, strategy.seats) = (program.fingerprint, program.seats);
    assert_eq!(strategy.fits(program), Ok(()));
    let mut player = Solved::new(Arc::new(strategy));
    player.begin(1);
    let mut position = Position::start(program, 1);
    let secrets = Secrets::new();
    while let Decision::Choose { seat, choices, .. } = position.decision() {
        let count = choices.len();
        let question = Question::new(program, &position, seat, &secrets);
        let chosen = player.think(&question, &mut |_| std::ops::ControlFlow::Continue(()));
        assert!(chosen.choice < count);
        position.play_unchecked(program, chosen.choice);
    }
}

fn program() -> &'static Program {
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let located = fuda::locate("kuhn-poker").expect("a shipped game");
        let built = fuda::build(&located, &fuda::compile::Settings::default());
        built.unwrap_or_else(|_| panic!("a shipped game has no problems"))
    })
}
