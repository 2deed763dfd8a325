//! Pools, attributes and counters that a scenario gives.

use super::Holder;
use crate::check::Checker;
use crate::model::scenario::{Given, GivenMark, GivenPool, OnCard, Term};
use crate::model::{AttributeId, CounterId, PoolHolder, PoolId};
use crate::syntax::Ident;
use crate::tree::{Entry, NodeId};
use crate::vocabulary::names::NameKind;

impl Checker<'_> {
    /// Pools of the table and, under `players`, those of each seat.
    pub(super) fn given_resources(&mut self, node: NodeId, given: &mut Given) {
        for entry in self.entries_at(node, "resources") {
            if entry.key != "players" {
                self.given_piece(entry, Holder::Table, given);
                continue;
            }
            for (seat, player) in self.tree.items(entry.value).iter().enumerate() {
                for entry in self.tree.entries(*player) {
                    self.given_piece(entry, Holder::Player(seat as u8), given);
                }
            }
        }
    }

    fn given_piece(&mut self, entry: &Entry, holder: Holder, given: &mut Given) {
        let name = Ident::new(entry.key.as_str(), entry.key_span);
        if let Some(pool) = self.resolve(NameKind::Pool, &name) {
            self.given_pool(entry, PoolId(pool), holder, given);
        }
    }

    /// A pool with so many pieces.
    pub(super) fn given_pool(
        &mut self,
        entry: &Entry,
        pool: PoolId,
        holder: Holder,
        given: &mut Given,
    ) {
        if !holder.has_pool(&self.game.pools[pool].holder) {
            return self.wrong_holder(entry, "pool", holder);
        }
        let Term::Number(count) = self.term(entry.value) else {
            return self.expected("a number of pieces", entry.value);
        };
        given.pools.push(GivenPool {
            pool,
            owner: holder.number(),
            count,
            origin: entry.key_span,
        });
    }

    /// The attributes, counters and pieces on a card.
    pub(super) fn marks_on(&mut self, node: NodeId) -> Vec<GivenMark> {
        let mut marks = Vec::new();
        if self.tree.get(node, "card").is_none() {
            return marks;
        }
        for entry in self.tree.entries(node) {
            if entry.key == "counters" {
                for counter in self.tree.entries(entry.value) {
                    let name = Ident::new(counter.key.as_str(), counter.key_span);
                    let Some(id) = self.resolve(NameKind::Counter, &name) else {
                        continue;
                    };
                    marks.push(self.mark(counter, OnCard::Counter(CounterId(id))));
                }
            } else if let Some(found) = self.names.find(NameKind::Attribute, &entry.key) {
                let mark = OnCard::Attribute(AttributeId(found.position));
                marks.push(self.mark(entry, mark));
            } else if let Some(found) = self.names.find(NameKind::Pool, &entry.key) {
                let pool = PoolId(found.position);
                if matches!(self.game.pools[pool].holder, PoolHolder::Card(_)) {
                    marks.push(self.mark(entry, OnCard::Pool(pool)));
                } else {
                    self.not_on_cards(entry);
                }
            }
        }
        marks
    }

    fn mark(&mut self, entry: &Entry, mark: OnCard) -> GivenMark {
        let value = match mark {
            OnCard::Attribute(id) => {
                let ty = self.game.attributes[id].ty.clone();
                self.term_of_type(entry.value, &ty)
            }
            OnCard::Counter(_) | OnCard::Pool(_) => {
                let count = self.term(entry.value);
                if !matches!(count, Term::Number(_)) {
                    self.expected("a number", entry.value);
                }
                count
            }
        };
        GivenMark {
            mark,
            value,
            origin: entry.key_span,
        }
    }
}
