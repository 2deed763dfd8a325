//! The words and signs of expression text.

use std::ops::Range;

use super::operator::Infix;
use crate::syntax::AssignOperator;

/// One word or sign with its place in the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: u32,
    pub(super) end: u32,
    /// True if it stands for something wrong that was reported already.
    pub(super) is_mended: bool,
}

impl Token {
    /// Its bytes in the text.
    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Kind of a token; its words are in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// The end of the text.
    End,
    /// Digits: `42`.
    Number,
    /// Text in quotes: `'text'`.
    Text,
    /// A bare name: `hand`.
    Name,
    /// `` `draw pile` ``.
    QuotedName,
    /// `$`, the root of a selector.
    Root,
    /// A root with a name: `$player`.
    Anchor,
    /// A reference to a temporary value: `ref:chosen`.
    Ref,
    /// `true` or `false`.
    Bool(bool),
    /// `none`, no value.
    Nothing,
    /// `not` or `!`.
    Not,
    /// An operator between two operands, word or sign.
    Infix(Infix),
    /// `(`, `[`, `{`.
    Open(Bracket),
    /// `)`, `]`, `}`.
    Close(Bracket),
    Comma,
    Dot,
    Colon,
    Semicolon,
    /// `=`, `+=`, `-=`.
    Assign(AssignOperator),
}

impl TokenKind {
    /// True if a value can begin with it; `-` is not counted, because it also stands between values.
    pub(super) fn begins_value(self) -> bool {
        match self {
            Self::Number
            | Self::Text
            | Self::Name
            | Self::QuotedName
            | Self::Root
            | Self::Anchor
            | Self::Ref
            | Self::Bool(_)
            | Self::Nothing
            | Self::Not
            | Self::Open(_) => true,
            Self::End
            | Self::Infix(_)
            | Self::Close(_)
            | Self::Comma
            | Self::Dot
            | Self::Colon
            | Self::Semicolon
            | Self::Assign(_) => false,
        }
    }
}

/// The three pairs of brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
}

impl Bracket {
    /// The character that opens it.
    pub(super) fn opening(self) -> char {
        match self {
            Self::Round => '(',
            Self::Square => '[',
            Self::Curly => '{',
        }
    }

    /// The character that closes it.
    pub(super) fn closing(self) -> char {
        match self {
            Self::Round => ')',
            Self::Square => ']',
            Self::Curly => '}',
        }
    }
}

/// The keyword that a word is, if it is one.
pub(super) fn keyword(word: &str) -> Option<TokenKind> {
    Some(match word {
        "true" => TokenKind::Bool(true),
        "false" => TokenKind::Bool(false),
        "none" => TokenKind::Nothing,
        "not" => TokenKind::Not,
        "and" => TokenKind::Infix(Infix::And),
        "or" => TokenKind::Infix(Infix::Or),
        "in" => TokenKind::Infix(Infix::In),
        "where" => TokenKind::Infix(Infix::Where),
        _ => return None,
    })
}
