//! `fuda replay`: a game that was written down, played again.

use super::matched::{MatchError, Matched, build};
use super::{Misuse, Outcome};
use crate::cli::{Format, ResultFormat, Tongue};
use crate::output;
use crate::table::trace::{json as trace_json, lines as trace_lines, trace};
use crate::table::{Board, Log, narrator};
use anyhow::{Context, anyhow, ensure};
use cgml::vocabulary::Language;
use clap::Args;
use compile::Settings;
use engine::event::{Event, Scene, Watch};
use engine::ids::Seat;
use engine::position::Position;
use engine::program::Program;
use engine::record::Record;
use engine::telling::{SeatEvent, Telling};
use engine::trace::Traced;
use engine::view::View;
use fuda::matches::Wanted;
use fuda::{Located, library, locate};
use narrate::Narrator;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use studio::deal::commitment;
use studio::{Kept, Origin};

/// Play a recorded game again, and verify that it comes out the same
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda replay played/3.record
  fuda replay played/3.record --steps
  fuda replay played/3.record --trace
  fuda replay my.record --game my-game --seat 0 --language ja
  fuda replay played/3.record --format json
  fuda replay fuda-k3xq7a.record.json --verify-deal 38790331b50ae1e1…

`--verify-deal` takes the 64 digits that the studio shows before a game of people begins.

Records are written by `fuda play --record FILE`, and by `fuda sim` and `fuda arena` with `--records DIR` or when a game was stopped.")]
pub(crate) struct Replay {
    /// The record
    file: PathBuf,

    /// The game, if it is not a shipped one
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Show what happened, step by step
    #[arg(long)]
    steps: bool,

    /// Show which step of which rule did what, and which steps failed and why; with `--seat`, only what the seat notices
    #[arg(long)]
    trace: bool,

    /// Show what this seat sees, instead of everything
    #[arg(long, value_name = "SEAT")]
    seat: Option<u8>,

    /// Verify that the cards were dealt as the studio committed itself to before the game
    #[arg(long, value_name = "COMMITMENT")]
    verify_deal: Option<String>,

    /// The language
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: Tongue,

    #[command(flatten)]
    result: ResultFormat,
}

impl Replay {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let format = self.result.format;
        let kept = match read(&self.file) {
            Ok(kept) => kept,
            Err(problem) => return refuse(&problem, format),
        };
        let record = kept.record;
        let program = match self.program(&record, kept.studio.as_ref()) {
            Ok(matched) => matched.program,
            Err(MatchError::Failed(problem)) if problem.downcast_ref::<Misuse>().is_none() => {
                return refuse(&problem, format);
            }
            Err(error) => return error.outcome(),
        };
        if let Some(seat) = self.seat.filter(|seat| *seat >= program.seats) {
            let last = program.seats - 1;
            return Err(Misuse::new(
                format!("there is no seat {seat} in this game"),
                format!("the seats are 0 to {last}"),
            )
            .into());
        }
        let verified = record.verify(&program);
        let last = match verified {
            Ok(last) => last,
            Err(problem) => return refuse(&problem.into(), format),
        };
        if let Err(problem) = self.verify_deal(&record) {
            return refuse(&problem, format);
        }
        let traced = match self.traced(&record, kept.studio.as_ref()) {
            Ok(traced) => traced,
            Err(error) => return error.outcome(),
        };
        let shown = Shown {
            traced: traced.as_deref(),
            replay: &self,
            record: &record,
            program: &program,
            last: &last,
        };
        match format {
            Format::Text => output::print(&shown.text()?)?,
            Format::Json => output::print_json(&shown.json()?)?,
        }
        Ok(Outcome::Done)
    }

    /// Compares the record's seed with what the studio committed itself to, if that is asked for.
    fn verify_deal(&self, record: &Record) -> anyhow::Result<()> {
        let Some(wanted) = &self.verify_deal else {
            return Ok(());
        };
        let found = commitment(record.whole_seed()).ok_or_else(|| {
            anyhow!(
                "nobody committed to this deal: the record has no key, so any seed could be its"
            )
        })?;
        ensure!(
            found.eq_ignore_ascii_case(wanted.trim()),
            "the cards were not dealt as committed: the record's commitment is {found}"
        );
        Ok(())
    }

    /// The game of a record; with its invariants tested if it was played so.
    fn program(&self, record: &Record, table: Option<&Origin>) -> Result<Matched, MatchError> {
        let matched = self.matched(record, table, false)?;
        if matched.program.fingerprint == record.fingerprint {
            return Ok(matched);
        }
        let careful = self.matched(record, table, true)?;
        Ok(match careful.program.fingerprint == record.fingerprint {
            true => careful,
            false => matched,
        })
    }

    /// The steps of the record, if they were asked for: another program tells of them, in which games go the same way.
    fn traced(
        &self,
        record: &Record,
        table: Option<&Origin>,
    ) -> Result<Option<Vec<Traced>>, MatchError> {
        if !self.trace {
            return Ok(None);
        }
        let settings = Settings {
            traces: true,
            ..Settings::default()
        };
        let program = self.matched_with(record, table, settings)?.program;
        let language = self.language.language().code();
        let traced = trace(&program, record, self.seat.map(Seat), language);
        Ok(Some(
            traced.map_err(|problem| MatchError::Failed(problem.into()))?,
        ))
    }

    fn matched(
        &self,
        record: &Record,
        table: Option<&Origin>,
        invariants: bool,
    ) -> Result<Matched, MatchError> {
        let settings = Settings {
            invariants,
            ..Settings::default()
        };
        self.matched_with(record, table, settings)
    }

    fn matched_with(
        &self,
        record: &Record,
        table: Option<&Origin>,
        settings: Settings,
    ) -> Result<Matched, MatchError> {
        let settings = Settings {
            players: Some(record.seats),
            parameters: record.parameters.clone(),
            ..settings
        };
        let located = match &self.game {
            Some(game) => locate(game).map_err(Misuse::from)?,
            None => match table.and_then(known_here) {
                Some(located) => located,
                None => shipped(&record.game)?,
            },
        };
        let decks = Wanted::Recorded(&record.decks);
        let built = build(&located, settings, decks, self.result.format);
        built.map_err(|error| match error {
            // The record asks for it, not whoever typed the command.
            MatchError::Failed(error) => MatchError::Failed(anyhow!(
                "the game cannot be set up as the record says: {error}"
            )),
            MatchError::Shown(outcome) => MatchError::Shown(outcome),
        })
    }
}

