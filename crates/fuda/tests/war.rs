//! War as its README tells it: how long games are, and who wins.

use engine::event::{Event, Scene, Watch};
use engine::ids::Seat;
use engine::position::{Decision, Position};
use fuda::compile::Settings;

/// The number of games that are played.
const GAMES: u64 = 3000;

/// Counts how often turned-up cards are compared.
struct Comparisons {
    phases: Vec<u16>,
    count: u64,
}

impl Watch for Comparisons {
    const ON: bool = true;

    fn event(&mut self, _: Scene<'_>, event: Event) {
        if let Event::EnteredPhase { phase } = event
            && self.phases.contains(&phase)
        {
            self.count += 1;
        }
    }
}

#[test]
fn each_seat_wins_half_and_a_game_has_as_many_comparisons_as_a_hand_written_one() {
    let located = fuda::locate("war").expect("it is shipped");
    let program = fuda::build(&located, &Settings::default()).expect("it can be played");
    let phases = program.phases.iter().enumerate();
    let phases = phases
        .filter(|(_, phase)| ["Compare", "WarCompare"].contains(&phase.id.as_str()))
        .map(|(number, _)| number as u16)
        .collect();
    let mut comparisons = Comparisons { phases, count: 0 };
    let mut wins = 0;
    for seed in 0..GAMES {
        let position = Position::start_watched(&program, seed, &mut comparisons);
        assert_eq!(position.decision(), Decision::Over);
        assert_ne!(position.has_won(Seat(0)), position.has_won(Seat(1)));
        wins += u64::from(position.has_won(Seat(0)));
    }
    let mean = comparisons.count as f64 / GAMES as f64;
    let share = wins as f64 / GAMES as f64;
    // The deviation of one game is 211 comparisons, and 0.5 for a win; four standard errors are allowed.
    let root = (GAMES as f64).sqrt();
    assert!(
        (mean - 265.7).abs() < 4.0 * 211.0 / root,
        "{mean} comparisons"
    );
    assert!(
        (share - 0.5).abs() < 4.0 * 0.5 / root,
        "seat 0 wins {share}"
    );
}
