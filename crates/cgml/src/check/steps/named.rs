//! Steps in text: which parameter each value is for.

use crate::check::Checker;
use crate::codes::shape as shape_code;
use crate::diagnostic::{Diagnostic, Hint};
use crate::read::{missing_parameters, question};
use crate::syntax::{self, Ident};
use crate::vocabulary::actions::Action;
use crate::vocabulary::shape::Key;
use rustc_hash::FxHashSet;

impl Checker<'_> {
    /// Gives the parameters of a step in text their names, and checks that none is missing. What does
    /// not fit is reported and left out.
    pub(super) fn name_parameters(
        &mut self,
        action: &'static Action,
        step: &syntax::Step,
    ) -> syntax::Step {
        self.version_fits(action, &step.action);
        let mut named = syntax::Step {
            action: step.action.clone(),
            parameters: Vec::new(),
            span: step.span,
        };
        if !self.spend_copy(step.span) {
            return named;
        }
        let names = step.parameters.iter().map(|it| it.name.text.clone());
        let mut given: FxHashSet<String> = names.collect();
        let mut known = FxHashSet::default();
        for parameter in &step.parameters {
            let Some(name) = self.parameter_name(action, &parameter.name, &given) else {
                continue;
            };
            given.insert(name.clone());
            if !known.insert(name.clone()) {
                self.given_twice(&name, parameter);
                continue;
            }
            named.parameters.push(syntax::Parameter {
                name: Ident::new(name, parameter.name.span),
                value: parameter.value.clone(),
            });
        }
        let is_missing = |key: &&Key| {
            let mut given = named.parameters.iter();
            key.required && !given.any(|parameter| parameter.name.text == key.name)
        };
        let missing: Vec<&Key> = action.parameters.iter().filter(is_missing).collect();
        let fits = named.parameters.len() == step.parameters.len();
        if !missing.is_empty() && fits {
            let name = action.text_name();
            let diagnostic = missing_parameters(&name, &missing, step.action.span);
            self.diagnostics.report(diagnostic);
        }
        named
    }

    /// The parameter that a position or a name means.
    fn parameter_name(
        &mut self,
        action: &'static Action,
        name: &Ident,
        given: &FxHashSet<String>,
    ) -> Option<String> {
        if let Ok(position) = name.text.parse::<usize>() {
            if position >= action.positional && action.name == "EMIT" {
                // The fields of the event, in their order.
                return Some(name.text.clone());
            }
            if position >= action.positional {
                self.too_many_positions(action, name);
                return None;
            }
            return Some(action.parameters[position].name.to_owned());
        }
        if action.parameter(&name.text).is_some() || action.is_open() {
            return Some(name.text.clone());
        }
        let known = || action.parameters.iter().map(|key| key.name);
        let near = self
            .search
            .meant(&name.text, known().filter(|known| !given.contains(*known)));
        let hint = match near {
            Some(near) => question(near),
            None => Hint::all_of("it takes", known()),
        };
        let message = format!("`{}` has no parameter `{}`", action.text_name(), name.text);
        self.diagnostics
            .report(Diagnostic::new(shape_code::UNKNOWN_PARAMETER, name.span, message).hint(hint));
        near.map(str::to_owned)
    }

    fn given_twice(&mut self, name: &str, parameter: &syntax::Parameter) {
        let message = format!("`{name}` is given twice");
        let diagnostic = Diagnostic::new(shape_code::GIVEN_TWICE, parameter.name.span, message)
            .hint("it was given by position or by name before; keep one of them");
        self.diagnostics.report(diagnostic);
    }

    /// Reports a value by position that no parameter takes.
    fn too_many_positions(&mut self, action: &'static Action, name: &Ident) {
        let (positional, others) = action.parameters.split_at(action.positional);
        let takes = match positional {
            [] => "no values by position".to_owned(),
            [_] => "one value by position".to_owned(),
            several => format!("{} values by position", several.len()),
        };
        let message = format!("`{}` takes {takes}", action.text_name());
        let hint = match others {
            [] => "take this one out".into(),
            others => Hint::all_of(
                "give the others by name:",
                others.iter().map(|key| key.name),
            ),
        };
        self.diagnostics
            .report(Diagnostic::new(shape_code::TOO_MANY_POSITIONS, name.span, message).hint(hint));
    }
}
