//! Execution of a move: targets, costs, then its effect or its link of a chain.

use cgml::model::MoveId;
use engine::ids::{NOTHING, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::questions::After;
use crate::emit::scope::{Scope, Value};
use crate::events::chain::Linked;
use crate::moves::offer::Entry;
use crate::routines::Routine;

impl<'g> Compiler<'g> {
    /// Makes a move whose card was chosen: targets, cost, effect.
    pub(crate) fn make_move(
        &mut self,
        entry: &Entry<'g>,
        seat: Slot,
        card: Slot,
        outer: &Scope,
        after: &After,
    ) {
        let Entry {
            id, def, ability, ..
        } = *entry;
        let taken = self.code.taken();
        self.begin_part(&def.name);
        self.code.at(def.origin);
        let done = self.code.label();
        let mut scope = self.scope_of(def, seat, outer, done);
        if let Some((local, _)) = &def.from {
            if let Some(Value::In(to)) = scope.local(*local) {
                self.put(to, Value::In(card));
            }
            scope.this = scope.local(*local);
        }
        self.choose_targets(def, seat, &scope);
        self.use_up(id, def, &scope);
        if ability.is_some() {
            let card = scope.this.unwrap_or(Value::In(card));
            self.use_ability(entry, seat, card, &scope);
        } else {
            if !std::mem::take(&mut scope.is_free) {
                let mut paying = scope.clone();
                paying.is_cost = true;
                self.steps(&def.cost, &paying);
            }
            if def.chain {
                self.make_link_of_move(id, seat, &scope);
            }
            self.steps(&def.effect.steps, &scope);
        }
        self.code.bind(done);
        if after.is_outermost {
            self.round();
        }
        self.unless_broken(after.broken);
        self.code.jump(match def.ends {
            Some(cgml::model::Often::Phase) => after.ends_phase,
            Some(cgml::model::Often::Turn) => after.ends_turn,
            Some(cgml::model::Often::Game | cgml::model::Often::Duration(_)) | None => after.moved,
        });
        self.code.free(taken);
    }

    /// The effect of a move waits until the chain comes to it.
    fn make_link_of_move(&mut self, id: MoveId, seat: Slot, scope: &Scope) {
        let game = self.game;
        let def = &game.moves[id];
        if self.events.chain.is_none() {
            return self.not_yet("a move that waits without a chain", def.origin);
        }
        let card = scope.this.unwrap_or(Value::Known(NOTHING));
        let speed = def.speed.unwrap_or(0);
        let next = Routine::Respond;
        let places = self.note_places(&def.targets, scope);
        let what = Linked::Move(id);
        self.make_link(what, speed, card, Value::In(seat), &next, scope.fail);
        self.lose_what_moved(&places);
    }
}
