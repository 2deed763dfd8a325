//! Decks that get better from generation to generation.
//!
//! Mutation only: copies of a card of little value are exchanged for copies of another card of the pool, as in an exchange
//! with a side board. The value of a card is its swap value, or the contribution that games show ([`Values`]). Around the
//! generations there is a double oracle: the equilibrium of the decks so far is what a round's decks are bred against; a
//! deck that gains against it joins them, and the next round has another equilibrium. When nothing gains any more, the
//! search is over.
//!
//! A step is a function of the state before it and of the settings, so that a run can be stopped after any step and does
//! not depend on threads.

mod archive;
mod breeding;
mod individual;
mod judge;
mod rounds;
mod settings;
mod state;
mod values;

pub use archive::{Archive, Axes};
pub use individual::Individual;
pub use judge::{Judge, Opponent, StageJudge, Trial, Verdict};
pub use settings::{Guide, Matchmaking, Settings};
pub use state::{Champion, Generation, Member, State};
pub use values::{CardValue, Values};

use crate::building::Building;
use crate::deck::Deck;
use crate::stage::Unplayable;
use engine::random::{Random, derived};

/// A run: what is built, how, and how far it is.
pub struct Run<'g> {
    /// Builds decks that keep the rules.
    pub building: &'g Building<'g>,
    /// Axes by which decks are told apart.
    pub axes: Axes,
    /// Its settings.
    pub settings: Settings,
    /// Its state.
    pub state: State,
}

/// A step of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The mix of opponents of a round.
    Mix,
    /// A generation.
    Generation,
    /// The confirmation of a champion, which ends a round.
    Confirmation,
}

/// Purpose of a seed, so that none is used twice.
#[derive(Debug, Clone, Copy)]
enum Purpose {
    Matrix,
    Deals,
    Breeding,
    Start,
    Confirmation,
    Check,
    Final,
}

impl<'g> Run<'g> {
    /// Begins a run: the environment are the decks that are met, `start` those that are bred from.
    pub fn new(
        building: &'g Building<'g>,
        settings: Settings,
        environment: Vec<(String, Deck)>,
        start: Vec<Deck>,
    ) -> Self {
        Self {
            axes: Axes::of(building),
            building,
            state: State::new(&settings, environment, start),
            settings,
        }
    }

    /// Goes on with a run.
    pub fn resume(building: &'g Building<'g>, settings: Settings, state: State) -> Self {
        Self {
            axes: Axes::of(building),
            building,
            settings,
            state,
        }
    }

    /// True if nothing is left to do.
    pub fn is_over(&self) -> bool {
        self.state.finished.is_some()
    }

    /// The step that comes next.
    pub fn next(&self) -> Step {
        if !self.state.has_mix {
            Step::Mix
        } else if self.is_round_over(&self.state) {
            Step::Confirmation
        } else {
            Step::Generation
        }
    }

    /// Makes a step: the equilibrium of a round, a generation, or the end of a round. If games cannot be played, the state
    /// is as it was.
    pub fn step(&mut self, judge: &dyn Judge) -> Result<(), Unplayable> {
        let mut state = self.state.clone();
        match self.next() {
            Step::Mix => self.find_mix(&mut state, judge)?,
            Step::Generation => self.generation(&mut state, judge)?,
            Step::Confirmation => self.close_round(&mut state, judge)?,
        }
        self.state = state;
        Ok(())
    }

    fn seed(&self, state: &State, purpose: Purpose) -> u64 {
        let of = |seed: u64, number: u64| derived(seed, number);
        let round = of(
            of(self.settings.seed, purpose as u64),
            u64::from(state.round),
        );
        of(round, u64::from(state.generation))
    }

    /// One generation: everybody plays the same new deals, cards are valued, children are bred and tried, the best stay.
    fn generation(&self, state: &mut State, judge: &dyn Judge) -> Result<(), Unplayable> {
        let mut random = Random::new(self.seed(state, Purpose::Breeding));
        if state.population.is_empty() {
            self.found(state, &mut random);
        }
        let seed = self.seed(state, Purpose::Deals);
        self.play_parents(state, judge, seed)?;
        self.value_cards(state, judge, seed)?;
        let children = self.bred(state, &mut random);
        let children = self.tried(state, judge, seed, children)?;
        state.population.extend(children);
        self.select(state);
        state.generation += 1;
        self.note(state);
        Ok(())
    }

