//! Questions to players, and what these may know.

use crate::Lookahead;
use crate::past::{Moment, Past};
use crate::secrets::{Answer, Kept, Secrets};
use engine::dealer::Dealer;
use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::Random;
use engine::seen::ChoiceSeen;
use engine::view::View;
use engine::view_hasher::ViewHasher;

/// The number of attempts to reach this position with other secrets so that the seat sees what it sees.
const TRIES: u32 = 20;

/// The number of trials that test whether registers hold something that the seat may not know.
const SURE: u32 = 8;

/// A decision that a seat must make. What it costs to know more is paid only by those who ask.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    program: &'a Program,
    position: &'a Position,
    seat: Seat,
    secrets: &'a Secrets,
}

impl<'a> Question<'a> {
    /// The question to a seat, if the game waits for it. `secrets` was told of every choice so far.
    #[inline]
    pub fn new(
        program: &'a Program,
        position: &'a Position,
        seat: Seat,
        secrets: &'a Secrets,
    ) -> Self {
        Self {
            program,
            position,
            seat,
            secrets,
        }
    }

    /// Copies for a player that answers elsewhere. Whoever takes them answers for the seat's eyes.
    pub fn copied(&self) -> (Position, Secrets) {
        (self.position.clone(), self.secrets.clone())
    }

    /// The seat that must choose.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    pub(crate) fn program(&self) -> &'a Program {
        self.program
    }

    pub(crate) fn position(&self) -> &'a Position {
        self.position
    }

    /// This decision, for a later one of the same seat in the same game: see [`Self::past`].
    pub fn moment(&self) -> Moment {
        Moment {
            position: self.position.clone(),
            made: self.secrets.made().len(),
        }
    }

    /// Everything that was answered since an earlier decision of the seat; nothing if this question does not follow
    /// from it.
    pub fn past<'b>(&self, moment: &'b Moment, lookahead: &'b Lookahead) -> Option<Past<'b>>
    where
        'a: 'b,
    {
        let before = &moment.position;
        let dealer = Dealer::of_earlier(self.program, before, self.seat, self.position);
        let dealer = self.guessing(dealer, before, lookahead);
        Past::new(*self, moment, self.secrets.made(), dealer, lookahead)
    }

    /// A dealer that also draws hidden values, where the seat has to guess some.
    fn guessing<'b>(
        &self,
        dealer: Dealer<'b>,
        position: &Position,
        lookahead: &'b Lookahead,
    ) -> Dealer<'b> {
        match lookahead.guesses(position, self.seat) {
            Some((hidden, samples)) => dealer.guessing(hidden, samples),
            None => dealer,
        }
    }

    /// The number of choices there are: at least one.
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

    /// Hash of what the seat sees.
    pub fn glance(&self, eyes: &ViewHasher) -> u64 {
        eyes.at(self.position)
    }

    /// A number for each choice that says what it is; equal for choices that lead to the same.
    pub fn labels(&self, eyes: &ViewHasher, labels: &mut Vec<u64>) {
        eyes.labels(self.program, self.position, labels);
    }

    /// The worlds that the seat could just as well be in.
    pub fn worlds<'b>(&self, lookahead: &'b Lookahead) -> Worlds<'b>
    where
        'a: 'b,
    {
        let kept = self
            .secrets
            .kept_from(self.program, self.position, self.seat);
        let dealer = Dealer::new(self.program, self.position, self.seat);
        let is_sure = kept.is_some_and(|kept| kept.is_sure);
        let mut worlds = Worlds {
            question: *self,
            eyes: lookahead.eyes(self.seat),
            dealer: self.guessing(dealer, self.position, lookahead),
            before: kept.map(|kept| Before {
                kept,
                from: match kept.before {
                    Some(before) => {
                        let (program, now) = (self.program, self.position);
                        let dealer = Dealer::of_earlier(program, before, self.seat, now);
                        Origin::Earlier(Box::new(self.guessing(dealer, before, lookahead)))
                    }
                    None => Origin::Beginning(Box::new(Position::laid_out(self.program, 0))),
                },
            }),
        };
        if !is_sure && !worlds.holds_secrets() {
            worlds.before = None;
        }
        worlds
    }

    /// Answers a question of another world as it was answered, as far as the seat may know that.
    fn answer_again(
        &self,
        answer: &Answer,
        random: &mut Random,
        world: &Position,
    ) -> Option<usize> {
        let Decision::Choose { seat, choices, .. } = world.decision() else {
            return None;
        };
        if seat != answer.seat {
            return None;
        }
        let mut any_of = |count: usize| random.below(count as u32) as usize;
        if seat != self.seat && answer.is_secret {
            return Some(any_of(choices.len()));
        }
        let is_unknown = |at: &Position, card| !at.knows(self.seat, card);
        if answer
            .card
            .is_some_and(|card| is_unknown(self.position, card))
        {
            let numbers = 0..choices.len();
            let unknown = numbers.filter(|number| {
                let card = world.card_of_choice(self.program, *number);
                card.is_some_and(|card| is_unknown(world, card))
            });
            let unknown: Vec<usize> = unknown.collect();
            return (!unknown.is_empty()).then(|| unknown[any_of(unknown.len())]);
        }
        (answer.number < choices.len()).then_some(answer.number)
    }
}

