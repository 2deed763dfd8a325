//! Measuring how many games are played in a second.
//!
//! A second is one of the processor's, spent by this thread: what else the machine does hardly counts.

use std::hint::black_box;
use std::time::Duration;

/// Plays for about so many seconds and gives the games played in one.
///
/// `play_many` is asked for ever more games at a time, so that looking at the clock costs nothing.
pub fn games_per_second(seconds: f64, mut play_many: impl FnMut(u64) -> i64) -> f64 {
    let least = Duration::from_secs_f64(seconds);
    let start = processor_time();
    let mut games = 0;
    let mut batch = 1;
    loop {
        black_box(play_many(black_box(batch)));
        games += batch;
        let elapsed = processor_time() - start;
        if elapsed >= least {
            return games as f64 / elapsed.as_secs_f64();
        }
        let rate = games as f64 / elapsed.as_secs_f64();
        let left = (least - elapsed).as_secs_f64() * rate;
        batch = (batch * 2).min(left as u64 + 1);
    }
}

/// How much of the processor's time this thread has had.
pub fn processor_time() -> Duration {
    clock::of_this_thread()
}

/// How much of the processor's time all threads of this process have had together.
pub fn time_of_all_threads() -> Duration {
    clock::of_all_threads()
}

#[cfg(unix)]
mod clock {
    use std::time::Duration;

    use rustix::time::{ClockId, clock_gettime};

    pub(super) fn of_this_thread() -> Duration {
        now(ClockId::ThreadCPUTime)
    }

    pub(super) fn of_all_threads() -> Duration {
        now(ClockId::ProcessCPUTime)
    }

    fn now(clock: ClockId) -> Duration {
        let time = clock_gettime(clock);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

/// The time that goes by, as if there were one thread and nothing else on the machine.
#[cfg(not(unix))]
mod clock {
    use std::sync::LazyLock;
    use std::time::{Duration, Instant};

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);

    pub(super) fn of_this_thread() -> Duration {
        START.elapsed()
    }

    pub(super) fn of_all_threads() -> Duration {
        START.elapsed()
    }
}

/// The one in the middle; of an even number, the higher of the two.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_takes_a_millisecond_is_played_so_often() {
        let rate = games_per_second(0.05, |games| {
            let end = processor_time() + Duration::from_millis(games);
            while processor_time() < end {}
            0
        });

        assert!((900.0..=1000.0).contains(&rate), "{rate}");
    }

    #[test]
    fn the_median_is_not_moved_by_one_that_is_far_off() {
        assert_eq!(median(vec![3.0, 1000.0, 1.0]), Some(3.0));
        assert_eq!(median(vec![]), None);
    }
}
