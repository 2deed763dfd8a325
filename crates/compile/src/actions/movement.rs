//! `MOVE`, and the cards and targets of all actions that move cards.

pub(crate) mod deal;
pub(crate) mod several;

use cgml::model::Callee;
use cgml::model::{ArgumentValue, Expr, ExprKind, Step, Type, Who};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::operators::OperatorKind;
use cgml::vocabulary::parameters::{Parameter, Word};
use engine::ids::{Pile, Slot};
use engine::lists::ListVerb;
use engine::op::Builder;
use engine::table::Placement;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::lists::{is_zones, predicate};
use crate::emit::scope::{Scope, Value};
use crate::routines::Routine;

impl<'g> Compiler<'g> {
    /// The placement of a step's cards.
    fn how(&self, step: &Step) -> Placement {
        let place = match self.word(step, Parameter::At) {
            Some(Word::Bottom) => Placement::BOTTOM,
            Some(Word::Top) => Placement::TOP,
            _ => Placement::USUAL,
        };
        match self.word(step, Parameter::Face) {
            Some(Word::Up) => place.and(Placement::UP),
            Some(Word::Down) => place.and(Placement::DOWN),
            _ => place,
        }
    }

    /// True if rules listen when cards move, or room must be made for them.
    fn is_heard(&self, scope: &Scope) -> bool {
        !self.zones.managed.is_empty()
            || self.has_first_counters()
            || self.follows_cards()
            || self.has_pieces_on_cards()
            || self.has_links()
            || !scope.is_setup && self.plan.uses.listens_to_moves
    }

    /// Moves one card: by an op where nobody listens, by the routine that tells the rules otherwise.
    pub(crate) fn move_one(&mut self, card: Value, to: Value, how: Placement, scope: &Scope) {
        let otherwise = scope.fail.pc();
        let taken = self.code.taken();
        if !self.is_heard(scope) {
            let (card, to) = (self.slot(card), self.slot(to));
            self.code.move_card(card, to, how, otherwise);
            self.code.free(taken);
            return;
        }
        let acting = self.acting(scope);
        self.ask_for_slot(self.zones.asking_slot);
        let routine = Routine::Move {
            how,
            is_setup: scope.is_setup,
        };
        self.call_with(routine, &[card, to, acting], scope);
        self.code.free(taken);
    }

    pub(crate) fn move_cards(&mut self, step: &Step, scope: &Scope) {
        self.zones.asking_slot = self.number(step, Parameter::Slot, scope);
        self.zones.slots_differ |= self.zones.asking_slot.is_some();
        self.move_from(step, scope);
        self.zones.asking_slot = None;
    }

    fn move_from(&mut self, step: &Step, scope: &Scope) {
        let (Some(from), Some(to)) = (
            self.operand(step, Parameter::From),
            self.operand(step, Parameter::To),
        ) else {
            return;
        };
        let count = self.operand(step, Parameter::Count);
        let filter = step
            .argument(Parameter::Filter)
            .and_then(ArgumentValue::expr);
        let how = self.how(step);
        if is_zones(&to.ty) {
            return self.move_to_several(step, from, to, how, scope);
        }
        let result = self.result_list(step, scope);
        if let Some((from, to)) = self.known_top(from, to, scope)
            && filter.is_none()
            && count.is_none()
            && how == Placement::USUAL
            && !self.is_heard(scope)
            && step.result.is_none()
        {
            return self.code.move_top(from, to, scope.fail);
        }
        let to = self.needed(to, scope);
        let limit = count.map(|count| self.needed(count, scope));
        if from.ty == Type::Zone && filter.is_none() {
            let pile = self.needed(from, scope);
            self.take_from_top(step, pile, to, limit, how, result, scope);
        } else if is_zones(&from.ty) && filter.is_none() {
            let piles = self.gather(from, scope);
            self.each_item(piles, scope, &mut |compiler, scope, pile, next| {
                let inner = scope.failing(next);
                compiler.take_from_top(step, pile, to, limit, how, result, &inner);
            });
        } else if from.ty == Type::Card && filter.is_none() {
            let card = self.needed(from, scope);
            self.move_one(card, to, how, scope);
            self.note(step, card, result, scope);
        } else {
            let list = self.gather_filtered(from, filter, scope);
            self.unless_empty(list, scope.fail);
            let zone_alone = from.ty == Type::Zone && limit.is_none();
            let limit = if zone_alone {
                Some(Value::Known(1))
            } else {
                limit
            };
            self.move_listed(step, list, to, limit, how, result, scope);
        }
        self.finish_result(step, result, scope);
    }

