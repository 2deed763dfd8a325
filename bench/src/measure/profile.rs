//! Which ops a game carries out, how often, and for which of its rules.
//!
//! Ops are counted by one who watches the games; nobody else pays for it. Counts are of random games, the same
//! ones in every run.

use std::path::Path;

use anyhow::{Result, ensure};
use fuda_bench::arguments::{Arguments, Format};
use fuda_bench::counting::{Counts, most_frequent};
use fuda_bench::fuda::{program, root};
use fuda_bench::games::{GAMES, Game};
use serde_json::{Map, Value, json};

const GAMES_PLAYED: u64 = 1000;

/// How many lines a part of the report has; `--all` shows the rest.
const SHOWN: usize = 25;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    arguments.check_names(&names)?;
    ensure!(
        !arguments.only.is_empty(),
        "name a game: one of {}",
        names.join(", ")
    );
    let mut reports = Map::new();
    for game in GAMES.iter().filter(|game| arguments.wants(game.name)) {
        let program = program(&game.table)?;
        let counts = Counts::of(&program, arguments.games.unwrap_or(GAMES_PLAYED));
        let profile = Profile::new(game, &program, &counts);
        match arguments.format {
            Format::Text if arguments.listing => profile.print_listing(),
            Format::Text => profile.print(if arguments.all { usize::MAX } else { SHOWN }),
            Format::Json => drop(reports.insert(game.name.to_owned(), profile.json())),
        }
    }
    if arguments.format == Format::Json {
        println!("{}", serde_json::to_string_pretty(&reports)?);
    }
    Ok(())
}

struct Profile<'a> {
    game: &'a Game,
    program: &'a fuda::engine::program::Program,
    counts: &'a Counts<'a>,
    kinds: Vec<(String, u64)>,
    pairs: Vec<(String, u64)>,
    parts: Vec<(String, u64)>,
    places: Vec<(String, u64)>,
}

impl<'a> Profile<'a> {
    fn new(
        game: &'a Game,
        program: &'a fuda::engine::program::Program,
        counts: &'a Counts<'a>,
    ) -> Self {
        let pairs = most_frequent(counts.pairs.clone()).into_iter();
        Self {
            game,
            program,
            counts,
            kinds: counts.by(|pc| program.ops[pc.index()].name().to_owned()),
            pairs: pairs
                .map(|((first, second), count)| (format!("{first}, {second}"), count))
                .collect(),
            parts: counts.by(|pc| {
                program
                    .place(pc)
                    .map_or(String::new(), |at| at.part.clone())
            }),
            places: counts.by(|pc| {
                program.place(pc).map_or(String::new(), |at| {
                    let file = Path::new(&at.file);
                    let file = file.strip_prefix(root()).unwrap_or(file).display();
                    format!("{file}:{} `{}`, step {}", at.line, at.part, at.step + 1)
                })
            }),
        }
    }

    fn print(&self, shown: usize) {
        let counts = self.counts;
        println!(
            "{}: {} games; a game has {:.2} decisions with {:.2} choices each, and {:.0} ops, {:.1} for \
             each decision",
            self.game.name,
            counts.games,
            self.a_game(counts.decisions),
            counts.choices as f64 / counts.decisions.max(1) as f64,
            self.a_game(counts.total()),
            counts.total() as f64 / counts.decisions.max(1) as f64,
        );
        println!("(the program has {} ops)", self.program.ops.len());
        self.print_part("ops", &self.kinds, shown);
        self.print_part("one op after another", &self.pairs, shown);
        self.print_part("rules, moves and other parts", &self.parts, shown);
        self.print_part("places", &self.places, shown);
        println!();
    }

    fn print_part(&self, title: &str, lines: &[(String, u64)], shown: usize) {
        println!("\n{:>10}{:>9}{:>9}  {title}", "a game", "share", "so far");
        let all = self.counts.total() as f64;
        let mut before = 0;
        for (name, count) in lines.iter().take(shown) {
            before += count;
            println!(
                "{:>10.2}{:>7.1} %{:>7.1} %  {name}",
                self.a_game(*count),
                *count as f64 / all * 100.0,
                before as f64 / all * 100.0
            );
        }
        if lines.len() > shown {
            println!("{:>28}  … and {} more", "", lines.len() - shown);
        }
    }

    /// The listing of the program, each op with how often it is carried out in a game.
    fn print_listing(&self) {
        let mut counts = self.counts.ops.iter();
        for line in fuda::engine::listing::listing(self.program).lines() {
            if line.starts_with([' ', '>']) {
                let count = counts.next().copied().unwrap_or_default();
                println!("{:>10.3}  {line}", self.a_game(count));
            } else {
                println!("\n{line}");
            }
        }
    }

    fn json(&self) -> Value {
        let part = |lines: &[(String, u64)]| -> Map<String, Value> {
            let lines = lines.iter();
            lines
                .map(|(name, count)| (name.clone(), self.a_game(*count).into()))
                .collect()
        };
        json!({
            "games": self.counts.games,
            "decisions_a_game": self.a_game(self.counts.decisions),
            "ops_a_game": self.a_game(self.counts.total()),
            "ops": part(&self.kinds),
            "pairs": part(&self.pairs),
            "parts": part(&self.parts),
            "places": part(&self.places),
        })
    }

    fn a_game(&self, count: u64) -> f64 {
        count as f64 / self.counts.games as f64
    }
}
