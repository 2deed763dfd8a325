//! All tables: made, found again after a restart, and moved on by the computers that sit at them.

mod agreement;
mod driving;
mod live;
mod making;

use crate::computers::arrangement::{Machinery, Programs};
use crate::computers::lanes::Lanes;
use crate::computers::learning::Learning;
use crate::computers::opinions::Opinions;
use crate::computers::{computer, computer_players};
use crate::invitations::Invitations;
use crate::problem::{ProblemCode, damaged, not_kept, problem};
use crate::runs::Metagame;
use crate::shelf::{Edition, Shelf, prose};
use crate::store::Store;
use crate::table::{PERSON, Table};
use crate::wire::{NewTable, Pace, Problem, SeatPlan, TableSummary, ToTable};
pub(crate) use live::Live;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The slowest that computers play by themselves.
const SLOWEST: u32 = 10_000;

/// All tables.
pub(crate) struct Tables {
    pub(crate) shelf: Shelf,
    pub(crate) store: Store,
    pub(crate) lanes: Lanes,
    pub(crate) opinions: Arc<Opinions>,
    pub(crate) invitations: Invitations,
    programs: Programs,
    live: Mutex<BTreeMap<String, Arc<Live>>>,
}

impl Tables {
    pub(crate) fn new(shelf: Shelf, store: Store, machinery: Machinery) -> Self {
        Self {
            shelf,
            store,
            lanes: Lanes::new(),
            opinions: Arc::default(),
            invitations: Invitations::default(),
            programs: Programs::new(machinery),
            live: Mutex::default(),
        }
    }

    /// Training runs on this machine.
    pub(crate) fn learning(&self) -> Option<&(dyn Learning + 'static)> {
        self.programs.learning()
    }

    /// Runs about decks on this machine.
    pub(crate) fn metagame(&self) -> Option<&(dyn Metagame + 'static)> {
        self.programs.metagame()
    }

    /// The names of the computers that are offered for a game.
    pub(crate) fn computers(&self, edition: &Edition) -> Vec<String> {
        let has_network = self.programs.have_network(edition.game.meta.name.of("en"));
        let offered = computer_players(has_network).into_iter();
        offered.chain(self.programs.guests()).collect()
    }

