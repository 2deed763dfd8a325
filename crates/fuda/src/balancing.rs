//! Balance of a game: figures of its cards and seats, the effect of changes, and edits that reach a target.

mod figures;
mod look;
mod patch;
mod tables;
mod what_if;

pub use figures::{CardFigure, Compared, DeckFigure, Figures, FirstMove, Proposed, Remark};
pub use look::{Opened, Request, Target, Unlooked};
pub use patch::{PatchError, patch};

use crate::boards::DeckBoards;
use cgml::model::{DeckSource, Game};
use cgml::source::SourceMap;
use compile::Settings;
use metagame::balance::{Change, Evaluate, Results};
use metagame::building::Building;
use metagame::deck::Deck;
use metagame::equilibrium::equilibrium;
use metagame::evolution::{Axes, Values};
use metagame::field::effective_decks;
use metagame::stage::{Onlooker, Pairing, Stage, Unplayable};
use metagame::swap::Neutral;
use metagame::usage::{Uses, add_uses, playing_moves};
use players::PlayerSpec;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

/// A game whose balance is looked at.
pub struct Subject<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its files.
    pub files: &'a SourceMap,
    /// Settings of its matches, without decks.
    pub settings: Settings,
    /// The decks; none in games without them.
    pub decks: &'a [Deck],
    /// Builds decks, where the game has deck rules.
    pub building: Option<&'a Building<'a>>,
    /// The player of all seats.
    pub player: PlayerSpec,
    /// The seed.
    pub seed: u64,
    /// The most decisions of a game.
    pub limit: u64,
    /// Number of threads.
    pub threads: NonZeroUsize,
    /// Is set when somebody wants it to stop.
    pub stop: &'a AtomicBool,
}

/// True if players bring decks to a game.
pub fn has_decks(game: &Game) -> bool {
    game.decks
        .iter()
        .any(|deck| matches!(deck.source, DeckSource::DeckList(_)))
}

