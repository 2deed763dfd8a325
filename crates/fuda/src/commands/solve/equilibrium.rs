//! Equilibria of small games.

use super::Solve;
use crate::cli::Format;
use crate::commands::numbers::grouped;
use crate::commands::{Misuse, Outcome};
use crate::output;
use anyhow::Context;
use engine::program::Program;
use indicatif::{ProgressBar, ProgressStyle};
use players::cfr::{Cfr, Profile, Rule};
use players::strategy::{Origin, Strategy};
use players::tree::{Tree, TreeProblem};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Instant;

/// After how many iterations it is looked how far the play is from an equilibrium.
const LOOKS: [u64; 7] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];

/// Solution of a game.
struct Solved<'a> {
    solve: &'a Solve,
    rule: Rule,
    tree: Tree,
    profile: Profile,
    iterations: u64,
    /// Iterations, and how far the play was from an equilibrium after them.
    course: Vec<(u64, f64)>,
    seconds: f64,
}

impl Solve {
    pub(super) fn equilibrium(&self, rule: Rule) -> anyhow::Result<Outcome> {
        let (open, played) = match self.both() {
            Ok(both) => both,
            Err(error) => return error.outcome(),
        };
        let tree = self.tree(&open.program)?;
        let solved = self.solved(rule, tree);
        if let Some(file) = &self.save {
            let origin = Origin {
                method: method(rule).to_owned(),
                iterations: solved.iterations,
            };
            let strategy = Strategy::new(&played.program, &solved.tree, &solved.profile, origin);
            let strategy = strategy.context(
                "the strategy cannot be saved: a player of it would have to remember what happens \
                 between the questions it is asked",
            )?;
            storage::write(file, &strategy.to_bytes())
                .with_context(|| format!("the file `{}` cannot be written", file.display()))?;
        }
        match self.result.format {
            Format::Text => output::print(&solved.text())?,
            Format::Json => output::print_json(&solved.json())?,
        }
        Ok(Outcome::Done)
    }

    /// The whole tree of the game.
    pub(super) fn tree(&self, open: &Program) -> anyhow::Result<Tree> {
        match Tree::of(open, self.payoff.payoff(), self.nodes.get()) {
            Ok(tree) => Ok(tree),
            Err(TreeProblem::TooLarge(most)) => Err(too_large(most).into()),
            Err(problem) => anyhow::bail!("{problem}"),
        }
    }

    fn solved(&self, rule: Rule, tree: Tree) -> Solved<'_> {
        let usual = match rule {
            Rule::Cfr | Rule::CfrPlus => 1_000,
            Rule::Sampled => 100_000,
        };
        let iterations = self.iterations.unwrap_or(usual);
        let bar = ProgressBar::new(iterations);
        let style = "{wide_bar} {human_pos} of {human_len} iterations, {eta} left";
        let style = ProgressStyle::with_template(style);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let started = Instant::now();
        let mut solver = Cfr::new(&tree, rule, self.seed());
        let mut course = vec![(0, tree.exploitability(&Profile::uniform(&tree)))];
        for number in 1..=iterations {
            solver.iterate();
            if number == iterations || LOOKS.contains(&number) {
                course.push((number, tree.exploitability(&solver.average())));
            }
            if started.elapsed().as_secs() > 0 {
                bar.set_position(number);
            }
        }
        bar.finish_and_clear();
        let profile = solver.average();
        Solved {
            solve: self,
            rule,
            tree,
            profile,
            iterations,
            course,
            seconds: started.elapsed().as_secs_f64(),
        }
    }
}

fn too_large(most: usize) -> Misuse {
    Misuse::new(
        format!("the game is too large: it has more than {most} nodes"),
        "allow more with `--nodes`, make the game smaller with `--param`, or search instead of solving it",
    )
}

fn method(rule: Rule) -> &'static str {
    match rule {
        Rule::Cfr => "cfr",
        Rule::CfrPlus => "cfr+",
        Rule::Sampled => "mccfr",
    }
}

impl Solved<'_> {
    fn exploitability(&self) -> f64 {
        self.course.last().map_or(0.0, |(_, found)| *found)
    }

    fn json(&self) -> Value {
        let course: Vec<Value> = self
            .course
            .iter()
            .map(|(iterations, found)| json!({ "iterations": iterations, "exploitability": found }))
            .collect();
        json!({
            "game": self.solve.game.game,
            "method": method(self.rule),
            "seats": self.tree.seats(),
            "nodes": self.tree.nodes(),
            "ends": self.tree.ends(),
            "information_sets": self.tree.information_sets(),
            "zero_sum": self.tree.is_zero_sum(),
            "iterations": self.iterations,
            "values": self.tree.values(&self.profile),
            "best_responses": self.tree.best_responses(&self.profile),
            "nash_conv": self.tree.nash_conv(&self.profile),
            "exploitability": self.exploitability(),
            "course": course,
            "seconds": self.seconds,
        })
    }

    fn text(&self) -> String {
        let tree = &self.tree;
        let mut text = format!(
            "{}: {} seats, {} information sets, {} nodes, {} ends\n{}: {} iterations in {:.2} s\n\n",
            self.solve.game.game,
            tree.seats(),
            grouped(tree.information_sets() as u64),
            grouped(tree.nodes() as u64),
            grouped(tree.ends() as u64),
            method(self.rule),
            grouped(self.iterations),
            self.seconds,
        );
        let values = tree.values(&self.profile);
        let best = tree.best_responses(&self.profile);
        for (seat, (value, best)) in values.iter().zip(&best).enumerate() {
            line(
                &mut text,
                &format!(
                    "seat {seat}             {value:+.6}; {best:+.6} against the others if it knew how they play"
                ),
            );
        }
        let found = self.exploitability();
        line(
            &mut text,
            &format!(
                "exploitability     {found:.6} (NashConv {:.6})\n",
                tree.nash_conv(&self.profile)
            ),
        );
        line(&mut text, "iterations         exploitability");
        for (iterations, found) in &self.course {
            line(
                &mut text,
                &format!("{:>10}         {found:.6}", grouped(*iterations)),
            );
        }
        if tree.seats() != 2 || !tree.is_zero_sum() {
            line(
                &mut text,
                "\nNot a game of two in which one loses what the other wins: the play need not come close to\nan equilibrium, and the exploitability says how close it is.",
            );
        }
        text
    }
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a text takes anything");
}
