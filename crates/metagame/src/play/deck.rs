//! Decks as lists of names and numbers: what is kept in files, and what is changed from one generation to the next.

use cgml::model::{DeckList, Game, Prose};
use cgml::source::{FileId, Span};
use compile::BroughtDeck;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A deck: for each section its cards, by name, and how many of each.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Deck {
    /// The sections.
    pub sections: Vec<(String, Vec<(String, u32)>)>,
}

impl Deck {
    /// The deck of a list of a game.
    pub fn of_list(game: &Game, list: &DeckList) -> Self {
        let BroughtDeck { sections, .. } = BroughtDeck::new(game, list);
        Self { sections }
    }

    /// The deck as a player brings it.
    pub fn brought(&self, name: &str) -> BroughtDeck {
        BroughtDeck {
            name: name.to_owned(),
            sections: self.sections.clone(),
        }
    }

    /// The deck as a list of a game; cards that the game does not have are left out.
    pub fn list(&self, game: &Game, name: &str) -> DeckList {
        let known = |(card, count): &(String, u32)| Some((game.cards.find(card)?, *count));
        let sections = self.sections.iter().map(|(section, cards)| {
            let cards = cards.iter().filter_map(known);
            (section.clone(), cards.collect())
        });
        DeckList {
            name: name.to_owned(),
            title: Prose::default(),
            text: Prose::default(),
            sections: sections.collect(),
            origin: Span::new(FileId(0), 0, 0),
        }
    }

    /// All cards with how many there are of each.
    pub fn counts(&self) -> BTreeMap<&str, u32> {
        let mut counts = BTreeMap::new();
        for (card, count) in self.sections.iter().flat_map(|(_, cards)| cards) {
            *counts.entry(card.as_str()).or_default() += count;
        }
        counts
    }

    /// Number of cards.
    pub fn size(&self) -> u32 {
        self.counts().values().sum()
    }

    /// The deck with another card for every copy of one, at the same places: the same deal deals the one where it dealt
    /// the other.
    pub fn replaced(&self, card: &str, by: &str) -> Self {
        let mut deck = self.clone();
        for (name, _) in deck.sections.iter_mut().flat_map(|(_, cards)| cards) {
            if name == card {
                by.clone_into(name);
            }
        }
        deck
    }

    /// Puts cards into a section.
    pub fn put_in(&mut self, section: &str, card: &str, copies: u32) {
        if !self.sections.iter().any(|(name, _)| name == section) {
            self.sections.push((section.to_owned(), Vec::new()));
        }
        for (_, cards) in self.sections.iter_mut().filter(|(name, _)| name == section) {
            match cards.iter_mut().find(|(name, _)| name == card) {
                Some((_, count)) => *count += copies,
                None => cards.push((card.to_owned(), copies)),
            }
        }
    }

    /// Takes cards out of a section, as many as there are.
    pub fn take_out(&mut self, section: &str, card: &str, copies: u32) {
        for (_, cards) in self.sections.iter_mut().filter(|(name, _)| name == section) {
            if let Some((_, count)) = cards.iter_mut().find(|(name, _)| name == card) {
                *count -= copies.min(*count);
            }
            cards.retain(|(_, count)| *count > 0);
        }
    }

    /// The same deck with its cards in the order of their names, each once, and without empty sections.
    pub fn in_order(&self) -> Self {
        let sections = self.sections.iter().map(|(section, cards)| {
            let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
            for (card, count) in cards {
                *counts.entry(card).or_default() += count;
            }
            let cards = counts
                .into_iter()
                .map(|(card, count)| (card.to_owned(), count));
            (section.clone(), cards.collect::<Vec<_>>())
        });
        Self {
            sections: sections.filter(|(_, cards)| !cards.is_empty()).collect(),
        }
    }

    /// The change from this deck to another: for each card that differs, how many more there are.
    pub fn changes(&self, other: &Self) -> Vec<(String, i64)> {
        let (before, after) = (self.counts(), other.counts());
        let mut changes: BTreeMap<&str, i64> = BTreeMap::new();
        for (card, count) in after {
            *changes.entry(card).or_default() += i64::from(count);
        }
        for (card, count) in before {
            *changes.entry(card).or_default() -= i64::from(count);
        }
        let changes = changes.into_iter().filter(|(_, more)| *more != 0);
        changes
            .map(|(card, more)| (card.to_owned(), more))
            .collect()
    }

    /// The deck as a file that `fuda check --deck` reads.
    pub fn yaml(&self, name: &str) -> String {
        let mut text = format!("id: {name}\nsections:\n");
        for (section, cards) in &self.sections {
            let _ = writeln!(text, "  {}:", key(section));
            for (card, count) in cards {
                let _ = writeln!(text, "    {}: {count}", key(card));
            }
        }
        text
    }

    /// The numbers of all cards, one for each copy, where the game numbers its cards.
    pub fn numbers(&self, game: &Game) -> Option<Vec<i64>> {
        let by = game.deck_rules.as_ref()?.numbered_by?;
        let mut numbers = Vec::new();
        for (card, count) in self.sections.iter().flat_map(|(_, cards)| cards) {
            let card = &game.cards[game.cards.find(card)?];
            let printed = card
                .properties
                .iter()
                .find(|(property, _)| *property == by)?;
            let cgml::model::Literal::Number(number) = printed.1 else {
                return None;
            };
            numbers.extend(std::iter::repeat_n(number, *count as usize));
        }
        Some(numbers)
    }
}

/// A name as a key of YAML: in quotes unless it is a plain word.
fn key(name: &str) -> String {
    let is_plain = name
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-')
        && name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&name.to_ascii_lowercase().as_str());
    if is_plain {
        name.to_owned()
    } else {
        format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
    }
}
