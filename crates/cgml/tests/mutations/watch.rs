//! Ends the test when one case takes too long.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// No case comes near it, even on a slow and busy machine.
const LONGEST: Duration = Duration::from_secs(30);

/// Watches the cases from a thread of its own: a case that hangs cannot watch itself.
pub(crate) struct Watch {
    began: Sender<(u64, Vec<u8>)>,
}

impl Watch {
    pub(crate) fn start() -> Self {
        let (began, cases) = channel::<(u64, Vec<u8>)>();
        thread::spawn(move || {
            let mut current = None;
            loop {
                match cases.recv_timeout(LONGEST) {
                    Ok(case) => current = Some(case),
                    Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => end(current.take()),
                }
            }
        });
        Self { began }
    }

    /// A case begins, and the one before has ended.
    pub(crate) fn begin(&self, case: u64, bytes: &[u8]) {
        let watched = self.began.send((case, bytes.to_vec()));
        watched.expect("the watch runs as long as the test");
    }
}

#[expect(
    clippy::print_stderr,
    reason = "the test that hangs cannot say it itself"
)]
fn end(case: Option<(u64, Vec<u8>)>) {
    let Some((case, bytes)) = case else { return };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    eprintln!("case {case} takes longer than {LONGEST:?}\n---\n{text}\n---");
    std::process::abort();
}
