//! A position as bytes, and back.
//!
//! The bytes name the game they belong to and end in a checksum. Whatever is read is checked against the
//! program: cards lie in exactly one pile, routines wait where they were called, and values that are known to
//! be cards or players are such. Damage is refused with the reason.

pub use crate::bytes::BytesProblem;
use crate::bytes::{Reader, Writer};
use crate::chance::Chance;
use crate::fault::{Fault, FaultKind};
use crate::ids::{Meaning, Pc, Pile, Seat, is_missing};
use crate::lists::{Lists, MOST_ELEMENTS};
use crate::op::Op;
use crate::position::{Choice, Frame, Position, STACK, Waiting};
use crate::program::{Program, ValueKind, cells};
use crate::random::Random;
use crate::seed::{Key, Keyed, Stream};
use crate::table::{CardState, NO_CARD, PileState, Table};
use crate::undo::Remembered;

const MAGIC: &[u8; 4] = b"fudP";
const VERSION: u64 = 3;

const FAULTS: [FaultKind; 11] = [
    FaultKind::Endless,
    FaultKind::TooDeep,
    FaultKind::TooMuch,
    FaultKind::ListTooLong,
    FaultKind::TooManyTurns,
    FaultKind::Broken,
    FaultKind::OffScript,
    FaultKind::TooManyChoices,
    FaultKind::Invariant,
    FaultKind::TooManyEffects,
    FaultKind::NoSuchPlayer,
];

/// Reason why a saved position could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SaveProblem {
    /// The bytes are no saved position, or damaged.
    #[error("the saved position cannot be read: {0}")]
    Bytes(#[from] BytesProblem),
    /// It belongs to another game, or to the game with other parameters or decks.
    #[error(
        "the position was saved in another game, or with other parameters or decks: \
             its fingerprint is {found:016x}, that of this game {expected:016x}"
    )]
    OtherGame {
        /// That of the game.
        expected: u64,
        /// That of the save.
        found: u64,
    },
}

type Read<T> = Result<T, BytesProblem>;

fn wrong<T>(what: &'static str) -> Read<T> {
    Err(BytesProblem::Wrong(what))
}

impl Position {
    /// The position as bytes.
    pub fn save(&self, program: &Program) -> Vec<u8> {
        let mut to = Writer::new(MAGIC, VERSION);
        to.number(program.fingerprint);
        write_table(&mut to, &self.table);
        to.count(self.remembered.len());
        for remembered in self.remembered.iter() {
            let Remembered {
                cards,
                piles,
                cells,
                chance,
                trial: _,
                offered: _,
            } = remembered.clone();
            let table = Table {
                cards,
                piles,
                cells,
                chance,
            };
            write_table(&mut to, &table);
        }
        write_waiting(&mut to, program, self);
        to.finish()
    }

    /// Decodes a position from bytes.
    pub fn load(program: &Program, bytes: &[u8]) -> Result<Self, SaveProblem> {
        let mut from = Reader::new(bytes, MAGIC, "a saved position", VERSION)?;
        let found = from.number()?;
        if found != program.fingerprint {
            let expected = program.fingerprint;
            return Err(SaveProblem::OtherGame { expected, found });
        }
        let mut position = Self::laid_out(program, 0);
        position.table = read_table(&mut from, program)?;
        for _ in 0..from.count()? {
            let Table {
                cards,
                piles,
                cells,
                chance,
            } = read_table(&mut from, program)?;
            position.remembered.push(Remembered {
                cards,
                piles,
                cells,
                chance,
                trial: None,
                offered: Vec::new(),
            });
        }
        read_waiting(&mut from, program, &mut position)?;
        from.finish()?;
        Ok(position)
    }
}

/// The piles with their cards, the cells, and chance.
fn write_table(to: &mut Writer, table: &Table) {
    for pile in 0..table.piles.len() {
        let pile = Pile(pile as u16);
        to.count(usize::from(table.piles[pile.index()].count));
        for card in table.cards_of(pile) {
            let state = &table.cards[card.index()];
            to.number(card.0.into());
            to.number(state.known.into());
            to.number(state.face.into());
        }
    }
    table.cells.iter().for_each(|cell| to.signed(*cell));
    write_stream(to, &table.chance.stream);
}

fn write_stream(to: &mut Writer, stream: &Stream) {
    match stream {
        Stream::Fast(random) => {
            to.number(0);
            to.number(random.state());
        }
        Stream::Keyed(Keyed { key, stream, drawn }) => {
            to.number(1);
            to.text(&key.to_string());
            to.number(*stream);
            to.number(*drawn);
        }
    }
}

