//! A table: a game in play, who sits at it, and what each has seen.

use crate::arrangement::{Arrangement, Compiled};
use crate::computers::{computer, computer_players};
use crate::problem::problem;
use crate::shelf::Edition;
use crate::speaker::{Speaker, language_of};
use crate::store::{SeatRow, TableRow};
use crate::token::sealed;
use crate::trace::{Listener, Stepper, reader};
use crate::wire::{
    Decision as Asked, Face, LogKind, LogLine, Moment, NewTable, Pace, Problem, SeatInfo, State,
    Thinking, Thought, Welcome,
};
use cgml::model::scenario::Given;
use compile::given::Impossible;
use engine::event::{Event, Scene, Unwatched, Watch};
use engine::ids::{AskId, Seat};
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::derived;
use engine::record::Record;
use engine::view::View;
use players::{Equipment, Name, Player, Question, Secrets, Thought as Thoughts};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Who plays a seat that no computer plays.
pub(crate) const PERSON: &str = "person";

/// After so many choices no computer goes on: some games have no end.
const MOST_CHOICES: usize = 20_000;

/// How often is told what a computer thinks so far.
const BETWEEN_THOUGHTS: Duration = Duration::from_millis(200);

/// How many lines of a log are sent at first.
const MOST_LINES: usize = 400;

/// A game in play.
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) plan: NewTable,
    pub(crate) program: Arc<Program>,
    compiled: Arc<Compiled>,
    edition: Arc<Edition>,
    seed: u64,
    /// The position it began with, if it was not the ordinary one.
    given: Option<Given>,
    uploaded: bool,
    position: Position,
    choices: Vec<u32>,
    seats: Vec<SeatRow>,
    computers: BTreeMap<u8, Box<dyn Player>>,
    pub(crate) pace: Pace,
    /// What was chosen of several already, by language.
    chosen: BTreeMap<&'static str, Vec<String>>,
    logs: BTreeMap<&'static str, Logs>,
    /// How often the game was set back.
    restarts: u32,
    /// What the computer that chose last thought, by language.
    thinking: BTreeMap<&'static str, Thinking>,
    /// Answers that are not known to all yet.
    secrets: Secrets,
}

/// What everybody was told in one language.
struct Logs {
    listener: Listener,
    /// For each seat, and last for those who look on.
    viewers: Vec<Told>,
}

#[derive(Default)]
struct Told {
    lines: Vec<LogLine>,
    /// Faces of all cards that were seen.
    faces: BTreeMap<u16, Face>,
}

/// How much a page was sent already.
#[derive(Default)]
pub(crate) struct Sent {
    lines: usize,
    faces: BTreeSet<u16>,
    restarts: Option<u32>,
}

/// A decision that a computer must make.
pub(crate) struct ComputerTurn {
    pub(crate) seat: u8,
    /// Who thinks.
    name: String,
    pub(crate) number: usize,
    pub(crate) program: Arc<Program>,
    pub(crate) position: Position,
    pub(crate) player: Box<dyn Player>,
    pub(crate) secrets: Secrets,
}

impl ComputerTurn {
    /// What the computer thinks and chooses. `told` hears a few times a second what it thinks so far, and whether
    /// it shall go on.
    pub(crate) fn think(
        &mut self,
        told: &mut dyn FnMut(&Self, &Thoughts) -> ControlFlow<()>,
    ) -> Thoughts {
        // The player is taken out, so that whoever is told can look at the rest.
        let idle: Box<dyn Player> = Box::new(players::Random::new());
        let mut player = std::mem::replace(&mut self.player, idle);
        let question = Question::new(
            &self.program,
            &self.position,
            Seat(self.seat),
            &self.secrets,
        );
        let mut last = Instant::now();
        let thoughts = player.think(&question, &mut |thoughts| {
            if last.elapsed() < BETWEEN_THOUGHTS {
                return ControlFlow::Continue(());
            }
            last = Instant::now();
            told(self, thoughts)
        });
        self.player = player;
        thoughts
    }
}

/// Tells in several languages at once.
struct InLanguages<'l>(Vec<&'l mut Listener>);

