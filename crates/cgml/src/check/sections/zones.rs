//! Zones and zone types.

use rustc_hash::FxHashMap;

use crate::check::Checker;
use crate::check::expressions::scope::Scope;
use crate::codes::game as code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Block, DeckId, Ordering, Overflow, Role, Type, Visibility, Visible, Zone, ZoneId, ZoneOwner,
    ZoneType,
};
use crate::source::Span;
use crate::syntax::Ident;
use crate::tree::{NodeId, Value};
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want;

const ZONE_TYPES: &str = "components.component_types.zone_types";

/// The words of `owner_scope`.
const OWNERS: &[&str] = &["player", "team", "global"];

impl Checker<'_> {
    pub(in crate::check) fn zones(&mut self) {
        let nodes = self.declaring_items("components.zones", "name", NameKind::Zone);
        let homes = self.homes(&nodes);
        for node in nodes {
            let Some(name) = self.ident(node, "name") else {
                continue;
            };
            self.check_not_taken(&name);
            let zone = self.zone(node, &name, &homes);
            let deck = zone.deck;
            let zone = self.game.zones.push(zone);
            if let Some(deck) = deck {
                self.zone_of_deck.entry(deck).or_insert(zone);
            }
        }
    }

    /// The zone in which each deck lies at the start: the first that names it and has room for the whole deck. The
    /// others that name it receive cards of the deck later.
    fn homes(&mut self, zones: &[NodeId]) -> FxHashMap<DeckId, NodeId> {
        let mut homes = FxHashMap::default();
        for node in zones {
            let deck = self.tree.get(*node, "of_deck");
            let deck = deck.and_then(|deck| self.tree.text(deck));
            let deck = deck.and_then(|deck| self.names.find(NameKind::Deck, deck));
            let Some(deck) = deck.map(|deck| DeckId(deck.position)) else {
                continue;
            };
            let owner = self.silently(|checker| checker.zone_owner(*node));
            if self.can_hold(deck, owner) {
                homes.entry(deck).or_insert(*node);
            }
        }
        homes
    }

    /// True if a deck can lie in a zone of this owner: one deck cannot lie in a zone of each player.
    fn can_hold(&self, deck: DeckId, owner: ZoneOwner) -> bool {
        let is_alone = self.game.meta.max_players == 1 || !self.players_are_known;
        match self.game.decks[deck].per_player {
            true => owner != ZoneOwner::Table,
            false => owner == ZoneOwner::Table || is_alone,
        }
    }

    fn zone(&mut self, node: NodeId, name: &Ident, homes: &FxHashMap<DeckId, NodeId>) -> Zone {
        let zone_type = self.zone_type_of(node, name);
        self.note_owner(node, name.span);
        let owner = self.zone_owner(node);
        let deck = self
            .tree
            .get(node, "of_deck")
            .and_then(|deck| self.resolve_at(NameKind::Deck, deck))
            .map(DeckId);
        let deck = match deck {
            Some(deck) => match homes.get(&deck) {
                Some(home) => Some(deck).filter(|_| *home == node),
                None => Some(deck).filter(|_| self.check_deck_place(node, name, deck)),
            },
            None => None,
        };
        let role = self
            .ident(node, "role")
            .and_then(|role| role_word(&role.text))
            .or_else(|| {
                self.at(node, "meta.role")
                    .and_then(|role| role_word(self.tree.text(role)?))
            })
            .or(zone_type.role)
            .unwrap_or_else(|| role_of_name(&name.text, &zone_type.name));
        Zone {
            name: name.text.clone(),
            active: zone_type.active.unwrap_or(role == Role::Play),
            zone_type,
            deck,
            owner,
            role,
            text: self.prose(node, "text"),
            origin: name.span,
        }
    }

    fn zone_type_of(&mut self, node: NodeId, name: &Ident) -> ZoneType {
        let Some(type_node) = self.tree.get(node, "type") else {
            return self.zone_type(node, name);
        };
        if let Value::Map(_) = self.tree.node(type_node).value {
            self.check_inline_type(type_node);
            return self.zone_type(type_node, name);
        }
        let Some(type_name) = self.ident(node, "type") else {
            return self.zone_type(type_node, name);
        };
        let declared = self.resolve(NameKind::ZoneType, &type_name);
        match declared.and_then(|position| self.section(ZONE_TYPES).get(position as usize)) {
            Some(entry) => {
                let name = Ident::new(entry.key.as_str(), entry.key_span);
                self.zone_type(entry.value, &name)
            }
            None => self.zone_type(type_node, name),
        }
    }

    fn check_inline_type(&mut self, node: NodeId) {
        if self.version < crate::version::Version::V1_4 {
            let message = "a zone type written in place is part of CGML 1.4";
            let diagnostic = Diagnostic::new(
                crate::codes::shape::NEEDS_1_4,
                self.tree.span(node),
                message,
            )
            .hint("declare it under `component_types.zone_types` and name it here");
            self.diagnostics.report(diagnostic);
        }
    }

    fn zone_type(&mut self, node: NodeId, name: &Ident) -> ZoneType {
        let word = |key| {
            self.ident(node, key)
                .map_or_else(String::new, |word| word.text)
        };
        let overflow_to = self
            .tree
            .get(node, "overflow_to")
            .and_then(|zone| self.tree.text(zone))
            .and_then(|zone| self.names.find(NameKind::Zone, zone))
            .map(|zone| ZoneId(zone.position));
        ZoneType {
            name: name.text.clone(),
            ordering: match word("ordering").as_str() {
                "fifo" => Ordering::Fifo,
                "lifo" => Ordering::Lifo,
                "shuffled" => Ordering::Shuffled,
                _ => Ordering::Unordered,
            },
            visibility: self.visibility(node),
            face_down: word("default_face") == "down",
            allows_reorder: self.flag(node, "allows_reorder").unwrap_or(false),
            capacity: None,
            overflow: match word("overflow").as_str() {
                "replace" => Overflow::Replace(overflow_to),
                "push" => Overflow::Push(overflow_to),
                "discard" => Overflow::Discard(overflow_to),
                _ => Overflow::Refuse,
            },
            overflow_effect: None,
            slots: self.flag(node, "slots").unwrap_or(false),
            role: role_word(&word("role")),
            active: self.flag(node, "active"),
            origin: name.span,
        }
    }

    fn visibility(&self, node: NodeId) -> Visibility {
        let Some(node) = self.tree.get(node, "visibility") else {
            return Visibility {
                owner: Visible::All,
                others: Visible::All,
            };
        };
        if let Some(word) = self.tree.text(node) {
            let visible = visible(word);
            return Visibility {
                owner: visible,
                others: visible,
            };
        }
        let level = |key| self.ident(node, key).map(|word| visible(&word.text));
        let all = level("all").unwrap_or(Visible::All);
        Visibility {
            owner: level("owner").unwrap_or(all),
            others: level("others").unwrap_or(all),
        }
    }

    /// Notes what does not say in words of the language whose it is.
    pub(in crate::check) fn note_owner(&mut self, node: NodeId, declared: Span) {
        let is_read = |key: &str, words: &[&str]| {
            let value = self.tree.get(node, key);
            value.is_none_or(|value| self.tree.text(value).is_some_and(|it| words.contains(&it)))
        };
        let scopes = ["global", "per_player", "per_team"];
        let holders = ["table", "player", "team", "card"];
        let is_known = is_read("per_player", &["true", "false"])
            && is_read("owner_scope", OWNERS)
            && is_read("scope", &scopes)
            && is_read("of", &holders);
        if !is_known {
            self.ownerless.insert(declared);
        }
    }

    fn zone_owner(&mut self, node: NodeId) -> ZoneOwner {
        let per_player = self.flag(node, "per_player");
        let scope = self.ident(node, "owner_scope");
        let scope_text = scope.as_ref().map(|scope| scope.text.as_str());
        let owner = match (per_player, scope_text) {
            (Some(true), None | Some("player")) | (None, Some("player")) => ZoneOwner::Player,
            (None | Some(false), Some("team")) => ZoneOwner::Team,
            (None | Some(false), None | Some("global")) => ZoneOwner::Table,
            (_, _) => {
                let is_word = scope_text.is_some_and(|word| OWNERS.contains(&word));
                if let Some(scope) = scope.as_ref().filter(|_| is_word) {
                    let message = format!(
                        "`owner_scope: {}` and `per_player` contradict each other",
                        scope.text
                    );
                    let diagnostic = Diagnostic::new(code::SCOPE_CONFLICT, scope.span, message)
                        .hint(
                            "keep one of the two: `per_player: true` means `owner_scope: player`",
                        );
                    self.diagnostics.report(diagnostic);
                }
                ZoneOwner::Player
            }
        };
        if owner == ZoneOwner::Team
            && self.game.teams.is_empty()
            && let Some(scope) = scope
        {
            self.no_teams(scope.span);
        }
        owner
    }

    /// Without declared teams every player is a team of their own in 1.3; 1.4 has them declared.
    pub(in crate::check) fn no_teams(&mut self, span: Span) {
        if self.version < crate::version::Version::V1_4 {
            return;
        }
        let message = "the game declares no teams";
        let diagnostic = Diagnostic::new(code::NO_TEAMS, span, message)
            .hint("declare them under `teams`, such as `teams: { us: [0, 2], them: [1, 3] }`");
        self.diagnostics.report(diagnostic);
    }

    /// True if a deck that no zone can hold as a whole lies here all the same: a deck of each player may lie on the
    /// table. Otherwise reports it.
    fn check_deck_place(&mut self, node: NodeId, name: &Ident, deck: DeckId) -> bool {
        let declared = &self.game.decks[deck];
        let other = self.zone_of_deck.get(&deck);
        if declared.per_player {
            return other.is_none();
        }
        let span = self
            .tree
            .get(node, "of_deck")
            .map_or(name.span, |deck| self.tree.span(deck));
        let hint = "put the deck into a zone of the table and deal from it";
        let diagnostic = match other {
            Some(other) => {
                let other = &self.game.zones[*other];
                let message = format!(
                    "the deck `{}` can lie neither here nor in the zone `{}`",
                    declared.name, other.name
                );
                Diagnostic::new(code::DECK_IN_TWO_ZONES, span, message)
                    .related(other.origin, "the other zone")
            }
            None => {
                let message = format!(
                    "every player has a zone `{}`, but there is one deck `{}`",
                    name.text, declared.name
                );
                Diagnostic::new(code::DECK_PER_PLAYER, span, message)
                    .related(declared.origin, "the deck")
            }
        };
        self.diagnostics.report(diagnostic.hint(hint));
        true
    }

    /// Parts of zones that need expressions: the capacity, and the effect of overflow.
    pub(in crate::check) fn zone_details(&mut self) {
        let items = self.items_at(self.root, "components.zones");
        for node in items.iter().copied() {
            let Some(name) = self.ident(node, "name") else {
                continue;
            };
            let Some(zone) = self.names.find(NameKind::Zone, &name.text) else {
                continue;
            };
            let Some(type_node) = self.type_node(node) else {
                continue;
            };
            let capacity = self.tree.get(type_node, "capacity");
            let capacity = self.expr_at(&mut Scope::default(), capacity, Want::Number);
            let overflow_effect = self.overflow_effect(type_node);
            let zone_type = &mut self.game.zones[ZoneId(zone.position)].zone_type;
            (zone_type.capacity, zone_type.overflow_effect) = (capacity, overflow_effect);
            if let Some(to) = self.tree.get(type_node, "overflow_to") {
                self.resolve_at(NameKind::Zone, to);
            }
        }
    }

    fn overflow_effect(&mut self, zone_type: NodeId) -> Option<Block> {
        let node = self.tree.get(zone_type, "overflow_effect")?;
        let mut scope = Scope::default();
        scope.bind("card", Type::Card, self.tree.span(node));
        let steps = self.steps_at(&mut scope, Some(node));
        Some(scope.into_block(steps))
    }

    fn type_node(&self, zone: NodeId) -> Option<NodeId> {
        let node = self.tree.get(zone, "type")?;
        let Some(name) = self.tree.text(node) else {
            return Some(node);
        };
        let name = name.strip_prefix("zone_types.").unwrap_or(name);
        let declared = self.names.find(NameKind::ZoneType, name)?;
        let entry = self.section(ZONE_TYPES).get(declared.position as usize)?;
        Some(entry.value)
    }
}