    /// The piles of a step that moves the top card between piles which are known.
    fn known_top(&mut self, from: &Expr, to: &Expr, scope: &Scope) -> Option<(Pile, Pile)> {
        let from = match &from.kind {
            ExprKind::Operator(operation) if operation.operator.kind == OperatorKind::Top => {
                &operation.operands[0]
            }
            ExprKind::Field(FieldKind::Top | FieldKind::TopCard, zone) => zone,
            _ => from,
        };
        let (from, to) = (self.known_pile(from, scope)?, self.known_pile(to, scope)?);
        Some((from, to))
    }

    /// The pile that an expression always names.
    pub(crate) fn known_pile(&mut self, zone: &Expr, scope: &Scope) -> Option<Pile> {
        let ExprKind::Zone(id, owner) = &zone.kind else {
            return None;
        };
        if zone.ty != Type::Zone {
            return None;
        }
        let owner = match owner.as_deref() {
            None => None,
            Some(owner) => match owner.kind {
                ExprKind::Local(_)
                | ExprKind::PlayerAt(_)
                | ExprKind::Who(Who::Acting | Who::Current) => {
                    let taken = self.code.taken();
                    let before = self.code.ops.len();
                    let value = self.value(owner, scope);
                    if let Value::In(_) = value {
                        self.code.ops.truncate(before);
                        self.code.spans.truncate(before);
                        self.code.free(taken);
                        return None;
                    }
                    Some(value)
                }
                _ => return None,
            },
        };
        match self.zone_of(*id, owner) {
            Value::Known(pile) if pile >= 0 => Some(Pile(pile as u16)),
            _ => None,
        }
    }

    /// A list for the cards that moved, if they are wanted.
    pub(crate) fn result_list(&mut self, step: &Step, scope: &Scope) -> Option<Slot> {
        let result = step.result.and_then(|result| scope.local(result))?;
        let Value::In(_) = result else {
            return None;
        };
        let list = self.code.slot();
        self.code.new_list(list);
        Some(list)
    }

    fn note(&mut self, _: &Step, card: Value, result: Option<Slot>, _: &Scope) {
        if let Some(list) = result {
            let value = self.slot(card);
            self.code.push(list, value);
        }
    }

    /// Gives the cards that moved to the step's result: a list, or the only card.
    pub(crate) fn finish_result(&mut self, step: &Step, result: Option<Slot>, scope: &Scope) {
        let Some(list) = result else {
            return;
        };
        if self.gives_one(step) {
            let index = self.slot(Value::Known(0));
            let to = self.code.slot();
            self.code.item_at(to, list, index);
            self.give(step, Value::In(to), scope);
        } else {
            self.give(step, Value::In(list), scope);
        }
    }

    /// True if a step's result is one card, as the checker decided.
    fn gives_one(&self, step: &Step) -> bool {
        let from = [Parameter::From, Parameter::Target, Parameter::Zone]
            .into_iter()
            .find_map(|parameter| self.operand(step, parameter));
        let Callee::Action(action) = step.callee else {
            return false;
        };
        match from.map(|from| &from.ty) {
            Some(Type::Card) => true,
            Some(Type::Zone) => {
                matches!(
                    action,
                    ActionKind::Move | ActionKind::Mill | ActionKind::Deal
                ) && self.asks_for_one(step, Parameter::Count)
                    || action == ActionKind::SearchZone && self.asks_for_one(step, Parameter::Max)
            }
            _ => false,
        }
    }

    /// True if a number is left out, or written as 1.
    pub(crate) fn asks_for_one(&self, step: &Step, parameter: Parameter) -> bool {
        self.operand(step, parameter)
            .is_none_or(|count| count.kind == ExprKind::Literal(cgml::model::Literal::Number(1)))
    }

