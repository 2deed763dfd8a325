//! Declarations of a 1.2 file, as far as selectors need them, and scopes of variables.

use std::collections::BTreeSet;

use super::draft::Draft;
use crate::outline::Node;

/// The zones and variables of a file.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Names of the table.
    pub(super) table: Scope,
    /// Names of every player.
    pub(super) player: Scope,
    /// Each deck with the zone that begins with its cards.
    decks: Vec<(String, String)>,
}

/// Zones and variables of one owner.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// Names of zones.
    pub(super) zones: BTreeSet<String>,
    /// Names of variables.
    pub(super) variables: BTreeSet<String>,
}

impl Names {
    /// The names that a document declares.
    pub(super) fn of(root: &Node) -> Self {
        let mut names = Self::default();
        let Some(components) = root.get("components") else {
            return names;
        };
        for zone in items(components, "zones") {
            names.add_zone(zone);
        }
        for variable in items(components, "variables") {
            names.add_variable(variable);
        }
        names
    }

    /// The zone on the table that begins with the cards of a deck, if there is exactly one.
    pub(super) fn zone_of_deck(&self, deck: &str) -> Option<&str> {
        let mut zones = self.decks.iter().filter(|(name, _)| name == deck);
        let (_, zone) = zones.next()?;
        zones.next().is_none().then_some(zone)
    }

    fn add_zone(&mut self, zone: &Node) {
        let Some(name) = zone.get("name").and_then(Node::word) else {
            return;
        };
        if is_per_player(zone) {
            self.player.zones.insert(name.to_owned());
            return;
        }
        self.table.zones.insert(name.to_owned());
        if let Some(deck) = zone.get("of_deck").and_then(Node::word) {
            self.decks.push((deck.to_owned(), name.to_owned()));
        }
    }

    fn add_variable(&mut self, variable: &Node) {
        let Some(name) = variable.get("name").and_then(Node::word) else {
            return;
        };
        let scope = if is_per_player(variable) {
            &mut self.player
        } else {
            &mut self.table
        };
        scope.variables.insert(name.to_owned());
    }
}

impl Scope {
    /// True if a zone or variable has this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.zones.contains(name) || self.variables.contains(name)
    }
}

fn items<'o>(components: &'o Node, key: &str) -> &'o [Node] {
    components.get(key).map_or(&[], Node::items)
}

fn is_per_player(component: &Node) -> bool {
    let says = |key, word| component.get(key).and_then(Node::word) == Some(word);
    says("per_player", "true") || says("scope", "per_player")
}

/// `per_player: true` of a variable is `scope: per_player` since 1.3; zones keep the flag.
pub(super) fn rewrite_scopes(draft: &mut Draft<'_>, root: &Node) {
    let Some(components) = root.get("components") else {
        return;
    };
    for variable in items(components, "variables") {
        for entry in variable.entries() {
            let flag = entry.name();
            let scope = match (flag, entry.value.word()) {
                ("per_player" | "per_team", Some("true")) => flag,
                ("per_player" | "per_team", Some("false")) => "global",
                _ => continue,
            };
            draft.replace_entry(entry, "scope", scope);
        }
    }
}
