//! The piles that the cards of a list come from: lists from disjoint piles have no card in common, so that
//! nobody needs to look for repetitions.

use std::collections::BTreeSet;

use cgml::model::{DefinitionBody, Expr, ExprKind, LocalId, Operation, Type};
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::operators::OperatorKind;

use crate::compiler::Compiler;
use crate::emit::lists::{is_zones, predicate};
use crate::emit::scope::Scope;
use crate::plan::identity::ExprId;
use crate::plan::settings::Setting;

/// The number of loops that a list may be gone through with before it is rather made.
const MOST_LOOPS: usize = 16;

/// The piles that the cards of a list lie in. No card is in the list twice.
struct Source {
    piles: BTreeSet<i64>,
    /// True if there may be nothing in place of cards, perhaps more than once.
    has_gaps: bool,
    /// True if it is known which of the piles of a zone it is.
    is_certain: bool,
}

impl Source {
    fn of(piles: &[i64]) -> Option<Self> {
        let source = Self {
            piles: piles.iter().copied().collect(),
            has_gaps: false,
            is_certain: true,
        };
        (source.piles.len() == piles.len()).then_some(source)
    }

    /// Both one after the other, unless they may have a card in common.
    fn and(mut self, other: Self) -> Option<Self> {
        self.piles.is_disjoint(&other.piles).then(|| {
            self.piles.extend(other.piles);
            self.has_gaps |= other.has_gaps;
            self.is_certain &= other.is_certain;
            self
        })
    }

    /// One or the other.
    fn or(mut self, other: Self) -> Self {
        self.piles.extend(other.piles);
        self.has_gaps |= other.has_gaps;
        self.is_certain &= other.is_certain;
        self
    }

    fn with_gaps(self) -> Self {
        Self {
            has_gaps: true,
            ..self
        }
    }
}

