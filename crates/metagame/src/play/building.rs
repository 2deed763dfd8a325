//! Building decks that may be played: by chance, and from other decks.

use crate::deck::Deck;
use cgml::decks::{Breach, DeckPlace, DeckProblem, Terms, problems, regulation_of};
use cgml::model::{CardDefId, Game, Literal, RegulationId};
use engine::random::Random;

/// Tries to put a card into a deck that is made by chance.
const MOST_TRIES: usize = 4000;

/// Builds decks of a game that keep its rules.
#[derive(Debug, Clone)]
pub struct Building<'g> {
    game: &'g Game,
    parameters: Vec<Literal>,
    regulation: Option<RegulationId>,
    pools: Vec<(String, Vec<String>)>,
}

/// The reason why no decks can be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotBuildable {
    /// The game has no deck rules.
    #[error("the game has no deck rules, so there are no decks to build")]
    NoRules,
    /// There is no such regulation.
    #[error("{0}")]
    Regulation(String),
    /// A card of the pool does not exist.
    #[error("the pool has `{card}`, which is no card of the game{near}")]
    UnknownCard {
        /// Text that was written.
        card: String,
        /// A similar name.
        near: String,
    },
    /// No card of the pool may be played.
    #[error("no card of the pool may be in a deck")]
    EmptyPool,
    /// No legal deck was found.
    #[error(
        "no deck that may be played was found by chance: the pool is too small for the deck rules"
    )]
    NoDeck,
}

impl<'g> Building<'g> {
    /// Decks of these cards, of all cards of the game if there is no pool, under a regulation, given by its name or a
    /// day.
    pub fn new(
        game: &'g Game,
        parameters: Vec<Literal>,
        regulation: Option<&str>,
        pool: Option<&[String]>,
    ) -> Result<Self, NotBuildable> {
        let rules = game.deck_rules.as_ref().ok_or(NotBuildable::NoRules)?;
        let regulation = regulation_of(game, regulation).map_err(NotBuildable::Regulation)?;
        let mut building = Self {
            game,
            parameters,
            regulation,
            pools: Vec::new(),
        };
        let cards = building.cards(pool)?;
        for section in &rules.sections {
            let allowed = cards
                .iter()
                .filter(|card| building.fits(&section.name, card));
            building
                .pools
                .push((section.name.clone(), allowed.cloned().collect()));
        }
        match building.pools.iter().all(|(_, cards)| cards.is_empty()) {
            true => Err(NotBuildable::EmptyPool),
            false => Ok(building),
        }
    }

