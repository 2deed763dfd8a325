//! Expressions that can be evaluated before a match: over parameters, and over a card as it is printed.
//!
//! Deck rules are made of these. What needs a table, such as a zone or a player, is reported by the checker.

use std::cell::Cell;

use crate::model::{
    CardDefId, Definition, DefinitionBody, DefinitionId, Expr, ExprKind, FacePart, Game, KeywordId,
    KindId, Literal, LocalId, Operation, PropertyId,
};
use crate::source::Span;
use crate::vocabulary::fields::FieldKind;
use crate::vocabulary::operators::OperatorKind;
use crate::vocabulary::sections::PrintedProperty;

/// The number of expressions that the check of one deck may take: definitions that call each other could ask for
/// billions.
const MOST_STEPS: usize = 1_000_000;

/// Value of an expression before a match.
#[derive(Debug, Clone, PartialEq)]
enum Value {
    Plain(Literal),
    Kind(KindId),
    Name(CardDefId),
    Card(CardDefId),
    List(Vec<Value>),
}

/// The expression has no value: it divides by zero, or counts with nothing.
#[derive(Debug)]
struct Fails;

type Result = std::result::Result<Value, Fails>;

/// Values that are known before a match.
pub(super) struct BeforeMatch<'g> {
    pub(super) game: &'g Game,
    /// The values of all parameters.
    pub(super) parameters: &'g [Literal],
    /// The number of expressions that were evaluated.
    pub(super) steps: Cell<usize>,
}

impl BeforeMatch<'_> {
    /// The number that an expression gives.
    pub(super) fn number(&self, expr: &Expr) -> Option<i64> {
        let value = Question::new(self).value(expr);
        number(value.ok()?).ok()
    }

    /// True if an expression holds for a card.
    pub(super) fn holds(&self, expr: &Expr, local: LocalId, card: CardDefId) -> bool {
        let mut question = Question::new(self);
        question.locals.push((local, Value::Card(card)));
        question.value(expr).is_ok_and(|value| is_true(&value))
    }
}

/// Text of a part of a card's face, as far as it follows from printed values; the card is the first temporary
/// value of the expression.
pub fn face_part(
    game: &Game,
    parameters: &[Literal],
    expr: &Expr,
    card: CardDefId,
) -> Option<FacePart> {
    let known = BeforeMatch {
        game,
        parameters,
        steps: Cell::new(0),
    };
    let mut question = Question::new(&known);
    question.locals.push((LocalId(0), Value::Card(card)));
    // An expression that fails shows nothing.
    shown(game, question.value(expr).ok()?)
}

fn shown(game: &Game, value: Value) -> Option<FacePart> {
    match value {
        Value::Plain(Literal::Number(number)) => Some(FacePart::Number(number)),
        Value::Plain(Literal::List(parts)) => {
            let parts = parts.iter().filter_map(|part| shown(game, plain(part)));
            Some(FacePart::List(parts.collect()))
        }
        // A part of a record that is not there has its place nevertheless.
        Value::Plain(Literal::Record(parts)) => {
            let parts = parts.iter().map(|part| match part {
                Literal::Nothing => FacePart::Word("-".to_owned()),
                part => shown(game, plain(part)).unwrap_or(FacePart::Word("-".to_owned())),
            });
            Some(FacePart::List(parts.collect()))
        }
        Value::Plain(Literal::Range(ranges)) => {
            let ranges = ranges.iter().map(|(least, most)| match least == most {
                true => least.to_string(),
                false => format!("{least}-{most}"),
            });
            Some(FacePart::Word(ranges.collect::<Vec<_>>().join(",")))
        }
        Value::List(parts) => {
            let parts = parts.into_iter().filter_map(|part| shown(game, part));
            Some(FacePart::List(parts.collect()))
        }
        Value::Name(card) | Value::Card(card) => Some(FacePart::Name(card)),
        Value::Plain(_) | Value::Kind(_) => word(game, &value).map(FacePart::Word),
    }
}

/// The first part of an expression that cannot be evaluated before a match.
pub(crate) fn needs_table(game: &Game, expr: &Expr) -> Option<Span> {
    let mut seen = Vec::new();
    let place = part_that_needs_table(game, expr, &mut seen)?;
    Some(place.unwrap_or(expr.origin))
}