fn read_stream(from: &mut Reader<'_>) -> Read<Stream> {
    if from.below(2, "there is no such generator")? == 0 {
        return Ok(Stream::Fast(Random::from_state(from.number()?)));
    }
    let Ok(key) = from.text()?.parse::<Key>() else {
        return wrong("a key is no key");
    };
    Ok(Stream::Keyed(Keyed {
        key,
        stream: from.number()?,
        drawn: from.number()?,
    }))
}

fn read_table(from: &mut Reader<'_>, program: &Program) -> Read<Table> {
    let mut cards: Vec<Option<CardState>> = vec![None; program.cards.len()];
    let mut piles = Vec::with_capacity(program.piles.len());
    for pile in 0..program.piles.len() {
        piles.push(read_pile(from, pile as u16, &mut cards)?);
    }
    let cards: Option<Vec<CardState>> = cards.into_iter().collect();
    let Some(cards) = cards else {
        return wrong("a card is missing");
    };
    let mut cells = Vec::with_capacity(usize::from(program.cells));
    for _ in 0..program.cells {
        cells.push(from.signed()?);
    }
    check_cells(program, &cells)?;
    let chance = Chance::from(read_stream(from)?);
    Ok(Table {
        cards,
        piles,
        cells,
        chance,
    })
}

fn read_pile(from: &mut Reader<'_>, pile: u16, cards: &mut [Option<CardState>]) -> Read<PileState> {
    let count = from.count()?;
    let mut state = PileState::default();
    for _ in 0..count {
        let card = from.below(cards.len(), "there is no such card")?;
        if cards[card].is_some() {
            return wrong("a card lies in two places");
        }
        let above = state.bottom;
        cards[card] = Some(CardState {
            below: NO_CARD,
            above,
            pile,
            known: from.below(1 << 16, "there is no such seat")? as u16,
            face: from.below(2, "a card has two faces")? as u16,
        });
        match cards.get_mut(usize::from(above)) {
            Some(Some(upper)) if above != NO_CARD => upper.below = card as u16,
            _ => state.top = card as u16,
        }
        state.bottom = card as u16;
        state.count += 1;
    }
    Ok(state)
}

/// The cells that the engine relies on, and the variables.
fn check_cells(program: &Program, values: &[i64]) -> Read<()> {
    let within = |cell: crate::ids::Cell, from: i64, to: i64| {
        let value = values.get(cell.index());
        value.is_none_or(|value| (from..=to).contains(value))
    };
    let seats = i64::from(program.seats);
    let skips = cells::SKIPS.0..cells::SKIPS.0 + 10;
    let extra = cells::EXTRA.0 + 1..=cells::EXTRA.0 + cells::MOST_EXTRA as u16;
    let direction = i64::from(program.direction).abs();
    let is_turn_right = within(cells::CURRENT, 0, seats - 1)
        // Before the first turn it is the place before the first seat, whichever way turns go round.
        && within(cells::LAST_OWN, -1, seats)
        && within(cells::DIRECTION, -direction, direction)
        && (direction == 0 || !within(cells::DIRECTION, 0, 0))
        && within(cells::EXTRA, 0, cells::MOST_EXTRA as i64)
        && skips
            .into_iter()
            .all(|cell| within(crate::ids::Cell(cell), 0, 1 << 20))
        && extra
            .into_iter()
            .all(|cell| within(crate::ids::Cell(cell), 0, seats - 1));
    if !is_turn_right {
        return wrong("it is nobody's turn");
    }
    let plans = |op: &Op| matches!(op, Op::PlanPhases { .. });
    if program.ops.iter().any(plans) {
        let plan = &values[cells::PLAN.index()..];
        if !(0..=cells::MOST_PHASES as i64).contains(&plan[0]) || !(0..=plan[0]).contains(&plan[1])
        {
            return wrong("the turn has no such phases");
        }
    }
    for variable in &program.variables {
        let width = usize::from(variable.sort.cells());
        for owner in 0..usize::from(variable.owners.max(1)) {
            let first = usize::from(variable.first) + owner * width;
            check_variable(program, variable.sort, &values[first..first + width])?;
        }
    }
    Ok(())
}

