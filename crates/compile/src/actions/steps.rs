//! Steps: dispatch of each action to its function, and its parameters.

use cgml::model::{Callee, Expr, ExprKind, NameRef, Step, Type, Value as Given};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::parameters::{Parameter, Word};
use engine::ids::NOTHING;
use engine::op::Builder;
use engine::program::Text;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};
use crate::plan::layout::text;

impl Compiler<'_> {
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
        if !self.plan.setting.traces || holds_steps(step) {
            return self.untraced_step(step, scope);
        }
        let (failed, done) = (self.code.label(), self.code.label());
        self.untraced_step(step, &scope.failing(failed));
        self.code.jump(done);
        self.code.bind(failed);
        self.code.at(step.origin);
        self.code.step_failed();
        self.code.jump(scope.fail);
        self.code.bind(done);
    }

    fn untraced_step(&mut self, step: &Step, scope: &Scope) {
        let taken = self.code.taken();
        self.code.at(step.origin);
        match step.callee {
            Callee::Action(action) => self.action(action, step, scope),
            Callee::Effect(definition) => self.call_effect(definition, step, scope),
        }
        self.changed_by(step, scope);
        self.round_inside(scope);
        self.test_invariants(scope);
        self.code.free(taken);
    }

    fn action(&mut self, action: ActionKind, step: &Step, scope: &Scope) {
        match action {
            ActionKind::Move => self.move_cards(step, scope),
            ActionKind::MoveAll => self.move_all(step, scope),
            ActionKind::Deal => self.deal(step, scope),
            ActionKind::DealRoundRobin => self.deal_round_robin(step, scope),
            ActionKind::DealAll => self.deal_all(step, scope),
            ActionKind::Mill => self.mill(step, scope),
            ActionKind::Swap => self.swap(step, scope),
            ActionKind::Shuffle => self.shuffle(step, scope),
            ActionKind::Reorder => self.reorder(step, scope),
            ActionKind::ChooseRandom => self.choose_random(step, scope),
            ActionKind::Reveal | ActionKind::Conceal | ActionKind::Peek | ActionKind::Look => {
                self.show(action, step, scope)
            }
            ActionKind::RevealMatching => self.show(action, step, scope),
            ActionKind::Flip => self.flip(step, scope),
            ActionKind::SetVariable => self.set_variable(step, scope),
            ActionKind::Increment => self.increment(step, scope),
            ActionKind::Let => self.let_value(step, scope),
            ActionKind::SetState | ActionKind::SetPhase | ActionKind::EndPhase => {
                self.change_course(action, step, scope)
            }
            ActionKind::InsertPhase | ActionKind::RemovePhase | ActionKind::EndTurn => {
                self.change_course(action, step, scope)
            }
            ActionKind::SkipTurn => self.change_turns(action, step, scope),
            ActionKind::ExtraTurn => self.change_turns(action, step, scope),
            ActionKind::ReverseOrder => self.change_turns(action, step, scope),
            ActionKind::Win | ActionKind::Lose | ActionKind::Tie => {
                self.decide(action, step, scope)
            }
            ActionKind::ForEachPlayer => self.for_each_player(step, scope),
            ActionKind::ForEach => self.for_each(step, scope),
            ActionKind::If => self.if_else(step, scope),
            ActionKind::Repeat => self.repeat(step, scope),
            ActionKind::While => self.while_loop(step, scope),
            ActionKind::Parallel => self.parallel(step, scope),
            ActionKind::Atomic => self.atomic(step, scope),
            ActionKind::Try => self.try_else(step, scope),
            ActionKind::RequestInput => self.request_input(step, scope),
            ActionKind::Choose => self.choose(step, scope),
            ActionKind::ChooseMode => self.choose_mode(step, scope),
            ActionKind::Confirm => self.confirm(step, scope),
            ActionKind::SearchZone => self.search_zone(step, scope),
            ActionKind::Offer => self.offer(step, scope),
            ActionKind::Emit => self.emit_event(step, scope),
            ActionKind::Proceed => self.proceed(step, scope),
            ActionKind::Resolve => self.resolve(step, scope),
            ActionKind::Cancel => self.cancel(step, scope),
            ActionKind::Use => self.use_move(step, scope),
            ActionKind::AddCounter => self.add_counters(step, scope),
            ActionKind::RemoveCounter => self.remove_counters(step, scope),
            ActionKind::Delay => self.delay(step, scope),
            ActionKind::Attach => self.attach(step, scope),
            ActionKind::Detach => self.detach(step, scope),
            ActionKind::Stack => self.stack(step, scope),
            ActionKind::CreateToken => self.create_token(step, scope),
            ActionKind::Modify => self.modify(step, scope),
            ActionKind::Grant => self.grant(step, scope),
            ActionKind::Forbid => self.forbid(step, scope),
            ActionKind::SetController => self.set_controller(step, scope),
            ActionKind::Gain | ActionKind::Spend | ActionKind::Reduce | ActionKind::Transfer => {
                self.transfer(action, step, scope)
            }
        }
    }

    /// `LET`: evaluates an expression for `store_as`; without one the value is nothing.
    fn let_value(&mut self, step: &Step, scope: &Scope) {
        let value = self
            .operand(step, Parameter::Value)
            .map(|value| match value.ty {
                Type::Pool => self.pool(value, scope),
                _ => self.value(value, scope),
            });
        self.give(step, value.unwrap_or(Value::Known(NOTHING)), scope);
    }

    /// The expression of a parameter.
    pub(crate) fn operand<'s>(&self, step: &'s Step, parameter: Parameter) -> Option<&'s Expr> {
        match step.argument(parameter) {
            Some(Given::Expr(expr) | Given::Each(expr)) => Some(expr),
            _ => None,
        }
    }

    /// The word of a parameter.
    pub(crate) fn word(&self, step: &Step, parameter: Parameter) -> Option<Word> {
        match step.argument(parameter) {
            Some(Given::Word(word)) => Some(*word),
            _ => None,
        }
    }

    pub(crate) fn is_set(&self, step: &Step, parameter: Parameter) -> bool {
        matches!(step.argument(parameter), Some(Given::Flag(true)))
    }

    pub(crate) fn inner<'s>(&self, step: &'s Step, parameter: Parameter) -> &'s [Step] {
        match step.argument(parameter) {
            Some(Given::Steps(steps)) => steps,
            _ => &[],
        }
    }

    pub(crate) fn prose(&self, step: &Step, parameter: Parameter) -> Text {
        match step.argument(parameter) {
            Some(Given::Prose(prose)) => text("", prose),
            _ => Text::default(),
        }
    }

    /// A number parameter that need not be there.
    pub(crate) fn number(
        &mut self,
        step: &Step,
        parameter: Parameter,
        scope: &Scope,
    ) -> Option<Value> {
        let expr = self.operand(step, parameter)?;
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
            Value::In(a) if self.may_be_missing(expr) => self.code.unless_there(a, scope.fail),
            Value::In(_) => {}
        }
        value
    }

    /// True if an expression may have no value.
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

    /// Cells that a step of the course of the game names.
    pub(crate) fn name(&self, step: &Step, parameter: Parameter) -> Option<NameRef> {
        match step.argument(parameter) {
            Some(Given::Name(name)) => Some(*name),
            _ => None,
        }
    }
}

/// True of a step with others inside: they tell of failures themselves.
fn holds_steps(step: &Step) -> bool {
    let mut arguments = step.arguments.iter();
    arguments.any(|argument| matches!(argument.value, Given::Steps(_) | Given::Modes(_)))
}
