//! Conditions about one card, as far as what a seat sees of the table tells whether they hold.

use cgml::model::{
    DefinitionBody, DefinitionId, Expr, ExprKind, Game, KeywordId, KeywordUse, Literal, LocalId,
    Move, Who, ZoneId,
};
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::operators::OperatorKind;
use engine::seen::{Look, Value};
use engine::view::View;
use std::collections::BTreeMap;

/// A value as far as a view tells it.
#[derive(Debug, Clone, PartialEq)]
enum Fact {
    Nothing,
    Truth(bool),
    Number(i64),
    Word(String),
    Words(Vec<String>),
    /// The card that was pressed.
    Pressed,
    /// The cards of a zone of the seat, or of the table.
    Zone(ZoneId),
}

/// The temporary values that are known.
type Locals = BTreeMap<LocalId, Fact>;

/// So deep functions are looked into.
const DEEPEST: usize = 8;

/// A card that was pressed, as the seat sees it.
#[derive(Clone, Copy)]
pub(crate) struct Pressed<'v> {
    pub(crate) game: &'v Game,
    pub(crate) view: &'v View,
    pub(crate) seat: Option<u8>,
    pub(crate) look: &'v Look,
    /// The zone that it lies in: the seat's own or the table's.
    pub(crate) zone: ZoneId,
    /// True if house rules are taken for what they are by default: that is enough to leave out a reason, not to tell one.
    pub(crate) has_default_rules: bool,
}

