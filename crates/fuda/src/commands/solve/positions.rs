//! The exact values of a game in which nothing that was decided is hidden.

use super::Solve;
use crate::cli::Format;
use crate::commands::numbers::grouped;
use crate::commands::{Misuse, Outcome};
use crate::output;
use engine::position::Position;
use players::exact::{Exact, ExactProblem};
use serde_json::{Value, json};
use std::time::Instant;

impl Solve {
    pub(super) fn positions(&self) -> anyhow::Result<Outcome> {
        let (open, _) = match self.both() {
            Ok(both) => both,
            Err(error) => return error.outcome(),
        };
        let program = &open.program;
        let started = Instant::now();
        let mut exact = Exact::new(program, self.payoff.payoff(), self.nodes.get());
        let start = Position::start(program, 0);
        let values = match exact.values(&start) {
            Ok(values) => values,
            Err(problem @ ExactProblem::TooLarge(_)) => {
                let hint = "allow more with `--nodes`, or make the game smaller with `--param`";
                return Err(Misuse::new(problem.to_string(), hint).into());
            }
            Err(problem) => anyhow::bail!("{problem}"),
        };
        let seconds = started.elapsed().as_secs_f64();
        let positions = exact.positions();
        match self.result.format {
            Format::Json => output::print_json(&self.values_json(&values, positions, seconds))?,
            Format::Text => {
                let mut text = format!(
                    "{}: {} positions in {seconds:.2} s\n\n",
                    self.game.game,
                    grouped(positions as u64)
                );
                for (seat, value) in values.iter().enumerate() {
                    text.push_str(&format!("seat {seat}   {value:+.6}\n"));
                }
                output::print(&text)?;
            }
        }
        Ok(Outcome::Done)
    }

    fn values_json(&self, values: &[f64], positions: usize, seconds: f64) -> Value {
        json!({
            "game": self.game.game,
            "method": "exact",
            "values": values,
            "positions": positions,
            "seconds": seconds,
        })
    }
}
