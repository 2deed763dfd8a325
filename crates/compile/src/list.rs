//! Lists: gone through without being made where possible.
//!
//! [`Compiler::each`] writes a loop over the elements of any expression. Filters and mappings become part of
//! the loop, players are gone through by number, the cards of a zone by the links between them.

use cgml::model::{Expr, ExprKind, Literal, Operation, Type, Who};
use engine::ids::{Pile, Slot};
use engine::op::Op;

use crate::code::Label;
use crate::compiler::Compiler;
use crate::scope::{Scope, Value};
use crate::sources::Walk;

/// How many loops inside each other are written out for each player.
const MOST_UNROLLED: u8 = 2;

/// What is done with an element: given the scope of the loop, the element, and where the next round begins.
type Body<'b, 'g> = &'b mut dyn FnMut(&mut Compiler<'g>, &Scope, Value, Label);

impl<'g> Compiler<'g> {
    /// Writes `body` for each element of a list, or each card of a zone.
    pub(crate) fn each(&mut self, list: &Expr, scope: &Scope, body: Body<'_, 'g>) {
        let taken = self.code.taken();
        if self.hoisted.contains_key(&crate::expr::address(list)) {
            let list = self.value_slot(list, scope);
            self.each_item(list, scope, body);
            self.code.free(taken);
            return;
        }
        if let Some(shared) = self.shared_list(list, scope) {
            self.each_item(shared, scope, body);
            self.code.free(taken);
            return;
        }
        match &list.kind {
            _ if list.ty == Type::Zone => {
                let pile = self.value(list, scope);
                self.each_card(pile, scope, body);
            }
            ExprKind::Who(who) => self.each_of(*who, scope, body),
            ExprKind::Literal(Literal::List(items)) => {
                for item in items {
                    let item = self.layout.number(item).unwrap_or(engine::ids::NOTHING);
                    self.once(scope, Value::Known(item), body);
                }
            }
            ExprKind::Zone(zone, Some(owner)) => {
                let (zone, owners) = (*zone, owner);
                self.each(owners, scope, &mut |compiler, scope, owner, next| {
                    let owner = compiler.owner_of_zone(zone, owners, owner);
                    let pile = compiler.zone_of(zone, Some(owner));
                    body(compiler, scope, pile, next);
                });
            }
            ExprKind::Variable(variable, Some(owner)) if self.is_many(Some(owner)) => {
                let (variable, owners) = (*variable, owner);
                self.each(owners, scope, &mut |compiler, scope, owner, next| {
                    let owner = compiler.owner_of_variable(variable, owners, owner);
                    let value = compiler.variable_of(variable, Some(owner), scope);
                    body(compiler, scope, value, next);
                });
            }
            ExprKind::Property(property, cards)
                if self.is_many(Some(cards)) && !self.is_changed(*property) =>
            {
                let column = self.layout.column(*property);
                self.each_printed(column, cards, scope, body);
            }
            _ if list.ty == Type::Range => self.each_in_range(list, scope, body),
            ExprKind::Part(_, of) => {
                if let ExprKind::Property(_, cards) = &of.kind {
                    self.each(cards, scope, &mut |compiler, scope, card, next| {
                        let value = compiler.value_on(&list.kind, card);
                        body(compiler, scope, value, next);
                    });
                } else {
                    self.not_yet("a part of this", list.origin);
                }
            }
            ExprKind::Property(_, cards)
            | ExprKind::HasKeyword(_, cards)
            | ExprKind::Attribute(_, cards)
            | ExprKind::Counters(_, cards)
                if self.is_many(Some(cards)) =>
            {
                self.each(cards, scope, &mut |compiler, scope, card, next| {
                    let value = compiler.value_on(&list.kind, card);
                    body(compiler, scope, value, next);
                });
            }
            ExprKind::Pool(pool, Some(owner)) if self.is_many(Some(owner)) => {
                let (pool, owners) = (*pool, owner);
                self.each(owners, scope, &mut |compiler, scope, owner, next| {
                    let owner = compiler.owner_of_pool(pool, owners, owner);
                    let value = compiler.pieces(pool, Some(owner));
                    body(compiler, scope, value, next);
                });
            }
            ExprKind::Field("cards", zone) => self.each_element(zone, scope, body),
            ExprKind::Field(field, zones) if self.is_told_of_zones(field, zones) => {
                let element = list.ty.element().cloned().unwrap_or(Type::Any);
                self.each(zones, scope, &mut |compiler, scope, pile, next| {
                    let told = compiler.told_of_zone(field, pile, &element);
                    body(compiler, scope, told, next);
                });
            }
            ExprKind::PlayersOf(team) | ExprKind::Field("players", team) => {
                self.each_of_team(team, scope, body);
            }
            ExprKind::Field(relation @ ("teammates" | "opponents"), player) => {
                let who = match *relation {
                    "teammates" => Who::Teammates,
                    _ => Who::Opponents,
                };
                let player = self.value(player, scope);
                self.each_of(
                    who,
                    &scope.acted_by(player),
                    &mut |compiler, _, seat, next| {
                        body(compiler, scope, seat, next);
                    },
                );
            }
            ExprKind::Teams => {
                for team in 0..self.layout.teams.len() as i64 {
                    self.once(scope, Value::Known(team), body);
                }
            }
            ExprKind::Operator(operation)
                if operation.operator.name == "union"
                    && self.are_disjoint_piles(&operation.operands, scope)
                    && self.are_few_loops(&operation.operands) =>
            {
                for operand in &operation.operands {
                    let taken = self.code.taken();
                    self.each_element(operand, scope, body);
                    self.code.free(taken);
                }
            }
            ExprKind::Operator(operation) if self.is_fused(operation) => {
                self.each_of_operator(operation, &list.ty, scope, body);
            }
            ExprKind::Function(definition, arguments) => {
                self.inlined(*definition, arguments, scope, |compiler, list, inside| {
                    // The body is the caller's: it knows nothing of the function's names.
                    compiler.each(list, inside, &mut |compiler, inside, item, next| {
                        let mut outside = scope.clone();
                        outside.unrolled = inside.unrolled;
                        body(compiler, &outside, item, next);
                    });
                    Value::Known(0)
                });
            }
            _ => {
                let list = self.value_slot(list, scope);
                self.each_item(list, scope, body);
            }
        }
        self.code.free(taken);
    }

