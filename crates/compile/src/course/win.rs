//! The end of the game: winners and scores.

use cgml::model::visit::{each_expr, every_step};
use cgml::model::{Callee, Expr, ExprKind, Prose, Step, Type, Who};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::events::Trigger;
use cgml::vocabulary::operators::OperatorKind;
use cgml::vocabulary::sections::{ResultPart, Section};
use engine::ids::{Seat, Slot};
use engine::op::{Builder, Op};
use engine::program::cells;

use crate::actions::flow::reason_of_step;
use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::effects::event_keys::EventKey;
use crate::plan::texts::text;

impl Compiler<'_> {
    /// A cell for why the game ended, if it says so anywhere.
    pub(crate) fn lay_out_reasons(&mut self) {
        let mut has_reasons = false;
        every_step(self.game, &mut |step| {
            has_reasons |= decides(step) && reason_of_step(step).is_some();
        });
        if let Some(win) = &self.game.win {
            each_expr(&win.evaluator, &mut |expr| {
                has_reasons |= reason_of(expr).is_some();
            });
        }
        if has_reasons {
            self.plan.program.reason = Some(self.plan.layout.new_cell());
        }
    }

    /// Notes why the game ends, or that nothing is said about it.
    pub(crate) fn note_reason(&mut self, reason: Option<Prose>) {
        let Some(cell) = self.plan.program.reason else {
            return;
        };
        let number = reason.map_or(0, |reason| {
            let reason = text("", &reason);
            let reasons = &mut self.plan.program.reasons;
            let known = reasons.iter().position(|known| *known == reason);
            let place = known.unwrap_or_else(|| {
                reasons.push(reason);
                reasons.len() - 1
            });
            place as i32 + 1
        });
        self.set_cell(cell, number);
    }

    /// Writes what is done when the game is over.
    pub(crate) fn write_end(&mut self, end: Label, decided: Label) {
        self.code.free(0);
        self.begin_part(Section::WinCondition.name());
        self.code.bind(end);
        let over = self.code.label();
        self.happens(EventKey::Plain(Trigger::GameEnd), over);
        self.code.bind(over);
        let scores = self.code.label();
        self.code.unless_cell_is(cells::DECIDED, 0, scores);
        let game = self.game;
        if let Some(win) = &game.win {
            let mut scope = Scope::new(scores);
            scope.locals = self.locals_of_expr(&win.evaluator);
            // The evaluator's own list is the scores if nothing else, or the same, is said.
            let own = best_of(&win.evaluator).map(|(list, _)| list);
            let keeps = win
                .scores
                .as_ref()
                .is_none_or(|scores| own.is_some_and(|own| same(own, scores)));
            self.write_winners(&win.evaluator, keeps, &scope);
        }
        self.code.bind(scores);
        self.code.bind(decided);
        self.write_scores();
        self.code.end();
    }

    /// Marks the winners that an evaluator names.
    fn write_winners(&mut self, evaluator: &Expr, keeps_scores: bool, scope: &Scope) {
        if let Some((condition, [then, otherwise])) = alternatives(evaluator)
            && has_outcome(evaluator)
        {
            let (other, done) = (self.code.label(), self.code.label());
            self.require(condition, true, other, scope);
            self.write_winners(then, false, &scope.failing(done));
            self.code.jump(done);
            self.code.bind(other);
            self.write_winners(otherwise, false, &scope.failing(done));
            return self.code.bind(done);
        }
        self.note_reason(reason_of(evaluator));
        if let ExprKind::Record(parts) = &evaluator.kind {
            let winners = parts
                .iter()
                .find(|(name, _)| name == ResultPart::Winners.name());
            if let Some((_, winners)) = winners {
                self.write_named(winners, scope);
            }
            return;
        }
        if let Some((list, largest)) = best_of(evaluator) {
            return self.write_best(list, largest, keeps_scores, scope);
        }
        self.write_listed(evaluator, false, scope);
    }

    /// Marks the winners of an outcome. Its reason says why they win: if they turn out to be nobody, it does not count.
    fn write_named(&mut self, winners: &Expr, scope: &Scope) {
        let (named, told) = (self.code.label(), self.code.label());
        self.write_listed(winners, true, &scope.failing(named));
        self.code.bind(named);
        if self.plan.program.reason.is_some() && !winners.is_empty_list() {
            self.code.unless_cell_is(cells::WINNERS, 0, told);
            self.note_reason(None);
        }
        self.code.bind(told);
    }

    /// The largest or smallest of a list with an entry for each player: who reaches it has won. Of any other
    /// list it is a player's number.
    fn write_best(&mut self, list: &Expr, largest: bool, keeps_scores: bool, scope: &Scope) {
        if let Some(values) = self.for_each_seat(list, scope) {
            return self.write_best_of_seats(&values, largest, keeps_scores, scope);
        }
        let list = self.gather(list, scope);
        let (length, best, item) = (self.code.slot(), self.code.slot(), self.code.slot());
        let index = self.code.slot();
        self.code.length(length, list);
        self.code.unless_from(length, 1, scope.fail);
        self.set(index, 0);
        self.code.item_at(best, list, index);
        self.each_item(list, scope, &mut |compiler, _, item, _| {
            let b = compiler.slot(item);
            compiler.code.emit(if largest {
                Op::Most {
                    to: best,
                    a: best,
                    b,
                }
            } else {
                Op::Least {
                    to: best,
                    a: best,
                    b,
                }
            });
        });
        self.code.unless_there(best, scope.fail);
        let per_player = self.code.label();
        let players = i32::from(self.plan.setting.players);
        self.code.unless_is_not(length, players, per_player);
        self.code.win(best);
        self.code.jump(scope.fail);
        self.code.bind(per_player);
        for seat in 0..self.plan.setting.players {
            let next = self.code.label();
            self.set(index, i64::from(seat));
            self.code.item_at(item, list, index);
            if keeps_scores {
                self.code.score(Seat(seat), item);
            }
            self.code.unless_equal(item, best, next);
            self.code.win(index);
            self.code.bind(next);
        }
        if keeps_scores {
            self.set_cell(cells::DECIDED, 2);
        }
    }

    /// A register for each player's entry of a list that has one for each in seat order, if that is certain.
    fn for_each_seat(&mut self, list: &Expr, scope: &Scope) -> Option<Vec<Slot>> {
        let is_all = |expr: &Expr| matches!(expr.kind, ExprKind::Who(Who::All));
        let fits = match &list.kind {
            ExprKind::Variable(_, Some(owner)) => is_all(owner),
            ExprKind::Operator(operation) => match operation.operator.kind {
                OperatorKind::Map => is_all(&operation.operands[0]),
                OperatorKind::List => {
                    let single = |operand: &Expr| !matches!(operand.ty, Type::List(_));
                    operation.operands.len() == usize::from(self.plan.setting.players)
                        && operation.operands.iter().all(single)
                }
                _ => false,
            },
            _ => false,
        };
        if !fits || self.plan.setting.players > 4 {
            return None;
        }
        let first = self.code.slots(usize::from(self.plan.setting.players));
        let mut next = first.0;
        self.each(list, scope, &mut |compiler, _, value, _| {
            compiler.put(Slot(next), value);
            next += 1;
        });
        Some((first.0..next).map(Slot).collect())
    }

    fn write_best_of_seats(
        &mut self,
        values: &[Slot],
        largest: bool,
        keeps_scores: bool,
        scope: &Scope,
    ) {
        let best = self.code.slot();
        let winner = self.code.slot();
        self.set(best, engine::ids::NOTHING);
        for value in values {
            self.code.emit(if largest {
                Op::Max {
                    to: best,
                    b: *value,
                }
            } else {
                Op::Min {
                    to: best,
                    b: *value,
                }
            });
        }
        self.code.unless_there(best, scope.fail);
        for (seat, value) in values.iter().enumerate() {
            let next = self.code.label();
            if keeps_scores {
                self.code.score(Seat(seat as u8), *value);
            }
            self.code.unless_equal(*value, best, next);
            self.set(winner, seat as i64);
            self.code.win(winner);
            self.code.bind(next);
        }
        if keeps_scores {
            self.set_cell(cells::DECIDED, 2);
        }
    }

    /// A player, or a list: all of it, or as a ranking whose first place wins.
    fn write_listed(&mut self, winners: &Expr, all: bool, scope: &Scope) {
        match &winners.ty {
            Type::List(element) if !all => {
                let shared = matches!(**element, Type::List(_));
                let list = self.gather(winners, scope);
                let index = self.slot(Value::Known(0));
                let first = self.code.slot();
                self.code.item_at(first, list, index);
                if shared {
                    self.each_item(first, scope, &mut |compiler, _, seat, _| {
                        let seat = compiler.slot(seat);
                        compiler.code.win(seat);
                    });
                } else {
                    self.code.win(first);
                }
            }
            Type::List(_) => {
                self.each(winners, scope, &mut |compiler, _, seat, _| {
                    let seat = compiler.slot(seat);
                    compiler.code.win(seat);
                });
            }
            _ => {
                let seat = self.value_slot(winners, scope);
                self.code.win(seat);
            }
        }
    }

    /// The scores that the game gives, those of the evaluator, or 1 for winners and 0 for others.
    fn write_scores(&mut self) {
        let game = self.game;
        let kept = self.code.label();
        self.code.unless_cell_is_not(cells::DECIDED, 2, kept);
        let scores = game.win.as_ref().and_then(|win| win.scores.as_ref());
        if let Some(scores) = scores {
            let fail = kept;
            let mut scope = Scope::new(fail);
            scope.locals = self.locals_of_expr(scores);
            if let Some(values) = self.for_each_seat(scores, &scope) {
                for (seat, from) in values.into_iter().enumerate() {
                    self.code.score(Seat(seat as u8), from);
                }
                return self.code.bind(kept);
            }
            let list = self.gather(scores, &scope);
            let (index, from) = (self.code.slot(), self.code.slot());
            for seat in 0..self.plan.setting.players {
                self.set(index, i64::from(seat));
                self.code.item_at(from, list, index);
                self.code.score(Seat(seat), from);
            }
            self.code.bind(fail);
            return;
        }
        let (bits, bit, from) = (self.code.slot(), self.code.slot(), self.code.slot());
        self.code.load(bits, cells::WINNERS);
        for seat in 0..self.plan.setting.players {
            self.set(bit, i64::from(seat));
            self.code.has_bit(from, bits, bit);
            self.code.score(Seat(seat), from);
        }
        self.code.bind(kept);
    }
}

