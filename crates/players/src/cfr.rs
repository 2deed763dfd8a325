//! Counterfactual regret minimisation: play against oneself that comes closer and closer to an equilibrium.
//!
//! In each iteration every seat in turn looks at what each choice would have brought in each of its
//! information sets, given how the others play now, and then prefers choices that it regrets not to have
//! made. The average of all iterations comes close to an equilibrium in games of two seats in which one loses
//! what the other gets; in other games it may be good play, and how far it is from an equilibrium is measured
//! in any case ([`Tree::nash_conv`]).

mod response;
mod sampling;

pub(crate) use sampling::drawn;

use crate::tree::{Kind, Tree};

/// The rule by which regrets are kept and averages are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Every iteration counts the same (Zinkevich and others 2007).
    Cfr,
    /// Regrets never fall below zero, and later iterations count more (Tammelin 2014).
    CfrPlus,
    /// Samples the actions of chance and the other seats (Lanctot and others 2009, external sampling). An iteration
    /// takes a small part of the time, and many more are needed.
    Sampled,
}

/// Strategy profile: for each choice of each information set of a tree its probability.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile(pub(crate) Vec<f64>);

impl Profile {
    /// Every choice is equally likely.
    pub fn uniform(tree: &Tree) -> Self {
        let mut profile = Self(vec![0.0; tree.choices]);
        for set in &tree.sets {
            profile.0[set.range()].fill(1.0 / f64::from(set.count));
        }
        profile
    }

    /// The probabilities of the choices of an information set, which has a number less than
    /// [`Tree::information_sets`].
    pub fn of(&self, tree: &Tree, set: usize) -> &[f64] {
        &self.0[tree.sets[set].range()]
    }
}

/// A solver at work.
#[derive(Debug, Clone)]
pub struct Cfr<'t> {
    tree: &'t Tree,
    rule: Rule,
    iterations: u64,
    regrets: Vec<f64>,
    /// Weighted sums of the probabilities of each choice over all iterations.
    sums: Vec<f64>,
    current: Profile,
    /// Reach probability of each node by the choices of the learning seat.
    own: Vec<f64>,
    /// Reach probability by the choices of the other seats.
    others: Vec<f64>,
    values: Vec<f64>,
    random: engine::random::Random,
}

impl<'t> Cfr<'t> {
    /// Begins with every choice equally likely. The seed matters to [`Rule::Sampled`] only.
    pub fn new(tree: &'t Tree, rule: Rule, seed: u64) -> Self {
        let nodes = match rule {
            Rule::Cfr | Rule::CfrPlus => tree.nodes.len(),
            Rule::Sampled => 0,
        };
        Self {
            tree,
            rule,
            iterations: 0,
            regrets: vec![0.0; tree.choices],
            sums: vec![0.0; tree.choices],
            current: Profile::uniform(tree),
            own: vec![0.0; nodes],
            others: vec![0.0; nodes],
            values: vec![0.0; nodes],
            random: engine::random::Random::new(seed),
        }
    }

