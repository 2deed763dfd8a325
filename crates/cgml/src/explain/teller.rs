//! Teller: the game, the language, and the scope at one place of it.

use super::fill::{Slots, Texts, fill};
use super::page::Passage;
use crate::model::{Block, EventPattern, EventSource, Game, Local, LocalId, Table, Type};
use crate::vocabulary::{Language, Words};

/// Tells what a part of a game means.
#[derive(Clone)]
pub(super) struct Teller<'g> {
    pub(super) game: &'g Game,
    pub(super) language: Language,
    /// The player who acts.
    pub(super) acting: Acting,
    /// The event whose fields are known.
    pub(super) event: Option<EventSource>,
    /// The temporary value whose mention is left out at the head of a relative clause.
    pub(super) lead: Option<LocalId>,
    locals: Option<&'g Table<LocalId, Local>>,
    bound: Vec<(LocalId, Reference)>,
}

/// Form of address of the acting player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Acting {
    /// "the current player".
    Current,
    /// "you": in abilities, moves and definitions.
    You,
    /// "that player": in what is done for each player.
    That(String),
}

/// Reference to a temporary value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reference {
    /// A pronoun: "it", "its".
    It,
    /// The author's name: "the victim".
    Named(String),
    /// Something that is true or not: "your life is 3".
    Fact(String),
}

impl<'g> Teller<'g> {
    pub(super) fn new(game: &'g Game, language: Language) -> Self {
        Self {
            game,
            language,
            acting: Acting::Current,
            event: None,
            lead: None,
            locals: None,
            bound: Vec::new(),
        }
    }

    /// Addresses the acting player.
    pub(super) fn addressing_you(self) -> Self {
        Self {
            acting: Acting::You,
            ..self
        }
    }

    /// Speaks of whose turn it is.
    pub(super) fn addressing_nobody(self) -> Self {
        Self {
            acting: Acting::Current,
            ..self
        }
    }

    /// Knows the temporary values of a block.
    pub(super) fn with_locals(&self, block: &'g Block) -> Self {
        Self {
            locals: Some(&block.locals),
            ..self.clone()
        }
    }

    /// Knows what an event tells.
    pub(super) fn with_event(&self, pattern: Option<&EventPattern>) -> Self {
        Self {
            event: pattern.map(|pattern| pattern.event.clone()),
            ..self.clone()
        }
    }

    /// The name of what the event tells at a position.
    pub(super) fn event_field(&self, position: u32) -> Option<&str> {
        let position = position as usize;
        match self.event.as_ref()? {
            EventSource::Declared(event) => {
                let field = self.game.events[*event].fields.get(position);
                field.map(|field| field.name.as_str())
            }
            EventSource::Standard(event)
            | EventSource::Phase(event, _)
            | EventSource::State(event, _) => event.fields.get(position).map(|field| field.name),
            EventSource::Duration(_) => None,
        }
    }

    /// Speaks of a temporary value in these words from here on.
    pub(super) fn naming(&self, local: LocalId, name: impl Into<String>) -> Self {
        self.referring(local, Reference::Named(name.into()))
    }

    /// Speaks of a temporary value so from here on.
    pub(super) fn referring(&self, local: LocalId, reference: Reference) -> Self {
        let mut teller = self.clone();
        teller.bound.push((local, reference));
        teller
    }

    /// Speaks of a temporary value by its own name from here on: "the victim".
    pub(super) fn naming_itself(&self, local: LocalId) -> Self {
        let name = self.known_local(local).map_or("", |known| &known.name);
        self.naming(local, self.the(name))
    }

    /// A name in an author's effect: "the victim".
    pub(super) fn the(&self, name: &str) -> String {
        match (self.language, name) {
            (Language::English, _) => format!("the {}", name.replace('_', " ")),
            (Language::Japanese, "card") => "そのカード".to_owned(),
            (Language::Japanese, "player") => "そのプレイヤー".to_owned(),
            (Language::Japanese, "target") => "対象".to_owned(),
            (Language::Japanese, _) => self.quoted(&name.replace('_', " ")),
        }
    }

