//! Decks, zones, variables and pools.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::named;
use super::{
    Block, CardDefId, DeckId, DeckTypeId, EventPattern, Expr, Game, KindId, Literal, PoolId,
    PropertyId, Prose, ResourceId, Type, ZoneId,
};
use crate::source::Span;

/// A named value that a variant or a match may set.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// Identifier in the game's files.
    pub name: String,
    /// Type of its values.
    pub ty: Type,
    /// Its value if nobody sets it.
    pub default: Literal,
    /// The value that is proposed where people play, if it is another one.
    pub for_people: Option<Literal>,
    /// Least value, for numbers.
    pub min: Option<i64>,
    /// Largest value, for numbers.
    pub max: Option<i64>,
    /// The only values; empty for any.
    pub values: Vec<Literal>,
    /// Name or explanation for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

impl Game {
    /// The parameters that are proposed to people with another value than the default, and that value as a match
    /// takes it.
    pub fn for_people(&self) -> impl Iterator<Item = (&Parameter, String)> {
        self.parameters.iter().filter_map(|parameter| {
            let proposed = parameter.for_people.as_ref()?;
            let differs = *proposed != parameter.default;
            differs.then(|| (parameter, self.literal_text(proposed)))
        })
    }

    /// A constant as a match takes it.
    pub fn literal_text(&self, literal: &Literal) -> String {
        match literal {
            Literal::Bool(truth) => truth.to_string(),
            Literal::Number(number) => number.to_string(),
            Literal::Text(text) => text.clone(),
            Literal::Symbol(set, position) => {
                let values = &self.symbol_sets[*set].values;
                let value = values.get_index(*position as usize);
                value.cloned().unwrap_or_default()
            }
            Literal::Nothing | Literal::Range(_) | Literal::List(_) | Literal::Record(_) => {
                String::new()
            }
        }
    }
}

/// Players who win together.
#[derive(Debug, Clone)]
pub struct Team {
    /// Identifier in the game's files.
    pub name: String,
    /// Seats of its players, from 0.
    pub seats: Vec<u8>,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// Printed properties of cards.
#[derive(Debug, Clone)]
pub struct Property {
    /// Identifier in the game's files.
    pub name: String,
    /// Type of its values.
    pub ty: Type,
    /// For each of its words the others that it counts as; empty if words are only what they are.
    pub counts_as: Vec<Vec<u32>>,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is first declared.
    pub origin: Span,
}

/// The cards that a deck has.
#[derive(Debug, Clone)]
pub struct DeckType {
    /// Identifier in the game's files.
    pub name: String,
    /// Its cards, with the number of copies.
    pub cards: Vec<(CardDefId, u32)>,
    /// Ranks from the lowest to the highest, as words: 10 and "10" are the same rank.
    pub ranks: IndexSet<String, FxBuildHasher>,
    /// The place where it is declared.
    pub origin: Span,
}

/// The cards of one deck.
#[derive(Debug, Clone)]
pub struct Deck {
    /// Identifier in the game's files.
    pub name: String,
    /// Source of its cards.
    pub source: DeckSource,
    /// True if each player has their own.
    pub per_player: bool,
    /// The place where it is declared.
    pub origin: Span,
}

/// Source of a deck's cards.
#[derive(Debug, Clone)]
pub enum DeckSource {
    /// All cards of a deck type.
    Type(DeckTypeId),
    /// These cards, with the number of copies.
    Cards(Vec<(CardDefId, u32)>),
    /// The named section of the deck list that a player brings.
    DeckList(String),
}

/// Order of the cards of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ordering {
    /// No order matters.
    Unordered,
    /// First in, first out.
    Fifo,
    /// Last in, first out.
    Lifo,
    /// As `Lifo`, and nobody knows the order at the start.
    Shuffled,
}

impl Ordering {
    /// Its word in the language.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unordered => "unordered",
            Self::Fifo => "fifo",
            Self::Lifo => "lifo",
            Self::Shuffled => "shuffled",
        }
    }
}

/// Visibility of a zone for someone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visible {
    /// Every card with its face.
    All,
    /// The number of cards.
    CountOnly,
    /// Nothing, not even the count.
    Hidden,
    /// The top card and the count.
    TopCardOnly,
}

impl Visible {
    /// Its word in the language.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::CountOnly => "count_only",
            Self::Hidden => "hidden",
            Self::TopCardOnly => "top_card_only",
        }
    }
}

/// Visibility of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visibility {
    /// Visibility for its owner.
    pub owner: Visible,
    /// Visibility for everyone else.
    pub others: Visible,
}

