//! Questions that every game with such abilities asks, whatever its author wrote.

use super::Words;

/// A question, with the name that programs know it by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prompt {
    /// The name for programs.
    pub id: &'static str,
    /// The question for people.
    pub says: Words,
}

const fn prompt(id: &'static str, en: &'static str, ja: &'static str) -> Prompt {
    let says = Words { en, ja };
    Prompt { id, says }
}

/// Players may add a link to a chain.
pub const RESPOND: Prompt = prompt("respond", "Respond?", "チェーンしますか？");

/// Several effects of a player wait.
pub const FIRST_EFFECT: Prompt = prompt(
    "order",
    "Which effect comes first?",
    "どの効果から処理しますか？",
);

/// Several effects would replace an event.
pub const REPLACEMENT: Prompt = prompt(
    "replace",
    "Which effect comes instead?",
    "どの効果に置き換えますか？",
);
