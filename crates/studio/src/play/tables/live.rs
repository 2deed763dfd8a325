//! A table that somebody is at: those who are there, and what they are told.

use super::agreement::Agreements;
use crate::table::{ComputerTurn, Sent, Table};
use crate::wire::{Pace, Phrase, Said, State, Welcome};
use engine::ids::Seat;
use players::Thought;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// A table that somebody is at.
pub(crate) struct Live {
    pub(super) id: String,
    pub(super) table: Mutex<Table>,
    pub(super) changed: watch::Sender<u64>,
    /// The number of pages each seat has open.
    pub(super) present: Mutex<BTreeMap<u8, u32>>,
    /// The last phrase of each seat.
    pub(super) said: Mutex<BTreeMap<u8, Said>>,
    pub(super) agreements: Mutex<Agreements>,
    /// True if time is limited.
    pub(super) has_clock: bool,
    /// True while somebody looks at its clocks.
    pub(super) is_timed: AtomicBool,
    pub(super) is_driven: AtomicBool,
    /// The number of moves of computers that were asked for.
    pub(super) steps: AtomicU32,
}

/// An answer that nobody has to wait for.
pub(super) enum Next {
    /// A computer's, at this pace.
    Computer(Pace),
    /// The only one that a person has, after this time.
    Pretended {
        /// The number of the decision.
        number: usize,
        time: Duration,
    },
}

impl Live {
    pub(crate) fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody comes: what they need to know first, and how they are told of changes.
    pub(crate) fn join(&self, seat: Option<u8>, language: &str) -> (Welcome, watch::Receiver<u64>) {
        if let Some(seat) = seat {
            *self.present().entry(seat).or_default() += 1;
        }
        self.start_clock();
        let receiver = self.changed.subscribe();
        self.tell();
        (self.table().welcome(eyes(seat), language), receiver)
    }

    /// Time counts from when all people have come.
    fn start_clock(&self) {
        if !self.has_clock {
            return;
        }
        let came: BTreeSet<u8> = self.present().keys().copied().collect();
        let mut table = self.table();
        let mut groups = table.groups().into_iter();
        if groups.all(|group| !group.is_disjoint(&came)) {
            table.start_clock();
        }
    }

    /// Somebody goes.
    pub(crate) fn part(&self, seat: Option<u8>) {
        if let Some(seat) = seat {
            let mut present = self.present();
            if let Some(pages) = present.get_mut(&seat) {
                *pages = pages.saturating_sub(1);
            }
        }
        if self.changed.receiver_count() == 0 {
            self.table().rest();
        }
        self.tell();
    }

    /// Somebody says something. Only the last is kept: who comes later need not hear the rest.
    pub(super) fn say(&self, seat: u8, phrase: Phrase) {
        let mut said = self.said();
        let number = said.get(&seat).map_or(0, |it| it.number) + 1;
        said.insert(
            seat,
            Said {
                seat,
                phrase,
                number,
            },
        );
    }

    fn said(&self) -> MutexGuard<'_, BTreeMap<u8, Said>> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn present(&self) -> MutexGuard<'_, BTreeMap<u8, u32>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// State message for a seat or a spectator, with what is new to its page; nothing if the table is gone.
    pub(crate) fn state(&self, seat: Option<u8>, language: &str, sent: &mut Sent) -> Option<State> {
        let mut table = self.table();
        if table.is_removed {
            return None;
        }
        let mut state = table.state(eyes(seat), language, sent);
        drop(table);
        let present = self.present();
        let present = present.iter().filter(|(_, pages)| **pages > 0);
        let present = present.map(|(seat, pages)| (*seat, *pages));
        let (seats, pages): (Vec<u8>, Vec<u32>) = present.unzip();
        let watching = self.changed.receiver_count();
        state.spectators = (watching as u32).saturating_sub(pages.iter().sum());
        state.present = seats;
        state.said = self.said().values().cloned().collect();
        (state.asked_back, state.rematch) = self.agreed(seat);
        Some(state)
    }

    /// Tells what a computer thinks so far, if anybody may know. It goes on as long as its choice is waited for.
    fn tell_thinking(&self, turn: &ComputerTurn, thoughts: &Thought) -> ControlFlow<()> {
        let mut table = self.table();
        if !table.is_turn(turn) {
            return ControlFlow::Break(());
        }
        if table.is_open() {
            table.note_thinking(turn, thoughts);
            drop(table);
            self.tell();
        }
        ControlFlow::Continue(())
    }

    /// The table as it is now, to look at it again while others play on.
    pub(crate) fn copy(&self) -> Table {
        self.table().copy()
    }

    /// Lets a computer that must choose think; spectators see the thoughts grow.
    pub(super) fn think(&self) -> Option<(ComputerTurn, Thought)> {
        let unprepared = self.table().unprepared();
        if let Some(compiled) = unprepared {
            compiled.lookahead();
            compiled.network();
        }
        let mut turn = self.table().computer_turn()?;
        let thoughts = turn.think(&mut |turn, thoughts| self.tell_thinking(turn, thoughts));
        Some((turn, thoughts))
    }

    pub(super) fn tell(&self) {
        self.changed.send_modify(|version| *version += 1);
    }

    /// Remaining delay of the answer to a decision.
    pub(crate) fn kept_back(&self, decision: u32) -> Duration {
        let table = self.table();
        match table.number() == decision as usize {
            true => table.kept_back(),
            false => Duration::ZERO,
        }
    }

    /// True if an answer comes by itself now.
    pub(super) fn can_go_on(&self) -> bool {
        self.next().is_some()
    }

    /// The answer that comes by itself next, if one does.
    pub(super) fn next(&self) -> Option<Next> {
        let table = self.table();
        if table.is_removed || self.changed.receiver_count() == 0 {
            return None;
        }
        if let Some(time) = table.pretended() {
            let number = table.number();
            return Some(Next::Pretended { number, time });
        }
        if !table.waits_for_computer() {
            self.steps.store(0, Ordering::SeqCst);
            return None;
        }
        let may = match table.pace {
            Pace::Auto { .. } => true,
            Pace::Step => self.steps.load(Ordering::SeqCst) > 0,
        };
        may.then(|| Next::Computer(table.pace.clone()))
    }
}

/// The viewer: a seat, or a spectator.
fn eyes(seat: Option<u8>) -> Seat {
    seat.map_or(Seat::ONLOOKER, Seat)
}
