//! How many simulations a second search makes: fuda, and the bots of OpenSpiel on the same games.
//!
//! Both think with 1,000 simulations at decisions of random games: from each game one is taken by chance among those
//! with more than one choice, so that early and late ones count alike however long the thinking takes. Only the
//! thinking is timed, by the processor's time. The engines take turns. OpenSpiel's MCTS bot looks at all cards; beside
//! it stands ours in one world that is taken for the real one. Trees are begun anew at each decision, as theirs are.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use fuda::compile::Settings;
use fuda::engine::position::{Decision, Position};
use fuda::engine::program::Program;
use fuda::engine::random::{Random, derived};
use fuda::players::{Equipment, Player, PlayerSpec, Question, Secrets};
use fuda_bench::arguments::Arguments;
use fuda_bench::fuda::path;
use fuda_bench::games::{GAMES, Game};
use fuda_bench::page;
use fuda_bench::peers::Peers;
use fuda_bench::stopwatch::{median, processor_time, time_of_all_threads};
use serde::Serialize;

const ROUNDS: usize = 5;
const SECONDS: f64 = 0.5;
const SIMULATIONS: f64 = 1000.0;

/// How many decisions are thought about to compare threads.
const DECISIONS: u64 = 3;

/// The players that are compared: ours, and the bot that does the same.
const PAIRS: [(&str, &str); 2] = [
    ("ismcts:1000,keep=no", "ismcts"),
    ("pimc:1000,worlds=1", "mcts"),
];

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let games = || GAMES.iter().filter(|game| game.open_spiel.is_some());
    let names: Vec<&str> = games().map(|game| game.name).collect();
    arguments.check_names(&names)?;
    let rounds = arguments.rounds.unwrap_or(ROUNDS);
    let seconds = arguments.seconds.unwrap_or(SECONDS);
    let mut peers = Peers::start().map_err(|error| eprintln!("{error:#}")).ok();
    let mut rows = Vec::new();
    for game in games().filter(|game| arguments.wants(game.name)) {
        rows.push(row(game, &mut peers, rounds, seconds)?);
    }
    page::SEARCH.show(arguments, &rows, &markdown(&rows))
}

/// One line of the table.
#[derive(Serialize)]
struct Row {
    game: &'static str,
    /// For each pair of players.
    pairs: Vec<Pair>,
    /// How many times as fast two threads are: by the time that went by, in the best round, and as the
    /// processor's time says.
    two_threads: [f64; 2],
}

/// Simulations a second of two players that do the same.
#[derive(Serialize)]
struct Pair {
    fuda: Option<f64>,
    open_spiel: Option<f64>,
    ratio: Option<f64>,
}

fn row(game: &'static Game, peers: &mut Option<Peers>, rounds: usize, seconds: f64) -> Result<Row> {
    let mut thinking = Thinking::new(game)?;
    let mut pairs = Vec::new();
    for (name, bot) in PAIRS {
        let (mut own, mut other) = (Spent::default(), Spent::default());
        for _ in 0..rounds {
            own.add(thinking.spend(name, seconds)?);
            let theirs = peers.as_mut().zip(game.open_spiel);
            let theirs = theirs.map(|(peers, game)| peers.simulations(bot, game, seconds));
            match theirs {
                Some(Ok((simulations, seconds))) => other.add(Spent {
                    simulations,
                    seconds,
                }),
                Some(Err(error)) => {
                    eprintln!("{error:#}");
                    // The process has ended where OpenSpiel gives up altogether.
                    *peers = Peers::start().ok();
                    break;
                }
                None => {}
            }
        }
        let (own, other) = (own.a_second(), other.a_second());
        pairs.push(Pair {
            fuda: own,
            open_spiel: other,
            ratio: own.zip(other).map(|(own, other)| own / other),
        });
    }
    Ok(Row {
        game: game.name,
        pairs,
        two_threads: thinking.two_threads(rounds)?,
    })
}

/// Simulations, and how long they took.
#[derive(Clone, Copy, Default)]
struct Spent {
    simulations: f64,
    seconds: f64,
}

impl Spent {
    fn add(&mut self, more: Self) {
        self.simulations += more.simulations;
        self.seconds += more.seconds;
    }

    fn a_second(self) -> Option<f64> {
        (self.seconds > 0.0).then(|| self.simulations / self.seconds)
    }
}

/// A game in which players think.
struct Thinking {
    program: Program,
    equipment: Equipment,
    position: Position,
    secrets: Secrets,
    random: Random,
    games: u64,
}

