//! `SHUFFLE`, `REORDER`, `CHOOSE_RANDOM`, `SEARCH_ZONE` and `MILL`.

use cgml::model::{Step, Type};
use cgml::vocabulary::events::Trigger;
use cgml::vocabulary::parameters::{Parameter, Word};
use engine::ids::Slot;
use engine::lists::ListVerb;
use engine::op::{Builder, Op};
use engine::program::{ChoiceKind, Text, ValueKind};
use engine::table::Placement;

use crate::compiler::Compiler;
use crate::emit::lists::{is_zones, predicate};
use crate::emit::questions::{Bounds, Question};
use crate::emit::scope::{Scope, Value};
use crate::plan::effects::event_keys::EventKey;
use crate::routines::Routine;

impl Compiler<'_> {
    pub(crate) fn search_zone(&mut self, step: &Step, scope: &Scope) {
        let Some(zone) = self.operand(step, Parameter::Zone) else {
            return;
        };
        let filter = self.operand(step, Parameter::Filter);
        let seat = self.asked(step, scope);
        let seen = self.gather_filtered(zone, None, scope);
        self.look_through(step, seen, scope);
        let list = self.gather_filtered(zone, filter, scope);
        let least = self
            .number(step, Parameter::Min, scope)
            .unwrap_or(Value::Known(0));
        let most = self
            .number(step, Parameter::Max, scope)
            .unwrap_or(Value::Known(1));
        let question = Question {
            seat,
            prompt: Text::default(),
            secret: true,
            always: self.asks_always(step),
            kind: ChoiceKind::Option,
            name: Text::default(),
            sort: ValueKind::Card,
        };
        let length = self.length_of(list);
        let length = self.slot(length);
        let least = self.at_most(least, length);
        let chosen = self.ask_several(&question, list, &Bounds { least, most }, None, scope);
        if self.is_set(step, Parameter::Reveal) {
            let everyone = (1 << self.plan.setting.players) - 1;
            let seats = self.slot(Value::Known(everyone));
            self.each_item(chosen, scope, &mut |compiler, scope, card, _| {
                let card = compiler.slot(card);
                compiler.reveal(card, seats, scope);
            });
        }
        if zone.ty == Type::Zone && self.asks_for_one(step, Parameter::Max) {
            let index = self.slot(Value::Known(0));
            let to = self.code.slot();
            self.code.item_at(to, chosen, index);
            self.give(step, Value::In(to), scope);
        } else {
            self.give(step, Value::In(chosen), scope);
        }
    }

    /// A player puts the elements of a list into an order, one after the other.
    pub(crate) fn choose_order(&mut self, step: &Step, list: Slot, scope: &Scope) -> Slot {
        let seat = self.asked(step, scope);
        let ask = self.ask_for_several(Text::default(), true);
        let option = self.meaning(ChoiceKind::Option, Text::default(), ValueKind::Card);
        let (chosen, left) = (self.code.slot(), self.code.slot());
        let (meaning, answer) = (self.code.slot(), self.code.slot());
        self.code.new_list(chosen);
        let again = self.code.here();
        let done = self.code.label();
        self.code.list(ListVerb::Except, left, list, chosen);
        self.code.new_choices();
        self.code.offer_list(option, left);
        self.code.unless_choices(done);
        self.code.ask(ask, seat, meaning, answer);
        self.code.push(chosen, answer);
        self.code.jump(again);
        self.code.bind(done);
        chosen
    }
}

