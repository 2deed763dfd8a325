//! The course of the game: setup, states, turns, phases, transitions.
//!
//! Each state becomes a piece of code that goes through its phases again and again:
//!
//! ```text
//! enter ─▶ turn ─▶ phase ─▶ … ─▶ phase ─▶ end of turn ─▶ turn …
//!             └──── an effect breaks it off, or a transition ────▶ leave ─▶ enter another
//! ```

use cgml::model::{State, StateId};
use cgml::vocabulary::events::Trigger;
use engine::ids;
use engine::op::Builder;
use engine::program::cells;

use crate::compiler::Compiler;
use crate::course::phases::Later;
use crate::emit::builder::Label;
use crate::emit::scope::Scope;
use crate::plan::effects::breaks::Break;
use crate::plan::effects::event_keys::EventKey;

/// The places of one state.
pub(crate) struct Places {
    pub(crate) enter: Label,
    pub(crate) leave: Label,
    pub(crate) turn: Label,
    pub(crate) turn_end: Label,
    pub(crate) next_phase: Label,
}

impl<'g> Compiler<'g> {
    /// Writes the whole course of the game.
    pub(crate) fn write_flow(&mut self) {
        let game = self.game;
        let end = self.code.label();
        let decided = self.code.label();
        self.course.end = Some(decided);
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

    fn write_state(&mut self, id: StateId, state: &'g State, all: &[Places], end: Label) {
        let places = &all[id.0 as usize];
        self.begin_part(&state.name);
        self.code.at(state.origin);
        self.code.bind(places.enter);
        self.code.enter_state(ids::State(id.0 as u16));
        self.plan_phases(state);
        let (entered, broken) = (self.code.label(), self.code.label());
        self.happens(EventKey::State(Trigger::StateEnter, id.0), broken);
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
            self.code.broken();
            return;
        }
        let (begin, phases) = (self.code.label(), self.code.label());
        self.code.unless_cell_is(cells::IN_TURN, 0, phases);
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

    /// The place where an effect goes that breaks something off while a state is entered: there is no phase to end, and
    /// perhaps no turn.
    fn write_broken_entry(&mut self, state: &State, places: &Places, entered: Label) {
        if state.phases.is_empty() || !self.plan.uses.breaks {
            return self.write_left_state(places, entered);
        }
        let has_turn = self.code.label();
        self.code.unless_cell_is(cells::IN_TURN, 0, has_turn);
        self.write_left_state(places, entered);
        self.code.bind(has_turn);
        self.write_break(places, entered);
    }

    /// Leaves a state if another one was asked for; goes on otherwise.
    fn write_left_state(&mut self, places: &Places, otherwise: Label) {
        if self.plan.uses.breaks {
            self.code
                .unless_cell_is(cells::NEXT_STATE, -1, places.leave);
            self.forget_break();
        }
        self.code.jump(otherwise);
    }

    /// Resets the break, and makes the requested phase the next one of the plan.
    pub(crate) fn forget_break(&mut self) {
        self.set_break(Break::Nothing);
        if self.plan.uses.plans_phases {
            self.set_cell(cells::NEXT_PHASE, -1);
        }
    }

    /// The first transition whose condition holds is taken: at once, or when the turn has ended if this was
    /// its last phase.
    pub(crate) fn write_transitions(&mut self, state: StateId, places: &Places, later: Later<'_>) {
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
                self.code.count_phases(left);
                self.code.unless_is(left, 0, places.leave);
                self.code.jump(places.turn_end);
            }
        }
    }

    /// Leaves a state, and goes to the one that was asked for.
    fn write_leave(&mut self, id: StateId, all: &[Places]) {
        let places = &all[id.0 as usize];
        self.code.free(0);
        self.code.bind(places.leave);
        if self.plan.uses.breaks {
            self.set_break(Break::Nothing);
        }
        let broken = self.code.label();
        self.happens(EventKey::State(Trigger::StateExit, id.0), broken);
        self.code.bind(broken);
        if self.plan.uses.breaks {
            self.set_break(Break::Nothing);
        }
        let next = self.load(cells::NEXT_STATE);
        let next = self.slot(next);
        self.set_cell(cells::NEXT_STATE, -1);
        let labels: Vec<Label> = all.iter().map(|places| places.enter).collect();
        self.code.switch(next, 0, &labels);
        self.code.broken();
        self.code.free(0);
    }
}

/// True if an initial value does not depend on how the cards lie, nor on other variables.
pub(crate) fn is_settled(expr: &cgml::model::Expr) -> bool {
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
