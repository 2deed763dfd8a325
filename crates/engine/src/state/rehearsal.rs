//! Positions that are made up: for scenarios, puzzles and editors.
//!
//! A game that was compiled for it (see `RehearsalInfo`) stops when its table is laid. Then cards are put
//! where they must be and values are set; none of this is an event. [`Position::begin`] and
//! [`Position::enter`] let the game go on, and [`Position::ask`] answers questions about any position of it.

use crate::event::{Unwatched, Watch};
use crate::ids::{Card, Cell, FAILED, Pc, Pile, Seat};
use crate::position::{Position, Waiting};
use crate::program::{Program, ValueKind, cells};
use crate::run::run;
use crate::seen::{ChoiceSeen, Value};
use crate::table::Placement;

/// Reason why a position cannot be made up or asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RehearsalError {
    /// The program has no [`RehearsalInfo`](crate::program::RehearsalInfo).
    #[error("this game was not compiled for made-up positions")]
    NotCompiledForIt,
    /// The state has no such phase.
    #[error("the state has no such phase")]
    NoSuchPhase,
    /// The question does not exist.
    #[error("there is no such question")]
    NoSuchQuestion,
}

/// The answers to a question, and the position that they are about.
#[derive(Debug, Clone)]
pub struct Answers {
    values: Vec<(ValueKind, i64)>,
    position: Position,
}

impl Answers {
    /// True if the first answer is certainly true.
    pub fn holds(&self) -> bool {
        self.values.first().is_some_and(|(_, value)| *value == 1)
    }

    /// True if the first answer could not be evaluated.
    pub fn is_unknown(&self) -> bool {
        self.values
            .first()
            .is_none_or(|(_, value)| *value == FAILED)
    }

    /// The cards of the first answer, if it is a list of cards.
    pub fn cards(&self) -> Vec<Card> {
        let Some((ValueKind::Cards, list)) = self.values.first() else {
            return Vec::new();
        };
        let cards = self.position.lists.items(*list).iter();
        cards.map(|card| Card(*card as u16)).collect()
    }

    /// The values that the answer follows from, as someone sees them who sees everything.
    pub fn sides(&self, program: &Program) -> Vec<Value> {
        let eyes = self.position.eyes(program, None, "");
        let values = self.values.iter().skip(1);
        values
            .map(|(sort, value)| eyes.value(*sort, *value))
            .collect()
    }
}

impl Position {
    /// Takes all cards off the table.
    pub fn clear_table(&mut self, program: &Program, outside: Pile) {
        for number in 0..program.cards.len() {
            let card = Card(number as u16);
            self.table.take(program, card);
            self.table.put(program, card, outside, Placement::BOTTOM);
        }
    }

    /// Puts a card to the bottom of a pile, with a face other than the usual one if it is said.
    pub fn put_below(&mut self, program: &Program, card: Card, pile: Pile, down: Option<bool>) {
        let how = match down {
            None => Placement::BOTTOM,
            Some(false) => Placement::BOTTOM.and(Placement::UP),
            Some(true) => Placement::BOTTOM.and(Placement::DOWN),
        };
        self.table.take(program, card);
        self.table.put(program, card, pile, how);
    }

    /// Sets a cell without telling anybody or testing its range.
    pub fn set_cell(&mut self, cell: Cell, value: i64) {
        self.table.cells[cell.index()] = value;
    }

    /// Lets the game begin in the ordinary way, with the turn of a seat if one is named.
    pub fn begin<W: Watch>(
        &mut self,
        program: &Program,
        first: Option<Seat>,
        watch: &mut W,
    ) -> Result<(), RehearsalError> {
        let info = program.rehearsal.as_ref();
        let info = info.ok_or(RehearsalError::NotCompiledForIt)?;
        let Some(seat) = first else {
            self.go_on_at(program, info.begin, watch);
            return Ok(());
        };
        let seat = i64::from(seat.0);
        let direction = self.cell(cells::DIRECTION);
        self.set_cell(cells::CURRENT, seat);
        self.set_cell(cells::LAST_OWN, seat - direction);
        self.go_on_at(program, info.begin_as, watch);
        Ok(())
    }

    /// Enters a phase of a state in a turn of the seat whose turn it is.
    pub fn enter<W: Watch>(
        &mut self,
        program: &Program,
        (state, phase): (u16, u16),
        watch: &mut W,
    ) -> Result<(), RehearsalError> {
        let info = program.rehearsal.as_ref();
        let info = info.ok_or(RehearsalError::NotCompiledForIt)?;
        let mut entries = info.entries.iter();
        let entry = entries.find(|entry| (entry.state, entry.phase) == (state, phase));
        let entry = entry.ok_or(RehearsalError::NoSuchPhase)?;
        // Arrangements of the set-up for the first turns are over by now.
        let waiting = cells::SKIPS.index()..=cells::EXTRA.index() + cells::MOST_EXTRA;
        self.table.cells[waiting].fill(0);
        self.go_on_at(program, entry.at, watch);
        Ok(())
    }

    fn go_on_at<W: Watch>(&mut self, program: &Program, at: Pc, watch: &mut W) {
        self.frames.clear();
        self.lists.free(0);
        self.base = 0;
        self.pc = at;
        run(program, self, watch);
    }

    /// Answers a question. The position itself does not change.
    pub fn ask(&self, program: &Program, question: usize) -> Result<Answers, RehearsalError> {
        let info = program.rehearsal.as_ref();
        let info = info.ok_or(RehearsalError::NotCompiledForIt)?;
        let question = info.questions.get(question);
        let question = question.ok_or(RehearsalError::NoSuchQuestion)?;
        let mut position = self.clone();
        position.remembered.clear();
        position.trials = 0;
        position.go_on_at(program, question.at, &mut Unwatched);
        let answered = position.waiting == Waiting::Over;
        let value = |number| {
            if answered {
                position.stack[number]
            } else {
                FAILED
            }
        };
        let answers = question.answers.iter().enumerate();
        let values = answers.map(|(number, answer)| (answer.sort, value(number)));
        Ok(Answers {
            values: values.collect(),
            position,
        })
    }

    /// True if a seat knows a card.
    pub fn knows(&self, seat: Seat, card: Card) -> bool {
        self.table.cards[card.index()].known >> seat.0 & 1 == 1
    }

    /// The choices for a viewer who sees everything; none if nobody must choose.
    pub fn open_choices(&self, program: &Program) -> Vec<ChoiceSeen> {
        let eyes = self.eyes(program, None, "");
        self.choices()
            .iter()
            .map(|choice| eyes.choice(choice))
            .collect()
    }

    /// A pile as someone sees it who sees everything.
    pub fn open_pile(&self, program: &Program, pile: Pile) -> Value {
        self.eyes(program, None, "")
            .value(ValueKind::Pile, i64::from(pile.0))
    }

    /// A card as someone sees it who sees everything.
    pub fn open_card(&self, program: &Program, card: Card) -> Value {
        self.eyes(program, None, "")
            .value(ValueKind::Card, i64::from(card.0))
    }
}