impl Compiler<'_> {
    pub(crate) fn mill(&mut self, step: &Step, scope: &Scope) {
        let result = self.result_list(step, scope);
        let (Some(from), Some(to)) = (
            self.operand(step, Parameter::From),
            self.operand(step, Parameter::To),
        ) else {
            return;
        };
        if is_zones(&to.ty) {
            return self.move_to_several(step, from, to, Placement::USUAL, scope);
        }
        if is_zones(&from.ty) {
            let to = self.needed(to, scope);
            let count = self.number(step, Parameter::Count, scope);
            let piles = self.gather(from, scope);
            self.each_item(piles, scope, &mut |compiler, scope, pile, next| {
                let inner = scope.failing(next);
                compiler.take_from_top(step, pile, to, count, Placement::USUAL, result, &inner);
            });
            return self.finish_result(step, result, scope);
        }
        let from = self.needed(from, scope);
        let to = self.needed(to, scope);
        let count = self
            .number(step, Parameter::Count, scope)
            .unwrap_or(Value::Known(1));
        self.take_from_top(step, from, to, Some(count), Placement::USUAL, result, scope);
        self.finish_result(step, result, scope);
    }

    pub(crate) fn shuffle(&mut self, step: &Step, scope: &Scope) {
        let Some(target) = self.operand(step, Parameter::Target) else {
            return;
        };
        if is_zones(&target.ty) {
            self.each(target, scope, &mut |compiler, scope, pile, _| {
                compiler.shuffle_pile(pile, scope);
            });
        } else {
            let pile = self.needed(target, scope);
            self.shuffle_pile(pile, scope);
        }
    }

    fn shuffle_pile(&mut self, pile: Value, scope: &Scope) {
        if scope.is_setup || !self.is_heard_by_anyone(EventKey::Inner(Trigger::Shuffle)) {
            let pile = self.slot(pile);
            return self.arrange(pile, Op::Shuffle { pile });
        }
        let acting = self.acting(scope);
        self.call_with(Routine::Shuffle, &[pile, acting], scope);
    }

    pub(crate) fn choose_random(&mut self, step: &Step, scope: &Scope) {
        let Some(from) = self.operand(step, Parameter::From) else {
            return;
        };
        let list = if is_zones(&from.ty) {
            self.gather_filtered(from, None, scope)
        } else {
            self.gather(from, scope)
        };
        self.unless_empty(list, scope.fail);
        let count = self.number(step, Parameter::Count, scope);
        let count = self.slot(count.unwrap_or(Value::Known(1)));
        let to = self.code.slot();
        self.code.choose_random(to, list, count);
        if !self.asks_for_one(step, Parameter::Count) {
            self.give(step, Value::In(to), scope);
        } else {
            let index = self.slot(Value::Known(0));
            let one = self.code.slot();
            self.code.item_at(one, to, index);
            self.give(step, Value::In(one), scope);
        }
    }

    /// Sorts a zone, or lets a player put it into an order.
    pub(crate) fn reorder(&mut self, step: &Step, scope: &Scope) {
        let Some(target) = self.operand(step, Parameter::Target) else {
            return;
        };
        if is_zones(&target.ty) {
            let piles = self.gather(target, scope);
            self.each_item(piles, scope, &mut |compiler, scope, pile, _| {
                compiler.reorder_pile(step, pile, scope);
            });
        } else {
            let pile = self.needed(target, scope);
            self.reorder_pile(step, pile, scope);
        }
    }

    fn reorder_pile(&mut self, step: &Step, pile: Value, scope: &Scope) {
        let pile = self.slot(pile);
        let list = self.code.slot();
        self.code.new_list(list);
        self.code.push_pile(list, pile);
        // A seat that knew all cards can follow how they are sorted; an order that is chosen is known to the seat that
        // has chosen it.
        let everyone = self.slot(Value::Known((1 << self.plan.setting.players) - 1));
        let (order, seats) = match (
            self.word(step, Parameter::By),
            self.operand(step, Parameter::By),
        ) {
            (Some(Word::Rank), _) => {
                let keys = self.code.slot();
                let column = self.plan.layout.ranks;
                self.code.new_list(keys);
                self.each_item(list, scope, &mut |compiler, _, card, _| {
                    let card = compiler.slot(card);
                    let value = compiler.code.slot();
                    compiler.code.print(value, column, card);
                    compiler.code.push(keys, value);
                });
                (self.sorted(list, keys), everyone)
            }
            (None, Some(key)) => {
                let (local, key) = predicate(key);
                let keys = self.code.slot();
                self.code.new_list(keys);
                self.each_item(list, scope, &mut |compiler, scope, card, _| {
                    let inner = scope.with(local, card);
                    let value = compiler.value_slot(key, &inner);
                    compiler.code.push(keys, value);
                });
                (self.sorted(list, keys), everyone)
            }
            (word, _) => {
                let seats = self.look_through(step, list, scope);
                let chosen = self.choose_order(step, list, scope);
                if word == Some(Word::Bottom) {
                    self.code.list(ListVerb::Reverse, chosen, chosen, chosen);
                }
                (chosen, seats)
            }
        };
        let arrange = Op::Arrange {
            pile,
            list: order,
            seats,
        };
        self.arrange(pile, arrange);
    }

    /// Shows the cards of a list to the player who is asked; gives that player as bits.
    pub(crate) fn look_through(&mut self, step: &Step, list: Slot, scope: &Scope) -> Slot {
        let seat = self.asked(step, scope);
        let (of, seats) = (self.code.slot(), self.code.slot());
        self.code.new_list(of);
        self.code.push(of, seat);
        self.code.seat_bits(seats, of);
        self.each_item(list, scope, &mut |compiler, _, card, _| {
            let card = compiler.slot(card);
            compiler.code.reveal(card, seats);
        });
        seats
    }

    fn sorted(&mut self, list: Slot, keys: Slot) -> Slot {
        let to = self.code.slot();
        self.code.list(ListVerb::SortBy, to, list, keys);
        to
    }
}