    /// Speaks of the element of a list as "it"; what was "it" before is "that card".
    pub(super) fn asking(&self, local: LocalId) -> Self {
        let mut teller = self.clone();
        for (outer, reference) in &mut teller.bound {
            if *reference == Reference::It {
                let ty = self.known_local(*outer).map(|known| &known.ty);
                *reference = Reference::Named(self.that(ty.unwrap_or(&Type::Any)));
            }
        }
        teller.bound.push((local, Reference::It));
        teller.lead = None;
        teller
    }

    /// Leaves the element out where the sentence begins with something of it.
    pub(super) fn leading_with(&self, local: LocalId) -> Self {
        Self {
            lead: Some(local),
            ..self.clone()
        }
    }

    /// Mentions everything again.
    pub(super) fn not_leading(&self) -> Self {
        Self {
            lead: None,
            ..self.clone()
        }
    }

    /// Reference to a temporary value, if it was introduced.
    pub(super) fn reference(&self, local: LocalId) -> Option<&Reference> {
        let bound = self.bound.iter().rev();
        bound
            .filter(|(known, _)| *known == local)
            .map(|(_, reference)| reference)
            .next()
    }

    /// True if these words already stand for another temporary value.
    pub(super) fn is_taken(&self, words: &str) -> bool {
        self.bound
            .iter()
            .any(|(_, reference)| matches!(reference, Reference::Named(name) if name == words))
    }

    /// Type information about a temporary value.
    pub(super) fn known_local(&self, local: LocalId) -> Option<&'g Local> {
        self.locals?.iter().nth(local.0 as usize)
    }

    /// "that card", "that player".
    pub(super) fn that(&self, ty: &Type) -> String {
        let words = match ty {
            Type::Card => ("that card", "そのカード"),
            Type::Player => ("that player", "そのプレイヤー"),
            Type::Team => ("that team", "そのチーム"),
            Type::Zone => ("that zone", "そのゾーン"),
            Type::Number => ("that number", "その数"),
            Type::Bool => ("that", "それ"),
            Type::List(element) => match **element {
                Type::Card => ("those cards", "それらのカード"),
                Type::Player => ("those players", "それらのプレイヤー"),
                _ => ("them", "それら"),
            },
            Type::Any
            | Type::Nothing
            | Type::Text
            | Type::Symbol(_)
            | Type::Phase
            | Type::State
            | Type::Kind
            | Type::CardName
            | Type::Range
            | Type::Pool
            | Type::Record(_) => ("that one", "それ"),
        };
        self.pick(words.0, words.1).to_owned()
    }

    /// The text in the language.
    pub(super) fn pick<'t>(&self, en: &'t str, ja: &'t str) -> &'t str {
        match self.language {
            Language::English => en,
            Language::Japanese => ja,
        }
    }

    /// A phrase with its slots filled.
    pub(super) fn say(&self, words: Words, slots: &dyn Slots) -> Passage {
        fill(words.of(self.language), slots)
    }

    /// A phrase with texts in its slots, as a line.
    pub(super) fn line(&self, words: Words, slots: &[(&str, Option<String>)]) -> String {
        self.say(words, &Texts(slots)).into_line(self.language)
    }

    /// Text in quotation marks.
    pub(super) fn quoted(&self, text: &str) -> String {
        match self.language {
            Language::English => format!("“{text}”"),
            Language::Japanese => format!("「{text}」"),
        }
    }

    /// Text in brackets.
    pub(super) fn bracketed(&self, text: &str) -> String {
        match self.language {
            Language::English => format!("({text})"),
            Language::Japanese => format!("（{text}）"),
        }
    }

    /// Several, as a list in a sentence: "a, b and c".
    pub(super) fn joined(&self, items: &[String], last: (&str, &str)) -> String {
        match (self.language, items.split_last()) {
            (_, None) => self.pick("nothing", "なし").to_owned(),
            (_, Some((only, []))) => only.clone(),
            (Language::English, Some((end, others))) => {
                format!("{} {} {end}", others.join(", "), last.0)
            }
            (Language::Japanese, Some(_)) => items.join(last.1),
        }
    }
}

/// A text in both languages.
pub(super) const fn words(en: &'static str, ja: &'static str) -> Words {
    Words { en, ja }
}
