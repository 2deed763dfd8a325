//! How strong the players are, in contests that anybody can repeat.
//!
//! Three questions: do they beat chance, is it better to search over what can be told apart than in worlds taken for
//! real, and does more thinking make them stronger? The same seeds give the same games on every machine.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use anyhow::{Context, Result, ensure};
use fuda::arena::{Board, Contest, Lineup, Standing, lineups, standings, wilson};
use fuda::compile::Settings;
use fuda::players::Name;
use fuda::sim::LIMIT;
use fuda::thinking::equipment;
use fuda_bench::arguments::{Arguments, Format};
use fuda_bench::page;
use serde::Serialize;

/// Two players in a game.
struct Pairing {
    question: &'static str,
    game: &'static str,
    seats: u8,
    players: [&'static str; 2],
    games: u64,
}

const RANDOM: &str = "against chance";
const WORLDS: &str = "information sets against worlds";
const MORE: &str = "more simulations";

const fn pairing(
    question: &'static str,
    game: &'static str,
    seats: u8,
    players: [&'static str; 2],
    games: u64,
) -> Pairing {
    Pairing {
        question,
        game,
        seats,
        players,
        games,
    }
}

const fn against_random(game: &'static str, seats: u8, games: u64) -> Pairing {
    pairing(RANDOM, game, seats, ["ismcts:1000", "random"], games)
}

const fn against_worlds(game: &'static str, seats: u8, games: u64) -> Pairing {
    pairing(WORLDS, game, seats, ["ismcts:400", "pimc:400"], games)
}

const fn more(game: &'static str, seats: u8, players: [&'static str; 2], games: u64) -> Pairing {
    pairing(MORE, game, seats, players, games)
}

const FEW: [&str; 2] = ["ismcts:200", "ismcts:50"];
const MANY: [&str; 2] = ["ismcts:800", "ismcts:200"];

const PAIRINGS: &[Pairing] = &[
    against_random("kuhn-poker", 2, 4000),
    against_random("leduc-poker", 2, 4000),
    against_random("crazy-eights", 2, 200),
    against_random("gin-rummy", 2, 200),
    against_random("duel-masters", 2, 100),
    against_random("furuyoni", 2, 100),
    against_worlds("kuhn-poker", 2, 4000),
    against_worlds("leduc-poker", 2, 4000),
    against_worlds("goofspiel", 2, 200),
    against_worlds("crazy-eights", 2, 400),
    against_worlds("gin-rummy", 2, 200),
    against_worlds("euchre", 4, 400),
    against_worlds("hearts", 4, 200),
    against_worlds("oh-hell", 3, 300),
    against_worlds("go-fish", 2, 200),
    against_worlds("koi-koi", 2, 200),
    against_worlds("big-two", 4, 200),
    against_worlds("duel-masters", 2, 60),
    against_worlds("furuyoni", 2, 60),
    more("leduc-poker", 2, FEW, 4000),
    more("leduc-poker", 2, MANY, 4000),
    more("crazy-eights", 2, FEW, 400),
    more("crazy-eights", 2, MANY, 400),
    more("gin-rummy", 2, FEW, 200),
    more("gin-rummy", 2, MANY, 200),
    more("euchre", 4, FEW, 400),
    more("euchre", 4, MANY, 400),
    more("goofspiel", 2, FEW, 400),
    more("goofspiel", 2, MANY, 400),
    more("duel-masters", 2, FEW, 60),
    more("duel-masters", 2, MANY, 60),
    more("furuyoni", 2, FEW, 60),
    more("furuyoni", 2, MANY, 60),
];

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut names: Vec<&str> = PAIRINGS.iter().map(|pairing| pairing.game).collect();
    names.extend([RANDOM, WORLDS, MORE]);
    arguments.check_names(&names)?;
    let threads = arguments.threads.map_or_else(available_parallelism, Ok)?;
    let mut rows = Vec::new();
    for pairing in PAIRINGS {
        if arguments.wants(pairing.game) || arguments.wants(pairing.question) {
            let row = pairing.row(arguments.games.unwrap_or(pairing.games), threads)?;
            eprintln!("{}: {}", pairing.question, row.line());
            rows.push(row);
        }
    }
    match arguments.format {
        Format::Text => print!("{}", markdown(&rows)),
        Format::Json => println!("{}", serde_json::to_string_pretty(&rows)?),
    }
    if arguments.update {
        ensure!(
            arguments.only.is_empty(),
            "the page has a table of all games"
        );
        page::STRENGTH.write_table(&markdown(&rows))?;
    }
    Ok(())
}

