//! What changes on cards: attributes and counters, and whatever else every card has a value of.
//!
//! A mark is a row of cells, one for each card. The engine gives a card its first values again when it goes to
//! another zone, except from play to play.

use cgml::model::{
    AttributeId, CardDefId, CounterId, EventPattern, Expr, ExprKind, Game, KindId, Step, Subject,
    Value as Given,
};
use engine::ids::{Cell, NOTHING, Slot, is_missing};
use engine::op::Op;
use engine::program::{MarkInfo, Program, Role, Sort, Text, VariableInfo};

use crate::abilities::is_kind;
use crate::code::Label;
use crate::compiler::Compiler;
use crate::continuous::Thing;
use crate::layout::{Layout, sort, text};
use crate::rules::Happening;
use crate::scope::{Context, Scope, Value};

/// Where the marks of cards lie.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    attributes: Vec<Cell>,
    counters: Vec<Cell>,
}

/// A mark to be laid out.
pub(crate) struct NewMark {
    pub(crate) name: Text,
    pub(crate) sort: Sort,
    /// The value that each card begins with.
    pub(crate) start: Vec<i64>,
    /// Whether only those see it who know the card.
    pub(crate) hidden: bool,
    /// Whether nobody sees it.
    pub(crate) internal: bool,
}

/// Lays out the attributes and counters of a game.
pub(crate) fn lay_out(game: &Game, layout: &mut Layout, program: &mut Program) {
    for attribute in game.attributes.iter() {
        let default = layout.number(&attribute.default).unwrap_or(NOTHING);
        let start = starts(game, program, &attribute.kinds, default);
        let mark = NewMark {
            name: text(&attribute.name, &attribute.text),
            sort: sort(&attribute.ty),
            start,
            hidden: attribute.hidden,
            internal: false,
        };
        let first = add(layout, program, mark);
        layout.marks.attributes.push(first);
    }
    for counter in game.counters.iter() {
        let mark = NewMark {
            name: text(&counter.name, &counter.text),
            sort: Sort::Number,
            start: starts(game, program, &counter.kinds, 0),
            hidden: false,
            internal: false,
        };
        let first = add(layout, program, mark);
        layout.marks.counters.push(first);
    }
}

/// A value for every card of some kinds, or of any; the others have nothing.
pub(crate) fn starts(game: &Game, program: &Program, kinds: &[KindId], value: i64) -> Vec<i64> {
    let has = |card: u16| {
        let kind = game.cards[CardDefId(u32::from(card))].kind;
        let mut wanted = kinds.iter();
        kinds.is_empty()
            || kind.is_some_and(|kind| wanted.any(|wanted| is_kind(game, kind, *wanted)))
    };
    let cards = program.cards.iter();
    cards
        .map(|card| if has(card.kind) { value } else { NOTHING })
        .collect()
}

/// Lays out a mark; gives the cell of the first card.
pub(crate) fn add(layout: &mut Layout, program: &mut Program, mark: NewMark) -> Cell {
    let count = program.cards.len() as u16;
    let first = layout.new_cells(count);
    program.variables.push(VariableInfo {
        name: mark.name,
        first: first.0,
        owners: count,
        of_cards: true,
        sort: mark.sort,
        items: Sort::Any,
        hidden: mark.hidden,
        internal: mark.internal,
        ..VariableInfo::default()
    });
    program.marks.push(MarkInfo {
        first,
        start: mark.start,
        refers: mark.sort == Sort::Card,
        idle: false,
        own: false,
    });
    first
}

impl Marks {
    pub(crate) fn attribute(&self, id: AttributeId) -> Cell {
        self.attributes[id.0 as usize]
    }

    pub(crate) fn counter(&self, id: CounterId) -> Cell {
        self.counters[id.0 as usize]
    }
}

