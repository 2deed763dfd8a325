//! What a player is asked, and what it may know.

use crate::secrets::{Kept, Secrets};
use engine::dealer::Dealer;
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

    /// The worlds that the seat could just as well be in, with its eyes.
    pub fn worlds<'b>(&self, eyes: &'b Glance) -> Worlds<'b>
    where
        'a: 'b,
    {
        let dealer = |position| Dealer::new(self.program, position, self.seat);
        Worlds {
            question: *self,
            eyes,
            dealer: dealer(self.position),
            before: self.kept.map(|kept| (kept, dealer(kept.before))),
        }
    }
}

/// The worlds that a seat could just as well be in.
pub struct Worlds<'a> {
    question: Question<'a>,
    eyes: &'a Glance,
    dealer: Dealer<'a>,
    before: Option<(Kept<'a>, Dealer<'a>)>,
}

impl Worlds<'_> {
    /// Makes `world` one of them: the seat sees the same, has the same choices, and what it does not know is dealt,
    /// answered and decided by chance anew.
    pub fn draw(&mut self, random: &mut Random, world: &mut Position) {
        if self.before.is_some() {
            let seen = self.eyes.at(self.question.position);
            for _ in 0..TRIES {
                if self.answered_anew(random, world) && self.eyes.at(world) == seen {
                    return;
                }
            }
        }
        deal(&mut self.dealer, random, world);
    }

    /// Goes again through a round of secret answers; false if that leads elsewhere.
    fn answered_anew(&mut self, random: &mut Random, world: &mut Position) -> bool {
        let Some((kept, dealer)) = &mut self.before else {
            return false;
        };
        deal(dealer, random, world);
        let question = &self.question;
        for (answered, number) in kept.answers {
            let Decision::Choose { seat, choices, .. } = world.decision() else {
                return false;
            };
            let number = if seat == question.seat {
                *number
            } else {
                random.below(choices.len() as u32) as usize
            };
            if seat != *answered || number >= choices.len() {
                return false;
            }
            world.play_unchecked(question.program, number);
        }
        let (here, there) = (question.position.decision(), world.decision());
        matches!(
            (here, there),
            (
                Decision::Choose { seat: one, ask: asked, choices: own },
                Decision::Choose { seat: other, ask, choices },
            ) if one == other && asked == ask && own.len() == choices.len()
        )
    }
}

fn deal(dealer: &mut Dealer<'_>, random: &mut Random, world: &mut Position) {
    dealer.deal(random, world);
    world.reseed(u64::from(random.bits()) << 32 | u64::from(random.bits()));
}
