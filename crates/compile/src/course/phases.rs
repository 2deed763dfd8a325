//! Phases: planned or in order, their rules, and the moves made in them.

use cgml::model::{Game, MoveId, Phase, PhaseId, State, StateId, Step};
use cgml::vocabulary::events::Trigger;
use engine::ids;
use engine::op::Builder;
use engine::program::{Text, cells};

use crate::compiler::Compiler;
use crate::course::flow::Places;
use crate::emit::builder::Label;
use crate::emit::questions::{After, Pass};
use crate::emit::scope::Scope;
use crate::plan::effects::event_keys::EventKey;
use crate::plan::texts::text;

impl<'g> Compiler<'g> {
    pub(crate) fn write_phases(&mut self, id: StateId, state: &'g State, places: &Places) {
        if self.plan.uses.plans_phases {
            return self.write_planned_phases(id, places);
        }
        let labels: Vec<Label> = state.phases.iter().map(|_| self.code.label()).collect();
        for (number, phase) in state.phases.iter().enumerate() {
            self.code.bind(labels[number]);
            let next = labels.get(number + 1).copied().unwrap_or(places.turn_end);
            let later = &state.phases[number + 1..];
            self.write_phase(id, *phase, places, next, Later::Known(later));
            self.code.jump(next);
        }
        self.code.bind(places.next_phase);
        self.code.broken();
    }

    /// The phases that come, where they may be added, removed or jumped to: those of the state, beginning with
    /// the one that was asked for. They are part of the position.
    pub(crate) fn plan_phases(&mut self, state: &State) {
        if !self.plan.uses.plans_phases {
            return;
        }
        let listed = state.phases.iter();
        let listed = listed.map(|phase| i64::from(phase.0)).collect();
        let phases = self.code.constant(listed);
        self.code.plan_phases(phases);
        // `SET_STATE` followed by `SET_PHASE` names a phase of the new state.
        let begin = self.code.label();
        self.code.unless_cell_is_not(cells::NEXT_PHASE, -1, begin);
        for phase in &state.phases {
            let next = self.code.label();
            self.code
                .unless_cell_is(cells::NEXT_PHASE, phase.0 as i32, next);
            self.code.go_to_phase(ids::Phase(phase.0 as u16), next);
            self.code.bind(next);
        }
        self.set_cell(cells::NEXT_PHASE, -1);
        self.code.bind(begin);
    }

    /// Goes through the phases of the plan.
    fn write_planned_phases(&mut self, id: StateId, places: &Places) {
        let game = self.game;
        self.code.bind(places.next_phase);
        let which = self.code.slot();
        self.code.next_phase(which, places.turn_end);
        let labels: Vec<Label> = game.phases.iter().map(|_| self.code.label()).collect();
        self.code.switch(which, 0, &labels);
        self.code.broken();
        for ((phase, _), label) in game.phases.pairs().zip(labels) {
            self.code.bind(label);
            self.code.free(0);
            self.write_phase(id, phase, places, places.next_phase, Later::Planned);
            self.code.jump(places.next_phase);
        }
    }

    /// One phase: enter, rules, moves, end, transitions.
    fn write_phase(
        &mut self,
        state: StateId,
        id: PhaseId,
        places: &Places,
        next: Label,
        later: Later<'_>,
    ) {
        let game = self.game;
        let phase = &game.phases[id];
        self.code.free(0);
        self.begin_part(&phase.name);
        self.code.at(phase.origin);
        self.mark_phase(state.0, id.0);
        if let Some(skip) = &phase.skip_when {
            let enter = self.code.label();
            let mut scope = Scope::new(enter);
            scope.locals = self.locals_of_expr(skip);
            self.require(skip, true, enter, &scope);
            self.code.jump(next);
            self.code.bind(enter);
            self.code.free(0);
        }
        self.code.enter_phase(ids::Phase(id.0 as u16));
        if let Some(reset) = self.course.resets.1 {
            self.call_reset(reset);
            self.code.free(0);
        }
        let broken = self.code.label();
        let ended = self.code.label();
        let tested = self.code.label();
        self.write_enter(&phase.enter.steps, phase, broken);
        self.happens(EventKey::Phase(Trigger::Phase, id.0), broken);
        let turn_over = self.code.label();
        self.write_moves(id, phase, ended, turn_over, broken);
        self.code.bind(ended);
        self.happens(EventKey::Phase(Trigger::PhaseEnd, id.0), broken);
        self.check_between(broken);
        self.code.bind(tested);
        self.write_transitions(state, places, later);
        self.code.jump(next);
        // The turn is over after this phase, whatever phases it has left.
        self.code.bind(turn_over);
        self.happens(EventKey::Phase(Trigger::PhaseEnd, id.0), broken);
        let ends_turn = self.code.label();
        self.code.bind(ends_turn);
        self.write_transitions(state, places, Later::Known(&[]));
        self.code.jump(places.turn_end);
        self.code.bind(broken);
        self.write_broken(id, places, next, tested, ends_turn);
    }

