//! Opinions of computers that somebody asks for: one of an asker at a table, and few of one asker at all.

use crate::problem::{ProblemCode, problem};
use crate::wire::Problem;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// At so many tables one address may ask at the same time.
const MOST_OF_ADDRESS: usize = 4;

/// A client and the table it asks at.
type Asker = (IpAddr, String);

/// Everything that is asked now.
#[derive(Default)]
pub(crate) struct Opinions {
    asked: Mutex<BTreeMap<Asker, watch::Sender<bool>>>,
}

/// A question, until it is answered or asked anew.
pub(crate) struct Asking {
    all: Arc<Opinions>,
    of: Asker,
    over: watch::Receiver<bool>,
}

impl Opinions {
    fn asked(&self) -> MutexGuard<'_, BTreeMap<Asker, watch::Sender<bool>>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks at a table; what the same asked there before is over.
    pub(crate) fn ask(self: &Arc<Self>, who: IpAddr, table: &str) -> Result<Asking, Problem> {
        let of = (who, table.to_owned());
        let mut asked = self.asked();
        let elsewhere = asked.keys().filter(|(other, _)| *other == who);
        if !asked.contains_key(&of) && elsewhere.count() >= MOST_OF_ADDRESS {
            let message = "you ask computers at too many tables at once".to_owned();
            return Err(problem(ProblemCode::TooMany, message));
        }
        let (end, over) = watch::channel(false);
        if let Some(earlier) = asked.insert(of.clone(), end) {
            earlier.send_replace(true);
        }
        let all = self.clone();
        Ok(Asking { all, of, over })
    }
}

impl Asking {
    /// True if the same one asked again.
    pub(crate) fn is_over(&self) -> bool {
        *self.over.borrow()
    }

    /// Waits until the same asks anew.
    pub(crate) async fn over(&self) {
        let mut over = self.over.clone();
        // The sender that could end it lives as long as the question.
        if over.wait_for(|over| *over).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        let mut asked = self.all.asked();
        if !self.is_over() {
            asked.remove(&self.of);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    #[test]
    fn asking_anew_ends_what_was_asked_before() {
        let all = Arc::new(Opinions::default());
        let first = all.ask(ONE, "a").expect("the first");
        let of_other = all.ask(OTHER, "a").expect("of somebody else");
        let second = all.ask(ONE, "a").expect("anew");
        assert!(first.is_over() && !second.is_over() && !of_other.is_over());
        drop(first);
        assert_eq!(all.asked().len(), 2);
        drop((second, of_other));
        assert_eq!(all.asked().len(), 0);
    }

    #[test]
    fn one_asker_asks_at_few_tables() {
        let all = Arc::new(Opinions::default());
        let asked: Vec<Asking> = ["a", "b", "c", "d"]
            .iter()
            .filter_map(|table| all.ask(ONE, table).ok())
            .collect();
        assert_eq!(asked.len(), MOST_OF_ADDRESS);
        let more = all.ask(ONE, "e").map(|_| ()).map_err(|it| it.code);
        assert_eq!(more, Err(ProblemCode::TooMany));
        assert!(all.ask(OTHER, "e").is_ok() && all.ask(ONE, "a").is_ok());
    }
}
