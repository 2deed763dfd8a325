//! State-based checks: executed whenever the table fits their condition.

use cgml::model::Callee;
use cgml::model::{
    CheckDef, Expr, ExprKind, Game, PoolId, Reads, Step, VariableId, VariableValue, ZoneId,
};
use cgml::vocabulary::actions::Trait;
use cgml::vocabulary::parameters::Parameter;
use cgml::vocabulary::sections::Section;
use engine::fault::StopReason;
use engine::ids::{Cell, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::events::waiting::moment::Moment;
use crate::routines::Routine;

/// The number of times that checks may hold in a row.
const MOST_ROUNDS: i32 = 100;

/// Something that has changed in the middle of an effect.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Change {
    /// A card went from one pile to another.
    Moved {
        /// Register of the pile that it left.
        from: Slot,
        /// Register of the pile that it came to.
        to: Slot,
    },
    /// A pool has more or fewer pieces.
    Pool(PoolId),
    /// A variable was set.
    Variable(VariableId),
    /// Something on a card, or something else.
    Other,
}

/// The values that the condition of a check reads.
#[derive(Debug, Default)]
struct LooksAt {
    zones: Vec<ZoneId>,
    pools: Vec<PoolId>,
    variables: Vec<VariableId>,
    others: bool,
}

impl LooksAt {
    fn of(game: &Game, check: &CheckDef) -> Self {
        let mut looks = Self::default();
        looks.note(game, &check.condition, 0);
        if let Some((_, list)) = &check.for_each {
            looks.note(game, list, 0);
        }
        looks
    }

    fn note(&mut self, game: &Game, expr: &Expr, depth: usize) {
        if depth > 16 {
            self.others = true;
            return;
        }
        cgml::model::visit::each_expr(expr, &mut |inner| match inner.kind.reads() {
            Reads::Zone(id) => self.zones.push(id),
            Reads::Pool(id) => self.pools.push(id),
            Reads::Variable(id) => match &game.variables[id].value {
                VariableValue::Stored(_) => self.variables.push(id),
                VariableValue::Computed(expr) => self.note(game, expr, depth + 1),
            },
            Reads::Function(id) => {
                if let cgml::model::DefinitionBody::Function(body, _) = &game.definitions[id].body {
                    self.note(game, body, depth + 1);
                }
            }
            Reads::Attribute(_)
            | Reads::Counters(_)
            | Reads::Keyword(_)
            | Reads::Field(_)
            | Reads::AnyZone
            | Reads::Course
            | Reads::CanMove(_)
            | Reads::CanPerform(_) => self.others = true,
            Reads::Operator(operator) => self.others |= operator.reads_marks(),
            // The acting player and printed values change only together with something else that is looked at.
            Reads::Operands
            | Reads::Local(_)
            | Reads::Elements(_)
            | Reads::This
            | Reads::Event
            | Reads::Players
            | Reads::Property(_) => {}
        });
    }
}

impl<'g> Compiler<'g> {
    /// True if the game has checks.
    pub(crate) fn has_checks(&self) -> bool {
        !self.game.checks.is_empty()
    }

    /// Lays out what checks need.
    pub(crate) fn lay_out_checks(&mut self) {
        if self.has_checks() {
            self.events.checking = Some(self.plan.layout.new_cell());
            self.events.check_cache = Some(CheckCache {
                cell: self.plan.layout.new_cell(),
                from: self.code.label(),
                to: self.code.label(),
            });
        }
    }

    /// Makes all checks until none holds.
    pub(crate) fn make_checks(&mut self) {
        if !self.has_checks() {
            return;
        }
        let next = self.code.label();
        self.unless_cached(next);
        let scope = Scope::new(next);
        self.call_with(Routine::Checks, &[], &scope);
        self.code.bind(next);
    }

    /// Goes elsewhere if no check held and nothing has changed since that they look at.
    fn unless_cached(&mut self, otherwise: Label) {
        if let Some(CheckCache { cell, .. }) = self.events.check_cache {
            let to = otherwise.pc();
            self.code.unless_cell_is(cell, 0, to);
        }
    }

    /// Goes elsewhere unless that is so.
    pub(crate) fn require_cached(&mut self, otherwise: Label) {
        if let Some(CheckCache { cell, .. }) = self.events.check_cache {
            let to = otherwise.pc();
            self.code.unless_cell_is_not(cell, 0, to);
        }
    }

    /// The routine that makes all checks until none holds.
    pub(crate) fn write_checks(&mut self) {
        let checks: Vec<usize> = (0..self.game.checks.len()).collect();
        self.write_rounds_of(&checks);
    }

    /// The routine that makes one check until it does not hold.
    pub(crate) fn write_check(&mut self, number: usize) {
        self.write_rounds_of(&[number]);
    }

    /// Evaluates the other checks at once that may hold after a check was executed.
    fn look_at_others(&mut self, number: usize) {
        let checks = self.game.checks.iter().enumerate();
        let others: Vec<usize> = checks
            .filter(|(other, check)| check.at_once && *other != number)
            .map(|(other, _)| other)
            .collect();
        for other in others {
            let next = self.code.label();
            let scope = Scope::new(next);
            self.call_with(Routine::Check(other as u32), &[], &scope);
            self.code.bind(next);
        }
    }

