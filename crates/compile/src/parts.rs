//! Printed values that are more than one: ranges, records and lists.
//!
//! A record has a column for each part, a range one for each end. The numbers between the pieces of a range are
//! kept in constants, and so are lists.

use cgml::model::{CardDefId, Expr, ExprKind, Game, Literal, PropertyId, Type};
use engine::ids::{Column, NOTHING, Slot};
use engine::op::Op;
use engine::program::{ColumnInfo, Sort};

use crate::code::Label;
use crate::compiler::Compiler;
use crate::continuous::Thing;
use crate::layout::sort;
use crate::scope::{Scope, Value};

/// The part of a range that is its least number.
const MIN: u32 = 0;

/// The part of a range that is its largest number.
const MAX: u32 = 1;

/// The first of the ends of the gaps of a range that a token was made with.
pub(crate) const FIRST_GAP: u32 = 2;

/// Whether a token was made with a value of its own.
pub(crate) const IS_GIVEN: u32 = u32::MAX;

/// How many gaps the ranges of a game have at most.
pub(crate) fn most_gaps(game: &Game) -> u32 {
    let gaps = |literal: &Literal| match literal {
        Literal::Range(pieces) => pieces.len().saturating_sub(1) as u32,
        _ => 0,
    };
    let printed = game.cards.iter().flat_map(|card| &card.properties);
    let mut most = printed.map(|(_, literal)| gaps(literal)).max().unwrap_or(0);
    cgml::model::visit::exprs(game, &mut |expr| {
        if let ExprKind::Literal(literal) = &expr.kind {
            most = most.max(gaps(literal));
        }
    });
    most
}

impl<'g> Compiler<'g> {
    /// The column of a part of a property.
    pub(crate) fn part_column(&mut self, property: PropertyId, part: u32) -> Column {
        if let Some(known) = self.part_columns.get(&(property.0, part)) {
            return *known;
        }
        let game = self.game;
        let info = &game.properties[property];
        let (name, of) = match &info.ty {
            Type::Record(parts) => match parts.get(part as usize) {
                Some((name, ty)) => (name.as_str(), sort(ty)),
                None => ("", Sort::Any),
            },
            _ if part == MIN => ("min", Sort::Number),
            _ => ("max", Sort::Number),
        };
        let cards = self.program.cards.len();
        let values = (0..cards)
            .map(|card| {
                let value = match self.printed_literal(property, card) {
                    Some(Literal::Record(parts)) => {
                        let found = parts.get(part as usize);
                        found.and_then(|literal| self.layout.number(literal))
                    }
                    Some(Literal::Range(pieces)) if part == MIN => {
                        pieces.first().map(|(least, _)| *least)
                    }
                    Some(Literal::Range(pieces)) => pieces.last().map(|(_, most)| *most),
                    _ => None,
                };
                value.unwrap_or(NOTHING)
            })
            .collect();
        self.program.columns.push(ColumnInfo {
            name: format!("{}.{name}", info.name),
            sort: of,
            values,
        });
        let column = Column(self.program.columns.len() as u16 - 1);
        self.part_columns.insert((property.0, part), column);
        column
    }

    /// Whether a property is a list, a range or a record.
    pub(crate) fn is_several(&self, property: PropertyId) -> bool {
        let ty = &self.game.properties[property].ty;
        matches!(ty, Type::List(_) | Type::Range | Type::Record(_))
    }

