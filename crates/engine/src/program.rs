//! A compiled game: ops and the tables they speak of. Immutable, and shared by all games that are played.

pub mod listing;
pub mod live;
pub mod op;
pub mod verify;

use serde::{Deserialize, Serialize};

use crate::ids::{Card, Cell, Pc, Pile, Seat, Slot};
use crate::live::{Live, Taint};
use crate::native::MachineOf;
use crate::op::Op;

/// A compiled game, for a number of players and with all its parameters set.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// What the game is called.
    pub name: String,
    /// Fingerprint of the game, its parameters and decks.
    pub fingerprint: u64,
    /// The ops.
    pub ops: Vec<Op>,
    /// For each op, the place it comes from, as a position in `places`.
    pub origins: Vec<u32>,
    /// Places in the author's files.
    pub places: Vec<Place>,
    /// The place where a game begins.
    pub start: Pc,
    /// The number of registers that a routine has at most.
    pub frame: u16,
    /// The registers that are still needed where a routine may wait, by place: what
    /// [`live`](crate::live::registers) finds.
    pub live: Live,
    /// Which of them may hold what not every seat may know: what [`taint`](crate::live::taint) finds.
    pub taint: Taint,
    /// The number of players.
    pub seats: u8,
    /// The decks that the players brought, as records keep them: the name of a deck list of the game, or the
    /// deck itself. Empty if they bring none.
    pub decks: Vec<String>,
    /// The regulation that the decks were checked with.
    pub regulation: Option<String>,
    /// The piles.
    pub piles: Vec<PileInfo>,
    /// The zones, whose piles the players have.
    pub zones: Vec<ZoneInfo>,
    /// The cards, each with the pile it begins in.
    pub cards: Vec<CardInfo>,
    /// What is printed on the cards: for each column a value for each card.
    pub columns: Vec<ColumnInfo>,
    /// Traits that cards share with others, by kind: for those who learn the game.
    pub traits: Vec<Vec<Trait>>,
    /// The number of values that the position keeps.
    pub cells: u16,
    /// The variables among the cells.
    pub variables: Vec<VariableInfo>,
    /// The values among the cells that every card has: attributes, counters, links.
    pub marks: Vec<MarkInfo>,
    /// What effects change as long as they last, and where it is worked out.
    pub present: Vec<PresentInfo>,
    /// Where effects wait, those first that are carried out first.
    pub pending: Vec<PendingInfo>,
    /// The tables among the cells.
    pub rows: Vec<RowsInfo>,
    /// Lists of numbers that ops refer to.
    pub constants: Vec<Vec<i64>>,
    /// What may be asked.
    pub asks: Vec<AskInfo>,
    /// What choices mean.
    pub meanings: Vec<MeaningInfo>,
    /// For each meaning, the place it comes from, as a position in `places`.
    pub meaning_places: Vec<u32>,
    /// The names of the states.
    pub states: Vec<Text>,
    /// The names of the phases.
    pub phases: Vec<Text>,
    /// The names of the rules.
    pub rules: Vec<String>,
    /// Sets of words that values stand for.
    pub words: Vec<Vec<String>>,
    /// What words are called, where the game says so.
    pub called: Vec<Text>,
    /// Texts that values stand for.
    pub texts: Vec<String>,
    /// What a log may tell besides.
    pub tellings: Vec<String>,
    /// Why games end as they do, in the author's words.
    pub reasons: Vec<Text>,
    /// The cell that holds why the game ended: 0, or a position in `reasons` counted from 1. Games without reasons
    /// have none.
    pub reason: Option<Cell>,
    /// What is tested after every step, by name.
    pub invariants: Vec<String>,
    /// For each meaning, whether rules may have sorted or grouped the cards that are offered, so that the order
    /// of choices could tell what they are; empty if no rule does that.
    pub sorted: Vec<bool>,
    /// Which way turns go round at first: 1 or −1, and 0 if one turn is everybody's.
    pub direction: i8,
    /// The players that are on one side: for each seat the team.
    pub teams: Vec<u8>,
    /// The seed that games are played with unless somebody asks for another one.
    pub seed: Option<u64>,
    /// How positions are made up and asked, if the game was compiled for that.
    pub rehearsal: Option<RehearsalInfo>,
    /// True if a question with only one answer is answered without being asked. Games go the same way, with
    /// fewer decisions: for search and many random games. Records are made without it.
    pub answers_forced: bool,
    /// What carries out the ops faster, for as long as nobody watches.
    pub machine: MachineOf,
}

