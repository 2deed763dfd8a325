//! Expressions: operators and operands.

use super::actions::Translator;
use super::operands::looks_like_selector;
use super::selectors::{Expected, Selector};
use crate::outline::{Entry, Node, Scalar, Style};

/// Operators of 1.2 that take operands in a list.
#[rustfmt::skip]
const OPERATORS: &[&str] = &[
    "isEqual", "isGreaterThan", "isLessThan", "and", "or", "not", "any", "all", "max", "min", "count", "filter",
    "map", "distinct",
];

/// Those that may have their only operand without a list.
const TAKES_ONE: &[&str] = &["not", "any", "all", "max", "min", "count", "distinct"];

/// The operators that 1.2 also writes as `operator: "+"` with `operands`.
const SIGNS: &[(&str, &str)] = &[
    ("+", "add"),
    ("-", "sub"),
    ("*", "mul"),
    ("/", "div"),
    ("%", "mod"),
    ("==", "isEqual"),
    (">", "isGreaterThan"),
    ("<", "isLessThan"),
];

impl Translator<'_, '_> {
    /// An expression, or a list of them.
    pub(super) fn expression(&mut self, node: &Node) {
        for item in node.items() {
            self.expression(item);
        }
        let sign = node.entry("operator").zip(node.entry("operands"));
        if let Some((operator, operands)) = sign {
            self.sign(operator, operands);
            return;
        }
        for entry in node.entries() {
            self.operand_or_operator(entry);
        }
    }

    fn operand_or_operator(&mut self, entry: &Entry) {
        match entry.name() {
            "path" | "select" => self.path(entry),
            "value" => self.value(entry),
            name if OPERATORS.contains(&name) => self.operator(name, entry),
            _ => self.expression(&entry.value),
        }
    }

    /// `path: player.current.hand`; in `map` also `select: card.rank`.
    fn path(&mut self, entry: &Entry) {
        match entry.value.word() {
            Some(text) => self.selector_of(entry, text),
            None => {
                let question = "which one selector is meant? a `path` is one text";
                self.draft.ask(entry.key.start(), question);
            }
        }
    }

    /// `value: ref:chosen` is `ref: chosen`.
    fn value(&mut self, entry: &Entry) {
        let text = entry.value.word().unwrap_or("");
        if text.starts_with("ref:") {
            self.selector_of(entry, text);
        }
    }

    /// Rewrites an operand that is the selector `text`, if that is clear.
    fn selector_of(&mut self, entry: &Entry, text: &str) {
        let (key, value) = match self.selector(&entry.value, text, Expected::Anything) {
            Some(Selector::Path(path)) => ("path", format!("\"{path}\"")),
            Some(Selector::Stored(name)) => ("ref", name),
            None => return,
        };
        if (entry.name(), text) != (key, value.trim_matches('"')) {
            self.draft.replace_entry(entry, key, &value);
        }
    }

    fn operator(&mut self, name: &str, entry: &Entry) {
        self.ask_about_ranks(name, entry);
        let operands = &entry.value;
        match operands.word() {
            Some(text) if looks_like_selector(text) => self.selector_in_list(operands, text),
            Some(_) => self.ask_for_list(name, operands),
            None if operands.entries().is_empty() => self.operands(operands),
            None if TAKES_ONE.contains(&name) && operands.properties().next().is_none() => {
                self.list_of_one(name, operands);
                self.expression(operands);
            }
            None => self.ask_for_list(name, operands),
        }
    }

    fn ask_for_list(&mut self, name: &str, operands: &Node) {
        let question = format!("what are the operands of `{name}`? they are a list");
        self.draft.ask(operands.start(), question);
    }

    fn selector_in_list(&mut self, operand: &Node, text: &str) {
        if let Some(object) = self.object(operand, text, Expected::Anything) {
            let list = format!("[{object}]");
            self.draft
                .change(operand.start(), format!("`{text}` is now `{list}`"));
            self.draft.replace(operand.range.clone(), list);
        }
    }

    fn operands(&mut self, operands: &Node) {
        for operand in operands.items() {
            match operand.scalar() {
                Some(scalar) if looks_like_selector(&scalar.value) => {
                    self.wrap(operand, &scalar.value, Expected::Anything);
                }
                Some(scalar) if is_literal(scalar) => self.literal(operand),
                Some(scalar) => {
                    let word = &scalar.value;
                    let question =
                        format!("is `{word}` a `value`, a `path` or a `ref`? write which");
                    self.draft.ask(operand.start(), question);
                }
                None => self.expression(operand),
            }
        }
    }

    fn literal(&mut self, operand: &Node) {
        let source = self.draft.source(operand.range.clone());
        let new = format!("{{ value: {source} }}");
        self.draft
            .change(operand.start(), format!("`{source}` is now `{new}`"));
        self.draft.replace(operand.range.clone(), new);
    }

    /// `not: { … }` is `not: [{ … }]`: operands are in a list (CGML §12.7).
    fn list_of_one(&mut self, name: &str, operand: &Node) {
        let change = format!("the operand of `{name}` is now in a list");
        self.draft.change(operand.start(), change);
        if !operand.is_block() {
            self.draft.insert(operand.start(), "[");
            self.draft.insert(operand.end(), "]");
            return;
        }
        let first = operand.entries().first();
        let range = first.map_or(0, |entry| entry.key.start())..operand.end();
        self.draft.insert(range.start, "- ");
        for line in self.draft.lines_after_first(&range) {
            self.draft.insert(line, "  ");
        }
    }

    /// `operator: "+"` with `operands` is `add` with its operands.
    fn sign(&mut self, operator: &Entry, operands: &Entry) {
        let sign = operator.value.word().unwrap_or("");
        let name = SIGNS.iter().find(|(known, _)| *known == sign);
        let range = operator.key.start()..operands.key.end();
        let gap = operator.end()..operands.key.start();
        let is_next = self.draft.source(gap.start.min(gap.end)..gap.end);
        let is_next =
            gap.start < gap.end && is_next.trim_matches([',', ' ', '\r', '\n']).is_empty();
        match name {
            Some((_, name)) if is_next => {
                let change = format!("the operator `{sign}` is now `{name}`");
                self.draft.change(range.start, change);
                self.draft.replace(range, *name);
                self.operands(&operands.value);
            }
            _ => {
                let question = format!("which operator of 1.3 does what `{sign}` does here?");
                self.draft.ask(operator.key.start(), question);
            }
        }
    }

    /// Ranks are names; which is higher is a matter of `rank_hierarchy` (CGML §15).
    fn ask_about_ranks(&mut self, name: &str, entry: &Entry) {
        if !["isGreaterThan", "isLessThan"].contains(&name) {
            return;
        }
        let paths = entry
            .value
            .items()
            .iter()
            .filter_map(|item| item.get("path"));
        let mut texts = paths.filter_map(Node::word);
        if texts.any(|text| text.ends_with(".rank")) {
            let question = "are these ranks in the order of `rank_hierarchy`? then compare them \
                            through `rank_value`";
            self.draft.ask(entry.key.start(), question);
        }
    }
}

/// True if a scalar is a text in quotes, a number or a truth value.
fn is_literal(scalar: &Scalar) -> bool {
    let text = scalar.value.as_str();
    match scalar.style {
        Style::Single | Style::Double => true,
        Style::Plain => text.parse::<f64>().is_ok() || ["true", "false"].contains(&text),
        Style::Block => false,
    }
}
