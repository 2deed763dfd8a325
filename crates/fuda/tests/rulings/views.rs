//! Rulings about what players see.

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use compile::{Settings, compile};
use engine::event::Unwatched;
use engine::ids::Seat;
use engine::position::Position;
use engine::program::Program;
use engine::view::{DecisionSeen, PileSeen, View};

use crate::composing::{Ruling, rulings};

/// The game of a ruling for two.
fn program(number: usize) -> Program {
    let ruling: Option<Ruling> = rulings().into_iter().nth(number - 1);
    let sources = ruling.expect("there is such a ruling").sources();
    let mut diagnostics = Diagnostics::new();
    let document = load(&sources, "game.cgml", &mut diagnostics);
    let document = document.expect("the game can be read");
    let game = check(&document, &mut diagnostics).expect("the game has no errors");
    compile(&game, diagnostics.files(), &Settings::default()).expect("the game can be played")
}

fn piles<'v>(view: &'v View, zone: &str) -> &'v [PileSeen] {
    let found = view.zones.iter().find(|seen| seen.name.id == zone);
    &found.expect("the table has this zone").piles
}

#[test]
fn a_view_says_nothing_about_a_hidden_zone() {
    let program = program(31);
    let position = Position::start(&program, 0);

    for seat in [Seat(0), Seat(1)] {
        let view = position.view(&program, seat);
        let [kitty] = piles(&view, "kitty") else {
            panic!("there is one kitty");
        };
        assert_eq!((kitty.count, kitty.cards.len()), (None, 0));
        assert_eq!(piles(&view, "deck")[0].count, Some(52 - 10 - 2));
    }
    let open = position.open_view(&program, "");
    assert_eq!(piles(&open, "kitty")[0].count, Some(2));
}

#[test]
fn an_answer_in_a_simultaneous_loop_is_not_seen_by_others() {
    let program = program(43);
    let start = Position::start(&program, 0);
    let after = |number| {
        let mut position = start.clone();
        position.play_number(&program, number, &mut Unwatched);
        position
    };
    let (mut one, mut other) = (after(0), after(1));

    let view = one.view(&program, Seat(1));
    assert!(matches!(
        view.decision,
        DecisionSeen::Choose { secret: true, .. }
    ));
    assert_eq!(view, other.view(&program, Seat(1)));
    for position in [&mut one, &mut other] {
        position.play_number(&program, 0, &mut Unwatched);
    }
    assert_ne!(one.view(&program, Seat(1)), other.view(&program, Seat(1)));
}
