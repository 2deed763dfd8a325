//! Players that the program around the studio brings, such as those that are written in Python.

use crate::runs::is_name;
use players::{GameNetwork, Lookahead};
use std::fmt::Debug;
use std::sync::Arc;

/// The beginning of the names of guests: no other player begins like this.
const MARK: &str = "@";

/// Keeps guests.
pub trait Guests: Debug + Send + Sync {
    /// Their names: letters, digits, `-` and `_`.
    fn names(&self) -> Vec<String>;

    /// One of them, ready for a game; nothing if there is no such guest.
    fn guest(&self, name: &str, lookahead: Arc<Lookahead>) -> Option<Arc<dyn GameNetwork>>;
}

/// The names by which guests sit at tables.
pub(crate) fn seated_names(guests: Option<&dyn Guests>) -> Vec<String> {
    let names = guests.map(Guests::names).unwrap_or_default();
    names.iter().map(|name| format!("{MARK}{name}")).collect()
}

/// The guest whom a text names; nothing if it names a player of another kind.
pub(crate) fn guest_of(text: &str) -> Option<&str> {
    text.strip_prefix(MARK).filter(|name| is_name(name))
}
