//! Open phases in which several players make moves: one after the other, or all at once and in secret.

use cgml::model::{MoveId, Phase};
use engine::ids::Slot;
use engine::op::Op;

use crate::code::Label;
use crate::compiler::Compiler;
use crate::layout::text;
use crate::moves::{After, Pass};
use crate::scope::{Scope, Value};

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
        let (seat, offset) = (self.code.slot(), self.code.slot());
        self.set(offset, 0);
        let next_seat = self.code.here();
        self.next_in_turn(seat, offset, ended);
        let again = self.code.here();
        self.code.emit(Op::FreeAllLists {});
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
            // Who has no move is not asked.
            Pass::Always => Pass::Silent,
            other => other,
        };
        let prompt = text(&phase.name, &phase.text);
        let scope = Scope::new(done);
        self.own_turn_only = true;
        self.choose_move(moves, seat, &pass, prompt, &scope, &after);
        self.own_turn_only = false;
        self.code.bind(done);
        self.code.jump(ended);
        self.code.free(0);
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
        self.code.emit(Op::FreeAllLists {});
        self.check_between(broken);
        let (meanings, values) = (self.code.slot(), self.code.slot());
        let (seat, offset, moved) = (self.code.slot(), self.code.slot(), self.code.slot());
        for to in [meanings, values] {
            self.code.emit(Op::NewList { to });
        }
        let prompt = text(&phase.name, &phase.text);
        let pass = self.pass_of(phase);
        self.own_turn_only = true;
        let (entries, passing) = self.entries_with_pass(moves);
        self.set(offset, 0);
        let (all_chosen, made) = (self.code.label(), self.code.label());
        let next_seat = self.code.here();
        self.next_in_turn(seat, offset, all_chosen);
        let scope = Scope::new(next_seat);
        let (meaning, value) = self.ask_in_secret(&entries, passing, seat, &pass, prompt, &scope);
        for (list, value) in [(meanings, meaning), (values, value)] {
            self.code.emit(Op::Push { list, value });
        }
        self.code.jump(next_seat);
        self.code.bind(all_chosen);
        self.set(offset, 0);
        self.set(moved, 0);
        let next = self.code.here();
        let index = self.code.slot();
        self.put(index, Value::In(offset));
        self.next_in_turn(seat, offset, made);
        for (to, list) in [(meaning, meanings), (value, values)] {
            self.code.emit(Op::ItemAt { to, list, index });
        }
        let went = self.code.label();
        let after = After {
            moved: went,
            ends_phase: ended,
            ends_turn: turn_over,
            passed: next,
            broken,
            is_outermost: true,
        };
        self.make_chosen(&entries, passing, [meaning, value], seat, &scope, &after);
        self.own_turn_only = false;
        self.code.bind(went);
        self.set(moved, 1);
        self.code.jump(next);
        self.code.bind(made);
        self.code.emit(Op::UnlessTrue {
            a: moved,
            to: ended.pc(),
        });
        self.code.jump(again);
        self.code.free(0);
    }

    /// The next seat in turn order, whose turn it is first; goes to `done` after the last one.
    fn next_in_turn(&mut self, seat: Slot, offset: Slot, done: Label) {
        let taken = self.code.taken();
        let limit = self.slot(Value::Known(i64::from(self.setting.players)));
        self.code.emit(Op::EachNumber {
            index: offset,
            limit,
            item: seat,
            done: done.pc(),
        });
        let current = self.current();
        let current = self.slot(current);
        self.code.emit(Op::Add {
            to: seat,
            a: seat,
            b: current,
        });
        self.code.emit(Op::Mod {
            to: seat,
            a: seat,
            b: limit,
        });
        self.code.free(taken);
    }
}
