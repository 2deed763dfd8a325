//! Places of a vector by name, the same for all seats.

use rustc_hash::FxHashMap;

/// Blocks of places by their names: a name that was met before has the same block.
#[derive(Debug, Default)]
pub(super) struct Layout {
    blocks: FxHashMap<String, u32>,
    length: u32,
    /// Numbers of values, by sort and name.
    numbers: FxHashMap<(String, String), u32>,
}

impl Layout {
    /// The number of places.
    pub(super) fn length(&self) -> usize {
        self.length as usize
    }

    /// The first place of a block.
    pub(super) fn block(&mut self, name: &str, places: u32) -> u32 {
        if let Some(first) = self.blocks.get(name) {
            return *first;
        }
        let first = self.length;
        self.length += places;
        self.blocks.insert(name.to_owned(), first);
        first
    }

    /// A place for each value of a thing.
    pub(super) fn each(&mut self, name: &str, values: &[String]) -> Vec<u32> {
        let places = values.iter();
        places
            .map(|value| self.block(&format!("{name}={value}"), 1))
            .collect()
    }

    /// Numbers of values, from 0 in the order in which they are met.
    pub(super) fn numbers(&mut self, sort: &str, values: &[String]) -> Vec<u32> {
        let mut numbers = Vec::new();
        for value in values {
            let known = self.numbers.keys().filter(|(of, _)| of == sort).count();
            let key = (sort.to_owned(), value.clone());
            numbers.push(*self.numbers.entry(key).or_insert(known as u32));
        }
        numbers
    }
}
