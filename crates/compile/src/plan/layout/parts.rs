//! Columns of printed values that are more than one: ranges, records and lists.
//!
//! A record has a column for each part, a range one for each end. The numbers between the pieces of a range are
//! kept in constants, and so are lists.

use cgml::model::{CardDefId, ExprKind, Game, Literal, PropertyId, Type};
use cgml::vocabulary::sections::RangeEnd;
use engine::ids::{Column, NOTHING};
use engine::program::{ColumnInfo, ValueKind};

use crate::compiler::Compiler;
use crate::plan::layout::sort;

/// The part of a range that is its least number.
pub(crate) const MIN: u32 = 0;

/// The part of a range that is its largest number.
pub(crate) const MAX: u32 = 1;

/// The first of the ends of the gaps of a range that a token was made with.
pub(crate) const FIRST_GAP: u32 = 2;

/// True if a token was made with a value of its own.
pub(crate) const IS_GIVEN: u32 = u32::MAX;

/// The number of gaps that the ranges of a game have at most.
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

/// The name of a part of a record or a range, and the kind of its values; nothing for what is no named part.
pub(crate) fn part_of(ty: &Type, part: u32) -> Option<(&str, ValueKind)> {
    match ty {
        Type::Record(parts) => {
            let (name, ty) = parts.get(part as usize)?;
            Some((name, sort(ty)))
        }
        Type::Range if part == MIN => Some((RangeEnd::Min.name(), ValueKind::Number)),
        Type::Range if part == MAX => Some((RangeEnd::Max.name(), ValueKind::Number)),
        Type::Any
        | Type::Nothing
        | Type::Bool
        | Type::Number
        | Type::Text
        | Type::Symbol(_)
        | Type::Card
        | Type::Zone
        | Type::Player
        | Type::Team
        | Type::Phase
        | Type::State
        | Type::Kind
        | Type::CardName
        | Type::Range
        | Type::Pool
        | Type::List(_) => None,
    }
}

impl<'g> Compiler<'g> {
    /// The column of a part of a property.
    pub(crate) fn part_column(&mut self, property: PropertyId, part: u32) -> Column {
        if let Some(known) = self.plan.part_columns.get(&(property.0, part)) {
            return *known;
        }
        let game = self.game;
        let info = &game.properties[property];
        let (name, of) = part_of(&info.ty, part).unwrap_or(("", ValueKind::Any));
        let cards = self.plan.program.cards.len();
        let values = (0..cards)
            .map(|card| {
                let value = match self.printed_literal(property, card) {
                    Some(Literal::Record(parts)) => {
                        let found = parts.get(part as usize);
                        found.and_then(|literal| self.plan.layout.number(literal))
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
        self.plan.program.columns.push(ColumnInfo {
            name: format!("{}.{name}", info.name),
            sort: of,
            values,
        });
        let column = Column(self.plan.program.columns.len() as u16 - 1);
        self.plan.part_columns.insert((property.0, part), column);
        column
    }

    /// True if a property is a list, a range or a record.
    pub(crate) fn is_several(&self, property: PropertyId) -> bool {
        let ty = &self.game.properties[property].ty;
        matches!(ty, Type::List(_) | Type::Range | Type::Record(_))
    }

    /// A printed value of a card.
    pub(crate) fn printed_literal(&self, property: PropertyId, card: usize) -> Option<&'g Literal> {
        let game = self.game;
        let kind = self.plan.program.cards[card].kind;
        let printed = &game.cards[CardDefId(u32::from(kind))].properties;
        let found = printed.iter().find(|(id, _)| *id == property);
        found.map(|(_, literal)| literal)
    }

    /// True if a property is a list: those never differ from what is printed.
    pub(crate) fn is_list(&self, property: PropertyId) -> bool {
        matches!(self.game.properties[property].ty, Type::List(_))
    }

    /// For each card the list that is printed on it, as bits; only where no list has something twice.
    pub(crate) fn printed_sets(&mut self, property: PropertyId) -> Option<Vec<i64>> {
        let add = |set: i64, item: i64| {
            let bit = u32::try_from(item).ok().filter(|bit| *bit < 63)?;
            (set >> bit & 1 == 0).then_some(set | 1 << bit)
        };
        (0..self.plan.program.cards.len())
            .map(|card| {
                self.elements_on(property, card)
                    .into_iter()
                    .try_fold(0, add)
            })
            .collect()
    }
}
