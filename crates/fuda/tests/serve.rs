//! `fuda serve` ends when it is told to, whatever its tables are busy with.

#![cfg(unix)]

mod run;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Time limit for its end.
const SOON: Duration = Duration::from_secs(6);

/// A game with a choice that has no end, and one that is long to think about.
const ENDLESS: &str = r#"
cgml_version: "1.4"
meta: { name: Endless, players: { min: 2, max: 2 } }
components:
  variables: [{ name: number, initial_value: 0 }]
setup: []
flow:
  states: { Play: { phases: [Main] }, Round: { phases: [Again] } }
  initial_state: Play
  turn_limit: 100000
moves:
  turn: { in: Main, effect: [set_state(Round)] }
  wait: { in: Main, effect: [number = 1] }
rules:
  - { id: again, trigger: on.state.enter.Round, effect: [set_state(Round)] }
"#;

/// A studio in a process of its own.
struct Studio {
    process: Child,
    address: String,
}

impl Drop for Studio {
    fn drop(&mut self) {
        // Usually it has ended.
        let _gone = self.process.kill();
        let _gone = self.process.wait();
    }
}

impl Studio {
    fn start(folder: &std::path::Path) -> Self {
        let game = folder.join("endless");
        std::fs::create_dir(&game).expect("a folder");
        std::fs::write(game.join("game.cgml"), ENDLESS).expect("a file");
        let mut process = Command::new(env!("CARGO_BIN_EXE_fuda"))
            .args(["serve", "--port", "0", "--no-browser", "--data"])
            .arg(folder.join("data"))
            .arg("--game")
            .arg(&game)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let address = line.split("http://").nth(1).expect("an address");
        let address = address.trim().trim_end_matches('/').to_owned();
        Self { process, address }
    }

    /// Makes a table; its name and the token of the first seat.
    fn make(&self, seats: &str) -> (String, String) {
        let body = format!(r#"{{"game":"endless","seats":{seats},"seed":"1"}}"#);
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let head = format!(
            "POST /api/tables HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("it hears");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let quoted = |after: &str| {
            let rest = answer.split(after).nth(1);
            let rest = rest.unwrap_or_else(|| panic!("no {after} in {answer}"));
            rest.split('"').next().expect("a text").to_owned()
        };
        (quoted(r#""id":""#), quoted(r#""0":""#))
    }

    /// Sits down at a table and makes its first choice.
    fn play(&self, (table, token): &(String, String), choice: u32) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let head = format!(
            "GET /api/tables/{table}/ws HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
            self.address
        );
        stream.write_all(head.as_bytes()).expect("it hears");
        let hello = format!(r#"{{"type":"hello","token":"{token}","language":"en"}}"#);
        let play = format!(r#"{{"type":"play","decision":0,"choice":{choice}}}"#);
        // The answer to the greeting is there before anything is said.
        let mut heard = [0; 12];
        stream.read_exact(&mut heard).expect("an answer");
        assert_eq!(&heard, b"HTTP/1.1 101");
        for text in [hello, play] {
            stream.write_all(&frame(&text)).expect("it hears");
        }
        stream
    }

    /// Ends it as Ctrl+C does; how long it took.
    fn interrupt(&mut self) -> Duration {
        let begin = Instant::now();
        let id = self.process.id().to_string();
        let told = Command::new("kill").args(["-INT", &id]).status();
        assert!(told.expect("there is `kill`").success());
        while self.process.try_wait().expect("a process").is_none() {
            assert!(begin.elapsed() < 10 * SOON, "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
        begin.elapsed()
    }
}

/// A short text as a page sends it, with a mask of nothing.
fn frame(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).expect("a short text");
    let mut bytes = vec![0x81];
    match length {
        0..=125 => bytes.push(0x80 | length),
        126.. => bytes.extend([0x80 | 126, 0, length]),
    }
    bytes.extend([0; 4]);
    bytes.extend(text.as_bytes());
    bytes
}

#[test]
fn it_ends_although_a_game_has_no_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut studio = Studio::start(folder.path());
    let tables = [0, 1, 2].map(|_| studio.make(r#"[{"who":"here"},{"who":"here"}]"#));
    let _pages = tables.map(|table| studio.play(&table, 0));
    std::thread::sleep(Duration::from_millis(300));
    let time = studio.interrupt();
    assert!(time < SOON, "it took {time:?}");
}

#[test]
fn it_ends_although_a_computer_thinks() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut studio = Studio::start(folder.path());
    let computer = r#"[{"who":"here"},{"who":"computer","name":"ismcts:50s"}]"#;
    let table = studio.make(computer);
    let _page = studio.play(&table, 1);
    std::thread::sleep(Duration::from_millis(1500));
    let time = studio.interrupt();
    assert!(time < SOON, "it took {time:?}");
}
