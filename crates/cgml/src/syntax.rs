//! The author's logic as a tree, whichever way it was written.
//!
//! The long form (`isGreaterThan: [{ path: … }, { value: 3 }]`), selectors (`$.zones.deck`) and
//! expression text (`count(deck) > 3`) all become the same [`Expr`]; names are not resolved yet.
//! Equality ignores places, so that both forms of one thing are equal.

use crate::source::Span;

/// A word with its place. Equality ignores the place.
#[derive(Debug, Clone, Eq)]
pub struct Ident {
    /// The word as it is written.
    pub text: String,
    /// Place where it is written.
    pub span: Span,
}

impl Ident {
    /// A word at a place.
    pub fn new(text: impl Into<String>, span: Span) -> Self {
        Self {
            text: text.into(),
            span,
        }
    }
}

impl PartialEq for Ident {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// An expression. Equality ignores places.
#[derive(Debug, Clone)]
pub struct Expr {
    /// Its kind, with its operands.
    pub kind: ExprKind,
    /// The place where it is written, as exactly as its file allows.
    pub span: Span,
}

impl Expr {
    /// An expression at a place.
    pub fn new(kind: ExprKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// Calls `visit` for the expression and all inside it; not for those of the action of `canPerform`.
    pub fn each(&self, visit: &mut dyn FnMut(&Self)) {
        visit(self);
        match &self.kind {
            ExprKind::Field(base, _) => base.each(visit),
            ExprKind::Index(base, filter) => {
                base.each(visit);
                match &**filter {
                    Filter::All => {}
                    Filter::By(_, value) | Filter::Expr(value) => value.each(visit),
                }
            }
            ExprKind::Call(_, arguments) => arguments
                .iter()
                .for_each(|argument| argument.value.each(visit)),
            ExprKind::Record(parts) => parts.iter().for_each(|(_, part)| part.each(visit)),
            ExprKind::Nothing
            | ExprKind::Bool(_)
            | ExprKind::Number(_)
            | ExprKind::Text(_)
            | ExprKind::Root
            | ExprKind::Anchor(_)
            | ExprKind::Name(_)
            | ExprKind::Ref(_)
            | ExprKind::Action(_)
            | ExprKind::Unread => {}
        }
    }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// The forms of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// `null` / `none`: no value.
    Nothing,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number: `42`.
    Number(i64),
    /// Text in quotes: `'hearts'`.
    Text(String),
    /// `$`, the root of a selector.
    Root,
    /// `$currentPlayer`, `$player`: an anchor, without its `$`.
    Anchor(String),
    /// `hand`: a bare name, resolved by the checker.
    Name(String),
    /// `ref:chosen`: a temporary value.
    Ref(String),
    /// `base.name`: a field, property or variable of `base`.
    Field(Box<Expr>, Ident),
    /// `base[filter]`: elements of `base`.
    Index(Box<Expr>, Box<Filter>),
    /// An operator, selector function or defined function: `count(hand)`, and `a + b` as `add(a, b)`.
    Call(Ident, Vec<Argument>),
    /// `{ winners: …, reason: … }`.
    Record(Vec<(Ident, Expr)>),
    /// The action of `canPerform`.
    Action(Box<Step>),
    /// Stands for an operand that could not be read, which was reported; text never gives it.
    Unread,
}

/// One operand of a call, with its name if one was written (`count: 2`).
#[derive(Debug, Clone, PartialEq)]
pub struct Argument {
    /// `count` in `move(a, b, count: 2)`.
    pub name: Option<Ident>,
    /// The operand itself.
    pub value: Expr,
}

impl Argument {
    /// An operand known by its position.
    pub fn positional(value: Expr) -> Self {
        Self { name: None, value }
    }
}

/// Filter between `[` and `]`.
#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    /// `[*]`: all elements.
    All,
    /// `[key=value]`: `by_id=alice`, `team=red`, or any property.
    By(Ident, Expr),
    /// Anything else: `[0]`, `[current]`, `[opponent]`, `[$player]`, `[ref:x]`.
    Expr(Expr),
}

/// One action of an effect. Equality ignores places.
#[derive(Debug, Clone)]
pub struct Step {
    /// The action as written: `MOVE`, or in text `move`; or the name of a defined effect.
    pub action: Ident,
    /// Its parameters, by name, in the order written. Those that text gives by position are called
    /// `0`, `1`, … until the checker names them with the vocabulary's order.
    pub parameters: Vec<Parameter>,
    /// Place of the whole step.
    pub span: Span,
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        self.action == other.action && self.parameters == other.parameters
    }
}