    /// Writes the body once, with a way out.
    fn once(&mut self, scope: &Scope, item: Value, body: Body<'_, 'g>) {
        let next = self.code.label();
        let taken = self.code.taken();
        body(self, scope, item, next);
        self.code.free(taken);
        self.code.bind(next);
    }

    /// The cards of a pile, the top one first.
    pub(crate) fn each_card(&mut self, pile: Value, scope: &Scope, body: Body<'_, 'g>) {
        let cursor = self.code.slot();
        let card = self.code.slot();
        self.first_card(cursor, pile);
        let next = self.code.here();
        let done = self.code.label();
        self.code.emit(Op::EachCard {
            cursor,
            card,
            done: done.pc(),
        });
        body(self, scope, Value::In(card), next);
        self.code.jump(next);
        self.code.bind(done);
    }

    /// The cards of a pile that show a face.
    fn each_facing(&mut self, pile: Value, face: u8, scope: &Scope, body: Body<'_, 'g>) {
        let cursor = self.code.slot();
        let card = self.code.slot();
        self.first_card(cursor, pile);
        let next = self.code.here();
        let done = self.code.label();
        self.code.emit(Op::EachFacing {
            cursor,
            card,
            face,
            done: done.pc(),
        });
        body(self, scope, Value::In(card), next);
        self.code.jump(next);
        self.code.bind(done);
    }

    /// The cards of a pile at regular distances, and perhaps nothing where it is too small.
    fn each_of_walk(&mut self, walk: &Walk, scope: &Scope, body: Body<'_, 'g>) {
        let cursor = self.code.slot();
        let card = self.code.slot();
        let (index, limit, number) = (self.code.slot(), self.code.slot(), self.code.slot());
        self.first_card(cursor, Value::Known(walk.pile));
        if walk.start > 0 {
            self.code.emit(Op::SkipCards {
                cursor,
                count: walk.start,
            });
        }
        let is_counted = !walk.reaches(self.program.cards.len());
        if is_counted {
            self.set(index, 0);
            self.set(limit, walk.count);
        }
        let next = self.code.here();
        let done = self.code.label();
        if is_counted {
            self.code.emit(Op::EachNumber {
                index,
                limit,
                item: number,
                done: done.pc(),
            });
        }
        let step = if walk.ends_with_pile {
            let done = done.pc();
            self.code.emit(Op::EachCard { cursor, card, done });
            walk.step - 1
        } else {
            self.put(card, Value::In(cursor));
            walk.step
        };
        if step > 0 {
            self.code.emit(Op::SkipCards {
                cursor,
                count: step,
            });
        }
        body(self, scope, Value::In(card), next);
        self.code.jump(next);
        self.code.bind(done);
    }

