//! Sequential halving: which choice is simulated next, and in which world.

/// The plan of a search at its root.
#[derive(Debug, Default)]
pub(crate) struct Halving {
    /// Choices that are still compared, the best first.
    left: Vec<usize>,
    simulations: u32,
    phases: u32,
    made: u32,
    /// Rounds of this phase that are still to be made, and the choice of the round that is next.
    rounds: u32,
    at: usize,
    round: u32,
}

impl Halving {
    /// A plan for so many simulations of these choices, the most promising first.
    pub(crate) fn new(simulations: u32, choices: &[usize]) -> Self {
        let mut plan = Self {
            left: choices.to_vec(),
            simulations,
            phases: phases(choices.len() as u32),
            ..Self::default()
        };
        plan.plan_phase();
        plan
    }

    /// An upper bound of the rounds of a plan.
    pub(crate) fn rounds(simulations: u32, choices: u32) -> u32 {
        let choices = choices.max(1);
        let least = choices.min(2);
        simulations.div_ceil(least) + phases(choices)
    }

    fn plan_phase(&mut self) {
        let choices = self.left.len().max(1) as u32;
        self.rounds = (self.simulations / (self.phases * choices)).max(1);
        self.at = 0;
    }

    /// The next simulation: in which round, and of which choice. Nothing if the phase is over.
    pub(crate) fn next(&mut self) -> Option<(u32, usize)> {
        if self.made >= self.simulations || self.rounds == 0 || self.left.is_empty() {
            return None;
        }
        let choice = self.left[self.at];
        let round = self.round;
        self.made += 1;
        self.at += 1;
        if self.at == self.left.len() {
            self.at = 0;
            self.round += 1;
            self.rounds -= 1;
        }
        Some((round, choice))
    }

    /// Begins the next phase with the better half; false if there are no more simulations.
    pub(crate) fn halve(&mut self, worth: impl Fn(usize) -> f32) -> bool {
        if self.made >= self.simulations {
            return false;
        }
        self.left
            .sort_by(|one, other| worth(*other).total_cmp(&worth(*one)));
        if self.left.len() > 2 {
            self.left.truncate(self.left.len().div_ceil(2));
        }
        self.plan_phase();
        true
    }
}

fn phases(choices: u32) -> u32 {
    choices.max(2).next_power_of_two().trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visits(simulations: u32, choices: usize, best: usize) -> Vec<u32> {
        let all: Vec<usize> = (0..choices).collect();
        let mut plan = Halving::new(simulations, &all);
        let mut visits = vec![0; choices];
        let mut rounds = 0;
        loop {
            while let Some((round, choice)) = plan.next() {
                visits[choice] += 1;
                rounds = rounds.max(round + 1);
            }
            let worth = |choice: usize| -(choice.abs_diff(best) as f32);
            if !plan.halve(worth) {
                assert!(rounds <= Halving::rounds(simulations, choices as u32));
                return visits;
            }
        }
    }

    #[test]
    fn all_simulations_are_made_and_the_best_get_most() {
        for (simulations, choices) in [(16, 4), (16, 16), (32, 5), (7, 3), (1, 2), (64, 2), (8, 16)]
        {
            let visits = visits(simulations, choices, 0);
            assert_eq!(visits.iter().sum::<u32>(), simulations);
            assert_eq!(visits.iter().max(), visits.first());
        }
        assert_eq!(visits(16, 4, 2), [2, 6, 6, 2]);
    }
}
