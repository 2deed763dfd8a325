//! Progress of a run on the terminal, and its result.

use crate::commands::numbers::grouped;
use crate::output;
use metagame::evolution::{Run, State, Step};
use metagame::folder::Header;
use metagame::payoffs::Deals;
use std::path::Path;
use std::time::Instant;

/// Tells how a run goes.
pub(super) struct Telling {
    began: Instant,
    generations: u32,
}

impl Telling {
    pub(super) fn begin(header: &Header, state: &State) -> anyhow::Result<Self> {
        let settings = &header.settings;
        let goes_on = if state.total > 0 {
            format!(", from generation {} on", state.total + 1)
        } else {
            String::new()
        };
        output::print(&format!(
            "{}: {}, seed {}, {} decks to meet{goes_on}\n",
            header.game,
            header.player,
            settings.seed,
            state.field.len()
        ))?;
        Ok(Self {
            began: Instant::now(),
            generations: 0,
        })
    }

    /// A line for a step.
    pub(super) fn step(&mut self, step: Step, run: &Run<'_>) -> anyhow::Result<()> {
        let text = match step {
            Step::Mix => mix(&run.state),
            Step::Generation => {
                self.generations += 1;
                self.generation(run)
            }
            Step::Confirmation => champion(&run.state),
        };
        Ok(output::print(&text)?)
    }

    fn generation(&self, run: &Run<'_>) -> String {
        let Some(last) = run.state.history.last() else {
            return String::new();
        };
        let seconds = self.began.elapsed().as_secs_f64();
        let left = run
            .settings
            .generations
            .saturating_sub(run.state.generation);
        let left = seconds / f64::from(self.generations.max(1)) * f64::from(left);
        format!(
            "round {} generation {:>3}: best {:.1} % ({:.1} – {:.1}), average {:.1} %; {} games in {seconds:.0} s, the round takes {:.0} s more at most\n",
            last.round + 1,
            run.state.generation,
            100.0 * last.score,
            100.0 * last.low,
            100.0 * last.high,
            100.0 * last.mean,
            grouped(run.state.games),
            left,
        )
    }

    pub(super) fn stopped(&self, folder: &Path) -> anyhow::Result<()> {
        let text = format!(
            "stopped; `fuda evolve --resume {}` continues\n",
            folder.display()
        );
        Ok(output::print(&text)?)
    }

    pub(super) fn end(
        &self,
        folder: &Path,
        state: &State,
        checked: &[(String, Deals)],
    ) -> anyhow::Result<()> {
        let mut text = String::new();
        for (name, deals) in checked {
            text += &format!(
                "{name}, checked against the equilibrium of the environment: {}\n",
                ranged(deals)
            );
        }
        let end = state.finished.as_deref().unwrap_or_default();
        text += &format!(
            "{end}; {} games in {:.0} s\ndecks: {}, report: {}\n",
            grouped(state.games),
            self.began.elapsed().as_secs_f64(),
            folder.join("decks").display(),
            folder.join("report.html").display()
        );
        Ok(output::print(&text)?)
    }
}

fn mix(state: &State) -> String {
    let mut shares: Vec<(&str, f64)> = Vec::new();
    for (member, share) in state.field.iter().zip(&state.mix) {
        if *share > 0.0 {
            shares.push((&member.name, *share));
        }
    }
    shares.sort_by(|one, other| other.1.total_cmp(&one.1));
    let shares: Vec<String> = shares
        .into_iter()
        .map(|(name, share)| format!("{name} {:.0} %", 100.0 * share))
        .collect();
    format!(
        "round {}: the decks meet {}\n",
        state.round + 1,
        shares.join(", ")
    )
}

fn ranged(deals: &Deals) -> String {
    let (low, high) = deals.interval();
    format!(
        "{:.1} % ({:.1} – {:.1}) in {} deals",
        100.0 * deals.rate(),
        100.0 * low,
        100.0 * high,
        deals.count()
    )
}

fn champion(state: &State) -> String {
    let Some(champion) = state.champions.last() else {
        return String::new();
    };
    let before = champion.before.as_ref().map_or_else(String::new, |before| {
        format!("; the deck that it began with: {}", ranged(before))
    });
    format!(
        "{}: {}{before}\n",
        champion.name,
        ranged(&champion.confirmed)
    )
}
