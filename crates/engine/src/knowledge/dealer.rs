//! Deals what a seat does not know, again and again: what [`Position::redeal`] does once.
//!
//! The parts of a copy that must change are looked for once: the unknown cards and those beside them, and the cells,
//! registers, choices and lists that refer to one. A deal then takes no memory and touches nothing else.

use crate::hidden::Hidden;
use crate::position::Position;
use crate::program::{CardReferences, Program, ValueKind};
use crate::random::Random;
use crate::redeal::{Exchange, is_unknown, mark, unknown_to};
use crate::samples::{Guesser, Samples};
use crate::table::{CardState, NO_CARD};
use crate::{ids::Seat, lists::Lists};

/// Deals the cards of a position that a seat does not know, again and again.
pub struct Dealer<'a> {
    program: &'a Program,
    position: &'a Position,
    /// The unknown cards in the order of their places; those with the same back together.
    places: Vec<u16>,
    /// The same cards, in an order that does not depend on where they lie.
    sorted: Vec<u16>,
    /// The numbers of cards with the same back, one after the other.
    alike: Vec<usize>,
    /// The card in the place of each card, after the last deal.
    exchange: Exchange,
    dealt: Vec<u16>,
    /// Known cards beside unknown ones.
    beside: Vec<u16>,
    /// Piles with an unknown card at an end.
    piles: Vec<usize>,
    cells: Vec<usize>,
    registers: Vec<usize>,
    choices: Vec<usize>,
    elements: Vec<usize>,
    marks: Vec<Marks<'a>>,
    /// True if earlier tables are remembered, which are dealt again, too.
    is_simple: bool,
    /// Hidden values besides cards, and their possible values.
    guesser: Option<Guesser<'a>>,
}

/// Marks on unknown cards that are not the initial ones.
struct Marks<'a> {
    first: usize,
    start: Option<&'a [i64]>,
}

impl<'a> Dealer<'a> {
    /// Looks for what a seat does not know.
    pub fn new(program: &'a Program, position: &'a Position, seat: Seat) -> Self {
        Self::of(program, position, unknown_to(position, seat))
    }

    /// As [`Self::new`], for a position that led to another one: cards that the seat knows there stay where they
    /// were.
    pub fn of_earlier(
        program: &'a Program,
        position: &'a Position,
        seat: Seat,
        now: &Position,
    ) -> Self {
        let mut unknown = unknown_to(position, seat);
        unknown.retain(|card| is_unknown(&now.table.cards[usize::from(*card)], seat));
        Self::of(program, position, unknown)
    }

    /// Draws hidden values besides, from how they were in other games.
    #[must_use]
    pub fn guessing(mut self, hidden: &'a Hidden, samples: &'a Samples) -> Self {
        self.guesser = Some(Guesser::new(self.program, hidden, samples, self.position));
        self
    }

    fn of(program: &'a Program, position: &'a Position, mut places: Vec<u16>) -> Self {
        let back = |card: &u16| program.cards[usize::from(*card)].back;
        places.sort_by_key(back);
        let mut sorted = places.clone();
        sorted.sort_unstable_by_key(|card| (back(card), *card));
        let parts = places.chunk_by(|one, other| back(one) == back(other));
        let alike = parts.map(<[u16]>::len).collect();
        let mut is_unknown = vec![false; program.cards.len()];
        for card in &places {
            is_unknown[usize::from(*card)] = true;
        }
        let refers = Refers { is_unknown };
        let in_lists = in_lists(program, position);
        Self {
            program,
            position,
            alike,
            beside: refers.beside(&position.table.cards),
            piles: refers.piles(position),
            cells: refers.cells(program, position),
            registers: refers.registers(program, position),
            choices: refers.choices(program, position),
            elements: refers.elements(&position.lists, &in_lists),
            marks: refers.marks(program, position),
            is_simple: position.remembered.iter().next().is_none(),
            guesser: None,
            exchange: Exchange::none(program),
            dealt: Vec::with_capacity(places.len()),
            places,
            sorted,
        }
    }

