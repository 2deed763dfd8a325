//! Names in a game's files, before it is compiled: cards, properties, sections of decks.

use crate::grammar::spaced;
use cgml::model::{CardDefId, Game, Prose, Regulation};
use cgml::vocabulary::Language;

/// The names of a game in a language.
#[derive(Debug, Clone, Copy)]
pub struct GameNames<'g> {
    /// The game whose files have the names.
    pub game: &'g Game,
    /// Language of the texts.
    pub language: Language,
}

impl GameNames<'_> {
    /// A text of the author's, or something else where there is none.
    pub fn prose(&self, prose: &Prose, otherwise: &str) -> String {
        match prose.of(self.language.code()) {
            "" => otherwise.to_owned(),
            text => text.to_owned(),
        }
    }

    /// A word of the game.
    pub fn word(&self, word: &str) -> String {
        let code = self.language.code();
        if let Some(text) = self.game.texts.of(word, code) {
            return text.to_owned();
        }
        let mut kinds = self.game.kinds.iter();
        let kind = kinds.find(|kind| kind.name == word);
        kind.map_or_else(
            || spaced(word),
            |kind| self.prose(&kind.text, &spaced(word)),
        )
    }

    /// A thing with a text of its own, or the word for it.
    fn named(&self, name: &str, own: Option<&Prose>) -> String {
        let own = own.map_or_else(String::new, |own| self.prose(own, ""));
        if own.is_empty() { self.word(name) } else { own }
    }

    /// A section of a deck.
    pub fn section(&self, name: &str) -> String {
        let rules = self.game.deck_rules.iter();
        let mut sections = rules.flat_map(|rules| &rules.sections);
        let section = sections.find(|section| section.name == name);
        self.named(name, section.map(|section| &section.text))
    }

    /// A property of cards.
    pub fn property(&self, name: &str) -> String {
        let properties = &self.game.properties;
        let property = properties.find(name).map(|id| &properties[id]);
        self.named(name, property.map(|property| &property.text))
    }

    /// Title of a card.
    pub fn card_title(&self, card: CardDefId) -> String {
        let card = &self.game.cards[card];
        self.prose(&card.title, &spaced(&card.name))
    }

    /// Name of a regulation.
    pub fn regulation(&self, regulation: &Regulation) -> String {
        self.prose(&regulation.text, &spaced(&regulation.name))
    }
}
