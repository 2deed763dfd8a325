//! Loops over players and teams.

use cgml::model::{Expr, ExprKind, Who};
use engine::ids::Slot;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::lists::{Body, MOST_UNROLLED};
use crate::emit::scope::{Scope, Value};

impl<'g> Compiler<'g> {
    /// True if an expression gives exactly one player, whoever acts.
    pub(crate) fn is_one_player(&self, players: &Expr, scope: &Scope) -> bool {
        let ExprKind::Who(who) = players.kind else {
            return false;
        };
        let is_acting_known = matches!(scope.acting, Some(Value::Known(_)));
        let seats = 0..self.plan.setting.players;
        let lists: Vec<Vec<u8>> = seats.map(|seat| self.related(who, seat)).collect();
        !is_acting_known && only_ones(&lists).is_some()
    }

    /// The one seat that is related to the acting one: for each seat another.
    pub(crate) fn each_only(
        &mut self,
        acting: Slot,
        only: Vec<i64>,
        scope: &Scope,
        body: Body<'_, 'g>,
    ) {
        let to = self.code.slot();
        let list = self.code.constant(only);
        let index = acting;
        self.code.look_up(to, list, index);
        self.once(scope, Value::In(to), &mut |compiler, scope, seat, next| {
            let to_next = next.pc();
            compiler.code.unless_there(to, to_next);
            body(compiler, scope, seat, next);
        });
    }

    /// The seats that are related to a seat in some way.
    pub(crate) fn related(&self, who: Who, acting: u8) -> Vec<u8> {
        let seats = 0..self.plan.setting.players;
        let team = |seat: &u8| self.plan.program.teams[usize::from(*seat)];
        seats
            .filter(|seat| match who {
                Who::Opponent | Who::Others => *seat != acting,
                Who::Opponents => team(seat) != team(&acting),
                Who::Teammates => *seat != acting && team(seat) == team(&acting),
                Who::Current | Who::Acting => *seat == acting,
                Who::All | Who::TurnOrder => true,
            })
            .collect()
    }

    /// All seats in their order: written out while that stays short.
    pub(crate) fn each_seat(&mut self, scope: &Scope, body: Body<'_, 'g>) {
        if self.plan.setting.players <= 4 && scope.unrolled < MOST_UNROLLED {
            let mut inner = scope.clone();
            inner.unrolled += 1;
            for seat in 0..i64::from(self.plan.setting.players) {
                self.once(&inner, Value::Known(seat), body);
            }
            return;
        }
        let index = self.code.slot();
        let item = self.code.slot();
        let limit = self.code.slot();
        self.set(index, 0);
        self.set(limit, i64::from(self.plan.setting.players));
        let next = self.code.here();
        let done = self.code.label();
        self.code.each_number(index, limit, item, done);
        body(self, scope, Value::In(item), next);
        self.code.jump(next);
        self.code.bind(done);
    }

    /// All seats in turn order from one on.
    pub(crate) fn each_seat_from(&mut self, first: Value, scope: &Scope, body: Body<'_, 'g>) {
        let players = i64::from(self.plan.setting.players);
        let first = self.slot(first);
        let index = self.code.slot();
        let item = self.code.slot();
        let seat = self.code.slot();
        let limit = self.code.slot();
        self.set(index, 0);
        self.set(limit, players);
        let next = self.code.here();
        let done = self.code.label();
        self.code.each_number(index, limit, item, done);
        self.seat_after(seat, first, item);
        body(self, scope, Value::In(seat), next);
        self.code.jump(next);
        self.code.bind(done);
    }

    /// The seat that comes `steps` turns after another.
    pub(crate) fn seat_after(&mut self, to: Slot, seat: Slot, steps: Slot) {
        let players = self.slot(Value::Known(i64::from(self.plan.setting.players)));
        if self.plan.uses.reverses {
            let direction = self.load(engine::program::cells::DIRECTION);
            let direction = self.slot(direction);
            self.code.mul(to, steps, direction);
            self.code.add(to, seat, to);
        } else if self.plan.uses.direction < 0 {
            self.code.sub(to, seat, steps);
        } else {
            self.code.add(to, seat, steps);
        }
        self.code.modulo(to, to, players);
    }

    pub(crate) fn each_of_team(&mut self, team: &Expr, scope: &Scope, body: Body<'_, 'g>) {
        let teams = self.plan.layout.teams.clone();
        match self.value(team, scope) {
            Value::Known(team) => {
                let seats = usize::try_from(team).ok().and_then(|team| teams.get(team));
                for seat in seats.into_iter().flatten() {
                    self.once(scope, Value::Known(i64::from(*seat)), body);
                }
            }
            Value::In(team) => {
                let of: Vec<i64> = self
                    .plan
                    .program
                    .teams
                    .iter()
                    .map(|team| i64::from(*team))
                    .collect();
                self.each_seat(scope, &mut |compiler, scope, seat, next| {
                    let list = compiler.code.constant(of.clone());
                    let index = compiler.slot(seat);
                    let to = compiler.code.slot();
                    compiler.code.look_up(to, list, index);
                    compiler.code.unless_equal(to, team, next);
                    body(compiler, scope, seat, next);
                });
            }
        }
    }
}

/// The only element of each list, if every list has one.
pub(crate) fn only_ones(lists: &[Vec<u8>]) -> Option<Vec<i64>> {
    let only = |list: &Vec<u8>| match list.as_slice() {
        [only] => Some(i64::from(*only)),
        _ => None,
    };
    lists.iter().map(only).collect()
}