/// True of a step that may end the game.
fn decides(step: &Step) -> bool {
    matches!(step.callee, Callee::Action(action) if matches!(action, ActionKind::Win | ActionKind::Lose | ActionKind::Tie))
}

/// The author's reason for a win, as an outcome gives it.
fn reason_of(outcome: &Expr) -> Option<Prose> {
    let ExprKind::Record(parts) = &outcome.kind else {
        return None;
    };
    let (_, reason) = parts
        .iter()
        .find(|(name, _)| name == ResultPart::Reason.name())?;
    reason.prose()
}

/// True of an evaluator that is an outcome, or may give one.
fn has_outcome(evaluator: &Expr) -> bool {
    match alternatives(evaluator) {
        Some((_, values)) => values.into_iter().any(has_outcome),
        None => matches!(evaluator.kind, ExprKind::Record(_)),
    }
}

/// The condition and the two values of an `if`.
fn alternatives(evaluator: &Expr) -> Option<(&Expr, [&Expr; 2])> {
    let ExprKind::Operator(operation) = &evaluator.kind else {
        return None;
    };
    match operation.operands.as_slice() {
        [condition, then, otherwise] if operation.operator.kind == OperatorKind::If => {
            Some((condition, [then, otherwise]))
        }
        _ => None,
    }
}

