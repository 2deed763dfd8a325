//! Continuous effects: values that static abilities and `MODIFY` change as long as they last.
//!
//! What is never changed is read where it lies. Everything else is read by a routine of its own: the printed or
//! set value, then the changes, layer by layer, then the least and the largest value. Who has a static ability
//! is for [`keywords`](crate::keywords) to say, what lasts for [`lasting`](crate::lasting).

use cgml::model::visit::every_step;
use cgml::model::{
    Ability, AbilitySort, Expr, ExprKind, KeywordId, Modifier, ModifierOperation, PropertyId, Step,
    Type, Value as Given, VariableId,
};
use engine::ids::{Cell, Slot};
use engine::op::Op;
use engine::program::{Sort, Text};

use crate::code::Label;
use crate::compiler::{Compiler, Routine};
use crate::keywords::{Guard, Standing};
use crate::lasting::Lasting;
use crate::list::{is_zones, predicate};
use crate::marks::NewMark;
use crate::scope::{Scope, Value};

/// Something that effects may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Thing {
    /// A property of a card.
    Property(u32),
    /// A part of a property: of a record, or an end of a range.
    Part(u32, u32),
    /// An attribute of a card.
    Attribute(u32),
    /// A variable.
    Variable(u32),
}

/// The layers in which changes apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layer {
    Set,
    Multiply,
    Divide,
    /// Adding and taking from.
    Add,
}

impl Layer {
    pub(crate) fn of(operation: ModifierOperation) -> Self {
        match operation {
            ModifierOperation::Set => Self::Set,
            ModifierOperation::Multiply => Self::Multiply,
            ModifierOperation::Divide => Self::Divide,
            ModifierOperation::Add | ModifierOperation::Subtract => Self::Add,
        }
    }
}

/// Everything that lasts in a game.
#[derive(Default)]
pub(crate) struct Continuous<'g> {
    /// The abilities that work as long as they stand.
    pub(crate) standing: Vec<Standing<'g>>,
    /// What is changed by anything.
    pub(crate) changed: Vec<Thing>,
    /// The changes that `MODIFY` makes.
    pub(crate) modified: Vec<(Thing, Layer)>,
    /// The keywords that effects or abilities give.
    pub(crate) granted: Vec<KeywordId>,
    /// What lasts until an event.
    pub(crate) lasting: Lasting,
    /// When the cards came where they are, and the clock: only where it is asked which change is the latest.
    pub(crate) clock: Option<(Cell, Cell)>,
    /// With which of its changes everything is read.
    pub(crate) reading: Reading,
}

/// With which of its changes a value is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Reading {
    /// All of them.
    #[default]
    Changed,
    /// Those of the layers before the one that adds.
    BeforeAdding,
    /// None.
    Printed,
}

/// What a change is about: the thing, and whose it is.
pub(crate) fn thing_of(target: &Expr) -> Option<(Thing, Option<&Expr>)> {
    Some(match &target.kind {
        ExprKind::Property(id, card) => (Thing::Property(id.0), Some(card)),
        ExprKind::Part(part, of) => match &of.kind {
            ExprKind::Property(id, card) => (Thing::Part(id.0, *part), Some(card)),
            _ => return None,
        },
        ExprKind::Attribute(id, card) => (Thing::Attribute(id.0), Some(card)),
        ExprKind::Variable(id, owner) => (Thing::Variable(id.0), owner.as_deref()),
        _ => return None,
    })
}

/// The type of a value that is changed, of each where there are several.
fn value_type(target: &Expr) -> &Type {
    let is_many =
        thing_of(target).is_some_and(|(_, of)| of.is_some_and(|of| matches!(of.ty, Type::List(_))));
    match &target.ty {
        Type::List(element) if is_many => element,
        ty => ty,
    }
}

/// The changes of a static ability.
pub(crate) fn modifiers(ability: &Ability) -> &[Modifier] {
    match &ability.sort {
        AbilitySort::Static { modifiers, .. } => modifiers,
        AbilitySort::Triggered(_)
        | AbilitySort::Activated(_)
        | AbilitySort::Replacement(_)
        | AbilitySort::Restriction { .. } => &[],
    }
}

/// The changes of a step.
pub(crate) fn modifiers_of(step: &Step) -> &[Modifier] {
    match step.argument("change") {
        Some(Given::Modifiers(modifiers)) => modifiers,
        _ => &[],
    }
}

