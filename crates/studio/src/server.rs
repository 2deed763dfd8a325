//! The server: pages, games and tables over HTTP, and a WebSocket for each page at a table.

use crate::computers::computer;
use crate::decks;
use crate::pages::page;
use crate::problem::problem;
use crate::shelf::{OpenFolder, Shelf};
use crate::speaker::{Speaker, language_of};
use crate::store::{DeckRow, Store};
use crate::table::{ComputerTurn, Sent};
use crate::tables::{Live, Tables};
use crate::token;
use crate::wire::{
    CardAsked, CardChecked, CardDraft, CardOpened, CardSaved, CardSaving, Catalogue, DeckChecked,
    DeckText, FromTable, GameDetail, GameSummary, KeptDeck, Moment, NewTable, OddsAsked, OddsFound,
    Problem, RandomDeck, SeatPlan, TableMade, TableSummary, Thinking, ToTable, Workshop, Written,
    WrittenAt,
};
use crate::workshop;
use axum::body::Body;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use engine::ids::Seat;
use engine::program::Program;
use engine::record::Record;
use futures_util::stream;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::time::{Instant, interval_at, timeout};

/// The largest message of a page at a table.
const MESSAGE_BYTES: usize = 4 << 10;

/// The largest request.
const REQUEST_BYTES: usize = 4 << 20;

/// How long a page may take to say who it is, or to take a message.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a page that says nothing is asked whether it is there.
const PING: Duration = Duration::from_secs(25);

/// How many messages a page may send in a row, and how many more each second.
const MOST_MESSAGES: u32 = 60;

/// How the studio is run.
pub struct Config {
    /// The games.
    pub shelf: Shelf,
    /// Where tables, decks and records are kept.
    pub data: PathBuf,
    /// On which address it can be reached.
    pub host: IpAddr,
    /// On which port; any free one if 0.
    pub port: u16,
    /// How the files of a folder are read: games that somebody edited are copied into the folder of the data.
    pub open: OpenFolder,
    /// Makes a program faster in which computers look ahead, if that is possible.
    pub hasten: fn(&mut Program),
}

/// A studio that is running.
pub struct Running {
    /// Where it can be reached.
    pub address: SocketAddr,
    listener: TcpListener,
    router: Router,
}

/// Why the studio cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The folder cannot be used.
    #[error("the folder `{folder}` cannot be used: {error}")]
    Data {
        /// The folder.
        folder: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// The database cannot be used.
    #[error("the database in `{folder}` cannot be used: {error}")]
    Store {
        /// The folder.
        folder: String,
        /// What the database says.
        error: rusqlite::Error,
    },
    /// The address cannot be used.
    #[error("`{address}` cannot be used: {error}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: std::io::Error,
    },
}

/// Opens the database and takes the address. Whoever connects is served once [`Running::serve`] is called.
pub async fn start(config: Config) -> Result<Running, StartError> {
    let folder = config.data.display().to_string();
    std::fs::create_dir_all(&config.data).map_err(|error| StartError::Data {
        folder: folder.clone(),
        error,
    })?;
    let store = Store::open(&config.data.join("studio.db"))
        .map_err(|error| StartError::Store { folder, error })?;
    let shelf = config
        .shelf
        .with_copies(config.data.join("games"), config.open);
    let tables = Arc::new(Tables::new(shelf, store, config.hasten));
    let wanted = SocketAddr::new(config.host, config.port);
    let refused = |error| StartError::Address {
        address: wanted,
        error,
    };
    let listener = TcpListener::bind(wanted).await.map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    let router = router(tables, config.host.is_loopback());
    Ok(Running {
        address,
        listener,
        router,
    })
}

impl Running {
    /// Serves until the future is done.
    pub async fn serve(
        self,
        until: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let served = axum::serve(self.listener, self.router);
        tokio::select! {
            ended = served => ended,
            () = until => Ok(()),
        }
    }
}

