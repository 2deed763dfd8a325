//! Players as values: acting, current, neighbours, teams, owners and controllers.

use cgml::model::{Expr, Type};
use engine::ids::{Cell, NOTHING};
use engine::op::Builder;
use engine::program::cells;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    /// The current player: always the first one where turns are everybody's.
    pub(crate) fn current(&mut self) -> Value {
        if self.plan.uses.direction == 0 && self.game.first_player.is_none() {
            Value::Known(0)
        } else {
            self.load(cells::CURRENT)
        }
    }

    pub(crate) fn acting(&mut self, scope: &Scope) -> Value {
        match scope.acting {
            Some(player) => player,
            None => self.current(),
        }
    }

    pub(crate) fn other_player(&mut self, scope: &Scope) -> Value {
        match self.acting(scope) {
            Value::Known(seat) => Value::Known(1 - seat),
            Value::In(b) => {
                let a = self.slot(Value::Known(1));
                let to = self.code.slot();
                self.code.sub(to, a, b);
                Value::In(to)
            }
        }
    }

    pub(crate) fn player_at(&mut self, seat: &Expr, scope: &Scope) -> Value {
        match self.value_as(seat, &Type::Number, scope) {
            Value::Known(seat) if seat >= i64::from(self.plan.setting.players) => {
                Value::Known(NOTHING)
            }
            value => value,
        }
    }

    pub(crate) fn team_of(&mut self, player: Value) -> Value {
        let teams: Vec<i64> = self
            .plan
            .program
            .teams
            .iter()
            .map(|team| i64::from(*team))
            .collect();
        match player {
            Value::Known(seat) => {
                let team = usize::try_from(seat).ok().and_then(|seat| teams.get(seat));
                Value::Known(team.copied().unwrap_or(NOTHING))
            }
            Value::In(index) => {
                let list = self.code.constant(teams);
                let to = self.code.slot();
                self.code.look_up(to, list, index);
                Value::In(to)
            }
        }
    }

    /// The cells that count the turns of each player.
    pub(crate) fn turns_begun(&mut self) -> Cell {
        match self.course.turn_counts {
            Some(first) => first,
            None => {
                let first = self.plan.layout.new_cell();
                for _ in 1..self.plan.setting.players {
                    self.plan.layout.new_cell();
                }
                self.course.turn_counts = Some(first);
                first
            }
        }
    }

    /// Owner of a card: the player who brought it, or the owner of its zone.
    pub(crate) fn owner_of_card(&mut self, card: &Expr, scope: &Scope) -> Value {
        let card = self.value_slot(card, scope);
        let to = self.code.slot();
        let column = self.plan.layout.owners;
        let done = self.code.label();
        self.code.print(to, column, card);
        self.code.unless_missing(to, done);
        let next = self.code.label();
        if self.owner_before(card, to, next) {
            self.code.jump(done);
        }
        self.code.bind(next);
        self.code.pile_of(to, card);
        self.code.owner_of(to, to);
        self.code.bind(done);
        Value::In(to)
    }

    /// Controller of a card: the player who was given control, or its owner.
    pub(crate) fn controller_if_any(&mut self, card: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        let of = self.value_slot(card, scope);
        let (next, done) = (self.code.label(), self.code.label());
        if self.controller_by_effect(of, to, next) {
            self.code.jump(done);
        }
        self.code.bind(next);
        let owner = self.owner_of_card(card, scope);
        self.put(to, owner);
        self.code.bind(done);
        Value::In(to)
    }
}

/// True if an owner is a player, or each of several.
pub(crate) fn is_player(owner: &Expr) -> bool {
    owner.ty == Type::Player || owner.ty.element() == Some(&Type::Player)
}
