//! Another position that a seat could just as well be in.
//!
//! The cards that a seat does not know are dealt again among the places where such cards lie, every way
//! equally likely; cards with different backs are not mixed. Places, counts and values stay. What the other
//! seats know stays with the places: who knew the card that lay here knows the one that lies here now.
//!
//! Wherever the position refers to a card (in variables, in answers that wait, in choices), it then refers to
//! the card that lies in the same place. So the choices of the seat stay right. The choices of another seat
//! that must choose right now stay with their places too, and may be other ones than its new cards allow: ask
//! for a redeal when it is the seat's own turn to choose. Who deals the same position many times has a
//! [`Dealer`](crate::dealer::Dealer).

use crate::chance::Chance;
use crate::ids::{Card, Pile, Seat, is_missing};
use crate::lists::Lists;
use crate::position::Position;
use crate::program::{Program, ValueKind};
use crate::random::Random;
use crate::table::{CardState, NO_CARD, PileState};

impl Position {
    /// A position by chance that gives the seat the same view. `random` is the caller's own: the game's
    /// chance is copied, and should be replaced with [`Self::reseed`] before anyone looks ahead.
    pub fn redeal(&self, program: &Program, seat: Seat, random: &mut Random) -> Self {
        let mut dealt = self.clone();
        dealt.redeal_in_place(program, seat, random);
        dealt
    }

    /// As [`Self::redeal`], without a copy.
    pub fn redeal_in_place(&mut self, program: &Program, seat: Seat, random: &mut Random) {
        let exchange = Exchange::of_unknown(self, program, seat, random);
        self.exchange(program, &exchange);
    }

    /// This position, but two cards have changed places. Whoever knew the card that lay in one of the places
    /// knows the one that lies there now.
    #[must_use]
    pub fn with_exchanged(&self, program: &Program, a: Card, b: Card) -> Self {
        let mut instead: Vec<u16> = (0..self.table.cards.len() as u16).collect();
        instead.swap(a.index(), b.index());
        let mut exchanged = self.clone();
        exchanged.exchange(program, &Exchange { instead });
        exchanged
    }

    /// Lets chance go on from another seed.
    pub fn reseed(&mut self, seed: u64) {
        self.table.chance = Chance::new(seed);
    }

    pub(crate) fn exchange(&mut self, program: &Program, exchange: &Exchange) {
        exchange.cards(&mut self.table.cards);
        exchange.piles(&mut self.table.piles);
        exchange.cells(program, &mut self.table.cells);
        for remembered in self.remembered.iter_mut() {
            exchange.cards(&mut remembered.cards);
            exchange.piles(&mut remembered.piles);
            exchange.cells(program, &mut remembered.cells);
        }
        let mut in_lists = vec![false; self.lists.used()];
        for at in 0..self.choices.len() {
            let choice = self.choices[at];
            let sort = program.meanings[choice.meaning.index()].sort;
            mark(&self.lists, sort, choice.value, &mut in_lists);
            self.choices[at].value = exchange.value(sort, choice.value);
        }
        for (place, sort) in self.live_registers(program) {
            let value = self.stack[place];
            mark(&self.lists, sort, value, &mut in_lists);
            self.stack[place] = exchange.value(sort, value);
        }
        self.lists.change(&in_lists, |card| exchange.card(card));
    }

    /// The registers that are still needed, as positions in the stack, with what they hold.
    pub(crate) fn live_registers(&self, program: &Program) -> Vec<(usize, ValueKind)> {
        let waiting = self.frames.iter().map(|frame| (frame.pc, frame.base));
        let mut live = Vec::new();
        for (pc, base) in waiting.chain([(self.pc, self.base)]) {
            let registers = program.live_at(pc).unwrap_or(&[]);
            let registers = registers.iter();
            live.extend(registers.map(|(slot, sort)| (base as usize + slot.index(), *sort)));
        }
        live.retain(|(place, _)| *place < self.live as usize);
        live
    }
}

