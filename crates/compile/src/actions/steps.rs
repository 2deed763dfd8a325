//! Steps: dispatch of each action to its function, and its parameters.

use cgml::model::{ArgumentValue, Callee, Expr, ExprKind, NameRef, Step, Type};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::parameters::{Parameter, Word};
use engine::ids::NOTHING;
use engine::op::{Builder, Op};
use engine::program::Text;

use super::resources::Transfer;
use super::visibility::Showing;
use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};
use crate::plan::effects::breaks::Break;
use crate::plan::texts::text;

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
        use ActionKind as Kind;
        match action {
            Kind::Move => self.move_cards(step, scope),
            Kind::MoveAll => self.move_all(step, scope),
            Kind::Deal => self.deal(step, scope),
            Kind::DealRoundRobin => self.deal_round_robin(step, scope),
            Kind::DealAll => self.deal_all(step, scope),
            Kind::Mill => self.mill(step, scope),
            Kind::Swap => self.swap(step, scope),
            Kind::Shuffle => self.shuffle(step, scope),
            Kind::Reorder => self.reorder(step, scope),
            Kind::ChooseRandom => self.choose_random(step, scope),
            Kind::Reveal | Kind::RevealMatching => self.show(Showing::Reveal, step, scope),
            Kind::Conceal => self.show(Showing::Conceal, step, scope),
            Kind::Peek => self.show(Showing::Peek, step, scope),
            Kind::Look => self.show(Showing::Look, step, scope),
            Kind::Flip => self.flip(step, scope),
            Kind::SetVariable => self.set_variable(step, scope),
            Kind::Increment => self.increment(step, scope),
            Kind::Let => self.let_value(step, scope),
            Kind::SetState => self.set_state(step),
            Kind::SetPhase => self.set_phase(step, scope),
            Kind::InsertPhase => self.insert_phase(step, scope),
            Kind::RemovePhase => self.remove_phase(step, scope),
            Kind::EndPhase => self.set_break(Break::Phase),
            Kind::EndTurn => self.set_break(Break::Turn),
            Kind::SkipTurn => self.change_turns(|seat| Op::SkipTurn { seat }, step, scope),
            Kind::ExtraTurn => self.change_turns(|seat| Op::ExtraTurn { seat }, step, scope),
            Kind::ReverseOrder => self.code.reverse(),
            Kind::Win | Kind::Lose | Kind::Tie => self.decide(action, step, scope),
            Kind::ForEachPlayer => self.for_each_player(step, scope),
            Kind::ForEach => self.for_each(step, scope),
            Kind::If => self.if_else(step, scope),
            Kind::Repeat => self.repeat(step, scope),
            Kind::While => self.while_loop(step, scope),
            Kind::Parallel => self.parallel(step, scope),
            Kind::Atomic => self.atomic(step, scope),
            Kind::Try => self.try_else(step, scope),
            Kind::RequestInput => self.request_input(step, scope),
            Kind::Choose => self.choose(step, scope),
            Kind::ChooseMode => self.choose_mode(step, scope),
            Kind::Confirm => self.confirm(step, scope),
            Kind::SearchZone => self.search_zone(step, scope),
            Kind::Offer => self.offer(step, scope),
            Kind::Emit => self.emit_event(step, scope),
            Kind::Proceed => self.proceed(step, scope),
            Kind::Resolve => self.resolve(step, scope),
            Kind::Cancel => self.cancel(step, scope),
            Kind::Use => self.use_move(step, scope),
            Kind::AddCounter => self.add_counters(step, scope),
            Kind::RemoveCounter => self.remove_counters(step, scope),
            Kind::Delay => self.delay(step, scope),
            Kind::Attach => self.attach(step, scope),
            Kind::Detach => self.detach(step, scope),
            Kind::Stack => self.stack(step, scope),
            Kind::CreateToken => self.create_token(step, scope),
            Kind::Modify => self.modify(step, scope),
            Kind::Grant => self.grant(step, scope),
            Kind::Forbid => self.forbid(step, scope),
            Kind::SetController => self.set_controller(step, scope),
            Kind::Transfer => self.transfer(Transfer::BETWEEN, step, scope),
            Kind::Gain => self.transfer(Transfer::GAIN, step, scope),
            Kind::Spend => self.transfer(Transfer::SPEND, step, scope),
            Kind::Reduce => self.transfer(Transfer::REDUCE, step, scope),
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
        let value = step.argument(parameter)?;
        value.expr().or_else(|| value.each())
    }

    /// The word of a parameter.
    pub(crate) fn word(&self, step: &Step, parameter: Parameter) -> Option<Word> {
        step.argument(parameter)?.word()
    }

    pub(crate) fn is_set(&self, step: &Step, parameter: Parameter) -> bool {
        matches!(step.argument(parameter), Some(ArgumentValue::Flag(true)))
    }

    pub(crate) fn inner<'s>(&self, step: &'s Step, parameter: Parameter) -> &'s [Step] {
        step.argument(parameter).map_or(&[], ArgumentValue::steps)
    }

    pub(crate) fn prose(&self, step: &Step, parameter: Parameter) -> Text {
        let prose = step.argument(parameter).and_then(ArgumentValue::prose);
        prose.map_or_else(Text::default, |prose| text("", prose))
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
        step.argument(parameter)?.name()
    }
}

/// True of a step with others inside: they tell of failures themselves.
fn holds_steps(step: &Step) -> bool {
    let mut arguments = step.arguments.iter();
    arguments.any(|argument| {
        matches!(
            argument.value,
            ArgumentValue::Steps(_) | ArgumentValue::Modes(_)
        )
    })
}
