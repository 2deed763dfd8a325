//! Lists: iterated without being made where possible.
//!
//! [`Compiler::each`] writes a loop over the elements of any expression. Filters and mappings become part of
//! the loop, players are iterated by number, the cards of a zone by the links between them.

pub(crate) mod cards;
pub(crate) mod counting;
pub(crate) mod disjoint_piles;
pub(crate) mod gather;
pub(crate) mod melds;
pub(crate) mod nested_lists;
pub(crate) mod players;
pub(crate) mod ranges;

use cgml::model::{Expr, ExprKind, Literal, Operation, Target, Type, Who};
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::operators::OperatorKind;
use engine::ids::Slot;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::lists::players::only_ones;
use crate::emit::scope::{Scope, Value};
use crate::plan::identity::ExprId;

/// The number of loops that inside each other are written out for each player.
const MOST_UNROLLED: u8 = 2;

/// Code for an element: given the scope of the loop, the element, and the label of the next round.
type Body<'b, 'g> = &'b mut dyn FnMut(&mut Compiler<'g>, &Scope, Value, Label);

impl<'g> Compiler<'g> {
    /// Writes `body` for each element of a list, or each card of a zone.
    pub(crate) fn each(&mut self, list: &Expr, scope: &Scope, body: Body<'_, 'g>) {
        let taken = self.code.taken();
        if self.moves.hoisted.contains_key(&ExprId::of(list)) {
            let list = self.value_slot(list, scope);
            self.each_item(list, scope, body);
        } else if let Some(shared) = self.shared_list(list, scope) {
            self.each_item(shared, scope, body);
        } else if list.ty == Type::Zone {
            let pile = self.value(list, scope);
            self.each_card(pile, scope, body);
        } else {
            let is_written = self.each_of_owners(list, scope, body)
                || self.each_on_cards(list, scope, body)
                || self.each_of_field(list, scope, body);
            if !is_written {
                self.each_other(list, scope, body);
            }
        }
        self.code.free(taken);
    }

    /// Zones, variables or pools of several owners; false of any other list.
    fn each_of_owners(&mut self, list: &Expr, scope: &Scope, body: Body<'_, 'g>) -> bool {
        match &list.kind {
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
            ExprKind::Pool(pool, Some(owner)) if self.is_many(Some(owner)) => {
                let (pool, owners) = (*pool, owner);
                self.each(owners, scope, &mut |compiler, scope, owner, next| {
                    let owner = compiler.owner_of_pool(pool, owners, owner);
                    let value = compiler.pieces(pool, Some(owner));
                    body(compiler, scope, value, next);
                });
            }
            _ => return false,
        }
        true
    }