/// Notes which elements of lists are cards.
pub(crate) fn mark(lists: &Lists, sort: ValueKind, value: i64, in_lists: &mut [bool]) {
    if is_missing(value) {
        return;
    }
    match sort {
        ValueKind::Cards => in_lists[lists.range(value)].fill(true),
        ValueKind::Groups => {
            for group in lists.items(value) {
                mark(lists, ValueKind::Cards, *group, in_lists);
            }
        }
        ValueKind::Any
        | ValueKind::Truth
        | ValueKind::Number
        | ValueKind::Word(_)
        | ValueKind::Text
        | ValueKind::Card
        | ValueKind::Pile
        | ValueKind::Player
        | ValueKind::Team
        | ValueKind::Phase
        | ValueKind::State
        | ValueKind::Kind
        | ValueKind::List => {}
    }
}

/// True if a seat does not know a card that lies somewhere.
#[inline]
pub(crate) fn is_unknown(card: &CardState, seat: Seat) -> bool {
    u32::from(card.known).unbounded_shr(u32::from(seat.0)) & 1 == 0
}

/// The cards that a seat does not know, in the order of their places.
pub(crate) fn unknown_to(position: &Position, seat: Seat) -> Vec<u16> {
    let table = &position.table;
    let is_unknown = |card: &Card| is_unknown(&table.cards[card.index()], seat);
    let mut unknown = Vec::with_capacity(table.cards.len());
    for pile in (0..table.piles.len() as u16).map(Pile) {
        unknown.extend(table.cards_of(pile).filter(is_unknown).map(|card| card.0));
    }
    unknown
}

/// For each card, the one that takes its place.
pub(crate) struct Exchange {
    instead: Vec<u16>,
}

impl Exchange {
    fn of_unknown(position: &Position, program: &Program, seat: Seat, random: &mut Random) -> Self {
        Self::among(program, unknown_to(position, seat), random)
    }

    /// Every card stays where it is.
    pub(crate) fn none(program: &Program) -> Self {
        Self {
            instead: (0..program.cards.len() as u16).collect(),
        }
    }

    /// Puts a card into the place of another one.
    pub(crate) fn put(&mut self, place: u16, card: u16) {
        self.instead[usize::from(place)] = card;
    }

    /// The cards that someone does not know, dealt to their places in an order that depends on nothing but what is
    /// known: by what they are, or the other way round.
    pub(crate) fn in_a_fixed_way(
        position: &Position,
        program: &Program,
        knows: impl Fn(Card) -> bool,
        is_reversed: bool,
    ) -> Self {
        let back = |card: &u16| program.cards[usize::from(*card)].back;
        let is_unknown = |card: &u16| !knows(Card(*card));
        let piles = (0..program.piles.len() as u16).map(Pile);
        let lying = piles.flat_map(|pile| position.cards(pile).map(|card| card.0));
        let mut places: Vec<u16> = lying.filter(is_unknown).collect();
        places.sort_by_key(back);
        let mut instead: Vec<u16> = (0..program.cards.len() as u16).collect();
        for alike in places.chunk_by(|one, other| back(one) == back(other)) {
            let mut dealt = alike.to_vec();
            dealt.sort_unstable_by_key(|card| (program.cards[usize::from(*card)].kind, *card));
            if is_reversed {
                dealt.reverse();
            }
            for (card, new) in alike.iter().zip(dealt) {
                instead[usize::from(*card)] = new;
            }
        }
        Self { instead }
    }

    /// These cards are dealt again among their places; cards with different backs are not mixed. Which card
    /// comes where depends on the order in which the places are given, not on the cards that lie there.
    pub(crate) fn among(program: &Program, mut unknown: Vec<u16>, random: &mut Random) -> Self {
        let back = |card: &u16| program.cards[usize::from(*card)].back;
        if !unknown.is_sorted_by_key(back) {
            unknown.sort_by_key(back);
        }
        let mut instead: Vec<u16> = (0..program.cards.len() as u16).collect();
        for alike in unknown.chunk_by(|one, other| back(one) == back(other)) {
            let mut dealt = alike.to_vec();
            dealt.sort_unstable();
            random.shuffle(&mut dealt);
            for (card, new) in alike.iter().zip(dealt) {
                instead[usize::from(*card)] = new;
            }
        }
        Self { instead }
    }

