//! The values of a game that a seat may not know: hidden variables and attributes, and what effects that wait have
//! kept of such values.

use crate::ids::{Cell, Seat, is_missing};
use crate::position::{Decision, Position};
use crate::program::{MarkInfo, PendingInfo, Program, RowsInfo, ValueKind};
use crate::redeal::is_unknown;

/// Hidden information of one seat, whatever the position is. Made once for a game and a seat.
#[derive(Debug, Clone)]
pub struct Hidden {
    pub(crate) seat: Seat,
    /// The values that others have, or nobody sees.
    pub(crate) values: Vec<HiddenValue>,
    /// Marks that are seen by those who know the card.
    pub(crate) marks: Vec<HiddenMark>,
    /// Parts of tables that hold what follows from hidden values.
    pub(crate) rows: Vec<HiddenRows>,
    /// Tables of effects that wait: which one it is can be told by its card.
    pub(crate) pending: Vec<HiddenPending>,
    /// The cells that the seat sees.
    pub(crate) seen: Vec<u16>,
}

/// A value that a seat does not see.
#[derive(Debug, Clone)]
pub(crate) struct HiddenValue {
    pub(crate) first: usize,
    pub(crate) sort: ValueKind,
}

/// A mark that is hidden with its card.
#[derive(Debug, Clone)]
pub(crate) struct HiddenMark {
    pub(crate) first: usize,
    pub(crate) sort: ValueKind,
    pub(crate) start: Vec<i64>,
}

/// A table of which nobody sees some parts.
#[derive(Debug, Clone)]
pub(crate) struct HiddenRows {
    pub(crate) rows: RowsInfo,
    pub(crate) parts: Vec<usize>,
}

/// A table of effects that wait.
#[derive(Debug, Clone)]
pub(crate) struct HiddenPending {
    pub(crate) pending: PendingInfo,
    pub(crate) rows: RowsInfo,
    /// Everything of a row that the seat cannot tell if it does not know the card.
    pub(crate) parts: Vec<usize>,
}

impl Hidden {
    /// The hidden information of a seat in a game.
    pub fn of(program: &Program, seat: Seat) -> Self {
        let mut hidden = Self {
            seat,
            values: Vec::new(),
            marks: Vec::new(),
            rows: hidden_rows(program),
            pending: hidden_pending(program),
            seen: (0..crate::program::cells::FREE).collect(),
        };
        for variable in program.variables.iter().filter(|info| !info.internal) {
            if variable.of_cards {
                let mut marks = program.marks.iter();
                let mark = marks.find(|mark: &&MarkInfo| mark.first.0 == variable.first);
                hidden
                    .marks
                    .extend(mark.filter(|_| variable.hidden).map(|mark| HiddenMark {
                        first: mark.first.index(),
                        sort: variable.sort,
                        start: mark.start.clone(),
                    }));
                continue;
            }
            for owner in 0..variable.owners.max(1) {
                let first = variable.first + owner * variable.sort.cells();
                if program.sees(seat, variable, usize::from(owner)) {
                    hidden.seen.extend(first..first + variable.sort.cells());
                } else {
                    hidden.values.push(HiddenValue {
                        first: usize::from(first),
                        sort: variable.sort,
                    });
                }
            }
        }
        hidden
    }

    /// True if there is something in a position, besides where cards lie, that the seat may not know.
    pub fn is_in(&self, position: &Position) -> bool {
        let cells = &position.table.cells;
        let cards = &position.table.cards;
        let marked = || cards.iter().any(|card| is_unknown(card, self.seat));
        let mut rows = self.rows.iter();
        !self.values.is_empty()
            || !self.marks.is_empty() && marked()
            || rows.any(|hidden| cells[hidden.rows.count.index()] > 0)
            || self.unknown_rows(position).next().is_some()
    }

    /// The rows of effects that wait whose cards the seat does not know: the table, and the number of the row.
    pub(crate) fn unknown_rows<'a>(
        &'a self,
        position: &'a Position,
    ) -> impl Iterator<Item = (&'a HiddenPending, usize)> {
        let tables = self.pending.iter();
        tables.flat_map(move |table| {
            let count = table.count(position);
            let rows = (0..count).filter(move |row| table.is_unknown(position, self.seat, *row));
            rows.map(move |row| (table, row))
        })
    }
}

impl HiddenRows {
    pub(crate) fn count(&self, position: &Position) -> usize {
        count(&self.rows, position)
    }
}

/// The number of rows of a table.
fn count(rows: &RowsInfo, position: &Position) -> usize {
    let count = position.table.cells[rows.count.index()];
    usize::try_from(count)
        .unwrap_or(0)
        .min(usize::from(rows.most))
}

