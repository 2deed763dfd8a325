//! Operators with their operands, in the words of the vocabulary.

use super::fill::Slots;
use super::page::Passage;
use super::teller::Teller;
use crate::model::{Expr, ExprKind, Operation};
use crate::vocabulary::Words;
use crate::vocabulary::operators::{Gives, Operator, OperatorKind};
use crate::vocabulary::phrase::{How, Slot};
use crate::vocabulary::want::Want;

impl Teller<'_> {
    /// An operator as a noun phrase.
    pub(super) fn operation(&self, operation: &Operation) -> String {
        self.operator_phrase(operation.operator.says, operation)
    }

    /// A phrase of an operator with its operands.
    pub(super) fn operator_phrase(&self, says: Words, operation: &Operation) -> String {
        let slots = Operands {
            teller: self,
            operator: Some(operation.operator),
            operands: &operation.operands,
        };
        self.say(says, &slots).into_line(self.language)
    }

    /// A phrase of no operator with operands.
    pub(super) fn with_operands(&self, says: Words, operands: &[Expr]) -> String {
        let slots = Operands {
            teller: self,
            operator: None,
            operands,
        };
        self.say(says, &slots).into_line(self.language)
    }
}

/// The operands of an operator or of a field as slots.
struct Operands<'a> {
    teller: &'a Teller<'a>,
    operator: Option<&'static Operator>,
    operands: &'a [Expr],
}

impl Slots for Operands<'_> {
    fn fill(&self, slot: &Slot) -> Option<Passage> {
        let text = match slot {
            Slot::Value(name) => self.operand(self.position(name)?),
            Slot::Owned(name, noun) => match self.operator {
                Some(_) => self.teller.owned_by_cards(self.get(name)?, noun),
                None => self.teller.owned(self.get(name)?, noun),
            },
            Slot::Owner(name) => match self.operator {
                Some(_) => self.teller.owned_by_cards(self.get(name)?, ""),
                None => self.teller.owner_in_japanese(self.get(name)?),
            },
            Slot::Agrees(name, one, many) => {
                let value = self.get(name)?;
                self.teller.agreeing(value, one, many).to_owned()
            }
            Slot::Given(name) => self.get(name).map(|_| String::new())?,
            Slot::Joined(between) => self.all(between),
            Slot::Elements(how, names) => self.elements(*how, names)?,
        };
        Some(Passage::text(text))
    }
}

impl Operands<'_> {
    fn position(&self, name: &str) -> Option<usize> {
        let position: usize = name.parse().ok()?;
        (position < self.operands.len()).then_some(position)
    }

    fn get(&self, name: &str) -> Option<&Expr> {
        self.operands.get(self.position(name)?)
    }

    /// The first operand may begin a relative clause; the others mention everything.
    fn operand(&self, position: usize) -> String {
        let operand = &self.operands[position];
        let text = match (position, self.wants(position)) {
            (_, Some(Want::Bool)) => self.teller.not_leading().condition(operand),
            (0, _) => self.teller.value(operand),
            (_, _) => self.teller.not_leading().value(operand),
        };
        match self.needs_brackets(operand) {
            true => self.teller.bracketed(&text),
            false => text,
        }
    }

    fn wants(&self, position: usize) -> Option<Want> {
        self.operator.map(|operator| operator.operand(position))
    }

    fn needs_brackets(&self, operand: &Expr) -> bool {
        let ExprKind::Operator(inner) = &operand.kind else {
            return false;
        };
        let is_sum = |operator: &Operator| operator.kind == OperatorKind::Add;
        let is_branch = inner.operator.gives == Gives::Branch;
        self.operator.is_some_and(|outer| {
            let both = is_arithmetic(outer) && is_arithmetic(inner.operator);
            is_branch || both && !(is_sum(outer) && is_sum(inner.operator))
        })
    }

    fn all(&self, between: &str) -> String {
        let operands: Vec<String> = (0..self.operands.len())
            .map(|position| self.operand(position))
            .collect();
        match between {
            ", " | "、" | "と" => self.teller.joined(&operands, ("and", between)),
            _ => operands.join(between),
        }
    }

    fn elements(&self, how: How, names: &[&str]) -> Option<String> {
        let (list, others) = names.split_first()?;
        let list = self.get(list)?;
        let others: Vec<(Want, &Expr)> = others
            .iter()
            .filter_map(|name| {
                let position = self.position(name)?;
                Some((self.wants(position)?, &self.operands[position]))
            })
            .collect();
        let find = |is: fn(Want) -> bool| {
            let found = others.iter().find(|(want, _)| is(*want));
            found.map(|(_, operand)| *operand)
        };
        let count = find(|want| want == Want::Number);
        let filter = find(|want| want == Want::Predicate);
        let key = find(|want| matches!(want, Want::Key | Want::NumberKey));
        Some(match (how, key) {
            (How::It, _) => self.teller.it(list),
            (How::Key, _) => self.teller.key(list),
            (How::Map, Some(key)) => self.teller.mapped(list, key),
            (_, _) => self.teller.elements_as(how, list, count, filter),
        })
    }
}

/// True if an operator stands between two numbers.
fn is_arithmetic(operator: &Operator) -> bool {
    operator.gives == Gives::Number
        && operator.says.en.starts_with("{0} ")
        && operator.says.en.ends_with(" {1}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::operators;
    use crate::vocabulary::phrase::{parse, slots};

    #[test]
    fn every_operator_says_something_of_its_own_operands() {
        for operator in operators::all() {
            let denies = operator.denies.into_iter();
            for words in denies.chain([operator.says]) {
                for text in [words.en, words.ja] {
                    check(operator, text);
                }
            }
        }
    }

    fn check(operator: &Operator, text: &str) {
        let pieces = parse(text).unwrap_or_else(|| panic!("{}: {text}", operator.name));
        for slot in slots(&pieces) {
            for name in slot.names() {
                let position: Option<usize> = name.parse().ok();
                let exists = position.is_some_and(|it| it < operator.operands.len());
                assert!(exists, "{}: {text}", operator.name);
            }
        }
    }

    #[test]
    fn whatever_is_true_or_false_can_be_denied() {
        let is_handled_elsewhere = |operator: &&Operator| {
            [OperatorKind::And, OperatorKind::Or, OperatorKind::Not].contains(&operator.kind)
                || operator.gives != Gives::Bool
        };
        for operator in operators::all().filter(|it| !is_handled_elsewhere(it)) {
            assert!(operator.denies.is_some(), "{}", operator.name);
        }
    }
}
