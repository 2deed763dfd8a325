//! Rules, checks and invariants.

use crate::check::Checker;
use crate::check::cycles::{chain_too_long, circles};
use crate::check::expressions::scope::{Context, Scope};
use crate::codes::game as code;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::model::{
    CheckDef, EventPattern, Failure, Invariant, LocalId, MoveId, Often, Rule, RuleId, Timing, Type,
};
use crate::tree::NodeId;
use crate::version::Version;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want;

impl Checker<'_> {
    pub(in crate::check) fn rules(&mut self) {
        let rules = self.declaring_items("rules", "id", NameKind::Rule);
        self.rule_cycles(&rules);
        for node in &rules {
            if let Some(rule) = self.rule(*node, &rules) {
                self.game.rules.push(rule);
            }
        }
    }

    fn rule(&mut self, node: NodeId, rules: &[NodeId]) -> Option<Rule> {
        let name = self.ident(node, "id")?;
        let extends = self
            .tree
            .get(node, "extends")
            .and_then(|rule| self.resolve_at(NameKind::Rule, rule))
            .map(RuleId);
        let layers = self.rule_layers(node, rules);
        let trigger = self.tree.get(self.writer(&layers, "trigger"), "trigger");
        let trigger = trigger.and_then(|trigger| self.trigger_at(trigger));
        let restricts = self
            .tree
            .get(self.writer(&layers, "restricts"), "restricts");
        let restricts = self.resolve_many(NameKind::Move, restricts);
        let mut scope = Scope::with_context(match &trigger {
            Some(trigger) => self.context_of(std::slice::from_ref(trigger)),
            // Its trigger is missing or wrong, which was reported.
            None if restricts.is_empty() => Context::Several,
            None => Context::None,
        });
        scope.wraps = self
            .ident(node, "timing")
            .is_some_and(|timing| timing.text == "replace");
        if !restricts.is_empty() {
            scope.bind("card", Type::Card, name.span);
            scope.bind("target", Type::Any, name.span);
        }
        let mut question = |checker: &mut Self, key| {
            let node = checker.tree.get(checker.writer(&layers, key), key);
            checker.expr_at(&mut scope, node, Want::Bool)
        };
        let enabled_when = question(self, "enabled_when");
        let condition = question(self, "condition");
        let effect = self.tree.get(self.writer(&layers, "effect"), "effect");
        let steps = self.steps_at(&mut scope, effect);
        let result = self.rule_result(&mut scope, self.writer(&layers, "store_as"));
        let timing = self.timing(self.writer(&layers, "timing"), &trigger);
        Some(Rule {
            name: name.text,
            description: self.prose(self.writer(&layers, "description"), "description"),
            trigger,
            timing,
            priority: self
                .number(self.writer(&layers, "priority"), "priority")
                .unwrap_or(0),
            once_per: self
                .ident(self.writer(&layers, "once_per"), "once_per")
                .map(|often| often_named(&often.text)),
            enabled_when,
            condition,
            effect: scope.into_block(steps),
            on_failure: self
                .failure(self.writer(&layers, "on_failure"))
                .unwrap_or(Failure::Abort),
            result,
            extends,
            restricts: restricts.into_iter().map(MoveId).collect(),
            origin: name.span,
        })
    }

    /// Reports every circle of rules once, at its first rule. In 1.3 nothing is taken over.
    fn rule_cycles(&mut self, rules: &[NodeId]) {
        if self.version < Version::V1_4 {
            return;
        }
        let extended = |rule: &NodeId| {
            let name = self.ident(*rule, "extends")?;
            let declared = self.names.find(NameKind::Rule, &name.text)?;
            Some(declared.position)
        };
        let extends: Vec<Vec<u32>> = rules
            .iter()
            .map(|rule| extended(rule).into_iter().collect())
            .collect();
        for circle in circles(&extends) {
            let mut members = circle.iter().filter_map(|rule| {
                let rule = self.tree.get(*rules.get(*rule as usize)?, "extends")?;
                Some(self.tree.span(rule))
            });
            let Some(first) = members.next() else {
                continue;
            };
            let name = self.ident(rules[circle[0] as usize], "id");
            let name = name.map_or_else(String::new, |name| name.text);
            let message = format!("the rule `{name}` extends itself");
            let mut diagnostic = Diagnostic::new(code::RULE_CYCLE, first, message)
                .hint("remove one `extends` of the circle");
            for other in members {
                diagnostic = diagnostic.related(other, "through this one");
            }
            self.diagnostics.report(diagnostic);
        }
    }

    /// A rule, and from 1.4 the rules whose keys it takes over, nearest first.
    fn rule_layers(&mut self, node: NodeId, rules: &[NodeId]) -> Vec<NodeId> {
        let mut layers = vec![node];
        if self.version < Version::V1_4 {
            return layers;
        }
        let extended = |rule: NodeId| {
            let name = self.ident(rule, "extends")?;
            let declared = self.names.find(NameKind::Rule, &name.text)?;
            rules.get(declared.position as usize).copied()
        };
        let mut next = extended(node);
        while let Some(rule) = next.filter(|rule| !layers.contains(rule)) {
            if layers.len() > limits::CHAIN {
                let problem = chain_too_long(self.tree.span(node), "rules extend");
                self.diagnostics.report(problem);
                break;
            }
            layers.push(rule);
            next = extended(rule);
        }
        layers
    }

    /// The nearest layer that writes a key; the rule itself if none does.
    fn writer(&self, layers: &[NodeId], key: &str) -> NodeId {
        let writes = |layer: &&NodeId| self.tree.get(**layer, key).is_some();
        layers.iter().find(writes).copied().unwrap_or(layers[0])
    }

    fn trigger_at(&mut self, node: NodeId) -> Option<EventPattern> {
        let name = crate::syntax::Ident::new(self.tree.text(node)?, self.tree.span(node));
        self.trigger(&name)
    }

    fn rule_result(&mut self, scope: &mut Scope, node: NodeId) -> Option<LocalId> {
        let name = self.ident(node, "store_as")?;
        Some(scope.bind(&name.text, Type::Any, name.span))
    }

    fn timing(&mut self, node: NodeId, trigger: &Option<EventPattern>) -> Timing {
        let Some(word) = self.ident(node, "timing") else {
            return Timing::Post;
        };
        match word.text.as_str() {
            "pre" => Timing::Pre,
            "replace" => {
                if let Some(trigger) = trigger {
                    self.check_replaced(trigger, word.span, "use `pre` or `post`");
                }
                Timing::Replace
            }
            _ => Timing::Post,
        }
    }

    pub(in crate::check) fn checks(&mut self) {
        for node in self.declaring_items("state_based", "id", NameKind::Check) {
            let Some(name) = self.ident(node, "id") else {
                continue;
            };
            let mut scope = Scope::default();
            let list = self.expr_at(&mut scope, self.tree.get(node, "for_each"), Want::List);
            let for_each = list.map(|list| {
                let element = crate::check::expressions::operator::element_of(&list.ty);
                let local = scope.bind("item", element.clone(), list.origin);
                for alias in crate::check::expressions::operator::names_of_element(&element) {
                    scope.alias(alias, local);
                }
                (local, list)
            });
            let condition = self.expr_at(&mut scope, self.tree.get(node, "condition"), Want::Bool);
            let steps = self.steps_at(&mut scope, self.tree.get(node, "effect"));
            let Some(condition) = condition else { continue };
            self.game.checks.push(CheckDef {
                name: name.text,
                for_each,
                condition,
                effect: scope.into_block(steps),
                at_once: self.flag(node, "at_once").unwrap_or(false),
                description: self.prose(node, "description"),
                origin: name.span,
            });
        }
    }

    pub(in crate::check) fn invariants(&mut self) {
        for node in self.declaring_items("invariants", "id", NameKind::Invariant) {
            let Some(name) = self.ident(node, "id") else {
                continue;
            };
            let mut scope = Scope::default();
            let holds = self.expr_at(&mut scope, self.tree.get(node, "holds"), Want::Bool);
            let Some(holds) = holds else { continue };
            self.game.invariants.push(Invariant {
                name: name.text,
                holds,
                locals: scope.into_block(Vec::new()),
                text: self.prose(node, "text"),
                origin: name.span,
            });
        }
    }
}

/// The part of the game in which a rule may run once.
fn often_named(word: &str) -> Often {
    match word {
        "turn" => Often::Turn,
        "phase" => Often::Phase,
        _ => Often::Game,
    }
}
