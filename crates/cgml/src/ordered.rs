//! Maps and sets that keep the order of insertion and hash the same in every run.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

/// A map in the order of insertion.
pub(crate) type OrderedMap<K, V> = IndexMap<K, V, FxBuildHasher>;

/// A set in the order of insertion.
pub(crate) type OrderedSet<T> = IndexSet<T, FxBuildHasher>;
