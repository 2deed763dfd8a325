//! The checked game: no names any more, only ids; a type on every expression; a place on everything.
//!
//! A [`Game`] is what `check` gives and what the compiler takes. It is plain data. Everything that
//! came from a file knows its span, through all merges.

mod ability;
mod arithmetic;
mod cards;
mod components;
mod deck_rules;
mod definitions;
mod expr;
mod flow;
mod ids;
mod moves;
mod reads;
mod resolution;
pub mod scenario;
mod step;
mod table;
mod types;
pub mod visit;

pub use ability::{Ability, AbilitySort, OnceScope, Target};
pub use cards::{Attribute, CardDef, CardKind, Counter, Keyword, KeywordUse};
pub use components::{
    Deck, DeckSource, DeckType, Ordering, Overflow, Parameter, Pool, PoolHolder, Printed, Property,
    Resource, Role, Scope, Team, Variable, VariableValue, Visibility, Visible, Zone, ZoneOwner,
    ZoneType,
};
pub use deck_rules::{DeckList, DeckRules, DeckSection, Regulation};
pub use definitions::{Definition, DefinitionBody, EventDef, EventField};
pub use expr::{EventPattern, EventSource, Expr, ExprKind, Literal, Operation, Subject, Who};
pub use flow::{
    Failure, Meta, Often, Phase, PlayerOrder, Rng, Rule, State, Timing, Transition, Win,
};
pub use ids::{
    AttributeId, CardDefId, CheckId, CounterId, DeckId, DeckListId, DeckTypeId, DefinitionId,
    DurationId, EventId, GroupId, KeywordId, KindId, LocalId, MoveId, ParameterId, PhaseId, PoolId,
    PropertyId, RegulationId, ResourceId, RuleId, StateId, SymbolSetId, Table, TeamId, VariableId,
    ZoneId,
};
pub use moves::Move;
pub use reads::{LocalName, MarksRead, Reads};
pub use resolution::{CheckDef, Group, Invariant, Resolution};
pub use step::{
    Argument, ArgumentValue, Block, Callee, Local, Mode, Modifier, ModifierOperation, NameRef, Step,
};
pub use table::{FaceLook, FacePart, Layout, Sheet, TableLook, Variant, ZonePlace};
pub use types::{SymbolSet, Type};

use crate::source::Span;
use crate::version::Version;
use crate::vocabulary::sections::PrintedProperty;

/// A text for people: one per language code, the first is the default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prose {
    /// Language code (empty if the author gave one text for all) and text.
    pub texts: Vec<(String, String)>,
}

impl Prose {
    /// The text in a language, or the default.
    pub fn of(&self, language: &str) -> &str {
        self.texts
            .iter()
            .find(|(code, _)| code == language)
            .or_else(|| self.texts.first())
            .map_or("", |(_, text)| text)
    }

    /// True if there is no text.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// The words of a game for people: values of properties, names of zones, phases and kinds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Texts {
    /// Language code, and each word with its text, in the order written.
    pub languages: Vec<(String, Vec<(String, String)>)>,
}

impl Texts {
    /// The text of a word: in the language, in English, or in the first language that has one
    /// (CGML, table and texts).
    pub fn of(&self, word: &str, language: &str) -> Option<&str> {
        let in_language = |code: &str| {
            let mut languages = self.languages.iter();
            let (_, words) = languages.find(|(language, _)| language == code)?;
            text_of(words, word)
        };
        let mut others = self.languages.iter();
        in_language(language)
            .or_else(|| in_language("en"))
            .or_else(|| others.find_map(|(_, words)| text_of(words, word)))
    }
}

fn text_of<'t>(words: &'t [(String, String)], word: &str) -> Option<&'t str> {
    let found = words.iter().find(|(known, _)| known == word)?;
    Some(&found.1)
}

