//! A compiled game: ops and the tables they refer to. Immutable, and shared by all games that are played.

mod feature_words;
mod fingerprint;
pub mod listing;
pub mod live;
pub mod op;
mod parts;
pub mod verify;

use crate::ids::{Card, Cell, Pc, Pile, Seat, Slot};
use crate::live::{Live, Taint};
use crate::native::MachineOf;
use crate::op::Op;
pub use parts::*;

/// A compiled game, for a number of players and with all its parameters set.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// Name of the game.
    pub name: String,
    /// Fingerprint of the game, its parameters and decks.
    pub fingerprint: u64,
    /// Compiled steps; a [`Pc`] is a position in this list.
    pub ops: Vec<Op>,
    /// For each op, the place it comes from, as a position in `places`.
    pub origins: Vec<u32>,
    /// Places in the author's files.
    pub places: Vec<Place>,
    /// Op at which a game begins.
    pub start: Pc,
    /// The number of registers that a routine has at most.
    pub frame: u16,
    /// The registers that are still needed where a routine may wait, by place: what
    /// [`live`](crate::live::registers) finds.
    pub live: Live,
    /// The registers that may hold something that not every seat may know: the result of [`taint`](crate::live::taint).
    pub taint: Taint,
    /// The number of players.
    pub seats: u8,
    /// The decks that the players brought, as records keep them: the name of a deck list of the game, or the
    /// deck itself. Empty if they bring none.
    pub decks: Vec<String>,
    /// The regulation that the decks were checked with.
    pub regulation: Option<String>,
    /// One pile for each zone and owner; a [`Pile`] is a position in this list.
    pub piles: Vec<PileInfo>,
    /// The zones, whose piles the players have.
    pub zones: Vec<ZoneInfo>,
    /// The cards, each with the pile it begins in.
    pub cards: Vec<CardInfo>,
    /// The printed values: for each column a value for each card.
    pub columns: Vec<ColumnInfo>,
    /// Traits that cards share with others, by kind: for those who learn the game.
    pub traits: Vec<Vec<Trait>>,
    /// The number of values that the position keeps.
    pub cells: u16,
    /// The variables among the cells.
    pub variables: Vec<VariableInfo>,
    /// The values among the cells that every card has: attributes, counters, links.
    pub marks: Vec<MarkInfo>,
    /// Values that effects change as long as they last, and the routines that evaluate them.
    pub present: Vec<PresentInfo>,
    /// Tables of waiting effects, those first that are executed first.
    pub pending: Vec<PendingInfo>,
    /// The tables among the cells.
    pub rows: Vec<RowsInfo>,
    /// Lists of numbers that ops refer to.
    pub constants: Vec<Vec<i64>>,
    /// Questions that players may be asked.
    pub asks: Vec<AskInfo>,
    /// The meanings of choices.
    pub meanings: Vec<MeaningInfo>,
    /// For each meaning, the place it comes from, as a position in `places`.
    pub meaning_places: Vec<u32>,
    /// The names of the states.
    pub states: Vec<Text>,
    /// The names of the phases.
    pub phases: Vec<Text>,
    /// The names of the rules.
    pub rules: Vec<String>,
    /// Sets of words that values refer to by number.
    pub words: Vec<Vec<String>>,
    /// Names of words, where the game has some.
    pub called: Vec<Text>,
    /// Colours of words, where the game has some: a colour of CSS each.
    pub colors: Vec<(String, String)>,
    /// Texts that values refer to by number.
    pub texts: Vec<String>,
    /// Further texts of the log.
    pub tellings: Vec<String>,
    /// Reasons for the end of a game, in the author's words.
    pub reasons: Vec<Text>,
    /// The cell that holds why the game ended: 0, or a position in `reasons` counted from 1. Games without reasons
    /// have none.
    pub reason: Option<Cell>,
    /// Names of the invariants, which are tested after every step.
    pub invariants: Vec<String>,
    /// For each meaning, whether rules may have sorted or grouped the cards that are offered, so that the order
    /// of choices could tell what they are; empty if no rule does that.
    pub sorted: Vec<bool>,
    /// Direction of turns at first: 1 or −1, and 0 if one turn is everybody's.
    pub direction: i8,
    /// The players that are on one side: for each seat the team.
    pub teams: Vec<u8>,
    /// The seed that games are played with unless another one is given.
    pub seed: Option<u64>,
    /// Entries for made-up positions, if the game was compiled for them.
    pub rehearsal: Option<RehearsalInfo>,
    /// True if a question with only one answer is answered without being asked. Games go the same way, with
    /// fewer decisions: for search and many random games. Records are made without it.
    pub answers_forced: bool,
    /// Machine code for the ops, used for as long as nobody watches.
    pub machine: MachineOf,
}

