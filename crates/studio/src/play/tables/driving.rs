//! Play that goes on by itself: clocks, computers, and answers of people who have only one.

use super::Tables;
use super::live::{Live, Next};
use crate::table::ComputerTurn;
use crate::wire::{Ended, Pace};
use players::Thought;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Interval between two looks at the clocks.
const CLOCK_LOOK: Duration = Duration::from_millis(100);

/// The computer that plays on for somebody who has no time left.
const RELIEF: &str = "ismcts:200";

/// Result of a look at the clocks of a table.
enum Looked {
    /// Everybody who must choose has time left.
    GoesOn,
    /// A computer plays on for somebody who had none.
    Relieved,
    /// Nobody need look again.
    Over,
}

impl Tables {
    /// Looks at the clocks of a table for as long as somebody is there and the game goes on.
    pub(crate) fn time(self: &Arc<Self>, live: &Arc<Live>) {
        if !live.has_clock || live.is_timed.swap(true, Ordering::SeqCst) {
            return;
        }
        let (tables, live) = (self.clone(), live.clone());
        tokio::spawn(async move {
            loop {
                let looker = tables.clone();
                let looked = tables.at(&live, move |live| looker.look_at_clock(live));
                match looked.await {
                    Ok(Looked::GoesOn) => {}
                    Ok(Looked::Relieved) => tables.drive(&live),
                    Ok(Looked::Over) | Err(_) => break,
                }
                tokio::time::sleep(CLOCK_LOOK).await;
            }
            live.is_timed.store(false, Ordering::SeqCst);
            let id = live.id.clone();
            drop(live);
            tables.leave(&id);
        });
    }

    /// Looks for somebody who has no time left. One side wins then; where there are more, a computer plays on.
    fn look_at_clock(&self, live: &Live) -> Looked {
        let (seat, is_over, can_end) = {
            let table = live.table();
            let is_over = !table.has_clock() || table.is_over() || table.is_removed;
            (table.out_of_time(), is_over, table.can_resign())
        };
        if is_over || live.changed.receiver_count() == 0 {
            return Looked::Over;
        }
        let Some(seat) = seat else {
            return Looked::GoesOn;
        };
        let (looked, done) = match can_end {
            true => (Looked::Over, self.end(live, Ended::OutOfTime { seat })),
            false => (Looked::Relieved, self.set_player(live, seat, RELIEF)),
        };
        live.tell();
        // Writing that failed is tried again with the next page that comes.
        if done.is_ok() { looked } else { Looked::Over }
    }

    /// Lets the computers play as long as it is their turn and somebody is there.
    pub(crate) fn drive(self: &Arc<Self>, live: &Arc<Live>) {
        if live.is_driven.swap(true, Ordering::SeqCst) {
            return;
        }
        let (tables, live) = (self.clone(), live.clone());
        tokio::spawn(async move {
            loop {
                while tables.drive_once(&live).await {}
                live.is_driven.store(false, Ordering::SeqCst);
                // Something may have happened just before.
                let may = tables.at(&live, Live::can_go_on).await == Ok(true);
                if !may || live.is_driven.swap(true, Ordering::SeqCst) {
                    break;
                }
            }
            let id = live.id.clone();
            drop(live);
            tables.leave(&id);
        });
    }

    /// Answers for a person who has only one answer, after a while; whether it was done.
    async fn answer_pretended(
        self: &Arc<Self>,
        live: &Arc<Live>,
        number: usize,
        time: Duration,
    ) -> bool {
        tokio::time::sleep(time).await;
        let tables = self.clone();
        let made = self.at(live, move |live| tables.make_pretended(live, number));
        made.await == Ok(true)
    }

    /// Gives the only answer to a question that is still asked; whether play may go on.
    fn make_pretended(&self, live: &Live, number: usize) -> bool {
        let mut table = live.table();
        if table.number() != number || table.pretended().is_none() {
            drop(table);
            return live.can_go_on();
        }
        let made = self.keep_and_make(&mut table, 0);
        drop(table);
        live.tell();
        made.is_ok()
    }

    /// One answer of a computer, or of a person who has only one; whether there may be another.
    async fn drive_once(self: &Arc<Self>, live: &Arc<Live>) -> bool {
        let next = self.at(live, Live::next).await;
        let pace = match next {
            Ok(Some(Next::Computer(pace))) => pace,
            Ok(Some(Next::Pretended { number, time })) => {
                return self.answer_pretended(live, number, time).await;
            }
            Ok(None) | Err(_) => return false,
        };
        match pace {
            Pace::Auto { milliseconds: 0 } => tokio::task::yield_now().await,
            Pace::Auto { milliseconds } => {
                tokio::time::sleep(Duration::from_millis(milliseconds.into())).await;
                // Somebody may want to look at every move from now on.
                let same = self.at(live, move |live| live.table().pace == pace).await;
                if same != Ok(true) {
                    return same.is_ok();
                }
            }
            Pace::Step => {
                live.steps.fetch_sub(1, Ordering::SeqCst);
            }
        }
        let began = Instant::now();
        let thinker = live.clone();
        let thought = self.lanes.computers.run(move || thinker.think()).await;
        let Ok(Some((turn, thoughts))) = thought else {
            return false;
        };
        let (seat, thought) = (turn.seat, began.elapsed());
        let pause = self.at(live, move |live| live.table().pause_after(seat, thought));
        if let Ok(pause) = pause.await {
            tokio::time::sleep(pause).await;
        }
        let tables = self.clone();
        let made = self.at(live, move |live| tables.make_thought(live, turn, &thoughts));
        made.await == Ok(true)
    }

    /// Makes the choice that a computer thought of, if it is still waited for; false if it cannot be kept.
    fn make_thought(&self, live: &Live, turn: ComputerTurn, thoughts: &Thought) -> bool {
        let mut table = live.table();
        let is_current = table.is_turn(&turn);
        if is_current {
            table.note_thinking(&turn, thoughts);
        }
        table.give_back(turn);
        if is_current {
            let made = self.keep_and_make(&mut table, thoughts.choice as u32);
            if made.is_err() {
                return false;
            }
        }
        drop(table);
        live.tell();
        true
    }
}
