//! Rounds: the mix of opponents at their beginning, and the champion at their end.

use super::judge::{Judge, Opponent, Trial};
use super::settings::Matchmaking;
use super::state::{Champion, Exchanged, Member};
use super::{Individual, Purpose, Run, State};
use crate::deck::Deck;
use crate::equilibrium::equilibrium;
use crate::payoffs::Deals;
use crate::sampling::{Focus, Sampler};
use crate::stage::Unplayable;

/// Deals that every pair of the field plays at least.
const FIRST: u64 = 6;

/// Decks that play for the championship of a round.
const FINALISTS: usize = 3;

impl Run<'_> {
    pub(super) fn is_round_over(&self, state: &State) -> bool {
        let Some(last) = state
            .history
            .last()
            .filter(|last| last.round == state.round)
        else {
            return false;
        };
        let is_known = (last.high - last.low) / 2.0 <= self.settings.precision;
        state.generation >= self.settings.generations
            || is_known && last.unchanged >= self.settings.patience
    }

    /// Finds out how often each deck of the field is met in this round.
    pub(super) fn find_mix(&self, state: &mut State, judge: &dyn Judge) -> Result<(), Unplayable> {
        let decks = state.field.len();
        let environment = state
            .field
            .iter()
            .filter(|member| member.round.is_none())
            .count();
        let share = |of: usize, whole: f64| whole / of.max(1) as f64;
        state.mix = match self.settings.matchmaking {
            Matchmaking::Alone => Vec::new(),
            Matchmaking::Environment => in_two(decks, environment, share(environment, 1.0), 0.0),
            Matchmaking::League if decks > environment => in_two(
                decks,
                environment,
                share(environment, 0.5),
                share(decks - environment, 0.5),
            ),
            Matchmaking::Past if decks > environment => {
                in_two(decks, environment, 0.0, share(decks - environment, 1.0))
            }
            Matchmaking::League | Matchmaking::Past => {
                in_two(decks, environment, share(environment, 1.0), 0.0)
            }
            Matchmaking::Equilibrium => self.balanced(state, judge)?,
        };
        state.has_mix = true;
        if state.round == 0 {
            state.first_mix.clone_from(&state.mix);
        }
        Ok(())
    }

    /// The champions against the mix of the environment, once more: for another judge than the one they were bred with.
    pub fn checked(
        &self,
        judge: &dyn Judge,
        deals: u64,
    ) -> Result<Vec<(String, Deals)>, Unplayable> {
        let mut state = self.state.clone();
        state.mix.clone_from(&state.first_mix);
        let champions = &self.state.champions;
        let decks: Vec<&Deck> = champions.iter().map(|it| &it.deck).collect();
        let seed = engine::random::derived(self.settings.seed, Purpose::Check as u64);
        let verdicts = self.tried_against(&mut state, judge, &decks, seed, 0..deals)?;
        let names = champions.iter().map(|it| it.name.clone());
        let results = verdicts.iter().map(|verdict| Deals::of(&verdict.halves));
        Ok(names.zip(results).collect())
    }

    /// The equilibrium of the field, after the deals that it takes to know it.
    fn balanced(&self, state: &mut State, judge: &dyn Judge) -> Result<Vec<f64>, Unplayable> {
        let decks = state.field.len();
        let pairs = (decks * decks.saturating_sub(1) / 2) as u64;
        let wanted = pairs * self.settings.matrix_deals;
        let seed = self.seed(state, Purpose::Matrix);
        let sampler = Sampler {
            focus: Focus::Open,
            first: FIRST.min(self.settings.matrix_deals),
            seed,
            field: Vec::new(),
        };
        while state.payoffs.count() < wanted {
            let left = (wanted - state.payoffs.count()).max(1);
            let batch = sampler.batch(
                &state.payoffs,
                left.min((state.payoffs.count() / 3).max(16)),
            );
            if batch.is_empty() {
                break;
            }
            let trials: Vec<Trial<'_>> = batch
                .iter()
                .map(|(one, other, deals)| {
                    let begun = state.payoffs.deals(*one, *other).count();
                    Trial {
                        deck: &state.field[*one].deck,
                        opponents: vec![Opponent {
                            deck: &state.field[*other].deck,
                            deals: (begun..begun + deals).collect(),
                        }],
                        // The same deals for a pair, whichever round they are played in.
                        seed: engine::random::derived(self.settings.seed, Purpose::Matrix as u64),
                    }
                })
                .collect();
            let verdicts = judge.judge(&trials)?;
            for ((one, other, deals), verdict) in batch.iter().zip(verdicts) {
                verdict
                    .halves
                    .iter()
                    .for_each(|halves| state.payoffs.add(*one, *other, *halves));
                state.games += deals * judge.games_per_deal();
            }
        }
        let even = vec![1.0 / decks.max(1) as f64; decks];
        Ok(equilibrium(&state.payoffs.rates()).map_or(even, |found| found.mix))
    }

    /// Confirms the best deck with new deals, and begins another round or ends the run.
    pub(super) fn close_round(
        &self,
        state: &mut State,
        judge: &dyn Judge,
    ) -> Result<(), Unplayable> {
        let Some(best) = self.best_finalist(state, judge)? else {
            state.finished = Some("no deck could be built".to_owned());
            return Ok(());
        };
        let champion = self.confirmed(state, judge, &best)?;
        let gained = champion.confirmed.rate() - 0.5;
        let is_better = gained >= self.settings.gain;
        state.round += 1;
        let joined = is_better && self.settings.matchmaking != Matchmaking::Alone
            || matches!(
                self.settings.matchmaking,
                Matchmaking::League | Matchmaking::Past
            );
        let member = Member {
            name: champion.name.clone(),
            deck: champion.deck.clone(),
            round: Some(state.round - 1),
        };
        state.champions.push(Champion { joined, ..champion });
        state.finished = self.end(state, is_better);
        if joined {
            state.field.push(member);
            state.payoffs.add_deck();
        }
        if state.finished.is_none() {
            state.has_mix = self.settings.matchmaking == Matchmaking::Alone;
            state.generation = 0;
            state.population.iter_mut().for_each(Individual::forget);
            state.archive.forget();
        }
        Ok(())
    }

    /// Why the run is over after a round, if it is.
    fn end(&self, state: &State, is_better: bool) -> Option<String> {
        let points = 100.0 * self.settings.gain;
        match self.settings.matchmaking {
            Matchmaking::Equilibrium if !is_better => {
                return Some(format!(
                    "no deck gains {points:.1} points against the equilibrium any more"
                ));
            }
            Matchmaking::Environment | Matchmaking::Alone => {
                return Some("all generations are done".to_owned());
            }
            Matchmaking::Equilibrium | Matchmaking::League | Matchmaking::Past => {}
        }
        (state.round >= self.settings.rounds).then(|| "all rounds are done".to_owned())
    }

    /// The best of the decks that are good for sure, after new deals: whoever was best of many was also lucky, and the
    /// deals in which it was lucky must not decide.
    fn best_finalist(
        &self,
        state: &mut State,
        judge: &dyn Judge,
    ) -> Result<Option<Individual>, Unplayable> {
        let mut finalists = state.population.clone();
        finalists.sort_by(|one, other| other.interval().0.total_cmp(&one.interval().0));
        finalists.truncate(FINALISTS);
        if finalists.len() > 1 {
            let seed = self.seed(state, Purpose::Final);
            let decks: Vec<&Deck> = finalists.iter().map(|it| &it.deck).collect();
            let deals = 0..self.settings.confirm_deals.div_ceil(2);
            let verdicts = self.tried_against(state, judge, &decks, seed, deals)?;
            for (finalist, verdict) in finalists.iter_mut().zip(&verdicts) {
                finalist.add(&verdict.halves);
            }
        }
        // The first of equals: the one that was the surest before.
        let best = finalists.into_iter().reduce(|best, other| {
            if other.score() > best.score() {
                other
            } else {
                best
            }
        });
        Ok(best)
    }

    /// Plays new deals with the best deck and with the deck that its line began with, which stays champion unless the
    /// other one is better in these.
    fn confirmed(
        &self,
        state: &mut State,
        judge: &dyn Judge,
        best: &Individual,
    ) -> Result<Champion, Unplayable> {
        let seed = self.seed(state, Purpose::Confirmation);
        let (founder, path) = line(state, best);
        let mut decks: Vec<&Deck> = vec![&best.deck];
        if founder != best.deck {
            decks.push(&founder);
        }
        let deals = 0..self.settings.confirm_deals;
        let verdicts = self.tried_against(state, judge, &decks, seed, deals)?;
        let results: Vec<Deals> = verdicts.iter().map(|it| Deals::of(&it.halves)).collect();
        let before = results.get(1).copied();
        let champion = Champion {
            name: format!("champion_{}", state.round + 1),
            round: state.round,
            deck: best.deck.clone(),
            confirmed: results[0],
            before,
            founder: founder.clone(),
            path,
            joined: false,
        };
        Ok(match before {
            Some(before) if before.rate() >= results[0].rate() => Champion {
                deck: founder,
                confirmed: before,
                before: None,
                path: Vec::new(),
                ..champion
            },
            Some(_) | None => champion,
        })
    }
}

