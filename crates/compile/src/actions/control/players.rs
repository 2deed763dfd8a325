//! `FOR_EACH_PLAYER` and `PARALLEL`: one after the other, or all at once.

use cgml::model::{Callee, Expr, ExprKind, Step, Type};
use cgml::vocabulary::actions::Trait;
use cgml::vocabulary::parameters::{Parameter, Word};
use engine::ids::Slot;
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    pub(crate) fn for_each_player(&mut self, step: &Step, scope: &Scope) {
        let order = self.word(step, Parameter::Order);
        let simultaneous = match order {
            Some(order) => order == Word::Simultaneous,
            None => step.argument(Parameter::Players).is_none() && self.plan.uses.direction == 0,
        };
        if simultaneous {
            return self.for_all_players(step, scope);
        }
        let steps = self.inner(step, Parameter::Do);
        let players = self.players_of_loop(step, order, scope);
        self.each_item(players, scope, &mut |compiler, scope, player, next| {
            let mut inner = scope.acted_by(player).failing(next);
            if let Some(local) = step.result {
                inner = inner.with(local, player);
            }
            compiler.steps(steps, &inner);
        });
    }

    /// The players of a loop in their order, as a list.
    fn players_of_loop(&mut self, step: &Step, order: Option<Word>, scope: &Scope) -> Slot {
        let list = match self.operand(step, Parameter::Players) {
            Some(players) if self.is_many(Some(players)) => self.gather(players, scope),
            Some(player) => {
                let value = self.needed(player, scope);
                let value = self.slot(value);
                let list = self.code.slot();
                self.code.new_list(list);
                self.code.push(list, value);
                list
            }
            None => {
                let seats: Vec<i64> = (0..i64::from(self.plan.setting.players)).collect();
                let backwards = match order {
                    Some(order) => order == Word::Counterclockwise,
                    None => self.plan.uses.direction < 0,
                };
                let mut seats = seats;
                if backwards {
                    seats[1..].reverse();
                }
                let constant = self.code.constant(seats);
                let to = self.code.slot();
                self.code.list_of(to, constant);
                to
            }
        };
        let (Some(order), Some(_)) = (order, step.argument(Parameter::Players)) else {
            return list;
        };
        self.by_seat(list, order == Word::Counterclockwise)
    }

    /// The first of a list, and then the others by seat upwards or downwards.
    fn by_seat(&mut self, list: Slot, backwards: bool) -> Slot {
        let players = i64::from(self.plan.setting.players);
        let bits = self.code.slot();
        self.code.seat_bits(bits, list);
        let first = self.code.slot();
        let index = self.slot(Value::Known(0));
        self.code.item_at(first, list, index);
        let ordered = self.code.slot();
        self.code.new_list(ordered);
        let limit = self.slot(Value::Known(players));
        let item = self.code.slot();
        let next = self.code.here();
        let done = self.code.label();
        self.code.each_number(index, limit, item, done);
        let seat = self.code.slot();
        self.code.emit(if backwards {
            Op::Sub {
                to: seat,
                a: first,
                b: item,
            }
        } else {
            Op::Add {
                to: seat,
                a: first,
                b: item,
            }
        });
        self.code.modulo(seat, seat, limit);
        let test = self.code.slot();
        self.code.has_bit(test, bits, seat);
        self.code.unless_true(test, next);
        self.code.push(ordered, seat);
        self.code.jump(next);
        self.code.bind(done);
        ordered
    }

    /// The first step for all players, then the second, and so on. Written out for each seat, so that each
    /// has temporary values of its own.
    fn for_all_players(&mut self, step: &Step, scope: &Scope) {
        let steps = self.inner(step, Parameter::Do);
        let seats = 0..self.plan.setting.players;
        let taking_part = self.operand(step, Parameter::Players).map(|players| {
            let bits = self.seat_bits(Some(players), cgml::model::Who::All, scope);
            self.slot(bits)
        });
        let scopes: Vec<Scope> = seats
            .map(|seat| {
                let player = Value::Known(i64::from(seat));
                let mut inner = scope.acted_by(player);
                inner.locals = self.own_locals(steps, scope);
                inner.is_together = true;
                match step.result {
                    Some(local) => inner.with(local, player),
                    None => inner,
                }
            })
            .collect();
        let may_fail = steps.len() > 1;
        let failed: Vec<Slot> = scopes.iter().map(|_| self.code.slot()).collect();
        if may_fail || taking_part.is_some() {
            for (seat, failed) in failed.iter().enumerate() {
                self.set(*failed, 0);
                if let Some(bits) = taking_part {
                    let out = self.code.label();
                    let done = self.code.label();
                    self.code.unless_bit(bits, seat as u8, out);
                    self.code.jump(done);
                    self.code.bind(out);
                    self.set(*failed, 1);
                    self.code.bind(done);
                }
            }
        }
        for inner_step in steps {
            self.step_for_all(
                inner_step,
                &scopes,
                &failed,
                may_fail || taking_part.is_some(),
            );
        }
    }

    /// The temporary values of one player in a simultaneous loop.
    fn own_locals(&mut self, steps: &[Step], scope: &Scope) -> Vec<Value> {
        let mut locals = scope.locals.clone();
        cgml::model::visit::each_step(steps, &mut |step| {
            if let Some(local) = step.result
                && let Some(value) = locals.get_mut(local.0 as usize)
            {
                *value = Value::In(self.code.slot());
            }
        });
        locals
    }

    /// One step for all players: evaluated for all before it is done for the first.
    fn step_for_all(&mut self, step: &Step, scopes: &[Scope], failed: &[Slot], may_fail: bool) {
        let ends: Vec<Label> = scopes.iter().map(|_| self.code.label()).collect();
        let mut ready: Vec<Step> = Vec::new();
        let mut inner_scopes: Vec<Scope> = Vec::new();
        let has_steps = step
            .arguments
            .iter()
            .any(|argument| matches!(argument.value, cgml::model::ArgumentValue::Steps(_)));
        let asks = is_question(step);
        for (seat, scope) in scopes.iter().enumerate() {
            let out = self.code.label();
            let mut scope = scope.failing(out);
            let skip = self.code.label();
            if may_fail {
                self.code.unless_is(failed[seat], 0, skip);
            }
            let own = if has_steps || asks {
                step.clone()
            } else {
                self.evaluated(step, &mut scope)
            };
            if asks {
                self.step(&own, &scope);
            }
            self.code.jump(skip);
            self.code.bind(out);
            if may_fail {
                self.set(failed[seat], 1);
            }
            self.code.bind(skip);
            ready.push(own);
            inner_scopes.push(scope);
        }
        if asks {
            for end in ends {
                self.code.bind(end);
            }
            return;
        }
        for (seat, (own, scope)) in ready.iter().zip(&inner_scopes).enumerate() {
            let out = self.code.label();
            if may_fail {
                self.code.unless_is(failed[seat], 0, ends[seat]);
            }
            self.step(own, &scope.failing(out));
            self.code.jump(ends[seat]);
            self.code.bind(out);
            if may_fail {
                self.set(failed[seat], 1);
            }
            self.code.bind(ends[seat]);
        }
    }

    /// A step whose parameters are computed already: each becomes a temporary value of its own. What is
    /// always the same, and zones, stay as they are.
    fn evaluated(&mut self, step: &Step, scope: &mut Scope) -> Step {
        let mut own = step.clone();
        for argument in &mut own.arguments {
            let cgml::model::ArgumentValue::Expr(expr) = &mut argument.value else {
                continue;
            };
            if is_fixed(expr) {
                continue;
            }
            let value = match expr.ty {
                Type::List(_) => Value::In(self.gather(expr, scope)),
                Type::Pool if self.wants_pool(step, argument.parameter) => self.pool(expr, scope),
                _ => self.value(expr, scope),
            };
            let kept = match value {
                Value::In(from) => {
                    let to = self.code.slot();
                    self.code.copy(to, from);
                    Value::In(to)
                }
                known @ Value::Known(_) => known,
            };
            scope.locals.push(kept);
            let local = cgml::model::LocalId(scope.locals.len() as u32 - 1);
            expr.kind = ExprKind::Local(local);
        }
        own
    }

    /// True if a parameter is a pool, not how many pieces lie in it.
    fn wants_pool(&self, step: &Step, parameter: u32) -> bool {
        let place = parameter as usize;
        match step.callee {
            Callee::Action(action) => matches!(
                action.parameter_at(place),
                Some(Parameter::Pool | Parameter::From | Parameter::To)
            ),
            Callee::Effect(id) => {
                let param = self.game.definitions[id].params.get(place);
                param.is_some_and(|(_, ty, _)| *ty == Type::Pool)
            }
        }
    }

    pub(crate) fn parallel(&mut self, step: &Step, scope: &Scope) {
        let steps = self.inner(step, Parameter::Do);
        let mut scope = scope.clone();
        let outer = scope.fail;
        let fail = self.code.label();
        scope.fail = fail;
        let any = self.word(step, Parameter::Wait) == Some(Word::Any);
        let succeeded = self.code.slot();
        let failed = self.code.slot();
        self.set(succeeded, 0);
        self.set(failed, 0);
        let held = self.hold_checks();
        let mut ready = Vec::new();
        for inner in steps {
            let has_steps = inner
                .arguments
                .iter()
                .any(|argument| matches!(argument.value, cgml::model::ArgumentValue::Steps(_)));
            let own = if has_steps || is_question(inner) {
                inner.clone()
            } else {
                self.evaluated(inner, &mut scope)
            };
            ready.push(own);
        }
        for own in &ready {
            let out = self.code.label();
            let next = self.code.label();
            self.step(own, &scope.failing(out));
            self.code.add_number(succeeded, succeeded, 1);
            self.code.jump(next);
            self.code.bind(out);
            self.set(failed, 1);
            self.code.bind(next);
        }
        let done = self.code.label();
        self.code.jump(done);
        self.code.bind(fail);
        self.set(failed, 1);
        self.code.bind(done);
        self.release_checks(held);
        self.code.emit(if any {
            Op::UnlessFrom {
                a: succeeded,
                value: 1,
                to: outer.pc(),
            }
        } else {
            Op::UnlessIs {
                a: failed,
                value: 0,
                to: outer.pc(),
            }
        });
    }
}

/// True if a step asks a player.
fn is_question(step: &Step) -> bool {
    match step.callee {
        Callee::Action(action) => action.has(Trait::Asks),
        Callee::Effect(_) => false,
    }
}

/// True if an expression gives the same before and after other players' steps: no need to keep it.
fn is_fixed(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_)
        | ExprKind::Parameter(_)
        | ExprKind::Local(_)
        | ExprKind::Each(..)
        | ExprKind::Who(_) => true,
        // A zone, or a variable that is set: what matters is which, not what is in it.
        ExprKind::Zone(_, owner) | ExprKind::Variable(_, owner) => {
            owner.as_deref().is_none_or(is_fixed)
        }
        ExprKind::PlayerAt(seat) => is_fixed(seat),
        _ => false,
    }
}