/// Role of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Cards are drawn from it.
    Deck,
    /// Cards are held in it.
    Hand,
    /// Cards are in play in it.
    Play,
    /// Used cards lie in it.
    Discard,
    /// Cards in it are out of the game.
    Out,
    /// None of these.
    Other,
}

/// Overflow: what happens to a card too many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// The move of the card fails.
    Refuse,
    /// The card that was there first goes to this zone, then the new one comes in.
    Replace(Option<ZoneId>),
    /// The new card comes in, then the one that was there first goes to this zone.
    Push(Option<ZoneId>),
    /// The new card goes to this zone.
    Discard(Option<ZoneId>),
}

/// Type of a zone: how cards lie in it.
#[derive(Debug, Clone)]
pub struct ZoneType {
    /// Its name; that of the zone if written there.
    pub name: String,
    /// Order of the cards of a zone.
    pub ordering: Ordering,
    /// Visibility for its owner and for the others.
    pub visibility: Visibility,
    /// True if cards lie face down.
    pub face_down: bool,
    /// True if the owner may change the order.
    pub allows_reorder: bool,
    /// The number of cards that it has room for.
    pub capacity: Option<Expr>,
    /// Overflow: what happens to a card too many.
    pub overflow: Overflow,
    /// Effect on a card too many, which is the first temporary value, if it is not just moved.
    pub overflow_effect: Option<Block>,
    /// True if cards keep fixed places.
    pub slots: bool,
    /// The role, if the type has one.
    pub role: Option<Role>,
    /// True if abilities of its cards work, if the type says.
    pub active: Option<bool>,
    /// The place where it is declared.
    pub origin: Span,
}

/// Owner of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZoneOwner {
    /// Nobody: there is one.
    Table,
    /// Every player has one.
    Player,
    /// Every team has one.
    Team,
}

/// A place for cards.
#[derive(Debug, Clone)]
pub struct Zone {
    /// Identifier in the game's files.
    pub name: String,
    /// Order, visibility, capacity and the like; shared or written at the zone.
    pub zone_type: ZoneType,
    /// The deck whose cards lie in it at the start.
    pub deck: Option<DeckId>,
    /// Table, players or teams: how many piles there are.
    pub owner: ZoneOwner,
    /// Role, which decides what moves into and out of it are called.
    pub role: Role,
    /// True if abilities of its cards work.
    pub active: bool,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// Owner of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Nobody: there is one.
    Global,
    /// Every player has one.
    PerPlayer,
    /// Every team has one.
    PerTeam,
}

/// Source of a variable's value.
#[derive(Debug, Clone)]
pub enum VariableValue {
    /// It begins with this and is set by effects.
    Stored(Expr),
    /// It is evaluated whenever it is read.
    Computed(Expr),
}

/// A value the game keeps.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Identifier in the game's files.
    pub name: String,
    /// Table, players or teams: how many values there are.
    pub scope: Scope,
    /// Type of its values.
    pub ty: Type,
    /// Initial value, or the expression that computes it.
    pub value: VariableValue,
    /// Events after which it has its initial value again.
    pub resets: Vec<EventPattern>,
    /// True if only its player sees it.
    pub hidden: bool,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// Pieces that are counted and lie in pools, such as money.
#[derive(Debug, Clone)]
pub struct Resource {
    /// Identifier in the game's files.
    pub name: String,
    /// The number of all pieces, if they are conserved.
    pub total: Option<i64>,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// Holder of a pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PoolHolder {
    /// Nobody: there is one.
    Table,
    /// Every player has one.
    Player,
    /// Every team has one.
    Team,
    /// Every card of these kinds has one; empty for all kinds.
    Card(Vec<KindId>),
}

/// Pool: a place for pieces of a resource.
#[derive(Debug, Clone)]
pub struct Pool {
    /// Identifier in the game's files.
    pub name: String,
    /// Resource whose pieces it holds.
    pub resource: ResourceId,
    /// Table, players, teams or cards.
    pub holder: PoolHolder,
    /// The number of pieces in it at the start.
    pub start: Option<Expr>,
    /// Least number of pieces; 0 if `None`.
    pub min: Option<Expr>,
    /// Largest number of pieces; unlimited if `None`.
    pub max: Option<Expr>,
    /// The place where the pieces on a card go when it leaves play.
    pub leaves_to: Option<PoolId>,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// A property printed on a card.
pub type Printed = (PropertyId, Literal);

named!(
    Parameter, Team, Property, DeckType, Deck, ZoneType, Zone, Variable, Resource, Pool
);
