//! A field of decks that is played: pairs that are still open play more.

use crate::deck::Deck;
use crate::payoffs::Payoffs;
use crate::sampling::{Focus, Sampler};
use crate::stage::{Onlooker, Pairing, Stage, Unplayable};
use std::io;

/// Deals that every pair plays before anything is decided.
const FIRST: u64 = 8;

/// Decks that play each other.
pub struct FieldContest<'a> {
    /// Plays the games.
    pub stage: &'a Stage<'a>,
    /// The decks.
    pub decks: &'a [Deck],
    /// The pairs that play more than others.
    pub focus: Focus,
    /// The share of each deck in a field that is met; empty without one.
    pub field: Vec<f64>,
    /// Number of games in all, about.
    pub games: u64,
    /// The seed, from which the seeds of all games follow.
    pub seed: u64,
}

impl FieldContest<'_> {
    /// Plays until all games are played, or it is enough.
    pub fn play(
        &self,
        is_enough: &dyn Fn(&Payoffs) -> bool,
        onlooker: &Onlooker<'_>,
    ) -> Result<Payoffs, Unplayable> {
        let begun = Payoffs::new(self.decks.len());
        self.go_on(begun, is_enough, &mut |_| Ok(()), onlooker)
    }

    /// Goes on from the results so far, which are given to `keep` after every batch. What comes out depends on them and on
    /// the seed, not on where it was stopped.
    pub fn go_on(
        &self,
        mut payoffs: Payoffs,
        is_enough: &dyn Fn(&Payoffs) -> bool,
        keep: &mut dyn FnMut(&Payoffs) -> io::Result<()>,
        onlooker: &Onlooker<'_>,
    ) -> Result<Payoffs, Unplayable> {
        let sampler = self.sampler();
        while 2 * payoffs.count() < self.games && !is_enough(&payoffs) {
            let left = (self.games / 2).saturating_sub(payoffs.count()).max(1);
            let batch = sampler.batch(&payoffs, left.min((payoffs.count() / 3).max(32)));
            if batch.is_empty() {
                break;
            }
            let pairings: Vec<Pairing<'_>> = batch
                .iter()
                .map(|(one, other, deals)| {
                    let begun = payoffs.deals(*one, *other).count();
                    Pairing {
                        decks: [&self.decks[*one], &self.decks[*other]],
                        deals: (begun..begun + deals).collect(),
                        seed: self.seed,
                    }
                })
                .collect();
            let outcomes = self.stage.play(&pairings, onlooker)?;
            for ((one, other, _), outcome) in batch.iter().zip(outcomes) {
                outcome
                    .halves
                    .iter()
                    .for_each(|halves| payoffs.add(*one, *other, *halves));
            }
            keep(&payoffs)?;
        }
        Ok(payoffs)
    }

    fn sampler(&self) -> Sampler {
        let decks = self.decks.len() as u64;
        let pairs = (decks * decks.saturating_sub(1) / 2).max(1);
        Sampler {
            focus: self.focus,
            first: FIRST.min((self.games / 2).div_ceil(pairs).max(1)),
            seed: self.seed,
            field: self.field.clone(),
        }
    }
}
