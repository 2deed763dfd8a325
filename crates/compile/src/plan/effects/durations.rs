//! Tables of durations: rows of `MODIFY`, `GRANT`, `FORBID` and `SET_CONTROLLER`, and the events that end them.

use cgml::model::{ArgumentValue, Callee, EventPattern, EventSource, Expr, MoveId, NameRef, Step};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::parameters::Parameter;
use engine::ids::Cell;

use crate::plan::identity::StepId;
use crate::plan::layout::position_tables::PositionTable;

/// The parts of a row: which change, keyword or step it is from.
pub(crate) const WHAT: usize = 0;

/// The card it is about.
pub(crate) const CARD: usize = 1;

/// The number of the event that ends it.
pub(crate) const ENDING: usize = 2;

/// The player who acted.
pub(crate) const ACTOR: usize = 3;

/// The card whose ability it was.
pub(crate) const THIS: usize = 4;

/// Of a change: whose variable it is about.
pub(crate) const OWNER: usize = 5;

/// Of a change: by or to what.
pub(crate) const AMOUNT: usize = 6;

/// Of a change: what it brings no value below.
pub(crate) const FLOOR: usize = 7;

/// Of a change: when it began.
pub(crate) const SINCE: usize = 8;

/// Of a keyword: the first of its parameters.
pub(crate) const FIRST_ARGUMENT: usize = 5;

/// Of a move that is forbidden, or of control: the player.
pub(crate) const PLAYER: usize = 5;

/// A step that forbids moves.
#[derive(Debug, Clone)]
pub(crate) struct Forbidding {
    /// Identity of the step, by which its rows are found.
    pub(crate) step: StepId,
    pub(crate) moves: Vec<MoveId>,
    /// With the temporary values of the card and the target.
    pub(crate) filter: Option<Expr>,
}

impl Forbidding {
    /// The restriction of a step.
    pub(crate) fn of(step: &Step) -> Self {
        let filter = step
            .argument(Parameter::Where)
            .and_then(ArgumentValue::expr);
        Self {
            step: StepId::of(step),
            moves: {
                let named = step
                    .argument(Parameter::Move)
                    .map_or(&[][..], ArgumentValue::names);
                named.iter().filter_map(as_move).collect()
            },
            filter: filter.cloned(),
        }
    }
}

/// Tables of durations.
#[derive(Debug, Default)]
pub(crate) struct Durations {
    pub(crate) modified: Option<PositionTable>,
    pub(crate) granted: Option<PositionTable>,
    pub(crate) forbidden: Option<PositionTable>,
    pub(crate) controlled: Option<PositionTable>,
    /// The steps that forbid moves.
    pub(crate) forbidding: Vec<Forbidding>,
    /// The events that end something.
    pub(crate) endings: Vec<EventPattern>,
    /// Cells of the controller that an effect gave each card, and of the one before.
    pub(crate) control: Option<(Cell, Cell)>,
}

/// The event that a step lasts until.
pub(crate) fn until<'s>(game: &'s cgml::model::Game, step: &'s Step) -> Option<&'s EventPattern> {
    let Some(ArgumentValue::Event(pattern)) = step.argument(Parameter::Until) else {
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

/// Calls `visit` for every step that makes something last.
pub(crate) fn steps_with_duration(
    game: &cgml::model::Game,
    visit: &mut dyn FnMut(ActionKind, &Step),
) {
    cgml::model::visit::every_step(game, &mut |step| {
        if let Callee::Action(action) = step.callee
            && matches!(
                action,
                ActionKind::Modify
                    | ActionKind::Grant
                    | ActionKind::Forbid
                    | ActionKind::SetController
            )
        {
            visit(action, step);
        }
    });
}

/// The events that end what lasts.
pub(crate) fn endings(game: &cgml::model::Game) -> Vec<EventPattern> {
    let mut endings: Vec<EventPattern> = Vec::new();
    steps_with_duration(game, &mut |_, step| {
        if let Some(pattern) = until(game, step)
            && !endings.iter().any(|known| is_same(known, pattern))
        {
            endings.push(pattern.clone());
        }
    });
    endings
}

pub(crate) fn is_same(a: &EventPattern, b: &EventPattern) -> bool {
    a.subject == b.subject && a.event == b.event
}

pub(crate) fn as_move(name: &NameRef) -> Option<MoveId> {
    match name {
        NameRef::Move(id) => Some(*id),
        _ => None,
    }
}
