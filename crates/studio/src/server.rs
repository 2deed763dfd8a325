//! The server: pages, games and tables over HTTP, and a WebSocket for each page at a table.

pub(crate) mod limits;
pub(crate) mod pages;
pub(crate) mod private;
pub(crate) mod token;

mod attendance;
mod cards;
mod connections;
mod decks;
mod games;
mod invitations;
mod learning;
mod metagame;
mod records;
mod rights;
mod runs;
mod tables;
mod unread;

pub(crate) use records::take_up;

use crate::computers::arrangement::Machinery;
use crate::problem::{ProblemCode, problem};
use crate::server::pages::page;
use crate::shelf::{OpenFolder, Shelf};
use crate::store::{Store, StoreError};
use crate::tables::Tables;
use crate::wire::Problem;
use axum::body::{Body, to_bytes};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use connections::{Connection, Connections};
use learning::Training;
use metagame::Decks;
use rights::Doorkeeper;
use runs::Kind;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use storage::{Lock, LockError};
use tokio::net::TcpListener;
use tokio::time::timeout;

/// The largest request.
const REQUEST_BYTES: usize = 256 << 10;

/// The largest record.
const RECORD_BYTES: usize = 1 << 20;

/// Time limit for the body of a request.
const BODY_TIME: Duration = Duration::from_secs(20);

/// Configuration of the studio.
pub struct Config {
    /// The games.
    pub shelf: Shelf,
    /// Folder of tables, decks and records.
    pub data: PathBuf,
    /// On which address it can be reached.
    pub host: IpAddr,
    /// On which port; any free one if 0.
    pub port: u16,
    /// Names by which others may ask for it, besides the addresses of this machine.
    pub names: Vec<String>,
    /// Reader of folders: games that somebody edited are copied into the folder of the data.
    pub open: OpenFolder,
    /// Machinery for computers that look ahead.
    pub machinery: Machinery,
}

/// A studio that is running.
pub struct Running {
    /// Its address.
    pub address: SocketAddr,
    /// Token of the host, wherever they are.
    pub host_token: String,
    listener: TcpListener,
    router: Router,
    _lock: Lock,
}

/// Why the studio cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The folder cannot be used.
    #[error("the folder `{folder}` cannot be used: {error}")]
    Data {
        /// The folder.
        folder: String,
        /// The system's error.
        error: std::io::Error,
    },
    /// The database cannot be used.
    #[error("the database in `{folder}` cannot be used: {error}")]
    Store {
        /// The folder.
        folder: String,
        /// The database's error.
        error: StoreError,
    },
    /// Another studio uses the folder.
    #[error("the folder `{folder}` cannot be used: {error}")]
    Taken {
        /// The folder.
        folder: String,
        /// The lock's error.
        error: LockError,
    },
    /// The system gives no random numbers.
    #[error("the system gives no random numbers: {0}")]
    Chance(getrandom::Error),
    /// The address cannot be used.
    #[error("`{address}` cannot be used: {error}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        error: std::io::Error,
    },
}

/// Opens the database and takes the address. Whoever connects is served once [`Running::serve`] is called.
pub async fn start(config: Config) -> Result<Running, StartError> {
    let folder = config.data.display().to_string();
    private::folder(&config.data).map_err(|error| StartError::Data {
        folder: folder.clone(),
        error,
    })?;
    let lock = lock(&config.data).map_err(|error| StartError::Taken {
        folder: folder.clone(),
        error,
    })?;
    let store = Store::open(&config.data.join(private::DATABASE))
        .map_err(|error| StartError::Store { folder, error })?;
    let shelf = config
        .shelf
        .with_copies(config.data.join("games"), config.open);
    let tables = Arc::new(Tables::new(shelf, store, config.machinery));
    let wanted = SocketAddr::new(config.host, config.port);
    let refused = |error| StartError::Address {
        address: wanted,
        error,
    };
    let listener = TcpListener::bind(wanted).await.map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    let host_token = token::fresh().map_err(StartError::Chance)?;
    let router = router(tables, Doorkeeper::new(&config.names, &host_token));
    Ok(Running {
        address,
        host_token,
        listener,
        router,
        _lock: lock,
    })
}