/// The number of bytes a record may have.
const LARGEST: u64 = 1 << 30;

/// A record as bytes or as JSON, also as the studio gives it.
fn read(file: &Path) -> anyhow::Result<Kept> {
    let bytes = storage::read(file, LARGEST)
        .with_context(|| format!("the file `{}` cannot be read", file.display()))?;
    let kept = Kept::read(&bytes)?;
    let table = kept.studio.as_ref();
    let is_made_up = table.is_some_and(|table| table.given.is_some() || table.draft.is_some());
    ensure!(
        !is_made_up,
        "the record begins with a position or a card that somebody made up; load it in the studio to see it"
    );
    Ok(kept)
}

/// The shipped game, or its variant, that the studio knows by a name.
fn known_here(table: &Origin) -> Option<Located> {
    let name = match &table.variant {
        Some(variant) => format!("{}/{variant}", table.game),
        None => table.game.clone(),
    };
    library::has(&table.game)
        .then(|| locate(&name).ok())
        .flatten()
}

/// The shipped game with a title.
fn shipped(title: &str) -> anyhow::Result<Located> {
    let name = title.to_lowercase().replace(' ', "-");
    let mut names = library::names();
    names.sort_by_key(|other| *other != name);
    let found = names
        .iter()
        .filter_map(|name| locate(name).ok())
        .find(|located| {
            let game = fuda::matches::checked(located).game;
            game.is_some_and(|game| game.meta.name.of("en") == title)
        });
    found.ok_or_else(|| {
        anyhow!("the record is of `{title}`, which is no shipped game; name its game with `--game`")
    })
}

/// Name of a deck of a record.
fn deck_name(deck: &str) -> String {
    let written_out: Result<Value, _> = serde_json::from_str(deck);
    let id = written_out
        .ok()
        .and_then(|deck| Some(deck["id"].as_str()?.to_owned()));
    id.unwrap_or_else(|| deck.to_owned())
}

/// The record is not what it should be.
fn refuse(problem: &anyhow::Error, format: Format) -> anyhow::Result<Outcome> {
    match format {
        Format::Text => output::complain(&format!("{problem:#}"), None)?,
        Format::Json => {
            output::print_json(&json!({ "ok": false, "problem": format!("{problem:#}") }))?;
        }
    }
    Ok(Outcome::Problems)
}

/// A record that was verified.
struct Shown<'a> {
    traced: Option<&'a [Traced]>,
    replay: &'a Replay,
    record: &'a Record,
    program: &'a Program,
    last: &'a Position,
}