/// What a game needs that is compiled to make up positions in it and to ask questions about them.
///
/// Such a game is over once its table is laid; see [`rehearsal`](crate::rehearsal).
#[derive(Debug, Clone, Default)]
pub struct RehearsalInfo {
    /// The place where cards are that are out of the game.
    pub outside: Pile,
    /// The place where the game goes on when the table is laid: whoever is first begins.
    pub begin: Pc,
    /// The same, but whose turn it is begins.
    pub begin_as: Pc,
    /// Where phases are entered.
    pub entries: Vec<EntryInfo>,
    /// What can be asked about a position.
    pub questions: Vec<QuestionInfo>,
    /// The first of the cells that count the turns of each player, if something asks for them.
    pub turn_counts: Option<Cell>,
}

/// The place where a phase of a state is entered in the middle of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryInfo {
    /// The state.
    pub state: u16,
    /// The phase.
    pub phase: u16,
    /// Where.
    pub at: Pc,
}

/// A routine that answers a question about a position. It leaves its answers in the first registers.
#[derive(Debug, Clone, Default)]
pub struct QuestionInfo {
    /// The place where it begins.
    pub at: Pc,
    /// What its answers are: first the answer itself, then the values it follows from.
    pub answers: Vec<AnswerInfo>,
}

/// An answer to a question.
#[derive(Debug, Clone, Default)]
pub struct AnswerInfo {
    /// The expression, as its author wrote it.
    pub text: String,
    /// What it is.
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
    /// The file.
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

/// One place for cards.
#[derive(Debug, Clone, Default)]
pub struct PileInfo {
    /// Its zone.
    pub zone: u16,
    /// Whose it is.
    pub owner: Option<u8>,
    /// The team whose it is.
    pub team: Option<u8>,
    /// Who sees a card that lies face up (0) or face down (1) in it, as bits.
    pub seen: [u16; 2],
    /// Who sees its top card.
    pub top_seen: u16,
    /// Who sees how many cards there are.
    pub counted: u16,
    /// True if cards lie face down.
    pub face_down: bool,
    /// True if the first card in is the first one out.
    pub first_out: bool,
    /// True if its cards have an order that matters.
    pub ordered: bool,
    /// True if its cards have fixed places and no order but that of these.
    pub slots: bool,
    /// What it is for.
    pub role: Role,
    /// The number of cards that it has room for.
    pub capacity: u16,
}

/// What a pile is for: which names a move into or out of it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Role {
    /// Cards are drawn from it.
    Deck,
    /// Cards are held in it.
    Hand,
    /// Cards are in play in it.
    Play,
    /// Used cards lie in it.
    Discard,
    /// None of these.
    #[default]
    Other,
}

impl Role {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 5] = [
        Self::Deck,
        Self::Hand,
        Self::Play,
        Self::Discard,
        Self::Other,
    ];
}

/// The names of the event that a card goes from a pile of one role to one of another, as bits: 0 draw, 1 play,
/// 2 discard, 3 enter, 4 leave.
pub fn names_of_move(from: Role, into: Role) -> i64 {
    let names = [
        from == Role::Deck && into == Role::Hand,
        from == Role::Hand && into == Role::Play,
        from != Role::Discard && into == Role::Discard,
        from != Role::Play && into == Role::Play,
        from == Role::Play && into != Role::Play,
    ];
    names
        .iter()
        .enumerate()
        .fold(0, |bits, (bit, is)| bits | i64::from(*is) << bit)
}

/// A zone.
#[derive(Debug, Clone, Default)]
pub struct ZoneInfo {
    /// Its name.
    pub name: Text,
    /// Its first pile; those of other owners follow.
    pub first: u16,
    /// The number of piles that it has.
    pub count: u16,
    /// True if it is the compiler's own: nobody sees it.
    pub internal: bool,
}

/// A card at the table.
#[derive(Debug, Clone, Default)]
pub struct CardInfo {
    /// Its name for people.
    pub name: Text,
    /// The card that it is: copies share it.
    pub kind: u16,
    /// The pile it begins in.
    pub start: u16,
    /// The back that it has. Cards with different backs are never taken for each other: the decks that players
    /// bring have backs of their own.
    pub back: u16,
}

/// Something that cards share: a printed value, a keyword, a part of a rule.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Trait {
    /// Its name.
    pub name: String,
    /// How much of it a card has; mostly 1.
    pub weight: f32,
}

