//! Parts of a program that ops refer to: piles, zones, cards, variables, marks, questions and meanings.

use serde::{Deserialize, Serialize};

use super::{LIST_CELLS, Text};
use crate::ids::{Cell, Pc};
use crate::seen::Value;

/// One place for cards.
#[derive(Debug, Clone, Default)]
pub struct PileInfo {
    /// Zone, as a position in `Program::zones`.
    pub zone: u16,
    /// Seat of its owner; `None` if it belongs to the table or to a team.
    pub owner: Option<u8>,
    /// Number of the team, if it belongs to one.
    pub team: Option<u8>,
    /// The seats that see a card that lies face up (0) or face down (1) in it, as bits.
    pub seen: [u16; 2],
    /// The seats that see its top card.
    pub top_seen: u16,
    /// The seats that see the number of cards.
    pub counted: u16,
    /// True if cards lie face down.
    pub face_down: bool,
    /// True if the first card in is the first one out.
    pub first_out: bool,
    /// True if its cards have an order that matters.
    pub ordered: bool,
    /// True if its cards have fixed places and no order but that of these.
    pub slots: bool,
    /// Role of the zone, which names moves into and out of the pile.
    pub role: Role,
    /// The number of cards that it has room for.
    pub capacity: u16,
}

/// Role of a pile: it decides the names of moves into and out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Role {
    /// Cards are drawn from it.
    Deck,
    /// Cards are held in it.
    Hand,
    /// Cards are in play in it.
    Play,
    /// Used cards lie in it.
    Discard,
    /// None of these.
    #[default]
    Other,
}

impl Role {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 5] = [
        Self::Deck,
        Self::Hand,
        Self::Play,
        Self::Discard,
        Self::Other,
    ];
}

/// The names of the event that a card goes from a pile of one role to one of another, as bits: 0 draw, 1 play,
/// 2 discard, 3 enter, 4 leave.
pub fn names_of_move(from: Role, into: Role) -> i64 {
    let names = [
        from == Role::Deck && into == Role::Hand,
        from == Role::Hand && into == Role::Play,
        from != Role::Discard && into == Role::Discard,
        from != Role::Play && into == Role::Play,
        from == Role::Play && into != Role::Play,
    ];
    names
        .iter()
        .enumerate()
        .fold(0, |bits, (bit, is)| bits | i64::from(*is) << bit)
}

/// A zone of the game, as the piles of its owners.
#[derive(Debug, Clone, Default)]
pub struct ZoneInfo {
    /// Name of the zone.
    pub name: Text,
    /// Its first pile; those of other owners follow.
    pub first: u16,
    /// The number of piles that it has.
    pub count: u16,
    /// True if it is the compiler's own: nobody sees it.
    pub internal: bool,
    /// The zone under whose cards its cards lie, if it is the place for those.
    pub under: Option<u16>,
}

/// A card at the table.
#[derive(Debug, Clone, Default)]
pub struct CardInfo {
    /// Its name for people.
    pub name: Text,
    /// The card that it is: copies share it.
    pub kind: u16,
    /// The pile it begins in.
    pub start: u16,
    /// The back that it has. Cards with different backs are never taken for each other: the decks that players
    /// bring have backs of their own.
    pub back: u16,
}

/// Something that cards share: a printed value, a keyword, a part of a rule.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Trait {
    /// Name of the trait, such as `cost=3` or `keyword=trample`.
    pub name: String,
    /// The amount of it on a card; mostly 1.
    pub weight: f32,
}

/// A column of printed values.
#[derive(Debug, Clone, Default)]
pub struct ColumnInfo {
    /// Name of the printed property.
    pub name: String,
    /// Kind of the values.
    pub sort: ValueKind,
    /// The value of each card.
    pub values: Vec<i64>,
}

