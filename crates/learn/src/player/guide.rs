//! A tree over information sets that a network guides: its policy is the prior of every decision, and a leaf is valued
//! by the network and by playing on at random.

use super::Prepared;
use crate::values::{expected, place, softmax};
use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::random::Random;
use nets::Batch;
use nets::infer::{Outputs, Scratch};
use players::{Equipment, Evaluator, Lookahead, NetworkSearch, Rollouts, Search, Searcher, Sight};
use std::sync::Arc;

/// Weight of the priors in the selection.
const EXPLORATION: f64 = 1.25;

/// A player that grows trees guided by a network.
pub(super) fn searcher(
    prepared: &Arc<Prepared>,
    network: &NetworkSearch,
    equipment: &Equipment,
) -> Searcher {
    let search = Search {
        exploration: EXPLORATION,
        priors: true,
        aim: network.aim,
        ..Search::new(Sight::Observer, network.simulations)
    };
    let guide = Guide {
        prepared: prepared.clone(),
        trust: network.trust,
        rollouts: Rollouts {
            aim: search.aim,
            most_decisions: search.most_decisions,
        },
        batch: Batch::default(),
        scratch: Scratch::default(),
        outputs: Outputs::default(),
    };
    let lookahead = prepared.field.lookahead.clone();
    Searcher::with_evaluator(search, lookahead, equipment, &guide)
}

/// Evaluates by a network and by playing on at random.
struct Guide {
    prepared: Arc<Prepared>,
    /// Share of the network in a value.
    trust: f64,
    rollouts: Rollouts,
    batch: Batch,
    scratch: Scratch,
    outputs: Outputs,
}

impl Guide {
    /// The network's opinion about a decision, seen by the seat that decides.
    fn ask(&mut self, position: &Position) {
        let field = &self.prepared.field;
        self.batch.clear();
        field
            .reader
            .sample(field.program(), position, &mut self.batch);
        let network = &self.prepared.inference;
        network.evaluate(&self.batch, &mut self.scratch, &mut self.outputs);
    }

    fn write_priors(&mut self, priors: &mut [f64]) {
        softmax(&mut self.outputs.scores);
        for (prior, found) in priors.iter_mut().zip(&self.outputs.scores) {
            *prior = f64::from(*found);
        }
    }

    fn mix_values(&self, decider: Seat, values: &mut [f64]) {
        let field = &self.prepared.field;
        let weights = field.aims().weights(self.rollouts.aim);
        let seats = field.program().seats;
        for (seat, value) in values.iter_mut().enumerate() {
            let place = place(Seat(seat as u8), decider, seats);
            let found = expected(&self.outputs.values, place, weights);
            *value += self.trust * (found - *value);
        }
    }
}

impl Evaluator for Guide {
    fn has_priors(&self) -> bool {
        true
    }

    fn evaluate(
        &mut self,
        lookahead: &Lookahead,
        position: &mut Position,
        random: &mut Random,
        values: &mut [f64],
        priors: Option<&mut [f64]>,
    ) {
        let decider = match position.decision() {
            Decision::Choose { seat, .. } => Some(seat),
            Decision::Chance { .. } | Decision::Over | Decision::Fault(_) => None,
        };
        if decider.is_some() {
            self.ask(position);
        }
        if let Some(priors) = priors {
            self.write_priors(priors);
        }
        if decider.is_none() || self.trust < 1.0 {
            self.rollouts
                .evaluate(lookahead, position, random, values, None);
        }
        if let Some(decider) = decider {
            self.mix_values(decider, values);
        }
    }

    fn copy(&self) -> Box<dyn Evaluator> {
        Box::new(Self {
            prepared: self.prepared.clone(),
            trust: self.trust,
            rollouts: self.rollouts,
            batch: Batch::default(),
            scratch: Scratch::default(),
            outputs: Outputs::default(),
        })
    }
}
