//! Reading expressions: the long form, and text from 1.4 on.

use super::scalar::is_name;
use super::{Reader, did_you_mean, meant};
use crate::codes::shape as code;
use crate::diagnostic::{Diagnostic, Hint};
use crate::source::Span;
use crate::syntax::{Argument, Expr, ExprKind, Ident};
use crate::text;
use crate::tree::{Entry, NodeId, Scalar, Value};
use crate::version::Version;
use crate::vocabulary::fields::PLAYER_WORDS;
use crate::vocabulary::{actions, operators};

/// Keys that make an operand without being operators.
const OPERAND_KEYS: &[&str] = &["path", "value", "ref"];

impl<'a> Reader<'a> {
    /// Reads the expression at a node and keeps it.
    pub(super) fn expression(&mut self, node: NodeId) {
        if let Some(expression) = self.operand(node) {
            self.syntax.expressions.insert(node, expression);
        }
    }

    /// A whole number may stand alone even in 1.3.
    pub(super) fn count(&mut self, node: NodeId) {
        if let Some(expression) = self.count_operand(node) {
            self.syntax.expressions.insert(node, expression);
        }
    }

    pub(super) fn players(&mut self, node: NodeId) {
        if let Some(expression) = self.player_operand(node) {
            self.syntax.expressions.insert(node, expression);
        }
    }

    pub(super) fn operand(&mut self, node: NodeId) -> Option<Expr> {
        let span = self.tree.span(node);
        if self.tree.node(node).tag.is_some() || self.is_torn(node) {
            return None;
        }
        match &self.tree.node(node).value {
            Value::Map(entries) => self.long_form(node, entries),
            Value::List(items) if self.is_1_4() => {
                let operands = self.operands(items);
                Some(call("list", span, operands, span))
            }
            Value::Scalar(_) if self.is_1_4() => self.scalar_operand(node),
            Value::List(_) | Value::Scalar(_) => self.bare_operand(node),
        }
    }

    /// All operands, so that a problem in one does not hide those of the others.
    fn operands(&mut self, items: &[NodeId]) -> Vec<Expr> {
        let unread = |span| Expr::new(ExprKind::Unread, span);
        items
            .iter()
            .map(|item| {
                self.operand(*item)
                    .unwrap_or_else(|| unread(self.tree.span(*item)))
            })
            .collect()
    }

    fn bare_operand(&mut self, node: NodeId) -> Option<Expr> {
        let value = &self.tree.node(node).value;
        let found = value.noun();
        let hint = match value {
            Value::Scalar(scalar) if is_expression(&scalar.text) => {
                "expressions as text need `cgml_version: \"1.4\"`; in 1.3 write operators around \
                 paths: `isGreaterThan: [{ path: … }, { value: 3 }]`"
                    .to_owned()
            }
            Value::Scalar(scalar) if scalar.text.starts_with('$') => {
                format!("write `{{ path: \"{}\" }}`", scalar.text)
            }
            Value::Scalar(scalar) => format!("write `{{ value: {} }}`", scalar.text),
            Value::List(_) | Value::Map(_) => "write `list: [ … ]`".to_owned(),
        };
        let message =
            format!("expected an operand (`value`, `path`, `ref` or an operator), found {found}");
        self.report_hint(
            code::BARE_OPERAND,
            self.tree.span(node),
            message,
            Some(hint.into()),
        );
        None
    }

    fn scalar_operand(&mut self, node: NodeId) -> Option<Expr> {
        let scalar = self.tree.scalar(node)?.clone();
        let span = self.tree.span(node);
        if scalar.is_float() {
            self.fraction(node);
            return None;
        }
        if let Some(kind) = plain(&scalar) {
            return Some(Expr { kind, span });
        }
        let place = self.text_place(node, &scalar);
        text::parse_expression(&scalar.text, &place, self.diagnostics)
    }