    /// A table, taken from the database if nobody was at it.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Live>, Problem> {
        if let Some(live) = self.live().get(id) {
            return Ok(live.clone());
        }
        let row = self.store.table(id).map_err(|error| damaged(&error))?;
        let row = row.ok_or_else(|| {
            problem(
                ProblemCode::UnknownTable,
                "there is no such table".to_owned(),
            )
        })?;
        let plan: NewTable = serde_json::from_str(&row.plan).map_err(|error| damaged(&error))?;
        if row.seats.len() != plan.seats.len() {
            return Err(damaged(&"not all of its seats are there"));
        }
        let arranged = self.programs.arrange(&self.shelf, &plan)?;
        let live = Arc::new(Live {
            id: id.to_owned(),
            has_clock: plan.clock.is_some(),
            table: Mutex::new(Table::new(row, plan, arranged)?),
            changed: watch::Sender::new(0),
            present: Mutex::default(),
            said: Mutex::default(),
            agreements: Mutex::default(),
            is_timed: AtomicBool::new(false),
            is_driven: AtomicBool::new(false),
            steps: AtomicU32::new(0),
        });
        // Another thread may have been faster: there is one table of a name.
        let mut all = self.live();
        Ok(all.entry(id.to_owned()).or_insert(live).clone())
    }

    fn live(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets go of a table that nobody is at any more. Whoever has found it and is about to sit down holds it: there must
    /// never be two of a name.
    pub(crate) fn leave(&self, id: &str) {
        let mut all = self.live();
        if let Some(live) = all.get(id)
            && Arc::strong_count(live) == 1
            && live.changed.receiver_count() == 0
            && !live.is_driven.load(Ordering::SeqCst)
        {
            all.remove(id);
        }
    }

    /// Removes a table: whoever is there is told and goes.
    pub(crate) fn remove(&self, id: &str, by: Remover<'_>) -> Result<(), Problem> {
        let live = self.find(id)?;
        {
            let mut table = live.table();
            let may = match by {
                Remover::Host => true,
                Remover::Guest(token) => token.is_some_and(|token| table.is_alone(token)),
            };
            if !may {
                drop(table);
                drop(live);
                self.leave(id);
                let message = "only the host, or who plays alone at a table, can remove it";
                return Err(problem(ProblemCode::NotAllowed, message.to_owned()));
            }
            self.store.remove_table(id).map_err(not_kept)?;
            table.is_removed = true;
        }
        self.live().remove(id);
        live.tell();
        Ok(())
    }

    /// The number of tables somebody is at.
    pub(crate) fn live_count(&self) -> usize {
        self.live().len()
    }

    /// The newest tables.
    pub(crate) fn list(&self) -> Result<Vec<TableSummary>, Problem> {
        let rows = self.store.newest(200).map_err(|error| damaged(&error))?;
        let summaries = rows.into_iter().filter_map(|(row, choices)| {
            // A plan that cannot be read is of another edition of the studio.
            let plan: NewTable = serde_json::from_str(&row.plan).ok()?;
            let edition = self
                .shelf
                .edition(&plan.game, plan.variant.as_deref())
                .ok()?;
            let seats = plan.seats.iter().map(|seat| match seat {
                SeatPlan::Here | SeatPlan::Link => PERSON.to_owned(),
                SeatPlan::Computer { name } => name.clone(),
            });
            Some(TableSummary {
                id: row.id,
                game: plan.game.clone(),
                name: prose(&edition.game.meta.name),
                seats: seats.collect(),
                names: row.seats.iter().map(|seat| seat.name.clone()).collect(),
                // Tables that an earlier studio kept say nothing about it.
                winners: parsed(row.winners.as_deref()),
                ended: parsed(row.ended.as_deref()),
                choices,
                over: row.over,
                made: row.made,
                uploaded: row.uploaded,
                seed: plan.seed.filter(|_| !row.uploaded),
            })
        });
        Ok(summaries.collect())
    }

    /// Does what a seat asks for. Whoever has no seat can only set the pace of computers.
    pub(crate) fn act(
        &self,
        live: &Live,
        seat: Option<u8>,
        message: &ToTable,
    ) -> Result<(), Problem> {
        if live.table().is_removed {
            return Err(removed());
        }
        match message {
            ToTable::Hello { .. } => {
                return Err(problem(
                    ProblemCode::BadMessage,
                    "`hello` was said already".to_owned(),
                ));
            }
            ToTable::Play { decision, choice } => {
                self.play(live, must_sit(seat)?, *decision, *choice)?;
            }
            ToTable::TakeBack => self.take_back(live, must_sit(seat)?)?,
            ToTable::Allow { yes } => self.allow(live, must_sit(seat)?, *yes)?,
            ToTable::Resign => self.resign(live, must_sit(seat)?)?,
            ToTable::Rematch => self.rematch(live, must_sit(seat)?)?,
            ToTable::Introduce { name, colour } => {
                self.introduce(live, must_sit(seat)?, name, *colour)?;
            }
            ToTable::SetPace { pace } => self.set_pace(live, seat, pace)?,
            ToTable::Step => {
                may_direct(&live.table(), seat)?;
                live.steps.fetch_add(1, Ordering::SeqCst);
            }
            ToTable::HandOver { name } => {
                let seat = must_sit(seat)?;
                live.table().admits(&computer(name)?)?;
                self.set_player(live, seat, name)?;
            }
            ToTable::TakeSeat => self.set_player(live, must_sit(seat)?, PERSON)?,
            // The page that asks is answered at once.
            ToTable::WhyNot { .. } | ToTable::Drag { .. } => return Ok(()),
            ToTable::Say { phrase } => live.say(must_sit(seat)?, *phrase),
            ToTable::AnswerAll { on } => {
                // Nobody else learns of it.
                live.table().answer_all(must_sit(seat)?, *on);
                return Ok(());
            }
        }
        live.tell();
        Ok(())
    }

    fn play(&self, live: &Live, seat: u8, decision: u32, choice: u32) -> Result<(), Problem> {
        let mut table = live.table();
        if let Some(refusal) = table.refusal(seat, decision, choice) {
            return Err(refusal);
        }
        self.keep_and_make(&mut table, choice)
    }

    /// A choice is in the database before anybody is told of it.
    fn keep_and_make(&self, table: &mut Table, choice: u32) -> Result<(), Problem> {
        if table.is_removed {
            return Err(removed());
        }
        let kept = self.store.add_choice(&table.id, table.number(), choice);
        kept.map_err(not_kept)?;
        if let Some((seat, left)) = table.charge() {
            // Without it somebody has more time after a restart.
            drop(self.store.set_clock(&table.id, seat, left));
        }
        table.make(choice);
        if table.is_over() {
            // The choice is kept, from which the end follows; the mark is only for the list of tables.
            drop(self.keep_over(table));
        }
        Ok(())
    }

    /// Keeps that a game is over, and who won.
    fn keep_over(&self, table: &Table) -> Result<(), Problem> {
        let winners = written(&table.winners())?;
        let ended = table.ended().map(|ended| written(&ended)).transpose()?;
        let kept = self.store.set_over(&table.id, &winners, ended.as_deref());
        kept.map_err(not_kept)
    }

    /// Keeps the name and the colour of a seat's person.
    fn introduce(
        &self,
        live: &Live,
        seat: u8,
        name: &str,
        colour: Option<u8>,
    ) -> Result<(), Problem> {
        let mut table = live.table();
        if table.is_removed {
            return Err(removed());
        }
        let (name, colour) = table.introduce(seat, name, colour);
        let kept = self.store.set_person(&table.id, seat, &name, colour);
        kept.map_err(not_kept)
    }

    fn set_pace(&self, live: &Live, seat: Option<u8>, pace: &Pace) -> Result<(), Problem> {
        let mut table = live.table();
        may_direct(&table, seat)?;
        table.pace = match pace {
            Pace::Auto { milliseconds } => Pace::Auto {
                milliseconds: (*milliseconds).min(SLOWEST),
            },
            Pace::Step => Pace::Step,
        };
        Ok(())
    }

    fn set_player(&self, live: &Live, seat: u8, player: &str) -> Result<(), Problem> {
        let mut table = live.table();
        self.store
            .set_player(&table.id, seat, player)
            .map_err(not_kept)?;
        table.set_player(seat, player);
        Ok(())
    }

    /// Does something at a table, on a thread where nobody waits for it.
    pub(crate) async fn at<T: Send + 'static>(
        &self,
        live: &Arc<Live>,
        work: impl FnOnce(&Live) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let live = live.clone();
        self.lanes.tables.run(move || work(&live)).await
    }
}