fn add<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if !all.contains(&one) {
        all.push(one);
    }
}

impl<'g> Compiler<'g> {
    /// Finds out what is ever changed, given or forbidden, and lays out what that needs.
    pub(crate) fn lay_out_continuous(&mut self) {
        let game = self.game;
        self.continuous.granted = crate::keywords::granted(game);
        self.continuous.standing = crate::keywords::standing(game, &self.continuous.granted);
        let mut changed = Vec::new();
        let mut refused = None;
        let mut look = |modifier: &Modifier| {
            let is_one = !matches!(
                value_type(&modifier.target),
                Type::List(_) | Type::Range | Type::Record(_) | Type::Card
            );
            match thing_of(&modifier.target).filter(|_| is_one) {
                Some((thing, _)) => {
                    add(&mut changed, thing);
                    Some(thing)
                }
                None => {
                    refused = Some(modifier.target.origin);
                    None
                }
            }
        };
        for standing in &self.continuous.standing {
            for modifier in modifiers(standing.ability) {
                look(modifier);
            }
        }
        let mut modified = Vec::new();
        every_step(game, &mut |step| {
            for modifier in modifiers_of(step) {
                if let Some(thing) = look(modifier) {
                    add(&mut modified, (thing, Layer::of(modifier.operation)));
                }
            }
        });
        if let Some(place) = refused {
            self.not_yet("a change of a list, a range, a record or a card", place);
        }
        for (property, least, most) in self.bounded() {
            let column = self.layout.column(property);
            let mut values = self.program.columns[column.index()].values.iter();
            if values.any(|value| {
                !engine::ids::is_missing(*value)
                    && (least.is_some_and(|least| *value < least)
                        || most.is_some_and(|most| *value > most))
            }) {
                add(&mut changed, Thing::Property(property.0));
            }
        }
        self.continuous.changed = changed;
        self.continuous.modified = modified;
        self.lay_out_clock();
        self.lay_out_lasting();
        self.lay_out_guards();
    }

    /// The properties with a least or largest value.
    fn bounded(&self) -> Vec<(PropertyId, Option<i64>, Option<i64>)> {
        let resolution = &self.game.resolution;
        let named = resolution.minimum.iter().chain(&resolution.maximum);
        let mut properties: Vec<PropertyId> = Vec::new();
        for (property, _) in named {
            add(&mut properties, *property);
        }
        let bound = |bounds: &[(PropertyId, i64)], wanted| {
            let mut bounds = bounds.iter();
            let found = bounds.find(|(property, _)| *property == wanted);
            found.map(|(_, bound)| *bound)
        };
        let bounds = properties.into_iter().map(|property| {
            let least = bound(&resolution.minimum, property);
            (property, least, bound(&resolution.maximum, property))
        });
        bounds.collect()
    }

    /// Of several abilities that set a value, the one of the card that came last counts.
    fn lay_out_clock(&mut self) {
        let mut setting: Vec<(Thing, bool)> = Vec::new();
        for standing in &self.continuous.standing {
            for modifier in modifiers(standing.ability) {
                if modifier.operation == ModifierOperation::Set
                    && let Some((thing, _)) = thing_of(&modifier.target)
                {
                    let is_known = matches!(modifier.amount.kind, ExprKind::Literal(_));
                    setting.push((thing, is_known));
                }
            }
        }
        let competes = |place: usize, (thing, is_known): (Thing, bool)| {
            let mut others = setting.iter().enumerate();
            !is_known
                || others.any(|(other, (same, _))| other != place && *same == thing)
                || self.continuous.modified.contains(&(thing, Layer::Set))
        };
        let mut each = setting.iter().enumerate();
        if !each.any(|(place, one)| competes(place, *one)) {
            return;
        }
        let start = vec![0; self.program.cards.len()];
        let since = self.new_mark(NewMark {
            name: Text {
                id: "since".to_owned(),
                texts: Vec::new(),
            },
            sort: Sort::Number,
            start,
            hidden: false,
            internal: true,
        });
        let clock = self.layout.new_cell();
        self.continuous.clock = Some((since, clock));
    }

    /// A card has come to another zone: its abilities begin anew.
    pub(crate) fn begin_anew(&mut self, card: Slot) {
        let Some((since, clock)) = self.continuous.clock else {
            return;
        };
        let taken = self.code.taken();
        let next = self.code.label();
        self.code.emit(Op::AddToCell {
            cell: clock,
            value: 1,
            otherwise: next.pc(),
        });
        let now = self.load(clock);
        self.set_mark(since, Value::In(card), now, next);
        self.code.bind(next);
        self.code.free(taken);
    }

