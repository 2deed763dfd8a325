//! Whether a cost can be paid, without paying it.
//!
//! In general a cost is tried out: the table is remembered, the steps are carried out, and the table is as it was
//! before. Most costs are a few steps of which it can be told at once whether they would succeed: enough pieces,
//! room in a zone, something to choose. These are only looked at.

use cgml::model::{
    Callee, DefinitionBody, DefinitionId, Expr, ExprKind, Literal, LocalId, Overflow, PoolId, Step,
    Type, Value as Given, VariableId, Zone, ZoneId,
};
use engine::ids::Slot;
use engine::lists::ListVerb;
use engine::op::Op;

use crate::code::Label;
use crate::compiler::Compiler;
use crate::list::predicate;
use crate::scope::{Scope, Value};

/// How deep definitions are looked into.
const MOST_DEPTH: usize = 3;

/// What the steps before would have changed.
#[derive(Debug, Clone, Default)]
struct Changed {
    /// Whether the card of the move would lie elsewhere.
    is_card_gone: bool,
    /// Where cards would have come.
    zones: Vec<ZoneId>,
    variables: Vec<VariableId>,
    pools: Vec<PoolId>,
    /// Whether something else on cards would have changed.
    marks: bool,
    /// Temporary values that are not known before the cost is paid.
    unknown: Vec<LocalId>,
    /// Temporary lists whose order is not known before.
    loose: Vec<LocalId>,
    /// Whether a player has chosen what else has changed.
    is_forked: bool,
}

impl<'g> Compiler<'g> {
    /// Goes on if all costs can be paid, one after the other; nothing is paid.
    pub(crate) fn require_costs(&mut self, costs: &[(&[Step], &Scope)], otherwise: Label) {
        if costs.iter().all(|(steps, _)| steps.is_empty()) {
            return;
        }
        let mut changed = Changed::default();
        let is_clear = costs
            .iter()
            .all(|(steps, _)| self.are_clear(steps, &mut changed, 0));
        if !is_clear || self.setting.open_chance || self.setting.tries_costs {
            return self.try_costs(costs, otherwise);
        }
        let taken = self.code.taken();
        let mut changed = Changed::default();
        for (steps, scope) in costs {
            let mut scope = scope.failing(otherwise);
            self.test_steps(steps, &mut scope, &mut changed);
        }
        self.code.free(taken);
    }

    /// Tries the costs out.
    fn try_costs(&mut self, costs: &[(&[Step], &Scope)], otherwise: Label) {
        let (fail, done, succeeded) = (self.code.label(), self.code.label(), self.code.label());
        self.code.emit(Op::Try {
            succeeded: succeeded.pc(),
        });
        for (steps, scope) in costs {
            let mut inner = scope.failing(fail);
            inner.is_cost = true;
            self.steps(steps, &inner);
        }
        self.code.bind(succeeded);
        self.code.emit(Op::EndTry {});
        self.code.jump(done);
        self.code.bind(fail);
        self.code.emit(Op::EndTry {});
        self.code.jump(otherwise);
        self.code.bind(done);
    }

    /// Whether it can be told of steps at once that they would succeed.
    fn are_clear(&self, steps: &[Step], changed: &mut Changed, depth: usize) -> bool {
        steps.iter().all(|step| self.is_clear(step, changed, depth))
    }

