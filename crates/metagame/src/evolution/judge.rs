//! Judges of decks: games against opponents, or a solver.

use crate::deck::Deck;
use crate::stage::{Onlooker, Pairing, Played, Stage, Unplayable};
use crate::usage::{Uses, add_uses};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A deck that is met, and in which deals.
#[derive(Debug, Clone)]
pub struct Opponent<'d> {
    /// The deck; without cards in games for one.
    pub deck: &'d Deck,
    /// The numbers of the deals.
    pub deals: Vec<u64>,
}

/// A deck that is to be judged.
#[derive(Debug, Clone)]
pub struct Trial<'d> {
    /// The deck.
    pub deck: &'d Deck,
    /// Whom it meets.
    pub opponents: Vec<Opponent<'d>>,
    /// The seed, from which the seeds of the deals follow.
    pub seed: u64,
}

/// Results of a deck.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Half points in each deal, in the order of the opponents.
    pub halves: Vec<u8>,
    /// Use of its cards.
    pub uses: Uses,
}

/// Judges decks. The same trial has the same verdict, whatever else is judged.
pub trait Judge {
    /// The verdicts, in the order of the trials.
    fn judge(&self, trials: &[Trial<'_>]) -> Result<Vec<Verdict>, Unplayable>;

    /// Number of games of a deal.
    fn games_per_deal(&self) -> u64 {
        2
    }
}

/// Judges by games.
pub struct StageJudge<'a> {
    /// Stage on which games are played.
    pub stage: &'a Stage<'a>,
    /// Is told of every game; its pairings are numbered through all trials.
    pub onlooker: &'a Onlooker<'a>,
    /// Pairings so far.
    pub pairings: AtomicUsize,
}

impl Judge for StageJudge<'_> {
    fn judge(&self, trials: &[Trial<'_>]) -> Result<Vec<Verdict>, Unplayable> {
        let mut pairings = Vec::new();
        let mut of = Vec::new();
        for (number, trial) in trials.iter().enumerate() {
            for opponent in &trial.opponents {
                of.push(number);
                pairings.push(Pairing {
                    decks: [trial.deck, opponent.deck],
                    deals: opponent.deals.clone(),
                    seed: trial.seed,
                });
            }
        }
        let before = self.pairings.fetch_add(pairings.len(), Ordering::Relaxed);
        let numbered = |played: &Played<'_>| {
            (self.onlooker)(&Played {
                pairing: before + played.pairing,
                ..*played
            })
        };
        let outcomes = self.stage.play(&pairings, &numbered)?;
        let mut verdicts = vec![Verdict::default(); trials.len()];
        for (number, outcome) in of.into_iter().zip(outcomes) {
            verdicts[number].halves.extend(&outcome.halves);
            add_uses(&mut verdicts[number].uses, &outcome.uses[0]);
        }
        Ok(verdicts)
    }
}
