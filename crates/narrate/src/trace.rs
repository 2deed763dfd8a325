//! Steps of a trace: the place of a step, and why it failed.

use crate::Narrator;
use crate::line::{Line, LineKind, Part};
use engine::program::Place;
use engine::trace::Why;

impl Narrator<'_> {
    /// The step that is written at a place.
    pub fn step(&self, place: Option<&Place>) -> String {
        let Some(place) = place else {
            return self.pick("the game", "ゲーム").to_owned();
        };
        let (part, step) = (&place.part, place.step + 1);
        self.say(
            format!("`{part}`, step {step}"),
            format!("`{part}`のステップ{step}"),
        )
    }

    /// The failure of a step.
    pub(crate) fn failed(&self, place: Option<&Place>, why: Why) -> Line {
        let failed = match place {
            None => self.failure(why),
            Some(_) => {
                let step = self.step(place);
                let failure = self.failure(why);
                self.say(format!("{step} {failure}"), format!("{step}が{failure}"))
            }
        };
        Line::sentence(LineKind::Failed, vec![Part::Text(failed)])
    }

    /// The reason why a step failed, where the step itself was named already.
    pub fn failure(&self, why: Why) -> String {
        let why = why.in_words(self.language.code());
        self.say(format!("failed: {why}"), format!("失敗：{why}"))
    }
}