    fn is_clear(&self, step: &Step, changed: &mut Changed, depth: usize) -> bool {
        if changed.is_forked {
            return false;
        }
        let action = match step.callee {
            Callee::Action(action) => action.name,
            Callee::Effect(id) => return self.is_clear_call(id, step, changed, depth),
        };
        match action {
            "EMIT" => true,
            "FLIP" => {
                changed.marks = true;
                self.operand(step, "target")
                    .or_else(|| self.operand(step, "card"))
                    .is_some()
            }
            "LET" => {
                match sorted_list(self.operand(step, "value")) {
                    Some(list) if self.is_as_before(list, changed) => {
                        changed.loose.extend(step.result);
                    }
                    _ => changed.unknown.extend(step.result),
                }
                true
            }
            "SET_VARIABLE" | "INCREMENT" => {
                let value = ["value", "by"]
                    .into_iter()
                    .find_map(|name| self.operand(step, name));
                let is_plain = value.is_none_or(is_plain);
                match self.operand(step, "path").map(|path| &path.kind) {
                    Some(ExprKind::Variable(id, owner)) if is_plain => {
                        changed.variables.push(*id);
                        !self.is_many(owner.as_deref()) && self.width_of(*id) == 1
                    }
                    Some(ExprKind::Attribute(id, cards)) if is_plain => {
                        let is_clear = if cards.ty == Type::Card {
                            is_name(cards)
                        } else {
                            self.is_clear_matching(cards, changed)
                        };
                        changed.marks = true;
                        is_clear && self.game.attributes[*id].kinds.is_empty()
                    }
                    _ => false,
                }
            }
            "SPEND" => {
                let Some(pool) = self.operand(step, "pool") else {
                    return false;
                };
                let count = self.operand(step, "count");
                let is_known = count.is_none_or(|count| self.is_as_before(count, changed));
                let ExprKind::Pool(id, owner) = &pool.kind else {
                    return false;
                };
                let is_new = !changed.pools.contains(id);
                changed.pools.push(*id);
                is_known && is_new && !self.is_many(owner.as_deref())
            }
            "REMOVE_COUNTER" => {
                let card = self.operand(step, "card");
                let count = self.operand(step, "count");
                let is_new = !changed.marks;
                changed.marks = true;
                is_new
                    && card.is_some_and(|card| card.ty == Type::Card && is_name(card))
                    && count.is_none_or(|count| self.is_as_before(count, changed))
            }
            "TRANSFER" => self.is_clear_transfer(step, changed),
            "MOVE" => self.is_clear_move(step, changed),
            "CHOOSE" => self.is_clear_choice(step, changed, depth),
            "CHOOSE_MODE" => self.is_clear_fork(step, changed, depth),
            "IF" => {
                let Some(condition) = self.operand(step, "condition") else {
                    return false;
                };
                if let Some(known) = crate::fold::constant(condition, &self.setting) {
                    let branch = if known == 1 { "then" } else { "else" };
                    return self.are_clear(self.inner(step, branch), changed, depth);
                }
                self.is_as_before(condition, changed)
                    && ["then", "else"]
                        .into_iter()
                        .all(|branch| self.are_clear(self.inner(step, branch), changed, depth))
            }
            _ => false,
        }
    }

    /// Pieces that go from one pool to another, neither of which lies on a card.
    fn is_clear_transfer(&self, step: &Step, changed: &mut Changed) -> bool {
        let pools = ["from", "to"].map(|name| self.operand(step, name));
        let count = self.operand(step, "count");
        let is_known = count.is_none_or(|count| self.is_as_before(count, changed));
        let are_new = pools.into_iter().all(|pool| {
            let Some(ExprKind::Pool(id, owner)) = pool.map(|pool| &pool.kind) else {
                return false;
            };
            let is_new = !changed.pools.contains(id);
            changed.pools.push(*id);
            let owner = owner.as_deref();
            is_new && !self.is_many(owner) && owner.is_none_or(|owner| owner.ty != Type::Card)
        });
        is_known && are_new && step.result.is_none()
    }

    /// One of several ways to pay, each of which is clear; nothing may come after it.
    fn is_clear_fork(&self, step: &Step, changed: &mut Changed, depth: usize) -> bool {
        let Some(Given::Modes(modes)) = step.argument("modes") else {
            return false;
        };
        let others = ["count", "repeats", "player"];
        let are_clear = modes.iter().all(|mode| {
            let condition = mode.condition.as_ref();
            condition.is_none_or(|condition| self.is_as_before(condition, changed))
                && self.are_clear(&mode.steps, &mut changed.clone(), depth)
        });
        changed.is_forked = true;
        are_clear && others.iter().all(|name| step.argument(name).is_none())
    }

    /// Elements that meet several needs: whether there are such does not depend on the order of the list.
    fn is_clear_matching(&self, cards: &Expr, changed: &Changed) -> bool {
        let ExprKind::Operator(operation) = &cards.kind else {
            return false;
        };
        // What the elements are worth does not matter either.
        let ("matching", [list, count, needs, holds, ..]) =
            (operation.operator.name, operation.operands.as_slice())
        else {
            return false;
        };
        let others = [count, needs, holds];
        let is_loose = matches!(list.kind, ExprKind::Local(id) if changed.loose.contains(&id));
        (is_loose || self.is_as_before(list, changed))
            && others.iter().all(|other| self.is_as_before(other, changed))
    }

