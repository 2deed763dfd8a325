//! Checking a game costs in proportion to its size.

mod attacks;
mod games;

use cgml::check::check;
use cgml::codes::Code;
use cgml::codes::files::TOO_MUCH_TO_CHECK;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::render;
use cgml::source::MemorySources;

use attacks::ATTACKS;
use games::{GROWTHS, PROBLEMS};

fn found(game: &MemorySources) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    if let Ok(document) = load(game, "game.cgml", &mut diagnostics) {
        let _game = check(&document, &mut diagnostics);
    }
    diagnostics
}

#[test]
fn what_grows_is_a_game() {
    for growth in GROWTHS {
        let found = found(&(growth.game)(20));
        let shown = render::terminal(&found, render::Style::Plain);
        assert!(!found.has_errors(), "{}:\n{shown}", growth.name);
    }
}

#[test]
fn problems_grow_with_what_has_them() {
    for growth in PROBLEMS {
        let found = found(&(growth.game)(20));
        assert!(
            (20..200).contains(&found.len()),
            "{}: {}",
            growth.name,
            found.len()
        );
    }
}

fn codes(found: &Diagnostics) -> Vec<Code> {
    found.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn what_repeats_little_is_checked_whole() {
    for attack in ATTACKS {
        let codes = codes(&found(&(attack.game)(20)));
        assert!(!codes.contains(&TOO_MUCH_TO_CHECK), "{}", attack.name);
    }
}

#[test]
fn what_repeats_too_much_is_left() {
    let attack = ATTACKS.iter().find(|it| it.name == "suits times values");
    let attack = attack.expect("it is tried");
    assert_eq!(codes(&found(&(attack.game)(6000))), [TOO_MUCH_TO_CHECK]);
}
