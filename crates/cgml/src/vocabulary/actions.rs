//! The actions: what an effect may do.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::Words;
use super::names::NameKind;
use super::parameters::Parameter;
use super::shape::{Key, Shape};
use super::words::kinds;
use crate::version::Version;

mod cards;
mod control;
mod flow;
mod input;
mod movement;
mod order;
mod resources;
mod state;
mod visibility;

kinds! {
    /// An action. A match over it decides every action: a new one does not compile until each place has.
    ActionKind {
        Emit, AddCounter, RemoveCounter, Attach, Detach, Stack, CreateToken, Modify, Grant, Forbid, SetController,
        ForEachPlayer, ForEach, Parallel, If, Repeat, While, Atomic, Try, Delay, Resolve, Proceed, Cancel,
        SkipTurn, ExtraTurn, ReverseOrder, InsertPhase, RemovePhase, EndPhase, EndTurn, Win, Lose, Tie,
        RequestInput, Choose, ChooseMode, Confirm, Offer, Use,
        Move, MoveAll, Deal, DealRoundRobin, DealAll, Swap,
        Shuffle, Reorder, ChooseRandom, SearchZone, Mill,
        Transfer, Gain, Spend, Reduce,
        SetVariable, Increment, Let, SetState, SetPhase,
        Reveal, Conceal, Flip, Peek, Look, RevealMatching,
    }
}

impl ActionKind {
    /// Its row in the vocabulary.
    pub fn row(self) -> &'static Action {
        static BY_KIND: LazyLock<Vec<&'static Action>> = LazyLock::new(|| {
            let mut rows: Vec<_> = all().collect();
            rows.sort_by_key(|row| row.kind);
            rows
        });
        BY_KIND[self as usize]
    }

    /// True if its row has a trait.
    pub fn has(self, wanted: Trait) -> bool {
        self.row().traits.contains(&wanted)
    }

    /// Its parameter at this position.
    pub fn parameter_at(self, position: usize) -> Option<Parameter> {
        let key = self.row().parameters.get(position)?;
        Parameter::find(key.name)
    }
}

/// A row of the table of actions.
#[derive(Debug)]
pub struct Action {
    /// The action as code names it.
    pub kind: ActionKind,
    /// Its name, as `action:` in the long form; in text the same in small letters.
    pub name: &'static str,
    /// First version that has it.
    pub since: Version,
    /// Its parameters, the positional ones first: text may give those by position.
    pub parameters: &'static [Key],
    /// The number of its parameters that text may give by position.
    pub positional: usize,
    /// Its result for `store_as`.
    pub gives: Outcome,
    /// Its traits, for those who ask about actions without executing them.
    pub traits: &'static [Trait],
    /// One or two sentences.
    pub about: &'static str,
    /// Sentence, as a [`phrase`](super::phrase) of its parameters.
    pub says: Words,
}

/// A trait of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trait {
    /// It asks a player.
    Asks,
    /// It moves cards from zone to zone.
    MovesCards,
    /// It changes something on cards: counters, faces, links, keywords, values.
    ChangesCards,
    /// It assigns to the variable or attribute that its `path` names.
    ChangesVariable,
    /// It attaches cards to others, or takes them off.
    Attaches,
    /// It puts cards under others.
    Stacks,
    /// It makes cards that are in no deck.
    MakesTokens,
    /// It moves pieces between pools.
    ChangesPools,
    /// It may break off the phase, or rules that listen to it may, wherever its cards are.
    MayBreak,
}

/// Result of an action for `store_as`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// There is no result.
    Nothing,
    /// The cards it moved or found.
    Cards,
    /// The card it made or moved.
    Card,
    /// The number of things that it did.
    Number,
    /// The choice from this parameter; a list if several may be chosen.
    ChosenFrom(&'static str),
    /// The value of this parameter.
    Value(&'static str),
    /// True if it was done.
    Bool,
}

/// The parameters every action has.
pub const COMMON: &[Key] = &[
    Key::optional(
        "store_as",
        Shape::NewName(NameKind::Local),
        "The name under which the rest of the effect knows the result.",
    ),
    Key::optional("meta", Shape::Any, "Anything; ignored."),
];

/// The old name of an action that 1.3 still accepts, and its name today.
pub const ALIASES: &[(&str, &str)] = &[("SET_GAME_STATE", "SET_STATE")];

/// The name today of an action's old name, where a version still accepts it.
pub fn alias(name: &str, version: Version) -> Option<&'static str> {
    let found = ALIASES.iter().find(|(old, _)| *old == name);
    found
        .filter(|_| version < Version::V1_4)
        .map(|(_, new)| *new)
}