    fn long_form(&mut self, node: NodeId, entries: &[Entry]) -> Option<Expr> {
        let has = |key| entries.iter().any(|entry| entry.key == key);
        if has("winners") {
            return self.record(node, entries);
        }
        if has("reason") {
            let message = "an outcome needs the key `winners`";
            let hint = "add `winners`: the players who win".to_owned();
            self.report_hint(
                code::MISSING_KEY,
                self.head(node),
                message,
                Some(hint.into()),
            );
            return None;
        }
        let [entry] = entries else {
            return self.not_one_operator(node, entries);
        };
        match entry.key.as_str() {
            "path" => self.path(entry.value),
            "value" => self.literal_operand(entry.value),
            "ref" => self.reference(entry.value),
            "canPerform" => self.can_perform(entry),
            name => self.operator(name, entry),
        }
    }

    fn not_one_operator(&mut self, node: NodeId, entries: &[Entry]) -> Option<Expr> {
        let span = self.tree.span(node);
        if entries.iter().any(|entry| entry.key == "action") {
            let message = "expected an expression, found an action";
            let hint = "actions belong into an `effect`; `canPerform: [ { action: … } ]` asks whether one is possible";
            let place = self.head(node);
            self.report_hint(code::NOT_ONE_OPERATOR, place, message, Some(hint.into()));
            return None;
        }
        let [first, second, ..] = entries else {
            let message = "expected an operator, found an empty mapping";
            let hint = "write one, such as `isEqual: [ … ]`, or leave the key out".to_owned();
            self.report_hint(code::NOT_ONE_OPERATOR, span, message, Some(hint.into()));
            return None;
        };
        let message = format!(
            "`{}` stands beside `{}`: one operator too many",
            second.key, first.key
        );
        let is_value = |entry: &Entry| OPERAND_KEYS.contains(&entry.key.as_str());
        let hint = match is_value(first) || is_value(second) {
            true => "keep one of the two, or put both into the list of an operator",
            false => "put both under `and: [ … ]`, or indent the second one further",
        };
        let diagnostic = Diagnostic::new(code::NOT_ONE_OPERATOR, second.key_span, message)
            .related(first.key_span, "the first one")
            .hint(hint);
        self.diagnostics.report(diagnostic);
        for entry in entries {
            self.long_form(node, std::slice::from_ref(entry));
        }
        None
    }

    /// An outcome: who wins, and why.
    fn record(&mut self, node: NodeId, entries: &[Entry]) -> Option<Expr> {
        let mut fields = Vec::new();
        for entry in entries {
            let value = match entry.key.as_str() {
                "reason" => self.reason(entry.value),
                "winners" => self.winners(entry.value),
                _ => {
                    let problem = unknown_outcome_key(&entry.key, entry.key_span);
                    self.diagnostics.report(problem);
                    continue;
                }
            };
            fields.push((Ident::new(entry.key.clone(), entry.key_span), value?));
        }
        Some(Expr {
            kind: ExprKind::Record(fields),
            span: self.tree.span(node),
        })
    }

    /// The winners: a player, or a list of players. A number is a player's id.
    fn winners(&mut self, node: NodeId) -> Option<Expr> {
        let Value::List(items) = &self.tree.node(node).value else {
            return self.winner(node);
        };
        let span = self.tree.span(node);
        let winners: Vec<Option<Expr>> = items.iter().map(|item| self.winner(*item)).collect();
        let winners: Option<Vec<Expr>> = winners.into_iter().collect();
        Some(call("list", span, winners?, span))
    }

    fn winner(&mut self, node: NodeId) -> Option<Expr> {
        match self.tree.scalar(node).and_then(Scalar::int) {
            Some(_) => self.literal_operand(node),
            None => self.operand(node),
        }
    }

    /// Text for people, or one text for each language.
    fn reason(&mut self, node: NodeId) -> Option<Expr> {
        match &self.tree.node(node).value {
            Value::Scalar(_) => self.literal_operand(node),
            Value::Map(entries) => {
                let texts = entries.iter().map(|entry| {
                    let text = Expr {
                        kind: ExprKind::Text(self.tree.text(entry.value)?.to_owned()),
                        span: self.tree.span(entry.value),
                    };
                    Some((Ident::new(entry.key.clone(), entry.key_span), text))
                });
                let Some(texts) = texts.collect() else {
                    self.wrong_kind(node, "a text for each language");
                    return None;
                };
                let span = self.tree.span(node);
                let kind = ExprKind::Record(texts);
                Some(Expr { kind, span })
            }
            Value::List(_) => {
                self.wrong_kind(node, "text for people");
                None
            }
        }
    }