type Studio = State<Arc<Tables>>;

/// What went wrong, as an answer.
struct Refusal(StatusCode, Problem);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        let status = match problem.code.as_str() {
            "unknown_game" | "unknown_table" | "unknown_variant" | "unknown_card"
            | "unknown_file" => StatusCode::NOT_FOUND,
            "not_allowed" => StatusCode::FORBIDDEN,
            "stale" => StatusCode::CONFLICT,
            "too_large" => StatusCode::PAYLOAD_TOO_LARGE,
            "not_kept" | "no_chance" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        };
        Self(status, problem)
    }
}

fn router(tables: Arc<Tables>, is_local: bool) -> Router {
    let api = Router::new()
        .route("/games", get(games))
        .route("/games/{game}", get(game))
        .route("/games/{game}/cards", get(cards))
        .route("/games/{game}/written", get(written))
        .route(
            "/games/{game}/workshop",
            get(workshop_of).delete(discard_copy),
        )
        .route("/games/{game}/workshop/cards/{card}", get(open_card))
        .route("/games/{game}/workshop/check", post(check_card))
        .route("/games/{game}/workshop/save", post(save_card))
        .route("/games/{game}/deck", post(check_deck))
        .route("/games/{game}/deck/random", post(random_deck))
        .route("/games/{game}/deck/odds", post(deck_odds))
        .route("/games/{game}/decks", get(kept_decks).post(keep_deck))
        .route(
            "/games/{game}/decks/{deck}",
            axum::routing::delete(remove_deck),
        )
        .route("/tables", get(list_tables).post(make_table))
        .route("/tables/{table}", axum::routing::delete(remove_table))
        .route("/tables/{table}/ws", get(sit_down))
        .route("/tables/{table}/moment", get(moment))
        .route("/tables/{table}/thinking", get(thinking))
        .route("/tables/{table}/branch", post(branch))
        .route("/tables/{table}/record", get(record))
        .route("/records", post(upload))
        .route("/health", get(health))
        .fallback(|| async {
            Refusal(
                StatusCode::NOT_FOUND,
                problem("unknown", "there is no such address".to_owned()),
            )
        });
    Router::new()
        .nest("/api", api)
        .fallback(
            |request: Request| async move { page(request.uri().path().trim_start_matches('/')) },
        )
        .layer(DefaultBodyLimit::max(REQUEST_BYTES))
        .layer(middleware::from_fn(move |request, next| {
            guard(is_local, request, next)
        }))
        .with_state(tables)
}

/// Pages of other sites get nothing: neither by a name that leads here (`Host`) nor from a browser that shows
/// them (`Origin`).
async fn guard(is_local: bool, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let is_here = host.is_some_and(|host| !is_local || is_loopback_name(host));
    let origin = headers
        .get(header::ORIGIN)
        .and_then(|origin| origin.to_str().ok());
    let is_own = origin.is_none_or(|origin| {
        let from = origin.split_once("://").map(|(_, rest)| rest);
        from.is_some() && from == host
    });
    if !is_here || !is_own {
        let message = "this studio answers its own pages only".to_owned();
        return Refusal(StatusCode::FORBIDDEN, problem("foreign_page", message)).into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
             connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn is_loopback_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name == "localhost"
        || name
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// Does work that takes a while on a thread where nobody waits for it.
async fn work<T: Send + 'static>(
    tables: Arc<Tables>,
    work: impl FnOnce(&Tables) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(move || work(&tables)).await;
    let broken = |_| {
        problem(
            "broken",
            "the studio could not do this: a fault of ours".to_owned(),
        )
    };
    Ok(done.map_err(broken)??)
}

async fn health(State(tables): Studio) -> Json<BTreeMap<&'static str, usize>> {
    Json(BTreeMap::from([("live_tables", tables.live_count())]))
}