    pub(crate) fn each_item(&mut self, list: Slot, scope: &Scope, body: Body<'_, 'g>) {
        let index = self.code.slot();
        let item = self.code.slot();
        self.set(index, 0);
        let next = self.code.here();
        let done = self.code.label();
        self.code.emit(Op::EachItem {
            list,
            index,
            item,
            done: done.pc(),
        });
        body(self, scope, Value::In(item), next);
        self.code.jump(next);
        self.code.bind(done);
    }

    /// As [`Self::each_item`], for what is done to all of them at the same time.
    pub(crate) fn each_at_once(&mut self, list: Slot, scope: &Scope, body: Body<'_, 'g>) {
        let Some(moment) = self.begin_moment() else {
            return self.each_item(list, scope, body);
        };
        let failed = self.code.label();
        let inner = scope.failing(failed);
        self.each_item(list, &inner, &mut |compiler, scope, item, next| {
            compiler.next_in_moment(Some(moment));
            body(compiler, scope, item, next);
        });
        self.end_moment_or_fail(Some(moment), failed, scope.fail);
    }

    fn each_printed(
        &mut self,
        column: engine::ids::Column,
        cards: &Expr,
        scope: &Scope,
        body: Body<'_, 'g>,
    ) {
        self.each(cards, scope, &mut |compiler, scope, card, next| {
            let card = compiler.slot(card);
            let to = compiler.code.slot();
            compiler.code.emit(Op::Print { to, column, card });
            body(compiler, scope, Value::In(to), next);
        });
    }

    /// The ordinals of cards or ranks; what is no rank is left out.
    fn each_rank(&mut self, of: &Expr, scope: &Scope, body: Body<'_, 'g>) {
        let element = of.ty.element().cloned().unwrap_or(Type::Card);
        if !matches!(element, Type::Text | Type::Number | Type::Symbol(_)) {
            return self.each_printed(self.layout.ranks, of, scope, body);
        }
        self.each(of, scope, &mut |compiler, scope, item, next| {
            let rank = compiler.rank_of_word(item, &element);
            let a = compiler.slot(rank);
            compiler.code.emit(Op::UnlessThere { a, to: next.pc() });
            body(compiler, scope, Value::In(a), next);
        });
    }

    /// Players by their relation to the acting one.
    fn each_of(&mut self, who: Who, scope: &Scope, body: Body<'_, 'g>) {
        let acting = self.acting(scope);
        match (who, acting) {
            (Who::All, _) => self.each_seat(scope, body),
            (Who::TurnOrder, _) => {
                let current = self.current();
                self.each_seat_from(current, scope, body);
            }
            (Who::Current | Who::Acting, _) => {
                let player = match who {
                    Who::Current => self.current(),
                    _ => acting,
                };
                self.once(scope, player, body);
            }
            (_, Value::Known(acting)) => {
                for seat in self.related(who, acting as u8) {
                    self.once(scope, Value::Known(i64::from(seat)), body);
                }
            }
            (_, Value::In(acting)) => {
                let lists: Vec<Vec<u8>> = (0..self.setting.players)
                    .map(|seat| self.related(who, seat))
                    .collect();
                if let Some(only) = only_ones(&lists) {
                    return self.each_only(acting, only, scope, body);
                }
                self.each_seat(scope, &mut |compiler, scope, seat, next| {
                    let bits: Vec<i64> = lists
                        .iter()
                        .map(|list| list.iter().fold(0, |bits, seat| bits | 1 << seat))
                        .collect();
                    let is_other = who == Who::Others || who == Who::Opponent;
                    let test = compiler.code.slot();
                    if is_other {
                        let seat = compiler.slot(seat);
                        compiler.code.emit(Op::UnlessDifferent {
                            a: seat,
                            b: acting,
                            to: next.pc(),
                        });
                    } else {
                        let list = compiler.code.constant(bits);
                        compiler.code.emit(Op::LookUp {
                            to: test,
                            list,
                            index: acting,
                        });
                        let bit = compiler.slot(seat);
                        compiler.code.emit(Op::HasBit {
                            to: test,
                            bits: test,
                            bit,
                        });
                        compiler.code.emit(Op::UnlessTrue {
                            a: test,
                            to: next.pc(),
                        });
                    }
                    body(compiler, scope, seat, next);
                });
            }
        }
    }