impl Thinking {
    fn new(game: &Game) -> Result<Self> {
        let path = path(&game.table);
        let located = fuda::locate(&path.to_string_lossy())?;
        let settings = Settings {
            players: Some(game.table.players),
            ..Settings::default()
        };
        let program =
            fuda::build(&located, &settings).with_context(|| path.display().to_string())?;
        let lookahead = Arc::new(fuda::thinking::lookahead(&program));
        Ok(Self {
            equipment: Equipment::for_game(lookahead),
            position: Position::start(&program, derived(1, 0)),
            secrets: Secrets::new(),
            random: Random::new(1),
            games: 0,
            program,
        })
    }

    /// Plays a game at random up to a decision that is taken by chance among those with more than one choice, and
    /// lets a player think about it; gives how long that took.
    fn think(&mut self, player: &mut dyn Player) -> Duration {
        loop {
            let seed = derived(1, self.games);
            self.games += 1;
            let decisions = self.play(seed, u32::MAX);
            if decisions == 0 {
                continue;
            }
            let chosen = self.random.below(decisions);
            self.play(seed, chosen);
            if let Decision::Choose { seat, .. } = self.position.decision() {
                player.begin(seed);
                let question = Question::new(&self.program, &self.position, seat, &self.secrets);
                let start = processor_time();
                player.choose(&question);
                return processor_time() - start;
            }
        }
    }

    /// Plays a game at random up to the decision with a number, or to the end; gives how many decisions came before.
    /// Only decisions with more than one choice count.
    fn play(&mut self, seed: u64, last: u32) -> u32 {
        let mut random = Random::new(seed);
        self.position.restart(&self.program, seed);
        self.secrets.clear();
        let mut decisions = 0;
        while let Decision::Choose { choices, .. } = self.position.decision() {
            let count = choices.len() as u32;
            if count > 1 && decisions == last {
                break;
            }
            decisions += u32::from(count > 1);
            let number = random.below(count) as usize;
            self.secrets.choose(&self.program, &self.position, number);
            self.position.play_unchecked(&self.program, number);
        }
        decisions
    }

    /// Lets a player think for about so many seconds.
    fn spend(&mut self, name: &str, seconds: f64) -> Result<Spent> {
        let mut player = name.parse::<PlayerSpec>()?.player(&self.equipment)?;
        let mut spent = Spent::default();
        while spent.seconds < seconds {
            spent.seconds += self.think(player.as_mut()).as_secs_f64();
            spent.simulations += SIMULATIONS;
        }
        Ok(spent)
    }

    /// How many times as fast two threads grow two trees as one thread does.
    fn two_threads(&mut self, rounds: usize) -> Result<[f64; 2]> {
        let name: PlayerSpec = "ismcts:4000,trees=2,keep=no".parse()?;
        let (mut best, mut undisturbed) = (0.0_f64, Vec::new());
        for _ in 0..rounds {
            let mut times = Vec::new();
            for threads in [1, 2] {
                let equipment = Equipment {
                    threads: NonZeroUsize::new(threads).context("there is a thread")?,
                    ..self.equipment.clone()
                };
                let mut player = name.player(&equipment)?;
                (self.games, self.random) = (0, Random::new(1));
                let (start, processor) = (Instant::now(), time_of_all_threads());
                for _ in 0..DECISIONS {
                    self.think(player.as_mut());
                }
                let processor = (time_of_all_threads() - processor).as_secs_f64();
                times.push((start.elapsed().as_secs_f64(), processor));
            }
            best = best.max(times[0].0 / times[1].0);
            undisturbed.push(2.0 * times[0].1 / times[1].1);
        }
        Ok([best, median(undisturbed).unwrap_or_default()])
    }
}

fn markdown(rows: &[Row]) -> String {
    let mut text = String::from(
        "| game | fuda ismcts | OpenSpiel ISMCTS | ratio | fuda pimc, one world | OpenSpiel MCTS | ratio | two threads, best | undisturbed |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for row in rows {
        text += &format!("| {} |", row.game);
        for pair in &row.pairs {
            text += &format!(
                " {} | {} | {} |",
                cell(pair.fuda, short),
                cell(pair.open_spiel, short),
                cell(pair.ratio, |ratio| format!("{ratio:.2}"))
            );
        }
        text += &format!(" {:.2} | {:.2} |\n", row.two_threads[0], row.two_threads[1]);
    }
    text
}

fn cell(value: Option<f64>, text: impl Fn(f64) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), text)
}

/// Three digits or so, and k or M.
fn short(number: f64) -> String {
    match number {
        1e6.. => format!("{:.2} M", number / 1e6),
        1e4.. => format!("{:.0} k", number / 1e3),
        1e3.. => format!("{:.1} k", number / 1e3),
        _ => format!("{number:.0}"),
    }
}