impl Pressed<'_> {
    /// True or false if a condition of a move that is made with the card certainly does or does not hold.
    pub(crate) fn holds(&self, expr: &Expr, it: &Move) -> Option<bool> {
        let card = it.from.as_ref().map(|(local, _)| (*local, Fact::Pressed));
        match self.fact(expr, &card.into_iter().collect(), 0)? {
            Fact::Truth(truth) => Some(truth),
            Fact::Nothing
            | Fact::Number(_)
            | Fact::Word(_)
            | Fact::Words(_)
            | Fact::Pressed
            | Fact::Zone(_) => None,
        }
    }

    /// True if the card certainly lies among the cards of an expression.
    pub(crate) fn is_among(&self, cards: &Expr) -> bool {
        self.fact(cards, &Locals::new(), 0) == Some(Fact::Zone(self.zone))
    }

    /// A value, if what the seat sees determines it.
    fn fact(&self, expr: &Expr, locals: &Locals, depth: usize) -> Option<Fact> {
        let game = self.game;
        let is_pressed = |of: &Expr| {
            self.fact(of, locals, depth)
                .is_some_and(|it| it == Fact::Pressed)
        };
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Local(local) => locals.get(local).cloned(),
            ExprKind::Attribute(id, of) if is_pressed(of) => {
                match self.look.marks.get(&game.attributes[*id].name) {
                    Some(value) => fact_of(value),
                    None => Some(Fact::Truth(false)).filter(|_| expr.ty == cgml::model::Type::Bool),
                }
            }
            ExprKind::Parameter(id) if self.has_default_rules => {
                self.literal(&game.parameters[*id].default)
            }
            ExprKind::HasKeyword(id, of) if is_pressed(of) => {
                // One that is printed may have been taken away.
                let has_it = self.prints(*id)?
                    || (self.look.keywords.iter()).any(|one| one.id == game.keywords[*id].name);
                (!has_it).then_some(Fact::Truth(false))
            }
            ExprKind::Property(id, of) if is_pressed(of) => {
                self.printed(&game.properties[*id].name)
            }
            ExprKind::Field(field, of) => self.field(*field, &self.fact(of, locals, depth)?),
            ExprKind::Kind(kind) => Some(Fact::Word(game.kinds[*kind].name.clone())),
            ExprKind::Phase(phase) => Some(Fact::Word(game.phases[*phase].name.clone())),
            ExprKind::CurrentPhase => {
                let phase = self.view.phase.as_ref();
                Some(phase.map_or(Fact::Nothing, |phase| Fact::Word(phase.id.clone())))
            }
            ExprKind::Zone(zone, owner) => {
                self.whose(owner.as_deref())?;
                Some(Fact::Zone(*zone))
            }
            ExprKind::Variable(id, owner) => {
                let whose = self.whose(owner.as_deref())?;
                let name = &game.variables[*id].name;
                let mut variables = self.view.variables.iter();
                let found = variables.find(|it| it.name.id == *name && it.owner == whose);
                fact_of(&found?.value)
            }
            ExprKind::Function(id, arguments) => self.called(*id, arguments, locals, depth),
            ExprKind::Operator(operation) => {
                let facts = operation.operands.iter();
                let facts: Vec<Option<Fact>> = facts
                    .map(|operand| self.fact(operand, locals, depth))
                    .collect();
                combined(operation.operator.kind, &facts, self.zone)
            }
            _ => None,
        }
    }

    /// The value of a function, as far as that of its arguments is known.
    fn called(
        &self,
        id: DefinitionId,
        arguments: &[Expr],
        locals: &Locals,
        depth: usize,
    ) -> Option<Fact> {
        let DefinitionBody::Function(body, block) = &self.game.definitions[id].body else {
            return None;
        };
        if depth == DEEPEST {
            return None;
        }
        let parameters = (0..).map(LocalId).take(block.locals.len());
        let given = parameters
            .zip(arguments)
            .filter_map(|(local, argument)| Some((local, self.fact(argument, locals, depth)?)));
        self.fact(body, &given.collect(), depth + 1)
    }

    /// A property of the card as it is now, or as it is printed.
    fn printed(&self, name: &str) -> Option<Fact> {
        let printed = self.look.face.as_ref();
        let printed = printed.and_then(|face| face.printed.get(name));
        fact_of(self.look.now.get(name).or(printed)?)
    }

    fn literal(&self, literal: &Literal) -> Option<Fact> {
        match literal {
            Literal::Nothing => Some(Fact::Nothing),
            Literal::Bool(truth) => Some(Fact::Truth(*truth)),
            Literal::Number(number) => Some(Fact::Number(*number)),
            Literal::Symbol(set, at) => {
                let word = self.game.symbol_sets[*set].values.get_index(*at as usize)?;
                Some(Fact::Word(word.clone()))
            }
            Literal::Text(_) | Literal::Range(_) | Literal::List(_) | Literal::Record(_) => None,
        }
    }

    /// The seat that something belongs to, if it is the table's or the seat's own.
    fn whose(&self, owner: Option<&Expr>) -> Option<Option<u8>> {
        match owner.map(|owner| &owner.kind) {
            None => Some(None),
            Some(ExprKind::Who(Who::Acting)) => Some(Some(self.seat?)),
            Some(_) => None,
        }
    }

    /// A field of the card, or the cards of a zone.
    fn field(&self, field: FieldKind, of: &Fact) -> Option<Fact> {
        if let (FieldKind::Cards, Fact::Zone(zone)) = (field, of) {
            return Some(Fact::Zone(*zone));
        }
        if *of != Fact::Pressed {
            return None;
        }
        if field == FieldKind::Zone {
            return Some(Fact::Zone(self.zone));
        }
        let kinds = self.kinds()?;
        if field == FieldKind::Kind {
            return kinds.first().cloned().map(Fact::Word);
        }
        (field == FieldKind::Kinds).then_some(Fact::Words(kinds))
    }

    /// The kind of the card and those that it extends; nothing if its face is not known.
    fn kinds(&self) -> Option<Vec<String>> {
        let game = self.game;
        let card = &game.cards[game.cards.find(&self.look.face.as_ref()?.name.id)?];
        let kinds = std::iter::successors(card.kind, |kind| game.kinds[*kind].extends);
        Some(kinds.map(|kind| game.kinds[kind].name.clone()).collect())
    }

    /// True if a card has a keyword printed on it, by itself or by its kind; nothing if its face is not known.
    fn prints(&self, keyword: KeywordId) -> Option<bool> {
        let game = self.game;
        let card = &game.cards[game.cards.find(&self.look.face.as_ref()?.name.id)?];
        let is_it = |it: &KeywordUse| it.keyword == keyword;
        let kinds = std::iter::successors(card.kind, |kind| game.kinds[*kind].extends);
        let by_kind = kinds.flat_map(|kind| &game.kinds[kind].keywords);
        Some(card.keywords.iter().chain(by_kind).any(is_it))
    }
}

