//! Games for one: a winning line, or how often there is one.

use super::Solve;
use crate::cli::Format;
use crate::commands::matched::Matched;
use crate::commands::numbers::{grouped, interval};
use crate::commands::{Misuse, Outcome};
use crate::output;
use crate::table::narrator;
use anyhow::{Context, anyhow};
use cgml::vocabulary::Language;
use engine::position::Position;
use engine::program::Program;
use engine::record::Record;
use fuda::lines::{Hand, Hands, Practice, Unknowing, look_at};
use indicatif::{ProgressBar, ProgressStyle};
use players::solitaire::{Answer, Guide, Searched, Solver};
use serde_json::{Value, json};
use signal_hook::consts::SIGINT;
use signal_hook::flag::{register, register_conditional_shutdown};
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Instant;

impl Solve {
    pub(super) fn alone(&self) -> anyhow::Result<Outcome> {
        let Matched { mut program, .. } = match self.game.build(0, self.result.format) {
            Ok(matched) => matched,
            Err(error) => return error.outcome(),
        };
        if program.seats != 1 {
            return Err(Misuse::new(
                format!(
                    "lines are for games for one, and this one is for {}",
                    program.seats
                ),
                "leave `--hands` and `--record` out, or take another `--method`",
            )
            .into());
        }
        // Without machine code the interpreter plays.
        fuda::thinking::attach_machine_code(&mut program);
        match self.hands {
            Some(hands) => self.rate(&program, hands),
            None => self.line(&program),
        }
    }

    /// The seed of the game that is solved.
    fn chance(&self, program: &Program) -> u64 {
        self.seed.or(program.seed).unwrap_or(1)
    }

    fn line(&self, program: &Program) -> anyhow::Result<Outcome> {
        let started = Instant::now();
        let guide = self.practised(program, &AtomicBool::new(false));
        let seed = self.chance(program);
        let start = Position::start(program, seed);
        let searched = Solver::new(program).search(&start, &guide, self.budget, seed);
        let steps = match &searched.answer {
            Answer::Won(line) => {
                let record = self.recorded(program, line)?;
                if let Some(file) = &self.record {
                    write(&record, file)?;
                }
                self.steps(program, line)
            }
            Answer::Lost | Answer::Unknown => Vec::new(),
        };
        let seconds = started.elapsed().as_secs_f64();
        match self.result.format {
            Format::Json => {
                let steps: Vec<Value> = steps
                    .iter()
                    .map(|(number, text)| json!({ "choice": number, "text": text }))
                    .collect();
                output::print_json(&json!({
                    "game": self.game.game,
                    "method": "lines",
                    "seed": seed,
                    "answer": name(&searched.answer),
                    "nodes": searched.nodes,
                    "line": steps,
                    "seconds": seconds,
                }))?;
            }
            Format::Text => output::print(&self.line_text(seed, &searched, &steps))?,
        }
        Ok(Outcome::Done)
    }

    /// The line as a record that was verified.
    fn recorded(&self, program: &Program, line: &[u32]) -> anyhow::Result<Record> {
        let mut record = Record::begin(program, self.chance(program));
        record.parameters = self.game.parameters.clone();
        record.choices = line.to_vec();
        let end = record.replay(program, &mut engine::event::Unwatched)?;
        record.hash = end.hash(program);
        let end = record.verify(program)?;
        let won = end.has_won(engine::ids::Seat(0));
        won.then_some(record)
            .ok_or_else(|| anyhow!("the line does not win when it is replayed"))
    }

    /// Every choice between several, with the number of its decision.
    fn steps(&self, program: &Program, line: &[u32]) -> Vec<(u32, String)> {
        let language = self.language.language();
        let words = narrator(program, language, Some(0));
        let mut position = Position::start(program, self.chance(program));
        let mut steps = Vec::new();
        for number in line {
            if position.choices().len() > 1 {
                let seen = position.choices_seen(program, language.code());
                let text = seen
                    .get(*number as usize)
                    .map(|choice| words.choice(choice));
                steps.push((*number, text.unwrap_or_default()));
            }
            position.play_unchecked(program, *number as usize);
        }
        steps
    }

