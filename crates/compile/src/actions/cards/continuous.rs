//! `MODIFY`, `GRANT`, `FORBID` and `SET_CONTROLLER`.

use cgml::model::{Expr, ExprKind, Modifier, Step};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::parameters::Parameter;
use cgml::vocabulary::resolution::Layer;
use engine::ids::{NOTHING, Slot};
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};
use crate::plan::cards::keyword_sources::granted_by;
use crate::plan::effects::continuous_values::{Thing, modifiers_of, thing_of};
use crate::plan::identity::StepId;
use crate::plan::layout::position_tables::PositionTable;

/// A change of a value that lasts.
struct Change {
    /// Its number among the things that are modified.
    what: i64,
    thing: Thing,
    layer: Layer,
    amount: Slot,
    floor: Value,
}

impl<'g> Compiler<'g> {
    pub(crate) fn modify(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(rows)) = (
            self.operand(step, Parameter::Card),
            self.abilities.continuous.durations.modified.clone(),
        ) else {
            return;
        };
        let nothing = Value::Known(NOTHING);
        let floor = self
            .number(step, Parameter::Floor, scope)
            .unwrap_or(nothing);
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            for modifier in modifiers_of(step) {
                let Some((thing, of)) = thing_of(&modifier.target) else {
                    continue;
                };
                let taken = compiler.code.taken();
                let scope = match modifier.card {
                    Some(local) => scope.with(local, card),
                    None => scope.clone(),
                };
                let change = compiler.change(modifier, thing, floor, &scope);
                compiler.each_modified(modifier, of, &scope, &mut |compiler, of| {
                    compiler.begin_change(&rows, &change, of, step, &scope);
                });
                compiler.code.free(taken);
            }
        });
    }

    /// Evaluates the amount of a modifier; fails without one.
    fn change(&mut self, modifier: &Modifier, thing: Thing, floor: Value, scope: &Scope) -> Change {
        let layer = Layer::of(modifier.operation);
        let amount = self.amount_of(modifier, scope);
        let a = self.slot(amount);
        if matches!(amount, Value::In(_)) {
            let to = scope.fail.pc();
            self.code.emit(match layer {
                Layer::Set => Op::UnlessEvaluated { a, to },
                Layer::Multiply | Layer::Divide | Layer::Add => Op::UnlessThere { a, to },
            });
        }
        let mut modified = self.abilities.continuous.modified.iter();
        let what = modified.position(|known| *known == (thing, layer));
        Change {
            what: what.unwrap_or(0) as i64,
            thing,
            layer,
            amount: a,
            floor,
        }
    }

    /// Goes through the cards, or the owners of the variable, that a modifier changes.
    fn each_modified(
        &mut self,
        modifier: &Modifier,
        of: Option<&Expr>,
        scope: &Scope,
        body: &mut dyn FnMut(&mut Compiler<'g>, Value),
    ) {
        match (of, &modifier.target.kind) {
            (None, _) => body(self, Value::Known(0)),
            (Some(of), ExprKind::Variable(id, _)) if self.is_many(Some(of)) => {
                self.each(of, scope, &mut |compiler, _, owner, _| {
                    let owner = compiler.owner_of_variable(*id, of, owner);
                    body(compiler, owner);
                });
            }
            (Some(of), ExprKind::Variable(id, _)) => {
                let owner = self.needed(of, scope);
                let owner = self.owner_of_variable(*id, of, owner);
                body(self, owner);
            }
            (Some(of), _) => {
                self.each_marked(of, scope, &mut |compiler, _, card| body(compiler, card));
            }
        }
    }

    /// A change begins to last, or joins an earlier one.
    fn begin_change(
        &mut self,
        rows: &PositionTable,
        change: &Change,
        of: Value,
        step: &Step,
        scope: &Scope,
    ) {
        let nothing = Value::Known(NOTHING);
        let (card, owner) = match change.thing {
            Thing::Variable(_) => (nothing, of),
            Thing::Property(_) | Thing::Part(..) | Thing::Attribute(_) => (of, nothing),
        };
        let mut values = self.head(change.what, card, step, scope);
        let since = match self.abilities.continuous.clock {
            Some((_, clock)) => self.load(clock),
            None => nothing,
        };
        values.extend([owner, Value::In(change.amount), change.floor, since]);
        let done = self.code.label();
        self.join_earlier(rows, &values, change.layer, done);
        self.begin_to_last(rows, &values);
        self.code.bind(done);
    }

    pub(crate) fn grant(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(rows)) = (
            self.operand(step, Parameter::Card),
            self.abilities.continuous.durations.granted.clone(),
        ) else {
            return;
        };
        let mut given = Vec::new();
        for keyword in granted_by(step) {
            let params = &self.game.keywords[keyword.keyword].params;
            let arguments: Vec<Value> = keyword
                .arguments
                .iter()
                .zip(params)
                .map(|(argument, (_, ty))| self.value_as(argument, ty, scope))
                .collect();
            given.push((keyword.keyword, arguments));
        }
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            for (keyword, arguments) in &given {
                let taken = compiler.code.taken();
                let mut values = compiler.head(i64::from(keyword.0), card, step, scope);
                values.extend(arguments);
                values.resize(rows.width(), Value::Known(NOTHING));
                let done = compiler.code.label();
                if arguments.is_empty() {
                    compiler.unless_it_lasts(&rows, &values, done);
                }
                compiler.begin_to_last(&rows, &values);
                compiler.code.bind(done);
                compiler.code.free(taken);
            }
        });
    }

    pub(crate) fn forbid(&mut self, step: &Step, scope: &Scope) {
        let Some(rows) = self.abilities.continuous.durations.forbidden.clone() else {
            return;
        };
        let mut forbidding = self.abilities.continuous.durations.forbidding.iter();
        let Some(what) = forbidding.position(|known| known.step == StepId::of(step)) else {
            return self.not_yet(ActionKind::Forbid.row().name, step.origin);
        };
        self.require_duration_names(what, step);
        let nothing = Value::Known(NOTHING);
        let player = self
            .number(step, Parameter::Player, scope)
            .unwrap_or(nothing);
        let last = |compiler: &mut Compiler<'g>, scope: &Scope, card: Value| {
            let taken = compiler.code.taken();
            let mut values = compiler.head(what as i64, card, step, scope);
            values.push(player);
            compiler.begin_to_last(&rows, &values);
            compiler.code.free(taken);
        };
        match self.operand(step, Parameter::Card) {
            Some(cards) => self.each_marked(cards, scope, &mut |compiler, scope, card| {
                last(compiler, scope, card);
            }),
            None => last(self, scope, nothing),
        }
    }

    pub(crate) fn set_controller(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(player), Some(rows), Some((controller, home))) = (
            self.operand(step, Parameter::Card),
            self.operand(step, Parameter::Player),
            self.abilities.continuous.durations.controlled.clone(),
            self.abilities.continuous.durations.control,
        ) else {
            return;
        };
        let player = self.needed(player, scope);
        let player = self.slot(player);
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let taken = compiler.code.taken();
            let card = compiler.slot(card);
            let done = compiler.code.label();
            let now = compiler.controller_of(Value::In(card));
            let now = compiler.slot(now);
            compiler.code.unless_different(now, player, done);
            let old = compiler.mark(home, Value::In(card));
            let old = compiler.slot(old);
            let known = compiler.code.label();
            let is_given = compiler.mark(controller, Value::In(card));
            let is_given = compiler.slot(is_given);
            compiler.code.unless_missing(is_given, known);
            compiler.code.pile_of(old, card);
            compiler.code.owner_of(old, old);
            compiler.code.bind(known);
            compiler.go_over(card, player, scope.fail);
            compiler.set_mark(controller, Value::In(card), Value::In(player), scope.fail);
            compiler.set_mark(home, Value::In(card), Value::In(old), scope.fail);
            let mut values = compiler.head(0, Value::In(card), step, scope);
            values.push(Value::In(player));
            compiler.begin_to_last(&rows, &values);
            compiler.code.bind(done);
            compiler.code.free(taken);
        });
    }
}