    /// Whether an expression gives exactly one player, whoever acts.
    pub(crate) fn is_one_player(&self, players: &Expr, scope: &Scope) -> bool {
        let ExprKind::Who(who) = players.kind else {
            return false;
        };
        let is_acting_known = matches!(scope.acting, Some(Value::Known(_)));
        let seats = 0..self.setting.players;
        let lists: Vec<Vec<u8>> = seats.map(|seat| self.related(who, seat)).collect();
        !is_acting_known && only_ones(&lists).is_some()
    }

    /// The one seat that is related to the acting one: for each seat another.
    fn each_only(&mut self, acting: Slot, only: Vec<i64>, scope: &Scope, body: Body<'_, 'g>) {
        let to = self.code.slot();
        let list = self.code.constant(only);
        let index = acting;
        self.code.emit(Op::LookUp { to, list, index });
        self.once(scope, Value::In(to), &mut |compiler, scope, seat, next| {
            let to_next = next.pc();
            compiler.code.emit(Op::UnlessThere { a: to, to: to_next });
            body(compiler, scope, seat, next);
        });
    }

    /// The seats that are related to a seat in some way.
    pub(crate) fn related(&self, who: Who, acting: u8) -> Vec<u8> {
        let seats = 0..self.setting.players;
        let team = |seat: &u8| self.program.teams[usize::from(*seat)];
        seats
            .filter(|seat| match who {
                Who::Opponent | Who::Others => *seat != acting,
                Who::Opponents => team(seat) != team(&acting),
                Who::Teammates => *seat != acting && team(seat) == team(&acting),
                Who::Current | Who::Acting => *seat == acting,
                Who::All | Who::TurnOrder => true,
            })
            .collect()
    }

    /// All seats in their order: written out while that stays short.
    fn each_seat(&mut self, scope: &Scope, body: Body<'_, 'g>) {
        if self.setting.players <= 4 && scope.unrolled < MOST_UNROLLED {
            let mut inner = scope.clone();
            inner.unrolled += 1;
            for seat in 0..i64::from(self.setting.players) {
                self.once(&inner, Value::Known(seat), body);
            }
            return;
        }
        let index = self.code.slot();
        let item = self.code.slot();
        let limit = self.code.slot();
        self.set(index, 0);
        self.set(limit, i64::from(self.setting.players));
        let next = self.code.here();
        let done = self.code.label();
        self.code.emit(Op::EachNumber {
            index,
            limit,
            item,
            done: done.pc(),
        });
        body(self, scope, Value::In(item), next);
        self.code.jump(next);
        self.code.bind(done);
    }

    /// All seats in turn order from one on.
    pub(crate) fn each_seat_from(&mut self, first: Value, scope: &Scope, body: Body<'_, 'g>) {
        let players = i64::from(self.setting.players);
        let first = self.slot(first);
        let index = self.code.slot();
        let item = self.code.slot();
        let seat = self.code.slot();
        let limit = self.code.slot();
        self.set(index, 0);
        self.set(limit, players);
        let next = self.code.here();
        let done = self.code.label();
        self.code.emit(Op::EachNumber {
            index,
            limit,
            item,
            done: done.pc(),
        });
        self.seat_after(seat, first, item);
        body(self, scope, Value::In(seat), next);
        self.code.jump(next);
        self.code.bind(done);
    }

