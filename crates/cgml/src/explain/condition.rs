//! Expressions as clauses: "the rank of the card is more than 3".

use super::teller::{Reference, Teller, words};
use crate::model::{Expr, ExprKind, Literal, Operation, Step, Type};
use crate::vocabulary::operators::{self, Operator, OperatorKind};
use crate::vocabulary::sections::PrintedProperty;
use crate::vocabulary::{Language, Words};

/// True if a clause is said or denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Truth {
    Holds,
    Fails,
}

impl Truth {
    fn opposite(self) -> Self {
        match self {
            Self::Holds => Self::Fails,
            Self::Fails => Self::Holds,
        }
    }
}

/// `and` or `or`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Junction {
    And,
    Or,
}

impl Teller<'_> {
    /// An expression as a clause.
    pub(super) fn condition(&self, expr: &Expr) -> String {
        self.clause_of(expr, Truth::Holds)
    }

    /// An expression as a clause that is said or denied.
    pub(super) fn clause_of(&self, expr: &Expr, truth: Truth) -> String {
        match &expr.kind {
            ExprKind::Operator(operation) => self.operator_clause(operation, truth),
            ExprKind::Literal(Literal::Bool(holds)) => match *holds == (truth == Truth::Holds) {
                true => self
                    .pick("it is so in any case", "どんな場合でも")
                    .to_owned(),
                false => self.pick("it is never so", "決して起こらない").to_owned(),
            },
            ExprKind::Attribute(attribute, card) => {
                let attribute = &self.game.attributes[*attribute];
                let state = self.name(&attribute.text, &attribute.name);
                self.is_in_state(&self.value(card), &state, truth)
            }
            ExprKind::HasKeyword(keyword, card) => {
                let name = self.keyword_name(*keyword);
                self.vocabulary_clause("has_keyword", truth, &[self.value(card), name])
            }
            ExprKind::CanPerform(step) => self.possible_step(step, truth),
            ExprKind::CanMove(def, card) => {
                let name = self.move_name(*def);
                let card = card.as_ref().map(|card| self.value(card));
                let operands: Vec<String> = [name].into_iter().chain(card).collect();
                self.vocabulary_clause("can", truth, &operands)
            }
            ExprKind::Field(field, of) => self.field_clause(field.name(), of, truth),
            ExprKind::Function(definition, arguments) => {
                let state = self.defined_state(*definition);
                match arguments.as_slice() {
                    [of] => self.is_in_state(&self.value(of), &state, truth),
                    _ => self.is_true(&self.value(expr), truth),
                }
            }
            ExprKind::Each(local, body) => self.asking(*local).clause_of(body, truth),
            ExprKind::Local(local) => match self.reference(*local) {
                Some(Reference::Fact(fact)) => self.truth_of(fact.clone(), truth),
                Some(Reference::It | Reference::Named(_)) | None => {
                    self.is_true(&self.value(expr), truth)
                }
            },
            ExprKind::Literal(_)
            | ExprKind::Context(_)
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
            | ExprKind::Parameter(_)
            | ExprKind::Property(..)
            | ExprKind::Part(..)
            | ExprKind::Counters(..)
            | ExprKind::ElementAt(..)
            | ExprKind::Phase(_)
            | ExprKind::State(_)
            | ExprKind::Team(_)
            | ExprKind::Kind(_)
            | ExprKind::CardName(_)
            | ExprKind::ZoneNamed(..)
            | ExprKind::Record(_)
            | ExprKind::Wrong => self.is_true(&self.value(expr), truth),
        }
    }

    /// A truth value that is a thing.
    fn is_true(&self, value: &str, truth: Truth) -> String {
        match (self.language, truth) {
            (Language::English, Truth::Holds) => format!("{value} is true"),
            (Language::English, Truth::Fails) => format!("{value} is false"),
            (Language::Japanese, Truth::Holds) => format!("{value}が真である"),
            (Language::Japanese, Truth::Fails) => format!("{value}が偽である"),
        }
    }

    /// "the card is tapped".
    fn is_in_state(&self, card: &str, state: &str, truth: Truth) -> String {
        match (self.language, truth) {
            (Language::English, Truth::Holds) => format!("{card} is {state}"),
            (Language::English, Truth::Fails) => format!("{card} is not {state}"),
            (Language::Japanese, Truth::Holds) => format!("{card}が{state}である"),
            (Language::Japanese, Truth::Fails) => format!("{card}が{state}ではない"),
        }
    }

    /// A clause, or that it is not so.
    fn truth_of(&self, clause: String, truth: Truth) -> String {
        match (self.language, truth) {
            (_, Truth::Holds) => clause,
            (Language::English, Truth::Fails) => format!("it is not true that {clause}"),
            (Language::Japanese, Truth::Fails) => format!("「{clause}」ではない"),
        }
    }

    fn field_clause(&self, name: &str, of: &Expr, truth: Truth) -> String {
        let field = super::value::built_in(name, &of.ty);
        let says = field.map(|field| match (truth, field.denies) {
            (Truth::Fails, Some(denies)) => denies,
            (Truth::Fails, None) | (Truth::Holds, _) => field.says,
        });
        match says {
            Some(says) => self.with_operands(says, std::slice::from_ref(of)),
            None => self.is_true(&self.value(of), truth),
        }
    }

    fn possible_step(&self, step: &Step, truth: Truth) -> String {
        let step = self.step(step).into_line(self.language);
        self.vocabulary_clause("canPerform", truth, &[step])
    }

    /// An operator with texts for its operands, said or denied.
    fn vocabulary_clause(&self, operator: &str, truth: Truth, operands: &[String]) -> String {
        match operators::find(operator) {
            Some(operator) => self.texts(said(operator, truth), operands),
            None => String::new(),
        }
    }

    fn operator_clause(&self, operation: &Operation, truth: Truth) -> String {
        if let Some(turned) = turned(operation) {
            return self.operator_clause(&turned, truth);
        }
        if let Some(named) = self.with_named_rank(operation) {
            return self.operator_clause(&named, truth);
        }
        let Operation { operator, operands } = operation;
        if let Some(junction) = junction(operation) {
            return self.junction(junction, operands, truth);
        }
        match (operator.kind, operands.as_slice()) {
            (OperatorKind::Not, [operand]) => self.clause_of(operand, truth.opposite()),
            (OperatorKind::Exists, [path]) => match self.existence(path, truth) {
                Some(text) => text,
                None => self.operator_phrase(said(operator, truth), operation),
            },
            (OperatorKind::All, [list, each]) if truth == Truth::Fails => {
                self.some_is_not(list, each)
            }
            (OperatorKind::IsEqual, [one, other]) => self.equality(operation, one, other, truth),
            (OperatorKind::IsGreaterThan | OperatorKind::IsLessThan, [one, other]) => self
                .counted(operator.name, one, other, truth)
                .unwrap_or_else(|| self.operator_phrase(said(operator, truth), operation)),
            (_, _) if operator.denies.is_none() => {
                let clause = self.operator_phrase(operator.says, operation);
                match operator.gives {
                    operators::Gives::CardsOrBool => self.truth_of(clause, truth),
                    _ => self.is_true(&clause, truth),
                }
            }
            (_, _) => self.operator_phrase(said(operator, truth), operation),
        }
    }

    /// The same comparison with the name of a rank in place of its number: of `rank_value(card) > 10` that the rank is
    /// more than that of the queen, not more than 10.
    fn with_named_rank(&self, operation: &Operation) -> Option<Operation> {
        let is_comparison = ["isEqual", "isGreaterThan", "isLessThan"];
        if !is_comparison.contains(&operation.operator.name) {
            return None;
        }
        let number = operation.operands.iter().position(is_number)?;
        let rank = operation.operands.iter().find(|operand| is_rank(operand))?;
        let mut named = operation.clone();
        named.operands[number] = self.rank_numbered(&operation.operands[number], rank)?;
        Some(named)
    }

    /// The rank with a number in the hierarchies, if they agree.
    fn rank_numbered(&self, number: &Expr, like: &Expr) -> Option<Expr> {
        let (ExprKind::Literal(Literal::Number(position)), ExprKind::Operator(rank_value)) =
            (&number.kind, &like.kind)
        else {
            return None;
        };
        let position = usize::try_from(*position).ok()?;
        let hierarchies = self.game.deck_types.iter().map(|of| &of.ranks);
        let mut ranks = hierarchies
            .filter(|ranks| !ranks.is_empty())
            .map(|ranks| ranks.get_index(position));
        let rank = ranks.next()??;
        if ranks.any(|other| other != Some(rank)) {
            return None;
        }
        let property = self.game.printed_property(PrintedProperty::Rank);
        let literal = match property.map(|property| &self.game.properties[property].ty) {
            Some(Type::Symbol(set)) => {
                let position = self.game.symbol_sets[*set].position(rank)?;
                Literal::Symbol(*set, position)
            }
            _ => Literal::Text(rank.clone()),
        };
        let rank = Expr::new(ExprKind::Literal(literal), Type::Text, number.origin);
        Some(operation_of(rank_value.operator, vec![rank], Type::Number))
    }

    fn equality(&self, operation: &Operation, one: &Expr, other: &Expr, truth: Truth) -> String {
        if let ExprKind::Literal(Literal::Bool(holds)) = other.kind
            && one.ty == Type::Bool
        {
            let truth = if holds { truth } else { truth.opposite() };
            return self.clause_of(one, truth);
        }
        let says = match is_constant(other) || is_someone(&other.ty) {
            true => said(operation.operator, truth),
            false => same(truth),
        };
        self.counted("isEqual", one, other, truth)
            .unwrap_or_else(|| self.operator_phrase(says, operation))
    }

    /// That not all are so is that some are not.
    fn some_is_not(&self, list: &Expr, each: &Expr) -> String {
        let (Some(any), Some(not), ExprKind::Each(local, body)) =
            (operators::find("any"), operators::find("not"), &each.kind)
        else {
            return self.truth_of(self.value(each), Truth::Fails);
        };
        let denied = operation_of(not, vec![(**body).clone()], Type::Bool);
        let each = Expr {
            kind: ExprKind::Each(*local, Box::new(denied)),
            ..each.clone()
        };
        self.condition(&operation_of(any, vec![list.clone(), each], Type::Bool))
    }

    /// That "and" is not so is that one of them is not.
    fn junction(&self, junction: Junction, operands: &[Expr], truth: Truth) -> String {
        let joined = in_truth(junction, truth);
        let clauses: Vec<String> = operands
            .iter()
            .map(|operand| {
                let clause = self.not_leading().clause_of(operand, truth);
                match inner_junction(operand, truth) {
                    Some(inner) if inner != joined => self.bracketed(&clause),
                    Some(_) | None => clause,
                }
            })
            .collect();
        let is_long = clauses.iter().any(|clause| clause.len() > LONG);
        clauses.join(match (joined, is_long) {
            (Junction::And, false) => self.pick(" and ", "、かつ"),
            (Junction::And, true) => self.pick(", and ", "、かつ"),
            (Junction::Or, false) => self.pick(" or ", "、または"),
            (Junction::Or, true) => self.pick(", or ", "、または"),
        })
    }
}

