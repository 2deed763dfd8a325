//! From a merged document to a checked [`Game`]: every name resolved, every expression typed.
//!
//! Structure is checked first ([`crate::read`]), then names are collected, then each section is built.
//! Problems are collected, not returned: one run tells all.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::codes::{self, Code};
use crate::diagnostic::{Diagnostics, Hint, Reported};
use crate::load::{Document, Fragment};
use crate::model::scenario::Scenario;
use crate::model::{DeckId, EventId, Game, PropertyId, VariableId, ZoneId};
use crate::ordered::OrderedSet;
use crate::read::{Syntax, question, read_document, read_scenario, read_scenario_file};
use crate::similar::Search;
use crate::source::Span;
use crate::syntax::Ident;
use crate::tree::{Entry, NodeId, Tree};
use crate::version::Version;

mod arguments;
mod build;
mod cycles;
mod expressions;
mod lint;
mod lookup;
mod names;
mod open;
mod sections;
mod steps;
mod work;

use lookup::Lookup;
use names::Names;
use open::{Assigned, OpenTypes, ROUNDS};
use work::Work;

/// Checks a document. Reports every problem; gives the game if none of them is an error.
///
/// Of a document that could not be read completely, only problems are reported that are no mere
/// consequence of what is missing.
pub fn check(document: &Document, diagnostics: &mut Diagnostics) -> Result<Game, Reported> {
    check_with_scenarios(document, &[], diagnostics).map(|(game, _)| game)
}

/// As [`check`], and checks scenarios of the game against it.
pub fn check_with_scenarios(
    document: &Document,
    files: &[ScenarioFile<'_>],
    diagnostics: &mut Diagnostics,
) -> Result<(Game, Vec<Scenario>), Reported> {
    let mark = diagnostics.mark();
    let mut syntax = read_document(&document.tree, document.root, document.version, diagnostics);
    let mut tree = Cow::Borrowed(&document.tree);
    let mut chosen = Vec::new();
    for file in files {
        let offset = tree.to_mut().append(&file.fragment.tree);
        if file.with_shape {
            for root in &file.fragment.roots {
                read_scenario_file(&tree, NodeId(root.0 + offset), diagnostics);
            }
        }
        for scenario in &file.chosen {
            let scenario = NodeId(scenario.0 + offset);
            read_scenario(&tree, document.root, scenario, &mut syntax, diagnostics);
            chosen.push(scenario);
        }
    }
    let tree = syntax.mended(&tree);
    let open_types = open_types(document, &tree, &syntax, diagnostics);
    let mut checker = Checker::new(document, &tree, &syntax, diagnostics);
    checker.open_types = open_types;
    checker.declare_names();
    checker.build();
    let scenarios = checker.scenarios(&chosen);
    let game = checker.game;
    if !document.is_complete() {
        diagnostics.retain_since(mark, |diagnostic| !CONSEQUENCES.contains(&diagnostic.code));
    } else if !diagnostics.has_errors() {
        lint::lint(&game, diagnostics);
    }
    diagnostics.check().map(|()| (game, scenarios))
}

/// The types of the variables that begin with nothing, found in rounds without reports.
fn open_types(
    document: &Document,
    tree: &Tree,
    syntax: &Syntax,
    diagnostics: &mut Diagnostics,
) -> OpenTypes {
    let mut types = OpenTypes::default();
    if !has_open_variables(document, tree) {
        return types;
    }
    for _round in 0..ROUNDS {
        let mark = diagnostics.mark();
        let mut checker = Checker::new(document, tree, syntax, diagnostics);
        checker.open_types = types.clone();
        checker.declare_names();
        checker.build();
        let found = checker.types_of_assigned();
        diagnostics.forget_since(mark);
        if found == types {
            break;
        }
        types = found;
    }
    types
}

/// True if a variable may begin with nothing or an empty list.
fn has_open_variables(document: &Document, tree: &Tree) -> bool {
    let variables = tree
        .get(document.root, "components")
        .and_then(|components| tree.get(components, "variables"));
    let variables = variables.map_or(&[][..], |variables| tree.items(variables));
    variables.iter().any(|variable| {
        let initial = tree.get(*variable, "initial_value");
        let initial = initial.map(|initial| tree.get(initial, "value").unwrap_or(initial));
        let ty = tree.get(*variable, "type").and_then(|ty| tree.text(ty));
        ty == Some("list") || initial.is_some_and(|initial| is_nothing(tree, initial))
    })
}

fn is_nothing(tree: &Tree, node: NodeId) -> bool {
    match tree.scalar(node) {
        Some(scalar) => scalar.is_null(),
        None => tree.is_list(node) && tree.items(node).is_empty(),
    }
}

/// A file of scenarios that is checked with their game.
#[derive(Debug, Clone)]
pub struct ScenarioFile<'f> {
    /// The loaded file.
    pub fragment: &'f Fragment,
    /// The scenarios in it that are of this game.
    pub chosen: Vec<NodeId>,
    /// True if the shape of the file is checked, which is enough to do once.
    pub with_shape: bool,
}

