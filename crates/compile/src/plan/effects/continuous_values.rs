//! Values that continuous effects change, and the layers in which they do.

use cgml::model::{
    Ability, AbilitySort, ArgumentValue, Expr, ExprKind, KeywordId, Modifier, PropertyId, Step,
    Type, VariableId,
};
use cgml::vocabulary::parameters::Parameter;
use cgml::vocabulary::resolution::Layer;
use engine::ids::Cell;

use crate::compiler::Compiler;
use crate::plan::cards::keyword_sources::Standing;
use crate::plan::effects::durations::Durations;

/// Something that effects may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Thing {
    /// A property of a card.
    Property(u32),
    /// A part of a property: of a record, or an end of a range.
    Part(u32, u32),
    /// An attribute of a card.
    Attribute(u32),
    /// A variable of the game, for each of its owners.
    Variable(u32),
}

/// Everything that lasts in a game.
#[derive(Default)]
pub(crate) struct Continuous<'g> {
    /// The abilities that work as long as they stand.
    pub(crate) standing: Vec<Standing<'g>>,
    /// The values that something changes.
    pub(crate) changed: Vec<Thing>,
    /// The changes that `MODIFY` makes.
    pub(crate) modified: Vec<(Thing, Layer)>,
    /// The keywords that effects or abilities give.
    pub(crate) granted: Vec<KeywordId>,
    /// Tables of the changes that steps make for a while.
    pub(crate) durations: Durations,
    /// Cells of the arrival times of cards, and of the clock: only where the latest change must be known.
    pub(crate) clock: Option<(Cell, Cell)>,
    /// Changes that are included whenever a value is read.
    pub(crate) reading: Reading,
}

/// Changes that are included when a value is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Reading {
    /// The value with all changes.
    #[default]
    Changed,
    /// Those of the layers before the one that adds.
    BeforeAdding,
    /// No changes: the printed or stored value.
    Printed,
}

/// The changed value and its owner.
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
pub(crate) fn value_type(target: &Expr) -> &Type {
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
    let value = step.argument(Parameter::Change);
    value.map_or(&[], ArgumentValue::modifiers)
}

pub(crate) fn add<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if !all.contains(&one) {
        all.push(one);
    }
}

impl Compiler<'_> {
    /// True if the current value may differ from the printed one or the one that was set.
    pub(crate) fn is_thing_changed(&self, thing: Thing) -> bool {
        self.abilities.continuous.reading != Reading::Printed
            && self.abilities.continuous.changed.contains(&thing)
    }

    /// True if a property is not always what its column says: continuous effects may change it or a part of it,
    /// it is more than one value, or tokens have their own.
    pub(crate) fn is_changed(&self, property: PropertyId) -> bool {
        let mut changed = self.abilities.continuous.changed.iter();
        self.is_several(property)
            || self.given_property(property).is_some()
            || self.abilities.continuous.reading != Reading::Printed
                && changed.any(|thing| match thing {
                    Thing::Property(id) | Thing::Part(id, _) => *id == property.0,
                    Thing::Attribute(_) | Thing::Variable(_) => false,
                })
    }

    pub(crate) fn is_variable_changed(&self, id: VariableId) -> bool {
        self.is_thing_changed(Thing::Variable(id.0))
    }
}