fn check_variable(program: &Program, sort: ValueKind, values: &[i64]) -> Read<()> {
    let [first, items @ ..] = values else {
        return Ok(());
    };
    if items.is_empty() {
        return check_value(program, None, sort, *first);
    }
    let length = usize::try_from(*first).ok();
    let Some(items) = length.and_then(|length| items.get(..length)) else {
        return wrong("a list is too long");
    };
    // Lists of lists are kept in one, with nothing after each list.
    let element = if matches!(sort, ValueKind::Cards | ValueKind::Groups) {
        ValueKind::Card
    } else {
        ValueKind::Any
    };
    items
        .iter()
        .try_for_each(|item| check_value(program, None, element, *item))
}

fn check_value(program: &Program, lists: Option<&Lists>, sort: ValueKind, value: i64) -> Read<()> {
    let limit = match sort {
        ValueKind::Card => program.cards.len(),
        ValueKind::Pile => program.piles.len(),
        ValueKind::Player => usize::from(program.seats),
        ValueKind::Phase => program.phases.len(),
        ValueKind::State => program.states.len(),
        ValueKind::Word(set) => program.words.get(usize::from(set)).map_or(0, Vec::len),
        ValueKind::Text => program.texts.len(),
        ValueKind::Cards | ValueKind::Groups => {
            let element = if sort == ValueKind::Cards {
                ValueKind::Card
            } else {
                ValueKind::Cards
            };
            let items = lists.map_or(&[][..], |lists| lists.items(value));
            return items
                .iter()
                .try_for_each(|item| check_value(program, lists, element, *item));
        }
        ValueKind::Any
        | ValueKind::Truth
        | ValueKind::Number
        | ValueKind::Team
        | ValueKind::Kind
        | ValueKind::List => {
            return Ok(());
        }
    };
    if is_missing(value) || usize::try_from(value).is_ok_and(|value| value < limit) {
        Ok(())
    } else {
        wrong("a value is not what it should be")
    }
}

/// Writes the program's state: routines are known by the op at which they resume.
fn write_waiting(to: &mut Writer, program: &Program, position: &Position) {
    match &position.waiting {
        Waiting::Running => to.number(0),
        Waiting::Over => {
            to.number(1);
            to.number(position.pc.0.into());
        }
        Waiting::Fault(fault) => {
            to.number(2);
            let kind = FAULTS.iter().position(|kind| *kind == fault.kind);
            to.count(kind.unwrap_or(FAULTS.len() - 1));
            to.number(fault.pc.0.into());
        }
        Waiting::Answer { seat, .. } => {
            to.number(3);
            to.number(seat.0.into());
            write_going_on(to, program, position);
        }
        Waiting::Chance { first } => {
            to.number(4);
            to.number((*first).into());
            write_going_on(to, program, position);
        }
    }
}

/// The routines that wait, with their registers, lists and choices.
fn write_going_on(to: &mut Writer, program: &Program, position: &Position) {
    to.number(position.pc.0.into());
    to.count(position.frames.len());
    for frame in position.frames.iter() {
        to.number(frame.pc.0.into());
        to.number(frame.lists.into());
    }
    let is_needed = needed_registers(program, position);
    let live = &position.stack[..position.live as usize];
    for (register, is_needed) in live.iter().zip(is_needed) {
        to.signed(if is_needed { *register } else { 0 });
    }
    to.count(position.lists.used());
    position
        .lists
        .all()
        .iter()
        .for_each(|item| to.signed(*item));
    to.count(position.choices.len());
    for Choice { meaning, value } in position.choices.iter() {
        to.number(meaning.0.into());
        to.signed(*value);
    }
}

fn read_waiting(from: &mut Reader<'_>, program: &Program, position: &mut Position) -> Read<()> {
    match from.below(5, "it waits for nothing that is known")? {
        0 => position.waiting = Waiting::Running,
        1 => {
            position.pc = read_pc(from, program)?;
            position.waiting = Waiting::Over;
        }
        2 => {
            let kind = FAULTS[from.below(FAULTS.len(), "there is no such fault")?];
            let pc = read_pc(from, program)?;
            position.waiting = Waiting::Fault(Fault { kind, pc });
        }
        3 => read_answer(from, program, position)?,
        _ => read_chance(from, program, position)?,
    }
    Ok(())
}

fn read_pc(from: &mut Reader<'_>, program: &Program) -> Read<Pc> {
    let pc = from.below(program.ops.len(), "the program is not so long")?;
    Ok(Pc(pc as u32))
}

