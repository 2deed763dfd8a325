//! Resources, pools, attributes and counters.

use crate::check::Checker;
use crate::check::expressions::scope::Scope;
use crate::codes::game as code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Attribute, AttributeId, Counter, ExprKind, KindId, Literal, Pool, PoolHolder, PoolId, Resource,
    ResourceId, Type,
};
use crate::tree::{Entry, NodeId};
use crate::vocabulary::keys::COUNTER;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want;

impl Checker<'_> {
    pub(in crate::check) fn pools(&mut self) {
        for (resource, entry) in self.section("resources").iter().enumerate() {
            let node = entry.value;
            self.game.resources.push(Resource {
                name: entry.key.clone(),
                total: self.number(node, "total"),
                text: self.prose(node, "text"),
                origin: entry.key_span,
            });
            for pool in self.pool_entries(node) {
                self.note_owner(pool.value, pool.key_span);
                let holder = self.pool_holder(&pool);
                self.game.pools.push(Pool {
                    name: pool.key.clone(),
                    resource: ResourceId(resource as u32),
                    holder,
                    start: None,
                    min: None,
                    max: None,
                    leaves_to: None,
                    text: self.prose(pool.value, "text"),
                    origin: pool.key_span,
                });
            }
        }
    }

    fn pool_entries(&self, resource: NodeId) -> Vec<Entry> {
        let entries = self.entries_at(resource, "pools");
        let is_first = |entry: &&Entry| {
            self.names
                .is_declared_at(NameKind::Pool, &entry.key, entry.key_span)
        };
        entries.iter().filter(is_first).cloned().collect()
    }

    fn pool_holder(&mut self, pool: &Entry) -> PoolHolder {
        let of = self
            .ident(pool.value, "of")
            .map_or_else(String::new, |of| of.text);
        match of.as_str() {
            "player" => PoolHolder::Player,
            "team" => {
                if self.game.teams.is_empty() {
                    self.no_teams(pool.key_span);
                }
                PoolHolder::Team
            }
            "card" => {
                let kinds = self.resolve_many(NameKind::Kind, self.tree.get(pool.value, "kinds"));
                PoolHolder::Card(kinds.into_iter().map(KindId).collect())
            }
            _ => PoolHolder::Table,
        }
    }

    /// Bounds of pools, now that expressions can be read.
    pub(in crate::check) fn pool_details(&mut self) {
        let mut position = 0;
        for (resource, entry) in self.section("resources").iter().enumerate() {
            let first = position;
            for pool in self.pool_entries(entry.value) {
                self.pool_detail(PoolId(position), &pool);
                position += 1;
            }
            self.check_total(ResourceId(resource as u32), first as usize);
        }
    }

    fn pool_detail(&mut self, id: PoolId, entry: &Entry) {
        let mut scope = Scope::default();
        let is_short = self
            .tree
            .scalar(entry.value)
            .is_some_and(|scalar| scalar.int().is_some());
        let start = if is_short {
            let number = self
                .tree
                .scalar(entry.value)
                .and_then(|scalar| scalar.int())
                .unwrap_or(0);
            let kind = ExprKind::Literal(Literal::Number(number));
            Some(crate::model::Expr {
                kind,
                ty: Type::Number,
                origin: self.tree.span(entry.value),
            })
        } else {
            self.expr_at(
                &mut scope,
                self.tree.get(entry.value, "start"),
                Want::Number,
            )
        };
        let min = self.expr_at(&mut scope, self.tree.get(entry.value, "min"), Want::Number);
        let max = self.expr_at(&mut scope, self.tree.get(entry.value, "max"), Want::Number);
        let leaves_to = self.tree.get(entry.value, "leaves_to");
        let leaves_to = leaves_to
            .and_then(|pool| self.resolve_at(NameKind::Pool, pool))
            .map(PoolId);
        let pool = &mut self.game.pools[id];
        (pool.start, pool.min, pool.max, pool.leaves_to) = (start, min, max, leaves_to);
    }

    /// The pools of a conserved resource hold its total at the start.
    fn check_total(&mut self, resource: ResourceId, first_pool: usize) {
        let Some(total) = self.game.resources[resource].total else {
            return;
        };
        if !self.players_are_known || !self.names.is_complete(NameKind::Pool) {
            return;
        }
        // Wide enough for any number of pools.
        let mut sum: i128 = 0;
        let mut parts = Vec::new();
        let pools = self.game.pools.iter().skip(first_pool);
        for pool in pools.take_while(|pool| pool.resource == resource) {
            let start = match pool.start.as_ref().map(|start| &start.kind) {
                None => 0,
                Some(ExprKind::Literal(Literal::Number(start))) => *start,
                // A parameter or expression: known only when the game begins.
                Some(_) => return,
            };
            let times = match pool.holder {
                PoolHolder::Table => 1,
                PoolHolder::Player => i64::from(self.game.meta.min_players),
                PoolHolder::Team => self.game.teams.len() as i64,
                PoolHolder::Card(_) => 0,
            };
            sum += i128::from(start) * i128::from(times);
            match times {
                0 => {}
                1 => parts.push(format!("{start} in `{}`", pool.name)),
                _ => parts.push(format!("{times} times {start} in `{}`", pool.name)),
            }
        }
        if sum != i128::from(total) {
            let declared = &self.game.resources[resource];
            let message = format!(
                "the pools of `{}` hold {sum} at the start, but its total is {total}",
                declared.name
            );
            let hint = format!(
                "there are {}; change a `start` or the `total`",
                parts.join(", ")
            );
            let span = declared.origin;
            self.diagnostics
                .report(Diagnostic::new(code::POOL_TOTAL, span, message).hint(hint));
        }
    }

    /// The default value that is written as a mapping with `default`, or alone; `None` if it is missing,
    /// which was reported.
    pub(in crate::check) fn default_of(&self, node: NodeId) -> Option<NodeId> {
        let is_alone = !self.tree.is_map(node);
        self.tree.get(node, "default").or(is_alone.then_some(node))
    }

    pub(in crate::check) fn attributes(&mut self) {
        let entries = self.section("attributes");
        for entry in entries {
            let node = entry.value;
            let default = self.default_of(node);
            let ty = match (self.tree.get(node, "values"), default) {
                (Some(values), _) => self.type_at(values, &entry.key),
                (None, Some(default)) => self.literal(default).1,
                (None, None) => Type::Any,
            };
            let kinds = self.resolve_many(NameKind::Kind, self.tree.get(node, "kinds"));
            let bounds = (self.number(node, "min"), self.number(node, "max"));
            let literal = default.map_or(Literal::Nothing, |it| self.literal_of_type(it, &ty));
            if let Some(default) = default {
                self.check_within(&entry.key, bounds, &literal, default);
            }
            let attribute = Attribute {
                name: entry.key.clone(),
                default: literal,
                ty: if ty == Type::Nothing { Type::Any } else { ty },
                min: bounds.0,
                max: bounds.1,
                resets: Vec::new(),
                kinds: kinds.into_iter().map(KindId).collect(),
                hidden: self.flag(node, "hidden").unwrap_or(false),
                text: self.prose(node, "text"),
                origin: entry.key_span,
            };
            self.game.attributes.push(attribute);
        }
    }

    /// Events that reset attributes: checked later than attributes, once events are known.
    pub(in crate::check) fn attribute_resets(&mut self) {
        let entries = self.section("attributes");
        for (position, entry) in entries.iter().enumerate() {
            let resets = self.events_at(self.tree.get(entry.value, "resets"), false);
            self.game.attributes[AttributeId(position as u32)].resets = resets;
        }
    }

    pub(in crate::check) fn counters(&mut self) {
        let entries = self.section("counters");
        for entry in entries {
            let kinds = self.resolve_many(NameKind::Kind, self.tree.get(entry.value, "kinds"));
            self.game.counters.push(Counter {
                name: entry.key.clone(),
                max: self.number(entry.value, "max"),
                kinds: kinds.into_iter().map(KindId).collect(),
                text: self.prose_or_text(entry.value, &COUNTER),
                origin: entry.key_span,
            });
        }
    }
}
