//! The player `net`: a network with its search.

mod belief;
mod guide;
mod rollouts;

use crate::ground::Field;
use crate::model::{Model, ModelError};
use crate::search::{Next, Puct, Settings, Thinker};
use crate::values::drawn;
use engine::random::{Random, derived};
use nets::Batch;
use nets::infer::{Inference, Outputs, Scratch};
use players::{
    Clock, Considered, Equipment, GameNetwork, Lookahead, NetworkSearch, Planning, Player,
    Question, Thought, Watch,
};
use rollouts::RolloutSearch;
use std::sync::Arc;

/// A network that is ready to play a game. Made once, and shared by all its players.
#[derive(Debug)]
pub struct Prepared {
    field: Arc<Field>,
    inference: Arc<Inference>,
}

impl Prepared {
    /// Gets a network ready for a game.
    pub fn new(model: &Model, lookahead: Arc<Lookahead>) -> Result<Self, ModelError> {
        model.fits(lookahead.program())?;
        let mut vocabulary = model.vocabulary();
        let field = Field::new(
            lookahead,
            model.about.declared.clone().map(Arc::new),
            &mut vocabulary,
        );
        let (inputs, choices) = (&vocabulary.inputs, &vocabulary.choices);
        let inference = Inference::new(&model.network, inputs.composition(), choices.composition());
        Ok(Self::of(Arc::new(field), Arc::new(inference)))
    }

    /// A network that is ready, with the program that it plays.
    pub(crate) fn of(field: Arc<Field>, inference: Arc<Inference>) -> Self {
        Self { field, inference }
    }
}

/// A network that was read, for the equipment of players.
#[derive(Debug, Clone)]
pub struct SharedNetwork(pub Arc<Prepared>);

impl GameNetwork for SharedNetwork {
    fn player(&self, search: &NetworkSearch, equipment: &Equipment) -> Box<dyn Player> {
        if search.simulations > 0 {
            match search.planning {
                Planning::Tree => return Box::new(guide::searcher(&self.0, search, equipment)),
                Planning::Rollouts => {
                    let rollouts = RolloutSearch::new(self.0.clone(), search);
                    return Box::new(NetPlayer::new(rollouts, search, equipment.clock));
                }
                Planning::Halving | Planning::Puct => {}
            }
        }
        let tree = TreeSearch::new(self.0.clone(), search);
        Box::new(NetPlayer::new(tree, search, equipment.clock))
    }
}

/// A search with a network that finds a policy for a decision.
trait NetSearch: Send {
    /// Another game begins.
    fn begin(&mut self) {}

    /// Searches; the best choice.
    fn search(&mut self, question: &Question<'_>, seed: u64) -> usize;

    /// The policy that the last search has found.
    fn policy(&self) -> Vec<f32>;

    /// Each choice as the last search has found it, and the number of its worlds.
    fn considered(&self) -> (Vec<Considered>, usize);
}

/// A player that searches with a network.
struct NetPlayer<S> {
    search: S,
    draws: bool,
    clock: Option<Clock>,
    seed: u64,
    decisions: u64,
}

impl<S: NetSearch> NetPlayer<S> {
    /// A player with the settings of its name.
    fn new(search: S, settings: &NetworkSearch, clock: Option<Clock>) -> Self {
        Self {
            search,
            draws: settings.draws,
            clock,
            seed: 0,
            decisions: 0,
        }
    }

    /// Thinks until a choice is found.
    fn decide(&mut self, question: &Question<'_>) -> usize {
        self.decisions += 1;
        let seed = derived(self.seed, self.decisions);
        let best = self.search.search(question, seed);
        if self.draws {
            let uniform = Random::new(derived(seed, 0)).bits() as f32 / u32::MAX as f32;
            drawn(&self.search.policy(), uniform)
        } else {
            best
        }
    }
}

impl<S: NetSearch> Player for NetPlayer<S> {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
        self.decisions = 0;
        self.search.begin();
    }

    fn choose(&mut self, question: &Question<'_>) -> usize {
        if question.count() == 1 {
            return 0;
        }
        self.decide(question)
    }

    fn policy(&mut self, question: &Question<'_>) -> Option<Vec<f64>> {
        let choice = self.decide(question);
        if self.draws {
            let policy = self.search.policy();
            return Some(policy.into_iter().map(f64::from).collect());
        }
        let certain = |number: usize| f64::from(u8::from(number == choice));
        Some((0..question.count()).map(certain).collect())
    }

    fn think(&mut self, question: &Question<'_>, watch: &mut Watch<'_>) -> Thought {
        if question.count() == 1 {
            return Thought::of_choice(1, 0);
        }
        let began = self.clock.map(|clock| clock());
        let choice = self.decide(question);
        let elapsed = began
            .zip(self.clock)
            .map(|(began, clock)| clock().saturating_sub(began));
        let (considered, worlds) = self.search.considered();
        let thought = Thought {
            choice,
            simulations: considered.iter().map(|it| it.visits).sum(),
            considered,
            worlds: worlds as u64,
            seconds: elapsed.map(|elapsed| elapsed.as_secs_f64()),
            ..Thought::default()
        };
        // A network thinks for milliseconds: it is shown once.
        let _ = watch(&thought);
        thought
    }
}

/// Sequential halving or PUCT over worlds, with leaves that the network values; the policy alone without simulations.
struct TreeSearch {
    prepared: Arc<Prepared>,
    thinker: Thinker,
    batch: Batch,
    scratch: Scratch,
    outputs: Outputs,
}

impl TreeSearch {
    fn new(prepared: Arc<Prepared>, search: &NetworkSearch) -> Self {
        let settings = Settings {
            considered: search.considered,
            aim: search.aim,
            puct: (search.planning == Planning::Puct).then(Puct::default),
            ..Settings::new(search.simulations)
        };
        Self {
            thinker: Thinker::new(settings, &prepared.field),
            batch: Batch::default(),
            scratch: Scratch::default(),
            outputs: Outputs::default(),
            prepared,
        }
    }
}

impl NetSearch for TreeSearch {
    fn search(&mut self, question: &Question<'_>, seed: u64) -> usize {
        let field = &self.prepared.field;
        self.batch.clear();
        let mut next = self.thinker.begin(field, question, seed, &mut self.batch);
        loop {
            match next {
                Next::Choice(choice) => return choice,
                Next::Evaluation => {
                    let network = &self.prepared.inference;
                    network.evaluate(&self.batch, &mut self.scratch, &mut self.outputs);
                    self.batch.clear();
                    let (values, scores) = (&self.outputs.values, &self.outputs.scores);
                    next = self.thinker.resume(field, values, scores, &mut self.batch);
                }
            }
        }
    }

    fn policy(&self) -> Vec<f32> {
        self.thinker.improved_policy()
    }

    fn considered(&self) -> (Vec<Considered>, usize) {
        let considered = self.thinker.considered().into_iter();
        let considered = considered.zip(self.thinker.prior());
        let considered = considered.map(|((visits, value), prior)| Considered {
            visits: u64::from(visits),
            value: value.map(f64::from),
            prior: f64::from(prior),
        });
        (considered.collect(), self.thinker.worlds())
    }
}