impl HiddenPending {
    pub(crate) fn count(&self, position: &Position) -> usize {
        count(&self.rows, position)
    }

    /// The card of a row.
    pub(crate) fn card(&self, position: &Position, row: usize) -> i64 {
        position.table.cells[self.pending.card.index() + row]
    }

    pub(crate) fn player(&self, position: &Position, row: usize) -> i64 {
        position.table.cells[self.pending.player.index() + row]
    }

    /// True if a seat does not know the card of a row.
    pub(crate) fn is_unknown(&self, position: &Position, seat: Seat, row: usize) -> bool {
        let card = self.card(position, row);
        if is_missing(card) {
            return false;
        }
        let state = position.table.cards.get(card as usize);
        state.is_some_and(|state| is_unknown(state, seat))
    }
}

impl Position {
    /// True if registers may hold a secret answer, or a hidden value or draw, while the game waits.
    pub fn secrets_held(&self, program: &Program) -> SecretsHeld {
        let mut held = SecretsHeld::default();
        if program.taint.is_empty() || !matches!(self.decision(), Decision::Choose { .. }) {
            return held;
        }
        let waiting = self.frames.iter().map(|frame| frame.pc);
        for pc in waiting.chain([self.pc]) {
            for (_, kinds) in program.taint.at(pc) {
                held.answers |= kinds & crate::live::ANSWER != 0;
                held.values |= kinds & (crate::live::VALUE | crate::live::FACE) != 0;
            }
        }
        held
    }

    /// Sets what a seat does not see, besides where cards lie, to values that depend on nothing that is hidden: in
    /// one of two fixed ways.
    pub(crate) fn veil(&mut self, program: &Program, seat: Seat, is_reversed: bool) {
        if !program.variables.iter().any(|variable| variable.hidden) {
            return;
        }
        let hidden = Hidden::of(program, seat);
        let fixed = |sort: ValueKind| match sort {
            ValueKind::Truth => i64::from(is_reversed),
            ValueKind::Number if is_reversed => 1_000,
            ValueKind::Number | ValueKind::Word(_) | ValueKind::Text => 0,
            ValueKind::Player | ValueKind::Team if is_reversed => i64::from(program.seats) - 1,
            ValueKind::Player | ValueKind::Team => 0,
            ValueKind::Any
            | ValueKind::Card
            | ValueKind::Pile
            | ValueKind::Phase
            | ValueKind::State
            | ValueKind::Kind => crate::ids::NOTHING,
            // The length of a list.
            ValueKind::Cards | ValueKind::Groups | ValueKind::List => 0,
        };
        for value in &hidden.values {
            self.table.cells[value.first] = fixed(value.sort);
        }
        for mark in &hidden.marks {
            for card in 0..mark.start.len() {
                if is_unknown(&self.table.cards[card], seat) {
                    let changed = is_reversed && !is_missing(mark.start[card]);
                    let value = if changed {
                        fixed(mark.sort)
                    } else {
                        mark.start[card]
                    };
                    self.table.cells[mark.first + card] = value;
                }
            }
        }
    }

    /// Fingerprint of what registers hold that not everybody may know. Cards that a seat does not know count by where
    /// they lie, for they are dealt again there.
    pub fn secrets_hash(&self, program: &Program, seat: Seat) -> u64 {
        let waiting = self.frames.iter().map(|frame| (frame.pc, frame.base));
        let mut hash = 0_u64;
        let mut add = |value: i64| {
            hash = hash.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ value as u64;
        };
        for (pc, base) in waiting.chain([(self.pc, self.base)]) {
            let live = program.live_at(pc).unwrap_or(&[]);
            for (slot, _) in program.taint.at(pc) {
                let sort = live.iter().find(|(live, _)| live == slot);
                let value = self.stack[base as usize + slot.index()];
                if let Some((_, sort)) = sort {
                    self.visit_secret(*sort, value, seat, &mut add);
                }
            }
        }
        hash
    }

    /// Visits the numbers that tell what a register holds.
    fn visit_secret(&self, sort: ValueKind, value: i64, seat: Seat, visit: &mut dyn FnMut(i64)) {
        let element = match sort {
            ValueKind::Card => {
                let card = self.table.cards.get(value as usize);
                let unknown = card.filter(|card| !is_missing(value) && is_unknown(card, seat));
                return visit(unknown.map_or(value, |card| -2 - i64::from(card.pile)));
            }
            ValueKind::Cards => ValueKind::Card,
            ValueKind::Groups => ValueKind::Cards,
            ValueKind::List => ValueKind::Any,
            ValueKind::Truth
            | ValueKind::Number
            | ValueKind::Word(_)
            | ValueKind::Text
            | ValueKind::Kind
            | ValueKind::Any
            | ValueKind::Pile
            | ValueKind::Player
            | ValueKind::Team
            | ValueKind::Phase
            | ValueKind::State => return visit(value),
        };
        if is_missing(value) {
            return visit(value);
        }
        let items = self.lists.items(value);
        visit(items.len() as i64);
        for item in items {
            self.visit_secret(element, *item, seat, visit);
        }
    }