    /// Values on several cards, or the numbers of a range; false of any other list.
    fn each_on_cards(&mut self, list: &Expr, scope: &Scope, body: Body<'_, 'g>) -> bool {
        match &list.kind {
            ExprKind::Property(property, cards)
                if self.is_many(Some(cards)) && !self.is_changed(*property) =>
            {
                let column = self.plan.layout.column(*property);
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
            _ => return false,
        }
        true
    }

    /// A field that is a list, or of several; false of any other list.
    fn each_of_field(&mut self, list: &Expr, scope: &Scope, body: Body<'_, 'g>) -> bool {
        match &list.kind {
            ExprKind::Field(FieldKind::Cards, zone) => self.each_element(zone, scope, body),
            ExprKind::Field(field, zones) if self.is_told_of_zones(*field, zones) => {
                let element = list.ty.element().cloned().unwrap_or(Type::Any);
                self.each(zones, scope, &mut |compiler, scope, pile, next| {
                    let told = compiler.told_of_zone(*field, pile, &element);
                    body(compiler, scope, told, next);
                });
            }
            ExprKind::PlayersOf(team) | ExprKind::Field(FieldKind::Players, team) => {
                self.each_of_team(team, scope, body);
            }
            ExprKind::Field(relation @ (FieldKind::Teammates | FieldKind::Opponents), player) => {
                let who = match *relation {
                    FieldKind::Teammates => Who::Teammates,
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
            _ => return false,
        }
        true
    }

    /// Players, teams, constants and what operators and functions give.
    fn each_other(&mut self, list: &Expr, scope: &Scope, body: Body<'_, 'g>) {
        match &list.kind {
            ExprKind::Who(who) => self.each_of(*who, scope, body),
            ExprKind::Literal(Literal::List(items)) => {
                for item in items {
                    let item = self
                        .plan
                        .layout
                        .number(item)
                        .unwrap_or(engine::ids::NOTHING);
                    self.once(scope, Value::Known(item), body);
                }
            }
            ExprKind::Teams => {
                for team in 0..self.plan.layout.teams.len() as i64 {
                    self.once(scope, Value::Known(team), body);
                }
            }
            ExprKind::Operator(operation)
                if operation.operator.kind == OperatorKind::Union
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
    }

    /// Writes the body once, with a way out.
    fn once(&mut self, scope: &Scope, item: Value, body: Body<'_, 'g>) {
        let next = self.code.label();
        let taken = self.code.taken();
        body(self, scope, item, next);
        self.code.free(taken);
        self.code.bind(next);
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

    /// Players by their relation to the acting one.
    fn each_of(&mut self, who: Who, scope: &Scope, body: Body<'_, 'g>) {
        let acting = self.acting(scope);
        match (who, acting) {
            (Who::All, _) => self.each_seat(scope, body),
            (Who::TurnOrder, _) => {
                let current = self.current();
                self.each_seat_from(current, scope, body);
            }
            (Who::Current, _) => {
                let current = self.current();
                self.once(scope, current, body);
            }
            (Who::Acting, _) => self.once(scope, acting, body),
            (_, Value::Known(acting)) => {
                for seat in self.related(who, acting as u8) {
                    self.once(scope, Value::Known(i64::from(seat)), body);
                }
            }
            (_, Value::In(acting)) => {
                let lists: Vec<Vec<u8>> = (0..self.plan.setting.players)
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
                        compiler.code.unless_different(seat, acting, next);
                    } else {
                        let list = compiler.code.constant(bits);
                        compiler.code.look_up(test, list, acting);
                        let bit = compiler.slot(seat);
                        compiler.code.has_bit(test, test, bit);
                        compiler.code.unless_true(test, next);
                    }
                    body(compiler, scope, seat, next);
                });
            }
        }
    }

    /// True if the elements of an operator's list can be gone through one by one.
    fn is_fused(&self, operation: &Operation) -> bool {
        matches!(
            (operation.operator.kind, operation.operands.len()),
            (OperatorKind::Filter | OperatorKind::Map, 2)
                | (OperatorKind::List, _)
                | (OperatorKind::PlayersFrom | OperatorKind::Range, _)
                | (OperatorKind::If, 3)
        ) || (operation.operator.kind == OperatorKind::All && operation.operands.len() == 1)
            || (operation.operator.kind == OperatorKind::RankValue)
    }

    fn each_of_operator(
        &mut self,
        operation: &Operation,
        ty: &Type,
        scope: &Scope,
        body: Body<'_, 'g>,
    ) {
        let operands = &operation.operands;
        match operation.operator.kind {
            OperatorKind::Filter => self.each_filtered(&operands[0], &operands[1], scope, body),
            OperatorKind::Map => {
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
            OperatorKind::RankValue => self.each_rank(&operands[0], scope, body),
            OperatorKind::PlayersFrom => {
                let first = self.value(&operands[0], scope);
                self.each_seat_from(first, scope, body);
            }
            OperatorKind::Range => self.each_number(&operands[0], &operands[1], scope, body),
            OperatorKind::All => self.each_element(&operands[0], scope, body),
            OperatorKind::If => self.each_of_branch(operands, ty, scope, body),
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

    /// The elements of a list that pass a test.
    fn each_filtered(&mut self, list: &Expr, test: &Expr, scope: &Scope, body: Body<'_, 'g>) {
        if let Some(walk) = self.walk_of_cards(list, test, scope) {
            return self.each_of_walk(&walk, scope, body);
        }
        let (local, test) = predicate(test);
        if list.ty == Type::Zone
            && let Some(test) = self.printed_test(test, local)
        {
            let pile = self.value(list, scope);
            return self.each_printed_card(pile, &test, scope, body);
        }
        if let Some(side) = self.side_wanted(test, local) {
            if list.ty == Type::Zone {
                let pile = self.value(list, scope);
                return self.each_facing(pile, side, scope, body);
            }
            if is_zones(&list.ty) {
                return self.each(list, scope, &mut |compiler, scope, pile, _| {
                    compiler.each_facing(pile, side, scope, body);
                });
            }
        }
        self.each_element(list, scope, &mut |compiler, scope, item, next| {
            let inner = scope.with(local, item);
            compiler.require(test, true, next, &inner);
            body(compiler, scope, item, next);
        });
    }

    /// The elements of one list or another: the body is written for each.
    fn each_of_branch(&mut self, operands: &[Expr], ty: &Type, scope: &Scope, body: Body<'_, 'g>) {
        let [test, yes, no] = operands else {
            return;
        };
        if let Some(known) = crate::plan::constants::constant(test, &self.plan.setting) {
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

    fn each_number(&mut self, first: &Expr, last: &Expr, scope: &Scope, body: Body<'_, 'g>) {
        let index = self.code.slot();
        let item = self.code.slot();
        let limit = self.code.slot();
        let first = self.value(first, scope);
        self.put(index, first);
        let last = self.value_slot(last, scope);
        self.code.add_number(limit, last, 1);
        let next = self.code.here();
        let done = self.code.label();
        self.code.each_number(index, limit, item, done);
        body(self, scope, Value::In(item), next);
        self.code.jump(next);
        self.code.bind(done);
    }
}

/// The element's name and the expression about it.
pub(crate) fn predicate(expr: &Expr) -> (cgml::model::LocalId, &Expr) {
    match &expr.kind {
        ExprKind::Each(local, body) => (*local, body),
        _ => (cgml::model::LocalId(u32::MAX), expr),
    }
}

/// True if a type is a list of zones, or of lists of zones.
pub(crate) fn is_zones(ty: &Type) -> bool {
    match ty {
        Type::List(element) => **element == Type::Zone || is_zones(element),
        _ => false,
    }
}

/// The condition on all choices for a target together.
pub(crate) fn such_that(target: &Target) -> Option<Expr> {
    let (local, fact) = target.such_that.as_ref()?;
    Some(Expr {
        kind: ExprKind::Each(*local, Box::new(fact.clone())),
        ty: Type::Bool,
        origin: fact.origin,
    })
}
