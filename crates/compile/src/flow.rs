//! The course of the game: setup, states, turns, phases, transitions.
//!
//! Each state becomes a piece of code that goes through its phases again and again:
//!
//! ```text
//! enter ─▶ turn ─▶ phase ─▶ … ─▶ phase ─▶ end of turn ─▶ turn …
//!             └──── an effect breaks it off, or a transition ────▶ leave ─▶ enter another
//! ```

use cgml::model::{
    Game, MoveId, Ordering, Phase, PhaseId, State, StateId, Step, Type, VariableId, VariableValue,
};

use engine::op::Op;
use engine::program::{Text, cells};

use crate::code::Label;
use crate::compiler::Compiler;
use crate::layout::text;
use crate::moves::{After, Pass};
use crate::rules::Happening;
use crate::scope::{Scope, Value};

/// The places of one state.
struct Places {
    enter: Label,
    leave: Label,
    turn: Label,
    turn_end: Label,
    next_phase: Label,
}

impl<'g> Compiler<'g> {
    /// Writes the whole course of the game.
    pub(crate) fn write_flow(&mut self) {
        let game = self.game;
        let end = self.code.label();
        let decided = self.code.label();
        self.end = Some(decided);
        let places: Vec<Places> = game.states.iter().map(|_| self.places()).collect();
        self.write_setup(&places);
        for (id, state) in game.states.pairs() {
            self.write_state(id, state, &places, end);
        }
        self.write_end(end, decided);
    }

    fn places(&mut self) -> Places {
        Places {
            enter: self.code.label(),
            leave: self.code.label(),
            turn: self.code.label(),
            turn_end: self.code.label(),
            next_phase: self.code.label(),
        }
    }

    fn write_setup(&mut self, places: &[Places]) {
        let game = self.game;
        self.begin_part("setup");
        // What does not depend on chance comes first: it is done once for all games.
        self.set_cell(cells::STATE, game.initial_state.0 as i32);
        self.write_first_player();
        for (id, variable) in game.variables.pairs() {
            if let VariableValue::Stored(expr) = &variable.value
                && is_settled(expr)
            {
                let next = self.code.label();
                let scope = Scope::new(next);
                self.initialise(id, &scope);
                self.code.bind(next);
            }
        }
        self.write_empty_tables();
        self.write_nothing_along();
        self.code.emit(Op::Ready {});
        for (id, zone) in game.zones.pairs() {
            if zone.deck.is_some() && zone.zone_type.ordering == Ordering::Shuffled {
                let first = self.layout.pile(id).0;
                let count = self.program.zones[id.0 as usize].count;
                for pile in first..first + count {
                    let taken = self.code.taken();
                    let pile = self.slot(Value::Known(i64::from(pile)));
                    self.code.emit(Op::Shuffle { pile });
                    self.code.free(taken);
                }
            }
        }
        let done = self.code.label();
        let mut scope = Scope::new(done);
        scope.is_setup = true;
        for (id, variable) in game.variables.pairs() {
            if let VariableValue::Stored(expr) = &variable.value
                && !is_settled(expr)
            {
                let next = self.code.label();
                self.initialise(id, &scope.failing(next));
                self.code.bind(next);
            }
        }
        self.write_first_pieces();
        self.bind_locals(&mut scope, &game.setup);
        self.steps(&game.setup.steps, &scope);
        self.code.bind(done);
        self.code.free(0);
        // What the first player depends on may have been settled by the setup.
        if game.first_player.is_some() {
            self.write_first_player();
        }
        self.write_begin();
        self.test_invariants(&Scope::new(places[0].enter));
        let initial = &places[game.initial_state.0 as usize];
        if self.uses.breaks {
            self.code.emit(Op::UnlessCellIs {
                cell: cells::NEXT_STATE,
                value: -1,
                to: initial.leave.pc(),
            });
        }
        self.code.jump(initial.enter);
    }

