//! The studio, with players that are written in Python at its tables: `fuda.serve`.

use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use fuda::serving::{MACHINERY, OPEN, shelf};
use players::{GameNetwork, Lookahead};
use pyo3::prelude::*;
use studio::{Config, Guests, Machinery, StartError, start};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::contests::guests::Guest;
use crate::contests::watch::Watch;
use crate::error::wrong;
use crate::play::game::Match;

/// Time limit for work that is going on when the studio ends.
const LAST_WORK: Duration = Duration::from_secs(1);

/// A studio that is running.
#[pyclass(module = "fuda", frozen)]
pub(crate) struct Studio {
    address: String,
    host_token: String,
    serving: Mutex<Option<Serving>>,
}

/// The thread that serves, and the word to end it.
struct Serving {
    end: oneshot::Sender<()>,
    thread: JoinHandle<io::Result<()>>,
}

#[pymethods]
impl Studio {
    /// Starts a studio; it serves until it is closed.
    #[new]
    fn new(
        py: Python<'_>,
        players: BTreeMap<String, Py<PyAny>>,
        games: Vec<String>,
        data: PathBuf,
        host: &str,
        port: u16,
        names: Vec<String>,
    ) -> PyResult<Self> {
        let host: IpAddr = host.parse().map_err(|_| {
            let hint = "`127.0.0.1` is this machine alone, `0.0.0.0` everybody in the network";
            wrong(format!("`{host}` is no address"), hint)
        })?;
        for (name, player) in &players {
            if !player.bind(py).hasattr("choose")? {
                let hint = "a player has a method `choose(question)`";
                return Err(wrong(format!("`{name}` is no player"), hint));
            }
        }
        let config = Config {
            shelf: shelf(&games).map_err(|error| wrong(error.to_string(), error.hint()))?,
            data,
            host,
            port,
            names,
            open: OPEN,
            machinery: Machinery {
                guests: Some(Arc::new(Seats(players))),
                ..MACHINERY
            },
        };
        py.detach(|| Self::started(config))
    }

    /// The address of the pages.
    #[getter]
    fn address(&self) -> &str {
        &self.address
    }

    /// The token of the host, who may edit cards and remove tables from elsewhere.
    #[getter]
    fn host_token(&self) -> &str {
        &self.host_token
    }

    /// True if it is served no more.
    #[getter]
    fn is_closed(&self) -> bool {
        let serving = self.serving.lock();
        serving.map_or(true, |serving| {
            serving.as_ref().is_none_or(|it| it.thread.is_finished())
        })
    }

    /// Ends it. All that was played is stored.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let serving = self.serving.lock().ok().and_then(|mut it| it.take());
        let Some(Serving { end, thread }) = serving else {
            return Ok(());
        };
        // A thread that has ended by itself hears nothing.
        drop(end);
        let ended = py.detach(|| thread.join());
        let ended = ended.unwrap_or_else(|_| Err(io::Error::other("a fault of ours")));
        ended.map_err(|error| wrong(format!("the studio stopped: {error}"), ""))
    }
}

impl Studio {
    fn started(config: Config) -> PyResult<Self> {
        let runtime = Runtime::new();
        let runtime = runtime.map_err(|error| wrong(error.to_string(), "no thread can start"))?;
        let running = runtime.block_on(start(config)).map_err(unstarted)?;
        let (end, ended) = oneshot::channel::<()>();
        let (address, host_token) = (running.address, running.host_token.clone());
        let thread = std::thread::spawn(move || {
            let served = runtime.block_on(running.serve(async {
                // It ends when the other side is dropped.
                ended.await.ok();
            }));
            runtime.shutdown_timeout(LAST_WORK);
            served
        });
        Ok(Self {
            address: format!("http://{address}/"),
            host_token,
            serving: Mutex::new(Some(Serving { end, thread })),
        })
    }
}

fn unstarted(error: StartError) -> PyErr {
    let hint = match &error {
        StartError::Address { .. } => "give another `host`, or another `port`: 0 for any free one",
        StartError::Data { .. } | StartError::Store { .. } => "give another folder with `data`",
        StartError::Taken { .. } => "end the other studio, or give another folder with `data`",
        StartError::Chance(_) => "is there a `/dev/urandom`?",
    };
    wrong(error.to_string(), hint)
}

/// Players by their names.
#[derive(Debug)]
struct Seats(BTreeMap<String, Py<PyAny>>);

impl Guests for Seats {
    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    fn guest(&self, name: &str, lookahead: Arc<Lookahead>) -> Option<Arc<dyn GameNetwork>> {
        let player = self.0.get(name)?;
        let player = Python::attach(|py| player.clone_ref(py));
        let made = Arc::new(Match::of_lookahead(lookahead));
        Some(Arc::new(Guest::new(
            player,
            made,
            Arc::new(Watch::tolerant()),
        )))
    }
}