impl Shown<'_> {
    fn text(&self) -> anyhow::Result<String> {
        let mut text = self.heading();
        if self.replay.steps {
            let mut log = Log::default();
            log.add(self.words(), &self.events()?.concat());
            for line in log.since(0) {
                text.push_str(&line);
                text.push('\n');
            }
            text.push('\n');
        }
        if let Some(traced) = self.traced {
            for line in trace_lines(self.words(), traced) {
                text.push_str(&line);
                text.push('\n');
            }
            text.push('\n');
        }
        let view = self.view();
        text.push_str(&Board::new(&view, self.program, self.words()).text());
        text.push_str(&self.words().question(&view));
        text.push('\n');
        Ok(text)
    }

    fn heading(&self) -> String {
        let Record {
            game,
            seats,
            seed,
            choices,
            hash,
            parameters,
            decks,
            regulation,
            ..
        } = self.record;
        let mut parameters: String = parameters
            .iter()
            .map(|(name, value)| format!(", {name}={value}"))
            .collect();
        for deck in decks {
            parameters.push_str(&format!(", deck {}", deck_name(deck)));
        }
        if let Some(regulation) = regulation {
            parameters.push_str(&format!(", regulation {regulation}"));
        }
        let choices = choices.len();
        let deal = self.replay.verify_deal.is_some();
        match self.replay.language.language() {
            Language::English => format!(
                "{game}: {seats} seats, seed {seed}{parameters}, {choices} choices\n\
                 verified: it ends in position {hash:016x}\n{}\n",
                if deal {
                    "verified: the cards were dealt as committed\n"
                } else {
                    ""
                }
            ),
            Language::Japanese => format!(
                "{game}: {seats}人、シード{seed}{parameters}、選択{choices}回\n\
                 検証済み: 最後の局面は{hash:016x}\n{}\n",
                if deal {
                    "検証済み: 札はコミットメントどおりに配られた\n"
                } else {
                    ""
                }
            ),
        }
    }

    fn json(&self) -> anyhow::Result<Value> {
        let view = self.view();
        let mut value = json!({
            "ok": true,
            "game": self.record.game,
            "seats": self.record.seats,
            "parameters": self.record.parameters,
            "decks": self.record.decks,
            "seed": self.record.seed,
            "choices": self.record.choices.len(),
            "over": self.last.is_over(),
            "winners": self.last.winners(self.program),
            "scores": self.last.scores(self.program),
            "reason": self.reason(),
            "hash": format!("{:016x}", self.record.hash),
            "view": view,
        });
        if let Some(regulation) = &self.record.regulation {
            value["regulation"] = json!(regulation);
        }
        if let Some(commitment) = commitment(self.record.whole_seed()) {
            value["generator"] = json!(self.record.generator);
            value["commitment"] = json!(commitment);
        }
        if self.replay.steps {
            value["steps"] = json!(self.events()?);
        }
        if let Some(traced) = self.traced {
            value["trace"] = json!(trace_json(self.words(), traced));
        }
        Ok(value)
    }

    /// Why the game ended.
    fn reason(&self) -> Option<&str> {
        let reason = self.program.reasons.get(self.last.reason(self.program)?)?;
        Some(reason.of(self.replay.language.language().code()))
    }

    fn words(&self) -> Narrator<'_> {
        let language = self.replay.language.language();
        narrator(self.program, language, self.replay.seat)
    }

    fn view(&self) -> View {
        let language = self.replay.language.language().code();
        match self.replay.seat {
            Some(seat) => self.last.view_in(self.program, Seat(seat), language),
            None => self.last.open_view(self.program, language),
        }
    }

    /// Events: first before any choice, then after each.
    fn events(&self) -> anyhow::Result<Vec<Vec<SeatEvent>>> {
        let language = self.replay.language.language().code();
        let telling = match self.replay.seat {
            Some(_) => Telling::new(self.program, language),
            None => Telling::open(language),
        };
        let mut steps = Steps {
            telling,
            seat: self.replay.seat.map(Seat),
            steps: Vec::new(),
        };
        self.record.replay(self.program, &mut steps)?;
        steps.close();
        Ok(steps.steps)
    }
}

/// Parts what is told by the choices.
struct Steps {
    telling: Telling,
    seat: Option<Seat>,
    steps: Vec<Vec<SeatEvent>>,
}

impl Steps {
    /// Makes a step of what was told since the last choice.
    fn close(&mut self) {
        let told = match self.seat {
            Some(seat) => self.telling.take(seat),
            None => self.telling.take_open(),
        };
        self.steps.push(told);
    }
}

impl Watch for Steps {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        if matches!(event, Event::Chose { .. }) {
            self.close();
        }
        self.telling.event(scene, event);
    }
}
