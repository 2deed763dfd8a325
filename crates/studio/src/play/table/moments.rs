//! Moments of a game that are looked at again.

use super::game::Game;
use super::logs::add_line;
use super::presenter::Presenter;
use super::{Computers, Table, seat_number};
use crate::speaker::{Values, language_of};
use crate::trace::Stepper;
use crate::wire::{Decision as Asked, LogLine, Moment, Pace, Problem};
use engine::ids::Seat;
use engine::position::{Decision, Position};
use std::collections::{BTreeMap, BTreeSet};

impl Table {
    /// A moment of the game again: after so many choices, with one seat's eyes or with all cards open.
    ///
    /// After `event` of what happens between this decision and the next, if that is not all of it.
    pub(crate) fn moment(
        &self,
        at: usize,
        event: usize,
        viewer: Option<Seat>,
        language: &str,
    ) -> Moment {
        let at = at.min(self.game.choices.len());
        let code = language_of(language).code();
        let eyes = viewer.unwrap_or(Seat::ONLOOKER);
        let speaker = self.speaker(code, seat_number(eyes));
        let mut stepper = Stepper::new(&self.game.program, viewer, code);
        let position = self.game.replayed(at, &mut stepper, |_, _| {});
        let events = self.events_after(&position, at, viewer);
        let event = event.min(events.saturating_sub(1));
        if event > 0
            && let Some(choice) = self.game.choices.get(at)
        {
            stepper.stop_at(stepper.heard().len() + event);
            let mut going = position.clone();
            going.play_number(&self.game.program, *choice as usize, &mut stepper);
        }
        let view = match (stepper.seen.take(), viewer) {
            (Some(view), _) => view,
            (None, Some(seat)) => position.view_in(&self.game.program, seat, code),
            (None, None) => position.open_view(&self.game.program, code),
        };
        let mut faces = BTreeMap::new();
        speaker.faces(&view, &mut faces);
        let mut log: Vec<LogLine> = Vec::new();
        speaker.lines(
            stepper.heard(),
            &mut faces,
            &mut Values::new(),
            &mut |line| {
                add_line(&mut log, 0, line);
            },
        );
        let next = self.game.choices.get(at).and_then(|choice| {
            let seen = position.choices_seen(&self.game.program, code);
            let secret = viewer.is_some_and(|seat| another_chooses(&position, seat));
            let seen = seen.get(*choice as usize).filter(|_| !secret)?;
            Some(speaker.choice_text(seen))
        });
        let replayed = Self::looked_at(self, position, at);
        let mut state = replayed.state_of(&view, eyes, code);
        state.opened = self.opened();
        state.faces = faces.into_values().collect();
        state.log = log;
        state.log_restarts = true;
        if viewer.is_none()
            && let Asked::Choose { choices, .. } = &mut state.decision
        {
            choices.clear();
        }
        Moment {
            choices: self.game.choices.len() as u32,
            welcome: self.welcome(eyes, code),
            state,
            next,
            events: events as u32,
            event: event as u32,
        }
    }

    /// The number of events that a reader is told between a decision and the next.
    fn events_after(&self, position: &Position, at: usize, viewer: Option<Seat>) -> usize {
        let Some(choice) = self.game.choices.get(at) else {
            return 0;
        };
        let mut counter = Stepper::new(&self.game.program, viewer, "");
        let mut going = position.clone();
        going.play_number(&self.game.program, *choice as usize, &mut counter);
        counter.heard().len()
    }

    /// The table as it is now, to look at it again while others play on.
    pub(crate) fn copy(&self) -> Self {
        Self {
            uploaded: self.uploaded,
            ..self.looked_at(self.game.position.clone(), self.game.choices.len())
        }
    }

    /// The same table, to be looked at step by step: steps that fail are told, and every change of a value.
    pub(crate) fn traced(self) -> Result<Self, Problem> {
        let given = self.game.given.as_ref();
        let program = self
            .game
            .compiled
            .traced(&self.game.edition, &self.plan, given)?;
        let game = Game {
            program,
            traces: true,
            ..self.game
        };
        Ok(Self { game, ..self })
    }

    /// The same table at another moment.
    fn looked_at(&self, position: Position, at: usize) -> Self {
        Self {
            id: self.id.clone(),
            plan: self.plan.clone(),
            game: self.game.at(position, at),
            presenter: Presenter::default(),
            computers: Computers::default(),
            uploaded: true,
            seats: self.seats.clone(),
            names: self.names.clone(),
            ended: self.ended.filter(|_| at == self.game.choices.len()),
            ticking_since: None,
            rounds: self.rounds.until(at),
            pace: Pace::Step,
            answering_all: BTreeSet::new(),
            asked_at: self.asked_at,
            is_removed: self.is_removed,
        }
    }
}

/// True if another seat than this one must choose.
fn another_chooses(position: &Position, viewer: Seat) -> bool {
    match position.decision() {
        Decision::Choose { seat, .. } => seat != viewer,
        _ => true,
    }
}
