//! Training runs: looked at by everybody, started and stopped by the host.

use super::rights::{Role, must_host};
use super::{Refusal, Studio, read, take_up, work};
use crate::computers::learning::{Learning, is_name};
use crate::problem::problem;
use crate::tables::Tables;
use crate::wire::{MoreMinutes, NewRun, Problem, RunDetail, RunSummary, Runs, TableMade};
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::{Extension, Json};
use std::collections::BTreeMap;

/// The longest run that a page may start, in minutes.
const LONGEST: f64 = 7.0 * 24.0 * 60.0;

pub(super) async fn runs(
    State(tables): Studio,
    Extension(role): Extension<Role>,
) -> Result<Json<Runs>, Refusal> {
    let runs = work(tables, move |tables| {
        let learning = tables.learning();
        Ok(Runs {
            may_start: learning.is_some() && role == Role::Host,
            runs: learning.map(Learning::runs).unwrap_or_default(),
        })
    });
    Ok(Json(runs.await?))
}

pub(super) async fn run(
    State(tables): Studio,
    Path(name): Path<String>,
    Extension(role): Extension<Role>,
) -> Result<Json<RunDetail>, Refusal> {
    let detail = work(tables, move |tables| {
        let run = known(tables, &name)?.run(&name);
        let mut run = run.ok_or_else(unknown)?;
        // The words of a program that failed name folders of the host's machine.
        run.failure = run.failure.filter(|_| role == Role::Host);
        Ok(run)
    });
    Ok(Json(detail.await?))
}

pub(super) async fn start(
    State(tables): Studio,
    Extension(role): Extension<Role>,
    body: Bytes,
) -> Result<Json<RunSummary>, Refusal> {
    must_host(role)?;
    let started = work(tables, move |tables| {
        let wanted: NewRun = read(&body)?;
        in_time(wanted.minutes)?;
        let learning = tables.learning().ok_or_else(unknown)?;
        learning.start(&wanted).map_err(refused)
    });
    Ok(Json(started.await?))
}

pub(super) async fn resume(
    State(tables): Studio,
    Path(name): Path<String>,
    Extension(role): Extension<Role>,
    body: Bytes,
) -> Result<Json<RunSummary>, Refusal> {
    must_host(role)?;
    let resumed = work(tables, move |tables| {
        let more: MoreMinutes = read(&body)?;
        in_time(more.minutes)?;
        let learning = known(tables, &name)?;
        learning.resume(&name, more.minutes).map_err(refused)
    });
    Ok(Json(resumed.await?))
}

pub(super) async fn stop(
    State(tables): Studio,
    Path(name): Path<String>,
    Extension(role): Extension<Role>,
) -> Result<Json<RunSummary>, Refusal> {
    must_host(role)?;
    let stopped = work(tables, move |tables| {
        known(tables, &name)?.stop(&name).map_err(refused)
    });
    Ok(Json(stopped.await?))
}

/// Opens a sample game of a run, to be looked at as a replay.
pub(super) async fn open_sample(
    State(tables): Studio,
    Path((name, sample)): Path<(String, String)>,
) -> Result<Json<TableMade>, Refusal> {
    let made = work(tables, move |tables| {
        let learning = known(tables, &name)?;
        let known = Some(sample.as_str()).filter(|sample| is_name(sample));
        let bytes = known.and_then(|sample| learning.sample(&name, sample));
        let id = take_up(tables, &bytes.ok_or_else(unknown)?)?;
        Ok(TableMade {
            id,
            tokens: BTreeMap::new(),
        })
    });
    Ok(Json(made.await?))
}

fn known<'t>(tables: &'t Tables, name: &str) -> Result<&'t dyn Learning, Problem> {
    let learning = tables.learning().filter(|_| is_name(name));
    learning.ok_or_else(unknown)
}

fn unknown() -> Problem {
    problem("unknown_run", "there is no such training run".to_owned())
}

fn refused(reason: String) -> Problem {
    problem("run", reason)
}

fn in_time(minutes: f64) -> Result<(), Problem> {
    if minutes > 0.0 && minutes <= LONGEST {
        return Ok(());
    }
    let message = format!("a run takes more than 0 and up to {LONGEST} minutes");
    Err(problem("run", message))
}
