//! Play: tables, who sits at them, and how they are dealt.

pub(crate) mod computers;
pub mod deal;
pub(crate) mod invitations;
pub(crate) mod table;
pub(crate) mod tables;
pub(crate) mod trace;
