//! True if a type is what is wanted.

use crate::check::Checker;
use crate::check::expressions::scope::wrong;
use crate::codes::types as code;
use crate::diagnostic::{Diagnostic, Hint};
use crate::model::{Expr, ExprKind, SymbolSetId, Type, Who};
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want;

/// The number of words that two sets are compared by; larger ones are taken to have a word in common.
pub(in crate::check) const MOST_COMPARED: usize = 1000;

impl Checker<'_> {
    /// The expression, if its type is what is wanted; otherwise reports it.
    pub(in crate::check) fn expect(&mut self, expr: Expr, want: Want) -> Expr {
        if expr.is_wrong() || self.is(&expr.ty, want) {
            return expr;
        }
        let message = format!(
            "expected {}, found {}",
            want.noun(),
            self.describe(&expr.ty)
        );
        let is_opponent = matches!(expr.kind, ExprKind::Who(Who::Opponent | Who::Others));
        let hint = match is_opponent {
            true => Some("in a game for more than two, these are several players".to_owned()),
            false => advice(&expr.ty, want),
        };
        let diagnostic = Diagnostic::new(code::WRONG_TYPE, expr.origin, message)
            .maybe_hint(hint.map(Hint::Text));
        self.diagnostics.report(diagnostic);
        wrong(expr.origin)
    }

    /// The expression, if its type fits a declared type.
    pub(in crate::check) fn expect_type(&mut self, expr: Expr, ty: &Type) -> Expr {
        let fits = self.assignable(&expr.ty, ty);
        if fits || expr.is_wrong() {
            return expr;
        }
        let message = format!(
            "expected {}, found {}",
            self.describe(ty),
            self.describe(&expr.ty)
        );
        self.diagnostics
            .report(Diagnostic::new(code::WRONG_TYPE, expr.origin, message));
        wrong(expr.origin)
    }

    /// True if a value of the one type may stand where the other is wanted.
    pub(in crate::check) fn assignable(&self, found: &Type, wanted: &Type) -> bool {
        match (found, wanted) {
            (Type::Any, _) | (_, Type::Any) => true,
            (Type::Zone, Type::List(element)) => self.assignable(&Type::Card, element),
            (Type::Card, Type::List(element)) => self.assignable(&Type::Card, element),
            (Type::Player, Type::List(element)) => self.assignable(&Type::Player, element),
            (Type::List(found), Type::List(wanted)) => self.assignable(found, wanted),
            (Type::Number, Type::Player) => true,
            (Type::Pool, Type::Number) => true,
            // A number stands for the word with its digits; a word is no number.
            (Type::Symbol(_), Type::Number) => false,
            (one, other) => self.comparable(one, other),
        }
    }

    /// True if a value of this type is what is wanted.
    pub(in crate::check) fn is(&self, ty: &Type, want: Want) -> bool {
        if *ty == Type::Any {
            return true;
        }
        // A list of zones stands for their cards; a list of such lists for nothing.
        if has_lists_of_zones(ty) && matches!(want, Want::List | Want::Cards | Want::Zones) {
            return false;
        }
        match want {
            Want::Any
            | Want::LikeFirst
            | Want::Key
            | Want::Path
            | Want::Settable
            | Want::Action => true,
            Want::Bool | Want::Predicate => *ty == Type::Bool,
            Want::Number | Want::NumberKey => matches!(ty, Type::Number | Type::Pool),
            Want::Numbers => matches!(leaf(ty), Type::Number | Type::Pool | Type::Any),
            Want::Text => matches!(ty, Type::Text | Type::Symbol(_)),
            Want::Card => *ty == Type::Card,
            Want::Cards => matches!(leaf(ty), Type::Card | Type::Zone | Type::Any),
            Want::CardsOrList => matches!(ty, Type::Card | Type::Zone | Type::List(_)),
            Want::Zone => *ty == Type::Zone,
            Want::Zones => matches!(leaf(ty), Type::Zone | Type::Any),
            Want::Player => *ty == Type::Player,
            Want::Players => matches!(leaf(ty), Type::Player | Type::Any),
            Want::List => matches!(ty, Type::List(_) | Type::Zone | Type::Range),
            Want::Lists => {
                matches!(ty, Type::List(inner) if matches!(**inner, Type::List(_) | Type::Any))
            }
            Want::ListOrText => matches!(
                ty,
                Type::List(_) | Type::Zone | Type::Text | Type::Symbol(_)
            ),
            Want::RankOrCard => matches!(
                leaf(ty),
                Type::Card | Type::Zone | Type::Symbol(_) | Type::Text | Type::Number | Type::Any
            ),
            Want::Pool => *ty == Type::Pool,
            Want::Name(_) => true,
        }
    }

    /// A type in words, with the name of its set where it has one.
    pub(in crate::check) fn describe(&self, ty: &Type) -> String {
        match ty {
            Type::Symbol(set) => {
                let name = &self.game.symbol_sets[*set].name;
                let article = match name.chars().next() {
                    Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
                    Some(_) | None => "a",
                };
                format!("{article} `{name}`")
            }
            _ => ty.noun(),
        }
    }

    /// True if two values can ever be equal.
    pub(in crate::check) fn comparable(&self, one: &Type, other: &Type) -> bool {
        match (one, other) {
            (Type::Any | Type::Nothing, _) | (_, Type::Any | Type::Nothing) => true,
            (Type::List(one), Type::List(other)) => self.comparable(one, other),
            (Type::Symbol(one), Type::Symbol(other)) => self.share_words(*one, *other),
            (
                Type::Symbol(_) | Type::Text | Type::CardName,
                Type::Symbol(_) | Type::Text | Type::CardName,
            ) => true,
            (Type::Text, ty) | (ty, Type::Text) if has_name(ty) => true,
            (Type::Symbol(set), Type::Number) | (Type::Number, Type::Symbol(set)) => {
                self.has_numbers(*set)
            }
            (Type::Number | Type::Pool, Type::Number | Type::Pool) => true,
            // Player ids count from 0 in seat order.
            (Type::Player, Type::Number) | (Type::Number, Type::Player) => true,
            (Type::Record(_), Type::Record(_)) => true,
            (one, other) => one == other,
        }
    }

    /// True if a word is a value of both sets.
    fn share_words(&self, one: SymbolSetId, other: SymbolSetId) -> bool {
        let (one, other) = (&self.game.symbol_sets[one], &self.game.symbol_sets[other]);
        let (few, many) = match one.values.len() < other.values.len() {
            true => (one, other),
            false => (other, one),
        };
        let mut words = few.values.iter();
        few.values.len() > MOST_COMPARED || words.any(|word| many.position(word).is_some())
    }

    /// The type that holds values of both.
    pub(in crate::check) fn join(&self, one: &Type, other: &Type) -> Type {
        match (one, other) {
            _ if one == other => one.clone(),
            (Type::Nothing, ty) | (ty, Type::Nothing) => ty.clone(),
            (Type::List(one), Type::List(other)) => self.join(one, other).list(),
            (Type::Number, Type::Pool) | (Type::Pool, Type::Number) => Type::Number,
            (Type::Symbol(_) | Type::Text, Type::Symbol(_) | Type::Text) => Type::Text,
            _ => Type::Any,
        }
    }
}

