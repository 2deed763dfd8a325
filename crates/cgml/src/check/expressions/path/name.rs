//! A name that stands alone: what it may mean, and in which order.

use crate::check::Checker;
use crate::check::expressions::scope::Scope;
use crate::codes::names as code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    DefinitionId, Expr, ExprKind, ParameterId, PoolHolder, PoolId, Scope as VariableScope, Type,
    VariableId, Who, ZoneId, ZoneOwner,
};
use crate::source::Span;
use crate::vocabulary::names::NameKind;

impl Checker<'_> {
    /// A bare name: event context and temporary values, then the acting player, then the table.
    pub(super) fn name(
        &mut self,
        scope: &mut Scope,
        name: &str,
        span: Span,
        expected: &Type,
    ) -> Expr {
        let found = self
            .local(scope, name, span)
            .or_else(|| self.expected_word(name, span, expected))
            .or_else(|| self.context(scope, name, span))
            .or_else(|| self.builtin_word(scope, name, span))
            .or_else(|| self.owned_name(name, span))
            .or_else(|| self.table_name(name, span))
            .or_else(|| self.any_word(name, span));
        match found {
            Some(expr) => expr,
            None => self.unknown_name(scope, name, span, expected),
        }
    }

    /// The temporary value with this name, if the scope has one.
    pub(super) fn local(&self, scope: &Scope, name: &str, span: Span) -> Option<Expr> {
        let local = scope.find(name)?;
        Some(Expr::new(ExprKind::Local(local), scope.ty(local), span))
    }

    /// A word that is a value of the expected type; warns if it is the name of something else as well.
    fn expected_word(&mut self, name: &str, span: Span, expected: &Type) -> Option<Expr> {
        let word = self.word_of_type(name, span, expected)?;
        let other = [
            NameKind::Zone,
            NameKind::Variable,
            NameKind::Parameter,
            NameKind::Pool,
        ]
        .into_iter()
        .find_map(|kind| self.names.find(kind, name).map(|declared| (kind, declared)));
        if let Some((kind, declared)) = other {
            let message = format!(
                "`{name}` is read as {}, but there is a {} of that name too",
                self.describe(expected),
                kind.noun()
            );
            let diagnostic = Diagnostic::new(code::SHADOWED_WORD, span, message)
                .hint(format!("write '{name}' in quotes for the value"))
                .related(declared.span, format!("the {}", kind.noun()));
            self.diagnostics.report(diagnostic);
        }
        Some(word)
    }

    /// A zone, variable or pool of the acting player.
    fn owned_name(&self, name: &str, span: Span) -> Option<Expr> {
        let member = self.owned(&Type::Player, name)?;
        Some(self.member_expr(self.who(Who::Acting, span), member, span))
    }

    /// Something of the table, a parameter or a constant.
    pub(super) fn table_name(&self, name: &str, span: Span) -> Option<Expr> {
        self.of_table(NameKind::Zone, name, span)
            .or_else(|| self.of_table(NameKind::Variable, name, span))
            .or_else(|| self.of_table(NameKind::Pool, name, span))
            .or_else(|| self.of_table(NameKind::Parameter, name, span))
            .or_else(|| self.constant(name, span))
    }

    /// A function without parameters.
    fn constant(&self, name: &str, span: Span) -> Option<Expr> {
        let definition = DefinitionId(self.names.find(NameKind::Definition, name)?.position);
        let ty = self.function_type(definition)?;
        Some(Expr::new(
            ExprKind::Function(definition, Vec::new()),
            ty,
            span,
        ))
    }

    /// A word that is a value of any declared set, phase, state, kind, team or card.
    fn any_word(&self, name: &str, span: Span) -> Option<Expr> {
        let named = [
            Type::Phase,
            Type::State,
            Type::Kind,
            Type::Team,
            Type::CardName,
        ];
        named
            .into_iter()
            .chain(self.set_with(name).map(Type::Symbol))
            .find_map(|ty| self.word_of_type(name, span, &ty))
    }

    /// A zone, variable or pool of the table, or a parameter.
    pub(super) fn of_table(&self, kind: NameKind, name: &str, span: Span) -> Option<Expr> {
        let position = self.names.find(kind, name)?.position;
        let (kind, ty) = match kind {
            NameKind::Zone => {
                let zone = ZoneId(position);
                (self.game.zones[zone].owner == ZoneOwner::Table)
                    .then_some((ExprKind::Zone(zone, None), Type::Zone))?
            }
            NameKind::Variable => {
                let variable = VariableId(position);
                let declared = &self.game.variables[variable];
                (declared.scope == VariableScope::Global)
                    .then(|| (ExprKind::Variable(variable, None), declared.ty.clone()))?
            }
            NameKind::Pool => {
                let pool = PoolId(position);
                (self.game.pools[pool].holder == PoolHolder::Table)
                    .then_some((ExprKind::Pool(pool, None), Type::Pool))?
            }
            NameKind::Parameter => {
                let parameter = ParameterId(position);
                (
                    ExprKind::Parameter(parameter),
                    self.game.parameters[parameter].ty.clone(),
                )
            }
            _ => return None,
        };
        Some(Expr::new(kind, ty, span))
    }
}
