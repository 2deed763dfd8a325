//! One thread's share of a series.

use super::{Chunks, Onlooker, Series, Tally, Unplayed};
use engine::coverage::Coverage;
use engine::fault::FaultKind;
use engine::position::{Decision, Position};
use engine::random::derived;
use engine::record::Record;
use players::{Player, PlayerError, Question, Secrets};
use std::io;

/// Plays one game after the other in the same memory.
pub(super) struct Worker<'a> {
    series: &'a Series<'a>,
    table: &'a Position,
    onlooker: &'a dyn Onlooker,
    position: Position,
    players: Vec<Box<dyn Player>>,
    secrets: Secrets,
    /// True if somebody looks ahead, so that secrets must be kept.
    keeps_secrets: bool,
    tally: Tally,
}

/// Observations while a game is played.
#[derive(Default)]
pub(super) struct Course {
    pub(super) decisions: u64,
    /// The number of choices there were at all decisions together.
    pub(super) choices: u64,
    pub(super) most_choices: u64,
    /// The number of decisions that had one choice only.
    pub(super) forced: u64,
    /// A number that stands for what was chosen.
    pub(super) trace: u64,
}

impl Course {
    #[inline]
    fn add(&mut self, count: usize, number: usize) {
        const PRIME: u64 = 0x0100_0000_01B3;
        self.decisions += 1;
        self.choices += count as u64;
        self.most_choices = self.most_choices.max(count as u64);
        self.forced += u64::from(count == 1);
        self.trace = (self.trace ^ (number as u64 + ((count as u64) << 32))).wrapping_mul(PRIME);
    }
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        series: &'a Series<'a>,
        table: &'a Position,
        onlooker: &'a dyn Onlooker,
    ) -> Result<Self, PlayerError> {
        let players = series.players.iter();
        let players: Result<_, PlayerError> =
            players.map(|name| name.player(&series.equipment)).collect();
        Ok(Self {
            series,
            table,
            onlooker,
            position: table.clone(),
            players: players?,
            secrets: Secrets::new(),
            keeps_secrets: series.players.iter().any(|name| name.looks_ahead()),
            tally: empty_tally(series),
        })
    }

    /// Plays until there are no more games; gives the first game of each chunk and what the chunk came to.
    pub(super) fn work(mut self, chunks: &Chunks) -> Result<Vec<(u64, Tally)>, Unplayed> {
        let mut played = Vec::new();
        while let Some(numbers) = chunks.take() {
            let first = numbers.start;
            for number in numbers {
                if number >= chunks.end() {
                    break;
                }
                if let Err(error) = self.play(number) {
                    chunks.stop();
                    return Err(error.into());
                }
                if self.was_stopped() {
                    chunks.end_with(number);
                }
                if self.onlooker.is_stopped() {
                    chunks.stop();
                    break;
                }
            }
            let tally = std::mem::replace(&mut self.tally, empty_tally(self.series));
            self.onlooker.done(tally.games);
            played.push((first, tally));
        }
        Ok(played)
    }

    /// True if the game was stopped because something is wrong with it; an invariant is there to be counted.
    fn was_stopped(&self) -> bool {
        match self.position.decision() {
            Decision::Fault(fault) => fault.kind != FaultKind::Invariant,
            Decision::Choose { .. } | Decision::Chance { .. } | Decision::Over => false,
        }
    }

    fn play(&mut self, number: u64) -> io::Result<()> {
        if self.onlooker.wants_records() {
            let record = self.record(number);
            return self.onlooker.record(number, record);
        }
        self.begin(number);
        let course = self.decide(|_| {});
        self.count(number, &course);
        Ok(())
    }

    /// Plays a game and writes it down.
    pub(super) fn record(&mut self, number: u64) -> Record {
        let seed = self.begin(number);
        let mut choices = Vec::new();
        let course = self.decide(|choice| choices.push(choice as u32));
        self.count(number, &course);
        let mut record = Record::begin(self.series.program, seed);
        record.choices = choices;
        record.hash = self.position.hash(self.series.program);
        record
    }

    /// Begins a game; gives the seed of its chance.
    fn begin(&mut self, number: u64) -> u64 {
        let program = self.series.program;
        let seed = derived(self.series.seed, number);
        let chance = self.series.chance.unwrap_or(seed);
        match &mut self.tally.coverage {
            Some(coverage) => self.position = Position::start_watched(program, chance, coverage),
            None => self.position.restart_from(program, self.table, chance),
        }
        self.secrets.clear();
        for (seat, player) in self.players.iter_mut().enumerate() {
            player.begin(derived(seed, seat as u64 + 1));
        }
        chance
    }

    #[inline]
    fn decide(&mut self, mut keep: impl FnMut(usize)) -> Course {
        let program = self.series.program;
        let mut course = Course::default();
        while course.decisions < self.series.limit {
            let Decision::Choose { seat, choices, .. } = self.position.decision() else {
                break;
            };
            let count = choices.len();
            let question = Question::new(program, &self.position, seat, &self.secrets);
            let number = self.players[seat.index()].choose(&question);
            keep(number);
            if self.keeps_secrets {
                self.secrets.choose(program, &self.position, number);
            }
            course.add(count, number);
            match &mut self.tally.coverage {
                Some(coverage) => self.position.play_number(program, number, coverage),
                None => self.position.play_unchecked(program, number),
            }
        }
        course
    }

    fn count(&mut self, number: u64, course: &Course) {
        let program = self.series.program;
        self.tally.course(course);
        match self.position.decision() {
            Decision::Choose { .. } | Decision::Chance { .. } => {
                self.tally.unfinished(number, course);
            }
            Decision::Fault(fault) => self.tally.fault(number, fault.message(program)),
            Decision::Over => self.tally.over(number, course, program, &self.position),
        }
    }
}

fn empty_tally(series: &Series<'_>) -> Tally {
    Tally {
        coverage: series.covers.then(|| Coverage::new(series.program)),
        ..Tally::new(series.program)
    }
}