/// One studio at a time uses a folder: two would not know of each other's tables.
fn lock(folder: &std::path::Path) -> Result<Lock, LockError> {
    let note = format!("a studio, process {}", std::process::id());
    Lock::take(&folder.join("studio.lock"), &note)
}

impl Running {
    /// Serves until the future is done.
    pub async fn serve(
        self,
        until: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let served = connections::serve(self.listener, self.router, Connections::new());
        tokio::select! {
            ended = served => ended,
            () = until => Ok(()),
        }
    }
}

type Studio = State<Arc<Tables>>;

/// A refusal as an answer.
struct Refusal(StatusCode, Problem);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        let status = status_of(problem.code);
        Self(status, problem)
    }
}

fn status_of(code: ProblemCode) -> StatusCode {
    use ProblemCode as Code;
    match code {
        Code::Unknown
        | Code::UnknownGame
        | Code::UnknownTable
        | Code::UnknownVariant
        | Code::UnknownCard
        | Code::UnknownFile
        | Code::UnknownRun => StatusCode::NOT_FOUND,
        Code::NotAllowed | Code::ForeignPage => StatusCode::FORBIDDEN,
        Code::Stale => StatusCode::CONFLICT,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Code::TooSlow => StatusCode::REQUEST_TIMEOUT,
        Code::Removed => StatusCode::GONE,
        Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
        Code::Broken | Code::NotKept | Code::Damaged | Code::NoChance => {
            StatusCode::INTERNAL_SERVER_ERROR
        }
        Code::UnknownPlayer
        | Code::NotYourTurn
        | Code::Illegal
        | Code::NoDecision
        | Code::BadMessage
        | Code::TooMuch
        | Code::Card
        | Code::CardHasProblems
        | Code::GameHasProblems
        | Code::Deck
        | Code::Regulation
        | Code::Odds
        | Code::Plan
        | Code::Position
        | Code::Record
        | Code::Run
        | Code::Seat
        | Code::Seats
        | Code::Seed
        | Code::Settings => StatusCode::BAD_REQUEST,
    }
}

fn router(tables: Arc<Tables>, doorkeeper: Doorkeeper) -> Router {
    let doorkeeper = Arc::new(doorkeeper);
    let api = Router::new()
        .merge(game_routes())
        .merge(table_routes())
        .route("/rights", get(rights::rights))
        .route("/health", get(health))
        .fallback(|| async {
            let message = "there is no such address".to_owned();
            Refusal::from(problem(ProblemCode::Unknown, message))
        });
    Router::new()
        .nest("/api", api)
        .fallback(|request: Request| async move {
            let path = request.uri().path().trim_start_matches('/');
            page(path, request.headers())
        })
        .layer(DefaultBodyLimit::max(RECORD_BYTES))
        .layer(middleware::from_fn(move |request, next| {
            guard(doorkeeper.clone(), request, next)
        }))
        .with_state(tables)
}

/// Games, their cards and decks.
fn game_routes() -> Router<Arc<Tables>> {
    Router::new()
        .route("/games", get(games::games))
        .route("/games/{game}", get(games::game))
        .route("/games/{game}/cards", get(games::cards))
        .route("/games/{game}/written", get(games::written))
        .route("/games/{game}/art", get(games::art))
        .route("/games/{game}/art/{card}", get(games::picture))
        .route(
            "/games/{game}/workshop",
            get(cards::workshop_of).delete(cards::discard_copy),
        )
        .route("/games/{game}/workshop/cards/{card}", get(cards::open_card))
        .route("/games/{game}/workshop/check", post(cards::check_card))
        .route("/games/{game}/workshop/save", post(cards::save_card))
        .route("/games/{game}/deck", post(decks::check_deck))
        .route("/games/{game}/deck/random", post(decks::random_deck))
        .route("/games/{game}/deck/odds", post(decks::deck_odds))
        .route("/games/{game}/deck/worths", get(metagame::worths))
        .route(
            "/games/{game}/decks",
            get(decks::kept_decks).post(decks::keep_deck),
        )
        .route(
            "/games/{game}/decks/{deck}",
            axum::routing::delete(decks::remove_deck),
        )
}

