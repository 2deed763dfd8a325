//! The `DELAY` steps of a game, and the events they wait for.

use cgml::model::visit::every_step;
use cgml::model::{ArgumentValue, Callee, EventPattern, EventSource, Game, Step};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::parameters::Parameter;

pub(crate) fn pattern<'g>(
    game: &'g Game,
    step: &'g Step,
    parameter: Parameter,
) -> Option<&'g EventPattern> {
    let Some(ArgumentValue::Event(pattern)) = step.argument(parameter) else {
        return None;
    };
    Some(match pattern.event {
        EventSource::Duration(id) => &game.resolution.durations[id].1,
        EventSource::Standard(_)
        | EventSource::Phase(..)
        | EventSource::State(..)
        | EventSource::Declared(_) => pattern,
    })
}

/// The steps of a game that wait.
pub(crate) fn delaying(game: &Game) -> Vec<&Step> {
    let mut found = Vec::new();
    every_step(game, &mut |step| {
        if matches!(step.callee, Callee::Action(action) if action == ActionKind::Delay) {
            found.push(step);
        }
    });
    found
}

/// The events that delayed steps wait for, or that end their waiting.
pub(crate) fn awaited(game: &Game) -> Vec<&EventPattern> {
    let steps = delaying(game).into_iter();
    let patterns = steps.flat_map(|step| {
        [
            pattern(game, step, Parameter::When),
            pattern(game, step, Parameter::Until),
        ]
    });
    patterns.flatten().collect()
}