    /// The seat that comes `steps` turns after another.
    pub(crate) fn seat_after(&mut self, to: Slot, seat: Slot, steps: Slot) {
        let players = self.slot(Value::Known(i64::from(self.setting.players)));
        if self.uses.reverses {
            let direction = self.load(engine::program::cells::DIRECTION);
            let direction = self.slot(direction);
            self.code.emit(Op::Mul {
                to,
                a: steps,
                b: direction,
            });
            self.code.emit(Op::Add { to, a: seat, b: to });
        } else if self.uses.direction < 0 {
            self.code.emit(Op::Sub {
                to,
                a: seat,
                b: steps,
            });
        } else {
            self.code.emit(Op::Add {
                to,
                a: seat,
                b: steps,
            });
        }
        self.code.emit(Op::Mod {
            to,
            a: to,
            b: players,
        });
    }

    fn each_of_team(&mut self, team: &Expr, scope: &Scope, body: Body<'_, 'g>) {
        let teams = self.layout.teams.clone();
        match self.value(team, scope) {
            Value::Known(team) => {
                let seats = usize::try_from(team).ok().and_then(|team| teams.get(team));
                for seat in seats.into_iter().flatten() {
                    self.once(scope, Value::Known(i64::from(*seat)), body);
                }
            }
            Value::In(team) => {
                let of: Vec<i64> = self
                    .program
                    .teams
                    .iter()
                    .map(|team| i64::from(*team))
                    .collect();
                self.each_seat(scope, &mut |compiler, scope, seat, next| {
                    let list = compiler.code.constant(of.clone());
                    let index = compiler.slot(seat);
                    let to = compiler.code.slot();
                    compiler.code.emit(Op::LookUp { to, list, index });
                    compiler.code.emit(Op::UnlessEqual {
                        a: to,
                        b: team,
                        to: next.pc(),
                    });
                    body(compiler, scope, seat, next);
                });
            }
        }
    }

    /// Whether the elements of an operator's list can be gone through one by one.
    fn is_fused(&self, operation: &Operation) -> bool {
        matches!(
            (operation.operator.name, operation.operands.len()),
            ("filter" | "map", 2) | ("list", _) | ("players_from" | "range", _) | ("if", 3)
        ) || (operation.operator.name == "all" && operation.operands.len() == 1)
            || (operation.operator.name == "rank_value")
    }

    fn each_of_operator(
        &mut self,
        operation: &Operation,
        ty: &Type,
        scope: &Scope,
        body: Body<'_, 'g>,
    ) {
        let operands = &operation.operands;
        match operation.operator.name {
            "filter" => {
                if let Some(walk) = self.walk_of_cards(&operands[0], &operands[1], scope) {
                    return self.each_of_walk(&walk, scope, body);
                }
                let (local, test) = predicate(&operands[1]);
                if operands[0].ty == Type::Zone
                    && let Some(test) = self.printed_test(test, local)
                {
                    let pile = self.value(&operands[0], scope);
                    return self.each_printed_card(pile, &test, scope, body);
                }
                if let Some(face) = self.face_wanted(test, local) {
                    if operands[0].ty == Type::Zone {
                        let pile = self.value(&operands[0], scope);
                        return self.each_facing(pile, face, scope, body);
                    }
                    if is_zones(&operands[0].ty) {
                        return self.each(&operands[0], scope, &mut |compiler, scope, pile, _| {
                            compiler.each_facing(pile, face, scope, body);
                        });
                    }
                }
                self.each_element(&operands[0], scope, &mut |compiler, scope, item, next| {
                    let inner = scope.with(local, item);
                    compiler.require(test, true, next, &inner);
                    body(compiler, scope, item, next);
                });
            }
            "map" => {
                if let Some(walk) = self.walk(&operands[0], &operands[1], scope) {
                    return self.each_of_walk(&walk, scope, body);
                }
                let (local, key) = predicate(&operands[1]);
                self.each_element(&operands[0], scope, &mut |compiler, scope, item, next| {
                    let inner = scope.with(local, item);
                    let value = compiler.value(key, &inner);
                    body(compiler, scope, value, next);
                });
            }
            "rank_value" => self.each_rank(&operands[0], scope, body),
            "players_from" => {
                let first = self.value(&operands[0], scope);
                self.each_seat_from(first, scope, body);
            }
            "range" => self.each_number(&operands[0], &operands[1], scope, body),
            "all" => self.each_element(&operands[0], scope, body),
            "if" => self.each_of_branch(operands, ty, scope, body),
            _ => {
                let element = ty.element().unwrap_or(ty);
                for operand in operands {
                    let taken = self.code.taken();
                    if self.is_many(Some(operand)) && !matches!(element, Type::List(_)) {
                        // Players in a list of players: `[current, opponents]`.
                        self.each(operand, scope, body);
                        continue;
                    }
                    let value = self.value_as(operand, element, scope);
                    self.once(scope, value, body);
                    self.code.free(taken);
                }
            }
        }
    }

