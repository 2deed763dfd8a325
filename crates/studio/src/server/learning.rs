//! Training runs.

use super::runs::{Kind, known, refused, unknown};
use super::{Refusal, Studio, take_up, work};
use crate::computers::learning::Learning;
use crate::runs::is_name;
use crate::tables::Tables;
use crate::wire::{MoreMinutes, NewRun, Problem, RunDetail, RunSummary, Runs, TableMade};
use axum::Json;
use axum::extract::{Path, State};
use std::collections::BTreeMap;

/// The longest run that a page may start, in minutes.
const LONGEST: f64 = 7.0 * 24.0 * 60.0;

/// Training runs.
pub(super) enum Training {}

impl Kind for Training {
    type Runs = dyn Learning;
    type List = Runs;

    fn of(tables: &Tables) -> Option<&Self::Runs> {
        tables.learning()
    }

    fn list(runs: Vec<RunSummary>, may_start: bool) -> Runs {
        Runs { runs, may_start }
    }

    fn check(wanted: &NewRun) -> Result<(), Problem> {
        in_time(wanted.minutes)
    }

    fn check_more(more: &MoreMinutes) -> Result<(), Problem> {
        in_time(more.minutes)
    }

    fn failure(detail: &mut RunDetail) -> &mut Option<String> {
        &mut detail.failure
    }
}

/// Opens a sample game of a run, to be looked at as a replay.
pub(super) async fn open_sample(
    State(tables): Studio,
    Path((name, sample)): Path<(String, String)>,
) -> Result<Json<TableMade>, Refusal> {
    let made = work(tables, move |tables| {
        let learning = known::<Training>(tables, &name)?;
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

fn in_time(minutes: f64) -> Result<(), Problem> {
    if minutes > 0.0 && minutes <= LONGEST {
        return Ok(());
    }
    let message = format!("a run takes more than 0 and up to {LONGEST} minutes");
    Err(refused(message))
}
