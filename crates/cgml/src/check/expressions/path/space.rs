//! Names after `zones.`, `properties.`, `counters.` and the like, where only names of one kind may stand.

use super::lift;
use super::own::Member;
use crate::check::Checker;
use crate::check::expressions::scope::wrong;
use crate::codes::names as code;
use crate::diagnostic::{Diagnostic, Hint};
use crate::model::{CounterId, Expr, ExprKind, KeywordId, Type};
use crate::source::Span;
use crate::syntax::Ident;
use crate::vocabulary::names::NameKind;

impl Checker<'_> {
    /// A name after `zones.`, `properties.`, `counters.` and the like.
    pub(super) fn named(
        &mut self,
        kind: NameKind,
        owner: Option<Expr>,
        name: &Ident,
        span: Span,
    ) -> Expr {
        match (kind, owner) {
            (NameKind::Property, Some(card)) => self.property(card, name, span),
            (NameKind::Keyword, Some(card)) => {
                let Some(keyword) = self.resolve(kind, name) else {
                    return wrong(span);
                };
                let ty = lift(&card.ty, Type::Bool);
                Expr::new(
                    ExprKind::HasKeyword(KeywordId(keyword), Box::new(card)),
                    ty,
                    span,
                )
            }
            (NameKind::Counter, Some(card)) => {
                let Some(counter) = self.resolve(kind, name) else {
                    return wrong(span);
                };
                let ty = lift(&card.ty, Type::Number);
                Expr::new(
                    ExprKind::Counters(CounterId(counter), Box::new(card)),
                    ty,
                    span,
                )
            }
            (_, Some(owner)) => match self.owned(&owner.ty, &name.text) {
                Some(member) => self.member_expr(owner, member, span),
                None => self.not_owned(kind, name),
            },
            (_, None) => match self.of_table(kind, &name.text, span) {
                Some(expr) => expr,
                None => self.not_owned(kind, name),
            },
        }
    }

    /// Reports a name that does not exist, or belongs to someone else.
    fn not_owned(&mut self, kind: NameKind, name: &Ident) -> Expr {
        if self.names.find(kind, &name.text).is_some()
            && let Some(expr) = self.wrong_owner(&name.text, name.span)
        {
            return expr;
        }
        self.resolve(kind, name);
        wrong(name.span)
    }

    /// A property of a card, by its name.
    fn property(&mut self, card: Expr, name: &Ident, span: Span) -> Expr {
        if let Some(property) = self.property_named(&name.text) {
            return self.member_expr(card, Member::Property(property), span);
        }
        let known = || self.game.properties.names();
        let near = self.did_you_mean(&name.text, known());
        if near.is_none() && !self.names.is_complete(NameKind::Property) {
            return wrong(span);
        }
        let hint = near.unwrap_or_else(|| match known().next() {
            None => "the cards of this game have no properties".into(),
            Some(_) => Hint::all_of("cards have", known()),
        });
        let message = format!("no card has the property `{}`", name.text);
        self.diagnostics
            .report(Diagnostic::new(code::NO_SUCH_FIELD, name.span, message).hint(hint));
        wrong(span)
    }
}