/// Entries of a game that is compiled for made-up positions and questions about them.
///
/// Such a game is over once its table is laid; see [`rehearsal`](crate::rehearsal).
#[derive(Debug, Clone, Default)]
pub struct RehearsalInfo {
    /// Pile of the cards that are out of the game.
    pub outside: Pile,
    /// Op at which the game resumes when the table is laid: the first player begins.
    pub begin: Pc,
    /// The same, but the current player begins.
    pub begin_as: Pc,
    /// The entries of phases.
    pub entries: Vec<EntryInfo>,
    /// The questions about a position.
    pub questions: Vec<QuestionInfo>,
    /// The first of the cells that count the turns of each player, if something asks for them.
    pub turn_counts: Option<Cell>,
}

/// Entry of a phase of a state in the middle of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryInfo {
    /// State of the flow, as a position in `Program::states`.
    pub state: u16,
    /// Phase, as a position in `Program::phases`.
    pub phase: u16,
    /// First op of the entry.
    pub at: Pc,
}

/// A routine that answers a question about a position. It leaves its answers in the first registers.
#[derive(Debug, Clone, Default)]
pub struct QuestionInfo {
    /// Its first op.
    pub at: Pc,
    /// Its answers: first the answer itself, then the values it follows from.
    pub answers: Vec<AnswerInfo>,
}

/// An answer to a question.
#[derive(Debug, Clone, Default)]
pub struct AnswerInfo {
    /// The expression, as its author wrote it.
    pub text: String,
    /// Kind of the answer.
    pub sort: ValueKind,
}

/// A text in several languages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    /// The name for machines.
    pub id: String,
    /// Language code and text; the first is the default.
    pub texts: Vec<(String, String)>,
}

impl Text {
    /// The text in a language, or the default, or the name.
    pub fn of(&self, language: &str) -> &str {
        let found = self.texts.iter().find(|(code, _)| code == language);
        found
            .or_else(|| self.texts.first())
            .map_or(&self.id, |(_, text)| text)
    }
}

/// A place in an author's file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Path of the file, as diagnostics print it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The rule, move or definition.
    pub part: String,
    /// The position of the step in its effect, from 0.
    pub step: u32,
}

/// The cells that every game has.
pub mod cells {
    use super::Cell;

