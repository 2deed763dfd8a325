//! `REVEAL`, `CONCEAL`, `FLIP`, `PEEK`, `LOOK` and `REVEAL_MATCHING`.

use cgml::model::{Expr, ExprKind, Step, Type, Who};
use cgml::vocabulary::events::Trigger;
use cgml::vocabulary::parameters::{Parameter, Word};
use engine::ids::Slot;
use engine::op::Builder;
use engine::table::{Flip, Side};

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};
use crate::plan::effects::event_keys::EventKey;
use crate::routines::Routine;

/// The way in which an action shows or hides cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Showing {
    /// Seats learn cards, and rules about that run.
    Reveal,
    /// Seats know cards no more.
    Conceal,
    /// Several seats learn cards.
    Peek,
    /// One seat learns cards.
    Look,
}

impl Compiler<'_> {
    /// The seats learn a card, and rules about that run.
    pub(crate) fn reveal(&mut self, card: Slot, seats: Slot, scope: &Scope) {
        if scope.is_setup || !self.is_heard_by_anyone(EventKey::Inner(Trigger::Reveal)) {
            return self.code.reveal(card, seats);
        }
        let acting = self.acting(scope);
        let values = [Value::In(card), Value::In(seats), acting];
        self.call_with(Routine::Reveal, &values, scope);
    }

    /// The seats of a parameter, as bits.
    pub(crate) fn seat_bits(
        &mut self,
        players: Option<&Expr>,
        otherwise: Who,
        scope: &Scope,
    ) -> Value {
        let everyone = (1 << self.plan.setting.players) - 1;
        match players {
            None if otherwise == Who::All => Value::Known(everyone),
            None => {
                let acting = self.acting(scope);
                let list = match acting {
                    Value::Known(seat) => {
                        let seats = self.related(otherwise, seat as u8);
                        return Value::Known(seats.iter().fold(0, |bits, seat| bits | 1 << seat));
                    }
                    Value::In(index) => {
                        let bits: Vec<i64> = (0..self.plan.setting.players)
                            .map(|seat| {
                                let seats = self.related(otherwise, seat);
                                seats.iter().fold(0, |bits, seat| bits | 1 << seat)
                            })
                            .collect();
                        let list = self.code.constant(bits);
                        let to = self.code.slot();
                        self.code.look_up(to, list, index);
                        to
                    }
                };
                Value::In(list)
            }
            Some(players) => {
                if matches!(players.kind, ExprKind::Who(Who::All)) {
                    return Value::Known(everyone);
                }
                let list = if self.is_many(Some(players)) {
                    self.gather(players, scope)
                } else {
                    let value = self.needed(players, scope);
                    let value = self.slot(value);
                    let list = self.code.slot();
                    self.code.new_list(list);
                    self.code.push(list, value);
                    list
                };
                let to = self.code.slot();
                self.code.seat_bits(to, list);
                Value::In(to)
            }
        }
    }

    /// REVEAL, CONCEAL, PEEK, LOOK and REVEAL_MATCHING.
    pub(crate) fn show(&mut self, showing: Showing, step: &Step, scope: &Scope) {
        let target = self
            .operand(step, Parameter::Target)
            .or(self.operand(step, Parameter::From));
        let target = if showing == Showing::Conceal {
            self.operand(step, Parameter::Target)
        } else {
            target
        };
        let Some(target) = target else {
            return;
        };
        let (players, otherwise) = match showing {
            Showing::Reveal => (self.operand(step, Parameter::To), Who::All),
            Showing::Conceal => (self.operand(step, Parameter::From), Who::Others),
            Showing::Peek => (self.operand(step, Parameter::Players), Who::All),
            Showing::Look => (self.operand(step, Parameter::Player), Who::All),
        };
        // The seats that are `others` depend on where a card lies.
        let depends = showing == Showing::Conceal
            && players.is_none_or(|players| matches!(players.kind, ExprKind::Who(Who::Others)));
        let bits = self.seat_bits(players, otherwise, scope);
        let seats = self.slot(bits);
        let filter = self.operand(step, Parameter::Filter);
        let list = self.gather_filtered(target, filter, scope);
        if target.ty == Type::Card {
            self.unless_empty(list, scope.fail);
        }
        self.each_item(list, scope, &mut |compiler, scope, card, _| {
            let card = compiler.slot(card);
            let seats = if depends {
                compiler.others_of(card, seats)
            } else {
                seats
            };
            match showing {
                Showing::Conceal => compiler.code.conceal(card, seats),
                Showing::Reveal => compiler.reveal(card, seats, scope),
                Showing::Peek | Showing::Look => compiler.code.reveal(card, seats),
            }
        });
        self.give_cards(step, target, list, scope);
    }

    /// All but the owners of the zone that a card lies in, as bits; in a zone of the table, `otherwise`.
    fn others_of(&mut self, card: Slot, otherwise: Slot) -> Slot {
        let everyone: i64 = (1 << self.plan.setting.players) - 1;
        let teams = &self.plan.layout.teams;
        let piles = self.plan.program.piles.iter();
        let others = piles
            .map(|pile| match (pile.owner, pile.team) {
                (Some(seat), _) => everyone & !(1 << seat),
                (None, Some(team)) => teams[usize::from(team)]
                    .iter()
                    .fold(everyone, |bits, seat| bits & !(1 << seat)),
                (None, None) => engine::ids::NOTHING,
            })
            .collect();
        let list = self.code.constant(others);
        let to = self.code.slot();
        let done = self.code.label();
        self.code.pile_of(to, card);
        self.code.look_up(to, list, to);
        self.code.unless_missing(to, done);
        self.put(to, Value::In(otherwise));
        self.code.bind(done);
        to
    }

    /// The result of an action about cards: the card, or the list of them.
    pub(crate) fn give_cards(&mut self, step: &Step, target: &Expr, list: Slot, scope: &Scope) {
        if target.ty == Type::Card {
            let index = self.slot(Value::Known(0));
            let to = self.code.slot();
            self.code.item_at(to, list, index);
            self.give(step, Value::In(to), scope);
        } else {
            self.give(step, Value::In(list), scope);
        }
    }

    pub(crate) fn flip(&mut self, step: &Step, scope: &Scope) {
        let Some(target) = self.operand(step, Parameter::Target) else {
            return;
        };
        let flip = match self.word(step, Parameter::Face) {
            Some(Word::Up) => Flip::To(Side::Up),
            Some(Word::Down) => Flip::To(Side::Down),
            _ => Flip::Over,
        };
        let list = self.gather_filtered(target, None, scope);
        if target.ty == Type::Card {
            self.unless_empty(list, scope.fail);
        }
        self.each_item(list, scope, &mut |compiler, _, card, _| {
            let card = compiler.slot(card);
            compiler.code.flip(card, flip);
        });
        self.give_cards(step, target, list, scope);
    }
}
