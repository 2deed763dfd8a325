//! The reasons why a card cannot be chosen, from what the seat sees alone: nothing hidden can be learned from them.
//!
//! A condition is evaluated as far as a view goes. What does not hold for certain is a reason; where nothing is certain,
//! the conditions that could not be evaluated are named.

use super::Speaker;
use crate::speaker::locate::piles;
use cgml::explain;
use cgml::model::visit::each_expr;
use cgml::model::{
    Expr, ExprKind, KeywordId, KeywordUse, Literal, Move, PhaseId, Reads, Who, ZoneId,
};
use cgml::vocabulary::Language;
use cgml::vocabulary::operators::OperatorKind;
use engine::seen::{Look, Value};
use engine::view::View;

/// So many reasons are told.
const MOST_REASONS: usize = 4;

/// A value as far as a view tells it.
#[derive(Debug, Clone, PartialEq)]
enum Fact {
    Nothing,
    Truth(bool),
    Number(i64),
    Word(String),
}

/// A card that was pressed, as the seat sees it.
struct Pressed<'v> {
    view: &'v View,
    look: &'v Look,
    /// True if house rules are taken for what they are by default: that is enough to leave out a reason, not to tell one.
    has_default_rules: bool,
}

impl Speaker<'_> {
    /// The reasons why a card that lies there cannot be chosen, one for each move that is made with cards of its zone.
    pub(crate) fn reasons(&self, view: &View, pile: u16, card: u16) -> Vec<String> {
        let game = &self.edition.game;
        let Some((zone, seen)) = piles(view).nth(usize::from(pile)) else {
            return Vec::new();
        };
        let (Some(zone), Some(look)) =
            (game.zones.find(&zone.id), seen.cards.get(usize::from(card)))
        else {
            return Vec::new();
        };
        if seen.owner.is_some() && seen.owner != self.seat {
            return vec![
                self.pick("It is not yours", "自分のカードではありません")
                    .to_owned(),
            ];
        }
        let pressed = Pressed {
            view,
            look,
            has_default_rules: false,
        };
        let moves = game.moves.iter().filter(|it| is_from(it, zone));
        let (own, granted): (Vec<&Move>, Vec<&Move>) = moves.partition(|it| !it.phases.is_empty());
        let of = |moves: Vec<&Move>| -> Vec<String> {
            let reasons = moves.into_iter().map(|it| self.reason(it, &pressed));
            reasons.flatten().collect()
        };
        let mut reasons = of(own);
        // A move that no phase offers is made as an answer or by an effect: a reason only where there is no other.
        if reasons.is_empty() {
            reasons = of(granted);
        }
        let mut told: Vec<String> = Vec::new();
        for reason in reasons {
            if !told.contains(&reason) {
                told.push(reason);
            }
        }
        told.truncate(MOST_REASONS);
        told
    }

    /// The reason why a move cannot be made with a card; nothing if it does not concern the card.
    fn reason(&self, it: &Move, pressed: &Pressed<'_>) -> Option<String> {
        let name = self.prose(&it.text, &crate::shelf::spaced(&it.name));
        let phase = pressed.view.phase.as_ref().map(|phase| phase.id.as_str());
        let game = &self.edition.game;
        let is_now = |id: &PhaseId| Some(game.phases[*id].name.as_str()) == phase;
        let conditions: Vec<&Expr> = [&it.filter, &it.condition]
            .into_iter()
            .flatten()
            .flat_map(conjuncts)
            .collect();
        let is_certain = |expr: &&&Expr| self.fact(expr, it, pressed) == Some(Fact::Truth(false));
        let failing: Vec<&Expr> = conditions.iter().filter(is_certain).copied().collect();
        let usual = Pressed {
            has_default_rules: true,
            ..*pressed
        };
        // The print of a card does not change: a move for other kinds of cards is no reason.
        let is_for_others = |expr: &&Expr| {
            is_about_print(expr) && self.fact(expr, it, &usual) == Some(Fact::Truth(false))
        };
        if conditions.iter().any(is_for_others) {
            return None;
        }
        if !it.phases.is_empty() && !it.phases.iter().any(is_now) {
            let phases = it.phases.iter().map(|id| {
                let phase = &game.phases[*id];
                self.prose(&phase.text, &crate::shelf::spaced(&phase.name))
            });
            let phases: Vec<String> = phases.collect();
            let phases = phases.join(self.pick(", ", "、"));
            return Some(match self.language {
                Language::English => format!("{name}: only in {phases}"),
                Language::Japanese => format!("{name}:{phases}にだけできます"),
            });
        }
        let (told, is_sure) = match failing.is_empty() {
            false => (failing, true),
            true => {
                let open = |expr: &&&Expr| self.fact(expr, it, pressed).is_none();
                (conditions.iter().filter(open).copied().collect(), false)
            }
        };
        Some(self.put(&name, &told, is_sure, !it.cost.is_empty()))
    }

    fn put(&self, name: &str, conditions: &[&Expr], is_sure: bool, costs: bool) -> String {
        let words: Vec<String> = conditions.iter().map(|expr| self.words(expr)).collect();
        let words = words.join(self.pick("; ", "、"));
        match (self.language, words.is_empty(), is_sure) {
            (Language::English, true, _) => {
                format!("{name}: its cost, its targets or its effect are not possible now")
            }
            (Language::Japanese, true, _) => {
                format!("{name}:コスト、対象、効果のどれかがいまは成り立ちません")
            }
            (Language::English, false, true) => {
                format!("{name}: this does not hold now: {words}")
            }
            (Language::Japanese, false, true) => {
                format!("{name}:条件「{words}」を満たしていません")
            }
            (Language::English, false, false) if costs => {
                format!("{name}: only if {words}, and its cost can be paid")
            }
            (Language::Japanese, false, false) if costs => {
                format!("{name}:「{words}」で、コストを払えるときだけです")
            }
            (Language::English, false, false) => format!("{name}: only if {words}"),
            (Language::Japanese, false, false) => format!("{name}:「{words}」のときだけです"),
        }
    }

    /// A condition in words: those of a definition for one thing, where it has some.
    fn words(&self, expr: &Expr) -> String {
        let game = &self.edition.game;
        if let ExprKind::Function(id, of) = &expr.kind {
            let own = self.prose(&game.definitions[*id].text, "");
            if of.len() == 1 && !own.is_empty() && !own.contains('{') {
                return own;
            }
        }
        explain::expression(game, expr, self.language)
    }

    /// A value, if what the seat sees determines it.
    fn fact(&self, expr: &Expr, it: &Move, pressed: &Pressed<'_>) -> Option<Fact> {
        let game = &self.edition.game;
        match &expr.kind {
            ExprKind::Literal(Literal::Nothing) => Some(Fact::Nothing),
            ExprKind::Literal(Literal::Bool(truth)) => Some(Fact::Truth(*truth)),
            ExprKind::Literal(Literal::Number(number)) => Some(Fact::Number(*number)),
            ExprKind::Literal(Literal::Symbol(set, at)) => {
                let word = game.symbol_sets[*set].values.get_index(*at as usize)?;
                Some(Fact::Word(word.clone()))
            }
            ExprKind::Attribute(id, of) if is_card(of, it) => {
                match pressed.look.marks.get(&game.attributes[*id].name) {
                    Some(value) => fact_of(value),
                    None => Some(Fact::Truth(false)).filter(|_| expr.ty == cgml::model::Type::Bool),
                }
            }
            ExprKind::Parameter(id) if pressed.has_default_rules => {
                let Literal::Bool(truth) = game.parameters[*id].default else {
                    return None;
                };
                Some(Fact::Truth(truth))
            }
            ExprKind::HasKeyword(id, of) if is_card(of, it) => {
                // One that is printed may have been taken away.
                let has_it = self.prints(pressed.look, *id)?
                    || (pressed.look.keywords.iter()).any(|one| one.id == game.keywords[*id].name);
                (!has_it).then_some(Fact::Truth(false))
            }
            ExprKind::Property(id, of) if is_card(of, it) => {
                let name = &game.properties[*id].name;
                let look = pressed.look;
                let printed = look.face.as_ref().and_then(|face| face.printed.get(name));
                fact_of(look.now.get(name).or(printed)?)
            }
            ExprKind::Variable(id, owner) => {
                let whose = match owner.as_deref().map(|owner| &owner.kind) {
                    None => None,
                    Some(ExprKind::Who(Who::Acting)) => Some(self.seat?),
                    Some(_) => return None,
                };
                let name = &game.variables[*id].name;
                let mut variables = pressed.view.variables.iter();
                let found = variables.find(|it| it.name.id == *name && it.owner == whose);
                fact_of(&found?.value)
            }
            ExprKind::Operator(operation) => {
                let facts = operation.operands.iter();
                let facts: Vec<Option<Fact>> = facts
                    .map(|operand| self.fact(operand, it, pressed))
                    .collect();
                combined(operation.operator.kind, &facts)
            }
            _ => None,
        }
    }
}

