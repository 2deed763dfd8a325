//! Pieces of resources on a card that leaves play.

use cgml::model::{Pool, PoolHolder, PoolId};
use engine::ids::Slot;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::Value;
use crate::plan::layout::pools::FAR;
use crate::zones::zone_capacity::Coming;

impl Compiler<'_> {
    /// A card goes from one pile to another: the pieces on it go where its pools say, unless it stays in play.
    pub(crate) fn hand_over_pieces(&mut self, coming: Coming, from: Slot) {
        let pools = self.pools_on_cards();
        if pools.is_empty() {
            return;
        }
        let Coming { card, to, fail, .. } = coming;
        let taken = self.code.taken();
        let (some, leaves, stays) = (self.code.label(), self.code.label(), self.code.label());
        // Most cards have no pieces.
        for (id, _) in &pools {
            let next = self.code.label();
            self.require_pieces_on(*id, card, next);
            self.code.jump(some);
            self.code.bind(next);
        }
        self.code.jump(stays);
        self.code.bind(some);
        let room = self.code.slot();
        self.code.room(room, to);
        self.code.unless_from(room, 1, fail);
        let in_play = self.piles_in_play();
        let list = self.code.constant(in_play);
        for pile in [from, to] {
            let is_played = self.code.slot();
            self.code.look_up(is_played, list, pile);
            self.code.unless_true(is_played, leaves);
        }
        self.code.jump(stays);
        self.code.bind(leaves);
        for (id, pool) in pools {
            let next = self.code.label();
            let inner = self.code.taken();
            let pieces = self.require_pieces_on(id, card, next);
            if let Some(target) = self.where_pieces_go(pool) {
                self.put_pieces(target, card, pieces, next);
            }
            self.code.bind(next);
            self.code.free(inner);
        }
        self.code.bind(stays);
        self.code.free(taken);
    }

    /// Goes on if there are pieces on a card; gives how many.
    fn require_pieces_on(&mut self, id: PoolId, card: Slot, otherwise: Label) -> Slot {
        let pieces = self.pieces(id, Some(Value::In(card)));
        let pieces = self.slot(pieces);
        self.code.unless_from(pieces, 1, otherwise);
        pieces
    }

    /// The pool where the pieces on a card go when it leaves play; none if they are gone.
    fn where_pieces_go(&self, pool: &Pool) -> Option<PoolId> {
        let game = self.game;
        let has_total = game.resources[pool.resource].total.is_some();
        let mut pools = game.pools.pairs();
        pool.leaves_to.or_else(|| {
            let found = pools.find(|(_, other)| {
                other.resource == pool.resource && other.holder == PoolHolder::Table
            });
            found.map(|(id, _)| id).filter(|_| has_total)
        })
    }

    /// Pieces from a card come to another pool: of a player's or team's, to that of the card's owner.
    fn put_pieces(&mut self, id: PoolId, card: Slot, pieces: Slot, fail: Label) {
        let game = self.game;
        let target = &game.pools[id];
        let owner = match target.holder {
            PoolHolder::Table | PoolHolder::Card(_) => None,
            PoolHolder::Player => Some(self.owner_or_controller(card)),
            PoolHolder::Team => {
                let player = self.owner_or_controller(card);
                Some(self.team_of(player))
            }
        };
        let place = self.pool_of(id, owner);
        let place = self.slot(place);
        self.code.add_number(place, place, FAR);
        let held = self.held_at(place);
        self.code.add(held, held, pieces);
        // Pieces that are never lost find room everywhere.
        if game.resources[target.resource].total.is_none() && target.max.is_some() {
            let most = self.bound_at(place, false, fail);
            self.code.least(held, held, most);
        }
        self.code.store_at(
            self.plan.layout.pools.first,
            place,
            self.plan.layout.pools.count,
            held,
            fail,
        );
    }

    /// Owner of a card: the player who brought it, or its controller.
    fn owner_or_controller(&mut self, card: Slot) -> Value {
        let to = self.code.slot();
        let known = self.code.label();
        let column = self.plan.layout.owners;
        self.code.print(to, column, card);
        self.code.unless_missing(to, known);
        let controller = self.controller_of(Value::In(card));
        self.put(to, controller);
        self.code.bind(known);
        Value::In(to)
    }
}
