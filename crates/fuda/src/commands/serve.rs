//! `fuda serve`: the studio, in a browser.

use super::{Misuse, Outcome};
use crate::output;
use anyhow::Context;
use clap::Args;
use fuda::sources::GameSources;
use fuda::{library, locate};
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use studio::{Config, Shelf, Shelved, StartError, start};

/// Play, watch and look again at games in a browser
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda serve
  fuda serve --port 8080 --data my-tables
  fuda serve --game my-game --no-browser

Nobody else can reach the studio unless `--host` says otherwise: `--host 0.0.0.0` lets everybody in
the same network in.")]
pub(crate) struct Serve {
    /// The port; any free one if 0
    #[arg(long, value_name = "PORT", default_value_t = 4649)]
    port: u16,

    /// The address it can be reached at
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,

    /// The folder where tables, decks and records are kept; one of your own if left out
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Another game, as a folder or file; may be given several times
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,

    /// Do not open a browser
    #[arg(long)]
    no_browser: bool,
}

impl Serve {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let runtime = tokio::runtime::Runtime::new().context("no threads can be started")?;
        let config = Config {
            shelf: shelf(&self.games)?,
            data: self.data.clone().unwrap_or_else(usual_folder),
            host: self.host,
            port: self.port,
            open: |folder| Arc::new(GameSources::folder(folder)),
            hasten: fuda::thinking::hasten,
        };
        runtime.block_on(self.serve(config))
    }

    async fn serve(&self, config: Config) -> anyhow::Result<Outcome> {
        let running = start(config).await.map_err(unstarted)?;
        let address = format!("http://{}/", running.address);
        output::print(&format!("the studio is at {address}\n"))?;
        output::tell("stop it with Ctrl+C")?;
        if !self.no_browser {
            open_browser(&address);
        }
        let until = async {
            // Where no signal can be heard it goes on until it is killed, which loses nothing either.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        running.serve(until).await.context("the studio stopped")?;
        Ok(Outcome::Done)
    }
}

fn unstarted(error: StartError) -> anyhow::Error {
    let hint = match &error {
        StartError::Address { error, .. } => of_address(error.kind()),
        StartError::Data { .. } | StartError::Store { .. } => "give another folder with `--data`",
        StartError::Taken { .. } => "end the other studio, or give another folder with `--data`",
    };
    Misuse::new(error.to_string(), hint).into()
}

/// What to do about an address that cannot be used.
fn of_address(kind: io::ErrorKind) -> &'static str {
    match kind {
        io::ErrorKind::AddrInUse => "give another port with `--port`, or 0 for any free one",
        io::ErrorKind::AddrNotAvailable => {
            "this machine has no such address: give one of its own with `--host`"
        }
        io::ErrorKind::PermissionDenied => {
            "ports below 1024 are for the system: give another with `--port`"
        }
        _ => "give another address with `--host`, or another port with `--port`",
    }
}

/// The shipped games, and those that were named.
fn shelf(named: &[String]) -> Result<Shelf, Misuse> {
    let mut games = Vec::new();
    for name in library::names().iter().chain(named) {
        let located = locate(name).map_err(Misuse::from)?;
        games.push(Shelved {
            id: id_of(name),
            sources: Arc::new(located.sources),
            entry: located.entry,
            folder: located.folder,
        });
    }
    Ok(Shelf::new(games))
}

/// What a game is called in addresses: the last part of its path.
fn id_of(name: &str) -> String {
    let path = std::path::Path::new(name);
    let last = path.file_stem().and_then(|last| last.to_str());
    last.unwrap_or(name).to_owned()
}

/// Where data of a person's programs lies.
fn usual_folder() -> PathBuf {
    let variable = |name| std::env::var_os(name).map(PathBuf::from);
    let home = || variable("HOME").or_else(|| variable("USERPROFILE"));
    variable("XDG_DATA_HOME")
        .or_else(|| home().map(|home| home.join(".local/share")))
        .map_or_else(|| PathBuf::from("fuda-data"), |folder| folder.join("fuda"))
}

/// Opens a browser where there is one; whoever has none reads the address.
fn open_browser(address: &str) {
    let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some());
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        ("cmd", &["/C", "start", ""])
    } else if has_screen {
        ("xdg-open", &[])
    } else {
        return;
    };
    let opening = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    // The address was told already.
    drop(opening);
}
