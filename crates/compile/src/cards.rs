//! Actions that move cards, or show them.

use cgml::model::{Expr, ExprKind, Step, Type, Value as Given, Who};
use engine::ids::{Pile, Slot};
use engine::lists::ListVerb;
use engine::op::Op;
use engine::table::How;

use crate::code::Label;
use crate::compiler::{Compiler, Routine};
use crate::list::{is_zones, predicate};
use crate::rules::Happening;
use crate::scope::{Scope, Value};

impl<'g> Compiler<'g> {
    /// How the cards of a step are put.
    fn how(&self, step: &Step) -> How {
        let place = match self.word(step, "at") {
            Some("bottom") => How::BOTTOM,
            Some("top") => How::TOP,
            _ => How::USUAL,
        };
        match self.word(step, "face") {
            Some("up") => place.and(How::UP),
            Some("down") => place.and(How::DOWN),
            _ => place,
        }
    }

    /// Whether rules listen when cards move, or room must be made for them.
    fn is_heard(&self, scope: &Scope) -> bool {
        !self.managed.is_empty()
            || self.has_first_counters()
            || self.follows_cards()
            || self.has_pieces_on_cards()
            || self.has_links()
            || !scope.is_setup && self.uses.listens_to_moves
    }

    /// Moves one card: by an op where nobody listens, by the routine that tells the rules otherwise.
    pub(crate) fn move_one(&mut self, card: Value, to: Value, how: How, scope: &Scope) {
        let otherwise = scope.fail.pc();
        let taken = self.code.taken();
        if !self.is_heard(scope) {
            let (card, to) = (self.slot(card), self.slot(to));
            self.code.emit(Op::MoveCard {
                card,
                to,
                how: how.0,
                otherwise,
            });
            self.code.free(taken);
            return;
        }
        let acting = self.acting(scope);
        self.ask_for_slot(self.asking_slot);
        let routine = Routine::Move {
            how: how.0,
            is_setup: scope.is_setup,
        };
        self.call_with(routine, &[card, to, acting], scope);
        self.code.free(taken);
    }

    pub(crate) fn move_cards(&mut self, step: &Step, scope: &Scope) {
        self.asking_slot = self.number(step, "slot", scope);
        self.slots_differ |= self.asking_slot.is_some();
        self.move_from(step, scope);
        self.asking_slot = None;
    }

