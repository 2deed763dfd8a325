//! `fuda play`: a game at the terminal, or line by line where there is none.

mod draw;
mod grid;
mod plain;
mod screen;
mod session;
mod terminal;

use super::matched::{Match, Matched, for_seats, no_player, unequipped};
use super::{Misuse, Outcome, dump};
use crate::cli::{Format, Tongue};
use crate::output;
use crate::table::narrator;
use crate::table::trace::{lines, trace};
use clap::Args;
use compile::Settings;
use engine::random::mixed;
use engine::record::Record;
use players::{PlayerSpec, PlayerSpecError};
use session::{Seating, Session};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::SystemTime;

/// Play a game in the terminal, against the computer or with friends at one keyboard
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda play crazy-eights
  fuda play hearts --players person,random,random,random --language ja
  fuda play go-fish --players person,person
  fuda play gin-rummy --players person,ismcts:1000 --think
  fuda play klondike --seed 7 --record klondike.record
  echo 'pass' | fuda play kuhn-poker --seed 1

Without a terminal, or with `--plain`, choices are read line by line: a number, or words such as
`play 7♥`.")]
pub(crate) struct Play {
    #[command(flatten)]
    game: Match,

    /// Players: `person` or a computer player for each seat, separated by commas, or one for all;
    /// if left out, a person at seat 0 against `random`; `fuda explain players` lists them
    #[arg(long, value_name = "PLAYERS")]
    players: Option<Everyone>,

    /// Shows what the computers thought about each of their choices, cards that you may not know included
    #[arg(long)]
    think: bool,

    /// The seed; if left out that of the game, or another one each time
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// The language
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: Tongue,

    /// Writes a record of the finished game to this file, for `fuda replay`; as JSON if it ends in `.json`
    #[arg(long, visible_alias = "dump", value_name = "FILE")]
    record: Option<PathBuf>,

    /// Tells when you stop playing which step of which rule did what, and which steps failed and why, hidden cards included
    #[arg(long)]
    trace: bool,

    /// Print and read lines, even on a terminal
    #[arg(long)]
    plain: bool,
}

/// Deciders of the seats.
#[derive(Debug, Clone)]
pub(crate) struct Everyone(Vec<Who>);

impl FromStr for Everyone {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        let names = PlayerSpec::texts(text);
        let who: Result<_, _> = names.iter().map(|name| name.parse()).collect();
        who.map(Self)
    }
}

/// Decider of a seat.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Who {
    Person,
    Computer(PlayerSpec),
}

impl FromStr for Who {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        match text {
            "person" => Ok(Self::Person),
            name => name.parse().map(Self::Computer),
        }
    }
}

/// Farewell when people stop playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Farewell {
    /// The record is wanted, as far as the game went.
    Save,
    /// Nothing.
    Leave,
}

impl Play {
    pub(crate) fn run(mut self) -> anyhow::Result<Outcome> {
        self.game.propose()?;
        let named = self.players.as_ref().map_or(0, |players| players.0.len());
        let Matched { program, title } = match self.game.build(named, Format::Text) {
            Ok(matched) => matched,
            Err(error) => return error.outcome(),
        };
        let who = self.who(program.seats)?;
        if let Some(file) = self.record.as_deref() {
            dump::must_be_new(file)?;
        }
        let seating = Seating {
            who,
            seed: self.seed.or(program.seed).unwrap_or_else(any_seed),
            language: self.language.language(),
            can_save: self.record.is_some(),
            shows_thoughts: self.think,
        };
        let title = title.of(seating.language.code()).to_owned();
        let equipment = seating.equipment(&program).map_err(unequipped)?;
        let session = Session::new(program, title, seating, &equipment);
        let mut session = session.map_err(|error| no_player(&error))?;
        let farewell = if self.plain || !has_terminal() {
            plain::play(&mut session, io::stdin().lock(), io::stdout().lock())?
        } else {
            terminal::play(&mut session)?
        };
        let outcome = self.part(&session, farewell)?;
        if self.trace {
            self.tell_trace(named, &session)?;
        }
        Ok(outcome)
    }

    /// Tells every step of the game, now that nobody plays any more.
    fn tell_trace(&self, named: usize, session: &Session) -> anyhow::Result<()> {
        let settings = Settings {
            traces: true,
            ..Settings::default()
        };
        let Ok(Matched { program, .. }) = self.game.build_with(settings, named, Format::Text)
        else {
            return Ok(());
        };
        let language = self.language.language();
        let traced = trace(&program, &self.record_of(session), None, language.code())?;
        let words = narrator(&program, language, None);
        output::print(&(lines(words, &traced).join("\n") + "\n"))?;
        Ok(())
    }

    /// A person against computers, unless it is said otherwise.
    fn who(&self, seats: u8) -> Result<Vec<Who>, Misuse> {
        let Some(players) = &self.players else {
            let computers = (1..seats).map(|_| Who::Computer(PlayerSpec::Random));
            return Ok([Who::Person].into_iter().chain(computers).collect());
        };
        let who = for_seats(&players.0, seats)?;
        if !who.contains(&Who::Person) {
            return Err(Misuse::new(
                "nobody plays: `--players` names no `person`",
                "watch computers play with `fuda sim --records` and `fuda replay --steps`",
            ));
        }
        Ok(who)
    }

    fn record_of(&self, session: &Session) -> Record {
        let mut record = session.record().clone();
        record.parameters.clone_from(&self.game.parameters);
        record
    }

    /// Says how it ended, and writes the record that was asked for; that of a game that was stopped always.
    fn part(&self, session: &Session, farewell: Farewell) -> anyhow::Result<Outcome> {
        if let Some(file) = &self.record
            && farewell == Farewell::Save
        {
            dump::write(&self.record_of(session), file)?;
        }
        match session.problem() {
            Some(problem) => {
                if self.record.is_none() || farewell != Farewell::Save {
                    dump::write_stopped(&self.record_of(session), self.record.as_deref())?;
                }
                output::complain(&problem, None)?;
                Ok(Outcome::Problems)
            }
            None => Ok(Outcome::Done),
        }
    }
}

fn has_terminal() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let nanoseconds = since.map_or(0, |since| since.as_nanos() as u64);
    // Short enough to be typed again.
    mixed(nanoseconds) % 1_000_000
}

#[cfg(test)]
mod tests;
