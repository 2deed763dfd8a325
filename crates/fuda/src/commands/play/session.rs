//! A game between people and computers, whatever it is shown on.

use super::Who;
use crate::table::{Board, Log, narrator};
use cgml::vocabulary::Language;
use engine::copies::Copies;
use engine::ids::Seat;
use engine::notation::{NoSuchChoice, find_choice};
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::derived;
use engine::record::Record;
use engine::seen::ChoiceSeen;
use engine::telling::Telling;
use engine::view::{DecisionSeen, View};
use fuda::sim::LIMIT;
use fuda::thinking::{Unequipped, equipment_for_people};
use narrate::Narrator;
use players::{
    Equipment, Player, PlayerError, PlayerSpec, Question, Search, Secrets, Sight, Thought,
};
use std::ops::ControlFlow;

/// With how many simulations advice is given.
const ADVICE: u32 = 1000;

/// Seating, and the beginning of the game.
pub(super) struct Seating {
    pub(super) who: Vec<Who>,
    pub(super) seed: u64,
    pub(super) language: Language,
    /// True if a record was asked for.
    pub(super) can_save: bool,
    /// True if it is shown what computers think.
    pub(super) shows_thoughts: bool,
}

/// A game in play. Computers have always played already: it waits for a person, or it is over.
pub(super) struct Session {
    pub(super) program: Program,
    pub(super) title: String,
    seating: Seating,
    /// For each seat the computer that plays it.
    computers: Vec<Option<Box<dyn Player>>>,
    position: Position,
    secrets: Secrets,
    record: Record,
    telling: Telling,
    logs: Vec<Log>,
    past: Vec<Past>,
    viewer: u8,
    has_secrets: bool,
    is_stuck: bool,
}

impl Seating {
    /// Equipment of the computers at the table.
    pub(super) fn equipment(&self, program: &Program) -> Result<Equipment, Unequipped> {
        equipment_for_people(program, &computers(&self.who))
    }
}

/// A position that can be restored.
struct Past {
    position: Position,
    record: Record,
    logs: Vec<Log>,
}

impl Session {
    pub(super) fn new(
        program: Program,
        title: String,
        seating: Seating,
        equipment: &Equipment,
    ) -> Result<Self, PlayerError> {
        let mut telling = Telling::new(&program, seating.language.code());
        let position = Position::start_watched(&program, seating.seed, &mut telling);
        let computers = seating.who.iter().enumerate().map(|(seat, who)| match who {
            Who::Person => Ok(None),
            Who::Computer(name) => {
                let mut player = name.player(equipment)?;
                player.begin(derived(seating.seed, seat as u64 + 1));
                Ok(Some(player))
            }
        });
        let computers: Result<Vec<_>, PlayerError> = computers.collect();
        let is_person = |who: &Who| *who == Who::Person;
        let viewer = seating.who.iter().position(is_person).unwrap_or(0) as u8;
        let mut session = Self {
            computers: computers?,
            secrets: Secrets::new(),
            record: Record::begin(&program, seating.seed),
            logs: vec![Log::default(); seating.who.len()],
            past: Vec::new(),
            has_secrets: false,
            is_stuck: false,
            program,
            title,
            seating,
            position,
            telling,
            viewer,
        };
        session.write_logs();
        session.settle();
        Ok(session)
    }

    /// The person who must choose; nobody if the game is over.
    pub(super) fn waits_for(&self) -> Option<u8> {
        match self.position.decision() {
            Decision::Choose { seat, .. } if !self.is_stuck => Some(seat.0),
            Decision::Choose { .. }
            | Decision::Chance { .. }
            | Decision::Over
            | Decision::Fault(_) => None,
        }
    }

    /// Viewer of the screen: who must choose, or who chose last.
    pub(super) fn viewer(&self) -> u8 {
        self.viewer
    }

    /// True if someone else must look away before the game goes on for this seat.
    pub(super) fn must_pass(&self, from: Option<u8>, to: u8) -> bool {
        from != Some(to) && self.has_secrets && self.persons().count() > 1
    }

    pub(super) fn seed(&self) -> u64 {
        self.seating.seed
    }

    pub(super) fn can_save(&self) -> bool {
        self.seating.can_save
    }