/// A client that wants to remove a table.
pub(crate) enum Remover<'t> {
    /// The host.
    Host,
    /// Somebody else, with the token of a seat.
    Guest(Option<&'t str>),
}

/// A value as JSON.
fn written<T: serde::Serialize>(value: &T) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| problem(ProblemCode::Plan, error.to_string()))
}

/// A value that was kept as JSON, if it can be read.
fn parsed<T: serde::de::DeserializeOwned>(text: Option<&str>) -> Option<T> {
    serde_json::from_str(text?).ok()
}

/// Nobody plays on at a table that is gone.
pub(crate) fn removed() -> Problem {
    problem(ProblemCode::Removed, "this table was removed".to_owned())
}

fn must_sit(seat: Option<u8>) -> Result<u8, Problem> {
    seat.ok_or_else(|| {
        problem(
            ProblemCode::NotAllowed,
            "spectators only look on".to_owned(),
        )
    })
}

/// A seated person sets the pace; where only computers play, everybody may.
fn may_direct(table: &Table, seat: Option<u8>) -> Result<(), Problem> {
    if seat.is_some() || table.players().iter().all(|player| player != PERSON) {
        return Ok(());
    }
    let message = "only who plays sets the pace";
    Err(problem(ProblemCode::NotAllowed, message.to_owned()))
}