    /// What is printed on a card.
    fn printed_literal(&self, property: PropertyId, card: usize) -> Option<&'g Literal> {
        let game = self.game;
        let kind = self.program.cards[card].kind;
        let printed = &game.cards[CardDefId(u32::from(kind))].properties;
        let found = printed.iter().find(|(id, _)| *id == property);
        found.map(|(_, literal)| literal)
    }

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
            self.code.emit(Op::UnlessMissing { a, to: known.pc() });
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
                self.code.emit(Op::ListOf { to, constant });
            }
            ExprKind::Property(property, card) if card.ty == Type::Card => {
                let taken = self.code.taken();
                let card = self.value_slot(card, scope);
                match &self.game.properties[*property].ty {
                    Type::Record(parts) => {
                        let count = parts.len() as u32;
                        self.code.emit(Op::NewList { to });
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

    fn push_part(&mut self, list: Slot, property: PropertyId, part: u32, card: Slot) {
        let taken = self.code.taken();
        let value = self.part_on(property, part, Value::In(card));
        let value = self.slot(value);
        self.code.emit(Op::Push { list, value });
        self.code.free(taken);
    }

    /// The ends of the pieces of a range of a card; nothing if it has none.
    fn list_range(&mut self, to: Slot, property: PropertyId, card: Slot) {
        let (none, done) = (self.code.label(), self.code.label());
        let least = self.part_on(property, MIN, Value::In(card));
        let a = self.slot(least);
        self.code.emit(Op::UnlessThere { a, to: none.pc() });
        self.code.emit(Op::NewList { to });
        self.code.emit(Op::Push { list: to, value: a });
        for gap in self.gaps_on(property, card) {
            let next = self.code.label();
            let a = gap[0];
            self.code.emit(Op::UnlessThere { a, to: next.pc() });
            for value in gap {
                self.code.emit(Op::Push { list: to, value });
            }
            self.code.bind(next);
        }
        self.push_part(to, property, MAX, card);
        self.code.jump(done);
        self.code.bind(none);
        self.set(to, NOTHING);
        self.code.bind(done);
    }

    /// The parts of a record, or the ends of the pieces of a range.
    fn numbers_of(&mut self, literal: &Literal) -> Option<Vec<i64>> {
        match literal {
            Literal::Record(parts) => {
                let parts = parts.iter();
                let numbers = parts.map(|part| self.layout.number(part).unwrap_or(NOTHING));
                Some(numbers.collect())
            }
            Literal::Range(pieces) => Some(pieces.iter().flat_map(|(a, b)| [*a, *b]).collect()),
            _ => None,
        }
    }

    /// A part of a record or range that is one value.
    pub(crate) fn part_of_whole(&mut self, part: u32, of: &Expr, scope: &Scope) -> Value {
        let list = self.value_slot(of, scope);
        let index = self.code.slot();
        if of.ty == Type::Range && part == MAX {
            self.code.emit(Op::Length { to: index, list });
            self.code.emit(Op::AddNumber {
                to: index,
                a: index,
                value: -1,
            });
        } else {
            self.set(index, i64::from(part));
        }
        let to = self.code.slot();
        let done = self.code.label();
        self.set(to, NOTHING);
        self.code.emit(Op::UnlessThere {
            a: list,
            to: done.pc(),
        });
        self.code.emit(Op::ItemAt { to, list, index });
        self.code.bind(done);
        Value::In(to)
    }

    /// A number is in one of the pieces of a range that is one value.
    fn require_in_pieces(&mut self, item: Slot, list: Slot, outside: Label) {
        let taken = self.code.taken();
        let index = self.slot(Value::Known(0));
        let (least, most) = (self.code.slot(), self.code.slot());
        let inside = self.code.label();
        let again = self.code.here();
        for end in [least, most] {
            self.code.emit(Op::ItemAt {
                to: end,
                list,
                index,
            });
            self.code.emit(Op::AddNumber {
                to: index,
                a: index,
                value: 1,
            });
        }
        self.code.emit(Op::UnlessThere {
            a: most,
            to: outside.pc(),
        });
        self.code.emit(Op::UnlessAtLeast {
            a: item,
            b: least,
            to: again.pc(),
        });
        self.code.emit(Op::UnlessAtLeast {
            a: most,
            b: item,
            to: again.pc(),
        });
        self.code.jump(inside);
        self.code.bind(inside);
        self.code.free(taken);
    }

    /// Whether a property is a list: those never differ from what is printed.
    pub(crate) fn is_list(&self, property: PropertyId) -> bool {
        matches!(self.game.properties[property].ty, Type::List(_))
    }

    /// The elements of the list that is printed on a card, and what they count as.
    pub(crate) fn elements_on(&mut self, property: PropertyId, card: usize) -> Vec<i64> {
        let Some(Literal::List(items)) = self.printed_literal(property, card) else {
            return Vec::new();
        };
        let items = items.iter().filter_map(|item| self.layout.number(item));
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

    /// For each card the list that is printed on it, as bits; only where no list has something twice.
    pub(crate) fn printed_sets(&mut self, property: PropertyId) -> Option<Vec<i64>> {
        let add = |set: i64, item: i64| {
            let bit = u32::try_from(item).ok().filter(|bit| *bit < 63)?;
            (set >> bit & 1 == 0).then_some(set | 1 << bit)
        };
        (0..self.program.cards.len())
            .map(|card| {
                self.elements_on(property, card)
                    .into_iter()
                    .try_fold(0, add)
            })
            .collect()
    }

    /// The list that is printed on a card; an empty one without a card or a list.
    pub(crate) fn list_on(&mut self, property: PropertyId, card: Value) -> Value {
        let cards = self.program.cards.len();
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
        self.code.emit(Op::LookUp {
            to: number,
            list,
            index: card,
        });
        let labels: Vec<Label> = lists.iter().map(|_| self.code.label()).collect();
        self.code.switch(number, 0, &labels);
        self.code.emit(Op::NewList { to });
        self.code.jump(done);
        for (list, label) in lists.into_iter().zip(labels) {
            self.code.bind(label);
            let constant = self.code.constant(list);
            self.code.emit(Op::ListOf { to, constant });
            self.code.jump(done);
        }
        self.code.bind(done);
        self.code.free(taken);
        Value::In(to)
    }

    /// The ends of a range, and the numbers between which it has none: pairs of a register with the last number
    /// before them and one with the first after them. Goes to `otherwise` if there is no range.
    fn ends_of(
        &mut self,
        range: &Expr,
        scope: &Scope,
        otherwise: Label,
    ) -> Option<([Slot; 2], Vec<[Slot; 2]>)> {
        match &range.kind {
            ExprKind::Literal(Literal::Range(pieces)) => {
                let (least, _) = pieces.first()?;
                let (_, most) = pieces.last()?;
                let ends = [*least, *most].map(|end| self.slot(Value::Known(end)));
                let gaps = pieces.windows(2).map(|pair| [pair[0].1, pair[1].0]);
                let gaps: Vec<[i64; 2]> = gaps.collect();
                let gaps = gaps
                    .into_iter()
                    .map(|gap| gap.map(|end| self.slot(Value::Known(end))));
                Some((ends, gaps.collect()))
            }
            ExprKind::Property(property, card) if card.ty == Type::Card => {
                let card = self.value_slot(card, scope);
                let ends = [MIN, MAX].map(|part| {
                    let end = self.part_on(*property, part, Value::In(card));
                    let a = self.slot(end);
                    let to = otherwise.pc();
                    self.code.emit(Op::UnlessThere { a, to });
                    a
                });
                let gaps = self.gaps_on(*property, card);
                Some((ends, gaps))
            }
            _ => None,
        }
    }

    /// The gaps of the printed ranges of a card; nothing where it has fewer.
    fn gaps_on(&mut self, property: PropertyId, card: Slot) -> Vec<[Slot; 2]> {
        let cards = self.program.cards.len();
        let gaps: Vec<Vec<[i64; 2]>> = (0..cards)
            .map(|card| match self.printed_literal(property, card) {
                Some(Literal::Range(pieces)) => pieces
                    .windows(2)
                    .map(|pair| [pair[0].1, pair[1].0])
                    .collect(),
                _ => Vec::new(),
            })
            .collect();
        let most = gaps.iter().map(Vec::len).max().unwrap_or(0);
        let most = match self.given_part(property, IS_GIVEN) {
            Some(_) => most.max(most_gaps(self.game) as usize),
            None => most,
        };
        let mut found = Vec::new();
        for number in 0..most {
            let ends = [0, 1].map(|end| {
                let values = gaps.iter();
                let values = values.map(|gaps| gaps.get(number).map_or(NOTHING, |gap| gap[end]));
                let list = values.collect();
                let list = self.code.constant(list);
                let to = self.code.slot();
                self.code.emit(Op::LookUp {
                    to,
                    list,
                    index: card,
                });
                let part = FIRST_GAP + 2 * number as u32 + end as u32;
                self.replace_by_given(to, property, part, card);
                to
            });
            found.push(ends);
        }
        found
    }

    /// What a token was made with takes the place of what is printed.
    fn replace_by_given(&mut self, to: Slot, property: PropertyId, part: u32, card: Slot) {
        let is_given = self.given_part(property, IS_GIVEN);
        let (Some(first), Some(is_given)) = (self.given_part(property, part), is_given) else {
            return;
        };
        let printed = self.code.label();
        let given = self.mark(is_given, Value::In(card));
        let a = self.slot(given);
        self.code.emit(Op::UnlessThere {
            a,
            to: printed.pc(),
        });
        let own = self.mark(first, Value::In(card));
        self.put(to, own);
        self.code.bind(printed);
    }

    /// Goes on if a number is in a range (or not in it, if not `wanted`).
    pub(crate) fn require_in_range(
        &mut self,
        item: Slot,
        range: &Expr,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        self.code.emit(Op::UnlessThere {
            a: item,
            to: otherwise.pc(),
        });
        let (outside, done) = (self.code.label(), self.code.label());
        match self.ends_of(range, scope, otherwise) {
            Some((ends, gaps)) => self.require_between(item, ends, &gaps, outside),
            None => {
                let list = self.value_slot(range, scope);
                self.code.emit(Op::UnlessThere {
                    a: list,
                    to: otherwise.pc(),
                });
                self.require_in_pieces(item, list, outside);
            }
        }
        self.code.jump(if wanted { done } else { otherwise });
        self.code.bind(outside);
        if wanted {
            self.code.jump(otherwise);
        }
        self.code.bind(done);
    }

    fn require_between(
        &mut self,
        item: Slot,
        [least, most]: [Slot; 2],
        gaps: &[[Slot; 2]],
        outside: Label,
    ) {
        let to = outside.pc();
        self.code.emit(Op::UnlessAtLeast {
            a: item,
            b: least,
            to,
        });
        self.code.emit(Op::UnlessAtLeast {
            a: most,
            b: item,
            to,
        });
        for [before, after] in gaps {
            let next = self.code.label();
            let to = next.pc();
            self.code.emit(Op::UnlessLess {
                a: *before,
                b: item,
                to,
            });
            self.code.emit(Op::UnlessLess {
                a: item,
                b: *after,
                to,
            });
            self.code.jump(outside);
            self.code.bind(next);
        }
    }

    /// Goes through the numbers of a range.
    pub(crate) fn each_in_range(
        &mut self,
        range: &Expr,
        scope: &Scope,
        body: &mut dyn FnMut(&mut Compiler<'g>, &Scope, Value, Label),
    ) {
        let done = self.code.label();
        let Some((ends, gaps)) = self.ends_of(range, scope, done) else {
            return self.not_yet("this range", range.origin);
        };
        let (index, item, limit) = (self.code.slot(), self.code.slot(), self.code.slot());
        self.put(index, Value::In(ends[0]));
        self.code.emit(Op::AddNumber {
            to: limit,
            a: ends[1],
            value: 1,
        });
        let next = self.code.here();
        self.code.emit(Op::EachNumber {
            index,
            limit,
            item,
            done: done.pc(),
        });
        self.require_between(item, ends, &gaps, next);
        body(self, scope, Value::In(item), next);
        self.code.jump(next);
        self.code.bind(done);
    }
}
