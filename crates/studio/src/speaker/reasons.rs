//! The reasons why a card cannot be chosen, from what the seat sees alone: nothing hidden can be learned from them.
//!
//! A condition is evaluated as far as a view goes. What does not hold for certain is a reason; where nothing is certain,
//! the conditions that could not be evaluated are named.

use super::Speaker;
use super::facts::Pressed;
use crate::speaker::locate::piles;
use cgml::explain;
use cgml::model::visit::each_expr;
use cgml::model::{
    AttributeId, Definition, DefinitionBody, Expr, ExprKind, Game, Move, PhaseId, Reads, Rule,
    ZoneId,
};
use cgml::vocabulary::Language;
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::operators::OperatorKind;
use engine::view::View;

/// So many reasons are told.
const MOST_REASONS: usize = 4;

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
            game,
            view,
            seat: self.seat,
            look,
            zone,
            has_default_rules: false,
        };
        let moves = game.moves.iter().filter(|it| is_from(game, it, zone));
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
        let is_certain = |expr: &&&Expr| pressed.holds(expr, it) == Some(false);
        let failing: Vec<&Expr> = conditions.iter().filter(is_certain).copied().collect();
        let usual = Pressed {
            has_default_rules: true,
            ..*pressed
        };
        // The print of a card does not change: a move for other kinds of cards is no reason.
        let is_for_others =
            |expr: &&Expr| is_about_print(expr) && usual.holds(expr, it) == Some(false);
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
        if let Some(told) = self.in_the_way(it, &failing, pressed) {
            return Some(format!("{name}{}{told}", self.pick(": ", ":")));
        }
        let (told, is_sure) = match failing.is_empty() {
            false => (failing, true),
            true => {
                let open = |expr: &&&Expr| pressed.holds(expr, it).is_none();
                (conditions.iter().filter(open).copied().collect(), false)
            }
        };
        if told.is_empty() {
            return Some(self.put_possible(&name, it));
        }
        Some(self.put(&name, &told, is_sure, !it.cost.is_empty()))
    }

    /// A reason that the game has words for: a state of the card, a rule that restricts the move, or the cards that it is for.
    fn in_the_way(&self, it: &Move, failing: &[&Expr], pressed: &Pressed<'_>) -> Option<String> {
        let game = &self.edition.game;
        if let Some(state) = failing.iter().find_map(|expr| preventing(expr)) {
            let attribute = &game.attributes[state];
            let state = self.prose(&attribute.text, &crate::shelf::spaced(&attribute.name));
            return Some(match self.language {
                Language::English => format!("prevented by “{state}”"),
                Language::Japanese => format!("「{state}」のためできません"),
            });
        }
        if !failing.is_empty() {
            return None;
        }
        let id = game.moves.find(&it.name)?;
        let restricts = |rule: &Rule| {
            let base = rule.extends.map(|base| &game.rules[base]);
            rule.restricts.contains(&id) || base.is_some_and(|base| base.restricts.contains(&id))
        };
        let holds = |expr: &Option<Expr>| match expr {
            Some(expr) => pressed.holds(expr, it),
            None => Some(true),
        };
        let is_broken = |rule: &Rule| {
            holds(&rule.enabled_when) == Some(true) && holds(&rule.condition) != Some(true)
        };
        let mut rules = game.rules.iter();
        let rule = rules.find(|rule| restricts(rule) && is_broken(rule));
        let (_, from) = it.from.as_ref()?;
        let told = match rule {
            Some(rule) => self.prose(&rule.description, ""),
            None if pressed.is_among(from) => return None,
            None => self.prose(&function_of(game, from)?.text, ""),
        };
        let told = told.trim_end_matches(['.', '。']).to_owned();
        Some(told).filter(|told| !told.is_empty())
    }

    fn put(&self, name: &str, conditions: &[&Expr], is_sure: bool, costs: bool) -> String {
        let words: Vec<String> = conditions.iter().map(|expr| self.words(expr)).collect();
        let words = words.join(self.pick("; ", "、"));
        match (self.language, is_sure) {
            (Language::English, true) => format!("{name}: this does not hold now: {words}"),
            (Language::Japanese, true) => format!("{name}:条件「{words}」を満たしていません"),
            (Language::English, false) if costs => {
                format!("{name}: only if {words}, and its cost can be paid")
            }
            (Language::Japanese, false) if costs => {
                format!("{name}:「{words}」で、コストを払えるときだけです")
            }
            (Language::English, false) => format!("{name}: only if {words}"),
            (Language::Japanese, false) => format!("{name}:「{words}」のときだけです"),
        }
    }

    /// The parts of a move that can be impossible although its conditions hold.
    fn put_possible(&self, name: &str, it: &Move) -> String {
        match (self.language, it.cost.is_empty(), it.targets.is_empty()) {
            (Language::English, false, true) => format!("{name}: its cost cannot be paid now"),
            (Language::Japanese, false, true) => format!("{name}:いまはコストを払えません"),
            (Language::English, true, false) => {
                format!("{name}: there is nothing that it could be aimed at")
            }
            (Language::Japanese, true, false) => format!("{name}:対象にできるものがありません"),
            (Language::English, false, false) => {
                format!("{name}: its cost cannot be paid, or there is nothing to aim it at")
            }
            (Language::Japanese, false, false) => {
                format!("{name}:コストを払えないか、対象にできるものがありません")
            }
            (Language::English, true, true) => format!("{name}: it would do nothing now"),
            (Language::Japanese, true, true) => format!("{name}:いまは何も起こりません"),
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
}

/// True if a move is made with cards of a zone, which may be named in a function.
fn is_from(game: &Game, it: &Move, zone: ZoneId) -> bool {
    let Some((_, from)) = &it.from else {
        return false;
    };
    let mut found = false;
    let mut look = |expr: &Expr| {
        found |= matches!(&expr.kind, ExprKind::Zone(id, _) if *id == zone);
    };
    each_expr(from, &mut look);
    if let Some(DefinitionBody::Function(body, _)) = function_of(game, from).map(|it| &it.body) {
        each_expr(body, &mut look);
    }
    found
}

/// The function that an expression calls, if it is nothing but that.
fn function_of<'g>(game: &'g Game, expr: &Expr) -> Option<&'g Definition> {
    let ExprKind::Function(id, _) = &expr.kind else {
        return None;
    };
    Some(&game.definitions[*id])
}

/// The state of the card that keeps a condition from holding: that which it must not be in, whatever else would help.
fn preventing(expr: &Expr) -> Option<AttributeId> {
    let ExprKind::Operator(operation) = &expr.kind else {
        return None;
    };
    if operation.operator.kind == OperatorKind::Or {
        return operation.operands.iter().find_map(preventing);
    }
    let is_not = operation.operator.kind == OperatorKind::Not;
    let of = operation.operands.first().filter(|_| is_not)?;
    let ExprKind::Attribute(id, _) = &of.kind else {
        return None;
    };
    Some(*id)
}

/// True if a condition asks for nothing but what is printed.
fn is_about_print(expr: &Expr) -> bool {
    let (mut prints, mut changes) = (false, false);
    each_expr(expr, &mut |part| match part.kind.reads() {
        Reads::Property(_)
        | Reads::Keyword(_)
        | Reads::Field(FieldKind::Kind | FieldKind::Kinds) => {
            prints = true;
        }
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
