//! `fuda serve` ends when it is told to, whatever its tables are busy with.

#![cfg(unix)]

mod run;
mod served;

use served::Studio;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
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

/// A studio with that game.
struct Tables(Studio);

impl Tables {
    fn start(folder: &std::path::Path) -> Self {
        let game = folder.join("endless");
        std::fs::create_dir(&game).expect("a folder");
        std::fs::write(game.join("game.cgml"), ENDLESS).expect("a file");
        Self(Studio::start(&folder.join("data"), &game))
    }

    /// Makes a table; its name and the token of the first seat.
    fn make(&self, seats: &str) -> (String, String) {
        let body = format!(r#"{{"game":"endless","seats":{seats},"seed":"1"}}"#);
        let made = self.0.json("POST", "/api/tables", &body);
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        (text(&made["id"]), text(&made["tokens"]["0"]))
    }

    /// Sits down at a table and makes its first choice.
    fn play(&self, (table, token): &(String, String), choice: u32) -> TcpStream {
        let mut stream = TcpStream::connect(&self.0.address).expect("it listens");
        let head = format!(
            "GET /api/tables/{table}/ws HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
            self.0.address
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
        let id = self.0.process.id().to_string();
        let told = Command::new("kill").args(["-INT", &id]).status();
        assert!(told.expect("there is `kill`").success());
        while self.0.process.try_wait().expect("a process").is_none() {
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
    let mut studio = Tables::start(folder.path());
    let tables = [0, 1, 2].map(|_| studio.make(r#"[{"who":"here"},{"who":"here"}]"#));
    let _pages = tables.map(|table| studio.play(&table, 0));
    std::thread::sleep(Duration::from_millis(300));
    let time = studio.interrupt();
    assert!(time < SOON, "it took {time:?}");
}

#[test]
fn it_ends_although_a_computer_thinks() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut studio = Tables::start(folder.path());
    let computer = r#"[{"who":"here"},{"who":"computer","name":"ismcts:50s"}]"#;
    let table = studio.make(computer);
    let _page = studio.play(&table, 1);
    std::thread::sleep(Duration::from_millis(1500));
    let time = studio.interrupt();
    assert!(time < SOON, "it took {time:?}");
}
