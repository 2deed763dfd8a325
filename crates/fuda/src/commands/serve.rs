//! `fuda serve`: the studio, in a browser.

mod learning;
mod machine;
mod metagame;

use super::{Misuse, Outcome};
use crate::output;
use anyhow::Context;
use cgml::render::{self, Style};
use clap::Args;
use fuda::locate;
use fuda::scenarios::check_scenarios;
use fuda::serving::{MACHINERY, OPEN, shelf};
use learning::TrainingRuns;
use machine::Machine;
use metagame::DeckRuns;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use studio::{Config, Machinery, Running, StartError, start};

/// Time limit for work that is going on when the studio ends.
const LAST_WORK: Duration = Duration::from_secs(1);

/// Play, watch and look again at games in a browser
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda serve
  fuda serve --port 8080 --data my-tables
  fuda serve --game my-game --no-browser
  fuda serve --host 0.0.0.0 --allow-name cards.home

Nobody else can reach the studio unless `--host` says otherwise: `--host 0.0.0.0` lets everybody in
the same network in. Guests play, watch and keep decks of their own; the host, who uses this machine or
has the link that is printed, edits cards and removes tables, too.")]
pub(crate) struct Serve {
    /// The port; any free one if 0
    #[arg(long, value_name = "PORT", default_value_t = 4649)]
    port: u16,

    /// The address it can be reached at
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,

    /// A name by which others ask for this machine, such as that of a proxy; may be given several times
    #[arg(long = "allow-name", value_name = "NAME")]
    names: Vec<String>,

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
        let data = self.data.clone().unwrap_or_else(usual_folder);
        let (training, decks) = (data.join("runs"), data.join("metagame"));
        let folders = vec![training.clone(), decks.clone()];
        let machine = Arc::new(Machine::new(folders, &self.games));
        let config = Config {
            shelf: shelf(&self.games).map_err(Misuse::from)?,
            data,
            host: self.host,
            port: self.port,
            names: self.names.clone(),
            open: OPEN,
            machinery: Machinery {
                learning: Some(Arc::new(TrainingRuns::new(machine.clone(), training))),
                metagame: Some(Arc::new(DeckRuns::new(machine, decks))),
                ..MACHINERY
            },
        };
        let served = runtime.block_on(self.serve(config));
        // Computers that still think, or a game without end, keep nobody waiting: all that was told is stored.
        runtime.shutdown_timeout(LAST_WORK);
        served
    }

    async fn serve(&self, config: Config) -> anyhow::Result<Outcome> {
        let running = start(config).await.map_err(unstarted)?;
        let address = format!(
            "http://{}/",
            reachable(running.address, IpAddr::is_loopback)
        );
        output::print(&format!("the studio is at {address}\n"))?;
        output::tell(&who_can(&running, &self.names))?;
        output::tell("stop it with Ctrl+C")?;
        for problems in broken(&self.games) {
            output::tell(&problems)?;
        }
        if !self.no_browser {
            open_browser(&address);
        }
        let until = async {
            // Without signals it goes on until it is killed, which loses nothing either.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        running.serve(until).await.context("the studio stopped")?;
        Ok(Outcome::Done)
    }
}

/// People who can reach the studio, and what they can do there.
fn who_can(running: &Running, names: &[String]) -> String {
    let address = running.address;
    if address.ip().is_loopback() && names.is_empty() {
        return "only this machine reaches it; whoever uses this machine is the host".to_owned();
    }
    let outside = reachable(address, |address| !address.is_loopback());
    let names: String = names.iter().map(|name| format!(", `{name}`")).collect();
    let here = SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port());
    let token = &running.host_token;
    format!(
        "whoever reaches {outside}{names} plays, watches and keeps decks of their own\n\
         the host edits cards and removes tables: on this machine at http://{here}/,\n\
         elsewhere by http://{outside}/#/host/{token}"
    )
}

/// An address that can be typed: one of this machine where any will do.
fn reachable(address: SocketAddr, is_wanted: fn(&IpAddr) -> bool) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    let here = IpAddr::from(Ipv4Addr::LOCALHOST);
    let candidates = [Some(here), outward()].into_iter().flatten();
    let found = candidates.into_iter().find(is_wanted);
    SocketAddr::new(found.unwrap_or(here), address.port())
}

/// The address by which this machine would reach others. Nothing is sent to find it.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

fn unstarted(error: StartError) -> anyhow::Error {
    let hint = match &error {
        StartError::Address { error, .. } => of_address(error.kind()),
        StartError::Data { .. } | StartError::Store { .. } => "give another folder with `--data`",
        StartError::Taken { .. } => "end the other studio, or give another folder with `--data`",
        StartError::Chance(_) => "is there a `/dev/urandom`?",
    };
    Misuse::new(error.to_string(), hint).into()
}

/// Hint for an address that cannot be used.
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

/// The problems of games that were named and cannot be played, as `fuda check` shows them.
fn broken(named: &[String]) -> Vec<String> {
    let problems = named.iter().filter_map(|name| {
        let located = locate(name).ok()?;
        let (_, found, _) = check_scenarios(&located.sources, &located.entry);
        let words = render::terminal(&found, Style::Color);
        found
            .has_errors()
            .then(|| format!("`{name}` cannot be played until this is mended:\n{words}"))
    });
    problems.collect()
}

/// Folder of the data of a person's programs.
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