impl Speaker<'_> {
    /// True if a card has a keyword printed on it, by itself or by its kind; nothing if its face is not known.
    fn prints(&self, look: &Look, keyword: KeywordId) -> Option<bool> {
        let game = &self.edition.game;
        let card = &game.cards[game.cards.find(&look.face.as_ref()?.name.id)?];
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

/// Truth of three values: what is not known stays so, unless it makes no difference.
fn combined(kind: OperatorKind, facts: &[Option<Fact>]) -> Option<Fact> {
    let truths = || facts.iter();
    let is = |fact: &Option<Fact>, truth: bool| *fact == Some(Fact::Truth(truth));
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
        _ => return None,
    };
    Some(Fact::Truth(truth))
}

/// True if a move is made with cards of a zone.
fn is_from(it: &Move, zone: ZoneId) -> bool {
    let Some((_, from)) = &it.from else {
        return false;
    };
    let mut found = false;
    each_expr(from, &mut |expr| {
        found |= matches!(&expr.kind, ExprKind::Zone(id, _) if *id == zone);
    });
    found
}

/// True if an expression is the card that a move is made with.
fn is_card(expr: &Expr, it: &Move) -> bool {
    let card = it.from.as_ref().map(|(local, _)| *local);
    matches!(&expr.kind, ExprKind::Local(local) if Some(*local) == card)
}

