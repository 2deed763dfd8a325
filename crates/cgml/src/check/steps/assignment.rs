//! `x = e`: setting what has a name, or naming a value.

use super::word_of;
use crate::check::Checker;
use crate::check::expressions::scope::Scope;
use crate::model::{DefinitionId, Step};
use crate::syntax::{self, Ident, Operand};
use crate::vocabulary::actions::{self, Outcome};
use crate::vocabulary::fields;
use crate::vocabulary::names::NameKind;

impl Checker<'_> {
    /// `x = e`: sets what has that name; where nothing has it, names the value for the rest of the effect.
    pub(super) fn assignment(&mut self, scope: &mut Scope, step: &syntax::Step) -> Option<Step> {
        let [target, amount] = step.parameters.as_slice() else {
            return None;
        };
        let (name, Operand::Expr(value)) = (word_of(&target.value)?, &amount.value) else {
            return None;
        };
        let mut named = step.clone();
        if scope.find(&name.text).is_none() && self.is_taken(scope, &name) {
            return self.action(scope, actions::find("SET_VARIABLE")?, &named);
        }
        let store_as = syntax::Parameter {
            name: Ident::new("store_as", name.span),
            value: Operand::Word(name),
        };
        if let syntax::ExprKind::Call(callee, arguments) = &value.kind
            && self.gives_result(callee)
        {
            named = syntax::Step::from_call(callee.clone(), arguments.clone(), step.span);
            named.parameters.push(store_as);
            return self.step(scope, &named);
        }
        named.parameters[0] = store_as;
        self.action(scope, actions::find("LET")?, &named)
    }

    /// True if something that an expression may mean has this name already.
    fn is_taken(&self, scope: &Scope, name: &Ident) -> bool {
        let kinds = [
            NameKind::Variable,
            NameKind::Zone,
            NameKind::Pool,
            NameKind::Parameter,
            NameKind::Definition,
        ];
        let mut kinds = kinds.into_iter();
        kinds.any(|kind| self.names.find(kind, &name.text).is_some())
            || fields::WORD.iter().any(|word| word.name == name.text)
            || self.context(scope, &name.text, name.span).is_some()
    }

    /// True if a call does something and gives a result to be named, rather than computing a value.
    fn gives_result(&self, callee: &Ident) -> bool {
        let defined = self.names.find(NameKind::Definition, &callee.text);
        match (actions::find_in_text(&callee.text), defined) {
            (Some(action), None) => action.gives != Outcome::Nothing,
            (_, Some(definition)) => !self.is_function(DefinitionId(definition.position)),
            (None, None) => false,
        }
    }
}
