//! Properties that every game has, put so that tests can look at them.
//!
//! Nothing here is used in play.

use crate::event::{Event, Scene, Watch};
use crate::ids::{Card, Cell, Pile, Seat};
use crate::position::{Choice, Position};
use crate::program::Program;
use crate::random::Random;
use crate::redeal::{Exchange, mark};
use crate::seen::Eyes;
use crate::table::{CardState, NO_CARD, PileState, Table};
use crate::telling::SeatEvent;

impl Position {
    /// True if a seat knows a card.
    pub fn is_known(&self, card: Card, seat: Seat) -> bool {
        self.table.cards[card.index()].known >> seat.0 & 1 == 1
    }

    /// The number of bytes that a copy of this position copies.
    pub fn copied_bytes(&self) -> usize {
        let table = |cards: &[CardState], piles: &[PileState], cells: &[i64]| {
            size_of_val(cards) + size_of_val(piles) + size_of_val(cells)
        };
        let remembered = self.remembered.iter();
        size_of::<Self>()
            + table(&self.table.cards, &self.table.piles, &self.table.cells)
            + self.live as usize * size_of::<i64>()
            + size_of_val(&*self.frames)
            + self.lists.used() * size_of::<i64>()
            + size_of_val(&*self.choices)
            + remembered
                .map(|earlier| table(&earlier.cards, &earlier.piles, &earlier.cells))
                .sum::<usize>()
    }

    /// True if every card lies in exactly one pile, and piles and cards agree about it; otherwise what is
    /// wrong.
    pub fn check_cards(&self, program: &Program) -> Result<(), String> {
        let table = &self.table;
        let mut places = vec![0_u32; program.cards.len()];
        for number in 0..table.piles.len() as u16 {
            check_pile(program, table, Pile(number), &mut places)?;
        }
        match places.iter().position(|count| *count != 1) {
            Some(card) => Err(format!("card {card} lies in {} piles", places[card])),
            None => Ok(()),
        }
    }
}

fn check_pile(
    program: &Program,
    table: &Table,
    pile: Pile,
    places: &mut [u32],
) -> Result<(), String> {
    let state = table.piles[pile.index()];
    let (mut above, mut count) = (NO_CARD, 0_u16);
    for card in table.cards_of(pile).take(program.cards.len() + 1) {
        let found = table.cards[card.index()];
        places[card.index()] += 1;
        if found.pile != pile.0 {
            return Err(format!("{card:?} in {pile:?} says it is in {}", found.pile));
        }
        if found.above != above {
            return Err(format!(
                "{card:?} in {pile:?} lies below {above}, and says below {}",
                found.above
            ));
        }
        (above, count) = (card.0, count + 1);
    }
    if (state.count, state.bottom) != (count, above) {
        return Err(format!(
            "{pile:?} has {count} cards down to {above}, and says {} down to {}",
            state.count, state.bottom
        ));
    }
    if count > program.piles[pile.index()].capacity {
        return Err(format!("{pile:?} has {count} cards, and room for fewer"));
    }
    Ok(())
}

/// Watches a game and tries at every event whether what a seat is told would be the same if the cards that
/// the seat does not know lay otherwise.
#[derive(Debug)]
pub struct HiddenCards {
    random: Random,
    /// The number of events that were tried.
    pub tried: u64,
    /// The first event that told a seat too much.
    pub leak: Option<String>,
}

