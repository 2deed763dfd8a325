//! Long work: what is done is told, Ctrl-C is noticed, and the first exception ends it.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{ThreadId, current};
use std::time::{Duration, Instant};

use engine::record::Record;
use fuda::sim::Onlooker;
use metagame::stage::Played;
use pyo3::prelude::*;

/// Time between two looks at the interpreter.
const PAUSE: Duration = Duration::from_millis(100);

/// Time between two looks at work that another thread does.
const MOMENT: Duration = Duration::from_millis(5);

/// Records with their numbers.
type Numbered = Vec<(u64, Vec<u8>)>;

/// Watches long work.
pub(crate) struct Watch {
    /// The thread that called us: signals arrive there.
    caller: ThreadId,
    progress: Option<Py<PyAny>>,
    done: AtomicU64,
    is_stopped: AtomicBool,
    error: Mutex<Option<PyErr>>,
    looked: Mutex<Instant>,
    records: Option<Mutex<Numbered>>,
    failure: Failure,
}

/// The effect of an exception.
enum Failure {
    /// The work ends with it.
    Ends,
    /// It is printed, and the work goes on.
    IsPrinted,
}

impl Watch {
    /// Watches games that go on, whatever a player does.
    pub(crate) fn tolerant() -> Self {
        Self {
            failure: Failure::IsPrinted,
            ..Self::new(None, false)
        }
    }

    /// Tells `progress` how many games are done, if there is one.
    pub(crate) fn new(progress: Option<Py<PyAny>>, keeps_records: bool) -> Self {
        Self {
            caller: current().id(),
            progress,
            done: AtomicU64::new(0),
            is_stopped: AtomicBool::new(false),
            error: Mutex::new(None),
            looked: Mutex::new(Instant::now()),
            records: keeps_records.then(|| Mutex::new(Vec::new())),
            failure: Failure::Ends,
        }
    }

    /// So much more is done.
    pub(crate) fn add(&self, count: u64) {
        self.done.fetch_add(count, Ordering::Relaxed);
    }

    /// The work ends with an exception, of which the first one counts; or it is printed.
    pub(crate) fn fail(&self, error: PyErr) {
        match self.failure {
            Failure::Ends => {
                self.is_stopped.store(true, Ordering::Relaxed);
                if let Ok(mut first) = self.error.lock() {
                    first.get_or_insert(error);
                }
            }
            Failure::IsPrinted => Python::attach(|py| error.print(py)),
        }
    }

    /// True if the work should end. Looks for Ctrl-C and tells how far it is, where that is due.
    pub(crate) fn should_stop(&self) -> bool {
        if self.is_stopped.load(Ordering::Relaxed) {
            return true;
        }
        if current().id() == self.caller && self.is_due() {
            self.look();
        }
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn is_due(&self) -> bool {
        let Ok(mut looked) = self.looked.lock() else {
            return false;
        };
        let is_due = looked.elapsed() >= PAUSE;
        if is_due {
            *looked = Instant::now();
        }
        is_due
    }

    fn look(&self) {
        let looked = Python::attach(|py| {
            py.check_signals()?;
            self.tell(py)
        });
        if let Err(error) = looked {
            self.fail(error);
        }
    }

    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(progress) = &self.progress {
            progress.call1(py, (self.done.load(Ordering::Relaxed),))?;
        }
        Ok(())
    }

    /// Does work on a thread of its own, and sets `stop` where it should end. The calling thread looks for Ctrl-C
    /// meanwhile, however long a game takes.
    pub(crate) fn attended<T: Send>(
        &self,
        stop: &AtomicBool,
        work: impl FnOnce() -> T + Send,
    ) -> T {
        let done = std::thread::scope(|scope| {
            let working = scope.spawn(work);
            while !working.is_finished() {
                if self.should_stop() {
                    stop.store(true, Ordering::Relaxed);
                }
                std::thread::sleep(MOMENT);
            }
            working.join()
        });
        done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    /// Counts a game of decks.
    pub(crate) fn count(&self, _: &Played<'_>) -> io::Result<()> {
        self.add(1);
        Ok(())
    }

    /// Ends the watch: the exception, if there was one, and the records in the order of their numbers.
    pub(crate) fn finish(self, py: Python<'_>) -> PyResult<Vec<Vec<u8>>> {
        if let Some(error) = self.error.lock().ok().and_then(|mut error| error.take()) {
            return Err(error);
        }
        py.check_signals()?;
        self.tell(py)?;
        let records = self.records.and_then(|records| records.into_inner().ok());
        let mut records = records.unwrap_or_default();
        records.sort_by_key(|(number, _)| *number);
        Ok(records.into_iter().map(|(_, record)| record).collect())
    }
}

impl Onlooker for Watch {
    fn wants_records(&self) -> bool {
        self.records.is_some()
    }

    fn record(&self, number: u64, record: Record) -> io::Result<()> {
        if let Some(Ok(mut records)) = self.records.as_ref().map(Mutex::lock) {
            records.push((number, record.to_bytes()));
        }
        Ok(())
    }

    fn done(&self, games: u64) {
        self.add(games);
    }

    fn is_stopped(&self) -> bool {
        self.should_stop()
    }
}
