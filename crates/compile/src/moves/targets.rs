//! Targets of moves: options, legality and choice.

use cgml::model::{Expr, ExprKind, LocalId, Move, Rule, Target};
use cgml::vocabulary::operators::OperatorKind;
use engine::ids::Slot;
use engine::op::Builder;
use engine::program::ValueKind;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::questions::{Question, sort_of_options};
use crate::emit::scope::{Scope, Value};
use crate::moves::hoisting::is_about_target;
use crate::plan::identity::ExprId;

impl<'g> Compiler<'g> {
    /// Every target from one on has something to choose, together, and the cost can be paid then.
    pub(crate) fn require_targets(
        &mut self,
        def: &'g Move,
        from: usize,
        restricting: &[&'g Rule],
        scope: &Scope,
        otherwise: Label,
    ) {
        let Some(target) = def.targets.get(from) else {
            return self.require_payable(def, scope, otherwise);
        };
        if let Some(least) = self.least_of(target, scope) {
            let taken = self.code.taken();
            let list = self.gather_filtered_by(&target.from, target.filter.as_ref(), scope);
            let chosen = self.some_choice(target, list, least, scope, otherwise);
            let bound = scope.with(target.local, Value::In(chosen));
            self.require_targets(def, from + 1, restricting, &bound, otherwise);
            return self.code.free(taken);
        }
        if is_any_option(def, from, restricting) && (from > 0 || !self.may_forbid_target_of(def)) {
            // Only whether there is anything matters: not what is made of it.
            let base = base_of(&target.from);
            self.require_there(base, true, otherwise, scope);
            return self.require_targets(def, from + 1, restricting, scope, otherwise);
        }
        let related = self.moves.related.get(&ExprId::of(&target.from));
        if let (Some((set, relation)), Some((card, _))) = (related.copied(), &def.from)
            && let Some(card) = scope.local(*card)
        {
            let card = self.slot(card);
            return self
                .code
                .unless_related_to_some(card, set, relation, otherwise);
        }
        let found = self.code.label();
        let mark = self.code.slot();
        self.code.mark_lists(mark);
        self.each_option(def, from, restricting, scope, &mut |compiler, _, _, _| {
            compiler.code.jump(found);
        });
        self.code.free_lists(mark);
        self.code.jump(otherwise);
        self.code.bind(found);
        self.code.free_lists(mark);
    }

    /// True if several may be chosen for a target, so that it is a list.
    pub(crate) fn is_list_of_targets(&self, target: &Target) -> bool {
        let is_one = target
            .count
            .as_ref()
            .is_none_or(|count| count.kind == ExprKind::Literal(cgml::model::Literal::Number(1)));
        target.up_to.is_some() || !is_one
    }

    /// The least number to be chosen for a target, if it is not exactly one.
    pub(crate) fn least_of(&mut self, target: &Target, scope: &Scope) -> Option<Value> {
        let is_one = target
            .count
            .as_ref()
            .is_none_or(|count| count.kind == ExprKind::Literal(cgml::model::Literal::Number(1)));
        match (&target.count, &target.up_to) {
            (None, Some(_)) => Some(Value::Known(0)),
            (Some(count), Some(_)) => Some(self.value(count, scope)),
            (Some(count), None) if !is_one => Some(self.value(count, scope)),
            _ => None,
        }
    }

    pub(crate) fn gather_filtered_by(
        &mut self,
        from: &Expr,
        filter: Option<&(LocalId, Expr)>,
        scope: &Scope,
    ) -> Slot {
        let list = self.code.slot();
        self.code.new_list(list);
        self.each_element(from, scope, &mut |compiler, scope, item, next| {
            if let Some((local, test)) = filter {
                let inner = scope.with(*local, item);
                compiler.require(test, true, next, &inner);
            }
            let value = compiler.slot(item);
            compiler.code.push(list, value);
        });
        list
    }

    /// Goes through the options of a target after which the later targets have options too.
    fn each_option(
        &mut self,
        def: &'g Move,
        number: usize,
        restricting: &[&'g Rule],
        scope: &Scope,
        body: &mut dyn FnMut(&mut Compiler<'g>, &Scope, Value, Label),
    ) {
        let target = &def.targets[number];
        let taken = self.code.taken();
        if self.is_one_player(&target.from, scope) {
            self.each(&target.from, scope, &mut |compiler, scope, value, next| {
                compiler.with_option(def, number, restricting, scope, value, next, body);
            });
            return self.code.free(taken);
        }
        let list = self.target_options(target, scope);
        let index = self.code.slot();
        let item = self.code.slot();
        self.set(index, 0);
        let next = self.code.here();
        let done = self.code.label();
        self.code.each_item(list, index, item, done);
        let value = Value::In(item);
        self.with_option(def, number, restricting, scope, value, next, body);
        self.code.jump(next);
        self.code.bind(done);
        self.code.free(taken);
    }

    /// One option of a target, if it is one and the later targets have options then.
    #[allow(clippy::too_many_arguments)]
    fn with_option(
        &mut self,
        def: &'g Move,
        number: usize,
        restricting: &[&'g Rule],
        scope: &Scope,
        value: Value,
        next: Label,
        body: &mut dyn FnMut(&mut Compiler<'g>, &Scope, Value, Label),
    ) {
        let target = &def.targets[number];
        let bound = scope.with(target.local, value);
        if let Some((local, test)) = &target.filter {
            let inner = bound.with(*local, value);
            self.require(test, true, next, &inner);
        }
        if number == 0 {
            for rule in restricting {
                let card = def.from.as_ref().and_then(|(card, _)| scope.local(*card));
                self.require_permitted(rule, card, Some(value), &bound, next);
            }
            self.require_allowed_target(def, value, &bound, next);
        }
        if depends_on_choice(def, number) {
            self.require_targets(def, number + 1, restricting, &bound, next);
        }
        body(self, &bound, value, next);
    }

    /// The elements that a target is chosen from: equal values are one, unless they are cards.
    fn target_options(&mut self, target: &Target, scope: &Scope) -> Slot {
        if let ExprKind::Operator(operation) = &target.from.kind
            && operation.operator.kind == OperatorKind::Distinct
        {
            return self.gather(&target.from, scope);
        }
        let list = match self.shared_list(&target.from, scope) {
            Some(shared) => {
                let list = self.code.slot();
                self.put(list, Value::In(shared));
                list
            }
            None => self.gather_filtered_by(&target.from, None, scope),
        };
        let may_repeat = sort_of_options(&target.from.ty) != ValueKind::Card
            && !matches!(target.from.kind, ExprKind::Who(_));
        if may_repeat {
            self.code
                .list(engine::lists::ListVerb::Distinct, list, list, list);
        }
        list
    }

    /// Asks for a target of several things.
    fn choose_several(
        &mut self,
        question: &Question,
        target: &Target,
        least: Value,
        scope: &Scope,
    ) -> Slot {
        let list = self.gather_filtered_by(&target.from, target.filter.as_ref(), scope);
        self.ask_for_targets(question, list, target, least, scope)
    }

    /// Asks for the targets, one after the other.
    pub(crate) fn choose_targets(&mut self, def: &'g Move, seat: Slot, scope: &Scope) {
        let game = self.game;
        let id = game.moves.find(&def.name);
        let restricting: Vec<&Rule> = game
            .rules
            .iter()
            .filter(|rule| id.is_some_and(|id| rule.restricts.contains(&id)))
            .filter(|rule| is_about_target(rule))
            .collect();
        for (number, target) in def.targets.iter().enumerate() {
            let taken = self.code.taken();
            let question = self.target_question(&def.effect, target, seat, scope);
            let answer = match self.least_of(target, scope) {
                Some(least) => self.choose_several(&question, target, least, scope),
                // A cost is tried out, and a trial may ask: its choices must not be mixed with these.
                None if !def.cost.is_empty() => {
                    let options = self.code.slot();
                    self.code.new_list(options);
                    let keep = &mut |compiler: &mut Compiler<'g>, _: &Scope, value, _| {
                        let value = compiler.slot(value);
                        let list = options;
                        compiler.code.push(list, value);
                    };
                    self.each_option(def, number, &restricting, scope, keep);
                    self.ask_one(&question, options, false)
                }
                None if is_any_option(def, number, &restricting)
                    && (number > 0 || !self.may_forbid_target_of(def)) =>
                {
                    let options = self.target_options(target, scope);
                    self.ask_one(&question, options, false)
                }
                None => self.ask_offered(&question, false, |compiler, meaning| {
                    let offer = &mut |compiler: &mut Compiler<'g>, _: &Scope, value, _| {
                        let value = compiler.slot(value);
                        compiler.code.offer(meaning, value);
                    };
                    compiler.each_option(def, number, &restricting, scope, offer);
                }),
            };
            if let Some(Value::In(to)) = scope.local(target.local) {
                self.put(to, Value::In(answer));
            }
            self.code.free(taken);
        }
    }
}

/// True if what may be chosen later, or the cost, depends on what is chosen for a target.
fn depends_on_choice(def: &Move, number: usize) -> bool {
    if !def.cost.is_empty() {
        return true;
    }
    let chosen: Vec<LocalId> = def.targets.iter().map(|target| target.local).collect();
    let later = def.targets.get(number + 1..).unwrap_or(&[]);
    later.iter().any(|target| {
        let mut found = false;
        let mut look = |expr: &Expr| {
            cgml::model::visit::each_expr(expr, &mut |inner| {
                found |= matches!(inner.kind, ExprKind::Local(id) if chosen.contains(&id));
            });
        };
        look(&target.from);
        target.filter.iter().for_each(|(_, filter)| look(filter));
        target.such_that.iter().for_each(|(_, fact)| look(fact));
        target.count.iter().for_each(&mut look);
        target.up_to.iter().for_each(&mut look);
        found
    })
}

/// True if everything that a target may be chosen from is an option.
fn is_any_option(def: &Move, number: usize, restricting: &[&Rule]) -> bool {
    def.targets[number].filter.is_none()
        && (number > 0 || restricting.is_empty())
        && !depends_on_choice(def, number)
}

/// The list that has elements exactly if an expression has.
fn base_of(list: &Expr) -> &Expr {
    match &list.kind {
        ExprKind::Operator(operation)
            if matches!(
                operation.operator.kind,
                OperatorKind::Distinct
                    | OperatorKind::Map
                    | OperatorKind::SortBy
                    | OperatorKind::Reverse
                    | OperatorKind::GroupBy
            ) =>
        {
            base_of(&operation.operands[0])
        }
        _ => list,
    }
}
