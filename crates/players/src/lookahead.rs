//! A game as those need it who look ahead.

use crate::aims::Aims;
use engine::glance::Glance;
use engine::ids::Seat;
use engine::program::Program;

/// A game for looking ahead: a program that does not ask where there is only one answer, what the end of a
/// game is worth, and the eyes of the seats. Made once, and shared by all players of the game.
#[derive(Debug)]
pub struct Lookahead {
    program: Program,
    aims: Aims,
    seats: Vec<Glance>,
    all: Glance,
}

impl Lookahead {
    /// Gets ready to look ahead in a game. `hasten` may give the program machine code.
    pub fn new(program: &Program, hasten: impl FnOnce(&mut Program)) -> Self {
        let mut program = Program {
            answers_forced: true,
            machine: None,
            ..program.clone()
        };
        hasten(&mut program);
        Self {
            aims: Aims::of(&program),
            seats: (0..program.seats)
                .map(|seat| Glance::of_seat(&program, Seat(seat)))
                .collect(),
            all: Glance::of_all(&program),
            program,
        }
    }

    /// The program to look ahead with. Positions of the game that is played can be gone on with in it.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// What the end of a game is worth.
    pub fn aims(&self) -> &Aims {
        &self.aims
    }

    /// What a seat sees, as a number.
    pub fn eyes(&self, seat: Seat) -> &Glance {
        &self.seats[seat.index()]
    }

    /// What somebody sees, as a number.
    pub fn all_eyes(&self) -> &Glance {
        &self.all
    }
}
