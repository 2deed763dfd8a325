//! Sharing work among threads so that their number makes no difference.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does the same work on several parts; the results come in the order of the parts.
pub(crate) fn in_parts<P: Sync, R: Send>(
    parts: &[P],
    threads: usize,
    work: impl Fn(&P) -> R + Sync,
) -> Vec<R> {
    if threads <= 1 {
        return parts.iter().map(work).collect();
    }
    let results: Vec<Mutex<Option<R>>> = parts.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let run = || {
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = results.get(part) else {
                return;
            };
            let result = work(&parts[part]);
            if let Ok(mut slot) = slot.lock() {
                *slot = Some(result);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
    let results = results.into_iter();
    results
        .filter_map(|slot| slot.into_inner().ok().flatten())
        .collect()
}