    pub(super) fn can_undo(&self) -> bool {
        self.program.seats == 1
    }

    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    pub(super) fn words(&self) -> Narrator<'_> {
        self.words_of(self.viewer)
    }

    fn words_of(&self, seat: u8) -> Narrator<'_> {
        narrator(&self.program, self.seating.language, Some(seat))
    }

    pub(super) fn view(&self) -> View {
        let language = self.seating.language.code();
        self.position
            .view_in(&self.program, Seat(self.viewer), language)
    }

    pub(super) fn board(&self) -> Board {
        Board::new(&self.view(), &self.program, self.words())
    }

    pub(super) fn log(&self) -> &Log {
        &self.logs[usize::from(self.viewer)]
    }

    /// The choices.
    pub(super) fn choices(&self) -> Vec<ChoiceSeen> {
        let language = self.seating.language.code();
        self.position.choices_seen(&self.program, language)
    }

    /// Menu: the choices with their numbers, indistinguishable copies of a card once.
    pub(super) fn menu(&self) -> Vec<(usize, ChoiceSeen)> {
        let mut firsts = Vec::new();
        let copies = Copies::new(&self.program);
        copies.firsts(&self.program, &self.position, &mut firsts);
        let choices = self.choices().into_iter().enumerate().zip(firsts);
        let different = choices.filter(|((number, _), first)| *number == *first as usize);
        different.map(|(choice, _)| choice).collect()
    }

    /// The question, with the seat and the rule or move that asks.
    pub(super) fn prompt(&self) -> (String, Option<String>) {
        if self.is_stuck {
            let words = self.words();
            let text = words.pick(
                "the computers play on without end; the game is broken off",
                "コンピューターの手番が終わらないため、打ち切ります",
            );
            return (text.to_owned(), None);
        }
        let view = self.view();
        let part = match &view.decision {
            DecisionSeen::Choose { part, .. } if !part.is_empty() => Some(part.clone()),
            _ => None,
        };
        (self.words().question(&view), part)
    }

    /// Why the game was stopped, if it was.
    pub(super) fn problem(&self) -> Option<String> {
        match self.position.decision() {
            Decision::Fault(fault) => Some(fault.message(&self.program)),
            Decision::Choose { .. } | Decision::Chance { .. } | Decision::Over => None,
        }
    }

    /// The number of the choice that words mean, as they are shown or as the engine writes them.
    pub(super) fn find(&self, text: &str) -> Result<usize, NoSuchChoice> {
        let choices = self.choices();
        let shown = self.words().choices(&choices);
        let wanted = text.trim().to_lowercase();
        let exact = shown.iter().position(|text| text.to_lowercase() == wanted);
        if let Some(exact) = exact {
            return Ok(exact);
        }
        find_choice(&choices, text)
    }

    /// Makes the choice with a number, and lets the computers play.
    pub(super) fn choose(&mut self, number: usize) {
        if self.can_undo() {
            self.past.push(Past {
                position: self.position.clone(),
                record: self.record.clone(),
                logs: self.logs.clone(),
            });
        }
        self.play(number);
        self.settle();
    }

    /// Writes into the person's log what a computer would think in their place. It knows no more than they do.
    pub(super) fn advise(&mut self) {
        let Decision::Choose { seat, .. } = self.position.decision() else {
            return;
        };
        let adviser = PlayerSpec::Search(Search::new(Sight::Observer, ADVICE));
        let equipment = equipment_for_people(&self.program, std::slice::from_ref(&adviser));
        let Some(mut adviser) = equipment
            .ok()
            .and_then(|equipment| adviser.player(&equipment).ok())
        else {
            return;
        };
        adviser.begin(derived(self.seating.seed, self.record.choices.len() as u64));
        let question = Question::new(&self.program, &self.position, seat, &self.secrets);
        let thought = adviser.think(&question, &mut |_| ControlFlow::Continue(()));
        let lines = crate::table::thought(self.words(), seat.0, &self.choices(), &thought);
        let log = &mut self.logs[seat.index()];
        lines.into_iter().for_each(|line| log.say(line));
    }

    /// Takes the last choice back; whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(past) = self.past.pop() else {
            return false;
        };
        self.position = past.position;
        self.record = past.record;
        self.logs = past.logs;
        true
    }

    fn play(&mut self, number: usize) {
        self.secrets.choose(&self.program, &self.position, number);
        self.position
            .play_number(&self.program, number, &mut self.telling);
        self.record.add(&self.program, number, &self.position);
        self.write_logs();
    }

    fn write_logs(&mut self) {
        let mut logs = std::mem::take(&mut self.logs);
        for (seat, log) in (0..self.program.seats).zip(&mut logs) {
            let events = self.telling.take(Seat(seat));
            log.add(self.words_of(seat), &events);
        }
        self.logs = logs;
    }

    /// Lets the computers play until a person must choose.
    fn settle(&mut self) {
        for _ in 0..LIMIT {
            let Decision::Choose { seat, .. } = self.position.decision() else {
                return;
            };
            let Some(player) = &mut self.computers[seat.index()] else {
                self.viewer = seat.0;
                self.has_secrets |= self.sees_secrets();
                return;
            };
            let question = Question::new(&self.program, &self.position, seat, &self.secrets);
            if self.seating.shows_thoughts && question.count() > 1 {
                let thought = player.think(&question, &mut |_| ControlFlow::Continue(()));
                self.tell_thought(seat, &thought);
                self.play(thought.choice);
            } else {
                let number = player.choose(&question);
                self.play(number);
            }
        }
        self.is_stuck = true;
    }

    /// Writes into the logs of the people what a computer thought.
    fn tell_thought(&mut self, seat: Seat, thought: &Thought) {
        let choices = self.choices();
        for person in self.persons().collect::<Vec<_>>() {
            let words = self.words_of(person);
            let lines = crate::table::thought(words, seat.0, &choices, thought);
            let log = &mut self.logs[usize::from(person)];
            lines.into_iter().for_each(|line| log.say(line));
        }
    }

    fn persons(&self) -> impl Iterator<Item = u8> {
        let seats = self.seating.who.iter().enumerate();
        let persons = seats.filter(|(_, who)| **who == Who::Person);
        persons.map(|(seat, _)| seat as u8)
    }

    /// True if people at the table see different things.
    fn sees_secrets(&self) -> bool {
        let mut views = self.persons().map(|seat| {
            let view = self.position.view(&self.program, Seat(seat));
            let is_secret = matches!(view.decision, DecisionSeen::Choose { secret: true, .. });
            (view.zones, view.variables, is_secret)
        });
        let first = views.next();
        first.is_some_and(|first| first.2 || views.any(|view| view != first))
    }
}

/// The names of the computers.
fn computers(who: &[Who]) -> Vec<PlayerSpec> {
    let names = who.iter().filter_map(|who| match who {
        Who::Person => None,
        Who::Computer(name) => Some(name.clone()),
    });
    names.collect()
}
