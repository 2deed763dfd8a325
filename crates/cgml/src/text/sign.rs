//! Signs: brackets, operators and punctuation, and the wrong ones that authors often write.

use super::operator::Infix;
use super::token::{Bracket, TokenKind};
use crate::syntax::AssignOperator;

/// A sign at the beginning of some text.
pub(super) struct Sign {
    pub(super) kind: TokenKind,
    /// The number of characters that it takes.
    pub(super) length: usize,
    pub(super) advice: Advice,
}

/// Advice about a sign that text uses.
pub(super) enum Advice {
    /// The sign is right.
    Fine,
    /// Another one is meant: this one.
    Instead(&'static str),
    /// There is no such sign: do this.
    Hint(&'static str),
}

/// The sign that some text begins with, by its first three characters (`'\0'` after the end).
pub(super) fn sign(ahead: [char; 3]) -> Option<Sign> {
    slip(ahead)
        .or_else(|| double(ahead).map(|kind| fine(kind, 2)))
        .or_else(|| single(ahead[0]).map(|kind| fine(kind, 1)))
}

fn fine(kind: TokenKind, length: usize) -> Sign {
    Sign {
        kind,
        length,
        advice: Advice::Fine,
    }
}

fn slip(ahead: [char; 3]) -> Option<Sign> {
    let set = TokenKind::Assign(AssignOperator::Set);
    let (length, kind, advice) = match ahead {
        ['=', '=', '='] => (3, TokenKind::Infix(Infix::Equal), Advice::Instead("==")),
        ['!', '=', '='] => (3, TokenKind::Infix(Infix::NotEqual), Advice::Instead("!=")),
        ['<', '>', _] => (2, TokenKind::Infix(Infix::NotEqual), Advice::Instead("!=")),
        ['=', '>', _] => (
            2,
            TokenKind::Infix(Infix::GreaterOrEqual),
            Advice::Instead(">="),
        ),
        ['=', '<', _] => (
            2,
            TokenKind::Infix(Infix::LessOrEqual),
            Advice::Instead("<="),
        ),
        [':', '=', _] => (2, set, Advice::Instead("=")),
        ['+', '+', _] => (
            2,
            TokenKind::Assign(AssignOperator::Add),
            Advice::Instead("+= 1"),
        ),
        ['*' | '/' | '%', '=', _] => (2, set, Advice::Hint("write it out: `score = score * 2`")),
        ['&', '&', _] | ['|', '|', _] => return None,
        ['&', ..] => (1, TokenKind::Infix(Infix::And), Advice::Instead("and")),
        ['|', ..] => (1, TokenKind::Infix(Infix::Or), Advice::Instead("or")),
        ['≠', ..] => (1, TokenKind::Infix(Infix::NotEqual), Advice::Instead("!=")),
        ['≤' | '≦', ..] => (
            1,
            TokenKind::Infix(Infix::LessOrEqual),
            Advice::Instead("<="),
        ),
        ['≥' | '≧', ..] => (
            1,
            TokenKind::Infix(Infix::GreaterOrEqual),
            Advice::Instead(">="),
        ),
        _ => return None,
    };
    Some(Sign {
        kind,
        length,
        advice,
    })
}

fn double(ahead: [char; 3]) -> Option<TokenKind> {
    Some(match ahead {
        ['=', '=', _] => TokenKind::Infix(Infix::Equal),
        ['!', '=', _] => TokenKind::Infix(Infix::NotEqual),
        ['<', '=', _] => TokenKind::Infix(Infix::LessOrEqual),
        ['>', '=', _] => TokenKind::Infix(Infix::GreaterOrEqual),
        ['&', '&', _] => TokenKind::Infix(Infix::And),
        ['|', '|', _] => TokenKind::Infix(Infix::Or),
        ['+', '=', _] => TokenKind::Assign(AssignOperator::Add),
        ['-', '=', _] => TokenKind::Assign(AssignOperator::Subtract),
        _ => return None,
    })
}

fn single(first: char) -> Option<TokenKind> {
    Some(match first {
        '(' => TokenKind::Open(Bracket::Round),
        ')' => TokenKind::Close(Bracket::Round),
        '[' => TokenKind::Open(Bracket::Square),
        ']' => TokenKind::Close(Bracket::Square),
        '{' => TokenKind::Open(Bracket::Curly),
        '}' => TokenKind::Close(Bracket::Curly),
        ',' => TokenKind::Comma,
        '.' => TokenKind::Dot,
        ':' => TokenKind::Colon,
        ';' => TokenKind::Semicolon,
        '$' => TokenKind::Root,
        '!' => TokenKind::Not,
        '=' => TokenKind::Assign(AssignOperator::Set),
        '<' => TokenKind::Infix(Infix::Less),
        '>' => TokenKind::Infix(Infix::Greater),
        '+' => TokenKind::Infix(Infix::Add),
        '-' => TokenKind::Infix(Infix::Subtract),
        '*' => TokenKind::Infix(Infix::Multiply),
        '/' => TokenKind::Infix(Infix::Divide),
        '%' => TokenKind::Infix(Infix::Modulo),
        _ => return None,
    })
}

/// The ASCII character that a wide or typographic one looks like.
pub(super) fn look_alike(character: char) -> Option<char> {
    match character {
        '、' | '，' => Some(','),
        '。' => Some('.'),
        '−' | '–' | '—' => Some('-'),
        '×' => Some('*'),
        '÷' => Some('/'),
        '【' | '〔' => Some('['),
        '】' | '〕' => Some(']'),
        '！'..='～' if !character.is_alphabetic() => {
            char::from_u32(u32::from(character) - u32::from('！') + u32::from('!'))
        }
        _ => None,
    }
}

/// True if it is a typographic or Japanese quotation mark.
pub(super) fn is_curly_quote(character: char) -> bool {
    "“”„‟‘’‚‛«»「」『』＂＇".contains(character)
}
