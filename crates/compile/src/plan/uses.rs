//! Features of the course of the game that a game uses: what it does not use costs nothing.

use cgml::model::visit::every_step;
use cgml::model::{AbilitySort, Callee, EventSource, ExprKind, Game, Often, PlayerOrder};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::events::Trigger;
use cgml::vocabulary::fields::FieldKind;

/// Features that a game uses.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Uses {
    /// 1 clockwise, −1 counterclockwise, 0 if a turn is everybody's.
    pub(crate) direction: i8,
    /// True if the direction may change.
    pub(crate) reverses: bool,
    /// True if the phases of a turn may change.
    pub(crate) plans_phases: bool,
    /// True if an effect may break off a phase.
    pub(crate) breaks: bool,
    /// True if rules listen to cards that move.
    pub(crate) listens_to_moves: bool,
    /// True if the turns of players are counted.
    pub(crate) counts_turns: bool,
    /// True if something is done at most once in a turn.
    pub(crate) once_per_turn: bool,
    /// True if something is done at most once in a phase.
    pub(crate) once_per_phase: bool,
}

impl Uses {
    pub(crate) fn of(game: &Game) -> Self {
        let mut uses = Self {
            direction: match game.player_order {
                PlayerOrder::Clockwise => 1,
                PlayerOrder::Counterclockwise => -1,
                PlayerOrder::Simultaneous => 0,
            },
            ..Self::default()
        };
        every_step(game, &mut |step| {
            let Callee::Action(action) = step.callee else {
                return;
            };
            match action {
                ActionKind::ReverseOrder => uses.reverses = true,
                ActionKind::SetPhase | ActionKind::InsertPhase | ActionKind::RemovePhase => {
                    uses.plans_phases = true;
                    uses.breaks = true;
                }
                ActionKind::SetState | ActionKind::EndPhase | ActionKind::EndTurn => {
                    uses.breaks = true
                }
                _ => {}
            }
        });
        cgml::model::visit::exprs(game, &mut |expr| {
            uses.counts_turns |= matches!(expr.kind, ExprKind::Field(FieldKind::Turns, _));
        });
        let of_rules = game.rules.iter().filter_map(|rule| rule.once_per);
        let of_moves = game.moves.iter().filter_map(|def| def.once_per);
        let of_abilities = cgml::model::visit::abilities(game);
        let of_abilities = of_abilities.filter_map(|ability| ability.once_per);
        let once = of_moves.chain(of_abilities).map(|(often, _)| often);
        for often in of_rules.chain(once) {
            uses.once_per_turn |= often == Often::Turn;
            uses.once_per_phase |= often == Often::Phase;
        }
        uses.listens_to_moves = listens_to_moves(game);
        uses
    }
}

/// True if anything listens to cards that move.
fn listens_to_moves(game: &Game) -> bool {
    let rules = game.rules.iter().filter_map(|rule| rule.trigger.as_ref());
    let resets = game.variables.iter().flat_map(|variable| &variable.resets);
    let attributes = game.attributes.iter();
    let resets = resets.chain(attributes.flat_map(|attribute| &attribute.resets));
    let abilities = cgml::model::visit::abilities(game);
    let whens = abilities.flat_map(|ability| match &ability.sort {
        AbilitySort::Triggered(patterns) => patterns.as_slice(),
        AbilitySort::Replacement(pattern) => std::slice::from_ref(pattern),
        AbilitySort::Activated(_)
        | AbilitySort::Static { .. }
        | AbilitySort::Restriction { .. } => &[],
    });
    let ends = game.resolution.durations.iter().map(|(_, end)| end);
    let awaited = crate::plan::effects::delayed_steps::awaited(game);
    let lasting = crate::plan::effects::durations::endings(game);
    let mut heard = awaited
        .into_iter()
        .chain(rules)
        .chain(resets)
        .chain(whens)
        .chain(ends)
        .chain(&lasting);
    heard.any(|pattern| match &pattern.event {
        EventSource::Standard(event) => is_move(event.kind),
        EventSource::Phase(..)
        | EventSource::State(..)
        | EventSource::Declared(_)
        | EventSource::Duration(_) => false,
    }) || game.checks.iter().any(|check| check.at_once)
}

/// True if an event is a card that moves.
pub(crate) fn is_move(trigger: Trigger) -> bool {
    matches!(
        trigger,
        Trigger::Move
            | Trigger::Draw
            | Trigger::Play
            | Trigger::Discard
            | Trigger::Enter
            | Trigger::Leave
    )
}
