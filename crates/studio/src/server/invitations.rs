//! Invitations to tables, and the lobby that lists them.

use super::tables::token_of;
use super::{Refusal, Studio, read, work};
use crate::tables::Tables;
use crate::wire::{Invitation, Joined};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};

pub(super) async fn lobby(State(tables): Studio) -> Result<Json<Vec<Invitation>>, Refusal> {
    Ok(Json(work(tables, Tables::lobby).await?))
}

pub(super) async fn invite(State(tables): Studio, body: Bytes) -> Result<Json<Joined>, Refusal> {
    let made = work(tables, move |tables| tables.invite(&read(&body)?));
    Ok(Json(made.await?))
}

pub(super) async fn join(
    State(tables): Studio,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<Joined>, Refusal> {
    let joined = work(tables, move |tables| tables.join(&id, &read(&body)?));
    Ok(Json(joined.await?))
}

pub(super) async fn invitation(
    State(tables): Studio,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Invitation>, Refusal> {
    let token = token_of(&headers);
    let found = work(tables, move |tables| {
        tables.invitation(&id, token.as_deref())
    });
    Ok(Json(found.await?))
}

pub(super) async fn leave(
    State(tables): Studio,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Refusal> {
    let token = token_of(&headers);
    let left = work(tables, move |tables| {
        tables.leave_invitation(&id, token.as_deref())
    });
    left.await?;
    Ok(StatusCode::NO_CONTENT)
}
