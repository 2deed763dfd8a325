//! Possible hidden values: as they were in other games.
//!
//! Positions of other games of the same program are kept, by what was asked. Where a seat does not see a value, it
//! takes one from a position that is as like the present one as possible in what the seat sees. So values that
//! belong together come together, values that were never there do not come up, and nothing depends on the values that
//! are really hidden.
//!
//! A reference to a card becomes a reference to some card that lies in the same pile. An effect that waits with a
//! card which the seat does not know becomes one that waited with such a card, and a card like that is dealt to its
//! place.

use crate::hidden::{Hidden, HiddenPending, HiddenValue, any_value};
use crate::ids::{Card, NOTHING, Pile, Seat, is_missing};
use crate::position::{Decision, Position};
use crate::program::{CardReferences, Program, RowsInfo, ValueKind};
use crate::random::Random;
use crate::redeal::Exchange;
use crate::snapshot::Snapshot;

/// The number of positions that are kept for each question.
const MOST: usize = 64;

/// The least number of positions that are taken as most like another one.
const LIKE: usize = 6;

/// Positions of other games.
#[derive(Debug)]
pub struct Samples {
    /// Kept positions, by the number of the question that they wait for.
    asked: Vec<Asked>,
    random: Random,
}

#[derive(Debug, Default)]
struct Asked {
    offered: u32,
    kept: Vec<Sample>,
}

#[derive(Debug)]
struct Sample {
    seat: Seat,
    position: Snapshot,
}

impl Samples {
    /// A store without positions.
    pub fn new(program: &Program) -> Self {
        let asked = program.asks.iter().map(|_| Asked::default());
        Self {
            asked: asked.collect(),
            random: Random::new(0x5A3),
        }
    }

    /// Offers a position that waits for a choice. Of those with the same question, each is kept with the same
    /// probability.
    pub fn offer(&mut self, position: &Position) {
        let Decision::Choose { seat, ask, .. } = position.decision() else {
            return;
        };
        let asked = &mut self.asked[ask.index()];
        asked.offered += 1;
        if asked.kept.len() < MOST {
            let position = position.aside();
            asked.kept.push(Sample { seat, position });
            return;
        }
        let place = self.random.below(asked.offered) as usize;
        if let Some(sample) = asked.kept.get_mut(place) {
            sample.seat = seat;
            position.put_aside(&mut sample.position);
        }
    }

    fn all(&self) -> impl Iterator<Item = &Sample> {
        self.asked.iter().flat_map(|asked| &asked.kept)
    }

    /// The positions that are most like one in what a seat sees.
    fn like<'s>(&'s self, hidden: &Hidden, position: &Position) -> Vec<&'s Position> {
        let Decision::Choose { seat, ask, .. } = position.decision() else {
            return Vec::new();
        };
        let same = self.asked[ask.index()].kept.iter();
        let mut like: Vec<&Sample> = same.filter(|sample| sample.seat == seat).collect();
        if like.is_empty() {
            like.extend(self.all().filter(|sample| sample.seat == seat));
        }
        if like.is_empty() {
            like.extend(self.all());
        }
        let differences = |sample: &&Sample| {
            let cells = [position, sample.position.position()].map(|it| &it.table.cells);
            let seen = hidden.seen.iter().map(|cell| usize::from(*cell));
            seen.filter(|cell| cells[0][*cell] != cells[1][*cell])
                .count()
        };
        like.sort_by_cached_key(differences);
        let least = like.first().map(differences);
        let equal = like.iter().take_while(|it| Some(differences(it)) == least);
        let count = equal.count().max(LIKE).min(like.len());
        like.truncate(count);
        like.into_iter()
            .map(|like| like.position.position())
            .collect()
    }
}

/// Draws what hidden values of a position could be.
pub(crate) struct Guesser<'a> {
    program: &'a Program,
    hidden: &'a Hidden,
    like: Vec<&'a Position>,
    rows: Vec<RowGuess<'a>>,
    /// Cells with the values that were drawn.
    drawn: Vec<(usize, i64)>,
}

/// A row of a table, some parts of which are hidden.
struct RowGuess<'a> {
    row: usize,
    /// The first cell and the sort of each hidden part.
    parts: Vec<(usize, ValueKind)>,
    /// Rows of other games.
    donors: Vec<(&'a Position, usize)>,
    chosen: usize,
    /// The card of the row, if it must be one that the effect can be of, and the table.
    card: Option<(u16, &'a HiddenPending)>,
}

impl RowGuess<'_> {
    /// True if it is a row of an effect that waits, in this table.
    fn is_of(&self, rows: &RowsInfo) -> bool {
        self.card
            .is_some_and(|(_, table)| table.rows.count == rows.count)
    }

    /// Hidden parts of a row that no other game had become whatever they may be by their sort.
    fn draw_anything(&self, program: &Program, drawn: &mut Vec<(usize, i64)>, random: &mut Random) {
        if self.card.is_some() {
            return;
        }
        for (first, sort) in &self.parts {
            let value = any_value(program, *sort, random).unwrap_or(NOTHING);
            drawn.push((first + self.row, value));
        }
    }
}

