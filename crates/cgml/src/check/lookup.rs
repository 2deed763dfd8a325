//! Properties and values by name: the game itself lists them by position.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::Checker;
use crate::model::{Property, PropertyId, SymbolSet, SymbolSetId};

/// Index of properties, sets of values and values by name.
#[derive(Debug, Default)]
pub(super) struct Lookup {
    properties: FxHashMap<String, PropertyId>,
    sets: FxHashMap<String, SymbolSetId>,
    /// The first set in which a word is a value.
    words: FxHashMap<String, SymbolSetId>,
    /// The sets with a value that is written in digits.
    with_numbers: FxHashSet<SymbolSetId>,
}

impl Lookup {
    fn add_word(&mut self, word: &str, set: SymbolSetId) {
        let first = self.words.entry(word.to_owned()).or_insert(set);
        *first = set.min(*first);
    }
}

impl Checker<'_> {
    pub(super) fn property_named(&self, name: &str) -> Option<PropertyId> {
        self.lookup.properties.get(name).copied()
    }

    pub(super) fn add_property(&mut self, property: Property) -> PropertyId {
        let name = property.name.clone();
        let id = self.game.properties.push(property);
        self.lookup.properties.insert(name, id);
        id
    }

    /// The first set of which a word is a value.
    pub(super) fn set_with(&self, word: &str) -> Option<SymbolSetId> {
        self.lookup.words.get(word).copied()
    }

    /// The set with these values, made if there is none of this name; values are added to an existing one.
    pub(super) fn symbol_set(&mut self, name: &str, values: Vec<String>) -> SymbolSetId {
        let set = match self.lookup.sets.get(name) {
            Some(set) => *set,
            None => self.add_set(name),
        };
        for value in values {
            self.lookup.add_word(&value, set);
            if value.parse::<i64>().is_ok() {
                self.lookup.with_numbers.insert(set);
            }
            self.game.symbol_sets[set].values.insert(value);
        }
        set
    }

    /// True if a value of a set is written in digits, such as the rank 10.
    pub(super) fn has_numbers(&self, set: SymbolSetId) -> bool {
        self.lookup.with_numbers.contains(&set)
    }

    fn add_set(&mut self, name: &str) -> SymbolSetId {
        let set = self.game.symbol_sets.push(SymbolSet {
            name: name.to_owned(),
            values: Default::default(),
            aliases: Vec::new(),
        });
        self.lookup.sets.insert(name.to_owned(), set);
        set
    }

    /// Lets another word mean a value of a set, unless it is a value itself.
    pub(super) fn add_alias(&mut self, set: SymbolSetId, word: &str, position: u32) {
        let values = &mut self.game.symbol_sets[set];
        if !values.values.contains(word) {
            values.aliases.push((word.to_owned(), position));
            self.lookup.add_word(word, set);
        }
    }
}
