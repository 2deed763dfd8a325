//! Lists and their elements: "each card in your hand whose cost is 3", "the top 2 cards of the deck".

use super::owned::is_several;
use super::people::{self, People};
use super::teller::Teller;
use crate::model::{Expr, ExprKind, Literal, Operation, Type, Who};
use crate::vocabulary::Language;
use crate::vocabulary::fields::FieldKind;
use crate::vocabulary::operators::OperatorKind;
use crate::vocabulary::phrase::How;

mod english;
mod japanese;

/// The elements of a list, as words.
struct Elements<'e> {
    one: String,
    many: String,
    /// " in your hand"; 手札の.
    place: String,
    /// The place where the list itself has a name, that.
    whole: Option<String>,
    /// 枚, 人, つ.
    unit: &'static str,
    /// Filters of the elements.
    filters: Vec<&'e Expr>,
}

/// One or several, for "is" and "are".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Amount {
    One,
    Many,
}

impl Teller<'_> {
    /// Elements of a list, spoken of in one of several ways.
    pub(super) fn elements_as(
        &self,
        how: How,
        list: &Expr,
        count: Option<&Expr>,
        filter: Option<&Expr>,
    ) -> String {
        let list = only_element(list).unwrap_or(list);
        if is_single(&list.ty) && how != How::Number {
            return self.single(list, filter);
        }
        let mut elements = self.elements(list);
        elements.filters.extend(filter);
        match self.language {
            Language::English => self.english_elements(how, list, &elements, count),
            Language::Japanese => self.japanese_elements(how, list, &elements, count),
        }
    }

    /// A single card or player where there could be several.
    fn single(&self, element: &Expr, filter: Option<&Expr>) -> String {
        let value = self.value(element);
        let Some(filter) = filter else { return value };
        let condition = match self.language {
            Language::English => format!(" (if {})", self.it(filter)),
            Language::Japanese => format!("（{}場合のみ）", self.it(filter)),
        };
        value + &condition
    }

    /// Filters of the elements, as a relative clause.
    fn whose(&self, elements: &Elements, amount: Amount) -> String {
        let clauses: Vec<String> = elements
            .filters
            .iter()
            .map(|filter| self.clause(filter, amount))
            .collect();
        match (self.language, clauses.is_empty()) {
            (_, true) => String::new(),
            (Language::English, false) => format!(" {}", clauses.join(" and ")),
            (Language::Japanese, false) => clauses.join("、かつ"),
        }
    }

    fn elements<'e>(&self, list: &'e Expr) -> Elements<'e> {
        if let ExprKind::Operator(operation) = &list.kind
            && let Some(elements) = self.elements_of_operation(operation)
        {
            return elements;
        }
        match &list.kind {
            ExprKind::Field(FieldKind::Cards, zone) => self.elements(zone),
            ExprKind::Who(who) => self.people(people::called(*who), *who),
            ExprKind::PlayersOf(team) => self.players_of(team),
            _ if *leaf(&list.ty) == Type::Zone => self.cards_in(&self.zone_of_all(list)),
            _ => self.elements_of(list),
        }
    }

    /// Operators that only say which elements of another list are meant.
    fn elements_of_operation<'e>(&self, operation: &'e Operation) -> Option<Elements<'e>> {
        match (operation.operator.kind, operation.operands.as_slice()) {
            (OperatorKind::Filter, [inner, filter]) => {
                let mut elements = self.elements(inner);
                elements.filters.push(filter);
                Some(elements)
            }
            (OperatorKind::All, [zone]) => Some(self.elements(zone)),
            (OperatorKind::Union, zones) if zones.iter().all(|it| *leaf(&it.ty) == Type::Zone) => {
                let zones: Vec<String> = zones.iter().map(|it| self.value(it)).collect();
                let together = self.joined(&zones, ("and", "と"));
                Some(self.cards_in(&match self.language {
                    Language::English => format!("{together} together"),
                    Language::Japanese => together,
                }))
            }
            (_, _) => None,
        }
    }

    fn people(&self, people: People, who: Who) -> Elements<'static> {
        let place = match who {
            Who::TurnOrder => self.pick(" in turn order", "手番順の"),
            Who::Current
            | Who::Acting
            | Who::Opponent
            | Who::Opponents
            | Who::Others
            | Who::Teammates
            | Who::All => "",
        };
        Elements {
            one: self.pick(people.one, people.japanese).to_owned(),
            many: people.many.to_owned(),
            place: place.to_owned(),
            whole: Some(self.who(who)),
            unit: "人",
            filters: Vec::new(),
        }
    }

    fn players_of(&self, team: &Expr) -> Elements<'static> {
        let place = match self.language {
            Language::English => format!(" of {}", self.value(team)),
            Language::Japanese => self.owner_in_japanese(team),
        };
        Elements {
            place,
            whole: None,
            ..self.people(people::PLAYERS, Who::All)
        }
    }

    /// A zone, or the same zone of several players taken together.
    fn zone_of_all(&self, zone: &Expr) -> String {
        let ExprKind::Zone(id, Some(owner)) = &zone.kind else {
            return self.value(zone);
        };
        if !is_several(&owner.ty) {
            return self.value(zone);
        }
        let declared = &self.game.zones[*id];
        let name = self.name(&declared.text, &declared.name);
        let owner = self.value(owner);
        match self.language {
            Language::English => format!("the {name} of {owner}"),
            Language::Japanese => format!("{owner}の{name}"),
        }
    }

    /// The cards in a zone.
    fn cards_in(&self, zone: &str) -> Elements<'static> {
        let place = match self.language {
            Language::English => format!(" in {zone}"),
            Language::Japanese => format!("{zone}の"),
        };
        let (one, many) = self.noun(&Type::Card);
        Elements {
            one,
            many,
            place,
            whole: None,
            unit: "枚",
            filters: Vec::new(),
        }
    }

    /// The elements of a list that is known by what it is.
    fn elements_of(&self, list: &Expr) -> Elements<'static> {
        let element = list.ty.element().unwrap_or(&Type::Any);
        let (one, many) = self.noun(element);
        let whole = self.value(list);
        let place = match self.language {
            Language::English => format!(" among {whole}"),
            Language::Japanese => format!("{whole}の"),
        };
        Elements {
            one,
            many,
            place,
            whole: Some(whole),
            unit: unit(element),
            filters: Vec::new(),
        }
    }

    /// Nouns for elements of a type: one, and several.
    pub(super) fn noun(&self, ty: &Type) -> (String, String) {
        let (one, many, ja) = match ty {
            Type::Card => ("card", "cards", "カード"),
            Type::Player => ("player", "players", "プレイヤー"),
            Type::Team => ("team", "teams", "チーム"),
            Type::Zone => ("zone", "zones", "ゾーン"),
            Type::Number => ("number", "numbers", "数"),
            Type::List(_) => ("group", "groups", "組"),
            Type::Any
            | Type::Nothing
            | Type::Bool
            | Type::Text
            | Type::Symbol(_)
            | Type::Phase
            | Type::State
            | Type::Kind
            | Type::CardName
            | Type::Range
            | Type::Pool
            | Type::Record(_) => ("value", "values", "値"),
        };
        (
            self.pick(one, ja).to_owned(),
            self.pick(many, ja).to_owned(),
        )
    }

    /// The unit in which elements of a list are counted in Japanese.
    pub(super) fn unit_of(&self, list: &Expr) -> &'static str {
        unit(leaf(&list.ty))
    }
}

