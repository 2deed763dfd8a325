//! Paths: names, fields and filters.
//!
//! This module walks along a path; what a name, a field or a filter means at each place is told by the
//! modules below it.

use crate::check::Checker;
use crate::check::expressions::scope::{Scope, wrong};
use crate::model::{Expr, Type};
use crate::source::Span;
use crate::syntax::{self, Ident};
use crate::vocabulary::names::NameKind;

mod context;
mod index;
mod member;
mod name;
mod own;
mod player;
mod root;
mod space;
mod unknown;
mod word;

pub(in crate::check) use word::person;

/// Target of a path.
pub(in crate::check) enum Resolved {
    /// A value with its type.
    Expr(Expr),
    /// A place where only names of one kind may follow, such as `zones`.
    Space(Space),
}

/// A space in which only names may follow.
pub(in crate::check) enum Space {
    /// `$`, after which everything of the table may follow.
    Root,
    /// Names of a kind, of an owner or of the table.
    Names(NameKind, Option<Expr>),
}

impl Checker<'_> {
    pub(in crate::check) fn path(
        &mut self,
        scope: &mut Scope,
        path: &syntax::Expr,
        expected: &Type,
    ) -> Resolved {
        match &path.kind {
            syntax::ExprKind::Root => Resolved::Space(Space::Root),
            syntax::ExprKind::Anchor(name) => Resolved::Expr(self.anchor(scope, name, path.span)),
            syntax::ExprKind::Name(name) => {
                Resolved::Expr(self.name(scope, name, path.span, expected))
            }
            syntax::ExprKind::Field(base, field) => {
                let base = self.path(scope, base, &Type::Any);
                self.field(scope, base, field, path.span)
            }
            syntax::ExprKind::Index(base, filter) => {
                let base = self.path(scope, base, &Type::Any);
                Resolved::Expr(self.index(scope, base, filter, path.span))
            }
            _ => Resolved::Expr(self.infer(scope, path, expected)),
        }
    }

    fn field(&mut self, scope: &mut Scope, base: Resolved, name: &Ident, span: Span) -> Resolved {
        match base {
            Resolved::Space(Space::Root) => self.root_field(scope, name, span),
            Resolved::Space(Space::Names(kind, owner)) => {
                Resolved::Expr(self.named(kind, owner, name, span))
            }
            Resolved::Expr(base) if base.is_wrong() => Resolved::Expr(wrong(span)),
            Resolved::Expr(base) => self.member(base, name, span),
        }
    }
}

/// The type with which a list of owners gives a list.
pub(in crate::check) fn lift(owner: &Type, ty: Type) -> Type {
    match owner {
        Type::List(inner) => lift(inner, ty).list(),
        _ => ty,
    }
}
