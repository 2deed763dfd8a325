//! Many games: series, contests, players that are written in Python, tables in a browser.

pub(crate) mod contest;
pub(crate) mod contestants;
pub(crate) mod guests;
pub(crate) mod series;
pub(crate) mod serving;
pub(crate) mod watch;