impl Step {
    /// A step from the call that text writes for it.
    pub fn from_call(action: Ident, arguments: Vec<Argument>, span: Span) -> Self {
        let mut position = 0;
        let mut parameters = Vec::with_capacity(arguments.len());
        for Argument { name, value } in arguments {
            let name = name.unwrap_or_else(|| {
                position += 1;
                Ident::new((position - 1).to_string(), value.span)
            });
            let value = Operand::Expr(value);
            parameters.push(Parameter { name, value });
        }
        Self {
            action,
            parameters,
            span,
        }
    }

    /// The value of a parameter, if it is given.
    pub fn parameter(&self, name: &str) -> Option<&Operand> {
        let mut parameters = self.parameters.iter();
        let parameter = parameters.find(|parameter| parameter.name.text == name)?;
        Some(&parameter.value)
    }

    /// The call that text writes for it: `MOVE(from: deck, to: hand)`.
    pub fn to_call(&self) -> Expr {
        let mut position = 0;
        let mut arguments = Vec::with_capacity(self.parameters.len());
        for Parameter { name, value } in &self.parameters {
            let is_positional = name.text == position.to_string();
            position += usize::from(is_positional);
            arguments.push(Argument {
                name: (!is_positional).then(|| name.clone()),
                value: value.to_expr(self.span),
            });
        }
        Expr::new(ExprKind::Call(self.action.clone(), arguments), self.span)
    }
}

/// One parameter of a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Name of the parameter, or its position as text.
    pub name: Ident,
    /// Value as it is written.
    pub value: Operand,
}

/// Value of a parameter.
///
/// Text cannot tell a fixed word from a name, or words for people from other text: the vocabulary
/// does. So a word equals the name, steps equal the list of calls, and prose equals the text or
/// record that text writes for it.
#[derive(Debug, Clone)]
pub enum Operand {
    /// An expression, in text or in the long form.
    Expr(Expr),
    /// A fixed word: `order: clockwise`, `wait: all`.
    Word(Ident),
    /// The steps of a branch or loop.
    Steps(Vec<Step>),
    /// Text for people, not an expression: `prompt`. By language; without one, the word is empty.
    Prose(Vec<(Ident, String)>),
    /// Continuous changes, as `modify` takes them.
    Modifiers(Vec<Modifier>),
    /// Effects to choose from.
    Modes(Vec<Mode>),
}

/// One of several effects to choose from.
#[derive(Debug, Clone, PartialEq)]
pub struct Mode {
    /// Its name; empty if it has none.
    pub name: String,
    /// In words, by language.
    pub text: Vec<(Ident, String)>,
    /// True if it may be chosen.
    pub condition: Option<Expr>,
    /// Steps that are executed if it is chosen.
    pub steps: Vec<Step>,
    /// Place of the whole mode.
    pub span: Span,
}

impl PartialEq for Operand {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Expr(one), other) => *one == other.to_expr(one.span),
            (one, Self::Expr(other)) => one.to_expr(other.span) == *other,
            (Self::Word(one), Self::Word(other)) => one == other,
            (Self::Steps(one), Self::Steps(other)) => one == other,
            (Self::Prose(one), Self::Prose(other)) => one == other,
            (Self::Modifiers(one), Self::Modifiers(other)) => one == other,
            (Self::Modes(one), Self::Modes(other)) => one == other,
            (
                Self::Word(_)
                | Self::Steps(_)
                | Self::Prose(_)
                | Self::Modifiers(_)
                | Self::Modes(_),
                _,
            ) => false,
        }
    }
}

impl Operand {
    /// The expression that text writes for it; `span` is for what has no place of its own.
    pub fn to_expr(&self, span: Span) -> Expr {
        match self {
            Self::Expr(expr) => expr.clone(),
            Self::Word(word) => Expr::new(ExprKind::Name(word.text.clone()), word.span),
            Self::Steps(steps) => steps_to_list(steps, span),
            Self::Prose(prose) => prose_to_expr(prose, span),
            Self::Modifiers(modifiers) => list_of(
                modifiers.iter().map(|modifier| modifier.to_expr(span)),
                span,
            ),
            Self::Modes(modes) => list_of(
                modes
                    .iter()
                    .map(|mode| steps_to_list(&mode.steps, mode.span)),
                span,
            ),
        }
    }
}

fn steps_to_list(steps: &[Step], span: Span) -> Expr {
    list_of(steps.iter().map(Step::to_call), span)
}

