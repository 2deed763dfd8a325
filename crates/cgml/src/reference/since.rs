//! First version in which a mapping can be written.

use crate::version::Version;
use crate::vocabulary::keys::{CARD, DOCUMENT};
use crate::vocabulary::shape::{Object, Shape};

/// The names of mappings, each with its version.
type Oldest = Vec<(&'static str, Version)>;

/// The version of the oldest way of keys that leads to a mapping.
pub(super) fn since(object: &Object) -> Version {
    let mut oldest = Oldest::new();
    visit(&DOCUMENT, Version::V1_3, &mut oldest);
    let found = oldest.iter().find(|(name, _)| *name == object.name);
    // An object that no key leads to belongs to a step of 1.4.
    found.map_or(Version::V1_4, |(_, since)| *since)
}

fn visit(object: &'static Object, since: Version, oldest: &mut Oldest) {
    match oldest.iter_mut().find(|(name, _)| *name == object.name) {
        Some((_, known)) if *known <= since => return,
        Some((_, known)) => *known = since,
        None => oldest.push((object.name, since)),
    }
    for key in object.keys {
        visit_shape(&key.shape, since.max(key.since), oldest);
    }
}

fn visit_shape(shape: &'static Shape, since: Version, oldest: &mut Oldest) {
    match shape {
        Shape::Object(object) => visit(object, since, oldest),
        Shape::Card => visit(&CARD, since, oldest),
        other => other
            .inner()
            .iter()
            .for_each(|shape| visit_shape(shape, since, oldest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::keys;

    #[test]
    fn a_mapping_is_as_old_as_the_oldest_way_to_it() {
        assert_eq!(since(&keys::RULE), Version::V1_3);
        assert_eq!(since(&keys::MOVE), Version::V1_4);
        assert_eq!(since(&keys::ABILITY), Version::V1_4);
        assert_eq!(since(&keys::MODE), Version::V1_4);
    }
}