    /// Makes `world` a position by chance that gives the seat the same view. See [`Position::redeal`].
    pub fn deal(&mut self, random: &mut Random, world: &mut Position) {
        world.clone_from(self.position);
        self.draw(random);
        if self.is_simple {
            self.exchange_cards(world);
        } else {
            world.exchange(self.program, &self.exchange);
        }
        if let Some(guesser) = &mut self.guesser {
            guesser.write(random, &self.places, self.position, &self.exchange, world);
        }
    }

    fn exchange_cards(&self, world: &mut Position) {
        let exchange = &self.exchange;
        let before = &self.position.table;
        for card in self.places.iter().chain(&self.beside) {
            let state = before.cards[usize::from(*card)];
            world.table.cards[usize::from(exchange.number(*card))] = CardState {
                below: exchange.number(state.below),
                above: exchange.number(state.above),
                ..state
            };
        }
        for pile in &self.piles {
            let pile = &mut world.table.piles[*pile];
            pile.top = exchange.number(pile.top);
            pile.bottom = exchange.number(pile.bottom);
        }
        for marks in &self.marks {
            for old in self.places.iter().map(|card| usize::from(*card)) {
                let new = usize::from(exchange.number(old as u16));
                let value = before.cells[marks.first + old];
                world.table.cells[marks.first + new] = match marks.start {
                    Some(start) if value == start[old] => start[new],
                    Some(_) | None => value,
                };
            }
        }
        for cell in &self.cells {
            let cell = &mut world.table.cells[*cell];
            *cell = exchange.card(*cell);
        }
        for register in &self.registers {
            let register = &mut world.stack[*register];
            *register = exchange.card(*register);
        }
        for choice in &self.choices {
            let choice = &mut world.choices[*choice];
            choice.value = exchange.card(choice.value);
        }
        for element in &self.elements {
            let element = &mut world.lists.elements[*element];
            *element = exchange.card(*element);
        }
    }

    /// Draws which card comes into the place of which.
    fn draw(&mut self, random: &mut Random) {
        self.dealt.clone_from(&self.sorted);
        let mut first = 0;
        for count in &self.alike {
            random.shuffle(&mut self.dealt[first..first + count]);
            first += count;
        }
        self.deal_wanted(random);
        for (card, new) in self.places.iter().zip(&self.dealt) {
            self.exchange.put(*card, *new);
        }
    }
}

impl Dealer<'_> {
    /// Puts cards into places where only cards of a kind can lie, if there are such cards.
    fn deal_wanted(&mut self, random: &mut Random) {
        let Some(guesser) = &mut self.guesser else {
            return;
        };
        guesser.draw_rows(random);
        let cards = &self.program.cards;
        for (place, wanted) in guesser.wanted() {
            let info = |card: u16| &cards[usize::from(card)];
            let at = self.places.iter().position(|card| *card == place);
            let found = self.dealt.iter().position(|card| {
                info(*card).kind == info(wanted).kind && info(*card).back == info(place).back
            });
            if let Some((at, found)) = at.zip(found) {
                self.dealt.swap(at, found);
            }
        }
    }
}

/// Finds what refers to unknown cards.
struct Refers {
    is_unknown: Vec<bool>,
}

impl Refers {
    fn to(&self, card: i64) -> bool {
        let card = usize::try_from(card).ok();
        card.is_some_and(|card| self.is_unknown.get(card) == Some(&true))
    }

    fn beside(&self, cards: &[CardState]) -> Vec<u16> {
        let is_beside = |state: &CardState| {
            let sides = [state.below, state.above];
            sides
                .iter()
                .any(|card| *card != NO_CARD && self.to(i64::from(*card)))
        };
        let known = cards
            .iter()
            .enumerate()
            .filter(|(card, _)| !self.is_unknown[*card]);
        let beside = known.filter(|(_, state)| is_beside(state));
        beside.map(|(card, _)| card as u16).collect()
    }

    fn piles(&self, position: &Position) -> Vec<usize> {
        let piles = position.table.piles.iter().enumerate();
        let ends = piles.filter(|(_, pile)| {
            let ends = [pile.top, pile.bottom];
            ends.iter()
                .any(|card| *card != NO_CARD && self.to(i64::from(*card)))
        });
        ends.map(|(pile, _)| pile).collect()
    }