/// A share for the first decks and another one for the rest.
fn in_two(decks: usize, first: usize, share: f64, rest: f64) -> Vec<f64> {
    (0..decks)
        .map(|deck| if deck < first { share } else { rest })
        .collect()
}

/// The deck that a line began with, and its exchanges.
fn line(state: &State, best: &Individual) -> (Deck, Vec<Exchanged>) {
    let mut path = Vec::new();
    let mut oldest = best;
    while let Some(parent) = oldest.parent {
        path.push(Exchanged {
            generation: oldest.born,
            changes: oldest.changes.clone(),
            reason: oldest.reason.clone(),
            score: oldest.score(),
        });
        match state.lines.iter().find(|line| line.id == parent) {
            Some(above) => oldest = above,
            None => break,
        }
    }
    path.reverse();
    (oldest.deck.in_order(), path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolution::settings::Settings;

    /// All copies of a card leave the second section, so that nothing in the last deck tells where they lay.
    #[test]
    fn a_line_begins_with_the_deck_that_it_was_bred_from() {
        let mut deck = Deck::default();
        deck.put_in("main", "pot", 3);
        deck.put_in("extra", "dragon", 2);
        let mut state = State::new(&Settings::default(), Vec::new(), Vec::new());
        let founder = Individual::founder(1, deck.clone(), 0);
        let mut child = Individual {
            parent: Some(1),
            changes: vec![("dragon".to_owned(), -2), ("wyrm".to_owned(), 2)],
            ..Individual::founder(2, deck.clone(), 1)
        };
        child.deck.take_out("extra", "dragon", 2);
        child.deck.put_in("extra", "wyrm", 2);
        state.lines = vec![founder, child.clone()];
        let (began, path) = line(&state, &child);
        assert_eq!(began, deck.in_order());
        assert_eq!(path.len(), 1);
    }
}
