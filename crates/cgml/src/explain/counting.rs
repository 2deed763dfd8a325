//! A count: "there are at least 3 cards in your hand".

use super::condition::{Truth, operation_of};
use super::elements::{is_plain, leaf};
use super::people::is_person;
use super::teller::Teller;
use crate::model::{Expr, ExprKind, Literal, Type};
use crate::vocabulary::Language;
use crate::vocabulary::fields::FieldKind;
use crate::vocabulary::operators;
use crate::vocabulary::operators::OperatorKind;
use crate::vocabulary::phrase::How;

/// Comparison of a number of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    None,
    Some,
    Exactly,
    MoreThan,
    FewerThan,
    AtLeast,
    AtMost,
}

impl Teller<'_> {
    /// A comparison of a number of elements with a plain number.
    pub(super) fn counted(
        &self,
        operator: &str,
        one: &Expr,
        other: &Expr,
        truth: Truth,
    ) -> Option<String> {
        let together = counted_together(one);
        let one = together.as_ref().unwrap_or(one);
        let list = counted_list(one).filter(|_| is_plain(other))?;
        let number = match other.kind {
            ExprKind::Literal(Literal::Number(number)) => Some(number),
            _ => None,
        };
        let comparison = match (operator, truth, number) {
            ("isGreaterThan", Truth::Holds, Some(0))
            | ("isLessThan", Truth::Fails, Some(1))
            | ("isEqual", Truth::Fails, Some(0)) => Comparison::Some,
            ("isGreaterThan", Truth::Fails, Some(0))
            | ("isLessThan", Truth::Holds, Some(1))
            | ("isEqual", Truth::Holds, Some(0)) => Comparison::None,
            ("isGreaterThan", Truth::Holds, _) => Comparison::MoreThan,
            ("isGreaterThan", Truth::Fails, _) => Comparison::AtMost,
            ("isLessThan", Truth::Holds, _) => Comparison::FewerThan,
            ("isLessThan", Truth::Fails, _) => Comparison::AtLeast,
            ("isEqual", Truth::Holds, _) => Comparison::Exactly,
            (_, _, _) => return None,
        };
        Some(self.there_are(comparison, list, other))
    }

    /// That there is something, or nothing, in a zone or list; `None` if it is neither.
    pub(super) fn existence(&self, path: &Expr, truth: Truth) -> Option<String> {
        if !matches!(path.ty, Type::Zone | Type::List(_)) {
            return None;
        }
        let comparison = match truth {
            Truth::Holds => Comparison::Some,
            Truth::Fails => Comparison::None,
        };
        Some(self.there_are(comparison, path, path))
    }

    fn there_are(&self, comparison: Comparison, list: &Expr, number: &Expr) -> String {
        let teller = self.not_leading();
        match self.language {
            Language::English => teller.there_are_in_english(comparison, list, number),
            Language::Japanese => teller.there_are_in_japanese(comparison, list, number),
        }
    }

    fn there_are_in_english(&self, comparison: Comparison, list: &Expr, number: &Expr) -> String {
        let degree = match comparison {
            Comparison::None => return format!("there is {}", self.of(How::No, list)),
            Comparison::Some => {
                let some = self.elements_as(How::Some, list, None, None);
                return format!("there is {some}");
            }
            Comparison::Exactly => "exactly",
            Comparison::MoreThan => "more than",
            Comparison::FewerThan => "fewer than",
            Comparison::AtLeast => "at least",
            Comparison::AtMost => "at most",
        };
        let verb = self.agreeing(number, "is", "are");
        let elements = self.elements_as(How::Some, list, Some(number), None);
        format!("there {verb} {degree} {elements}")
    }

    fn there_are_in_japanese(&self, comparison: Comparison, list: &Expr, number: &Expr) -> String {
        let elements = self.of(How::There, list);
        let many = || self.of(How::Many, list);
        let (is, is_not) = match is_person(&list.ty) {
            true => ("いる", "いない"),
            false => ("ある", "ない"),
        };
        let number = || format!("{}{}", self.value(number), self.unit_of(list));
        match comparison {
            Comparison::None => format!("{elements}が{is_not}"),
            Comparison::Some => format!("{elements}が{is}"),
            Comparison::Exactly => format!("{elements}がちょうど{}{is}", number()),
            Comparison::MoreThan => format!("{elements}が{}より多く{is}", number()),
            Comparison::FewerThan => format!("{}が{}未満である", many(), number()),
            Comparison::AtLeast => format!("{elements}が{}以上{is}", number()),
            Comparison::AtMost => format!("{}が{}以下である", many(), number()),
        }
    }

    fn of(&self, how: How, list: &Expr) -> String {
        self.elements_as(how, list, None, None)
    }
}

/// The cards of several zones, counted one after the other and added, as one number.
pub(super) fn counted_together(expr: &Expr) -> Option<Expr> {
    let ExprKind::Operator(operation) = &expr.kind else {
        return None;
    };
    if ![OperatorKind::Add, OperatorKind::Sum].contains(&operation.operator.kind) {
        return None;
    }
    let mut zones = Vec::new();
    counted_zones(expr, &mut zones)?;
    let (union, count) = (operators::find("union")?, operators::find("count")?);
    let cards = operation_of(union, zones, Type::Card.list());
    Some(operation_of(count, vec![cards], Type::Number))
}

fn counted_zones(expr: &Expr, zones: &mut Vec<Expr>) -> Option<()> {
    if let Some(list) = counted_list(expr) {
        zones.push(list.clone());
        return (*leaf(&list.ty) == Type::Zone).then_some(());
    }
    let ExprKind::Operator(operation) = &expr.kind else {
        return None;
    };
    match operation.operator.kind {
        OperatorKind::Add | OperatorKind::Sum => operation
            .operands
            .iter()
            .try_for_each(|operand| counted_zones(operand, zones)),
        _ => None,
    }
}

/// The list whose elements an expression counts.
fn counted_list(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Operator(operation) if operation.operator.kind == OperatorKind::Count => {
            operation.operands.first()
        }
        ExprKind::Field(FieldKind::Count | FieldKind::CardCount, zone) if zone.ty == Type::Zone => {
            Some(zone)
        }
        _ => None,
    }
}