    /// The first population: the decks to start from, and decks by chance.
    fn found(&self, state: &mut State, random: &mut Random) {
        let mut decks = state.start.clone();
        let wanted = usize::max(self.settings.random_decks, usize::from(decks.is_empty()));
        let mut chance = Random::new(derived(self.settings.seed, Purpose::Start as u64));
        for _ in 0..wanted {
            // Without a deck by chance those that are there must do.
            decks.extend(self.building.random(&mut chance).ok());
        }
        random.shuffle(&mut decks);
        decks.dedup();
        for deck in decks {
            let founder = Individual::founder(state.next_id(), deck, state.total);
            state.lines.push(founder.clone());
            state.population.push(founder);
        }
    }

    fn play_parents(
        &self,
        state: &mut State,
        judge: &dyn Judge,
        seed: u64,
    ) -> Result<(), Unplayable> {
        let decks: Vec<Deck> = state.population.iter().map(|it| it.deck.clone()).collect();
        let decks: Vec<&Deck> = decks.iter().collect();
        let verdicts = self.tried_against(state, judge, &decks, seed, 0..self.settings.deals)?;
        for (place, verdict) in verdicts.iter().enumerate() {
            state.population[place].add(&verdict.halves);
            state.population[place].last = verdict.halves.clone();
            state.values.add_uses(&verdict.uses);
        }
        Ok(())
    }

    /// Children play half of the deals; the better half of them plays the rest.
    fn tried(
        &self,
        state: &mut State,
        judge: &dyn Judge,
        seed: u64,
        mut children: Vec<Individual>,
    ) -> Result<Vec<Individual>, Unplayable> {
        let half = self.settings.deals.div_ceil(2);
        for (number, deals) in [0..half, half..self.settings.deals].into_iter().enumerate() {
            if number > 0 {
                children.sort_by(|one, other| other.score().total_cmp(&one.score()));
                children.truncate(children.len().div_ceil(2));
            }
            let decks: Vec<&Deck> = children.iter().map(|it| &it.deck).collect();
            let verdicts = self.tried_against(state, judge, &decks, seed, deals)?;
            for (child, verdict) in children.iter_mut().zip(verdicts) {
                child.add(&verdict.halves);
                state.values.add_uses(&verdict.uses);
            }
        }
        Ok(children)
    }

    /// The best stay, no more than half of them from one cell of the archive.
    fn select(&self, state: &mut State) {
        let mut all = std::mem::take(&mut state.population);
        all.sort_by(|one, other| {
            other
                .score()
                .total_cmp(&one.score())
                .then(one.id.cmp(&other.id))
        });
        all.dedup_by(|one, other| one.deck == other.deck);
        for individual in &all {
            let cell = self.axes.cell(&individual.deck);
            state.archive.keep(cell, individual);
        }
        let most = self.settings.population.div_ceil(2).max(1);
        let mut cells: Vec<(String, usize)> = Vec::new();
        for individual in all {
            if state.population.len() >= self.settings.population.max(1) {
                break;
            }
            let cell = self.axes.cell(&individual.deck);
            let place = cells
                .iter()
                .position(|(name, _)| *name == cell)
                .unwrap_or(cells.len());
            if place == cells.len() {
                cells.push((cell, 0));
            }
            cells[place].1 += 1;
            if cells[place].1 <= most || !self.settings.diverse {
                state.population.push(individual);
            }
        }
    }

    /// Notes the generation for reports.
    fn note(&self, state: &mut State) {
        state.total += 1;
        let Some(best) = state.population.first() else {
            return;
        };
        let is_new = state.history.last().is_none_or(|last| last.best != best.id);
        let since = if is_new {
            0
        } else {
            state.history.last().map_or(0, |last| last.unchanged + 1)
        };
        let scores = state.population.iter().map(Individual::score);
        let mean = scores.sum::<f64>() / state.population.len() as f64;
        let (low, high) = best.interval();
        state.history.push(Generation {
            number: state.total,
            round: state.round,
            best: best.id,
            score: best.score(),
            low: low.max(0.0),
            high: high.min(1.0),
            mean,
            adoption: adoption(&state.population),
            games: state.games,
            unchanged: since,
            deck: best.deck.clone(),
        });
    }
}

/// For each card, how many copies there are in the decks together, and in how many decks.
fn adoption(population: &[Individual]) -> Vec<(String, u32, u32)> {
    let mut counts: std::collections::BTreeMap<&str, (u32, u32)> = Default::default();
    for individual in population {
        for (card, copies) in individual.deck.counts() {
            let sum = counts.entry(card).or_default();
            sum.0 += copies;
            sum.1 += 1;
        }
    }
    let counts = counts.into_iter();
    counts
        .map(|(card, (copies, decks))| (card.to_owned(), copies, decks))
        .collect()
}