/// A checked game: every name is resolved and every expression has its type.
#[derive(Debug, Clone)]
pub struct Game {
    /// The version of the language it is written in.
    pub version: Version,
    /// Name, players, chance.
    pub meta: Meta,
    /// Named values that variants set.
    pub parameters: Table<ParameterId, Parameter>,
    /// Teams, with the seats of each; empty if everybody plays alone.
    pub teams: Table<TeamId, Team>,
    /// The values of enumerated properties and attributes.
    pub symbol_sets: Table<SymbolSetId, SymbolSet>,
    /// Printed properties of cards.
    pub properties: Table<PropertyId, Property>,
    /// Deck types, which make cards from suits, ranks or lists.
    pub deck_types: Table<DeckTypeId, DeckType>,
    /// Every card that any deck may hold.
    pub cards: Table<CardDefId, CardDef>,
    /// Card kinds, which give properties, keywords and abilities to their cards.
    pub kinds: Table<KindId, CardKind>,
    /// Keywords: abilities with a name, which cards refer to.
    pub keywords: Table<KeywordId, Keyword>,
    /// Attributes of cards.
    pub attributes: Table<AttributeId, Attribute>,
    /// Kinds of counters that may lie on cards.
    pub counters: Table<CounterId, Counter>,
    /// Decks that zones begin with.
    pub decks: Table<DeckId, Deck>,
    /// Zones, each with its type.
    pub zones: Table<ZoneId, Zone>,
    /// Variables of the table, of players and of teams.
    pub variables: Table<VariableId, Variable>,
    /// Resources, whose pieces lie in pools.
    pub resources: Table<ResourceId, Resource>,
    /// Pools of resources.
    pub pools: Table<PoolId, Pool>,
    /// Events the game declares.
    pub events: Table<EventId, EventDef>,
    /// Named effects and functions.
    pub definitions: Table<DefinitionId, Definition>,
    /// Moves of open phases.
    pub moves: Table<MoveId, Move>,
    /// Scheduling of waiting effects, and layers of continuous changes.
    pub resolution: Resolution,
    /// Steps before the first turn.
    pub setup: Block,
    /// States of the flow, each with its phases.
    pub states: Table<StateId, State>,
    /// Phases, each once, whichever states have it.
    pub phases: Table<PhaseId, Phase>,
    /// The state the game begins in.
    pub initial_state: StateId,
    /// Order of turns.
    pub player_order: PlayerOrder,
    /// Seat that begins; seat 0 if `None`.
    pub first_player: Option<Expr>,
    /// After so many turns the game is a draw.
    pub turn_limit: Option<Expr>,
    /// Transitions between states.
    pub transitions: Vec<Transition>,
    /// Conditions and scores at the end of the game.
    pub win: Option<Win>,
    /// Rules: effects on events, and restrictions of moves.
    pub rules: Table<RuleId, Rule>,
    /// Checks between effects.
    pub checks: Table<CheckId, CheckDef>,
    /// Facts that always hold.
    pub invariants: Vec<Invariant>,
    /// Rules for decks.
    pub deck_rules: Option<DeckRules>,
    /// Decks to play with.
    pub deck_lists: Table<DeckListId, DeckList>,
    /// Variables that the table shows beside the players.
    pub shown_variables: Vec<VariableId>,
    /// The words of the game for people.
    pub texts: Texts,
    /// Look of the table.
    pub look: TableLook,
    /// The variants that come with it.
    pub variants: Vec<Variant>,
}

impl Game {
    /// The property that the templates of decks print, if any card of the game has it.
    pub fn printed_property(&self, property: PrintedProperty) -> Option<PropertyId> {
        self.properties.find(property.name())
    }
}

/// Something with a name and a place.
pub trait Named {
    /// Identifier in the game's files.
    fn name(&self) -> &str;
    /// The place where it is declared.
    fn origin(&self) -> Span;
}

/// Implements [`Named`] for types with the fields `name` and `origin`.
macro_rules! named {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::model::Named for $type {
            fn name(&self) -> &str {
                &self.name
            }
            fn origin(&self) -> $crate::source::Span {
                self.origin
            }
        })*
    };
}
use named;

#[cfg(test)]
mod tests {
    use super::Texts;

    #[test]
    fn a_word_is_told_in_the_language_asked_for_or_in_english_or_in_any() {
        let words = |words: &[(&str, &str)]| {
            let owned = |(word, text): &(&str, &str)| ((*word).to_owned(), (*text).to_owned());
            words.iter().map(owned).collect::<Vec<_>>()
        };
        let texts = Texts {
            languages: vec![
                ("ja".to_owned(), words(&[("fire", "火"), ("wind", "風")])),
                ("en".to_owned(), words(&[("fire", "Fire")])),
            ],
        };

        assert_eq!(texts.of("fire", "ja"), Some("火"));
        assert_eq!(texts.of("fire", "de"), Some("Fire"));
        assert_eq!(texts.of("wind", "en"), Some("風"));
        assert_eq!(texts.of("water", "ja"), None);
    }
}
