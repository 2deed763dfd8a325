//! Sizes of what people may ask the studio to keep.

use crate::problem::{ProblemCode, problem};
use crate::wire::{KeptDeck, NewTable, Problem};

/// After so many choices no computer goes on, and no game begins: some games have no end.
pub(crate) const MOST_CHOICES: usize = 20_000;

/// The longest text of a deck, a card or a position.
const TEXT_BYTES: usize = 64 << 10;

/// The largest deck that is kept, as JSON.
const DECK_BYTES: usize = 16 << 10;

/// So many decks of a game are kept for one person.
pub(crate) const DECKS_OF_ONE: u32 = 200;

/// So many decks are kept for all guests together.
pub(crate) const DECKS_OF_GUESTS: u32 = 2_000;

/// So many decks are told at once.
pub(crate) const DECKS_OF_A_PAGE: u32 = 25;

/// The longest time that a person can have.
const MOST_SECONDS: u32 = 24 * 60 * 60;

/// A table that is not too large to be kept.
pub(crate) fn fits(wanted: &NewTable) -> Result<(), Problem> {
    if wanted.choices.len() > MOST_CHOICES {
        let count = wanted.choices.len();
        let message = format!("{count} choices are too many: a table takes {MOST_CHOICES}");
        return Err(problem(ProblemCode::TooLarge, message));
    }
    let clock = wanted.clock.iter();
    let mut seconds = clock.flat_map(|clock| [clock.seconds, clock.increment.max(1)]);
    if seconds.any(|seconds| seconds == 0 || seconds > MOST_SECONDS) {
        let message = format!("a clock has from 1 to {MOST_SECONDS} seconds");
        return Err(problem(ProblemCode::TooLarge, message));
    }
    let draft = wanted.draft.iter().map(|draft| &draft.text);
    let parameters = wanted.parameters.iter();
    let texts = [&wanted.game].into_iter();
    let texts = texts.chain(&wanted.variant).chain(&wanted.given);
    let texts = texts.chain(&wanted.decks).chain(draft);
    let texts = texts.chain(parameters.flat_map(|(name, value)| [name, value]));
    let bytes: usize = texts.map(String::len).sum();
    if bytes > TEXT_BYTES {
        let message = format!(
            "{bytes} bytes of decks, cards and settings are too many: a table takes {TEXT_BYTES}"
        );
        return Err(problem(ProblemCode::TooLarge, message));
    }
    Ok(())
}

/// The sections of a deck as JSON, if they are not too large to be kept.
pub(crate) fn sections_of(deck: &KeptDeck) -> Result<String, Problem> {
    let text = serde_json::to_string(&deck.sections);
    let text = text.map_err(|error| problem(ProblemCode::Deck, error.to_string()))?;
    if text.len() > DECK_BYTES {
        let bytes = text.len();
        let message = format!("a deck of {bytes} bytes is too large: {DECK_BYTES} are kept");
        return Err(problem(ProblemCode::TooLarge, message));
    }
    Ok(text)
}