fn fact_of(value: &Value) -> Option<Fact> {
    match value {
        Value::Nothing => Some(Fact::Nothing),
        Value::Truth(truth) => Some(Fact::Truth(*truth)),
        Value::Number(number) => Some(Fact::Number(*number)),
        Value::Word(word) => Some(Fact::Word(word.clone())),
        _ => None,
    }
}

/// Truth of three values: what is not known stays so, unless it makes no difference. `home`: the zone of the card.
fn combined(kind: OperatorKind, facts: &[Option<Fact>], home: ZoneId) -> Option<Fact> {
    let truths = || facts.iter();
    let is = |fact: &Option<Fact>, truth: bool| *fact == Some(Fact::Truth(truth));
    if let (OperatorKind::If, [Some(Fact::Truth(truth)), yes, no]) = (kind, facts) {
        return if *truth { yes.clone() } else { no.clone() };
    }
    let truth = match (kind, facts) {
        (OperatorKind::Not, [Some(Fact::Truth(truth))]) => !truth,
        (OperatorKind::And, _) if truths().any(|it| is(it, false)) => false,
        (OperatorKind::And, _) if truths().all(|it| is(it, true)) => true,
        (OperatorKind::Or, _) if truths().any(|it| is(it, true)) => true,
        (OperatorKind::Or, _) if truths().all(|it| is(it, false)) => false,
        (OperatorKind::IsEqual, [Some(one), Some(other)]) => one == other,
        (OperatorKind::IsGreaterThan, [Some(Fact::Number(one)), Some(Fact::Number(other))]) => {
            one > other
        }
        (OperatorKind::IsLessThan, [Some(Fact::Number(one)), Some(Fact::Number(other))]) => {
            one < other
        }
        (OperatorKind::Contains, [Some(all), Some(one)])
        | (OperatorKind::In, [Some(one), Some(all)]) => is_in(one, all, home)?,
        _ => return None,
    };
    Some(Fact::Truth(truth))
}

/// True if one is among all; nothing if that is not known.
fn is_in(one: &Fact, all: &Fact, home: ZoneId) -> Option<bool> {
    if let (Fact::Word(word), Fact::Words(words)) = (one, all) {
        return Some(words.contains(word));
    }
    let (Fact::Pressed, Fact::Zone(zone)) = (one, all) else {
        return None;
    };
    Some(*zone == home)
}

#[cfg(test)]
mod tests {
    use super::{Fact, combined};
    use cgml::model::ZoneId;
    use cgml::vocabulary::operators::OperatorKind::{self, And, If, In, IsLessThan, Not, Or};

    const HAND: ZoneId = ZoneId(3);

    fn of_card_in_hand(kind: OperatorKind, facts: &[Option<Fact>]) -> Option<Fact> {
        combined(kind, facts, HAND)
    }

    #[test]
    fn what_is_not_known_stays_so_unless_it_makes_no_difference() {
        let truth = |truth| Some(Fact::Truth(truth));
        let combined = of_card_in_hand;
        assert_eq!(combined(And, &[None, truth(false)]), truth(false));
        assert_eq!(combined(And, &[None, truth(true)]), None);
        assert_eq!(combined(Or, &[None, truth(true)]), truth(true));
        assert_eq!(combined(Or, &[None, truth(false)]), None);
        assert_eq!(combined(Not, &[None]), None);
        assert_eq!(
            combined(If, &[truth(true), truth(false), None]),
            truth(false)
        );
        assert_eq!(combined(If, &[None, truth(true), truth(true)]), None);
        let (two, three) = (Some(Fact::Number(2)), Some(Fact::Number(3)));
        assert_eq!(combined(IsLessThan, &[two, three]), truth(true));
    }

    #[test]
    fn a_card_is_in_the_zone_that_it_lies_in() {
        let zone = |zone| Some(Fact::Zone(zone));
        let is_in = |all| of_card_in_hand(In, &[Some(Fact::Pressed), all]);
        assert_eq!(is_in(zone(HAND)), Some(Fact::Truth(true)));
        assert_eq!(is_in(zone(ZoneId(1))), Some(Fact::Truth(false)));
        assert_eq!(is_in(None), None);
    }
}
