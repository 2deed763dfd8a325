//! What a player is asked, and what it may know.

use crate::secrets::{Kept, Secrets};
use engine::glance::Glance;
use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::Random;
use engine::seen::ChoiceSeen;
use engine::view::View;

/// How often others' secret answers are tried out until the seat would see what it sees.
const TRIES: u32 = 20;

/// A decision that a seat must make. What it costs to know more is paid only by those who ask.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    program: &'a Program,
    position: &'a Position,
    seat: Seat,
    kept: Option<Kept<'a>>,
}

impl<'a> Question<'a> {
    /// What a seat is asked, if the game waits for it. `secrets` was told of every choice so far.
    #[inline]
    pub fn new(
        program: &'a Program,
        position: &'a Position,
        seat: Seat,
        secrets: &'a Secrets,
    ) -> Self {
        let kept = match position.decision() {
            Decision::Choose { ask, .. } => secrets.kept_from(program, seat, ask),
            Decision::Chance { .. } | Decision::Over | Decision::Fault(_) => None,
        };
        Self {
            program,
            position,
            seat,
            kept,
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

    /// A number that stands for what the seat sees.
    pub fn glance(&self, eyes: &Glance) -> u64 {
        eyes.at(self.position)
    }

    /// A number for each choice that says what it is; equal for choices that lead to the same.
    pub fn labels(&self, eyes: &Glance, labels: &mut Vec<u64>) {
        let choices = self.position.choices().iter();
        labels.clear();
        labels.extend(choices.map(|choice| eyes.choice(self.program, self.position, choice)));
    }

    /// Makes `world` one that the seat could just as well be in: it sees the same, has the same choices, and what
    /// it does not know is dealt, answered and decided by chance anew.
    pub fn world(&self, eyes: &Glance, random: &mut Random, world: &mut Position) {
        if let Some(kept) = self.kept {
            let seen = eyes.at(self.position);
            for _ in 0..TRIES {
                if self.answered_anew(kept, random, world) && eyes.at(world) == seen {
                    return;
                }
            }
        }
        world.clone_from(self.position);
        self.deal(random, world);
    }

    fn deal(&self, random: &mut Random, world: &mut Position) {
        world.redeal_in_place(self.program, self.seat, random);
        world.reseed(u64::from(random.bits()) << 32 | u64::from(random.bits()));
    }

    /// Goes again through a round of secret answers; false if that leads elsewhere.
    fn answered_anew(&self, kept: Kept<'_>, random: &mut Random, world: &mut Position) -> bool {
        world.clone_from(kept.before);
        self.deal(random, world);
        for (answered, number) in kept.answers {
            let Decision::Choose { seat, choices, .. } = world.decision() else {
                return false;
            };
            let number = if seat == self.seat {
                *number
            } else {
                random.below(choices.len() as u32) as usize
            };
            if seat != *answered || number >= choices.len() {
                return false;
            }
            world.play_unchecked(self.program, number);
        }
        let (here, there) = (self.position.decision(), world.decision());
        matches!(
            (here, there),
            (
                Decision::Choose { seat: one, ask: asked, choices: own },
                Decision::Choose { seat: other, ask, choices },
            ) if one == other && asked == ask && own.len() == choices.len()
        )
    }
}
