//! Scenarios: tests of a game's rules, with every name resolved that can be before play.

use std::fmt;

use super::{
    AttributeId, CounterId, DeckListId, Expr, PhaseId, PoolId, StateId, VariableId, ZoneId,
};
use crate::source::Span;

/// One test: a position, choices, and what must be true afterwards.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The name, as a sentence.
    pub name: String,
    /// Reference to the place where the rule is written, for people.
    pub rule: Option<String>,
    /// Position before the first choice.
    pub given: Given,
    /// The choices, and facts in between.
    pub when: Vec<Item>,
    /// Facts that must hold at the end.
    pub then: Vec<Fact>,
    /// The place where it is written.
    pub origin: Span,
}

/// The position of a scenario.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// The number of players; the least one if nothing says.
    pub seats: Option<u8>,
    /// Parameters by name, as text.
    pub parameters: Vec<(String, String)>,
    /// The deck list of each seat, or one for all; the first of the game if there are none.
    pub decks: Vec<DeckListId>,
    /// Seed of the game's chance.
    pub seed: u64,
    /// True if shuffling keeps the order.
    pub keeps_order: bool,
    /// The state, and the phase that is entered; nothing if the game begins in the ordinary way.
    pub place: Option<(StateId, PhaseId)>,
    /// Seat whose turn it is.
    pub current: Option<u8>,
    /// The number of turns that have begun, less one.
    pub turn_index: Option<i64>,
    /// The zones whose cards are listed; nothing if all cards stay where they are.
    pub piles: Option<Vec<ListedPile>>,
    /// The variables that have a value.
    pub values: Vec<GivenValue>,
    /// The pools that hold so many pieces.
    pub pools: Vec<GivenPool>,
    /// The first part that no game can be given yet.
    pub not_yet: Option<(&'static str, Span)>,
}

/// A zone whose cards are listed.
#[derive(Debug, Clone)]
pub struct ListedPile {
    /// Zone that the cards lie in.
    pub zone: ZoneId,
    /// The seat or team whose it is.
    pub owner: Option<u8>,
    /// Its cards, the top one first.
    pub cards: Vec<ListedCard>,
}

/// A card in a list.
#[derive(Debug, Clone)]
pub struct ListedCard {
    /// Name or description of the card.
    pub card: Term,
    /// True if it lies face down, if that is said.
    pub face_down: Option<bool>,
    /// Attributes, counters and cards that are on it.
    pub on: Vec<OnCard>,
    /// The place where it is written.
    pub origin: Span,
}

/// Something that is on a card in a list.
#[derive(Debug, Clone)]
pub enum OnCard {
    /// An attribute with a value.
    Attribute(AttributeId, Term),
    /// So many pieces in a pool.
    Pool(PoolId, i64),
    /// So many counters.
    Counters(CounterId, i64),
    /// The slot in which it lies.
    Slot(i64),
    /// The cards attached to it: they lie in the same zone.
    Attached(Vec<ListedCard>),
    /// The cards under it, the topmost first.
    Under(Vec<ListedCard>),
}

/// A pool with so many pieces.
#[derive(Debug, Clone)]
pub struct GivenPool {
    /// Pool that holds the pieces.
    pub pool: PoolId,
    /// The seat or team whose it is.
    pub owner: Option<u8>,
    /// The number of pieces that it holds.
    pub count: i64,
    /// The place where it is written.
    pub origin: Span,
}

/// A variable with a value.
#[derive(Debug, Clone)]
pub struct GivenValue {
    /// Variable that is set.
    pub variable: VariableId,
    /// The seat or team whose it is.
    pub owner: Option<u8>,
    /// Value at the start of the scenario.
    pub value: Term,
    /// The place where it is written.
    pub origin: Span,
}

/// Something as a scenario writes it. What a word means depends on what it is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// There is no value.
    Nothing,
    /// `true` or `false`.
    Truth(bool),
    /// A number: also a seat or a rank.
    Number(i64),
    /// A word: a card, a rank, a phase.
    Word(String),
    /// A card with these properties.
    Like(Vec<(String, Term)>),
    /// A list, in the order in which it is written.
    List(Vec<Term>),
}

impl fmt::Display for Term {
    /// As short as people write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Truth(truth) => truth.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => f.write_str(word),
            Self::Like(properties) => {
                let part = |(name, term): &(String, Self)| format!("{name}: {term}");
                let parts: Vec<String> = properties.iter().map(part).collect();
                write!(f, "{{ {} }}", parts.join(", "))
            }
            Self::List(terms) => {
                let terms: Vec<String> = terms.iter().map(Self::to_string).collect();
                write!(f, "[{}]", terms.join(", "))
            }
        }
    }
}

/// An item of `when`.
#[derive(Debug, Clone)]
pub enum Item {
    /// A choice that is made.
    Choice(GivenChoice),
    /// Facts that must hold at this point.
    Facts(Vec<Fact>),
}

/// A description of a choice: what is not said may be anything.
#[derive(Debug, Clone)]
pub struct GivenChoice {
    /// The player who chooses.
    pub seat: u8,
    /// Name of the move.
    pub of_move: Option<String>,
    /// Card that the move is made with.
    pub card: Option<Term>,
    /// Id of the ability that is used, or its position from 0.
    pub ability: Option<String>,
    /// Names of the modes that are chosen.
    pub modes: Option<Vec<String>>,
    /// The answer to a question.
    pub choose: Option<Term>,
    /// True if the player passes.
    pub pass: Option<bool>,
    /// Targets by name.
    pub targets: Vec<(String, Term)>,
    /// The place where it is written.
    pub origin: Span,
}

/// Something that must be true.
#[derive(Debug, Clone)]
pub struct Fact {
    /// Statement that must be true.
    pub claim: Claim,
    /// The place where it is written.
    pub origin: Span,
}

/// Claim of a fact.
#[derive(Debug, Clone)]
pub enum Claim {
    /// An expression is true.
    Holds(Expr),
    /// Such a choice is legal.
    Legal(GivenChoice),
    /// No such choice is legal.
    NotLegal(GivenChoice),
    /// The game is over, and these seats have won.
    Winners(Vec<u8>),
    /// The game is over with these scores.
    Scores(Vec<i64>),
    /// The game is over for this reason.
    Reason(String),
    /// True if the game is over.
    Over(bool),
    /// Such an event has happened.
    Happened(GivenEvent),
    /// No such event has happened.
    NotHappened(GivenEvent),
    /// A seat knows cards.
    Knows(u8, Expr),
    /// A seat knows none of some cards.
    NotKnows(u8, Expr),
    /// The game was stopped with a fault that names this rule.
    Fault(String),
}

/// An event, with some of what it told.
#[derive(Debug, Clone)]
pub struct GivenEvent {
    /// Its name, as abilities write it.
    pub name: String,
    /// Fields that it told.
    pub told: Vec<(String, Term)>,
}