    /// Checks are made before a player is asked for a move, and at the end of a phase.
    pub(crate) fn check_between(&mut self, broken: Label) {
        if self.has_checks() {
            self.round();
            self.unless_broken(broken);
        }
    }

    fn write_enter(&mut self, steps: &'g [Step], phase: &'g Phase, broken: Label) {
        if steps.is_empty() {
            return;
        }
        let done = self.code.label();
        let mut scope = Scope::new(done);
        self.bind_locals(&mut scope, &phase.enter);
        self.steps(steps, &scope);
        self.code.bind(done);
        self.code.free(0);
        self.round();
        self.unless_broken(broken);
    }

    /// The moves of an open phase, until the player passes or a move ends it.
    fn write_moves(
        &mut self,
        id: PhaseId,
        phase: &'g Phase,
        ended: Label,
        turn_over: Label,
        broken: Label,
    ) {
        let moves = moves_of(self.game, id);
        if moves.is_empty() {
            return;
        }
        let game = self.game;
        if moves.iter().any(|id| game.moves[*id].secret) {
            return self.write_secret_moves(&moves, phase, ended, turn_over, broken);
        }
        if moves.iter().any(|id| game.moves[*id].players.is_some()) {
            return self.write_moves_of_several(&moves, phase, ended, turn_over, broken);
        }
        let again = self.code.here();
        self.code.free_all_lists();
        self.check_between(broken);
        let done = self.code.label();
        let mut scope = Scope::new(done);
        let seat = self.code.slot();
        let player = match &phase.player {
            Some(player) => {
                scope.locals = self.locals_of_expr(player);
                self.value(player, &scope)
            }
            None => self.current(),
        };
        self.put(seat, player);
        if phase.player.is_some() {
            self.code.unless_there(seat, ended);
        }
        let pass = self.pass_of(phase);
        let after = After {
            moved: again,
            ends_phase: ended,
            ends_turn: turn_over,
            passed: ended,
            broken,
            is_outermost: true,
        };
        let prompt: Text = text(&phase.name, &phase.text);
        self.choose_move(&moves, seat, &pass, prompt, &scope, &after);
        self.code.bind(done);
        self.code.free(0);
    }

    /// Conditions for passing in a phase.
    pub(crate) fn pass_of(&self, phase: &'g Phase) -> Pass<'g> {
        match &phase.pass {
            None => Pass::Always,
            Some(expr) => match crate::plan::constants::constant(expr, &self.plan.setting) {
                Some(0) => Pass::Never,
                Some(_) => Pass::Always,
                None => Pass::If(expr),
            },
        }
    }
}

/// Continuation after a phase in its turn.
pub(crate) enum Later<'p> {
    /// These phases in order, known when the game is compiled.
    Known(&'p [PhaseId]),
    /// The next phase of this turn's plan.
    Planned,
}

/// The moves of a phase: those it names, and those that name it.
fn moves_of(game: &Game, phase: PhaseId) -> Vec<MoveId> {
    let mut moves = game.phases[phase].moves.clone();
    for (id, def) in game.moves.pairs() {
        if def.phases.contains(&phase) && !moves.contains(&id) {
            moves.push(id);
        }
    }
    moves.sort_by_key(|id| id.0);
    moves
}