    /// Who has the first turn.
    pub(crate) fn write_first_player(&mut self) {
        let game = self.game;
        let taken = self.code.taken();
        let first = match &game.first_player {
            None => Value::Known(0),
            Some(expr) => {
                let fail = self.code.label();
                let mut scope = Scope::new(fail);
                scope.acting = Some(Value::Known(0));
                scope.locals = self.locals_of_expr(expr);
                let value = self.value(expr, &scope);
                self.code.bind(fail);
                let to = self.code.slot();
                let done = self.code.label();
                self.put(to, value);
                self.code.emit(Op::UnlessMissing {
                    a: to,
                    to: done.pc(),
                });
                self.set(to, 0);
                self.code.bind(done);
                Value::In(to)
            }
        };
        let from = self.slot(first);
        self.code.emit(Op::Store {
            cell: cells::CURRENT,
            from,
        });
        let before = self.code.slot();
        self.code.emit(Op::AddNumber {
            to: before,
            a: from,
            value: -i32::from(self.uses.direction),
        });
        self.code.emit(Op::Store {
            cell: cells::LAST_OWN,
            from: before,
        });
        self.code.free(taken);
    }

    /// A variable gets its initial value; of several owners, each its own.
    pub(crate) fn initialise(&mut self, id: VariableId, scope: &Scope) {
        let game = self.game;
        let VariableValue::Stored(expr) = &game.variables[id].value else {
            return;
        };
        let owners = self.owners_of(id);
        let of_players = game.variables[id].scope == cgml::model::Scope::PerPlayer;
        let taken = self.code.taken();
        if owners == 0 {
            self.initialise_for(id, None, expr, scope);
        }
        for owner in 0..owners {
            let owner = Value::Known(i64::from(owner));
            let mut inner = scope.clone();
            if of_players {
                inner.acting = Some(owner);
            }
            self.initialise_for(id, Some(owner), expr, &inner);
        }
        self.code.free(taken);
    }

    fn initialise_for(
        &mut self,
        id: VariableId,
        owner: Option<Value>,
        expr: &cgml::model::Expr,
        scope: &Scope,
    ) {
        let taken = self.code.taken();
        let mut scope = scope.clone();
        scope.locals = self.locals_of_expr(expr);
        let game = self.game;
        let value = match (&expr.ty, &game.variables[id].ty) {
            (Type::List(_) | Type::Zone, Type::List(_)) => Value::In(self.gather(expr, &scope)),
            (_, Type::List(_)) => {
                let list = self.code.slot();
                self.code.emit(Op::NewList { to: list });
                Value::In(list)
            }
            (_, ty) => self.value_as(expr, ty, &scope),
        };
        self.store(id, owner, value, &scope);
        self.code.free(taken);
    }

    fn write_state(&mut self, id: StateId, state: &'g State, all: &[Places], end: Label) {
        let places = &all[id.0 as usize];
        self.begin_part(&state.name);
        self.code.at(state.origin);
        self.code.bind(places.enter);
        self.code.emit(Op::EnterState { state: id.0 as u16 });
        self.plan_phases(state);
        let (entered, broken) = (self.code.label(), self.code.label());
        self.happens(Happening::State("state.enter", id.0), broken);
        self.code.jump(entered);
        self.code.bind(broken);
        self.write_broken_entry(state, places, entered);
        self.code.bind(entered);
        if state.phases.is_empty() {
            self.code.jump(end);
            self.write_leave(id, all);
            for label in [places.turn, places.turn_end, places.next_phase] {
                self.code.bind(label);
            }
            self.code.emit(Op::Broken {});
            return;
        }
        let (begin, phases) = (self.code.label(), self.code.label());
        self.code.emit(Op::UnlessCellIs {
            cell: cells::IN_TURN,
            value: 0,
            to: phases.pc(),
        });
        self.code.jump(begin);
        self.code.bind(places.turn);
        self.plan_phases(state);
        self.code.bind(begin);
        self.write_turn_begin(places, phases);
        self.code.bind(phases);
        self.write_phases(id, state, places);
        self.write_turn_end(places, end);
        self.write_leave(id, all);
    }

    /// Where an effect goes that breaks something off while a state is entered: there is no phase to end, and
    /// perhaps no turn.
    fn write_broken_entry(&mut self, state: &State, places: &Places, entered: Label) {
        if state.phases.is_empty() || !self.uses.breaks {
            return self.write_left_state(places, entered);
        }
        let has_turn = self.code.label();
        self.code.emit(Op::UnlessCellIs {
            cell: cells::IN_TURN,
            value: 0,
            to: has_turn.pc(),
        });
        self.write_left_state(places, entered);
        self.code.bind(has_turn);
        self.write_break(places, entered);
    }

    /// Leaves a state if another one was asked for; goes on otherwise.
    fn write_left_state(&mut self, places: &Places, otherwise: Label) {
        if self.uses.breaks {
            self.code.emit(Op::UnlessCellIs {
                cell: cells::NEXT_STATE,
                value: -1,
                to: places.leave.pc(),
            });
            self.forget_break();
        }
        self.code.jump(otherwise);
    }

