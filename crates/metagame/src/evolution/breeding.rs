//! Swap values and children.

use super::individual::Individual;
use super::judge::{Judge, Opponent, Trial, Verdict};
use super::settings::Guide;
use super::{Run, State};
use crate::building::{Exchange, drawn};
use crate::deck::Deck;
use crate::stage::Unplayable;
use crate::swap::Neutral;
use engine::random::Random;
use std::ops::Range;

/// Tries until an exchange gives a deck that may be played.
const TRIES: usize = 60;

/// Cards that are compared when one is chosen to come in.
const CANDIDATES: usize = 6;

/// Of so many candidates, one need not have the words of the deck.
const STRANGERS: u32 = 4;

impl Run<'_> {
    /// Decks against the opponents of the round, in some of the deals of a generation.
    pub(super) fn tried_against(
        &self,
        state: &mut State,
        judge: &dyn Judge,
        decks: &[&Deck],
        seed: u64,
        deals: Range<u64>,
    ) -> Result<Vec<Verdict>, Unplayable> {
        let nobody = Deck::default();
        let opponents = self.opponents(&state.field, &state.mix, &nobody, deals.clone());
        let trials: Vec<Trial<'_>> = decks
            .iter()
            .map(|deck| Trial {
                deck,
                opponents: opponents.clone(),
                seed,
            })
            .collect();
        let verdicts = judge.judge(&trials)?;
        state.games += decks.len() as u64 * (deals.end - deals.start) * judge.games_per_deal();
        Ok(verdicts)
    }

    /// Deals are shared out by the mix: a deal falls to the opponent on whose part of the mix its number lies, spread so
    /// that any part of the deals is as even as it can be. The opponents come in the order of the field.
    fn opponents<'d>(
        &self,
        field: &'d [super::Member],
        mix: &[f64],
        nobody: &'d Deck,
        deals: Range<u64>,
    ) -> Vec<Opponent<'d>> {
        if field.is_empty() {
            return vec![Opponent {
                deck: nobody,
                deals: deals.collect(),
            }];
        }
        let mut shared = vec![Vec::new(); field.len()];
        deals.for_each(|deal| shared[whose(mix, spread(deal))].push(deal));
        let met = field
            .iter()
            .zip(shared)
            .filter(|(_, deals)| !deals.is_empty());
        met.map(|(member, deals)| Opponent {
            deck: &member.deck,
            deals,
        })
        .collect()
    }

    /// Swap values of the cards of some decks, in the deals of the generation.
    pub(super) fn value_cards(
        &self,
        state: &mut State,
        judge: &dyn Judge,
        seed: u64,
    ) -> Result<(), Unplayable> {
        if self.settings.guide != Guide::Swap || state.population.is_empty() {
            return Ok(());
        }
        let deals = 0..self.settings.swap_deals.min(self.settings.deals);
        let neutral = Neutral::of(self.building, &self.axes, self.settings.neutral.as_deref());
        for number in 0..self.settings.swap_decks {
            // The best deck every other time, the others in turn.
            let turn = state.total as usize * self.settings.swap_decks + number;
            let place = if turn.is_multiple_of(2) {
                0
            } else {
                turn / 2 % state.population.len()
            };
            let deck = state.population[place].deck.clone();
            let with = state.population[place].last.clone();
            let swapped = neutral.swapped(self.building, &deck);
            let decks: Vec<&Deck> = swapped.iter().map(|(_, deck)| deck).collect();
            let with = self.in_order_of_opponents(state, &with, deals.clone());
            let verdicts = self.tried_against(state, judge, &decks, seed, deals.clone())?;
            for ((card, _), verdict) in swapped.iter().zip(verdicts) {
                let copies = deck.counts().get(card.as_str()).copied().unwrap_or(1);
                state.values.add_swap(card, copies, &with, &verdict.halves);
            }
        }
        Ok(())
    }

    /// The results of the first deals among those of all deals of a generation, in the order of their opponents.
    fn in_order_of_opponents(&self, state: &State, halves: &[u8], part: Range<u64>) -> Vec<u8> {
        let nobody = Deck::default();
        let all = self.opponents(&state.field, &state.mix, &nobody, 0..self.settings.deals);
        let numbers = all.into_iter().flat_map(|it| it.deals);
        let kept = numbers.zip(halves).filter(|(deal, _)| part.contains(deal));
        kept.map(|(_, halves)| *halves).collect()
    }

    /// Children of the population; better decks have more of them.
    pub(super) fn bred(&self, state: &mut State, random: &mut Random) -> Vec<Individual> {
        let mut children: Vec<Individual> = Vec::new();
        let archived: Vec<Individual> = state.archive.all().map(|(_, it)| it.clone()).collect();
        for number in 0..self.settings.children {
            // One in four comes from the archive.
            let from_archive = number % 4 == 3 && self.settings.diverse;
            let parents = if from_archive && !archived.is_empty() {
                &archived
            } else {
                &state.population
            };
            let (Some(one), Some(other)) = (drawn(parents, random), drawn(parents, random)) else {
                break;
            };
            let parent = if one.score() >= other.score() {
                one
            } else {
                other
            }
            .clone();
            let is_known = |deck: &Deck| {
                let known = state.population.iter().chain(&children);
                known.into_iter().any(|it| it.deck == *deck)
            };
            let Some((deck, reason)) = self.mutated(state, &parent.deck, random, &is_known) else {
                continue;
            };
            let id = state.next_id();
            let child = Individual {
                changes: parent.deck.changes(&deck),
                parent: Some(parent.id),
                expected: parent.score(),
                reason,
                ..Individual::founder(id, deck, state.total + 1)
            };
            state.lines.push(child.clone());
            children.push(child);
        }
        children
    }

    /// A deck with one to three exchanges.
    fn mutated(
        &self,
        state: &State,
        deck: &Deck,
        random: &mut Random,
        is_known: &dyn Fn(&Deck) -> bool,
    ) -> Option<(Deck, Vec<(String, f64)>)> {
        for _ in 0..TRIES {
            let mut changed = deck.clone();
            let mut reason = Vec::new();
            let exchanges = 1 + u32::from(random.below(2) == 0) + u32::from(random.below(4) == 0);
            for _ in 0..exchanges {
                let Some(exchange) = self.exchange(state, &changed, random) else {
                    continue;
                };
                if let Some(next) = self.building.exchanged(&changed, &exchange) {
                    for card in [&exchange.out, &exchange.into] {
                        let value = state.values.of(card).swap().map(|(value, _)| value);
                        reason.extend(value.map(|value| (card.clone(), value)));
                    }
                    changed = next;
                }
            }
            if changed != *deck && !is_known(&changed) {
                return Some((changed, reason));
            }
        }
        None
    }

    /// Copies of a card of little value for copies of one that may be worth more.
    fn exchange(&self, state: &State, deck: &Deck, random: &mut Random) -> Option<Exchange> {
        let sections: Vec<&(String, Vec<(String, u32)>)> = deck
            .sections
            .iter()
            .filter(|(_, cards)| !cards.is_empty())
            .collect();
        let (section, cards) = drawn(&sections, random)?;
        let guide = self.settings.guide;
        let worth: Vec<f64> = cards
            .iter()
            .map(|(card, _)| state.values.drawn(card, guide, random))
            .collect();
        let least = (0..cards.len()).min_by(|one, other| worth[*one].total_cmp(&worth[*other]))?;
        let (out, most) = &cards[least];
        let (_, pool) = self
            .building
            .pools()
            .iter()
            .find(|(name, _)| name == section)?;
        let mut best: Option<(f64, &String)> = None;
        for _ in 0..CANDIDATES {
            let card = drawn(pool, random)?;
            let is_stranger = !self.axes.fits(deck, card) && random.below(STRANGERS) > 0;
            if card == out || is_stranger {
                continue;
            }
            let worth = state.values.drawn(card, guide, random);
            if best.is_none_or(|(known, _)| known < worth) {
                best = Some((worth, card));
            }
        }
        Some(Exchange {
            section: section.clone(),
            out: out.clone(),
            into: best?.1.clone(),
            copies: 1 + random.below((*most).max(1)),
        })
    }
}

/// A number from 0 to 1 for each deal, such that the first so many are spread evenly (van der Corput's sequence).
fn spread(deal: u64) -> f64 {
    deal.reverse_bits() as f64 / u64::MAX as f64
}

/// The part of a mix that a number lies on.
fn whose(mix: &[f64], at: f64) -> usize {
    let mut sum = 0.0;
    let found = mix.iter().position(|share| {
        sum += share;
        at < sum
    });
    let last = mix.iter().rposition(|share| *share > 0.0);
    found.or(last).unwrap_or(0)
}