/// True if values of a type have names that the document declares, which a text may be.
fn has_name(ty: &Type) -> bool {
    matches!(ty, Type::Phase | Type::State | Type::Team | Type::Kind)
}

/// Type inside all lists.
pub(in crate::check) fn leaf(ty: &Type) -> &Type {
    match ty {
        Type::List(element) => leaf(element),
        other => other,
    }
}

/// True if a type is a list of lists of zones.
fn has_lists_of_zones(ty: &Type) -> bool {
    let element = ty.element();
    element.is_some_and(|element| matches!(element, Type::List(_)) && *leaf(element) == Type::Zone)
}

fn advice(found: &Type, want: Want) -> Option<String> {
    let advice = match (found, want) {
        (found, Want::List | Want::Cards | Want::Zones) if has_lists_of_zones(found) => {
            "leave out the inner brackets: a list of zones stands for all their cards"
        }
        (Type::Nothing, _) => "nothing is written here: write it, or leave the key out",
        (Type::Zone, Want::Number | Want::Numbers) => "`count` gives the number of cards in a zone",
        (Type::List(_), Want::Number) => "`count` gives the number of elements of a list",
        (Type::Zone, Want::Card) => "`top` gives the top card of a zone",
        (Type::Card, Want::Number | Want::Numbers) => {
            "`rank_value` gives the value of a card's rank"
        }
        (Type::Symbol(_) | Type::Text, Want::Number | Want::Numbers) => {
            "`rank_value` turns a rank into a number; other words are not numbers"
        }
        (Type::Number, Want::Bool | Want::Predicate) => {
            "compare the number with something, such as `> 0`"
        }
        (Type::Zone | Type::List(_), Want::Bool | Want::Predicate) => {
            "`exists` asks whether there is anything"
        }
        (Type::List(_), Want::Player | Want::Pool | Want::Card) => {
            "choose one of them, for example with `[0]`"
        }
        (Type::Card, Want::Zone | Want::Zones) => "`.zone` is the zone that a card is in",
        (Type::Zone | Type::Card, Want::Player | Want::Players) => "`.owner` is its player",
        (Type::Player, Want::Zone | Want::Zones | Want::Cards) => {
            "say which zone of the player, such as `me.hand`"
        }
        (Type::List(_), Want::Zone) => "only one zone can be meant here",
        _ => return None,
    };
    Some(advice.to_owned())
}

/// The type a word of the vocabulary means.
pub(in crate::check) fn type_of(want: Want) -> Type {
    match want {
        Want::Bool | Want::Predicate => Type::Bool,
        Want::Number | Want::NumberKey => Type::Number,
        Want::Numbers => Type::Number.list(),
        Want::Text => Type::Text,
        Want::Card => Type::Card,
        Want::Cards => Type::Card.list(),
        Want::Zone => Type::Zone,
        Want::Zones => Type::Zone.list(),
        Want::Player => Type::Player,
        Want::Players => Type::Player.list(),
        Want::List => Type::Any.list(),
        Want::Lists => Type::Any.list().list(),
        Want::Pool => Type::Pool,
        Want::Name(NameKind::State) => Type::State,
        Want::Name(NameKind::Phase) => Type::Phase,
        Want::Name(NameKind::Team) => Type::Team,
        Want::Name(NameKind::Kind) => Type::Kind,
        Want::Name(NameKind::Card) => Type::CardName,
        Want::Name(_) => Type::Text,
        Want::Any
        | Want::ListOrText
        | Want::CardsOrList
        | Want::RankOrCard
        | Want::LikeFirst
        | Want::Key
        | Want::Settable
        | Want::Path
        | Want::Action => Type::Any,
    }
}
