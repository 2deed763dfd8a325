//! Legality of moves: player, conditions, restrictions, uses and costs.

use cgml::model::{EventPattern, Expr, LocalId, Move, MoveId, OnceScope, Rule, Subject};
use engine::ids::{Cell, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::moves::hoisting::is_about_target;

impl<'g> Compiler<'g> {
    /// True if a move can be made whatever the position.
    pub(crate) fn is_always_legal(&self, id: MoveId, def: &Move) -> bool {
        let restricted = self
            .game
            .rules
            .iter()
            .any(|rule| rule.restricts.contains(&id));
        !restricted
            && !self.may_be_forbidden(id)
            && def.from.is_none()
            && def.condition.is_none()
            && def.players.is_none()
            && def.targets.is_empty()
            && def.cost.is_empty()
            && def.once_per.is_none()
            && !def.abilities
            && self.events.responding.is_none()
            && self.moves.own_seat.is_none()
    }

    pub(crate) fn require_player(
        &mut self,
        players: &Expr,
        seat: Slot,
        otherwise: Label,
        scope: &Scope,
    ) {
        if self.is_many(Some(players)) {
            let found = self.code.label();
            self.each(players, scope, &mut |compiler, _, player, next| {
                let b = compiler.slot(player);
                compiler.code.unless_equal(seat, b, next);
                compiler.code.jump(found);
            });
            self.code.jump(otherwise);
            self.code.bind(found);
        } else {
            let b = self.value_slot(players, scope);
            self.code.unless_equal(seat, b, otherwise);
        }
    }

    /// Goes on if a move is legal with the card that is bound.
    pub(crate) fn require_legal(
        &mut self,
        id: MoveId,
        def: &'g Move,
        scope: &Scope,
        otherwise: Label,
    ) {
        if let Some(condition) = &def.condition {
            self.require(condition, true, otherwise, scope);
        }
        self.require_unused(id, def, scope, otherwise);
        if let Some(pattern) = &def.requires {
            self.require_abilities_for(pattern, scope, otherwise);
        }
        let game = self.game;
        let restricting: Vec<&Rule> = game
            .rules
            .iter()
            .filter(|rule| rule.restricts.contains(&id))
            .collect();
        let (of_target, of_card): (Vec<&Rule>, Vec<&Rule>) = restricting
            .into_iter()
            .partition(|rule| is_about_target(rule));
        for rule in of_card {
            let card = def.from.as_ref().and_then(|(card, _)| scope.local(*card));
            self.require_permitted(rule, card, None, scope, otherwise);
        }
        self.require_allowed(id, def, scope, otherwise);
        if def.from.is_none() && def.cost.is_empty() {
            self.make_shared(def, scope);
        }
        self.require_targets(def, 0, &of_target, scope, otherwise);
    }

    /// All abilities of the card of a move for an event could work.
    fn require_abilities_for(&mut self, pattern: &EventPattern, scope: &Scope, otherwise: Label) {
        let Some(card) = scope.this else {
            return;
        };
        let numbers = self.abilities_where(|carried| {
            let mut patterns = carried.patterns().iter();
            patterns.any(|own| own.event == pattern.event && own.subject == Subject::This)
        });
        let taken = self.code.taken();
        let card = self.slot(card);
        self.switch_on_abilities(card, &numbers, &mut |compiler, number| {
            let Some(condition) = &compiler.abilities.carried[number].ability.condition else {
                return;
            };
            let inner = compiler.code.taken();
            let mut own = Scope::new(otherwise);
            own.acting = scope.acting;
            own.this = Some(Value::In(card));
            own.context.card = Some(Value::In(card));
            compiler.bind_ability(&mut own, number);
            compiler.require(condition, true, otherwise, &own);
            compiler.code.free(inner);
        });
        self.code.free(taken);
    }

    /// A rule that restricts the move allows it.
    pub(crate) fn require_permitted(
        &mut self,
        rule: &Rule,
        card: Option<Value>,
        target: Option<Value>,
        scope: &Scope,
        otherwise: Label,
    ) {
        let taken = self.code.taken();
        let mut inner = scope.clone();
        self.bind_locals(&mut inner, &rule.effect);
        for (local, value) in [(0, card), (1, target)] {
            if let (Some(value), Some(place)) = (value, inner.locals.get_mut(local)) {
                *place = value;
            }
        }
        let allowed = self.code.label();
        if let Some(enabled) = &rule.enabled_when {
            self.require(enabled, true, allowed, &inner);
        }
        if let Some(condition) = &rule.condition {
            self.require(condition, true, otherwise, &inner);
        }
        self.code.bind(allowed);
        self.code.free(taken);
    }

    /// `once_per` is not used up.
    fn require_unused(&mut self, id: MoveId, def: &'g Move, scope: &Scope, otherwise: Label) {
        let Some((first, count)) = self.once_of_move(id, def) else {
            return;
        };
        let taken = self.code.taken();
        let index = self.once_index(def, scope);
        let to = self.code.slot();
        self.code.load_at(to, first, index, count);
        self.code.unless_is(to, 0, otherwise);
        self.code.free(taken);
    }

    /// `once_per` is used up.
    pub(crate) fn use_up(&mut self, id: MoveId, def: &'g Move, scope: &Scope) {
        let Some((first, count)) = self.once_of_move(id, def) else {
            return;
        };
        let taken = self.code.taken();
        let index = self.once_index(def, scope);
        let from = self.slot(Value::Known(1));
        self.code.store_at(first, index, count, from, scope.fail);
        self.code.free(taken);
    }

    /// The cells that remember that a move was made, and how many they are: one for each player, for each card,
    /// or for each player and name of a card.
    fn once_of_move(&mut self, id: MoveId, def: &'g Move) -> Option<(Cell, u16)> {
        let (often, per) = def.once_per?;
        let players = usize::from(self.plan.setting.players);
        let count = match per {
            OnceScope::Player | OnceScope::Ability => players,
            OnceScope::Card => self.plan.program.cards.len(),
            OnceScope::Name => self.game.cards.len() * players,
        };
        let Ok(count) = u16::try_from(count) else {
            self.not_yet("a move once per card, with so many cards", def.origin);
            return None;
        };
        if let Some(known) = self.moves.once_moves.get(&id.0) {
            return Some((*known, count));
        }
        let first = self.once_cell(often);
        for _ in 1..count {
            self.once_cell(often);
        }
        self.moves.once_moves.insert(id.0, first);
        Some((first, count))
    }

    /// Index of the cell that remembers a move for this player or card.
    fn once_index(&mut self, def: &Move, scope: &Scope) -> Slot {
        let acting = self.acting(scope);
        let seat = self.slot(acting);
        let per = def.once_per.map(|(_, per)| per);
        let card = def.from.as_ref();
        let card = card.and_then(|(card, _)| scope.local(*card));
        let Some(card) = card else {
            return seat;
        };
        match per {
            Some(OnceScope::Card) => self.slot(card),
            Some(OnceScope::Name) => {
                let card = self.slot(card);
                let index = self.code.slot();
                let names = self.slot(Value::Known(self.game.cards.len() as i64));
                let column = self.plan.layout.kinds;
                self.code.mul(names, seat, names);
                self.code.print(index, column, card);
                self.code.add(index, index, names);
                index
            }
            Some(OnceScope::Player | OnceScope::Ability) | None => seat,
        }
    }

    pub(crate) fn require_payable(&mut self, def: &'g Move, scope: &Scope, otherwise: Label) {
        // With an ability, both costs are tried together.
        if def.cost.is_empty() || scope.is_free || def.abilities {
            return;
        }
        self.require_costs(&[(&def.cost, scope)], otherwise);
    }

    /// `can(move, card)`: goes to `otherwise` unless the acting player can make the move, or cannot if not `wanted`.
    pub(crate) fn require_move(
        &mut self,
        id: MoveId,
        card: Option<&Expr>,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        let game = self.game;
        let def = &game.moves[id];
        let acting = self.acting(scope);
        let seat = self.slot(acting);
        let illegal = self.code.label();
        let legal = self.code.label();
        // Code that is reached on some paths only must not make lists that others share.
        let shared = std::mem::take(&mut self.moves.shared);
        let inner = self.scope_of(def, seat, scope, illegal);
        match (&def.from, card) {
            (Some((local, _)), Some(card)) => {
                let value = self.value(card, scope);
                let inner = self.require_legal_with(id, *local, value, &inner, illegal);
                if def.abilities {
                    self.require_some_ability(id, seat, value, &inner, legal);
                    self.code.jump(illegal);
                }
            }
            (Some((local, from)), None) => {
                self.each_element(from, &inner, &mut |compiler, scope, card, next| {
                    let inner = compiler.require_legal_with(id, *local, card, scope, next);
                    if def.abilities {
                        compiler.require_some_ability(id, seat, card, &inner, legal);
                        return compiler.code.jump(next);
                    }
                    compiler.code.jump(legal);
                });
                self.code.jump(illegal);
            }
            (None, _) => self.require_legal(id, def, &inner, illegal),
        }
        self.moves.shared = shared;
        self.code.bind(legal);
        if wanted {
            let done = self.code.label();
            self.code.jump(done);
            self.code.bind(illegal);
            self.code.jump(otherwise);
            self.code.bind(done);
        } else {
            self.code.jump(otherwise);
            self.code.bind(illegal);
        }
    }

    /// A move is legal with a card; gives the scope in which the card is known.
    pub(crate) fn require_legal_with(
        &mut self,
        id: MoveId,
        local: LocalId,
        card: Value,
        scope: &Scope,
        otherwise: Label,
    ) -> Scope {
        let game = self.game;
        let def = &game.moves[id];
        let mut inner = scope.with(local, card);
        inner.this = Some(card);
        if let Some(filter) = &def.filter {
            self.require(filter, true, otherwise, &inner);
        }
        self.require_legal(id, def, &inner, otherwise);
        inner
    }

    /// Goes to `found` if some ability of a card may be used with a move.
    fn require_some_ability(
        &mut self,
        id: MoveId,
        seat: Slot,
        card: Value,
        scope: &Scope,
        found: Label,
    ) {
        let game = self.game;
        let numbers = self.activated_with(id);
        let taken = self.code.taken();
        let card = self.slot(card);
        self.switch_on_abilities(card, &numbers, &mut |compiler, number| {
            let inner = compiler.code.taken();
            let next = compiler.code.label();
            let def = &game.moves[id];
            compiler.require_usable(number, def, seat, Value::In(card), scope, next);
            compiler.code.jump(found);
            compiler.code.bind(next);
            compiler.code.free(inner);
        });
        self.code.free(taken);
    }
}
