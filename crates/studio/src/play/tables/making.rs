//! Tables that are made: for play, and from records to look at.

use super::Tables;
use crate::computers::computer;
use crate::problem::{ProblemCode, not_kept, problem};
use crate::server::limits;
use crate::server::token;
use crate::store::{SeatRow, TableRow};
use crate::table::{PERSON, Table};
use crate::wire::{NewTable, Problem, SeatPlan, TableMade};
use engine::program::Program;
use engine::record::Record;
use engine::seed::Seed;
use std::collections::BTreeMap;
use std::time::SystemTime;

impl Tables {
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