    /// The game.
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// The name of the regulation that decks keep.
    pub fn regulation(&self) -> Option<&'g str> {
        let rules = self.game.deck_rules.as_ref()?;
        Some(&rules.regulations[self.regulation?].name)
    }

    /// For each section, the cards that may be in it.
    pub fn pools(&self) -> &[(String, Vec<String>)] {
        &self.pools
    }

    fn cards(&self, pool: Option<&[String]>) -> Result<Vec<String>, NotBuildable> {
        let Some(pool) = pool else {
            let all = self.game.cards.pairs();
            let all = all.filter(|(id, card)| card.deck_type.is_none() && !self.is_token(*id));
            return Ok(all.map(|(_, card)| card.name.clone()).collect());
        };
        let unknown = pool
            .iter()
            .find(|card| self.game.cards.find(card).is_none());
        match unknown {
            None => Ok(pool.to_vec()),
            Some(card) => {
                let near = cgml::similar::nearest(card, self.game.cards.names());
                Err(NotBuildable::UnknownCard {
                    card: card.clone(),
                    near: near.map_or_else(String::new, |near| format!("; did you mean `{near}`?")),
                })
            }
        }
    }

    fn is_token(&self, card: CardDefId) -> bool {
        let kinds = &self.game.kinds;
        let mut above =
            std::iter::successors(self.game.cards[card].kind, |kind| kinds[*kind].extends);
        above.any(|kind| kinds[kind].token)
    }

    /// True if a card may be in a section at all.
    fn fits(&self, section: &str, card: &str) -> bool {
        let mut deck = Deck::default();
        deck.put_in(section, card, 1);
        let found = self.found(&deck);
        // A section for no cards refuses the first one; that others are missing says nothing of the card.
        found.iter().all(|problem| match problem.breach {
            Breach::Size(size) => !size.is_excess(),
            Breach::Section
            | Breach::Copies { .. }
            | Breach::Kind
            | Breach::Filter
            | Breach::Regulation { .. }
            | Breach::Together { .. } => false,
        })
    }

    fn found(&self, deck: &Deck) -> Vec<DeckProblem> {
        let terms = Terms {
            regulation: self.regulation,
            parameters: &self.parameters,
        };
        problems(self.game, &deck.list(self.game, "deck"), terms)
    }

    /// Everything about a deck that breaks the rules.
    pub fn problems(&self, deck: &Deck) -> Vec<String> {
        let found = self.found(deck).into_iter();
        found.map(|problem| problem.message).collect()
    }

    /// True if a deck may be played.
    pub fn is_legal(&self, deck: &Deck) -> bool {
        self.found(deck).is_empty()
    }

    /// True if a deck has only cards of the pool.
    pub fn is_of_pool(&self, deck: &Deck) -> bool {
        deck.sections.iter().all(|(section, cards)| {
            let pool = self.pools.iter().find(|(name, _)| name == section);
            let known = |card: &String| pool.is_some_and(|(_, pool)| pool.contains(card));
            cards.iter().all(|(card, _)| known(card))
        })
    }

    /// A deck by chance: cards are put in, several copies at a time, as long as the rules ask for more.
    pub fn random(&self, random: &mut Random) -> Result<Deck, NotBuildable> {
        let mut deck = Deck::default();
        let sections = self
            .pools
            .iter()
            .map(|(name, _)| (name.clone(), Vec::new()));
        deck.sections.extend(sections);
        for _ in 0..MOST_TRIES {
            let found = self.found(&deck);
            let short = found
                .iter()
                .find_map(|problem| match (problem.breach, problem.place) {
                    (Breach::Size(_), DeckPlace::Section(at)) => Some(at),
                    _ => None,
                });
            let Some(at) = short else {
                let deck = deck.in_order();
                return match found.is_empty() && self.is_legal(&deck) {
                    true => Ok(deck),
                    false => Err(NotBuildable::NoDeck),
                };
            };
            let (section, pool) = &self.pools[at];
            let Some(card) = drawn(pool, random) else {
                return Err(NotBuildable::NoDeck);
            };
            for _ in 0..=random.below(4) {
                self.try_one_more(&mut deck, section, card);
            }
        }
        Err(NotBuildable::NoDeck)
    }

    /// Puts a card in if nothing but the size is wrong then, and the section is not too large.
    fn try_one_more(&self, deck: &mut Deck, section: &str, card: &str) {
        deck.put_in(section, card, 1);
        let breaks = |problem: &DeckProblem| match problem.breach {
            Breach::Size(size) => size.is_excess(),
            _ => true,
        };
        if self.found(deck).iter().any(breaks) {
            deck.take_out(section, card, 1);
        }
    }

    /// A deck with copies of a card exchanged for as many of another; nothing if it may not be played.
    pub fn exchanged(&self, deck: &Deck, exchange: &Exchange) -> Option<Deck> {
        let Exchange {
            section,
            out,
            into,
            copies,
        } = exchange;
        let mut deck = deck.clone();
        deck.take_out(section, out, *copies);
        deck.put_in(section, into, *copies);
        let deck = deck.in_order();
        self.is_legal(&deck).then_some(deck)
    }
}

/// Copies of a card for as many of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// The section.
    pub section: String,
    /// The card that goes.
    pub out: String,
    /// The card that comes.
    pub into: String,
    /// Number of copies.
    pub copies: u32,
}

/// One of several.
pub(crate) fn drawn<'a, T>(items: &'a [T], random: &mut Random) -> Option<&'a T> {
    let count = u32::try_from(items.len()).ok().filter(|count| *count > 0)?;
    items.get(random.below(count) as usize)
}
