//! The author's logic as a tree, whichever way it was written.
//!
//! The long form (`isGreaterThan: [{ path: … }, { value: 3 }]`), selectors (`$.zones.deck`) and
//! expression text (`count(deck) > 3`) all become the same [`Expr`]; names are not resolved yet.
//! Equality ignores places, so that both forms of one thing are equal.

use crate::source::Span;

/// A word with its place. Equality ignores the place.
#[derive(Debug, Clone, Eq)]
pub struct Ident {
    /// The word.
    pub text: String,
    /// Where.
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
    /// What it is.
    pub kind: ExprKind,
    /// Where it is written, as exactly as its file allows.
    pub span: Span,
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
    /// `true`, `false`.
    Bool(bool),
    /// `42`.
    Number(i64),
    /// `'hearts'`.
    Text(String),
    /// `$`, the root of a selector.
    Root,
    /// `$currentPlayer`, `$player`: an anchor, without its `$`.
    Anchor(String),
    /// `hand`: a bare name, resolved by the checker.
    Name(String),
    /// `ref:chosen`: a temporary value.
    Ref(String),
    /// `base.name`.
    Field(Box<Expr>, Ident),
    /// `base[filter]`.
    Index(Box<Expr>, Box<Filter>),
    /// An operator, selector function or defined function: `count(hand)`, and `a + b` as `add(a, b)`.
    Call(Ident, Vec<Argument>),
    /// `{ winners: …, reason: … }`.
    Record(Vec<(Ident, Expr)>),
    /// The action of `canPerform`.
    Action(Box<Step>),
}

/// One operand of a call, with its name if one was written (`count: 2`).
#[derive(Debug, Clone, PartialEq)]
pub struct Argument {
    /// `count` in `move(a, b, count: 2)`.
    pub name: Option<Ident>,
    /// The operand.
    pub value: Expr,
}

impl Argument {
    /// An operand known by its position.
    pub fn positional(value: Expr) -> Self {
        Self { name: None, value }
    }
}

/// What stands between `[` and `]`.
#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    /// `[*]`.
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
    /// Its parameters, by name, in the order written. Text that gives them by position is named
    /// when read, with the vocabulary's order.
    pub parameters: Vec<Parameter>,
    /// Where.
    pub span: Span,
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        self.action == other.action && self.parameters == other.parameters
    }
}

/// One parameter of a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: Ident,
    /// Its value.
    pub value: Operand,
}

/// What a parameter may be.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// An expression.
    Expr(Expr),
    /// A fixed word: `order: clockwise`, `wait: all`.
    Word(Ident),
    /// The steps of a branch or loop.
    Steps(Vec<Step>),
    /// Text for people, not an expression: `prompt`.
    Prose(Vec<(Ident, String)>),
}

/// A step written as text.
#[derive(Debug, Clone, PartialEq)]
pub enum TextStep {
    /// `move(top(deck), mana)`.
    Call(Ident, Vec<Argument>),
    /// `score = score + 1`, `score += 1`.
    Assign {
        /// What is set.
        target: Expr,
        /// `=`, `+=` or `-=`.
        operator: AssignOperator,
        /// To or by what.
        value: Expr,
    },
}

/// How an assignment changes its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssignOperator {
    /// `=`.
    Set,
    /// `+=`.
    Add,
    /// `-=`.
    Subtract,
}
