//! The view of a seat as rows.

use super::{Eyes, Reader};
use crate::features::vocabulary::{joined, key_of};
use engine::ids::{AskId, Seat};
use engine::view_hasher::{Above, CardSight, Sighting, Visitor};
use nets::Ragged;

/// Stands for an unknown card in keys.
const UNKNOWN: u64 = 0x5EED;

/// Writes rows while it is shown what a seat sees.
pub(super) struct Writer<'a> {
    reader: &'a Reader,
    eyes: &'a Eyes,
    to: &'a mut Ragged,
    /// Everything on the card whose marks are shown.
    on_card: u64,
}

impl<'a> Writer<'a> {
    pub(super) fn new(reader: &'a Reader, eyes: &'a Eyes, to: &'a mut Ragged) -> Self {
        Self {
            reader,
            eyes,
            to,
            on_card: 0,
        }
    }

    fn joint(&mut self, key: u64) {
        self.to.push(self.reader.buckets.row(key), 1.0);
    }

    fn kind_key(&self, card: CardSight) -> u64 {
        card.kind
            .map_or(UNKNOWN, |kind| self.reader.kinds[usize::from(kind)])
    }

    fn key(&self, card: CardSight) -> u64 {
        let pile = self.eyes.piles[usize::from(card.pile)].key;
        joined(pile, self.kind_key(card))
    }

    fn value_key(&self, value: Sighting) -> u64 {
        match value {
            Sighting::Nothing => 0,
            Sighting::Plain(value) => value as u64,
            Sighting::Card(card) => self.key(card),
        }
    }

    /// A card that something refers to: which, and where it lies.
    fn refer(&mut self, kinds: &[u32], piles: &[u32], card: CardSight) {
        if let Some(row) = card.kind.and_then(|kind| kinds.get(usize::from(kind))) {
            self.to.push(*row, 1.0);
        }
        if let Some(row) = piles.get(usize::from(card.pile)) {
            self.to.push(*row, 1.0);
        }
    }
}

impl Visitor for Writer<'_> {
    fn card(&mut self, card: CardSight, above: Above) {
        let Some(kind) = card.kind else {
            return;
        };
        let pile = &self.eyes.piles[usize::from(card.pile)];
        self.to.push(pile.cards[usize::from(kind)], 1.0);
        if card.is_down {
            self.to.push(pile.down, 1.0);
            let key = joined(self.key(card), key_of("down"));
            self.joint(key);
        }
        match above {
            Above::Any => {}
            Above::Nothing => {
                if let Some(row) = pile.tops.get(usize::from(kind)) {
                    self.to.push(*row, 1.0);
                }
            }
            Above::Unknown => {
                let key = joined(self.key(card), UNKNOWN);
                self.joint(key);
            }
            Above::Kind(above) => {
                let key = joined(self.key(card), self.reader.kinds[usize::from(above)]);
                self.joint(key);
            }
        }
    }

    fn mark(&mut self, card: CardSight, variable: u16, value: Sighting) {
        let Some(rows) = &self.eyes.marks[usize::from(variable)] else {
            return;
        };
        match value {
            Sighting::Card(other) => self.refer(&[], &rows.refers, other),
            Sighting::Nothing | Sighting::Plain(_) => {
                rows.value[usize::from(card.pile)].push(value, self.to);
            }
        }
        let one = joined(rows.key, self.value_key(value));
        let key = joined(self.key(card), one);
        self.joint(key);
        // The order of marks makes no difference.
        self.on_card = self.on_card.wrapping_add(one);
    }

    fn marked(&mut self, card: CardSight) {
        let key = joined(self.key(card), self.on_card);
        self.on_card = 0;
        self.joint(key);
    }

    fn count(&mut self, pile: u16, count: u16) {
        let rows = &self.eyes.piles[usize::from(pile)].count;
        rows.push(i64::from(count), self.to);
    }

    fn cell(&mut self, cell: u16, value: Sighting) {
        let Some(rows) = self.eyes.cell(cell) else {
            return;
        };
        match value {
            Sighting::Card(card) => self.refer(&rows.kinds, &rows.piles, card),
            Sighting::Nothing | Sighting::Plain(_) => rows.value.push(value, self.to),
        }
    }

    fn item(&mut self, cell: u16, position: usize, value: Sighting) {
        let Some(rows) = self.eyes.cell(cell) else {
            return;
        };
        match value {
            Sighting::Card(card) => self.refer(&rows.kinds, &rows.piles, card),
            Sighting::Nothing | Sighting::Plain(_) => rows.value.push(value, self.to),
        }
        let at = joined(rows.key, position as u64);
        let key = joined(at, self.value_key(value));
        self.joint(key);
    }

    fn pending(&mut self, table: usize, what: Option<u16>, player: i64, card: Sighting) {
        let names = &self.eyes.pending[table];
        let rows = what.and_then(|what| names.get(usize::from(what)));
        let is_mine = usize::try_from(player)
            .ok()
            .and_then(|player| self.eyes.asked.get(player))
            .is_some_and(|row| *row == self.eyes.asked[self.own_seat()]);
        if let Some(rows) = rows {
            self.to.push(rows[usize::from(!is_mine)], 1.0);
        }
        let key = joined(key_of("pending") ^ u64::from(is_mine), self.value_key(card));
        self.joint(key);
    }

    fn asked(&mut self, seat: Seat, ask: AskId, about: Sighting) {
        self.to.push(self.eyes.asked[seat.index()], 1.0);
        self.to.push(self.eyes.asks[ask.index()], 1.0);
        if let Sighting::Card(card) = about {
            if let Some(kind) = card.kind {
                self.to.push(self.eyes.about[usize::from(kind)], 1.0);
            }
            let key = joined(u64::from(self.eyes.asks[ask.index()]), self.key(card));
            self.joint(key);
        }
    }
}

impl Writer<'_> {
    /// The seat whose eyes these are.
    fn own_seat(&self) -> usize {
        let eyes = self.reader.eyes.iter();
        let mut own = eyes.zip(0..);
        own.find(|(eyes, _)| std::ptr::eq(*eyes, self.eyes))
            .map_or(0, |(_, seat)| seat)
    }
}