    /// The elements of one list or another: the body is written for each.
    fn each_of_branch(&mut self, operands: &[Expr], ty: &Type, scope: &Scope, body: Body<'_, 'g>) {
        let [test, yes, no] = operands else {
            return;
        };
        if let Some(known) = crate::fold::constant(test, &self.setting) {
            return self.each_as(if known == 1 { yes } else { no }, ty, scope, body);
        }
        let otherwise = self.code.label();
        let done = self.code.label();
        self.require(test, true, otherwise, scope);
        self.each_as(yes, ty, scope, body);
        self.code.jump(done);
        self.code.bind(otherwise);
        self.each_as(no, ty, scope, body);
        self.code.bind(done);
    }

    /// As [`Self::each`], where a list of some type is wanted: words become words of that type.
    fn each_as(&mut self, list: &Expr, ty: &Type, scope: &Scope, body: Body<'_, 'g>) {
        match (list.ty.element(), ty.element()) {
            (Some(from), Some(to)) if self.must_convert(from, to) => {
                self.each(list, scope, &mut |compiler, scope, item, next| {
                    let item = compiler.converted(item, from, to);
                    body(compiler, scope, item, next);
                });
            }
            _ => self.each(list, scope, body),
        }
    }

    /// As [`Self::gather`], where a list of some type is wanted.
    pub(crate) fn gather_as(&mut self, list: &Expr, ty: &Type, scope: &Scope) -> Slot {
        let elements = list.ty.element().zip(ty.element());
        if !elements.is_some_and(|(from, to)| self.must_convert(from, to)) {
            return self.gather_elements(list, scope);
        }
        let to = self.code.slot();
        let taken = self.code.taken();
        self.code.emit(Op::NewList { to });
        self.each_as(list, ty, scope, &mut |compiler, _, item, _| {
            let value = compiler.slot(item);
            compiler.code.emit(Op::Push { list: to, value });
        });
        self.code.free(taken);
        to
    }

    fn each_number(&mut self, first: &Expr, last: &Expr, scope: &Scope, body: Body<'_, 'g>) {
        let index = self.code.slot();
        let item = self.code.slot();
        let limit = self.code.slot();
        let first = self.value(first, scope);
        self.put(index, first);
        let last = self.value_slot(last, scope);
        self.code.emit(Op::AddNumber {
            to: limit,
            a: last,
            value: 1,
        });
        let next = self.code.here();
        let done = self.code.label();
        self.code.emit(Op::EachNumber {
            index,
            limit,
            item,
            done: done.pc(),
        });
        body(self, scope, Value::In(item), next);
        self.code.jump(next);
        self.code.bind(done);
    }

    /// A list with the elements of an expression, or the cards of a zone.
    pub(crate) fn gather(&mut self, list: &Expr, scope: &Scope) -> Slot {
        let to = self.code.slot();
        let taken = self.code.taken();
        match &list.kind {
            _ if list.ty == Type::Zone => {
                let pile = self.value_slot(list, scope);
                self.code.emit(Op::NewList { to });
                self.code.emit(Op::PushPile { list: to, pile });
            }
            ExprKind::Local(_) | ExprKind::Literal(_) | ExprKind::Parameter(_) => {
                let value = self.value(list, scope);
                self.put(to, value);
            }
            ExprKind::Operator(operation) if !self.is_fused(operation) => {
                let value = self.value(list, scope);
                self.put(to, value);
            }
            ExprKind::Variable(variable, owner) if !self.is_many(owner.as_deref()) => {
                let value = self.variable(*variable, owner.as_deref(), scope);
                self.put(to, value);
            }
            ExprKind::Function(definition, arguments) => {
                let made = self.inlined(*definition, arguments, scope, |compiler, list, inside| {
                    Value::In(compiler.gather(list, inside))
                });
                self.put(to, made);
            }
            ExprKind::ElementAt(..) | ExprKind::ContextField(_) => {
                let value = self.value(list, scope);
                self.put(to, value);
            }
            ExprKind::Field(field @ ("kinds" | "tags"), card) if !self.is_many(Some(card)) => {
                let card = self.value_slot(card, scope);
                self.list_words_of_card(to, field, card);
            }
            _ => {
                self.code.emit(Op::NewList { to });
                self.push_each(to, list, scope);
            }
        }
        self.code.free(taken);
        to
    }

