//! What a player is asked, and what it may know.

use engine::ids::Seat;
use engine::position::Position;
use engine::program::Program;
use engine::seen::ChoiceSeen;
use engine::view::View;

/// A decision that a seat must make. What it costs to know more is paid only by those who ask.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    program: &'a Program,
    position: &'a Position,
    seat: Seat,
}

impl<'a> Question<'a> {
    /// What a seat is asked, if the game waits for it.
    #[inline]
    pub fn new(program: &'a Program, position: &'a Position, seat: Seat) -> Self {
        Self {
            program,
            position,
            seat,
        }
    }

    /// Who must choose.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many choices there are: at least one.
    #[inline]
    pub fn count(&self) -> usize {
        self.position.choices().len()
    }

    /// The choices as the seat sees them.
    pub fn choices(&self) -> Vec<ChoiceSeen> {
        self.position.choices_seen(self.program, "")
    }

    /// Everything that the seat may know.
    pub fn view(&self) -> View {
        self.position.view(self.program, self.seat)
    }
}
