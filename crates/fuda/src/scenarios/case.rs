//! One scenario: compiled, made up, played and tested.

use cgml::model;
use cgml::model::scenario::{Claim, Fact, GivenChoice, Item, Scenario};
use cgml::source::Span;
use compile::given;
use engine::coverage::Coverage;
use engine::position::{Decision, Position};
use engine::program::Program;

use super::choosing::{fitting, is_forced, is_pretended, legal};
use super::files::Suite;
use super::history::History;
use super::programs::Shared;
use super::{Case, Failure};

/// The number of decisions with a single choice that are made automatically before an item.
const MOST_FORCED: usize = 1000;

/// Mismatch of expected and found values.
pub(super) struct Mismatch {
    expected: String,
    found: String,
    notes: Vec<String>,
}

impl Mismatch {
    pub(super) fn new(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            expected: expected.into(),
            found: found.into(),
            notes: Vec::new(),
        }
    }

    pub(super) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    fn at(self, origin: Span) -> Stop {
        Stop {
            mismatch: self,
            origin,
        }
    }
}

/// Place where a scenario failed.
struct Stop {
    mismatch: Mismatch,
    origin: Span,
}

/// A scenario in play.
pub(super) struct Game<'s> {
    pub(super) model: &'s model::Game,
    pub(super) program: &'s Program,
    pub(super) position: Position,
    pub(super) history: &'s mut History,
    shared: &'s Shared<'s>,
    /// The choices that were made by themselves since the last item.
    forced: Vec<String>,
}

/// Runs a scenario with the program that it shares with others, and adds what it reached.
pub(super) fn run(
    suite: &Suite,
    shared: &Shared<'_>,
    scenario: &Scenario,
    reached: &mut Option<Coverage>,
) -> Case {
    let files = suite.diagnostics.files();
    let mut history = History::new(reached.take());
    let played = play(suite, shared, scenario, &mut history);
    *reached = history.into_reached();
    let failure = played.err().map(|stop| {
        let text = files.text(stop.origin);
        let item = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Failure {
            item: shortened(&item),
            line: files.place(stop.origin).line,
            expected: stop.mismatch.expected,
            found: stop.mismatch.found,
            notes: stop.mismatch.notes,
        }
    });
    Case {
        name: scenario.name.clone(),
        rule: scenario.rule.clone(),
        file: files.file(scenario.origin.file).path().to_owned(),
        line: files.place(scenario.origin).line,
        failure,
    }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 120;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let kept: String = text.chars().take(MOST).collect();
    format!("{kept}…")
}

fn play(
    suite: &Suite,
    shared: &Shared<'_>,
    scenario: &Scenario,
    history: &mut History,
) -> Result<(), Stop> {
    let program = shared.program.as_ref();
    let program = program.map_err(|refusal| {
        Mismatch::new("the game can be played", refusal.clone()).at(scenario.origin)
    })?;
    let position = given::make(
        &suite.game,
        program,
        &scenario.given,
        scenario.given.seed,
        history,
    );
    let position = position.map_err(|impossible| {
        let origin = impossible.origin.unwrap_or(scenario.origin);
        Mismatch::new("this position can be given", impossible.message).at(origin)
    })?;
    let mut game = Game {
        model: &suite.game,
        program,
        position,
        history,
        shared,
        forced: Vec::new(),
    };
    game.check(scenario, scenario.origin)?;
    game.answer_pretended(scenario, scenario.origin)?;
    for item in &scenario.when {
        match item {
            Item::Choice(choice) => game.choose(scenario, choice)?,
            Item::Facts(facts) => game.test_all(facts)?,
        }
    }
    if scenario.then.iter().any(says_over) {
        game.finish(scenario)?;
    }
    game.test_all(&scenario.then)
}

/// True if a fact speaks of the end of the game.
fn says_over(fact: &Fact) -> bool {
    matches!(
        fact.claim,
        Claim::Winners(_)
            | Claim::Scores(_)
            | Claim::Reason(_)
            | Claim::Over(true)
            | Claim::Fault(_)
    )
}

