//! Variables.

use crate::check::Checker;
use crate::check::cycles::circles;
use crate::check::expressions::scope::Scope;
use crate::codes::game as code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Expr, ExprKind, Literal, Scope as VariableScope, Type, Variable, VariableId, VariableValue,
    visit,
};
use crate::tree::NodeId;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want;

impl Checker<'_> {
    pub(in crate::check) fn variables(&mut self) {
        for node in self.variable_nodes() {
            let Some(name) = self.ident(node, "name") else {
                continue;
            };
            self.check_not_taken(&name);
            self.note_owner(node, name.span);
            let scope = self.variable_scope(node);
            let (value, ty) = self.initial_value(node, name.span);
            let computed = self.flag(node, "computed").unwrap_or(false);
            if computed != self.tree.get(node, "expression").is_some() {
                let message = match computed {
                    true => format!("the computed variable `{}` has no `expression`", name.text),
                    false => format!(
                        "the variable `{}` has an `expression` but is not computed",
                        name.text
                    ),
                };
                let hint = if computed {
                    "say how it is computed: `expression: …`"
                } else {
                    "add `computed: true`"
                };
                self.diagnostics.report(
                    Diagnostic::new(code::COMPUTED_WITHOUT_EXPRESSION, name.span, message)
                        .hint(hint),
                );
            }
            let variable = VariableId(self.game.variables.len() as u32);
            let ty = match computed || self.has_expression(node) {
                true => ty,
                false => self.open_type(variable, ty),
            };
            self.game.variables.push(Variable {
                name: name.text,
                scope,
                ty: if computed { Type::Any } else { ty },
                value: if computed {
                    VariableValue::Computed(value)
                } else {
                    VariableValue::Stored(value)
                },
                resets: Vec::new(),
                hidden: self.flag(node, "hidden").unwrap_or(false),
                text: self.prose(node, "text"),
                origin: name.span,
            });
        }
    }

    /// The nodes of the variables, each name once.
    fn variable_nodes(&self) -> Vec<NodeId> {
        self.declaring_items("components.variables", "name", NameKind::Variable)
    }

    fn variable_scope(&mut self, node: NodeId) -> VariableScope {
        let Some(scope) = self.ident(node, "scope") else {
            return VariableScope::Global;
        };
        match scope.text.as_str() {
            "per_player" => VariableScope::PerPlayer,
            "per_team" => {
                if self.game.teams.is_empty() {
                    self.no_teams(scope.span);
                }
                VariableScope::PerTeam
            }
            _ => VariableScope::Global,
        }
    }

    fn initial_value(&mut self, node: NodeId, origin: crate::source::Span) -> (Expr, Type) {
        let literal = |literal, ty: Type| {
            let shown = if ty == Type::Nothing {
                Type::Any
            } else {
                ty.clone()
            };
            (
                Expr {
                    kind: ExprKind::Literal(literal),
                    ty,
                    origin,
                },
                shown,
            )
        };
        let declared = self.tree.get(node, "type");
        let declared = declared.map(|ty| self.type_at(ty, &self.variable_name(node)));
        let Some(initial) = self.tree.get(node, "initial_value") else {
            return match declared {
                Some(ty) => (literal(Literal::Nothing, Type::Nothing).0, ty),
                None => literal(Literal::Number(0), Type::Number),
            };
        };
        if let Some(ty) = declared {
            let value = self.literal_of_type(initial, &ty);
            return literal(value, ty);
        }
        if self.syntax.expression(initial).is_some() {
            // An expression: evaluated once everything has its type.
            return literal(Literal::Nothing, Type::Any);
        }
        let (value, ty) = self.literal(initial);
        literal(value, ty)
    }

    fn variable_name(&self, node: NodeId) -> String {
        self.ident(node, "name")
            .map_or_else(String::new, |name| name.text)
    }

    /// True if the initial value is evaluated once everything has its type.
    fn has_expression(&self, node: NodeId) -> bool {
        let initial = self.tree.get(node, "initial_value");
        initial.is_some_and(|initial| self.syntax.expression(initial).is_some())
    }

    /// Initial values and expressions, now that everything they may use has its type.
    pub(in crate::check) fn variable_values(&mut self) {
        self.computed_types();
        for (position, node) in self.variable_nodes().into_iter().enumerate() {
            let variable = VariableId(position as u32);
            let resets = self.events_at(self.tree.get(node, "resets"), false);
            self.game.variables[variable].resets = resets;
            let computed = matches!(
                self.game.variables[variable].value,
                VariableValue::Computed(_)
            );
            let key = if computed {
                "expression"
            } else {
                "initial_value"
            };
            let Some(expr) = self.variable_expr(node, key) else {
                continue;
            };
            self.game.variables[variable].ty = match expr.ty.clone() {
                Type::Nothing if computed => Type::Any,
                Type::Nothing => self.open_type(variable, Type::Any),
                Type::Pool => Type::Number,
                ty if computed => ty,
                ty => self.open_type(variable, ty),
            };
            self.game.variables[variable].value = if computed {
                VariableValue::Computed(expr)
            } else {
                VariableValue::Stored(expr)
            };
        }
        self.computed_cycles();
    }

    fn variable_expr(&mut self, node: NodeId, key: &str) -> Option<Expr> {
        let mut scope = Scope::default();
        self.expr_at(&mut scope, self.tree.get(node, key), Want::Any)
    }

    /// Computed variables may use each other: their types are found in rounds, without reports.
    fn computed_types(&mut self) {
        let nodes = self.variable_nodes();
        for _round in 0..3 {
            for (position, node) in nodes.iter().enumerate() {
                let variable = VariableId(position as u32);
                if self.game.variables[variable].ty != Type::Any {
                    continue;
                }
                let key = if self.flag(*node, "computed") == Some(true) {
                    "expression"
                } else {
                    "initial_value"
                };
                let expr = self.silently(|checker| checker.variable_expr(*node, key));
                if let Some(expr) = expr.filter(|expr| !expr.is_wrong()) {
                    self.game.variables[variable].ty = if expr.ty == Type::Nothing {
                        Type::Any
                    } else {
                        expr.ty
                    };
                }
            }
        }
    }

    /// Runs a check whose reports do not count.
    pub(in crate::check) fn silently<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.diagnostics.mark();
        let result = check(self);
        self.diagnostics.forget_since(mark);
        result
    }

    fn report_circle(&mut self, circle: &[u32]) {
        let of = |position: &u32| &self.game.variables[VariableId(*position)];
        let Some((first, others)) = circle.split_first() else {
            return;
        };
        let declared = of(first);
        let message = format!("the computed variable `{}` needs itself", declared.name);
        let mut diagnostic = Diagnostic::new(code::COMPUTED_CYCLE, declared.origin, message)
            .hint("let one of them be a variable that effects set");
        for other in others.iter().map(of) {
            diagnostic = diagnostic.related(other.origin, "through this one");
        }
        self.diagnostics.report(diagnostic);
    }

    /// Reports each circle of computed variables once.
    fn computed_cycles(&mut self) {
        let needs: Vec<Vec<u32>> = self.game.variables.iter().map(needs).collect();
        for circle in circles(&needs) {
            self.report_circle(&circle);
        }
    }
}

/// The variables that a computed variable uses.
fn needs(variable: &Variable) -> Vec<u32> {
    let mut used = Vec::new();
    if let VariableValue::Computed(expr) = &variable.value {
        visit::each_expr(expr, &mut |expr| {
            if let ExprKind::Variable(variable, _) = expr.kind {
                used.push(variable.0);
            }
        });
    }
    used
}
