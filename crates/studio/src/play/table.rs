//! A table: a game in play, who sits at it, and what each has seen.

mod clock;
mod drops;
mod ending;
mod game;
mod logs;
mod moments;
mod outcomes;
mod people;
mod presenter;
mod sheet;
mod thinking;
mod worlds;

pub(crate) use people::{known_colour, plain};
pub(crate) use thinking::ComputerTurn;

use crate::computers::arrangement::Arrangement;
use crate::computers::{Pauses, computer, computer_players, pretended_thinking};
use crate::deal;
use crate::problem::{ProblemCode, damaged, problem};
use crate::server::limits::MOST_CHOICES;
use crate::server::token::sealed;
use crate::speaker::{Speaker, language_of};
use crate::store::{SeatRow, TableRow};
use crate::wire::{
    self, Deal, Ended, NewTable, OpenedDeal, Pace, Problem, SeatInfo, State, Welcome,
};
use engine::copies::Copies;
use engine::event::Unwatched;
use engine::ids::Seat;
use engine::position::Decision;
use engine::record::Record;
use engine::seed::Generator;
use engine::view::View;
use game::{Game, begun};
use logs::InLanguages;
use players::{Player, Secrets};
use presenter::Presenter;
use sheet::Rounds;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Name of the player of a seat that no computer plays.
pub(crate) const PERSON: &str = "person";

/// The number of lines of a log that are sent at first.
const MOST_LINES: usize = 400;

/// The largest number of happenings that are sent.
const MOST_HAPPENED: usize = 6000;

/// A game in play.
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) plan: NewTable,
    game: Game,
    presenter: Presenter,
    computers: Computers,
    uploaded: bool,
    seats: Vec<SeatRow>,
    /// The names that people gave, by seat; empty where nobody did.
    names: Vec<String>,
    /// The end that the rules did not bring.
    ended: Option<Ended>,
    /// Beginning of the time of the answer that is waited for; nothing before all people have come.
    ticking_since: Option<Instant>,
    /// The rounds that are over.
    rounds: Rounds,
    pub(crate) pace: Pace,
    /// The people who answer questions with only one answer themselves.
    answering_all: BTreeSet<u8>,
    /// When the question was asked that waits for an answer.
    asked_at: Instant,
    /// True if it is gone from the database.
    pub(crate) is_removed: bool,
}

/// The computers that sit at a table.
#[derive(Default)]
struct Computers {
    /// By seat, from the first time that they must choose.
    players: BTreeMap<u8, Box<dyn Player>>,
    /// Their answering times.
    pauses: Pauses,
}

/// State of what a page was sent already.
#[derive(Default)]
pub(crate) struct Sent {
    lines: usize,
    /// The number of happenings that were sent; nothing if the page has not been sent a state.
    happened: Option<usize>,
    faces: BTreeSet<u16>,
    restarts: Option<u32>,
}

impl Table {
    /// A table as it is kept; its game is played again up to the last choice.
    pub(crate) fn new(
        row: TableRow,
        plan: NewTable,
        arranged: Arrangement,
    ) -> Result<Self, Problem> {
        let Arrangement {
            edition,
            compiled,
            given,
        } = arranged;
        let program = compiled.program.clone();
        if row.seats.len() != usize::from(program.seats) {
            let message = format!(
                "the database is damaged: it knows {} of {} seats of this table",
                row.seats.len(),
                program.seats
            );
            return Err(problem(ProblemCode::Record, message));
        }
        let begun = begun(&edition, &program, row.seed, given.as_ref(), &mut Unwatched);
        let position = begun.map_err(|wrong| {
            let message = format!("this position cannot be given: {}", wrong.message);
            problem(ProblemCode::Position, message)
        })?;
        let ended = row.ended.as_deref().map(serde_json::from_str);
        let ended = ended.transpose().map_err(|error| damaged(&error))?;
        let names = row.seats.iter().map(|seat| seat.name.clone());
        let mut table = Self {
            names: names.collect(),
            ended: None,
            ticking_since: None,
            rounds: Rounds::default(),
            id: row.id,
            pace: plan
                .pace
                .clone()
                .unwrap_or(Pace::Auto { milliseconds: 700 }),
            plan,
            game: Game {
                program,
                compiled,
                edition,
                seed: row.seed,
                given,
                traces: false,
                position,
                choices: Vec::new(),
                secrets: Secrets::new(),
                restarts: 0,
            },
            presenter: Presenter::default(),
            computers: Computers::default(),
            uploaded: row.uploaded,
            seats: row.seats,
            answering_all: BTreeSet::new(),
            asked_at: Instant::now(),
            is_removed: false,
        };
        table.note_round();
        for choice in row.choices {
            if choice as usize >= table.game.position.choices().len() {
                let message = format!(
                    "choice {} is not legal: the game has changed since it was played",
                    table.game.choices.len() + 1
                );
                return Err(problem(ProblemCode::Record, message));
            }
            table.make(choice);
        }
        table.ended = ended;
        Ok(table)
    }