/// A column of printed values.
#[derive(Debug, Clone, Default)]
pub struct ColumnInfo {
    /// Its name.
    pub name: String,
    /// What the values are.
    pub sort: ValueKind,
    /// The value of each card.
    pub values: Vec<i64>,
}

/// What a value is, so that it can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ValueKind {
    /// Not known before play.
    #[default]
    Any,
    /// A truth value.
    Truth,
    /// A number.
    Number,
    /// A word of a set: its position in `words`.
    Word(u16),
    /// A text: its position in `texts`.
    Text,
    /// A card.
    Card,
    /// A pile.
    Pile,
    /// A player.
    Player,
    /// A team.
    Team,
    /// A phase.
    Phase,
    /// A state.
    State,
    /// Which card.
    Kind,
    /// A list of cards.
    Cards,
    /// A list of lists of cards.
    Groups,
    /// A list of something else.
    List,
}

impl ValueKind {
    /// The number of cells that a value of this sort takes.
    pub fn cells(self) -> u16 {
        match self {
            Self::Cards | Self::Groups | Self::List => LIST_CELLS,
            Self::Any
            | Self::Truth
            | Self::Number
            | Self::Word(_)
            | Self::Text
            | Self::Card
            | Self::Pile
            | Self::Player
            | Self::Team
            | Self::Phase
            | Self::State
            | Self::Kind => 1,
        }
    }
}

/// A variable.
#[derive(Debug, Clone, Default)]
pub struct VariableInfo {
    /// Its name.
    pub name: Text,
    /// Its first cell; those of other owners follow.
    pub first: u16,
    /// The number of owners that it has; 0 if it is the table's.
    pub owners: u16,
    /// True if it belongs to teams.
    pub of_teams: bool,
    /// True if it belongs to cards: one value for each.
    pub of_cards: bool,
    /// What its value is.
    pub sort: ValueKind,
    /// What the items are, if it is a list of something else than cards.
    pub items: ValueKind,
    /// True if only its owner sees it; of a card, only who knows the card.
    pub hidden: bool,
    /// True if the table shows it beside the players.
    pub shown: bool,
    /// True if it is the compiler's own: nobody sees it.
    pub internal: bool,
}

/// A value that every card has. It begins anew when the card goes to another pile, except from one in play to
/// another.
#[derive(Debug, Clone, Default)]
pub struct MarkInfo {
    /// The cell of the first card; those of the others follow.
    pub first: Cell,
    /// The value that each card begins with.
    pub start: Vec<i64>,
    /// True if it is another card: one that leaves play is referred to no more.
    pub refers: bool,
    /// True if no rule asks which of the values that cards may have it is: the place of a card, if all places
    /// are alike.
    pub idle: bool,
    /// True if it counts as printed: a card that covers this one does not take it over.
    pub own: bool,
}

/// Something that effects change as long as they last.
#[derive(Debug, Clone)]
pub struct PresentInfo {
    /// What has it.
    pub of: PresentOf,
    /// What it is called.
    pub name: Text,
    /// What its value is.
    pub sort: ValueKind,
    /// The place where it is worked out: with the number of the card or owner in the first register. When the
    /// program ends,
    /// the first register holds the value at present, and the second what it would be without effects.
    pub at: Pc,
}

/// What has something that effects change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PresentOf {
    /// Cards have a value.
    Value,
    /// Cards have a keyword or not.
    Keyword,
    /// A variable, by its position among the variables: its owners.
    Variable(u16),
    /// A variable that is worked out whenever it is read, and that the table shows.
    Computed(ComputedInfo),
}

/// A variable that is worked out whenever it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComputedInfo {
    /// The number of owners that it has; 0 if it is the table's.
    pub owners: u16,
    /// True if it belongs to teams.
    pub of_teams: bool,
    /// True if only its owner sees it.
    pub hidden: bool,
    /// True if it may follow from values that seats do not see: then no seat sees it.
    pub secret: bool,
}

/// A table that cells hold: what waits, what lasts for a while, what is delayed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowsInfo {
    /// The number of rows.
    pub count: Cell,
    /// How many there may be.
    pub most: u16,
    /// The first cell of each part; those of the other rows follow.
    pub parts: Vec<Cell>,
}