    /// Adds the elements of an expression to a list.
    pub(crate) fn push_each(&mut self, to: Slot, list: &Expr, scope: &Scope) {
        if let Some((pile, column)) = self.printed_list(list, scope) {
            let pile = self.slot(pile);
            return self.code.emit(Op::PushPrinted {
                list: to,
                pile,
                column,
            });
        }
        self.each(list, scope, &mut |compiler, _, item, _| {
            let value = compiler.slot(item);
            compiler.code.emit(Op::Push { list: to, value });
        });
    }

    /// Adds the cards of a zone, of zones or of a list to a list.
    pub(crate) fn push_each_element(&mut self, to: Slot, from: &Expr, scope: &Scope) {
        if from.ty == Type::Zone {
            let pile = self.value_slot(from, scope);
            return self.code.emit(Op::PushPile { list: to, pile });
        }
        self.each_element(from, scope, &mut |compiler, _, item, _| {
            let value = compiler.slot(item);
            compiler.code.emit(Op::Push { list: to, value });
        });
    }

    /// The zone and the column of an expression that gives what is printed on the cards of a zone.
    fn printed_list(&mut self, list: &Expr, scope: &Scope) -> Option<(Value, engine::ids::Column)> {
        let ExprKind::Operator(operation) = &list.kind else {
            return None;
        };
        let [zone, key] = operation.operands.as_slice() else {
            return None;
        };
        if operation.operator.name != "map" || zone.ty != Type::Zone || self.setting.open_chance {
            return None;
        }
        let (local, key) = predicate(key);
        let column = self.printed_column(key, local)?;
        Some((self.value(zone, scope), column))
    }

    /// How many elements a list has; of zones, how many cards they hold together.
    pub(crate) fn count(&mut self, of: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        if of.ty == Type::Zone {
            match self.value(of, scope) {
                Value::Known(pile) if pile >= 0 => self.code.emit(Op::Count {
                    to,
                    pile: Pile(pile as u16),
                }),
                pile => {
                    let pile = self.slot(pile);
                    self.code.emit(Op::CountAt { to, pile });
                }
            }
            return Value::In(to);
        }
        if let Some(seats) = self.seats_counted(of) {
            return Value::Known(seats);
        }
        if is_zones(&of.ty) {
            return self.count_zones(of, to, scope);
        }
        if let ExprKind::Local(_) = of.kind {
            let list = self.value_slot(of, scope);
            self.code.emit(Op::Length { to, list });
            return Value::In(to);
        }
        self.set(to, 0);
        self.in_any_order(of);
        let nested = matches!(&of.ty, Type::List(inner) if matches!(**inner, Type::List(_)));
        self.each(of, scope, &mut |compiler, _, item, _| {
            if nested {
                let list = compiler.slot(item);
                let length = compiler.code.slot();
                compiler.code.emit(Op::Length { to: length, list });
                compiler.code.emit(Op::Add {
                    to,
                    a: to,
                    b: length,
                });
            } else {
                compiler.code.emit(Op::AddNumber {
                    to,
                    a: to,
                    value: 1,
                });
            }
        });
        Value::In(to)
    }

    fn seats_counted(&self, of: &Expr) -> Option<i64> {
        matches!(of.kind, ExprKind::Who(Who::All | Who::TurnOrder))
            .then_some(i64::from(self.setting.players))
    }

    /// The cards of several zones: at once if it is known which zones they are.
    fn count_zones(&mut self, of: &Expr, to: Slot, scope: &Scope) -> Value {
        if let Some(piles) = self.known_piles(of, scope) {
            let piles = self.code.constant(piles);
            self.code.emit(Op::CountAll { to, piles });
            return Value::In(to);
        }
        self.set(to, 0);
        self.each(of, scope, &mut |compiler, _, pile, _| {
            let pile = compiler.slot(pile);
            let count = compiler.code.slot();
            compiler.code.emit(Op::CountAt { to: count, pile });
            compiler.code.emit(Op::Add {
                to,
                a: to,
                b: count,
            });
        });
        Value::In(to)
    }

