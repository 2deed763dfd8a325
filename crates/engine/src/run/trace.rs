//! A trace: what happened, the step that did it, and the steps that failed, each with the reason.
//!
//! It is for authors. Whoever sees everything is told everything; a seat is told what it notices anyway, with the step
//! that did it, and of no failure: that a step was executed, and failed, may follow from something hidden. A program
//! tells of failures only if it was compiled for that.

use crate::event::{Event, Scene, Watch};
use crate::ids::{Pc, Seat};
use crate::op::Op;
use crate::program::Program;
use crate::telling::{SeatEvent, Telling};

/// The number of ops that are remembered to find out why a step failed.
const REMEMBERED: usize = 16;

/// Something that a trace tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traced {
    /// The step that did it, as a position in the program's places.
    pub place: Option<u32>,
    /// The event or the failure.
    pub what: What,
}

/// An event, or the failure of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "failures are few")]
pub enum What {
    /// An event of the game, as the viewer of the trace sees it.
    Happened(SeatEvent),
    /// The step failed for this reason.
    Failed(Why),
}

/// Reason for the failure of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// A card, zone, player or value that it needs is not there.
    Missing,
    /// There is less than it needs, or more than there may be.
    Amount,
    /// There is no card to move, or no room for it.
    NoCardOrRoom,
    /// The zone is full.
    NoRoom,
    /// There is nothing to choose.
    NoChoice,
    /// The turn has no such phase.
    NoPhase,
    /// A condition that it requires does not hold.
    Condition,
    /// A step inside of it failed.
    Inside,
    /// It cannot be done.
    Impossible,
}

impl Why {
    /// The reason in a language; in English if there are no words in it.
    pub fn in_words(self, language: &str) -> &'static str {
        let (english, japanese) = match self {
            Self::Missing => (
                "a card, zone, player or value that it needs is not there",
                "必要なカード・領域・プレイヤー・値がない",
            ),
            Self::Amount => ("there is too little or too much", "数が足りないか多すぎる"),
            Self::NoCardOrRoom => (
                "there is no card to move, or no room for it",
                "動かすカードがないか、置く場所がない",
            ),
            Self::NoRoom => ("the zone is full", "領域に空きがない"),
            Self::NoChoice => ("there is nothing to choose", "選べるものがない"),
            Self::NoPhase => (
                "the turn has no such phase",
                "このターンにそのフェイズがない",
            ),
            Self::Condition => (
                "what it requires does not hold",
                "必要な条件を満たしていない",
            ),
            Self::Inside => ("a step inside of it failed", "中のステップが失敗した"),
            Self::Impossible => ("it cannot be done", "実行できない"),
        };
        match language {
            "ja" => japanese,
            _ => english,
        }
    }
}

/// Watches a game and writes down what happens, and why steps fail.
#[derive(Debug, Clone)]
pub struct Trace {
    telling: Telling,
    reader: Option<Seat>,
    traced: Vec<Traced>,
    /// The last ops that were executed, in a ring.
    ops: [Pc; REMEMBERED],
    next: usize,
}

impl Trace {
    /// For one who sees everything, for a seat, or for spectators.
    pub fn new(program: &Program, reader: Option<Seat>, language: &str) -> Self {
        Self {
            telling: match reader {
                Some(Seat::ONLOOKER) => Telling::new(program, language).with_onlookers(),
                Some(_) => Telling::new(program, language),
                None => Telling::open(language),
            },
            reader,
            traced: Vec::new(),
            ops: [Pc(0); REMEMBERED],
            next: 0,
        }
    }

    /// Everything that was written down and not taken yet.
    pub fn traced(&self) -> &[Traced] {
        &self.traced
    }

    /// Takes everything that was written down since the last time.
    pub fn take(&mut self) -> Vec<Traced> {
        std::mem::take(&mut self.traced)
    }

    /// Reason for the failure that is told now; it follows from the op before.
    fn why(&self, program: &Program) -> Why {
        let before =
            (2..=REMEMBERED).map(|ago| self.ops[(self.next + REMEMBERED - ago) % REMEMBERED]);
        for pc in before {
            match program.ops.get(pc.index()) {
                Some(Op::Jump { .. } | Op::Fail {}) => {}
                Some(op) => return why(op, is_shared(program, pc)),
                None => break,
            }
        }
        Why::Impossible
    }
}

impl Watch for Trace {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        let place = scene.origin();
        if event == Event::StepFailed {
            if self.reader.is_none() {
                let what = What::Failed(self.why(scene.program));
                self.traced.push(Traced { place, what });
            }
            return;
        }
        self.telling.event(scene, event);
        let told = match self.reader {
            Some(seat) => self.telling.take(seat),
            None => self.telling.take_open(),
        };
        self.traced.extend(told.into_iter().map(|event| Traced {
            place,
            what: What::Happened(event),
        }));
    }

    fn step(&mut self, pc: Pc, is_trial: bool) {
        if !is_trial {
            self.ops[self.next] = pc;
            self.next = (self.next + 1) % REMEMBERED;
        }
    }
}

/// True of an op in code that steps share.
fn is_shared(program: &Program, pc: Pc) -> bool {
    program.place(pc).is_some_and(|place| place.line == 0)
}

fn why(op: &Op, is_shared: bool) -> Why {
    match op {
        Op::UnlessThere { .. } | Op::UnlessEvaluated { .. } => Why::Missing,
        Op::MoveTop { .. }
        | Op::MoveCard { .. }
        | Op::MoveOpen { .. }
        | Op::Deal { .. }
        | Op::DealRound { .. } => Why::NoCardOrRoom,
        Op::MoveAll { .. } | Op::MoveAllAt { .. } => Why::NoRoom,
        Op::UnlessLess { .. } | Op::UnlessBelow { .. } | Op::UnlessFewer { .. } if is_shared => {
            Why::NoRoom
        }
        Op::UnlessLess { .. }
        | Op::UnlessAtLeast { .. }
        | Op::UnlessBelow { .. }
        | Op::UnlessFrom { .. }
        | Op::UnlessFewer { .. }
        | Op::UnlessHolds { .. }
        | Op::UnlessFrequent { .. }
        | Op::AddToCell { .. }
        | Op::IfLess { .. } => Why::Amount,
        Op::UnlessChoices { .. } => Why::NoChoice,
        Op::GoToPhase { .. } | Op::InsertPhase { .. } => Why::NoPhase,
        Op::StepFailed {} => Why::Inside,
        Op::UnlessTrue { .. }
        | Op::UnlessFalse { .. }
        | Op::UnlessEqual { .. }
        | Op::UnlessDifferent { .. }
        | Op::UnlessIs { .. }
        | Op::UnlessIsNot { .. }
        | Op::UnlessCellIs { .. }
        | Op::UnlessCellIsNot { .. }
        | Op::UnlessBit { .. }
        | Op::IfTrue { .. }
        | Op::IfIs { .. }
        | Op::IfEqual { .. } => Why::Condition,
        // Any other op that goes elsewhere.
        _ => Why::Impossible,
    }
}
