//! Parameters that name players.

use crate::check::Checker;
use crate::check::expressions::path::person;
use crate::check::expressions::scope::Scope;
use crate::model::{ArgumentValue, Expr, ExprKind, Literal, Type, Who};
use crate::syntax::{self, Operand};
use crate::vocabulary::want::Want;

impl Checker<'_> {
    /// `current`, `all` …, a seat, several of those, or an expression.
    pub(in crate::check) fn player_argument(
        &mut self,
        scope: &mut Scope,
        value: &Operand,
        want: Want,
    ) -> Option<ArgumentValue> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        let expr = self.player_expr(scope, syntax);
        Some(ArgumentValue::Expr(self.expect(expr, want)))
    }

    /// The same as an expression, one player or several.
    pub(in crate::check) fn player_expr(
        &mut self,
        scope: &mut Scope,
        syntax: &syntax::Expr,
    ) -> Expr {
        let span = syntax.span;
        match &syntax.kind {
            syntax::ExprKind::Name(word) if scope.find(word).is_none() => {
                self.player_word(scope, word, syntax)
            }
            syntax::ExprKind::Call(name, arguments) if name.text == "list" => {
                let players: Vec<Expr> = arguments
                    .iter()
                    .map(|argument| self.player_expr(scope, &argument.value))
                    .collect();
                self.operation("list", players, Type::Player.list(), span)
            }
            syntax::ExprKind::Nothing => {
                let nobody = ExprKind::Literal(Literal::List(Vec::new()));
                Expr::new(nobody, Type::Player.list(), span)
            }
            syntax::ExprKind::Number(_) => {
                let index = self.infer(scope, syntax, &Type::Number);
                Expr::new(ExprKind::PlayerAt(Box::new(index)), Type::Player, span)
            }
            _ => self.infer(scope, syntax, &Type::Any),
        }
    }

    fn player_word(&mut self, scope: &mut Scope, word: &str, syntax: &syntax::Expr) -> Expr {
        let who = match word {
            "controller" | "owner" => Some(Who::Acting),
            "all" => Some(Who::All),
            word => person(word),
        };
        match who {
            Some(who) => self.who(who, syntax.span),
            None => self.infer(scope, syntax, &Type::Any),
        }
    }
}
