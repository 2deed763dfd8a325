//! A step that is a defined effect.

use crate::check::Checker;
use crate::check::scope::Scope;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{Argument, Callee, DefinitionId, Step, Type};
use crate::syntax::{self, Operand};

impl Checker<'_> {
    pub(super) fn defined_effect(
        &mut self,
        scope: &mut Scope,
        definition: DefinitionId,
        step: &syntax::Step,
    ) -> Option<Step> {
        if self.is_function(definition) {
            let name = &step.action.text;
            let message = format!("`{name}` gives a value; it does nothing");
            let diagnostic = Diagnostic::new(code::WRONG_ARGUMENT, step.action.span, message)
                .hint(format!("use the value, such as `score = {name}(…)`"));
            self.diagnostics.report(diagnostic);
            return None;
        }
        let arguments: Vec<syntax::Argument> = step
            .parameters
            .iter()
            .filter(|parameter| parameter.name.text != "store_as")
            .filter_map(|parameter| {
                let is_position = parameter.name.text.parse::<usize>().is_ok();
                let name = (!is_position).then(|| parameter.name.clone());
                match &parameter.value {
                    Operand::Expr(value) => Some(syntax::Argument {
                        name,
                        value: value.clone(),
                    }),
                    _ => None,
                }
            })
            .collect();
        let values = self.effect_arguments(scope, definition, &step.action, &arguments)?;
        let arguments = values.into_iter().enumerate();
        let arguments = arguments.map(|(parameter, value)| Argument {
            parameter: parameter as u32,
            value,
        });
        let arguments = arguments.collect();
        let result = self.store(scope, step, |_| Type::Any);
        Some(Step {
            callee: Callee::Effect(definition),
            arguments,
            result,
            origin: step.span,
        })
    }
}
