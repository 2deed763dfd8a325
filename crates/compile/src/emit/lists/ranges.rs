//! Ranges that are printed on cards: tests and iteration.

use cgml::model::{Expr, ExprKind, Literal, PropertyId, Type};
use engine::ids::{NOTHING, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::layout::parts::{FIRST_GAP, IS_GIVEN, MAX, MIN, most_gaps};

impl<'g> Compiler<'g> {
    /// The ends of the pieces of a range of a card; nothing if it has none.
    pub(crate) fn list_range(&mut self, to: Slot, property: PropertyId, card: Slot) {
        let (none, done) = (self.code.label(), self.code.label());
        let least = self.part_on(property, MIN, Value::In(card));
        let a = self.slot(least);
        self.code.unless_there(a, none);
        self.code.new_list(to);
        self.code.push(to, a);
        for gap in self.gaps_on(property, card) {
            let next = self.code.label();
            let a = gap[0];
            self.code.unless_there(a, next);
            for value in gap {
                self.code.push(to, value);
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
    pub(crate) fn numbers_of(&mut self, literal: &Literal) -> Option<Vec<i64>> {
        match literal {
            Literal::Record(parts) => {
                let parts = parts.iter();
                let numbers = parts.map(|part| self.plan.layout.number(part).unwrap_or(NOTHING));
                Some(numbers.collect())
            }
            Literal::Range(pieces) => Some(pieces.iter().flat_map(|(a, b)| [*a, *b]).collect()),
            Literal::Nothing
            | Literal::Bool(_)
            | Literal::Number(_)
            | Literal::Text(_)
            | Literal::Symbol(..)
            | Literal::List(_) => None,
        }
    }

    /// A number is in one of the pieces of a range that is one value.
    fn require_in_pieces(&mut self, item: Slot, list: Slot, outside: Label) {
        let taken = self.code.taken();
        let index = self.slot(Value::Known(0));
        let (least, most) = (self.code.slot(), self.code.slot());
        let inside = self.code.label();
        let again = self.code.here();
        for end in [least, most] {
            self.code.item_at(end, list, index);
            self.code.add_number(index, index, 1);
        }
        self.code.unless_there(most, outside);
        self.code.unless_at_least(item, least, again);
        self.code.unless_at_least(most, item, again);
        self.code.jump(inside);
        self.code.bind(inside);
        self.code.free(taken);
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
                    self.code.unless_there(a, to);
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
        let cards = self.plan.program.cards.len();
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
                self.code.look_up(to, list, card);
                let part = FIRST_GAP + 2 * number as u32 + end as u32;
                self.replace_by_given(to, property, part, card);
                to
            });
            found.push(ends);
        }
        found
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
        self.code.unless_there(item, otherwise);
        let (outside, done) = (self.code.label(), self.code.label());
        match self.ends_of(range, scope, otherwise) {
            Some((ends, gaps)) => self.require_between(item, ends, &gaps, outside),
            None => {
                let list = self.value_slot(range, scope);
                self.code.unless_there(list, otherwise);
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
        self.code.unless_at_least(item, least, to);
        self.code.unless_at_least(most, item, to);
        for [before, after] in gaps {
            let next = self.code.label();
            let to = next.pc();
            self.code.unless_less(*before, item, to);
            self.code.unless_less(item, *after, to);
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
        self.code.add_number(limit, ends[1], 1);
        let next = self.code.here();
        self.code.each_number(index, limit, item, done);
        self.require_between(item, ends, &gaps, next);
        body(self, scope, Value::In(item), next);
        self.code.jump(next);
        self.code.bind(done);
    }
}
