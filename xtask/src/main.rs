//! The project's tasks, run with `cargo xtask …`.
//!
//! Nothing has to be installed first: a task is plain Rust that calls cargo and git. What a task needs
//! beyond that is fetched by [`setup`].
#![expect(
    clippy::print_stderr,
    reason = "tasks report to the person who started them"
)]

mod bench;
mod check;
mod directions;
mod documents;
mod fuzz;
mod generate;
mod purity;
mod python;
mod repository;
mod setup;
mod shape;
mod soak;
mod steps;
mod strangers;
mod web;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask TASK

  test                     fetch what the tests need, then run every test of every part
  check                    the same without fetching anything; run it before you commit
  generate [--check]       write the generated files, or only say which are out of date
  web [browser]            check, test and compare the studio's pages; or use them in a browser
  directions               dependencies between crates, files that documents name, and text that does not belong
  shape [--write]          figures of the code's shape against their limits, or as the new limits
  python [--all]           test the Python package; with the wheel, PyTorch, Ray and OpenSpiel
  python wheel             build the wheel, in target/wheels
  bench [check]            how long checking takes
  bench games              games a second: fuda, games written by hand, and other engines
  bench instructions       how many instructions pinned workloads need, and what changed
  bench profile            what the ops of random games go into
  bench clone              how long it takes to copy a position
  bench threads            what more threads give
  bench search             simulations a second of searches, beside another library
  bench strength           how strong the players are against each other
  bench python [SECONDS]   decisions a second of environments from Python, beside other libraries
  bench networks [SECONDS] evaluations and training steps a second, beside PyTorch
  bench selfplay [GAMES [GAME]]
                           games a second of self-play with search, and where the time goes
  bench new-cards [GAMES [FOLDER]]
                           how well networks play cards that they have never seen
  bench tricks [EVALUATIONS [GAME [FOLDER]]]
                           what each trick of self-play gives, by leaving it out
  bench ship [GAME...]     train, measure and describe the networks that ship
  bench studio [--day]     how fast the studio answers under load; with a day's rude clients in ten minutes
  soak [GAMES]             play so many random games (100000) of all shipped games, and look at them
  soak invariants [GAMES]  play so many games (1000) of every game, variant and deck, and test their invariants
  soak features [POSITIONS]
                           compare features with views in so many positions (100000) of every game
  soak metagame            breed decks with many seeds in a game whose truth is computed
  fuzz [TARGET] [SECONDS]  fuzz one target of fuzz/; without a target, list them
  fuzz games [COUNT [FIRST]]
                           check and play so many mutants (20000) of the shipped files, from a number on";

/// What the person asked for.
enum Task {
    Test,
    Check,
    Generate(generate::Mode),
    Directions,
    Shape(shape::Mode),
    Pages,
    Python,
    AllPython,
    Wheel,
    BenchPython(Vec<String>),
    Browser,
    Bench(Vec<String>),
    Soak { games: u64 },
    SoakInvariants { games: u64 },
    SoakFeatures { positions: u64 },
    SoakMetagame,
    ListFuzzTargets,
    Fuzz { target: String, seconds: u64 },
    FuzzGames { count: u64, first: u64 },
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(task) = parse(&arguments) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The task the words name, or `None` where they name none.
fn parse(arguments: &[String]) -> Option<Task> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test"] => Some(Task::Test),
        ["check"] => Some(Task::Check),
        ["generate"] => Some(Task::Generate(generate::Mode::Write)),
        ["generate", "--check"] => Some(Task::Generate(generate::Mode::Compare)),
        ["directions"] => Some(Task::Directions),
        ["shape"] => Some(Task::Shape(shape::Mode::Compare)),
        ["shape", "--write"] => Some(Task::Shape(shape::Mode::Write)),
        ["web"] => Some(Task::Pages),
        ["web", "browser"] => Some(Task::Browser),
        ["python"] => Some(Task::Python),
        ["python", "--all"] => Some(Task::AllPython),
        ["python", "wheel"] => Some(Task::Wheel),
        ["bench", name, ..] if python::script(name).is_some() => {
            Some(Task::BenchPython(arguments[1..].to_vec()))
        }
        ["bench", ..] => Some(Task::Bench(arguments[1..].to_vec())),
        ["soak"] => Some(Task::Soak {
            games: soak::DEFAULT_GAMES,
        }),
        ["soak", "invariants"] => Some(Task::SoakInvariants {
            games: soak::DEFAULT_TESTED_GAMES,
        }),
        ["soak", "invariants", games] => Some(Task::SoakInvariants {
            games: games.parse().ok()?,
        }),
        ["soak", "features"] => Some(Task::SoakFeatures {
            positions: soak::DEFAULT_POSITIONS,
        }),
        ["soak", "features", positions] => Some(Task::SoakFeatures {
            positions: positions.parse().ok()?,
        }),
        ["soak", "metagame"] => Some(Task::SoakMetagame),
        ["soak", games] => Some(Task::Soak {
            games: games.parse().ok()?,
        }),
        ["fuzz"] => Some(Task::ListFuzzTargets),
        ["fuzz", "games"] => Some(Task::FuzzGames {
            count: fuzz::DEFAULT_MUTANTS,
            first: 0,
        }),
        ["fuzz", "games", count] => Some(Task::FuzzGames {
            count: count.parse().ok()?,
            first: 0,
        }),
        ["fuzz", "games", count, first] => Some(Task::FuzzGames {
            count: count.parse().ok()?,
            first: first.parse().ok()?,
        }),
        ["fuzz", target] => Some(Task::Fuzz {
            target: (*target).to_owned(),
            seconds: fuzz::DEFAULT_SECONDS,
        }),
        ["fuzz", target, seconds] => Some(Task::Fuzz {
            target: (*target).to_owned(),
            seconds: seconds.parse().ok()?,
        }),
        _ => None,
    }
}

fn run(task: Task) -> anyhow::Result<()> {
    match task {
        Task::Test => check::test(),
        Task::Check => check::check(),
        Task::Generate(mode) => generate::generate(mode),
        Task::Directions => check::directions(),
        Task::Shape(mode) => shape::shape(mode),
        Task::Pages => web::pages(),
        Task::Python => python::test(),
        Task::AllPython => python::all(),
        Task::Wheel => python::build_wheel().map(|wheel| eprintln!("{}", wheel.display())),
        Task::BenchPython(arguments) => python::bench(&arguments),
        Task::Browser => web::browser(),
        Task::Bench(arguments) => bench::bench(&arguments),
        Task::Soak { games } => soak::soak(games),
        Task::SoakInvariants { games } => soak::invariants(games),
        Task::SoakFeatures { positions } => soak::features(positions),
        Task::SoakMetagame => soak::metagame(),
        Task::ListFuzzTargets => fuzz::list(),
        Task::Fuzz { target, seconds } => fuzz::fuzz(&target, seconds),
        Task::FuzzGames { count, first } => fuzz::games(count, first),
    }
}
