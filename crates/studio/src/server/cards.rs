//! Cards that people write.

use super::rights::{Role, must_host};
use super::{InLanguage, Refusal, Studio, read, work};
use crate::wire::{CardAsked, CardChecked, CardOpened, CardSaved, CardSaving, Workshop};
use crate::workshop;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::{Extension, Json};

pub(super) async fn workshop_of(
    State(tables): Studio,
    Path(game): Path<String>,
    Query(of): Query<InLanguage>,
    Extension(role): Extension<Role>,
) -> Result<Json<Workshop>, Refusal> {
    let found = work(tables, move |tables| {
        let mut found = workshop::overview(&tables.shelf, &game, &of.language)?;
        // The folders of the host's machine are nothing for guests.
        found.folder = found.folder.filter(|_| role == Role::Host);
        Ok(found)
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
    body: Bytes,
) -> Result<Json<CardChecked>, Refusal> {
    let checked = work(tables, move |tables| {
        let asked: CardAsked = read(&body)?;
        workshop::check(&tables.shelf, &game, &asked)
    });
    Ok(Json(checked.await?))
}

pub(super) async fn save_card(
    State(tables): Studio,
    Path(game): Path<String>,
    Extension(role): Extension<Role>,
    body: Bytes,
) -> Result<Json<CardSaved>, Refusal> {
    must_host(role)?;
    let saved = work(tables, move |tables| {
        let saving: CardSaving = read(&body)?;
        workshop::save(&tables.shelf, &game, &saving)
    });
    Ok(Json(saved.await?))
}

pub(super) async fn discard_copy(
    State(tables): Studio,
    Path(game): Path<String>,
    Extension(role): Extension<Role>,
) -> Result<Json<String>, Refusal> {
    must_host(role)?;
    let aside = work(tables, move |tables| {
        workshop::discard(&tables.shelf, &game)
    });
    Ok(Json(aside.await?))
}