    pub(crate) fn number(&self, card: u16) -> u16 {
        if card == NO_CARD {
            return NO_CARD;
        }
        self.instead[usize::from(card)]
    }

    pub(crate) fn card(&self, card: i64) -> i64 {
        let known = usize::try_from(card).ok();
        let instead = known.and_then(|card| self.instead.get(card));
        instead.map_or(card, |card| i64::from(*card))
    }

    pub(crate) fn value(&self, sort: ValueKind, value: i64) -> i64 {
        if sort == ValueKind::Card {
            self.card(value)
        } else {
            value
        }
    }

    pub(crate) fn cards(&self, cards: &mut [CardState]) {
        let places = cards.to_vec();
        for (old, place) in places.into_iter().enumerate() {
            let new = usize::from(self.instead[old]);
            cards[new] = CardState {
                below: self.number(place.below),
                above: self.number(place.above),
                ..place
            };
        }
    }

    pub(crate) fn piles(&self, piles: &mut [PileState]) {
        for pile in piles {
            pile.top = self.number(pile.top);
            pile.bottom = self.number(pile.bottom);
        }
    }

    /// Marks stay in their places; where a card has its initial ones, so has the one that comes
    /// there.
    fn marks(&self, values: &mut [i64], start: Option<&[i64]>) {
        let places = values[..self.instead.len()].to_vec();
        for (old, value) in places.into_iter().enumerate() {
            let new = usize::from(self.instead[old]);
            values[new] = match start {
                Some(start) if value == start[old] => start[new],
                _ => value,
            };
        }
    }

