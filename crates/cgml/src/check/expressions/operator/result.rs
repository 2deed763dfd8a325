//! Results of operators.

use super::element_of;
use crate::check::Checker;
use crate::check::expressions::expect::leaf;
use crate::check::expressions::scope::wrong;
use crate::model::{CounterId, Expr, ExprKind, KeywordId, Literal, Operation, Type};
use crate::source::Span;
use crate::vocabulary::operators::{self, Arity, Gives, Operator};
use crate::vocabulary::sections::PrintedProperty;

impl Checker<'_> {
    /// The checked operator, with the type it gives.
    pub(super) fn finish(
        &mut self,
        operator: &'static Operator,
        operands: Vec<Expr>,
        span: Span,
    ) -> Expr {
        if operands.iter().any(Expr::is_wrong) {
            return wrong(span);
        }
        if let Some(expr) = named_operand(operator, &operands, span) {
            return expr;
        }
        let ty = self.result(operator, &operands);
        self.operation(operator.name, operands, ty, span)
    }

    /// An operator applied to checked operands.
    pub(in crate::check) fn operation(
        &self,
        name: &str,
        operands: Vec<Expr>,
        ty: Type,
        span: Span,
    ) -> Expr {
        let Some(operator) = operators::find(name) else {
            return wrong(span);
        };
        Expr::new(
            ExprKind::Operator(Box::new(Operation { operator, operands })),
            ty,
            span,
        )
    }

    /// The type that an operator gives for these operands.
    fn result(&self, operator: &Operator, operands: &[Expr]) -> Type {
        let first = || {
            operands
                .first()
                .map_or(Type::Any, |operand| operand.ty.clone())
        };
        let element = || element_of(&first());
        match operator.gives {
            Gives::Bool => Type::Bool,
            Gives::Number => Type::Number,
            Gives::NumberOrNumbers => match first() {
                Type::List(_) | Type::Zone => Type::Number.list(),
                _ => Type::Number,
            },
            Gives::Rank => self
                .property_named(PrintedProperty::Rank.name())
                .map_or(Type::Any, |rank| self.game.properties[rank].ty.clone()),
            Gives::Card => lift_card(&first()),
            Gives::Cards => Type::Card.list(),
            Gives::Player => crate::check::expressions::path::lift(&first(), Type::Player),
            Gives::Players => Type::Player.list(),
            Gives::Element => element(),
            Gives::Elements if operator.arity == Arity::Repeat => operands
                .iter()
                .map(|operand| element_of(&operand.ty))
                .reduce(|one, other| self.join(&one, &other))
                .unwrap_or(Type::Any)
                .list(),
            Gives::Elements => element().list(),
            Gives::ElementLists => element().list().list(),
            Gives::InnerElements => element_of(&element()).list(),
            Gives::Keys => operands
                .get(1)
                .map_or(Type::Any, |key| key.ty.clone())
                .list(),
            // Among words a number stands for its digits: 10 and "10" are the same rank.
            Gives::Operands if are_words(operands) => Type::Text.list(),
            Gives::Operands => operands
                .iter()
                .map(|operand| operand.ty.clone())
                .reduce(|one, other| self.join(&one, &other))
                .unwrap_or(Type::Any)
                .list(),
            Gives::Branch => match operands {
                [_, then, otherwise] => self.join(&then.ty, &otherwise.ty),
                _ => Type::Any,
            },
            Gives::CardsOrBool => match (operands.len(), leaf(&first())) {
                (2, _) => Type::Bool,
                (_, Type::Zone | Type::Card) => Type::Card.list(),
                (_, Type::Any) => Type::Any,
                (_, _) => Type::Bool,
            },
            Gives::Numbers => Type::Number.list(),
        }
    }
}

/// True if operands are words and numbers, and nothing else.
fn are_words(operands: &[Expr]) -> bool {
    let is_word = |ty: &Type| matches!(ty, Type::Text | Type::Symbol(_));
    let mut types = operands.iter().map(|operand| &operand.ty);
    types.clone().any(|ty| *ty == Type::Number)
        && types.clone().any(is_word)
        && types.all(|ty| *ty == Type::Number || is_word(ty))
}

/// `counters(card, spell)` and `has_keyword(card, blocker)` name something.
fn named_operand(operator: &Operator, operands: &[Expr], span: Span) -> Option<Expr> {
    let [card, name] = operands else { return None };
    let card = Box::new(card.clone());
    let (kind, ty) = match operator.name {
        "counters" => (
            ExprKind::Counters(CounterId(position(name)?), card),
            Type::Number,
        ),
        "has_keyword" => (
            ExprKind::HasKeyword(KeywordId(position(name)?), card),
            Type::Bool,
        ),
        _ => return None,
    };
    Some(Expr::new(kind, ty, span))
}

/// The position that a checked name operand holds.
pub(super) fn position(name: &Expr) -> Option<u32> {
    match name.kind {
        ExprKind::Literal(Literal::Number(position)) => u32::try_from(position).ok(),
        _ => None,
    }
}

fn lift_card(ty: &Type) -> Type {
    match ty {
        Type::List(inner) if matches!(**inner, Type::Zone) => Type::Card.list(),
        Type::List(inner) => (**inner).clone(),
        _ => Type::Card,
    }
}
