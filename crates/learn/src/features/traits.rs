//! Traits of the cards of a program.

use engine::ids::is_missing;
use engine::program::{Program, ValueKind};

/// Names of what a card shares with others, with weights: its traits and what its columns say.
pub(super) fn of_card(program: &Program, card: usize) -> Vec<(String, f32)> {
    let declared = program.traits.get(usize::from(program.cards[card].kind));
    let declared = declared.map(Vec::as_slice).unwrap_or_default();
    if !declared.is_empty() {
        let traits = declared.iter();
        return traits.map(|it| (it.name.clone(), it.weight)).collect();
    }
    let mut traits = Vec::new();
    for column in &program.columns {
        let value = column.values[card];
        if is_missing(value) {
            continue;
        }
        match column.sort {
            ValueKind::Number => {
                traits.push((format!("{}={value}", column.name), 1.0));
                let logarithm = (1.0 + value.unsigned_abs() as f32).ln() / 4.0;
                let weight = logarithm.copysign(value as f32);
                traits.push((format!("{}*", column.name), weight));
            }
            ValueKind::Truth if value != 0 => traits.push((column.name.clone(), 1.0)),
            ValueKind::Word(set) => {
                let words = program.words.get(usize::from(set));
                let word = words.and_then(|words| words.get(value as usize));
                traits.extend(word.map(|word| (format!("{}={word}", column.name), 1.0)));
            }
            _ => {}
        }
    }
    traits
}
