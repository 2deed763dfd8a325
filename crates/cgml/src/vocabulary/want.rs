//! Expectations of operands.

use super::names::NameKind;

/// Expectations of operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Want {
    /// A value of any type.
    Any,
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Number,
    /// Numbers: one, or a list of them (lists in lists count too).
    Numbers,
    /// Text, or a word.
    Text,
    /// Exactly one card.
    Card,
    /// Cards: one, a list, a zone or several zones.
    Cards,
    /// A card, a zone, several zones, or any list.
    CardsOrList,
    /// Exactly one zone.
    Zone,
    /// One zone or several.
    Zones,
    /// Exactly one player.
    Player,
    /// One player or several.
    Players,
    /// A list, or a zone as the list of its cards.
    List,
    /// A list of lists.
    Lists,
    /// A list, a zone or text.
    ListOrText,
    /// A card, a rank, or a list of them.
    RankOrCard,
    /// Something comparable with the first operand.
    LikeFirst,
    /// A truth value for each element of the first operand; `item` is the element.
    Predicate,
    /// Any value for each element of the first operand; `item` is the element.
    Key,
    /// A numeric value for each element of the first operand.
    NumberKey,
    /// Something that can be assigned: a variable, an attribute, a pool.
    Settable,
    /// A pool of a resource.
    Pool,
    /// A path whose existence is asked.
    Path,
    /// An action, as `canPerform` takes it.
    Action,
    /// A name of this kind, written as a bare word.
    Name(NameKind),
}

impl Want {
    /// The words for it in messages: "expected …".
    pub fn noun(self) -> String {
        match self {
            Self::Any | Self::LikeFirst => "a value".to_owned(),
            Self::Bool | Self::Predicate => "a truth value".to_owned(),
            Self::Number | Self::NumberKey => "a number".to_owned(),
            Self::Numbers => "numbers".to_owned(),
            Self::Text => "text".to_owned(),
            Self::Card => "a card".to_owned(),
            Self::Cards => "cards or a zone".to_owned(),
            Self::CardsOrList => "cards, a zone or a list".to_owned(),
            Self::Zone => "a zone".to_owned(),
            Self::Zones => "a zone or zones".to_owned(),
            Self::Player => "a player".to_owned(),
            Self::Players => "players".to_owned(),
            Self::List => "a list or a zone".to_owned(),
            Self::Lists => "a list of lists".to_owned(),
            Self::ListOrText => "a list, a zone or text".to_owned(),
            Self::RankOrCard => "a card or a rank".to_owned(),
            Self::Key => "a value for each item".to_owned(),
            Self::Settable => "something that can be set".to_owned(),
            Self::Pool => "a pool of a resource".to_owned(),
            Self::Path => "a path".to_owned(),
            Self::Action => "an action".to_owned(),
            Self::Name(kind) => format!("the name of a {}", kind.noun()),
        }
    }
}