    fn path(&mut self, node: NodeId) -> Option<Expr> {
        let Some(scalar) = self.tree.scalar(node).cloned() else {
            self.wrong_kind(node, "a path such as `\"$.zones.deck\"`");
            return None;
        };
        let place = self.text_place(node, &scalar);
        match self.version {
            Version::V1_3 => text::parse_selector(&scalar.text, &place, self.diagnostics),
            Version::V1_4 => text::parse_expression(&scalar.text, &place, self.diagnostics),
        }
    }

    pub(super) fn literal_operand(&mut self, node: NodeId) -> Option<Expr> {
        let span = self.tree.span(node);
        match &self.tree.node(node).value {
            Value::Scalar(scalar) => {
                if scalar.is_float() {
                    self.fraction(node);
                    return None;
                }
                let kind = plain(scalar).unwrap_or_else(|| ExprKind::Text(scalar.text.clone()));
                Some(Expr { kind, span })
            }
            Value::List(items) => {
                let values: Option<Vec<Expr>> = items
                    .iter()
                    .map(|item| self.literal_operand(*item))
                    .collect();
                Some(call("list", span, values?, span))
            }
            Value::Map(_) => {
                self.wrong_kind(node, "a plain value");
                None
            }
        }
    }

    fn reference(&mut self, node: NodeId) -> Option<Expr> {
        let Some(name) = self.tree.text(node).map(str::to_owned) else {
            self.wrong_kind(node, "the name of a temporary value");
            return None;
        };
        Some(Expr {
            kind: ExprKind::Ref(name),
            span: self.tree.span(node),
        })
    }

    fn can_perform(&mut self, entry: &Entry) -> Option<Expr> {
        let items = self.operands_of(entry)?;
        let [item] = items else {
            let message = "`canPerform` takes one action";
            let hint = "ask for each with a `canPerform` of its own, joined by `and`".to_owned();
            self.report_hint(
                code::OPERANDS_NOT_A_LIST,
                entry.key_span,
                message,
                Some(hint.into()),
            );
            return None;
        };
        let step = self.step(*item)?;
        let span = entry.key_span.to(self.tree.span(entry.value));
        let action = Expr {
            kind: ExprKind::Action(Box::new(step)),
            span: self.tree.span(*item),
        };
        Some(call("canPerform", entry.key_span, vec![action], span))
    }

    fn operator(&mut self, name: &str, entry: &Entry) -> Option<Expr> {
        let is_defined = self.is_1_4() && self.defined.contains(name);
        let known = match operators::find(name) {
            Some(operator) => Some(operator.name),
            None if is_defined => Some(name),
            None => self.unknown_operator(name, entry),
        };
        if known.is_none() && !self.tree.is_list(entry.value) {
            return None;
        }
        let items = self.operands_of(entry)?;
        let operands = self.operands(items);
        let span = entry.key_span.to(self.tree.span(entry.value));
        known.map(|name| call(name, entry.key_span, operands, span))
    }

