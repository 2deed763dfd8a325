//! Lists and their elements: "each card in your hand whose cost is 3", "the top 2 cards of the deck".

use super::owned::is_several;
use super::people::{self, People};
use super::teller::Teller;
use crate::model::{Expr, ExprKind, Literal, Type, Who};
use crate::vocabulary::Language;
use crate::vocabulary::phrase::How;

/// The elements of a list, as words.
struct Elements<'e> {
    one: String,
    many: String,
    /// " in your hand"; 手札の.
    place: String,
    /// Where the list itself has a name, that.
    whole: Option<String>,
    /// 枚, 人, つ.
    unit: &'static str,
    /// What is asked of each.
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
            Language::English => self.in_english(how, list, &elements, count),
            Language::Japanese => self.in_japanese(how, list, &elements, count),
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

    fn in_english(
        &self,
        how: How,
        list: &Expr,
        elements: &Elements,
        count: Option<&Expr>,
    ) -> String {
        let one = || elements.place_of(&elements.one) + &self.whose(elements, Amount::One);
        let many = || elements.place_of(&elements.many) + &self.whose(elements, Amount::Many);
        let number = |place: &str| self.number_in_english(elements, count, place);
        match (how, elements.named()) {
            (How::No, _) => format!("no {}", one()),
            (How::One, _) => one(),
            (How::The | How::Map, Some(whole)) => whole,
            (How::All, Some(whole)) => format!("all of {whole}"),
            (How::The | How::Map, None) => format!("the {}", many()),
            (How::All, None) => format!("all {}", many()),
            (How::Many | How::There, _) => many(),
            (How::Each, _) => format!("each {}", one()),
            (How::Top, _) => self.top_in_english(list, elements, count),
            (How::Number, _) => number(""),
            (How::Some, _) => number(&format!(
                "{}{}",
                elements.place,
                self.whose(elements, of(count))
            )),
            (How::Whose | How::It | How::Key | How::When, _) => {
                self.whose(elements, Amount::Many).trim_start().to_owned()
            }
        }
    }

    fn number_in_english(&self, elements: &Elements, count: Option<&Expr>, place: &str) -> String {
        let Elements { one, many, .. } = elements;
        match count {
            None => format!("{} {one}{place}", article(one)),
            Some(count) if is_one(count) => format!("1 {one}{place}"),
            Some(count) if is_plain(count) => format!("{} {many}{place}", self.value(count)),
            Some(count) => format!("as many {many}{place} as {}", self.value(count)),
        }
    }

    fn top_in_english(&self, list: &Expr, elements: &Elements, count: Option<&Expr>) -> String {
        let has_top = leaf(&list.ty) == &Type::Zone && elements.filters.is_empty();
        if !has_top {
            return match (count, elements.named()) {
                (None, Some(whole)) => whole,
                (Some(count), Some(whole)) => format!("the first {} of {whole}", self.value(count)),
                (_, None) => self.in_english(How::Some, list, elements, count),
            };
        }
        let zone = self.value(list);
        match count {
            None => format!("the top card of {zone}"),
            Some(count) if is_one(count) => format!("the top card of {zone}"),
            Some(count) if is_plain(count) => {
                format!("the top {} cards of {zone}", self.value(count))
            }
            Some(count) => format!(
                "as many cards from the top of {zone} as {}",
                self.value(count)
            ),
        }
    }

    fn in_japanese(
        &self,
        how: How,
        list: &Expr,
        elements: &Elements,
        count: Option<&Expr>,
    ) -> String {
        let plain = || self.plain_in_japanese(elements);
        match (how, elements.named()) {
            (How::The | How::Map, Some(whole)) => whole,
            (How::All, Some(whole)) => format!("{whole}すべて"),
            (How::All, None) => {
                let Elements { place, one, .. } = elements;
                let whose = self.whose(elements, Amount::Many);
                match whose.is_empty() {
                    true => format!("{place}すべての{one}"),
                    false => format!("{}すべて", plain()),
                }
            }
            (How::Each, Some(whole)) if !elements.place.is_empty() => format!("{whole}それぞれ"),
            (How::Each, _) => {
                let Elements { place, one, .. } = elements;
                let whose = self.whose(elements, Amount::Many);
                match whose.is_empty() {
                    true => format!("{place}各{one}"),
                    false => format!("{}それぞれ", plain()),
                }
            }
            (How::The | How::Many | How::One | How::Map | How::No, _) => plain(),
            (How::There, _) => self.there_in_japanese(elements),
            (How::Number, _) => self.number_in_japanese(elements, count),
            (How::Some, _) => plain() + &self.number_in_japanese(elements, count),
            (How::Top, _) => self.top_in_japanese(list, elements, count),
            (How::Whose | How::It | How::Key | How::When, _) => self.whose(elements, Amount::Many),
        }
    }

    /// 手札のカード; 手札にあるコストが3であるカード.
    fn plain_in_japanese(&self, elements: &Elements) -> String {
        let Elements { place, one, .. } = elements;
        let whose = self.whose(elements, Amount::Many);
        if let Some(among) = among_in_japanese(elements, &whose) {
            return among;
        }
        match (whose.is_empty(), place.strip_suffix('の')) {
            (false, Some(place)) => format!("{place}にある{whose}{one}"),
            (_, _) => format!("{place}{whose}{one}"),
        }
    }

    /// 手札にコストが3であるカード.
    fn there_in_japanese(&self, elements: &Elements) -> String {
        let Elements { place, one, .. } = elements;
        let whose = self.whose(elements, Amount::Many);
        if let Some(among) = among_in_japanese(elements, &whose) {
            return among;
        }
        match place.strip_suffix('の') {
            Some(place) => format!("{place}に{whose}{one}"),
            None => format!("{place}{whose}{one}"),
        }
    }

    fn number_in_japanese(&self, elements: &Elements, count: Option<&Expr>) -> String {
        let unit = elements.unit;
        match count {
            None => format!("1{unit}"),
            Some(count) if is_plain(count) || matches!(count.kind, ExprKind::Local(_)) => {
                format!("{}{unit}", self.value(count))
            }
            Some(count) => format!("{}と同じ数", self.value(count)),
        }
    }

    fn top_in_japanese(&self, list: &Expr, elements: &Elements, count: Option<&Expr>) -> String {
        let has_top = leaf(&list.ty) == &Type::Zone && elements.filters.is_empty();
        if !has_top {
            return match (count, elements.named()) {
                (None, Some(whole)) => whole,
                (_, _) => self.in_japanese(How::Some, list, elements, count),
            };
        }
        let zone = self.value(list);
        match count.filter(|count| !is_one(count)) {
            None => format!("{zone}の一番上のカード"),
            Some(_) => format!("{zone}の上から{}", self.number_in_japanese(elements, count)),
        }
    }

    /// What is asked of the elements, as a relative clause.
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
        match &list.kind {
            ExprKind::Operator(operation) => {
                match (operation.operator.name, operation.operands.as_slice()) {
                    ("filter", [inner, filter]) => {
                        let mut elements = self.elements(inner);
                        elements.filters.push(filter);
                        return elements;
                    }
                    ("all", [zone]) => return self.elements(zone),
                    ("union", zones) if zones.iter().all(|it| *leaf(&it.ty) == Type::Zone) => {
                        let zones: Vec<String> = zones.iter().map(|it| self.value(it)).collect();
                        return self.cards_in(&self.joined(&zones, ("and", "と")));
                    }
                    (_, _) => {}
                }
            }
            ExprKind::Field("cards", zone) => return self.elements(zone),
            ExprKind::Who(who) => return self.people(people::called(*who), *who),
            ExprKind::PlayersOf(team) => return self.players_of(team),
            _ => {}
        }
        match leaf(&list.ty) {
            Type::Zone => self.cards_in(&self.zone_of_all(list)),
            _ => self.elements_of(list),
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

    /// What the elements of a type are called: one, and several.
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
    fn place_of(&self, noun: &str) -> String {
        format!("{noun}{}", self.place)
    }

    /// The list by its own name, if nothing is asked of its elements.
    fn named(&self) -> Option<String> {
        self.whole.clone().filter(|_| self.filters.is_empty())
    }
}

