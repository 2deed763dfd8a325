//! Runs of the own machine: looked at by everybody, started and stopped by the host.

use super::rights::{Role, must_host};
use super::{Refusal, Studio, read, work};
use crate::problem::{ProblemCode, problem};
use crate::runs::{OwnRuns, is_name};
use crate::tables::Tables;
use crate::wire::Problem;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::{Extension, Json};
use serde::Serialize;
use serde::de::DeserializeOwned;

type Of<K> = <K as Kind>::Runs;
type Wanted<K> = <Of<K> as OwnRuns>::Wanted;
type More<K> = <Of<K> as OwnRuns>::More;
type Summary<K> = <Of<K> as OwnRuns>::Summary;
type Detail<K> = <Of<K> as OwnRuns>::Detail;

/// A kind of runs.
pub(super) trait Kind: 'static {
    /// Keeps them.
    type Runs: OwnRuns<
            Wanted: DeserializeOwned,
            More: DeserializeOwned,
            Summary: Serialize + Send + 'static,
            Detail: Serialize + Send + 'static,
        > + ?Sized;
    /// The list of them.
    type List: Serialize + Send + 'static;

    /// Those of this studio, if it keeps any.
    fn of(tables: &Tables) -> Option<&Self::Runs>;

    /// The list of them for somebody who may or may not start some.
    fn list(runs: Vec<Summary<Self>>, may_start: bool) -> Self::List;

    /// Refuses what no run can be started with.
    fn check(wanted: &Wanted<Self>) -> Result<(), Problem>;

    /// Refuses what no run can go on with.
    fn check_more(more: &More<Self>) -> Result<(), Problem>;

    /// The last words of a run that failed.
    fn failure(detail: &mut Detail<Self>) -> &mut Option<String>;
}

pub(super) async fn list<K: Kind>(
    State(tables): Studio,
    Extension(role): Extension<Role>,
) -> Result<Json<K::List>, Refusal> {
    let list = work(tables, move |tables| {
        let runs = K::of(tables);
        let may_start = runs.is_some() && role == Role::Host;
        Ok(K::list(
            runs.map(OwnRuns::runs).unwrap_or_default(),
            may_start,
        ))
    });
    Ok(Json(list.await?))
}

pub(super) async fn one<K: Kind>(
    State(tables): Studio,
    Path(name): Path<String>,
    Extension(role): Extension<Role>,
) -> Result<Json<Detail<K>>, Refusal> {
    let detail = work(tables, move |tables| {
        let mut run = known::<K>(tables, &name)?.run(&name).ok_or_else(unknown)?;
        // The words of a program that failed name folders of the host's machine.
        if role != Role::Host {
            *K::failure(&mut run) = None;
        }
        Ok(run)
    });
    Ok(Json(detail.await?))
}

pub(super) async fn start<K: Kind>(
    State(tables): Studio,
    Extension(role): Extension<Role>,
    body: Bytes,
) -> Result<Json<Summary<K>>, Refusal> {
    must_host(role)?;
    let started = work(tables, move |tables| {
        let wanted = read(&body)?;
        K::check(&wanted)?;
        let runs = K::of(tables).ok_or_else(unknown)?;
        runs.start(&wanted).map_err(refused)
    });
    Ok(Json(started.await?))
}

pub(super) async fn resume<K: Kind>(
    State(tables): Studio,
    Path(name): Path<String>,
    Extension(role): Extension<Role>,
    body: Bytes,
) -> Result<Json<Summary<K>>, Refusal> {
    must_host(role)?;
    let resumed = work(tables, move |tables| {
        let more = read(if body.is_empty() { b"null" } else { &body })?;
        K::check_more(&more)?;
        let runs = known::<K>(tables, &name)?;
        runs.resume(&name, &more).map_err(refused)
    });
    Ok(Json(resumed.await?))
}

pub(super) async fn stop<K: Kind>(
    State(tables): Studio,
    Path(name): Path<String>,
    Extension(role): Extension<Role>,
) -> Result<Json<Summary<K>>, Refusal> {
    must_host(role)?;
    let stopped = work(tables, move |tables| {
        known::<K>(tables, &name)?.stop(&name).map_err(refused)
    });
    Ok(Json(stopped.await?))
}

/// The runs, if a text can be the name of one.
pub(super) fn known<'t, K: Kind>(tables: &'t Tables, name: &str) -> Result<&'t K::Runs, Problem> {
    let runs = K::of(tables).filter(|_| is_name(name));
    runs.ok_or_else(unknown)
}

pub(super) fn unknown() -> Problem {
    problem(ProblemCode::UnknownRun, "there is no such run".to_owned())
}

pub(super) fn refused(reason: String) -> Problem {
    problem(ProblemCode::Run, reason)
}
