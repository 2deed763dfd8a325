//! Speaker: views and tellings of a seat as messages in a language.

pub(crate) mod breaches;
pub(crate) mod diagnosed;
pub(crate) mod locate;

mod faces;
mod happened;
mod log;
mod question;
mod reasons;
mod sentences;
mod table;

pub(crate) use log::Values;

use crate::shelf::{Edition, spaced};
use cgml::model::{CardDefId, Property, Prose};
use cgml::vocabulary::Language;
use engine::program::{ChoiceKind as Kind, Program};
use engine::seen::{CardSeen, ChoiceSeen, PileName, Value};

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

    pub(crate) fn prose(&self, prose: &Prose, otherwise: &str) -> String {
        match prose.of(self.language.code()) {
            "" => otherwise.to_owned(),
            text => text.to_owned(),
        }
    }

    /// A word of the game.
    pub(crate) fn word(&self, word: &str) -> String {
        let code = self.language.code();
        if let Some(text) = self.edition.game.texts.of(word, code) {
            return text.to_owned();
        }
        let mut kinds = self.edition.game.kinds.iter();
        let kind = kinds.find(|kind| kind.name == word);
        kind.map_or_else(
            || spaced(word),
            |kind| self.prose(&kind.text, &spaced(word)),
        )
    }

    /// Name of a seat for people.
    pub(crate) fn seat_name(&self, seat: u8) -> String {
        let given = self.names.get(usize::from(seat));
        if let Some(name) = given.filter(|name| !name.is_empty()) {
            return name.clone();
        }
        let number = u16::from(seat) + 1;
        match self.language {
            Language::English => format!("Player {number}"),
            Language::Japanese => format!("プレイヤー{number}"),
        }
    }

    /// A player, as the beginning of a sentence.
    fn player(&self, seat: u8) -> String {
        if self.seat == Some(seat) {
            return self.pick("You", "あなた").to_owned();
        }
        self.seat_name(seat)
    }

    fn team(&self, team: u8) -> String {
        let number = u16::from(team) + 1;
        match self.language {
            Language::English => format!("Team {number}"),
            Language::Japanese => format!("チーム{number}"),
        }
    }

    fn players(&self, seats: &[u8]) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.player(*seat)).collect();
        names.join(self.pick(" and ", "と"))
    }

    pub(crate) fn owned(&self, name: &str, owner: Option<u8>, team: Option<u8>) -> String {
        let whose = match (owner, team) {
            // In a game for one, everything is theirs.
            (Some(_), _) if self.program.seats == 1 => return name.to_owned(),
            (Some(seat), _) if self.seat == Some(seat) => {
                return format!("{}{name}", self.pick("your ", "自分の"));
            }
            (Some(seat), _) => self.player(seat),
            (None, Some(team)) => self.team(team),
            (None, None) => return name.to_owned(),
        };
        match self.language {
            Language::English => format!("{name} of {whose}"),
            Language::Japanese => format!("{whose}の{name}"),
        }
    }

    fn pile_name(&self, pile: &PileName) -> String {
        self.owned(&pile.zone.text, pile.owner, pile.team)
    }

    fn card(&self, card: &CardSeen) -> String {
        if let Some(face) = &card.look.face {
            return face.name.text.clone();
        }
        let pile = self.pile_name(&card.pile);
        let number = card.number.or(card.position.map(|position| position + 1));
        match (self.language, number) {
            (Language::English, Some(number)) => format!("card {number} of {pile}"),
            (Language::English, None) => format!("a card of {pile}"),
            (Language::Japanese, Some(number)) => format!("{pile}の{number}枚目"),
            (Language::Japanese, None) => format!("{pile}の1枚"),
        }
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Nothing => "–".to_owned(),
            Value::Unknown => "?".to_owned(),
            Value::Truth(true) => self.pick("yes", "はい").to_owned(),
            Value::Truth(false) => self.pick("no", "いいえ").to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Word(word) => self.word(word),
            Value::Card(card) => self.card(card),
            Value::Pile(pile) => self.pile_name(pile),
            Value::Player(seat) => self.player(*seat),
            Value::Team(team) => self.team(*team),
            Value::Phase(name) | Value::State(name) | Value::Kind(name) => name.text.clone(),
            Value::List(values) if values.is_empty() => "–".to_owned(),
            Value::List(values) => {
                let values: Vec<String> = values.iter().map(|value| self.value(value)).collect();
                values.join(self.pick(", ", "、"))
            }
        }
    }

    fn choice_name(&self, choice: &ChoiceSeen) -> String {
        if !choice.name.text.is_empty() {
            return choice.name.text.clone();
        }
        match choice.kind {
            Kind::Pass => self.pick("Pass", "パス").to_owned(),
            Kind::Done => self.pick("Done", "決定").to_owned(),
            Kind::Move | Kind::Option | Kind::Target => String::new(),
        }
    }

    /// A choice: what is done, and with what.
    pub(crate) fn choice_text(&self, choice: &ChoiceSeen) -> String {
        let name = self.choice_name(choice);
        // Of options only modes have names of their own, and their value is nothing but a number.
        let is_alone = matches!(choice.kind, Kind::Pass | Kind::Done | Kind::Option)
            || matches!(choice.value, Value::Nothing);
        match (name.is_empty(), is_alone) {
            (true, _) => self.value(&choice.value),
            (false, true) => name,
            (false, false) => format!("{name}: {}", self.value(&choice.value)),
        }
    }

    /// A section of a deck.
    pub(crate) fn section(&self, name: &str) -> String {
        let rules = self.edition.game.deck_rules.iter();
        let mut sections = rules.flat_map(|rules| &rules.sections);
        let section = sections.find(|section| section.name == name);
        let own = section.map_or_else(String::new, |section| self.prose(&section.text, ""));
        if own.is_empty() { self.word(name) } else { own }
    }

    /// Title of a card.
    pub(crate) fn card_title(&self, card: CardDefId) -> String {
        let card = &self.edition.game.cards[card];
        self.prose(&card.title, &spaced(&card.name))
    }

    /// Name of a property.
    pub(crate) fn property(&self, name: &str) -> String {
        let game = &self.edition.game;
        let property = game.properties.find(name).map(|id| &game.properties[id]);
        self.property_name(name, property)
    }

    fn property_name(&self, name: &str, property: Option<&Property>) -> String {
        let own = property.map_or_else(String::new, |it| self.prose(&it.text, ""));
        if own.is_empty() { self.word(name) } else { own }
    }

    /// True if nobody has turns of their own.
    pub(crate) fn turns_are_shared(&self) -> bool {
        self.program.direction == 0 || self.program.seats == 1
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
