//! Checking a game costs in proportion to its size.
#![allow(unreachable_pub, reason = "the benchmarks are made of the same games")]

mod attacks;
mod games;

use cgml::check::check;
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

#[test]
fn small_attacks_show_what_they_repeat() {
    for attack in ATTACKS {
        let found = found(&(attack.game)(20));
        let shown = render::terminal(&found, render::Style::Plain);
        println!("== {}\n{shown}", attack.name);
    }
}