    fn line_text(&self, seed: u64, searched: &Searched, steps: &[(u32, String)]) -> String {
        let (game, nodes) = (&self.game.game, grouped(searched.nodes));
        let japanese = self.language.language() == Language::Japanese;
        let mut text = match (&searched.answer, japanese) {
            (Answer::Won(_), false) => {
                format!("{game}, seed {seed}: this line wins ({nodes} nodes)\n\n")
            }
            (Answer::Won(_), true) => format!("{game}、シード{seed}: 勝つ手順（{nodes}局面）\n\n"),
            (Answer::Lost, false) => {
                format!("{game}, seed {seed}: no line wins; all were tried ({nodes} nodes)\n")
            }
            (Answer::Lost, true) => {
                format!("{game}、シード{seed}: 勝つ手順はない。すべて調べた（{nodes}局面）\n")
            }
            (Answer::Unknown, false) => format!(
                "{game}, seed {seed}: not known; no line was found in {nodes} nodes, and not all were tried.\n\
                 `--budget` allows more.\n"
            ),
            (Answer::Unknown, true) => format!(
                "{game}、シード{seed}: 不明。{nodes}局面では見つからず、すべては調べていない。\n\
                 `--budget`で増やせる。\n"
            ),
        };
        for (number, (_, step)) in steps.iter().enumerate() {
            writeln!(text, "{:>4}. {step}", number + 1).expect("a text takes anything");
        }
        text
    }

    /// Practises the guide in other games.
    fn practised(&self, program: &Program, stop: &AtomicBool) -> Guide {
        let practice = Practice {
            program,
            seed: self.seed(),
            nodes: self.practice,
            threads: self.threads.count(),
            stop,
        };
        let bar = bar(self.practice, "practice, {eta} left; {msg}");
        let guide = practice.guide(&|nodes, share| {
            bar.set_message(format!("{:.0} % won of late", share * 100.0));
            bar.set_position(nodes);
        });
        bar.finish_and_clear();
        guide
    }

    fn rate(&self, program: &Program, hands: u64) -> anyhow::Result<Outcome> {
        let started = Instant::now();
        let stop = stopped_by_the_user();
        let guide = self.practised(program, &stop);
        let blind = (!self.foresight_only).then_some(Unknowing {
            worlds: self.worlds,
            dives: self.dives,
        });
        let wanted = Hands {
            program,
            hands,
            seed: self.seed(),
            budget: self.budget,
            blind,
            threads: self.threads.count(),
            stop: &stop,
        };
        let bar = bar(hands, "{human_pos} of {human_len} hands, {eta} left; {msg}");
        let counts = Mutex::new([0_u64; 3]);
        let found = look_at(&wanted, &guide, &|hand| {
            let mut counts = counts
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner());
            match hand.searched.answer {
                Answer::Won(_) => counts[0] += 1,
                Answer::Lost => counts[1] += 1,
                Answer::Unknown => counts[2] += 1,
            }
            let [won, lost, unknown] = *counts;
            bar.set_message(format!("{won} won, {lost} lost, {unknown} not known"));
            bar.inc(1);
        });
        bar.finish_and_clear();
        if let Some(file) = &self.record {
            let won = found.iter().find_map(|hand| match &hand.searched.answer {
                Answer::Won(line) => Some((hand.seed, line)),
                Answer::Lost | Answer::Unknown => None,
            });
            let (seed, line) = won.context("no line wins that could be recorded")?;
            let one = Self {
                seed: Some(seed),
                ..self.clone()
            };
            write(&one.recorded(program, line)?, file)?;
        }
        let rate = Rate {
            solve: self,
            hands: &found,
            seconds: started.elapsed().as_secs_f64(),
        };
        match self.result.format {
            Format::Json => output::print_json(&rate.json())?,
            Format::Text => output::print(&rate.text())?,
        }
        Ok(Outcome::Done)
    }
}

/// Is set when the user asks to stop; if they ask again, the program ends at once.
fn stopped_by_the_user() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    // Without listeners, signals end the program as usual.
    let again = register_conditional_shutdown(SIGINT, 130, Arc::clone(&stop));
    if again.is_ok() {
        register(SIGINT, Arc::clone(&stop)).ok();
    }
    stop
}

fn bar(length: u64, text: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style = ProgressStyle::with_template(&format!("{{wide_bar}} {text}"));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

fn write(record: &Record, file: &Path) -> anyhow::Result<()> {
    let is_json = file
        .extension()
        .is_some_and(|extension| extension == "json");
    let bytes = match is_json {
        true => serde_json::to_vec_pretty(record)?,
        false => record.to_bytes(),
    };
    storage::write(file, &bytes)
        .with_context(|| format!("the file `{}` cannot be written", file.display()))
}

fn name(answer: &Answer) -> &'static str {
    match answer {
        Answer::Won(_) => "won",
        Answer::Lost => "lost",
        Answer::Unknown => "unknown",
    }
}

