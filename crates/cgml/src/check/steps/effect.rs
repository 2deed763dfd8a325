//! A step that is a defined effect.

use crate::check::Checker;
use crate::check::expressions::scope::Scope;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{Argument, Callee, DefinitionId, Step, Type};
use crate::syntax::{self, Operand};

impl Checker<'_> {
    /// A call of a defined effect; a function is none.
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
        let values = self.effect_arguments(scope, definition, &step.action, &arguments_of(step))?;
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

/// The parameters of a step as the arguments of a call.
fn arguments_of(step: &syntax::Step) -> Vec<syntax::Argument> {
    let parameters = step.parameters.iter();
    parameters
        .filter(|parameter| parameter.name.text != "store_as")
        .filter_map(|parameter| {
            let Operand::Expr(value) = &parameter.value else {
                return None;
            };
            let is_position = parameter.name.text.parse::<usize>().is_ok();
            Some(syntax::Argument {
                name: (!is_position).then(|| parameter.name.clone()),
                value: value.clone(),
            })
        })
        .collect()
}