fn list_of(items: impl Iterator<Item = Expr>, span: Span) -> Expr {
    let items = items.map(Argument::positional).collect();
    Expr::new(ExprKind::Call(Ident::new("list", span), items), span)
}

fn prose_to_expr(prose: &[(Ident, String)], span: Span) -> Expr {
    let text = |text: &String| Expr::new(ExprKind::Text(text.clone()), span);
    let kind = match prose {
        [(language, words)] if language.text.is_empty() => return text(words),
        by_language => ExprKind::Record(
            by_language
                .iter()
                .map(|(language, words)| (language.clone(), text(words)))
                .collect(),
        ),
    };
    Expr::new(kind, span)
}

/// A step written as text.
#[derive(Debug, Clone, PartialEq)]
pub enum TextStep {
    /// A call of an action or defined effect: `move(top(deck), mana)`.
    Call(Ident, Vec<Argument>),
    /// `score = score + 1`, `score += 1`.
    Assign {
        /// The target that is set.
        target: Expr,
        /// `=`, `+=` or `-=`.
        operator: AssignOperator,
        /// To or by what.
        value: Expr,
    },
}

/// Operator of an assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssignOperator {
    /// `=`.
    Set,
    /// `+=`.
    Add,
    /// `-=`.
    Subtract,
}

/// A change of a value that lasts: `this.power + 1000`.
#[derive(Debug, Clone, PartialEq)]
pub struct Modifier {
    /// The target that is changed.
    pub target: Expr,
    /// Operator between target and amount.
    pub operator: ModifierOperator,
    /// To or by what.
    pub amount: Expr,
}

impl Modifier {
    /// The change as text writes it between the parentheses of a step: `card.power + 1000`. What sets
    /// is a call of `=`, which nobody writes: `==` compares.
    fn to_expr(&self, span: Span) -> Expr {
        let operator = match self.operator {
            ModifierOperator::Set => "=",
            ModifierOperator::Add => "add",
            ModifierOperator::Subtract => "sub",
            ModifierOperator::Multiply => "mul",
            ModifierOperator::Divide => "div",
        };
        let operands = [&self.target, &self.amount];
        let operands = operands
            .map(|operand| Argument::positional(operand.clone()))
            .to_vec();
        Expr::new(ExprKind::Call(Ident::new(operator, span), operands), span)
    }
}

/// Operator of a modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModifierOperator {
    /// `=`.
    Set,
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn ident(text: &str, at: usize) -> Ident {
        Ident::new(text, Span::new(FileId(0), at, at))
    }

    fn name(text: &str, at: usize) -> Expr {
        Expr::new(ExprKind::Name(text.to_owned()), ident("", at).span)
    }

    fn step(order: Operand) -> Step {
        Step {
            action: ident("DEAL", 0),
            parameters: vec![Parameter {
                name: ident("order", 1),
                value: order,
            }],
            span: ident("", 0).span,
        }
    }

    #[test]
    fn places_do_not_matter_to_equality() {
        assert_eq!(name("hand", 3), name("hand", 7));
        assert_ne!(name("hand", 3), name("deck", 3));
    }

    #[test]
    fn an_operand_equals_what_text_writes_for_it() {
        let word = Operand::Word(ident("clockwise", 5));
        let steps = Operand::Steps(vec![step(word.clone())]);
        let prose = Operand::Prose(vec![(ident("", 0), "Choose".to_owned())]);
        let text = Expr::new(ExprKind::Text("Choose".to_owned()), ident("", 0).span);

        assert_eq!(word, Operand::Expr(name("clockwise", 9)));
        assert_eq!(steps, Operand::Expr(steps.to_expr(ident("", 1).span)));
        assert_eq!(prose, Operand::Expr(text));
        assert_ne!(word, Operand::Expr(name("counterclockwise", 5)));
        assert_ne!(word, steps);
    }

    #[test]
    fn arguments_by_position_are_numbered_until_the_checker_names_them() {
        let arguments = vec![
            Argument::positional(name("deck", 0)),
            Argument {
                name: Some(ident("count", 0)),
                value: name("two", 0),
            },
            Argument::positional(name("hand", 0)),
        ];
        let step = Step::from_call(ident("move", 0), arguments.clone(), ident("", 0).span);
        let names: Vec<&str> = step
            .parameters
            .iter()
            .map(|parameter| parameter.name.text.as_str())
            .collect();

        assert_eq!(names, ["0", "count", "1"]);
        assert_eq!(
            step.to_call().kind,
            ExprKind::Call(ident("move", 0), arguments)
        );
    }
}
