//! Subexpressions of conditions that do not depend on the card of a move, evaluated before the loop over cards.

use cgml::model::{
    DefinitionBody, Expr, ExprKind, LocalId, Move, MoveId, Reads, Rule, VariableId, VariableValue,
};
use cgml::vocabulary::operators::OperatorKind;
use engine::ids::Slot;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::identity::ExprId;

impl<'g> Compiler<'g> {
    /// Computes what does not depend on the card before the cards are gone through.
    pub(crate) fn hoist_for(
        &mut self,
        id: MoveId,
        def: &'g Move,
        card: LocalId,
        scope: &Scope,
        none: Label,
    ) {
        let game = self.game;
        for expr in [&def.filter, &def.condition].into_iter().flatten() {
            self.settle(expr, card, scope, none);
        }
        if !self.plan.setting.open_chance
            && !is_about_target_of(game, id)
            && !self.may_forbid_target(id)
        {
            self.hoist_target(def, card, scope);
        }
        for rule in game
            .rules
            .iter()
            .filter(|rule| rule.restricts.contains(&id))
        {
            let mut inner = scope.clone();
            self.bind_locals(&mut inner, &rule.effect);
            for expr in [&rule.enabled_when, &rule.condition].into_iter().flatten() {
                self.hoist(expr, LocalId(0), &inner);
            }
        }
    }

    /// Tests the parts of a condition that are the same for all cards before any card: nothing is left to be
    /// tested of them then.
    fn settle(&mut self, condition: &Expr, card: LocalId, scope: &Scope, none: Label) {
        match &condition.kind {
            ExprKind::Operator(operation) if operation.operator.kind == OperatorKind::And => {
                for operand in &operation.operands {
                    self.settle(operand, card, scope, none);
                }
            }
            _ if mentions(condition, card) || self.plan.setting.open_chance => {
                self.hoist(condition, card, scope);
            }
            _ => {
                self.require(condition, true, none, scope);
                let id = ExprId::of(condition);
                self.moves.hoisted.insert(id, Value::Known(1));
            }
        }
    }

    /// Makes a set of what the last target of a move is chosen from, if it is the same for all cards and a card
    /// fits or not by what is printed on both.
    fn hoist_target(&mut self, def: &'g Move, card: LocalId, scope: &Scope) {
        let Some((target, before)) = def.targets.split_last() else {
            return;
        };
        let Some((item, test)) = &target.filter else {
            return;
        };
        let chosen = def.targets.iter().map(|target| target.local);
        let is_same = chosen
            .chain([card])
            .all(|local| !mentions(&target.from, local));
        let is_one = target.count.is_none() && target.up_to.is_none();
        let cards = self.plan.program.cards.len();
        if !is_same
            || !is_one
            || !before.is_empty()
            || !def.cost.is_empty()
            || engine::facts::words(cards) > 1
        {
            return;
        }
        let taken = self.code.taken();
        let pair = [self.code.slot(), self.code.slot()];
        let mut inner = scope.with(card, Value::In(pair[0]));
        inner.this = Some(Value::In(pair[0]));
        let inner = inner.with(target.local, Value::In(pair[1]));
        let inner = inner.with(*item, Value::In(pair[1]));
        let relation = self.relation(test, true, pair, &inner);
        self.code.free(taken);
        let Some(relation) = relation else {
            return;
        };
        let set = self.code.slot();
        self.set(set, 0);
        let taken = self.code.taken();
        self.each_element(&target.from, scope, &mut |compiler, _, card, _| {
            let card = compiler.slot(card);
            compiler.code.add_to_set(set, card);
        });
        self.code.free(taken);
        let id = ExprId::of(&target.from);
        self.moves.related.insert(id, (set, relation));
    }

    /// Evaluates the largest parts of an expression that are worth it and do not depend on a card.
    fn hoist(&mut self, expr: &Expr, card: LocalId, scope: &Scope) {
        if !mentions(expr, card) {
            if self.is_costly(expr) {
                let value = self.value(expr, scope);
                let kept = self.code.slot();
                self.put(kept, value);
                self.moves.hoisted.insert(ExprId::of(expr), Value::In(kept));
            }
            return;
        }
        if let ExprKind::Operator(operation) = &expr.kind {
            for operand in &operation.operands {
                if !matches!(operand.kind, ExprKind::Each(..)) {
                    self.hoist(operand, card, scope);
                }
            }
        }
        if let ExprKind::Function(id, arguments) = &expr.kind {
            for argument in arguments {
                self.hoist(argument, card, scope);
            }
            if let DefinitionBody::Function(body, _) = &self.game.definitions[*id].body {
                self.hoist_variables(body, scope, &mut Vec::new());
            }
        }
    }