impl<'a> Guesser<'a> {
    pub(crate) fn new(
        program: &'a Program,
        hidden: &'a Hidden,
        samples: &'a Samples,
        position: &'a Position,
    ) -> Self {
        let mut guesser = Self {
            program,
            hidden,
            like: samples.like(hidden, position),
            rows: Vec::new(),
            drawn: Vec::new(),
        };
        guesser.find_rows(samples, position);
        guesser
    }

    /// Finds the rows with hidden parts: those of effects that wait with unknown cards, then the others.
    fn find_rows(&mut self, samples: &'a Samples, position: &'a Position) {
        for (table, row) in self.hidden.unknown_rows(position) {
            let guess = self.effect_with_unknown_card(table, row, samples, position);
            self.rows.push(guess);
        }
        for table in &self.hidden.rows {
            let is_done = |row: &usize| {
                let mut found = self.rows.iter();
                found.any(|it| it.row == *row && it.is_of(&table.rows))
            };
            let rows: Vec<usize> = (0..table.count(position))
                .filter(|row| !is_done(row))
                .collect();
            for row in rows {
                let all = samples.all().map(|sample| sample.position.position());
                let donors = all.flat_map(|it| (0..table.count(it)).map(move |row| (it, row)));
                self.rows.push(RowGuess {
                    row,
                    parts: self.cells_of(&table.rows, &table.parts),
                    donors: donors.collect(),
                    chosen: 0,
                    card: None,
                });
            }
        }
    }

    /// A row of an effect that waits with an unknown card. It becomes one that waited with such a card, for the same
    /// player if there was one.
    fn effect_with_unknown_card(
        &self,
        table: &'a HiddenPending,
        row: usize,
        samples: &'a Samples,
        position: &Position,
    ) -> RowGuess<'a> {
        let player = table.player(position, row);
        let all = || {
            let all = samples.all().map(|sample| sample.position.position());
            all.flat_map(|it| (0..table.count(it)).map(move |row| (it, row)))
        };
        let donors = |of_player: bool| {
            let unknown = all().filter(|(it, row)| table.is_unknown(it, self.hidden.seat, *row));
            let own = unknown.filter(|(it, row)| !of_player || table.player(it, *row) == player);
            own.collect::<Vec<_>>()
        };
        let mut found = donors(true);
        if found.is_empty() {
            found = donors(false);
        }
        if found.is_empty() {
            found.extend(all());
        }
        RowGuess {
            row,
            parts: self.cells_of(&table.rows, &table.parts),
            donors: found,
            chosen: 0,
            card: Some((table.card(position, row) as u16, table)),
        }
    }

    /// The first cell and the sort of some parts of a table.
    fn cells_of(&self, rows: &RowsInfo, parts: &[usize]) -> Vec<(usize, ValueKind)> {
        let cells = parts.iter().map(|part| rows.parts[*part]);
        let sorts = cells.map(|cell| {
            let variable = self.program.variable_at(cell);
            let sort = variable.map_or(ValueKind::Any, |(it, _)| it.sort);
            (cell.index(), sort)
        });
        sorts.collect()
    }

    /// Draws which rows of other games are taken.
    pub(crate) fn draw_rows(&mut self, random: &mut Random) {
        for row in &mut self.rows {
            if !row.donors.is_empty() {
                row.chosen = random.below(row.donors.len() as u32) as usize;
            }
        }
    }

    /// Cards that must lie in the place of others: the card that lies there now, and the one whose kind it must be of.
    pub(crate) fn wanted(&self) -> impl Iterator<Item = (u16, u16)> {
        self.rows.iter().filter_map(|row| {
            let (card, table) = row.card?;
            let (donor, at) = row.donors.get(row.chosen)?;
            Some((card, table.card(donor, *at) as u16))
        })
    }

    /// Writes values that were drawn into a world whose cards are dealt already.
    pub(crate) fn write(
        &mut self,
        random: &mut Random,
        places: &[u16],
        before: &Position,
        exchange: &Exchange,
        world: &mut Position,
    ) {
        self.drawn.clear();
        if !self.like.is_empty() {
            let like = self.like[random.below(self.like.len() as u32) as usize];
            for value in &self.hidden.values {
                draw_value(&mut self.drawn, value, like, world, random);
            }
            self.draw_marks(like, places, before, exchange, world, random);
        }
        for guess in &self.rows {
            let Some((donor, at)) = guess.donors.get(guess.chosen) else {
                guess.draw_anything(self.program, &mut self.drawn, random);
                continue;
            };
            for (first, sort) in &guess.parts {
                let value = donor.table.cells[first + at];
                let value = relocated(*sort, value, donor, world, random);
                self.drawn.push((first + guess.row, value));
            }
        }
        for (cell, value) in &self.drawn {
            world.table.cells[*cell] = *value;
            for earlier in world.remembered.iter_mut() {
                earlier.cells[*cell] = *value;
            }
        }
        self.forget_rows(world);
    }

    /// Effects that wait with unknown cards, of which no other game has shown any, are not there: nothing of them would
    /// be a guess.
    fn forget_rows(&self, world: &mut Position) {
        for guess in self
            .rows
            .iter()
            .rev()
            .filter(|guess| guess.donors.is_empty())
        {
            if let Some((_, table)) = guess.card {
                table.rows.remove(&mut world.table.cells, guess.row);
                for earlier in world.remembered.iter_mut() {
                    table.rows.remove(&mut earlier.cells, guess.row);
                }
            }
        }
    }

    fn draw_marks(
        &mut self,
        like: &Position,
        places: &[u16],
        before: &Position,
        exchange: &Exchange,
        world: &Position,
        random: &mut Random,
    ) {
        for mark in &self.hidden.marks {
            let mut last = (u16::MAX, 0);
            for place in places {
                let pile = before.table.cards[usize::from(*place)].pile;
                let count = like.table.piles[usize::from(pile)].count;
                if last.0 != pile {
                    last = (pile, random.below(u32::from(count.max(1))));
                }
                let card = usize::from(exchange.number(*place));
                let donor = (count > 0).then(|| {
                    let cards = like.table.cards_of(Pile(pile));
                    let mut from = cards.skip((last.1 % u32::from(count)) as usize);
                    from.next()
                });
                last.1 += 1;
                let value = match donor.flatten() {
                    None => mark.start[card],
                    Some(donor) => {
                        let value = like.table.cells[mark.first + donor.index()];
                        match value == mark.start[donor.index()] {
                            true => mark.start[card],
                            false => relocated(mark.sort, value, like, world, random),
                        }
                    }
                };
                self.drawn.push((mark.first + card, value));
            }
        }
    }
}

