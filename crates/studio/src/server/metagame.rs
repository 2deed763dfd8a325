//! Runs that breed decks or weigh them, their reports, and what they found out about cards.

use super::runs::{Kind, known, refused};
use super::{InLanguage, Refusal, Studio, work};
use crate::runs::Metagame;
use crate::tables::Tables;
use crate::wire::{
    CardWorths, MetaKind, MetaRunDetail, MetaRunSummary, MetaRuns, MetaStart, NewMetaRun, Problem,
};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::Html;
use std::ops::RangeInclusive;

/// Numbers of games of a field.
const GAMES: RangeInclusive<u32> = 2..=10_000_000;

/// Numbers of rounds.
const ROUNDS: RangeInclusive<u32> = 1..=1000;

/// Numbers of generations of a round.
const GENERATIONS: RangeInclusive<u32> = 1..=100_000;

/// The most decks of a person in a run.
const OWN_DECKS: usize = 64;

/// Runs about decks.
pub(super) enum Decks {}

impl Kind for Decks {
    type Runs = dyn Metagame;
    type List = MetaRuns;

    fn of(tables: &Tables) -> Option<&Self::Runs> {
        tables.metagame()
    }

    fn list(runs: Vec<MetaRunSummary>, may_start: bool) -> MetaRuns {
        MetaRuns { runs, may_start }
    }

    fn check(wanted: &NewMetaRun) -> Result<(), Problem> {
        in_range("games", wanted.games, &GAMES)?;
        in_range("rounds", wanted.rounds, &ROUNDS)?;
        in_range("generations of a round", wanted.generations, &GENERATIONS)?;
        if wanted.decks.len() > OWN_DECKS {
            let message = format!("a run takes up to {OWN_DECKS} decks of your own");
            return Err(refused(message));
        }
        let is_own = wanted.start == Some(MetaStart::Own) && wanted.kind == MetaKind::Evolve;
        match is_own && wanted.decks.is_empty() {
            true => Err(refused("choose a deck to breed from".to_owned())),
            false => Ok(()),
        }
    }

    fn check_more((): &()) -> Result<(), Problem> {
        Ok(())
    }

    fn failure(detail: &mut MetaRunDetail) -> &mut Option<String> {
        &mut detail.failure
    }
}

/// The report of a run, as a page that needs nothing else.
pub(super) async fn report(
    State(tables): Studio,
    Path(name): Path<String>,
    Query(of): Query<InLanguage>,
) -> Result<Html<String>, Refusal> {
    let page = work(tables, move |tables| {
        let runs = known::<Decks>(tables, &name)?;
        runs.report(&name, &of.language).map_err(refused)
    });
    Ok(Html(page.await?))
}

/// Worth of the cards of a game; nothing if no run has found it out.
pub(super) async fn worths(
    State(tables): Studio,
    Path(game): Path<String>,
) -> Result<Json<Option<CardWorths>>, Refusal> {
    let worths = work(tables, move |tables| {
        Ok(tables.metagame().and_then(|runs| runs.worths(&game)))
    });
    Ok(Json(worths.await?))
}

fn in_range(what: &str, wanted: Option<u32>, range: &RangeInclusive<u32>) -> Result<(), Problem> {
    if wanted.is_none_or(|wanted| range.contains(&wanted)) {
        return Ok(());
    }
    let (least, most) = (range.start(), range.end());
    Err(refused(format!("a run takes {least} to {most} {what}")))
}