/// The actions by subject, each group with its title.
pub fn groups() -> impl Iterator<Item = (&'static str, &'static [Action])> {
    [
        ("Moving cards", movement::ACTIONS),
        ("Who knows which card", visibility::ACTIONS),
        ("Chance, searching and order", order::ACTIONS),
        ("Variables, states and phases", state::ACTIONS),
        ("Turns and the end of the game", flow::ACTIONS),
        ("Asking players", input::ACTIONS),
        ("Loops, branches and transactions", control::ACTIONS),
        ("Cards in play", cards::ACTIONS),
        ("Resources", resources::ACTIONS),
    ]
    .into_iter()
}

/// Every action, group by group.
pub fn all() -> impl Iterator<Item = &'static Action> {
    groups().flat_map(|(_, group)| group)
}

/// The action with this name in the long form.
pub fn find(name: &str) -> Option<&'static Action> {
    static BY_NAME: LazyLock<FxHashMap<&'static str, &'static Action>> =
        LazyLock::new(|| all().map(|action| (action.name, action)).collect());
    BY_NAME.get(name).copied()
}

/// The action with this name in text: small letters.
pub fn find_in_text(name: &str) -> Option<&'static Action> {
    static BY_NAME: LazyLock<FxHashMap<String, &'static Action>> =
        LazyLock::new(|| all().map(|action| (action.text_name(), action)).collect());
    BY_NAME.get(name).copied()
}

impl Action {
    /// The name in text.
    pub fn text_name(&self) -> String {
        self.name.to_ascii_lowercase()
    }

    /// The parameter with this name, common ones included.
    pub fn parameter(&self, name: &str) -> Option<&'static Key> {
        self.parameters
            .iter()
            .chain(COMMON)
            .find(|key| key.name == name)
    }

    /// True if it takes parameters it does not name: the fields of an event, the properties of a card.
    pub fn is_open(&self) -> bool {
        matches!(
            self.kind,
            ActionKind::Emit | ActionKind::Proceed | ActionKind::CreateToken
        )
    }

    /// The parameter that stands after the action's name in the short form: `repeat: 3`.
    pub fn leading(&self) -> Option<&'static Key> {
        let required = self.parameters.iter().find(|key| key.required);
        required.or_else(|| self.parameters.first())
    }
}

impl PartialEq for Action {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// Declares a table of actions.
macro_rules! actions {
    ($($kind:ident $name:literal $since:ident $gives:expr, $positional:literal
        $([$($trait:ident),*])? $about:literal
        $en:literal $ja:literal { $($key:expr;)* })*) => {
        pub(super) static ACTIONS: &[$crate::vocabulary::actions::Action] = &[$(
            $crate::vocabulary::actions::Action {
                kind: $crate::vocabulary::actions::ActionKind::$kind,
                name: $name,
                since: $crate::version::Version::$since,
                parameters: &[$($key),*],
                positional: $positional,
                gives: $gives,
                traits: &[$($($crate::vocabulary::actions::Trait::$trait),*)?],
                about: $about,
                says: $crate::vocabulary::Words { en: $en, ja: $ja },
            }
        ),*];
    };
}
use actions;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::phrase::{Piece, parse};

    #[test]
    fn every_action_has_its_own_name_and_its_positions_exist() {
        let mut names: Vec<_> = all().map(|action| action.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();

        assert_eq!(names.len(), count);
        for action in all() {
            assert!(
                action.positional <= action.parameters.len(),
                "{}",
                action.name
            );
            assert!(action.about.ends_with('.'), "{}", action.name);
        }
    }

    #[test]
    fn every_kind_has_one_row() {
        assert_eq!(all().count(), ActionKind::ALL.len());
        for kind in ActionKind::ALL {
            assert_eq!(kind.row().kind, *kind);
        }
    }

    #[test]
    fn a_sentence_names_what_may_be_left_out_in_brackets_only() {
        for action in all() {
            for sentence in [action.says.en, action.says.ja] {
                for name in outside_brackets(sentence) {
                    let key = action.parameter(name);
                    assert!(
                        key.is_some_and(|key| key.required),
                        "{}: {name}",
                        action.name
                    );
                }
            }
        }
    }

    /// The first name of each slot that stands in no `[…]`: what is missing after it is left out.
    fn outside_brackets(sentence: &str) -> Vec<&str> {
        let pieces = parse(sentence).unwrap_or_default().into_iter();
        let slots = pieces.filter_map(|piece| match piece {
            Piece::Slot(slot) => Some(slot),
            Piece::Text(_) | Piece::OneOf(_) => None,
        });
        slots
            .filter_map(|slot| slot.names().first().copied())
            .collect()
    }

    #[test]
    fn no_action_that_text_can_call_shares_its_name_with_an_operator() {
        let callable = |action: &&Action| {
            !action
                .parameters
                .iter()
                .any(|key| key.required && matches!(key.shape, Shape::Steps))
        };
        for action in all().filter(callable) {
            assert!(
                crate::vocabulary::operators::find(&action.text_name()).is_none(),
                "{} is both",
                action.name
            );
        }
    }
}
