//! Decks that people build.

use super::rights::DeckOwner;
use super::{InLanguage, Refusal, Studio, read, work};
use crate::decks;
use crate::problem::{ProblemCode, damaged, not_kept, problem};
use crate::server::limits::{self, DECKS_OF_A_PAGE, DECKS_OF_GUESTS, DECKS_OF_ONE};
use crate::server::token;
use crate::store::{DeckRow, Owner};
use crate::tables::Tables;
use crate::wire::{
    DeckChecked, DeckText, KeptDeck, KeptDecks, OddsAsked, OddsFound, Problem, RandomDeck,
};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;

pub(super) async fn check_deck(
    State(tables): Studio,
    Path(game): Path<String>,
    Query(of): Query<InLanguage>,
    body: Bytes,
) -> Result<Json<DeckChecked>, Refusal> {
    let checked = work(tables, move |tables| {
        let deck: DeckText = read(&body)?;
        let edition = tables.shelf.edition(&game, None)?;
        decks::checked(&edition, &deck, &of.language)
    });
    Ok(Json(checked.await?))
}

pub(super) async fn random_deck(
    State(tables): Studio,
    Path(game): Path<String>,
    body: Bytes,
) -> Result<Json<DeckChecked>, Refusal> {
    let made = work(tables, move |tables| {
        let wanted: RandomDeck = read(&body)?;
        let edition = tables.shelf.edition(&game, None)?;
        let seed =
            token::seed().map_err(|error| problem(ProblemCode::NoChance, error.to_string()))?;
        decks::by_chance(&edition, wanted.regulation.as_deref(), seed)
    });
    Ok(Json(made.await?))
}

pub(super) async fn deck_odds(
    State(tables): Studio,
    Path(_game): Path<String>,
    body: Bytes,
) -> Result<Json<OddsFound>, Refusal> {
    let found = work(tables, move |_| {
        let asked: OddsAsked = read(&body)?;
        decks::odds(&asked)
    });
    Ok(Json(found.await?))
}

/// Page of a list.
#[derive(Deserialize)]
pub(super) struct OfPage {
    #[serde(default)]
    page: u32,
}

pub(super) async fn kept_decks(
    State(tables): Studio,
    Path(game): Path<String>,
    Query(of): Query<OfPage>,
    owner: DeckOwner,
) -> Result<Json<KeptDecks>, Refusal> {
    let kept = work(tables, move |tables| {
        let Ok(owner) = owner.known() else {
            let (decks, more) = (Vec::new(), false);
            return Ok(KeptDecks { decks, more });
        };
        let from = of.page.saturating_mul(DECKS_OF_A_PAGE);
        let rows = tables.store.decks(&game, &owner, from, DECKS_OF_A_PAGE + 1);
        let rows = rows.map_err(|error| damaged(&error))?;
        let more = rows.len() > DECKS_OF_A_PAGE as usize;
        let rows = rows.into_iter().take(DECKS_OF_A_PAGE as usize);
        let decks = rows.filter_map(|row| {
            Some(KeptDeck {
                // Unreadable data was written by another edition of the studio.
                sections: serde_json::from_str(&row.sections).ok()?,
                id: row.id,
                game: row.game,
                name: row.name,
            })
        });
        let decks = decks.collect();
        Ok(KeptDecks { decks, more })
    });
    Ok(Json(kept.await?))
}

pub(super) async fn keep_deck(
    State(tables): Studio,
    Path(game): Path<String>,
    owner: DeckOwner,
    body: Bytes,
) -> Result<Json<KeptDeck>, Refusal> {
    let kept = work(tables, move |tables| {
        let mut deck: KeptDeck = read(&body)?;
        let owner = owner.known()?;
        tables.shelf.edition(&game, None)?;
        deck.game = game;
        deck.name = deck.name.trim().chars().take(80).collect();
        keep(tables, owner, &mut deck)?;
        Ok(deck)
    });
    Ok(Json(kept.await?))
}

/// Keeps a new deck, or another edition of one of the same owner.
fn keep(tables: &Tables, owner: Owner, deck: &mut KeptDeck) -> Result<(), Problem> {
    let is_new = deck.id.is_empty();
    if is_new {
        let counts = tables.store.deck_counts(&deck.game, &owner);
        let (own, of_guests) = counts.map_err(not_kept)?;
        let is_full = own >= DECKS_OF_ONE || owner.is_some() && of_guests >= DECKS_OF_GUESTS;
        if is_full {
            let message = "there are too many decks: remove one".to_owned();
            return Err(problem(ProblemCode::TooLarge, message));
        }
        let fresh = token::fresh();
        deck.id = fresh.map_err(|error| problem(ProblemCode::NoChance, error.to_string()))?;
    }
    let row = DeckRow {
        id: deck.id.clone(),
        owner,
        game: deck.game.clone(),
        name: deck.name.clone(),
        sections: limits::sections_of(deck)?,
    };
    let kept = match is_new {
        true => tables.store.add_deck(&row).map(|()| true),
        false => tables.store.change_deck(&row),
    };
    match kept.map_err(not_kept)? {
        true => Ok(()),
        false => Err(no_deck()),
    }
}

pub(super) async fn remove_deck(
    State(tables): Studio,
    Path((game, deck)): Path<(String, String)>,
    owner: DeckOwner,
) -> Result<StatusCode, Refusal> {
    work(tables, move |tables| {
        let owner = owner.known()?;
        let removed = tables.store.remove_deck(&game, &deck, &owner);
        match removed.map_err(not_kept)? {
            true => Ok(()),
            false => Err(no_deck()),
        }
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

fn no_deck() -> Problem {
    problem(
        ProblemCode::UnknownTable,
        "you have no such deck".to_owned(),
    )
}
