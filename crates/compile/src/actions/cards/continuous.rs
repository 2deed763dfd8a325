//! `MODIFY`, `GRANT`, `FORBID` and `SET_CONTROLLER`.

use cgml::model::Step;
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::parameters::Parameter;
use engine::ids::NOTHING;
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};
use crate::plan::continuous_values::{Layer, Thing, modifiers_of, thing_of};
use crate::plan::durations::address;
use crate::plan::keyword_sources::granted_by;

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
                let amount = compiler.amount_of(modifier, &scope);
                let a = compiler.slot(amount);
                if matches!(amount, Value::In(_)) {
                    let to = scope.fail.pc();
                    compiler.code.emit(match Layer::of(modifier.operation) {
                        Layer::Set => Op::UnlessWorkedOut { a, to },
                        Layer::Multiply | Layer::Divide | Layer::Add => Op::UnlessThere { a, to },
                    });
                }
                let wanted = (thing, Layer::of(modifier.operation));
                let mut modified = compiler.abilities.continuous.modified.iter();
                let what = modified.position(|known| *known == wanted).unwrap_or(0) as i64;
                let last = |compiler: &mut Compiler<'g>, of: Value| {
                    let (card, owner) = match thing {
                        Thing::Variable(_) => (nothing, of),
                        Thing::Property(_) | Thing::Part(..) | Thing::Attribute(_) => (of, nothing),
                    };
                    let mut values = compiler.head(what, card, step, &scope);
                    let since = match compiler.abilities.continuous.clock {
                        Some((_, clock)) => compiler.load(clock),
                        None => nothing,
                    };
                    values.extend([owner, Value::In(a), floor, since]);
                    let done = compiler.code.label();
                    compiler.join_earlier(&rows, &values, wanted.1, done);
                    compiler.begin_to_last(&rows, &values);
                    compiler.code.bind(done);
                };
                match (of, &modifier.target.kind) {
                    (None, _) => last(compiler, Value::Known(0)),
                    (Some(of), cgml::model::ExprKind::Variable(id, _)) => {
                        let id = *id;
                        if compiler.is_many(Some(of)) {
                            compiler.each(of, &scope, &mut |compiler, _, owner, _| {
                                let owner = compiler.owner_of_variable(id, of, owner);
                                last(compiler, owner);
                            });
                        } else {
                            let owner = compiler.needed(of, &scope);
                            let owner = compiler.owner_of_variable(id, of, owner);
                            last(compiler, owner);
                        }
                    }
                    (Some(of), _) => {
                        compiler.each_marked(of, &scope, &mut |compiler, _, card| {
                            last(compiler, card);
                        });
                    }
                }
                compiler.code.free(taken);
            }
        });
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
        let Some(what) = forbidding.position(|known| known.address == address(step)) else {
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