impl Game<'_> {
    /// The number of a question.
    pub(super) fn question(&self, expr: &model::Expr) -> Option<usize> {
        self.shared.question(expr)
    }

    fn test_all(&self, facts: &[Fact]) -> Result<(), Stop> {
        for fact in facts {
            self.test(fact)
                .map_err(|mismatch| mismatch.at(fact.origin))?;
        }
        Ok(())
    }

    /// Makes the choice that an item describes; what is forced before it is done by itself.
    fn choose(&mut self, scenario: &Scenario, choice: &GivenChoice) -> Result<(), Stop> {
        self.forced.clear();
        for _ in 0..MOST_FORCED {
            let found = fitting(self.model, self.program, &self.position, choice, 3);
            match found.as_slice() {
                [only] => {
                    for number in &only.numbers {
                        self.position
                            .play_number(self.program, *number, self.history);
                    }
                    self.check(scenario, choice.origin)?;
                    return self.answer_pretended(scenario, choice.origin);
                }
                [] if is_forced(&self.position) => {
                    let shown = self.position.open_choices(self.program);
                    self.forced.extend(shown.first().map(ToString::to_string));
                    self.position.play_number(self.program, 0, self.history);
                    self.check(scenario, choice.origin)?;
                }
                [] => break,
                several => {
                    let texts: Vec<String> = several.iter().map(|found| found.text()).collect();
                    let found = format!("several are meant: {}", texts.join("; "));
                    return Err(Mismatch::new("exactly one legal choice", found).at(choice.origin));
                }
            }
        }
        let found = legal(self.program, &self.position);
        let mut mismatch = Mismatch::new("such a choice is legal", found);
        if let Some(others) = self.with_other_targets(choice) {
            mismatch = mismatch.note(format!("with other targets there are: {others}"));
        }
        if !self.forced.is_empty() {
            let forced = self.forced.join("; ");
            mismatch = mismatch.note(format!("made by themselves before: {forced}"));
        }
        Err(mismatch.at(choice.origin))
    }

    /// Answers what is asked only so that being asked tells nothing: there is one answer.
    fn answer_pretended(&mut self, scenario: &Scenario, origin: Span) -> Result<(), Stop> {
        for _ in 0..MOST_FORCED {
            if !is_pretended(self.program, &self.position) {
                break;
            }
            self.position.play_number(self.program, 0, self.history);
            self.check(scenario, origin)?;
        }
        Ok(())
    }

    /// Choices that fit a description but for their targets, in words.
    fn with_other_targets(&self, choice: &GivenChoice) -> Option<String> {
        const MOST: usize = 6;
        if choice.targets.is_empty() {
            return None;
        }
        let without = GivenChoice {
            targets: Vec::new(),
            ..choice.clone()
        };
        let found = fitting(self.model, self.program, &self.position, &without, MOST);
        let texts: Vec<String> = found.iter().map(|found| found.text()).collect();
        let more = if texts.len() == MOST { "; …" } else { "" };
        (!texts.is_empty()).then(|| texts.join("; ") + more)
    }

    /// Makes what is forced at the end.
    fn finish(&mut self, scenario: &Scenario) -> Result<(), Stop> {
        for _ in 0..MOST_FORCED {
            if !is_forced(&self.position) {
                break;
            }
            self.position.play_number(self.program, 0, self.history);
            self.check(scenario, scenario.origin)?;
        }
        Ok(())
    }

    /// No invariant is broken, and no fault has come up that the scenario does not expect.
    fn check(&self, scenario: &Scenario, origin: Span) -> Result<(), Stop> {
        let names_fault = |fact: &Fact| matches!(fact.claim, Claim::Fault(_));
        if let Decision::Fault(fault) = self.position.decision() {
            if scenario.then.iter().any(names_fault) {
                return Ok(());
            }
            let message = fault.message(self.program);
            return Err(Mismatch::new("the game goes on", message).at(origin));
        }
        for invariant in &self.model.invariants {
            self.holds(&invariant.holds).map_err(|mismatch| {
                let note = format!("the invariant `{}` does not hold", invariant.name);
                mismatch.note(note).at(origin)
            })?;
        }
        Ok(())
    }
}
