//! Rules that can never run.

use rustc_hash::FxHashMap;

use super::Lint;
use super::flow::Reached;
use crate::codes::game as code;
use crate::codes::types::ALWAYS_SAME;
use crate::model::{
    ArgumentValue, Callee, EventSource, Expr, ExprKind, Literal, NameRef, PhaseId, Rule, RuleId,
    StateId, Step, Timing, visit,
};
use crate::read::one_of;
use crate::vocabulary::actions::ActionKind;
use crate::vocabulary::events::Trigger;

impl Lint<'_> {
    pub(super) fn rules(&mut self, reached: &Reached) {
        let rules: Vec<(RuleId, &Rule)> = self.game.rules.pairs().collect();
        for (_, rule) in &rules {
            if let Some(reason) = self.never_fires(rule, reached) {
                let message = format!("the rule `{}` can never run: {reason}", rule.name);
                self.warn(
                    code::RULE_NEVER_FIRES,
                    rule.origin,
                    message,
                    "mend its trigger or condition, or remove it",
                );
            }
            self.constant_condition(rule);
        }
        self.phases_of_other_states(&rules);
        self.shadowed(&rules);
    }

    fn never_fires(&self, rule: &Rule, reached: &Reached) -> Option<String> {
        if is_constant(rule.condition.as_ref(), false)
            || is_constant(rule.enabled_when.as_ref(), false)
        {
            return Some("its condition is always false".to_owned());
        }
        match &rule.trigger.as_ref()?.event {
            EventSource::Phase(_, phase) if !reached.phase(*phase) => Some(format!(
                "the phase `{}` is never reached",
                self.game.phases[*phase].name
            )),
            EventSource::State(_, state) if !reached.state(*state) => Some(format!(
                "the state `{}` is never reached",
                self.game.states[*state].name
            )),
            EventSource::Phase(..)
            | EventSource::State(..)
            | EventSource::Standard(_)
            | EventSource::Declared(_)
            | EventSource::Duration(_) => None,
        }
    }

    /// Reports a `SET_PHASE` that fails in every state in which its rule runs.
    fn phases_of_other_states(&mut self, rules: &[(RuleId, &Rule)]) {
        let mut inserted = Vec::new();
        self.each_action(&mut |action, step| {
            if action == ActionKind::InsertPhase {
                inserted.extend(phase_of(step));
            }
        });
        for (_, rule) in rules {
            let states = self.states_of(rule, &inserted);
            let mut found = None;
            visit::each_step(&rule.effect.steps, &mut |step| match step.callee {
                Callee::Action(ActionKind::SetPhase) if found.is_none() => {
                    found = phase_of(step).map(|phase| (phase, step.origin));
                }
                Callee::Action(_) | Callee::Effect(_) => {}
            });
            let Some((phase, origin)) = found.filter(|(phase, _)| !inserted.contains(phase)) else {
                continue;
            };
            let has_phase = |state: &StateId| self.game.states[*state].phases.contains(&phase);
            if states.is_empty() || states.iter().any(has_phase) {
                continue;
            }
            let names = states
                .iter()
                .map(|state| self.game.states[*state].name.as_str());
            let message = format!(
                "the rule `{}` runs in {}, which has no phase `{}`",
                rule.name,
                one_of(names),
                self.game.phases[phase].name
            );
            let hint = "go to a state that has the phase first, with `SET_STATE`";
            self.warn(code::PHASE_OF_OTHER_STATE, origin, message, hint);
        }
    }

    /// The states in which a rule runs; none if it may change the state, or if nothing is known.
    fn states_of(&self, rule: &Rule, inserted: &[PhaseId]) -> Vec<StateId> {
        let mut leaves = false;
        visit::each_step(&rule.effect.steps, &mut |step| match step.callee {
            Callee::Action(action) => leaves |= action == ActionKind::SetState,
            Callee::Effect(_) => leaves = true,
        });
        let trigger = rule.trigger.as_ref().filter(|_| !leaves);
        match trigger.map(|trigger| &trigger.event) {
            Some(EventSource::State(event, state)) if event.kind == Trigger::StateEnter => {
                vec![*state]
            }
            Some(EventSource::Phase(_, phase)) if !inserted.contains(phase) => {
                let states = self.game.states.pairs();
                let states = states.filter(|(_, state)| state.phases.contains(phase));
                states.map(|(id, _)| id).collect()
            }
            Some(
                EventSource::State(..)
                | EventSource::Phase(..)
                | EventSource::Standard(_)
                | EventSource::Declared(_)
                | EventSource::Duration(_),
            )
            | None => Vec::new(),
        }
    }

    fn constant_condition(&mut self, rule: &Rule) {
        let Some(condition) = &rule.condition else {
            return;
        };
        if is_changing(condition) || is_constant(Some(condition), false) {
            return;
        }
        let message = format!(
            "the condition of `{}` does not depend on the game",
            rule.name
        );
        self.warn(
            ALWAYS_SAME,
            condition.origin,
            message,
            "leave it out, or ask for something that changes",
        );
    }

    /// A rule that always replaces its event, or always leaves the state, hides those after it.
    fn shadowed(&mut self, rules: &[(RuleId, &Rule)]) {
        let mut order: Vec<&Rule> = rules.iter().map(|(_, rule)| *rule).collect();
        order.sort_by_key(|rule| std::cmp::Reverse(rule.priority));
        let mut first_end: FxHashMap<_, &Rule> = FxHashMap::default();
        for rule in order {
            let Some(trigger) = &rule.trigger else {
                continue;
            };
            let moment = (&trigger.event, trigger.subject, rule.timing);
            if let Some(shadow) = first_end.get(&moment) {
                let message = format!(
                    "the rule `{}` never gets its turn: `{}` always comes first",
                    rule.name, shadow.name
                );
                let hint = "give it a higher `priority`, or the other rule a condition";
                self.warn(code::SHADOWED_RULE, rule.origin, message, hint);
            } else if always_ends(rule) {
                first_end.insert(moment, rule);
            }
        }
    }
}

/// The phase that a step names last.
fn phase_of(step: &Step) -> Option<PhaseId> {
    match step.arguments.last()?.value {
        ArgumentValue::Name(NameRef::Phase(phase)) => Some(phase),
        _ => None,
    }
}

/// True if a rule without conditions ends its trigger: by replacing the event or leaving the state.
fn always_ends(rule: &Rule) -> bool {
    let unconditional =
        rule.condition.is_none() && rule.enabled_when.is_none() && rule.once_per.is_none();
    let leaves = rule.effect.steps.iter().any(|step| match step.callee {
        Callee::Action(action) => {
            matches!(action, ActionKind::SetState | ActionKind::SetPhase)
        }
        Callee::Effect(_) => false,
    });
    unconditional && (rule.timing == Timing::Replace || leaves)
}

fn is_constant(expr: Option<&Expr>, value: bool) -> bool {
    expr.is_some_and(|expr| expr.kind == ExprKind::Literal(Literal::Bool(value)))
}

/// True if an expression asks for anything but constants.
fn is_changing(expr: &Expr) -> bool {
    let mut changes = false;
    visit::each_expr(expr, &mut |part| {
        changes |= !matches!(
            part.kind,
            ExprKind::Literal(_)
                | ExprKind::Operator(_)
                | ExprKind::Phase(_)
                | ExprKind::State(_)
                | ExprKind::Kind(_)
                | ExprKind::Team(_)
                | ExprKind::CardName(_)
        );
    });
    changes
}
