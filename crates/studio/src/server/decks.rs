//! Decks that people build.

use super::{InLanguage, Refusal, Studio, work};
use crate::problem::{damaged, not_kept, problem};
use crate::store::DeckRow;
use crate::wire::{DeckChecked, DeckText, KeptDeck, OddsAsked, OddsFound, RandomDeck};
use crate::{decks, token};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;

pub(super) async fn check_deck(
    State(tables): Studio,
    Path(game): Path<String>,
    Query(of): Query<InLanguage>,
    Json(deck): Json<DeckText>,
) -> Result<Json<DeckChecked>, Refusal> {
    let checked = work(tables, move |tables| {
        let edition = tables.shelf.edition(&game, None)?;
        decks::checked(&edition, &deck, &of.language)
    });
    Ok(Json(checked.await?))
}

pub(super) async fn random_deck(
    State(tables): Studio,
    Path(game): Path<String>,
    Json(wanted): Json<RandomDeck>,
) -> Result<Json<DeckChecked>, Refusal> {
    let made = work(tables, move |tables| {
        let edition = tables.shelf.edition(&game, None)?;
        let seed = token::seed().map_err(|error| problem("no_chance", error.to_string()))?;
        decks::by_chance(&edition, wanted.regulation.as_deref(), seed)
    });
    Ok(Json(made.await?))
}

pub(super) async fn deck_odds(
    State(tables): Studio,
    Path(_game): Path<String>,
    Json(asked): Json<OddsAsked>,
) -> Result<Json<OddsFound>, Refusal> {
    Ok(Json(work(tables, move |_| decks::odds(&asked)).await?))
}

pub(super) async fn kept_decks(
    State(tables): Studio,
    Path(game): Path<String>,
) -> Result<Json<Vec<KeptDeck>>, Refusal> {
    let kept = work(tables, move |tables| {
        let rows = tables.store.decks(&game);
        let rows = rows.map_err(|error| damaged(&error))?;
        let decks = rows.into_iter().filter_map(|row| {
            Some(KeptDeck {
                // What cannot be read was kept by another edition of the studio.
                sections: serde_json::from_str(&row.sections).ok()?,
                id: row.id,
                game: row.game,
                name: row.name,
            })
        });
        Ok(decks.collect())
    });
    Ok(Json(kept.await?))
}

pub(super) async fn keep_deck(
    State(tables): Studio,
    Path(game): Path<String>,
    Json(mut deck): Json<KeptDeck>,
) -> Result<Json<KeptDeck>, Refusal> {
    let kept = work(tables, move |tables| {
        tables.shelf.edition(&game, None)?;
        deck.game = game;
        deck.name = deck.name.trim().chars().take(80).collect();
        if deck.id.is_empty() {
            let fresh = token::fresh();
            deck.id = fresh.map_err(|error| problem("no_chance", error.to_string()))?;
        }
        let sections = serde_json::to_string(&deck.sections);
        tables
            .store
            .keep_deck(&DeckRow {
                id: deck.id.clone(),
                game: deck.game.clone(),
                name: deck.name.clone(),
                sections: sections.map_err(|error| problem("deck", error.to_string()))?,
            })
            .map_err(not_kept)?;
        Ok(deck)
    });
    Ok(Json(kept.await?))
}

pub(super) async fn remove_deck(
    State(tables): Studio,
    Path((game, deck)): Path<(String, String)>,
) -> Result<StatusCode, Refusal> {
    work(tables, move |tables| {
        let removed = tables.store.remove_deck(&game, &deck).map_err(not_kept)?;
        match removed {
            true => Ok(()),
            false => Err(problem("unknown_table", "there is no such deck".to_owned())),
        }
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
