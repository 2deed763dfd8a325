//! The rows that features have, and the factors that rows are made of.

use nets::Composition;
use rustc_hash::FxHashMap;

/// Rows and factors of the two tables of a network.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    /// For observations.
    pub inputs: Table,
    /// For choices.
    pub choices: Table,
    /// The number of moves of the past that observations hold.
    pub memory: usize,
    /// Kinds of cards by the keys of their names, in the order in which they were met.
    kinds: FxHashMap<u64, u32>,
}

impl Vocabulary {
    /// The number of kinds of cards.
    pub fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// The number of a kind of cards.
    pub(super) fn kind(&mut self, key: u64) -> u32 {
        let next = self.kinds.len() as u32;
        *self.kinds.entry(key).or_insert(next)
    }

    /// The same with moves of the past in its observations.
    pub fn with_memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// A vocabulary whose factors are those of a network, by their keys; rows are added as they are met.
    pub fn closed(inputs: &[u64], choices: &[u64]) -> Self {
        Self {
            inputs: Table::closed(inputs),
            choices: Table::closed(choices),
            ..Self::default()
        }
    }

    /// A vocabulary in which cards share nothing: each is known by its name alone.
    pub fn of_names() -> Self {
        let of_names = Table {
            shares_nothing: true,
            ..Table::default()
        };
        Self {
            inputs: of_names.clone(),
            choices: of_names,
            ..Self::default()
        }
    }

    /// From now on there are no new factors.
    pub fn close(&mut self) {
        self.inputs.is_closed = true;
        self.choices.is_closed = true;
    }
}

/// Rows, each the sum of named factors. A name is kept as its key, a hash of 64 bits.
#[derive(Debug, Clone, Default)]
pub struct Table {
    keys: Vec<u64>,
    factors: FxHashMap<u64, u32>,
    is_closed: bool,
    shares_nothing: bool,
    rows: FxHashMap<u64, u32>,
    composition: Composition,
}

impl Table {
    fn closed(keys: &[u64]) -> Self {
        let numbered = keys.iter().zip(0..);
        Self {
            keys: keys.to_vec(),
            factors: numbered.map(|(key, number)| (*key, number)).collect(),
            is_closed: true,
            ..Self::default()
        }
    }

    /// The keys of the factors, in order.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The factors of each row.
    pub fn composition(&self) -> &Composition {
        &self.composition
    }

    /// The row with a name, which has a factor of its own.
    pub(super) fn row(&mut self, name: &str) -> u32 {
        self.row_with(name, &[])
    }

    /// The row with a name, which has a factor of its own and shares others.
    pub(super) fn row_with(&mut self, name: &str, shared: &[(String, f32)]) -> u32 {
        let key = key_of(name);
        if let Some(row) = self.rows.get(&key) {
            return *row;
        }
        let own = self.factor(key).map(|factor| (factor, 1.0));
        let mut factors: Vec<(u32, f32)> = own.into_iter().collect();
        let shared = if self.shares_nothing { &[] } else { shared };
        for (name, weight) in shared {
            let factor = self.factor(key_of(name));
            factors.extend(factor.map(|factor| (factor, *weight)));
        }
        let row = self.composition.add(&factors);
        self.rows.insert(key, row);
        row
    }

    fn factor(&mut self, key: u64) -> Option<u32> {
        if let Some(factor) = self.factors.get(&key) {
            return Some(*factor);
        }
        if self.is_closed {
            return None;
        }
        let factor = self.keys.len() as u32;
        self.keys.push(key);
        self.factors.insert(key, factor);
        Some(factor)
    }
}

/// The key of a name: the same on every machine.
pub(super) fn key_of(name: &str) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325;
    for byte in name.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    engine::random::mixed(hash)
}

/// A key of several.
#[inline]
pub(super) fn joined(key: u64, other: u64) -> u64 {
    engine::random::mixed(key.rotate_left(21) ^ other)
}
