//! Computers at a table: the decisions they must make, and what they think of them.

use super::Table;
use crate::computers::arrangement::Compiled;
use crate::computers::computer;
use crate::wire::{Problem, Thinking, Thought};
use engine::event::Unwatched;
use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::derived;
use players::{Equipment, GameNetwork, Player, PlayerSpec, Question, Secrets, Thought as Thoughts};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The interval at which a computer's thoughts so far are told.
const BETWEEN_THOUGHTS: Duration = Duration::from_millis(200);

/// A decision that a computer must make.
pub(crate) struct ComputerTurn {
    pub(crate) seat: u8,
    /// Name of the player who thinks.
    name: String,
    pub(crate) number: usize,
    pub(crate) program: Arc<Program>,
    pub(crate) position: Position,
    pub(crate) player: Box<dyn Player>,
    pub(crate) secrets: Secrets,
}

impl ComputerTurn {
    /// Lets the computer think and choose. `told` hears a few times a second what it thinks so far, and whether
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

impl Table {
    /// True if the computer that thinks plays its seat still.
    fn is_played_by(&self, turn: &ComputerTurn) -> bool {
        self.seats[usize::from(turn.seat)].player == turn.name
    }

    /// True if the game still waits for this decision of a computer.
    pub(crate) fn is_turn(&self, turn: &ComputerTurn) -> bool {
        self.number() == turn.number
            && self.waits_for() == Some(turn.seat)
            && self.is_played_by(turn)
    }

    /// The decision that a computer must make, if one must.
    pub(crate) fn computer_turn(&mut self) -> Option<ComputerTurn> {
        let seat = self.waits_for().filter(|_| self.waits_for_computer())?;
        let player = match self.computers.players.remove(&seat) {
            Some(player) => player,
            None => {
                // A player whose name is not known any more plays at random.
                let name = computer(&self.seats[usize::from(seat)].player);
                let name = name.unwrap_or(PlayerSpec::Random);
                let equipment = self.equipment(&name);
                let random = || -> Box<dyn Player> { Box::new(players::Random::new()) };
                let mut player = name.player(&equipment).unwrap_or_else(|_| random());
                let seed = derived(
                    self.game.seed.number,
                    self.number() as u64 * 16 + u64::from(seat) + 1,
                );
                player.begin(seed);
                player
            }
        };
        Some(ComputerTurn {
            seat,
            name: self.seats[usize::from(seat)].player.clone(),
            number: self.number(),
            program: self.game.program.clone(),
            position: self.game.position.clone(),
            player,
            secrets: self.game.secrets.clone(),
        })
    }

    /// Equipment of a computer at this table.
    fn equipment(&self, name: &PlayerSpec) -> Equipment {
        Equipment {
            lookahead: name.looks_ahead().then(|| self.game.compiled.lookahead()),
            threads: NonZeroUsize::MIN,
            clock: Some(since_start),
            strategies: BTreeMap::new(),
            networks: self.networks(name),
        }
    }

    /// True if a computer can play at this table.
    pub(crate) fn admits(&self, name: &PlayerSpec) -> Result<(), Problem> {
        self.game.compiled.admits(name)
    }

    /// The network that a computer plays with.
    fn networks(&self, name: &PlayerSpec) -> BTreeMap<String, Arc<dyn GameNetwork>> {
        let file = name.network_file().unwrap_or_default();
        let network = name
            .network_file()
            .map(|_| self.game.compiled.network_of(file));
        let network = network.and_then(Result::ok);
        network
            .map(|network| (file.to_owned(), network))
            .into_iter()
            .collect()
    }

    /// Preparations for a computer that looks ahead here; nothing if they are made, or not needed yet.
    pub(crate) fn unprepared(&self) -> Option<Arc<Compiled>> {
        let seat = self.waits_for().filter(|_| self.waits_for_computer())?;
        let name = computer(&self.seats[usize::from(seat)].player).ok()?;
        let needs_network = name.network_file() == Some("");
        let is_needed = name.looks_ahead() && !self.game.compiled.is_ready(needs_network);
        is_needed.then(|| self.game.compiled.clone())
    }

    /// Remembers what a computer thinks of the choices that it has now.
    pub(crate) fn note_thinking(&mut self, turn: &ComputerTurn, thoughts: &Thoughts) {
        for code in ["en", "ja"] {
            let thinking = self.thinking(turn, thoughts, code);
            self.presenter.thinking.insert(code, thinking);
        }
    }

    /// Thoughts of a computer about its choices, in words.
    pub(crate) fn thinking(
        &self,
        turn: &ComputerTurn,
        thoughts: &Thoughts,
        code: &str,
    ) -> Thinking {
        let seen = turn.position.choices_seen(&self.game.program, code);
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
    pub(crate) fn turn_at(&self, at: usize, name: &PlayerSpec) -> Option<ComputerTurn> {
        let number = at.min(self.game.choices.len());
        let mut secrets = Secrets::new();
        let position = self
            .game
            .replayed(number, &mut Unwatched, |position, choice| {
                secrets.choose(&self.game.program, position, choice);
            });
        let Decision::Choose { seat, .. } = position.decision() else {
            return None;
        };
        let seat = seat.0;
        let mut player = name.player(&self.equipment(name)).ok()?;
        player.begin(derived(self.game.seed.number, number as u64));
        Some(ComputerTurn {
            seat,
            name: name.to_string(),
            number,
            program: self.game.program.clone(),
            position,
            player,
            secrets,
        })
    }

    /// The computer goes on to play its seat, unless somebody else does now.
    pub(crate) fn give_back(&mut self, turn: ComputerTurn) {
        if self.is_played_by(&turn) {
            self.computers.players.insert(turn.seat, turn.player);
        }
    }
}

/// The time since the studio first looked at a clock.
fn since_start() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
