//! How strong the players are, in contests that anybody can repeat.
//!
//! Three questions: do they beat chance, is it better to search over what can be told apart than in worlds taken for
//! real, and does more thinking make them stronger? The same seeds give the same games on every machine.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use anyhow::{Context, Result, ensure};
use fuda::arena::{Board, Contest, Lineup, Standing, lineups, standings, wilson};
use fuda::compile::Settings;
use fuda::engine::program::Program;
use fuda::players::PlayerSpec;
use fuda::sim::LIMIT;
use fuda::thinking::equipment;
use fuda_bench::arguments::Arguments;
use fuda_bench::page;
use serde::Serialize;

use super::open;

/// Two players in a game.
struct Pairing {
    question: &'static str,
    table: &'static Table,
    players: [&'static str; 2],
    games: u64,
}

/// A game as it is played here.
struct Table {
    game: &'static str,
    seats: u8,
    /// What keeps long games short.
    parameters: &'static [(&'static str, &'static str)],
    /// How many games are played for each question, none where it is not asked: against chance, against worlds, and
    /// with more simulations, twice. So many as a small machine plays in about half an hour altogether.
    games: [u64; 4],
}

const RANDOM: &str = "against chance";
const WORLDS: &str = "information sets against worlds";
const MORE: &str = "more simulations";

/// Who plays for which question.
const QUESTIONS: [(&str, usize, [&str; 2]); 4] = [
    (RANDOM, 0, ["ismcts:1000", "random"]),
    (WORLDS, 1, ["ismcts:200", "pimc:200"]),
    (MORE, 2, ["ismcts:200", "ismcts:50"]),
    (MORE, 3, ["ismcts:800", "ismcts:200"]),
];

const fn table(game: &'static str, seats: u8, games: [u64; 4]) -> Table {
    Table {
        game,
        seats,
        parameters: &[],
        games,
    }
}

const fn short(
    game: &'static str,
    seats: u8,
    parameters: &'static [(&'static str, &'static str)],
    games: [u64; 4],
) -> Table {
    Table {
        parameters,
        ..table(game, seats, games)
    }
}

/// All shipped games in which something is hidden and several decide.
const TABLES: &[Table] = &[
    table("kuhn-poker", 2, [4000, 4000, 0, 0]),
    table("leduc-poker", 2, [6000, 2000, 2000, 2000]),
    table("crazy-eights", 2, [200, 100, 100, 56]),
    table("gin-rummy", 2, [96, 40, 40, 24]),
    table("duel-masters", 2, [80, 24, 40, 24]),
    table("furuyoni", 2, [76, 4, 0, 0]),
    table("goofspiel", 2, [0, 400, 400, 96]),
    table("old-maid", 2, [0, 400, 0, 0]),
    short("euchre", 4, &[("target", "1")], [0, 400, 200, 160]),
    short("hearts", 4, &[("target", "1")], [0, 72, 64, 40]),
    short("spades", 4, &[("target", "1")], [0, 88, 0, 0]),
    table("go-fish", 2, [0, 40, 0, 0]),
    short("cribbage", 2, &[("target", "31")], [0, 40, 0, 0]),
    table("lantern-draft", 3, [0, 16, 0, 0]),
    table("big-two", 4, [0, 24, 0, 0]),
    table("dou-dizhu", 3, [0, 16, 0, 0]),
    table("koi-koi", 2, [0, 4, 0, 0]),
    table("oh-hell", 3, [0, 4, 0, 0]),
    table("harbor", 2, [0, 2, 0, 0]),
];

fn pairings() -> impl Iterator<Item = Pairing> {
    QUESTIONS.iter().flat_map(|(question, number, players)| {
        let asked = TABLES.iter().filter(|table| table.games[*number] > 0);
        asked.map(|table| Pairing {
            question,
            table,
            players: *players,
            games: table.games[*number],
        })
    })
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut names: Vec<&str> = TABLES.iter().map(|table| table.game).collect();
    names.extend([RANDOM, WORLDS, MORE]);
    arguments.check_names(&names)?;
    if arguments.open {
        return run_open(arguments);
    }
    let threads = arguments.threads.map_or_else(available_parallelism, Ok)?;
    let mut rows = Vec::new();
    for pairing in pairings() {
        if arguments.wants(pairing.table.game) || arguments.wants(pairing.question) {
            let scaled = pairing.games as f64 * arguments.scale.unwrap_or(1.0);
            // Everybody sits at every seat.
            let games = arguments.games.unwrap_or((scaled / 2.0).ceil() as u64 * 2);
            let row = pairing.row(games, threads)?;
            eprintln!("{}: {}", pairing.question, row.line());
            rows.push(row);
        }
    }
    page::STRENGTH.show(arguments, &rows, &markdown(&rows))
}

/// How often somebody would win who sees all cards, in the games that are played against chance.
fn run_open(arguments: &Arguments) -> Result<()> {
    let tables = TABLES.iter().filter(|table| table.games[0] > 0);
    for table in tables.filter(|table| arguments.wants(table.game)) {
        let games = arguments.games.unwrap_or(table.games[0]);
        let told = open::against_chance(&table.program()?, games)?;
        println!("{}: {told}", table.title());
    }
    Ok(())
}

/// One line of a table.
#[derive(Serialize)]
struct Row {
    question: &'static str,
    game: String,
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

impl Table {
    fn program(&self) -> Result<Program> {
        let located = fuda::locate(self.game)?;
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let settings = Settings {
            players: Some(self.seats),
            parameters: self.parameters.iter().map(owned).collect(),
            ..Settings::default()
        };
        fuda::build(&located, &settings).with_context(|| self.game)
    }

    /// What is played, for people.
    fn title(&self) -> String {
        let parameters = self.parameters.iter();
        let parameters = parameters.map(|(name, value)| format!(", {name} {value}"));
        format!("{}{}", self.game, parameters.collect::<String>())
    }
}

impl Pairing {
    fn row(&self, games: u64, threads: NonZeroUsize) -> Result<Row> {
        let seats = self.table.seats;
        let program = self.table.program()?;
        let names: Result<Vec<PlayerSpec>, _> =
            self.players.iter().map(|name| name.parse()).collect();
        let names = names?;
        let teams = program.teams.clone();
        let boards = [Board {
            equipment: equipment(&program, &names)?,
            program,
        }];
        let lineups = lineups(2, 0, usize::from(seats), &teams);
        let contest = Contest {
            keeps_chance: false,
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
            game: self.table.title(),
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
