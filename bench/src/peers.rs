//! Other engines, which run in a Python process beside this one (`peers/peers.py`).

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

/// An engine that somebody else wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Engine {
    /// OpenSpiel, with its loop in C++.
    OpenSpiel,
    /// RLCard, which is written in Python.
    Rlcard,
}

/// The process that measures them, ready for requests. It ends with this value.
pub struct Peers {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

#[derive(Serialize)]
struct Request<'a> {
    engine: Engine,
    game: &'a str,
    seconds: f64,
    /// Who thinks, if somebody does.
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<&'a str>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Measured { games: f64, seconds: f64 },
    Failed { error: String },
}

impl Peers {
    /// Starts the process. Installs the engines first, if they are not there, which needs a network.
    pub fn start() -> Result<Self> {
        if !folder().join("../.venv/bin/python").exists() {
            install()?;
        }
        let mut process = script("serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("`python3` could not be started")?;
        let requests = process.stdin.take().expect("standard input is piped");
        let answers = process.stdout.take().expect("standard output is piped");
        Ok(Self {
            process,
            requests,
            answers: BufReader::new(answers),
        })
    }

    /// Lets an engine play for about so many seconds.
    pub fn games_per_second(&mut self, engine: Engine, game: &str, seconds: f64) -> Result<f64> {
        let (games, seconds) = self.ask(&Request {
            engine,
            game,
            seconds,
            bot: None,
        })?;
        Ok(games / seconds)
    }

    /// Lets a bot of OpenSpiel think for about so many seconds; gives how many simulations it has made, and in how
    /// many seconds.
    pub fn simulations(&mut self, bot: &str, game: &str, seconds: f64) -> Result<(f64, f64)> {
        self.ask(&Request {
            engine: Engine::OpenSpiel,
            game,
            seconds,
            bot: Some(bot),
        })
    }

    fn ask(&mut self, request: &Request<'_>) -> Result<(f64, f64)> {
        let Request { engine, game, .. } = request;
        writeln!(self.requests, "{}", serde_json::to_string(&request)?)
            .context("the process of the other engines has ended")?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        match serde_json::from_str(&line) {
            Ok(Answer::Measured { games, seconds }) => Ok((games, seconds)),
            Ok(Answer::Failed { error }) => bail!("{engine:?} cannot play `{game}`: {error}"),
            Err(_) => bail!(
                "the process of the other engines answered `{}`",
                line.trim_end()
            ),
        }
    }
}

impl Drop for Peers {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing left to do.
        if self.process.kill().is_ok() {
            drop(self.process.wait());
        }
    }
}

fn install() -> Result<()> {
    eprintln!("installing OpenSpiel and RLCard into bench/.venv, once");
    let status = script("install").status();
    let status = status.context("the other engines need Python: `python3` could not be started")?;
    ensure!(
        status.success(),
        "the other engines could not be installed; see above for what is missing"
    );
    Ok(())
}

fn script(task: &str) -> Command {
    let mut command = Command::new("python3");
    command.arg(folder().join("peers.py")).arg(task);
    command
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("peers")
}
