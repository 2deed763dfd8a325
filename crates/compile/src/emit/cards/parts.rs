//! Records and lists that are printed on cards, as values.

use cgml::model::{Expr, ExprKind, Literal, PropertyId, Type};
use engine::ids::{NOTHING, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::effects::continuous_values::Thing;
use crate::plan::layout::parts::{IS_GIVEN, MAX};

impl Compiler<'_> {
    /// A part of a property of a card.
    pub(crate) fn part_on(&mut self, property: PropertyId, part: u32, card: Value) -> Value {
        let thing = Thing::Part(property.0, part);
        if self.is_thing_changed(thing) {
            return self.changed_value(thing, card);
        }
        let card = self.slot(card);
        self.part_as_printed(property, part, card)
    }

    /// A part of a property that counts as printed on a card: on a token perhaps what it was made with.
    pub(crate) fn part_as_printed(&mut self, property: PropertyId, part: u32, card: Slot) -> Value {
        let column = self.part_column(property, part);
        let Some(first) = self.given_part(property, part) else {
            return self.printed_of(column, card);
        };
        let to = self.code.slot();
        let known = self.code.label();
        let own = self.mark(first, Value::In(card));
        self.put(to, own);
        // A token that was made with a value has all parts of it, also those that are nothing.
        let is_given = self.given_part(property, IS_GIVEN);
        if let Some(is_given) = is_given {
            let given = self.mark(is_given, Value::In(card));
            let a = self.slot(given);
            self.code.unless_missing(a, known);
        }
        let printed = self.printed_of(column, card);
        self.put(to, printed);
        self.code.bind(known);
        Value::In(to)
    }

    /// A record or a range as one value: the list of its parts, or of the ends of its pieces.
    pub(crate) fn whole(&mut self, expr: &Expr, scope: &Scope) -> Option<Value> {
        let to = self.code.slot();
        match &expr.kind {
            ExprKind::Literal(literal) => {
                let numbers = self.numbers_of(literal)?;
                let constant = self.code.constant(numbers);
                self.code.list_of(to, constant);
            }
            ExprKind::Property(property, card) if card.ty == Type::Card => {
                let taken = self.code.taken();
                let card = self.value_slot(card, scope);
                match &self.game.properties[*property].ty {
                    Type::Record(parts) => {
                        let count = parts.len() as u32;
                        self.code.new_list(to);
                        for part in 0..count {
                            self.push_part(to, *property, part, card);
                        }
                    }
                    _ => self.list_range(to, *property, card),
                }
                self.code.free(taken);
            }
            _ => return None,
        }
        Some(Value::In(to))
    }

    pub(crate) fn push_part(&mut self, list: Slot, property: PropertyId, part: u32, card: Slot) {
        let taken = self.code.taken();
        let value = self.part_on(property, part, Value::In(card));
        let value = self.slot(value);
        self.code.push(list, value);
        self.code.free(taken);
    }

    /// A part of a record or range that is one value.
    pub(crate) fn part_of_whole(&mut self, part: u32, of: &Expr, scope: &Scope) -> Value {
        let list = self.value_slot(of, scope);
        let index = self.code.slot();
        if of.ty == Type::Range && part == MAX {
            self.code.length(index, list);
            self.code.add_number(index, index, -1);
        } else {
            self.set(index, i64::from(part));
        }
        let to = self.code.slot();
        let done = self.code.label();
        self.set(to, NOTHING);
        self.code.unless_there(list, done);
        self.code.item_at(to, list, index);
        self.code.bind(done);
        Value::In(to)
    }

    /// The elements of the list that is printed on a card, and what they count as.
    pub(crate) fn elements_on(&mut self, property: PropertyId, card: usize) -> Vec<i64> {
        let Some(Literal::List(items)) = self.printed_literal(property, card) else {
            return Vec::new();
        };
        let items = items
            .iter()
            .filter_map(|item| self.plan.layout.number(item));
        let printed: Vec<i64> = items.collect();
        let counts_as = &self.game.properties[property].counts_as;
        let mut elements = printed.clone();
        for word in printed {
            let others = usize::try_from(word)
                .ok()
                .and_then(|word| counts_as.get(word));
            for other in others.into_iter().flatten().map(|other| i64::from(*other)) {
                if !elements.contains(&other) {
                    elements.push(other);
                }
            }
        }
        elements
    }

    /// The list that is printed on a card; an empty one without a card or a list.
    pub(crate) fn list_on(&mut self, property: PropertyId, card: Value) -> Value {
        let cards = self.plan.program.cards.len();
        let mut lists: Vec<Vec<i64>> = Vec::new();
        let mut numbers = Vec::new();
        for card in 0..cards {
            let list = self.elements_on(property, card);
            let known = lists.iter().position(|known| *known == list);
            numbers.push(known.unwrap_or_else(|| {
                lists.push(list);
                lists.len() - 1
            }) as i64);
        }
        let to = self.code.slot();
        let taken = self.code.taken();
        let card = self.slot(card);
        let number = self.code.slot();
        let done = self.code.label();
        let list = self.code.constant(numbers);
        self.code.look_up(number, list, card);
        let labels: Vec<Label> = lists.iter().map(|_| self.code.label()).collect();
        self.code.switch(number, 0, &labels);
        self.code.new_list(to);
        self.code.jump(done);
        for (list, label) in lists.into_iter().zip(labels) {
            self.code.bind(label);
            let constant = self.code.constant(list);
            self.code.list_of(to, constant);
            self.code.jump(done);
        }
        self.code.bind(done);
        self.code.free(taken);
        Value::In(to)
    }

    /// Replaces printed values of a token by those it was made with.
    pub(crate) fn replace_by_given(
        &mut self,
        to: Slot,
        property: PropertyId,
        part: u32,
        card: Slot,
    ) {
        let is_given = self.given_part(property, IS_GIVEN);
        let (Some(first), Some(is_given)) = (self.given_part(property, part), is_given) else {
            return;
        };
        let printed = self.code.label();
        let given = self.mark(is_given, Value::In(card));
        let a = self.slot(given);
        self.code.unless_there(a, printed);
        let own = self.mark(first, Value::In(card));
        self.put(to, own);
        self.code.bind(printed);
    }
}
