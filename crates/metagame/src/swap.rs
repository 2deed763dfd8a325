//! Neutral cards, and decks in which one of them stands for another card.

use crate::building::Building;
use crate::deck::Deck;
use crate::evolution::Axes;

/// Neutral cards of a pool, the most neutral first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neutral(Vec<String>);

impl Neutral {
    /// The card that was asked for, then those with the fewest abilities and keywords, and of these the ones whose number is
    /// nearest to the middle of the pool.
    pub fn of(building: &Building<'_>, axes: &Axes, asked: Option<&str>) -> Self {
        let game = building.game();
        let mut cards: Vec<(usize, usize, String)> = Vec::new();
        let pool = building.pools().iter().flat_map(|(_, cards)| cards);
        for (place, card) in pool.enumerate() {
            let Some(id) = game.cards.find(card) else {
                continue;
            };
            let plain = 1 + game.cards[id].abilities.len() + game.cards[id].keywords.len();
            let rank = if asked == Some(card) { 0 } else { plain };
            cards.push((rank, place, card.clone()));
        }
        let number = |card: &str| axes.number(card).unwrap_or(0) as f64;
        let mut numbers: Vec<f64> = cards.iter().map(|(.., card)| number(card)).collect();
        numbers.sort_by(f64::total_cmp);
        let median = numbers.get(numbers.len() / 2).copied().unwrap_or(0.0);
        cards.sort_by(|one, other| {
            let away = |card: &str| (number(card) - median).abs();
            let nearer = away(&one.2).total_cmp(&away(&other.2));
            one.0.cmp(&other.0).then(nearer).then(one.1.cmp(&other.1))
        });
        Self(cards.into_iter().map(|(.., card)| card).collect())
    }

    /// A deck with each of its cards replaced by the most neutral one that may be there.
    pub fn swapped(&self, building: &Building<'_>, deck: &Deck) -> Vec<(String, Deck)> {
        let cards: Vec<String> = deck.counts().into_keys().map(str::to_owned).collect();
        let swapped = cards.into_iter().filter_map(|card| {
            let legal = self.0.iter().filter(|by| **by != card).find_map(|by| {
                let swapped = deck.replaced(&card, by);
                building.is_legal(&swapped).then_some(swapped)
            });
            legal.map(|swapped| (card, swapped))
        });
        swapped.collect()
    }

    /// A deck without a card: each copy becomes the most neutral card that may be there.
    pub fn without(&self, building: &Building<'_>, deck: &Deck, card: &str) -> Option<Deck> {
        let copies = deck.counts().get(card).copied().unwrap_or(0);
        let mut left = deck.clone();
        for _ in 0..copies {
            let others = self.0.iter().filter(|by| *by != card);
            left = others.into_iter().find_map(|by| {
                let one = replaced_once(&left, card, by);
                building.is_legal(&one).then_some(one)
            })?;
        }
        Some(left)
    }
}

/// A deck in which one copy of a card is another.
fn replaced_once(deck: &Deck, card: &str, by: &str) -> Deck {
    let mut deck = deck.clone();
    let has =
        |(_, cards): &&(String, Vec<(String, u32)>)| cards.iter().any(|(name, _)| name == card);
    let section = deck.sections.iter().find(has).map(|(name, _)| name.clone());
    if let Some(section) = section {
        deck.take_out(&section, card, 1);
        deck.put_in(&section, by, 1);
    }
    deck
}
