//! The source of chance: the position's generator, or a script that says how it comes out.
//!
//! A script is for those who must have a certain game: tests that compare two programs, scenarios, puzzles.
//! Games that run without one pay for it with a look at an empty field at each shuffle. A script is part of
//! the position while it lasts, but not of what is saved: a position that comes back goes on by the generator.

pub mod open;
pub mod random;
pub mod seed;

use crate::ids::Card;
use crate::random::{Bits, below};
use crate::seed::{Keyed, Seed, Stream};

/// Outcomes of chance, in the order in which the game asks for them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Script {
    orders: Vec<Vec<Card>>,
    picks: Vec<Vec<i64>>,
    orders_used: usize,
    picks_used: usize,
    keeps_orders: bool,
}

impl Script {
    /// Nothing is said: everything comes from the generator.
    pub fn new() -> Self {
        Self::default()
    }

    /// After the shuffles that are said, every shuffle leaves the cards as they lie.
    pub fn without_shuffles() -> Self {
        Self {
            keeps_orders: true,
            ..Self::default()
        }
    }

    /// Sets the order of the cards after the next shuffle without one, the top one first. Cards of the
    /// pile that are not named lie below, as they lay before; named cards that are not in the pile are
    /// passed over.
    #[must_use]
    pub fn then_order(mut self, order: impl IntoIterator<Item = Card>) -> Self {
        self.orders.push(order.into_iter().collect());
        self
    }

    /// Sets the outcome of the next random choice without one: values such as the numbers of cards or
    /// seats. Exactly so many must be there to be chosen; otherwise the game is stopped.
    #[must_use]
    pub fn then_pick(mut self, values: impl IntoIterator<Item = i64>) -> Self {
        self.picks.push(values.into_iter().collect());
        self
    }

    /// True if everything that was said has happened.
    pub fn is_used_up(&self) -> bool {
        self.orders_used == self.orders.len() && self.picks_used == self.picks.len()
    }

    /// True if the script says how the cards come to lie. Where there are no cards nothing is used up.
    fn arrange(&mut self, cards: &mut [Card]) -> bool {
        if cards.is_empty() {
            return true;
        }
        let Some(order) = self.orders.get(self.orders_used) else {
            return self.keeps_orders;
        };
        self.orders_used += 1;
        let place = |card: &Card| order.iter().position(|named| named == card);
        cards.sort_by_key(|card| place(card).unwrap_or(usize::MAX));
        true
    }

    fn pick(&mut self) -> Option<&[i64]> {
        let picked = self.picks.get(self.picks_used)?;
        self.picks_used += 1;
        Some(picked)
    }
}

/// Source of random outcomes of a position: a stream of random bits, and a script that overrides it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chance {
    pub stream: Stream,
    pub script: Option<Box<Script>>,
}

impl Chance {
    pub(crate) fn new(seed: impl Into<Seed>) -> Self {
        Self::from(Stream::from(seed.into()))
    }

    /// Puts cards into an order.
    #[inline]
    pub(crate) fn shuffle(&mut self, cards: &mut [Card]) {
        if let Some(script) = &mut self.script
            && script.arrange(cards)
        {
            return;
        }
        match &mut self.stream {
            Stream::Fast(random) => random.shuffle(cards),
            Stream::Keyed(keyed) => keyed.draw(|words| random::shuffle(words, cards)),
        }
    }

    /// Takes so many of some items, each way equally likely: hears the places of those that are taken, in order.
    pub(crate) fn take(&mut self, count: u32, of: u32, taken: impl FnMut(usize)) {
        match &mut self.stream {
            Stream::Fast(random) => take(random, count, of, taken),
            Stream::Keyed(keyed) => keyed.draw(|words| take(words, count, of, taken)),
        }
    }

    /// Fingerprint of what is to come: the same where it is the same.
    pub(crate) fn signature(&self) -> impl Iterator<Item = u64> {
        let (state, keyed) = match &self.stream {
            Stream::Fast(random) => (Some(random.state()), None),
            Stream::Keyed(Keyed { key, stream, drawn }) => {
                let words = key.0.as_chunks::<8>().0;
                let words = words.iter().map(|word| u64::from_le_bytes(*word));
                (None, Some(words.chain([*stream, *drawn])))
            }
        };
        state.into_iter().chain(keyed.into_iter().flatten())
    }

    /// The scripted outcome of the next random choice.
    #[inline]
    pub(crate) fn picked(&mut self) -> Option<&[i64]> {
        self.script.as_mut()?.pick()
    }
}

fn take(bits: &mut impl Bits, count: u32, of: u32, mut taken: impl FnMut(usize)) {
    let mut wanted = count.min(of);
    for place in 0..of {
        if wanted > 0 && below(bits, of - place) < wanted {
            taken(place as usize);
            wanted -= 1;
        }
    }
}

impl From<Stream> for Chance {
    fn from(stream: Stream) -> Self {
        Self {
            stream,
            script: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::tests::small;

    fn deck(position: &Position) -> Vec<u16> {
        let piles = [1, 2, 0].map(crate::ids::Pile);
        let cards = piles.iter().flat_map(|pile| position.cards(*pile));
        cards.map(|card| card.0).collect()
    }

    #[test]
    fn a_script_orders_the_cards_it_names_and_leaves_the_others_below() {
        let mut cards = [0, 1, 2, 3, 4].map(Card);
        let mut chance = Chance::new(1);
        chance.script = Some(Box::new(Script::new().then_order([3, 9, 1].map(Card))));
        chance.shuffle(&mut cards);
        assert_eq!(cards, [3, 1, 0, 2, 4].map(Card));
        assert!(chance.script.is_some_and(|script| script.is_used_up()));
    }

    #[test]
    fn what_a_script_leaves_open_comes_from_the_generator() {
        let program = small::program();
        let game = |script| Position::start_scripted(&program, 5, script);
        let usual = Position::start(&program, 5);
        assert_eq!(deck(&game(Script::new())), deck(&usual));
        assert_ne!(deck(&game(Script::without_shuffles())), deck(&usual));
    }

    #[test]
    fn a_scripted_game_is_the_same_whatever_its_seed() {
        let program = small::program();
        let order = || [7, 2, 9, 0, 4, 1, 3].map(Card);
        let game = |seed| {
            let script = Script::without_shuffles().then_order(order());
            Position::start_scripted(&program, seed, script)
        };
        assert_eq!(game(1), game(2));
        assert!(game(1).script().is_some_and(Script::is_used_up));
        assert_ne!(Position::start(&program, 1), Position::start(&program, 2));
    }
}
