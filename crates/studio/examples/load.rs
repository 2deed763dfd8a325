//! Load test of the studio with many tables: `cargo xtask bench studio`.
//!
//! A studio in a process of its own, reached over loopback; at each table two people sit, each with a connection, who
//! choose at random. A move is measured from sending it until the page that sent it is told how things stand then.
//! What a table takes is the memory of the process, before tables are made and while people sit at them.
//!
//! With `--rude N` there are N other clients as well, each with an address of its own where the system has such, who
//! are slow, rude or die: they begin requests and do not end them, send bodies a byte at a time, ask computers and do
//! not listen, sit at tables and never read, send nonsense, flood tables, and vanish in the middle of everything.
#![expect(clippy::print_stdout, reason = "what was measured is printed")]

use cgml::source::MemorySources;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs, io};
use studio::{Config, Machinery, SharedSources, Shelf, Shelved, start};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
const GAME: &str = "crazy-eights";

/// Settings of a load test.
struct Load {
    tables: u32,
    seconds: u64,
    /// The average time that people think.
    pause: Duration,
    /// The number of clients that are slow, rude or dying.
    rude: u64,
}

/// A move may take so long for 99 of 100, without rude clients and with them.
const BARS: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(100)];

/// A table at which two people wait may take so much.
const MEMORY: u64 = 200 << 10;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [word, folder] = arguments.as_slice()
        && word == "serve"
    {
        return serve(Path::new(folder)).await;
    }
    let number = |name: &str, otherwise: u64| -> Result<u64, Failure> {
        let at = arguments.iter().position(|argument| argument == name);
        let value = at.and_then(|at| arguments.get(at + 1));
        Ok(value.map_or(Ok(otherwise), |value| value.parse())?)
    };
    // A day of a studio in ten minutes: people who think less, and many who are rude.
    let is_day = arguments.iter().any(|argument| argument == "--day");
    let load = Load {
        tables: u32::try_from(number("--tables", if is_day { 200 } else { 500 })?)?,
        seconds: number("--seconds", if is_day { 600 } else { 20 })?,
        pause: Duration::from_millis(number("--pause", 1000)?),
        rude: number("--rude", if is_day { 200 } else { 0 })?,
    };
    measure(&load).await
}

/// The studio that is measured: one game, any free port, which it prints.
async fn serve(folder: &Path) -> Result<(), Failure> {
    let mut sources = MemorySources::new();
    add(&mut sources, &Path::new(GAMES).join(GAME), "")?;
    add(&mut sources, &Path::new(GAMES).join("std"), "std/")?;
    let shelved = Shelved {
        id: GAME.to_owned(),
        sources: Arc::new(sources),
        entry: "game.cgml".to_owned(),
        folder: None,
    };
    let running = start(Config {
        shelf: Shelf::new(vec![shelved]),
        data: folder.to_owned(),
        host: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        names: Vec::new(),
        open: |_| -> SharedSources { Arc::new(MemorySources::new()) },
        machinery: Machinery::NONE,
    })
    .await?;
    println!("{}", running.address);
    running.serve(std::future::pending()).await?;
    Ok(())
}

fn add(sources: &mut MemorySources, folder: &Path, prefix: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let inner = format!("{prefix}{name}");
        if path.is_dir() {
            add(sources, &path, &format!("{inner}/"))?;
        } else {
            sources.insert(inner, fs::read(&path)?);
        }
    }
    Ok(())
}

/// The process of the studio; it ends with the measuring.
struct Studio {
    child: Child,
    address: SocketAddr,
}

impl Drop for Studio {
    fn drop(&mut self) {
        // A process that is gone already need not be ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Studio {
    fn start(folder: &Path) -> Result<Self, Failure> {
        let mut child = Command::new(env::current_exe()?)
            .arg("serve")
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("it prints its address")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        Ok(Self {
            child,
            address: line.trim().parse()?,
        })
    }

    /// Its memory in bytes.
    fn memory(&self) -> Result<u64, Failure> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().nth(1));
        let kilobytes: u64 = number.ok_or("no memory is told")?.parse()?;
        Ok(kilobytes << 10)
    }

    async fn make(&self) -> Result<Value, Failure> {
        self.make_with(json!([{ "who": "here" }, { "who": "link" }]))
            .await
    }

    async fn make_with(&self, seats: Value) -> Result<Value, Failure> {
        let plan = json!({ "game": GAME, "seats": seats });
        let body = plan.to_string();
        let mut stream = TcpStream::connect(self.address).await?;
        let request = format!(
            "POST /api/tables HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let start = answer.find('{').ok_or("no table was made")?;
        let end = answer.rfind('}').ok_or("no table was made")?;
        Ok(serde_json::from_str(&answer[start..=end])?)
    }
}