impl RowsInfo {
    /// Takes a row out; those behind it move up.
    pub(crate) fn remove(&self, cells: &mut [i64], row: usize) {
        let count = usize::try_from(cells[self.count.index()]).unwrap_or(0);
        let count = count.min(usize::from(self.most));
        if row >= count {
            return;
        }
        for part in &self.parts {
            let first = part.index();
            cells[first + row..first + count].rotate_left(1);
        }
        cells[self.count.index()] = count as i64 - 1;
    }
}

/// A table of effects that wait.
#[derive(Debug, Clone, Default)]
pub struct PendingInfo {
    /// How many wait.
    pub count: Cell,
    /// The effect that each is: a position in `names`.
    pub what: Cell,
    /// Whose each is.
    pub player: Cell,
    /// The card of each.
    pub card: Cell,
    /// True if each was cancelled.
    pub cancelled: Option<Cell>,
    /// When each began to wait, if that comes first.
    pub since: Option<Cell>,
    /// What the effects are called.
    pub names: Vec<Text>,
    /// In which order they come.
    pub order: PendingOrder,
}

/// In which order effects that wait are carried out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum PendingOrder {
    /// The one that came last first.
    #[default]
    LastFirst,
    /// By rank, then in the order in which they came.
    ByRank {
        /// The rank of each effect: the least first.
        ranks: Vec<i64>,
        /// The number of seats that after the one whose turn it is the first one comes; nothing if players have no
        /// order.
        first_seat: Option<u8>,
    },
}

/// A question.
#[derive(Debug, Clone, Default)]
pub struct AskInfo {
    /// What is asked, for people.
    pub prompt: Text,
    /// The rule, move or definition that asks.
    pub part: String,
    /// True if nobody else learns the answer before all have answered.
    pub secret: bool,
    /// True if several options are chosen, one after the other.
    pub several: bool,
    /// True if it is asked even if there is only one answer, so that being asked tells nothing.
    pub always: bool,
    /// The cell of the card that it is about, if it is about one: who does not know the card does not learn what
    /// is asked.
    pub about: Option<Cell>,
}

/// What a choice means.
#[derive(Debug, Clone, Default)]
pub struct MeaningInfo {
    /// What kind of choice it is.
    pub kind: ChoiceKind,
    /// The move, target or question; empty for a plain option.
    pub name: Text,
    /// What its value is.
    pub sort: ValueKind,
}

/// The kinds of choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChoiceKind {
    /// An option of a question.
    #[default]
    Option,
    /// A move, with a card or without.
    Move,
    /// A target of a move.
    Target,
    /// No more of several options.
    Done,
    /// No move.
    Pass,
}

/// The cells that every game has.
pub mod cells {
    use super::Cell;

    /// Whose turn it is.
    pub const CURRENT: Cell = Cell(0);
    /// The state.
    pub const STATE: Cell = Cell(1);
    /// The phase; nothing between states.
    pub const PHASE: Cell = Cell(2);
    /// The number of turns that have begun, less one.
    pub const TURN: Cell = Cell(3);
    /// The state that `SET_STATE` asked for; −1 if none.
    pub const NEXT_STATE: Cell = Cell(4);
    /// The phase that `SET_PHASE` asked for; −1 if none.
    pub const NEXT_PHASE: Cell = Cell(5);
    /// What an effect breaks off: 0 nothing, 1 the phase, 2 the turn.
    pub const BREAK: Cell = Cell(6);
    /// 1 or −1: which way turns go round.
    pub const DIRECTION: Cell = Cell(7);
    /// The last seat that had a turn of its own.
    pub const LAST_OWN: Cell = Cell(8);
    /// Who has won, as bits.
    pub const WINNERS: Cell = Cell(9);
    /// Who has lost and is out, as bits.
    pub const OUT: Cell = Cell(10);
    /// True if the game was decided by an action: 0 no, 1 yes.
    pub const DECIDED: Cell = Cell(11);
    /// The first cell of the scores, one for each of ten seats.
    pub const SCORES: Cell = Cell(12);
    /// The first cell of the turns that seats will miss, one for each of ten seats.
    pub const SKIPS: Cell = Cell(22);
    /// How many extra turns wait, and then the seats, the latest last.
    pub const EXTRA: Cell = Cell(32);
    /// How many extra turns may wait.
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

    /// What is printed on a card in a column.
    #[inline(always)]
    pub(crate) fn printed(&self, column: crate::ids::Column, card: Card) -> i64 {
        self.columns[column.index()].values[card.index()]
    }
}
