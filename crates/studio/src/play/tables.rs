//! All tables: made, found again after a restart, and moved on by the computers that sit at them.

mod agreement;

use crate::computers::arrangement::{Machinery, Programs};
use crate::computers::lanes::Lanes;
use crate::computers::learning::Learning;
use crate::computers::opinions::Opinions;
use crate::computers::{computer, computer_players};
use crate::invitations::Invitations;
use crate::problem::{ProblemCode, damaged, not_kept, problem};
use crate::runs::Metagame;
use crate::server::limits;
use crate::server::token;
use crate::shelf::{Edition, Shelf, prose};
use crate::store::{SeatRow, Store, TableRow};
use crate::table::{ComputerTurn, PERSON, Sent, Table};
use crate::wire::{
    Ended, NewTable, Pace, Phrase, Problem, Said, SeatPlan, State, TableMade, TableSummary,
    ToTable, Welcome,
};
use agreement::Agreements;
use engine::ids::Seat;
use engine::program::Program;
use engine::record::Record;
use engine::seed::Seed;
use players::Thought;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use tokio::sync::watch;

/// Interval between two looks at the clocks.
const CLOCK_LOOK: Duration = Duration::from_millis(100);

/// The computer that plays on for somebody who has no time left.
const RELIEF: &str = "ismcts:200";

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

/// A table that somebody is at.
pub(crate) struct Live {
    id: String,
    table: Mutex<Table>,
    changed: watch::Sender<u64>,
    /// The number of pages each seat has open.
    present: Mutex<BTreeMap<u8, u32>>,
    /// The last phrase of each seat.
    said: Mutex<BTreeMap<u8, Said>>,
    agreements: Mutex<Agreements>,
    /// True if time is limited.
    has_clock: bool,
    /// True while somebody looks at its clocks.
    is_timed: AtomicBool,
    is_driven: AtomicBool,
    /// The number of moves of computers that were asked for.
    steps: AtomicU32,
}

/// An answer that nobody has to wait for.
enum Next {
    /// A computer's, at this pace.
    Computer(Pace),
    /// The only one that a person has, after this time.
    Pretended {
        /// The number of the decision.
        number: usize,
        time: Duration,
    },
}

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

    /// Makes a table. Compiles the game: not for a thread that must not wait.
    pub(crate) fn make(&self, wanted: &NewTable) -> Result<TableMade, Problem> {
        limits::fits(wanted)?;
        let mut computers = Vec::new();
        for seat in &wanted.seats {
            if let SeatPlan::Computer { name } = seat {
                computers.push(computer(name)?);
            }
        }
        let arranged = self.programs.arrange(&self.shelf, wanted)?;
        for name in &computers {
            arranged.compiled.admits(name)?;
        }
        let seed = seed_for(wanted, &arranged.compiled.program)?;
        let mut tokens = BTreeMap::new();
        let mut seats = Vec::new();
        for (number, plan) in wanted.seats.iter().enumerate() {
            seats.push(match plan {
                SeatPlan::Here | SeatPlan::Link => {
                    let token = token::fresh().map_err(no_chance)?;
                    let sealed = token::sealed(&token);
                    tokens.insert(number as u8, token);
                    SeatRow {
                        token: Some(sealed.to_vec()),
                        clock: time_of(wanted),
                        ..seat_row(PERSON)
                    }
                }
                SeatPlan::Computer { name } => seat_row(name),
            });
        }
        let row = TableRow {
            id: token::fresh().map_err(no_chance)?,
            plan: plan_text(wanted)?,
            seed,
            made: now(),
            over: false,
            uploaded: false,
            ended: None,
            winners: None,
            seats,
            choices: wanted.choices.clone(),
        };
        let id = row.id.clone();
        let plan = NewTable {
            choices: Vec::new(),
            ..wanted.clone()
        };
        let table = Table::new(row.clone(), plan, arranged)?;
        self.store.add_table(&row).map_err(not_kept)?;
        if table.is_over() {
            self.keep_over(&table)?;
        }
        Ok(TableMade { id, tokens })
    }

    /// True if a table can be made so.
    pub(crate) fn try_plan(&self, wanted: &NewTable) -> Result<(), Problem> {
        limits::fits(wanted)?;
        self.programs.arrange(&self.shelf, wanted).map(|_| ())
    }

    /// Plays a record again: it must be of this edition of the game and end where it says.
    pub(crate) fn verify(&self, plan: &NewTable, record: &Record) -> Result<(), Problem> {
        limits::fits(plan)?;
        self.known_regulation(plan, record)?;
        let arranged = self.programs.arrange(&self.shelf, plan)?;
        if arranged.given.is_none() {
            let verified = record.verify(&arranged.compiled.program).map(|_| ());
            return verified.map_err(|wrong| problem(ProblemCode::Record, wrong.to_string()));
        }
        let table = Table::new(
            uploaded(plan, record.whole_seed(), String::new())?,
            plan.clone(),
            arranged,
        )?;
        match table.record().hash == record.hash {
            true => Ok(()),
            false => Err(problem(
                ProblemCode::Record,
                "the record ends in another position".to_owned(),
            )),
        }
    }

    /// A record may only name a regulation that the game has.
    fn known_regulation(&self, plan: &NewTable, record: &Record) -> Result<(), Problem> {
        let Some(regulation) = &record.regulation else {
            return Ok(());
        };
        let edition = self.shelf.edition(&plan.game, plan.variant.as_deref())?;
        let rules = edition.game.deck_rules.as_ref();
        let mut known = rules.into_iter().flat_map(|rules| rules.regulations.iter());
        match known.any(|known| known.name == *regulation) {
            true => Ok(()),
            false => Err(problem(
                ProblemCode::Record,
                format!("the game has no regulation `{regulation}`"),
            )),
        }
    }

    /// Keeps a record as a table that nobody sits at.
    pub(crate) fn upload(&self, plan: &NewTable, seed: Seed) -> Result<String, Problem> {
        let arranged = self.programs.arrange(&self.shelf, plan)?;
        let row = uploaded(plan, seed, token::fresh().map_err(no_chance)?)?;
        let id = row.id.clone();
        Table::new(row.clone(), plan.clone(), arranged)?;
        self.store.add_table(&row).map_err(not_kept)?;
        Ok(id)
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

/// A seat that nobody has a token for yet.
fn seat_row(player: &str) -> SeatRow {
    SeatRow {
        token: None,
        player: player.to_owned(),
        name: String::new(),
        colour: None,
        clock: None,
    }
}

/// The milliseconds that a person begins with.
fn time_of(wanted: &NewTable) -> Option<u32> {
    let clock = wanted.clock?;
    Some(clock.seconds.saturating_mul(1000))
}

/// A value as JSON.
fn written<T: serde::Serialize>(value: &T) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| problem(ProblemCode::Plan, error.to_string()))
}