/// `Some(None)` if it is in a definition that the expression calls.
fn part_that_needs_table(
    game: &Game,
    expr: &Expr,
    seen: &mut Vec<DefinitionId>,
) -> Option<Option<Span>> {
    let mut found = None;
    let mut called = Vec::new();
    crate::model::visit::each_expr(expr, &mut |inner| {
        if !is_known(&inner.kind) {
            found = found.or(Some(inner.origin));
        }
        if let ExprKind::Function(id, _) = inner.kind {
            called.push(id);
        }
    });
    if let Some(span) = found {
        return Some(Some(span));
    }
    for id in called {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        if let DefinitionBody::Function(body, _) = &game.definitions[id].body
            && part_that_needs_table(game, body, seen).is_some()
        {
            return Some(None);
        }
    }
    None
}

/// The fields of a card that are printed on it.
const FIELDS: [FieldKind; 5] = [
    FieldKind::Kind,
    FieldKind::Kinds,
    FieldKind::Name,
    FieldKind::Tags,
    FieldKind::Token,
];

/// The operators that need no table.
const OPERATORS: [OperatorKind; 32] = [
    OperatorKind::Abs,
    OperatorKind::Add,
    OperatorKind::All,
    OperatorKind::And,
    OperatorKind::Any,
    OperatorKind::Avg,
    OperatorKind::BeforeAdding,
    OperatorKind::Clamp,
    OperatorKind::Contains,
    OperatorKind::Count,
    OperatorKind::Distinct,
    OperatorKind::Div,
    OperatorKind::Exists,
    OperatorKind::Filter,
    OperatorKind::HasKeyword,
    OperatorKind::If,
    OperatorKind::In,
    OperatorKind::IsEqual,
    OperatorKind::IsGreaterThan,
    OperatorKind::IsLessThan,
    OperatorKind::Len,
    OperatorKind::List,
    OperatorKind::Max,
    OperatorKind::Min,
    OperatorKind::Mod,
    OperatorKind::Mul,
    OperatorKind::Not,
    OperatorKind::Or,
    OperatorKind::Printed,
    OperatorKind::Rank,
    OperatorKind::Sub,
    OperatorKind::Sum,
];

fn is_known(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Literal(_)
        | ExprKind::Local(_)
        | ExprKind::Parameter(_)
        | ExprKind::Property(..)
        | ExprKind::Part(..)
        | ExprKind::HasKeyword(..)
        | ExprKind::Kind(_)
        | ExprKind::CardName(_)
        | ExprKind::Each(..)
        | ExprKind::ElementAt(..)
        | ExprKind::Function(..)
        | ExprKind::Wrong => true,
        ExprKind::Field(field, _) => FIELDS.contains(field),
        ExprKind::Operator(operation) => OPERATORS.contains(&operation.operator.kind),
        ExprKind::Context(_)
        | ExprKind::ContextField(_)
        | ExprKind::This
        | ExprKind::Who(_)
        | ExprKind::PlayerAt(_)
        | ExprKind::PlayersOf(_)
        | ExprKind::TeamOf(_)
        | ExprKind::Teams
        | ExprKind::CurrentPhase
        | ExprKind::CurrentState
        | ExprKind::TurnIndex
        | ExprKind::Zone(..)
        | ExprKind::Variable(..)
        | ExprKind::Pool(..)
        | ExprKind::Attribute(..)
        | ExprKind::Counters(..)
        | ExprKind::Phase(_)
        | ExprKind::State(_)
        | ExprKind::Team(_)
        | ExprKind::ZoneNamed(..)
        | ExprKind::CanPerform(_)
        | ExprKind::CanMove(..)
        | ExprKind::Record(_) => false,
    }
}

/// One expression that is evaluated.
struct Question<'k, 'g> {
    known: &'k BeforeMatch<'g>,
    locals: Vec<(LocalId, Value)>,
}

impl<'k, 'g> Question<'k, 'g> {
    fn new(known: &'k BeforeMatch<'g>) -> Self {
        Self {
            known,
            locals: Vec::new(),
        }
    }