impl Watch for InLanguages<'_> {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        for listener in &mut self.0 {
            listener.event(scene, event);
        }
    }
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
        let begun = begun(&edition, &program, row.seed, given.as_ref(), &mut Unwatched);
        let position = begun.map_err(|wrong| {
            let message = format!("this position cannot be given: {}", wrong.message);
            problem("position", message)
        })?;
        let mut table = Self {
            id: row.id,
            pace: plan
                .pace
                .clone()
                .unwrap_or(Pace::Auto { milliseconds: 700 }),
            plan,
            position,
            program,
            compiled,
            edition,
            given,
            seed: row.seed,
            uploaded: row.uploaded,
            choices: Vec::new(),
            seats: row.seats,
            computers: BTreeMap::new(),
            chosen: BTreeMap::new(),
            logs: BTreeMap::new(),
            restarts: 0,
            thinking: BTreeMap::new(),
            secrets: Secrets::new(),
        };
        for choice in row.choices {
            if choice as usize >= table.position.choices().len() {
                let message = format!(
                    "choice {} is not legal: the game has changed since it was played",
                    table.choices.len() + 1
                );
                return Err(problem("record", message));
            }
            table.make(choice);
        }
        Ok(table)
    }

    /// The position in which the game began.
    fn beginning<W: Watch>(&self, watch: &mut W) -> Position {
        let (edition, program) = (&self.edition, &self.program);
        let begun = begun(edition, program, self.seed, self.given.as_ref(), watch);
        begun.expect("the table was made with this position")
    }

    /// How many choices were made.
    pub(crate) fn number(&self) -> usize {
        self.choices.len()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.position.is_over()
    }

    pub(crate) fn seats(&self) -> u8 {
        self.program.seats
    }

    /// Whether anybody may see everything: nobody can use it in play.
    pub(crate) fn is_open(&self) -> bool {
        let all_computers = self.seats.iter().all(|seat| seat.token.is_none());
        self.is_over() || self.uploaded || self.program.seats == 1 || all_computers
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

    /// Whose turn it is to choose; nobody's if the game is over.
    pub(crate) fn waits_for(&self) -> Option<u8> {
        match self.position.decision() {
            Decision::Choose { seat, .. } => Some(seat.0),
            Decision::Chance { .. } | Decision::Over | Decision::Fault(_) => None,
        }
    }

    /// Why a seat may not make a choice; nothing if it may.
    pub(crate) fn refusal(&self, seat: u8, decision: u32, choice: u32) -> Option<Problem> {
        if decision as usize != self.number() {
            let message = "the game went on in the meantime";
            return Some(problem("stale", message.to_owned()));
        }
        if self.uploaded {
            let message = "this is a record: branch off to play on";
            return Some(problem("not_allowed", message.to_owned()));
        }
        if self.waits_for() != Some(seat) || self.is_computer(seat) {
            return Some(problem("not_your_turn", "it is not your turn".to_owned()));
        }
        let legal = self.position.choices().len();
        (choice as usize >= legal).then(|| {
            let message = format!("there is no choice {choice}: there are {legal}");
            problem("illegal", message)
        })
    }

    /// Makes a legal choice, which is kept already, and tells everybody.
    pub(crate) fn make(&mut self, choice: u32) {
        let asked = self.asked();
        self.note_several(choice);
        self.secrets
            .choose(&self.program, &self.position, choice as usize);
        let mut told = InLanguages(
            self.logs
                .values_mut()
                .map(|log| &mut log.listener)
                .collect(),
        );
        if told.0.is_empty() {
            self.position.play_unchecked(&self.program, choice as usize);
        } else {
            self.position
                .play_number(&self.program, choice as usize, &mut told);
        }
        // What one seat has chosen is nothing for the next one that is asked the same.
        if self.asked() != asked {
            self.chosen.clear();
        }
        self.choices.push(choice);
        let languages: Vec<&'static str> = self.logs.keys().copied().collect();
        for language in languages {
            self.write_log(language);
        }
    }

    /// Who is asked what.
    fn asked(&self) -> Option<(Seat, AskId)> {
        match self.position.decision() {
            Decision::Choose { seat, ask, .. } => Some((seat, ask)),
            Decision::Chance { .. } | Decision::Over | Decision::Fault(_) => None,
        }
    }

    /// Remembers what was chosen of several, as long as the same question is asked.
    fn note_several(&mut self, choice: u32) {
        let Decision::Choose { ask, .. } = self.position.decision() else {
            return;
        };
        if !self.program.asks[ask.index()].several {
            self.chosen.clear();
            return;
        }
        for code in ["en", "ja"] {
            let seen = self.position.choices_seen(&self.program, code);
            let Some(seen) = seen.get(choice as usize) else {
                continue;
            };
            let text = self.speaker(code, None).choice_text(seen);
            let is_done = seen.kind == engine::program::ChoiceKind::Done;
            let chosen = self.chosen.entry(code).or_default();
            if is_done {
                chosen.clear();
            } else {
                chosen.push(text);
            }
        }
    }

    fn speaker<'s>(&'s self, language: &str, seat: Option<u8>) -> Speaker<'s> {
        Speaker {
            edition: &self.edition,
            program: &self.program,
            language: language_of(language),
            seat,
        }
    }

    /// Makes words of what was told.
    fn write_log(&mut self, language: &'static str) {
        let Some(mut log) = self.logs.remove(language) else {
            return;
        };
        for (viewer, told) in log.viewers.iter_mut().enumerate() {
            let seat = reader(viewer, self.program.seats);
            let speaker = self.speaker(language, seat_number(seat));
            let old = told.lines.len();
            for heard in log.listener.take(viewer) {
                speaker.faces_told(&heard.event, &mut told.faces);
                if let Some(line) = speaker.traced(&heard, &told.faces) {
                    add_line(&mut told.lines, old, line);
                }
            }
        }
        self.logs.insert(language, log);
    }

    /// What was told in a language: worked out from the beginning if nobody asked for it before.
    fn ensure_log(&mut self, language: &'static str) {
        if self.logs.contains_key(language) {
            return;
        }
        let mut listener = Listener::new(&self.program, language);
        let mut position = self.beginning(&mut listener);
        for choice in &self.choices {
            position.play_number(&self.program, *choice as usize, &mut listener);
        }
        let viewers = (0..=self.program.seats).map(|_| Told::default());
        let viewers = viewers.collect();
        self.logs.insert(language, Logs { listener, viewers });
        self.write_log(language);
    }

    /// Forgets what can be worked out again: nobody is there.
    pub(crate) fn rest(&mut self) {
        self.logs.clear();
    }

    /// Goes back to where so many choices were made.
    pub(crate) fn go_back_to(&mut self, number: usize) {
        let choices: Vec<u32> = self.choices[..number].to_vec();
        self.choices.clear();
        self.chosen.clear();
        self.logs.clear();
        self.thinking.clear();
        self.secrets.clear();
        self.restarts += 1;
        self.position = self.beginning(&mut Unwatched);
        for choice in choices {
            self.make(choice);
        }
    }

    pub(crate) fn can_take_back(&self) -> bool {
        self.program.seats == 1 && !self.uploaded
    }

    fn is_computer(&self, seat: u8) -> bool {
        self.seats[usize::from(seat)].player != PERSON
    }

    /// Who plays a seat from now on.
    pub(crate) fn set_player(&mut self, seat: u8, player: &str) {
        player.clone_into(&mut self.seats[usize::from(seat)].player);
        self.computers.remove(&seat);
    }

    /// Whether a computer must choose now.
    pub(crate) fn waits_for_computer(&self) -> bool {
        self.waits_for().is_some_and(|seat| self.is_computer(seat))
            && self.number() < MOST_CHOICES
            && !self.uploaded
    }

    /// Whether the computer that thinks plays its seat still.
    fn is_played_by(&self, turn: &ComputerTurn) -> bool {
        self.seats[usize::from(turn.seat)].player == turn.name
    }

    /// Whether the game still waits for this decision of a computer.
    pub(crate) fn is_turn(&self, turn: &ComputerTurn) -> bool {
        self.number() == turn.number
            && self.waits_for() == Some(turn.seat)
            && self.is_played_by(turn)
    }

    /// The decision that a computer must make, if one must.
    pub(crate) fn computer_turn(&mut self) -> Option<ComputerTurn> {
        let seat = self.waits_for().filter(|_| self.waits_for_computer())?;
        let player = match self.computers.remove(&seat) {
            Some(player) => player,
            None => {
                // Whoever has no name that is known any more plays at random.
                let name = computer(&self.seats[usize::from(seat)].player);
                let name = name.unwrap_or(Name::Random);
                let equipment = self.equipment(&name);
                let random = || -> Box<dyn Player> { Box::new(players::Random::new()) };
                let mut player = name.player(&equipment).unwrap_or_else(|_| random());
                let seed = derived(self.seed, self.number() as u64 * 16 + u64::from(seat) + 1);
                player.begin(seed);
                player
            }
        };
        Some(ComputerTurn {
            seat,
            name: self.seats[usize::from(seat)].player.clone(),
            number: self.number(),
            program: self.program.clone(),
            position: self.position.clone(),
            player,
            secrets: self.secrets.clone(),
        })
    }

    /// What a computer needs to play at this table.
    fn equipment(&self, name: &Name) -> Equipment {
        Equipment {
            lookahead: name.looks_ahead().then(|| self.compiled.lookahead()),
            threads: NonZeroUsize::MIN,
            clock: Some(since_start),
            strategies: BTreeMap::new(),
        }
    }

    /// What must be made before a computer can look ahead here; nothing if it is there, or not needed yet.
    pub(crate) fn unprepared(&self) -> Option<Arc<Compiled>> {
        let seat = self.waits_for().filter(|_| self.waits_for_computer())?;
        let name = self.seats[usize::from(seat)].player.parse::<Name>().ok()?;
        let is_needed = name.looks_ahead() && !self.compiled.is_ready();
        is_needed.then(|| self.compiled.clone())
    }

    /// Remembers what a computer thinks of the choices that it has now.
    pub(crate) fn note_thinking(&mut self, turn: &ComputerTurn, thoughts: &Thoughts) {
        for code in ["en", "ja"] {
            let thinking = self.thinking(turn, thoughts, code);
            self.thinking.insert(code, thinking);
        }
    }

    /// What a computer thinks of the choices of its turn, in words.
    pub(crate) fn thinking(
        &self,
        turn: &ComputerTurn,
        thoughts: &Thoughts,
        code: &str,
    ) -> Thinking {
        let seen = turn.position.choices_seen(&self.program, code);
        let speaker = self.speaker(code, None);
        let is_move = |kind| kind == engine::program::ChoiceKind::Move;
        let chosen = seen.get(thoughts.choice);
        let passes = chosen.is_some_and(|it| it.kind == engine::program::ChoiceKind::Pass);
        let mut choices: Vec<Thought> = seen
            .iter()
            .zip(&thoughts.considered)
            .enumerate()
            .map(|(number, (choice, considered))| Thought {
                text: speaker.choice_text(choice),
                visits: u32::try_from(considered.visits).unwrap_or(u32::MAX),
                win_rate: considered.value.unwrap_or_default() as f32,
                prior: considered.prior as f32,
                chosen: number == thoughts.choice,
            })
            .collect();
        choices.sort_by_key(|thought| std::cmp::Reverse((thought.visits, thought.chosen)));
        Thinking {
            seat: turn.seat,
            decision: turn.number as u32,
            choices,
            strategic_pass: passes && seen.iter().any(|choice| is_move(choice.kind)),
        }
    }

    /// A moment of the game as a decision of a computer, to hear what it thinks of it.
    pub(crate) fn turn_at(&mut self, at: usize, name: &Name) -> Option<ComputerTurn> {
        let number = at.min(self.choices.len());
        let mut position = self.beginning(&mut Unwatched);
        let mut secrets = Secrets::new();
        for choice in &self.choices[..number] {
            secrets.choose(&self.program, &position, *choice as usize);
            position.play_unchecked(&self.program, *choice as usize);
        }
        let Decision::Choose { seat, .. } = position.decision() else {
            return None;
        };
        let seat = seat.0;
        let mut player = name.player(&self.equipment(name)).ok()?;
        player.begin(derived(self.seed, number as u64));
        Some(ComputerTurn {
            seat,
            name: name.to_string(),
            number,
            program: self.program.clone(),
            position,
            player,
            secrets,
        })
    }

    /// The computer goes on to play its seat, unless somebody else does now.
    pub(crate) fn give_back(&mut self, turn: ComputerTurn) {
        if self.is_played_by(&turn) {
            self.computers.insert(turn.seat, turn.player);
        }
    }

    /// The names of the players, for each seat.
    pub(crate) fn players(&self) -> Vec<String> {
        self.seats.iter().map(|seat| seat.player.clone()).collect()
    }

    /// What does not change while the game is played.
    pub(crate) fn welcome(&self, viewer: Seat, language: &str) -> Welcome {
        let seat = seat_number(viewer);
        let speaker = self.speaker(language, seat);
        let meta = &self.edition.game.meta;
        let code = language_of(language).code();
        Welcome {
            table: self.id.clone(),
            game: self.plan.game.clone(),
            variant: self.plan.variant.clone(),
            title: meta.name.of(code).to_owned(),
            description: meta.description.of(code).to_owned(),
            seat,
            seats: (0..self.program.seats)
                .map(|seat| SeatInfo {
                    seat,
                    name: speaker.seat_name(seat),
                    player: self.seats[usize::from(seat)].player.clone(),
                    team: self.program.teams.get(usize::from(seat)).copied(),
                })
                .collect(),
            zones: speaker.zones(),
            background: self.edition.game.look.background.clone(),
            seed: self.is_open().then(|| self.seed.to_string()),
            can_take_back: self.can_take_back(),
            players: computer_players(),
        }
    }

    /// How things stand for a seat, or for somebody who looks on, and what is new to them.
    pub(crate) fn state(&mut self, viewer: Seat, language: &str, sent: &mut Sent) -> State {
        let code = language_of(language).code();
        self.ensure_log(code);
        let view = self.position.view_in(&self.program, viewer, code);
        if sent.restarts != Some(self.restarts) {
            *sent = Sent {
                restarts: Some(self.restarts),
                ..Sent::default()
            };
        }
        let mut state = self.state_of(&view, viewer, code);
        let list = viewer_list(viewer, self.program.seats);
        let speaker = Speaker {
            edition: &self.edition,
            program: &self.program,
            language: language_of(code),
            seat: seat_number(viewer),
        };
        let Some(told) = self.logs.get_mut(code).map(|log| &mut log.viewers[list]) else {
            return state;
        };
        speaker.faces(&view, &mut told.faces);
        let new = told.faces.iter().filter(|(id, _)| !sent.faces.contains(id));
        state.faces = new.map(|(_, face)| face.clone()).collect();
        sent.faces.extend(state.faces.iter().map(|face| face.id));
        state.log_restarts = sent.lines == 0;
        let from = sent.lines.max(told.lines.len().saturating_sub(MOST_LINES));
        state.log = told.lines[from..].to_vec();
        sent.lines = told.lines.len();
        state
    }

    /// How things stand, without faces and log.
    fn state_of(&self, view: &View, viewer: Seat, code: &str) -> State {
        let speaker = self.speaker(code, seat_number(viewer));
        let stages = [&view.state, &view.phase].into_iter().flatten();
        let mut stages: Vec<String> = stages.map(|name| name.text.clone()).collect();
        stages.dedup();
        let current = view.current.filter(|_| !speaker.turns_are_shared());
        let several = match self.position.decision() {
            Decision::Choose { ask, .. } => self.program.asks[ask.index()].several,
            _ => false,
        };
        let is_chooser = self.waits_for().map(Seat) == Some(viewer);
        let chosen = self.chosen.get(code).filter(|_| is_chooser && several);
        State {
            decision_number: self.number() as u32,
            stage: stages,
            turn: current.map(|_| (view.turn + 1).max(0) as u32),
            current,
            piles: speaker.piles(view),
            values: speaker.values(view),
            decision: speaker.decision(view, several, chosen.cloned().unwrap_or_default()),
            faces: Vec::new(),
            log: Vec::new(),
            log_restarts: false,
            pace: self.pace.clone(),
            players: self.players(),
            present: Vec::new(),
            pending: speaker.pending(view),
            // What is thought of hidden cards is for those who may see all of them.
            thinking: self.thinking.get(code).filter(|_| self.is_open()).cloned(),
        }
    }

    /// A moment of the game again: after so many choices, with one seat's eyes or with all cards open.
    ///
    /// After `event` of what happens between this decision and the next, if that is not all of it.
    pub(crate) fn moment(
        &self,
        at: usize,
        event: usize,
        viewer: Option<Seat>,
        language: &str,
    ) -> Moment {
        let at = at.min(self.choices.len());
        let code = language_of(language).code();
        let eyes = viewer.unwrap_or(Seat::ONLOOKER);
        let speaker = self.speaker(code, seat_number(eyes));
        let mut stepper = Stepper::new(&self.program, viewer, code);
        let mut position = self.beginning(&mut stepper);
        for choice in &self.choices[..at] {
            position.play_number(&self.program, *choice as usize, &mut stepper);
        }
        let events = self.events_after(&position, at, viewer);
        let event = event.min(events.saturating_sub(1));
        if event > 0
            && let Some(choice) = self.choices.get(at)
        {
            stepper.stop_at(stepper.heard.len() + event);
            let mut going = position.clone();
            going.play_number(&self.program, *choice as usize, &mut stepper);
        }
        let view = match (stepper.seen.take(), viewer) {
            (Some(view), _) => view,
            (None, Some(seat)) => position.view_in(&self.program, seat, code),
            (None, None) => position.open_view(&self.program, code),
        };
        let mut faces = BTreeMap::new();
        speaker.faces(&view, &mut faces);
        let mut log: Vec<LogLine> = Vec::new();
        for heard in &stepper.heard {
            speaker.faces_told(&heard.event, &mut faces);
            if let Some(line) = speaker.traced(heard, &faces) {
                add_line(&mut log, 0, line);
            }
        }
        let next = self.choices.get(at).and_then(|choice| {
            let seen = position.choices_seen(&self.program, code);
            let secret = viewer.is_some_and(|seat| self_is_other(&position, seat));
            let seen = seen.get(*choice as usize).filter(|_| !secret)?;
            Some(speaker.choice_text(seen))
        });
        let replayed = Self::looked_at(self, position, at);
        let mut state = replayed.state_of(&view, eyes, code);
        state.faces = faces.into_values().collect();
        state.log = log;
        state.log_restarts = true;
        if viewer.is_none()
            && let Asked::Choose { choices, .. } = &mut state.decision
        {
            choices.clear();
        }
        Moment {
            choices: self.choices.len() as u32,
            welcome: self.welcome(eyes, code),
            state,
            next,
            events: events as u32,
            event: event as u32,
        }
    }

    /// How much a reader is told between a decision and the next.
    fn events_after(&self, position: &Position, at: usize, viewer: Option<Seat>) -> usize {
        let Some(choice) = self.choices.get(at) else {
            return 0;
        };
        let mut counter = Stepper::new(&self.program, viewer, "");
        let mut going = position.clone();
        going.play_number(&self.program, *choice as usize, &mut counter);
        counter.heard.len()
    }

    /// The same table at another moment.
    fn looked_at(&self, position: Position, at: usize) -> Self {
        Self {
            id: self.id.clone(),
            plan: self.plan.clone(),
            program: self.program.clone(),
            compiled: self.compiled.clone(),
            edition: self.edition.clone(),
            seed: self.seed,
            given: self.given.clone(),
            uploaded: true,
            position,
            choices: self.choices[..at].to_vec(),
            seats: self.seats.clone(),
            computers: BTreeMap::new(),
            pace: Pace::Step,
            chosen: BTreeMap::new(),
            logs: BTreeMap::new(),
            restarts: 0,
            thinking: BTreeMap::new(),
            secrets: Secrets::new(),
        }
    }

    /// The choices up to now.
    pub(crate) fn choices(&self) -> &[u32] {
        &self.choices
    }

    /// The game written down.
    pub(crate) fn record(&self) -> Record {
        let mut record = Record::begin(&self.program, self.seed);
        record.parameters = self.plan.parameters.clone().into_iter().collect();
        record.choices.clone_from(&self.choices);
        record.hash = self.position.hash(&self.program);
        record
    }
}

