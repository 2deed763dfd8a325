//! The operators that stand between their operands: how they are written, how tightly they bind and
//! which call they mean. The parser and the printer both read this table.

/// Precedence of a form, loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Where,
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Negation,
    Postfix,
}

impl Level {
    /// The next tighter level.
    pub(super) fn tighter(self) -> Self {
        match self {
            Self::Where => Self::Or,
            Self::Or => Self::And,
            Self::And => Self::Not,
            Self::Not => Self::Comparison,
            Self::Comparison => Self::Sum,
            Self::Sum => Self::Product,
            Self::Product => Self::Negation,
            Self::Negation | Self::Postfix => Self::Postfix,
        }
    }
}

/// An operator between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Infix {
    Where,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    NotIn,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// Row of one operator.
struct Row {
    symbol: &'static str,
    level: Level,
    call: &'static str,
    /// True if the operator means `not` of the call.
    is_negated: bool,
}

const fn row(symbol: &'static str, level: Level, call: &'static str) -> Row {
    Row {
        symbol,
        level,
        call,
        is_negated: false,
    }
}

const fn negated(symbol: &'static str, level: Level, call: &'static str) -> Row {
    Row {
        symbol,
        level,
        call,
        is_negated: true,
    }
}

impl Infix {
    const ALL: [Self; 16] = [
        Self::Where,
        Self::Or,
        Self::And,
        Self::Equal,
        Self::NotEqual,
        Self::Less,
        Self::LessOrEqual,
        Self::Greater,
        Self::GreaterOrEqual,
        Self::In,
        Self::NotIn,
        Self::Add,
        Self::Subtract,
        Self::Multiply,
        Self::Divide,
        Self::Modulo,
    ];

    fn row(self) -> Row {
        match self {
            Self::Where => row("where", Level::Where, "filter"),
            Self::Or => row("or", Level::Or, "or"),
            Self::And => row("and", Level::And, "and"),
            Self::Equal => row("==", Level::Comparison, "isEqual"),
            Self::NotEqual => negated("!=", Level::Comparison, "isEqual"),
            Self::Less => row("<", Level::Comparison, "isLessThan"),
            Self::LessOrEqual => negated("<=", Level::Comparison, "isGreaterThan"),
            Self::Greater => row(">", Level::Comparison, "isGreaterThan"),
            Self::GreaterOrEqual => negated(">=", Level::Comparison, "isLessThan"),
            Self::In => row("in", Level::Comparison, "in"),
            Self::NotIn => negated("not in", Level::Comparison, "in"),
            Self::Add => row("+", Level::Sum, "add"),
            Self::Subtract => row("-", Level::Sum, "sub"),
            Self::Multiply => row("*", Level::Product, "mul"),
            Self::Divide => row("/", Level::Product, "div"),
            Self::Modulo => row("%", Level::Product, "mod"),
        }
    }

    /// The sign or word that text writes.
    pub(super) fn symbol(self) -> &'static str {
        self.row().symbol
    }

    /// Precedence, the same for parser and printer.
    pub(super) fn level(self) -> Level {
        self.row().level
    }

    /// The name of the call it means.
    pub(super) fn call(self) -> &'static str {
        self.row().call
    }

    /// True if it means `not` of its call.
    pub(super) fn is_negated(self) -> bool {
        self.row().is_negated
    }

    /// True if `a ∘ b ∘ c` is one call with three operands.
    pub(super) fn is_chain(self) -> bool {
        matches!(self, Self::And | Self::Or)
    }

    /// The operator that means this call of so many operands.
    pub(super) fn of_call(call: &str, operands: usize) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|infix| !infix.is_negated() && infix.call() == call && infix.takes(operands))
    }

    /// The operator that means `not` of this call.
    pub(super) fn of_negated_call(call: &str, operands: usize) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|infix| infix.is_negated() && infix.call() == call && infix.takes(operands))
    }

    fn takes(self, operands: usize) -> bool {
        operands == 2 || (self.is_chain() && operands > 2)
    }
}