/// The list whose largest or smallest number decides, if an evaluator is of that form.
fn best_of(evaluator: &Expr) -> Option<(&Expr, bool)> {
    let ExprKind::Operator(operation) = &evaluator.kind else {
        return None;
    };
    let [list] = operation.operands.as_slice() else {
        return None;
    };
    let is_list = matches!(list.ty, Type::List(_));
    match operation.operator.kind {
        OperatorKind::Max if is_list => Some((list, true)),
        OperatorKind::Min if is_list => Some((list, false)),
        _ => None,
    }
}

/// True if two expressions say the same, wherever they are written.
fn same(a: &Expr, b: &Expr) -> bool {
    use ExprKind as Kind;
    let all =
        |a: &[Expr], b: &[Expr]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    match (&a.kind, &b.kind) {
        (Kind::Operator(a), Kind::Operator(b)) => {
            a.operator.kind == b.operator.kind && all(&a.operands, &b.operands)
        }
        (Kind::Function(a, of_a), Kind::Function(b, of_b)) => a == b && all(of_a, of_b),
        (Kind::Variable(a, Some(of_a)), Kind::Variable(b, Some(of_b))) => {
            a == b && same(of_a, of_b)
        }
        (Kind::Zone(a, Some(of_a)), Kind::Zone(b, Some(of_b))) => a == b && same(of_a, of_b),
        // The element of a loop has another number where the loop is written again.
        (Kind::Each(_, a), Kind::Each(_, b)) => same(a, b),
        (Kind::Local(_), Kind::Local(_)) => a.ty == b.ty,
        (Kind::Who(a), Kind::Who(b)) => a == b,
        (Kind::Literal(a), Kind::Literal(b)) => a == b,
        _ => false,
    }
}
