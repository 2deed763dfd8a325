//! Steps: which action is written by whom, and the simple ones.

use cgml::model::{
    Argument, Callee, DefinitionBody, DefinitionId, EventId, Expr, ExprKind, NameRef, Step, Timing,
    Type, Value as Given, VariableId,
};
use engine::ids::{Cell, NOTHING, Slot};
use engine::op::Op;
use engine::program::{Text, cells};

use crate::compiler::{Compiler, Routine};
use crate::layout::text;
use crate::proceed::Replaced;
use crate::rules::Happening;
use crate::scope::{Context, Scope, Value};

/// What is done with a variable that a path leads to, given whose it is.
type Settable<'b, 'g> = &'b mut dyn FnMut(&mut Compiler<'g>, &Scope, VariableId, Option<Value>);

impl<'g> Compiler<'g> {
    /// Steps, one after the other; a failing one goes to `scope.fail`.
    pub(crate) fn steps(&mut self, steps: &[Step], scope: &Scope) {
        let around = self.code.begin_steps();
        for (number, step) in steps.iter().enumerate() {
            self.code.step(number);
            self.step(step, scope);
        }
        self.code.end_steps(around);
    }

    pub(crate) fn step(&mut self, step: &Step, scope: &Scope) {
        if !self.setting.traces || holds_steps(step) {
            return self.untraced_step(step, scope);
        }
        let (failed, done) = (self.code.label(), self.code.label());
        self.untraced_step(step, &scope.failing(failed));
        self.code.jump(done);
        self.code.bind(failed);
        self.code.at(step.origin);
        self.code.emit(Op::StepFailed {});
        self.code.jump(scope.fail);
        self.code.bind(done);
    }

    fn untraced_step(&mut self, step: &Step, scope: &Scope) {
        let taken = self.code.taken();
        self.code.at(step.origin);
        match step.callee {
            Callee::Action(action) => self.action(action.name, step, scope),
            Callee::Effect(definition) => self.call_effect(definition, step, scope),
        }
        self.changed_by(step, scope);
        self.round_inside(scope);
        self.test_invariants(scope);
        self.code.free(taken);
    }

    fn action(&mut self, name: &str, step: &Step, scope: &Scope) {
        match name {
            "MOVE" => self.move_cards(step, scope),
            "MOVE_ALL" => self.move_all(step, scope),
            "DEAL" => self.deal(step, scope),
            "DEAL_ROUND_ROBIN" => self.deal_round_robin(step, scope),
            "DEAL_ALL" => self.deal_all(step, scope),
            "MILL" => self.mill(step, scope),
            "SWAP" => self.swap(step, scope),
            "SHUFFLE" => self.shuffle(step, scope),
            "REORDER" => self.reorder(step, scope),
            "CHOOSE_RANDOM" => self.choose_random(step, scope),
            "REVEAL" | "CONCEAL" | "PEEK" | "LOOK" => self.show(name, step, scope),
            "REVEAL_MATCHING" => self.show(name, step, scope),
            "FLIP" => self.flip(step, scope),
            "SET_VARIABLE" => self.set_variable(step, scope),
            "INCREMENT" => self.increment(step, scope),
            "LET" => {
                let value = self.operand(step, "value").map(|value| match value.ty {
                    Type::Pool => self.pool(value, scope),
                    _ => self.value(value, scope),
                });
                self.give(step, value.unwrap_or(Value::Known(NOTHING)), scope);
            }
            "SET_STATE" | "SET_PHASE" | "INSERT_PHASE" | "REMOVE_PHASE" | "END_PHASE"
            | "END_TURN" => self.change_course(name, step, scope),
            "SKIP_TURN" | "EXTRA_TURN" | "REVERSE_ORDER" => self.change_turns(name, step, scope),
            "WIN" | "LOSE" | "TIE" => self.decide(name, step, scope),
            "FOR_EACH_PLAYER" => self.for_each_player(step, scope),
            "FOR_EACH" => self.for_each(step, scope),
            "IF" => self.if_else(step, scope),
            "REPEAT" => self.repeat(step, scope),
            "WHILE" => self.while_loop(step, scope),
            "PARALLEL" => self.parallel(step, scope),
            "ATOMIC" => self.atomic(step, scope),
            "TRY" => self.try_else(step, scope),
            "REQUEST_INPUT" => self.request_input(step, scope),
            "CHOOSE" => self.choose(step, scope),
            "CHOOSE_MODE" => self.choose_mode(step, scope),
            "CONFIRM" => self.confirm(step, scope),
            "SEARCH_ZONE" => self.search_zone(step, scope),
            "OFFER" => self.offer(step, scope),
            "EMIT" => self.emit_event(step, scope),
            "PROCEED" => self.proceed(step, scope),
            "RESOLVE" => self.resolve(step, scope),
            "CANCEL" => self.cancel(step, scope),
            "USE" => self.use_move(step, scope),
            "ADD_COUNTER" => self.add_counters(step, scope),
            "REMOVE_COUNTER" => self.remove_counters(step, scope),
            "DELAY" => self.delay(step, scope),
            "ATTACH" => self.attach(step, scope),
            "DETACH" => self.detach(step, scope),
            "STACK" => self.stack(step, scope),
            "CREATE_TOKEN" => self.create_token(step, scope),
            "MODIFY" => self.modify(step, scope),
            "GRANT" => self.grant(step, scope),
            "FORBID" => self.forbid(step, scope),
            "SET_CONTROLLER" => self.set_controller(step, scope),
            "GAIN" | "SPEND" | "REDUCE" | "TRANSFER" => self.transfer(name, step, scope),
            _ => self.not_yet(name, step.origin),
        }
    }