/// Kind of a value, so that it can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ValueKind {
    /// Not known before play.
    #[default]
    Any,
    /// True or false, as 1 or 0.
    Truth,
    /// A whole number.
    Number,
    /// A word of a set: its position in `words`.
    Word(u16),
    /// A text: its position in `texts`.
    Text,
    /// A card, by its [`Card`](crate::ids::Card) number.
    Card,
    /// A pile, by its position in `piles`.
    Pile,
    /// A player, by seat.
    Player,
    /// A team, by number.
    Team,
    /// A phase, by its position in `phases`.
    Phase,
    /// A state, by its position in `states`.
    State,
    /// A kind of card.
    Kind,
    /// A list of cards.
    Cards,
    /// A list of lists of cards.
    Groups,
    /// A list of something else.
    List,
}

impl ValueKind {
    /// The number of cells that a value of this sort takes.
    pub fn cells(self) -> u16 {
        match self {
            Self::Cards | Self::Groups | Self::List => LIST_CELLS,
            Self::Any
            | Self::Truth
            | Self::Number
            | Self::Word(_)
            | Self::Text
            | Self::Card
            | Self::Pile
            | Self::Player
            | Self::Team
            | Self::Phase
            | Self::State
            | Self::Kind => 1,
        }
    }

    /// References to cards in a value of this kind. In [`Self::Any`] and [`Self::List`] none are known.
    #[inline(always)]
    pub(crate) fn card_references(self) -> CardReferences {
        match self {
            Self::Card => CardReferences::One,
            Self::Cards => CardReferences::Several,
            Self::Groups => CardReferences::Groups,
            Self::Any
            | Self::Truth
            | Self::Number
            | Self::Word(_)
            | Self::Text
            | Self::Pile
            | Self::Player
            | Self::Team
            | Self::Phase
            | Self::State
            | Self::Kind
            | Self::List => CardReferences::None,
        }
    }
}

/// References to cards in a value: whatever renumbers, redeals or compares cards must follow them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CardReferences {
    /// The value refers to no card.
    None,
    /// The value is a card.
    One,
    /// The value is a list of cards.
    Several,
    /// The value is a list of lists of cards.
    Groups,
}

/// A value that the game keeps in cells, one for each owner.
#[derive(Debug, Clone, Default)]
pub struct VariableInfo {
    /// Name of the variable.
    pub name: Text,
    /// Its first cell; those of other owners follow.
    pub first: u16,
    /// The number of owners that it has; 0 if it is the table's.
    pub owners: u16,
    /// True if it belongs to teams.
    pub of_teams: bool,
    /// True if it belongs to cards: one value for each.
    pub of_cards: bool,
    /// Kind of its value.
    pub sort: ValueKind,
    /// Kind of the items, if it is a list of something else than cards.
    pub items: ValueKind,
    /// True if only its owner sees it; of a card, only who knows the card.
    pub hidden: bool,
    /// True if the table shows it beside the players.
    pub shown: bool,
    /// True if it is the compiler's own: nobody sees it.
    pub internal: bool,
    /// The mark that it is, if it belongs to cards.
    pub mark: MarkKind,
    /// The values with which a card lies sideways.
    pub sideways: Vec<Value>,
}

/// The kinds of marks on cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MarkKind {
    /// An attribute, or a value of the compiler's own.
    #[default]
    Plain,
    /// A counter, or pieces of a resource.
    Counter,
    /// The place in a zone with fixed places.
    Slot,
    /// The card that it is attached to.
    AttachedTo,
    /// The card that it lies under.
    Under,
}

/// A value that every card has. It is reset when the card goes to another pile, except from one in play to
/// another.
#[derive(Debug, Clone, Default)]
pub struct MarkInfo {
    /// The cell of the first card; those of the others follow.
    pub first: Cell,
    /// The value that each card begins with.
    pub start: Vec<i64>,
    /// True if it is another card: one that leaves play is referred to no more.
    pub refers: bool,
    /// True if no rule asks which of the values that cards may have it is: the place of a card, if all places
    /// are alike.
    pub idle: bool,
    /// True if it counts as printed: a card that covers this one does not take it over.
    pub own: bool,
}

