//! Games and positions, with what is made for a game once: the space of its actions, vectors and rows of its views.

pub(crate) mod actions;
pub(crate) mod features;
pub(crate) mod game;
pub(crate) mod position;
pub(crate) mod returns;