    fn cells(&self, program: &Program, position: &Position) -> Vec<usize> {
        let cells = &position.table.cells;
        let mut found = Vec::new();
        for variable in &program.variables {
            let width = usize::from(variable.sort.cells());
            for owner in 0..usize::from(variable.owners.max(1)) {
                let first = usize::from(variable.first) + owner * width;
                match variable.sort.card_references() {
                    CardReferences::One => found.push(first),
                    CardReferences::Several | CardReferences::Groups => {
                        let length = usize::try_from(cells[first]).unwrap_or(0).min(width - 1);
                        found.extend(first + 1..=first + length);
                    }
                    CardReferences::None => {}
                }
            }
        }
        // Marks move with their cards first, and refer to cards in turn.
        let is_mark = |cell: usize| {
            let mut marks = program
                .variables
                .iter()
                .filter(|variable| variable.of_cards);
            marks.any(|variable| {
                let first = usize::from(variable.first);
                (first..first + program.cards.len()).contains(&cell)
            })
        };
        found.retain(|cell| is_mark(*cell) || self.to(cells[*cell]));
        found
    }

    fn registers(&self, program: &Program, position: &Position) -> Vec<usize> {
        let live = position.live_registers(program).into_iter();
        let cards = live
            .filter(|(place, sort)| *sort == ValueKind::Card && self.to(position.stack[*place]));
        cards.map(|(place, _)| place).collect()
    }

    fn choices(&self, program: &Program, position: &Position) -> Vec<usize> {
        let choices = position.choices.iter().enumerate();
        let cards = choices.filter(|(_, choice)| {
            program.meanings[choice.meaning.index()].sort == ValueKind::Card
                && self.to(choice.value)
        });
        cards.map(|(at, _)| at).collect()
    }

    fn elements(&self, lists: &Lists, in_lists: &[bool]) -> Vec<usize> {
        let cards = in_lists.iter().zip(lists.elements.iter()).enumerate();
        let unknown = cards.filter(|(_, (is_card, card))| **is_card && self.to(**card));
        unknown.map(|(at, _)| at).collect()
    }

    fn marks<'a>(&self, program: &'a Program, position: &Position) -> Vec<Marks<'a>> {
        let of_cards = program
            .variables
            .iter()
            .filter(|variable| variable.of_cards);
        let all = of_cards.map(|variable| {
            let mut marks = program.marks.iter();
            let mark = marks.find(|mark| mark.first.0 == variable.first);
            Marks {
                first: usize::from(variable.first),
                start: mark.map(|mark| mark.start.as_slice()),
            }
        });
        let is_changed = |marks: &Marks<'_>| {
            let values = &position.table.cells[marks.first..];
            let mut unknown = (0..self.is_unknown.len()).filter(|card| self.is_unknown[*card]);
            marks
                .start
                .is_none_or(|start| unknown.any(|card| values[card] != start[card]))
        };
        all.filter(is_changed).collect()
    }
}

/// The elements that of lists are cards.
fn in_lists(program: &Program, position: &Position) -> Vec<bool> {
    let mut in_lists = vec![false; position.lists.used()];
    for choice in position.choices.iter() {
        let sort = program.meanings[choice.meaning.index()].sort;
        mark(&position.lists, sort, choice.value, &mut in_lists);
    }
    for (place, sort) in position.live_registers(program) {
        mark(&position.lists, sort, position.stack[place], &mut in_lists);
    }
    in_lists
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::small;

    #[test]
    fn a_deal_is_a_redeal() {
        for program in [small::program(), small::pairs()] {
            let mut differed = 0;
            for seed in 0..200 {
                let position = small::played(&program, seed, seed as usize % 9);
                for seat in [Seat(0), Seat(1)] {
                    let mut dealer = Dealer::new(&program, &position, seat);
                    let mut world = Position::start(&program, 7);
                    for deal in 0..3 {
                        let chance = || Random::new(seed * 3 + deal);
                        dealer.deal(&mut chance(), &mut world);
                        let redealt = position.redeal(&program, seat, &mut chance());
                        assert!(world.is_same(&program, &redealt), "{seed} {seat:?} {deal}");
                        differed += usize::from(!world.is_same(&program, &position));
                    }
                }
            }
            assert!(differed > 100, "{differed}");
        }
    }
}