/// The worlds that a seat could just as well be in.
pub struct Worlds<'a> {
    question: Question<'a>,
    eyes: &'a ViewHasher,
    dealer: Dealer<'a>,
    before: Option<Before<'a>>,
}

/// Position before something came up that the seat may not know.
struct Before<'a> {
    kept: Kept<'a>,
    from: Origin<'a>,
}

/// From where a game is played again.
enum Origin<'a> {
    /// From its beginning: the cards as they are laid out.
    Beginning(Box<Position>),
    /// From a position that is dealt again.
    Earlier(Box<Dealer<'a>>),
}

impl Worlds<'_> {
    /// Makes `world` one of them: the seat sees the same, has the same choices, and what it does not know is dealt,
    /// answered and decided by chance again.
    pub fn draw(&mut self, random: &mut Random, world: &mut Position) {
        if self.before.is_some() {
            let seen = self.eyes.at(self.question.position);
            for _ in 0..TRIES {
                if self.played_again(random, world) && self.eyes.at(world) == seen {
                    return;
                }
            }
            // Something like it, rather than something that tells.
            for _ in 0..TRIES {
                if self.played_again(random, world) {
                    return;
                }
            }
        }
        deal(&mut self.dealer, random, world);
        if self.before.is_some() {
            world.scramble_secrets(self.question.program, random);
        }
    }

    /// True if registers hold different things when what led here is tried out with other secrets. It does not depend
    /// on what they really hold.
    fn holds_secrets(&mut self) -> bool {
        let program = self.question.program;
        let mut random = Random::new(7);
        let mut world = self.question.position.clone();
        let mut found = Vec::new();
        for _ in 0..self.before.as_ref().map_or(0, |_| SURE) {
            if self.played_again(&mut random, &mut world) {
                found.push(world.secrets_hash(program, self.question.seat));
            }
        }
        found.iter().any(|hash| *hash != found[0])
    }

    /// Goes again through what led here, with other secrets; false if that leads elsewhere.
    fn played_again(&mut self, random: &mut Random, world: &mut Position) -> bool {
        let Some(before) = &mut self.before else {
            return false;
        };
        let question = &self.question;
        match &mut before.from {
            Origin::Beginning(laid_out) => {
                world.restart_from(question.program, laid_out, seed(random));
            }
            Origin::Earlier(dealer) => deal(dealer, random, world),
        }
        for answer in before.kept.answers {
            let Some(number) = question.answer_again(answer, random, world) else {
                return false;
            };
            world.play_unchecked(question.program, number);
        }
        is_same_question(question.position, world)
    }
}

/// True if both positions wait for the same seat to answer the same question with as many choices.
pub(crate) fn is_same_question(one: &Position, other: &Position) -> bool {
    matches!(
        (one.decision(), other.decision()),
        (
            Decision::Choose { seat: one, ask: asked, choices: own },
            Decision::Choose { seat: other, ask, choices },
        ) if one == other && asked == ask && own.len() == choices.len()
    )
}

pub(crate) fn deal(dealer: &mut Dealer<'_>, random: &mut Random, world: &mut Position) {
    dealer.deal(random, world);
    world.reseed(seed(random));
}

fn seed(random: &mut Random) -> u64 {
    u64::from(random.bits()) << 32 | u64::from(random.bits())
}
