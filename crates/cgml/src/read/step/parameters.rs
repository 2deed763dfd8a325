//! The parameters of a step: which it has, and which are missing or unknown.

use crate::codes::shape as code;
use crate::diagnostic::{Diagnostic, Hint};
use crate::read::walk::described;
use crate::read::{Reader, TO_USE_IT, all_of, question};
use crate::similar::meant;
use crate::source::Span;
use crate::syntax::{Ident, Operand, Parameter, Step};
use crate::tree::Entry;
use crate::vocabulary::actions::{self, Action};
use crate::vocabulary::shape::Key;

impl Reader<'_> {
    /// A step of an action of the language: its parameters are declared in the vocabulary.
    pub(super) fn action_step(
        &mut self,
        action: &'static Action,
        name: Ident,
        entries: &[Entry],
        span: Span,
    ) -> Step {
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut given: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
        let mut unknown = 0;
        for entry in entries {
            let key = match action.parameter(&entry.key) {
                Some(key) => key,
                None if action.is_open() => {
                    self.open_parameter(entry, &mut parameters);
                    continue;
                }
                None => match self.unknown_parameter(action, entry, &given) {
                    Some(key) => key,
                    None => {
                        unknown += 1;
                        continue;
                    }
                },
            };
            given.push(key.name);
            if !self.parameter_is_known(action, key, entry.key_span) {
                continue;
            }
            if let Some(value) = self.parameter(entry.value, &key.shape) {
                let name = Ident::new(key.name, entry.key_span);
                parameters.push(Parameter { name, value });
            }
        }
        self.require_parameters(action, &given, unknown, name.span);
        Step {
            action: Ident::new(action.name, name.span),
            parameters,
            span,
        }
    }

    /// A parameter that the author names, of an action that takes any.
    fn open_parameter(&mut self, entry: &Entry, parameters: &mut Vec<Parameter>) {
        if let Some(value) = self.operand(entry.value) {
            let name = Ident::new(entry.key.clone(), entry.key_span);
            parameters.push(Parameter {
                name,
                value: Operand::Expr(value),
            });
        }
    }

    /// Reports a parameter that this version of the language does not have.
    fn parameter_is_known(&mut self, action: &Action, key: &Key, span: Span) -> bool {
        if key.since <= self.version {
            return true;
        }
        let message = format!(
            "the parameter `{}` of `{}` is part of CGML {}",
            key.name, action.name, key.since
        );
        let hint = Some(TO_USE_IT.to_owned());
        self.report_hint(code::NEEDS_1_4, span, message, hint.map(Hint::from));
        false
    }

    /// Reports a parameter that does not exist; gives the one it is taken for.
    fn unknown_parameter(
        &mut self,
        action: &'static Action,
        entry: &Entry,
        given: &[&str],
    ) -> Option<&'static Key> {
        let known = || {
            action
                .parameters
                .iter()
                .chain(actions::COMMON)
                .map(|key| key.name)
        };
        let near = meant(&entry.key, known().filter(|name| !given.contains(name)));
        let hint = match near {
            Some(near) => question(near),
            None => format!("`{}` takes {}", action.name, all_of(known())).into(),
        };
        let message = format!("`{}` has no parameter `{}`", action.name, entry.key);
        self.report_hint(code::UNKNOWN_PARAMETER, entry.key_span, message, Some(hint));
        action.parameter(near?)
    }

    /// Reports what is missing, unless as many parameters that do not exist may stand for it.
    fn require_parameters(&mut self, action: &Action, given: &[&str], unknown: usize, span: Span) {
        let missing: Vec<&Key> = action
            .parameters
            .iter()
            .filter(|key| key.required && !given.contains(&key.name))
            .collect();
        if missing.len() > unknown {
            let diagnostic = missing_parameters(action.name, &missing, span);
            self.diagnostics.report(diagnostic);
        }
    }

    /// A call of a defined effect: its parameters are known to the checker only.
    pub(super) fn defined_step(&mut self, name: Ident, entries: &[Entry], span: Span) -> Step {
        let mut parameters = Vec::new();
        for entry in entries {
            let key = Ident::new(entry.key.clone(), entry.key_span);
            let value = match entry.key.as_str() {
                "store_as" => self
                    .tree
                    .text(entry.value)
                    .map(|text| Operand::Word(Ident::new(text, self.tree.span(entry.value)))),
                "meta" => continue,
                _ => self.operand(entry.value).map(Operand::Expr),
            };
            parameters.extend(value.map(|value| Parameter { name: key, value }));
        }
        Step {
            action: name,
            parameters,
            span,
        }
    }
}

/// The problem of a call that lacks what its action cannot be done without.
pub(crate) fn missing_parameters(name: &str, missing: &[&Key], span: Span) -> Diagnostic {
    let names = all_of(missing.iter().map(|key| key.name));
    let noun = if missing.len() == 1 {
        "parameter"
    } else {
        "parameters"
    };
    let message = format!("`{name}` needs the {noun} {names}");
    let hint = format!("add {}", described(missing));
    Diagnostic::new(code::MISSING_PARAMETER, span, message).hint(hint)
}