/// The op before the one that comes next.
fn read_op(from: &mut Reader<'_>, program: &Program) -> Read<(Pc, Op)> {
    let pc = read_pc(from, program)?;
    let before = pc.index().checked_sub(1);
    match before.and_then(|before| program.ops.get(before)) {
        Some(op) => Ok((pc, *op)),
        None => wrong("nothing can wait at the beginning"),
    }
}

fn read_answer(from: &mut Reader<'_>, program: &Program, position: &mut Position) -> Read<()> {
    let seat = from.below(usize::from(program.seats), "there is no such seat")?;
    let (pc, op) = read_op(from, program)?;
    let Op::Ask {
        ask,
        meaning,
        value,
        ..
    } = op
    else {
        return wrong("nothing is asked where it waits");
    };
    position.pc = pc;
    position.waiting = Waiting::Answer {
        seat: Seat(seat as u8),
        ask,
        meaning,
        value,
    };
    read_going_on(from, program, position)?;
    if position.choices.is_empty() {
        return wrong("nothing can be chosen");
    }
    Ok(())
}

fn read_chance(from: &mut Reader<'_>, program: &Program, position: &mut Position) -> Read<()> {
    let first = from.below(1 << 30, "there are too many choices")?;
    let (pc, op) = read_op(from, program)?;
    if !matches!(
        op,
        Op::Settle { .. } | Op::SettleAt { .. } | Op::Pick { .. }
    ) {
        return wrong("nothing is left to chance where it waits");
    }
    position.pc = pc;
    position.waiting = Waiting::Chance {
        first: first as u32,
    };
    read_going_on(from, program, position)?;
    if position.choices.len() <= first || !position.is_chance_right(program, op) {
        return wrong("chance has no outcomes");
    }
    Ok(())
}

/// For each register whether it will be read: what is left over in the others depends on who executed the ops.
fn needed_registers(program: &Program, position: &Position) -> Vec<bool> {
    let waiting = position.frames.iter().map(|frame| frame.pc);
    let mut places = waiting.chain([position.pc]);
    let is_unknown = places.any(|pc| program.live_at(pc).is_none());
    let mut needed = vec![is_unknown; position.live as usize];
    for (place, _) in position.live_registers(program) {
        needed[place] = true;
    }
    needed
}

fn read_going_on(from: &mut Reader<'_>, program: &Program, position: &mut Position) -> Read<()> {
    position.base = read_frames(from, program, position)?;
    position.live = position.base + u32::from(program.frame);
    position.keep_needed_registers(program);
    if position.live as usize > position.stack.len() {
        return wrong("too many routines wait");
    }
    for at in 0..position.live as usize {
        position.stack[at] = from.signed()?;
    }
    let length = from.below(MOST_ELEMENTS + 1, "lists are too long")?;
    for _ in 0..length {
        let item = from.signed()?;
        position.lists.make([item]);
    }
    let is_right = |frame: &Frame| frame.lists as usize <= length;
    if !position.frames.iter().all(is_right) {
        return wrong("a list is not there");
    }
    read_choices(from, program, position)?;
    let lists = Some(&position.lists);
    for (place, sort) in position.live_registers(program) {
        check_value(program, lists, sort, position.stack[place])?;
    }
    Ok(())
}

/// The routines that wait; where the registers of the last one begin.
fn read_frames(from: &mut Reader<'_>, program: &Program, position: &mut Position) -> Read<u32> {
    let mut base = 0;
    for _ in 0..from.count()? {
        let (pc, op) = read_op(from, program)?;
        let Op::Call { at, otherwise, .. } = op else {
            return wrong("nothing is called where a routine waits");
        };
        let lists = from.below(MOST_ELEMENTS + 1, "lists are too long")? as u32;
        position.frames.push(Frame {
            pc,
            otherwise,
            base,
            lists,
        });
        base += u32::from(at.0);
        if base as usize >= STACK {
            return wrong("too many routines wait");
        }
    }
    Ok(base)
}

fn read_choices(from: &mut Reader<'_>, program: &Program, position: &mut Position) -> Read<()> {
    for _ in 0..from.count()? {
        let meaning = from.below(program.meanings.len(), "a choice has no meaning")?;
        let value = from.signed()?;
        let sort = program.meanings[meaning].sort;
        check_value(program, Some(&position.lists), sort, value)?;
        position.choices.push(Choice {
            meaning: Meaning(meaning as u16),
            value,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