    /// What was to be broken off is over, and the phase that was asked for is the next one of the plan.
    fn forget_break(&mut self) {
        self.set_cell(cells::BREAK, 0);
        if self.uses.plans_phases {
            self.set_cell(cells::NEXT_PHASE, -1);
        }
    }

    fn write_turn_begin(&mut self, places: &Places, phases: Label) {
        self.code.emit(Op::TakeTurn {});
        if self.uses.counts_turns {
            let seat = self.load(cells::CURRENT);
            let seat = self.slot(seat);
            self.count_turn(seat);
        }
        if let Some(reset) = self.resets.0 {
            self.call_reset(reset);
        }
        self.code.free(0);
        let broken = self.code.label();
        self.happens(Happening::Plain("turn.begin"), broken);
        self.code.jump(phases);
        self.code.bind(broken);
        self.write_break(places, phases);
    }

    pub(crate) fn count_turn(&mut self, seat: engine::ids::Slot) {
        let first = self.turns_begun();
        let count = u16::from(self.setting.players);
        let to = self.code.slot();
        let next = self.code.label();
        self.code.emit(Op::LoadAt {
            to,
            first,
            index: seat,
            count,
        });
        self.code.emit(Op::AddNumber {
            to,
            a: to,
            value: 1,
        });
        self.code.emit(Op::StoreAt {
            first,
            index: seat,
            count,
            from: to,
            otherwise: next.pc(),
        });
        self.code.bind(next);
    }

    pub(crate) fn call_reset(&mut self, routine: Label) {
        let at = self.code.slot();
        let next = self.code.label();
        self.code.emit(Op::Call {
            routine: routine.pc(),
            at,
            otherwise: next.pc(),
        });
        self.code.bind(next);
    }

    /// Where an effect that broke something off goes, outside of a phase.
    fn write_break(&mut self, places: &Places, otherwise: Label) {
        if !self.uses.breaks {
            return self.code.jump(otherwise);
        }
        let other = self.code.label();
        self.code.emit(Op::UnlessCellIs {
            cell: cells::NEXT_STATE,
            value: -1,
            to: places.leave.pc(),
        });
        self.code.emit(Op::UnlessCellIs {
            cell: cells::BREAK,
            value: 3,
            to: other.pc(),
        });
        self.forget_break();
        self.code.jump(places.turn_end);
        self.code.bind(other);
        self.forget_break();
        self.code.jump(otherwise);
        self.code.free(0);
    }