/// Tables, invitations to them, records and runs of this machine.
fn table_routes() -> Router<Arc<Tables>> {
    Router::new()
        .route("/tables", get(tables::list_tables).post(tables::make_table))
        .route(
            "/tables/{table}",
            axum::routing::delete(tables::remove_table),
        )
        .route("/tables/{table}/ws", get(attendance::sit_down))
        .route("/tables/{table}/moment", get(tables::moment))
        .route("/tables/{table}/thinking", get(tables::thinking))
        .route("/tables/{table}/branch", post(tables::branch))
        .route("/tables/{table}/record", get(records::record))
        .route(
            "/invitations",
            get(invitations::lobby).post(invitations::invite),
        )
        .route(
            "/invitations/{invitation}",
            get(invitations::invitation).delete(invitations::leave),
        )
        .route("/invitations/{invitation}/join", post(invitations::join))
        .route("/records", post(records::upload))
        .merge(run_routes::<Training>("/learning"))
        .route(
            "/learning/{run}/samples/{sample}",
            post(learning::open_sample),
        )
        .merge(run_routes::<Decks>("/metagame"))
        .route("/metagame/{run}/report", get(metagame::report))
}

/// Runs of one kind.
fn run_routes<K: Kind>(path: &str) -> Router<Arc<Tables>> {
    Router::new()
        .route(path, get(runs::list::<K>).post(runs::start::<K>))
        .route(&format!("{path}/{{run}}"), get(runs::one::<K>))
        .route(&format!("{path}/{{run}}/stop"), post(runs::stop::<K>))
        .route(&format!("{path}/{{run}}/resume"), post(runs::resume::<K>))
}

/// Lets in who may come in, once all of the request is there.
async fn guard(doorkeeper: Arc<Doorkeeper>, mut request: Request, next: Next) -> Response {
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let connection = connection.expect("every request comes by a connection");
    let Some(role) = doorkeeper.role(request.headers(), request.uri(), &connection) else {
        let message = "this studio answers its own pages only".to_owned();
        let foreign = Problem {
            hint: Some("a name of this machine can be allowed with `--allow-name`".to_owned()),
            ..problem(ProblemCode::ForeignPage, message)
        };
        return Refusal::from(foreign).into_response();
    };
    request.extensions_mut().insert(role);
    let request = match whole(request).await {
        Ok(request) => request,
        Err(refusal) => return refusal.into_response(),
    };
    if !connection.begin() {
        let message = "you ask for too much at once".to_owned();
        return Refusal::from(problem(ProblemCode::TooMany, message)).into_response();
    }
    let response = next.run(request).await;
    connection.end();
    protected(response)
}

/// A request with all of its body: nobody waits for whoever sends it slowly.
async fn whole(request: Request) -> Result<Request, Refusal> {
    let (parts, body) = request.into_parts();
    let most = match parts.uri.path() == "/api/records" {
        true => RECORD_BYTES,
        false => REQUEST_BYTES,
    };
    let Ok(body) = timeout(BODY_TIME, to_bytes(body, most)).await else {
        let message = "the request took too long to arrive".to_owned();
        return Err(problem(ProblemCode::TooSlow, message).into());
    };
    let body = body.map_err(|_| {
        let message = format!("such a request may have {most} bytes");
        problem(ProblemCode::TooLarge, message)
    })?;
    Ok(Request::from_parts(parts, Body::from(body)))
}

/// An answer that no other site can show, and that shows nothing of other sites.
fn protected(mut response: Response) -> Response {
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

/// Does work that takes a while on a thread where nobody waits for it.
async fn work<T: Send + 'static>(
    tables: Arc<Tables>,
    work: impl FnOnce(&Tables) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Refusal> {
    let working = tables.clone();
    let done = tables.lanes.requests.run(move || work(&working)).await;
    Ok(done??)
}

/// The body of a request. Large ones take a while: only where nobody waits for it.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(body)
        .map_err(|error| problem(ProblemCode::BadMessage, error.to_string()))
}

async fn health(State(tables): Studio) -> Json<BTreeMap<&'static str, usize>> {
    Json(BTreeMap::from([("live_tables", tables.live_count())]))
}

#[derive(Deserialize)]
struct InLanguage {
    #[serde(default)]
    language: String,
}
