//! A studio in a process of its own, with one more game.

// Each test file uses a part of it.
#![allow(dead_code)]

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

pub(crate) struct Studio {
    pub(crate) process: Child,
    pub(crate) address: String,
}

impl Drop for Studio {
    fn drop(&mut self) {
        // Usually it has ended.
        let _gone = self.process.kill();
        let _gone = self.process.wait();
    }
}

impl Studio {
    /// Starts a studio that keeps its data in a folder.
    pub(crate) fn start(data: &Path, game: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_fuda"))
            .args(["serve", "--port", "0", "--no-browser", "--data"])
            .arg(data)
            .arg("--game")
            .arg(game)
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

    /// The status of an answer, and its body.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        // Without chunks, which this client does not know.
        let head = format!(
            "{method} {path} HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("it hears");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        (status.expect("a status"), body.to_owned())
    }

    /// An answer that is no refusal.
    pub(crate) fn json(&self, method: &str, path: &str, body: &str) -> Value {
        let (status, text) = self.ask(method, path, body);
        assert_eq!(status, 200, "{path}: {text}");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}"))
    }
}