impl HiddenCards {
    /// Nothing was tried yet.
    pub fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            tried: 0,
            leak: None,
        }
    }

    fn told_otherwise(
        &mut self,
        scene: Scene<'_>,
        event: Event,
        seat: Seat,
    ) -> [Option<SeatEvent>; 2] {
        let Scene { program, table, .. } = scene;
        let is_known = |card: &u16| {
            let now = table.cards[usize::from(*card)].known;
            let is_it = card_of(event) == Some(Card(*card));
            let before = if is_it { scene.known_before } else { 0 };
            (now | before) >> seat.0 & 1 == 1
        };
        let cards = 0..program.cards.len() as u16;
        let unknown = cards.filter(|card| !is_known(card)).collect();
        let exchange = Exchange::among(program, unknown, &mut self.random);
        let mut otherwise = table.clone();
        exchange.cards(&mut otherwise.cards);
        exchange.piles(&mut otherwise.piles);
        exchange.cells(program, &mut otherwise.cells);
        let mut lists = scene.lists.clone();
        let mut in_lists = vec![false; lists.used()];
        if let Event::Chose { choice, .. } = event {
            let sort = program.meanings[choice.meaning.index()].sort;
            mark(&lists, sort, choice.value, &mut in_lists);
        }
        lists.change(&in_lists, |card| exchange.card(card));
        let changed = exchanged(program, event, &exchange);
        [(table, scene.lists, event), (&otherwise, &lists, changed)].map(|(table, lists, event)| {
            let eyes = Eyes {
                program,
                table,
                lists,
                seat: Some(seat),
                language: "",
            };
            let scene = Scene {
                table,
                lists,
                ..scene
            };
            eyes.told(scene, event)
        })
    }
}

impl Watch for HiddenCards {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        for seat in (0..scene.program.seats).map(Seat) {
            let [told, otherwise] = self.told_otherwise(scene, event, seat);
            self.tried += 1;
            if told != otherwise && self.leak.is_none() {
                self.leak = Some(format!("{seat:?} is told {told:?} or {otherwise:?}"));
            }
        }
    }
}

fn card_of(event: Event) -> Option<Card> {
    match event {
        Event::Moved { card, .. }
        | Event::Flipped { card }
        | Event::Revealed { card, .. }
        | Event::Concealed { card, .. } => Some(card),
        Event::Shuffled { .. }
        | Event::Arranged { .. }
        | Event::Changed { .. }
        | Event::EnteredState { .. }
        | Event::EnteredPhase { .. }
        | Event::BeganTurn { .. }
        | Event::StepFailed
        | Event::Chose { .. }
        | Event::Told { .. }
        | Event::Ended => None,
    }
}

/// The same event about the cards that lie there instead.
fn exchanged(program: &Program, event: Event, exchange: &Exchange) -> Event {
    let other = |card: Card| Card(exchange.number(card.0));
    match event {
        Event::Moved { card, from, to } => Event::Moved {
            card: other(card),
            from,
            to,
        },
        Event::Flipped { card } => Event::Flipped { card: other(card) },
        Event::Revealed { card, seats } => Event::Revealed {
            card: other(card),
            seats,
        },
        Event::Concealed { card, seats } => Event::Concealed {
            card: other(card),
            seats,
        },
        Event::Chose { seat, ask, choice } => {
            let sort = program.meanings[choice.meaning.index()].sort;
            let choice = Choice {
                value: exchange.value(sort, choice.value),
                ..choice
            };
            Event::Chose { seat, ask, choice }
        }
        Event::Changed { cell, value } => match program.variable_at(cell) {
            Some((variable, card)) if variable.of_cards => Event::Changed {
                cell: Cell(variable.first + exchange.number(card as u16)),
                value: exchange.value(variable.sort, value),
            },
            Some(_) | None => event,
        },
        Event::Shuffled { .. }
        | Event::Arranged { .. }
        | Event::EnteredState { .. }
        | Event::EnteredPhase { .. }
        | Event::BeganTurn { .. }
        | Event::StepFailed
        | Event::Told { .. }
        | Event::Ended => event,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::small;

    #[test]
    fn a_card_in_a_wrong_place_is_found() {
        let program = small::program();
        let mut position = Position::start(&program, 1);
        assert_eq!(position.check_cards(&program), Ok(()));
        let deck = &mut position.table.piles[small::DECK.index()];
        deck.count += 1;
        let last = deck.bottom;
        assert_eq!(
            position.check_cards(&program),
            Err(format!(
                "pile 0 has 3 cards down to {last}, and says 4 down to {last}"
            ))
        );
    }

    #[test]
    fn what_a_seat_is_told_does_not_depend_on_hidden_cards() {
        let program = small::program();
        let mut watch = HiddenCards::new(1);
        for seed in 0..20 {
            let mut position = Position::start_watched(&program, seed, &mut watch);
            while !position.is_over() {
                position.play_number(&program, 0, &mut watch);
            }
        }
        assert_eq!(watch.leak, None);
        assert!(watch.tried > 500);
    }
}
