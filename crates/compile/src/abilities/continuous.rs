//! Continuous effects: values that static abilities and `MODIFY` change as long as they last.
//!
//! A value that is never changed is read where it lies. Every other is read by a routine of its own: the printed
//! or set value, then the changes, layer by layer, then the least and the largest value. The cards that have a
//! static ability are found by [`standing`](crate::abilities::standing), durations by
//! [`durations`](crate::events::durations).

use cgml::model::visit::every_step;
use cgml::model::{
    Expr, ExprKind, Modifier, ModifierOperation, PropertyId, Reads, Type, VariableId,
};
use cgml::vocabulary::resolution::Layer;
use cgml::vocabulary::sections::Section;
use engine::ids::Slot;
use engine::op::Builder;
use engine::program::{Text, ValueKind};

use crate::abilities::modifiers::Change;
use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::cards::keyword_sources::{Guard, Standing};
use crate::plan::effects::continuous_values::{
    Reading, Thing, add, modifiers, modifiers_of, thing_of, value_type,
};
use crate::plan::layout::marks::NewMark;
use crate::routines::Routine;

impl Compiler<'_> {
    /// Finds out what is ever changed, given or forbidden, and lays out what that needs.
    pub(crate) fn lay_out_continuous(&mut self) {
        let game = self.game;
        self.abilities.continuous.granted = crate::plan::cards::keyword_sources::granted(game);
        self.abilities.continuous.standing =
            crate::plan::cards::keyword_sources::standing(game, &self.abilities.continuous.granted);
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
        for standing in &self.abilities.continuous.standing {
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
            let column = self.plan.layout.column(property);
            let mut values = self.plan.program.columns[column.index()].values.iter();
            if values.any(|value| {
                !engine::ids::is_missing(*value)
                    && (least.is_some_and(|least| *value < least)
                        || most.is_some_and(|most| *value > most))
            }) {
                add(&mut changed, Thing::Property(property.0));
            }
        }
        self.abilities.continuous.changed = changed;
        self.abilities.continuous.modified = modified;
        self.lay_out_clock();
        self.lay_out_durations();
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
        for standing in &self.abilities.continuous.standing {
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
                || self
                    .abilities
                    .continuous
                    .modified
                    .contains(&(thing, Layer::Set))
        };
        let mut each = setting.iter().enumerate();
        if !each.any(|(place, one)| competes(place, *one)) {
            return;
        }
        let start = vec![0; self.plan.program.cards.len()];
        let since = self.new_mark(NewMark {
            name: Text {
                id: "since".to_owned(),
                texts: Vec::new(),
            },
            sort: ValueKind::Number,
            start,
            hidden: false,
            internal: true,
            ..NewMark::default()
        });
        let clock = self.plan.layout.new_cell();
        self.abilities.continuous.clock = Some((since, clock));
    }

    /// A card has come to another zone: its abilities start over.
    pub(crate) fn begin_anew(&mut self, card: Slot) {
        let Some((since, clock)) = self.abilities.continuous.clock else {
            return;
        };
        let taken = self.code.taken();
        let next = self.code.label();
        self.code.add_to_cell(clock, 1, next);
        let now = self.load(clock);
        self.set_mark(since, Value::In(card), now, next);
        self.code.bind(next);
        self.code.free(taken);
    }

    /// The value of something after its changes, on a card or of an owner.
    pub(crate) fn changed_value(&mut self, thing: Thing, subject: Value) -> Value {
        let at = self.code.slot();
        self.put(at, subject);
        let routine = self.routine(Routine::Changed(thing, self.abilities.continuous.reading));
        let done = self.code.label();
        self.code.call(routine, at, done);
        self.code.bind(done);
        Value::In(at)
    }

    /// The value that is printed on a card, or was set, without any changes.
    pub(crate) fn base_of(&mut self, thing: Thing, subject: Slot, fail: Label) -> Value {
        match thing {
            Thing::Property(id) => self.counts_as_printed(PropertyId(id), Value::In(subject)),
            Thing::Part(id, part) => self.part_as_printed(PropertyId(id), part, subject),
            Thing::Attribute(id) => {
                let first = self
                    .plan
                    .layout
                    .marks
                    .attribute(cgml::model::AttributeId(id));
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
        self.code.print(to, column, card);
        Value::In(to)
    }

    /// The routine that computes a value after its changes. Register: the card or owner, then the value.
    pub(crate) fn write_changed(&mut self, thing: Thing, reading: Reading) {
        self.begin_part(Section::Continuous.name());
        let (subject, value) = (self.code.slot(), self.code.slot());
        let done = self.code.label();
        self.code.unless_there(subject, done);
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
                self.code.unless_there(value, next);
            }
            let taken = self.code.taken();
            let latest = (layer == Layer::Set && self.abilities.continuous.clock.is_some())
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
        self.code.ret();
    }

    fn layers(&self) -> Vec<Layer> {
        let mut layers: Vec<Layer> = self.game.resolution.layers.clone();
        for layer in Layer::ALL {
            add(&mut layers, *layer);
        }
        layers
    }

    /// True if anything changes something in a layer.
    fn is_layer_used(&self, thing: Thing, layer: Layer) -> bool {
        let mut standing = self.abilities.continuous.standing.iter();
        let mut wanted = |modifier: &Modifier| {
            let about = thing_of(&modifier.target).map(|(thing, _)| thing);
            about == Some(thing) && Layer::of(modifier.operation) == layer
        };
        self.abilities.continuous.modified.contains(&(thing, layer))
            || standing.any(|standing| modifiers(standing.ability).iter().any(&mut wanted))
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
        self.code.unless_there(value, free);
        let held = self.between(Value::In(value), least, most);
        self.put(value, held);
        self.code.bind(free);
    }

    /// The value of an expression with everything in it read so.
    pub(crate) fn read_as(&mut self, reading: Reading, expr: &Expr, scope: &Scope) -> Value {
        let before = std::mem::replace(&mut self.abilities.continuous.reading, reading);
        let value = self.value(expr, scope);
        self.abilities.continuous.reading = before;
        value
    }

    /// True if an expression may read what an ability changes or gives.
    pub(crate) fn may_depend(&self, expr: &Expr) -> bool {
        let mut may = false;
        cgml::model::visit::each_expr(expr, &mut |inner| {
            may |= match inner.kind.reads() {
                Reads::Property(id) => self.is_changed(id),
                Reads::Attribute(id) => self.is_thing_changed(Thing::Attribute(id.0)),
                Reads::Variable(id) => {
                    self.is_variable_changed(id)
                        || matches!(
                            self.game.variables[id].value,
                            cgml::model::VariableValue::Computed(_)
                        )
                }
                Reads::Keyword(id) => self.abilities.continuous.granted.contains(&id),
                Reads::Function(_) | Reads::CanMove(_) | Reads::CanPerform(_) => true,
                // Abilities change none of these.
                Reads::Operands
                | Reads::Operator(_)
                | Reads::Local(_)
                | Reads::Elements(_)
                | Reads::This
                | Reads::Event
                | Reads::Players
                | Reads::Course
                | Reads::Zone(_)
                | Reads::AnyZone
                | Reads::Pool(_)
                | Reads::Counters(_)
                | Reads::Field(_) => false,
            };
        });
        may
    }

    fn lay_out_guards(&mut self) {
        for number in 0..self.abilities.continuous.standing.len() {
            let Standing { ability, ways, .. } = &self.abilities.continuous.standing[number];
            let mut may = false;
            cgml::model::visit::ability_exprs(ability, &mut |expr| may |= self.may_depend(expr));
            for way in ways {
                may |= way.arguments().iter().any(|expr| self.may_depend(expr));
            }
            if may {
                let guard = self.new_guard(number);
                self.abilities.continuous.standing[number].guard = guard;
            } else {
                self.abilities.continuous.standing[number].guard = Guard::None;
            }
        }
    }
}