/// Something that effects change as long as they last.
#[derive(Debug, Clone)]
pub struct PresentInfo {
    /// Bearer of the value: cards, or the owners of a variable.
    pub of: PresentOf,
    /// Name of the value, keyword or variable.
    pub name: Text,
    /// Kind of its value.
    pub sort: ValueKind,
    /// Entry of the routine that evaluates it, with the number of the card or owner in the first register. At its end
    /// the first register holds the value at present, and the second the value without effects.
    pub at: Pc,
}

/// Bearer of a value that effects change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PresentOf {
    /// Cards have a value.
    Value,
    /// Cards have a keyword or not.
    Keyword,
    /// A variable, by its position among the variables: its owners.
    Variable(u16),
    /// A variable that is evaluated whenever it is read, and that the table shows.
    Computed(ComputedInfo),
}

/// A variable that is evaluated whenever it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComputedInfo {
    /// The number of owners that it has; 0 if it is the table's.
    pub owners: u16,
    /// True if it belongs to teams.
    pub of_teams: bool,
    /// True if only its owner sees it.
    pub hidden: bool,
    /// True if it may follow from values that seats do not see: then no seat sees it.
    pub secret: bool,
}

/// A table that cells hold: what waits, what lasts for a while, what is delayed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowsInfo {
    /// The number of rows.
    pub count: Cell,
    /// The largest number of rows.
    pub most: u16,
    /// The first cell of each part; those of the other rows follow.
    pub parts: Vec<Cell>,
}

impl RowsInfo {
    /// Takes a row out; those behind it move up.
    pub(crate) fn remove(&self, cells: &mut [i64], row: usize) {
        let count = usize::try_from(cells[self.count.index()]).unwrap_or(0);
        let count = count.min(usize::from(self.most));
        if row >= count {
            return;
        }
        for part in &self.parts {
            let first = part.index();
            cells[first + row..first + count].rotate_left(1);
        }
        cells[self.count.index()] = count as i64 - 1;
    }
}

/// A table of effects that wait.
#[derive(Debug, Clone, Default)]
pub struct PendingInfo {
    /// The number of waiting effects.
    pub count: Cell,
    /// The effect that each is: a position in `names`.
    pub what: Cell,
    /// The player of each.
    pub player: Cell,
    /// The card of each.
    pub card: Cell,
    /// True if each was cancelled.
    pub cancelled: Option<Cell>,
    /// Time at which each began to wait, if the oldest come first.
    pub since: Option<Cell>,
    /// Names of the effects.
    pub names: Vec<Text>,
    /// Order in which they are resolved.
    pub order: PendingOrder,
}

/// Order in which waiting effects are resolved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum PendingOrder {
    /// The one that came last first.
    #[default]
    LastFirst,
    /// By rank, then in the order in which they came.
    ByRank {
        /// The rank of each effect: the least first.
        ranks: Vec<i64>,
        /// Distance in seats from the current player to the player who comes first; `None` if players have no order.
        first_seat: Option<u8>,
    },
}

/// A question that the game may ask a player.
#[derive(Debug, Clone, Default)]
pub struct AskInfo {
    /// The question, for people.
    pub prompt: Text,
    /// The rule, move or definition that asks.
    pub part: String,
    /// True if nobody else learns the answer before all have answered.
    pub secret: bool,
    /// True if several options are chosen, one after the other.
    pub several: bool,
    /// True if it is asked even if there is only one answer, so that being asked tells nothing.
    pub always: bool,
    /// The cell of the card that it is about, if it is about one: who does not know the card does not learn what
    /// is asked.
    pub about: Option<Cell>,
}

/// Meaning of a choice.
#[derive(Debug, Clone, Default)]
pub struct MeaningInfo {
    /// The kind of choice.
    pub kind: ChoiceKind,
    /// The move, target or question; empty for a plain option.
    pub name: Text,
    /// Kind of its value.
    pub sort: ValueKind,
}

/// The kinds of choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChoiceKind {
    /// An option of a question.
    #[default]
    Option,
    /// A move, with a card or without.
    Move,
    /// A target of a move.
    Target,
    /// No more of several options.
    Done,
    /// No move; the turn or phase goes on without one.
    Pass,
}
