//! A studio for tests, and a client that speaks to it.

// Each file of tests uses a part of it.
#![allow(dead_code)]

use cgml::source::MemorySources;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use studio::{Config, Learning, Machinery, SharedSources, Shelf, Shelved, StartError, start};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
const PATIENCE: Duration = Duration::from_secs(60);

/// The words of a studio of another process before its address.
pub(crate) const READY: &str = "studio at ";

/// A studio with a few games.
pub(crate) struct Studio {
    pub(crate) address: SocketAddr,
    pub(crate) host_token: String,
    serving: JoinHandle<()>,
    _folder: Option<tempfile::TempDir>,
}

impl Drop for Studio {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// The names of all shipped games.
pub(crate) fn all_games() -> Vec<String> {
    let folders = fs::read_dir(GAMES).expect("the games are there");
    let folders = folders.map(|entry| entry.expect("an entry").path());
    let games = folders.filter(|path| path.join("game.cgml").is_file());
    let names = games.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn shelf(games: &[String]) -> Shelf {
    Shelf::new(shelved(games))
}

fn shelved(games: &[String]) -> Vec<Shelved> {
    let games = games.iter().map(|name| {
        let mut sources = MemorySources::new();
        add(&mut sources, &Path::new(GAMES).join(name), "");
        add(&mut sources, &Path::new(GAMES).join("std"), "std/");
        Shelved {
            id: name.to_owned(),
            sources: Arc::new(sources),
            entry: "game.cgml".to_owned(),
            folder: None,
        }
    });
    games.collect()
}

/// A game in a folder, with the shared library.
fn open(folder: &Path) -> SharedSources {
    let mut sources = MemorySources::new();
    add(&mut sources, &Path::new(GAMES).join("std"), "std/");
    add(&mut sources, folder, "");
    Arc::new(sources)
}

fn add(sources: &mut MemorySources, folder: &Path, prefix: &str) {
    for entry in fs::read_dir(folder).expect("the games are there") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .expect("UTF-8");
        let inner = format!("{prefix}{name}");
        if path.is_dir() {
            add(sources, &path, &format!("{inner}/"));
        } else {
            sources.insert(inner, fs::read(&path).expect("a file"));
        }
    }
}

/// An answer over HTTP.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Studio {
    pub(crate) async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut studio = Self::start_in(folder.path()).await;
        studio._folder = Some(folder);
        studio
    }

    /// A studio with all shipped games.
    pub(crate) async fn start_with_all() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut studio = Self::start_with(&all_games(), folder.path()).await;
        studio._folder = Some(folder);
        studio
    }

    pub(crate) async fn start_in(folder: &Path) -> Self {
        let studio = Self::try_start_in(folder).await;
        studio.expect("a studio on loopback")
    }

    pub(crate) async fn try_start_in(folder: &Path) -> Result<Self, StartError> {
        let few = ["crazy-eights", "klondike", "kuhn-poker"].map(str::to_owned);
        Self::try_start_with(&few, folder, &[]).await
    }

    pub(crate) async fn start_with(games: &[String], folder: &Path) -> Self {
        Self::start_named(games, folder, &[]).await
    }

    /// A studio with a shipped game and one that is given as the text of its only file.
    pub(crate) async fn start_beside(shipped: &str, id: &str, game: &str, folder: &Path) -> Self {
        let mut games = shelved(&[shipped.to_owned()]);
        games.push(Shelved {
            id: id.to_owned(),
            sources: Arc::new(MemorySources::new().with("game.cgml", game)),
            entry: "game.cgml".to_owned(),
            folder: None,
        });
        let studio = Self::try_start_on(Shelf::new(games), folder, &[], Machinery::NONE).await;
        studio.expect("a studio on loopback")
    }

    /// A studio that keeps training runs.
    pub(crate) async fn start_learning(learning: Arc<dyn Learning>) -> Self {
        let machinery = Machinery {
            learning: Some(learning),
            ..Machinery::NONE
        };
        Self::start_with_machinery(machinery).await
    }

    /// A studio with machinery of the program around it.
    pub(crate) async fn start_with_machinery(machinery: Machinery) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let shelf = shelf(&["kuhn-poker".to_owned()]);
        let studio = Self::try_start_on(shelf, folder.path(), &[], machinery).await;
        let mut studio = studio.expect("a studio on loopback");
        studio._folder = Some(folder);
        studio
    }

    /// A studio that others may ask for by some names.
    pub(crate) async fn start_named(games: &[String], folder: &Path, names: &[&str]) -> Self {
        let studio = Self::try_start_with(games, folder, names).await;
        studio.expect("a studio on loopback")
    }

    async fn try_start_with(
        games: &[String],
        folder: &Path,
        names: &[&str],
    ) -> Result<Self, StartError> {
        Self::try_start_on(shelf(games), folder, names, Machinery::NONE).await
    }

    async fn try_start_on(
        shelf: Shelf,
        folder: &Path,
        names: &[&str],
        machinery: Machinery,
    ) -> Result<Self, StartError> {
        let running = start(Config {
            shelf,
            data: folder.to_owned(),
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            open,
            machinery,
        })
        .await?;
        let (address, host_token) = (running.address, running.host_token.clone());
        let serving = tokio::spawn(async move {
            running
                .serve(std::future::pending())
                .await
                .expect("it serves");
        });
        Ok(Self {
            address,
            host_token,
            serving,
            _folder: None,
        })
    }

    /// A studio of another process.
    pub(crate) fn at(address: SocketAddr) -> Self {
        Self {
            address,
            host_token: String::new(),
            serving: tokio::spawn(async {}),
            _folder: None,
        }
    }

    /// Serves a few games in this process until it is killed, and says where.
    #[expect(clippy::print_stdout, reason = "another process reads it")]
    pub(crate) async fn serve_forever(folder: &Path) {
        let studio = Self::start_in(folder).await;
        println!("{READY}{}", studio.address);
        std::future::pending::<()>().await;
    }

    /// Ends it without a word.
    pub(crate) async fn kill(mut self) {
        self.serving.abort();
        // It is gone when its folder is free again.
        drop((&mut self.serving).await);
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.get_with(path, "X-Nothing: 1").await
    }

    pub(crate) async fn get_with(&self, path: &str, header: &str) -> Answer {
        let host = match header.starts_with("Host:") {
            true => String::new(),
            false => format!("Host: {}\r\n", self.address),
        };
        self.request(&format!(
            "GET {path} HTTP/1.1\r\n{host}{header}\r\nConnection: close\r\n\r\n"
        ))
        .await
    }

    pub(crate) async fn post(&self, path: &str, body: &str) -> Answer {
        self.send("POST", path, &[], body).await
    }

    /// Any request, with headers besides the usual ones.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[&str],
        body: &str,
    ) -> Answer {
        let host = match headers.iter().any(|header| header.starts_with("Host:")) {
            true => String::new(),
            false => format!("Host: {}\r\n", self.address),
        };
        let headers: String = headers
            .iter()
            .map(|header| format!("{header}\r\n"))
            .collect();
        self.request(&format!(
            "{method} {path} HTTP/1.1\r\n{host}{headers}Content-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ))
        .await
    }

    async fn request(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.expect("it listens");
        stream
            .write_all(request.as_bytes())
            .await
            .expect("it takes requests");
        let mut bytes = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut bytes))
            .await
            .expect("an answer in time")
            .expect("an answer");
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").expect("an answer has a head");
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let is_chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        Answer {
            status: status.expect("a status"),
            body: if is_chunked {
                unchunked(body)
            } else {
                body.to_owned()
            },
        }
    }

    pub(crate) async fn make(&self, plan: &Value) -> Value {
        let answer = self.post("/api/tables", &plan.to_string()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    pub(crate) async fn connect(&self, table: &str) -> Client {
        let address = format!("ws://{}/api/tables/{table}/ws", self.address);
        let (socket, _) = connect_async(address).await.expect("a table");
        Client {
            socket,
            welcome: Value::Null,
        }
    }

    /// Sits down at a table: at a seat, or as somebody who looks on.
    pub(crate) async fn sit(&self, made: &Value, seat: Option<u8>, language: &str) -> Client {
        let mut client = self.connect(made["id"].as_str().expect("a name")).await;
        let token = seat.map(|seat| made["tokens"][seat.to_string()].clone());
        client
            .say(&json!({ "type": "hello", "token": token, "language": language }))
            .await;
        client.welcome = client.hear().await;
        assert_eq!(client.welcome["type"], "welcome", "{}", client.welcome);
        client
    }
}

fn unchunked(body: &str) -> String {
    let mut rest = body;
    let mut whole = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 {
            break;
        }
        whole.push_str(&after[..size]);
        rest = &after[size + 2..];
    }
    whole
}