    /// What is read now may differ from what is printed or set.
    pub(crate) fn is_thing_changed(&self, thing: Thing) -> bool {
        self.continuous.reading != Reading::Printed && self.continuous.changed.contains(&thing)
    }

    /// Whether a property is not always what its column says: continuous effects may change it or a part of it,
    /// it is more than one value, or tokens have their own.
    pub(crate) fn is_changed(&self, property: PropertyId) -> bool {
        let mut changed = self.continuous.changed.iter();
        self.is_several(property)
            || self.given_property(property).is_some()
            || self.continuous.reading != Reading::Printed
                && changed.any(|thing| match thing {
                    Thing::Property(id) | Thing::Part(id, _) => *id == property.0,
                    Thing::Attribute(_) | Thing::Variable(_) => false,
                })
    }

    pub(crate) fn is_variable_changed(&self, id: VariableId) -> bool {
        self.is_thing_changed(Thing::Variable(id.0))
    }

    /// The value of something after its changes, on a card or of an owner.
    pub(crate) fn changed_value(&mut self, thing: Thing, subject: Value) -> Value {
        let at = self.code.slot();
        self.put(at, subject);
        let routine = self.routine(Routine::Changed(thing, self.continuous.reading));
        let done = self.code.label();
        self.code.emit(Op::Call {
            routine: routine.pc(),
            at,
            otherwise: done.pc(),
        });
        self.code.bind(done);
        Value::In(at)
    }

    /// What stands on a card, or was set, without any changes.
    pub(crate) fn base_of(&mut self, thing: Thing, subject: Slot, fail: Label) -> Value {
        match thing {
            Thing::Property(id) => self.counts_as_printed(PropertyId(id), Value::In(subject)),
            Thing::Part(id, part) => self.part_as_printed(PropertyId(id), part, subject),
            Thing::Attribute(id) => {
                let first = self.layout.marks.attribute(cgml::model::AttributeId(id));
                self.mark(first, Value::In(subject))
            }
            Thing::Variable(id) => {
                let id = VariableId(id);
                let owner = match self.game.variables[id].scope {
                    cgml::model::Scope::Global => None,
                    cgml::model::Scope::PerPlayer | cgml::model::Scope::PerTeam => {
                        Some(Value::In(subject))
                    }
                };
                self.set_value_of(id, owner, &Scope::new(fail))
            }
        }
    }

    pub(crate) fn printed_of(&mut self, column: engine::ids::Column, card: Slot) -> Value {
        let to = self.code.slot();
        self.code.emit(Op::Print { to, column, card });
        Value::In(to)
    }

    /// The routine that works out a value after its changes. Register: the card or owner, then the value.
    pub(crate) fn write_changed(&mut self, thing: Thing, reading: Reading) {
        self.begin_part("continuous");
        let (subject, value) = (self.code.slot(), self.code.slot());
        let done = self.code.label();
        self.code.emit(Op::UnlessThere {
            a: subject,
            to: done.pc(),
        });
        let base = self.base_of(thing, subject, done);
        self.put(value, base);
        for layer in self.layers() {
            if layer == Layer::Add && reading == Reading::BeforeAdding {
                break;
            }
            if !self.is_layer_used(thing, layer) {
                continue;
            }
            let next = self.code.label();
            if layer != Layer::Set {
                self.code.emit(Op::UnlessThere {
                    a: value,
                    to: next.pc(),
                });
            }
            let taken = self.code.taken();
            let latest = (layer == Layer::Set && self.continuous.clock.is_some())
                .then(|| self.slot(Value::Known(-1)));
            let change = Change {
                thing,
                layer,
                subject,
                value,
                latest,
            };
            self.change_by_abilities(change);
            self.change_by_rows(change);
            self.code.free(taken);
            self.code.bind(next);
        }
        if reading == Reading::Changed {
            self.hold_between(thing, value);
        }
        self.put(subject, Value::In(value));
        self.code.bind(done);
        self.code.emit(Op::Return {});
    }

