//! Results that several commands show or write in the same way.

pub(super) mod checked;
pub(super) mod dump;
pub(super) mod numbers;