async fn games(State(tables): Studio) -> Result<Json<Vec<GameSummary>>, Refusal> {
    let games = work(tables, |tables| {
        // A game with problems cannot be played; `fuda check` tells why.
        let editions = tables
            .shelf
            .ids()
            .filter_map(|id| tables.shelf.edition(id, None).ok());
        Ok(editions.map(|edition| edition.summary()).collect())
    });
    Ok(Json(games.await?))
}

#[derive(Deserialize)]
struct OfVariant {
    variant: Option<String>,
}

async fn game(
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
        Ok(detail)
    });
    Ok(Json(detail.await?))
}

#[derive(Deserialize)]
struct InLanguage {
    #[serde(default)]
    language: String,
}

async fn cards(
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

async fn check_deck(
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

async fn random_deck(
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

async fn deck_odds(
    State(tables): Studio,
    Path(_game): Path<String>,
    Json(asked): Json<OddsAsked>,
) -> Result<Json<OddsFound>, Refusal> {
    Ok(Json(work(tables, move |_| decks::odds(&asked)).await?))
}

async fn workshop_of(
    State(tables): Studio,
    Path(game): Path<String>,
    Query(of): Query<InLanguage>,
) -> Result<Json<Workshop>, Refusal> {
    let found = work(tables, move |tables| {
        workshop::overview(&tables.shelf, &game, &of.language)
    });
    Ok(Json(found.await?))
}

async fn open_card(
    State(tables): Studio,
    Path((game, card)): Path<(String, String)>,
) -> Result<Json<CardOpened>, Refusal> {
    let found = work(tables, move |tables| {
        workshop::open(&tables.shelf, &game, &card)
    });
    Ok(Json(found.await?))
}

async fn check_card(
    State(tables): Studio,
    Path(game): Path<String>,
    Json(asked): Json<CardAsked>,
) -> Result<Json<CardChecked>, Refusal> {
    let checked = work(tables, move |tables| {
        workshop::check(&tables.shelf, &game, &asked)
    });
    Ok(Json(checked.await?))
}

async fn save_card(
    State(tables): Studio,
    Path(game): Path<String>,
    Json(saving): Json<CardSaving>,
) -> Result<Json<CardSaved>, Refusal> {
    let saved = work(tables, move |tables| {
        workshop::save(&tables.shelf, &game, &saving)
    });
    Ok(Json(saved.await?))
}

async fn discard_copy(
    State(tables): Studio,
    Path(game): Path<String>,
) -> Result<Json<String>, Refusal> {
    let aside = work(tables, move |tables| {
        workshop::discard(&tables.shelf, &game)
    });
    Ok(Json(aside.await?))
}

fn not_kept(error: rusqlite::Error) -> Problem {
    problem("not_kept", format!("it could not be kept: {error}"))
}

async fn kept_decks(
    State(tables): Studio,
    Path(game): Path<String>,
) -> Result<Json<Vec<KeptDeck>>, Refusal> {
    let kept = work(tables, move |tables| {
        let rows = tables.store.decks(&game).map_err(not_kept)?;
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

async fn keep_deck(
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

async fn remove_deck(
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

async fn list_tables(State(tables): Studio) -> Result<Json<Vec<TableSummary>>, Refusal> {
    Ok(Json(work(tables, Tables::list).await?))
}

async fn make_table(
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

async fn remove_table(
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
            .map_err(|error| problem("not_kept", error.to_string()))
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

fn seat_by(live: &Live, token: Option<&str>) -> Option<u8> {
    token.and_then(|token| live.table().seat_of(token))
}

/// Which moment of a game, and with whose eyes: a seat's number, `all` or `onlooker`.
#[derive(Deserialize)]
struct Asked {
    at: u32,
    /// How much of what happens before the next decision has happened.
    #[serde(default)]
    event: u32,
    #[serde(default)]
    eyes: String,
    #[serde(default)]
    language: String,
}

async fn moment(
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
struct Pondered {
    at: u32,
    player: String,
    #[serde(default)]
    language: String,
}

/// What a computer thinks of a decision of a game that everybody may see: a line of JSON a few times a second while
/// it thinks, and one at the end. It stops thinking when nobody listens any more.
async fn thinking(
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

/// Which place in the files of a game.
#[derive(Deserialize)]
struct Place {
    #[serde(default)]
    part: String,
    file: String,
    line: u32,
    #[serde(default)]
    variant: Option<String>,
    #[serde(default)]
    language: String,
}

/// What is written at a place of a game's files.
async fn written(
    State(tables): Studio,
    Path(game): Path<String>,
    Query(place): Query<Place>,
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
            .ok_or_else(|| problem("unknown_game", none))
    });
    Ok(Json(written.await?))
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
struct Branch {
    at: u32,
    seats: Vec<SeatPlan>,
}

async fn branch(
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

async fn record(State(tables): Studio, Path(table): Path<String>) -> Result<Response, Refusal> {
    let (name, text) = work(tables, move |tables| {
        let live = tables.find(&table)?;
        let (record, origin) = {
            let table = live.table();
            if !table.is_open() {
                let message = "a record tells everything: it can be had once the game is over";
                return Err(problem("not_allowed", message.to_owned()));
            }
            let plan = &table.plan;
            let origin = Origin {
                game: plan.game.clone(),
                variant: plan.variant.clone(),
                given: plan.given.clone(),
                draft: plan.draft.clone(),
            };
            (table.record(), origin)
        };
        drop(live);
        tables.leave(&table);
        let uploaded = Uploaded {
            studio: Some(origin),
            record,
        };
        let text = serde_json::to_string_pretty(&uploaded);
        let text = text.map_err(|error| problem("record", error.to_string()))?;
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

/// A record as it is downloaded: with the name under which the game is known here.
#[derive(serde::Serialize, Deserialize)]
struct Uploaded {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    studio: Option<Origin>,
    #[serde(flatten)]
    record: Record,
}

#[derive(serde::Serialize, Deserialize)]
struct Origin {
    game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    variant: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    given: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draft: Option<CardDraft>,
}

async fn upload(
    State(tables): Studio,
    body: axum::body::Bytes,
) -> Result<Json<TableMade>, Refusal> {
    let id = work(tables, move |tables| {
        let uploaded = read_record(&body)?;
        let record = uploaded.record;
        let origin = match uploaded.studio {
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
            seed: Some(record.seed.to_string()),
            pace: None,
            choices: record.choices.clone(),
            given: origin.given,
            draft: origin.draft,
        };
        tables.verify(&plan, &record)?;
        tables.upload(&plan, record.seed)
    })
    .await?;
    Ok(Json(TableMade {
        id,
        tokens: BTreeMap::new(),
    }))
}

/// A record of the studio or of `fuda play --record`, as JSON or as bytes.
fn read_record(body: &[u8]) -> Result<Uploaded, Problem> {
    if let Ok(record) = Record::from_bytes(body) {
        return Ok(Uploaded {
            studio: None,
            record,
        });
    }
    serde_json::from_slice(body)
        .map_err(|error| problem("record", format!("this is no record: {error}")))
}

async fn sit_down(
    State(tables): Studio,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let wanted = id.clone();
    let live = work(tables.clone(), move |tables| tables.find(&wanted)).await?;
    // The usual buffers take far more memory than a table.
    let upgrade = upgrade
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
        .read_buffer_size(MESSAGE_BYTES)
        .write_buffer_size(MESSAGE_BYTES);
    Ok(upgrade.on_upgrade(move |socket| async move {
        attend(socket, &tables, &live).await;
        drop(live);
        tables.leave(&id);
    }))
}

/// A page at a table.
struct Attendance<'a> {
    live: &'a Arc<Live>,
    seat: Option<u8>,
    language: String,
    sent: Sent,
}

async fn attend(mut socket: WebSocket, tables: &Arc<Tables>, live: &Arc<Live>) {
    let Some((seat, language)) = greeted(&mut socket, live).await else {
        return;
    };
    let (welcome, mut changed) = live.join(seat, &language);
    let mut page = Attendance {
        live,
        seat,
        language,
        sent: Sent::default(),
    };
    if send(&mut socket, &FromTable::Welcome(welcome))
        .await
        .is_ok()
    {
        tables.drive(live);
        page.converse(&mut socket, tables, &mut changed).await;
    }
    drop(changed);
    live.part(seat);
}

impl Attendance<'_> {
    /// Until the page goes away.
    async fn converse(
        &mut self,
        socket: &mut WebSocket,
        tables: &Arc<Tables>,
        changed: &mut tokio::sync::watch::Receiver<u64>,
    ) {
        let mut pings = interval_at(Instant::now() + PING, PING);
        let mut seconds = interval_at(Instant::now(), Duration::from_secs(1));
        let mut messages = 0_u32;
        loop {
            let sent = tokio::select! {
                news = changed.changed() => {
                    if news.is_err() {
                        return;
                    }
                    let state = self.live.state(self.seat, &self.language, &mut self.sent);
                    send(socket, &FromTable::State(state)).await
                }
                heard = socket.recv() => {
                    let Some(Ok(message)) = heard else { return };
                    messages += 1;
                    if messages > MOST_MESSAGES {
                        return close(socket, close_code::POLICY, "too many messages").await;
                    }
                    match self.hear(tables, &message) {
                        Some(answer) => send(socket, &answer).await,
                        None => Ok(()),
                    }
                }
                _ = pings.tick() => timed(socket.send(Message::Ping(Vec::new().into()))).await,
                _ = seconds.tick() => { messages = messages.saturating_sub(20); Ok(()) }
            };
            if sent.is_err() {
                return;
            }
        }
    }

    /// What a page says; an answer if it is refused.
    fn hear(&self, tables: &Arc<Tables>, message: &Message) -> Option<FromTable> {
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => {
                return Some(refused(problem(
                    "bad_message",
                    "messages are JSON text".to_owned(),
                )));
            }
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return None,
        };
        let done = match serde_json::from_str::<ToTable>(text) {
            Ok(message) => tables.act(self.live, self.seat, &message),
            Err(error) => Err(problem("bad_message", error.to_string())),
        };
        tables.drive(self.live);
        done.err().map(refused)
    }
}

/// Who is there: the first message says it.
async fn greeted(socket: &mut WebSocket, live: &Live) -> Option<(Option<u8>, String)> {
    let Ok(Some(Ok(Message::Text(text)))) = timeout(PATIENCE, socket.recv()).await else {
        close(socket, close_code::POLICY, "say `hello` first").await;
        return None;
    };
    let Ok(ToTable::Hello { token, language }) = serde_json::from_str(&text) else {
        close(socket, close_code::POLICY, "say `hello` first").await;
        return None;
    };
    let Some(token) = token else {
        return Some((None, language));
    };
    let seat = live.table().seat_of(&token);
    if seat.is_none() {
        close(socket, close_code::POLICY, "this link opens no seat").await;
        return None;
    }
    Some((seat, language))
}

fn refused(problem: Problem) -> FromTable {
    FromTable::Refused {
        code: problem.code,
        message: problem.message,
    }
}

/// The page is gone or too slow.
struct Gone;

async fn send(socket: &mut WebSocket, message: &FromTable) -> Result<(), Gone> {
    let text = serde_json::to_string(message).map_err(|_| Gone)?;
    timed(socket.send(Message::Text(text.into()))).await
}

async fn timed<E>(sending: impl Future<Output = Result<(), E>>) -> Result<(), Gone> {
    match timeout(PATIENCE, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Gone),
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    // Whoever is gone already need not be told.
    let _gone = timed(socket.send(Message::Close(Some(frame)))).await;
}