    /// Evaluates the variables that a function reads and that are worth it: those of nobody are the same for all
    /// cards.
    fn hoist_variables(&mut self, body: &Expr, scope: &Scope, known: &mut Vec<(VariableId, Slot)>) {
        let mut inner = Vec::new();
        cgml::model::visit::each_expr(body, &mut |part| match &part.kind {
            ExprKind::Variable(_, None) if self.is_costly(part) => inner.push(part),
            ExprKind::Function(id, _) => {
                if let DefinitionBody::Function(body, _) = &self.game.definitions[*id].body {
                    inner.push(body);
                }
            }
            _ => {}
        });
        for part in inner {
            let ExprKind::Variable(id, _) = part.kind else {
                self.hoist_variables(part, scope, known);
                continue;
            };
            let kept = match known.iter().find(|(other, _)| *other == id) {
                Some((_, kept)) => *kept,
                None => {
                    let value = self.value(part, scope);
                    let kept = self.code.slot();
                    self.put(kept, value);
                    known.push((id, kept));
                    kept
                }
            };
            let id = ExprId::of(part);
            self.moves.hoisted.insert(id, Value::In(kept));
        }
    }

    /// True if an expression goes through a list, itself or by a function.
    fn is_costly(&self, expr: &Expr) -> bool {
        let mut costly = false;
        cgml::model::visit::each_expr(expr, &mut |inner| {
            costly |= match &inner.kind {
                ExprKind::Each(..) => true,
                ExprKind::Function(id, _) => match &self.game.definitions[*id].body {
                    DefinitionBody::Function(body, _) => {
                        self.is_costly(body) || !matches!(body.kind, ExprKind::Variable(..))
                    }
                    DefinitionBody::Effect(_) => false,
                },
                ExprKind::Variable(id, _) => match &self.game.variables[*id].value {
                    VariableValue::Computed(body) => self.is_costly(body),
                    VariableValue::Stored(_) => self.is_variable_changed(*id),
                },
                _ => false,
            };
        });
        costly
    }
}

/// True if an expression depends on the card of a move.
fn mentions(expr: &Expr, card: LocalId) -> bool {
    let mut found = false;
    cgml::model::visit::each_expr(expr, &mut |inner| {
        found |= match inner.kind.reads() {
            Reads::Local(id) => id == card,
            Reads::This | Reads::CanPerform(_) => true,
            Reads::Operands
            | Reads::Operator(_)
            | Reads::Elements(_)
            | Reads::Event
            | Reads::Players
            | Reads::Course
            | Reads::Zone(_)
            | Reads::AnyZone
            | Reads::Variable(_)
            | Reads::Pool(_)
            | Reads::Property(_)
            | Reads::Attribute(_)
            | Reads::Counters(_)
            | Reads::Keyword(_)
            | Reads::Field(_)
            | Reads::Function(_)
            | Reads::CanMove(_) => false,
        };
    });
    found
}

/// True if a rule that restricts a move looks at what is chosen with it.
fn is_about_target_of(game: &cgml::model::Game, id: MoveId) -> bool {
    let mut rules = game.rules.iter();
    rules.any(|rule| rule.restricts.contains(&id) && is_about_target(rule))
}

/// True if a rule that restricts moves looks at what is chosen with them.
pub(crate) fn is_about_target(rule: &Rule) -> bool {
    [&rule.enabled_when, &rule.condition]
        .into_iter()
        .flatten()
        .any(|expr| mentions(expr, LocalId(1)) && !matches!(expr.kind, ExprKind::This))
        && uses_local(rule, LocalId(1))
}

fn uses_local(rule: &Rule, local: LocalId) -> bool {
    let mut found = false;
    for expr in [&rule.enabled_when, &rule.condition].into_iter().flatten() {
        cgml::model::visit::each_expr(expr, &mut |inner| {
            found |= matches!(inner.kind, ExprKind::Local(id) if id == local);
        });
    }
    found
}

/// True if the steps of a move's cost read its card from a register.
pub(crate) fn uses_register(def: &Move) -> bool {
    !def.cost.is_empty()
}