/// Elements of a list that is known by what it is: そのカードの下のカードのうちコストが3であるもの.
fn among_in_japanese(elements: &Elements, whose: &str) -> Option<String> {
    let whole = elements
        .whole
        .as_ref()
        .filter(|_| !elements.place.is_empty())?;
    match whose.is_empty() {
        true if whole.ends_with(&elements.one) => Some(whole.clone()),
        true => Some(format!("{whole}の{}", elements.one)),
        false => Some(format!("{whole}のうち{whose}もの")),
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

/// What is inside all lists.
pub(super) fn leaf(ty: &Type) -> &Type {
    match ty {
        Type::List(element) => leaf(element),
        other => other,
    }
}

/// Whether it is one thing, not several.
fn is_single(ty: &Type) -> bool {
    matches!(ty, Type::Card | Type::Player | Type::Team)
}

/// The element of a list that is written as a list of one.
fn only_element(list: &Expr) -> Option<&Expr> {
    let ExprKind::Operator(operation) = &list.kind else {
        return None;
    };
    match (operation.operator.name, operation.operands.as_slice()) {
        ("list", [only]) => Some(only),
        (_, _) => None,
    }
}

fn of(count: Option<&Expr>) -> Amount {
    match count {
        Some(count) if !is_one(count) => Amount::Many,
        Some(_) | None => Amount::One,
    }
}

fn is_one(count: &Expr) -> bool {
    count.kind == ExprKind::Literal(Literal::Number(1))
}

/// Whether a number can stand before a noun.
pub(super) fn is_plain(count: &Expr) -> bool {
    matches!(
        count.kind,
        ExprKind::Literal(Literal::Number(_)) | ExprKind::Parameter(_)
    )
}

fn article(noun: &str) -> &'static str {
    match noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => "an",
        false => "a",
    }
}