    /// The expression of a parameter.
    pub(crate) fn operand<'s>(&self, step: &'s Step, name: &str) -> Option<&'s Expr> {
        match step.argument(name) {
            Some(Given::Expr(expr) | Given::Each(expr)) => Some(expr),
            _ => None,
        }
    }

    /// The word of a parameter.
    pub(crate) fn word<'s>(&self, step: &'s Step, name: &str) -> Option<&'s str> {
        match step.argument(name) {
            Some(Given::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub(crate) fn is_set(&self, step: &Step, name: &str) -> bool {
        matches!(step.argument(name), Some(Given::Flag(true)))
    }

    pub(crate) fn inner<'s>(&self, step: &'s Step, name: &str) -> &'s [Step] {
        match step.argument(name) {
            Some(Given::Steps(steps)) => steps,
            _ => &[],
        }
    }

    pub(crate) fn prose(&self, step: &Step, name: &str) -> Text {
        match step.argument(name) {
            Some(Given::Prose(prose)) => text("", prose),
            _ => Text::default(),
        }
    }

    /// A number parameter that need not be there.
    pub(crate) fn number(&mut self, step: &Step, name: &str, scope: &Scope) -> Option<Value> {
        let expr = self.operand(step, name)?;
        Some(self.needed(expr, scope))
    }

    /// A value that must be there: the action fails otherwise.
    pub(crate) fn needed(&mut self, expr: &Expr, scope: &Scope) -> Value {
        let value = self.value(expr, scope);
        match value {
            Value::Known(number) if engine::ids::is_missing(number) => {
                self.code.jump(scope.fail);
            }
            Value::Known(_) => {}
            Value::In(a) if self.may_be_missing(expr) => self.code.emit(Op::UnlessThere {
                a,
                to: scope.fail.pc(),
            }),
            Value::In(_) => {}
        }
        value
    }

    /// Whether an expression may have no value.
    pub(crate) fn may_be_missing(&self, expr: &Expr) -> bool {
        !matches!(
            &expr.kind,
            ExprKind::Who(_) | ExprKind::Literal(_) | ExprKind::Parameter(_)
        )
    }

    /// Keeps the result of a step, if it has a name.
    pub(crate) fn give(&mut self, step: &Step, value: Value, scope: &Scope) {
        if let Some(Value::In(to)) = step.result.and_then(|result| scope.local(result)) {
            self.put(to, value);
        }
    }

    fn set_variable(&mut self, step: &Step, scope: &Scope) {
        let (Some(path), Some(value)) = (self.operand(step, "path"), self.operand(step, "value"))
        else {
            return;
        };
        let path_type = match &path.ty {
            Type::List(element) if !matches!(value.ty, Type::List(_) | Type::Zone) => element,
            other => other,
        };
        let from = &value.ty;
        let value = match (from, path_type) {
            (Type::Zone, Type::List(_)) => Value::In(self.gather(value, scope)),
            _ => self.value_as(value, path_type, scope),
        };
        self.unless_no_word(value, from, path_type, scope.fail);
        if let Value::In(a) = value {
            self.unless_failed(a, scope);
        }
        if let ExprKind::Attribute(id, cards) = &path.kind {
            return self.set_attribute(*id, cards, value, scope);
        }
        self.assign(path, value, scope);
    }

    /// Goes to `scope.fail` if a value could not be worked out; nothing is a value here.
    fn unless_failed(&mut self, a: Slot, scope: &Scope) {
        self.code.emit(Op::UnlessWorkedOut {
            a,
            to: scope.fail.pc(),
        });
    }

    fn increment(&mut self, step: &Step, scope: &Scope) {
        let Some(path) = self.operand(step, "path") else {
            return;
        };
        let by = self.number(step, "by", scope).unwrap_or(Value::Known(1));
        if let ExprKind::Attribute(id, cards) = &path.kind {
            return self.add_to_attribute(*id, cards, by, step, scope);
        }
        self.each_settable(path, scope, &mut |compiler, scope, variable, owner| {
            let cell = compiler.cell_of(variable, owner);
            if let (Some(cell), Value::Known(number), None) = (cell, by, step.result)
                && let Ok(value) = i32::try_from(number)
            {
                compiler.code.emit(Op::AddToCell {
                    cell,
                    value,
                    otherwise: scope.fail.pc(),
                });
                return;
            }
            let old = compiler.set_value_of(variable, owner, scope);
            let a = compiler.slot(old);
            let b = compiler.slot(by);
            let to = compiler.code.slot();
            compiler.code.emit(Op::Add { to, a, b });
            compiler.code.emit(Op::UnlessThere {
                a: to,
                to: scope.fail.pc(),
            });
            compiler.store(variable, owner, Value::In(to), scope);
            compiler.give(step, Value::In(to), scope);
        });
    }

    /// Sets what a path leads to: one variable, or that of several players.
    pub(crate) fn assign(&mut self, path: &Expr, value: Value, scope: &Scope) {
        self.each_settable(path, scope, &mut |compiler, scope, variable, owner| {
            compiler.store(variable, owner, value, scope);
        });
    }

    fn each_settable(&mut self, path: &Expr, scope: &Scope, body: Settable<'_, 'g>) {
        match &path.kind {
            ExprKind::Variable(id, None) => body(self, scope, *id, None),
            ExprKind::Variable(id, Some(owner)) if self.is_many(Some(owner)) => {
                let id = *id;
                self.each(owner, scope, &mut |compiler, scope, owner, _| {
                    body(compiler, scope, id, Some(owner));
                });
            }
            ExprKind::Variable(id, Some(owner)) => {
                let value = self.value(owner, scope);
                let value = self.owner_of_variable(*id, owner, value);
                body(self, scope, *id, Some(value));
            }
            ExprKind::Local(id) => {
                self.not_yet(format!("setting {id:?}"), path.origin);
            }
            _ => self.not_yet("setting this", path.origin),
        }
    }

    /// The cell of a variable, if it is known which.
    fn cell_of(&self, id: VariableId, owner: Option<Value>) -> Option<Cell> {
        let first = self.layout.cell(id);
        match owner {
            None => Some(first),
            Some(Value::Known(owner)) if owner >= 0 => Some(Cell(first.0 + owner as u16)),
            Some(_) => None,
        }
    }

    /// Writes a variable whose owner is known already.
    pub(crate) fn store(
        &mut self,
        id: VariableId,
        owner: Option<Value>,
        value: Value,
        scope: &Scope,
    ) {
        let first = self.layout.cell(id);
        let count = self.owners_of(id);
        let otherwise = scope.fail.pc();
        if self.width_of(id) > 1 {
            let index = self.slot(owner.unwrap_or(Value::Known(0)));
            let list = self.slot(value);
            let list = self.kept_form(id, list);
            self.code.emit(Op::StoreList {
                first,
                index,
                count: count.max(1),
                list,
                otherwise,
            });
            return;
        }
        if let (Some(cell), Value::Known(number)) = (self.cell_of(id, owner), value)
            && let Ok(number) = i32::try_from(number)
        {
            return self.set_cell(cell, number);
        }
        let from = self.slot(value);
        match (self.cell_of(id, owner), owner) {
            (Some(cell), _) => self.code.emit(Op::Store { cell, from }),
            (None, Some(Value::In(index))) => self.code.emit(Op::StoreAt {
                first,
                index,
                count: count.into(),
                from,
                otherwise,
            }),
            (None, _) => self.code.jump(scope.fail),
        }
    }

    /// A defined effect: its parameters are the first registers of its own frame.
    fn call_effect(&mut self, id: DefinitionId, step: &Step, scope: &Scope) {
        let each = step
            .arguments
            .iter()
            .find_map(|argument| match &argument.value {
                Given::Each(expr) => Some((argument.parameter, expr)),
                _ => None,
            });
        match each {
            Some((parameter, list)) => {
                let list = self.gather(list, scope);
                self.each_at_once(list, scope, &mut |compiler, scope, item, _| {
                    compiler.call_once(id, step, Some((parameter, item)), scope);
                });
            }
            None => self.call_once(id, step, None, scope),
        }
    }

    fn call_once(
        &mut self,
        id: DefinitionId,
        step: &Step,
        each: Option<(u32, Value)>,
        scope: &Scope,
    ) {
        let game = self.game;
        let definition = &game.definitions[id];
        let taken = self.code.taken();
        let given = |parameter: usize| {
            let found = step
                .arguments
                .iter()
                .find(|argument| argument.parameter as usize == parameter);
            found.map(|Argument { value, .. }| value)
        };
        let mut values = Vec::new();
        for (number, (_, ty, default)) in definition.params.iter().enumerate() {
            let value = match (given(number), each) {
                (_, Some((parameter, item))) if parameter as usize == number => item,
                (Some(Given::Expr(expr)), _) => self.effect_argument(expr, ty, scope),
                (Some(_), _) => {
                    self.not_yet(&definition.name, step.origin);
                    Value::Known(NOTHING)
                }
                (None, _) => match default {
                    Some(default) => self.value(default, scope),
                    None => Value::Known(NOTHING),
                },
            };
            values.push(value);
        }
        let acting = self.acting(scope);
        let first = self.code.slots(values.len() + 1);
        for (number, value) in values.into_iter().enumerate() {
            self.put(Slot(first.0 + 1 + number as u8), value);
        }
        self.put(first, acting);
        let routine = self.routine(Routine::Effect {
            definition: id.0,
            is_setup: scope.is_setup,
            is_cost: scope.is_cost,
        });
        self.code.emit(Op::Call {
            routine: routine.pc(),
            at: first,
            otherwise: scope.fail.pc(),
        });
        self.code.free(taken);
    }

    pub(crate) fn effect_argument(&mut self, expr: &Expr, ty: &Type, scope: &Scope) -> Value {
        match (&expr.ty, ty) {
            (Type::Zone, Type::List(_)) => Value::In(self.gather(expr, scope)),
            _ => self.value_as(expr, ty, scope),
        }
    }

    /// The body of a defined effect: register 0 is the acting player, then its parameters.
    pub(crate) fn write_effect(&mut self, id: DefinitionId, is_setup: bool, is_cost: bool) {
        let game = self.game;
        let definition = &game.definitions[id];
        self.begin_part(&definition.name);
        let DefinitionBody::Effect(block) = &definition.body else {
            return self.not_yet(&definition.name, definition.origin);
        };
        let (fail, done) = (self.code.label(), self.code.label());
        let mut scope = Scope::new(fail);
        scope.is_setup = is_setup;
        scope.is_cost = is_cost;
        let acting = self.code.slot();
        scope.acting = Some(Value::In(acting));
        self.bind_locals(&mut scope, block);
        if let Some(condition) = &definition.condition {
            self.require(condition, true, fail, &scope);
        }
        let event = definition.event.filter(|event| {
            let is_heard = self.is_heard_by_anyone(Happening::Declared(event.0));
            !is_setup && (is_heard || self.rehearsal.is_some())
        });
        // Its parameters are what the event tells, also where the effect gives them other values.
        let told = event.map(|event| self.told_by(event, acting));
        if let Some((event, context)) = told {
            let happening = Happening::Declared(event.0);
            let prepared = self.code.label();
            let player = scope.acting;
            self.run_rules(happening, Timing::Pre, player, context, None, prepared);
            self.code.bind(prepared);
            if self.is_replaceable(happening) {
                let what = Replaced::Effect {
                    definition: id.0,
                    first: acting,
                    is_cost,
                };
                self.run_replacements(happening, what, player, context, None, done);
                let mut values = vec![Value::In(acting)];
                let params = 1..=definition.params.len() as u8;
                values.extend(params.map(|number| Value::In(Slot(acting.0 + number))));
                let on = Routine::EffectOn {
                    definition: id.0,
                    is_cost,
                    again: false,
                };
                self.call_with(on, &values, &scope);
                self.code.jump(done);
            } else {
                self.steps(&block.steps, &scope);
                self.write_happened(event, player, context, done);
            }
        } else {
            self.steps(&block.steps, &scope);
        }
        self.code.bind(done);
        self.code.emit(Op::Return {});
        self.code.bind(fail);
        self.code.emit(Op::Fail {});
    }

    /// A defined effect after everything was asked that replaces it; `again` if it may be replaced by something
    /// else. Registers: the acting player, then its parameters.
    pub(crate) fn write_effect_on(&mut self, id: DefinitionId, is_cost: bool, again: bool) {
        let game = self.game;
        let definition = &game.definitions[id];
        self.begin_part(&definition.name);
        let (DefinitionBody::Effect(block), Some(event)) = (&definition.body, definition.event)
        else {
            return self.code.emit(Op::Return {});
        };
        let (fail, done) = (self.code.label(), self.code.label());
        let mut scope = Scope::new(fail);
        scope.is_cost = is_cost;
        let acting = self.code.slot();
        scope.acting = Some(Value::In(acting));
        self.bind_locals(&mut scope, block);
        let (event, context) = self.told_by(event, acting);
        if again {
            let what = Replaced::Effect {
                definition: id.0,
                first: acting,
                is_cost,
            };
            let happening = Happening::Declared(event.0);
            self.run_replacements(happening, what, scope.acting, context, None, done);
        }
        self.steps(&block.steps, &scope);
        self.write_happened(event, scope.acting, context, done);
        self.code.bind(done);
        self.code.emit(Op::Return {});
        self.code.bind(fail);
        self.code.emit(Op::Fail {});
    }

    /// What the event of a definition tells: a copy of its parameters.
    fn told_by(&mut self, event: EventId, acting: Slot) -> (EventId, Context) {
        let count = self.game.events[event].fields.len();
        let first = self.code.slots(count);
        for number in 0..count as u8 {
            self.code.emit(Op::Copy {
                to: Slot(first.0 + number),
                from: Slot(acting.0 + 1 + number),
            });
        }
        (event, self.declared_context(event, acting, first))
    }

    /// Cells that a step of the course of the game names.
    pub(crate) fn name(&self, step: &Step, parameter: &str) -> Option<NameRef> {
        match step.argument(parameter) {
            Some(Given::Name(name)) => Some(*name),
            _ => None,
        }
    }

    /// After a `SET_STATE` the phase is one of the new state, otherwise one of this turn.
    fn go_to_phase(&mut self, phase: u16, scope: &Scope) {
        let of_new_state = self.code.label();
        let done = self.code.label();
        let cell = cells::NEXT_STATE;
        self.code.emit(Op::UnlessCellIs {
            cell,
            value: -1,
            to: of_new_state.pc(),
        });
        self.code.emit(Op::GoToPhase {
            phase,
            otherwise: scope.fail.pc(),
        });
        self.code.jump(done);
        self.code.bind(of_new_state);
        for (id, state) in self.game.states.pairs() {
            if !state.phases.iter().any(|other| other.0 as u16 == phase) {
                self.code.emit(Op::UnlessCellIsNot {
                    cell,
                    value: id.0 as i32,
                    to: scope.fail.pc(),
                });
            }
        }
        self.code.bind(done);
    }

    fn change_course(&mut self, name: &str, step: &Step, scope: &Scope) {
        let phase = |parameter| match self.name(step, parameter) {
            Some(NameRef::Phase(id)) => id.0 as u16,
            _ => 0,
        };
        match name {
            "SET_STATE" => {
                if let Some(NameRef::State(id)) = self.name(step, "state") {
                    self.set_cell(cells::NEXT_STATE, id.0 as i32);
                    if self.uses.plans_phases {
                        self.set_cell(cells::NEXT_PHASE, -1);
                    }
                    self.set_cell(cells::BREAK, 1);
                }
            }
            "SET_PHASE" if scope.is_setup => self.code.jump(scope.fail),
            "SET_PHASE" => {
                let phase = phase("phase");
                self.go_to_phase(phase, scope);
                self.set_cell(cells::NEXT_PHASE, i32::from(phase));
                self.set_cell(cells::BREAK, 1);
            }
            "INSERT_PHASE" | "REMOVE_PHASE" if scope.is_setup => self.code.jump(scope.fail),
            "INSERT_PHASE" => {
                let (after, phase) = (phase("after"), phase("phase"));
                self.code.emit(Op::InsertPhase {
                    after,
                    phase,
                    otherwise: scope.fail.pc(),
                });
            }
            "REMOVE_PHASE" => {
                let phase = phase("name");
                self.code.emit(Op::RemovePhase { phase });
            }
            "END_PHASE" => self.set_cell(cells::BREAK, 2),
            _ => self.set_cell(cells::BREAK, 3),
        }
    }

    /// Writes a small number into a cell.
    pub(crate) fn set_cell(&mut self, cell: Cell, value: i32) {
        self.code.emit(Op::SetCell { cell, value });
    }

    fn change_turns(&mut self, name: &str, step: &Step, scope: &Scope) {
        if name == "REVERSE_ORDER" {
            return self.code.emit(Op::Reverse {});
        }
        let op = |seat| match name {
            "SKIP_TURN" => Op::SkipTurn { seat },
            _ => Op::ExtraTurn { seat },
        };
        if self.uses.direction == 0 {
            return;
        }
        match self.operand(step, "player") {
            Some(players) if self.is_many(Some(players)) => {
                self.each(players, scope, &mut |compiler, _, player, _| {
                    let seat = compiler.slot(player);
                    compiler.code.emit(op(seat));
                });
            }
            Some(player) => {
                let player = self.needed(player, scope);
                let seat = self.slot(player);
                self.code.emit(op(seat));
            }
            None => {
                let current = self.current();
                let seat = self.slot(current);
                self.code.emit(op(seat));
            }
        }
    }
}

/// True of a step with others inside: they tell of failures themselves.
fn holds_steps(step: &Step) -> bool {
    let mut arguments = step.arguments.iter();
    arguments.any(|argument| matches!(argument.value, Given::Steps(_) | Given::Modes(_)))
}