    /// The number of choices that were made.
    pub(crate) fn number(&self) -> usize {
        self.game.choices.len()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.position.is_over() || self.ended.is_some()
    }

    pub(crate) fn seats(&self) -> u8 {
        self.game.program.seats
    }

    /// True if the token opens the only seat that a person plays.
    pub(crate) fn is_alone(&self, token: &str) -> bool {
        let people = self.seats.iter().filter(|seat| seat.token.is_some());
        self.seat_of(token).is_some() && people.count() == 1
    }

    /// True if anybody may see everything: nobody can use it in play.
    pub(crate) fn is_open(&self) -> bool {
        let all_computers = self.seats.iter().all(|seat| seat.token.is_none());
        self.is_over() || self.uploaded || self.game.program.seats == 1 || all_computers
    }

    /// The seat that a token opens.
    pub(crate) fn seat_of(&self, token: &str) -> Option<u8> {
        let sealed = sealed(token);
        let seats = self.seats.iter();
        let found = seats
            .enumerate()
            .find(|(_, seat)| seat.token.as_deref() == Some(&sealed[..]));
        found.map(|(seat, _)| seat as u8)
    }

    /// The seat that must choose; nobody if the game is over.
    pub(crate) fn waits_for(&self) -> Option<u8> {
        if self.ended.is_some() {
            return None;
        }
        match self.game.position.decision() {
            Decision::Choose { seat, .. } => Some(seat.0),
            Decision::Chance { .. } | Decision::Over | Decision::Fault(_) => None,
        }
    }

    /// Why a seat may not make a choice; nothing if it may.
    pub(crate) fn refusal(&self, seat: u8, decision: u32, choice: u32) -> Option<Problem> {
        if decision as usize != self.number() {
            let message = "the game went on in the meantime";
            return Some(problem(ProblemCode::Stale, message.to_owned()));
        }
        if self.uploaded {
            let message = "this is a record: branch off to play on";
            return Some(problem(ProblemCode::NotAllowed, message.to_owned()));
        }
        if self.waits_for() != Some(seat) || self.is_computer(seat) {
            return Some(problem(
                ProblemCode::NotYourTurn,
                "it is not your turn".to_owned(),
            ));
        }
        let legal = self.game.position.choices().len();
        (choice as usize >= legal).then(|| {
            let message = format!("there is no choice {choice}: there are {legal}");
            problem(ProblemCode::Illegal, message)
        })
    }

    /// Makes a legal choice, which is kept already, and tells everybody.
    pub(crate) fn make(&mut self, choice: u32) {
        let asked = self.game.asked();
        self.note_several(choice);
        self.game
            .secrets
            .choose(&self.game.program, &self.game.position, choice as usize);
        let mut told = InLanguages(
            self.presenter
                .logs
                .values_mut()
                .map(|log| &mut log.listener)
                .collect(),
        );
        if told.0.is_empty() {
            self.game
                .position
                .play_unchecked(&self.game.program, choice as usize);
        } else {
            self.game
                .position
                .play_number(&self.game.program, choice as usize, &mut told);
        }
        // Choices of one seat are not shown to the next one that is asked the same.
        if self.game.asked() != asked {
            self.presenter.chosen.clear();
        }
        self.game.choices.push(choice);
        self.note_round();
        self.asked_at = Instant::now();
        self.ticking_since = self.ticking_since.map(|_| Instant::now());
        let languages: Vec<&'static str> = self.presenter.logs.keys().copied().collect();
        for language in languages {
            self.write_log(language);
        }
    }

    /// Remembers what was chosen of several, as long as the same question is asked.
    fn note_several(&mut self, choice: u32) {
        let Decision::Choose { ask, .. } = self.game.position.decision() else {
            return;
        };
        if !self.game.program.asks[ask.index()].several {
            self.presenter.chosen.clear();
            return;
        }
        for code in ["en", "ja"] {
            let seen = self.game.position.choices_seen(&self.game.program, code);
            let Some(seen) = seen.get(choice as usize) else {
                continue;
            };
            let text = self.speaker(code, None).choice_text(seen);
            let is_done = seen.kind == engine::program::ChoiceKind::Done;
            let chosen = self.presenter.chosen.entry(code).or_default();
            if is_done {
                chosen.clear();
            } else {
                chosen.push(text);
            }
        }
    }

