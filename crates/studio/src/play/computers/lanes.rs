//! Lanes for work that takes a while: each does so much at once, and lets so much wait.
//!
//! Nothing plays, replays or writes on the threads that serve connections. Work of different kinds has lanes of its
//! own, so that what somebody asks for many times delays nothing but itself.

use crate::problem::{ProblemCode, problem};
use crate::wire::Problem;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The lanes of a studio.
pub(crate) struct Lanes {
    /// Choices and what pages are told: short.
    pub(crate) tables: Lane,
    /// Everything that is asked for over HTTP.
    pub(crate) requests: Lane,
    /// Computers that play.
    pub(crate) computers: Lane,
    /// Computers that are asked what they think.
    pub(crate) opinions: Lane,
}

impl Lanes {
    pub(crate) fn new() -> Self {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        Self {
            tables: Lane::new(cores * 4, 10_000),
            // No more than there are processors, so that tables have the larger share of them.
            requests: Lane::new(cores, 256),
            computers: Lane::new(cores * 16, 10_000),
            opinions: Lane::new(cores.div_ceil(2), 16),
        }
    }
}

/// Threads for one kind of work.
pub(crate) struct Lane {
    room: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
}

/// A place in a lane, held while the work is done.
pub(crate) type Place = OwnedSemaphorePermit;

impl Lane {
    fn new(at_once: usize, most_waiting: usize) -> Self {
        Self {
            room: Arc::new(Semaphore::new(at_once)),
            waiting: AtomicUsize::new(0),
            most_waiting,
        }
    }

    /// Waits for a place, unless too many wait already.
    pub(crate) async fn enter(&self) -> Result<Place, Problem> {
        let _waiting = Waiting::begin(self).ok_or_else(busy)?;
        let place = self.room.clone().acquire_owned().await;
        place.map_err(|_| busy())
    }

    /// Does the work on a thread where nobody waits for it.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let place = self.enter().await?;
        let working = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        });
        working.await.map_err(|_| broken())
    }
}

/// Somebody waits for a place.
struct Waiting<'l>(&'l Lane);

impl<'l> Waiting<'l> {
    fn begin(lane: &'l Lane) -> Option<Self> {
        let waiting = lane.waiting.fetch_add(1, Ordering::SeqCst);
        let waits = Self(lane);
        (waiting < lane.most_waiting).then_some(waits)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

fn busy() -> Problem {
    Problem {
        hint: Some("try again in a few seconds".to_owned()),
        ..problem(
            ProblemCode::Busy,
            "the studio has too much to do".to_owned(),
        )
    }
}

fn broken() -> Problem {
    problem(
        ProblemCode::Broken,
        "the studio could not do this: a fault of ours".to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test]
    async fn so_much_is_done_at_once_so_much_waits_and_the_rest_is_refused() {
        let lane = Arc::new(Lane::new(1, 2));
        let (begin, begun) = mpsc::channel();
        let (end, ended) = mpsc::channel::<()>();
        let first = {
            let lane = lane.clone();
            tokio::spawn(async move {
                let work = move || {
                    begin.send(()).expect("the test waits");
                    ended.recv().expect("the test says when");
                };
                lane.run(work).await
            })
        };
        let begun = tokio::task::spawn_blocking(move || begun.recv());
        begun.await.expect("a thread").expect("it began");
        let waiting: Vec<_> = (0..2)
            .map(|_| {
                let lane = lane.clone();
                tokio::spawn(async move { lane.run(|| 7).await })
            })
            .collect();
        while lane.waiting.load(Ordering::SeqCst) < 2 {
            tokio::task::yield_now().await;
        }
        let refused = lane.run(|| 7).await;
        assert_eq!(refused.map_err(|it| it.code), Err(ProblemCode::Busy));
        end.send(()).expect("the work waits");
        assert!(first.await.expect("no panic").is_ok());
        for one in waiting {
            assert_eq!(one.await.expect("no panic"), Ok(7));
        }
        assert_eq!(lane.waiting.load(Ordering::SeqCst), 0);
    }

    #[tokio::test]
    async fn work_that_panics_is_told_and_leaves_its_place() {
        let lane = Lane::new(1, 1);
        let broken = lane.run(|| panic!("a fault")).await;
        assert_eq!(
            broken.map_err(|it| it.code),
            Err::<(), _>(ProblemCode::Broken)
        );
        assert_eq!(lane.run(|| 7).await, Ok(7));
    }
}