/// The seats of a new table that people play, with their tokens.
pub(crate) fn seats_of(made: &Value) -> Vec<(u8, String)> {
    let tokens = made["tokens"].as_object().expect("tokens");
    tokens
        .iter()
        .map(|(seat, token)| {
            let token = token.as_str().expect("a token").to_owned();
            (seat.parse().expect("a seat"), token)
        })
        .collect()
}

/// A page at a table.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) welcome: Value,
}

impl Client {
    pub(crate) async fn say(&mut self, message: &Value) {
        self.say_text(&message.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        assert!(self.try_say(text).await, "the table is gone");
    }

    pub(crate) async fn try_say(&mut self, text: &str) -> bool {
        self.socket.send(Message::Text(text.into())).await.is_ok()
    }

    async fn next(&mut self) -> Option<Message> {
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await;
            match message.expect("a message in time") {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(message)) => return Some(message),
                Some(Err(_)) | None => return None,
            }
        }
    }

    pub(crate) async fn hear(&mut self) -> Value {
        match self.next().await {
            Some(Message::Text(text)) => serde_json::from_str(&text).expect("JSON"),
            other => panic!("no message but {other:?}"),
        }
    }

    /// The next message; nothing if the table is gone.
    pub(crate) async fn try_hear(&mut self) -> Option<Value> {
        match self.next().await {
            Some(Message::Text(text)) => Some(serde_json::from_str(&text).expect("JSON")),
            _ => None,
        }
    }

    /// The next state.
    pub(crate) async fn state(&mut self) -> Value {
        self.state_where(|_| true).await
    }

    /// The next state that is as wanted.
    pub(crate) async fn state_where(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.hear().await;
            if message["type"] == "state" && is_wanted(&message) {
                return message;
            }
        }
    }

    /// The code of the next refusal.
    pub(crate) async fn refusal(&mut self) -> String {
        loop {
            let message = self.hear().await;
            if message["type"] == "refused" {
                return message["code"].as_str().expect("a code").to_owned();
            }
        }
    }

    pub(crate) async fn play(&mut self, state: &Value, choice: u32) {
        let decision = &state["decision_number"];
        self.say(&json!({ "type": "play", "decision": decision, "choice": choice }))
            .await;
    }

    /// Why the table closed the connection.
    pub(crate) async fn closed(&mut self) -> String {
        loop {
            match self.next().await {
                Some(Message::Close(Some(frame))) => return frame.reason.to_string(),
                Some(Message::Text(_)) => {}
                other => panic!("not closed but {other:?}"),
            }
        }
    }

    pub(crate) async fn is_closed(&mut self) -> bool {
        for _ in 0..1000 {
            match self.next().await {
                None | Some(Message::Close(_)) => return true,
                Some(_) => {}
            }
        }
        false
    }
}
