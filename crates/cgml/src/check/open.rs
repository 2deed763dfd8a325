//! Variables that begin with nothing, or with an empty list: they are of the type of what they are set to.
//!
//! The values that they are set to are known only when every effect has been checked. So such a game is checked in
//! rounds, whose reports do not count, until the types of these variables stay as they are.

use rustc_hash::FxHashMap;

use crate::check::Checker;
use crate::model::{Expr, ExprKind, Literal, Type, VariableId};
use crate::source::Span;

/// The number of times that a game is checked to find the types of its variables.
pub(super) const ROUNDS: usize = 4;

/// The types of variables that begin with nothing, with the first place where each is set.
pub(super) type OpenTypes = FxHashMap<VariableId, (Type, Span)>;

/// Assignments to a variable that begins with nothing.
#[derive(Debug, Default)]
pub(super) struct Assigned {
    /// The type of what is set, but for plain words and numbers.
    ty: Option<Type>,
    /// Words and numbers as they are written.
    words: Vec<String>,
    /// True if it begins with an empty list.
    is_list: bool,
    /// The place where it is first set.
    first: Option<Span>,
}

impl Checker<'_> {
    /// The type of a variable, as far as it is known: that of what it is set to if it begins with nothing.
    pub(super) fn open_type(&mut self, variable: VariableId, begins_with: Type) -> Type {
        if !is_open(&begins_with) {
            return begins_with;
        }
        let assigned = self.assigned.entry(variable).or_default();
        assigned.is_list = begins_with != Type::Any;
        let known = self.open_types.get(&variable);
        known.map_or(begins_with, |(ty, _)| ty.clone())
    }

    /// Notes what a variable is set to, if it begins with nothing.
    pub(super) fn note_assigned(&mut self, variable: VariableId, value: &Expr) {
        let Some(assigned) = self.assigned.get_mut(&variable) else {
            return;
        };
        let found = match &value.kind {
            ExprKind::Wrong => return,
            _ if assigned.is_list => match elements(&value.ty) {
                Some(Type::Any) | None => return,
                Some(element) => Some(element.clone().list()),
            },
            ExprKind::Literal(Literal::Text(word)) => {
                assigned.words.push(word.clone());
                None
            }
            ExprKind::Literal(Literal::Number(number)) => {
                assigned.words.push(number.to_string());
                None
            }
            _ => match &value.ty {
                Type::Any | Type::Nothing => return,
                Type::Pool => Some(Type::Number),
                ty => Some(ty.clone()),
            },
        };
        assigned.first.get_or_insert(value.origin);
        if let Some(found) = found {
            assigned.ty = Some(match assigned.ty.take() {
                Some(known) => together(known, found),
                None => found,
            });
        }
    }

    /// The types of the variables that begin with nothing, by all they are set to.
    pub(super) fn types_of_assigned(&self) -> OpenTypes {
        let assigned = self.assigned.iter();
        assigned
            .filter_map(|(variable, assigned)| {
                let ty = self.type_of_assigned(assigned)?;
                Some((*variable, (ty, assigned.first?)))
            })
            .collect()
    }

    fn type_of_assigned(&self, assigned: &Assigned) -> Option<Type> {
        let words = &assigned.words;
        let are_numbers = words.iter().all(|word| word.parse::<i64>().is_ok());
        Some(match &assigned.ty {
            None if words.is_empty() => return None,
            None if are_numbers => Type::Number,
            None => Type::Text,
            Some(Type::Number) if !are_numbers => Type::Text,
            Some(Type::Symbol(set)) => {
                let set = &self.game.symbol_sets[*set];
                match words.iter().all(|word| set.position(word).is_some()) {
                    true => assigned.ty.clone()?,
                    false => Type::Text,
                }
            }
            Some(ty) => ty.clone(),
        })
    }
}

/// True if a variable that begins with this has the type of what it is set to.
fn is_open(begins_with: &Type) -> bool {
    *begins_with == Type::Any || *begins_with == Type::Any.list()
}

/// The type of the elements of a list, or of what a list is made of where one is wanted.
fn elements(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Card | Type::Player => Some(ty),
        other => other.element(),
    }
}

/// The type of a variable that is set to values of both: among words a number stands for its digits. Of types that
/// have nothing in common it is the first, and the other is reported.
fn together(known: Type, found: Type) -> Type {
    let is_word = |ty: &Type| matches!(ty, Type::Text | Type::Symbol(_));
    match (&known, &found) {
        _ if known == found => known,
        (Type::List(one), Type::List(other)) => together((**one).clone(), (**other).clone()).list(),
        (one, other) if is_word(one) && is_word(other) => Type::Text,
        (Type::Number, other) if is_word(other) => Type::Text,
        (one, Type::Number) if is_word(one) => Type::Text,
        (Type::Number, Type::Player) => found,
        _ => known,
    }
}