    /// Reports an operator that does not exist; gives the one it is taken for, if its operands fit.
    fn unknown_operator(&mut self, name: &str, entry: &Entry) -> Option<&'static str> {
        let version = self.version;
        let known = operators::all().filter(|operator| operator.since <= version);
        let known = known.map(|operator| operator.name);
        let near = meant(name, known.chain(OPERAND_KEYS.iter().copied()));
        let hint = match near {
            _ if actions::find(name).is_some() => Some(format!(
                "`{name}` is an action; actions belong into an `effect` as `action: {name}`"
            )),
            Some(near) => Some(format!("did you mean `{near}`?")),
            None if self.is_1_4() => {
                Some("operators of your own are functions under `define`".to_owned())
            }
            None => None,
        };
        if near.is_some() || self.defined_is_complete {
            let message = format!("there is no operator `{name}`");
            self.report_hint(
                code::UNKNOWN_OPERATOR,
                entry.key_span,
                message,
                hint.map(Hint::from),
            );
        }
        let operator = operators::find(near?)?;
        let count = self.tree.items(entry.value).len();
        operator.takes(count, version).then_some(operator.name)
    }

    fn operands_of(&mut self, entry: &Entry) -> Option<&'a [NodeId]> {
        if let Value::List(items) = &self.tree.node(entry.value).value {
            return Some(items);
        }
        let message = format!("the operands of `{}` must be a list", entry.key);
        let hint = format!("write `{}: [ … ]`", entry.key);
        self.report_hint(
            code::OPERANDS_NOT_A_LIST,
            self.tree.span(entry.value),
            message,
            Some(hint.into()),
        );
        None
    }

    pub(super) fn count_operand(&mut self, node: NodeId) -> Option<Expr> {
        let number = self.tree.scalar(node).and_then(|scalar| scalar.int());
        match number {
            Some(number) => Some(Expr {
                kind: ExprKind::Number(number),
                span: self.tree.span(node),
            }),
            None if !self.is_1_4() && self.is_word(node) => {
                let hint = Some("write it in digits, such as `3`".to_owned());
                self.wrong_kind_hint(node, "a number or an operand", hint);
                None
            }
            None => self.operand(node),
        }
    }

    fn is_word(&self, node: NodeId) -> bool {
        self.tree.text(node).is_some_and(is_name)
    }

    /// A word for players, a seat number, several of those, or an expression.
    pub(super) fn player_operand(&mut self, node: NodeId) -> Option<Expr> {
        let span = self.tree.span(node);
        match &self.tree.node(node).value {
            Value::Scalar(scalar) if PLAYER_WORDS.contains(&scalar.text.as_str()) => {
                let kind = match scalar.text.as_str() {
                    "none" => ExprKind::Nothing,
                    word => ExprKind::Name(word.to_owned()),
                };
                Some(Expr { kind, span })
            }
            Value::Scalar(scalar) if scalar.int().is_some() => self.count_operand(node),
            Value::Scalar(scalar) if !self.is_1_4() => {
                let text = scalar.text.clone();
                let message = format!("`{text}` is not a player");
                let hint = did_you_mean(&text, PLAYER_WORDS.iter().copied()).unwrap_or_else(|| {
                    "write `current`, `opponent`, `all`, a seat number or an operand".into()
                });
                self.report_hint(code::UNKNOWN_WORD, span, message, Some(hint));
                None
            }
            Value::List(items) => {
                let players: Vec<Expr> = items
                    .iter()
                    .filter_map(|item| self.player_operand(*item))
                    .collect();
                Some(call("list", span, players, span))
            }
            Value::Scalar(_) | Value::Map(_) => self.operand(node),
        }
    }
}

/// True if a text looks like an expression rather than a value or a path.
fn is_expression(text: &str) -> bool {
    let words = [" and ", " or ", " + ", " - ", " * ", " / ", "not "];
    text.contains(['<', '>', '=']) || words.iter().any(|word| text.contains(word))
}

/// A call with operands by position.
pub(super) fn call(name: &str, name_span: Span, operands: Vec<Expr>, span: Span) -> Expr {
    let arguments = operands.into_iter().map(Argument::positional).collect();
    Expr {
        kind: ExprKind::Call(Ident::new(name, name_span), arguments),
        span,
    }
}

/// The keys of an outcome.
pub(crate) const OUTCOME: &[&str] = &["winners", "reason"];

/// The problem of a key that no outcome has.
pub(crate) fn unknown_outcome_key(key: &str, span: Span) -> Diagnostic {
    let hint = did_you_mean(key, OUTCOME.iter().copied())
        .unwrap_or_else(|| "it has the keys `winners` and `reason`".into());
    let message = format!("an outcome has no key `{key}`");
    Diagnostic::new(code::UNKNOWN_KEY, span, message).hint(hint)
}

/// The value that a scalar is, unless it is text.
fn plain(scalar: &Scalar) -> Option<ExprKind> {
    if scalar.is_null() {
        return Some(ExprKind::Nothing);
    }
    let flag = scalar.bool().map(ExprKind::Bool);
    flag.or_else(|| scalar.int().map(ExprKind::Number))
}