    fn speaker<'s>(&'s self, language: &str, seat: Option<u8>) -> Speaker<'s> {
        Speaker {
            edition: &self.game.edition,
            program: &self.game.program,
            language: language_of(language),
            seat,
            traces: self.game.traces,
            names: &self.names,
        }
    }

    /// Forgets what can be computed again: nobody is there.
    pub(crate) fn rest(&mut self) {
        self.presenter.rest();
    }

    /// Goes back to where so many choices were made.
    pub(crate) fn go_back_to(&mut self, number: usize) {
        let choices: Vec<u32> = self.game.choices[..number].to_vec();
        self.game.choices.clear();
        self.presenter = Presenter::default();
        self.game.secrets.clear();
        self.ended = None;
        self.game.restarts += 1;
        self.game.position = self.game.beginning(&mut Unwatched);
        self.rounds = Rounds::default();
        self.note_round();
        for choice in choices {
            self.make(choice);
        }
    }

    /// True if decisions can be taken back: where other people play they must agree, and not once all is over and seen.
    pub(crate) fn can_take_back(&self) -> bool {
        !self.uploaded && (!self.is_over() || self.groups().len() <= 1)
    }

    pub(crate) fn is_uploaded(&self) -> bool {
        self.uploaded
    }

    fn is_computer(&self, seat: u8) -> bool {
        self.seats[usize::from(seat)].player != PERSON
    }

    /// Sets the player of a seat.
    pub(crate) fn set_player(&mut self, seat: u8, player: &str) {
        player.clone_into(&mut self.seats[usize::from(seat)].player);
        self.computers.players.remove(&seat);
    }

    /// True if a computer must choose now.
    pub(crate) fn waits_for_computer(&self) -> bool {
        self.waits_for().is_some_and(|seat| self.is_computer(seat))
            && self.number() < MOST_CHOICES
            && !self.uploaded
    }

    /// Remaining time that a person seems to think who is asked only so that being asked tells nothing; nothing if the game
    /// waits for something else, or this person answers everything.
    pub(crate) fn pretended(&self) -> Option<Duration> {
        let seat = self.waits_for().filter(|seat| !self.is_computer(*seat))?;
        let is_pretended = self.game.asks_always() && self.game.position.choices().len() == 1;
        let is_answered = is_pretended && !self.uploaded && !self.answering_all.contains(&seat);
        is_answered.then(|| self.kept_back())
    }

    /// Remaining delay of a person's answer to a question that is always asked: one that was given at once must
    /// not differ from one that is given for somebody who has only one. Computers do not look at the clock.
    pub(crate) fn kept_back(&self) -> Duration {
        let people = self.seats.iter().filter(|seat| seat.token.is_some());
        if people.count() < 2 || !self.game.asks_always() {
            return Duration::ZERO;
        }
        let time = pretended_thinking(self.game.seed.number, self.number());
        time.saturating_sub(self.asked_at.elapsed())
    }

    /// True if a person answers questions, too, that have only one answer.
    pub(crate) fn answer_all(&mut self, seat: u8, on: bool) {
        if on {
            self.answering_all.insert(seat);
        } else {
            self.answering_all.remove(&seat);
        }
    }

    /// Remaining delay of the answer of a computer that thought for so long: the time that a computer takes must
    /// not tell anybody anything, unless all there may see everything.
    pub(crate) fn pause_after(&mut self, seat: u8, thought: Duration) -> Duration {
        let name = computer(&self.seats[usize::from(seat)].player);
        if self.is_open() || !name.is_ok_and(|name| name.looks_ahead()) {
            return Duration::ZERO;
        }
        let after = self.computers.pauses.answer_after(seat, thought);
        after.saturating_sub(thought)
    }

    /// The names of the players, for each seat.
    pub(crate) fn players(&self) -> Vec<String> {
        self.seats.iter().map(|seat| seat.player.clone()).collect()
    }

    /// Welcome message: what does not change while the game is played.
    pub(crate) fn welcome(&self, viewer: Seat, language: &str) -> Welcome {
        let seat = seat_number(viewer);
        let speaker = self.speaker(language, seat);
        let meta = &self.game.edition.game.meta;
        let code = language_of(language).code();
        Welcome {
            table: self.id.clone(),
            game: self.plan.game.clone(),
            variant: self.plan.variant.clone(),
            title: meta.name.of(code).to_owned(),
            description: meta.description.of(code).to_owned(),
            seat,
            seats: (0..self.game.program.seats)
                .map(|seat| SeatInfo {
                    seat,
                    name: speaker.seat_name(seat),
                    player: self.seats[usize::from(seat)].player.clone(),
                    team: self.game.program.teams.get(usize::from(seat)).copied(),
                })
                .collect(),
            zones: speaker.zones(),
            background: self.game.edition.game.look.background.clone(),
            deal: self.deal(),
            can_take_back: !self.uploaded && seat.is_some(),
            can_resign: seat.is_some() && self.can_resign(),
            phases: self.phases(code),
            clock: self.plan.clock,
            asks_always: self.game.program.asks.iter().any(|ask| ask.always),
            players: computer_players(self.game.compiled.has_network()),
            can_ask: seat.is_some_and(|seat| self.is_only_person(seat)),
        }
    }

    /// Phases by name.
    fn phases(&self, code: &str) -> Vec<String> {
        let phases = self.game.program.phases.iter();
        let mut names: Vec<String> = phases.map(|phase| phase.of(code).to_owned()).collect();
        names.dedup();
        names
    }

    /// True if the seat is the only one that a person plays.
    fn is_only_person(&self, seat: u8) -> bool {
        let mut people = self.seats.iter().zip(0_u8..);
        let own = people
            .clone()
            .any(|(row, at)| at == seat && row.token.is_some());
        own && people.all(|(row, at)| at == seat || row.token.is_none())
    }

    /// True if a seat may ask what a computer would do: it must choose now, and no other person plays.
    pub(crate) fn may_ask(&self, seat: Option<u8>, at: usize) -> bool {
        let is_asked = seat.is_some() && self.waits_for() == seat && at == self.number();
        is_asked && seat.is_some_and(|seat| self.is_only_person(seat))
    }

    /// The reasons why a seat cannot choose a card, as far as it may know them.
    pub(crate) fn reasons(&self, seat: u8, language: &str, pile: u16, card: u16) -> Vec<String> {
        let code = language_of(language).code();
        let view = self
            .game
            .position
            .view_in(&self.game.program, Seat(seat), code);
        self.speaker(code, Some(seat)).reasons(&view, pile, card)
    }

    /// State message for a seat or a spectator, and what is new to them.
    pub(crate) fn state(&mut self, viewer: Seat, language: &str, sent: &mut Sent) -> State {
        let code = language_of(language).code();
        self.ensure_log(code);
        let view = self.game.position.view_in(&self.game.program, viewer, code);
        if sent.restarts != Some(self.game.restarts) {
            *sent = Sent {
                restarts: Some(self.game.restarts),
                ..Sent::default()
            };
        }
        let mut state = self.state_of(&view, viewer, code);
        state.opened = self.opened();
        let list = viewer_list(viewer, self.game.program.seats);
        let number = self.number();
        let speaker = Speaker {
            edition: &self.game.edition,
            program: &self.game.program,
            language: language_of(code),
            seat: seat_number(viewer),
            traces: self.game.traces,
            names: &self.names,
        };
        let Some(told) = self
            .presenter
            .logs
            .get_mut(code)
            .map(|log| &mut log.viewers[list])
        else {
            return state;
        };
        speaker.faces(&view, &mut told.faces);
        let new = told.faces.iter().filter(|(id, _)| !sent.faces.contains(id));
        state.faces = new.map(|(_, face)| face.clone()).collect();
        sent.faces.extend(state.faces.iter().map(|face| face.id));
        state.log_restarts = sent.lines == 0;
        let happened = told.happened_before + told.happened.len();
        // A game that just begins is seen from its beginning; whoever comes later sees what comes.
        let begins = sent.happened.is_none() && number == 0 && told.happened_before == 0;
        let seen = sent.happened.unwrap_or(if begins { 0 } else { happened });
        let seen = seen.saturating_sub(told.happened_before);
        let seen = told.happened[seen.min(told.happened.len())..].iter();
        state.happened = seen.take(MOST_HAPPENED).cloned().collect();
        state.before = told.opening.clone().filter(|_| begins);
        sent.happened = Some(happened);
        let all = told.forgotten + told.lines.len();
        let from = sent.lines.max(all.saturating_sub(MOST_LINES));
        let from = from.saturating_sub(told.forgotten);
        state.log = told.lines[from..].to_vec();
        sent.lines = all;
        state
    }

    /// State message, without faces and log.
    fn state_of(&self, view: &View, viewer: Seat, code: &str) -> State {
        let speaker = self.speaker(code, seat_number(viewer));
        let stages = [&view.state, &view.phase].into_iter().flatten();
        let mut stages: Vec<String> = stages.map(|name| name.text.clone()).collect();
        stages.dedup();
        let current = view.current.filter(|_| !speaker.turns_are_shared());
        let several = match self.game.position.decision() {
            Decision::Choose { ask, .. } => self.game.program.asks[ask.index()].several,
            _ => false,
        };
        let is_chooser = self.waits_for().map(Seat) == Some(viewer);
        let chosen = self
            .presenter
            .chosen
            .get(code)
            .filter(|_| is_chooser && several);
        let mut decision = match self.ended {
            Some(ended) => self.result(&speaker, ended),
            None => speaker.decision(view, several, chosen.cloned().unwrap_or_default()),
        };
        if is_chooser {
            self.mark_copies(&mut decision);
            self.mark_ends(&mut decision);
            outcomes::mark(self, &speaker, viewer, code, &mut decision);
        }
        let values = speaker.values(view);
        State {
            decision_number: self.number() as u32,
            stage: stages,
            turn: current.map(|_| (view.turn + 1).max(0) as u32),
            current,
            piles: speaker.piles(view),
            sheet: self.sheet(&values),
            values,
            decision,
            faces: Vec::new(),
            log: Vec::new(),
            log_restarts: false,
            happened: Vec::new(),
            before: None,
            pace: self.pace.clone(),
            players: self.players(),
            present: Vec::new(),
            spectators: 0,
            said: Vec::new(),
            arrows: speaker.arrows(view),
            pending: speaker.pending(view),
            // Thoughts about hidden cards are for those who may see all of them.
            thinking: self
                .presenter
                .thinking
                .get(code)
                .filter(|_| self.is_open())
                .cloned(),
            opened: None,
            people: self.people(),
            clocks: self.clocks(),
            asked_back: None,
            rematch: None,
        }
    }

    /// Marks the choices that are the same as an earlier one but for copies of a card.
    fn mark_copies(&self, decision: &mut wire::Decision) {
        let wire::Decision::Choose { choices, .. } = decision else {
            return;
        };
        let mut firsts = Vec::new();
        Copies::new(&self.game.program).firsts(
            &self.game.program,
            &self.game.position,
            &mut firsts,
        );
        for (choice, first) in choices.iter_mut().zip(firsts) {
            choice.same_as = (first != choice.number).then_some(first);
        }
    }

    /// Marks the passes of a game for one player that end it without a win. They are tried on a copy; nobody else could
    /// learn anything from it.
    fn mark_ends(&self, decision: &mut wire::Decision) {
        let wire::Decision::Choose { choices, .. } = decision else {
            return;
        };
        if self.game.program.seats > 1 || self.uploaded {
            return;
        }
        let passes = choices
            .iter_mut()
            .filter(|it| it.kind == wire::ChoiceKind::Pass);
        for choice in passes {
            let mut tried = self.game.position.clone();
            tried.play_unchecked(&self.game.program, choice.number as usize);
            choice.ends = tried.is_over() && tried.winners(&self.game.program).is_empty();
        }
    }

    /// Origin of the deal, as everybody at the table may know it.
    fn deal(&self) -> Deal {
        let is_known = self.plan.seed.is_some() || self.game.program.seed.is_some();
        if is_known && !self.uploaded {
            let seed = self.game.seed.to_string();
            return Deal::Chosen { seed };
        }
        match deal::commitment(self.game.seed) {
            Some(commitment) => Deal::Drawn {
                commitment: Some(commitment),
            },
            None if self.is_open() => Deal::Open {
                seed: self.game.seed.to_string(),
            },
            None => Deal::Drawn { commitment: None },
        }
    }

    /// The seed that the studio drew, once nobody can use it in play.
    fn opened(&self) -> Option<OpenedDeal> {
        let Generator::Chacha20 { key } = self.game.seed.generator else {
            return None;
        };
        let committed = deal::committed(self.game.seed).filter(|_| self.is_open())?;
        Some(OpenedDeal {
            seed: self.game.seed.number.to_string(),
            key: key.to_string(),
            committed,
        })
    }

    /// The choices up to now.
    pub(crate) fn choices(&self) -> &[u32] {
        &self.game.choices
    }

    /// The game written down.
    pub(crate) fn record(&self) -> Record {
        let mut record = Record::begin(&self.game.program, self.game.seed);
        record.parameters = self.plan.parameters.clone().into_iter().collect();
        record.choices.clone_from(&self.game.choices);
        record.hash = self.game.position.hash(&self.game.program);
        record
    }
}

fn viewer_list(viewer: Seat, seats: u8) -> usize {
    match viewer {
        Seat::ONLOOKER => usize::from(seats),
        seat => seat.index(),
    }
}

fn seat_number(viewer: Seat) -> Option<u8> {
    (viewer != Seat::ONLOOKER).then_some(viewer.0)
}
