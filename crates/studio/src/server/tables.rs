//! Tables: made, looked at again, branched off, and what computers think of them.

use super::connections::Connection;
use super::rights::Role;
use super::{Refusal, Studio, read, work};
use crate::computers::computer;
use crate::computers::opinions::Asking;
use crate::problem::{ProblemCode, problem};
use crate::table::{ComputerTurn, Table};
use crate::tables::{Live, Remover, Tables};
use crate::wire::{Moment, NewTable, Problem, SeatPlan, TableMade, TableSummary, Thinking};
use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use engine::ids::Seat;
use futures_util::stream;
use serde::Deserialize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::time::timeout;

/// Time limit for reading the last word of a computer that was asked.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) async fn list_tables(State(tables): Studio) -> Result<Json<Vec<TableSummary>>, Refusal> {
    Ok(Json(work(tables, Tables::list).await?))
}

pub(super) async fn make_table(
    State(tables): Studio,
    body: Bytes,
) -> Result<Json<TableMade>, Refusal> {
    let made = work(tables, move |tables| tables.make(&read(&body)?));
    Ok(Json(made.await?))
}

/// The token of a seat, which opens what only this seat may see or do.
pub(super) fn token_of(headers: &HeaderMap) -> Option<String> {
    let value = headers.get("x-seat-token")?.to_str().ok()?;
    Some(value.to_owned())
}