impl<'g> Compiler<'g> {
    /// What a property, an attribute or the like is on a card.
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
                let first = self.layout.marks.attribute(*id);
                self.mark(first, card)
            }
            ExprKind::Counters(id, _) => {
                let first = self.layout.marks.counter(*id);
                self.mark(first, card)
            }
            _ => Value::Known(NOTHING),
        }
    }

    /// Lays out a mark of the compiler's own.
    pub(crate) fn new_mark(&mut self, mark: NewMark) -> Cell {
        add(&mut self.layout, &mut self.program, mark)
    }

    /// The value of a card in a mark.
    pub(crate) fn mark(&mut self, first: Cell, card: Value) -> Value {
        let index = self.slot(card);
        let to = self.code.slot();
        self.code.emit(Op::LoadAt {
            to,
            first,
            index,
            count: self.program.cards.len() as u16,
        });
        Value::In(to)
    }

    /// Sets the value of a card in a mark; goes to `fail` without a card.
    pub(crate) fn set_mark(&mut self, first: Cell, card: Value, value: Value, fail: Label) {
        let index = self.slot(card);
        let from = self.slot(value);
        self.code.emit(Op::StoreAt {
            first,
            index,
            count: self.program.cards.len() as u16,
            from,
            otherwise: fail.pc(),
        });
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
        self.code.emit(Op::UnlessThere {
            a: list,
            to: scope.fail.pc(),
        });
        self.each_item(list, scope, &mut |compiler, scope, card, _| {
            body(compiler, scope, card);
        });
    }

    /// Sets an attribute of some cards, within its bounds; fails on cards that do not have it.
    pub(crate) fn set_attribute(
        &mut self,
        id: AttributeId,
        cards: &Expr,
        value: Value,
        scope: &Scope,
    ) {
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            compiler.store_attribute(id, card, value, scope);
        });
    }

    /// Adds to an attribute of some cards.
    pub(crate) fn add_to_attribute(
        &mut self,
        id: AttributeId,
        cards: &Expr,
        by: Value,
        step: &Step,
        scope: &Scope,
    ) {
        let first = self.layout.marks.attribute(id);
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let old = compiler.mark(first, card);
            let a = compiler.slot(old);
            let b = compiler.slot(by);
            let to = compiler.code.slot();
            compiler.code.emit(Op::Add { to, a, b });
            compiler.code.emit(Op::UnlessThere {
                a: to,
                to: scope.fail.pc(),
            });
            compiler.store_attribute(id, card, Value::In(to), scope);
            let new = compiler.mark(first, card);
            compiler.give(step, new, scope);
        });
    }

    fn store_attribute(&mut self, id: AttributeId, card: Value, value: Value, scope: &Scope) {
        let attribute = &self.game.attributes[id];
        let (least, most) = (attribute.min, attribute.max);
        let first = self.layout.marks.attribute(id);
        if !attribute.kinds.is_empty() {
            let old = self.mark(first, card);
            let a = self.slot(old);
            self.code.emit(Op::UnlessThere {
                a,
                to: scope.fail.pc(),
            });
        }
        let value = self.between(value, least, most);
        self.set_mark(first, card, value, scope.fail);
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

    pub(crate) fn counter_of(&self, step: &Step) -> Option<CounterId> {
        match step.argument("counter") {
            Some(Given::Name(cgml::model::NameRef::Counter(id))) => Some(*id),
            _ => None,
        }
    }

    /// `ADD_COUNTER`: up to the most; fails if none could be put on.
    pub(crate) fn add_counters(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(id)) = (self.operand(step, "card"), self.counter_of(step)) else {
            return;
        };
        let first = self.layout.marks.counter(id);
        let most = self.game.counters[id].max;
        let count = self.number(step, "count", scope).unwrap_or(Value::Known(1));
        let (count, sum) = (self.slot(count), self.code.slot());
        self.set(sum, 0);
        let none = self.code.label();
        self.code.emit(Op::UnlessFrom {
            a: count,
            value: 1,
            to: none.pc(),
        });
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let next = compiler.code.label();
            let old = compiler.mark(first, card);
            let old = compiler.slot(old);
            compiler.code.emit(Op::UnlessThere {
                a: old,
                to: next.pc(),
            });
            let new = compiler.code.slot();
            compiler.code.emit(Op::Add {
                to: new,
                a: old,
                b: count,
            });
            let new = compiler.between(Value::In(new), None, most);
            compiler.set_mark(first, card, new, scope.fail);
            let new = compiler.slot(new);
            compiler.code.emit(Op::Sub {
                to: old,
                a: new,
                b: old,
            });
            compiler.code.emit(Op::Add {
                to: sum,
                a: sum,
                b: old,
            });
            compiler.code.bind(next);
        });
        self.code.emit(Op::UnlessFrom {
            a: sum,
            value: 1,
            to: scope.fail.pc(),
        });
        self.code.bind(none);
        self.give(step, Value::In(sum), scope);
    }

    /// `REMOVE_COUNTER`: fails, and takes none off, if a card has fewer.
    pub(crate) fn remove_counters(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(id)) = (self.operand(step, "card"), self.counter_of(step)) else {
            return;
        };
        let first = self.layout.marks.counter(id);
        let count = self.number(step, "count", scope).unwrap_or(Value::Known(1));
        let (count, sum) = (self.slot(count), self.code.slot());
        self.set(sum, 0);
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let old = compiler.mark(first, card);
            let old = compiler.slot(old);
            compiler.code.emit(Op::UnlessAtLeast {
                a: old,
                b: count,
                to: scope.fail.pc(),
            });
        });
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let old = compiler.mark(first, card);
            let old = compiler.slot(old);
            compiler.code.emit(Op::Sub {
                to: old,
                a: old,
                b: count,
            });
            compiler.set_mark(first, card, Value::In(old), scope.fail);
            compiler.code.emit(Op::Add {
                to: sum,
                a: sum,
                b: count,
            });
        });
        self.give(step, Value::In(sum), scope);
    }

    /// Whether cards come into play with counters on them.
    pub(crate) fn has_first_counters(&self) -> bool {
        self.game.cards.iter().any(|card| !card.counters.is_empty())
    }

    /// A card has come from one pile to another: into play it brings its first counters.
    pub(crate) fn put_first_counters(&mut self, card: Slot, names: Slot) {
        if !self.has_first_counters() {
            return;
        }
        let done = self.code.label();
        self.code.emit(Op::UnlessBit {
            bits: names,
            bit: crate::rules::ENTER,
            to: done.pc(),
        });
        let counters: Vec<CounterId> = self.game.counters.pairs().map(|(id, _)| id).collect();
        for id in counters {
            let brought = |card: &engine::program::CardInfo| {
                let printed = &self.game.cards[CardDefId(u32::from(card.kind))].counters;
                let found = printed.iter().find(|(counter, _)| *counter == id);
                found.map_or(0, |(_, count)| *count)
            };
            let values: Vec<i64> = self.program.cards.iter().map(brought).collect();
            if values.iter().all(|count| *count == 0) {
                continue;
            }
            let taken = self.code.taken();
            let next = self.code.label();
            let list = self.code.constant(values);
            let to = self.code.slot();
            self.code.emit(Op::LookUp {
                to,
                list,
                index: card,
            });
            self.code.emit(Op::UnlessFrom {
                a: to,
                value: 1,
                to: next.pc(),
            });
            let first = self.layout.marks.counter(id);
            self.set_mark(first, Value::In(card), Value::In(to), next);
            self.code.bind(next);
            self.code.free(taken);
        }
        self.code.bind(done);
    }

    /// Attributes that get their default again.
    pub(crate) fn reset_attributes(
        &mut self,
        happening: Happening,
        names: Option<Slot>,
        context: Context,
    ) {
        let game = self.game;
        for (id, attribute) in game.attributes.pairs() {
            for reset in &attribute.resets {
                if happening.matches(&reset.event) {
                    let first = self.layout.marks.attribute(id);
                    self.reset_mark(first, reset, names, context);
                }
            }
        }
    }

    /// The cards that an event is about get the first value of a mark again.
    pub(crate) fn reset_mark(
        &mut self,
        first: Cell,
        pattern: &EventPattern,
        names: Option<Slot>,
        context: Context,
    ) {
        let found = self.program.marks.iter().find(|mark| mark.first == first);
        let start = found.map(|mark| mark.start.clone()).unwrap_or_default();
        let values = self.code.constant(start);
        let taken = self.code.taken();
        let done = self.code.label();
        self.require_name(pattern, names, done);
        if pattern.subject == Subject::Any {
            self.code.emit(Op::ResetAll { first, values });
        } else {
            let (card, index) = (self.code.slot(), self.code.slot());
            let limit = self.slot(Value::Known(self.program.cards.len() as i64));
            self.set(index, 0);
            let next = self.code.here();
            self.code.emit(Op::EachNumber {
                index,
                limit,
                item: card,
                done: done.pc(),
            });
            let inner = self.code.taken();
            let to = self.code.slot();
            self.code.emit(Op::LookUp {
                to,
                list: values,
                index: card,
            });
            // What does not change is not told, so that it tells nobody in which order the cards are; most do not,
            // so that is asked first.
            let old = self.mark(first, Value::In(card));
            let old = self.slot(old);
            self.code.emit(Op::UnlessDifferent {
                a: old,
                b: to,
                to: next.pc(),
            });
            let controller = self.controller_of(Value::In(card));
            self.require_subject(pattern, Some(Value::In(card)), controller, context, next);
            self.set_mark(first, Value::In(card), Value::In(to), next);
            self.code.free(inner);
            self.code.jump(next);
        }
        self.code.bind(done);
        self.code.free(taken);
    }

    /// Who controls a card: who was given control of it, in whose zone it lies, who brought it, or whose turn it
    /// is.
    pub(crate) fn controller_of(&mut self, card: Value) -> Value {
        self.controller_or(card, None)
    }

    /// As [`Self::controller_of`]; of a card that is nobody's this player, if there is one.
    pub(crate) fn controller_or(&mut self, card: Value, otherwise: Option<Value>) -> Value {
        if self.setting.players == 1 {
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
        let column = self.layout.owners;
        self.code.emit(Op::HolderOf { to, card, column });
        let owners = &self.program.columns[column.index()].values;
        let are_owned = !owners.iter().any(|owner| is_missing(*owner));
        if otherwise.is_some() || !are_owned {
            self.code.emit(Op::UnlessMissing {
                a: to,
                to: known.pc(),
            });
            let player = match otherwise {
                Some(player) => player,
                None => self.current(),
            };
            self.put(to, player);
        }
        self.code.bind(known);
        Value::In(to)
    }

    /// Whether a pile is in play, for each pile.
    pub(crate) fn piles_in_play(&self) -> Vec<i64> {
        let piles = self.program.piles.iter();
        piles
            .map(|pile| i64::from(pile.role == Role::Play))
            .collect()
    }
}
