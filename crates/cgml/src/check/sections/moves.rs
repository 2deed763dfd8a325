//! Moves, and how effects that wait are resolved.

use crate::check::Checker;
use crate::check::expressions::scope::{Context, Scope};
use crate::codes::cards as code;
use crate::diagnostic::{Diagnostic, Hint};
use crate::model::{
    Block, DurationId, Group, GroupId, Move, MoveId, Often, OnceScope, PhaseId, PropertyId,
    Resolution, Table, Type,
};
use crate::syntax::Ident;
use crate::tree::NodeId;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::resolution::{
    ConditionTest, EffectsOf, Layer, Policy, PriorityOrder, Simultaneous,
};
use crate::vocabulary::sections::ImplicitLocal;
use crate::vocabulary::want::Want;

impl Checker<'_> {
    /// Names: enough to refer to moves.
    pub(in crate::check) fn move_heads(&mut self) {
        for entry in self.section("moves") {
            let node = entry.value;
            let once_per = self.once_per(node, OnceScope::Player);
            self.game.moves.push(Move {
                name: entry.key.clone(),
                phases: Vec::new(),
                from: None,
                filter: None,
                condition: None,
                abilities: self.flag(node, "abilities").unwrap_or(false),
                requires: None,
                speed: self.number(node, "speed"),
                targets: Vec::new(),
                cost: Vec::new(),
                effect: Block::default(),
                chain: self.flag(node, "chain").unwrap_or(false),
                once_per,
                ends: match self.ident(node, "ends").map(|word| word.text).as_deref() {
                    Some("phase") => Some(Often::Phase),
                    Some("turn") => Some(Often::Turn),
                    Some(_) | None => None,
                },
                players: None,
                secret: self.flag(node, "secret").unwrap_or(false),
                priority: self.number(node, "priority").unwrap_or(0),
                text: self.prose(node, "text"),
                origin: entry.key_span,
            });
        }
    }

    pub(in crate::check) fn moves(&mut self) {
        for (position, entry) in self.section("moves").iter().enumerate() {
            let node = entry.value;
            let mut scope = Scope::with_context(Context::None);
            // A move that is offered answers something: what is going on can be asked for.
            scope.context = Context::Several;
            scope.wraps = self.game.moves[MoveId(position as u32)].abilities;
            let phases = self.resolve_many(NameKind::Phase, self.tree.get(node, "in"));
            let from = self.expr_at(&mut scope, self.tree.get(node, "from"), Want::Cards);
            let from = from.map(|from| {
                let card = scope.bind(ImplicitLocal::Card.name(), Type::Card, from.origin);
                scope.alias("this", card);
                (card, from)
            });
            let requires = self.events_at(self.tree.get(node, "requires"), true);
            let filter = self.expr_at(&mut scope, self.tree.get(node, "where"), Want::Bool);
            let condition = self.expr_at(&mut scope, self.tree.get(node, "if"), Want::Bool);
            let players =
                self.players_at(&mut scope, self.tree.get(node, "players"), Want::Players);
            let targets = self.targets(&mut scope, node);
            let cost = self.steps_at(&mut scope, self.tree.get(node, "cost"));
            let steps = self.steps_at(&mut scope, self.tree.get(node, "effect"));
            let declared = &mut self.game.moves[MoveId(position as u32)];
            declared.phases = phases.into_iter().map(PhaseId).collect();
            (declared.from, declared.filter, declared.condition) = (from, filter, condition);
            declared.requires = requires.into_iter().next();
            (declared.players, declared.targets, declared.cost) = (players, targets, cost);
            declared.effect = scope.into_block(steps);
        }
    }

    pub(in crate::check) fn resolution(&mut self) {
        let node = self.at(self.root, "resolution");
        let continuous = self.at(self.root, "continuous");
        let word = |key| Some(self.ident(node?, key)?.text);
        let number = |key| self.number(node?, key);
        let usual = Resolution::default();
        let mut resolution = Resolution {
            policy: word("policy")
                .and_then(|word| Policy::find(&word))
                .unwrap_or(usual.policy),
            simultaneous: word("simultaneous")
                .and_then(|word| Simultaneous::find(&word))
                .unwrap_or(usual.simultaneous),
            conditions: word("conditions")
                .and_then(|word| ConditionTest::find(&word))
                .unwrap_or(usual.conditions),
            priority: word("priority")
                .and_then(|word| PriorityOrder::find(&word))
                .unwrap_or(usual.priority),
            replace_again: word("replacement").is_some_and(|word| word == "repeat"),
            response_speed: number("response_speed").unwrap_or(usual.response_speed),
            limit: number("limit").unwrap_or(usual.limit),
            on_failure: node
                .and_then(|node| self.failure(node))
                .or(usual.on_failure),
            players: self.known_words(node, "players", EffectsOf::find),
            layers: self.known_words(continuous, "layers", Layer::find),
            ..Resolution::default()
        };
        if resolution.players.is_empty() {
            resolution.players = usual.players;
        }
        if resolution.layers.is_empty() {
            resolution.layers = usual.layers;
        }
        if let Some(node) = node {
            self.groups(node, &mut resolution);
            let responses = self.resolve_many(NameKind::Move, self.tree.get(node, "responses"));
            resolution.responses = responses.into_iter().map(MoveId).collect();
            self.check_policy(node, resolution.policy);
        }
        if let Some(continuous) = continuous {
            resolution.durations = self.durations(continuous);
            resolution.minimum = self.bounds(continuous, "minimum");
            resolution.maximum = self.bounds(continuous, "maximum");
        }
        self.game.resolution = resolution;
    }

    /// The words of a list at a key; unknown ones were reported with the shape.
    fn known_words<W>(
        &self,
        node: Option<NodeId>,
        key: &str,
        find: impl Fn(&str) -> Option<W>,
    ) -> Vec<W> {
        let list = node.and_then(|node| self.tree.get(node, key));
        let items = list.map_or(&[][..], |list| self.tree.items(list));
        let words = items.iter().filter_map(|item| self.tree.text(*item));
        words.filter_map(find).collect()
    }

    fn groups(&mut self, node: NodeId, resolution: &mut Resolution) {
        let groups = self.items_at(node, "groups");
        for group in groups {
            let Some(id) = self.ident(*group, "id") else {
                continue;
            };
            if self.flag(*group, "default") == Some(true) {
                resolution.default_group = Some(GroupId(resolution.groups.len() as u32));
            }
            resolution.groups.push(Group {
                name: id.text,
                declare: self.flag(*group, "declare").unwrap_or(false),
                text: self.prose(*group, "text"),
            });
        }
    }

    fn check_policy(&mut self, node: NodeId, policy: Policy) {
        for (key, wanted) in [
            ("groups", Policy::Pool),
            ("responses", Policy::Chain),
            ("response_speed", Policy::Chain),
        ] {
            if let Some(entry) = self.tree.entry(node, key)
                && policy != wanted
            {
                let policy = policy.name();
                let message = format!("`{key}` means nothing with the policy `{policy}`");
                let hint = Hint::one_of("take it out, or change the policy to", [wanted.name()]);
                self.diagnostics
                    .report(Diagnostic::new(code::BAD_POLICY, entry.key_span, message).hint(hint));
            }
        }
    }

    fn durations(
        &mut self,
        node: NodeId,
    ) -> Table<DurationId, (String, crate::model::EventPattern)> {
        let mut durations = Table::default();
        for entry in self.entries_at(node, "durations") {
            let Some(text) = self.tree.text(entry.value) else {
                continue;
            };
            let name = Ident::new(text, self.tree.span(entry.value));
            if let Some(event) = self.event_pattern(&name, false) {
                durations.push((entry.key.clone(), event));
            }
        }
        durations
    }

    fn bounds(&mut self, node: NodeId, key: &str) -> Vec<(PropertyId, i64)> {
        let list = self.tree.get(node, key);
        let mut bounds = Vec::new();
        for entry in list.map_or(&[][..], |list| self.tree.entries(list)) {
            let number = self
                .tree
                .scalar(entry.value)
                .and_then(|scalar| scalar.int());
            match (self.property_named(&entry.key), number) {
                (Some(property), Some(number)) => bounds.push((property, number)),
                (Some(_), None) => {}
                (None, _) => {
                    let hint = self.did_you_mean(&entry.key, self.game.properties.names());
                    let message = format!("no card has the property `{}`", entry.key);
                    let name = Ident::new(entry.key.as_str(), entry.key_span);
                    self.unknown_key(&name, message, hint);
                }
            }
        }
        bounds
    }
}