/// Clauses of more letters are parted by a comma.
const LONG: usize = 40;

/// The words of an operator, said or denied.
pub(super) fn said(operator: &Operator, truth: Truth) -> Words {
    match (truth, operator.denies) {
        (Truth::Fails, Some(denies)) => denies,
        (Truth::Fails, None) => words("it is not true that {0}", "「{0}」ではない"),
        (Truth::Holds, _) => operator.says,
    }
}

/// The words for two values that are equal, neither of them constant.
fn same(truth: Truth) -> Words {
    match truth {
        Truth::Holds => words("{0} is the same as {1}", "{0}が{1}と同じである"),
        Truth::Fails => words("{0} is not the same as {1}", "{0}が{1}と異なる"),
    }
}

/// True if an operation is `and` or `or`.
pub(super) fn junction(operation: &Operation) -> Option<Junction> {
    match operation.operator.kind {
        OperatorKind::And => Some(Junction::And),
        OperatorKind::Or => Some(Junction::Or),
        _ => None,
    }
}

fn in_truth(junction: Junction, truth: Truth) -> Junction {
    match (junction, truth) {
        (Junction::And, Truth::Holds) | (Junction::Or, Truth::Fails) => Junction::And,
        (Junction::Or, Truth::Holds) | (Junction::And, Truth::Fails) => Junction::Or,
    }
}