/// The position in which a game begins: the ordinary one, or one that was given.
fn begun<W: Watch>(
    edition: &Edition,
    program: &Program,
    seed: u64,
    given: Option<&Given>,
    watch: &mut W,
) -> Result<Position, Impossible> {
    let Some(given) = given else {
        return Ok(Position::start_watched(program, seed, watch));
    };
    let given = Given {
        seed,
        ..given.clone()
    };
    compile::given::make(&edition.game, program, &given, watch)
}

/// The time since the studio first looked at a clock.
fn since_start() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Adds a line. What happened several times in a row is one line, and a heading without anything below it
/// gives way to the next; what was sent already, the lines before `old`, does not change.
fn add_line(lines: &mut Vec<LogLine>, old: usize, line: LogLine) {
    let last = lines.len().checked_sub(1).filter(|last| *last >= old);
    match last.map(|last| &mut lines[last]) {
        Some(last)
            if last.kind == line.kind && last.parts == line.parts && last.source == line.source =>
        {
            last.count += 1;
        }
        Some(last) if last.kind == LogKind::Heading && line.kind == LogKind::Heading => {
            *last = line
        }
        Some(_) | None => lines.push(line),
    }
}

/// Whether another seat than this one must choose.
fn self_is_other(position: &Position, viewer: Seat) -> bool {
    match position.decision() {
        Decision::Choose { seat, .. } => seat != viewer,
        _ => true,
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