fn visible(word: &str) -> Visible {
    match word {
        "count_only" => Visible::CountOnly,
        "hidden" => Visible::Hidden,
        "top_card_only" => Visible::TopCardOnly,
        _ => Visible::All,
    }
}

fn role_word(word: &str) -> Option<Role> {
    match word {
        "deck" => Some(Role::Deck),
        "hand" => Some(Role::Hand),
        "play" => Some(Role::Play),
        "discard" => Some(Role::Discard),
        "out" => Some(Role::Out),
        _ => None,
    }
}

/// Role of a zone, by its own name first and then its type's (CGML 1.3 has no `role`).
fn role_of_name(zone: &str, zone_type: &str) -> Role {
    const WORDS: &[(&str, Role)] = &[
        ("hand", Role::Hand),
        ("discard", Role::Discard),
        ("grave", Role::Discard),
        ("waste", Role::Discard),
        ("trash", Role::Discard),
        ("deck", Role::Deck),
        ("draw", Role::Deck),
        ("stock", Role::Deck),
        ("library", Role::Deck),
        ("play", Role::Play),
        ("table", Role::Play),
        ("board", Role::Play),
        ("field", Role::Play),
        ("battle", Role::Play),
        ("trick", Role::Play),
    ];
    [zone, zone_type]
        .into_iter()
        .find_map(|name| {
            let name = name.to_lowercase();
            WORDS
                .iter()
                .find(|(word, _)| name.contains(word))
                .map(|(_, role)| *role)
        })
        .unwrap_or(Role::Other)
}
