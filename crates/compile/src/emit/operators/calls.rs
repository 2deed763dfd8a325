//! Functions of a game, inlined where they are called.

use cgml::model::{DefinitionBody, DefinitionId, Expr, Type};
use engine::ids::{NOTHING, Slot};

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    /// The body of a defined function, with its parameters bound.
    pub(crate) fn inlined(
        &mut self,
        id: DefinitionId,
        arguments: &[Expr],
        scope: &Scope,
        then: impl FnOnce(&mut Self, &Expr, &Scope) -> Value,
    ) -> Value {
        let game = self.game;
        let definition = &game.definitions[id];
        let DefinitionBody::Function(body, block) = &definition.body else {
            self.not_yet(&definition.name, definition.origin);
            return Value::Known(NOTHING);
        };
        let mut inner = scope.clone();
        let values: Vec<Value> = definition
            .params
            .iter()
            .enumerate()
            .map(|(number, (_, ty, default))| {
                let given = arguments.get(number).or(default.as_ref());
                match given {
                    Some(given) => self.argument(given, ty, scope),
                    None => Value::Known(NOTHING),
                }
            })
            .collect();
        let first = self.code.slots(block.locals.len());
        inner.locals = (0..block.locals.len())
            .map(|number| match values.get(number) {
                Some(value) => *value,
                None => Value::In(Slot(first.0 + number as u8)),
            })
            .collect();
        then(self, body, &inner)
    }

    /// A value for a parameter: a zone becomes a list where one is wanted.
    fn argument(&mut self, given: &Expr, ty: &Type, scope: &Scope) -> Value {
        match (&given.ty, ty) {
            (Type::Zone, Type::List(_)) => Value::In(self.gather_elements(given, scope)),
            _ => self.value_as(given, ty, scope),
        }
    }
}