    fn layers(&self) -> Vec<Layer> {
        let all = [
            ("set", Layer::Set),
            ("multiply", Layer::Multiply),
            ("divide", Layer::Divide),
            ("add", Layer::Add),
        ];
        let mut layers = Vec::new();
        for word in &self.game.resolution.layers {
            let found = all.iter().find(|(name, _)| name == word);
            layers.extend(found.map(|(_, layer)| *layer));
        }
        for (_, layer) in all {
            add(&mut layers, layer);
        }
        layers
    }

    /// Whether anything changes something in a layer.
    fn is_layer_used(&self, thing: Thing, layer: Layer) -> bool {
        let mut standing = self.continuous.standing.iter();
        let mut wanted = |modifier: &Modifier| {
            let about = thing_of(&modifier.target).map(|(thing, _)| thing);
            about == Some(thing) && Layer::of(modifier.operation) == layer
        };
        self.continuous.modified.contains(&(thing, layer))
            || standing.any(|standing| modifiers(standing.ability).iter().any(&mut wanted))
    }

    /// The changes of static abilities in one layer.
    fn change_by_abilities(&mut self, change: Change) {
        for number in 0..self.continuous.standing.len() {
            let ability = self.continuous.standing[number].ability;
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
        self.code.emit(Op::UnlessAtLeast {
            a: since,
            b: latest,
            to: otherwise.pc(),
        });
        self.put(latest, Value::In(since));
    }

    pub(crate) fn negative(&mut self, value: Value) -> Value {
        match value {
            Value::Known(number) if !engine::ids::is_missing(number) => Value::Known(-number),
            value => {
                let b = self.slot(value);
                let a = self.slot(Value::Known(0));
                let to = self.code.slot();
                self.code.emit(Op::Sub { to, a, b });
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
            compiler.code.emit(Op::UnlessEqual {
                a: subject,
                b,
                to: otherwise.pc(),
            });
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
            && let ("filter", [list, test]) =
                (operation.operator.name, operation.operands.as_slice())
        {
            self.require_one_of(card, list, scope, otherwise);
            let (local, test) = predicate(test);
            return self.require(test, true, otherwise, &scope.with(local, Value::In(card)));
        }
        match &cards.ty {
            Type::Zone => {
                let pile = self.value_slot(cards, scope);
                let own = self.code.slot();
                self.code.emit(Op::PileOf { to: own, card });
                self.code.emit(Op::UnlessEqual {
                    a: own,
                    b: pile,
                    to,
                });
            }
            Type::Card => {
                let b = self.value_slot(cards, scope);
                self.code.emit(Op::UnlessEqual { a: card, b, to });
            }
            ty => {
                let found = self.code.label();
                let is_pile = is_zones(ty);
                let own = self.code.slot();
                if is_pile {
                    self.code.emit(Op::PileOf { to: own, card });
                } else {
                    self.put(own, Value::In(card));
                }
                self.each(cards, scope, &mut |compiler, _, item, next| {
                    let b = compiler.slot(item);
                    compiler.code.emit(Op::UnlessEqual {
                        a: own,
                        b,
                        to: next.pc(),
                    });
                    compiler.code.jump(found);
                });
                self.code.jump(otherwise);
                self.code.bind(found);
            }
        }
    }

    /// One change: what cannot be worked out changes nothing.
    fn apply(&mut self, change: Change, amount: Value, floor: Option<Value>, otherwise: Label) {
        let to = otherwise.pc();
        let (old, b, new) = (change.value, self.slot(amount), self.code.slot());
        let op = match change.layer {
            Layer::Set => {
                self.code.emit(Op::UnlessWorkedOut { a: b, to });
                Op::Copy { to: new, from: b }
            }
            Layer::Multiply => Op::Mul { to: new, a: old, b },
            Layer::Divide => Op::Div { to: new, a: old, b },
            Layer::Add => Op::Add { to: new, a: old, b },
        };
        self.code.emit(op);
        if change.layer != Layer::Set {
            self.code.emit(Op::UnlessThere { a: new, to });
        }
        let nothing = Value::Known(engine::ids::NOTHING);
        if let Some(floor) = floor.filter(|floor| *floor != nothing) {
            let free = self.code.label();
            let floor = self.slot(floor);
            let least = self.code.slot();
            for a in [floor, new, old] {
                self.code.emit(Op::UnlessThere { a, to: free.pc() });
            }
            self.code.emit(Op::Least {
                to: least,
                a: old,
                b: floor,
            });
            self.code.emit(Op::Most {
                to: new,
                a: new,
                b: least,
            });
            self.code.bind(free);
        }
        self.put(change.value, Value::In(new));
    }

    /// The changes of `MODIFY` in one layer.
    fn change_by_rows(&mut self, change: Change) {
        let mut modified = self.continuous.modified.iter();
        let wanted = (change.thing, change.layer);
        let Some(number) = modified.position(|known| *known == wanted) else {
            return;
        };
        let Some(rows) = self.continuous.lasting.modified.clone() else {
            return;
        };
        let done = self.code.label();
        self.require_rows(&rows, done);
        self.each_row(&rows, &mut |compiler, index, next| {
            let what = compiler.part_of_row(&rows, index, crate::lasting::WHAT);
            compiler.code.emit(Op::UnlessIs {
                a: what,
                value: number as i32,
                to: next.pc(),
            });
            let about = match change.thing {
                Thing::Variable(_) => crate::lasting::OWNER,
                Thing::Property(_) | Thing::Part(..) | Thing::Attribute(_) => crate::lasting::CARD,
            };
            compiler.load_part(&rows, index, about, what);
            compiler.code.emit(Op::UnlessEqual {
                a: what,
                b: change.subject,
                to: next.pc(),
            });
            if let Some(latest) = change.latest {
                let since = compiler.part_of_row(&rows, index, crate::lasting::SINCE);
                compiler.require_later(Value::In(since), latest, next);
            }
            let amount = compiler.part_of_row(&rows, index, crate::lasting::AMOUNT);
            let floor = compiler.part_of_row(&rows, index, crate::lasting::FLOOR);
            compiler.apply(change, Value::In(amount), Some(Value::In(floor)), next);
        });
        self.code.bind(done);
    }

    /// The least and the largest value hold a result, if there is one.
    fn hold_between(&mut self, thing: Thing, value: Slot) {
        let (Thing::Property(id) | Thing::Part(id, _)) = thing else {
            return;
        };
        let bounded = self.bounded();
        let found = bounded.iter().find(|(property, ..)| property.0 == id);
        let Some((_, least, most)) = found.copied() else {
            return;
        };
        let free = self.code.label();
        self.code.emit(Op::UnlessThere {
            a: value,
            to: free.pc(),
        });
        let held = self.between(Value::In(value), least, most);
        self.put(value, held);
        self.code.bind(free);
    }

    /// The value of an expression with everything in it read so.
    pub(crate) fn read_as(&mut self, reading: Reading, expr: &Expr, scope: &Scope) -> Value {
        let before = std::mem::replace(&mut self.continuous.reading, reading);
        let value = self.value(expr, scope);
        self.continuous.reading = before;
        value
    }

    /// Whether an expression may read what an ability changes or gives.
    pub(crate) fn may_depend(&self, expr: &Expr) -> bool {
        let mut may = false;
        cgml::model::visit::each_expr(expr, &mut |inner| {
            may |= match &inner.kind {
                ExprKind::Property(id, _) => self.is_changed(*id),
                ExprKind::Attribute(id, _) => self.is_thing_changed(Thing::Attribute(id.0)),
                ExprKind::Variable(id, _) => {
                    self.is_variable_changed(*id)
                        || matches!(
                            self.game.variables[*id].value,
                            cgml::model::VariableValue::Computed(_)
                        )
                }
                ExprKind::HasKeyword(id, _) => self.continuous.granted.contains(id),
                ExprKind::Function(..) | ExprKind::CanMove(..) | ExprKind::CanPerform(_) => true,
                _ => false,
            };
        });
        may
    }

    fn lay_out_guards(&mut self) {
        for number in 0..self.continuous.standing.len() {
            let Standing { ability, ways, .. } = &self.continuous.standing[number];
            let mut may = false;
            cgml::model::visit::ability_exprs(ability, &mut |expr| may |= self.may_depend(expr));
            for way in ways {
                may |= way.arguments().iter().any(|expr| self.may_depend(expr));
            }
            if may {
                let guard = self.new_guard(number);
                self.continuous.standing[number].guard = guard;
            } else {
                self.continuous.standing[number].guard = Guard::None;
            }
        }
    }
}

/// A change that is written: of what, whose, and the value so far.
#[derive(Clone, Copy)]
struct Change {
    thing: Thing,
    layer: Layer,
    subject: Slot,
    value: Slot,
    /// When the latest change that sets the value began.
    latest: Option<Slot>,
}