    /// Puts something into every register that may hold a secret, whatever it holds: what could be there by its
    /// sort. For those who found no better way.
    pub fn scramble_secrets(&mut self, program: &Program, random: &mut crate::random::Random) {
        let waiting = self.frames.iter().map(|frame| (frame.pc, frame.base));
        let places: Vec<(crate::ids::Pc, u32)> = waiting.chain([(self.pc, self.base)]).collect();
        for (pc, base) in places {
            for (slot, _) in program.taint.at(pc) {
                let live = program.live_at(pc).unwrap_or(&[]);
                let sort = live
                    .iter()
                    .find(|(live, _)| live == slot)
                    .map(|(_, sort)| *sort);
                let place = base as usize + slot.index();
                if let Some(value) = sort.and_then(|sort| any_value(program, sort, random)) {
                    self.stack[place] = value;
                }
            }
        }
    }
}

/// A random value of a kind; nothing for what has a place, which is dealt with its place, and for lists.
pub(crate) fn any_value(
    program: &Program,
    sort: ValueKind,
    random: &mut crate::random::Random,
) -> Option<i64> {
    let count = match sort {
        ValueKind::Truth => 2,
        ValueKind::Number => 10,
        ValueKind::Word(set) => program.words.get(usize::from(set))?.len(),
        ValueKind::Text => program.texts.len(),
        ValueKind::Player => usize::from(program.seats),
        ValueKind::Team => program
            .teams
            .iter()
            .max()
            .map_or(1, |team| usize::from(*team) + 1),
        ValueKind::Phase => program.phases.len(),
        ValueKind::State => program.states.len(),
        ValueKind::Kind => program.cards.len(),
        ValueKind::Pile => program.piles.len(),
        ValueKind::Card => program.cards.len(),
        ValueKind::Any | ValueKind::Cards | ValueKind::Groups | ValueKind::List => return None,
    };
    let number = random.below(count.max(1) as u32);
    Some(match sort {
        ValueKind::Kind => i64::from(program.cards[number as usize].kind),
        _ => i64::from(number),
    })
}

/// Registers that may hold something that not everybody may know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SecretsHeld {
    /// Answers that were given in secret.
    pub answers: bool,
    /// Hidden values, or what chance has drawn.
    pub values: bool,
}

impl SecretsHeld {
    /// True if there are any.
    pub fn any(self) -> bool {
        self.answers || self.values
    }
}

fn hidden_rows(program: &Program) -> Vec<HiddenRows> {
    let tables = program.rows.iter().map(|rows| {
        let is_tainted = |part: &usize| {
            let first = rows.parts[*part].0;
            let mut tainted = program.taint.cells.iter();
            tainted.any(|cell| (first..first + rows.most).contains(&cell.0))
        };
        // The effect of a row is seen by everybody who knows its card, whatever its number follows from.
        let mut tables = program.pending.iter();
        let shown = tables.find(|pending| rows.parts.contains(&pending.what));
        let is_shown = |part: &usize| {
            let part = rows.parts[*part];
            shown.is_some_and(|it| part == it.what || told(it).contains(&Some(part)))
        };
        let parts = (0..rows.parts.len()).filter(is_tainted);
        HiddenRows {
            rows: rows.clone(),
            parts: parts.filter(|part| !is_shown(part)).collect(),
        }
    });
    tables.filter(|rows| !rows.parts.is_empty()).collect()
}

/// The parts of a row that everybody is told of, whether they know its card or not.
fn told(pending: &PendingInfo) -> [Option<Cell>; 4] {
    [
        Some(pending.card),
        Some(pending.player),
        pending.cancelled,
        pending.since,
    ]
}

fn hidden_pending(program: &Program) -> Vec<HiddenPending> {
    let tables = program.pending.iter().filter_map(|pending| {
        let mut all = program.rows.iter();
        let rows = all.find(|rows| rows.parts.contains(&pending.what))?;
        let told = told(pending);
        let is_untold = |part: &usize| !told.contains(&Some(rows.parts[*part]));
        Some(HiddenPending {
            pending: pending.clone(),
            rows: rows.clone(),
            parts: (0..rows.parts.len()).filter(is_untold).collect(),
        })
    });
    tables.collect()
}
