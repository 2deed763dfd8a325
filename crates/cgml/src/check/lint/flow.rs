//! States, phases, transitions and the end of the game.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Lint;
use crate::codes::game as code;
use crate::model::{ArgumentValue, NameRef, PhaseId, PlayerOrder, StateId};
use crate::vocabulary::actions::ActionKind;

/// The states that and phases a game can get to.
pub(super) struct Reached {
    states: Vec<bool>,
    phases: Vec<bool>,
}

impl Reached {
    pub(super) fn state(&self, state: StateId) -> bool {
        self.states[state.0 as usize]
    }

    pub(super) fn phase(&self, phase: PhaseId) -> bool {
        self.phases[phase.0 as usize]
    }
}

impl Lint<'_> {
    /// Reports states and phases that nothing leads to.
    pub(super) fn states_and_phases(&mut self) -> Reached {
        let reached = self.reached();
        for (id, state) in self.game.states.pairs() {
            if !reached.state(id) {
                let message = format!("nothing leads to the state `{}`", state.name);
                let hint = "add a transition or a `SET_STATE` to it, or remove it";
                self.warn(code::UNREACHABLE_STATE, state.origin, message, hint);
            }
        }
        let states = self.game.states.iter();
        let in_states: FxHashSet<PhaseId> =
            states.flat_map(|state| &state.phases).copied().collect();
        for (id, phase) in self.game.phases.pairs() {
            if !reached.phase(id) && !in_states.contains(&id) {
                let message = format!("nothing leads to the phase `{}`", phase.name);
                self.warn(
                    code::UNREACHABLE_PHASE,
                    phase.origin,
                    message,
                    "add it to the `phases` of a state",
                );
            }
        }
        reached
    }

    fn reached(&self) -> Reached {
        let mut reached = Reached {
            states: vec![false; self.game.states.len()],
            phases: vec![false; self.game.phases.len()],
        };
        let mut waiting = vec![self.game.initial_state];
        self.each_action(&mut |action, step| match (
            action,
            step.arguments.last().map(|last| &last.value),
        ) {
            (ActionKind::SetState, Some(ArgumentValue::Name(NameRef::State(state)))) => {
                waiting.push(*state)
            }
            (
                ActionKind::SetPhase | ActionKind::InsertPhase,
                Some(ArgumentValue::Name(NameRef::Phase(phase))),
            ) => {
                reached.phases[phase.0 as usize] = true;
            }
            (_, _) => {}
        });
        let mut ways: FxHashMap<StateId, Vec<StateId>> = FxHashMap::default();
        for transition in &self.game.transitions {
            ways.entry(transition.from).or_default().push(transition.to);
        }
        while let Some(state) = waiting.pop() {
            let Some(seen) = reached.states.get_mut(state.0 as usize) else {
                continue;
            };
            if std::mem::replace(seen, true) {
                continue;
            }
            for phase in &self.game.states[state].phases {
                reached.phases[phase.0 as usize] = true;
            }
            waiting.extend(ways.get(&state).into_iter().flatten());
        }
        reached
    }

    /// Reports changes of the order of turns in a game without one.
    pub(super) fn changes_of_turns(&mut self) {
        if self.game.player_order != PlayerOrder::Simultaneous {
            return;
        }
        let mut found = Vec::new();
        self.each_action(&mut |action, step| {
            if matches!(
                action,
                ActionKind::SkipTurn | ActionKind::ExtraTurn | ActionKind::ReverseOrder
            ) {
                found.push((action.row().name, step.origin));
            }
        });
        for (name, origin) in found {
            let message = format!("`{name}` does nothing: all players have their turns together");
            let hint = "keep in a variable who sits out, and ask for it in the rules";
            self.warn(code::NO_TURN_ORDER, origin, message, hint);
        }
    }

    /// Reports a game that goes on for ever, and one that nobody wins.
    pub(super) fn end_of_game(&mut self, reached: &Reached) {
        let decides = self.does_any(&[ActionKind::Win, ActionKind::Lose, ActionKind::Tie]);
        let states = self.game.states.pairs();
        let has_end = states
            .into_iter()
            .any(|(id, state)| state.phases.is_empty() && reached.state(id));
        let Some(initial) = self.game.states.iter().next() else {
            return;
        };
        let origin = initial.origin;
        if !has_end && !decides && self.game.turn_limit.is_none() {
            let message = "the game cannot end: no state without phases is ever reached".to_owned();
            let hint = "add a transition to a state with `phases: []`, such as `GameOver`";
            self.warn(code::CANNOT_END, origin, message, hint);
        }
        if self.game.win.is_none() && !decides {
            let message =
                "nobody can win: there is no `win_condition`, and no effect wins or loses"
                    .to_owned();
            self.warn(
                code::NO_WINNER,
                origin,
                message,
                "add `win_condition` to `flow`",
            );
        }
    }

    /// Reports transitions that never get their turn.
    pub(super) fn transitions(&mut self) {
        let mut order: Vec<usize> = (0..self.game.transitions.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(self.game.transitions[*index].priority));
        let mut always: FxHashMap<StateId, StateId> = FxHashMap::default();
        for index in order {
            let transition = &self.game.transitions[index];
            if let Some(first) = always.get(&transition.from) {
                let message = format!(
                    "this transition is never taken: one to `{}` always comes first",
                    self.game.states[*first].name
                );
                let hint = "give the other one a condition, or this one a higher `priority`";
                self.warn(code::FULL_STATE, transition.origin, message, hint);
            } else if transition.condition.is_none() {
                always.insert(transition.from, transition.to);
            }
        }
    }
}