    /// A card that goes to a zone: one whose name is known.
    fn is_clear_move(&self, step: &Step, changed: &mut Changed) -> bool {
        let (Some(from), Some(to)) = (self.operand(step, "from"), self.operand(step, "to")) else {
            return false;
        };
        let known = ["count", "filter", "slot"];
        if from.ty != Type::Card
            || !is_name(from)
            || to.ty != Type::Zone
            || known.iter().any(|name| step.argument(name).is_some())
            || step.result.is_some()
            || !self.is_as_before(to, changed)
        {
            return false;
        }
        let zones = self.zones_of(to);
        let is_new = !zones.iter().any(|zone| changed.zones.contains(zone));
        changed.zones.extend(zones);
        changed.is_card_gone = true;
        changed.marks = true;
        is_new
    }

    fn is_clear_choice(&self, step: &Step, changed: &mut Changed, depth: usize) -> bool {
        let Some(from) = self.operand(step, "from") else {
            return false;
        };
        let touches = self
            .zones_of(from)
            .iter()
            .any(|zone| changed.zones.contains(zone));
        let filter = self.operand(step, "where");
        let numbers = ["count", "up_to"].map(|name| self.operand(step, name));
        // A definition does not know which card the move is about.
        let is_all_there = depth == 0 || !changed.is_card_gone;
        is_all_there
            && step.argument("such_that").is_none()
            && step.argument("player").is_none()
            && from.ty.element() == Some(&Type::Card)
            && !touches
            && self.reads_nothing_changed(from, changed)
            && filter.is_none_or(|filter| self.reads_nothing_changed(filter, changed))
            && numbers
                .into_iter()
                .flatten()
                .all(|number| self.is_as_before(number, changed))
    }

    /// A defined effect: its condition holds, and its steps are such that they succeed.
    fn is_clear_call(
        &self,
        id: DefinitionId,
        step: &Step,
        changed: &mut Changed,
        depth: usize,
    ) -> bool {
        let definition = &self.game.definitions[id];
        let DefinitionBody::Effect(block) = &definition.body else {
            return false;
        };
        let given = step.arguments.iter().all(|argument| match &argument.value {
            Given::Expr(expr) | Given::Each(expr) => self.is_as_before(expr, changed),
            _ => false,
        });
        let condition = definition.condition.as_ref();
        if depth >= MOST_DEPTH
            || definition.event.is_some()
            || !given
            || condition.is_some_and(|condition| !self.is_as_before(condition, changed))
        {
            return false;
        }
        let is_clear = if self.are_sure(&block.steps, &mut changed.clone()) {
            self.are_sure(&block.steps, changed)
        } else {
            // Its temporary values are its own.
            let unknown = std::mem::take(&mut changed.unknown);
            let loose = std::mem::take(&mut changed.loose);
            let are_clear = self.are_clear(&block.steps, changed, depth + 1);
            (changed.unknown, changed.loose) = (unknown, loose);
            are_clear
        };
        changed.marks = true;
        is_clear
    }

    /// Whether the steps of a definition succeed whatever it is given.
    fn are_sure(&self, steps: &[Step], changed: &mut Changed) -> bool {
        steps.iter().all(|step| self.is_sure(step, changed))
    }

