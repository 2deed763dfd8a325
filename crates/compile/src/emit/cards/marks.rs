//! Reading and writing marks, and the controller of a card.

use cgml::model::{Expr, ExprKind};
use engine::ids::{Cell, NOTHING, is_missing};
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::effects::continuous_values::Thing;

impl<'g> Compiler<'g> {
    /// Value of a property, an attribute or the like on a card.
    pub(crate) fn value_on(&mut self, what: &ExprKind, card: Value) -> Value {
        match what {
            ExprKind::Property(property, _)
                if self.is_thing_changed(Thing::Property(property.0)) =>
            {
                self.changed_value(Thing::Property(property.0), card)
            }
            ExprKind::Property(property, of) if self.is_several(*property) => {
                self.not_yet("a list, range or record as a value", of.origin);
                Value::Known(NOTHING)
            }
            ExprKind::Property(property, _) => self.counts_as_printed(*property, card),
            ExprKind::Attribute(id, _) if self.is_thing_changed(Thing::Attribute(id.0)) => {
                self.changed_value(Thing::Attribute(id.0), card)
            }
            ExprKind::Part(part, of) => match &of.kind {
                ExprKind::Property(property, _) => self.part_on(*property, *part, card),
                _ => {
                    self.not_yet("a part of this", of.origin);
                    Value::Known(NOTHING)
                }
            },
            ExprKind::HasKeyword(keyword, _) => self.keyword_on(*keyword, card),
            ExprKind::Attribute(id, _) => {
                let first = self.plan.layout.marks.attribute(*id);
                self.mark(first, card)
            }
            ExprKind::Counters(id, _) => {
                let first = self.plan.layout.marks.counter(*id);
                self.mark(first, card)
            }
            _ => Value::Known(NOTHING),
        }
    }

    /// The value of a card in a mark.
    pub(crate) fn mark(&mut self, first: Cell, card: Value) -> Value {
        let index = self.slot(card);
        let to = self.code.slot();
        self.code
            .load_at(to, first, index, self.plan.program.cards.len() as u16);
        Value::In(to)
    }

    /// Sets the value of a card in a mark; goes to `fail` without a card.
    pub(crate) fn set_mark(&mut self, first: Cell, card: Value, value: Value, fail: Label) {
        let index = self.slot(card);
        let from = self.slot(value);
        self.code.store_at(
            first,
            index,
            self.plan.program.cards.len() as u16,
            from,
            fail,
        );
    }

    /// Goes through the cards of an expression: one card, a list, or the cards of zones. Fails without a card.
    pub(crate) fn each_marked(
        &mut self,
        cards: &Expr,
        scope: &Scope,
        body: &mut dyn FnMut(&mut Compiler<'g>, &Scope, Value),
    ) {
        if cards.ty == cgml::model::Type::Card {
            let card = self.needed(cards, scope);
            return body(self, scope, card);
        }
        let list = self.gather_elements(cards, scope);
        // No list at all is not the same as an empty one.
        self.code.unless_there(list, scope.fail);
        self.each_item(list, scope, &mut |compiler, scope, card, _| {
            body(compiler, scope, card);
        });
    }

    /// A number held between two others.
    pub(crate) fn between(&mut self, value: Value, least: Option<i64>, most: Option<i64>) -> Value {
        let mut value = value;
        for (bound, is_least) in [(least, true), (most, false)] {
            let Some(bound) = bound else {
                continue;
            };
            value = match value {
                Value::Known(number) if is_least => Value::Known(number.max(bound)),
                Value::Known(number) => Value::Known(number.min(bound)),
                Value::In(a) => {
                    let b = self.slot(Value::Known(bound));
                    let to = self.code.slot();
                    self.code.emit(if is_least {
                        Op::Most { to, a, b }
                    } else {
                        Op::Least { to, a, b }
                    });
                    Value::In(to)
                }
            };
        }
        value
    }

    /// Controller of a card: the player who was given control, the owner of its zone, the one who brought it, or whose turn it
    /// is.
    pub(crate) fn controller_of(&mut self, card: Value) -> Value {
        self.controller_or(card, None)
    }

    /// As [`Self::controller_of`]; of a card that is nobody's this player, if there is one.
    pub(crate) fn controller_or(&mut self, card: Value, otherwise: Option<Value>) -> Value {
        if self.plan.setting.players == 1 {
            return Value::Known(0);
        }
        let to = self.code.slot();
        let card = self.slot(card);
        let known = self.code.label();
        let next = self.code.label();
        if self.controller_by_effect(card, to, next) {
            self.code.jump(known);
        }
        self.code.bind(next);
        let column = self.plan.layout.owners;
        self.code.holder_of(to, card, column);
        let owners = &self.plan.program.columns[column.index()].values;
        let are_owned = !owners.iter().any(|owner| is_missing(*owner));
        if otherwise.is_some() || !are_owned {
            self.code.unless_missing(to, known);
            let player = match otherwise {
                Some(player) => player,
                None => self.current(),
            };
            self.put(to, player);
        }
        self.code.bind(known);
        Value::In(to)
    }
}
