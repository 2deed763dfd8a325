//! Keys that belong together: what the tables say about an object in words.

use serde_json::{Value, json};

use super::objects::is;
use crate::version::Version;
use crate::vocabulary::keys::{ABILITY, RULE, VARIABLE};
use crate::vocabulary::shape::Object;

/// Further conditions on the keys of an object that is written as a whole.
pub(super) fn together(object: &Object, version: Version) -> Value {
    if is(object, &RULE) && version >= Version::V1_4 {
        return rule();
    }
    if is(object, &ABILITY) {
        return ability();
    }
    if is(object, &VARIABLE) {
        return variable();
    }
    json!({})
}

/// From 1.4 a rule may restrict moves instead, or take over what it does not write itself.
fn rule() -> Value {
    json!({
        "anyOf": [
            { "required": ["trigger", "effect"] },
            { "required": ["restricts"] },
            { "required": ["extends"] },
        ],
    })
}

/// Exactly one key says which sort of ability it is; giving keywords is static.
fn ability() -> Value {
    json!({
        "oneOf": [
            { "required": ["when"] },
            { "required": ["activate"] },
            { "required": ["instead_of"] },
            { "required": ["forbids"] },
            { "anyOf": [{ "required": ["static"] }, { "required": ["grants"] }] },
        ],
    })
}

fn variable() -> Value {
    json!({
        "if": { "properties": { "computed": { "const": true } }, "required": ["computed"] },
        "then": { "required": ["expression"] },
    })
}
