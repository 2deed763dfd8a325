//! Writes the numbers of a vector while it is shown what a seat sees.

use super::{CardPlaces, Code, Copies, Eyes, ValuePlaces};
use engine::ids::{AskId, Seat};
use engine::view_hasher::{Above, CardSight, Sighting, Visitor};
use std::cmp::Ordering;

/// Numbers are divided by this.
const SCALE: f32 = 1.0 / 16.0;

/// The part of a number that says how deep in its pile a card lies, and which pile.
const PLACE: f32 = 1.0 / 128.0;
const PILE: f32 = 1.0 / 256.0;

/// Memory for the cards of a position that have marks.
#[derive(Debug, Default)]
pub struct Marked {
    cards: Vec<MarkedCard>,
    /// Place of a mark's block, and its value.
    values: Vec<(u32, f32)>,
}

#[derive(Debug, Clone, Copy)]
struct MarkedCard {
    kind: u16,
    pile: u32,
    is_down: bool,
    first: usize,
    end: usize,
    /// True as long as its marks are shown.
    is_open: bool,
}

pub(super) struct Writer<'a> {
    eyes: &'a Eyes,
    copies: &'a Copies,
    vector: &'a mut [f32],
    set: &'a mut Vec<u32>,
    marked: &'a mut Marked,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        eyes: &'a Eyes,
        copies: &'a Copies,
        vector: &'a mut [f32],
        set: &'a mut Vec<u32>,
        marked: &'a mut Marked,
    ) -> Self {
        marked.cards.clear();
        marked.values.clear();
        Self {
            eyes,
            copies,
            vector,
            set,
            marked,
        }
    }

    #[inline]
    fn add(&mut self, place: u32, number: f32) {
        self.vector[place as usize] += number;
        self.set.push(place);
    }

    /// A known card, and the number of cards above it where that counts. Copies take the places of their kind in turn,
    /// those that lie face down from the last one.
    #[inline]
    pub(super) fn lie(&mut self, card: CardSight, place: Option<u16>) {
        let Some(kind) = card.kind else {
            return;
        };
        let eyes = self.eyes;
        let pile = &eyes.piles[usize::from(card.pile)];
        let first = pile.cards + self.copies.first[usize::from(kind)];
        let last = first + self.copies.count[usize::from(kind)] - 1;
        let number = 1.0 + f32::from(place.unwrap_or(0)) * PLACE;
        if card.is_down {
            let mut at = last;
            while at > first && self.vector[at as usize] != 0.0 {
                at -= 1;
            }
            self.add(at, -number);
        } else {
            let mut at = first;
            while at < last && self.vector[at as usize] != 0.0 {
                at += 1;
            }
            self.add(at, number);
        }
        if let (Some(0), Some(top)) = (place, pile.top) {
            self.add(top + u32::from(kind), 1.0);
        }
    }

    /// A card that something refers to, as one number.
    fn code_of(&self, card: CardSight) -> f32 {
        let kind = card.kind.map_or(-1.0, |kind| f32::from(kind) + 1.0);
        let pile = self.eyes.piles[usize::from(card.pile)].number;
        kind + pile as f32 * PILE
    }

    /// A value as one number that is never 0.
    fn number_of(&self, code: &Code, value: Sighting) -> f32 {
        match (code, value) {
            (_, Sighting::Nothing) => -1.0,
            (_, Sighting::Card(card)) => self.code_of(card),
            (Code::Truth, Sighting::Plain(value)) => {
                if value != 0 {
                    1.0
                } else {
                    -1.0
                }
            }
            (Code::Index(numbers), Sighting::Plain(value)) => {
                let number = usize::try_from(value).ok().and_then(|at| numbers.get(at));
                number.map_or(-2.0, |number| (*number as f32 + 1.0) * SCALE)
            }
            (Code::Number, Sighting::Plain(value)) => {
                let number = value as f32 * SCALE;
                if value >= 0 { number + SCALE } else { number }
            }
        }
    }

    fn refer(&mut self, places: CardPlaces, card: CardSight) {
        if let Some(kind) = card.kind {
            self.add(places.kinds + u32::from(kind), 1.0);
        }
        let pile = self.eyes.piles[usize::from(card.pile)].number;
        self.add(places.piles + pile, if card.is_down { -1.0 } else { 1.0 });
    }

    /// Writes the marks of known cards: those of one kind one after the other, in an order that follows from what is
    /// seen alone.
    pub(super) fn finish(mut self) {
        if self.marked.cards.is_empty() {
            return;
        }
        let values = &self.marked.values;
        self.marked
            .cards
            .sort_unstable_by(|one, other| compared(values, one, other));
        let (mut kind, mut copy) = (u16::MAX, 0);
        for at in 0..self.marked.cards.len() {
            let card = self.marked.cards[at];
            copy = if card.kind == kind { copy + 1 } else { 0 };
            kind = card.kind;
            let place = self.copies.first[usize::from(kind)] + copy;
            let pile = (card.pile + 1) as f32 * SCALE;
            let pile = if card.is_down { -pile } else { pile };
            self.add(self.eyes.marked + place, pile);
            for value in card.first..card.end {
                let (block, number) = self.marked.values[value];
                self.add(block + place, number);
            }
        }
    }
}

