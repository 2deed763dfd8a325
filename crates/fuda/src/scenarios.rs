//! Runs scenarios: tests of a game's rules, given as positions, choices and facts.
//!
//! ```text
//! files ──read──▶ Suite ──run──▶ Report (one Case each: passed, or what was expected and what was found)
//! ```
//!
//! `files` finds the scenarios of a game and checks them with it, `programs` compiles it once for all scenarios with
//! the same settings, positions are made up by [`compile::given`], `choosing` finds the legal choice that an item of `when` describes, and `facts` tests what is claimed.

mod case;
mod choosing;
mod facts;
mod files;
mod history;
mod programs;

use crate::coverage::{Covered, Extent};
use cgml::diagnostic::Diagnostics;
use cgml::source::Sources;
use engine::coverage::Coverage;
use files::Suite;
use programs::Shared;
use serde_json::{Value, json};

pub use files::{FOLDER, check_scenarios};

/// The scenarios of a game, and how they came out.
#[derive(Debug, Default)]
pub struct Report {
    /// Files that have problems; their scenarios did not run.
    pub problems: Vec<Diagnostics>,
    /// The scenarios that ran, in the order of the files.
    pub cases: Vec<Case>,
    /// Their coverage, if that was asked for.
    pub covered: Option<Covered>,
}

/// A scenario that ran.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Its title.
    pub name: String,
    /// Place of the rule.
    pub rule: Option<String>,
    /// The file it is in.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// Why it failed, if it did.
    pub failure: Option<Failure>,
}

/// Why a scenario failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The part of the scenario that failed, as it is written.
    pub item: String,
    /// Its line.
    pub line: u32,
    /// The expected value.
    pub expected: String,
    /// The value that was found.
    pub found: String,
    /// Further notes.
    pub notes: Vec<String>,
}

impl Report {
    /// The number of scenarios that did not fail.
    pub fn passed(&self) -> usize {
        let cases = self.cases.iter();
        cases.filter(|case| case.failure.is_none()).count()
    }

    /// Runs all scenarios that are played with one program.
    fn run(&mut self, suite: &Suite, shared: &Shared<'_>) {
        let program = shared.program.as_ref().ok();
        let mut reached = program
            .filter(|_| self.covered.is_some())
            .map(Coverage::new);
        for scenario in &shared.scenarios {
            self.cases
                .push(case::run(suite, shared, scenario, &mut reached));
        }
        if let (Some(covered), Some(program), Some(reached)) =
            (&mut self.covered, program, &reached)
        {
            let files = suite.diagnostics.files();
            covered.add(&suite.game, files, Extent::Game, (program, reached));
        }
    }

    /// True if nothing is wrong.
    pub fn is_ok(&self) -> bool {
        self.problems.is_empty() && self.passed() == self.cases.len()
    }
}

impl Case {
    /// For programs.
    pub fn json(&self) -> Value {
        let failure = self.failure.as_ref().map(|failure| {
            json!({
                "item": failure.item,
                "line": failure.line,
                "expected": failure.expected,
                "found": failure.found,
                "notes": failure.notes,
            })
        });
        json!({
            "name": self.name,
            "rule": self.rule,
            "file": self.file,
            "line": self.line,
            "ok": self.failure.is_none(),
            "failure": failure,
        })
    }

    /// For people: a line, and more of them if it failed.
    pub fn text(&self) -> String {
        let Some(failure) = &self.failure else {
            return format!("ok      {}\n", self.name);
        };
        let mut lines = vec![format!("FAILED  {}", self.name)];
        if let Some(rule) = &self.rule {
            lines.push(format!("        rule:     {rule}"));
        }
        lines.push(format!("        at:       {}:{}", self.file, failure.line));
        lines.push(format!("        item:     {}", failure.item));
        lines.push(format!("        expected: {}", failure.expected));
        lines.push(format!("        found:    {}", failure.found));
        for note in &failure.notes {
            lines.push(format!("        {note}"));
        }
        lines.join("\n") + "\n"
    }
}

/// Runs the scenarios of the game whose first file is `entry`, as far as their names contain a text.
///
/// They are the files in the folder `scenarios` of the sources. A scenario may name another file of the
/// game's folder as its game.
pub fn run_scenarios(sources: &dyn Sources, entry: &str, filter: &str) -> Report {
    run_into(Report::default(), sources, entry, filter)
}

/// As [`run_scenarios`], and notes what happened in them: [`Report::covered`]. They take longer then.
pub fn cover_scenarios(sources: &dyn Sources, entry: &str, filter: &str) -> Report {
    let report = Report {
        covered: Some(Covered::default()),
        ..Report::default()
    };
    run_into(report, sources, entry, filter)
}

fn run_into(mut report: Report, sources: &dyn Sources, entry: &str, filter: &str) -> Report {
    for suite in files::suites(sources, entry) {
        match suite {
            Ok(suite) => {
                let scenarios = suite.scenarios.iter();
                let wanted = scenarios.filter(|scenario| scenario.name.contains(filter));
                programs::each(&suite, wanted.collect(), &mut |shared| {
                    report.run(&suite, shared);
                });
            }
            Err(problems) => report.problems.push(*problems),
        }
    }
    report
        .cases
        .sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
    report
}
