//! Cards that people write.

use super::{InLanguage, Refusal, Studio, work};
use crate::wire::{CardAsked, CardChecked, CardOpened, CardSaved, CardSaving, Workshop};
use crate::workshop;
use axum::Json;
use axum::extract::{Path, Query, State};

pub(super) async fn workshop_of(
    State(tables): Studio,
    Path(game): Path<String>,
    Query(of): Query<InLanguage>,
) -> Result<Json<Workshop>, Refusal> {
    let found = work(tables, move |tables| {
        workshop::overview(&tables.shelf, &game, &of.language)
    });
    Ok(Json(found.await?))
}

pub(super) async fn open_card(
    State(tables): Studio,
    Path((game, card)): Path<(String, String)>,
) -> Result<Json<CardOpened>, Refusal> {
    let found = work(tables, move |tables| {
        workshop::open(&tables.shelf, &game, &card)
    });
    Ok(Json(found.await?))
}

pub(super) async fn check_card(
    State(tables): Studio,
    Path(game): Path<String>,
    Json(asked): Json<CardAsked>,
) -> Result<Json<CardChecked>, Refusal> {
    let checked = work(tables, move |tables| {
        workshop::check(&tables.shelf, &game, &asked)
    });
    Ok(Json(checked.await?))
}

pub(super) async fn save_card(
    State(tables): Studio,
    Path(game): Path<String>,
    Json(saving): Json<CardSaving>,
) -> Result<Json<CardSaved>, Refusal> {
    let saved = work(tables, move |tables| {
        workshop::save(&tables.shelf, &game, &saving)
    });
    Ok(Json(saved.await?))
}

pub(super) async fn discard_copy(
    State(tables): Studio,
    Path(game): Path<String>,
) -> Result<Json<String>, Refusal> {
    let aside = work(tables, move |tables| {
        workshop::discard(&tables.shelf, &game)
    });
    Ok(Json(aside.await?))
}
