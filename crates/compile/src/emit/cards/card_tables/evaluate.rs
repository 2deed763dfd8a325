//! Evaluates expressions over the printed values of cards at compile time.

use cgml::model::{Definition, DefinitionBody, Expr, ExprKind, Literal, Operation, Type};
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::operators::OperatorKind;
use cgml::vocabulary::sections::PrintedProperty;
use engine::ids::{Column, FAILED, NOTHING, is_missing};

use crate::compiler::Compiler;
use crate::emit::cards::card_tables::Names;
use crate::emit::scope::Value;

/// The depth of calls in an evaluation.
const MOST_DEPTH: u8 = 16;

impl Compiler<'_> {
    /// The value of an expression, as the ops would work it out.
    pub(crate) fn fact(&mut self, expr: &Expr, names: &Names) -> Option<i64> {
        match &expr.kind {
            ExprKind::Literal(literal) => self.plan.layout.number(literal),
            ExprKind::Parameter(id) => {
                let literal = self.plan.setting.parameter(*id).clone();
                self.plan.layout.number(&literal)
            }
            ExprKind::Local(id) => names.locals.get(id.0 as usize).copied().flatten(),
            ExprKind::This => names.this,
            ExprKind::Phase(id) => Some(i64::from(id.0)),
            ExprKind::State(id) => Some(i64::from(id.0)),
            ExprKind::Team(id) => Some(i64::from(id.0)),
            ExprKind::Kind(id) => Some(i64::from(id.0)),
            ExprKind::CardName(id) => Some(i64::from(id.0)),
            ExprKind::Zone(zone, None) if expr.ty == Type::Zone => {
                Some(i64::from(self.plan.layout.pile(*zone).0))
            }
            ExprKind::Property(property, card) if !self.is_changed(*property) => {
                let column = self.plan.layout.column(*property);
                self.printed_on(column, card, names)
            }
            ExprKind::Field(FieldKind::Name, card) if card.ty == Type::Card => {
                self.printed_on(self.plan.layout.kinds, card, names)
            }
            ExprKind::Field(FieldKind::Kind, card) if card.ty == Type::Card => {
                self.printed_on(self.plan.layout.card_kinds, card, names)
            }
            ExprKind::Operator(operation) => self.fact_of_operator(expr, operation, names),
            ExprKind::Function(id, arguments) => {
                let game = self.game;
                let (body, inner) = self.entered(&game.definitions[*id], arguments, names)?;
                self.fact(body, &inner)
            }
            _ => None,
        }
    }

    /// The printed value of a card; nothing and failures stay as they are.
    fn printed_on(&mut self, column: Column, card: &Expr, names: &Names) -> Option<i64> {
        if card.ty != Type::Card {
            return None;
        }
        let card = self.fact(card, names)?;
        if is_missing(card) {
            return Some(card);
        }
        let values = &self.plan.program.columns[column.index()].values;
        values.get(usize::try_from(card).ok()?).copied()
    }

    /// The body of a function, and what its names stand for.
    fn entered<'d>(
        &mut self,
        definition: &'d Definition,
        arguments: &[Expr],
        names: &Names,
    ) -> Option<(&'d Expr, Names)> {
        let DefinitionBody::Function(body, block) = &definition.body else {
            return None;
        };
        if names.depth >= MOST_DEPTH {
            return None;
        }
        let mut locals = Vec::new();
        for (number, (_, ty, default)) in definition.params.iter().enumerate() {
            locals.push(match arguments.get(number).or(default.as_ref()) {
                Some(given) => Some(self.fact_as(given, ty, names)?),
                None => Some(NOTHING),
            });
        }
        locals.resize(block.locals.len().max(locals.len()), None);
        let inner = Names {
            locals,
            this: names.this,
            depth: names.depth + 1,
        };
        Some((body, inner))
    }

    fn fact_as(&mut self, expr: &Expr, ty: &Type, names: &Names) -> Option<i64> {
        if matches!(ty, Type::List(_)) || matches!(expr.ty, Type::List(_)) {
            return None;
        }
        let value = self.fact(expr, names)?;
        self.fact_word(value, &expr.ty, ty)
    }

    /// A value as one of another type.
    fn fact_word(&mut self, value: i64, from: &Type, to: &Type) -> Option<i64> {
        if is_missing(value) || !self.must_convert(from, to) {
            return Some(value);
        }
        match (from, to) {
            (Type::Symbol(set), Type::Symbol(_) | Type::Number) => {
                let words = self.game.symbol_sets[*set].values.len() as i64;
                match self.converted(Value::Known(value), from, to) {
                    Value::Known(word) if (0..words).contains(&value) => Some(word),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn fact_of_operator(
        &mut self,
        expr: &Expr,
        operation: &Operation,
        names: &Names,
    ) -> Option<i64> {
        let operands = operation.operands.as_slice();
        match (operation.operator.kind, operands) {
            (OperatorKind::Add | OperatorKind::Sub | OperatorKind::Mul, [a, b]) => {
                let operator = operation.operator.kind;
                self.fact_of_numbers([a, b], names, |a, b| operator.of_numbers(&[a, b]))
            }
            (OperatorKind::Sum, _) => {
                let mut sum = 0;
                for number in self.facts_of(operands, names)? {
                    sum = both(sum, number, i64::checked_add);
                }
                Some(sum)
            }
            (OperatorKind::Max, _) => {
                let numbers = self.facts_of(operands, names)?;
                Some(extreme(numbers, i64::max))
            }
            (OperatorKind::Min, _) => {
                let numbers = self.facts_of(operands, names)?;
                Some(extreme(numbers, i64::min))
            }
            (OperatorKind::RankValue, [of]) => self.fact_of_rank(of, names),
            (OperatorKind::Rank, [card]) => match self.game.printed_property(PrintedProperty::Rank)
            {
                Some(property) if self.is_changed(property) => None,
                Some(property) => self.printed_on(self.plan.layout.column(property), card, names),
                None => Some(NOTHING),
            },
            (OperatorKind::If, [test, yes, no]) if !matches!(expr.ty, Type::List(_)) => {
                let branch = match self.truth_of(test, names)? {
                    1 => yes,
                    _ => no,
                };
                self.fact_as(branch, &expr.ty, names)
            }
            (
                OperatorKind::And
                | OperatorKind::Or
                | OperatorKind::Not
                | OperatorKind::Exists
                | OperatorKind::In
                | OperatorKind::Contains
                | OperatorKind::IsEqual
                | OperatorKind::IsLessThan
                | OperatorKind::IsGreaterThan,
                _,
            ) => self.truth_of(expr, names),
            _ => None,
        }
    }

    fn fact_of_numbers(
        &mut self,
        [a, b]: [&Expr; 2],
        names: &Names,
        work_out: impl Fn(i64, i64) -> Option<i64>,
    ) -> Option<i64> {
        let (a, b) = (self.fact(a, names)?, self.fact(b, names)?);
        Some(both(a, b, work_out))
    }

    /// Numbers, and the elements of lists that are written out.
    fn facts_of(&mut self, operands: &[Expr], names: &Names) -> Option<Vec<i64>> {
        let mut numbers = Vec::new();
        for operand in operands {
            match &operand.kind {
                _ if !matches!(operand.ty, Type::List(_) | Type::Zone) => {
                    numbers.push(self.fact(operand, names)?);
                }
                _ => numbers.extend(self.facts_of_list(operand, names)?),
            }
        }
        Some(numbers)
    }

    /// The elements of a list that is written out.
    fn facts_of_list(&mut self, list: &Expr, names: &Names) -> Option<Vec<i64>> {
        let element = list.ty.element()?;
        match &list.kind {
            ExprKind::Literal(Literal::List(items)) => {
                let numbers = items.iter().map(|item| self.plan.layout.number(item));
                Some(numbers.map(|item| item.unwrap_or(NOTHING)).collect())
            }
            ExprKind::Operator(operation)
                if operation.operator.kind == OperatorKind::List
                    && !matches!(element, Type::List(_)) =>
            {
                let items = operation.operands.iter();
                items
                    .map(|item| self.fact_as(item, element, names))
                    .collect()
            }
            ExprKind::Field(field @ (FieldKind::Kinds | FieldKind::Tags), card)
                if card.ty == Type::Card =>
            {
                Some(match self.fact(card, names)? {
                    NOTHING => Vec::new(),
                    FAILED => vec![FAILED],
                    card => self.symbols_of_card(*field, usize::try_from(card).ok()?),
                })
            }
            ExprKind::Property(property, card)
                if card.ty == Type::Card && self.is_list(*property) =>
            {
                let card = self.fact(card, names)?;
                Some(match usize::try_from(card) {
                    Ok(card) if !is_missing(card as i64) => self.elements_on(*property, card),
                    _ => Vec::new(),
                })
            }
            ExprKind::Operator(operation) if operation.operator.kind == OperatorKind::Intersect => {
                let [a, b] = operation.operands.as_slice() else {
                    return None;
                };
                let is_alike = a.ty == b.ty && !a.ty.element().is_some_and(is_list);
                let (a, b) = (self.facts_of_list(a, names)?, self.facts_of_list(b, names)?);
                let common = a.into_iter().filter(|item| b.contains(item));
                is_alike.then(|| common.collect())
            }
            _ => None,
        }
    }

    fn fact_of_rank(&mut self, of: &Expr, names: &Names) -> Option<i64> {
        if let Some(card) = self.card_of_rank(of) {
            let printed = self.printed_on(self.plan.layout.ranks, card, names)?;
            return Some(if is_missing(printed) { FAILED } else { printed });
        }
        if !matches!(of.ty, Type::Symbol(_) | Type::Number) {
            return None;
        }
        let word = self.fact(of, names)?;
        let ranks = self.ranks_of(&of.ty);
        let rank = usize::try_from(word).ok().and_then(|word| ranks.get(word));
        Some(rank.copied().unwrap_or(FAILED))
    }

    /// True if a condition holds: 1, 0, or failed if neither is certain.
    pub(crate) fn truth_of(&mut self, expr: &Expr, names: &Names) -> Option<i64> {
        let ExprKind::Operator(operation) = &expr.kind else {
            if let ExprKind::Function(id, arguments) = &expr.kind {
                let game = self.game;
                let (body, inner) = self.entered(&game.definitions[*id], arguments, names)?;
                return self.truth_of(body, &inner);
            }
            return Some(truth_or_failed(self.fact(expr, names)?));
        };
        let operands = operation.operands.as_slice();
        match (operation.operator.kind, operands) {
            (OperatorKind::Not, [inner]) => Some(match self.truth_of(inner, names)? {
                FAILED => FAILED,
                truth => 1 - truth,
            }),
            (OperatorKind::And, _) => self.joined_truth(operands, 0, names),
            (OperatorKind::Or, _) => self.joined_truth(operands, 1, names),
            (OperatorKind::IsEqual, [a, b]) => {
                let (left, right) = self.facts_alike(a, b, names)?;
                Some(if left == FAILED || right == FAILED {
                    FAILED
                } else {
                    i64::from(left == right)
                })
            }
            (OperatorKind::IsLessThan, [a, b]) | (OperatorKind::IsGreaterThan, [b, a]) => {
                self.fact_of_numbers([a, b], names, |a, b| Some(i64::from(a < b)))
            }
            (OperatorKind::Exists, [inner]) if !matches!(inner.ty, Type::List(_) | Type::Zone) => {
                let value = self.fact(inner, names)?;
                Some(i64::from(!is_missing(value)))
            }
            (OperatorKind::In, [item, list]) | (OperatorKind::Contains, [list, item]) => {
                let element = list.ty.element()?.clone();
                let item = self.fact_as(item, &element, names)?;
                let elements = self.facts_of_list(list, names)?;
                Some(if elements.is_empty() {
                    0
                } else if item == FAILED || elements.contains(&FAILED) {
                    FAILED
                } else {
                    i64::from(elements.contains(&item))
                })
            }
            (OperatorKind::If, [test, yes, no]) => match self.truth_of(test, names)? {
                1 => self.truth_of(yes, names),
                _ => self.truth_of(no, names),
            },
            (OperatorKind::Exists, [list]) => {
                let elements = self.facts_of_list(list, names)?;
                (!elements.contains(&FAILED)).then_some(i64::from(!elements.is_empty()))
            }
            // A fact about the elements of a list is no fact about one card.
            (OperatorKind::Any | OperatorKind::All | OperatorKind::Exists, _) => None,
            _ => Some(truth_or_failed(self.fact(expr, names)?)),
        }
    }

    /// The truth of several conditions together, of which one that is `decisive` decides.
    fn joined_truth(&mut self, operands: &[Expr], decisive: i64, names: &Names) -> Option<i64> {
        let mut joined = 1 - decisive;
        for operand in operands {
            match self.truth_of(operand, names)? {
                truth if truth == decisive => return Some(decisive),
                FAILED => joined = FAILED,
                _ => {}
            }
        }
        Some(joined)
    }

    /// Two values that can be compared.
    fn facts_alike(&mut self, a: &Expr, b: &Expr, names: &Names) -> Option<(i64, i64)> {
        if matches!(a.ty, Type::List(_)) || matches!(b.ty, Type::List(_)) {
            return None;
        }
        let (left, right) = (self.fact(a, names)?, self.fact(b, names)?);
        match (&a.ty, &b.ty) {
            (Type::Symbol(_), Type::Text | Type::Number) => {
                Some((self.fact_word(left, &a.ty, &b.ty)?, right))
            }
            _ => Some((left, self.fact_word(right, &b.ty, &a.ty)?)),
        }
    }
}

fn is_list(ty: &Type) -> bool {
    matches!(ty, Type::List(_))
}

fn truth_or_failed(value: i64) -> i64 {
    if matches!(value, 0 | 1) {
        value
    } else {
        FAILED
    }
}

/// The result of an op on two numbers.
fn both(a: i64, b: i64, work_out: impl Fn(i64, i64) -> Option<i64>) -> i64 {
    if is_missing(a) || is_missing(b) {
        return FAILED;
    }
    let result = work_out(a, b).filter(|result| !is_missing(*result));
    result.unwrap_or(FAILED)
}

/// The largest or smallest number; of none, a failure.
fn extreme(numbers: Vec<i64>, choose: impl Fn(i64, i64) -> i64) -> i64 {
    if numbers.iter().any(|number| is_missing(*number)) {
        return FAILED;
    }
    numbers.into_iter().reduce(choose).unwrap_or(FAILED)
}