    fn value(&mut self, expr: &Expr) -> Result {
        let steps = self.known.steps.get();
        self.known.steps.set(steps + 1);
        if steps > MOST_STEPS {
            return Err(Fails);
        }
        let game = self.known.game;
        match &expr.kind {
            ExprKind::Literal(literal) => Ok(plain(literal)),
            ExprKind::Local(local) => {
                let mut locals = self.locals.iter().rev();
                let found = locals.find(|(known, _)| known == local);
                found.map(|(_, value)| value.clone()).ok_or(Fails)
            }
            ExprKind::Parameter(id) => {
                let value = self.known.parameters.get(id.0 as usize);
                Ok(plain(value.unwrap_or(&game.parameters[*id].default)))
            }
            ExprKind::Kind(kind) => Ok(Value::Kind(*kind)),
            ExprKind::CardName(card) => Ok(Value::Name(*card)),
            ExprKind::Property(property, of) => {
                let of = self.value(of)?;
                each(of, &|value| property_of(game, *property, &value))
            }
            ExprKind::HasKeyword(keyword, of) => {
                let of = self.value(of)?;
                each(of, &|value| Ok(truth(has_keyword(game, *keyword, &value))))
            }
            ExprKind::Field(kind, of) => {
                let of = self.value(of)?;
                each(of, &|value| field(game, *kind, &value))
            }
            ExprKind::Part(part, of) => Ok(part_of(self.value(of)?, *part)),
            ExprKind::ElementAt(of, at) => {
                let (list, at) = (list(self.value(of)?), number(self.value(at)?)?);
                let found = usize::try_from(at)
                    .ok()
                    .and_then(|at| list.get(at).cloned());
                Ok(found.unwrap_or(NOTHING))
            }
            ExprKind::Function(id, arguments) => {
                let definition = &game.definitions[*id];
                self.call(definition, arguments)
            }
            ExprKind::Operator(operation) => self.operator(operation),
            _ => Err(Fails),
        }
    }

    fn call(&mut self, definition: &Definition, arguments: &[Expr]) -> Result {
        let DefinitionBody::Function(body, _) = &definition.body else {
            return Err(Fails);
        };
        let mut locals = Vec::new();
        for (position, (_, _, default)) in definition.params.iter().enumerate() {
            let argument = arguments.get(position).or(default.as_ref()).ok_or(Fails)?;
            locals.push((LocalId(position as u32), self.value(argument)?));
        }
        let outer = std::mem::replace(&mut self.locals, locals);
        let value = self.value(body);
        self.locals = outer;
        value
    }