/// Junction of an operand, through `not`.
fn inner_junction(expr: &Expr, truth: Truth) -> Option<Junction> {
    let ExprKind::Operator(operation) = &expr.kind else {
        return None;
    };
    match operation.operands.as_slice() {
        [operand] if operation.operator.kind == OperatorKind::Not => {
            inner_junction(operand, truth.opposite())
        }
        [_] => None,
        _ => junction(operation).map(|junction| in_truth(junction, truth)),
    }
}

/// The same fact with the constant last: of `fire in card.elements`, that they contain fire.
pub(super) fn turned(operation: &Operation) -> Option<Operation> {
    let [one, other] = operation.operands.as_slice() else {
        return None;
    };
    let operator = match operation.operator.kind {
        OperatorKind::IsEqual => operation.operator,
        OperatorKind::In => operators::find("contains")?,
        _ => return None,
    };
    let is_turned = is_constant(one) && !is_constant(other) && !is_listed(other);
    is_turned.then(|| Operation {
        operator,
        operands: vec![other.clone(), one.clone()],
    })
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Literal(Literal::Number(_)))
}

/// True if it is the `rank_value` of one card or rank.
fn is_rank(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Operator(operation) => {
            operation.operator.kind == OperatorKind::RankValue && expr.ty == Type::Number
        }
        _ => false,
    }
}

/// True if it is a list of what stands there.
pub(super) fn is_listed(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Operator(operation) if operation.operator.kind == OperatorKind::List)
}

fn is_constant(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Literal(_)
            | ExprKind::Phase(_)
            | ExprKind::State(_)
            | ExprKind::Kind(_)
            | ExprKind::CardName(_)
            | ExprKind::Team(_)
    )
}

/// True if it is a card, a player or a place rather than a value.
fn is_someone(ty: &Type) -> bool {
    matches!(ty, Type::Card | Type::Player | Type::Team | Type::Zone)
}

/// An operator applied to at least one operand.
pub(super) fn operation_of(operator: &'static Operator, operands: Vec<Expr>, ty: Type) -> Expr {
    let origin = operands[0].origin;
    Expr {
        kind: ExprKind::Operator(Box::new(Operation { operator, operands })),
        ty,
        origin,
    }
}
