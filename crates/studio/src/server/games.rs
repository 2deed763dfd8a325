//! The games, their cards and what is written in their files.

use super::{InLanguage, Refusal, Studio, work};
use crate::art;
use crate::decks;
use crate::problem::{ProblemCode, problem};
use crate::speaker::{Speaker, language_of};
use crate::wire::{Catalogue, GameDetail, GameSummary, Written, WrittenAt};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

pub(super) async fn games(State(tables): Studio) -> Result<Json<Vec<GameSummary>>, Refusal> {
    let games = work(tables, |tables| Ok(tables.shelf.summaries()));
    Ok(Json(games.await?))
}

#[derive(Deserialize)]
pub(super) struct OfVariant {
    variant: Option<String>,
}

pub(super) async fn game(
    State(tables): Studio,
    Path(game): Path<String>,
    Query(of): Query<OfVariant>,
) -> Result<Json<GameDetail>, Refusal> {
    let detail = work(tables, move |tables| {
        let base = tables.shelf.edition(&game, None)?;
        let edition = tables.shelf.edition(&game, of.variant.as_deref())?;
        let mut detail = edition.detail();
        // Variants are those of the game itself, whichever of them is chosen.
        detail.variants = base.detail().variants;
        detail.readme = tables.shelf.readme(&game);
        detail.lessons = tables.shelf.lessons(&game);
        detail.players = tables.computers(&edition);
        Ok(detail)
    });
    Ok(Json(detail.await?))
}

/// The cards of a game that have a picture of somebody's own.
pub(super) async fn art(
    State(tables): Studio,
    Path(game): Path<String>,
) -> Result<Json<Vec<String>>, Refusal> {
    let found = work(tables, move |tables| art::list(&tables.shelf, &game));
    Ok(Json(found.await?))
}

pub(super) async fn picture(
    State(tables): Studio,
    Path((game, card)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let found = work(tables, move |tables| {
        art::picture(&tables.shelf, &game, &card)
    });
    let (kind, bytes) = found.await?;
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "private, max-age=600"),
    ];
    Ok((headers, bytes).into_response())
}

pub(super) async fn cards(
    State(tables): Studio,
    Path(game): Path<String>,
    Query(of): Query<InLanguage>,
) -> Result<Json<Catalogue>, Refusal> {
    let found = work(tables, move |tables| {
        let edition = tables.shelf.edition(&game, None)?;
        Ok(decks::catalogue(&edition, &of.language))
    });
    Ok(Json(found.await?))
}

/// Place in the files of a game.
#[derive(Deserialize)]
pub(super) struct FilePlace {
    #[serde(default)]
    part: String,
    file: String,
    line: u32,
    #[serde(default)]
    variant: Option<String>,
    #[serde(default)]
    language: String,
}

/// The text at a place of a game's files.
pub(super) async fn written(
    State(tables): Studio,
    Path(game): Path<String>,
    Query(place): Query<FilePlace>,
) -> Result<Json<Written>, Refusal> {
    let written = work(tables, move |tables| {
        let edition = tables.shelf.edition(&game, place.variant.as_deref())?;
        let at = WrittenAt {
            part: place.part,
            file: place.file,
            line: place.line,
        };
        let none = format!("`{game}` has no file `{}`", at.file);
        Speaker::written(&edition, at, language_of(&place.language))
            .ok_or_else(|| problem(ProblemCode::UnknownGame, none))
    });
    Ok(Json(written.await?))
}
