//! Expressions as noun phrases.

use super::counting::counted_together;
use super::fill::Texts;
use super::owned::is_several;
use super::teller::{Reference, Teller};
use crate::model::{Expr, ExprKind, Literal, LocalId, NameRef, Type};
use crate::vocabulary::events::{COMMON, EVENTS};
use crate::vocabulary::fields::{self, Field};
use crate::vocabulary::operators;
use crate::vocabulary::want::Want;
use crate::vocabulary::{Language, Words};

impl Teller<'_> {
    /// An expression as a clause if it is true or false, otherwise as a noun phrase.
    pub(super) fn phrase(&self, expr: &Expr) -> String {
        if expr.ty == Type::Bool {
            return self.condition(expr);
        }
        self.value(expr)
    }

    /// An expression as a noun phrase.
    pub(super) fn value(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Local(local) => self.local(*local, &expr.ty),
            ExprKind::Context(field) => self.context(field.name(), &expr.ty).to_owned(),
            ExprKind::ContextField(position) => self.context_field(*position),
            ExprKind::This => self.pick("this card", "このカード").to_owned(),
            ExprKind::Who(who) => self.who(*who),
            ExprKind::PlayerAt(index) => self.player_at(index),
            ExprKind::PlayersOf(team) => self.field_says("players", team),
            ExprKind::TeamOf(player) => self.field_says("team", player),
            ExprKind::Teams => self.pick("all teams", "全チーム").to_owned(),
            ExprKind::CurrentPhase => self.pick("the current phase", "現在のフェイズ").to_owned(),
            ExprKind::CurrentState => self.pick("the current state", "現在の状態").to_owned(),
            ExprKind::TurnIndex => self
                .pick("the turn number (from 0)", "ターン番号（0から）")
                .to_owned(),
            ExprKind::Zone(zone, owner) => {
                let zone = &self.game.zones[*zone];
                let name = self.name(&zone.text, &zone.name);
                self.the_zone(&name, owner.as_deref())
            }
            ExprKind::Variable(variable, owner) => {
                let variable = &self.game.variables[*variable];
                let name = self.name(&variable.text, &variable.name);
                self.maybe_owned(owner.as_deref(), &name)
            }
            ExprKind::Pool(pool, owner) => {
                let pool = &self.game.pools[*pool];
                let name = self.name(&pool.text, &pool.name);
                self.maybe_owned(owner.as_deref(), &name)
            }
            ExprKind::Parameter(parameter) => self.parameter(*parameter),
            ExprKind::Property(property, card) => {
                let name = self.property_name(*property);
                self.owned_by_cards(card, &name)
            }
            ExprKind::Part(position, record) => {
                self.owned(record, &self.part_name(record, *position))
            }
            ExprKind::Attribute(attribute, card) => {
                let attribute = &self.game.attributes[*attribute];
                let name = self.name(&attribute.text, &attribute.name);
                self.owned_by_cards(card, &name)
            }
            ExprKind::Counters(counter, card) => {
                let name = self.name_ref(NameRef::Counter(*counter));
                self.with_texts("counters", &[self.value(card), name])
            }
            ExprKind::Field(field, of) if expr.ty != Type::Bool => {
                self.field_says(field.name(), of)
            }
            ExprKind::ElementAt(list, index) => self.element_at(list, index),
            ExprKind::Phase(phase) => self.phase_name(*phase),
            ExprKind::State(state) => self.state_name(*state),
            ExprKind::Team(team) => {
                let team = &self.game.teams[*team];
                self.name(&team.text, &team.name)
            }
            ExprKind::Kind(kind) => self.kind_name(*kind),
            ExprKind::CardName(card) => self.card_name(*card),
            ExprKind::ZoneNamed(name, owner) => {
                let name = self.value(name);
                let zone = match self.language {
                    Language::English => format!("zone named {name}"),
                    Language::Japanese => format!("{name}という名前のゾーン"),
                };
                self.the_zone(&zone, owner.as_deref())
            }
            ExprKind::Operator(operation) if expr.ty != Type::Bool => {
                match counted_together(expr) {
                    Some(count) => self.value(&count),
                    None => self.operation(operation),
                }
            }
            ExprKind::Each(..) => self.it(expr),
            ExprKind::Function(definition, arguments) => self.function(*definition, arguments),
            ExprKind::Operator(_)
            | ExprKind::Field(..)
            | ExprKind::HasKeyword(..)
            | ExprKind::CanPerform(_)
            | ExprKind::CanMove(..) => self.whether(expr),
            ExprKind::Record(fields) => {
                let fields = fields.iter();
                let fields = fields.map(|(name, value)| self.pair(name, &self.value(value)));
                fields.collect::<Vec<_>>().join(self.pick(", ", "、"))
            }
            ExprKind::Wrong => "?".to_owned(),
        }
    }

    /// A zone, of its owner or with an article.
    fn the_zone(&self, name: &str, owner: Option<&Expr>) -> String {
        match (owner, self.language) {
            (None, Language::English) => format!("the {name}"),
            (_, _) => self.maybe_owned(owner, name),
        }
    }

    /// A name and its value: "count: 3".
    pub(super) fn pair(&self, name: &str, value: &str) -> String {
        match self.language {
            Language::English => format!("{}: {value}", name.replace('_', " ")),
            Language::Japanese => format!("{}：{value}", name.replace('_', " ")),
        }
    }

    /// A truth value as a thing.
    fn whether(&self, expr: &Expr) -> String {
        self.whether_so(&self.condition(expr))
    }

    fn whether_so(&self, condition: &str) -> String {
        match self.language {
            Language::English => format!("whether {condition}"),
            Language::Japanese => format!("{condition}かどうか"),
        }
    }

    /// A temporary value, by the words it was introduced with, or its name.
    fn local(&self, local: LocalId, ty: &Type) -> String {
        match self.reference(local) {
            Some(Reference::It) if *ty == Type::Player => self.pick("they", "その人").to_owned(),
            Some(Reference::It) if is_several(ty) => self.pick("them", "それら").to_owned(),
            Some(Reference::It) => self.pick("it", "それ").to_owned(),
            Some(Reference::Named(name)) => name.clone(),
            Some(Reference::Fact(fact)) => self.whether_so(fact),
            None => match self.stored_name(local) {
                Some(name) => self.quoted_name(name),
                None => self.that(ty),
            },
        }
    }

    /// The name an author gave to a temporary value; what the checker made has none.
    pub(super) fn stored_name(&self, local: LocalId) -> Option<&str> {
        let known = self.known_local(local)?;
        let is_named = !known.name.is_empty() && !known.name.contains(' ');
        is_named.then_some(known.name.as_str())
    }

    /// A part of a record, or an end of a range.
    fn part_name(&self, record: &Expr, position: u32) -> String {
        if let Type::Record(parts) = super::elements::leaf(&record.ty) {
            let part = parts.get(position as usize);
            return part.map_or_else(String::new, |(name, _)| self.bare_name(name));
        }
        let words = match position {
            0 => ("least number", "最小値"),
            _ => ("largest number", "最大値"),
        };
        self.pick(words.0, words.1).to_owned()
    }

    /// A field of an event.
    fn context(&self, name: &str, ty: &Type) -> &'static str {
        let of_pools = *ty == Type::Pool;
        let fields = EVENTS.iter().flat_map(|event| event.fields).chain(COMMON);
        let mut known = fields.filter(|field| field.name == name);
        let field = known
            .clone()
            .find(|field| (field.is == Want::Pool) == of_pools);
        let field = field.or_else(|| known.next());
        field.map_or("?", |field| field.says.of(self.language))
    }

    /// A field of a declared event.
    fn context_field(&self, position: u32) -> String {
        match self.event_field(position) {
            Some(field) => self.the(field),
            None => self.that(&Type::Any),
        }
    }

    /// A built-in field in the words of the vocabulary.
    fn field_says(&self, name: &str, of: &Expr) -> String {
        match built_in(name, &of.ty) {
            Some(field) => self.with_operands(field.says, std::slice::from_ref(of)),
            None => self.owned(of, &self.bare_name(name)),
        }
    }

    fn element_at(&self, list: &Expr, index: &Expr) -> String {
        let list = self.value(list);
        let position = match index.kind {
            ExprKind::Literal(Literal::Number(position)) => Some(position),
            _ => None,
        };
        match (self.language, position) {
            (Language::English, Some(0)) => format!("the first of {list}"),
            (Language::English, Some(1)) => format!("the second of {list}"),
            (Language::English, Some(position)) => format!("number {} of {list}", position + 1),
            (Language::English, None) => {
                format!("the one of {list} at position {}", self.value(index))
            }
            (Language::Japanese, Some(position)) => format!("{list}の{}番目", position + 1),
            (Language::Japanese, None) => {
                format!("{list}の0から数えて{}番目", self.value(index))
            }
        }
    }

    /// An operator of the vocabulary with texts for its operands.
    pub(super) fn with_texts(&self, operator: &str, operands: &[String]) -> String {
        match operators::find(operator) {
            Some(operator) => self.texts(operator.says, operands),
            None => String::new(),
        }
    }

    /// A phrase with texts for its operands.
    pub(super) fn texts(&self, says: Words, operands: &[String]) -> String {
        const POSITIONS: [&str; 3] = ["0", "1", "2"];
        let operands = operands.iter().cloned().map(Some);
        let slots: Vec<(&str, Option<String>)> = POSITIONS.into_iter().zip(operands).collect();
        self.say(says, &Texts(&slots)).into_line(self.language)
    }
}

/// A built-in field of something of a type.
pub(super) fn built_in(name: &str, of: &Type) -> Option<&'static Field> {
    let of = super::elements::leaf(of);
    let tables = [
        (Type::Card, fields::CARD),
        (Type::Zone, fields::ZONE),
        (Type::Player, fields::PLAYER),
        (Type::Team, fields::TEAM),
    ];
    let own = tables.iter().filter(|(ty, _)| ty == of);
    own.chain(&tables)
        .find_map(|(_, table)| fields::find(table, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::phrase::{parse, slots};

    #[test]
    fn every_field_reads_in_both_languages() {
        let tables = [fields::CARD, fields::ZONE, fields::PLAYER, fields::TEAM];
        for field in tables.into_iter().flatten() {
            let words = [Some(field.says), field.denies].into_iter().flatten();
            for text in words.flat_map(|words| [words.en, words.ja]) {
                let pieces = parse(text).unwrap_or_else(|| panic!("{}: {text}", field.name));
                let names = slots(&pieces).into_iter().flat_map(|slot| slot.names());
                assert_eq!(names.collect::<Vec<_>>(), ["0"], "{}: {text}", field.name);
            }
        }
    }
}