/// Problems that may be reported only because another file or section could not be read.
const CONSEQUENCES: &[Code] = &[
    codes::shape::MISSING_KEY,
    codes::shape::UNKNOWN_ACTION,
    codes::shape::UNKNOWN_OPERATOR,
    codes::shape::RULE_DOES_NOTHING,
    codes::names::UNKNOWN_NAME,
    codes::names::NO_SUCH_FIELD,
    codes::names::UNKNOWN_EVENT,
    codes::names::NOT_CALLED_SO,
    codes::types::NO_RANK_HIERARCHY,
    codes::game::NO_STATE,
    codes::game::NO_TEAMS,
    codes::cards::UNKNOWN_PROPERTY,
];

/// The state of a check.
struct Checker<'a> {
    tree: &'a Tree,
    root: NodeId,
    version: Version,
    syntax: &'a Syntax,
    diagnostics: &'a mut Diagnostics,
    names: Names,
    lookup: Lookup,
    search: Search,
    work: Work,
    game: Game,
    /// The ranks of all hierarchies, as words.
    ranks: OrderedSet<String>,
    /// The types of the variables that begin with nothing, as an earlier round found them.
    open_types: OpenTypes,
    /// Assignments to these variables.
    assigned: FxHashMap<VariableId, Assigned>,
    /// The zone in which each deck lies.
    zone_of_deck: FxHashMap<DeckId, ZoneId>,
    /// The events that definitions make happen.
    defined_events: FxHashSet<EventId>,
    /// The bounds that kinds declare for their properties.
    property_bounds: FxHashMap<PropertyId, (Option<i64>, Option<i64>)>,
    /// Declarations of zones, variables and pools whose owner could not be read, which was reported.
    ownerless: FxHashSet<Span>,
    /// True if the game says how many can play; if not, which was reported, nothing depends on it.
    players_are_known: bool,
}

impl<'a> Checker<'a> {
    /// The entries of the mapping at a dotted path of keys; none if there is none.
    fn section(&self, path: &str) -> &'a [Entry] {
        self.entries_at(self.root, path)
    }

    /// The same, from a node on.
    fn entries_at(&self, node: NodeId, path: &str) -> &'a [Entry] {
        self.at(node, path)
            .map_or(&[][..], |node| self.tree.entries(node))
    }

    /// The items of the list at a dotted path of keys; none if there is none.
    fn items_at(&self, node: NodeId, path: &str) -> &'a [NodeId] {
        self.at(node, path)
            .map_or(&[][..], |node| self.tree.items(node))
    }

    /// The items at a node where one or several may stand; `[]` is none.
    fn one_or_many(&self, node: NodeId) -> Vec<NodeId> {
        match self.tree.is_list(node) {
            true => self.tree.items(node).to_vec(),
            false => vec![node],
        }
    }

    /// The node at a dotted path of keys.
    fn at(&self, node: NodeId, path: &str) -> Option<NodeId> {
        path.split('.')
            .try_fold(node, |node, key| self.tree.get(node, key))
    }

    /// The word at a key, with its place.
    fn ident(&self, node: NodeId, key: &str) -> Option<Ident> {
        let value = self.tree.get(node, key)?;
        Some(Ident::new(self.tree.text(value)?, self.tree.span(value)))
    }

    /// The flag at a key.
    fn flag(&self, node: NodeId, key: &str) -> Option<bool> {
        self.tree.scalar(self.tree.get(node, key)?)?.bool()
    }

    /// `did you mean …`, if a name is near.
    fn did_you_mean<'n>(
        &self,
        name: &str,
        candidates: impl IntoIterator<Item = &'n str>,
    ) -> Option<Hint> {
        self.search.meant(name, candidates).map(question)
    }

    /// The number at a key.
    fn number(&self, node: NodeId, key: &str) -> Option<i64> {
        self.tree.scalar(self.tree.get(node, key)?)?.int()
    }
}
