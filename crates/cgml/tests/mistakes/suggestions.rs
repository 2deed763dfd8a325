//! Did you mean …? For every kind of name there is a slip that is understood.

mod lay_low;
mod sparks;

use cgml::diagnostic::Severity;

use crate::corpus::{Checked, check_game, sources_with};

/// A kind of name, a game in which `@` stands for such a name, a slip, and what is meant.
struct Slip {
    kind: &'static str,
    base: Base,
    game: &'static str,
    slip: &'static str,
    meant: &'static str,
    /// The hint, if it is not just the name.
    hint: Option<&'static str>,
}

/// The game that is inherited, in its version.
#[derive(Clone, Copy)]
enum Base {
    LayLow,
    Sparks,
}

const fn low(
    kind: &'static str,
    game: &'static str,
    slip: &'static str,
    meant: &'static str,
) -> Slip {
    Slip {
        kind,
        base: Base::LayLow,
        game,
        slip,
        meant,
        hint: None,
    }
}

const fn sparks(
    kind: &'static str,
    game: &'static str,
    slip: &'static str,
    meant: &'static str,
) -> Slip {
    Slip {
        kind,
        base: Base::Sparks,
        game,
        slip,
        meant,
        hint: None,
    }
}

const fn hinted(slip: Slip, hint: &'static str) -> Slip {
    Slip {
        hint: Some(hint),
        ..slip
    }
}

/// Every slip that is tried.
fn slips() -> impl Iterator<Item = &'static Slip> {
    lay_low::SLIPS.iter().chain(sparks::SLIPS)
}

#[test]
fn every_slip_is_understood() {
    let lost: Vec<String> = slips().filter_map(Slip::lost).collect();
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn what_is_meant_has_no_errors() {
    for slip in slips() {
        let checked = slip.checked(slip.meant);
        let has_errors = checked.diagnostics.has_errors();
        assert!(!has_errors, "{}\n{}", slip.kind, checked.text);
    }
}

impl Slip {
    fn checked(&self, name: &str) -> Checked {
        let (version, base) = match self.base {
            Base::LayLow => ("1.3", "lay_low.cgml"),
            Base::Sparks => ("1.4", "sparks.cgml"),
        };
        let game = self.game.replace('@', name);
        check_game(&sources_with(format!(
            "cgml_version: \"{version}\"\ninherit: {base}\n{game}\n"
        )))
    }

    /// The other text, if the hint does not name what is meant.
    fn lost(&self) -> Option<String> {
        let checked = self.checked(self.slip);
        let meant = format!("`{}`", self.hint.unwrap_or(self.meant));
        let problems = checked.diagnostics.sorted();
        let is_understood = problems.iter().any(|problem| {
            let hint = problem.hint.as_ref().map(ToString::to_string);
            let hint = hint.unwrap_or_default();
            hint.starts_with("did you mean") && hint.contains(&meant)
        });
        let errors = problems
            .iter()
            .filter(|problem| problem.severity() == Severity::Error);
        let is_alone = errors.count() <= 1;
        (!is_understood || !is_alone).then(|| format!("{}\n{}", self.kind, checked.text))
    }
}
