//! Actions: those that 1.3 renamed or dropped, and the selectors in their parameters.

use std::collections::BTreeSet;

use super::draft::Draft;
use super::names::Names;
use super::selectors::{Expected, Selector, translate};
use crate::outline::{Entry, Node};
use crate::version::Version;
use crate::vocabulary::actions;

/// True if an action is one of 1.3.
fn is_of_1_3(name: &str) -> bool {
    actions::find(name).is_some_and(|action| action.since <= Version::V1_3)
}

/// Words that say who sees a card, where other actions name a zone.
const VIEWERS: &[&str] = &["all", "others", "owner"];

/// Rewrites every action and expression of a 1.2 document.
pub(super) fn rewrite(draft: &mut Draft<'_>, root: &Node, names: &Names) {
    let mut translator = Translator {
        draft,
        names,
        stored: BTreeSet::new(),
    };
    for entry in root.entries() {
        match entry.name() {
            "rules" => entry
                .value
                .items()
                .iter()
                .for_each(|rule| translator.chain(rule)),
            _ => translator.chain(&entry.value),
        }
    }
}

/// Renames `SET_GAME_STATE`, which 1.4 does not know any more (CGML §19).
pub(super) fn rename_alias(draft: &mut Draft<'_>, node: &Node) {
    for entry in node.entries() {
        let is_alias = entry.value.word() == Some("SET_GAME_STATE");
        if entry.name() == "action" && is_alias {
            draft.rename(&entry.value, "SET_STATE");
        }
        rename_alias(draft, &entry.value);
    }
    for item in node.items() {
        rename_alias(draft, item);
    }
}

/// A walk through a 1.2 document.
pub(super) struct Translator<'d, 't> {
    pub(super) draft: &'d mut Draft<'t>,
    pub(super) names: &'d Names,
    /// The values that the rule being read stores, and those that were asked about.
    pub(super) stored: BTreeSet<String>,
}

impl Translator<'_, '_> {
    /// A rule, or the whole set-up: values stored in it can be used in it. `FOR_EACH` stores `item`.
    fn chain(&mut self, node: &Node) {
        self.stored = BTreeSet::from(["item".to_owned()]);
        self.collect_stored(node);
        self.walk(node);
    }

    fn collect_stored(&mut self, node: &Node) {
        if let Some(name) = node.get("store_as").and_then(Node::word) {
            self.stored.insert(name.to_owned());
        }
        for entry in node.entries() {
            self.collect_stored(&entry.value);
        }
        for item in node.items() {
            self.collect_stored(item);
        }
    }

    /// Anything that may hold actions or expressions.
    fn walk(&mut self, node: &Node) {
        if node.get("action").is_some() {
            self.action(node);
            return;
        }
        for entry in node.entries() {
            match entry.name() {
                "condition" | "enabled_when" | "evaluator" | "expression" => {
                    self.expression(&entry.value);
                }
                _ => self.walk(&entry.value),
            }
        }
        for item in node.items() {
            self.walk(item);
        }
    }

    fn action(&mut self, action: &Node) {
        let Some(name) = action.get("action").filter(|name| name.word().is_some()) else {
            return;
        };
        match name.word().unwrap_or("") {
            "FIND_AND_STORE" => {
                self.ask_about_groups(name);
                return;
            }
            "REQUEST_INPUT" if has_typed_options(action) => {
                self.ask_about_options(action);
                return;
            }
            "SET_GAME_STATE" => self.draft.rename(name, "SET_STATE"),
            "INCREMENT_VARIABLE" => self.increment(action, name),
            "DRAW" => self.draw(action, name),
            "REPEAT_TURN" => self.repeat_turn(action, name),
            "DEAL" => self.deal(action, name),
            known if is_of_1_3(known) => self.ask_about_condition(action, name),
            unknown => self.draft.ask(
                name.start(),
                format!("`{unknown}` is no action of 1.3: which actions do what it did?"),
            ),
        }
        for entry in action.entries() {
            self.parameter(name.word().unwrap_or(""), entry);
        }
    }

    fn ask_about_groups(&mut self, name: &Node) {
        let question = "`FIND_AND_STORE` is gone: which cards are found? say it with `SEARCH_ZONE` \
                        and a `filter`, or with `group_by` in a `FOR_EACH`";
        self.draft.ask(name.start(), question);
    }

    fn ask_about_options(&mut self, action: &Node) {
        let Some(options) = action.get("options") else {
            return;
        };
        let question = "what may be chosen? `options` are a `path`, a `value` or an operator, and \
                        `filter` says which of them";
        self.draft.ask(options.start(), question);
    }

    /// Since 1.3 only `IF` has a condition.
    fn ask_about_condition(&mut self, action: &Node, name: &Node) {
        let Some(condition) = action.entry("condition") else {
            return;
        };
        let name = name.word().unwrap_or("");
        if name != "IF" {
            let question = format!("wrap `{name}` into an `IF`? it has no `condition` of its own");
            self.draft.ask(condition.key.start(), question);
        }
    }

