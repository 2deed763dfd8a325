//! Legal choices as indices of a fixed space, derived from the game: for those who need masks.
//!
//! A choice is what it means and a value. Every meaning has a block of indices, one for each value it may have: a card
//! that the seat knows by its kind, a player, a word, a small number. Choices that have no index of their own, such as
//! lists of cards, cards that the seat does not know, and the second of two copies, have the indices at the end, in
//! the order in which they are offered. An index never tells what the seat may not know.

use engine::ids::{Card, Seat, is_missing};
use engine::position::{Choice, Decision, Position};
use engine::program::{Program, ValueKind};
use engine::random::{Random, derived};

/// Games that show how many indices are needed, and their longest.
const TRIED: u64 = 24;
const LONGEST: u32 = 1_000;

/// The largest number that has an index of its own.
const LARGEST: i64 = 255;

/// In games with more indices than this, only cards that were seen in a choice have one there.
const LARGEST_SPACE: u32 = 8_192;

/// Room for cards that were never seen there in such games.
const SPARE: u32 = 128;

/// No index.
const NONE: u32 = u32::MAX;

/// The fixed space of a game.
#[derive(Debug, Clone)]
pub(crate) struct ActionSpace {
    blocks: Vec<Block>,
    rest: u32,
    len: u32,
}

/// The indices of one meaning.
#[derive(Debug, Clone)]
struct Block {
    /// The index of no value.
    first: u32,
    /// For each value its index; [`NONE`] if it has none.
    values: Vec<u32>,
    is_card: bool,
}

/// More choices than there are indices for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooMany {
    pub(crate) room: u32,
}

impl ActionSpace {
    /// Plays some games, always the same ones, to see how much room is needed; or leaves as much as asked for.
    pub(crate) fn new(program: &Program, prepared: &Position, rest: Option<u32>) -> Self {
        let mut trial = Trial::new(program);
        trial.play(program, prepared, |trial, position| {
            trial.look(program, position)
        });
        let whole = Self::with(program, &trial, false, 0);
        let compact = whole.len > LARGEST_SPACE;
        let space = Self::with(program, &trial, compact, u32::MAX / 2);
        let mut taken = Taken::default();
        let mut indices = Vec::new();
        trial.play(program, prepared, |trial, position| {
            if space
                .write(program, position, &mut indices, &mut taken)
                .is_ok()
            {
                let rest = indices.iter().filter(|index| **index >= space.rest).count();
                trial.rest = trial.rest.max(rest as u32);
            }
        });
        let spare = if compact { SPARE } else { 2 };
        let room = rest.unwrap_or(trial.rest * 2 + spare);
        Self::with(program, &trial, compact, room)
    }

    fn with(program: &Program, trial: &Trial, compact: bool, rest: u32) -> Self {
        let mut next = 0;
        let mut take = || {
            next += 1;
            next - 1
        };
        let mut blocks = Vec::new();
        for (number, meaning) in program.meanings.iter().enumerate() {
            let first = take();
            let is_card = meaning.sort == ValueKind::Card;
            let seen = &trial.kinds[number];
            let values = (0..values(program, meaning.sort, trial.numbers[number]))
                .map(|value| match compact && is_card && !seen[value] {
                    true => NONE,
                    false => take(),
                })
                .collect();
            blocks.push(Block {
                first,
                values,
                is_card,
            });
        }
        Self {
            blocks,
            rest: next,
            len: next.saturating_add(rest),
        }
    }

    /// The number of indices.
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    /// The index of a choice, if it has one of its own.
    #[inline]
    fn own(
        &self,
        program: &Program,
        position: &Position,
        seat: Seat,
        choice: &Choice,
    ) -> Option<u32> {
        let block = &self.blocks[choice.meaning.index()];
        if is_missing(choice.value) {
            return Some(block.first);
        }
        let value = if block.is_card {
            let card = u16::try_from(choice.value).ok()?;
            usize::from(position.known_kind(program, Card(card), seat)?)
        } else {
            usize::try_from(choice.value).ok()?
        };
        let index = block.values.get(value).copied();
        index.filter(|index| *index != NONE)
    }

