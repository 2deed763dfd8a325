//! Tables: made, looked at again, branched off, and what computers think of them.

use super::{Refusal, Studio, work};
use crate::computers::computer;
use crate::problem::{not_kept, problem};
use crate::table::ComputerTurn;
use crate::tables::{Live, Tables};
use crate::wire::{Moment, NewTable, Problem, SeatPlan, TableMade, TableSummary, Thinking};
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::ids::Seat;
use futures_util::stream;
use serde::Deserialize;
use std::ops::ControlFlow;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

pub(super) async fn list_tables(State(tables): Studio) -> Result<Json<Vec<TableSummary>>, Refusal> {
    Ok(Json(work(tables, Tables::list).await?))
}

pub(super) async fn make_table(
    State(tables): Studio,
    Json(wanted): Json<NewTable>,
) -> Result<Json<TableMade>, Refusal> {
    Ok(Json(
        work(tables, move |tables| tables.make(&wanted)).await?,
    ))
}

/// The token of a seat, which opens what only this seat may see or do.
fn token_of(headers: &HeaderMap) -> Option<String> {
    let value = headers.get("x-seat-token")?.to_str().ok()?;
    Some(value.to_owned())
}

pub(super) async fn remove_table(
    State(tables): Studio,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Refusal> {
    let token = token_of(&headers);
    work(tables, move |tables| {
        let live = tables.find(&table)?;
        let may = live.table().is_open() || seat_by(&live, token.as_deref()).is_some();
        tables.leave(&table);
        if !may {
            let message = "only who plays at a table can remove it".to_owned();
            return Err(problem("not_allowed", message));
        }
        tables
            .store
            .remove_table(&table)
            .map(|_| ())
            .map_err(not_kept)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

fn seat_by(live: &Live, token: Option<&str>) -> Option<u8> {
    token.and_then(|token| live.table().seat_of(token))
}

/// Which moment of a game, and with whose eyes: a seat's number, `all` or `onlooker`.
#[derive(Deserialize)]
pub(super) struct Asked {
    at: u32,
    /// How much of what happens before the next decision has happened.
    #[serde(default)]
    event: u32,
    #[serde(default)]
    eyes: String,
    #[serde(default)]
    language: String,
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
        let seen = {
            let table = live.table();
            let eyes = eyes_of(&asked.eyes, table.seats())?;
            let is_allowed = match eyes {
                None => false,
                Some(Seat::ONLOOKER) => true,
                Some(seat) => own == Some(seat.0),
            };
            if !is_allowed && !table.is_open() {
                let message = "while a game is played, only the own seat's view can be looked at";
                return Err(problem("not_allowed", message.to_owned()));
            }
            table.moment(
                asked.at as usize,
                asked.event as usize,
                eyes,
                &asked.language,
            )
        };
        drop(live);
        tables.leave(&table);
        Ok(seen)
    });
    Ok(Json(moment.await?))
}

/// Which moment of a game a computer is asked about.
#[derive(Deserialize)]
pub(super) struct Pondered {
    at: u32,
    player: String,
    #[serde(default)]
    language: String,
}

/// What a computer thinks of a decision of a game that everybody may see: a line of JSON a few times a second while
/// it thinks, and one at the end. It stops thinking when nobody listens any more.
pub(super) async fn thinking(
    State(tables): Studio,
    Path(table): Path<String>,
    Query(asked): Query<Pondered>,
) -> Result<Response, Refusal> {
    let (id, player) = (table.clone(), asked.player);
    let (live, turn) = work(tables.clone(), move |tables| {
        let name = computer(&player)?;
        let live = tables.find(&id)?;
        let turn = live.turn_at(asked.at as usize, &name)?;
        Ok((live, turn))
    })
    .await?;
    let (told, heard) = mpsc::channel(1);
    tokio::task::spawn_blocking(move || {
        ponder(&live, turn, &asked.language, &told);
        drop(live);
        tables.leave(&table);
    });
    let lines = stream::unfold(heard, async |mut heard: mpsc::Receiver<Thinking>| {
        let thinking = heard.recv().await?;
        let line = serde_json::to_string(&thinking).map(|line| line + "\n");
        Some((line, heard))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

/// Thinks, and tells what it thinks.
fn ponder(live: &Live, mut turn: ComputerTurn, language: &str, told: &mpsc::Sender<Thinking>) {
    let thoughts = turn.think(&mut |turn, thoughts| {
        let thinking = live.table().thinking(turn, thoughts, language);
        match told.try_send(thinking) {
            Err(TrySendError::Closed(_)) => ControlFlow::Break(()),
            // Whoever reads slowly hears the next.
            Ok(()) | Err(TrySendError::Full(_)) => ControlFlow::Continue(()),
        }
    });
    let thinking = live.table().thinking(&turn, &thoughts, language);
    // Whoever is gone already need not be told.
    let _gone = told.blocking_send(thinking);
}

fn eyes_of(text: &str, seats: u8) -> Result<Option<Seat>, Problem> {
    match text {
        "all" => Ok(None),
        "" | "onlooker" => Ok(Some(Seat::ONLOOKER)),
        number => {
            let seat = number.parse().ok().filter(|seat| *seat < seats);
            let none = || problem("seat", format!("there is no seat `{number}`"));
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
    Json(branch): Json<Branch>,
) -> Result<Json<TableMade>, Refusal> {
    let made = work(tables, move |tables| {
        let live = tables.find(&table)?;
        let plan = {
            let table = live.table();
            if !table.is_open() {
                let message = "a game can be branched off once it is over".to_owned();
                return Err(problem("not_allowed", message));
            }
            let at = (branch.at as usize).min(table.number());
            NewTable {
                seats: branch.seats,
                choices: table.choices()[..at].to_vec(),
                seed: Some(table.record().seed.to_string()),
                ..table.plan.clone()
            }
        };
        drop(live);
        tables.leave(&table);
        tables.make(&plan)
    });
    Ok(Json(made.await?))
}