    /// The piles that an expression always names, if that is known.
    pub(crate) fn known_piles(&mut self, of: &Expr, scope: &Scope) -> Option<Vec<i64>> {
        match &of.kind {
            ExprKind::Zone(zone, Some(owner))
                if self.game.zones[*zone].owner == cgml::model::ZoneOwner::Player =>
            {
                let first = i64::from(self.layout.pile(*zone).0);
                let seats = match &owner.kind {
                    ExprKind::Who(who @ (Who::All | Who::TurnOrder)) => self.related(*who, 0),
                    ExprKind::Who(who) => match scope.acting {
                        Some(Value::Known(acting)) => self.related(*who, acting as u8),
                        _ => return None,
                    },
                    _ => return None,
                };
                Some(seats.iter().map(|seat| first + i64::from(*seat)).collect())
            }
            ExprKind::Operator(operation) if operation.operator.name == "list" => {
                let mut piles = Vec::new();
                for operand in &operation.operands {
                    match (&operand.kind, &operand.ty) {
                        (ExprKind::Zone(zone, _), Type::Zone)
                            if self.game.zones[*zone].owner == cgml::model::ZoneOwner::Team =>
                        {
                            return None;
                        }
                        (ExprKind::Zone(zone, owner), Type::Zone) => {
                            let owner = match owner.as_deref() {
                                None => 0,
                                Some(owner) => self.known_seat(owner, scope)?,
                            };
                            piles.push(i64::from(self.layout.pile(*zone).0) + owner);
                        }
                        (_, Type::List(_)) => piles.extend(self.known_piles(operand, scope)?),
                        _ => return None,
                    }
                }
                Some(piles)
            }
            _ => None,
        }
    }

    /// The piles whose cards an expression counts together, if it does nothing else.
    pub(crate) fn counted_piles(&mut self, expr: &Expr, scope: &Scope) -> Option<Vec<i64>> {
        let ExprKind::Operator(operation) = &expr.kind else {
            return None;
        };
        let operands = &operation.operands;
        match (operation.operator.name, operands.as_slice()) {
            ("count", [zone]) if zone.ty == Type::Zone => {
                let pile = self.known_pile(zone, scope)?;
                Some(vec![i64::from(pile.0)])
            }
            ("count", [zones]) => self.known_piles(zones, scope),
            ("add" | "sum", operands) => {
                let mut piles = Vec::new();
                for operand in operands {
                    match operand.ty {
                        Type::List(_) => return None,
                        _ => piles.extend(self.counted_piles(operand, scope)?),
                    }
                }
                Some(piles)
            }
            _ => None,
        }
    }

    fn known_seat(&mut self, owner: &Expr, scope: &Scope) -> Option<i64> {
        match &owner.kind {
            ExprKind::PlayerAt(seat) => crate::fold::constant(seat, &self.setting)
                .filter(|seat| *seat < i64::from(self.setting.players)),
            ExprKind::Local(id) => match scope.local(*id) {
                Some(Value::Known(seat)) => Some(seat),
                _ => None,
            },
            ExprKind::Who(Who::Acting) => match scope.acting {
                Some(Value::Known(seat)) => Some(seat),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The only element of each list, if every list has one.
fn only_ones(lists: &[Vec<u8>]) -> Option<Vec<i64>> {
    let only = |list: &Vec<u8>| match list.as_slice() {
        [only] => Some(i64::from(*only)),
        _ => None,
    };
    lists.iter().map(only).collect()
}

/// The element's name and the expression about it.
pub(crate) fn predicate(expr: &Expr) -> (cgml::model::LocalId, &Expr) {
    match &expr.kind {
        ExprKind::Each(local, body) => (*local, body),
        _ => (cgml::model::LocalId(u32::MAX), expr),
    }
}

/// Whether a type is a list of zones, or of lists of zones.
pub(crate) fn is_zones(ty: &Type) -> bool {
    match ty {
        Type::List(element) => **element == Type::Zone || is_zones(element),
        _ => false,
    }
}
