//! Sets and runs, the groups of elements that belong together, and the best choice of them.

use cgml::model::{Expr, ExprKind, Type};
use cgml::vocabulary::operators::OperatorKind;
use engine::ids::{Column, NOTHING, Slot};
use engine::lists::ListVerb;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::lists::predicate;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    /// Every group of at least so many elements with the same key.
    pub(crate) fn sets(&mut self, list: &Expr, least: &Expr, key: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        let taken = self.code.taken();
        let none = self.code.label();
        self.unless_frequent(to, list, least, key, none, scope);
        let list = self.gather_elements(list, scope);
        let least = self.value_slot(least, scope);
        if let Some(keys) = self.printed_key(key) {
            self.code.printed_sets(to, list, least, keys);
        } else {
            let keys = self.keys(list, key, scope);
            self.code.sets(to, list, least, keys);
        }
        self.code.bind(none);
        self.code.free(taken);
        Value::In(to)
    }

    /// Makes an empty list of sets and goes on elsewhere if the cards of a pile hold none: most piles do not,
    /// and then no list of their cards is needed.
    fn unless_frequent(
        &mut self,
        to: Slot,
        list: &Expr,
        least: &Expr,
        key: &Expr,
        none: Label,
        scope: &Scope,
    ) {
        let least = crate::plan::constants::constant(least, &self.plan.setting);
        let least = least.and_then(|least| u8::try_from(least).ok());
        if let (Some(least @ 1..), Some(keys)) = (least, self.printed_key(key))
            && list.ty == Type::Zone
            && !self.plan.setting.open_chance
        {
            let taken = self.code.taken();
            let pile = self.value_slot(list, scope);
            self.code.new_list(to);
            self.code.unless_frequent(pile, keys, least, none);
            self.code.free(taken);
        }
    }

    /// Every run of at least so many numbers, all with the same key if there is one.
    pub(crate) fn runs(
        &mut self,
        list: &Expr,
        least: &Expr,
        number: &Expr,
        key: Option<&Expr>,
        scope: &Scope,
    ) -> Value {
        let to = self.code.slot();
        let taken = self.code.taken();
        let list = self.gather_elements(list, scope);
        let least = self.value_slot(least, scope);
        let printed = self.printed_key(number);
        if let Some((numbers, keys)) = printed.zip(key.and_then(|key| self.printed_key(key))) {
            self.code.printed_runs(to, list, least, numbers, keys);
        } else {
            let numbers = self.keys(list, number, scope);
            let keys = match key {
                Some(key) => self.keys(list, key, scope),
                None => self.zeros(list, scope),
            };
            self.code.runs(to, list, least, numbers, keys);
        }
        self.code.free(taken);
        Value::In(to)
    }

    /// So many elements of a list, among them a different one for each need; `worth` is what each element adds to the
    /// worth of what it holds.
    pub(crate) fn matching(
        &mut self,
        operands: [&Expr; 4],
        worth: Option<&Expr>,
        scope: &Scope,
    ) -> Value {
        let [list, count, needs, holds] = operands;
        let to = self.code.slot();
        let taken = self.code.taken();
        if let Some((card, sets)) = self.sets_to_match(list, needs, holds) {
            let list = self.gather_elements(list, scope);
            let worth = self.worths(list, worth, scope);
            let count = self.value_slot(count, scope);
            let card = self.value_slot(card, scope);
            let bits = self.code.slot();
            let [needs, holds] = sets.map(|set| self.code.constant(set));
            self.code.look_up(bits, needs, card);
            self.code.matching_sets(to, list, count, bits, holds, worth);
            self.code.free(taken);
            return Value::In(to);
        }
        let list = self.gather_elements(list, scope);
        let worth = self.worths(list, worth, scope);
        let count = self.value_slot(count, scope);
        let needs = self.gather_elements(needs, scope);
        let holds = self.keys_as_lists(list, holds, scope);
        self.code.matching(to, list, count, needs, holds, worth);
        self.code.free(taken);
        Value::In(to)
    }

    /// The worth that each element adds; nothing if all add the same.
    fn worths(&mut self, list: Slot, worth: Option<&Expr>, scope: &Scope) -> Slot {
        match worth {
            Some(worth) => self.keys(list, worth, scope),
            None => self.slot(Value::Known(NOTHING)),
        }
    }

    /// If cards are matched, and what they hold and what is needed is printed: on which card the needs are, and
    /// the needs and what is held of every card, as bits.
    fn sets_to_match<'e>(
        &mut self,
        list: &Expr,
        needs: &'e Expr,
        holds: &Expr,
    ) -> Option<(&'e Expr, [Vec<i64>; 2])> {
        let (local, holds) = predicate(holds);
        let (ExprKind::Property(needed, card), ExprKind::Property(held, of)) =
            (&needs.kind, &holds.kind)
        else {
            return None;
        };
        let is_item = matches!(of.kind, ExprKind::Local(id) if id == local);
        let are_lists = [*needed, *held].iter().all(|id| self.is_list(*id));
        let are_words = matches!(needs.ty.element(), Some(Type::Symbol(_)));
        let are_cards = card.ty == Type::Card && list.ty.element() == Some(&Type::Card);
        if !is_item || !are_lists || !are_words || !are_cards || needs.ty != holds.ty {
            return None;
        }
        Some((
            card,
            [self.printed_sets(*needed)?, self.printed_sets(*held)?],
        ))
    }

    /// For each element of a list, the list of what it holds; one value is a list of one.
    fn keys_as_lists(&mut self, list: Slot, key: &Expr, scope: &Scope) -> Slot {
        let (local, key) = predicate(key);
        let keys = self.code.slot();
        self.code.new_list(keys);
        let is_list = matches!(key.ty, Type::List(_) | Type::Zone);
        self.each_item(list, scope, &mut |compiler, scope, item, _| {
            let inner = scope.with(local, item);
            let value = if is_list {
                compiler.gather_elements(key, &inner)
            } else {
                let value = compiler.value_slot(key, &inner);
                let list = compiler.code.slot();
                compiler.code.new_list(list);
                compiler.code.push(list, value);
                list
            };
            compiler.code.push(keys, value);
        });
        keys
    }

    /// The choice of lists without a common element that weighs most.
    pub(crate) fn packing(&mut self, lists: &Expr, weight: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        let taken = self.code.taken();
        let lists = self.gather_elements(lists, scope);
        let weights = self.keys(lists, weight, scope);
        self.code.packing(to, lists, weights);
        self.code.free(taken);
        Value::In(to)
    }

    /// The elements of lists in one list; of lists that are written out, without a list of them.
    pub(crate) fn flatten(&mut self, lists: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        let taken = self.code.taken();
        match &lists.kind {
            ExprKind::Operator(operation) if operation.operator.kind == OperatorKind::List => {
                let inner = lists.ty.element();
                let mut parts = Vec::new();
                for operand in &operation.operands {
                    parts.push(self.gather_as(operand, inner.unwrap_or(&operand.ty), scope));
                }
                self.code.new_list(to);
                for from in parts {
                    self.code.push_list(to, from);
                }
            }
            _ => {
                let a = self.gather_elements(lists, scope);
                let verb = ListVerb::Flatten;
                self.code.list(verb, to, a, a);
            }
        }
        self.code.free(taken);
        Value::In(to)
    }

    /// The column that a key reads of each card.
    fn printed_key(&self, key: &Expr) -> Option<Column> {
        let (local, key) = predicate(key);
        self.printed_column(key, local)
    }

    /// A zero for each element of a list.
    fn zeros(&mut self, list: Slot, scope: &Scope) -> Slot {
        let zeros = self.code.slot();
        self.code.new_list(zeros);
        self.each_item(list, scope, &mut |compiler, _, _, _| {
            let value = compiler.slot(Value::Known(0));
            compiler.code.push(zeros, value);
        });
        zeros
    }
}
