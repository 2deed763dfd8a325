//! The programs that scenarios are played with: compiling takes longer than playing, so scenarios with the same
//! settings share one, with the questions and the made-up cards of all of them.

use std::collections::BTreeMap;

use cgml::model;
use cgml::model::scenario::{Claim, Given, Item, Scenario};
use compile::{DeckChoice, DeckTerms, Question, Refusal, Settings, compile_for_rehearsal, given};
use engine::program::Program;

use super::files::Suite;

/// Scenarios that are played with one program.
pub(super) struct Shared<'s> {
    /// The program, or why there is none.
    pub(super) program: Result<Program, String>,
    /// The scenarios.
    pub(super) scenarios: Vec<&'s Scenario>,
    asked: Vec<(&'s model::Expr, Kind)>,
}

/// The type of answer that a question asks for.
#[derive(Clone, Copy)]
enum Kind {
    Truth,
    Cards,
}

impl Shared<'_> {
    /// The number of a question.
    pub(super) fn question(&self, expr: &model::Expr) -> Option<usize> {
        let mut asked = self.asked.iter();
        asked.position(|(asked, _)| std::ptr::eq(*asked, expr))
    }
}

/// Compiles the game for all scenarios with the same settings at once, and goes through the programs one by one.
pub(super) fn each<'s>(
    suite: &'s Suite,
    scenarios: Vec<&'s Scenario>,
    visit: &mut dyn FnMut(&Shared<'s>),
) {
    let mut groups: BTreeMap<_, Vec<&Scenario>> = BTreeMap::new();
    for scenario in scenarios {
        let given = &scenario.given;
        let decks: Vec<u32> = given.decks.iter().map(|deck| deck.0).collect();
        let settings = (given.seats, &given.parameters, decks);
        groups.entry(settings).or_default().push(scenario);
    }
    for scenarios in groups.into_values() {
        share(suite, scenarios, visit);
    }
}

/// Compiles one program for some scenarios, or two if all of them together are too much for one.
fn share<'s>(
    suite: &'s Suite,
    mut scenarios: Vec<&'s Scenario>,
    visit: &mut dyn FnMut(&Shared<'s>),
) {
    let asked = expressions(&suite.game, &scenarios);
    let program = compile(suite, &scenarios, &asked);
    if program.is_err() && scenarios.len() > 1 {
        let rest = scenarios.split_off(scenarios.len() / 2);
        share(suite, scenarios, visit);
        share(suite, rest, visit);
        return;
    }
    visit(&Shared {
        program: program.map_err(|refusal| told(suite, &refusal)),
        scenarios,
        asked,
    });
}

/// Every expression that is asked: the invariants of the game, and those of the facts.
fn expressions<'s>(
    game: &'s model::Game,
    scenarios: &[&'s Scenario],
) -> Vec<(&'s model::Expr, Kind)> {
    let invariants = game.invariants.iter();
    let invariants = invariants.map(|invariant| (&invariant.holds, Kind::Truth));
    let facts = scenarios.iter().flat_map(|scenario| {
        let between = scenario.when.iter().flat_map(|item| match item {
            Item::Facts(facts) => facts.as_slice(),
            Item::Choice(_) => &[],
        });
        between.chain(&scenario.then)
    });
    let asked = facts.filter_map(|fact| match &fact.claim {
        Claim::Holds(expr) => Some((expr, Kind::Truth)),
        Claim::Knows(_, expr) | Claim::NotKnows(_, expr) => Some((expr, Kind::Cards)),
        _ => None,
    });
    invariants.chain(asked).collect()
}

/// Compiles the game for scenarios with the same settings.
fn compile(
    suite: &Suite,
    scenarios: &[&Scenario],
    asked: &[(&model::Expr, Kind)],
) -> Result<Program, Refusal> {
    let questions = asked.iter().map(|(expr, kind)| match kind {
        Kind::Truth => Question::Holds(expr),
        Kind::Cards => Question::Cards(expr),
    });
    let positions: Vec<&Given> = scenarios.iter().map(|scenario| &scenario.given).collect();
    let rehearsal = given::rehearsal(&suite.game, &positions, questions.collect());
    let settings = positions.first().map(|given| settings(suite, given));
    let settings = settings.unwrap_or_default();
    let files = suite.diagnostics.files();
    compile_for_rehearsal(&suite.game, files, &settings, &rehearsal)
}

fn settings(suite: &Suite, given: &Given) -> Settings {
    let decks = given.decks.iter();
    let decks = decks.map(|deck| DeckChoice::Named(suite.game.deck_lists[*deck].name.clone()));
    Settings {
        players: given.seats,
        parameters: given.parameters.clone(),
        decks: decks.collect(),
        deck_terms: DeckTerms::Any,
        ..Settings::default()
    }
}

/// A refusal, with its place.
fn told(suite: &Suite, refusal: &Refusal) -> String {
    let files = suite.diagnostics.files();
    let place = refusal.place().map_or_else(String::new, |span| {
        let line = files.place(span).line;
        format!(" ({}:{line})", files.file(span.file).path())
    });
    format!("{refusal}{place}")
}
