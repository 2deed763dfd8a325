//! Files of scenarios: their shape, and their facts as text.

use cgml::diagnostic::Diagnostics;
use cgml::load::{Fragment, load_file};
use cgml::read::read;
use cgml::source::MemorySources;
use cgml::text::{TextPlace, parse_expression};
use cgml::tree::{NodeId, Tree};
use cgml::version::Version;
use cgml::vocabulary::keys::{FACT, SCENARIOS};
use cgml::vocabulary::shape::Shape;

/// Reports what is wrong with a file of scenarios, as far as that can be told without its game.
pub(crate) fn read_file(sources: &MemorySources, path: &str, diagnostics: &mut Diagnostics) {
    let Ok(Fragment { tree, roots, .. }) = load_file(sources, path, diagnostics) else {
        return;
    };
    for root in roots {
        let shape = Shape::Object(&SCENARIOS);
        read(&tree, root, &shape, Version::V1_4, diagnostics);
        for fact in facts(&tree, root) {
            read_fact(&tree, fact, diagnostics);
        }
    }
}

/// The facts in `then` of each scenario.
fn facts(tree: &Tree, root: NodeId) -> Vec<NodeId> {
    let scenarios = tree.get(root, "scenarios");
    let scenarios = scenarios.map_or(&[][..], |list| tree.items(list));
    let then = scenarios
        .iter()
        .filter_map(|scenario| tree.get(*scenario, "then"));
    then.flat_map(|facts| tree.items(facts)).copied().collect()
}

fn read_fact(tree: &Tree, fact: NodeId, diagnostics: &mut Diagnostics) {
    // Fields of an event stand beside the keys of a fact.
    let is_open = ["happened", "not_happened"]
        .iter()
        .any(|key| tree.get(fact, key).is_some());
    if let Some(scalar) = tree.scalar(fact) {
        let span = tree.span(fact);
        let place = TextPlace::new(span, diagnostics.files().text(span), scalar);
        parse_expression(&scalar.text, &place, diagnostics);
    } else if !is_open {
        let shape = Shape::Object(&FACT);
        read(tree, fact, &shape, Version::V1_4, diagnostics);
    }
}
