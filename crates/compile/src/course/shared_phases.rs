//! Open phases in which several players make moves: one after the other, or all at once and in secret.

use cgml::model::{MoveId, Phase};
use engine::ids::{Meaning, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::questions::{After, Pass};
use crate::emit::scope::{Scope, Value};
use crate::plan::texts::text;

impl<'g> Compiler<'g> {
    /// Each player in turn order makes moves until they pass.
    pub(crate) fn write_moves_of_several(
        &mut self,
        moves: &[MoveId],
        phase: &'g Phase,
        ended: Label,
        turn_over: Label,
        broken: Label,
    ) {
        let (own, phase_scope) = self.seat_of(phase, ended);
        let (seat, offset) = (self.code.slot(), self.code.slot());
        self.set(offset, 0);
        let next_seat = self.code.here();
        self.next_in_turn(seat, offset, ended);
        self.require_asked(moves, seat, own, &phase_scope.failing(next_seat));
        let again = self.code.here();
        self.code.free_all_lists();
        self.check_between(broken);
        let done = self.code.label();
        let after = After {
            moved: again,
            ends_phase: ended,
            ends_turn: turn_over,
            passed: next_seat,
            broken,
            is_outermost: true,
        };
        let pass = self.pass_of(phase);
        let pass = match pass {
            // A player without a move is not asked.
            Pass::Always => Pass::Silent,
            other => other,
        };
        let prompt = text(&phase.name, &phase.text);
        let scope = phase_scope.failing(done);
        self.moves.own_seat = Some(own);
        self.choose_move(moves, seat, &pass, prompt, &scope, &after);
        self.moves.own_seat = None;
        self.code.bind(done);
        self.code.jump(ended);
        self.code.free(0);
    }

    /// The player of a phase, in a register, and the scope in which its moves are offered.
    fn seat_of(&mut self, phase: &'g Phase, fail: Label) -> (Slot, Scope) {
        let own = self.code.slot();
        let mut scope = Scope::new(fail);
        match &phase.player {
            Some(player) => {
                scope.locals = self.locals_of_expr(player);
                let player = self.value(player, &scope);
                self.put(own, player);
                scope.acting = Some(Value::In(own));
                scope.locals.clear();
            }
            None => {
                let current = self.current();
                self.put(own, current);
            }
        }
        (own, scope)
    }

    /// Goes on if a player is asked for one of some moves: those that name the player, and those of whose phase
    /// it is. Whether they are legal does not matter here.
    fn require_asked(&mut self, moves: &[MoveId], seat: Slot, own: Slot, scope: &Scope) {
        let game = self.game;
        let is_asked = self.code.label();
        for id in moves {
            let def = &game.moves[*id];
            let taken = self.code.taken();
            let next = self.code.label();
            match &def.players {
                Some(players) => {
                    let mut scope = scope.failing(next);
                    self.bind_locals(&mut scope, &def.effect);
                    self.require_player(players, seat, next, &scope);
                }
                None => self.code.unless_equal(seat, own, next),
            }
            self.code.jump(is_asked);
            self.code.bind(next);
            self.code.free(taken);
        }
        self.code.jump(scope.fail);
        self.code.bind(is_asked);
    }

    /// All players choose before anyone learns what; then the moves are made in turn order. That goes on until
    /// all have passed.
    pub(crate) fn write_secret_moves(
        &mut self,
        moves: &[MoveId],
        phase: &'g Phase,
        ended: Label,
        turn_over: Label,
        broken: Label,
    ) {
        let again = self.code.here();
        self.code.free_all_lists();
        self.check_between(broken);
        let (own, phase_scope) = self.seat_of(phase, ended);
        let [meanings, values, seat, offset, moved] = [(); 5].map(|()| self.code.slot());
        self.code.new_list(meanings);
        self.code.new_list(values);
        let prompt = text(&phase.name, &phase.text);
        let pass = self.pass_of(phase);
        self.moves.own_seat = Some(own);
        let (entries, passing) = self.entries_with_pass(moves);
        self.set(offset, 0);
        let [all_chosen, made, not_asked, chosen, went] = [(); 5].map(|()| self.code.label());
        let next_seat = self.code.here();
        self.next_in_turn(seat, offset, all_chosen);
        let scope = phase_scope.failing(next_seat);
        self.require_asked(moves, seat, own, &phase_scope.failing(not_asked));
        let (meaning, value) = self.ask_in_secret(&entries, passing, seat, &pass, prompt, &scope);
        self.code.jump(chosen);
        self.code.bind(not_asked);
        self.pass_unasked(meaning, value, passing);
        self.code.bind(chosen);
        self.code.push(meanings, meaning);
        self.code.push(values, value);
        self.code.jump(next_seat);
        self.code.bind(all_chosen);
        self.set(offset, 0);
        self.set(moved, 0);
        let next = self.code.here();
        let index = self.code.slot();
        self.put(index, Value::In(offset));
        self.next_in_turn(seat, offset, made);
        self.code.item_at(meaning, meanings, index);
        self.code.item_at(value, values, index);
        let after = After {
            moved: went,
            ends_phase: ended,
            ends_turn: turn_over,
            passed: next,
            broken,
            is_outermost: true,
        };
        self.make_chosen(&entries, passing, [meaning, value], seat, &scope, &after);
        self.moves.own_seat = None;
        self.code.bind(went);
        self.set(moved, 1);
        self.code.jump(next);
        self.code.bind(made);
        self.code.unless_true(moved, ended);
        self.code.jump(again);
        self.code.free(0);
    }

    /// The choice of a seat that is not asked: to pass.
    fn pass_unasked(&mut self, meaning: Slot, value: Slot, passing: Meaning) {
        self.set(meaning, i64::from(passing.0));
        self.code.set_nothing(value);
    }

    /// The next seat in turn order, whose turn it is first; goes to `done` after the last one.
    fn next_in_turn(&mut self, seat: Slot, offset: Slot, done: Label) {
        let taken = self.code.taken();
        let limit = self.slot(Value::Known(i64::from(self.plan.setting.players)));
        self.code.each_number(offset, limit, seat, done);
        let current = self.current();
        let current = self.slot(current);
        self.code.add(seat, seat, current);
        self.code.modulo(seat, seat, limit);
        self.code.free(taken);
    }
}
