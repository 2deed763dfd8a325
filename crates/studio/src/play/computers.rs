//! The computers that play here: which are offered, and how much they may think.

pub(crate) mod arrangement;
pub(crate) mod guests;
pub(crate) mod lanes;
pub(crate) mod learning;
pub(crate) mod opinions;

use crate::computers::guests::guest_of;
use crate::computers::learning::run_of;
use crate::problem::{ProblemCode, problem};
use crate::wire::Problem;
use engine::random::derived;
use players::{Budget, NetworkSearch, PlayerSpec, Search};
use std::collections::BTreeMap;
use std::time::Duration;

/// The names of those that are offered; others can be named.
const OFFERED: [&str; 4] = ["random", "ismcts:200", "ismcts:1000", "ismcts:5000"];

/// The network that ships with a game.
const NETWORK: &str = "net:sims=64";

/// The number of games a computer may simulate for a decision.
const MOST_SIMULATIONS: u64 = 100_000;

/// The longest time that a computer may think about a decision.
const LONGEST: Duration = Duration::from_secs(60);

/// After how many decisions a simulated game is broken off at the latest.
const MOST_DECISIONS: u32 = 10_000;

/// The least time that a computer which looks ahead takes to answer, and the steps in which longer times come.
const TICK: Duration = Duration::from_millis(250);

/// The longest time that a computer is expected to need, so that one slow answer does not delay all others.
const SLOWEST: Duration = Duration::from_secs(3);

/// The time that a person with only one answer seems to think: at least, and how much longer at most.
const PRETENDED: [u64; 2] = [1_000, 1_500];

/// Answering times of computers. The wait must not tell what is hidden: whether there was anything to
/// choose, and how many choices there were. So a seat answers no sooner than it ever needed, and in whole steps.
#[derive(Debug, Default)]
pub(crate) struct Pauses {
    slowest: BTreeMap<u8, Duration>,
}

impl Pauses {
    /// When the answer of a seat is given that thought for so long, counted from when it was asked.
    pub(crate) fn answer_after(&mut self, seat: u8, thought: Duration) -> Duration {
        let slowest = self.slowest.entry(seat).or_insert(TICK);
        *slowest = thought.min(SLOWEST).max(*slowest);
        let ticks = thought.max(*slowest).as_millis().div_ceil(TICK.as_millis());
        TICK * u32::try_from(ticks).unwrap_or(u32::MAX)
    }
}

/// The time that a person seems to think about a question with only one answer.
pub(crate) fn pretended_thinking(seed: u64, number: usize) -> Duration {
    let [least, more] = PRETENDED;
    Duration::from_millis(least + derived(seed ^ 0x9A5E, number as u64) % more)
}

/// The names of the computer players that are offered; the network that ships with the game, if one does.
pub(crate) fn computer_players(has_network: bool) -> Vec<String> {
    let network = has_network.then_some(NETWORK);
    let names = OFFERED.into_iter().chain(network);
    names.map(str::to_owned).collect()
}

/// The computer player of a name. Those that are read from files are not for people on the other side of a
/// network, nor those that keep a processor busy for long.
pub(crate) fn computer(name: &str) -> Result<PlayerSpec, Problem> {
    if guest_of(name).is_some() {
        return Ok(PlayerSpec::Network(NetworkSearch::new(name.to_owned())));
    }
    let known = name.parse::<PlayerSpec>();
    let known =
        known.map_err(|unknown| problem(ProblemCode::UnknownPlayer, unknown.to_string()))?;
    let search = match &known {
        PlayerSpec::Random => return Ok(known),
        PlayerSpec::Network(network)
            if network.file.is_empty() || run_of(&network.file).is_some() =>
        {
            return Ok(known);
        }
        PlayerSpec::Solved(_) | PlayerSpec::Network(_) => {
            let message =
                format!("`{name}` plays by a file, and the studio opens none for players");
            return Err(problem(ProblemCode::UnknownPlayer, message));
        }
        PlayerSpec::Greedy(search) | PlayerSpec::Flat(search) | PlayerSpec::Search(search) => {
            search
        }
    };
    match excess(&known, search) {
        None => Ok(known),
        Some(limit) => {
            let message = format!("`{name}` thinks for too long: a computer here {limit}");
            Err(Problem {
                hint: Some("name one that thinks less, such as `ismcts:5000`".to_owned()),
                ..problem(ProblemCode::TooMuch, message)
            })
        }
    }
}

/// The limit that a search exceeds, if it does.
fn excess(name: &PlayerSpec, search: &Search) -> Option<String> {
    let seconds = LONGEST.as_secs();
    match search.budget {
        Budget::Time(time) if time > LONGEST => {
            return Some(format!("may think for {seconds} seconds"));
        }
        Budget::Simulations(_) if name.simulations() > MOST_SIMULATIONS => {
            let most = match name {
                PlayerSpec::Greedy(_) => "10000 games for each choice".to_owned(),
                PlayerSpec::Random
                | PlayerSpec::Flat(_)
                | PlayerSpec::Search(_)
                | PlayerSpec::Solved(_)
                | PlayerSpec::Network(_) => {
                    format!("{MOST_SIMULATIONS} games")
                }
            };
            return Some(format!("may simulate {most}"));
        }
        Budget::Time(_) | Budget::Simulations(_) => {}
    }
    let is_deep = search.most_decisions > MOST_DECISIONS;
    is_deep.then(|| format!("breaks a game off after {MOST_DECISIONS} decisions (`depth`)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_an_answer_takes_does_not_tell_how_much_there_was_to_think_about() {
        let mut pauses = Pauses::default();
        let millis = |milliseconds| Duration::from_millis(milliseconds);
        assert_eq!(pauses.answer_after(0, millis(1)), millis(250));
        assert_eq!(pauses.answer_after(0, millis(211)), millis(250));
        assert_eq!(pauses.answer_after(0, millis(610)), millis(750));
        let later = [1, 144, 700].map(|thought| pauses.answer_after(0, millis(thought)));
        assert_eq!(later, [millis(750); 3]);
        assert_eq!(pauses.answer_after(1, millis(1)), millis(250));
    }

    #[test]
    fn networks_that_ship_may_play_and_files_may_not() {
        assert!(computer(NETWORK).is_ok());
        assert!(computer("net").is_ok());
        assert!(computer("net:sims=100001").is_err());
        let refusal = computer("net:/etc/passwd").expect_err("a file");
        assert!(
            refusal.message.contains("opens none"),
            "{}",
            refusal.message
        );
        assert!(computer_players(true).contains(&NETWORK.to_owned()));
        assert!(!computer_players(false).contains(&NETWORK.to_owned()));
    }

    #[test]
    fn computers_that_think_for_too_long_are_refused_with_the_limit() {
        let refusal = |name: &str| computer(name).map_err(|problem| problem.message);
        for name in OFFERED {
            assert!(computer(name).is_ok(), "{name}");
        }
        for name in [
            "ismcts:100000",
            "greedy:10000",
            "mcts:60s",
            "flat:800,depth=50",
        ] {
            assert!(computer(name).is_ok(), "{name}");
        }
        for (name, limit) in [
            ("ismcts:100001", "100000 games"),
            ("greedy:10001", "10000 games for each choice"),
            ("mcts:61s", "60 seconds"),
            ("ismcts:200,depth=10001", "10000 decisions"),
        ] {
            let message = refusal(name).expect_err("it thinks for too long");
            assert!(message.contains(limit), "{message}");
        }
    }
}
