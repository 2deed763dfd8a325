//! Files of scenarios: their shape, and the expressions of their facts.

use super::{Reader, Syntax};
use crate::codes::shape as code;
use crate::diagnostic::{Diagnostics, Hint};
use crate::tree::{NodeId, Tree, Value};
use crate::version::Version;
use crate::vocabulary::keys::{CHOICE, FACT, SCENARIOS};
use crate::vocabulary::shape::Shape;

/// Reports what is wrong with the shape of a file of scenarios.
pub(crate) fn read_scenario_file(tree: &Tree, file: NodeId, diagnostics: &mut Diagnostics) {
    let mut reader = Reader::new(tree, file, Version::V1_4, diagnostics);
    reader.walk(file, &Shape::Object(&SCENARIOS));
}

/// Reads the choices and facts of a scenario of the game at `game`, and adds its expressions to the game's.
pub(crate) fn read_scenario(
    tree: &Tree,
    game: NodeId,
    scenario: NodeId,
    syntax: &mut Syntax,
    diagnostics: &mut Diagnostics,
) {
    let mut reader = Reader::new(tree, game, Version::V1_4, diagnostics);
    for item in items(tree, scenario, "when") {
        match tree.get(*item, "then") {
            Some(_) => reader.facts(*item),
            None => reader.described_choice(*item),
        }
    }
    reader.facts(scenario);
    syntax.add(reader.syntax);
}

fn items<'t>(tree: &'t Tree, node: NodeId, key: &str) -> &'t [NodeId] {
    tree.get(node, key).map_or(&[], |list| tree.items(list))
}

impl Reader<'_> {
    /// The facts under `then`.
    fn facts(&mut self, node: NodeId) {
        for fact in items(self.tree, node, "then") {
            self.fact(*fact);
        }
    }

    fn fact(&mut self, fact: NodeId) {
        let tree = self.tree;
        if tree.scalar(fact).is_some() {
            return self.expression(fact);
        }
        // Fields of an event stand beside the keys of a fact.
        let is_event = ["happened", "not_happened"]
            .iter()
            .any(|key| tree.get(fact, key).is_some());
        if !is_event {
            self.walk(fact, &Shape::Object(&FACT));
        }
        for key in ["knows", "not_knows"] {
            if let Some(cards) = tree.get(fact, key) {
                self.expression(cards);
                self.needs_seat(fact);
            }
        }
        for key in ["legal", "not_legal"] {
            if let Some(choice) = tree.get(fact, key) {
                self.described_choice(choice);
            }
        }
    }

    /// Besides the keys of a choice it has the names of targets.
    fn described_choice(&mut self, choice: NodeId) {
        let tree = self.tree;
        if !matches!(tree.node(choice).value, Value::Map(_)) {
            return self.walk(choice, &Shape::Object(&CHOICE));
        }
        for entry in tree.entries(choice) {
            if let Some(key) = CHOICE.key(&entry.key) {
                self.walk(entry.value, &key.shape);
            }
        }
        self.needs_seat(choice);
    }

    fn needs_seat(&mut self, node: NodeId) {
        if self.tree.get(node, "seat").is_none() {
            let message = "it is not said whose choice or knowledge this is";
            let hint = Some("add `seat: 0`".to_owned());
            self.report_hint(
                code::MISSING_KEY,
                self.head(node),
                message,
                hint.map(Hint::from),
            );
        }
    }
}
