//! Names after `$.`.

use super::own::OWNED_NAMES;
use super::{Resolved, Space};
use crate::check::Checker;
use crate::check::expressions::scope::{Scope, wrong};
use crate::codes::names as code;
use crate::diagnostic::Diagnostic;
use crate::model::Expr;
use crate::source::Span;
use crate::syntax::Ident;
use crate::vocabulary::fields::{self, Is};
use crate::vocabulary::names::NameKind;

impl Checker<'_> {
    /// A local name, a field of the language, or something of the table.
    pub(super) fn root_field(&mut self, scope: &mut Scope, name: &Ident, span: Span) -> Resolved {
        let local = self
            .local(scope, &name.text, span)
            .or_else(|| self.context(scope, &name.text, span));
        if let Some(expr) = local {
            return Resolved::Expr(expr);
        }
        if let Some(field) = fields::find(fields::ROOT, &name.text) {
            self.check_since(field, name);
            if let Is::Names(kind) = field.is {
                return Resolved::Space(Space::Names(kind, None));
            }
            let scope = &Scope::default();
            if let Some(expr) = self.builtin_word(scope, &name.text, span) {
                return Resolved::Expr(expr);
            }
        }
        if let Some(expr) = self.table_name(&name.text, span) {
            return Resolved::Expr(expr);
        }
        Resolved::Expr(self.no_root_field(scope, name, span))
    }

    /// Reports what the root does not have.
    fn no_root_field(&mut self, scope: &Scope, name: &Ident, span: Span) -> Expr {
        let text = name.text.as_str();
        if ["card", "from", "to", "zone", "player"].contains(&text) {
            return self.no_context(scope, &format!("$.{text}"), name.span);
        }
        if let Some(expr) = self.wrong_owner(text, name.span) {
            return expr;
        }
        let known = fields::ROOT
            .iter()
            .map(|field| field.name)
            .chain(self.names.of(NameKind::Variable));
        let near = self.did_you_mean(text, known);
        if near.is_none() && !self.names.are_complete(OWNED_NAMES) {
            return wrong(span);
        }
        let hint = near.unwrap_or_else(|| {
            "the root has `players`, `zones` and the variables of the table".into()
        });
        let message = format!("there is nothing called `{text}` at the root `$`");
        self.diagnostics
            .report(Diagnostic::new(code::NO_SUCH_FIELD, name.span, message).hint(hint));
        wrong(span)
    }
}
