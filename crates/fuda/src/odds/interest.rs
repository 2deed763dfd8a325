//! Interests of expressions about hands. Cards that are the same to one need not be told apart.

use std::mem::discriminant;

use cgml::model::{CardDefId, Expr, ExprKind, Game, KindId, Literal, PropertyId};
use cgml::vocabulary::fields::FieldKind;

/// Interest of an expression in cards.
#[derive(Debug, Default)]
pub(super) struct Interest {
    names: Vec<CardDefId>,
    properties: Vec<PropertyId>,
    /// True if a property has a value.
    tests: Vec<(PropertyId, Literal)>,
    kind: bool,
    tags: bool,
}

/// Look of a card to an expression: equal for cards that make no difference to it.
#[derive(Debug, PartialEq)]
pub(super) struct Looks<'g> {
    name: Option<CardDefId>,
    properties: Vec<Printed<'g>>,
    kind: Option<KindId>,
    tags: &'g [String],
}

/// Look of a property to an expression.
#[derive(Debug, PartialEq)]
enum Printed<'g> {
    /// Not printed: the kind of the card decides.
    Nowhere,
    Value(&'g Literal),
    Passes(bool),
}

/// Operators that do nothing with cards but count them, go through them or compare what was asked of them.
const HARMLESS: &[&str] = &[
    "abs",
    "add",
    "all",
    "and",
    "any",
    "clamp",
    "contains",
    "count",
    "div",
    "filter",
    "if",
    "in",
    "isEqual",
    "isGreaterThan",
    "isLessThan",
    "len",
    "list",
    "map",
    "max",
    "min",
    "mod",
    "mul",
    "not",
    "or",
    "sub",
    "sum",
];

impl Interest {
    /// Interest of an expression; nothing if it may ask for anything.
    pub(super) fn of(expr: &Expr) -> Option<Self> {
        let mut interest = Self::default();
        interest.takes_in(expr).then_some(interest)
    }

    fn takes_in(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Literal(_)
            | ExprKind::Parameter(_)
            | ExprKind::Kind(_)
            | ExprKind::CardName(_)
            | ExprKind::Zone(_, None)
            | ExprKind::Variable(_, None) => true,
            ExprKind::Zone(_, Some(whose)) => matches!(whose.kind, ExprKind::Who(_)),
            ExprKind::Property(property, of) if is_local(of) => {
                self.properties.push(*property);
                true
            }
            ExprKind::Field(FieldKind::Kind | FieldKind::Kinds, of) if is_local(of) => {
                self.kind = true;
                true
            }
            ExprKind::Field(FieldKind::Tags, of) if is_local(of) => {
                self.tags = true;
                true
            }
            ExprKind::Each(_, body) => self.takes_in(body),
            ExprKind::Operator(operation) => {
                let operands = operation.operands.as_slice();
                match (operation.operator.name, operands) {
                    ("isEqual", [one, other]) if is_name(one) => self.takes_name(other),
                    ("isEqual", [one, other]) if is_name(other) => self.takes_name(one),
                    ("isEqual", [one, other]) if self.takes_test(one, other) => true,
                    ("isEqual", [one, other]) if self.takes_test(other, one) => true,
                    // Equality of zones depends on the cards that lie in them.
                    ("isEqual", [one, other]) if is_zone(one) || is_zone(other) => false,
                    (name, _) if HARMLESS.contains(&name) => {
                        operands.iter().all(|operand| self.takes_in(operand))
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn takes_name(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::CardName(name) => {
                self.names.push(*name);
                true
            }
            _ => false,
        }
    }

    fn takes_test(&mut self, property: &Expr, value: &Expr) -> bool {
        let (ExprKind::Property(id, of), ExprKind::Literal(value)) = (&property.kind, &value.kind)
        else {
            return false;
        };
        let takes = is_local(of);
        if takes {
            self.tests.push((*id, value.clone()));
        }
        takes
    }

    /// Look of a card to the expression.
    pub(super) fn in_card<'g>(&self, game: &'g Game, card: CardDefId) -> Looks<'g> {
        let def = &game.cards[card];
        let printed = |property: PropertyId| {
            let mut properties = def.properties.iter();
            let found = properties.find(|(known, _)| *known == property);
            found.map_or(Printed::Nowhere, |(_, value)| Printed::Value(value))
        };
        let counts_as_printed =
            |property: PropertyId| game.properties[property].counts_as.is_empty();
        let tested = |(property, wanted): &(PropertyId, Literal)| match printed(*property) {
            // Values of different sorts may still count as equal.
            Printed::Value(value) if is_one_sort(value, wanted) && counts_as_printed(*property) => {
                Printed::Passes(value == wanted)
            }
            other => other,
        };
        let read = self.properties.iter().map(|property| printed(*property));
        let properties: Vec<Printed<'g>> = read.chain(self.tests.iter().map(tested)).collect();
        let asks_kind = self.kind || properties.contains(&Printed::Nowhere);
        Looks {
            name: self.names.contains(&card).then_some(card),
            properties,
            kind: def.kind.filter(|_| asks_kind),
            tags: if self.tags { &def.tags } else { &[] },
        }
    }
}

fn is_local(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Local(_))
}

fn is_name(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Field(FieldKind::Name, of) if is_local(of))
}

fn is_zone(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Zone(..))
}

fn is_one_sort(one: &Literal, other: &Literal) -> bool {
    match (one, other) {
        (Literal::Symbol(one, _), Literal::Symbol(other, _)) => one == other,
        _ => discriminant(one) == discriminant(other),
    }
}
