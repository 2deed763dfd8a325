//! Use of the cards of a deck in games: drawn, in the opening hand, played, and won with.

use cgml::model::Game;
use engine::event::{Event, Scene, Watch};
use engine::ids::Seat;
use engine::program::{ChoiceKind, Program, ValueKind};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Games, and the half points that were made in them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    /// Number of games.
    pub games: u64,
    /// Half points: two for a win, one for a draw.
    pub halves: u64,
}

impl Games {
    fn add(&mut self, halves: u8) {
        self.games += 1;
        self.halves += u64::from(halves);
    }

    fn add_all(&mut self, other: Self) {
        self.games += other.games;
        self.halves += other.halves;
    }

    /// The share of points; nothing of no games.
    pub fn rate(self) -> Option<f64> {
        (self.games > 0).then(|| self.halves as f64 / (2 * self.games) as f64)
    }

    /// The variance of the share of points, as of games that are won or lost.
    pub fn variance(self) -> f64 {
        let games = self.games as f64 + 2.0;
        let rate = (self.halves as f64 / 2.0 + 1.0) / games;
        rate * (1.0 - rate) / games
    }

    /// The other games of a larger number.
    pub fn rest_of(self, all: Self) -> Self {
        Self {
            games: all.games.saturating_sub(self.games),
            halves: all.halves.saturating_sub(self.halves),
        }
    }
}

/// Use of a card in the games of decks that have it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardUse {
    /// All games.
    pub all: Games,
    /// Those in which its owner got to see it.
    pub drawn: Games,
    /// Those in which that was so before the first decision.
    pub opening: Games,
    /// Those in which its owner played it.
    pub played: Games,
}

impl CardUse {
    /// Adds other games.
    pub fn add_all(&mut self, other: &Self) {
        self.all.add_all(other.all);
        self.drawn.add_all(other.drawn);
        self.opening.add_all(other.opening);
        self.played.add_all(other.played);
    }

    /// The seed's statistic: how much more was won with the card than without it, by the same decks. Games in which it
    /// was drawn are compared with those in which it was not; with half the width of the interval, 19 times out of 20.
    pub fn contribution(&self) -> Option<(f64, f64)> {
        let without = self.drawn.rest_of(self.all);
        let gain = self.drawn.rate()? - without.rate()?;
        let variance = self.drawn.variance() + without.variance();
        Some((gain, crate::payoffs::SURE * variance.sqrt()))
    }

    /// In how many games it was played, of those in which it was drawn.
    pub fn play_rate(&self) -> Option<f64> {
        (self.drawn.games > 0).then(|| self.played.games as f64 / self.drawn.games as f64)
    }
}

/// For each card what became of it.
pub type Uses = BTreeMap<String, CardUse>;

/// Adds other games to those of each card.
pub fn add_uses(uses: &mut Uses, other: &Uses) {
    for (card, more) in other {
        uses.entry(card.clone()).or_default().add_all(more);
    }
}

/// The moves by which cards are played: those that cost something, if there are such moves, and all moves of cards
/// otherwise.
pub fn playing_moves(game: &Game) -> BTreeSet<String> {
    let with_cost = game.moves.iter().filter(|it| !it.cost.is_empty());
    let names: BTreeSet<String> = with_cost.map(|it| it.name.clone()).collect();
    match names.is_empty() {
        true => game.moves.names().map(str::to_owned).collect(),
        false => names,
    }
}

const DRAWN: u8 = 1;
const OPENING: u8 = 2;
const PLAYED: u8 = 4;

/// Notes what becomes of cards while a game is played.
#[derive(Debug, Clone)]
pub struct Noting<'p> {
    moves: &'p BTreeSet<String>,
    /// For each card of the program, what became of it.
    cards: Vec<u8>,
    /// The cards that were played, in order, by seat.
    played: Vec<(u8, u16)>,
    has_begun: bool,
    turns: u32,
}

impl<'p> Noting<'p> {
    /// Notes a game of a program; cards are played with these moves.
    pub fn new(program: &Program, moves: &'p BTreeSet<String>) -> Self {
        Self {
            moves,
            cards: vec![0; program.cards.len()],
            played: Vec::new(),
            has_begun: false,
            turns: 0,
        }
    }

    /// Number of turns that began.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The cards that were played, with the seats that played them, by their places in the program.
    pub fn played(&self) -> &[(u8, u16)] {
        &self.played
    }

    /// Adds what became of a seat's cards to its deck's; it made so many half points.
    pub fn count(&self, program: &Program, seat: u8, halves: u8, uses: &mut Uses) {
        let mut flags: BTreeMap<&str, u8> = BTreeMap::new();
        for (card, noted) in program.cards.iter().zip(&self.cards) {
            if owner(program, usize::from(card.start)) == Some(seat) {
                *flags.entry(card.name.id.as_str()).or_default() |= noted;
            }
        }
        for (card, noted) in flags {
            let sums = match uses.get_mut(card) {
                Some(sums) => sums,
                None => uses.entry(card.to_owned()).or_default(),
            };
            sums.all.add(halves);
            for (flag, games) in [
                (DRAWN, &mut sums.drawn),
                (OPENING, &mut sums.opening),
                (PLAYED, &mut sums.played),
            ] {
                if noted & flag != 0 {
                    games.add(halves);
                }
            }
        }
    }
}

/// The seat that a pile belongs to.
fn owner(program: &Program, pile: usize) -> Option<u8> {
    program.piles.get(pile).and_then(|pile| pile.owner)
}

impl Watch for Noting<'_> {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        let program = scene.program;
        match event {
            Event::Moved { card, .. } | Event::Revealed { card, .. } => {
                let start = usize::from(program.cards[card.index()].start);
                let is_seen =
                    owner(program, start).is_some_and(|seat| scene.known(card) >> seat & 1 == 1);
                let is_away = matches!(event, Event::Moved { to, .. } if to.index() != start);
                if is_seen && is_away {
                    let opening = if self.has_begun { 0 } else { OPENING };
                    self.cards[card.index()] |= DRAWN | opening;
                }
            }
            Event::Chose { seat, choice, .. } => {
                self.has_begun = true;
                let meaning = &program.meanings[choice.meaning.index()];
                let is_move = meaning.kind == ChoiceKind::Move
                    && meaning.sort == ValueKind::Card
                    && self.moves.contains(&meaning.name.id);
                let card = usize::try_from(choice.value).ok();
                if let Some(card) = card.filter(|card| is_move && *card < self.cards.len()) {
                    self.note_played(program, seat, card);
                }
            }
            Event::BeganTurn { .. } => self.turns += 1,
            Event::Shuffled { .. }
            | Event::Arranged { .. }
            | Event::Flipped { .. }
            | Event::Concealed { .. }
            | Event::Changed { .. }
            | Event::EnteredState { .. }
            | Event::EnteredPhase { .. }
            | Event::StepFailed
            | Event::Told { .. }
            | Event::Ended => {}
        }
    }
}

impl Noting<'_> {
    fn note_played(&mut self, program: &Program, seat: Seat, card: usize) {
        let start = usize::from(program.cards[card].start);
        if owner(program, start) == Some(seat.0) {
            self.cards[card] |= PLAYED | DRAWN;
            self.played.push((seat.0, card as u16));
        }
    }
}
