//! A game in play: everything that changes, as plain data.
//!
//! A position holds where its program is, even in the middle of an effect, so that it can be copied, saved, compared
//! and resumed at any moment.

use crate::chance::{Chance, Script};
use crate::event::{Event, Scene, Unwatched, Watch};
use crate::fault::Fault;
use crate::ids::{AskId, Card, Cell, Pc, Pile, Seat, Slot};
use crate::lists::Lists;
use crate::program::{ChoiceKind, Program, ValueKind, cells};
use crate::recent::{RecentMove, RecentMoves};
use crate::run::{run, run_on};
use crate::seed::Seed;
use crate::spare::Room;
use crate::table::{CardState, PileState, Placement, Table};
use crate::undo::Memory;

/// The number of registers that all routines that are going on may have together.
pub const STACK: usize = 4096;

/// The number of registers that one routine may have.
pub const WINDOW: usize = 256;

/// One of the choices of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Choice {
    /// Kind of choice and the move or option, as a position in `Program::meanings`.
    pub meaning: crate::ids::Meaning,
    /// The card, player, number or other value.
    pub value: i64,
}

/// The decision that a game waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision<'a> {
    /// A seat must choose.
    Choose {
        /// Seat that must choose.
        seat: Seat,
        /// Question that it is asked.
        ask: AskId,
        /// Legal choices; an answer is one of them.
        choices: &'a [Choice],
    },
    /// Chance must decide. Only in games that were compiled with open chance.
    Chance {
        /// The outcomes, each as likely as the others.
        outcomes: &'a [Choice],
    },
    /// The game is over.
    Over,
    /// The game was stopped.
    Fault(&'a Fault),
}

/// Reason why a program does not run on, and what is needed to resume it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Waiting {
    /// Nothing is waited for: the program is to be executed.
    Running,
    /// For an answer, which goes into these registers.
    Answer {
        seat: Seat,
        ask: AskId,
        meaning: Slot,
        value: Slot,
    },
    /// For chance; its outcomes are the choices from `first` on.
    Chance { first: u32 },
    /// For nothing any more.
    Over,
    /// For nothing, because of this.
    Fault(Fault),
}

/// A routine that waits for another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Frame {
    pub pc: Pc,
    pub otherwise: Pc,
    pub base: u32,
    pub lists: u32,
}

/// A game in play.
#[derive(Debug)]
pub struct Position {
    pub(crate) table: Table,
    pub(crate) stack: Vec<i64>,
    pub(crate) frames: Room<Frame>,
    pub(crate) lists: Lists,
    pub(crate) choices: Room<Choice>,
    pub(crate) remembered: Memory,
    pub(crate) trials: u32,
    pub(crate) pc: Pc,
    pub(crate) base: u32,
    /// True if it runs only as far as every game goes in the same way.
    pub(crate) preparing: bool,
    /// The number of registers in use on the stack.
    pub(crate) live: u32,
    pub(crate) waiting: Waiting,
    pub(crate) recent: RecentMoves,
}

/// A choice that is not legal, with those that are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this is not one of the {} legal choices", legal.len())]
pub struct IllegalChoice {
    /// The choice that was tried.
    pub choice: Choice,
    /// The legal choices; empty if nothing is asked.
    pub legal: Vec<Choice>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        let mut copy = Self::empty();
        copy.clone_from(self);
        copy
    }

    /// Copies without taking new memory where the old suffices.
    fn clone_from(&mut self, other: &Self) {
        self.stack.resize(other.stack.len(), 0);
        self.copy_registers(other);
        self.frames.clone_from(&other.frames);
        self.lists.clone_from(&other.lists);
        self.choices.clone_from(&other.choices);
        self.copy_rest(other);
    }
}

impl Position {
    pub(crate) fn copy_registers(&mut self, other: &Self) {
        let live = other.live as usize;
        self.stack[..live].copy_from_slice(&other.stack[..live]);
        self.live = other.live;
    }

    /// Copies all that has the same size in every position of a game.
    pub(crate) fn copy_rest(&mut self, other: &Self) {
        self.table.cards.clone_from(&other.table.cards);
        self.table.piles.clone_from(&other.table.piles);
        self.table.cells.clone_from(&other.table.cells);
        self.table.chance = other.table.chance.clone();
        self.remembered.clone_from(&other.remembered);
        self.trials = other.trials;
        self.pc = other.pc;
        self.base = other.base;
        self.waiting.clone_from(&other.waiting);
        self.recent = other.recent;
    }

    pub(crate) fn empty() -> Self {
        Self {
            table: Table {
                cards: Vec::new(),
                piles: Vec::new(),
                cells: Vec::new(),
                chance: Chance::new(0_u64),
            },
            stack: Vec::new(),
            frames: Room::default(),
            lists: Lists::default(),
            choices: Room::default(),
            remembered: Memory::default(),
            trials: 0,
            pc: Pc(0),
            base: 0,
            live: 0,
            preparing: false,
            waiting: Waiting::Running,
            recent: RecentMoves::default(),
        }
    }

