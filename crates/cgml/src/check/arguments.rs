//! The parameters of actions, each by the shape the vocabulary gives it.

use crate::check::Checker;
use crate::check::expressions::scope::Scope;
use crate::check::steps::word_of;
use crate::codes::shape as shape_code;
use crate::diagnostic::Diagnostic;
use crate::model::{Argument, ArgumentValue, Expr, ExprKind, Literal, Mode, Prose, Type};
use crate::syntax::{self, Ident, Operand};
use crate::vocabulary::actions::Action;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::parameters::Word;
use crate::vocabulary::shape::{Key, Shape};
use crate::vocabulary::want::Want;
use names::items;

mod fields;
mod keyword;
mod modifier;
mod names;
mod player;
mod pools;
mod predicate;

impl Checker<'_> {
    /// The checked value of a parameter.
    pub(super) fn argument(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        key: &'static Key,
        value: &Operand,
        before: &[Argument],
    ) -> Option<ArgumentValue> {
        match &key.shape {
            Shape::Operand(Want::Predicate) if action.name == "FORBID" => {
                self.what_is_forbidden(scope, value)
            }
            Shape::Operand(Want::Predicate) | Shape::Operand(Want::NumberKey) => {
                self.predicate(scope, action, key, value, before)
            }
            Shape::Operand(Want::Bool) if key.name == "such_that" => {
                self.fact_of_choice(scope, value, before)
            }
            Shape::Operand(Want::Settable) => self.settable(scope, action, value),
            Shape::Operand(Want::LikeFirst) => self.new_value(scope, value, before),
            Shape::Operand(Want::List) => self.list_argument(scope, value),
            Shape::Operand(want) => self.expr_argument(scope, value, *want),
            Shape::Count => self.count_argument(scope, key, value),
            Shape::Player => self.player_argument(scope, value, Want::Player),
            Shape::Players => self.player_argument(scope, value, Want::Players),
            Shape::Word(words) => self.word_argument(value, words),
            Shape::Flag => self.flag_argument(value),
            Shape::Prose => prose_argument(value),
            Shape::Name(kind) => self
                .name_argument(*kind, &word_of(value)?)
                .map(ArgumentValue::Name),
            Shape::OneOrMany(Shape::Name(NameKind::Keyword)) => Some(ArgumentValue::Keywords(
                self.keyword_uses(scope, &items(value)?),
            )),
            Shape::OneOrMany(Shape::Name(kind)) => self.names_argument(*kind, value),
            Shape::Steps => match value {
                Operand::Steps(steps) => Some(ArgumentValue::Steps(self.steps(scope, steps))),
                _ => self.not_in_text(value),
            },
            Shape::Event => {
                let word = word_of(value)?;
                self.event_pattern(&word, scope.has_this)
                    .map(ArgumentValue::Event)
            }
            Shape::Modifiers => Some(ArgumentValue::Modifiers(
                self.modifier_argument(scope, value, before)?,
            )),
            Shape::List(Shape::Object(_)) => match value {
                Operand::Modes(modes) => Some(ArgumentValue::Modes(self.modes(scope, modes))),
                _ => self.not_in_text(value),
            },
            Shape::Either(shapes) => {
                self.either_argument(scope, action, key, shapes, value, before)
            }
            // `store_as` and `as` are bound by the step itself.
            Shape::NewName(_) | Shape::Any => None,
            Shape::Number(..)
            | Shape::Text
            | Shape::Literal
            | Shape::Trigger
            | Shape::Type
            | Shape::Card
            | Shape::List(_)
            | Shape::OneOrMany(_)
            | Shape::Map(..)
            | Shape::MapOf(..)
            | Shape::Words(_)
            | Shape::Object(_)
            | Shape::Sort(..) => None,
        }
    }

    /// A word of the vocabulary, otherwise what the last shape says.
    fn either_argument(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        key: &'static Key,
        shapes: &'static [Shape],
        value: &Operand,
        before: &[Argument],
    ) -> Option<ArgumentValue> {
        for shape in shapes {
            if let Shape::Word(words) = shape
                && let Some(word) = word_of(value)
                && let Some(known) = words.iter().find(|known| **known == word.text)
            {
                return Word::find(known).map(ArgumentValue::Word);
            }
        }
        match (shapes.last()?, value) {
            (Shape::Operand(Want::NumberKey), Operand::Expr(_)) => {
                self.predicate(scope, action, key, value, before)
            }
            (Shape::Operand(want), Operand::Expr(_)) => self.expr_argument(scope, value, *want),
            (_, _) => None,
        }
    }

    /// Reports steps where only an expression can stand.
    fn not_in_text(&mut self, value: &Operand) -> Option<ArgumentValue> {
        if let Operand::Expr(expr) = value {
            let message = "steps inside a step cannot be written as text";
            let diagnostic = Diagnostic::new(shape_code::NOT_IN_TEXT, expr.span, message)
                .hint("use the long form with `action:`");
            self.diagnostics.report(diagnostic);
        }
        None
    }

    /// An expression of a certain type.
    pub(super) fn expr_argument(
        &mut self,
        scope: &mut Scope,
        value: &Operand,
        want: Want,
    ) -> Option<ArgumentValue> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        Some(ArgumentValue::Expr(self.expr(scope, syntax, want)))
    }

    /// A count; a variable may be increased by less than nothing.
    fn count_argument(
        &mut self,
        scope: &mut Scope,
        key: &Key,
        value: &Operand,
    ) -> Option<ArgumentValue> {
        let count = self.expr_argument(scope, value, Want::Number);
        let number = count.as_ref().and_then(ArgumentValue::expr);
        if let Some(number) = number.filter(|_| key.name != "by") {
            self.check_count(number);
        }
        count
    }

    /// Reports how many things that are less than none.
    pub(super) fn check_count(&mut self, count: &Expr) {
        if let ExprKind::Literal(Literal::Number(number @ ..0)) = count.kind {
            let message = format!("expected a number that is 0 or more, found {number}");
            let diagnostic = Diagnostic::new(shape_code::OUT_OF_BOUNDS, count.origin, message)
                .hint("leave out the sign, or the step");
            self.diagnostics.report(diagnostic);
        }
    }

    /// A list; a single player or card is a list of one.
    fn list_argument(&mut self, scope: &mut Scope, value: &Operand) -> Option<ArgumentValue> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        let expr = self.infer(scope, syntax, &Type::Any);
        if matches!(expr.ty, Type::Player | Type::Card) {
            let (ty, origin) = (expr.ty.clone().list(), expr.origin);
            return Some(ArgumentValue::Expr(self.operation(
                "list",
                vec![expr],
                ty,
                origin,
            )));
        }
        Some(ArgumentValue::Expr(self.expect(expr, Want::List)))
    }

    /// One of the words of the vocabulary.
    fn word_argument(
        &mut self,
        value: &Operand,
        words: &'static [&'static str],
    ) -> Option<ArgumentValue> {
        let word = word_of(value)?;
        if let Some(known) = words.iter().find(|known| **known == word.text) {
            return Word::find(known).map(ArgumentValue::Word);
        }
        if matches!(value, Operand::Expr(_)) {
            let message = format!(
                "`{}` is not one of {}",
                word.text,
                crate::read::one_of(words.iter().copied())
            );
            let hint = self.did_you_mean(&word.text, words.iter().copied());
            self.diagnostics.report(
                Diagnostic::new(shape_code::UNKNOWN_WORD, word.span, message).maybe_hint(hint),
            );
        }
        None
    }

    /// `true` or `false`, and nothing that must be evaluated.
    fn flag_argument(&mut self, value: &Operand) -> Option<ArgumentValue> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        if let syntax::ExprKind::Bool(flag) = syntax.kind {
            return Some(ArgumentValue::Flag(flag));
        }
        let message = "expected `true` or `false`";
        let diagnostic = Diagnostic::new(shape_code::WRONG_KIND, syntax.span, message)
            .hint("it is fixed in the text, and cannot be computed");
        self.diagnostics.report(diagnostic);
        None
    }

    /// Effects to choose from.
    fn modes(&mut self, scope: &mut Scope, modes: &[syntax::Mode]) -> Vec<Mode> {
        modes
            .iter()
            .map(|mode| Mode {
                name: mode.name.clone(),
                text: prose(&mode.text),
                condition: mode
                    .condition
                    .as_ref()
                    .map(|condition| self.expr(scope, condition, Want::Bool)),
                steps: self.steps(scope, &mode.steps),
            })
            .collect()
    }
}

fn prose_argument(value: &Operand) -> Option<ArgumentValue> {
    match value {
        Operand::Prose(texts) => Some(ArgumentValue::Prose(prose(texts))),
        Operand::Expr(syntax::Expr {
            kind: syntax::ExprKind::Text(text) | syntax::ExprKind::Name(text),
            ..
        }) => Some(ArgumentValue::Prose(Prose {
            texts: vec![(String::new(), text.clone())],
        })),
        Operand::Word(word) => Some(ArgumentValue::Prose(Prose {
            texts: vec![(String::new(), word.text.clone())],
        })),
        Operand::Expr(_) | Operand::Steps(_) | Operand::Modifiers(_) | Operand::Modes(_) => None,
    }
}

pub(super) fn prose(texts: &[(Ident, String)]) -> Prose {
    Prose {
        texts: texts
            .iter()
            .map(|(language, text)| (language.text.clone(), text.clone()))
            .collect(),
    }
}