    fn increment(&mut self, action: &Node, name: &Node) {
        if action.get("path").is_none() {
            let question = "which variable is incremented? `INCREMENT` wants a `path`";
            self.draft.ask(name.start(), question);
            return;
        }
        self.draft.rename(name, "INCREMENT");
        for entry in action.entries() {
            if ["value", "amount"].contains(&entry.name()) {
                self.draft.rename(&entry.key, "by");
            }
        }
    }

    fn draw(&mut self, action: &Node, name: &Node) {
        if action.get("from").is_none() || action.get("to").is_none() {
            let question = "from which zone to which are cards drawn? `DRAW` is now a `MOVE` with \
                            `from` and `to`";
            self.draft.ask(name.start(), question);
            return;
        }
        self.draft.rename(name, "MOVE");
        if let Some(player) = action.entry("player") {
            let question = "`MOVE` has no `player`: do `from` and `to` say enough without it?";
            self.draft.ask(player.key.start(), question);
        }
    }

    /// `DEAL` to everybody is `DEAL_ROUND_ROBIN`; `DEAL` itself gives to one place (CGML §13.1).
    fn deal(&mut self, action: &Node, name: &Node) {
        let to = action.get("to");
        let to = to.and_then(|to| to.word().or_else(|| to.get("path")?.word()));
        let to = to.unwrap_or("");
        let to = translate(to, self.names, Expected::ZoneOrEveryone);
        let is_to_all = matches!(to, Ok(Selector::Path(path)) if path.contains("players[*]"));
        if is_to_all {
            self.draft.rename(name, "DEAL_ROUND_ROBIN");
        }
    }

    fn repeat_turn(&mut self, action: &Node, name: &Node) {
        match (action.get("condition"), action.get("player")) {
            (Some(condition), None) if !condition.is_nothing() => {
                self.conditional_extra_turn(action, name);
            }
            (Some(condition), _) => {
                let question = "wrap `REPEAT_TURN` into an `IF` with an `EXTRA_TURN`?";
                self.draft.ask(condition.start(), question);
            }
            (None, Some(_)) => self.draft.rename(name, "EXTRA_TURN"),
            (None, None) => {
                self.draft.rename(name, "EXTRA_TURN");
                self.add(action, name.range.end, &["player: current"]);
            }
        }
    }

    fn conditional_extra_turn(&mut self, action: &Node, name: &Node) {
        self.draft.change(
            name.start(),
            "`REPEAT_TURN` with a `condition` is now an `IF` with an `EXTRA_TURN`",
        );
        self.draft.replace_word(name, "IF");
        if action.is_block() {
            let lines = ["then:", "  - action: EXTRA_TURN", "    player: current"];
            self.add(action, action.end(), &lines);
        } else {
            let written = action
                .entries()
                .iter()
                .rfind(|entry| !entry.value.is_nothing());
            let end = written.map_or(name.range.end, Entry::end);
            let then = "then: [{ action: EXTRA_TURN, player: current }]";
            self.add(action, end, &[then]);
        }
    }

    /// Adds an entry to an action, behind the one that ends at `place`.
    fn add(&mut self, action: &Node, place: usize, lines: &[&str]) {
        if !action.is_block() {
            self.draft.insert(place, format!(", {}", lines.join(" ")));
            return;
        }
        let first = action
            .entries()
            .first()
            .map_or(0, |entry| entry.key.start());
        let indent = self.draft.column(first);
        for line in lines {
            self.draft.insert_line_below(place, indent, line);
        }
    }

    fn parameter(&mut self, action: &str, entry: &Entry) {
        let is_visibility = ["REVEAL", "CONCEAL"].contains(&action);
        let value = &entry.value;
        match entry.name() {
            "from" | "to" if is_visibility && is_one_of(value, VIEWERS) => {}
            "to" if action.starts_with("DEAL") => self.operand(value, Expected::ZoneOrEveryone),
            "from" | "to" | "target" | "zone" => self.operand(value, Expected::Zone),
            "path" => self.operand(value, Expected::Variable),
            "in" => self.operand(value, Expected::Anything),
            "from_deck" => self.deck_as_zone(entry),
            "player" | "players" | "card" | "value" | "by" | "count" => self.maybe_operand(value),
            "condition" | "filter" | "options" => self.expression(value),
            _ => self.walk(value),
        }
    }

    fn deck_as_zone(&mut self, entry: &Entry) {
        let deck = entry.value.word().unwrap_or("");
        let Some(zone) = self.names.zone_of_deck(deck) else {
            let question = format!("which zone holds the cards of `{deck}`? name it in `from`");
            self.draft.ask(entry.key.start(), question);
            return;
        };
        let from = format!("{{ path: \"$.zones.{zone}\" }}");
        self.draft.replace_entry(entry, "from", &from);
    }
}

/// True if the options are a kind of thing, or all that a filter lets through: 1.3 wants to know
/// where they come from.
fn has_typed_options(action: &Node) -> bool {
    action.get("options").is_some_and(|options| {
        let filter = options.get("filter").map_or(&[][..], Node::entries);
        options.get("type").is_some() || !filter.is_empty()
    })
}

fn is_one_of(node: &Node, words: &[&str]) -> bool {
    node.word().is_some_and(|word| words.contains(&word))
}
