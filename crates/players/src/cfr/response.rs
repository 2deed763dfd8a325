//! Value of a profile, best responses to it, and its distance from an equilibrium.

use super::{Profile, average, weighted};
use crate::tree::{Kind, Tree};

impl Tree {
    /// The expected payoffs if everyone plays by a profile.
    pub fn values(&self, profile: &Profile) -> Vec<f64> {
        (0..self.seats)
            .map(|seat| self.value(profile, seat))
            .collect()
    }

    fn value(&self, profile: &Profile, seat: usize) -> f64 {
        let mut values = vec![0.0; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            values[at] = match node.kind {
                Kind::End => self.payoffs[node.first as usize + seat],
                Kind::Chance => average(&values[node.next()]),
                Kind::Choice { set } => {
                    let chosen = &profile.0[self.sets[set as usize].range()];
                    weighted(chosen, &values[node.next()])
                }
            };
        }
        values[0]
    }

    /// The payoffs of the best responses of each seat to a profile.
    pub fn best_responses(&self, profile: &Profile) -> Vec<f64> {
        let seats = 0..self.seats;
        seats
            .map(|seat| Response::new(self, profile, seat).value(0))
            .collect()
    }

    /// NashConv: the sum of what each seat could gain by deviating alone; 0 in an equilibrium.
    pub fn nash_conv(&self, profile: &Profile) -> f64 {
        let best = self.best_responses(profile);
        let values = self.values(profile);
        best.iter()
            .zip(values)
            .map(|(best, value)| best - value)
            .sum()
    }

    /// [`Self::nash_conv`] for each seat on average.
    pub fn exploitability(&self, profile: &Profile) -> f64 {
        self.nash_conv(profile) / self.seats as f64
    }
}

/// The best choices of one seat against all others.
struct Response<'a> {
    tree: &'a Tree,
    profile: &'a Profile,
    seat: usize,
    /// Reach probability of each node by chance and the others.
    reach: Vec<f64>,
    /// The nodes of each information set of the seat.
    members: Vec<Vec<u32>>,
    /// Results so far: values of nodes, and the best choices of sets.
    values: Vec<f64>,
    best: Vec<Option<u32>>,
}

impl<'a> Response<'a> {
    fn new(tree: &'a Tree, profile: &'a Profile, seat: usize) -> Self {
        let mut response = Self {
            tree,
            profile,
            seat,
            reach: vec![0.0; tree.nodes.len()],
            members: vec![Vec::new(); tree.sets.len()],
            values: vec![f64::NAN; tree.nodes.len()],
            best: vec![None; tree.sets.len()],
        };
        response.find_reach();
        response
    }

    fn find_reach(&mut self) {
        self.reach[0] = 1.0;
        for (at, node) in self.tree.nodes.iter().enumerate() {
            let reach = self.reach[at];
            let next = node.next();
            match node.kind {
                Kind::End => {}
                Kind::Chance => self.reach[next].fill(reach / f64::from(node.count)),
                Kind::Choice { set } => {
                    let info = &self.tree.sets[set as usize];
                    if usize::from(info.seat) == self.seat {
                        self.members[set as usize].push(at as u32);
                        self.reach[next].fill(reach);
                    } else {
                        let chosen = &self.profile.0[info.range()];
                        for (next, probability) in self.reach[next].iter_mut().zip(chosen) {
                            *next = reach * probability;
                        }
                    }
                }
            }
        }
    }

    fn value(&mut self, at: usize) -> f64 {
        if self.values[at].is_nan() {
            self.values[at] = self.evaluated(at);
        }
        self.values[at]
    }

    fn evaluated(&mut self, at: usize) -> f64 {
        let node = self.tree.nodes[at];
        let first = node.first as usize;
        let count = node.count as usize;
        match node.kind {
            Kind::End => self.tree.payoffs[first + self.seat],
            Kind::Chance => {
                let sum: f64 = (first..first + count).map(|next| self.value(next)).sum();
                sum / count as f64
            }
            Kind::Choice { set } => {
                let info = self.tree.sets[set as usize];
                if usize::from(info.seat) == self.seat {
                    let best = self.best(set as usize);
                    return self.value(first + best);
                }
                let profile = self.profile;
                let chosen = profile.0[info.range()].iter().enumerate();
                chosen
                    .filter(|(_, probability)| **probability > 0.0)
                    .map(|(number, probability)| probability * self.value(first + number))
                    .sum()
            }
        }
    }

    /// The best choice in an information set: a seat forgets nothing, so that what comes after it never
    /// depends on what is chosen in it elsewhere.
    fn best(&mut self, set: usize) -> usize {
        if let Some(best) = self.best[set] {
            return best as usize;
        }
        let members = std::mem::take(&mut self.members[set]);
        let mut best = (0, f64::NEG_INFINITY);
        for number in 0..self.tree.sets[set].count {
            let mut sum = 0.0;
            for member in &members {
                let reach = self.reach[*member as usize];
                // Nodes that the others never reach do not matter.
                if reach > 0.0 {
                    let next = self.tree.nodes[*member as usize].first + number;
                    sum += reach * self.value(next as usize);
                }
            }
            if sum > best.1 {
                best = (number, sum);
            }
        }
        self.best[set] = Some(best.0);
        best.0 as usize
    }
}