fn draw_value(
    drawn: &mut Vec<(usize, i64)>,
    value: &HiddenValue,
    like: &Position,
    world: &Position,
    random: &mut Random,
) {
    let HiddenValue { first, sort } = *value;
    let width = usize::from(sort.cells());
    let cells = &like.table.cells[first..first + width];
    if width == 1 {
        drawn.push((first, relocated(sort, cells[0], like, world, random)));
        return;
    }
    let length = usize::try_from(cells[0]).unwrap_or(0).min(width - 1);
    drawn.push((first, length as i64));
    let element = match sort.card_references() {
        CardReferences::Several | CardReferences::Groups => ValueKind::Card,
        CardReferences::One | CardReferences::None => ValueKind::Any,
    };
    let begin = drawn.len();
    for (at, item) in cells.iter().enumerate().skip(1).take(length) {
        let mut item_drawn = relocated(element, *item, like, world, random);
        // No card is twice in a list that had none twice.
        for _ in 0..8 {
            let is_twice = !is_missing(item_drawn)
                && drawn[begin..].iter().any(|(_, other)| *other == item_drawn);
            if element != ValueKind::Card || !is_twice {
                break;
            }
            item_drawn = relocated(element, *item, like, world, random);
        }
        drawn.push((first + at, item_drawn));
    }
}

/// A value of another game; for a card, one that lies in the same pile here.
fn relocated(
    sort: ValueKind,
    value: i64,
    from: &Position,
    world: &Position,
    random: &mut Random,
) -> i64 {
    if sort != ValueKind::Card || is_missing(value) {
        return value;
    }
    let card = Card(value as u16);
    let Some(state) = from.table.cards.get(card.index()) else {
        return value;
    };
    let count = world.table.piles[usize::from(state.pile)].count;
    if count == 0 {
        return NOTHING;
    }
    let number = random.below(u32::from(count)) as usize;
    let mut cards = world.table.cards_of(Pile(state.pile)).skip(number);
    cards.next().map_or(NOTHING, |card| i64::from(card.0))
}
