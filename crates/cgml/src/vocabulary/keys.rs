//! The keys of a document, section by section.

mod cards;
mod components;
mod document;
mod flow;
mod moves;
mod rules;
mod scenarios;
mod table;

pub use cards::{ABILITY, ATTRIBUTE, CARD, COUNTER, DEFINITION, EVENT, KEYWORD, KIND, TARGET};
pub use components::{DECK, DECK_TYPE, ENTRY, POOL, RESOURCE, VARIABLE, ZONE, ZONE_TYPE};
pub use document::{DOCUMENT, META, PARAMETER};
pub use flow::{FLOW, PHASE, STATE, TRANSITION, WIN};
pub use moves::{CONTINUOUS, GROUP, MODE, MOVE, RESOLUTION};
pub use rules::{CHECK, INVARIANT, RULE};
pub use scenarios::{CHOICE, FACT, GIVEN, SCENARIO, SCENARIOS};
pub use table::{DECK_LIST, DECK_RULES, REGULATION, TABLE, deck_sections};

use super::shape::{Object, Shape};

/// Every kind of object, for the schema and the reference.
pub fn objects() -> Vec<&'static Object> {
    let mut found: Vec<&'static Object> = Vec::new();
    for object in [&DOCUMENT, &CARD, &ABILITY, &MODE] {
        visit_object(object, &mut found);
    }
    found
}

fn visit(shape: &Shape, found: &mut Vec<&'static Object>) {
    if let Shape::Object(object) = shape {
        visit_object(object, found);
    }
    shape.inner().iter().for_each(|shape| visit(shape, found));
}

fn visit_object(object: &'static Object, found: &mut Vec<&'static Object>) {
    if found.iter().any(|known| known.name == object.name) {
        return;
    }
    found.push(object);
    object.keys.iter().for_each(|key| visit(&key.shape, found));
}