impl Compiler<'_> {
    /// True if no card can be in two of these lists, or twice in one of them.
    pub(crate) fn are_disjoint(&mut self, lists: &[Expr], scope: &Scope) -> bool {
        let source = self.source_of_all(lists, scope);
        source.is_some_and(|source| !source.has_gaps)
    }

    /// As [`Self::are_disjoint`], of lists from piles that are known.
    pub(crate) fn are_disjoint_piles(&mut self, lists: &[Expr], scope: &Scope) -> bool {
        let source = self.source_of_all(lists, scope);
        source.is_some_and(|source| !source.has_gaps && source.is_certain)
    }

    fn source_of_all(&mut self, lists: &[Expr], scope: &Scope) -> Option<Source> {
        let mut all = Source::of(&[])?;
        for list in lists {
            all = all.and(self.source_of(list, scope)?)?;
        }
        Some(all)
    }

    fn source_of(&mut self, list: &Expr, scope: &Scope) -> Option<Source> {
        if list.ty == Type::Zone {
            return match self.known_pile(list, scope) {
                Some(pile) => Source::of(&[i64::from(pile.0)]),
                None => self.source_of_zone(list),
            };
        }
        if is_zones(&list.ty) {
            return Source::of(&self.known_piles(list, scope)?);
        }
        if !matches!(list.ty.element(), Some(Type::Card)) {
            return None;
        }
        match &list.kind {
            ExprKind::Field(FieldKind::Cards, zone) => self.source_of(zone, scope),
            ExprKind::Function(id, arguments) if arguments.is_empty() => {
                let game = self.game;
                let DefinitionBody::Function(body, _) = &game.definitions[*id].body else {
                    return None;
                };
                let mut inner = scope.clone();
                inner.locals.clear();
                self.source_of(body, &inner)
            }
            ExprKind::Operator(operation) => self.source_of_operator(operation, scope),
            _ => None,
        }
    }

    /// One of the piles of a zone, whosever it is.
    fn source_of_zone(&self, zone: &Expr) -> Option<Source> {
        let ExprKind::Zone(id, _) = zone.kind else {
            return None;
        };
        let piles = self.plan.program.piles.iter().enumerate();
        let of_zone = piles.filter(|(_, pile)| u32::from(pile.zone) == id.0);
        let piles: Vec<i64> = of_zone.map(|(number, _)| number as i64).collect();
        Some(Source {
            is_certain: false,
            ..Source::of(&piles)?
        })
    }

    fn source_of_operator(&mut self, operation: &Operation, scope: &Scope) -> Option<Source> {
        let operands = operation.operands.as_slice();
        match (operation.operator.kind, operands) {
            (OperatorKind::Filter, [list, test]) => {
                let mut source = self.source_of(list, scope)?;
                source.has_gaps &= !is_about_existence(test);
                Some(source)
            }
            (
                OperatorKind::Take
                | OperatorKind::Drop
                | OperatorKind::Except
                | OperatorKind::Intersect
                | OperatorKind::SortBy,
                [list, _],
            )
            | (OperatorKind::Reverse, [list]) => self.source_of(list, scope),
            (OperatorKind::Union, _) => self.source_of_all(operands, scope),
            (OperatorKind::If, [test, yes, no]) => {
                match crate::plan::constants::constant(test, &self.plan.setting) {
                    Some(1) => self.source_of(yes, scope),
                    Some(_) => self.source_of(no, scope),
                    None => Some(self.source_of(yes, scope)?.or(self.source_of(no, scope)?)),
                }
            }
            (OperatorKind::List, _) => {
                let mut all = Source::of(&[])?;
                for card in operands {
                    all = all.and(self.source_of_card(card, scope)?)?;
                }
                Some(all)
            }
            (OperatorKind::Map, [list, key]) => {
                let walk = self.walk(list, key, scope)?;
                Some(Source::of(&[walk.pile])?.with_gaps())
            }
            _ => None,
        }
    }

    /// The pile of a card that is at one end of a pile.
    fn source_of_card(&mut self, card: &Expr, scope: &Scope) -> Option<Source> {
        let zone = match &card.kind {
            ExprKind::Operator(operation)
                if matches!(
                    operation.operator.kind,
                    OperatorKind::Top | OperatorKind::Bottom
                ) =>
            {
                operation.operands.first()?
            }
            ExprKind::Field(
                FieldKind::Top | FieldKind::TopCard | FieldKind::Bottom | FieldKind::BottomCard,
                zone,
            ) => zone,
            _ => return None,
        };
        let pile = self.known_pile(zone, scope)?;
        Some(Source::of(&[i64::from(pile.0)])?.with_gaps())
    }

    /// True if lists can be gone through one after the other with few loops.
    pub(crate) fn are_few_loops(&self, lists: &[Expr]) -> bool {
        let loops: Option<usize> = lists.iter().map(|list| self.loops(list)).sum();
        loops.is_some_and(|loops| loops <= MOST_LOOPS)
    }

    /// The number of loops that go through a list, if that is known.
    fn loops(&self, list: &Expr) -> Option<usize> {
        if list.ty == Type::Zone || self.moves.hoisted.contains_key(&ExprId::of(list)) {
            return Some(1);
        }
        match &list.kind {
            ExprKind::Field(FieldKind::Cards, _) => Some(1),
            ExprKind::Function(id, arguments) if arguments.is_empty() => {
                match &self.game.definitions[*id].body {
                    DefinitionBody::Function(body, _) => self.loops(body),
                    DefinitionBody::Effect(_) => None,
                }
            }
            ExprKind::Operator(operation) => {
                let operands = operation.operands.as_slice();
                match (operation.operator.kind, operands) {
                    (OperatorKind::Filter | OperatorKind::Map, [list, _]) => self.loops(list),
                    (OperatorKind::If, [test, yes, no]) => {
                        match crate::plan::constants::constant(test, &self.plan.setting) {
                            Some(1) => self.loops(yes),
                            Some(_) => self.loops(no),
                            None => Some(self.loops(yes)? + self.loops(no)?),
                        }
                    }
                    (OperatorKind::List, _) => Some(operands.len()),
                    (OperatorKind::Union, _) => operands.iter().map(|list| self.loops(list)).sum(),
                    (
                        OperatorKind::Take
                        | OperatorKind::Drop
                        | OperatorKind::Reverse
                        | OperatorKind::SortBy
                        | OperatorKind::Range,
                        _,
                    ) => Some(1),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The walk down a pile that a list is, if its cards are asked to be there.
    pub(crate) fn walk_of_cards(
        &mut self,
        list: &Expr,
        test: &Expr,
        scope: &Scope,
    ) -> Option<Walk> {
        let ExprKind::Operator(operation) = &list.kind else {
            return None;
        };
        let (OperatorKind::Map, [numbers, key]) =
            (operation.operator.kind, operation.operands.as_slice())
        else {
            return None;
        };
        if !is_about_existence(test) {
            return None;
        }
        let walk = self.walk(numbers, key, scope)?;
        Some(Walk {
            ends_with_pile: true,
            ..walk
        })
    }

    /// The walk down a pile that a mapping of numbers to positions in it is.
    pub(crate) fn walk(&mut self, numbers: &Expr, key: &Expr, scope: &Scope) -> Option<Walk> {
        if self.plan.setting.open_chance {
            return None;
        }
        let ExprKind::Operator(operation) = &numbers.kind else {
            return None;
        };
        let (OperatorKind::Range, [first, last]) =
            (operation.operator.kind, operation.operands.as_slice())
        else {
            return None;
        };
        let (local, key) = predicate(key);
        let ExprKind::ElementAt(zone, index) = &key.kind else {
            return None;
        };
        let pile = i64::from(self.known_pile(zone, scope)?.0);
        let first = crate::plan::constants::constant(first, &self.plan.setting)?;
        let last = crate::plan::constants::constant(last, &self.plan.setting)?;
        let (factor, offset) = linear(index, local, &self.plan.setting)?;
        let start = factor.checked_mul(first)?.checked_add(offset)?;
        Some(Walk {
            pile,
            start: u8::try_from(start).ok()?,
            step: u8::try_from(factor).ok().filter(|step| *step > 0)?,
            count: last.checked_sub(first)?.checked_add(1)?.max(0),
            ends_with_pile: false,
        })
    }
}

/// A walk down a pile: every so many cards.
pub(crate) struct Walk {
    pub(crate) pile: i64,
    /// The position of the first card, from the top.
    pub(crate) start: u8,
    pub(crate) step: u8,
    /// Number of cards, or of gaps where the pile is too small.
    pub(crate) count: i64,
    /// True if gaps are left out.
    pub(crate) ends_with_pile: bool,
}

impl Walk {
    /// True if it ends with the pile in any case, since there are only so many cards.
    pub(crate) fn reaches(&self, cards: usize) -> bool {
        let end = i64::from(self.step).saturating_mul(self.count);
        let end = end.saturating_add(i64::from(self.start));
        self.ends_with_pile && usize::try_from(end).is_ok_and(|end| end >= cards)
    }
}

/// The numbers `a` and `b` for which an expression is `a * local + b`.
fn linear(expr: &Expr, local: LocalId, setting: &Setting) -> Option<(i64, i64)> {
    if let Some(number) = crate::plan::constants::constant(expr, setting) {
        return Some((0, number));
    }
    match &expr.kind {
        ExprKind::Local(id) if *id == local => Some((1, 0)),
        ExprKind::Operator(operation) => {
            let [a, b] = operation.operands.as_slice() else {
                return None;
            };
            let (a, b) = (linear(a, local, setting)?, linear(b, local, setting)?);
            match operation.operator.kind {
                OperatorKind::Add => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
                OperatorKind::Sub => Some((a.0.checked_sub(b.0)?, a.1.checked_sub(b.1)?)),
                OperatorKind::Mul if a.0 == 0 => {
                    Some((b.0.checked_mul(a.1)?, b.1.checked_mul(a.1)?))
                }
                OperatorKind::Mul if b.0 == 0 => {
                    Some((a.0.checked_mul(b.1)?, a.1.checked_mul(b.1)?))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// True if a test only asks for the existence of the element.
fn is_about_existence(test: &Expr) -> bool {
    let (local, test) = predicate(test);
    let ExprKind::Operator(operation) = &test.kind else {
        return false;
    };
    let element = operation.operands.first();
    operation.operator.kind == OperatorKind::Exists
        && element.is_some_and(|it| matches!(it.kind, ExprKind::Local(id) if id == local))
}