    /// Moves cards from the top of a pile: one, or as many as there are up to a number.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn take_from_top(
        &mut self,
        step: &Step,
        from: Value,
        to: Value,
        limit: Option<Value>,
        how: Placement,
        result: Option<Slot>,
        scope: &Scope,
    ) {
        let Some(limit) = limit else {
            let card = self.end_of_pile(from, true);
            let a = self.slot(card);
            self.code.unless_there(a, scope.fail);
            self.move_one(card, to, how, scope);
            self.note(step, card, result, scope);
            return;
        };
        let index = self.code.slot();
        let item = self.code.slot();
        self.set(index, 0);
        let limit = self.slot(limit);
        let done = self.code.label();
        let next = self.code.label();
        // An empty source is a failure, unless nothing was to be moved.
        self.code.unless_from(limit, 1, done);
        let first = self.end_of_pile(from, true);
        let first = self.slot(first);
        self.code.unless_there(first, scope.fail);
        if scope.is_cost {
            let pile = self.slot(from);
            let count = self.code.slot();
            self.code.count_at(count, pile);
            self.code.unless_at_least(count, limit, scope.fail);
        }
        let moment = self.begin_moment();
        let (ended, failed) = (self.code.label(), self.code.label());
        self.code.bind(next);
        self.code.each_number(index, limit, item, ended);
        let card = self.end_of_pile(from, true);
        let a = self.slot(card);
        self.code.unless_there(a, ended);
        self.next_in_moment(moment);
        let inner = match moment {
            Some(_) => scope.failing(failed),
            None => scope.clone(),
        };
        self.move_one(card, to, how, &inner);
        self.note(step, card, result, &inner);
        self.code.jump(next);
        self.code.bind(ended);
        if moment.is_some() {
            self.end_moment_or_fail(moment, failed, scope.fail);
        }
        self.code.bind(done);
    }

    /// Moves the cards of a list, or the first so many of them.
    #[allow(clippy::too_many_arguments)]
    fn move_listed(
        &mut self,
        step: &Step,
        list: Slot,
        to: Value,
        limit: Option<Value>,
        how: Placement,
        result: Option<Slot>,
        scope: &Scope,
    ) {
        let list = match limit {
            None => list,
            Some(limit) => {
                let b = self.slot(limit);
                let taken = self.code.slot();
                self.code.list(ListVerb::Take, taken, list, b);
                if scope.is_cost {
                    let length = self.code.slot();
                    self.code.length(length, taken);
                    self.code.unless_at_least(length, b, scope.fail);
                }
                taken
            }
        };
        self.each_at_once(list, scope, &mut |compiler, scope, card, _| {
            compiler.move_one(card, to, how, scope);
            compiler.note(step, card, result, scope);
        });
    }

    pub(crate) fn unless_empty(&mut self, list: Slot, fail: Label) {
        let a = self.code.slot();
        self.code.length(a, list);
        self.code.unless_from(a, 1, fail);
    }

    /// A list of the cards of a zone, of zones, or of a list, that pass a filter.
    pub(crate) fn gather_filtered(
        &mut self,
        from: &Expr,
        filter: Option<&Expr>,
        scope: &Scope,
    ) -> Slot {
        let is_list = from.ty == Type::Zone || matches!(from.ty, Type::List(_));
        if filter.is_none() && is_list && !is_zones(&from.ty) {
            return self.gather(from, scope);
        }
        let list = self.code.slot();
        self.code.new_list(list);
        self.each_element(from, scope, &mut |compiler, scope, card, next| {
            if let Some(filter) = filter {
                let (local, test) = predicate(filter);
                let inner = scope.with(local, card);
                compiler.require(test, true, next, &inner);
            }
            let value = compiler.slot(card);
            compiler.code.push(list, value);
        });
        list
    }

    /// As [`Self::gather`], but of zones the list has their cards.
    pub(crate) fn gather_elements(&mut self, list: &Expr, scope: &Scope) -> Slot {
        if is_zones(&list.ty) {
            return self.gather_filtered(list, None, scope);
        }
        self.gather(list, scope)
    }

    /// Goes through cards: of a zone, of several zones, of a list, or one card alone.
    pub(crate) fn each_element(
        &mut self,
        from: &Expr,
        scope: &Scope,
        body: &mut dyn FnMut(&mut Compiler<'g>, &Scope, Value, Label),
    ) {
        if is_zones(&from.ty) {
            self.each(from, scope, &mut |compiler, scope, pile, _| {
                compiler.each_card(pile, scope, body);
            });
        } else if from.ty == Type::Zone || matches!(from.ty, Type::List(_) | Type::Any) {
            self.each(from, scope, body);
        } else {
            let next = self.code.label();
            let value = self.value(from, scope);
            if let Value::In(a) = value {
                self.code.unless_there(a, next);
            }
            body(self, scope, value, next);
            self.code.bind(next);
        }
    }

    /// Calls a routine whose first registers are these values.
    pub(crate) fn call_with(&mut self, routine: Routine, values: &[Value], scope: &Scope) {
        let taken = self.code.taken();
        let at = self.code.slots(values.len());
        for (number, value) in values.iter().enumerate() {
            self.put(Slot(at.0 + number as u8), *value);
        }
        let routine = self.routine(routine);
        self.code.call(routine, at, scope.fail);
        self.code.free(taken);
    }
}

/// True if an expression may give nothing in place of a list of cards.
fn may_be_no_list(expr: &Expr) -> bool {
    let is_kept = match &expr.kind {
        ExprKind::Local(_) => true,
        ExprKind::Operator(operation) => operation.operator.kind == OperatorKind::Matching,
        _ => false,
    };
    is_kept && expr.ty.element() == Some(&Type::Card)
}
