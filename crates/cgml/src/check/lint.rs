//! Warnings: what is allowed but probably not meant.
//!
//! They look at the checked game only, so that they never disagree with what it means. What the bundled
//! library or a shipped game declares is not complained about: a game need not use all of it.

use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Callee, Game, Step, visit};
use crate::source::Span;
use crate::vocabulary::actions::ActionKind;

mod cards;
mod flow;
mod rules;
mod usage;

/// Looks through a game that has no errors.
pub(super) fn lint(game: &Game, diagnostics: &mut Diagnostics) {
    let mut lint = Lint { game, diagnostics };
    let reached = lint.states_and_phases();
    lint.end_of_game(&reached);
    lint.transitions();
    lint.changes_of_turns();
    lint.rules(&reached);
    lint.variables();
    lint.zones_and_decks();
    lint.parameters_and_definitions();
    lint.stored_results();
    lint.events();
    lint.moves();
    lint.keywords();
}

/// The state of a look through a game.
struct Lint<'a> {
    game: &'a Game,
    diagnostics: &'a mut Diagnostics,
}

impl Lint<'_> {
    /// Reports a warning, unless it is about a file that is somebody else's.
    fn warn(&mut self, code: Code, span: Span, message: String, hint: &str) {
        if self.diagnostics.files().file(span.file).is_shared() {
            return;
        }
        self.diagnostics
            .report(Diagnostic::new(code, span, message).hint(hint));
    }

    /// Calls `visit` for every step of the game that is an action.
    fn each_action(&self, visit: &mut dyn FnMut(ActionKind, &Step)) {
        for steps in visit::blocks(self.game) {
            visit::each_step(steps, &mut |step| {
                if let Callee::Action(action) = step.callee {
                    visit(action, step);
                }
            });
        }
    }

    /// True if some step of the game is one of these actions.
    fn does_any(&self, actions: &[ActionKind]) -> bool {
        let mut found = false;
        self.each_action(&mut |action, _| found |= actions.contains(&action));
        found
    }
}
