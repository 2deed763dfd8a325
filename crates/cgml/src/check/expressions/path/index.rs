//! Brackets after a list.

use super::player::players_of;
use super::{Resolved, Space};
use crate::check::Checker;
use crate::check::expressions::infer::word;
use crate::check::expressions::scope::{Scope, wrong};
use crate::codes::names as code;
use crate::codes::text::BAD_FILTER;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, TeamId, Type, Who};
use crate::source::Span;
use crate::syntax::{self, Filter, Ident};
use crate::version::Version;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want;

impl Checker<'_> {
    /// An element of a list, or those of its elements that pass a filter.
    pub(super) fn index(
        &mut self,
        scope: &mut Scope,
        base: Resolved,
        filter: &Filter,
        span: Span,
    ) -> Expr {
        let base = match base {
            Resolved::Expr(base) => base,
            Resolved::Space(Space::Names(NameKind::Zone, owner))
                if let Filter::Expr(name) = filter
                    && is_in_play(scope, name) =>
            {
                return self.zone_named(scope, owner, name, span);
            }
            Resolved::Space(_) => return self.brackets_after_space(filter, span),
        };
        if base.is_wrong() {
            return base;
        }
        let Some(element) = base.ty.element().cloned() else {
            return self.brackets_after_one(&base, span);
        };
        match filter {
            Filter::All => Expr {
                ty: element.list(),
                origin: span,
                ..base
            },
            Filter::By(key, value) => self.filter_by(scope, base, &element, key, value, span),
            Filter::Expr(index) => self.element(scope, base, &element, index, span),
        }
    }

    /// `zones[ref:chosen]`: the zone with a name that is known only in play, or the zone that was chosen.
    fn zone_named(
        &mut self,
        scope: &mut Scope,
        owner: Option<Expr>,
        name: &syntax::Expr,
        span: Span,
    ) -> Expr {
        let name = self.infer(scope, name, &Type::Text);
        if name.is_wrong() || name.ty == Type::Zone {
            return Expr {
                origin: span,
                ..name
            };
        }
        let name = self.expect(name, Want::Text);
        let owner = owner.map(|owner| self.expect(owner, Want::Player));
        if name.is_wrong() || owner.as_ref().is_some_and(Expr::is_wrong) {
            return wrong(span);
        }
        let kind = ExprKind::ZoneNamed(Box::new(name), owner.map(Box::new));
        Expr::new(kind, Type::Zone, span)
    }

    /// Reports brackets where only a name may follow.
    fn brackets_after_space(&mut self, filter: &Filter, span: Span) -> Expr {
        let message = "only lists can be followed by `[…]`";
        let (place, hint) = match filter {
            Filter::Expr(syntax::Expr {
                kind: syntax::ExprKind::Name(name) | syntax::ExprKind::Text(name),
                span: word,
            }) => (*word, format!("write `.{name}` instead of the brackets")),
            Filter::Expr(_) | Filter::By(..) | Filter::All => {
                (span, "go on with a dot and a name".to_owned())
            }
        };
        self.diagnostics
            .report(Diagnostic::new(code::NO_SUCH_FIELD, place, message).hint(hint));
        wrong(span)
    }

    /// Reports brackets after a value that is no list.
    fn brackets_after_one(&mut self, base: &Expr, span: Span) -> Expr {
        let message = format!(
            "{} is not a list: it cannot be followed by `[…]`",
            base.ty.noun()
        );
        let brackets = Span {
            start: base.origin.end.min(span.end),
            ..span
        };
        let diagnostic = Diagnostic::new(code::NO_SUCH_FIELD, brackets, message);
        self.diagnostics
            .report(diagnostic.hint("take the brackets out"));
        wrong(span)
    }

    /// `[0]`, `[current]`, `[red]`: one element, or what a word means among players and teams.
    fn element(
        &mut self,
        scope: &mut Scope,
        base: Expr,
        element: &Type,
        index: &syntax::Expr,
        span: Span,
    ) -> Expr {
        if *element == Type::Player && !self.is_position(scope, &base, index) {
            return self.player(scope, index, span);
        }
        if *element == Type::Team
            && let Some(word) = word(index)
        {
            let Some(team) = self.resolve(NameKind::Team, &word) else {
                return wrong(span);
            };
            return Expr::new(ExprKind::Team(TeamId(team)), Type::Team, span);
        }
        let index = self.infer(scope, index, &Type::Number);
        if index.ty == Type::Bool && !index.is_wrong() {
            return self.condition_as_filter(&index, span);
        }
        let index = self.expect(index, Want::Number);
        Expr::new(
            ExprKind::ElementAt(Box::new(base), Box::new(index)),
            element.clone(),
            span,
        )
    }

    /// True if a number counts the elements of a list of players: among all players it is a seat.
    fn is_position(&mut self, scope: &mut Scope, base: &Expr, index: &syntax::Expr) -> bool {
        base.kind != ExprKind::Who(Who::All)
            && self.silently(|checker| {
                let index = checker.infer(scope, index, &Type::Any);
                !index.is_wrong() && index.ty == Type::Number
            })
    }

    /// `[by_id=x]`, `[team=red]`, `[rank=A]`.
    fn filter_by(
        &mut self,
        scope: &mut Scope,
        base: Expr,
        element: &Type,
        key: &Ident,
        value: &syntax::Expr,
        span: Span,
    ) -> Expr {
        if *element == Type::Player && (key.text == "by_id" || key.text == "id") {
            return self.player_by_id(scope, value, span);
        }
        if *element == Type::Player && key.text == "team" {
            let team = self.infer(scope, value, &Type::Team);
            return players_of(team, span);
        }
        let mark = scope.enter();
        let item = scope.bind("item", element.clone(), key.span);
        let element_expr = Expr::new(ExprKind::Local(item), element.clone(), key.span);
        let field = self.field(scope, Resolved::Expr(element_expr), key, key.span);
        let field = match field {
            Resolved::Expr(field) => field,
            Resolved::Space(_) => wrong(key.span),
        };
        let value = self.infer(scope, value, &field.ty);
        scope.leave(mark);
        if field.is_wrong() || value.is_wrong() {
            return wrong(span);
        }
        if !self.comparable(&field.ty, &value.ty) {
            return self.never_equal(&field, &value, span);
        }
        let equal = self.operation("isEqual", vec![field, value], Type::Bool, span);
        let each = Expr::new(ExprKind::Each(item, Box::new(equal)), Type::Bool, span);
        self.operation("filter", vec![base, each], element.clone().list(), span)
    }

    /// Reports a condition where an element or a filter is expected.
    pub(super) fn condition_as_filter(&mut self, condition: &Expr, span: Span) -> Expr {
        let message = "a condition cannot stand between `[` and `]`";
        let hint = match self.version {
            Version::V1_3 => "write `filter` around the list, with the condition for each item",
            Version::V1_4 => "write `where` after the list: `players where item.score > 3`",
        };
        self.diagnostics
            .report(Diagnostic::new(BAD_FILTER, condition.origin, message).hint(hint));
        wrong(span)
    }
}

/// True if what stands between brackets is a value rather than the name itself.
fn is_in_play(scope: &Scope, name: &syntax::Expr) -> bool {
    match &name.kind {
        syntax::ExprKind::Name(name) => scope.find(name).is_some(),
        syntax::ExprKind::Text(_) | syntax::ExprKind::Number(_) => false,
        _ => true,
    }
}
