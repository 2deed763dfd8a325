//! Keywords with their parameters: `blocker`, `power_attacker(2000)`.

use crate::check::Checker;
use crate::check::expressions::infer::word;
use crate::check::expressions::scope::Scope;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{KeywordId, KeywordUse, Type};
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

    /// One keyword; it must be given as many parameters as it declares.
    pub(in crate::check) fn keyword_use(
        &mut self,
        scope: &mut Scope,
        syntax: &syntax::Expr,
    ) -> Option<KeywordUse> {
        let (name, arguments): (Ident, &[syntax::Argument]) = match &syntax.kind {
            syntax::ExprKind::Call(name, arguments) => (name.clone(), arguments),
            _ => (word(syntax)?, &[]),
        };
        let keyword = KeywordId(self.resolve(NameKind::Keyword, &name)?);
        let params = self.game.keywords[keyword].params.clone();
        if params.len() != arguments.len() {
            self.wrong_number_of_parameters(&name, &params, arguments.len());
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

    fn wrong_number_of_parameters(
        &mut self,
        name: &Ident,
        params: &[(String, Type)],
        found: usize,
    ) {
        let keyword = &name.text;
        let takes = match params.len() {
            0 => "no parameters".to_owned(),
            1 => "1 parameter".to_owned(),
            several => format!("{several} parameters"),
        };
        let message = format!("the keyword `{keyword}` takes {takes}, found {found}");
        let names: Vec<&str> = params.iter().map(|(param, _)| param.as_str()).collect();
        let hint = match names.as_slice() {
            [] => format!("write `{keyword}`"),
            names => format!("write `{keyword}({})`", names.join(", ")),
        };
        self.diagnostics
            .report(Diagnostic::new(code::WRONG_ARGUMENT, name.span, message).hint(hint));
    }
}