/// One line of a table.
#[derive(Serialize)]
struct Row {
    question: &'static str,
    game: &'static str,
    players: [&'static str; 2],
    games: u64,
    /// How many of the decided games the first one won, and between what that lies.
    decided: Option<[f64; 3]>,
    /// The share of points of the first one, draws counted half.
    points: Option<[f64; 3]>,
    /// The mean scores.
    scores: [Option<f64>; 2],
    score_error: Option<f64>,
}

impl Pairing {
    fn row(&self, games: u64, threads: NonZeroUsize) -> Result<Row> {
        let located = fuda::locate(self.game)?;
        let settings = Settings {
            players: Some(self.seats),
            ..Settings::default()
        };
        let program = fuda::build(&located, &settings).with_context(|| self.game)?;
        let names: Result<Vec<Name>, _> = self.players.iter().map(|name| name.parse()).collect();
        let names = names?;
        let teams = program.teams.clone();
        let boards = [Board {
            equipment: equipment(&program, &names)?,
            program,
        }];
        let lineups = lineups(2, 0, usize::from(self.seats));
        let contest = Contest {
            players: &names,
            lineups: &lineups,
            board_of: &vec![0; lineups.len()],
            boards: &boards,
            seed: 1,
            limit: LIMIT,
            threads,
        };
        let results = contest.play(0..games, &mut |_, _| Ok(()))?;
        let seated = |number: usize| -> &[usize] {
            let lineup: &Lineup = contest.lineup(number as u64);
            &lineup.players
        };
        let games_seated = results.iter().enumerate();
        let games_seated = games_seated.map(|(number, result)| (result, seated(number)));
        let counted = standings(2, &teams, games_seated);
        let unfinished = results.iter().filter(|result| !result.is_over()).count();
        ensure!(
            unfinished * 20 <= results.len(),
            "{unfinished} games came to no end"
        );
        Ok(self.judged(games, &counted))
    }

    fn judged(&self, games: u64, counted: &[Standing]) -> Row {
        let [first, second] = [&counted[0], &counted[1]];
        let share = |part: f64, whole: f64| {
            let interval = wilson(part, whole)?;
            Some([part / whole, interval.low, interval.high])
        };
        let (made, lost) = (first.points[1], second.points[0]);
        Row {
            question: self.question,
            game: self.game,
            players: self.players,
            games,
            decided: share(first.wins as f64, (first.wins + first.losses()) as f64),
            points: share(made, made + lost),
            scores: [first.mean_score(), second.mean_score()],
            score_error: first
                .score_interval()
                .zip(first.mean_score())
                .map(|(interval, mean)| interval.high - mean),
        }
    }
}

impl Row {
    fn line(&self) -> String {
        let share = |share: Option<[f64; 3]>| match share {
            Some([share, low, high]) => format!(
                "{:.1} % ({:.1} – {:.1})",
                share * 100.0,
                low * 100.0,
                high * 100.0
            ),
            None => "–".to_owned(),
        };
        let score =
            |score: Option<f64>| score.map_or("–".to_owned(), |score| format!("{score:+.3}"));
        format!(
            "{} | {} | {} | {} | {} | {} | {} ± {:.3} | {}",
            self.game,
            self.players[0],
            self.players[1],
            self.games,
            share(self.points),
            share(self.decided),
            score(self.scores[0]),
            self.score_error.unwrap_or_default(),
            score(self.scores[1]),
        )
    }
}

fn markdown(rows: &[Row]) -> String {
    let mut text = String::new();
    for question in [RANDOM, WORLDS, MORE] {
        let mut chosen = rows
            .iter()
            .filter(|row| row.question == question)
            .peekable();
        if chosen.peek().is_none() {
            continue;
        }
        let title = question[..1].to_uppercase() + &question[1..];
        text += &format!(
            "### {title}\n\n\
             | game | first | second | games | points of the first (95 %) | won of decided games (95 %) | score of the first | of the second |\n\
             |---|---|---|---:|---:|---:|---:|---:|\n"
        );
        for row in chosen {
            text += &format!("| {} |\n", row.line());
        }
        text += "\n";
    }
    text.trim_end().to_owned() + "\n"
}