    /// A game that has not begun: the cards lie where they begin.
    pub fn laid_out(program: &Program, seed: impl Into<Seed>) -> Self {
        let mut position = Self {
            stack: vec![0; STACK + WINDOW],
            frames: Room::with_room(32),
            lists: Lists::with_room(1024),
            choices: Room::with_room(64),
            pc: program.start,
            ..Self::empty()
        };
        position.table.cards = vec![CardState::default(); program.cards.len()];
        position.table.piles = vec![PileState::default(); program.piles.len()];
        position.table.cells = vec![0; usize::from(program.cells)];
        position.lay_out(program, seed);
        position
    }

    /// Begins a new game in the memory of an earlier one.
    fn lay_out(&mut self, program: &Program, seed: impl Into<Seed>) {
        self.table.chance = Chance::new(seed);
        self.table.piles.fill(PileState::default());
        self.table.cells.fill(0);
        for mark in &program.marks {
            let first = mark.first.index();
            self.table.cells[first..first + mark.start.len()].copy_from_slice(&mark.start);
        }
        for (number, card) in program.cards.iter().enumerate() {
            let pile = Pile(card.start);
            self.table
                .put(program, Card(number as u16), pile, Placement::BOTTOM);
        }
        for cell in [cells::STATE, cells::PHASE] {
            self.table.cells[cell.index()] = crate::ids::NOTHING;
        }
        for cell in [cells::NEXT_STATE, cells::NEXT_PHASE] {
            self.table.cells[cell.index()] = -1;
        }
        self.table.cells[cells::TURN.index()] = -1;
        self.table.cells[cells::DIRECTION.index()] = i64::from(program.direction);
        self.frames.clear();
        self.lists.free(0);
        self.choices.clear();
        self.remembered.clear();
        self.trials = 0;
        self.pc = program.start;
        self.base = 0;
        self.live = 0;
        self.waiting = Waiting::Running;
        self.recent.clear();
    }

    /// A game that has gone as far as every game of the program goes in the same way: before chance is drawn
    /// for the first time. Games that are begun by [`Self::restart_from`] need not do that again.
    pub fn prepared(program: &Program) -> Self {
        let mut position = Self::laid_out(program, 0);
        crate::run::prepare(program, &mut position);
        position
    }

    /// A game that has begun: dealt out, and waiting for its first decision.
    pub fn start(program: &Program, seed: impl Into<Seed>) -> Self {
        let mut position = Self::laid_out(program, seed);
        run(program, &mut position, &mut Unwatched);
        position
    }

    /// As [`Self::start`], and tells what happens.
    pub fn start_watched<W: Watch>(
        program: &Program,
        seed: impl Into<Seed>,
        watch: &mut W,
    ) -> Self {
        let mut position = Self::laid_out(program, seed);
        run(program, &mut position, watch);
        position
    }

    /// As [`Self::start`], but chance comes out as a script says.
    pub fn start_scripted(program: &Program, seed: impl Into<Seed>, script: Script) -> Self {
        let mut position = Self::laid_out(program, seed);
        position.set_script(script);
        run(program, &mut position, &mut Unwatched);
        position
    }

    /// From now on chance comes out as a script says, until the game starts over.
    pub fn set_script(&mut self, script: Script) {
        self.table.chance.script = Some(Box::new(script));
    }

    /// The script of chance, if there is one, and how much of it has happened.
    pub fn script(&self) -> Option<&Script> {
        self.table.chance.script.as_deref()
    }

    /// Begins another game in the memory of this one.
    pub fn restart(&mut self, program: &Program, seed: u64) {
        self.lay_out(program, seed);
        run(program, self, &mut Unwatched);
    }

    /// Begins another game from a copy of the laid-out table, with another seed.
    pub fn restart_from(&mut self, program: &Program, laid_out: &Self, seed: u64) {
        self.restart_watched(program, laid_out, seed, &mut Unwatched);
    }

    /// As [`Self::restart_from`], and tells what happens.
    pub fn restart_watched<W: Watch>(
        &mut self,
        program: &Program,
        laid_out: &Self,
        seed: u64,
        watch: &mut W,
    ) {
        self.clone_from(laid_out);
        self.table.chance = Chance::new(seed);
        run(program, self, watch);
    }

