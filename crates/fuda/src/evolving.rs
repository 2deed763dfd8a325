//! Runs that breed decks: opened, made step by step, and told of.

mod journal;
mod judge;
mod lines;
mod result;
mod run;
mod steps;

pub use judge::Ground;
pub use run::{MET, NotOpened, Opened, RANDOM, Request, Start};
pub use steps::Unfinished;