    fn move_from(&mut self, step: &Step, scope: &Scope) {
        let (Some(from), Some(to)) = (self.operand(step, "from"), self.operand(step, "to")) else {
            return;
        };
        let count = self.operand(step, "count");
        let filter = match step.argument("filter") {
            Some(Given::Expr(filter)) => Some(filter),
            _ => None,
        };
        let how = self.how(step);
        if is_zones(&to.ty) {
            return self.move_to_several(step, from, to, how, scope);
        }
        let result = self.result_list(step, scope);
        if let Some((from, to)) = self.known_top(from, to, scope)
            && filter.is_none()
            && count.is_none()
            && how == How::USUAL
            && !self.is_heard(scope)
            && step.result.is_none()
        {
            return self.code.emit(Op::MoveTop {
                from,
                to,
                otherwise: scope.fail.pc(),
            });
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
            ExprKind::Operator(operation) if operation.operator.name == "top" => {
                &operation.operands[0]
            }
            ExprKind::Field("top" | "top_card", zone) => zone,
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
    fn result_list(&mut self, step: &Step, scope: &Scope) -> Option<Slot> {
        let result = step.result.and_then(|result| scope.local(result))?;
        let Value::In(_) = result else {
            return None;
        };
        let list = self.code.slot();
        self.code.emit(Op::NewList { to: list });
        Some(list)
    }

    fn note(&mut self, _: &Step, card: Value, result: Option<Slot>, _: &Scope) {
        if let Some(list) = result {
            let value = self.slot(card);
            self.code.emit(Op::Push { list, value });
        }
    }

    /// Gives the cards that moved to the step's result: a list, or the only card.
    fn finish_result(&mut self, step: &Step, result: Option<Slot>, scope: &Scope) {
        let Some(list) = result else {
            return;
        };
        if self.gives_one(step) {
            let index = self.slot(Value::Known(0));
            let to = self.code.slot();
            self.code.emit(Op::ItemAt { to, list, index });
            self.give(step, Value::In(to), scope);
        } else {
            self.give(step, Value::In(list), scope);
        }
    }

    /// Whether a step's result is one card, as the checker decided.
    fn gives_one(&self, step: &Step) -> bool {
        let from = ["from", "target", "zone"]
            .iter()
            .find_map(|name| self.operand(step, name));
        let name = match step.callee {
            cgml::model::Callee::Action(action) => action.name,
            cgml::model::Callee::Effect(_) => "",
        };
        match from.map(|from| &from.ty) {
            Some(Type::Card) => true,
            Some(Type::Zone) => {
                ["MOVE", "MILL", "DEAL"].contains(&name) && self.asks_for_one(step, "count")
                    || name == "SEARCH_ZONE" && self.asks_for_one(step, "max")
            }
            _ => false,
        }
    }

    /// Whether a number is left out, or written as 1.
    pub(crate) fn asks_for_one(&self, step: &Step, name: &str) -> bool {
        self.operand(step, name)
            .is_none_or(|count| count.kind == ExprKind::Literal(cgml::model::Literal::Number(1)))
    }

    /// Moves cards from the top of a pile: one, or as many as there are up to a number.
    #[allow(clippy::too_many_arguments)]
    fn take_from_top(
        &mut self,
        step: &Step,
        from: Value,
        to: Value,
        limit: Option<Value>,
        how: How,
        result: Option<Slot>,
        scope: &Scope,
    ) {
        let Some(limit) = limit else {
            let card = self.end_of_pile(from, true);
            let a = self.slot(card);
            self.code.emit(Op::UnlessThere {
                a,
                to: scope.fail.pc(),
            });
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
        self.code.emit(Op::UnlessFrom {
            a: limit,
            value: 1,
            to: done.pc(),
        });
        let first = self.end_of_pile(from, true);
        let first = self.slot(first);
        self.code.emit(Op::UnlessThere {
            a: first,
            to: scope.fail.pc(),
        });
        if scope.is_cost {
            let pile = self.slot(from);
            let count = self.code.slot();
            self.code.emit(Op::CountAt { to: count, pile });
            self.code.emit(Op::UnlessAtLeast {
                a: count,
                b: limit,
                to: scope.fail.pc(),
            });
        }
        let moment = self.begin_moment();
        let (ended, failed) = (self.code.label(), self.code.label());
        self.code.bind(next);
        self.code.emit(Op::EachNumber {
            index,
            limit,
            item,
            done: ended.pc(),
        });
        let card = self.end_of_pile(from, true);
        let a = self.slot(card);
        self.code.emit(Op::UnlessThere { a, to: ended.pc() });
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
        how: How,
        result: Option<Slot>,
        scope: &Scope,
    ) {
        let list = match limit {
            None => list,
            Some(limit) => {
                let b = self.slot(limit);
                let taken = self.code.slot();
                self.code.emit(Op::List {
                    verb: ListVerb::Take,
                    to: taken,
                    a: list,
                    b,
                });
                if scope.is_cost {
                    let length = self.code.slot();
                    self.code.emit(Op::Length {
                        to: length,
                        list: taken,
                    });
                    self.code.emit(Op::UnlessAtLeast {
                        a: length,
                        b,
                        to: scope.fail.pc(),
                    });
                }
                taken
            }
        };
        self.each_at_once(list, scope, &mut |compiler, scope, card, _| {
            compiler.move_one(card, to, how, scope);
            compiler.note(step, card, result, scope);
        });
    }

    fn unless_empty(&mut self, list: Slot, fail: Label) {
        let a = self.code.slot();
        self.code.emit(Op::Length { to: a, list });
        self.code.emit(Op::UnlessFrom {
            a,
            value: 1,
            to: fail.pc(),
        });
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
        self.code.emit(Op::NewList { to: list });
        self.each_element(from, scope, &mut |compiler, scope, card, next| {
            if let Some(filter) = filter {
                let (local, test) = predicate(filter);
                let inner = scope.with(local, card);
                compiler.require(test, true, next, &inner);
            }
            let value = compiler.slot(card);
            compiler.code.emit(Op::Push { list, value });
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
                self.code.emit(Op::UnlessThere { a, to: next.pc() });
            }
            body(self, scope, value, next);
            self.code.bind(next);
        }
    }

    /// From one zone to several: each in turn gets `count`; from several zones to as many, pairwise.
    fn move_to_several(&mut self, step: &Step, from: &Expr, to: &Expr, how: How, scope: &Scope) {
        let limit = self.number(step, "count", scope);
        let targets = self.gather(to, scope);
        let result = self.result_list(step, scope);
        if is_zones(&from.ty) {
            let sources = self.gather(from, scope);
            let number = self.code.slot();
            self.set(number, 0);
            self.each_item(sources, scope, &mut |compiler, scope, pile, next| {
                let target = compiler.code.slot();
                compiler.code.emit(Op::ItemAt {
                    to: target,
                    list: targets,
                    index: number,
                });
                compiler.code.emit(Op::AddNumber {
                    to: number,
                    a: number,
                    value: 1,
                });
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
        let (Some(from), Some(to)) = (self.operand(step, "from"), self.operand(step, "to")) else {
            return;
        };
        let filter = match step.argument("filter") {
            Some(Given::Expr(filter)) => Some(filter),
            _ => None,
        };
        let how = self.how(step);
        let result = self.result_list(step, scope);
        let plain = filter.is_none() && result.is_none() && !self.is_heard(scope);
        if plain
            && how == How::USUAL
            && let (Some(from), Some(to)) =
                (self.known_pile(from, scope), self.known_pile(to, scope))
        {
            return self.code.emit(Op::MoveAll {
                from,
                to,
                otherwise: scope.fail.pc(),
            });
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
                compiler.code.emit(Op::MoveAllAt {
                    from,
                    to,
                    how: how.0,
                    otherwise,
                });
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
            self.code.emit(Op::UnlessThere {
                a: list,
                to: scope.fail.pc(),
            });
            list
        } else {
            self.gather_filtered(from, filter, scope)
        };
        self.move_listed(step, list, to, None, how, result, scope);
        self.finish_result(step, result, scope);
    }

    fn move_all_pairwise(&mut self, step: &Step, from: &Expr, to: &Expr, how: How, scope: &Scope) {
        let sources = self.gather(from, scope);
        let targets = self.gather(to, scope);
        let number = self.code.slot();
        // Everything is worked out before the first card moves.
        let lists = self.code.slot();
        self.code.emit(Op::NewList { to: lists });
        self.each_item(sources, scope, &mut |compiler, _, pile, _| {
            let list = compiler.code.slot();
            let pile = compiler.slot(pile);
            compiler.code.emit(Op::NewList { to: list });
            compiler.code.emit(Op::PushPile { list, pile });
            compiler.code.emit(Op::Push {
                list: lists,
                value: list,
            });
        });
        self.set(number, 0);
        self.each_item(lists, scope, &mut |compiler, scope, list, _| {
            let target = compiler.code.slot();
            compiler.code.emit(Op::ItemAt {
                to: target,
                list: targets,
                index: number,
            });
            compiler.code.emit(Op::AddNumber {
                to: number,
                a: number,
                value: 1,
            });
            let list = compiler.slot(list);
            compiler.move_listed(step, list, Value::In(target), None, how, None, scope);
        });
    }

    /// The receiving zones, in the order they are served.
    fn targets(&mut self, step: &Step, scope: &Scope) -> Option<Slot> {
        let to = self.operand(step, "to")?;
        let list = if to.ty == Type::Zone {
            let value = self.needed(to, scope);
            let value = self.slot(value);
            let list = self.code.slot();
            self.code.emit(Op::NewList { to: list });
            self.code.emit(Op::Push { list, value });
            list
        } else {
            self.gather(to, scope)
        };
        let order = self.word(step, "order").map(str::to_owned);
        if order.as_deref() == Some("counterclockwise") {
            return Some(self.backwards(list));
        }
        Some(list)
    }

    /// The first element of a list, and then the others from the last one on.
    fn backwards(&mut self, list: Slot) -> Slot {
        let one = self.slot(Value::Known(1));
        let (first, others) = (self.code.slot(), self.code.slot());
        for (verb, to) in [(ListVerb::Drop, others), (ListVerb::Take, first)] {
            self.code.emit(Op::List {
                verb,
                to,
                a: list,
                b: one,
            });
        }
        self.code.emit(Op::List {
            verb: ListVerb::Reverse,
            to: others,
            a: others,
            b: others,
        });
        let to = self.code.slot();
        self.code.emit(Op::NewList { to });
        for from in [first, others] {
            self.code.emit(Op::PushList { list: to, from });
        }
        to
    }

    /// The pile cards are dealt from; an empty one is a failure if `needs_cards`.
    fn source(&mut self, step: &Step, needs_cards: bool, scope: &Scope) -> Option<Value> {
        let from = self.operand(step, "from")?;
        let from = self.needed(from, scope);
        if needs_cards {
            let first = self.end_of_pile(from, true);
            let a = self.slot(first);
            self.code.emit(Op::UnlessThere {
                a,
                to: scope.fail.pc(),
            });
        }
        Some(from)
    }

    /// One card from the top, or to `done` if there is none.
    fn deal_one(
        &mut self,
        step: &Step,
        from: Value,
        to: Value,
        done: Label,
        result: Option<Slot>,
        scope: &Scope,
    ) {
        let card = self.end_of_pile(from, true);
        let a = self.slot(card);
        self.code.emit(Op::UnlessThere { a, to: done.pc() });
        let how = self.how(step);
        self.move_one(card, to, how, scope);
        self.note(step, card, result, scope);
    }

    pub(crate) fn deal(&mut self, step: &Step, scope: &Scope) {
        if let Some((from, piles, count)) = self.known_deal(step, scope) {
            return self.code.emit(Op::Deal {
                from,
                piles,
                count,
                otherwise: scope.fail.pc(),
            });
        }
        let result = self.result_list(step, scope);
        let (Some(from), Some(targets)) =
            (self.source(step, true, scope), self.targets(step, scope))
        else {
            return;
        };
        let count = self.number(step, "count", scope).unwrap_or(Value::Known(0));
        let count = self.slot(count);
        let done = self.code.label();
        self.each_item(targets, scope, &mut |compiler, scope, target, _| {
            compiler.count_to(count, scope, &mut |compiler, scope| {
                compiler.deal_one(step, from, target, done, result, scope);
            });
        });
        self.code.bind(done);
        self.finish_result(step, result, scope);
    }

    /// The piles and the number of cards of a deal in which all of that is known and nobody listens.
    fn known_deal(
        &mut self,
        step: &Step,
        scope: &Scope,
    ) -> Option<(Pile, engine::ids::Constant, u16)> {
        let plain = step.result.is_none() && step.argument("face").is_none();
        if !plain || self.is_heard(scope) || self.setting.open_chance {
            return None;
        }
        let (from, to) = (self.operand(step, "from")?, self.operand(step, "to")?);
        let count = match self.operand(step, "count") {
            Some(count) => crate::fold::constant(count, &self.setting)?,
            None => i64::from(u16::MAX),
        };
        let from = self.known_pile(from, scope)?;
        let mut piles = match to.ty {
            Type::Zone => vec![i64::from(self.known_pile(to, scope)?.0)],
            _ => self.known_piles(to, scope)?,
        };
        if self.word(step, "order") == Some("counterclockwise") {
            piles[1..].reverse();
        }
        let piles = self.code.constant(piles);
        Some((from, piles, u16::try_from(count.max(0)).ok()?))
    }

    pub(crate) fn deal_round_robin(&mut self, step: &Step, scope: &Scope) {
        if let Some((from, piles, count)) = self.known_deal(step, scope) {
            return self.code.emit(Op::DealRound {
                from,
                piles,
                count,
                otherwise: scope.fail.pc(),
            });
        }
        let result = self.result_list(step, scope);
        let (Some(from), Some(targets)) =
            (self.source(step, true, scope), self.targets(step, scope))
        else {
            return;
        };
        let count = self.number(step, "count", scope).unwrap_or(Value::Known(0));
        let count = self.slot(count);
        let done = self.code.label();
        self.count_to(count, scope, &mut |compiler, scope| {
            compiler.each_item(targets, scope, &mut |compiler, scope, target, _| {
                compiler.deal_one(step, from, target, done, result, scope);
            });
        });
        self.code.bind(done);
        self.finish_result(step, result, scope);
    }

    pub(crate) fn deal_all(&mut self, step: &Step, scope: &Scope) {
        if let Some((from, piles, count)) = self.known_deal(step, scope) {
            return self.code.emit(Op::DealRound {
                from,
                piles,
                count,
                otherwise: scope.fail.pc(),
            });
        }
        let result = self.result_list(step, scope);
        let (Some(from), Some(targets)) =
            (self.source(step, false, scope), self.targets(step, scope))
        else {
            return;
        };
        let again = self.code.here();
        let done = self.code.label();
        self.each_item(targets, scope, &mut |compiler, scope, target, _| {
            compiler.deal_one(step, from, target, done, result, scope);
        });
        self.code.jump(again);
        self.code.bind(done);
        self.finish_result(step, result, scope);
    }

    /// Writes a body that is done so many times.
    pub(crate) fn count_to(
        &mut self,
        count: Slot,
        scope: &Scope,
        body: &mut dyn FnMut(&mut Compiler<'g>, &Scope),
    ) {
        let taken = self.code.taken();
        let index = self.code.slot();
        let item = self.code.slot();
        self.set(index, 0);
        let next = self.code.here();
        let done = self.code.label();
        self.code.emit(Op::EachNumber {
            index,
            limit: count,
            item,
            done: done.pc(),
        });
        body(self, scope);
        self.code.jump(next);
        self.code.bind(done);
        self.code.free(taken);
    }

    pub(crate) fn mill(&mut self, step: &Step, scope: &Scope) {
        let result = self.result_list(step, scope);
        let (Some(from), Some(to)) = (self.operand(step, "from"), self.operand(step, "to")) else {
            return;
        };
        if is_zones(&to.ty) {
            return self.move_to_several(step, from, to, How::USUAL, scope);
        }
        if is_zones(&from.ty) {
            let to = self.needed(to, scope);
            let count = self.number(step, "count", scope);
            let piles = self.gather(from, scope);
            self.each_item(piles, scope, &mut |compiler, scope, pile, next| {
                let inner = scope.failing(next);
                compiler.take_from_top(step, pile, to, count, How::USUAL, result, &inner);
            });
            return self.finish_result(step, result, scope);
        }
        let from = self.needed(from, scope);
        let to = self.needed(to, scope);
        let count = self.number(step, "count", scope).unwrap_or(Value::Known(1));
        self.take_from_top(step, from, to, Some(count), How::USUAL, result, scope);
        self.finish_result(step, result, scope);
    }

    pub(crate) fn swap(&mut self, step: &Step, scope: &Scope) {
        let (Some(first), Some(second)) =
            (self.operand(step, "first"), self.operand(step, "second"))
        else {
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

    pub(crate) fn shuffle(&mut self, step: &Step, scope: &Scope) {
        let Some(target) = self.operand(step, "target") else {
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
        if scope.is_setup || !self.is_heard_by_anyone(Happening::Inner("shuffle")) {
            let pile = self.slot(pile);
            return self.arrange(pile, Op::Shuffle { pile });
        }
        let acting = self.acting(scope);
        self.call_with(Routine::Shuffle, &[pile, acting], scope);
    }

    /// The seats learn a card, and rules about that run.
    pub(crate) fn reveal(&mut self, card: Slot, seats: Slot, scope: &Scope) {
        if scope.is_setup || !self.is_heard_by_anyone(Happening::Inner("reveal")) {
            return self.code.emit(Op::Reveal { card, seats });
        }
        let acting = self.acting(scope);
        let values = [Value::In(card), Value::In(seats), acting];
        self.call_with(Routine::Reveal, &values, scope);
    }

    /// Calls a routine whose first registers are these values.
    pub(crate) fn call_with(&mut self, routine: Routine, values: &[Value], scope: &Scope) {
        let taken = self.code.taken();
        let at = self.code.slots(values.len());
        for (number, value) in values.iter().enumerate() {
            self.put(Slot(at.0 + number as u8), *value);
        }
        let routine = self.routine(routine);
        self.code.emit(Op::Call {
            routine: routine.pc(),
            at,
            otherwise: scope.fail.pc(),
        });
        self.code.free(taken);
    }

    pub(crate) fn choose_random(&mut self, step: &Step, scope: &Scope) {
        let Some(from) = self.operand(step, "from") else {
            return;
        };
        let list = if is_zones(&from.ty) {
            self.gather_filtered(from, None, scope)
        } else {
            self.gather(from, scope)
        };
        self.unless_empty(list, scope.fail);
        let count = self.number(step, "count", scope);
        let count = self.slot(count.unwrap_or(Value::Known(1)));
        let to = self.code.slot();
        self.code.emit(Op::ChooseRandom { to, list, count });
        if !self.asks_for_one(step, "count") {
            self.give(step, Value::In(to), scope);
        } else {
            let index = self.slot(Value::Known(0));
            let one = self.code.slot();
            self.code.emit(Op::ItemAt {
                to: one,
                list: to,
                index,
            });
            self.give(step, Value::In(one), scope);
        }
    }

    /// The seats of a parameter, as bits.
    pub(crate) fn seat_bits(
        &mut self,
        players: Option<&Expr>,
        otherwise: Who,
        scope: &Scope,
    ) -> Value {
        let everyone = (1 << self.setting.players) - 1;
        match players {
            None if otherwise == Who::All => Value::Known(everyone),
            None => {
                let acting = self.acting(scope);
                let list = match acting {
                    Value::Known(seat) => {
                        let seats = self.related(otherwise, seat as u8);
                        return Value::Known(seats.iter().fold(0, |bits, seat| bits | 1 << seat));
                    }
                    Value::In(index) => {
                        let bits: Vec<i64> = (0..self.setting.players)
                            .map(|seat| {
                                let seats = self.related(otherwise, seat);
                                seats.iter().fold(0, |bits, seat| bits | 1 << seat)
                            })
                            .collect();
                        let list = self.code.constant(bits);
                        let to = self.code.slot();
                        self.code.emit(Op::LookUp { to, list, index });
                        to
                    }
                };
                Value::In(list)
            }
            Some(players) => {
                if matches!(players.kind, ExprKind::Who(Who::All)) {
                    return Value::Known(everyone);
                }
                let list = if self.is_many(Some(players)) {
                    self.gather(players, scope)
                } else {
                    let value = self.needed(players, scope);
                    let value = self.slot(value);
                    let list = self.code.slot();
                    self.code.emit(Op::NewList { to: list });
                    self.code.emit(Op::Push { list, value });
                    list
                };
                let to = self.code.slot();
                self.code.emit(Op::SeatBits { to, list });
                Value::In(to)
            }
        }
    }

    /// REVEAL, CONCEAL, PEEK, LOOK and REVEAL_MATCHING.
    pub(crate) fn show(&mut self, name: &str, step: &Step, scope: &Scope) {
        let target = self.operand(step, "target").or(self.operand(step, "from"));
        let target = if name == "CONCEAL" {
            self.operand(step, "target")
        } else {
            target
        };
        let Some(target) = target else {
            return;
        };
        let (players, otherwise) = match name {
            "REVEAL" | "REVEAL_MATCHING" => (self.operand(step, "to"), Who::All),
            "CONCEAL" => (self.operand(step, "from"), Who::Others),
            "PEEK" => (self.operand(step, "players"), Who::All),
            _ => (self.operand(step, "player"), Who::All),
        };
        // Whom `others` are depends on where a card lies.
        let depends = name == "CONCEAL"
            && players.is_none_or(|players| matches!(players.kind, ExprKind::Who(Who::Others)));
        let bits = self.seat_bits(players, otherwise, scope);
        let seats = self.slot(bits);
        let filter = self.operand(step, "filter");
        let list = self.gather_filtered(target, filter, scope);
        if target.ty == Type::Card {
            self.unless_empty(list, scope.fail);
        }
        self.each_item(list, scope, &mut |compiler, scope, card, _| {
            let card = compiler.slot(card);
            let seats = if depends {
                compiler.others_of(card, seats)
            } else {
                seats
            };
            match name {
                "CONCEAL" => compiler.code.emit(Op::Conceal { card, seats }),
                "REVEAL" | "REVEAL_MATCHING" => compiler.reveal(card, seats, scope),
                _ => compiler.code.emit(Op::Reveal { card, seats }),
            }
        });
        self.give_cards(step, target, list, scope);
    }

    /// All but the owners of the zone that a card lies in, as bits; in a zone of the table, `otherwise`.
    fn others_of(&mut self, card: Slot, otherwise: Slot) -> Slot {
        let everyone: i64 = (1 << self.setting.players) - 1;
        let teams = &self.layout.teams;
        let piles = self.program.piles.iter();
        let others = piles
            .map(|pile| match (pile.owner, pile.team) {
                (Some(seat), _) => everyone & !(1 << seat),
                (None, Some(team)) => teams[usize::from(team)]
                    .iter()
                    .fold(everyone, |bits, seat| bits & !(1 << seat)),
                (None, None) => engine::ids::NOTHING,
            })
            .collect();
        let list = self.code.constant(others);
        let to = self.code.slot();
        let done = self.code.label();
        self.code.emit(Op::PileOf { to, card });
        self.code.emit(Op::LookUp {
            to,
            list,
            index: to,
        });
        self.code.emit(Op::UnlessMissing {
            a: to,
            to: done.pc(),
        });
        self.put(to, Value::In(otherwise));
        self.code.bind(done);
        to
    }

    /// The result of an action about cards: the card, or the list of them.
    pub(crate) fn give_cards(&mut self, step: &Step, target: &Expr, list: Slot, scope: &Scope) {
        if target.ty == Type::Card {
            let index = self.slot(Value::Known(0));
            let to = self.code.slot();
            self.code.emit(Op::ItemAt { to, list, index });
            self.give(step, Value::In(to), scope);
        } else {
            self.give(step, Value::In(list), scope);
        }
    }

    pub(crate) fn flip(&mut self, step: &Step, scope: &Scope) {
        let Some(target) = self.operand(step, "target") else {
            return;
        };
        let face = match self.word(step, "face") {
            Some("up") => 0,
            Some("down") => 1,
            _ => 2,
        };
        let list = self.gather_filtered(target, None, scope);
        if target.ty == Type::Card {
            self.unless_empty(list, scope.fail);
        }
        self.each_item(list, scope, &mut |compiler, _, card, _| {
            let card = compiler.slot(card);
            compiler.code.emit(Op::Flip { card, face });
        });
        self.give_cards(step, target, list, scope);
    }

    /// Sorts a zone, or lets a player put it into an order.
    pub(crate) fn reorder(&mut self, step: &Step, scope: &Scope) {
        let Some(target) = self.operand(step, "target") else {
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
        self.code.emit(Op::NewList { to: list });
        self.code.emit(Op::PushPile { list, pile });
        // Whoever knew all cards can follow how they are sorted; an order that is chosen is known to whoever
        // has chosen it.
        let everyone = self.slot(Value::Known((1 << self.setting.players) - 1));
        let (order, seats) = match (self.word(step, "by"), self.operand(step, "by")) {
            (Some("rank"), _) => {
                let keys = self.code.slot();
                let column = self.layout.ranks;
                self.code.emit(Op::NewList { to: keys });
                self.each_item(list, scope, &mut |compiler, _, card, _| {
                    let card = compiler.slot(card);
                    let value = compiler.code.slot();
                    compiler.code.emit(Op::Print {
                        to: value,
                        column,
                        card,
                    });
                    compiler.code.emit(Op::Push { list: keys, value });
                });
                (self.sorted(list, keys), everyone)
            }
            (None, Some(key)) => {
                let (local, key) = predicate(key);
                let keys = self.code.slot();
                self.code.emit(Op::NewList { to: keys });
                self.each_item(list, scope, &mut |compiler, scope, card, _| {
                    let inner = scope.with(local, card);
                    let value = compiler.value_slot(key, &inner);
                    compiler.code.emit(Op::Push { list: keys, value });
                });
                (self.sorted(list, keys), everyone)
            }
            (word, _) => {
                let seats = self.look_through(step, list, scope);
                let chosen = self.choose_order(step, list, scope);
                if word == Some("bottom") {
                    self.code.emit(Op::List {
                        verb: ListVerb::Reverse,
                        to: chosen,
                        a: chosen,
                        b: chosen,
                    });
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

    /// Who is asked sees the cards of a list; gives who that is, as bits.
    pub(crate) fn look_through(&mut self, step: &Step, list: Slot, scope: &Scope) -> Slot {
        let seat = self.asked(step, scope);
        let (of, seats) = (self.code.slot(), self.code.slot());
        self.code.emit(Op::NewList { to: of });
        self.code.emit(Op::Push {
            list: of,
            value: seat,
        });
        self.code.emit(Op::SeatBits {
            to: seats,
            list: of,
        });
        self.each_item(list, scope, &mut |compiler, _, card, _| {
            let card = compiler.slot(card);
            compiler.code.emit(Op::Reveal { card, seats });
        });
        seats
    }

    fn sorted(&mut self, list: Slot, keys: Slot) -> Slot {
        let to = self.code.slot();
        self.code.emit(Op::List {
            verb: ListVerb::SortBy,
            to,
            a: list,
            b: keys,
        });
        to
    }
}

/// Whether an expression may give nothing in place of a list of cards.
fn may_be_no_list(expr: &Expr) -> bool {
    let is_kept = match &expr.kind {
        ExprKind::Local(_) => true,
        ExprKind::Operator(operation) => operation.operator.name == "matching",
        _ => false,
    };
    is_kept && expr.ty.element() == Some(&Type::Card)
}
