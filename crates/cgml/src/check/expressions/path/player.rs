//! Brackets after `players`: a filter, a seat, a team.

use super::person;
use crate::check::Checker;
use crate::check::expressions::infer::word;
use crate::check::expressions::scope::{Scope, wrong};
use crate::codes::names as code;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, Literal, Type, Who};
use crate::read::question;
use crate::similar::meant;
use crate::source::Span;
use crate::syntax;
use crate::vocabulary::fields;
use crate::vocabulary::want::Want;

impl Checker<'_> {
    /// The brackets after `players`.
    pub(super) fn player(&mut self, scope: &mut Scope, index: &syntax::Expr, span: Span) -> Expr {
        if let syntax::ExprKind::Name(word) = &index.kind
            && scope.find(word).is_none()
        {
            let who = match word.as_str() {
                "active" => Some(Who::Acting),
                "all" => Some(Who::All),
                word => person(word),
            };
            if let Some(who) = who {
                return self.who(who, span);
            }
        }
        if let Some(wrong) = self.unknown_filter(scope, index, span) {
            return wrong;
        }
        let index = self.infer(scope, index, &Type::Any);
        match index.ty {
            Type::Player => Expr {
                origin: span,
                ..index
            },
            Type::Number | Type::Any | Type::Text => {
                self.check_seat(&index);
                Expr::new(ExprKind::PlayerAt(Box::new(index)), Type::Player, span)
            }
            Type::Team => players_of(index, span),
            Type::Bool => self.condition_as_filter(&index, span),
            _ => self.expect(index, Want::Player),
        }
    }

    /// Reports a word after `players` that is like one of the filters and stands for nothing.
    fn unknown_filter(
        &mut self,
        scope: &mut Scope,
        index: &syntax::Expr,
        span: Span,
    ) -> Option<Expr> {
        let word = word(index)?;
        let near = meant(
            &word.text,
            fields::PLAYER_FILTERS.iter().map(|(name, _)| *name),
        )?;
        let means_something = self.silently(|checker| {
            let index = checker.infer(scope, index, &Type::Any);
            !index.is_wrong() && index.ty != Type::Text
        });
        if means_something {
            return None;
        }
        let message = format!("there is no filter `{}` for players", word.text);
        let diagnostic = Diagnostic::new(code::UNKNOWN_NAME, word.span, message);
        self.diagnostics.report(diagnostic.hint(question(near)));
        Some(wrong(span))
    }

    /// `[by_id=0]`: players are numbered from 0 in seat order.
    pub(super) fn player_by_id(
        &mut self,
        scope: &mut Scope,
        value: &syntax::Expr,
        span: Span,
    ) -> Expr {
        if let syntax::ExprKind::Text(text) = &value.kind {
            let Ok(seat) = text.parse() else {
                let message = format!("there is no player `{text}`");
                let hint = "ids count from 0 in seat order; `[current]` is the current player";
                self.diagnostics
                    .report(Diagnostic::new(code::UNKNOWN_NAME, value.span, message).hint(hint));
                return wrong(span);
            };
            let index = Expr::new(
                ExprKind::Literal(Literal::Number(seat)),
                Type::Number,
                value.span,
            );
            self.check_seat(&index);
            return Expr::new(ExprKind::PlayerAt(Box::new(index)), Type::Player, span);
        }
        self.player(scope, value, span)
    }

    /// Reports a number that is no seat in any game of this kind.
    fn check_seat(&mut self, index: &Expr) {
        let ExprKind::Literal(Literal::Number(seat)) = index.kind else {
            return;
        };
        let most = i64::from(self.game.meta.max_players);
        if (seat < 0 || seat >= most) && self.players_are_known {
            self.no_such_seat(seat, index.origin);
        }
    }

    pub(in crate::check) fn no_such_seat(&mut self, seat: i64, span: Span) {
        let most = self.game.meta.max_players;
        let message = format!("there is no seat {seat}: at most {most} can play");
        let hint = format!("seats count from 0: the last one is {}", most - 1);
        self.diagnostics
            .report(Diagnostic::new(code::UNKNOWN_NAME, span, message).hint(hint));
    }
}

/// The players of a team.
pub(super) fn players_of(team: Expr, span: Span) -> Expr {
    let kind = ExprKind::PlayersOf(Box::new(team));
    Expr::new(kind, Type::Player.list(), span)
}