    fn write_phases(&mut self, id: StateId, state: &'g State, places: &Places) {
        if self.uses.plans_phases {
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
        self.code.emit(Op::Broken {});
    }

    /// The phases that come, where they may be added, removed or jumped to: those of the state, beginning with
    /// the one that was asked for. They are part of the position.
    fn plan_phases(&mut self, state: &State) {
        if !self.uses.plans_phases {
            return;
        }
        let listed = state.phases.iter();
        let listed = listed.map(|phase| i64::from(phase.0)).collect();
        let phases = self.code.constant(listed);
        self.code.emit(Op::PlanPhases { phases });
        // `SET_STATE` followed by `SET_PHASE` names a phase of the new state.
        let begin = self.code.label();
        self.code.emit(Op::UnlessCellIsNot {
            cell: cells::NEXT_PHASE,
            value: -1,
            to: begin.pc(),
        });
        for phase in &state.phases {
            let next = self.code.label();
            self.code.emit(Op::UnlessCellIs {
                cell: cells::NEXT_PHASE,
                value: phase.0 as i32,
                to: next.pc(),
            });
            self.code.emit(Op::GoToPhase {
                phase: phase.0 as u16,
                otherwise: next.pc(),
            });
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
        self.code.emit(Op::NextPhase {
            to: which,
            done: places.turn_end.pc(),
        });
        let labels: Vec<Label> = game.phases.iter().map(|_| self.code.label()).collect();
        self.code.switch(which, 0, &labels);
        self.code.emit(Op::Broken {});
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
        self.code.emit(Op::EnterPhase { phase: id.0 as u16 });
        if let Some(reset) = self.resets.1 {
            self.call_reset(reset);
            self.code.free(0);
        }
        let broken = self.code.label();
        let ended = self.code.label();
        let tested = self.code.label();
        self.write_enter(&phase.enter.steps, phase, broken);
        self.happens(Happening::Phase("phase", id.0), broken);
        let turn_over = self.code.label();
        self.write_moves(id, phase, ended, turn_over, broken);
        self.code.bind(ended);
        self.happens(Happening::Phase("phase.end", id.0), broken);
        self.check_between(broken);
        self.code.bind(tested);
        self.write_transitions(state, places, later);
        self.code.jump(next);
        // The turn is over after this phase, whatever phases it has left.
        self.code.bind(turn_over);
        self.happens(Happening::Phase("phase.end", id.0), broken);
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
        self.code.emit(Op::FreeAllLists {});
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
            self.code.emit(Op::UnlessThere {
                a: seat,
                to: ended.pc(),
            });
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

    /// When a player may pass in a phase.
    pub(crate) fn pass_of(&self, phase: &'g Phase) -> Pass<'g> {
        match &phase.pass {
            None => Pass::Always,
            Some(expr) => match crate::fold::constant(expr, &self.setting) {
                Some(0) => Pass::Never,
                Some(_) => Pass::Always,
                None => Pass::If(expr),
            },
        }
    }

    /// The first transition whose condition holds is taken: at once, or when the turn has ended if this was
    /// its last phase.
    fn write_transitions(&mut self, state: StateId, places: &Places, later: Later<'_>) {
        let game = self.game;
        let mut transitions: Vec<_> = game
            .transitions
            .iter()
            .filter(|transition| transition.from == state)
            .collect();
        transitions.sort_by_key(|transition| std::cmp::Reverse(transition.priority));
        for transition in transitions {
            self.code.free(0);
            self.code.at(transition.origin);
            let next = self.code.label();
            if let Some(condition) = &transition.condition {
                let mut scope = Scope::new(next);
                scope.locals = self.locals_of_expr(condition);
                self.require(condition, true, next, &scope);
            }
            self.set_cell(cells::NEXT_STATE, transition.to.0 as i32);
            self.go_after_transition(places, &later);
            self.code.bind(next);
        }
        self.code.free(0);
    }

    fn go_after_transition(&mut self, places: &Places, later: &Later<'_>) {
        match later {
            Later::Known(later) => {
                // Phases that are left out do not count.
                for phase in *later {
                    let game = self.game;
                    let Some(skip) = &game.phases[*phase].skip_when else {
                        return self.code.jump(places.leave);
                    };
                    let taken = self.code.taken();
                    let mut scope = Scope::new(places.leave);
                    scope.locals = self.locals_of_expr(skip);
                    self.require(skip, true, places.leave, &scope);
                    self.code.free(taken);
                }
                self.code.jump(places.turn_end);
            }
            Later::Planned => {
                let left = self.code.slot();
                self.code.emit(Op::CountPhases { to: left });
                self.code.emit(Op::UnlessIs {
                    a: left,
                    value: 0,
                    to: places.leave.pc(),
                });
                self.code.jump(places.turn_end);
            }
        }
    }

    /// Where an effect that broke the phase off goes.
    fn write_broken(
        &mut self,
        id: PhaseId,
        places: &Places,
        next: Label,
        tested: Label,
        ends_turn: Label,
    ) {
        if !self.uses.breaks {
            return self.code.emit(Op::Broken {});
        }
        let again = self.code.label();
        let kind = self.code.slot();
        self.code.emit(Op::Load {
            to: kind,
            cell: cells::BREAK,
        });
        self.set_cell(cells::BREAK, 0);
        // The phase ends; what happens then may break off as well.
        self.happens(Happening::Phase("phase.end", id.0), again);
        self.code.bind(again);
        self.set_cell(cells::BREAK, 0);
        self.code.emit(Op::UnlessCellIs {
            cell: cells::NEXT_STATE,
            value: -1,
            to: places.leave.pc(),
        });
        let other = self.code.label();
        self.code.emit(Op::UnlessIs {
            a: kind,
            value: 2,
            to: other.pc(),
        });
        self.code.jump(tested);
        self.code.bind(other);
        let other = self.code.label();
        self.code.emit(Op::UnlessIs {
            a: kind,
            value: 3,
            to: other.pc(),
        });
        if self.uses.plans_phases {
            self.set_cell(cells::NEXT_PHASE, -1);
        }
        self.code.jump(ends_turn);
        self.code.bind(other);
        self.set_cell(cells::NEXT_PHASE, -1);
        self.code.jump(next);
        self.code.free(0);
    }

    fn write_turn_end(&mut self, places: &Places, end: Label) {
        self.code.free(0);
        self.code.bind(places.turn_end);
        let broken = self.code.label();
        self.happens(Happening::Plain("turn.end"), broken);
        self.code.bind(broken);
        if self.uses.breaks {
            self.set_cell(cells::BREAK, 0);
        }
        let game = self.game;
        if let Some(limit) = &game.turn_limit {
            let mut scope = Scope::new(places.turn);
            scope.locals = self.locals_of_expr(limit);
            let go_on = self.code.label();
            let limit = self.value_slot(limit, &scope);
            let turn = self.load(cells::TURN);
            let turn = self.slot(turn);
            let played = self.code.slot();
            self.code.emit(Op::AddNumber {
                to: played,
                a: turn,
                value: 1,
            });
            self.code.emit(Op::UnlessAtLeast {
                a: played,
                b: limit,
                to: go_on.pc(),
            });
            self.set_cell(cells::DECIDED, 1);
            self.code.jump(end);
            self.code.bind(go_on);
        }
        self.code.emit(Op::EndTurn {
            leave: places.leave.pc(),
        });
        self.code.jump(places.turn);
        self.code.free(0);
    }

    /// Leaves a state, and goes to the one that was asked for.
    fn write_leave(&mut self, id: StateId, all: &[Places]) {
        let places = &all[id.0 as usize];
        self.code.free(0);
        self.code.bind(places.leave);
        if self.uses.breaks {
            self.set_cell(cells::BREAK, 0);
        }
        let broken = self.code.label();
        self.happens(Happening::State("state.exit", id.0), broken);
        self.code.bind(broken);
        if self.uses.breaks {
            self.set_cell(cells::BREAK, 0);
        }
        let next = self.load(cells::NEXT_STATE);
        let next = self.slot(next);
        self.set_cell(cells::NEXT_STATE, -1);
        let labels: Vec<Label> = all.iter().map(|places| places.enter).collect();
        self.code.switch(next, 0, &labels);
        self.code.emit(Op::Broken {});
        self.code.free(0);
    }

    /// Routines that forget what was done once in a turn or phase; written when all of it is known.
    pub(crate) fn write_resets(&mut self) {
        let (turn, phase) = self.resets;
        let (of_turn, of_phase) = self.uses_once.clone();
        let durations = std::mem::take(&mut self.durations).into_iter();
        let durations = durations.map(|(label, cells_of)| (Some(label), cells_of));
        let own = [(turn, of_turn), (phase, of_phase)];
        let (of_turn, of_phase, of_durations) = std::mem::take(&mut self.marks_once);
        for (number, (label, cells_of)) in own.into_iter().chain(durations).enumerate() {
            let Some(label) = label else {
                continue;
            };
            self.code.free(0);
            self.code.bind(label);
            let zero = self.slot(Value::Known(0));
            for cell in cells_of {
                self.code.emit(Op::Store { cell, from: zero });
            }
            let marks: Vec<engine::ids::Cell> = match number.checked_sub(2) {
                None if number == 0 => of_turn.clone(),
                None => of_phase.clone(),
                Some(duration) => {
                    let own = of_durations.iter().filter(|(of, _)| *of == duration);
                    own.map(|(_, first)| *first).collect()
                }
            };
            let values = self.code.constant(vec![0; self.program.cards.len()]);
            for first in marks {
                self.code.emit(Op::ResetAll { first, values });
            }
            self.code.emit(Op::Return {});
        }
    }
}

/// What comes after a phase in its turn.
enum Later<'p> {
    /// These phases.
    Known(&'p [PhaseId]),
    /// What the plan of this turn says.
    Planned,
}

/// Whether an initial value does not depend on how the cards lie, nor on other variables.
fn is_settled(expr: &cgml::model::Expr) -> bool {
    let mut settled = true;
    cgml::model::visit::each_expr(expr, &mut |inner| {
        use cgml::model::ExprKind as Kind;
        settled &= !matches!(
            inner.kind,
            Kind::Zone(..) | Kind::Variable(..) | Kind::Function(..) | Kind::Field(..)
        );
    });
    settled
}

/// The moves of a phase: those it names, and those that name it.
fn moves_of(game: &Game, phase: PhaseId) -> Vec<MoveId> {
    let mut moves = game.phases[phase].moves.clone();
    for (id, a_move) in game.moves.pairs() {
        if a_move.phases.contains(&phase) && !moves.contains(&id) {
            moves.push(id);
        }
    }
    moves.sort_by_key(|id| id.0);
    moves
}