    fn operator(&mut self, operation: &Operation) -> Result {
        let operands = operation.operands.as_slice();
        match (operation.operator.kind, operands) {
            (OperatorKind::And, _) => self.decide(operands, false),
            (OperatorKind::Or, _) => self.decide(operands, true),
            (OperatorKind::Not, [of]) => Ok(truth(!is_true(&self.value(of)?))),
            (OperatorKind::If, [condition, then, otherwise]) => {
                let holds = self.value(condition).is_ok_and(|value| is_true(&value));
                self.value(if holds { then } else { otherwise })
            }
            (OperatorKind::Exists, [of]) => {
                Ok(truth(self.value(of).is_ok_and(|value| exists(&value))))
            }
            (OperatorKind::IsEqual, [a, b]) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                Ok(truth(is_equal(self.known.game, &a, &b)))
            }
            (OperatorKind::IsLessThan, [a, b]) => Ok(truth(self.number(a)? < self.number(b)?)),
            (OperatorKind::IsGreaterThan, [a, b]) => Ok(truth(self.number(a)? > self.number(b)?)),
            (OperatorKind::In, [element, of]) | (OperatorKind::Contains, [of, element]) => {
                let (element, of) = (self.value(element)?, self.value(of)?);
                let game = self.known.game;
                Ok(truth(contains(game, &of, &element)))
            }
            (OperatorKind::HasKeyword, [card, keyword]) => self.asks_for_keyword(card, keyword),
            (OperatorKind::Printed | OperatorKind::BeforeAdding, [of]) => self.value(of),
            (OperatorKind::Rank, [of]) => {
                let game = self.known.game;
                let rank = game.printed_property(PrintedProperty::Rank).ok_or(Fails)?;
                property_of(game, rank, &self.value(of)?)
            }
            (OperatorKind::Any, [of, predicate @ ..]) => self.quantify(of, predicate, true),
            (OperatorKind::All, [of, predicate @ ..]) => self.quantify(of, predicate, false),
            (OperatorKind::Filter, [of, predicate]) => {
                let elements = list(self.value(of)?);
                let mut holds =
                    |element: &Value| self.predicate(predicate, element).unwrap_or(false);
                Ok(Value::List(
                    elements.into_iter().filter(|it| holds(it)).collect(),
                ))
            }
            (OperatorKind::Distinct, [of]) => {
                let mut found: Vec<Value> = Vec::new();
                for element in list(self.value(of)?) {
                    if !found.contains(&element) {
                        found.push(element);
                    }
                }
                Ok(Value::List(found))
            }
            (OperatorKind::List, _) => {
                let values = operands.iter().map(|operand| self.value(operand));
                Ok(Value::List(values.collect::<std::result::Result<_, _>>()?))
            }
            (OperatorKind::Count | OperatorKind::Len, [of]) => match self.value(of)? {
                Value::Plain(Literal::Text(text)) => Ok(whole(text.chars().count() as i64)),
                value => Ok(whole(flattened(value).len() as i64)),
            },
            (operator, _) => self.arithmetic(operator, operands),
        }
    }

    fn arithmetic(&mut self, operator: OperatorKind, operands: &[Expr]) -> Result {
        let mut numbers = Vec::new();
        for operand in operands {
            for value in flattened(self.value(operand)?) {
                numbers.push(number(value)?);
            }
        }
        let result = operator.of_numbers(&numbers);
        result.map(whole).ok_or(Fails)
    }

    /// `and` and `or`: an operand with the deciding truth is enough, also beside one that fails.
    fn decide(&mut self, operands: &[Expr], deciding: bool) -> Result {
        let mut fails = false;
        for operand in operands {
            match self.value(operand) {
                Ok(value) if is_true(&value) == deciding => return Ok(truth(deciding)),
                Ok(_) => {}
                Err(Fails) => fails = true,
            }
        }
        if fails {
            Err(Fails)
        } else {
            Ok(truth(!deciding))
        }
    }

    fn quantify(&mut self, of: &Expr, predicate: &[Expr], deciding: bool) -> Result {
        let mut fails = false;
        for element in list(self.value(of)?) {
            let holds = match predicate {
                [predicate] => self.predicate(predicate, &element),
                _ => Ok(is_true(&element)),
            };
            match holds {
                Ok(holds) if holds == deciding => return Ok(truth(deciding)),
                Ok(_) => {}
                Err(Fails) => fails = true,
            }
        }
        if fails {
            Err(Fails)
        } else {
            Ok(truth(!deciding))
        }
    }

    fn predicate(&mut self, predicate: &Expr, element: &Value) -> std::result::Result<bool, Fails> {
        let ExprKind::Each(local, body) = &predicate.kind else {
            return Err(Fails);
        };
        self.locals.push((*local, element.clone()));
        let value = self.value(body);
        self.locals.pop();
        value.map(|value| is_true(&value))
    }

    fn asks_for_keyword(&mut self, card: &Expr, keyword: &Expr) -> Result {
        let (card, keyword) = (self.value(card)?, self.value(keyword)?);
        let game = self.known.game;
        let name = word(game, &keyword).ok_or(Fails)?;
        let keyword = game.keywords.find(&name).ok_or(Fails)?;
        Ok(truth(has_keyword(game, keyword, &card)))
    }

    fn number(&mut self, expr: &Expr) -> std::result::Result<i64, Fails> {
        number(self.value(expr)?)
    }
}

const NOTHING: Value = Value::Plain(Literal::Nothing);

fn truth(truth: bool) -> Value {
    Value::Plain(Literal::Bool(truth))
}

fn whole(number: i64) -> Value {
    Value::Plain(Literal::Number(number))
}

fn plain(literal: &Literal) -> Value {
    match literal {
        Literal::List(parts) => Value::List(parts.iter().map(plain).collect()),
        other => Value::Plain(other.clone()),
    }
}

fn number(value: Value) -> std::result::Result<i64, Fails> {
    match value {
        Value::Plain(Literal::Number(number)) => Ok(number),
        _ => Err(Fails),
    }
}

fn is_true(value: &Value) -> bool {
    match value {
        Value::Plain(Literal::Nothing) => false,
        Value::Plain(Literal::Bool(truth)) => *truth,
        Value::Plain(Literal::Number(number)) => *number != 0,
        Value::Plain(Literal::Text(text)) => !text.is_empty(),
        Value::List(elements) => !elements.is_empty(),
        Value::Plain(_) | Value::Kind(_) | Value::Name(_) | Value::Card(_) => true,
    }
}