    /// Whether a step of a definition succeeds whatever it is given.
    fn is_sure(&self, step: &Step, changed: &mut Changed) -> bool {
        let Callee::Action(action) = step.callee else {
            return false;
        };
        match action.name {
            "EMIT" => true,
            "MOVE" => {
                let (from, to) = (self.operand(step, "from"), self.operand(step, "to"));
                let (Some(from), Some(to)) = (from, to) else {
                    return false;
                };
                let zones = self.zones_of(to);
                let has_room = zones.iter().all(|zone| {
                    let of = &self.game.zones[*zone].zone_type;
                    of.capacity.is_none() || of.overflow != Overflow::Refuse
                });
                changed.zones.extend(zones);
                changed.is_card_gone = true;
                let plain = ["count", "filter", "slot"];
                from.ty == Type::Card
                    && is_name(from)
                    && to.ty == Type::Zone
                    && has_room
                    && plain.iter().all(|name| step.argument(name).is_none())
            }
            "SET_VARIABLE" | "INCREMENT" => {
                let value = ["value", "by"]
                    .into_iter()
                    .find_map(|name| self.operand(step, name));
                match self.operand(step, "path").map(|path| &path.kind) {
                    Some(ExprKind::Variable(id, _)) => {
                        changed.variables.push(*id);
                        value.is_none_or(is_plain)
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// The zones that an expression names, also inside of functions.
    fn zones_of(&self, expr: &Expr) -> Vec<ZoneId> {
        let mut zones = Vec::new();
        self.note_reads(expr, &mut |kind| match kind {
            ExprKind::Zone(id, _) => zones.push(*id),
            ExprKind::ZoneNamed(..) => zones.extend(self.game.zones.pairs().map(|(id, _)| id)),
            _ => {}
        });
        zones
    }

    /// Whether an expression is worth the same as before the steps: it reads nothing that they change.
    fn is_as_before(&self, expr: &Expr, changed: &Changed) -> bool {
        let mut zones = false;
        self.note_reads(expr, &mut |kind| {
            zones |= matches!(kind, ExprKind::Zone(..) | ExprKind::ZoneNamed(..))
        });
        let reads_zones = zones && (changed.is_card_gone || !changed.zones.is_empty());
        !reads_zones && self.reads_nothing_changed(expr, changed)
    }

    /// Whether an expression reads no variable, pool or mark that was changed.
    fn reads_nothing_changed(&self, expr: &Expr, changed: &Changed) -> bool {
        let mut reads = false;
        self.note_reads(expr, &mut |kind| {
            reads |= match kind {
                ExprKind::Variable(id, _) => changed.variables.contains(id),
                ExprKind::Pool(id, _) => changed.pools.contains(id),
                ExprKind::Local(id) => changed.unknown.contains(id) || changed.loose.contains(id),
                ExprKind::Attribute(..) | ExprKind::Counters(..) | ExprKind::HasKeyword(..) => {
                    changed.marks
                }
                ExprKind::Field(field, _) => {
                    changed.marks && matches!(*field, "zone" | "face" | "attached_to" | "slot")
                }
                ExprKind::CanMove(..) | ExprKind::CanPerform(_) => true,
                _ => false,
            };
        });
        !reads
    }

    /// Everything that an expression reads, also inside of functions and computed variables.
    pub(crate) fn note_reads(&self, expr: &Expr, note: &mut dyn FnMut(&ExprKind)) {
        cgml::model::visit::each_expr(expr, &mut |inner| {
            note(&inner.kind);
            match &inner.kind {
                ExprKind::Function(id, _) => {
                    if let DefinitionBody::Function(body, _) = &self.game.definitions[*id].body {
                        self.note_reads(body, note);
                    }
                }
                ExprKind::Variable(id, _) => {
                    let value = &self.game.variables[*id].value;
                    if let cgml::model::VariableValue::Computed(body) = value {
                        self.note_reads(body, note);
                    }
                }
                _ => {}
            }
        });
    }

    /// Goes on if steps would succeed of which that can be told at once.
    fn test_steps(&mut self, steps: &[Step], scope: &mut Scope, changed: &mut Changed) {
        for step in steps {
            self.test_step(step, scope, changed);
        }
    }

    fn test_step(&mut self, step: &Step, scope: &mut Scope, changed: &mut Changed) {
        let action = match step.callee {
            Callee::Action(action) => action.name,
            Callee::Effect(id) => return self.test_call(id, step, scope, changed),
        };
        match action {
            "LET" => {
                let list = sorted_list(self.operand(step, "value"));
                if let (Some(list), Some(local)) = (list, step.result) {
                    let list = self.gather_elements(list, scope);
                    *scope = scope.with(local, Value::In(list));
                }
            }
            "SET_VARIABLE" | "INCREMENT" => {
                if let Some(ExprKind::Attribute(_, card)) =
                    self.operand(step, "path").map(|path| &path.kind)
                {
                    self.needed(&without_worth(card), scope);
                }
            }
            "FLIP" => {
                let card = self.operand(step, "target");
                let card = card.or_else(|| self.operand(step, "card"));
                if let Some(card) = card.filter(|card| card.ty == Type::Card) {
                    self.needed(card, scope);
                }
            }
            "SPEND" => {
                if let Some(pool) = self.operand(step, "pool") {
                    let count = self.number(step, "count", scope).unwrap_or(Value::Known(1));
                    self.require_pieces(pool, count, scope);
                }
            }
            "TRANSFER" => self.test_transfer(step, scope),
            "CHOOSE_MODE" => self.test_fork(step, scope, changed),
            "REMOVE_COUNTER" => self.test_counters(step, scope),
            "MOVE" => self.test_move(step, scope, changed),
            "CHOOSE" => self.test_choice(step, scope, changed),
            "IF" => {
                let Some(condition) = self.operand(step, "condition") else {
                    return;
                };
                if let Some(known) = crate::fold::constant(condition, &self.setting) {
                    let branch = if known == 1 { "then" } else { "else" };
                    return self.test_steps(self.inner(step, branch), scope, changed);
                }
                let (otherwise, done) = (self.code.label(), self.code.label());
                self.require(condition, true, otherwise, scope);
                self.test_steps(self.inner(step, "then"), &mut scope.clone(), changed);
                self.code.jump(done);
                self.code.bind(otherwise);
                self.test_steps(self.inner(step, "else"), &mut scope.clone(), changed);
                self.code.bind(done);
            }
            _ => {}
        }
    }

    /// If all pieces must go, there are enough, and room for them.
    fn test_transfer(&mut self, step: &Step, scope: &Scope) {
        if !self.is_set(step, "exactly") {
            return;
        }
        let count = self.number(step, "count", scope).unwrap_or(Value::Known(1));
        if let Some(pool) = self.operand(step, "from") {
            self.require_pieces(pool, count, scope);
        }
        if let Some(pool) = self.operand(step, "to") {
            self.require_room_for_pieces(pool, count, scope);
        }
    }

    /// One of the ways can be gone.
    fn test_fork(&mut self, step: &Step, scope: &Scope, changed: &Changed) {
        let Some(Given::Modes(modes)) = step.argument("modes") else {
            return;
        };
        let done = self.code.label();
        for mode in modes {
            let next = self.code.label();
            let mut inner = scope.failing(next);
            if let Some(condition) = &mode.condition {
                self.require(condition, true, next, &inner);
            }
            self.test_steps(&mode.steps, &mut inner, &mut changed.clone());
            self.code.jump(done);
            self.code.bind(next);
        }
        self.code.jump(scope.fail);
        self.code.bind(done);
    }

    fn test_counters(&mut self, step: &Step, scope: &Scope) {
        let (Some(card), Some(id)) = (self.operand(step, "card"), self.counter_of(step)) else {
            return;
        };
        let count = self.number(step, "count", scope).unwrap_or(Value::Known(1));
        let card = self.needed(card, scope);
        let first = self.layout.marks.counter(id);
        let a = self.mark(first, card);
        let (a, b) = (self.slot(a), self.slot(count));
        self.code.emit(Op::UnlessAtLeast {
            a,
            b,
            to: scope.fail.pc(),
        });
    }

    fn test_move(&mut self, step: &Step, scope: &Scope, changed: &mut Changed) {
        let (Some(from), Some(to)) = (self.operand(step, "from"), self.operand(step, "to")) else {
            return;
        };
        let card = self.needed(from, scope);
        let pile = self.needed(to, scope);
        changed.is_card_gone = true;
        let has_limit = |zone: &ZoneId| {
            let of = &self.game.zones[*zone].zone_type;
            of.capacity.is_some() && of.overflow == Overflow::Refuse
        };
        if !self.zones_of(to).iter().any(has_limit) {
            return;
        }
        // A card that lies there already needs no room.
        let (done, own) = (self.code.label(), self.code.slot());
        let (card, pile) = (self.slot(card), self.slot(pile));
        self.code.emit(Op::PileOf { to: own, card });
        self.code.emit(Op::UnlessDifferent {
            a: own,
            b: pile,
            to: done.pc(),
        });
        let zones: Vec<ZoneId> = self.zones_of(to);
        let replaces = zones
            .iter()
            .any(|zone| self.game.zones[*zone].zone_type.overflow != Overflow::Refuse);
        if replaces {
            // Some of the zones make room themselves.
            let piles = self.program.piles.iter();
            let refuses = piles.map(|pile| {
                // What a rehearsal adds is no zone of the game.
                let zone = self.game.zones.iter().nth(usize::from(pile.zone));
                let refuses = |zone: &Zone| zone.zone_type.overflow == Overflow::Refuse;
                i64::from(zone.is_some_and(refuses))
            });
            let refuses = refuses.collect();
            let list = self.code.constant(refuses);
            self.code.emit(Op::LookUp {
                to: own,
                list,
                index: pile,
            });
            self.code.emit(Op::UnlessTrue {
                a: own,
                to: done.pc(),
            });
        }
        let room = self.room(pile);
        let a = self.slot(room);
        self.code.emit(Op::UnlessFrom {
            a,
            value: 1,
            to: scope.fail.pc(),
        });
        self.code.bind(done);
    }

    /// There is enough to choose from, apart from the card of the move where that lies elsewhere by then.
    fn test_choice(&mut self, step: &Step, scope: &mut Scope, changed: &Changed) {
        let Some(from) = self.operand(step, "from") else {
            return;
        };
        let filter = self.operand(step, "where");
        let list = self.code.slot();
        self.code.emit(Op::NewList { to: list });
        let gone = scope.this.filter(|_| changed.is_card_gone);
        self.each_element(from, scope, &mut |compiler, scope, card, next| {
            if let Some(gone) = gone {
                let (a, b) = (compiler.slot(card), compiler.slot(gone));
                compiler.code.emit(Op::UnlessDifferent {
                    a,
                    b,
                    to: next.pc(),
                });
            }
            if let Some(filter) = filter {
                let (local, test) = predicate(filter);
                let inner = scope.with(local, card);
                compiler.require(test, true, next, &inner);
            }
            let value = compiler.slot(card);
            compiler.code.emit(Op::Push { list, value });
        });
        let up_to = step.argument("up_to").is_some();
        let least = match self.number(step, "count", scope) {
            Some(count) => count,
            None => Value::Known(i64::from(!up_to)),
        };
        self.unless_enough(list, least, scope.fail);
        self.bind_choice(step, list, least, scope);
    }

    /// What is chosen is one of the choices that there are.
    fn bind_choice(&mut self, step: &Step, list: Slot, least: Value, scope: &mut Scope) {
        let Some(local) = step.result else {
            return;
        };
        let to = self.code.slot();
        let is_one = step.argument("up_to").is_none() && self.asks_for_one(step, "count");
        if is_one {
            let index = self.slot(Value::Known(0));
            self.code.emit(Op::ItemAt { to, list, index });
        } else {
            let b = self.slot(least);
            self.code.emit(Op::List {
                verb: ListVerb::Take,
                to,
                a: list,
                b,
            });
        }
        *scope = scope.with(local, Value::In(to));
    }

    /// The condition of a defined effect holds, and what it needs is there.
    fn test_call(&mut self, id: DefinitionId, step: &Step, scope: &Scope, changed: &mut Changed) {
        let game = self.game;
        let definition = &game.definitions[id];
        let DefinitionBody::Effect(block) = &definition.body else {
            return;
        };
        let mut inner = Scope::new(scope.fail);
        inner.acting = scope.acting;
        self.bind_locals(&mut inner, block);
        for argument in &step.arguments {
            let number = argument.parameter as usize;
            let (Given::Expr(expr), Some((_, ty, _))) =
                (&argument.value, definition.params.get(number))
            else {
                continue;
            };
            let value = if *ty == Type::Card {
                self.needed(expr, scope)
            } else {
                self.effect_argument(expr, ty, scope)
            };
            if let Some(local) = inner.locals.get_mut(number) {
                *local = value;
            }
        }
        for (number, (_, _, default)) in definition.params.iter().enumerate() {
            let mut given = step.arguments.iter();
            let is_given = given.any(|argument| argument.parameter as usize == number);
            if let (false, Some(default)) = (is_given, default) {
                let value = self.value(default, scope);
                if let Some(local) = inner.locals.get_mut(number) {
                    *local = value;
                }
            }
        }
        if let Some(condition) = &definition.condition {
            self.require(condition, true, scope.fail, &inner);
        }
        if self.are_sure(&block.steps, &mut changed.clone()) {
            let is_move = |step: &Step| matches!(step.callee, Callee::Action(action) if action.name == "MOVE");
            changed.is_card_gone |= block.steps.iter().any(is_move);
        } else {
            self.test_steps(&block.steps, &mut inner, changed);
        }
    }
}

/// Whether an expression names a card that is known: the card of the move or ability, or what was chosen.
fn is_name(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Local(_) | ExprKind::This)
}

/// Elements that meet several needs, whatever they are worth.
fn without_worth(expr: &Expr) -> Expr {
    let mut expr = expr.clone();
    if let ExprKind::Operator(operation) = &mut expr.kind
        && operation.operator.name == "matching"
    {
        operation.operands.truncate(4);
    }
    expr
}

/// The list of which an expression is another order.
fn sorted_list(expr: Option<&Expr>) -> Option<&Expr> {
    match &expr?.kind {
        ExprKind::Operator(operation) if operation.operator.name == "sort_by" => {
            operation.operands.first()
        }
        _ => None,
    }
}

/// Whether an expression always has a value.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(literal) => !matches!(literal, Literal::Nothing | Literal::List(_)),
        ExprKind::Parameter(_) => true,
        _ => false,
    }
}