pub(super) async fn remove_table(
    State(tables): Studio,
    Path(table): Path<String>,
    Extension(role): Extension<Role>,
    headers: HeaderMap,
) -> Result<StatusCode, Refusal> {
    let token = token_of(&headers);
    work(tables, move |tables| {
        let by = match role {
            Role::Host => Remover::Host,
            Role::Guest => Remover::Guest(token.as_deref()),
        };
        tables.remove(&table, by)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

fn seat_by(live: &Live, token: Option<&str>) -> Option<u8> {
    token.and_then(|token| live.table().seat_of(token))
}

/// Moment of a game, and its viewer: a seat's number, `all` or `onlooker`.
#[derive(Deserialize)]
pub(super) struct Asked {
    at: u32,
    /// Number of events after the decision that have happened.
    #[serde(default)]
    event: u32,
    #[serde(default)]
    eyes: String,
    #[serde(default)]
    language: String,
    /// True if steps that failed are told, too, and every change of a value: only to eyes that see everything.
    #[serde(default)]
    steps: bool,
}

pub(super) async fn moment(
    State(tables): Studio,
    Path(table): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Json<Moment>, Refusal> {
    let token = token_of(&headers);
    let moment = work(tables, move |tables| {
        let live = tables.find(&table)?;
        let own = seat_by(&live, token.as_deref());
        let copy = live.copy();
        drop(live);
        tables.leave(&table);
        let eyes = eyes_of(&asked.eyes, copy.seats())?;
        let is_allowed = match eyes {
            None => false,
            Some(Seat::ONLOOKER) => true,
            Some(seat) => own == Some(seat.0),
        };
        if !is_allowed && !copy.is_open() {
            let message = "while a game is played, only the own seat's view can be looked at";
            return Err(problem(ProblemCode::NotAllowed, message.to_owned()));
        }
        let (at, event) = (asked.at as usize, asked.event as usize);
        let copy = match asked.steps && eyes.is_none() {
            true => copy.traced()?,
            false => copy,
        };
        Ok(copy.moment(at, event, eyes, &asked.language))
    });
    Ok(Json(moment.await?))
}

/// Moment of a game that a computer is asked about.
#[derive(Deserialize)]
pub(super) struct Pondered {
    at: u32,
    player: String,
    #[serde(default)]
    language: String,
}

/// Thoughts of a computer about a decision of a game that everybody may see: a line of JSON a few times a second while
/// it thinks, and one at the end. It stops thinking when nobody listens any more, or when the same asks again.
pub(super) async fn thinking(
    State(tables): Studio,
    Path(table): Path<String>,
    Query(asked): Query<Pondered>,
    headers: HeaderMap,
    Extension(connection): Extension<Arc<Connection>>,
) -> Result<Response, Refusal> {
    let token = token_of(&headers);
    let asking = tables.opinions.ask(connection.peer, &table)?;
    connection.stay();
    let place = tokio::select! {
        place = tables.lanes.opinions.enter() => place?,
        () = asking.over() => {
            let message = "somebody at the same place asked anew".to_owned();
            return Err(problem(ProblemCode::Stale, message).into());
        }
    };
    let player = asked.player;
    let (copy, turn) = work(tables, move |tables| {
        let name = computer(&player)?;
        let live = tables.find(&table)?;
        let own = seat_by(&live, token.as_deref());
        let copy = live.copy();
        drop(live);
        tables.leave(&table);
        copy.admits(&name)?;
        // A computer that thinks for a seat knows no more than the seat.
        if !copy.is_open() && !copy.may_ask(own, asked.at as usize) {
            let message = "what computers think can be asked once the game is over, or at the own turn where no other person plays";
            return Err(problem(ProblemCode::NotAllowed, message.to_owned()));
        }
        let nobody = || problem(ProblemCode::NoDecision, "nobody chooses there".to_owned());
        let turn = copy.turn_at(asked.at as usize, &name).ok_or_else(nobody)?;
        Ok((copy, turn))
    })
    .await?;
    let (told, heard) = mpsc::channel(1);
    tokio::spawn(async move {
        let telling = told.clone();
        let pondering = tokio::task::spawn_blocking(move || {
            let thinking = ponder(&copy, turn, &asked.language, &asking, &telling);
            drop(place);
            thinking
        });
        if let Ok(thinking) = pondering.await {
            // A client that is gone already, or does not read, need not be told.
            let _told = timeout(PATIENCE, told.send(thinking)).await;
        }
    });
    let lines = stream::unfold(heard, async |mut heard: mpsc::Receiver<Thinking>| {
        let thinking = heard.recv().await?;
        let line = serde_json::to_string(&thinking).map(|line| line + "\n");
        Some((line, heard))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

/// Thinks, and tells what it thinks so far; at last all of it.
fn ponder(
    table: &Table,
    mut turn: ComputerTurn,
    language: &str,
    asking: &Asking,
    told: &mpsc::Sender<Thinking>,
) -> Thinking {
    let thoughts = turn.think(&mut |turn, thoughts| {
        if asking.is_over() {
            return ControlFlow::Break(());
        }
        match told.try_send(table.thinking(turn, thoughts, language)) {
            Err(TrySendError::Closed(_)) => ControlFlow::Break(()),
            // A slow reader hears the next.
            Ok(()) | Err(TrySendError::Full(_)) => ControlFlow::Continue(()),
        }
    });
    table.thinking(&turn, &thoughts, language)
}

fn eyes_of(text: &str, seats: u8) -> Result<Option<Seat>, Problem> {
    match text {
        "all" => Ok(None),
        "" | "onlooker" => Ok(Some(Seat::ONLOOKER)),
        number => {
            let seat = number.parse().ok().filter(|seat| *seat < seats);
            let none = || problem(ProblemCode::Seat, format!("there is no seat `{number}`"));
            Ok(Some(Seat(seat.ok_or_else(none)?)))
        }
    }
}

/// From which moment of a game another one begins, and who plays it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Branch {
    at: u32,
    seats: Vec<SeatPlan>,
}

pub(super) async fn branch(
    State(tables): Studio,
    Path(table): Path<String>,
    body: Bytes,
) -> Result<Json<TableMade>, Refusal> {
    let made = work(tables, move |tables| {
        let branch: Branch = read(&body)?;
        let live = tables.find(&table)?;
        let copy = live.copy();
        drop(live);
        tables.leave(&table);
        if !copy.is_open() {
            let message = "a game can be branched off once it is over".to_owned();
            return Err(problem(ProblemCode::NotAllowed, message));
        }
        let at = (branch.at as usize).min(copy.number());
        tables.make(&NewTable {
            seats: branch.seats,
            choices: copy.choices()[..at].to_vec(),
            // Spectators of the game know it.
            seed: Some(copy.record().whole_seed().to_string()),
            ..copy.plan.clone()
        })
    });
    Ok(Json(made.await?))
}
