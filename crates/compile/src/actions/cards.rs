//! Actions of trading cards.

pub(crate) mod continuous;
pub(crate) mod counters;
pub(crate) mod events;
pub(crate) mod links;
pub(crate) mod tokens;