impl Elements<'_> {
    /// The list by its own name, if nothing is asked of its elements.
    fn named(&self) -> Option<String> {
        self.whole.clone().filter(|_| self.filters.is_empty())
    }
}

fn unit(element: &Type) -> &'static str {
    if matches!(element, Type::Card | Type::Zone) {
        return "枚";
    }
    if people::is_person(element) {
        return "人";
    }
    "つ"
}

/// Type inside all lists.
pub(super) fn leaf(ty: &Type) -> &Type {
    match ty {
        Type::List(element) => leaf(element),
        other => other,
    }
}

/// True if it is one thing, not several.
fn is_single(ty: &Type) -> bool {
    matches!(ty, Type::Card | Type::Player | Type::Team)
}

/// The element of a list that is written as a list of one.
fn only_element(list: &Expr) -> Option<&Expr> {
    let ExprKind::Operator(operation) = &list.kind else {
        return None;
    };
    match (operation.operator.kind, operation.operands.as_slice()) {
        (OperatorKind::List, [only]) => Some(only),
        (_, _) => None,
    }
}

fn is_one(count: &Expr) -> bool {
    count.kind == ExprKind::Literal(Literal::Number(1))
}

/// True if a number can stand before a noun.
pub(super) fn is_plain(count: &Expr) -> bool {
    matches!(
        count.kind,
        ExprKind::Literal(Literal::Number(_)) | ExprKind::Parameter(_)
    )
}
