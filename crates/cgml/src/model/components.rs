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
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its value if nobody sets it.
    pub default: Literal,
    /// The value that is proposed where people play, if it is another one.
    pub for_people: Option<Literal>,
    /// The least.
    pub min: Option<i64>,
    /// The most.
    pub max: Option<i64>,
    /// The only values; empty for any.
    pub values: Vec<Literal>,
    /// The abilities it stands for.
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
    /// Its name.
    pub name: String,
    /// Its seats.
    pub seats: Vec<u8>,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// Printed properties of cards.
#[derive(Debug, Clone)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Its type.
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
    /// Its name.
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
    /// Its name.
    pub name: String,
    /// The place where its cards come from.
    pub source: DeckSource,
    /// True if each player has their own.
    pub per_player: bool,
    /// The place where it is declared.
    pub origin: Span,
}

/// The place where the cards of a deck come from.
#[derive(Debug, Clone)]
pub enum DeckSource {
    /// From a deck type.
    Type(DeckTypeId),
    /// These cards.
    Cards(Vec<(CardDefId, u32)>),
    /// From the named section of the deck list a player brings.
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
    /// Every card.
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
    /// The owner.
    pub owner: Visible,
    /// Everyone else.
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
    /// The move fails.
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
    /// The visibility.
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
    /// Its name.
    pub name: String,
    /// Its type.
    pub zone_type: ZoneType,
    /// The deck whose cards lie in it at the start.
    pub deck: Option<DeckId>,
    /// Its owners.
    pub owner: ZoneOwner,
    /// Its role.
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

/// The place where a variable's value comes from.
#[derive(Debug, Clone)]
pub enum VariableValue {
    /// It begins with this and is set by effects.
    Stored(Expr),
    /// It is worked out whenever it is read.
    Computed(Expr),
}

/// A value the game keeps.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its owners.
    pub scope: Scope,
    /// Its type.
    pub ty: Type,
    /// The place where its value comes from.
    pub value: VariableValue,
    /// When it gets its initial value again.
    pub resets: Vec<EventPattern>,
    /// True if only its player sees it.
    pub hidden: bool,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// Countable pieces.
#[derive(Debug, Clone)]
pub struct Resource {
    /// Its name.
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
    /// Every player.
    Player,
    /// Every team.
    Team,
    /// Every card of these kinds; empty for all.
    Card(Vec<KindId>),
}

/// Pool: a place for pieces of a resource.
#[derive(Debug, Clone)]
pub struct Pool {
    /// Its name.
    pub name: String,
    /// Of which resource.
    pub resource: ResourceId,
    /// Its owners.
    pub holder: PoolHolder,
    /// The number of pieces in it at the start.
    pub start: Option<Expr>,
    /// The least.
    pub min: Option<Expr>,
    /// The most.
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
