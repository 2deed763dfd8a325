//! Keywords with their parameters: `blocker`, `power_attacker(2000)`.

use crate::check::Checker;
use crate::check::scope::Scope;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{KeywordId, KeywordUse};
use crate::syntax::{self, Ident};
use crate::vocabulary::names::NameKind;

impl Checker<'_> {
    /// Keywords with their parameters: `blocker`, `power_attacker(2000)`.
    pub(in crate::check) fn keyword_uses(
        &mut self,
        scope: &mut Scope,
        uses: &[syntax::Expr],
    ) -> Vec<KeywordUse> {
        uses.iter()
            .filter_map(|keyword| self.keyword_use(scope, keyword))
            .collect()
    }

    pub(in crate::check) fn keyword_use(
        &mut self,
        scope: &mut Scope,
        syntax: &syntax::Expr,
    ) -> Option<KeywordUse> {
        let (name, arguments): (Ident, &[syntax::Argument]) = match &syntax.kind {
            syntax::ExprKind::Call(name, arguments) => (name.clone(), arguments),
            _ => (crate::check::infer::word(syntax)?, &[]),
        };
        let keyword = KeywordId(self.resolve(NameKind::Keyword, &name)?);
        let params = self.game.keywords[keyword].params.clone();
        if params.len() != arguments.len() {
            let takes = match params.len() {
                0 => "no parameters".to_owned(),
                1 => "1 parameter".to_owned(),
                several => format!("{several} parameters"),
            };
            let found = arguments.len();
            let message = format!("the keyword `{}` takes {takes}, found {found}", name.text);
            let names: Vec<&str> = params.iter().map(|(param, _)| param.as_str()).collect();
            let hint = match names.as_slice() {
                [] => format!("write `{}`", name.text),
                names => format!("write `{}({})`", name.text, names.join(", ")),
            };
            self.diagnostics
                .report(Diagnostic::new(code::WRONG_ARGUMENT, name.span, message).hint(hint));
            return None;
        }
        let arguments = arguments
            .iter()
            .zip(&params)
            .map(|(argument, (_, ty))| {
                let expr = self.infer(scope, &argument.value, ty);
                self.expect_type(expr, ty)
            })
            .collect();
        Some(KeywordUse {
            keyword,
            arguments,
            origin: syntax.span,
        })
    }
}