    fn write_rounds_of(&mut self, numbers: &[usize]) {
        let game = self.game;
        self.begin_part(Section::StateBased.name());
        let Some(checking) = self.events.checking else {
            return self.code.ret();
        };
        let done = self.code.label();
        // Effects of a check count in the next round, not in the middle of this one.
        self.code.unless_cell_is(checking, 0, done);
        let checks: Vec<&CheckDef> = game.checks.iter().collect();
        // Most of the time nothing holds, which is found out without noting anything.
        let some = self.code.label();
        let settled = self
            .events
            .check_cache
            .filter(|_| numbers.len() == checks.len());
        if let Some(CheckCache { from, .. }) = settled {
            self.code.bind(from);
        }
        for number in numbers {
            self.look_for(checks[*number], some);
        }
        if let Some(CheckCache { cell, to, .. }) = settled {
            self.code.bind(to);
            self.set_cell(cell, 1);
        }
        self.code.bind(done);
        self.code.ret();
        self.code.bind(some);
        self.write_rounds_until(numbers, checking, done);
    }

    /// Makes checks round after round, until none holds.
    fn write_rounds_until(&mut self, numbers: &[usize], checking: Cell, done: Label) {
        let game = self.game;
        let checks: Vec<&CheckDef> = game.checks.iter().collect();
        let rounds = self.code.slot();
        self.set(rounds, 0);
        let again = self.code.here();
        let noted: Vec<Slot> = numbers.iter().map(|_| self.code.slot()).collect();
        let any = self.code.slot();
        self.set(any, 0);
        let mut scopes = Vec::new();
        for (number, noted) in numbers.iter().zip(&noted) {
            let scope = self.look_at(checks[*number], *noted, any);
            scopes.push(scope);
        }
        self.code.unless_true(any, done);
        self.set_cell(checking, 1);
        let losing = self.code.slot();
        self.code.new_list(losing);
        let moment = self.begin_moment();
        for ((number, noted), scope) in numbers.iter().zip(&noted).zip(&scopes) {
            self.do_noted(checks[*number], *noted, scope, losing, moment);
        }
        self.end_moment(moment);
        self.set_cell(checking, 0);
        self.lose_together(losing);
        if let [number] = numbers {
            self.look_at_others(*number);
        }
        self.code.add_number(rounds, rounds, 1);
        let endless = self.code.label();
        self.code.unless_below(rounds, MOST_ROUNDS, endless);
        self.code.jump(again);
        self.code.bind(endless);
        self.code.stop(StopReason::Endless);
    }

    /// Goes to `some` if a check holds, for any element if it is about several.
    fn look_for(&mut self, check: &'g CheckDef, some: Label) {
        self.code.at(check.origin);
        let taken = self.code.taken();
        let next = self.code.label();
        let mut scope = Scope::new(next);
        self.bind_locals(&mut scope, &check.effect);
        match &check.for_each {
            None => {
                self.require(&check.condition, true, next, &scope);
                self.code.jump(some);
            }
            Some((local, list)) => {
                self.each_element(list, &scope, &mut |compiler, scope, item, next| {
                    let mut inner = scope.with(*local, item);
                    compiler.act_for_element(&mut inner, list, item);
                    compiler.require(&check.condition, true, next, &inner);
                    compiler.code.jump(some);
                });
            }
        }
        self.code.bind(next);
        self.code.free(taken);
    }

    /// Notes for which elements a check holds: in a list, or 1 if it is about none.
    fn look_at(&mut self, check: &'g CheckDef, noted: Slot, any: Slot) -> Scope {
        self.code.at(check.origin);
        let next = self.code.label();
        let mut scope = Scope::new(next);
        self.bind_locals(&mut scope, &check.effect);
        let taken = self.code.taken();
        match &check.for_each {
            None => {
                self.set(noted, 0);
                self.require(&check.condition, true, next, &scope);
                self.set(noted, 1);
                self.set(any, 1);
                self.code.bind(next);
            }
            Some((local, list)) => {
                self.code.new_list(noted);
                self.each_element(list, &scope, &mut |compiler, scope, item, next| {
                    let mut inner = scope.with(*local, item);
                    compiler.act_for_element(&mut inner, list, item);
                    compiler.require(&check.condition, true, next, &inner);
                    let value = compiler.slot(item);
                    compiler.code.push(noted, value);
                    compiler.set(any, 1);
                });
                self.code.bind(next);
            }
        }
        self.code.free(taken);
        scope
    }

    /// The player who acts in a check about cards or players: the card's controller, or the player.
    fn act_for_element(&mut self, scope: &mut Scope, list: &Expr, item: Value) {
        if self.plan.setting.players == 1 {
            return;
        }
        match list.ty.element() {
            Some(cgml::model::Type::Player) => scope.acting = Some(item),
            Some(cgml::model::Type::Card | cgml::model::Type::Zone) => {
                let controller = self.controller_of(item);
                scope.acting = Some(controller);
            }
            _ => {}
        }
    }

