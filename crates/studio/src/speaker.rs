//! Speaker: views and tellings of a seat as messages in a language.

pub(crate) mod locate;

mod faces;
mod facts;
mod happened;
mod log;
mod question;
mod reasons;
mod table;

pub(crate) use narrate::Values;

use crate::shelf::Edition;
use cgml::model::Prose;
use cgml::vocabulary::Language;
use engine::program::Program;
use engine::seen::{CardSeen, ChoiceSeen, Value};
use narrate::{Detail, GameNames, Narrator};

/// Speaks a language, to one seat or to a spectator.
#[derive(Clone, Copy)]
pub(crate) struct Speaker<'a> {
    pub(crate) edition: &'a Edition,
    pub(crate) program: &'a Program,
    pub(crate) language: Language,
    /// The seat that is called "you".
    pub(crate) seat: Option<u8>,
    /// True if every change is worth a line, as authors want it.
    pub(crate) traces: bool,
    /// The names that people gave, by seat; empty where nobody did.
    pub(crate) names: &'a [String],
}

/// The number of a card's face, if it is known.
fn face_number(card: &CardSeen) -> Option<u16> {
    card.look.face.as_ref().map(|face| face.kind)
}

/// The language of a code; English if there is none.
pub(crate) fn language_of(code: &str) -> Language {
    match code {
        "ja" => Language::Japanese,
        _ => Language::English,
    }
}

impl Speaker<'_> {
    pub(crate) fn pick<'t>(&self, english: &'t str, japanese: &'t str) -> &'t str {
        match self.language {
            Language::English => english,
            Language::Japanese => japanese,
        }
    }

    /// The names in the game's files.
    pub(crate) fn names(&self) -> GameNames<'_> {
        GameNames {
            game: &self.edition.game,
            language: self.language,
        }
    }

    pub(crate) fn prose(&self, prose: &Prose, otherwise: &str) -> String {
        self.names().prose(prose, otherwise)
    }

    /// A word of the game.
    pub(crate) fn word(&self, word: &str) -> String {
        self.names().word(word)
    }

    /// The voice that says what happens in the game.
    pub(crate) fn narrator(&self) -> Narrator<'_> {
        Narrator {
            program: self.program,
            language: self.language,
            seat: self.seat,
            first_number: 1,
            names: self.names,
            detail: match self.traces {
                true => Detail::Everything,
                false => Detail::Table,
            },
        }
    }

    /// Name of a seat for people.
    pub(crate) fn seat_name(&self, seat: u8) -> String {
        self.narrator().seat_name(seat)
    }

    fn value(&self, value: &Value) -> String {
        self.narrator().value(value)
    }

    /// A choice: what is done, and with what.
    pub(crate) fn choice_text(&self, choice: &ChoiceSeen) -> String {
        self.narrator().choice(choice)
    }

    /// True if nobody has turns of their own.
    pub(crate) fn turns_are_shared(&self) -> bool {
        self.narrator().turns_are_shared()
    }

    /// A section of a deck.
    pub(crate) fn section(&self, name: &str) -> String {
        self.names().section(name)
    }

    /// Name of a property.
    pub(crate) fn property(&self, name: &str) -> String {
        self.names().property(name)
    }
}

fn small_number(value: &Value) -> Option<i32> {
    match value {
        Value::Number(number) => Some(small(*number)),
        _ => None,
    }
}

fn small(number: i64) -> i32 {
    number.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}
