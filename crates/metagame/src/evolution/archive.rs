//! An archive of different good decks (MAP-Elites): the best deck of each kind, by curve and colours.

use super::individual::Individual;
use crate::building::Building;
use crate::deck::Deck;
use cgml::model::{CardDef, Game, Literal, PropertyId, Type};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A word belongs to a deck if at least this share of its cards has it.
const SHARE: f64 = 0.15;

/// The best deck of each cell.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Archive(BTreeMap<String, Individual>);

impl Archive {
    /// Keeps a deck if its cell has none, or a worse one.
    pub(super) fn keep(&mut self, cell: String, individual: &Individual) {
        let is_better = self
            .0
            .get(&cell)
            .is_none_or(|known| known.score() < individual.score());
        let is_same = self
            .0
            .get(&cell)
            .is_some_and(|known| known.id == individual.id);
        if is_better || is_same {
            self.0.insert(cell, individual.clone());
        }
    }

    /// The decks with their cells.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Individual)> {
        self.0
            .iter()
            .map(|(cell, individual)| (cell.as_str(), individual))
    }

    pub(super) fn forget(&mut self) {
        self.0.values_mut().for_each(Individual::forget);
    }
}

/// Axes by which decks are told apart: the average of a number that is printed on cards, and by a word.
#[derive(Debug, Clone, PartialEq)]
pub struct Axes {
    /// For each card its number and its words.
    cards: BTreeMap<String, (Option<i64>, Vec<String>)>,
    /// The bounds between low, middle and high averages.
    bounds: [f64; 2],
    /// The names of the properties.
    pub names: (Option<String>, Option<String>),
}

impl Axes {
    /// The first number and the first word that cards of the pool differ in. Ids do not count.
    pub fn of(building: &Building<'_>) -> Self {
        let game = building.game();
        let pool: Vec<&CardDef> = building
            .pools()
            .iter()
            .flat_map(|(_, cards)| cards)
            .filter_map(|card| Some(&game.cards[game.cards.find(card)?]))
            .collect();
        let numbered = game.deck_rules.as_ref().and_then(|rules| rules.numbered_by);
        let differs = |id: PropertyId| {
            let mut values = pool.iter().filter_map(|card| printed(card, id));
            let first = values.next();
            values.any(|value| Some(value) != first)
        };
        let find = |is_wanted: fn(&Type) -> bool| {
            let all = game.properties.pairs();
            let mut all =
                all.filter(|(id, property)| is_wanted(&property.ty) && Some(*id) != numbered);
            all.find(|(id, _)| differs(*id)).map(|(id, _)| id)
        };
        let number = find(|ty| matches!(ty, Type::Number));
        let word = find(|ty| {
            matches!(ty, Type::Symbol(_))
                || matches!(ty, Type::List(of) if matches!(**of, Type::Symbol(_)))
        });
        let about = |card: &&CardDef| {
            let value = number.and_then(|id| printed(card, id)).and_then(whole);
            let words = word
                .and_then(|id| printed(card, id))
                .map_or_else(Vec::new, |value| words(game, value));
            (card.name.clone(), (value, words))
        };
        let cards: BTreeMap<_, _> = pool.iter().map(about).collect();
        let name = |id: Option<PropertyId>| id.map(|id| game.properties[id].name.clone());
        Self {
            bounds: bounds(&cards),
            cards,
            names: (name(number), name(word)),
        }
    }

    /// The cell of a deck.
    pub fn cell(&self, deck: &Deck) -> String {
        let curve = match self.average(deck) {
            None => "any",
            Some(average) if average < self.bounds[0] => "low",
            Some(average) if average < self.bounds[1] => "middle",
            Some(_) => "high",
        };
        let words = self.words(deck);
        match words.is_empty() {
            true => curve.to_owned(),
            false => format!("{curve} {}", words.join("+")),
        }
    }

    /// The number of a card.
    pub fn number(&self, card: &str) -> Option<i64> {
        self.cards.get(card).and_then(|(number, _)| *number)
    }

    /// The average of the number over the cards of a deck.
    pub fn average(&self, deck: &Deck) -> Option<f64> {
        let (mut sum, mut count) = (0.0, 0.0);
        for (card, copies) in deck.counts() {
            if let Some((Some(number), _)) = self.cards.get(card) {
                sum += *number as f64 * f64::from(copies);
                count += f64::from(copies);
            }
        }
        (count > 0.0).then(|| sum / count)
    }

    /// The words that a good part of a deck has.
    fn words(&self, deck: &Deck) -> Vec<&str> {
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        for (card, copies) in deck.counts() {
            for word in self.cards.get(card).map_or(&[][..], |(_, words)| words) {
                *counts.entry(word).or_default() += copies;
            }
        }
        let least = SHARE * f64::from(deck.size());
        let common = counts
            .into_iter()
            .filter(|(_, count)| f64::from(*count) >= least);
        common.map(|(word, _)| word).collect()
    }

    /// True if all words of a card are words of a deck.
    pub(super) fn fits(&self, deck: &Deck, card: &str) -> bool {
        let own = self.words(deck);
        let words = self.cards.get(card).map_or(&[][..], |(_, words)| words);
        words.iter().all(|word| own.contains(&word.as_str()))
    }
}

fn printed(card: &CardDef, id: PropertyId) -> Option<&Literal> {
    let found = card.properties.iter().find(|(property, _)| *property == id);
    found.map(|(_, value)| value)
}

fn whole(value: &Literal) -> Option<i64> {
    match value {
        Literal::Number(number) => Some(*number),
        _ => None,
    }
}

fn words(game: &Game, value: &Literal) -> Vec<String> {
    match value {
        Literal::Symbol(set, place) => {
            let values = &game.symbol_sets[*set].values;
            values
                .iter()
                .nth(*place as usize)
                .map(ToString::to_string)
                .into_iter()
                .collect()
        }
        Literal::List(values) => values.iter().flat_map(|value| words(game, value)).collect(),
        _ => Vec::new(),
    }
}

/// Bounds that make three parts of the cards of the pool.
fn bounds(cards: &BTreeMap<String, (Option<i64>, Vec<String>)>) -> [f64; 2] {
    let mut numbers: Vec<i64> = cards.values().filter_map(|(number, _)| *number).collect();
    numbers.sort_unstable();
    let at = |share: usize| {
        numbers
            .get(numbers.len() * share / 3)
            .map_or(0.0, |number| *number as f64)
    };
    [at(1), at(2)]
}