    /// Seat of the current player, once a turn has begun.
    pub const CURRENT: Cell = Cell(0);
    /// Current state, as a position in `Program::states`.
    pub const STATE: Cell = Cell(1);
    /// The phase; nothing between states.
    pub const PHASE: Cell = Cell(2);
    /// The number of turns that have begun, less one.
    pub const TURN: Cell = Cell(3);
    /// The state that `SET_STATE` asked for; −1 if none.
    pub const NEXT_STATE: Cell = Cell(4);
    /// The phase that `SET_PHASE` asked for; −1 if none.
    pub const NEXT_PHASE: Cell = Cell(5);
    /// The part of the turn that an effect breaks off: 0 nothing, 1 the phase for another phase or state, 2 the
    /// phase, 3 the turn.
    pub const BREAK: Cell = Cell(6);
    /// 1 or −1: which way turns go round.
    pub const DIRECTION: Cell = Cell(7);
    /// The last seat that had a turn of its own.
    pub const LAST_OWN: Cell = Cell(8);
    /// The winners, as bits.
    pub const WINNERS: Cell = Cell(9);
    /// The seats that have lost and are out, as bits.
    pub const OUT: Cell = Cell(10);
    /// True if the game was decided by an action: 0 no, 1 yes.
    pub const DECIDED: Cell = Cell(11);
    /// The first cell of the scores, one for each of ten seats.
    pub const SCORES: Cell = Cell(12);
    /// The first cell of the turns that seats will miss, one for each of ten seats.
    pub const SKIPS: Cell = Cell(22);
    /// The number of extra turns that wait, and then their seats, the latest last.
    pub const EXTRA: Cell = Cell(32);
    /// The largest number of waiting extra turns.
    pub const MOST_EXTRA: usize = 8;
    /// True if a turn is going on: 0 or 1.
    pub const IN_TURN: Cell = Cell(41);
    /// The plan of this turn: how many phases, the position of the next one, and then the phases.
    pub const PLAN: Cell = Cell(42);
    /// The number of phases that a turn may have.
    pub const MOST_PHASES: usize = 32;
    /// The first cell that a game may use as it likes, if it plans its phases.
    pub const FREE_WITH_PLAN: u16 = 42 + 2 + MOST_PHASES as u16;
    /// The first cell that a game may use as it likes.
    pub const FREE: u16 = 42;
}

/// The number of cells that a kept list takes: its length and its elements.
pub const LIST_CELLS: u16 = 1 + MOST_KEPT;

/// The number of elements that a kept list may have.
pub const MOST_KEPT: u16 = 64;

impl Program {
    /// The zone with a name for machines.
    pub fn zone(&self, id: &str) -> Option<&ZoneInfo> {
        self.zones.iter().find(|zone| zone.name.id == id)
    }

    /// The mark of cards with a name for machines.
    pub fn mark(&self, id: &str) -> Option<&VariableInfo> {
        let mut marks = self.variables.iter().filter(|it| it.of_cards);
        marks.find(|mark| mark.name.id == id)
    }

    /// The place an op comes from.
    pub fn place(&self, pc: Pc) -> Option<&Place> {
        let origin = *self.origins.get(pc.index())?;
        self.places.get(origin as usize)
    }

    /// The variable that a cell belongs to, and the number of its owner.
    pub(crate) fn variable_at(&self, cell: Cell) -> Option<(&VariableInfo, usize)> {
        self.variables.iter().find_map(|variable| {
            let offset = cell.index().checked_sub(usize::from(variable.first))?;
            let owner = offset / usize::from(variable.sort.cells());
            (owner < usize::from(variable.owners.max(1))).then_some((variable, owner))
        })
    }

    /// True if a seat sees the value that an owner has of a variable.
    pub(crate) fn sees(&self, seat: Seat, variable: &VariableInfo, owner: usize) -> bool {
        if variable.internal {
            return false;
        }
        if !variable.hidden {
            return true;
        }
        if variable.owners == 0 {
            return false;
        }
        if variable.of_teams {
            let team = self.teams.get(seat.index());
            return team.is_some_and(|team| usize::from(*team) == owner);
        }
        seat.index() == owner
    }

    /// The registers that are needed from a place on; nothing if the compiler does not say.
    pub(crate) fn live_at(&self, pc: Pc) -> Option<&[(Slot, ValueKind)]> {
        self.live.at(pc)
    }

    /// The printed value of a card in a column.
    #[inline(always)]
    pub(crate) fn printed(&self, column: crate::ids::Column, card: Card) -> i64 {
        self.columns[column.index()].values[card.index()]
    }
}