async fn measure(load: &Load) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let studio = Studio::start(folder.path())?;
    // The first table reads and compiles the game.
    let first = studio.make().await?;
    let warm = sit(&studio, &first, 0).await?;
    let before = studio.memory()?;
    let mut pages = Vec::new();
    for _ in 0..load.tables {
        let made = studio.make().await?;
        for seat in 0..2 {
            pages.push((sit(&studio, &made, seat).await?, seat));
        }
    }
    for (page, _) in &mut pages {
        state(page).await?;
    }
    let connections = pages.len();
    let each = (studio.memory()? - before) / u64::from(load.tables);
    let until = Instant::now() + Duration::from_secs(load.seconds);
    let computer = json!({ "who": "computer", "name": "random" });
    let open = studio.make_with(json!([computer, computer])).await?;
    let table = open["id"].as_str().ok_or("no table")?.to_owned();
    let rude: Vec<_> = (0..load.rude)
        .map(|number| tokio::spawn(be_rude(studio.address, table.clone(), number, until)))
        .collect();
    let tasks = pages
        .into_iter()
        .zip(1_u64..)
        .map(|((page, seat), number)| tokio::spawn(play(page, seat, load.pause, until, number)));
    let mut times: Vec<Duration> = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        times.extend(task.await??);
    }
    drop(warm);
    let mut rudeness = 0;
    for client in rude {
        rudeness += client.await?;
    }
    times.sort();
    let part = |share: f64| {
        let at = (times.len() as f64 * share) as usize;
        times
            .get(at.min(times.len().saturating_sub(1)))
            .copied()
            .unwrap_or_default()
    };
    let rate = times.len() as u64 / load.seconds.max(1);
    println!("tables                    {}", load.tables);
    println!("connections               {connections}");
    println!(
        "moves                     {} ({rate} a second)",
        times.len()
    );
    println!(
        "a move, median            {:.2} ms",
        part(0.5).as_secs_f64() * 1e3
    );
    println!(
        "a move, p99               {:.2} ms",
        part(0.99).as_secs_f64() * 1e3
    );
    println!(
        "a move, slowest           {:.2} ms",
        part(1.0).as_secs_f64() * 1e3
    );
    println!(
        "memory of an idle table   {} KB, with its two connections",
        each >> 10
    );
    let bar = BARS[usize::from(load.rude > 0)];
    if load.rude > 0 {
        println!("rude, slow, dying clients {} ({rudeness} times)", load.rude);
        println!("memory at the end         {} MB", studio.memory()? >> 20);
    }
    let is_good = part(0.99) < bar && each < MEMORY;
    match is_good && !times.is_empty() {
        true => Ok(()),
        false => {
            let bar = bar.as_millis();
            let bars = format!("the bars are {bar} ms for a move (p99) and 200 KB for a table");
            Err(bars.into())
        }
    }
}

