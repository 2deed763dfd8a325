//! Expressions: what each means and of which type it is.

use crate::check::Checker;
use crate::check::expressions::path::{Resolved, Space};
use crate::check::expressions::scope::{Scope, wrong};
use crate::codes::names as code;
use crate::codes::types;
use crate::diagnostic::{Diagnostic, Hint};
use crate::model::{CardDefId, Expr, ExprKind, KindId, Literal, PhaseId, StateId, TeamId, Type};
use crate::read::{OUTCOME, unknown_outcome_key};
use crate::source::Span;
use crate::syntax;
use crate::tree::NodeId;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want;

impl Checker<'_> {
    /// The expression at a node, if there is one; checked in a scope.
    pub(in crate::check) fn expr_at(
        &mut self,
        scope: &mut Scope,
        node: Option<NodeId>,
        want: Want,
    ) -> Option<Expr> {
        let syntax = self.syntax.expression(node?)?;
        Some(self.expr(scope, syntax, want))
    }

    /// An expression that must be of a certain type.
    pub(in crate::check) fn expr(
        &mut self,
        scope: &mut Scope,
        syntax: &syntax::Expr,
        want: Want,
    ) -> Expr {
        let expected = match want {
            Want::Bool | Want::Predicate => Type::Bool,
            Want::Number => Type::Number,
            Want::Zone | Want::Zones | Want::Cards | Want::CardsOrList | Want::List => Type::Zone,
            Want::Pool => Type::Pool,
            Want::Name(kind) => return self.name_literal(kind, syntax),
            _ => Type::Any,
        };
        let expr = self.infer(scope, syntax, &expected);
        self.expect(expr, want)
    }

    /// An expression whose type is found; `expected` helps with words that could mean several things.
    pub(in crate::check) fn infer(
        &mut self,
        scope: &mut Scope,
        syntax: &syntax::Expr,
        expected: &Type,
    ) -> Expr {
        let span = syntax.span;
        if !self.spend(1, span) {
            return wrong(span);
        }
        let literal = |literal, ty| Expr {
            kind: ExprKind::Literal(literal),
            ty,
            origin: span,
        };
        match &syntax.kind {
            syntax::ExprKind::Unread => wrong(span),
            // `none` may be a value of its own, as in `trump: none`.
            syntax::ExprKind::Nothing => self
                .word_of_type("none", span, expected)
                .unwrap_or_else(|| literal(Literal::Nothing, Type::Nothing)),
            syntax::ExprKind::Bool(flag) => literal(Literal::Bool(*flag), Type::Bool),
            syntax::ExprKind::Number(number) => self.number_literal(*number, span, expected),
            syntax::ExprKind::Text(text) => self.text_literal(text, span, expected),
            syntax::ExprKind::Ref(name) => self.reference(scope, name, span),
            syntax::ExprKind::Record(fields) => self.record(scope, fields, span),
            syntax::ExprKind::Call(name, arguments) => {
                self.call(scope, name, arguments, span, expected)
            }
            syntax::ExprKind::Action(_) => {
                let message = "an action cannot stand in an expression";
                let diagnostic = Diagnostic::new(types::ACTION_IN_EXPRESSION, span, message)
                    .hint("put it into an effect as a step of its own");
                self.diagnostics.report(diagnostic);
                wrong(span)
            }
            syntax::ExprKind::Root
            | syntax::ExprKind::Anchor(_)
            | syntax::ExprKind::Name(_)
            | syntax::ExprKind::Field(..)
            | syntax::ExprKind::Index(..) => match self.path(scope, syntax, expected) {
                Resolved::Expr(expr) => expr,
                Resolved::Space(space) => self.unfinished_path(&space, span),
            },
        }
    }

    fn unfinished_path(&mut self, space: &Space, span: Span) -> Expr {
        let message = "this path stops half-way";
        let path = self.diagnostics.files().text(span);
        let next = match space {
            Space::Root => Some("players"),
            Space::Names(kind, _) => self.names.of(*kind).next(),
        };
        let next = next.unwrap_or("name");
        let hint = format!("go on with a dot and a name, such as `{path}.{next}`");
        self.diagnostics
            .report(Diagnostic::new(code::NO_SUCH_FIELD, span, message).hint(hint));
        wrong(span)
    }

    fn reference(&mut self, scope: &mut Scope, name: &str, span: Span) -> Expr {
        if let Some(local) = scope.find(name) {
            return Expr {
                kind: ExprKind::Local(local),
                ty: scope.ty(local),
                origin: span,
            };
        }
        let hint = self
            .did_you_mean(name, scope.names())
            .unwrap_or_else(|| "store it first with `store_as`, in the same effect".into());
        let message = format!("there is no temporary value `{name}` here");
        self.diagnostics
            .report(Diagnostic::new(code::UNKNOWN_REF, span, message).hint(hint));
        wrong(span)
    }

    fn record(
        &mut self,
        scope: &mut Scope,
        fields: &[(syntax::Ident, syntax::Expr)],
        span: Span,
    ) -> Expr {
        let is_outcome = fields.iter().any(|(name, _)| name.text == "winners");
        let mut values = Vec::new();
        for (name, value) in fields {
            if is_outcome {
                self.check_outcome(name);
            }
            values.push((name.text.clone(), self.infer(scope, value, &Type::Any)));
        }
        let ty = Type::Record(
            values
                .iter()
                .map(|(name, value)| (name.clone(), value.ty.clone()))
                .collect(),
        );
        Expr {
            kind: ExprKind::Record(values),
            ty,
            origin: span,
        }
    }

    /// Reports what an outcome does not have; the long form is checked while it is read.
    fn check_outcome(&mut self, name: &syntax::Ident) {
        if !OUTCOME.contains(&name.text.as_str()) {
            let problem = unknown_outcome_key(&name.text, name.span);
            self.diagnostics.report(problem);
        }
    }

    /// 10 and "10" are the same rank.
    fn number_literal(&mut self, number: i64, span: Span, expected: &Type) -> Expr {
        if let Type::Symbol(_) | Type::Range = expected {
            return self.text_literal(&number.to_string(), span, expected);
        }
        Expr {
            kind: ExprKind::Literal(Literal::Number(number)),
            ty: Type::Number,
            origin: span,
        }
    }

    pub(in crate::check) fn text_literal(
        &mut self,
        text: &str,
        span: Span,
        expected: &Type,
    ) -> Expr {
        if let Some(expr) = self.word_of_type(text, span, expected) {
            return expr;
        }
        if let Type::Range | Type::Record(_) = expected {
            return self.printed_literal(text, span, expected);
        }
        let hint = match expected {
            Type::Symbol(set) => {
                let values = &self.game.symbol_sets[*set].values;
                self.value_hint(text, values.iter().map(String::as_str))
            }
            Type::Phase => self.value_hint(text, self.names.of(NameKind::Phase)),
            Type::State => self.value_hint(text, self.names.of(NameKind::State)),
            Type::Team => self.value_hint(text, self.names.of(NameKind::Team)),
            Type::Kind => self.value_hint(text, self.names.of(NameKind::Kind)),
            Type::CardName => self.value_hint(text, self.names.of(NameKind::Card)),
            _ => {
                let kind = ExprKind::Literal(Literal::Text(text.to_owned()));
                return Expr {
                    kind,
                    ty: Type::Text,
                    origin: span,
                };
            }
        };
        let what = self.describe(expected);
        let message = format!("`{text}` is not {what}");
        self.diagnostics
            .report(Diagnostic::new(code::NOT_CALLED_SO, span, message).hint(hint));
        wrong(span)
    }

    /// A range or record as it is printed on a card: `'3-5'`, `'2/1'`.
    fn printed_literal(&mut self, text: &str, span: Span, expected: &Type) -> Expr {
        match self.literal_of_text(text, expected) {
            Some(literal) => Expr {
                kind: ExprKind::Literal(literal),
                ty: expected.clone(),
                origin: span,
            },
            None => {
                let message = format!("`{text}` is not {}", self.describe(expected));
                let hint = match expected {
                    Type::Range => "a range is written `'3-5'`",
                    _ => "the parts are written with `/` between them: `'2/1'`",
                };
                self.diagnostics
                    .report(Diagnostic::new(code::NOT_CALLED_SO, span, message).hint(hint));
                wrong(span)
            }
        }
    }

    /// The value that was meant, or some that there are.
    pub(in crate::check) fn value_hint<'v>(
        &self,
        text: &str,
        values: impl Iterator<Item = &'v str> + Clone,
    ) -> Hint {
        self.did_you_mean(text, values.clone())
            .unwrap_or_else(|| Hint::one_of("the values are", values.take(16)))
    }

    /// The value that a word is, if it is one of the expected type.
    pub(in crate::check) fn word_of_type(
        &self,
        word: &str,
        span: Span,
        expected: &Type,
    ) -> Option<Expr> {
        let find = |kind| {
            self.names
                .find(kind, word)
                .map(|declared| declared.position)
        };
        let kind = match expected {
            Type::Symbol(set) => {
                let position = self.game.symbol_sets[*set].position(word)?;
                ExprKind::Literal(Literal::Symbol(*set, position))
            }
            Type::Phase => ExprKind::Phase(PhaseId(find(NameKind::Phase)?)),
            Type::State => ExprKind::State(StateId(find(NameKind::State)?)),
            Type::Team => ExprKind::Team(TeamId(find(NameKind::Team)?)),
            Type::Kind => ExprKind::Kind(KindId(find(NameKind::Kind)?)),
            Type::CardName => ExprKind::CardName(CardDefId(find(NameKind::Card)?)),
            Type::List(element) => return self.word_of_type(word, span, element),
            Type::Any
            | Type::Nothing
            | Type::Bool
            | Type::Number
            | Type::Text
            | Type::Card
            | Type::Zone
            | Type::Player
            | Type::Range
            | Type::Pool
            | Type::Record(_) => return None,
        };
        let ty = match expected {
            Type::List(element) => (**element).clone(),
            other => other.clone(),
        };
        Some(Expr {
            kind,
            ty,
            origin: span,
        })
    }

    /// An operand that is a name of some kind, such as the counter of `counters(this, spell)`.
    fn name_literal(&mut self, kind: NameKind, syntax: &syntax::Expr) -> Expr {
        let Some(name) = word(syntax) else {
            let message = format!("expected the name of a {}", kind.noun());
            let hint = match self.names.of(kind).next() {
                Some(name) => format!("write the name itself, such as `{name}`"),
                None => "write the name itself".to_owned(),
            };
            self.diagnostics
                .report(Diagnostic::new(types::WRONG_TYPE, syntax.span, message).hint(hint));
            return wrong(syntax.span);
        };
        let Some(position) = self.resolve(kind, &name) else {
            return wrong(syntax.span);
        };
        Expr {
            kind: ExprKind::Literal(Literal::Number(i64::from(position))),
            ty: Type::Number,
            origin: syntax.span,
        }
    }
}

/// The bare or quoted word that an expression is.
pub(in crate::check) fn word(syntax: &syntax::Expr) -> Option<syntax::Ident> {
    match &syntax.kind {
        syntax::ExprKind::Name(word) | syntax::ExprKind::Text(word) => {
            Some(syntax::Ident::new(word.clone(), syntax.span))
        }
        _ => None,
    }
}
