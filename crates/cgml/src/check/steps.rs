//! Effects: what each step does, with parameters of the right kind.

use crate::check::Checker;
use crate::check::expressions::scope::Scope;
use crate::codes::shape as shape_code;
use crate::diagnostic::Diagnostic;
use crate::model::{DefinitionId, Expr, ExprKind, Step, Type};
use crate::read::TO_USE_IT;
use crate::source::Span;
use crate::syntax::{self, Ident, Operand};
use crate::tree::NodeId;
use crate::version::Version;
use crate::vocabulary::actions::{self, Action};
use crate::vocabulary::names::NameKind;

mod action;
mod assignment;
mod effect;
mod named;
mod outcome;

impl Checker<'_> {
    /// The steps at a node.
    pub(super) fn steps_at(&mut self, scope: &mut Scope, node: Option<NodeId>) -> Vec<Step> {
        let syntax = self.syntax;
        node.map_or_else(Vec::new, |node| self.steps(scope, syntax.steps(node)))
    }

    /// Checked steps, each after what was taken out of its expressions.
    pub(super) fn steps(&mut self, scope: &mut Scope, steps: &[syntax::Step]) -> Vec<Step> {
        let mut checked = Vec::new();
        for step in steps {
            if !self.spend(1, step.span) {
                break;
            }
            let outer = std::mem::take(&mut scope.hoisted);
            let allowed = std::mem::replace(&mut scope.allows_actions, true);
            let step = self.step(scope, step);
            scope.allows_actions = allowed;
            checked.append(&mut scope.hoisted);
            scope.hoisted = outer;
            checked.extend(step);
        }
        checked
    }

    /// The action of `canPerform`: nothing in it may itself do something.
    pub(super) fn dry_run(&mut self, scope: &mut Scope, step: &syntax::Step) -> Option<Step> {
        let allowed = std::mem::replace(&mut scope.allows_actions, false);
        let checked = self.step(scope, step);
        scope.allows_actions = allowed;
        checked
    }

    /// A step: an assignment, an action or a defined effect.
    fn step(&mut self, scope: &mut Scope, step: &syntax::Step) -> Option<Step> {
        if step.action.text == "=" {
            return self.assignment(scope, step);
        }
        if let Some(action) = actions::find(&step.action.text) {
            return self.action(scope, action, step);
        }
        // A definition with the name of an action is reported where it stands.
        if let Some(action) = actions::find_in_text(&step.action.text) {
            let named = self.name_parameters(action, step);
            return self.action(scope, action, &named);
        }
        if let Some(declared) = self.names.find(NameKind::Definition, &step.action.text) {
            return self.defined_effect(scope, DefinitionId(declared.position), step);
        }
        // It was reported; what it would have stored may still be used.
        self.store(scope, step, |_| Type::Any);
        None
    }

    /// An action inside an expression: a step of its own before, and its result.
    pub(super) fn hoist(
        &mut self,
        scope: &mut Scope,
        name: &Ident,
        arguments: &[syntax::Argument],
        span: Span,
    ) -> Expr {
        if !self.spend_copy(span) {
            return crate::check::expressions::scope::wrong(span);
        }
        let mut step = syntax::Step::from_call(name.clone(), arguments.to_vec(), span);
        let local_name = format!("{} {}", name.text, span.start);
        step.parameters.push(syntax::Parameter {
            name: Ident::new("store_as", name.span),
            value: Operand::Word(Ident::new(local_name, name.span)),
        });
        let Some(step) = self.step(scope, &step) else {
            return crate::check::expressions::scope::wrong(span);
        };
        let Some(local) = step.result else {
            return crate::check::expressions::scope::wrong(span);
        };
        scope.hoisted.push(step);
        Expr::new(ExprKind::Local(local), scope.ty(local), span)
    }

    fn version_fits(&mut self, action: &Action, name: &Ident) {
        if action.since > self.version {
            let what = format!("the action `{}`", action.name);
            self.needs_version(&what, action.since, name.span);
        }
    }

    /// Reports a part of the language that is newer than the file.
    pub(super) fn needs_version(&mut self, what: &str, since: Version, span: Span) {
        let message = format!("{what} is part of CGML {since}");
        let diagnostic = Diagnostic::new(shape_code::NEEDS_1_4, span, message).hint(TO_USE_IT);
        self.diagnostics.report(diagnostic);
    }
}

/// The bare or quoted word that a parameter is.
pub(super) fn word_of(value: &Operand) -> Option<Ident> {
    match value {
        Operand::Word(word) => Some(word.clone()),
        Operand::Expr(expr) => dotted(expr),
        Operand::Steps(_) | Operand::Prose(_) | Operand::Modifiers(_) | Operand::Modes(_) => None,
    }
}

/// A path of words as one word: `turn.end`.
pub(super) fn dotted(expr: &syntax::Expr) -> Option<Ident> {
    match &expr.kind {
        syntax::ExprKind::Field(base, field) => {
            let base = dotted(base)?;
            Some(Ident::new(
                format!("{}.{}", base.text, field.text),
                expr.span,
            ))
        }
        _ => crate::check::expressions::infer::word(expr),
    }
}
