//! The words of the language: anchors such as `$currentPlayer`, and words such as `me` and `turn_index`.

use crate::check::Checker;
use crate::check::expressions::scope::{Scope, wrong};
use crate::codes::names as code;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, Type, Who};
use crate::source::Span;
use crate::vocabulary::fields;
use crate::vocabulary::names::NameKind;

impl Checker<'_> {
    /// The name right after `$`: a temporary value or a word of the language.
    pub(super) fn anchor(&mut self, scope: &Scope, name: &str, span: Span) -> Expr {
        if let Some(local) = self.local(scope, name, span) {
            return local;
        }
        match name {
            "currentPlayer" => self.who(Who::Current, span),
            "turnOrder" => self.who(Who::TurnOrder, span),
            "teammates" => self.who(Who::Teammates, span),
            "opponents" => self.who(Who::Opponents, span),
            "activeState" => Expr::new(ExprKind::CurrentState, Type::State, span),
            "currentPhase" => Expr::new(ExprKind::CurrentPhase, Type::Phase, span),
            "player" => self.no_context(scope, "$player", span),
            _ => self.unknown_anchor(name, span),
        }
    }

    /// Reports an anchor that does not exist.
    fn unknown_anchor(&mut self, name: &str, span: Span) -> Expr {
        let known = fields::ANCHOR.iter().map(|field| field.name);
        let at_root = fields::find(fields::ROOT, name).is_some()
            || self.names.find(NameKind::Variable, name).is_some();
        let hint = match self.search.meant(name, known) {
            _ if at_root => format!("write `$.{name}`, with a dot"),
            Some(near) => format!("did you mean `${near}`?"),
            None => "a path begins with `$.`, such as `$.zones.deck`".to_owned(),
        };
        let message = format!("there is no anchor `${name}`");
        self.diagnostics
            .report(Diagnostic::new(code::UNKNOWN_ANCHOR, span, message).hint(hint));
        wrong(span)
    }

    /// A word that means the same in every game.
    pub(super) fn builtin_word(&self, scope: &Scope, name: &str, span: Span) -> Option<Expr> {
        let (kind, ty) = match name {
            "this" if scope.has_this => (ExprKind::This, Type::Card),
            "teams" => (ExprKind::Teams, Type::Team.list()),
            "phase" => (ExprKind::CurrentPhase, Type::Phase),
            "state" => (ExprKind::CurrentState, Type::State),
            "players" => return Some(self.who(Who::All, span)),
            "turn_index" => (ExprKind::TurnIndex, Type::Number),
            _ => return Some(self.who(person(name)?, span)),
        };
        Some(Expr::new(kind, ty, span))
    }

    /// Players named by their relation to the acting player; one or several.
    pub(in crate::check) fn who(&self, who: Who, span: Span) -> Expr {
        let ty = match who {
            Who::Current | Who::Acting => Type::Player,
            Who::Opponent | Who::Others if !self.players_are_known => Type::Any,
            Who::Opponent | Who::Others if self.game.meta.max_players <= 2 => Type::Player,
            Who::Opponent
            | Who::Opponents
            | Who::Others
            | Who::Teammates
            | Who::All
            | Who::TurnOrder => Type::Player.list(),
        };
        Expr::new(ExprKind::Who(who), ty, span)
    }
}

/// The players a word means wherever players are named.
pub(in crate::check) fn person(word: &str) -> Option<Who> {
    match word {
        "me" => Some(Who::Acting),
        "current" => Some(Who::Current),
        "opponent" => Some(Who::Opponent),
        "opponents" => Some(Who::Opponents),
        "others" => Some(Who::Others),
        "teammates" => Some(Who::Teammates),
        _ => None,
    }
}