fn compared(values: &[(u32, f32)], one: &MarkedCard, other: &MarkedCard) -> Ordering {
    let lie = |card: &MarkedCard| (card.kind, card.pile, card.is_down);
    let of = |card: &MarkedCard| {
        let marks = values[card.first..card.end].iter();
        marks.map(|(block, number)| (*block, number.to_bits()))
    };
    lie(one)
        .cmp(&lie(other))
        .then_with(|| of(one).cmp(of(other)))
}

impl Visitor for Writer<'_> {
    /// Cards are shown with their places instead.
    fn card(&mut self, _: CardSight, _: Above) {}

    fn mark(&mut self, card: CardSight, variable: u16, value: Sighting) {
        let eyes = self.eyes;
        let Some(places) = &eyes.marks[usize::from(variable)] else {
            return;
        };
        let number = self.number_of(&places.sort, value);
        let pile = eyes.piles[usize::from(card.pile)].number;
        let Some(kind) = card.kind else {
            self.add(places.unknown + pile, number);
            return;
        };
        let end = self.marked.values.len() + 1;
        self.marked.values.push((places.cards, number));
        match self.marked.cards.last_mut() {
            Some(last) if last.is_open => last.end = end,
            Some(_) | None => self.marked.cards.push(MarkedCard {
                kind,
                pile,
                is_down: card.is_down,
                first: end - 1,
                end,
                is_open: true,
            }),
        }
    }

    fn marked(&mut self, _: CardSight) {
        if let Some(last) = self.marked.cards.last_mut() {
            last.is_open = false;
        }
    }

    fn count(&mut self, pile: u16, count: u16) {
        let place = self.eyes.piles[usize::from(pile)].count;
        if count > 0 {
            self.add(place, f32::from(count) * SCALE);
        }
    }

    #[inline]
    fn cell(&mut self, cell: u16, value: Sighting) {
        let eyes = self.eyes;
        let Some(places) = eyes.cell(cell) else {
            return;
        };
        match (&places.value, value) {
            (_, Sighting::Nothing) => {}
            (ValuePlaces::Card(places), Sighting::Card(card)) => self.refer(*places, card),
            (ValuePlaces::Each(places), Sighting::Plain(value)) => {
                let place = usize::try_from(value).ok().and_then(|at| places.get(at));
                if let Some(place) = place {
                    self.add(*place, 1.0);
                }
            }
            (ValuePlaces::Bits(places), Sighting::Plain(value)) => {
                for (seat, place) in places.iter().enumerate() {
                    if value >> seat & 1 == 1 {
                        self.add(*place, 1.0);
                    }
                }
            }
            (ValuePlaces::Single(place, code), value) => {
                let number = if let (Code::Truth, Sighting::Plain(value)) = (code, value) {
                    f32::from(u8::from(value != 0))
                } else {
                    self.number_of(code, value)
                };
                if number != 0.0 {
                    self.add(*place, number);
                }
            }
            (ValuePlaces::Card(_), Sighting::Plain(_))
            | (ValuePlaces::Each(_) | ValuePlaces::Bits(_), Sighting::Card(_)) => {}
        }
    }

    fn item(&mut self, cell: u16, position: usize, value: Sighting) {
        let eyes = self.eyes;
        let Some(places) = eyes.cell(cell) else {
            return;
        };
        if let (Some(items), ValuePlaces::Single(_, code)) = (places.items, &places.value) {
            let number = self.number_of(code, value);
            self.add(items, SCALE);
            self.add(items + 1 + position as u32, number);
        }
    }

    fn pending(&mut self, table: usize, what: Option<u16>, player: i64, card: Sighting) {
        let (first, names) = self.eyes.pending[table];
        let what = what.map_or(names, |what| u32::from(what).min(names));
        let is_mine = usize::try_from(player).ok() == Some(self.eyes.seat);
        let place = first + 2 * what + u32::from(!is_mine);
        let card = match card {
            Sighting::Card(card) => self.code_of(card) * PILE,
            Sighting::Nothing | Sighting::Plain(_) => 0.0,
        };
        self.add(place, 1.0 + card);
    }

    fn asked(&mut self, seat: Seat, ask: AskId, about: Sighting) {
        self.add(self.eyes.asked[seat.index()], 1.0);
        self.add(self.eyes.asks + ask.index() as u32, 1.0);
        if let Sighting::Card(card) = about {
            self.refer(self.eyes.about, card);
        }
    }
}