/// A value that was kept as JSON, if it can be read.
fn parsed<T: serde::de::DeserializeOwned>(text: Option<&str>) -> Option<T> {
    serde_json::from_str(text?).ok()
}

/// The seed of a new table. Where people play against somebody, nobody knows it unless all do.
fn seed_for(wanted: &NewTable, program: &Program) -> Result<Seed, Problem> {
    if let Some(seed) = &wanted.seed {
        let message = || format!("`{seed}` is no seed: give a whole number");
        let seed = seed.trim().parse();
        return seed.map_err(|_| problem(ProblemCode::Seed, message()));
    }
    if let Some(seed) = program.seed {
        return Ok(seed.into());
    }
    let is_person = |seat: &SeatPlan| !matches!(seat, SeatPlan::Computer { .. });
    let seed = match wanted.seats.iter().any(is_person) && wanted.seats.len() > 1 {
        true => token::drawn(),
        false => token::seed().map(Seed::from),
    };
    seed.map_err(no_chance)
}

/// Stored form of a plan: choices have rows of their own.
fn plan_text(wanted: &NewTable) -> Result<String, Problem> {
    let plan = NewTable {
        choices: Vec::new(),
        ..wanted.clone()
    };
    serde_json::to_string(&plan).map_err(|error| problem(ProblemCode::Plan, error.to_string()))
}

/// A record as a table that nobody sits at.
fn uploaded(plan: &NewTable, seed: Seed, id: String) -> Result<TableRow, Problem> {
    let seats = plan.seats.iter().map(|_| seat_row(PERSON));
    Ok(TableRow {
        id,
        plan: plan_text(plan)?,
        seed,
        made: now(),
        over: true,
        uploaded: true,
        ended: None,
        winners: None,
        seats: seats.collect(),
        choices: plan.choices.clone(),
    })
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
    fn say(&self, seat: u8, phrase: Phrase) {
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
    fn think(&self) -> Option<(ComputerTurn, Thought)> {
        let unprepared = self.table().unprepared();
        if let Some(compiled) = unprepared {
            compiled.lookahead();
            compiled.network();
        }
        let mut turn = self.table().computer_turn()?;
        let thoughts = turn.think(&mut |turn, thoughts| self.tell_thinking(turn, thoughts));
        Some((turn, thoughts))
    }

    fn tell(&self) {
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
    fn can_go_on(&self) -> bool {
        self.next().is_some()
    }

    /// The answer that comes by itself next, if one does.
    fn next(&self) -> Option<Next> {
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

/// Nobody plays on at a table that is gone.
pub(crate) fn removed() -> Problem {
    problem(ProblemCode::Removed, "this table was removed".to_owned())
}

/// The viewer: a seat, or a spectator.
fn eyes(seat: Option<u8>) -> Seat {
    seat.map_or(Seat::ONLOOKER, Seat)
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

fn now() -> u32 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| {
        u32::try_from(since.as_secs()).unwrap_or(u32::MAX)
    })
}

fn no_chance(error: getrandom::Error) -> Problem {
    problem(
        ProblemCode::NoChance,
        format!("the system gives no random numbers: {error}"),
    )
}
