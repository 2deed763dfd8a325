//! Games written down, to be taken along and brought back.

use super::{Refusal, Studio, work};
use crate::problem::{ProblemCode, problem};
use crate::record::{Kept, Origin};
use crate::tables::Tables;
use crate::wire::{NewTable, Problem, SeatPlan, TableMade};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use std::collections::BTreeMap;

pub(super) async fn record(
    State(tables): Studio,
    Path(table): Path<String>,
) -> Result<Response, Refusal> {
    let (name, text) = work(tables, move |tables| {
        let live = tables.find(&table)?;
        let copy = live.copy();
        drop(live);
        tables.leave(&table);
        if !copy.is_open() {
            let message = "a record tells everything: it can be had once the game is over";
            return Err(problem(ProblemCode::NotAllowed, message.to_owned()));
        }
        let record = copy.record();
        let origin = Origin {
            game: copy.plan.game,
            variant: copy.plan.variant,
            given: copy.plan.given,
            draft: copy.plan.draft,
        };
        let kept = Kept {
            studio: Some(origin),
            record,
        };
        let text = serde_json::to_string_pretty(&kept);
        let text = text.map_err(|error| problem(ProblemCode::Record, error.to_string()))?;
        Ok((table, text))
    })
    .await?;
    let file = format!(
        "attachment; filename=\"fuda-{}.record.json\"",
        &name[..6.min(name.len())]
    );
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_DISPOSITION, file),
    ];
    Ok((headers, text).into_response())
}

pub(super) async fn upload(
    State(tables): Studio,
    body: axum::body::Bytes,
) -> Result<Json<TableMade>, Refusal> {
    let id = work(tables, move |tables| take_up(tables, &body)).await?;
    Ok(Json(TableMade {
        id,
        tokens: BTreeMap::new(),
    }))
}

/// Plays a record again and keeps it; the name of its table.
pub(crate) fn take_up(tables: &Tables, body: &[u8]) -> Result<String, Problem> {
    let kept = Kept::read(body).map_err(|error| problem(ProblemCode::Record, error.to_string()))?;
    let record = kept.record;
    let origin = match kept.studio {
        Some(origin) => origin,
        // Other records know their games by the names for people.
        None => Origin {
            game: tables
                .shelf
                .id_of(&record.game)
                .unwrap_or(&record.game)
                .to_owned(),
            variant: None,
            given: None,
            draft: None,
        },
    };
    let plan = NewTable {
        game: origin.game,
        variant: origin.variant,
        seats: (0..record.seats).map(|_| SeatPlan::Link).collect(),
        parameters: record.parameters.clone().into_iter().collect(),
        decks: record.decks.clone(),
        seed: Some(record.whole_seed().to_string()),
        pace: None,
        choices: record.choices.clone(),
        given: origin.given,
        draft: origin.draft,
        clock: None,
    };
    tables.verify(&plan, &record)?;
    tables.upload(&plan, record.whole_seed())
}
