//! Score sheet: the values that are written down when a round is over, as the game says in `table.sheet`.
//!
//! It is made from what a spectator sees, so that everybody may read it.

use super::Table;
use crate::wire::{ScoreSheet, SheetRound, ShownValue};
use engine::ids::Seat;
use engine::seen::Value;
use engine::view::View;

/// Rounds so far.
#[derive(Clone, Default)]
pub(super) struct Rounds {
    /// The value whose change says that a round is over.
    mark: Option<Value>,
    rounds: Vec<Round>,
}

/// Values at the end of a round, after so many choices.
#[derive(Clone)]
struct Round {
    after: usize,
    values: Vec<Written>,
}

/// A value that was written down.
#[derive(Clone)]
struct Written {
    id: String,
    owner: Option<u8>,
    team: Option<u8>,
    number: i32,
}

impl Rounds {
    /// The rounds that were over after so many choices.
    pub(super) fn until(&self, choices: usize) -> Self {
        let rounds = self.rounds.iter().filter(|round| round.after <= choices);
        Self {
            mark: self.mark.clone(),
            rounds: rounds.cloned().collect(),
        }
    }
}

impl Table {
    /// Writes a round down if the last choice ended one.
    pub(super) fn note_round(&mut self) {
        let game = &self.game.edition.game;
        let Some(sheet) = &game.look.sheet else {
            return;
        };
        let view = self
            .game
            .position
            .view_in(&self.game.program, Seat::ONLOOKER, "en");
        let mark = value_of(&view, &game.variables[sheet.each].name);
        let is_first = self.rounds.mark.is_none();
        if self.rounds.mark == mark {
            return;
        }
        self.rounds.mark = mark;
        if is_first {
            return;
        }
        let names = sheet
            .values
            .iter()
            .map(|id| game.variables[*id].name.as_str());
        let values = names.flat_map(|name| written(&view, name)).collect();
        let after = self.game.choices.len();
        self.rounds.rounds.push(Round { after, values });
    }

    /// The sheet, with the names of values as a viewer reads them.
    pub(super) fn sheet(&self, shown: &[ShownValue]) -> Option<ScoreSheet> {
        self.game.edition.game.look.sheet.as_ref()?;
        let round = |round: &Round| SheetRound {
            after: round.after as u32,
            values: round.values.iter().map(|it| named(it, shown)).collect(),
        };
        Some(ScoreSheet {
            rounds: self.rounds.rounds.iter().map(round).collect(),
        })
    }
}

fn value_of(view: &View, name: &str) -> Option<Value> {
    let mut variables = view.variables.iter();
    let found = variables.find(|variable| variable.name.id == name)?;
    Some(found.value.clone())
}

/// The numbers that a variable holds, for each player or team.
fn written<'v>(view: &'v View, name: &'v str) -> impl Iterator<Item = Written> + 'v {
    let variables = view.variables.iter().filter(move |it| it.name.id == name);
    variables.filter_map(|variable| {
        let Value::Number(number) = variable.value else {
            return None;
        };
        Some(Written {
            id: variable.name.id.clone(),
            owner: variable.owner,
            team: variable.team,
            number: i32::try_from(number).ok()?,
        })
    })
}

fn named(written: &Written, shown: &[ShownValue]) -> ShownValue {
    let known = shown.iter().find(|value| value.id == written.id);
    ShownValue {
        id: written.id.clone(),
        name: known.map_or_else(|| written.id.clone(), |value| value.name.clone()),
        owner: written.owner,
        team: written.team,
        value: written.number.to_string(),
        number: Some(written.number),
        pieces: false,
    }
}
