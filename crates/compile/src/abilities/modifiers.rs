//! Changes of continuous effects: which apply to a value, and how.

use cgml::model::{Ability, AbilitySort, Expr, ExprKind, Modifier, ModifierOperation, Type};
use cgml::vocabulary::operators::OperatorKind;
use cgml::vocabulary::resolution::Layer;
use engine::ids::Slot;
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::lists::{is_zones, predicate};
use crate::emit::scope::{Scope, Value};
use crate::plan::effects::continuous_values::{Thing, modifiers, thing_of, value_type};

impl<'g> Compiler<'g> {
    /// The changes of static abilities in one layer.
    pub(crate) fn change_by_abilities(&mut self, change: Change) {
        for number in 0..self.abilities.continuous.standing.len() {
            let ability = self.abilities.continuous.standing[number].ability;
            for modifier in modifiers(ability) {
                let about = thing_of(&modifier.target);
                let Some((_, of)) = about.filter(|(thing, _)| {
                    *thing == change.thing && Layer::of(modifier.operation) == change.layer
                }) else {
                    continue;
                };
                self.change_by_ability(number, ability, modifier, of, change);
            }
        }
    }

    fn change_by_ability(
        &mut self,
        number: usize,
        ability: &'g Ability,
        modifier: &'g Modifier,
        of: Option<&'g Expr>,
        change: Change,
    ) {
        let AbilitySort::Static { floor, cards, .. } = &ability.sort else {
            return;
        };
        let is_this = of.is_some_and(|of| of.kind == ExprKind::This);
        let local = cards.as_ref().map(|(local, _)| *local);
        let is_each =
            of.is_some_and(|of| matches!(of.kind, ExprKind::Local(id) if Some(id) == local));
        if cards.is_some() && !is_each {
            return self.not_yet(
                "a static ability for some cards that changes something else",
                modifier.target.origin,
            );
        }
        let only = is_this.then_some(change.subject);
        let prepare = &mut |compiler: &mut Compiler<'g>, scope: &Scope, holder, skip| {
            let mut scope = scope.clone();
            if is_each {
                compiler.require_about(ability, change.subject, &mut scope, skip);
            } else if let (Some(of), false) = (of, is_this) {
                compiler.require_owner(modifier, of, change.subject, &scope, skip);
            }
            let floor = floor.as_ref().map(|floor| compiler.value(floor, &scope));
            let amount = compiler.amount_of(modifier, &scope);
            let since = compiler
                .abilities
                .continuous
                .clock
                .filter(|_| change.latest.is_some());
            let since = since.map(|(since, _)| compiler.mark(since, Value::In(holder)));
            let nothing = Value::Known(engine::ids::NOTHING);
            vec![amount, floor.unwrap_or(nothing), since.unwrap_or(nothing)]
        };
        let has_floor = floor.is_some();
        let then = &mut |compiler: &mut Compiler<'g>, values: &[Value], next| {
            if let Some(latest) = change.latest {
                compiler.require_later(values[2], latest, next);
            }
            compiler.apply(change, values[0], has_floor.then_some(values[1]), next);
        };
        self.each_working(number, only, prepare, then);
    }

    /// By or to what a change changes; what is taken away is a negative number.
    pub(crate) fn amount_of(&mut self, modifier: &Modifier, scope: &Scope) -> Value {
        match modifier.operation {
            ModifierOperation::Set => {
                self.value_as(&modifier.amount, value_type(&modifier.target), scope)
            }
            ModifierOperation::Subtract => {
                let amount = self.value(&modifier.amount, scope);
                self.negative(amount)
            }
            ModifierOperation::Add | ModifierOperation::Multiply | ModifierOperation::Divide => {
                self.value(&modifier.amount, scope)
            }
        }
    }

    /// Goes on if a change began after the latest one so far, which it is then.
    fn require_later(&mut self, since: Value, latest: Slot, otherwise: Label) {
        let since = self.slot(since);
        self.code.unless_at_least(since, latest, otherwise);
        self.put(latest, Value::In(since));
    }

    pub(crate) fn negative(&mut self, value: Value) -> Value {
        match value {
            Value::Known(number) if !engine::ids::is_missing(number) => Value::Known(-number),
            value => {
                let b = self.slot(value);
                let a = self.slot(Value::Known(0));
                let to = self.code.slot();
                self.code.sub(to, a, b);
                Value::In(to)
            }
        }
    }

    /// Goes on if a static ability is about a card; the card is bound then.
    pub(crate) fn require_about(
        &mut self,
        ability: &'g Ability,
        card: Slot,
        scope: &mut Scope,
        otherwise: Label,
    ) {
        let AbilitySort::Static { cards, filter, .. } = &ability.sort else {
            return;
        };
        if let Some((local, cards)) = cards {
            self.require_one_of(card, cards, scope, otherwise);
            *scope = scope.with(*local, Value::In(card));
        }
        if let Some(filter) = filter {
            self.require(filter, true, otherwise, scope);
        }
    }

    /// Goes on if what a change is about is this card or owner.
    fn require_owner(
        &mut self,
        modifier: &Modifier,
        of: &Expr,
        subject: Slot,
        scope: &Scope,
        otherwise: Label,
    ) {
        let variable = match &modifier.target.kind {
            ExprKind::Variable(id, _) => Some(*id),
            _ => None,
        };
        let Some(id) = variable else {
            return self.require_one_of(subject, of, scope, otherwise);
        };
        let found = self.code.label();
        let same = |compiler: &mut Compiler<'g>, value: Value, otherwise: Label| {
            let owner = compiler.owner_of_variable(id, of, value);
            let b = compiler.slot(owner);
            compiler.code.unless_equal(subject, b, otherwise);
        };
        if self.is_many(Some(of)) {
            self.each(of, scope, &mut |compiler, _, owner, next| {
                same(compiler, owner, next);
                compiler.code.jump(found);
            });
            self.code.jump(otherwise);
        } else {
            let owner = self.value(of, scope);
            same(self, owner, otherwise);
        }
        self.code.bind(found);
    }

    /// Goes on if a card is one of those that an expression names.
    pub(crate) fn require_one_of(
        &mut self,
        card: Slot,
        cards: &Expr,
        scope: &Scope,
        otherwise: Label,
    ) {
        let to = otherwise.pc();
        if let ExprKind::Operator(operation) = &cards.kind
            && let (OperatorKind::Filter, [list, test]) =
                (operation.operator.kind, operation.operands.as_slice())
        {
            self.require_one_of(card, list, scope, otherwise);
            let (local, test) = predicate(test);
            return self.require(test, true, otherwise, &scope.with(local, Value::In(card)));
        }
        match &cards.ty {
            Type::Zone => {
                let pile = self.value_slot(cards, scope);
                let own = self.code.slot();
                self.code.pile_of(own, card);
                self.code.unless_equal(own, pile, to);
            }
            Type::Card => {
                let b = self.value_slot(cards, scope);
                self.code.unless_equal(card, b, to);
            }
            ty => {
                let found = self.code.label();
                let is_pile = is_zones(ty);
                let own = self.code.slot();
                if is_pile {
                    self.code.pile_of(own, card);
                } else {
                    self.put(own, Value::In(card));
                }
                self.each(cards, scope, &mut |compiler, _, item, next| {
                    let b = compiler.slot(item);
                    compiler.code.unless_equal(own, b, next);
                    compiler.code.jump(found);
                });
                self.code.jump(otherwise);
                self.code.bind(found);
            }
        }
    }

    /// One change: what cannot be evaluated changes nothing.
    fn apply(&mut self, change: Change, amount: Value, floor: Option<Value>, otherwise: Label) {
        let to = otherwise.pc();
        let (old, b, new) = (change.value, self.slot(amount), self.code.slot());
        let op = match change.layer {
            Layer::Set => {
                self.code.unless_evaluated(b, to);
                Op::Copy { to: new, from: b }
            }
            Layer::Multiply => Op::Mul { to: new, a: old, b },
            Layer::Divide => Op::Div { to: new, a: old, b },
            Layer::Add => Op::Add { to: new, a: old, b },
        };
        self.code.emit(op);
        if change.layer != Layer::Set {
            self.code.unless_there(new, to);
        }
        let nothing = Value::Known(engine::ids::NOTHING);
        if let Some(floor) = floor.filter(|floor| *floor != nothing) {
            let free = self.code.label();
            let floor = self.slot(floor);
            let least = self.code.slot();
            for a in [floor, new, old] {
                self.code.unless_there(a, free);
            }
            self.code.least(least, old, floor);
            self.code.most(new, new, least);
            self.code.bind(free);
        }
        self.put(change.value, Value::In(new));
    }

    /// The changes of `MODIFY` in one layer.
    pub(crate) fn change_by_rows(&mut self, change: Change) {
        let mut modified = self.abilities.continuous.modified.iter();
        let wanted = (change.thing, change.layer);
        let Some(number) = modified.position(|known| *known == wanted) else {
            return;
        };
        let Some(rows) = self.abilities.continuous.durations.modified.clone() else {
            return;
        };
        let done = self.code.label();
        self.require_rows(&rows, done);
        self.each_row(&rows, &mut |compiler, index, next| {
            let what = compiler.part_of_row(&rows, index, crate::plan::effects::durations::WHAT);
            compiler.code.unless_is(what, number as i32, next);
            let about = match change.thing {
                Thing::Variable(_) => crate::plan::effects::durations::OWNER,
                Thing::Property(_) | Thing::Part(..) | Thing::Attribute(_) => {
                    crate::plan::effects::durations::CARD
                }
            };
            compiler.load_part(&rows, index, about, what);
            compiler.code.unless_equal(what, change.subject, next);
            if let Some(latest) = change.latest {
                let since =
                    compiler.part_of_row(&rows, index, crate::plan::effects::durations::SINCE);
                compiler.require_later(Value::In(since), latest, next);
            }
            let amount =
                compiler.part_of_row(&rows, index, crate::plan::effects::durations::AMOUNT);
            let floor = compiler.part_of_row(&rows, index, crate::plan::effects::durations::FLOOR);
            compiler.apply(change, Value::In(amount), Some(Value::In(floor)), next);
        });
        self.code.bind(done);
    }
}

/// A change that is written: of what, whose, and the value so far.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    pub(crate) thing: Thing,
    pub(crate) layer: Layer,
    pub(crate) subject: Slot,
    pub(crate) value: Slot,
    /// Start time of the latest change that sets the value.
    pub(crate) latest: Option<Slot>,
}
