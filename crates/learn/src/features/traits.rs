//! What cards share with other cards: printed values, keywords and the shape of their rules.

use cgml::model::{Game, Literal};
use engine::ids::is_missing;
use engine::program::{Program, Sort};
use std::collections::BTreeMap;

/// Names of what cards share, with weights, by the name of the card.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Traits {
    cards: BTreeMap<String, Vec<(String, f32)>>,
}

impl Traits {
    /// Traits of the cards that a game declares.
    pub fn of_game(game: &Game) -> Self {
        let mut cards = BTreeMap::new();
        for card in game.cards.iter() {
            let mut traits = Vec::new();
            if let Some(kind) = card.kind {
                traits.push((format!("kind={}", game.kinds[kind].name), 1.0));
            }
            for (property, literal) in &card.properties {
                let name = &game.properties[*property].name;
                printed(game, name, literal, &mut traits);
            }
            for keyword in &card.keywords {
                traits.push((
                    format!("keyword={}", game.keywords[keyword.keyword].name),
                    1.0,
                ));
            }
            cards.insert(card.name.clone(), traits);
        }
        Self { cards }
    }

    /// Traits of a card of a program: those that were declared, or what its columns say.
    pub(super) fn of_card(&self, program: &Program, card: usize) -> Vec<(String, f32)> {
        let name = &program.cards[card].name.id;
        if let Some(declared) = self.cards.get(name).filter(|traits| !traits.is_empty()) {
            return declared.clone();
        }
        let mut traits = Vec::new();
        for column in &program.columns {
            let value = column.values[card];
            if is_missing(value) {
                continue;
            }
            match column.sort {
                Sort::Number => number(&column.name, value, &mut traits),
                Sort::Truth if value != 0 => traits.push((column.name.clone(), 1.0)),
                Sort::Word(set) => {
                    let words = program.words.get(usize::from(set));
                    let word = words.and_then(|words| words.get(value as usize));
                    traits.extend(word.map(|word| (format!("{}={word}", column.name), 1.0)));
                }
                _ => {}
            }
        }
        traits
    }
}

fn printed(game: &Game, name: &str, literal: &Literal, traits: &mut Vec<(String, f32)>) {
    match literal {
        Literal::Nothing => {}
        Literal::Bool(is_so) => {
            if *is_so {
                traits.push((name.to_owned(), 1.0));
            }
        }
        Literal::Number(value) => number(name, *value, traits),
        Literal::Text(text) => traits.push((format!("{name}={text}"), 1.0)),
        Literal::Symbol(set, at) => {
            let symbol = game.symbol_sets[*set].values.get_index(*at as usize);
            traits.extend(symbol.map(|symbol| (format!("{name}={symbol}"), 1.0)));
        }
        Literal::Range(ranges) => {
            for (from, to) in ranges {
                for value in *from..=(*to).min(from + 16) {
                    traits.push((format!("{name}={value}"), 1.0));
                }
            }
        }
        Literal::List(items) => {
            for item in items {
                printed(game, name, item, traits);
            }
        }
        Literal::Record(items) => {
            for (at, item) in items.iter().enumerate() {
                printed(game, &format!("{name}.{at}"), item, traits);
            }
        }
    }
}

/// A number is shared as it is, by its size, and as a weight.
fn number(name: &str, value: i64, traits: &mut Vec<(String, f32)>) {
    traits.push((format!("{name}={value}"), 1.0));
    let logarithm = (1.0 + value.abs() as f32).ln() / 4.0;
    traits.push((format!("{name}*"), logarithm.copysign(value as f32)));
}