impl Subject<'_> {
    /// Plays every pair of decks, or the game itself if there are none, after some changes.
    pub fn results(
        &self,
        changes: &[Change],
        pairs: &[(usize, usize)],
        deals: std::ops::Range<u64>,
        onlooker: &Onlooker<'_>,
    ) -> Result<Results, Unplayable> {
        let decks = self.changed_decks(changes)?;
        let none = Deck::default();
        let deck = |at: usize| decks.get(at).unwrap_or(&none);
        let pairings: Vec<Pairing<'_>> = pairs
            .iter()
            .map(|(one, other)| Pairing {
                decks: [deck(*one), deck(*other)],
                deals: deals.clone().collect(),
                seed: self.seed,
            })
            .collect();
        Ok(Results {
            decks: decks.len(),
            pairs: pairs.to_vec(),
            outcomes: self.played(changes, &pairings, onlooker)?,
        })
    }

    /// Plays pairings after some changes.
    pub fn played(
        &self,
        changes: &[Change],
        pairings: &[Pairing<'_>],
        onlooker: &Onlooker<'_>,
    ) -> Result<Vec<metagame::stage::Outcome>, Unplayable> {
        let (mut game, mut settings) = (self.game.clone(), self.settings.clone());
        changes
            .iter()
            .for_each(|change| change.apply(&mut game, &mut settings));
        let boards = DeckBoards::new(&game, self.files, settings, vec![self.player.clone()], 0);
        let stage = Stage {
            boards: &boards,
            players: [self.player.clone(), self.player.clone()],
            moves: playing_moves(&game),
            limit: self.limit,
            threads: self.threads,
            stop: self.stop,
        };
        stage.play(pairings, onlooker)
    }

    /// The decks without banned cards.
    fn changed_decks(&self, changes: &[Change]) -> Result<Vec<Deck>, Unplayable> {
        let mut decks = self.decks.to_vec();
        for change in changes {
            let (Change::Ban(card), Some(building)) = (change, self.building) else {
                continue;
            };
            let neutral = Neutral::of(building, &Axes::of(building), None);
            for deck in decks
                .iter_mut()
                .filter(|deck| deck.counts().contains_key(card.as_str()))
            {
                *deck = neutral.without(building, deck, card).ok_or_else(|| {
                    Unplayable::Board(format!(
                        "no deck that may be played is left without `{card}`"
                    ))
                })?;
            }
        }
        Ok(decks)
    }

    /// Pairs of different decks; one pair without decks where there are none.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        match self.decks.len() {
            0 | 1 => vec![(0, 0)],
            count => (0..count)
                .flat_map(|one| (one + 1..count).map(move |other| (one, other)))
                .collect(),
        }
    }

    /// Worth of the cards of all decks: their uses in games that were played, and swap values in some of the same deals.
    pub fn values(
        &self,
        results: &Results,
        swap_deals: u64,
        onlooker: &Onlooker<'_>,
    ) -> Result<Values, Unplayable> {
        let mut uses = Uses::new();
        for outcome in &results.outcomes {
            add_uses(&mut uses, &outcome.uses[0]);
            add_uses(&mut uses, &outcome.uses[1]);
        }
        let mut values = Values::default();
        values.add_uses(&uses);
        let Some(building) = self
            .building
            .filter(|_| swap_deals > 0 && self.decks.len() > 1)
        else {
            return Ok(values);
        };
        let neutral = Neutral::of(building, &Axes::of(building), None);
        for (place, deck) in self.decks.iter().enumerate() {
            let swapped = neutral.swapped(building, deck);
            self.add_swaps(place, &swapped, results, swap_deals, &mut values, onlooker)?;
        }
        Ok(values)
    }

    fn add_swaps(
        &self,
        place: usize,
        swapped: &[(String, Deck)],
        results: &Results,
        deals: u64,
        values: &mut Values,
        onlooker: &Onlooker<'_>,
    ) -> Result<(), Unplayable> {
        let counts = self.decks[place].counts();
        let mut pairings = Vec::new();
        let mut with = Vec::new();
        for (card, deck) in swapped {
            for ((one, other), outcome) in results.pairs.iter().zip(&results.outcomes) {
                let decks = match (*one == place, *other == place) {
                    (true, false) => [deck, &self.decks[*other]],
                    (false, true) => [&self.decks[*one], deck],
                    (true, true) | (false, false) => continue,
                };
                pairings.push(Pairing {
                    decks,
                    deals: (0..deals.min(outcome.halves.len() as u64)).collect(),
                    seed: self.seed,
                });
                with.push((card, *one == place, &outcome.halves));
            }
        }
        let outcomes = self.played(&[], &pairings, onlooker)?;
        for ((card, is_first, with), outcome) in with.into_iter().zip(outcomes) {
            let own = |halves: &u8| {
                if is_first {
                    *halves
                } else {
                    metagame::payoffs::MOST_HALVES - halves
                }
            };
            let (with, without): (Vec<u8>, Vec<u8>) = (
                with.iter().map(own).collect(),
                outcome.halves.iter().map(own).collect(),
            );
            values.add_swap(
                card,
                counts.get(card.as_str()).copied().unwrap_or(1),
                &with,
                &without,
            );
        }
        Ok(())
    }
}

/// The figure that is to reach a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// The win rate of one deck against another.
    Match(usize, usize),
    /// The share of the first seat.
    FirstSeat,
    /// The effective number of decks.
    EffectiveDecks,
}

/// Evaluates edits by games.
pub struct Evaluation<'a> {
    /// The game.
    pub subject: &'a Subject<'a>,
    /// The figure.
    pub figure: Figure,
    /// Deals of each pair.
    pub deals: u64,
    /// Is told of every game.
    pub onlooker: &'a Onlooker<'a>,
}

impl Evaluate for Evaluation<'_> {
    fn figure(&self, changes: &[Change], confirms: bool) -> Result<f64, Unplayable> {
        let pairs = match self.figure {
            Figure::Match(one, other) => vec![(one, other)],
            Figure::FirstSeat | Figure::EffectiveDecks => self.subject.pairs(),
        };
        // The deals that confirm are others, and twice as many.
        let deals = if confirms {
            self.deals..3 * self.deals
        } else {
            0..self.deals
        };
        let results = self
            .subject
            .results(changes, &pairs, deals, self.onlooker)?;
        Ok(match self.figure {
            Figure::Match(one, other) => results.payoffs().rate(one, other),
            Figure::FirstSeat => results.first_share().value,
            Figure::EffectiveDecks => {
                let found = equilibrium(&results.payoffs().rates());
                found.map_or(1.0, |found| effective_decks(&found.mix))
            }
        })
    }
}
