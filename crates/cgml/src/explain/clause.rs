//! Clauses about the elements of a list: "whose cost is 3", "that are not tapped".

use super::condition::{Junction, Truth, junction, operation_of, turned};
use super::elements::Amount;
use super::teller::Teller;
use super::value::built_in;
use crate::model::{Expr, ExprKind, LocalId, Operation, Type};
use crate::vocabulary::operators::OperatorKind;
use crate::vocabulary::phrase::How;
use crate::vocabulary::{Language, Words};

impl Teller<'_> {
    /// A filter as a relative clause.
    pub(super) fn clause(&self, filter: &Expr, amount: Amount) -> String {
        let ExprKind::Each(local, body) = &filter.kind else {
            return match self.language {
                Language::English => format!("if {}", self.condition(filter)),
                Language::Japanese => self.condition(filter),
            };
        };
        self.asking(*local)
            .relative(body, *local, amount, Truth::Holds)
    }

    /// An expression about each element, of "it".
    pub(super) fn it(&self, each: &Expr) -> String {
        let ExprKind::Each(local, body) = &each.kind else {
            return self.phrase(each);
        };
        let teller = self.asking(*local);
        let teller = match self.language {
            Language::English => teller,
            Language::Japanese if leads(body, *local) => teller.leading_with(*local),
            Language::Japanese => teller,
        };
        teller.phrase(body)
    }

    /// Key of each element, as a word: "cost".
    pub(super) fn key(&self, each: &Expr) -> String {
        let ExprKind::Each(local, body) = &each.kind else {
            return self.value(each);
        };
        let teller = self.asking(*local);
        match (leads(body, *local), self.language) {
            (true, _) => teller.leading_with(*local).value(body),
            (false, Language::English) => format!("value of {}", teller.value(body)),
            (false, Language::Japanese) => teller.value(body),
        }
    }

    /// Values of all elements: "each player's life".
    pub(super) fn mapped(&self, list: &Expr, each: &Expr) -> String {
        let ExprKind::Each(local, body) = &each.kind else {
            return self.value(each);
        };
        let element = self.elements_as(How::Each, list, None, None);
        self.naming(*local, element).value(body)
    }

    fn relative(&self, body: &Expr, local: LocalId, amount: Amount, truth: Truth) -> String {
        if let ExprKind::Operator(operation) = &body.kind {
            if let Some(Operation { operator, operands }) = turned(operation) {
                let turned = operation_of(operator, operands, Type::Bool);
                return self.relative(&turned, local, amount, truth);
            }
            if let (OperatorKind::Not, [inner]) =
                (operation.operator.kind, operation.operands.as_slice())
            {
                let truth = match truth {
                    Truth::Holds => Truth::Fails,
                    Truth::Fails => Truth::Holds,
                };
                return self.relative(inner, local, amount, truth);
            }
            if let (Some(junction), Truth::Holds) = (junction(operation), truth)
                && operation.operands.iter().all(is_simple)
            {
                return self.relatives(junction, &operation.operands, local, amount);
            }
        }
        self.of_itself(body, local, amount, truth)
            .unwrap_or_else(|| self.of_something(body, local, truth))
    }

    fn relatives(
        &self,
        junction: Junction,
        operands: &[Expr],
        local: LocalId,
        amount: Amount,
    ) -> String {
        let clauses: Vec<String> = operands
            .iter()
            .map(|operand| self.relative(operand, local, amount, Truth::Holds))
            .collect();
        clauses.join(match junction {
            Junction::And => self.pick(" and ", "、かつ"),
            Junction::Or => self.pick(" or ", "、または"),
        })
    }

    /// Clauses whose subject is the element itself.
    fn of_itself(
        &self,
        body: &Expr,
        local: LocalId,
        amount: Amount,
        truth: Truth,
    ) -> Option<String> {
        match &body.kind {
            ExprKind::Attribute(attribute, card) if is(card, local) => {
                let attribute = &self.game.attributes[*attribute];
                let state = self.name(&attribute.text, &attribute.name);
                Some(self.that_is(&state, amount, truth))
            }
            ExprKind::Function(definition, arguments) => {
                let state = self.defined_state(*definition);
                let is_asked = matches!(arguments.as_slice(), [only] if is(only, local));
                is_asked.then(|| self.that_is(&state, amount, truth))
            }
            ExprKind::HasKeyword(keyword, card) if is(card, local) => {
                let name = self.keyword_name(*keyword);
                Some(match (self.language, truth) {
                    (Language::English, Truth::Holds) => format!("with {name}"),
                    (Language::English, Truth::Fails) => format!("without {name}"),
                    (Language::Japanese, Truth::Holds) => format!("{name}を持つ"),
                    (Language::Japanese, Truth::Fails) => format!("{name}を持たない"),
                })
            }
            ExprKind::Operator(operation) => {
                match (operation.operator.kind, operation.operands.as_slice()) {
                    (OperatorKind::IsEqual, [one, other]) if is(one, local) => {
                        Some(self.that_is(&self.value(other), amount, truth))
                    }
                    (OperatorKind::IsEqual, [one, other]) if is(other, local) => {
                        Some(self.that_is(&self.value(one), amount, truth))
                    }
                    (_, _) => None,
                }
            }
            _ => None,
        }
    }

    fn that_is(&self, what: &str, amount: Amount, truth: Truth) -> String {
        let verb = match amount {
            Amount::One => "that is",
            Amount::Many => "that are",
        };
        match (self.language, truth) {
            (Language::English, Truth::Holds) => format!("{verb} {what}"),
            (Language::English, Truth::Fails) => format!("{verb} not {what}"),
            (Language::Japanese, Truth::Holds) => format!("{what}である"),
            (Language::Japanese, Truth::Fails) => format!("{what}ではない"),
        }
    }

    /// Clauses about something of the element.
    fn of_something(&self, body: &Expr, local: LocalId, truth: Truth) -> String {
        if leads(body, local) {
            let clause = self.leading_with(local).clause_of(body, truth);
            return match self.language {
                Language::English => format!("whose {clause}"),
                Language::Japanese => clause,
            };
        }
        let clause = self.clause_of(body, truth);
        match self.language {
            Language::English => format!("for which {clause}"),
            Language::Japanese => clause,
        }
    }
}

