//! Tests for costs that do not pay them.
//!
//! In general a cost is tried out: a snapshot is taken, the steps are executed, and the snapshot is restored. Most
//! costs are a few steps of which it can be told at once whether they would succeed: enough pieces, capacity of a
//! zone, something to choose. These are only tested.

use cgml::model::{
    ArgumentValue, Callee, DefinitionBody, DefinitionId, ExprKind, Overflow, Step, Type, Zone,
    ZoneId,
};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::parameters::Parameter;
use engine::ids::Slot;
use engine::lists::ListVerb;
use engine::op::Builder;

use crate::abilities::cost_analysis::{Changed, sorted_list, without_worth};
use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::lists::predicate;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    /// Goes on if all costs can be paid, one after the other; nothing is paid.
    pub(crate) fn require_costs(&mut self, costs: &[(&[Step], &Scope)], otherwise: Label) {
        if costs.iter().all(|(steps, _)| steps.is_empty()) {
            return;
        }
        let mut changed = Changed::default();
        let is_clear = costs
            .iter()
            .all(|(steps, _)| self.are_clear(steps, &mut changed, 0));
        if !is_clear || self.plan.setting.open_chance || self.plan.setting.tries_costs {
            return self.try_costs(costs, otherwise);
        }
        let taken = self.code.taken();
        let mut changed = Changed::default();
        for (steps, scope) in costs {
            let mut scope = scope.failing(otherwise);
            self.test_steps(steps, &mut scope, &mut changed);
        }
        self.code.free(taken);
    }

    /// Tries the costs out.
    fn try_costs(&mut self, costs: &[(&[Step], &Scope)], otherwise: Label) {
        let (fail, done, succeeded) = (self.code.label(), self.code.label(), self.code.label());
        self.code.attempt(succeeded);
        for (steps, scope) in costs {
            let mut inner = scope.failing(fail);
            inner.is_cost = true;
            self.steps(steps, &inner);
        }
        self.code.bind(succeeded);
        self.code.end_try();
        self.code.jump(done);
        self.code.bind(fail);
        self.code.end_try();
        self.code.jump(otherwise);
        self.code.bind(done);
    }

    /// Goes on if steps would succeed of which that can be told at once.
    fn test_steps(&mut self, steps: &[Step], scope: &mut Scope, changed: &mut Changed) {
        for step in steps {
            self.test_step(step, scope, changed);
        }
    }

    fn test_step(&mut self, step: &Step, scope: &mut Scope, changed: &mut Changed) {
        let action = match step.callee {
            Callee::Action(action) => action,
            Callee::Effect(id) => return self.test_call(id, step, scope, changed),
        };
        match action {
            ActionKind::Let => {
                let list = sorted_list(self.operand(step, Parameter::Value));
                if let (Some(list), Some(local)) = (list, step.result) {
                    let list = self.gather_elements(list, scope);
                    *scope = scope.with(local, Value::In(list));
                }
            }
            ActionKind::SetVariable | ActionKind::Increment => {
                if let Some(ExprKind::Attribute(_, card)) =
                    self.operand(step, Parameter::Path).map(|path| &path.kind)
                {
                    self.needed(&without_worth(card), scope);
                }
            }
            ActionKind::Flip => {
                let card = self.operand(step, Parameter::Target);
                let card = card.or_else(|| self.operand(step, Parameter::Card));
                if let Some(card) = card.filter(|card| card.ty == Type::Card) {
                    self.needed(card, scope);
                }
            }
            ActionKind::Spend => {
                if let Some(pool) = self.operand(step, Parameter::Pool) {
                    let count = self
                        .number(step, Parameter::Count, scope)
                        .unwrap_or(Value::Known(1));
                    self.require_pieces(pool, count, scope);
                }
            }
            ActionKind::Transfer => self.test_transfer(step, scope),
            ActionKind::ChooseMode => self.test_fork(step, scope, changed),
            ActionKind::RemoveCounter => self.test_counters(step, scope),
            ActionKind::Move => self.test_move(step, scope, changed),
            ActionKind::Choose => self.test_choice(step, scope, changed),
            ActionKind::If => self.test_if(step, scope, changed),
            _ => {}
        }
    }

    fn test_if(&mut self, step: &Step, scope: &mut Scope, changed: &mut Changed) {
        let Some(condition) = self.operand(step, Parameter::Condition) else {
            return;
        };
        if let Some(known) = crate::plan::constants::constant(condition, &self.plan.setting) {
            let branch = if known == 1 {
                Parameter::Then
            } else {
                Parameter::Else
            };
            return self.test_steps(self.inner(step, branch), scope, changed);
        }
        let (otherwise, done) = (self.code.label(), self.code.label());
        self.require(condition, true, otherwise, scope);
        self.test_steps(
            self.inner(step, Parameter::Then),
            &mut scope.clone(),
            changed,
        );
        self.code.jump(done);
        self.code.bind(otherwise);
        self.test_steps(
            self.inner(step, Parameter::Else),
            &mut scope.clone(),
            changed,
        );
        self.code.bind(done);
    }

    /// If all pieces must go, there are enough, and room for them.
    fn test_transfer(&mut self, step: &Step, scope: &Scope) {
        if !self.is_set(step, Parameter::Exactly) {
            return;
        }
        let count = self
            .number(step, Parameter::Count, scope)
            .unwrap_or(Value::Known(1));
        if let Some(pool) = self.operand(step, Parameter::From) {
            self.require_pieces(pool, count, scope);
        }
        if let Some(pool) = self.operand(step, Parameter::To) {
            self.require_capacity_for_pieces(pool, count, scope);
        }
    }

    /// One of the ways can be gone.
    fn test_fork(&mut self, step: &Step, scope: &Scope, changed: &Changed) {
        let Some(ArgumentValue::Modes(modes)) = step.argument(Parameter::Modes) else {
            return;
        };
        let done = self.code.label();
        for mode in modes {
            let next = self.code.label();
            let mut inner = scope.failing(next);
            if let Some(condition) = &mode.condition {
                self.require(condition, true, next, &inner);
            }
            self.test_steps(&mode.steps, &mut inner, &mut changed.clone());
            self.code.jump(done);
            self.code.bind(next);
        }
        self.code.jump(scope.fail);
        self.code.bind(done);
    }

    fn test_counters(&mut self, step: &Step, scope: &Scope) {
        let (Some(card), Some(id)) = (self.operand(step, Parameter::Card), self.counter_of(step))
        else {
            return;
        };
        let count = self
            .number(step, Parameter::Count, scope)
            .unwrap_or(Value::Known(1));
        let card = self.needed(card, scope);
        let first = self.plan.layout.marks.counter(id);
        let a = self.mark(first, card);
        let (a, b) = (self.slot(a), self.slot(count));
        self.code.unless_at_least(a, b, scope.fail);
    }

    fn test_move(&mut self, step: &Step, scope: &Scope, changed: &mut Changed) {
        let (Some(from), Some(to)) = (
            self.operand(step, Parameter::From),
            self.operand(step, Parameter::To),
        ) else {
            return;
        };
        let card = self.needed(from, scope);
        let pile = self.needed(to, scope);
        changed.is_card_gone = true;
        let has_limit = |zone: &ZoneId| {
            let of = &self.game.zones[*zone].zone_type;
            of.capacity.is_some() && of.overflow == Overflow::Refuse
        };
        if !self.zones_of(to).iter().any(has_limit) {
            return;
        }
        // A card that lies there already needs no room.
        let (done, own) = (self.code.label(), self.code.slot());
        let (card, pile) = (self.slot(card), self.slot(pile));
        self.code.pile_of(own, card);
        self.code.unless_different(own, pile, done);
        let zones: Vec<ZoneId> = self.zones_of(to);
        let replaces = zones
            .iter()
            .any(|zone| self.game.zones[*zone].zone_type.overflow != Overflow::Refuse);
        if replaces {
            // Some of the zones make room themselves.
            let piles = self.plan.program.piles.iter();
            let refuses = piles.map(|pile| {
                // A zone that a rehearsal adds is no zone of the game.
                let zone = self.game.zones.iter().nth(usize::from(pile.zone));
                let refuses = |zone: &Zone| zone.zone_type.overflow == Overflow::Refuse;
                i64::from(zone.is_some_and(refuses))
            });
            let refuses = refuses.collect();
            let list = self.code.constant(refuses);
            self.code.look_up(own, list, pile);
            self.code.unless_true(own, done);
        }
        let room = self.free_capacity(pile);
        let a = self.slot(room);
        self.code.unless_from(a, 1, scope.fail);
        self.code.bind(done);
    }

    /// There is enough to choose from, apart from the card of the move where that lies elsewhere by then.
    fn test_choice(&mut self, step: &Step, scope: &mut Scope, changed: &Changed) {
        let Some(from) = self.operand(step, Parameter::From) else {
            return;
        };
        let filter = self.operand(step, Parameter::Where);
        let list = self.code.slot();
        self.code.new_list(list);
        let gone = scope.this.filter(|_| changed.is_card_gone);
        self.each_element(from, scope, &mut |compiler, scope, card, next| {
            if let Some(gone) = gone {
                let (a, b) = (compiler.slot(card), compiler.slot(gone));
                compiler.code.unless_different(a, b, next);
            }
            if let Some(filter) = filter {
                let (local, test) = predicate(filter);
                let inner = scope.with(local, card);
                compiler.require(test, true, next, &inner);
            }
            let value = compiler.slot(card);
            compiler.code.push(list, value);
        });
        let up_to = step.argument(Parameter::UpTo).is_some();
        let least = match self.number(step, Parameter::Count, scope) {
            Some(count) => count,
            None => Value::Known(i64::from(!up_to)),
        };
        self.unless_enough(list, least, scope.fail);
        self.bind_choice(step, list, least, scope);
    }

    /// Binds the answer to one of the choices there are.
    fn bind_choice(&mut self, step: &Step, list: Slot, least: Value, scope: &mut Scope) {
        let Some(local) = step.result else {
            return;
        };
        let to = self.code.slot();
        let is_one =
            step.argument(Parameter::UpTo).is_none() && self.asks_for_one(step, Parameter::Count);
        if is_one {
            let index = self.slot(Value::Known(0));
            self.code.item_at(to, list, index);
        } else {
            let b = self.slot(least);
            self.code.list(ListVerb::Take, to, list, b);
        }
        *scope = scope.with(local, Value::In(to));
    }

    /// The condition of a defined effect holds, and what it needs is there.
    fn test_call(&mut self, id: DefinitionId, step: &Step, scope: &Scope, changed: &mut Changed) {
        let game = self.game;
        let definition = &game.definitions[id];
        let DefinitionBody::Effect(block) = &definition.body else {
            return;
        };
        let mut inner = Scope::new(scope.fail);
        inner.acting = scope.acting;
        self.bind_locals(&mut inner, block);
        for argument in &step.arguments {
            let number = argument.parameter as usize;
            let (ArgumentValue::Expr(expr), Some((_, ty, _))) =
                (&argument.value, definition.params.get(number))
            else {
                continue;
            };
            let value = if *ty == Type::Card {
                self.needed(expr, scope)
            } else {
                self.effect_argument(expr, ty, scope)
            };
            if let Some(local) = inner.locals.get_mut(number) {
                *local = value;
            }
        }
        for (number, (_, _, default)) in definition.params.iter().enumerate() {
            let mut given = step.arguments.iter();
            let is_given = given.any(|argument| argument.parameter as usize == number);
            if let (false, Some(default)) = (is_given, default) {
                let value = self.value(default, scope);
                if let Some(local) = inner.locals.get_mut(number) {
                    *local = value;
                }
            }
        }
        if let Some(condition) = &definition.condition {
            self.require(condition, true, scope.fail, &inner);
        }
        if self.are_sure(&block.steps, &mut changed.clone()) {
            let is_move = |step: &Step| matches!(step.callee, Callee::Action(action) if action == ActionKind::Move);
            changed.is_card_gone |= block.steps.iter().any(is_move);
        } else {
            self.test_steps(&block.steps, &mut inner, changed);
        }
    }
}
