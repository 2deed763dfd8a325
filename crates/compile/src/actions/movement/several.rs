//! `MOVE_ALL`, `SWAP`, and cards that go to several zones.

use cgml::model::{ArgumentValue, Expr, Step, Type};
use cgml::vocabulary::parameters::{Parameter, Word};
use engine::ids::Slot;
use engine::lists::ListVerb;
use engine::op::{Builder, Op};
use engine::table::Placement;

use crate::actions::movement::may_be_no_list;
use crate::compiler::Compiler;
use crate::emit::lists::is_zones;
use crate::emit::scope::{Scope, Value};

impl<'g> Compiler<'g> {
    /// From one zone to several: each in turn gets `count`; from several zones to as many, pairwise.
    pub(crate) fn move_to_several(
        &mut self,
        step: &Step,
        from: &Expr,
        to: &Expr,
        how: Placement,
        scope: &Scope,
    ) {
        let limit = self.number(step, Parameter::Count, scope);
        let targets = self.gather(to, scope);
        let result = self.result_list(step, scope);
        if is_zones(&from.ty) {
            let sources = self.gather(from, scope);
            let number = self.code.slot();
            self.set(number, 0);
            self.each_item(sources, scope, &mut |compiler, scope, pile, next| {
                let target = compiler.code.slot();
                compiler.code.item_at(target, targets, number);
                compiler.code.add_number(number, number, 1);
                let inner = scope.failing(next);
                compiler.take_from_top(step, pile, Value::In(target), limit, how, result, &inner);
            });
        } else {
            let pile = self.value(from, scope);
            self.each_item(targets, scope, &mut |compiler, scope, target, _| {
                compiler.take_from_top(step, pile, target, limit, how, result, scope);
            });
        }
        self.finish_result(step, result, scope);
    }

    pub(crate) fn move_all(&mut self, step: &Step, scope: &Scope) {
        let (Some(from), Some(to)) = (
            self.operand(step, Parameter::From),
            self.operand(step, Parameter::To),
        ) else {
            return;
        };
        let filter = step
            .argument(Parameter::Filter)
            .and_then(ArgumentValue::expr);
        let how = self.how(step);
        let result = self.result_list(step, scope);
        let plain = filter.is_none() && result.is_none() && !self.is_heard(scope);
        if plain
            && how == Placement::USUAL
            && let (Some(from), Some(to)) =
                (self.known_pile(from, scope), self.known_pile(to, scope))
        {
            return self.code.move_all(from, to, scope.fail);
        }
        if is_zones(&to.ty) {
            return self.move_all_pairwise(step, from, to, how, scope);
        }
        let to = self.needed(to, scope);
        if plain && (from.ty == Type::Zone || is_zones(&from.ty)) {
            let to = self.slot(to);
            let otherwise = scope.fail.pc();
            let move_pile = |compiler: &mut Compiler<'g>, pile: Value| {
                let from = compiler.slot(pile);
                compiler.code.move_all_at(from, to, how, otherwise);
            };
            if from.ty == Type::Zone {
                let pile = self.needed(from, scope);
                move_pile(self, pile);
            } else {
                self.each(from, scope, &mut |compiler, _, pile, _| {
                    move_pile(compiler, pile)
                });
            }
            return;
        }
        self.in_any_order(from);
        let list = if filter.is_none() && may_be_no_list(from) {
            let list = self.gather(from, scope);
            self.code.unless_there(list, scope.fail);
            list
        } else {
            self.gather_filtered(from, filter, scope)
        };
        self.move_listed(step, list, to, None, how, result, scope);
        self.finish_result(step, result, scope);
    }

    fn move_all_pairwise(
        &mut self,
        step: &Step,
        from: &Expr,
        to: &Expr,
        how: Placement,
        scope: &Scope,
    ) {
        let sources = self.gather(from, scope);
        let targets = self.gather(to, scope);
        let number = self.code.slot();
        // Everything is evaluated before the first card moves.
        let lists = self.code.slot();
        self.code.new_list(lists);
        self.each_item(sources, scope, &mut |compiler, _, pile, _| {
            let list = compiler.code.slot();
            let pile = compiler.slot(pile);
            compiler.code.new_list(list);
            compiler.code.push_pile(list, pile);
            compiler.code.push(lists, list);
        });
        self.set(number, 0);
        self.each_item(lists, scope, &mut |compiler, scope, list, _| {
            let target = compiler.code.slot();
            compiler.code.item_at(target, targets, number);
            compiler.code.add_number(number, number, 1);
            let list = compiler.slot(list);
            compiler.move_listed(step, list, Value::In(target), None, how, None, scope);
        });
    }

    /// The receiving zones, in the order they are served.
    pub(crate) fn targets(&mut self, step: &Step, scope: &Scope) -> Option<Slot> {
        let to = self.operand(step, Parameter::To)?;
        let list = if to.ty == Type::Zone {
            let value = self.needed(to, scope);
            let value = self.slot(value);
            let list = self.code.slot();
            self.code.new_list(list);
            self.code.push(list, value);
            list
        } else {
            self.gather(to, scope)
        };
        if self.word(step, Parameter::Order) == Some(Word::Counterclockwise) {
            return Some(self.backwards(list));
        }
        Some(list)
    }

    /// The first element of a list, and then the others from the last one on.
    fn backwards(&mut self, list: Slot) -> Slot {
        let one = self.slot(Value::Known(1));
        let (first, others) = (self.code.slot(), self.code.slot());
        for (verb, to) in [(ListVerb::Drop, others), (ListVerb::Take, first)] {
            self.code.list(verb, to, list, one);
        }
        self.code.list(ListVerb::Reverse, others, others, others);
        let to = self.code.slot();
        self.code.new_list(to);
        for from in [first, others] {
            self.code.push_list(to, from);
        }
        to
    }

    /// The pile cards are dealt from; an empty one is a failure if `needs_cards`.
    pub(crate) fn source(
        &mut self,
        step: &Step,
        needs_cards: bool,
        scope: &Scope,
    ) -> Option<Value> {
        let from = self.operand(step, Parameter::From)?;
        let from = self.needed(from, scope);
        if needs_cards {
            let first = self.end_of_pile(from, true);
            let a = self.slot(first);
            self.code.unless_there(a, scope.fail);
        }
        Some(from)
    }

    pub(crate) fn swap(&mut self, step: &Step, scope: &Scope) {
        let (Some(first), Some(second)) = (
            self.operand(step, Parameter::First),
            self.operand(step, Parameter::Second),
        ) else {
            return;
        };
        if self.has_pieces_on_cards() || self.has_links() {
            let what = "SWAP in a game with pieces on cards, slots, stacks or tokens";
            return self.not_yet(what, step.origin);
        }
        let of_piles = first.ty == Type::Zone;
        let a = self.needed(first, scope);
        let b = self.needed(second, scope);
        let (a, b) = (self.slot(a), self.slot(b));
        self.code.emit(if of_piles {
            Op::SwapPiles { a, b }
        } else {
            Op::SwapCards { a, b }
        });
    }
}
