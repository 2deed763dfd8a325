//! The past of a decision, told again in other worlds.
//!
//! Worlds that are dealt from what a seat sees now forget how the game came there: somebody who raised holds a good
//! card more often than not. Whoever thinks keeps a [`Moment`] of an earlier decision of its own. From there the game
//! is dealt again and everybody answers as they did, as far as the seat can tell; how likely each answer is in such a world
//! says how likely the world is.

use crate::question::{Question, deal, is_same_question};
use crate::{Lookahead, secrets};
use engine::dealer::Dealer;
use engine::ids::{Card, Meaning, Seat};
use engine::position::{Choice, Decision, Position};
use engine::program::ValueKind;
use engine::random::Random;
use engine::view_hasher::ViewHasher;

/// An earlier decision of a seat, which only that seat may keep.
#[derive(Debug, Clone)]
pub struct Moment {
    pub(crate) position: Position,
    /// The number of choices that had been made in the game.
    pub(crate) made: usize,
}

/// Everything that was answered since a moment.
pub struct Past<'a> {
    question: Question<'a>,
    eyes: &'a ViewHasher,
    seen: u64,
    dealer: Dealer<'a>,
    answers: Vec<Told>,
}

/// An answer, as a seat was told of it.
#[derive(Debug, Clone)]
struct Told {
    seat: Seat,
    what: What,
}

/// The part of an answer that a seat knows.
#[derive(Debug, Clone)]
enum What {
    /// Its own choice, by number, of so many.
    Own(usize, usize),
    /// Nothing but that somebody chose.
    Secret,
    /// A card that the seat does not know.
    Unknown(Meaning),
    /// The choice itself.
    Known(Meaning, Comparable),
}

/// A value that can be compared between worlds.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Comparable {
    One(i64),
    Several(Vec<i64>),
}

impl<'a> Past<'a> {
    /// The past of a question since a moment; nothing if the question did not follow from it.
    pub(crate) fn new(
        question: Question<'a>,
        moment: &'a Moment,
        made: &[u32],
        dealer: Dealer<'a>,
        lookahead: &'a Lookahead,
    ) -> Option<Self> {
        let made = made.get(moment.made..)?;
        let eyes = lookahead.eyes(question.seat());
        let mut position = moment.position.clone();
        let mut answers = Vec::with_capacity(made.len());
        for number in made {
            answers.push(told(&question, &position, *number as usize)?);
            position.play_unchecked(question.program(), *number as usize);
        }
        let seen = eyes.at(question.position());
        let past = Self {
            question,
            eyes,
            seen,
            dealer,
            answers,
        };
        past.is_here(&position).then_some(past)
    }

    /// The number of answers.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// True if nothing was answered.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Makes `world` the moment with other hidden cards.
    pub fn begin(&mut self, random: &mut Random, world: &mut Position) {
        deal(&mut self.dealer, random, world);
    }

    /// True if somebody else gave the answer.
    pub fn is_of_another(&self, answer: usize) -> bool {
        self.answers[answer].seat != self.question.seat()
    }

    /// Writes the choices of a world that the seat cannot tell from an answer that was given; none if that answer was not
    /// possible there.
    pub fn alike(&self, answer: usize, world: &Position, alike: &mut Vec<usize>) {
        alike.clear();
        let Decision::Choose { seat, choices, .. } = world.decision() else {
            return;
        };
        let told = &self.answers[answer];
        if seat != told.seat {
            return;
        }
        match &told.what {
            What::Own(number, count) => alike.extend((choices.len() == *count).then_some(*number)),
            What::Secret => alike.extend(0..choices.len()),
            What::Unknown(meaning) => alike.extend((0..choices.len()).filter(|number| {
                let card = world.card_of_choice(self.question.program(), *number);
                let is_unknown = card.is_some_and(|card| !world.knows(self.question.seat(), card));
                choices[*number].meaning == *meaning && is_unknown
            })),
            What::Known(meaning, value) => alike.extend((0..choices.len()).filter(|number| {
                let choice = &choices[*number];
                choice.meaning == *meaning && value_of(&self.question, world, choice) == *value
            })),
        }
    }

    /// Makes a choice in a world.
    pub fn answer(&self, world: &mut Position, number: usize) {
        world.play_unchecked(self.question.program(), number);
    }

    /// True if a world that went through all answers is one that the seat could be in now.
    pub fn is_here(&self, world: &Position) -> bool {
        is_same_question(self.question.position(), world) && self.eyes.at(world) == self.seen
    }
}

/// An answer as the seat of a question was told of it.
fn told(question: &Question<'_>, at: &Position, number: usize) -> Option<Told> {
    let Decision::Choose { seat, ask, choices } = at.decision() else {
        return None;
    };
    let choice = choices.get(number)?;
    let is_unknown = |card: Card| !question.position().knows(question.seat(), card);
    let card = at.card_of_choice(question.program(), number);
    let what = if seat == question.seat() {
        What::Own(number, choices.len())
    } else if secrets::is_secret(question.program(), ask) {
        What::Secret
    } else if card.is_some_and(is_unknown) {
        What::Unknown(choice.meaning)
    } else {
        What::Known(choice.meaning, value_of(question, at, choice))
    };
    Some(Told { seat, what })
}

fn value_of(question: &Question<'_>, at: &Position, choice: &Choice) -> Comparable {
    match question.program().meanings[choice.meaning.index()].sort {
        ValueKind::Cards | ValueKind::List => Comparable::Several(at.items(choice.value).to_vec()),
        // Lists of lists differ from world to world: their number says enough.
        ValueKind::Groups => Comparable::One(at.items(choice.value).len() as i64),
        ValueKind::Any
        | ValueKind::Truth
        | ValueKind::Number
        | ValueKind::Word(_)
        | ValueKind::Text
        | ValueKind::Card
        | ValueKind::Pile
        | ValueKind::Player
        | ValueKind::Team
        | ValueKind::Phase
        | ValueKind::State
        | ValueKind::Kind => Comparable::One(choice.value),
    }
}