fn exists(value: &Value) -> bool {
    match value {
        Value::Plain(Literal::Nothing) => false,
        Value::List(elements) => !elements.is_empty(),
        _ => true,
    }
}

/// Nothing is the empty list.
fn list(value: Value) -> Vec<Value> {
    match value {
        Value::List(elements) => elements,
        Value::Plain(Literal::Nothing) => Vec::new(),
        other => vec![other],
    }
}

fn flattened(value: Value) -> Vec<Value> {
    match value {
        Value::List(elements) => elements.into_iter().flat_map(flattened).collect(),
        other => vec![other],
    }
}

/// The same for each element of a list.
fn each(of: Value, give: &dyn Fn(Value) -> Result) -> Result {
    match of {
        Value::List(elements) => {
            let values = elements.into_iter().map(|element| each(element, give));
            Ok(Value::List(values.collect::<std::result::Result<_, _>>()?))
        }
        other => give(other),
    }
}

fn property_of(game: &Game, property: PropertyId, of: &Value) -> Result {
    let Value::Card(card) = of else {
        return Ok(NOTHING);
    };
    let mut printed = game.cards[*card].properties.iter();
    let found = printed.find(|(id, _)| *id == property);
    Ok(found.map_or(NOTHING, |(_, literal)| plain(literal)))
}

fn field(game: &Game, field: FieldKind, of: &Value) -> Result {
    let Value::Card(id) = of else {
        return Ok(NOTHING);
    };
    let card = &game.cards[*id];
    let mut kinds = super::kinds_above(game, card.kind);
    Ok(match field {
        FieldKind::Kind => card.kind.map_or(NOTHING, Value::Kind),
        FieldKind::Kinds => Value::List(kinds.map(Value::Kind).collect()),
        FieldKind::Name => Value::Name(*id),
        FieldKind::Tags => {
            let tags = card.tags.iter().cloned();
            Value::List(tags.map(|tag| Value::Plain(Literal::Text(tag))).collect())
        }
        FieldKind::Token => truth(kinds.any(|kind| game.kinds[kind].token)),
        _ => return Err(Fails),
    })
}

fn has_keyword(game: &Game, keyword: KeywordId, of: &Value) -> bool {
    let Value::Card(card) = of else {
        return false;
    };
    let card = &game.cards[*card];
    let of_kinds = super::kinds_above(game, card.kind);
    let of_kinds = of_kinds.flat_map(|kind| &game.kinds[kind].keywords);
    let mut all = card.keywords.iter().chain(of_kinds);
    all.any(|used| used.keyword == keyword)
}

fn part_of(value: Value, part: u32) -> Value {
    match value {
        Value::Plain(Literal::Record(parts)) => parts.get(part as usize).map_or(NOTHING, plain),
        Value::Plain(Literal::Range(ranges)) => {
            let least = ranges.iter().map(|(least, _)| *least).min();
            let most = ranges.iter().map(|(_, most)| *most).max();
            let end = if part == 0 { least } else { most };
            end.map_or(NOTHING, whole)
        }
        _ => NOTHING,
    }
}

fn contains(game: &Game, of: &Value, element: &Value) -> bool {
    match (of, element) {
        (Value::Plain(Literal::Range(ranges)), Value::Plain(Literal::Number(number))) => {
            let mut ranges = ranges.iter();
            ranges.any(|(least, most)| (least..=most).contains(&number))
        }
        (Value::List(elements), _) => elements.iter().any(|it| is_equal(game, it, element)),
        (_, _) => false,
    }
}

/// Words are compared as text, and a number stands for its digits.
fn is_equal(game: &Game, a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_equal(game, a, b))
        }
        (a, b) if a == b => true,
        (a, b) => {
            let (a, b) = (word(game, a), word(game, b));
            a.is_some() && a == b
        }
    }
}

fn word(game: &Game, value: &Value) -> Option<String> {
    match value {
        Value::Plain(Literal::Number(number)) => Some(number.to_string()),
        Value::Plain(Literal::Text(text)) => Some(text.clone()),
        Value::Plain(Literal::Symbol(set, position)) => {
            let values = &game.symbol_sets[*set].values;
            values.get_index(*position as usize).cloned()
        }
        Value::Kind(kind) => Some(game.kinds[*kind].name.clone()),
        Value::Name(card) => Some(game.cards[*card].name.clone()),
        Value::Plain(_) | Value::Card(_) | Value::List(_) => None,
    }
}