    /// The number of iterations that were made.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// One iteration: every seat learns once.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        for seat in 0..self.tree.seats {
            match self.rule {
                Rule::Cfr | Rule::CfrPlus => {
                    self.reach(seat);
                    self.evaluate(seat);
                    self.regret(seat);
                    self.prefer(seat);
                }
                Rule::Sampled => self.sample(seat),
            }
        }
    }

    /// The average profile, which converges to an equilibrium.
    pub fn average(&self) -> Profile {
        let mut average = Profile::uniform(self.tree);
        for set in &self.tree.sets {
            let sums = &self.sums[set.range()];
            let all: f64 = sums.iter().sum();
            if all > 0.0 {
                let probabilities = &mut average.0[set.range()];
                for (probability, sum) in probabilities.iter_mut().zip(sums) {
                    *probability = sum / all;
                }
            }
        }
        average
    }

    /// Computes reach probabilities, forwards; those of chance are known beforehand.
    fn reach(&mut self, seat: usize) {
        let tree = self.tree;
        (self.own[0], self.others[0]) = (1.0, 1.0);
        for (at, node) in tree.nodes.iter().enumerate() {
            let (own, others) = (self.own[at], self.others[at]);
            let next = node.next();
            match node.kind {
                Kind::End => {}
                Kind::Chance => {
                    self.own[next.clone()].fill(own);
                    self.others[next].fill(others);
                }
                Kind::Choice { set } => {
                    let set = &tree.sets[set as usize];
                    let chosen = &self.current.0[set.range()];
                    let (fixed, by, changed, from) = if usize::from(set.seat) == seat {
                        (&mut self.others, others, &mut self.own, own)
                    } else {
                        (&mut self.own, own, &mut self.others, others)
                    };
                    fixed[next.clone()].fill(by);
                    for (changed, probability) in changed[next].iter_mut().zip(chosen) {
                        *changed = from * probability;
                    }
                }
            }
        }
    }

    /// Computes the values of the nodes for a seat, backwards.
    fn evaluate(&mut self, seat: usize) {
        let tree = self.tree;
        for (at, node) in tree.nodes.iter().enumerate().rev() {
            self.values[at] = match node.kind {
                Kind::End => tree.payoffs[node.first as usize + seat],
                Kind::Chance => average(&self.values[node.next()]),
                Kind::Choice { set } => {
                    let chosen = &self.current.0[tree.sets[set as usize].range()];
                    weighted(chosen, &self.values[node.next()])
                }
            };
        }
    }

    /// Updates the regrets and the profile of a seat. Forwards, because the last digits depend on the order in which
    /// numbers are added, and after many iterations the first ones depend on the last.
    fn regret(&mut self, seat: usize) {
        let tree = self.tree;
        let weight = match self.rule {
            Rule::CfrPlus => self.iterations as f64,
            Rule::Cfr | Rule::Sampled => 1.0,
        };
        for at in &tree.asked[seat] {
            let at = *at as usize;
            let Kind::Choice { set } = tree.nodes[at].kind else {
                continue;
            };
            let choices = tree.sets[set as usize].range();
            let reach = self.others[at] * tree.chance[at];
            let value = self.values[at];
            let values = &self.values[tree.nodes[at].next()];
            for (regret, one) in self.regrets[choices.clone()].iter_mut().zip(values) {
                *regret += reach * (one - value);
            }
            let own = weight * self.own[at];
            let chosen = &self.current.0[choices.clone()];
            for (sum, probability) in self.sums[choices].iter_mut().zip(chosen) {
                *sum += own * probability;
            }
        }
    }

    /// Prefers what a seat regrets.
    fn prefer(&mut self, seat: usize) {
        let sets = self.tree.sets.iter();
        for set in sets.filter(|set| usize::from(set.seat) == seat) {
            let regrets = &mut self.regrets[set.range()];
            if self.rule == Rule::CfrPlus {
                regrets
                    .iter_mut()
                    .for_each(|regret| *regret = regret.max(0.0));
            }
            match_regrets(regrets, &mut self.current.0[set.range()]);
        }
    }
}

/// The mean, added up from the first on.
pub(crate) fn average(values: &[f64]) -> f64 {
    let part = 1.0 / values.len() as f64;
    values.iter().fold(0.0, |sum, value| sum + part * value)
}

/// The mean by probabilities.
pub(crate) fn weighted(probabilities: &[f64], values: &[f64]) -> f64 {
    let both = probabilities.iter().zip(values);
    both.fold(0.0, |sum, (probability, value)| sum + probability * value)
}

/// Choices as likely as they are regretted; all equally likely if none is.
fn match_regrets(regrets: &[f64], chosen: &mut [f64]) {
    let all: f64 = regrets.iter().map(|regret| regret.max(0.0)).sum();
    let count = chosen.len() as f64;
    for (probability, regret) in chosen.iter_mut().zip(regrets) {
        *probability = if all > 0.0 {
            regret.max(0.0) / all
        } else {
            1.0 / count
        };
    }
}