    /// Does what a check does, for each element that was noted.
    fn do_noted(
        &mut self,
        check: &'g CheckDef,
        noted: Slot,
        scope: &Scope,
        losing: Slot,
        moment: Option<Moment>,
    ) {
        let name = check.name.clone();
        self.begin_part(&name);
        self.code.at(check.origin);
        let taken = self.code.taken();
        let done = self.code.label();
        match &check.for_each {
            None => {
                self.code.unless_true(noted, done);
                self.next_in_moment(moment);
                let mut inner = scope.failing(done);
                inner.losing = Some(losing);
                self.steps(&check.effect.steps, &inner);
            }
            Some((local, list)) => {
                self.each_item(noted, scope, &mut |compiler, scope, item, next| {
                    compiler.next_in_moment(moment);
                    let mut inner = scope.with(*local, item).failing(next);
                    compiler.act_for_element(&mut inner, list, item);
                    inner.losing = Some(losing);
                    compiler.steps(&check.effect.steps, &inner);
                });
            }
        }
        self.code.bind(done);
        self.code.free(taken);
    }

    /// Something has changed in the middle of an effect: checks that are made at once and look at it are made.
    pub(crate) fn changed(&mut self, change: Change, scope: &Scope) {
        let game = self.game;
        if scope.is_setup || self.events.checking.is_none() {
            return;
        }
        for (number, check) in game.checks.iter().enumerate() {
            if !check.at_once {
                continue;
            }
            let looks = LooksAt::of(game, check);
            let next = self.code.label();
            let taken = self.code.taken();
            match change {
                Change::Moved { from, to } => {
                    if looks.zones.is_empty() && !looks.others {
                        continue;
                    }
                    if !looks.others {
                        self.require_touched(&looks.zones, from, to, next);
                    }
                }
                Change::Pool(id) if !looks.pools.contains(&id) && !looks.others => continue,
                Change::Variable(id) if !looks.variables.contains(&id) && !looks.others => {
                    continue;
                }
                Change::Other if !looks.others => continue,
                Change::Pool(_) | Change::Variable(_) | Change::Other => {}
            }
            let inner = Scope::new(next);
            self.call_with(Routine::Check(number as u32), &[], &inner);
            self.code.bind(next);
            self.code.free(taken);
        }
    }

    /// One of two piles is of one of these zones.
    fn require_touched(&mut self, zones: &[ZoneId], from: Slot, to: Slot, otherwise: Label) {
        let piles = self.plan.program.piles.iter();
        let touched = piles
            .map(|pile| i64::from(zones.contains(&ZoneId(u32::from(pile.zone)))))
            .collect();
        let list = self.code.constant(touched);
        let found = self.code.label();
        let test = self.code.slot();
        for (position, index) in [from, to].into_iter().enumerate() {
            self.code.look_up(test, list, index);
            if position == 0 {
                self.code.if_true(test, found);
            } else {
                self.code.unless_true(test, otherwise);
            }
        }
        self.code.bind(found);
    }

    /// Calls the checks at once that a step may have made true.
    pub(crate) fn changed_by(&mut self, step: &Step, scope: &Scope) {
        let Callee::Action(action) = step.callee else {
            return;
        };
        if action.has(Trait::ChangesVariable) {
            let path = self.operand(step, Parameter::Path).map(|path| &path.kind);
            match path {
                Some(ExprKind::Variable(id, _)) => self.changed(Change::Variable(*id), scope),
                _ => self.changed(Change::Other, scope),
            }
        }
        if action.has(Trait::ChangesPools) {
            for parameter in [Parameter::Pool, Parameter::From, Parameter::To] {
                let pool = self.operand(step, parameter).map(|pool| &pool.kind);
                if let Some(ExprKind::Pool(id, _)) = pool {
                    self.changed(Change::Pool(*id), scope);
                }
            }
        }
        if action.has(Trait::ChangesCards) {
            self.changed(Change::Other, scope);
        }
    }

    /// Checks that are made at once wait from now on; gives what must be put back.
    pub(crate) fn hold_checks(&mut self) -> Option<Slot> {
        let cell = self.events.checking?;
        if !self.game.checks.iter().any(|check| check.at_once) {
            return None;
        }
        let before = self.load(cell);
        let before = self.slot(before);
        self.set_cell(cell, 1);
        Some(before)
    }

    /// Checks that are made at once are made again, and now.
    pub(crate) fn release_checks(&mut self, held: Option<Slot>) {
        let (Some(before), Some(cell)) = (held, self.events.checking) else {
            return;
        };
        self.code.store(cell, before);
        for (number, check) in self.game.checks.iter().enumerate() {
            if check.at_once {
                let next = self.code.label();
                let scope = Scope::new(next);
                self.call_with(Routine::Check(number as u32), &[], &scope);
                self.code.bind(next);
            }
        }
    }
}

/// Cache of the result that no check holds, and the ops that test it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CheckCache {
    /// 1 if no check holds.
    pub(crate) cell: Cell,
    /// The ops that look whether one holds: from here …
    pub(crate) from: Label,
    /// … to here.
    pub(crate) to: Label,
}