    /// The decision that the game waits for.
    #[inline]
    pub fn decision(&self) -> Decision<'_> {
        match &self.waiting {
            Waiting::Answer { seat, ask, .. } => Decision::Choose {
                seat: *seat,
                ask: *ask,
                choices: &self.choices,
            },
            Waiting::Chance { first } => Decision::Chance {
                outcomes: &self.choices[*first as usize..],
            },
            Waiting::Fault(fault) => Decision::Fault(fault),
            Waiting::Over | Waiting::Running => Decision::Over,
        }
    }

    /// The legal choices; none if nothing is asked.
    #[inline]
    pub fn choices(&self) -> &[Choice] {
        match self.waiting {
            Waiting::Answer { .. } => &self.choices,
            Waiting::Running | Waiting::Chance { .. } | Waiting::Over | Waiting::Fault(_) => &[],
        }
    }

    /// The card that a choice is, or that a move is made with.
    pub fn card_of_choice(&self, program: &Program, number: usize) -> Option<Card> {
        let choice = self.choices().get(number)?;
        let is_card = program.meanings[choice.meaning.index()].sort == ValueKind::Card;
        let card = u16::try_from(choice.value).ok().map(Card);
        card.filter(|card| is_card && card.index() < self.table.cards.len())
    }

    /// True if the game waits for nothing any more.
    #[inline]
    pub fn is_over(&self) -> bool {
        !matches!(
            self.waiting,
            Waiting::Answer { .. } | Waiting::Chance { .. }
        )
    }

    /// Makes a choice if it is legal, and goes on to the next decision.
    pub fn play(&mut self, program: &Program, choice: Choice) -> Result<(), IllegalChoice> {
        self.play_watched(program, choice, &mut Unwatched)
    }

    /// As [`Self::play`], and tells what happens.
    pub fn play_watched<W: Watch>(
        &mut self,
        program: &Program,
        choice: Choice,
        watch: &mut W,
    ) -> Result<(), IllegalChoice> {
        let found = self.choices().iter().position(|legal| *legal == choice);
        let Some(number) = found else {
            let legal = self.choices().to_vec();
            return Err(IllegalChoice { choice, legal });
        };
        self.answer(program, number, watch);
        Ok(())
    }

    /// Makes the choice with a number that is less than how many there are.
    #[inline]
    pub fn play_unchecked(&mut self, program: &Program, number: usize) {
        self.answer(program, number, &mut Unwatched);
    }

    /// As [`Self::play_unchecked`], and tells what happens.
    pub fn play_number<W: Watch>(&mut self, program: &Program, number: usize, watch: &mut W) {
        self.answer(program, number, watch);
    }

    /// As [`Self::play_unchecked`], for those who go on at once: what nobody needs any more is not given back, so
    /// that the position should not be copied, saved or compared.
    #[inline]
    pub fn play_in_passing(&mut self, program: &Program, number: usize) {
        if self.put_answer(program, number, &mut Unwatched) {
            run_on(program, self, &mut Unwatched);
        }
    }

    #[inline]
    fn answer<W: Watch>(&mut self, program: &Program, number: usize, watch: &mut W) {
        if self.put_answer(program, number, watch) {
            run(program, self, watch);
        }
    }

    /// Puts an answer where it is waited for; false if none is.
    #[inline]
    fn put_answer<W: Watch>(&mut self, program: &Program, number: usize, watch: &mut W) -> bool {
        let Waiting::Answer {
            seat,
            ask,
            meaning,
            value,
        } = self.waiting
        else {
            return false;
        };
        let choice = self.choices[number];
        let base = self.base as usize;
        self.stack[base + meaning.index()] = i64::from(choice.meaning.0);
        self.stack[base + value.index()] = choice.value;
        self.remember(program, seat, ask, choice);
        if W::ON {
            let scene = self.scene(program);
            watch.event(scene, Event::Chose { seat, ask, choice });
        }
        true
    }

    /// Keeps a move in mind that everybody is told of. Where there was no choice nothing is kept, because programs may
    /// answer such questions themselves.
    #[inline]
    fn remember(&mut self, program: &Program, seat: Seat, ask: AskId, choice: Choice) {
        let is_move = match program.meanings[choice.meaning.index()].kind {
            ChoiceKind::Move | ChoiceKind::Pass => true,
            ChoiceKind::Option | ChoiceKind::Target | ChoiceKind::Done => false,
        };
        if is_move && self.choices.len() > 1 && !program.asks[ask.index()].secret {
            self.recent.push(RecentMove {
                seat,
                meaning: choice.meaning,
            });
        }
    }

    /// The newest moves that everybody saw.
    pub fn recent_moves(&self) -> &RecentMoves {
        &self.recent
    }

    pub(crate) fn scene<'a>(&'a self, program: &'a Program) -> Scene<'a> {
        Scene {
            program,
            table: &self.table,
            lists: &self.lists,
            pc: self.pc,
            frames: &self.frames,
            known_before: 0,
        }
    }

    /// The value of a cell.
    pub fn cell(&self, cell: Cell) -> i64 {
        self.table.cells[cell.index()]
    }

    /// The scores of the seats, once the game is over.
    pub fn scores(&self, program: &Program) -> &[i64] {
        let first = cells::SCORES.index();
        &self.table.cells[first..first + usize::from(program.seats)]
    }

    /// True if a seat has won.
    pub fn has_won(&self, seat: Seat) -> bool {
        self.cell(cells::WINNERS) >> seat.0 & 1 == 1
    }

    /// The cards of a pile, the top one first.
    pub fn cards(&self, pile: Pile) -> impl Iterator<Item = Card> {
        self.table.cards_of(pile)
    }

    /// The pile that a card lies in.
    pub fn pile_of(&self, card: Card) -> Pile {
        self.table.pile_of(card)
    }

    /// The elements of a list value.
    pub fn items(&self, list: i64) -> &[i64] {
        self.lists.items(list)
    }
}
