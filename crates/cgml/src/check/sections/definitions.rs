//! Effects and functions with a name.

use crate::check::Checker;
use crate::check::cycles::in_cycle;
use crate::check::expressions::scope::{Context, Scope};
use crate::codes::cards as code;
use crate::codes::game::COMPUTED_CYCLE;
use crate::codes::types::WRONG_ARGUMENT;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::model::{
    ArgumentValue, Block, Definition, DefinitionBody, DefinitionId, EventId, Expr, ExprKind, Type,
    visit,
};
use crate::read::question;
use crate::syntax::{Argument, Ident};
use crate::tree::{Entry, NodeId};
use crate::vocabulary::keys::DEFINITION;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want;

impl Checker<'_> {
    /// True if a definition is written as a mapping with its own keys; otherwise it is an expression.
    fn is_long(&self, node: NodeId) -> bool {
        self.tree
            .entries(node)
            .iter()
            .any(|entry| DEFINITION.key(&entry.key).is_some())
    }

    /// Names and parameters: enough to check calls.
    pub(in crate::check) fn definition_heads(&mut self) {
        for entry in self.section("define") {
            self.check_not_taken(&Ident::new(entry.key.clone(), entry.key_span));
            let node = entry.value;
            let is_long = self.is_long(node);
            let has = |key| is_long && self.tree.get(node, key).is_some();
            let is_function = !is_long || has("value");
            if is_long && has("effect") == has("value") {
                let message = format!(
                    "the definition `{}` needs either an `effect` or a `value`",
                    entry.key
                );
                let hint = match has("effect") {
                    true => "it has both: split it into two definitions",
                    false => "add `effect`: what it does; or `value`: what it gives",
                };
                let diagnostic = Diagnostic::new(code::DEFINITION_BODY, entry.key_span, message);
                self.diagnostics.report(diagnostic.hint(hint));
            }
            let params = self.params(node);
            let event = self
                .ident(node, "event")
                .and_then(|event| self.names.find(NameKind::Event, &event.text));
            let event = event.map(|event| EventId(event.position));
            self.defined_events.extend(event);
            let unknown = Expr {
                kind: ExprKind::Wrong,
                ty: Type::Any,
                origin: entry.key_span,
            };
            self.game.definitions.push(Definition {
                name: entry.key.clone(),
                params,
                body: match is_function {
                    true => DefinitionBody::Function(unknown, Block::default()),
                    false => DefinitionBody::Effect(Block::default()),
                },
                condition: None,
                event,
                text: self.prose(node, "text"),
                origin: entry.key_span,
            });
        }
    }

    fn params(&mut self, node: NodeId) -> Vec<(String, Type, Option<Expr>)> {
        let Some(node) = self.tree.get(node, "params") else {
            return Vec::new();
        };
        if self.tree.is_list(node) {
            // It was reported; the names are known all the same.
            let names = self.tree.items(node).iter().take(limits::PARTS);
            let names = names.filter_map(|name| self.tree.text(*name));
            return names
                .map(|name| (name.to_owned(), Type::Any, None))
                .collect();
        }
        let params = self.parts(node);
        params
            .iter()
            .map(|param| {
                let ty = self.tree.get(param.value, "type").unwrap_or(param.value);
                self.refuse_counts_as(ty);
                let ty = self.type_at(ty, &param.key);
                (param.key.clone(), ty, None)
            })
            .collect()
    }

    pub(in crate::check) fn is_function(&self, definition: DefinitionId) -> bool {
        matches!(
            self.game.definitions[definition].body,
            DefinitionBody::Function(..)
        )
    }

    /// The type of what a function gives.
    pub(in crate::check) fn function_type(&self, definition: DefinitionId) -> Option<Type> {
        match &self.game.definitions[definition].body {
            DefinitionBody::Function(value, _) => Some(value.ty.clone()),
            DefinitionBody::Effect(_) => None,
        }
    }

    /// Functions may use each other: their types are found in rounds, without reports.
    pub(in crate::check) fn infer_definitions(&mut self) {
        for _round in 0..3 {
            for (position, entry) in self.section("define").iter().enumerate() {
                let definition = DefinitionId(position as u32);
                if self.function_type(definition) != Some(Type::Any) {
                    continue;
                }
                let value = self.silently(|checker| checker.function_value(definition, entry));
                if let Some((value, block)) = value.filter(|(value, _)| !value.is_wrong()) {
                    self.game.definitions[definition].body = DefinitionBody::Function(value, block);
                }
            }
        }
    }

    fn function_value(&mut self, definition: DefinitionId, entry: &Entry) -> Option<(Expr, Block)> {
        let mut scope = self.definition_scope(definition);
        let node = if self.is_long(entry.value) {
            self.tree.get(entry.value, "value")?
        } else {
            entry.value
        };
        let value = self.expr_at(&mut scope, Some(node), Want::Any)?;
        Some((value, scope.into_block(Vec::new())))
    }

    fn definition_scope(&self, definition: DefinitionId) -> Scope {
        let mut scope = Scope::with_context(Context::None);
        let declared = &self.game.definitions[definition];
        for (name, ty, _) in &declared.params {
            scope.bind(name, ty.clone(), declared.origin);
        }
        scope
    }

    /// Checks default arguments and bodies of `define`; names and parameters are known already.
    pub(in crate::check) fn definitions(&mut self) {
        let entries = self.section("define");
        for (position, entry) in entries.iter().enumerate() {
            self.default_arguments(DefinitionId(position as u32), entry);
        }
        for (position, entry) in entries.iter().enumerate() {
            let definition = DefinitionId(position as u32);
            let mut scope = self.definition_scope(definition);
            let condition = self.expr_at(&mut scope, self.tree.get(entry.value, "if"), Want::Bool);
            let body = if self.is_function(definition) {
                match self.function_value(definition, entry) {
                    Some((value, block)) => DefinitionBody::Function(value, block),
                    None => continue,
                }
            } else {
                let steps = self.steps_at(&mut scope, self.tree.get(entry.value, "effect"));
                DefinitionBody::Effect(scope.into_block(steps))
            };
            let declared = &mut self.game.definitions[definition];
            (declared.condition, declared.body) = (condition, body);
        }
        self.function_cycles();
    }

    fn default_arguments(&mut self, definition: DefinitionId, entry: &Entry) {
        let Some(params) = self.tree.get(entry.value, "params") else {
            return;
        };
        let params = self.tree.entries(params).iter().take(limits::PARTS);
        for (position, param) in params.enumerate() {
            let default = self.tree.get(param.value, "default");
            let Some(default) = default.and_then(|node| self.syntax.expression(node)) else {
                continue;
            };
            let ty = self.param_type(definition, position);
            let default = self.infer(&mut Scope::default(), default, &ty);
            let default = self.expect_type(default, &ty);
            self.game.definitions[definition].params[position].2 = Some(default);
        }
    }

    fn function_cycles(&mut self) {
        let calls: Vec<Vec<u32>> = self.game.definitions.iter().map(calls).collect();
        let definitions = self.game.definitions.iter().zip(in_cycle(&calls));
        for (declared, _) in definitions.filter(|(_, in_cycle)| *in_cycle) {
            let message = format!("the function `{}` needs itself", declared.name);
            let diagnostic = Diagnostic::new(COMPUTED_CYCLE, declared.origin, message)
                .hint("a function is computed from others; store the value in a variable");
            self.diagnostics.report(diagnostic);
        }
    }

    /// The arguments of a function, in the order of its parameters.
    pub(in crate::check) fn function_arguments(
        &mut self,
        scope: &mut Scope,
        definition: DefinitionId,
        name: &Ident,
        arguments: &[Argument],
    ) -> Option<Vec<Expr>> {
        let values = self.definition_arguments(scope, definition, name, arguments)?;
        let values = values.into_iter().enumerate();
        Some(
            values
                .map(|(position, value)| {
                    let ty = self.param_type(definition, position);
                    self.expect_type(value, &ty)
                })
                .collect(),
        )
    }

    /// The arguments of an effect. Where it takes one card or player and several are given, it is done
    /// for each of them; that is possible for one of its parameters.
    pub(in crate::check) fn effect_arguments(
        &mut self,
        scope: &mut Scope,
        definition: DefinitionId,
        name: &Ident,
        arguments: &[Argument],
    ) -> Option<Vec<ArgumentValue>> {
        let values = self.definition_arguments(scope, definition, name, arguments)?;
        let mut has_each = false;
        let mut checked = Vec::new();
        for (position, value) in values.into_iter().enumerate() {
            let ty = self.param_type(definition, position);
            let is_each = !has_each && is_several_of(&value.ty, &ty);
            has_each |= is_each;
            checked.push(match is_each {
                true => ArgumentValue::Each(value),
                false => ArgumentValue::Expr(self.expect_type(value, &ty)),
            });
        }
        Some(checked)
    }

    fn param_type(&self, definition: DefinitionId, position: usize) -> Type {
        self.game.definitions[definition].params[position].1.clone()
    }

    /// True if the parameters of a definition could be read; if not, which was reported, every call fits.
    fn params_are_known(&self, definition: DefinitionId) -> bool {
        let define = self.at(self.root, "define");
        let entry = define.and_then(|define| self.tree.entries(define).get(definition.0 as usize));
        let params = entry.and_then(|entry| self.tree.get(entry.value, "params"));
        params.is_none_or(|params| self.tree.is_map(params) || self.tree.is_list(params))
    }

    /// The arguments of a call, in the order of the definition's parameters.
    fn definition_arguments(
        &mut self,
        scope: &mut Scope,
        definition: DefinitionId,
        name: &Ident,
        arguments: &[Argument],
    ) -> Option<Vec<Expr>> {
        if !self.params_are_known(definition) {
            for argument in arguments {
                self.infer(scope, &argument.value, &Type::Any);
            }
            return None;
        }
        let count = self.game.definitions[definition].params.len();
        if !self.spend(count, name.span) {
            return None;
        }
        let mut values: Vec<Option<Expr>> = vec![None; count];
        let mut next = 0;
        for argument in arguments {
            let params = &self.game.definitions[definition].params;
            let position = match &argument.name {
                Some(name) => params.iter().position(|(param, _, _)| *param == name.text),
                None => {
                    next += 1;
                    Some(next - 1).filter(|position| *position < count)
                }
            };
            let position =
                position.or_else(|| self.no_such_parameter(definition, name, argument))?;
            let ty = self.param_type(definition, position);
            values[position] = Some(self.infer(scope, &argument.value, &ty));
        }
        let values = values.into_iter().enumerate();
        values
            .map(|(position, value)| {
                value.or_else(|| self.default_argument(definition, name, position))
            })
            .collect()
    }

    /// The value of a parameter that a call leaves out.
    fn default_argument(
        &mut self,
        definition: DefinitionId,
        name: &Ident,
        position: usize,
    ) -> Option<Expr> {
        let params = &self.game.definitions[definition].params;
        let (param, _, default) = &params[position];
        let Some(default) = default else {
            let message = format!("`{}` needs the parameter `{param}`", name.text);
            let hint = format!("write `{}`", signature(&name.text, params));
            self.diagnostics
                .report(Diagnostic::new(WRONG_ARGUMENT, name.span, message).hint(hint));
            return None;
        };
        let default = default.clone();
        self.spend_copy(default.origin).then_some(default)
    }

    /// Reports an argument that has no parameter; gives the position of the one it is taken for.
    fn no_such_parameter(
        &mut self,
        definition: DefinitionId,
        name: &Ident,
        argument: &Argument,
    ) -> Option<usize> {
        let params = &self.game.definitions[definition].params;
        let signature = signature(&name.text, params);
        let Some(given) = &argument.name else {
            let takes = match params.as_slice() {
                [] => "no values".to_owned(),
                [_] => "one value".to_owned(),
                several => format!("{} values", several.len()),
            };
            let message = format!("`{}` takes {takes}", name.text);
            let diagnostic = Diagnostic::new(WRONG_ARGUMENT, argument.value.span, message)
                .hint(format!("write `{signature}`"));
            self.diagnostics.report(diagnostic);
            return None;
        };
        let near = self.search.meant(
            &given.text,
            params.iter().map(|(param, _, _)| param.as_str()),
        );
        let hint = match near {
            Some(near) => question(near),
            None => format!("write `{signature}`").into(),
        };
        let message = format!("`{}` has no parameter `{}`", name.text, given.text);
        self.diagnostics
            .report(Diagnostic::new(WRONG_ARGUMENT, given.span, message).hint(hint));
        params
            .iter()
            .position(|(param, _, _)| Some(param.as_str()) == near)
    }
}

/// Signature of a definition: `draw(count)`.
fn signature(name: &str, params: &[(String, Type, Option<Expr>)]) -> String {
    let params: Vec<&str> = params.iter().map(|(param, _, _)| param.as_str()).collect();
    format!("{name}({})", params.join(", "))
}

/// True if a value is several of what is wanted once: cards for a card, players for a player.
fn is_several_of(found: &Type, wanted: &Type) -> bool {
    let is_one = matches!(wanted, Type::Card | Type::Player);
    let is_several = matches!(found, Type::List(_) | Type::Zone);
    is_one && is_several && crate::check::expressions::operator::element_of(found) == *wanted
}

/// The functions that a function calls.
fn calls(definition: &Definition) -> Vec<u32> {
    let mut called = Vec::new();
    if let DefinitionBody::Function(value, _) = &definition.body {
        visit::each_expr(value, &mut |expr| {
            if let ExprKind::Function(function, _) = expr.kind {
                called.push(function.0);
            }
        });
    }
    called
}
