//! A game as those need it who look ahead.

use crate::aims::Aims;
use crate::sampling::sampled;
use engine::hidden::Hidden;
use engine::ids::Seat;
use engine::position::Position;
use engine::program::Program;
use engine::samples::Samples;
use engine::view_hasher::ViewHasher;
use std::sync::OnceLock;

/// A game for looking ahead: a program that does not ask where there is only one answer, what the end of a
/// game is worth, and the eyes of the seats. Made once, and shared by all players of the game.
#[derive(Debug)]
pub struct Lookahead {
    program: Program,
    aims: Aims,
    seats: Vec<ViewHasher>,
    all: ViewHasher,
    /// Hidden values of each seat besides cards.
    hidden: Vec<Hidden>,
    /// Samples of hidden values from other games, which are played when somebody needs them.
    samples: OnceLock<Samples>,
}

impl Lookahead {
    /// Gets ready to look ahead in a game. `attach_machine_code` may give the program machine code.
    pub fn new(program: &Program, attach_machine_code: impl FnOnce(&mut Program)) -> Self {
        let mut program = Program {
            answers_forced: true,
            machine: None,
            ..program.clone()
        };
        attach_machine_code(&mut program);
        Self {
            aims: Aims::of(&program),
            seats: (0..program.seats)
                .map(|seat| ViewHasher::of_seat(&program, Seat(seat)))
                .collect(),
            all: ViewHasher::of_all(&program),
            hidden: (0..program.seats)
                .map(|seat| Hidden::of(&program, Seat(seat)))
                .collect(),
            samples: OnceLock::new(),
            program,
        }
    }

    /// The program to look ahead with. Positions of the game that is played can be resumed in it.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Values of the end of a game.
    pub fn aims(&self) -> &Aims {
        &self.aims
    }

    /// Hasher of the views of a seat.
    pub fn eyes(&self, seat: Seat) -> &ViewHasher {
        &self.seats[seat.index()]
    }

    /// Hidden values of a position besides cards, and samples of them from other games; nothing if
    /// there is nothing of that kind.
    pub fn guesses(&self, position: &Position, seat: Seat) -> Option<(&Hidden, &Samples)> {
        let hidden = &self.hidden[seat.index()];
        let samples = || self.samples.get_or_init(|| sampled(&self.program));
        hidden.is_in(position).then(|| (hidden, samples()))
    }

    /// Hasher of the views of all seats together.
    pub fn all_eyes(&self) -> &ViewHasher {
        &self.all
    }
}