/// The share of deals of a game that can be won.
struct Rate<'a> {
    solve: &'a Solve,
    hands: &'a [Hand],
    seconds: f64,
}

impl Rate<'_> {
    fn count(&self, wanted: impl Fn(&Hand) -> bool) -> u64 {
        self.hands.iter().filter(|hand| wanted(hand)).count() as u64
    }

    /// True if not all hands were looked at that were asked for.
    fn is_stopped(&self) -> bool {
        self.solve
            .hands
            .is_some_and(|hands| hands > self.hands.len() as u64)
    }

    fn won(&self) -> u64 {
        self.count(|hand| matches!(hand.searched.answer, Answer::Won(_)))
    }

    fn lost(&self) -> u64 {
        self.count(|hand| hand.searched.answer == Answer::Lost)
    }

    fn unknown(&self) -> u64 {
        self.count(|hand| hand.searched.answer == Answer::Unknown)
    }

    fn blind(&self) -> Option<u64> {
        (!self.solve.foresight_only).then(|| self.count(|hand| hand.blind == Some(true)))
    }

    /// With everything known: from those that are won for certain to those that may be, each with its interval.
    fn foresight(&self) -> ([f64; 2], [f64; 2]) {
        let all = self.hands.len() as u64;
        let most = self.won() + self.unknown();
        let share = |count: u64| count as f64 / all.max(1) as f64;
        let low = interval(self.won(), all).map_or(0.0, |(low, _)| low);
        let high = interval(most, all).map_or(1.0, |(_, high)| high);
        ([share(self.won()), share(most)], [low, high])
    }

    fn nodes(&self) -> u64 {
        self.hands.iter().map(|hand| hand.searched.nodes).sum()
    }

    fn json(&self) -> Value {
        let (share, sure) = self.foresight();
        let all = self.hands.len() as u64;
        let blind = self.blind().map(|won| {
            let (low, high) = interval(won, all).unwrap_or((0.0, 1.0));
            json!({ "won": won, "share": won as f64 / all.max(1) as f64, "interval": [low, high] })
        });
        json!({
            "game": self.solve.game.game,
            "method": "lines",
            "decks": self.solve.game.decks.decks,
            "hands": all,
            "stopped": self.is_stopped(),
            "seed": self.solve.seed,
            "budget": self.solve.budget,
            "practice": self.solve.practice,
            "worlds": self.solve.worlds,
            "dives": self.solve.dives,
            "foresight": {
                "won": self.won(),
                "lost": self.lost(),
                "unknown": self.unknown(),
                "share": share,
                "interval": sure,
            },
            "blind": blind,
            "nodes": self.nodes(),
            "seconds": self.seconds,
        })
    }

    fn text(&self) -> String {
        let (seed, budget) = (self.solve.seed(), &self.solve.budget);
        let all = self.hands.len() as u64;
        let deck = self.solve.game.decks.decks.join(", ");
        let deck = if deck.is_empty() {
            deck
        } else {
            format!(", deck {deck}")
        };
        let mut text = format!(
            "{}{deck}: {} hands, seed {seed}, at most {} nodes a hand\n\n",
            self.solve.game.game,
            grouped(all),
            grouped(*budget)
        );
        if self.is_stopped() {
            let asked = grouped(self.solve.hands.unwrap_or_default());
            writeln!(text, "stopped after {} of {asked} hands\n", grouped(all))
                .expect("a text takes anything");
        }
        let percent = |share: f64| format!("{:.1} %", share * 100.0);
        let (share, sure) = self.foresight();
        let mut line = |name: &str, value: String| {
            writeln!(text, "{name:<26}{value}").expect("a text takes anything");
        };
        line("a line wins", grouped(self.won()));
        line("no line wins (proved)", grouped(self.lost()));
        line("not known", grouped(self.unknown()));
        let shares = match self.unknown() {
            0 => percent(share[0]),
            _ => format!("{} to {}", percent(share[0]), percent(share[1])),
        };
        let sure = sure.map(percent).join(" – ");
        line(
            "with the deck known",
            format!("{shares} (sure to 95 %: {sure})"),
        );
        if let Some(won) = self.blind() {
            let (low, high) = interval(won, all).unwrap_or((0.0, 1.0));
            let own = percent(won as f64 / all.max(1) as f64);
            let sure = [low, high].map(percent).join(" – ");
            line(
                "without knowing the deck",
                format!("{own} (sure to 95 %: {sure})"),
            );
        }
        line(
            "nodes",
            format!(
                "{} ({:.2} s with practice)",
                grouped(self.nodes()),
                self.seconds
            ),
        );
        text
    }
}
