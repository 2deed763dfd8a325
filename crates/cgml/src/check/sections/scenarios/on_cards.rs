//! Given pools and marks of cards in scenarios.

use super::Holder;
use crate::check::Checker;
use crate::codes::shape::OUT_OF_BOUNDS;
use crate::diagnostic::Diagnostic;
use crate::model::scenario::{Given, GivenPool, OnCard};
use crate::model::{AttributeId, CounterId, PoolHolder, PoolId};
use crate::source::Span;
use crate::syntax::Ident;
use crate::tree::{Entry, NodeId};
use crate::vocabulary::names::NameKind;

/// Keys of a card besides its attributes and pools.
const WORDS: &[&str] = &[
    "face",
    "counters",
    "slot",
    "controller",
    "attached",
    "under",
];

impl Checker<'_> {
    /// True if something can be said of a card besides what is printed on it.
    pub(super) fn is_on_cards(&self, key: &str) -> bool {
        let declared = [NameKind::Attribute, NameKind::Pool];
        WORDS.contains(&key)
            || declared
                .iter()
                .any(|kind| self.names.find(*kind, key).is_some())
    }

    /// The place where the controller of a card in a list is given.
    pub(super) fn given_controller(&self, cards: NodeId) -> Option<Span> {
        let mut cards = self.tree.items(cards).iter();
        let entry = cards.find_map(|card| self.tree.entry(*card, "controller"))?;
        Some(entry.key_span)
    }

    /// Marks of a card in a list.
    pub(super) fn on_card(&mut self, node: NodeId) -> Vec<OnCard> {
        let mut on = Vec::new();
        for entry in self.tree.entries(node).to_vec() {
            let name = entry.key.as_str();
            if self.game.properties.find(name).is_some() && self.tree.get(node, "card").is_none() {
                continue;
            }
            if let Some(declared) = self.names.find(NameKind::Attribute, name) {
                let id = AttributeId(declared.position);
                let ty = self.game.attributes[id].ty.clone();
                let value = self.term_of_type(entry.value, &ty);
                on.push(OnCard::Attribute(id, value));
                continue;
            }
            if let Some(declared) = self.names.find(NameKind::Pool, name) {
                let id = PoolId(declared.position);
                if !matches!(self.game.pools[id].holder, PoolHolder::Card(_)) {
                    self.not_on_cards(&entry);
                } else if let Some(count) = self.count_at(&entry) {
                    on.push(OnCard::Pool(id, count));
                }
                continue;
            }
            match name {
                "counters" => {
                    for counters in self.tree.entries(entry.value).to_vec() {
                        let name = Ident::new(counters.key.as_str(), counters.key_span);
                        let id = self.resolve(NameKind::Counter, &name);
                        if let (Some(id), Some(count)) = (id, self.count_at(&counters)) {
                            on.push(OnCard::Counters(CounterId(id), count));
                        }
                    }
                }
                "slot" => on.extend(self.count_at(&entry).map(OnCard::Slot)),
                "attached" => on.push(OnCard::Attached(self.listed_cards(entry.value))),
                "under" => on.push(OnCard::Under(self.listed_cards(entry.value))),
                _ => {}
            }
        }
        on
    }

    /// A number from 0.
    fn count_at(&mut self, entry: &Entry) -> Option<i64> {
        let number = self
            .tree
            .scalar(entry.value)
            .and_then(|scalar| scalar.int());
        match number {
            None => self.expected("a number", entry.value),
            Some(number) if number < 0 => {
                let message = format!("`{}` cannot be {number}", entry.key);
                let span = self.tree.span(entry.value);
                self.diagnostics
                    .report(Diagnostic::new(OUT_OF_BOUNDS, span, message));
            }
            Some(number) => return Some(number),
        }
        None
    }

    /// A pool with so many pieces.
    pub(super) fn given_pool(
        &mut self,
        pool: PoolId,
        entry: &Entry,
        holder: Holder,
        given: &mut Given,
    ) {
        let is_there = match holder {
            Holder::Table => self.game.pools[pool].holder == PoolHolder::Table,
            Holder::Player(_) => self.game.pools[pool].holder == PoolHolder::Player,
            Holder::Team(_) => self.game.pools[pool].holder == PoolHolder::Team,
        };
        if !is_there {
            return self.wrong_holder(entry, "pool", holder);
        }
        if let Some(count) = self.count_at(entry) {
            given.pools.push(GivenPool {
                pool,
                owner: holder.number(),
                count,
                origin: entry.key_span,
            });
        }
    }

    /// `resources`: pools of the table, and under `players` those of each seat.
    pub(super) fn given_resources(&mut self, node: NodeId, given: &mut Given) {
        for entry in self.entries_at(node, "resources").to_vec() {
            if entry.key == "players" {
                let players = self.tree.items(entry.value).to_vec();
                for (seat, player) in players.into_iter().enumerate() {
                    for entry in self.tree.entries(player).to_vec() {
                        self.given_named_pool(&entry, Holder::Player(seat as u8), given);
                    }
                }
            } else {
                self.given_named_pool(&entry, Holder::Table, given);
            }
        }
    }

    fn given_named_pool(&mut self, entry: &Entry, holder: Holder, given: &mut Given) {
        let name = Ident::new(entry.key.as_str(), entry.key_span);
        if let Some(pool) = self.resolve(NameKind::Pool, &name) {
            self.given_pool(PoolId(pool), entry, holder, given);
        }
    }
}
