//! Runs steps one after the other and says what happened to each.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// One thing to do, with a name a person can look for.
pub(crate) struct Step {
    /// One or two words.
    name: &'static str,
    /// What is done; its error says what is wrong.
    run: fn() -> Result<()>,
}

impl Step {
    /// A step with its name.
    pub(crate) const fn new(name: &'static str, run: fn() -> Result<()>) -> Self {
        Self { name, run }
    }
}

/// Runs the steps in order up to the first that fails, and ends with a summary.
pub(crate) fn run_all(steps: &[&Step]) -> Result<()> {
    let mut times = Vec::new();
    let mut outcome = Ok(());
    for step in steps {
        eprintln!("\n==> {}", step.name);
        let start = Instant::now();
        outcome = (step.run)().with_context(|| format!("step `{}` failed", step.name));
        times.push(start.elapsed());
        if outcome.is_err() {
            break;
        }
    }
    eprintln!("\n{}", summary(steps, &times, outcome.is_ok()));
    outcome
}

/// One line per step: passed, failed or not run, and how long it took. The last step with a time is
/// the one that failed, if one did.
fn summary(steps: &[&Step], times: &[Duration], all_passed: bool) -> String {
    let mut lines = vec!["==> summary".to_owned()];
    for (index, step) in steps.iter().enumerate() {
        let failed = !all_passed && index + 1 == times.len();
        lines.push(match times.get(index) {
            Some(time) if failed => {
                format!("failed   {:>6.1} s  {}", time.as_secs_f64(), step.name)
            }
            Some(time) => format!("passed   {:>6.1} s  {}", time.as_secs_f64(), step.name),
            None => format!("not run            {}", step.name),
        });
    }
    let total: Duration = times.iter().sum();
    lines.push(format!("total    {:>6.1} s", total.as_secs_f64()));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [&Step; 3] = [
        &Step::new("format", || Ok(())),
        &Step::new("lints", || anyhow::bail!("a lint")),
        &Step::new("tests", || panic!("a step after a failure was run")),
    ];

    #[test]
    fn steps_stop_at_the_first_failure_and_name_it() {
        let error = run_all(&STEPS).expect_err("the second step fails");

        assert_eq!(format!("{error:#}"), "step `lints` failed: a lint");
    }

    #[test]
    fn the_summary_says_what_passed_failed_and_was_not_run() {
        let times = [Duration::from_millis(250), Duration::from_millis(1500)];

        assert_eq!(
            summary(&STEPS, &times, false),
            "==> summary\n\
             passed      0.2 s  format\n\
             failed      1.5 s  lints\n\
             not run            tests\n\
             total       1.8 s"
        );
    }
}
