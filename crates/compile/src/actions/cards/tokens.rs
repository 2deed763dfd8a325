//! `CREATE_TOKEN`.

use cgml::model::{CardDefId, PropertyId, Step, Type};
use cgml::vocabulary::parameters::Parameter;
use engine::ids::{NOTHING, Pile, Slot};
use engine::op::Builder;
use engine::table::Placement;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::layout::move_arguments::created;
use crate::plan::layout::parts::{FIRST_GAP, IS_GIVEN};

impl Compiler<'_> {
    /// `CREATE_TOKEN`: as many as there is room for; fails if there is none.
    pub(crate) fn create_token(&mut self, step: &Step, scope: &Scope) {
        let (Some(cgml::model::NameRef::Card(id)), Some(to)) = (
            self.name(step, Parameter::Card),
            self.operand(step, Parameter::To),
        ) else {
            return;
        };
        let to = self.needed(to, scope);
        let to = self.slot(to);
        let count = self
            .number(step, Parameter::Count, scope)
            .unwrap_or(Value::Known(1));
        let count = self.slot(count);
        let given: Vec<(PropertyId, Value)> = step
            .fields()
            .iter()
            .map(|(id, expr)| {
                let property = PropertyId(*id);
                let ty = &self.game.properties[property].ty;
                (property, self.value_as(expr, ty, scope))
            })
            .collect();
        let pile = self.token_pile(id, to, scope);
        let (made, last) = (self.code.slot(), self.code.slot());
        self.set(last, NOTHING);
        self.set(made, 0);
        let (over, done) = (self.code.label(), self.code.label());
        let again = self.code.here();
        self.code.unless_less(made, count, done);
        let inner = self.code.taken();
        let card = self.code.slot();
        self.code.top_at(card, pile);
        self.code.unless_there(card, over);
        self.give_properties(card, &given, over);
        self.move_one(
            Value::In(card),
            Value::In(to),
            Placement::USUAL,
            &scope.failing(over),
        );
        self.put(last, Value::In(card));
        self.code.add_number(made, made, 1);
        self.code.free(inner);
        self.code.jump(again);
        self.code.bind(over);
        self.code.unless_from(made, 1, scope.fail);
        self.code.bind(done);
        self.give(step, Value::In(last), scope);
    }

    /// A token that is about to come into play has these properties.
    fn give_properties(&mut self, card: Slot, given: &[(PropertyId, Value)], over: Label) {
        if self.plan.layout.given.is_empty() && self.plan.layout.given_parts.is_empty() {
            return;
        }
        self.code.clear_marks(card);
        for (property, value) in given {
            if self.given_part(*property, IS_GIVEN).is_some() {
                self.give_parts(card, *property, *value, over);
            }
            if let Some(first) = self.given_property(*property) {
                self.set_mark(first, Value::In(card), *value, over);
            }
        }
    }

    /// The parts of a record or range that a token has.
    fn give_parts(&mut self, card: Slot, property: PropertyId, value: Value, over: Label) {
        let taken = self.code.taken();
        let done = self.code.label();
        let list = self.slot(value);
        self.code.unless_there(list, done);
        let (index, last) = (self.code.slot(), self.code.slot());
        self.code.length(last, list);
        self.code.add_number(last, last, -1);
        let is_range = self.game.properties[property].ty == Type::Range;
        for (id, part, first) in self.plan.layout.given_parts.clone() {
            if id != property {
                continue;
            }
            let item = self.code.slot();
            match part {
                IS_GIVEN => self.set(item, 1),
                1 if is_range => self.code.item_at(item, list, last),
                _ => {
                    // The ends of gaps lie between the least and the largest number.
                    let place = if is_range && part >= FIRST_GAP {
                        part - 1
                    } else {
                        part
                    };
                    self.set(index, i64::from(place));
                    self.code.item_at(item, list, index);
                    if is_range && part >= FIRST_GAP {
                        let gap = self.code.label();
                        self.code.unless_at_least(index, last, gap);
                        self.set(item, NOTHING);
                        self.code.bind(gap);
                    }
                }
            }
            self.set_mark(first, Value::In(card), Value::In(item), over);
        }
        self.code.bind(done);
        self.code.free(taken);
    }

    /// The pile of the tokens of a card that the owner of a zone gets, or on the table who acts.
    fn token_pile(&mut self, id: CardDefId, to: Slot, scope: &Scope) -> Slot {
        let made = created(self.game);
        let number = made.iter().position(|card| *card == id).unwrap_or(0);
        let nowhere = self.plan.layout.links.nowhere.unwrap_or(Pile(0));
        let players = u16::from(self.plan.setting.players);
        let first = Pile(nowhere.0 + 1 + number as u16 * players);
        let owner = self.code.slot();
        let known = self.code.label();
        self.code.owner_of(owner, to);
        self.code.unless_missing(owner, known);
        let acting = self.acting(scope);
        self.put(owner, acting);
        self.code.bind(known);
        let pile = self.code.slot();
        self.code
            .pile_for(pile, first, owner, self.plan.setting.players);
        pile
    }
}