    pub(crate) fn cells(&self, program: &Program, cells: &mut [i64]) {
        for variable in &program.variables {
            let width = usize::from(variable.sort.cells());
            if variable.of_cards {
                let mut marks = program.marks.iter();
                let mark = marks.find(|mark| mark.first.0 == variable.first);
                let start = mark.map(|mark| mark.start.as_slice());
                self.marks(&mut cells[usize::from(variable.first)..], start);
            }
            for owner in 0..usize::from(variable.owners.max(1)) {
                let first = usize::from(variable.first) + owner * width;
                if variable.sort == ValueKind::Card {
                    cells[first] = self.card(cells[first]);
                }
                if matches!(variable.sort, ValueKind::Cards | ValueKind::Groups) {
                    let length = usize::try_from(cells[first]).unwrap_or(0).min(width - 1);
                    for cell in &mut cells[first + 1..=first + length] {
                        *cell = self.card(*cell);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Decision;
    use crate::tests::small;

    #[test]
    fn a_redeal_gives_the_seat_the_same_view() {
        let program = small::program();
        let mut random = Random::new(1);
        let mut other_views = 0;
        for seed in 0..200 {
            let position = small::played(&program, seed, seed as usize % 9);
            for (seat, other) in [(Seat(0), Seat(1)), (Seat(1), Seat(0))] {
                let dealt = position.redeal(&program, seat, &mut random);
                assert_eq!(dealt.view(&program, seat), position.view(&program, seat));
                let others = [&dealt, &position].map(|position| position.view(&program, other));
                other_views += usize::from(others[0] != others[1]);
            }
        }
        assert!(other_views > 100, "a redeal changes what others see");
    }

    #[test]
    fn a_redeal_depends_on_what_the_seat_knows_and_on_chance_alone() {
        let program = small::program();
        let mut random = Random::new(8);
        for seed in 0..50 {
            let position = small::played(&program, seed, seed as usize % 9);
            let other = position.redeal(&program, Seat(0), &mut random);
            let dealt = [&position, &other]
                .map(|position| position.redeal(&program, Seat(0), &mut Random::new(seed)));
            assert!(dealt[0].is_same(&program, &dealt[1]), "seed {seed}");
        }
    }

    #[test]
    fn redealt_games_can_be_played_to_the_end() {
        let program = small::program();
        let mut random = Random::new(2);
        for seed in 0..100 {
            let mut position = small::played(&program, seed, 1);
            while let Decision::Choose { seat, choices, .. } = position.decision() {
                let number = random.below(choices.len() as u32) as usize;
                position.redeal_in_place(&program, seat, &mut random);
                position.play_unchecked(&program, number);
            }
            assert_eq!(position.decision(), Decision::Over);
        }
    }

    #[test]
    fn an_answer_that_waits_is_dealt_anew_with_its_place() {
        let program = small::program();
        let mut position = Position::start(&program, 5);
        position.play_unchecked(&program, 1);
        let mut seen = std::collections::BTreeSet::new();
        let mut random = Random::new(3);
        for _ in 0..200 {
            let dealt = position.redeal(&program, Seat(1), &mut random);
            let second = dealt.cards(small::HAND).nth(1);
            let waiting = dealt
                .live_registers(&program)
                .into_iter()
                .find(|(_, sort)| *sort == ValueKind::Card)
                .map(|(place, _)| Card(dealt.stack[place] as u16));
            assert_eq!(waiting, second);
            seen.insert(second);
        }
        assert_eq!(seen.len(), 7, "seat 1 knows its own three of ten cards");
    }

    #[test]
    fn lists_of_cards_are_dealt_anew_with_their_places() {
        let program = small::pairs();
        let position = Position::start(&program, 5);
        let mut random = Random::new(3);
        let mut hands = std::collections::BTreeSet::new();
        for _ in 0..50 {
            let mut dealt = position.redeal(&program, Seat(0), &mut random);
            let hand: Vec<i64> = dealt
                .cards(Pile(small::HAND.0 + 1))
                .map(|card| i64::from(card.0))
                .collect();
            let pairs: Vec<&[i64]> = dealt
                .choices()
                .iter()
                .map(|choice| dealt.items(choice.value))
                .collect();
            assert_eq!(
                pairs,
                [[hand[0], hand[1]], [hand[0], hand[2]], [hand[1], hand[2]]]
            );
            hands.insert(hand.clone());

            dealt.play_unchecked(&program, 1);
            let open: Vec<i64> = dealt
                .cards(small::OPEN)
                .map(|card| i64::from(card.0))
                .collect();
            assert_eq!(open, [hand[2], hand[0]]);
            assert_eq!(dealt.scores(&program), [3, 3]);
        }
        assert!(hands.len() > 20);
    }

    #[test]
    fn cards_with_different_backs_are_not_mixed() {
        let mut program = small::program();
        for card in &mut program.cards[..5] {
            card.back = 1;
        }
        let position = Position::start(&program, 9);
        let backs = |position: &Position| -> Vec<u16> {
            let piles = (0..program.piles.len() as u16).map(Pile);
            let cards = piles.flat_map(|pile| position.cards(pile).collect::<Vec<_>>());
            cards.map(|card| program.cards[card.index()].back).collect()
        };
        let dealt = position.redeal(&program, Seat(0), &mut Random::new(4));
        assert_eq!(backs(&dealt), backs(&position));
        assert_ne!(dealt.table.piles, position.table.piles);
    }

    #[test]
    fn every_way_to_deal_is_equally_likely() {
        let program = small::program();
        let position = Position::start(&program, 6);
        let mut random = Random::new(11);
        let mut tops = vec![0_u32; program.cards.len()];
        for _ in 0..7000 {
            let dealt = position.redeal(&program, Seat(0), &mut random);
            let top = dealt
                .cards(small::DECK)
                .next()
                .expect("the deck is not empty");
            tops[top.index()] += 1;
        }
        let known = tops.iter().filter(|count| **count == 0).count();
        assert_eq!(known, 3);
        assert!(
            tops.iter()
                .all(|count| *count == 0 || count.abs_diff(1000) < 130)
        );
    }
}