/// True if a condition asks for nothing but what is printed.
fn is_about_print(expr: &Expr) -> bool {
    let (mut prints, mut changes) = (false, false);
    each_expr(expr, &mut |part| match part.kind.reads() {
        Reads::Property(_) | Reads::Keyword(_) => prints = true,
        Reads::Attribute(_)
        | Reads::Variable(_)
        | Reads::Pool(_)
        | Reads::Counters(_)
        | Reads::Course
        | Reads::Event
        | Reads::Function(_)
        | Reads::CanMove(_)
        | Reads::CanPerform(_) => changes = true,
        Reads::Operator(operator) => changes |= operator.reads_marks(),
        // The card itself, its zone and its print.
        Reads::Operands
        | Reads::Local(_)
        | Reads::Elements(_)
        | Reads::This
        | Reads::Players
        | Reads::Zone(_)
        | Reads::AnyZone
        | Reads::Field(_) => {}
    });
    prints && !changes
}

/// The parts of a condition that must all hold.
fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Operator(operation) if operation.operator.kind == OperatorKind::And => {
            operation.operands.iter().flat_map(conjuncts).collect()
        }
        _ => vec![expr],
    }
}

#[cfg(test)]
mod tests {
    use super::{Fact, combined};
    use cgml::vocabulary::operators::OperatorKind::{And, IsLessThan, Not, Or};

    #[test]
    fn what_is_not_known_stays_so_unless_it_makes_no_difference() {
        let truth = |truth| Some(Fact::Truth(truth));
        assert_eq!(combined(And, &[None, truth(false)]), truth(false));
        assert_eq!(combined(And, &[None, truth(true)]), None);
        assert_eq!(combined(Or, &[None, truth(true)]), truth(true));
        assert_eq!(combined(Or, &[None, truth(false)]), None);
        assert_eq!(combined(Not, &[None]), None);
        let (two, three) = (Some(Fact::Number(2)), Some(Fact::Number(3)));
        assert_eq!(combined(IsLessThan, &[two, three]), truth(true));
    }
}
