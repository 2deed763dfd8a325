//! The kinds of names an author declares and uses.

use crate::version::Version;

/// Description of a kind of name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    /// A deck type in `component_types.deck_types`.
    DeckType,
    /// A zone type in `component_types.zone_types`.
    ZoneType,
    /// A deck in `components.decks`.
    Deck,
    /// A zone in `components.zones`.
    Zone,
    /// A variable in `components.variables`.
    Variable,
    /// A state of `flow.states`.
    State,
    /// A phase of a state.
    Phase,
    /// A rule of the game.
    Rule,
    /// A transition between states.
    Transition,
    /// A temporary value: `store_as`, a loop's item, a target, a parameter of a definition.
    Local,
    /// A parameter of the game.
    Parameter,
    /// A team of players.
    Team,
    /// A card kind of the game.
    Kind,
    /// A card as printed.
    Card,
    /// A property printed on cards.
    Property,
    /// A changing attribute of cards.
    Attribute,
    /// A kind of counter.
    Counter,
    /// A resource of the game.
    Resource,
    /// A pool of a resource.
    Pool,
    /// An event the game declares.
    Event,
    /// A move of an open phase.
    Move,
    /// A defined effect or function.
    Definition,
    /// A keyword of cards.
    Keyword,
    /// A group of pending effects.
    Group,
    /// A duration of continuous effects.
    Duration,
    /// A list of regulations for decks.
    Regulation,
    /// A deck list of the game.
    DeckList,
    /// An invariant of the game.
    Invariant,
    /// A check made between effects.
    Check,
    /// A value of an enumerated property or attribute, such as a suit.
    Symbol,
    /// A variant of the game.
    Variant,
}

impl NameKind {
    /// The word for it in messages.
    pub fn noun(self) -> &'static str {
        match self {
            Self::DeckType => "deck type",
            Self::ZoneType => "zone type",
            Self::Deck => "deck",
            Self::Zone => "zone",
            Self::Variable => "variable",
            Self::State => "state",
            Self::Phase => "phase",
            Self::Rule => "rule",
            Self::Transition => "transition",
            Self::Local => "temporary value",
            Self::Parameter => "parameter",
            Self::Team => "team",
            Self::Kind => "card kind",
            Self::Card => "card",
            Self::Property => "property",
            Self::Attribute => "attribute",
            Self::Counter => "counter",
            Self::Resource => "resource",
            Self::Pool => "pool",
            Self::Event => "event",
            Self::Move => "move",
            Self::Definition => "definition",
            Self::Keyword => "keyword",
            Self::Group => "group",
            Self::Duration => "duration",
            Self::Regulation => "regulation",
            Self::DeckList => "deck list",
            Self::Invariant => "invariant",
            Self::Check => "check",
            Self::Symbol => "value",
            Self::Variant => "variant",
        }
    }

    /// First version in which such names can be declared.
    pub fn since(self) -> Version {
        match self {
            Self::DeckType
            | Self::ZoneType
            | Self::Deck
            | Self::Zone
            | Self::Variable
            | Self::State
            | Self::Phase
            | Self::Rule
            | Self::Transition
            | Self::Local
            | Self::Team
            | Self::Property
            | Self::Symbol => Version::V1_3,
            Self::Parameter
            | Self::Kind
            | Self::Card
            | Self::Attribute
            | Self::Counter
            | Self::Resource
            | Self::Pool
            | Self::Event
            | Self::Move
            | Self::Definition
            | Self::Keyword
            | Self::Group
            | Self::Duration
            | Self::Regulation
            | Self::DeckList
            | Self::Invariant
            | Self::Check
            | Self::Variant => Version::V1_4,
        }
    }

    /// Section in which such a name is declared, for hints.
    pub fn home(self) -> &'static str {
        match self {
            Self::DeckType => "components.component_types.deck_types",
            Self::ZoneType => "components.component_types.zone_types",
            Self::Deck => "components.decks",
            Self::Zone => "components.zones",
            Self::Variable => "components.variables",
            Self::State => "flow.states",
            Self::Phase => "the `phases` of a state",
            Self::Rule => "rules",
            Self::Transition => "flow.transitions",
            Self::Local => "a `store_as` before it",
            Self::Parameter => "parameters",
            Self::Team => "teams",
            Self::Kind => "card_kinds",
            Self::Card => "cards",
            Self::Property => "the `properties` of a card kind, or a deck's composition",
            Self::Attribute => "attributes",
            Self::Counter => "counters",
            Self::Resource | Self::Pool => "resources",
            Self::Event => "events",
            Self::Move => "moves",
            Self::Definition => "define",
            Self::Keyword => "keywords",
            Self::Group => "resolution.groups",
            Self::Duration => "continuous.durations",
            Self::Regulation => "deck_rules.regulations",
            Self::DeckList => "deck_lists",
            Self::Invariant => "invariants",
            Self::Check => "state_based",
            Self::Symbol => "the `values` of a property or attribute",
            Self::Variant => "variants",
        }
    }
}