/// Test of each element, which is a temporary value.
pub(super) fn each(element: LocalId, asked: &Expr) -> Expr {
    Expr {
        kind: ExprKind::Each(element, Box::new(asked.clone())),
        ty: asked.ty.clone(),
        origin: asked.origin,
    }
}

/// True if a clause begins with something of the element.
fn leads(expr: &Expr, local: LocalId) -> bool {
    match &expr.kind {
        ExprKind::Property(_, of)
        | ExprKind::Attribute(_, of)
        | ExprKind::Part(_, of)
        | ExprKind::Zone(_, Some(of))
        | ExprKind::Variable(_, Some(of))
        | ExprKind::Pool(_, Some(of)) => is(of, local) || leads(of, local),
        ExprKind::Field(field, of) => {
            let field = built_in(field.name(), &of.ty);
            is(of, local) && field.is_some_and(|field| begins_with_owner(field.says))
        }
        ExprKind::Operator(operation) => match operation.operands.as_slice() {
            [one, _] if is_comparison(operation.operator.name) => leads(one, local),
            [of] if operation.operator.kind == OperatorKind::Exists => leads(of, local),
            [of] => begins_with_owner(operation.operator.says) && is(of, local),
            _ => false,
        },
        _ => false,
    }
}

fn is_comparison(operator: &str) -> bool {
    ["isEqual", "isGreaterThan", "isLessThan", "in", "contains"].contains(&operator)
}

/// True if a clause says one thing only.
fn is_simple(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Operator(operation) => junction(operation).is_none(),
        _ => true,
    }
}

fn is(expr: &Expr, local: LocalId) -> bool {
    expr.kind == ExprKind::Local(local)
}

/// True if a phrase begins with the owner of something, who can be left out.
fn begins_with_owner(says: Words) -> bool {
    says.en.starts_with("{0's")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::{fields, operators};

    #[test]
    fn both_languages_begin_with_the_owner_or_neither_does() {
        let tables = [fields::CARD, fields::ZONE, fields::PLAYER, fields::TEAM];
        let fields = tables.into_iter().flatten().map(|field| field.says);
        for says in fields.chain(operators::all().map(|operator| operator.says)) {
            let in_japanese = says.ja.starts_with("{0の}");

            assert!(!begins_with_owner(says) || in_japanese, "{}", says.en);
        }
    }
}