/// One client that behaves badly until the end, in one way after the other; how often.
async fn be_rude(address: SocketAddr, table: String, number: u64, until: Instant) -> u64 {
    let mut times = 0;
    while Instant::now() < until {
        let left = until.saturating_duration_since(Instant::now());
        let way = rude_way(address, &table, number, times);
        // Whatever is refused or closed is what rude clients deserve.
        let _refused = tokio::time::timeout(left, way).await;
        times += 1;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    times
}

/// A connection from an address of its own: on Linux, every address of 127.0.0.0/8 is this machine.
async fn connect(address: SocketAddr, number: u64) -> io::Result<TcpStream> {
    let own = IpAddr::from([127, 0, 1 + (number / 200) as u8, 1 + (number % 200) as u8]);
    let socket = TcpSocket::new_v4()?;
    // Elsewhere they all come from one address.
    let _bound = socket.bind(SocketAddr::new(own, 0));
    socket.connect(address).await
}

async fn rude_way(address: SocketAddr, table: &str, number: u64, turn: u64) -> Result<(), Failure> {
    let host = format!("Host: {address}\r\n");
    let patience = Duration::from_secs(2);
    match (number + turn) % 8 {
        // Begins many requests and ends none.
        0 => {
            let mut open = Vec::new();
            for _ in 0..20 {
                let mut stream = connect(address, number).await?;
                stream.write_all(b"GET /api/tables HTTP/1.1\r\nHo").await?;
                open.push(stream);
            }
            tokio::time::sleep(patience).await;
        }
        // Sends a body a byte at a time.
        1 => {
            let mut stream = connect(address, number).await?;
            let head = format!("POST /api/tables HTTP/1.1\r\n{host}Content-Length: 900\r\n\r\n");
            stream.write_all(head.as_bytes()).await?;
            for _ in 0..20 {
                stream.write_all(b" ").await?;
                tokio::time::sleep(patience / 20).await;
            }
        }
        // Asks a computer and does not listen.
        2 => {
            let mut stream = connect(address, number).await?;
            let path = format!("/api/tables/{table}/thinking?at=0&player=ismcts:60s");
            let ask = format!("GET {path} HTTP/1.1\r\n{host}\r\n");
            stream.write_all(ask.as_bytes()).await?;
            tokio::time::sleep(patience).await;
        }
        // Sits at a table and never reads.
        3 => {
            let stream = connect(address, number).await?;
            let url = format!("ws://{address}/api/tables/{table}/ws");
            let (mut socket, _) = client_async(url, stream).await?;
            let hello = json!({ "type": "hello", "token": null, "language": "en" });
            socket.send(Message::Text(hello.to_string().into())).await?;
            tokio::time::sleep(patience).await;
        }
        // Floods a table with nonsense.
        4 => {
            let stream = connect(address, number).await?;
            let url = format!("ws://{address}/api/tables/{table}/ws");
            let (mut socket, _) = client_async(url, stream).await?;
            for _ in 0..200 {
                socket.send(Message::Text("{".into())).await?;
            }
        }
        // Asks for much and dies before the answer.
        5 => {
            for _ in 0..20 {
                let mut stream = connect(address, number).await?;
                let ask = format!("GET /api/games/{GAME} HTTP/1.1\r\n{host}\r\n");
                stream.write_all(ask.as_bytes()).await?;
            }
        }
        // Sends what is no request at all.
        6 => {
            let mut stream = connect(address, number).await?;
            stream.write_all(&[0xFF; 4096]).await?;
        }
        // Asks for a table that is too large.
        _ => {
            let mut stream = connect(address, number).await?;
            let body = format!(
                r#"{{"game":"{GAME}","seats":[],"choices":[{}0]}}"#,
                "0,".repeat(200_000)
            );
            let length = body.len();
            let head = "POST /api/tables HTTP/1.1\r\nContent-Type: application/json\r\n";
            let ask = format!("{head}{host}Content-Length: {length}\r\n\r\n{body}");
            stream.write_all(ask.as_bytes()).await?;
            let mut answer = [0; 64];
            stream.read_exact(&mut answer).await?;
        }
    }
    Ok(())
}

async fn sit(studio: &Studio, made: &Value, seat: u8) -> Result<Socket, Failure> {
    let table = made["id"].as_str().ok_or("no table")?;
    let address = format!("ws://{}/api/tables/{table}/ws", studio.address);
    let (mut socket, _) = connect_async(address).await?;
    let token = &made["tokens"][seat.to_string()];
    let hello = json!({ "type": "hello", "token": token, "language": "en" });
    socket.send(Message::Text(hello.to_string().into())).await?;
    Ok(socket)
}

/// The next state that a page is told; nothing if it is told nothing more.
async fn state(page: &mut Socket) -> Result<Value, Failure> {
    loop {
        let message = page.next().await.ok_or("the table is gone")??;
        if let Message::Text(text) = message {
            let told: Value = serde_json::from_str(&text)?;
            match told["type"].as_str() {
                Some("state") => return Ok(told),
                Some("refused") => return Err(format!("refused: {told}").into()),
                _ => {}
            }
        }
    }
}

/// One person's moves, and how long each took.
async fn play(
    mut page: Socket,
    seat: u8,
    pause: Duration,
    until: Instant,
    number: u64,
) -> Result<Vec<Duration>, Failure> {
    let mut chance = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut random = move || {
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        chance
    };
    let mut times = Vec::new();
    // The first state may have been told already: ask for one by setting the pace as it is.
    let pace = json!({ "type": "set_pace", "pace": { "kind": "auto", "milliseconds": 0 } });
    page.send(Message::Text(pace.to_string().into())).await?;
    while let Ok(told) = tokio::time::timeout_at(until.into(), state(&mut page)).await {
        let told = told?;
        let decision = &told["decision"];
        if decision["kind"] != "choose" || decision["seat"] != seat {
            continue;
        }
        let choices = decision["choices"].as_array().map_or(0, Vec::len) as u64;
        if choices == 0 {
            continue;
        }
        let wait = pause.mul_f64((random() % 1000) as f64 / 500.0);
        if Instant::now() + wait > until {
            break;
        }
        tokio::time::sleep(wait).await;
        let of = told["decision_number"].as_u64().unwrap_or_default();
        let choice = json!({ "type": "play", "decision": of, "choice": random() % choices });
        let sent = Instant::now();
        page.send(Message::Text(choice.to_string().into())).await?;
        let mut now = told;
        while now["decision_number"].as_u64() <= Some(of) {
            now = state(&mut page).await?;
        }
        times.push(sent.elapsed());
        // The answer is a state like any other: it may be the own turn again.
        page.send(Message::Text(pace.to_string().into())).await?;
    }
    Ok(times)
}
