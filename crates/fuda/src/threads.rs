//! Work on several threads.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// The results of the same work on so many threads, the caller's own among them. The work has to hand out its
/// parts itself: where the system starts fewer threads, these do all of it.
pub(crate) fn on_threads<T: Send>(count: NonZeroUsize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let work = &work;
    scope(|scope| {
        let others: Vec<_> = (1..count.get())
            .map_while(|_| Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let own = work();
        let others = others
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        [own].into_iter().chain(others).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn every_part_of_the_work_is_done_once() {
        let next = AtomicU32::new(0);
        let parts = on_threads(NonZeroUsize::MIN.saturating_add(3), || {
            let taken = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|part| *part < 100);
            std::iter::from_fn(taken).count()
        });
        assert_eq!(parts.iter().sum::<usize>(), 100);
    }
}
