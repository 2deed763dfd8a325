//! The dialects there are, each in a module of its own.
//!
//! A dialect uses the tree, the diagnostics and the vocabulary of the language. The language uses only the list here:
//! nothing of it depends on a dialect.

mod solitcg;

use crate::dialect::Dialect;

/// Every dialect that files of cards may be written in.
pub const ALL: &[Dialect] = &[solitcg::SOLITCG];

/// The dialect with this name.
pub fn find(name: &str) -> Option<&'static Dialect> {
    ALL.iter().find(|dialect| dialect.name == name)
}

/// The dialect that a file of a card is probably written in, also if the card has mistakes: most of the keys at the
/// beginning of a line are those of its cards.
pub fn of_card(text: &str) -> Option<&'static Dialect> {
    let keys: Vec<&str> = text.lines().filter_map(key_of_line).collect();
    ALL.iter().find(|dialect| dialect.is_card(&keys))
}

/// The key that a line without indentation begins with.
fn key_of_line(line: &str) -> Option<&str> {
    let (key, _) = line.split_once(':')?;
    let key = key.trim_end().trim_matches(['"', '\'']);
    crate::read::is_name(key).then_some(key)
}