    /// Writes the index of every choice, in the order in which they are offered.
    #[inline]
    pub(crate) fn write(
        &self,
        program: &Program,
        position: &Position,
        indices: &mut Vec<u32>,
        taken: &mut Taken,
    ) -> Result<(), TooMany> {
        indices.clear();
        let Decision::Choose { seat, choices, .. } = position.decision() else {
            return Ok(());
        };
        taken.clear(self.rest);
        let mut next = self.rest;
        for choice in choices {
            let own = self.own(program, position, seat, choice);
            match own.filter(|index| taken.take(*index)) {
                Some(index) => indices.push(index),
                None if next < self.len => {
                    indices.push(next);
                    next += 1;
                }
                None => {
                    let room = self.len - self.rest;
                    return Err(TooMany { room });
                }
            }
        }
        Ok(())
    }

    /// As [`Self::write`], for those who keep no memory.
    pub(crate) fn indices(
        &self,
        program: &Program,
        position: &Position,
    ) -> Result<Vec<u32>, TooMany> {
        let mut indices = Vec::new();
        self.write(program, position, &mut indices, &mut Taken::default())?;
        Ok(indices)
    }
}

/// The indices that choices of one decision have.
#[derive(Debug, Clone, Default)]
pub(crate) struct Taken {
    stamps: Vec<u32>,
    now: u32,
}

impl Taken {
    /// Another decision.
    #[inline]
    fn clear(&mut self, len: u32) {
        self.stamps.resize(len as usize, 0);
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
    }

    /// Takes an index; false if another choice has it.
    #[inline]
    fn take(&mut self, index: u32) -> bool {
        let stamp = &mut self.stamps[index as usize];
        let is_free = *stamp != self.now;
        *stamp = self.now;
        is_free
    }
}

/// The number of cards that have a kind.
fn kinds(program: &Program) -> usize {
    let kinds = program.cards.iter().map(|card| usize::from(card.kind) + 1);
    kinds.max().unwrap_or(0)
}

/// The number of values of a sort that have an index.
fn values(program: &Program, sort: ValueKind, largest: i64) -> usize {
    match sort {
        ValueKind::Card | ValueKind::Kind => kinds(program),
        ValueKind::Truth => 2,
        ValueKind::Word(set) => program.words[usize::from(set)].len(),
        ValueKind::Pile => program.piles.len(),
        ValueKind::Player | ValueKind::Team => usize::from(program.seats),
        ValueKind::Phase => program.phases.len(),
        ValueKind::State => program.states.len(),
        ValueKind::Number | ValueKind::Any => numbered(largest),
        ValueKind::Text | ValueKind::Cards | ValueKind::Groups | ValueKind::List => 0,
    }
}

/// Room for the numbers up to the largest that was seen, and some more.
fn numbered(largest: i64) -> usize {
    match largest {
        0..=LARGEST => (largest * 2 + 2).min(LARGEST + 1) as usize,
        _ => 0,
    }
}

/// Games that show how much room is needed.
struct Trial {
    /// The largest number of each meaning; −1 if there was none.
    numbers: Vec<i64>,
    /// For each meaning the kinds of cards that were seen in it.
    kinds: Vec<Vec<bool>>,
    rest: u32,
}

impl Trial {
    fn new(program: &Program) -> Self {
        let meanings = program.meanings.len();
        Self {
            numbers: vec![-1; meanings],
            kinds: vec![vec![false; kinds(program)]; meanings],
            rest: 0,
        }
    }

    fn play(
        &mut self,
        program: &Program,
        prepared: &Position,
        mut look: impl FnMut(&mut Self, &Position),
    ) {
        let mut position = prepared.clone();
        for game in 0..TRIED {
            position.restart_from(program, prepared, derived(0xAC7, game));
            let mut random = Random::new(derived(0x5EA7, game));
            for _ in 0..LONGEST {
                let count = position.choices().len();
                if count == 0 {
                    break;
                }
                look(self, &position);
                position.play_unchecked(program, random.below(count as u32) as usize);
            }
        }
    }

    fn look(&mut self, program: &Program, position: &Position) {
        let Decision::Choose { seat, choices, .. } = position.decision() else {
            return;
        };
        for choice in choices.iter().filter(|choice| !is_missing(choice.value)) {
            let meaning = choice.meaning.index();
            match program.meanings[meaning].sort {
                ValueKind::Number | ValueKind::Any => {
                    self.numbers[meaning] = self.numbers[meaning].max(choice.value);
                }
                ValueKind::Card => {
                    let card = Card(choice.value as u16);
                    if let Some(kind) = position.known_kind(program, card, seat) {
                        self.kinds[meaning][usize::from(kind)] = true;
                    }
                }
                _ => {}
            }
        }
    }
}
