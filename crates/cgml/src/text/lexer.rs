//! From text to tokens.
//!
//! Mistakes are reported here and replaced by the token that was probably meant, so that the parser finds the other
//! problems of the text too.

use super::quote::{begins_name, continues_name, escape, write_text};
use super::reports::Reports;
use super::sign::{Advice, Sign, is_curly_quote, look_alike, sign};
use super::token::{Token, TokenKind, keyword};
use crate::codes::text as codes;

/// The tokens of a text; the last one is [`TokenKind::End`].
pub(super) fn tokens(text: &str, reports: &mut Reports) -> Vec<Token> {
    let mut lexer = Lexer {
        text,
        at: 0,
        tokens: Vec::with_capacity(text.len() / 3 + 2),
        reports,
    };
    while let Some(character) = lexer.peek() {
        lexer.token(character);
    }
    lexer.push(TokenKind::End, lexer.at, false);
    lexer.tokens
}

struct Lexer<'t, 'r, 'a> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    reports: &'r mut Reports<'a>,
}

impl<'t> Lexer<'t, '_, '_> {
    /// Reads whatever begins with this character; always goes on by at least one.
    fn token(&mut self, character: char) {
        let start = self.at;
        if character.is_whitespace() {
            self.at += character.len_utf8();
        } else if begins_name(character) {
            self.word(start);
        } else if digit(character) {
            self.number(start);
        } else if let '\'' | '"' = character {
            let is_closed = self.skip_quoted(character);
            self.push(TokenKind::Text, start, !is_closed);
        } else if character == '`' {
            let is_closed = self.skip_quoted(character);
            self.push(TokenKind::QuotedName, start, !is_closed);
        } else if is_curly_quote(character) {
            self.curly_quoted(start, character);
        } else {
            self.sign(start);
        }
    }

    fn word(&mut self, start: usize) {
        self.skip_while(continues_name);
        let word = self.slice(start);
        if word == "ref" && self.rest().starts_with(':') && self.is_name_after(1) {
            self.at += 1;
            let is_closed = self.skip_name();
            self.push(TokenKind::Ref, start, !is_closed);
            return;
        }
        let kind = keyword(word).unwrap_or(TokenKind::Name);
        self.push(kind, start, false);
    }

    fn number(&mut self, start: usize) {
        self.skip_while(digit);
        let end = self.at;
        if self.peek().is_some_and(begins_name) {
            self.skip_while(continues_name);
            self.name_after_digits(start);
        } else if self.rest().starts_with('.') && self.peek_after(1).is_some_and(digit) {
            self.at += 1;
            self.skip_while(digit);
            self.fraction(start);
        } else if self.slice(start).is_ascii() {
            self.push(TokenKind::Number, start, false);
        } else {
            self.wide(start, end);
            self.push(TokenKind::Number, start, true);
        }
    }

    fn name_after_digits(&mut self, start: usize) {
        let name = self.slice(start);
        let letters = name.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let digits = &name[..name.len() - letters.len()];
        let message = format!("`{name}` is neither a number nor a name");
        let hint = format!(
            "write `{digits} * {letters}` to multiply; a name that begins with a digit stands in \
             backquotes: `` `{name}` ``"
        );
        let diagnostic = self
            .reports
            .at(codes::NAME_AFTER_DIGITS, start..self.at, message)
            .hint(hint);
        self.reports.report(diagnostic);
        self.push(TokenKind::Name, start, true);
    }

    fn fraction(&mut self, start: usize) {
        let number = self.slice(start);
        let diagnostic = self
            .reports
            .at(
                codes::FRACTION,
                start..self.at,
                format!("`{number}` is not a whole number"),
            )
            .hint("count in smaller units, or multiply first and divide last: `x * 3 / 2`");
        self.reports.report(diagnostic);
        self.push(TokenKind::Number, start, true);
    }

    /// Goes past a quoted piece; false (and reported) if it never ends.
    fn skip_quoted(&mut self, quote: char) -> bool {
        let start = self.at;
        self.at += quote.len_utf8();
        while let Some(character) = self.peek() {
            if character == '\\' {
                self.skip_escape();
            } else if character != quote {
                self.at += character.len_utf8();
            } else if self.peek_after(1) == Some(quote) {
                self.at += 2;
            } else {
                self.at += 1;
                return true;
            }
        }
        self.unclosed(start, quote);
        false
    }

    fn unclosed(&mut self, start: usize, quote: char) {
        let opening = self.reports.place().span(start..start + 1);
        let diagnostic = self
            .reports
            .at(
                codes::UNCLOSED_TEXT,
                start..self.at,
                format!("the text after {quote} never ends"),
            )
            .related(opening, "opened here")
            .hint(format!(
                "close it with {quote}; a quote inside is doubled: {quote}{quote}"
            ));
        self.reports.report(diagnostic);
    }

    fn skip_escape(&mut self) {
        if let Some((_, length)) = escape(self.rest()) {
            self.at += length;
            return;
        }
        let start = self.at;
        self.at += 1 + self.peek_after(1).map_or(0, char::len_utf8);
        let diagnostic = self
            .reports
            .at(
                codes::BAD_ESCAPE,
                start..self.at,
                format!("`{}` is not an escape", self.slice(start)),
            )
            .hint(r#"the escapes are \n \t \r \\ \' \" \` and \u{624b}; a backslash itself is \\"#);
        self.reports.report(diagnostic);
    }

    fn curly_quoted(&mut self, start: usize, open: char) {
        self.at += open.len_utf8();
        let inside = self.at;
        self.skip_while(|character| !is_curly_quote(character));
        let mut replacement = String::new();
        write_text(&mut replacement, self.slice(inside));
        self.at += self.peek().map_or(0, char::len_utf8);
        let diagnostic = self.reports.instead(
            codes::LOOK_ALIKE,
            start..self.at,
            format!("{open} does not begin a text"),
            &replacement,
        );
        self.reports.report(diagnostic);
        self.push(TokenKind::Text, start, true);
    }

    fn sign(&mut self, start: usize) {
        let mut ahead = ['\0'; 3];
        for (slot, character) in ahead.iter_mut().zip(self.rest().chars()) {
            *slot = look_alike(character).unwrap_or(character);
        }
        let Some(sign) = sign(ahead) else {
            self.unknown(start);
            return;
        };
        for character in self.rest().chars().take(sign.length) {
            self.at += character.len_utf8();
        }
        let is_mended = self.advise(start, &sign);
        if sign.kind == TokenKind::Root && self.is_name_after(0) {
            let is_closed = self.skip_name();
            self.push(TokenKind::Anchor, start, is_mended || !is_closed);
        } else {
            self.push(sign.kind, start, is_mended);
        }
    }

    /// Reports a sign that is wrong; whether it was.
    fn advise(&mut self, start: usize, sign: &Sign) -> bool {
        let range = start..self.at;
        let message = format!("`{}` is not an operator", self.slice(start));
        let diagnostic = match sign.advice {
            Advice::Fine => return self.wide(start, self.at),
            Advice::Instead(right) => {
                self.reports
                    .instead(codes::WRONG_OPERATOR, range, message, right)
            }
            Advice::Hint(hint) => self
                .reports
                .at(codes::WRONG_OPERATOR, range, message)
                .hint(hint),
        };
        self.reports.report(diagnostic);
        true
    }

    /// Reports characters that only look like ASCII; whether there were any.
    fn wide(&mut self, start: usize, end: usize) -> bool {
        let written = self.text.get(start..end).unwrap_or("");
        if written.is_ascii() {
            return false;
        }
        let meant: String = written
            .chars()
            .map(|character| look_alike(character).unwrap_or(character))
            .collect();
        let diagnostic = self.reports.instead(
            codes::LOOK_ALIKE,
            start..end,
            format!("`{written}` only looks like `{meant}`"),
            &meant,
        );
        self.reports.report(diagnostic);
        true
    }

    fn unknown(&mut self, start: usize) {
        self.at += self.peek().map_or(0, char::len_utf8);
        self.skip_while(is_unknown);
        let unknown = self.slice(start);
        let is_choice = unknown.starts_with('?');
        let is_last = self.text[self.at..].trim().is_empty();
        let hint = if is_choice && is_last {
            "take it out".to_owned()
        } else if is_choice {
            "a choice of two values is written `if(condition, one, other)`".to_owned()
        } else {
            format!("take it out, or put text in quotes: `'{unknown}'`")
        };
        let message = format!("`{unknown}` means nothing here");
        let diagnostic = self
            .reports
            .at(codes::UNKNOWN_CHARACTER, start..self.at, message)
            .hint(hint);
        self.reports.report(diagnostic);
        self.push(TokenKind::Text, start, true);
        if is_choice {
            self.at = self.text.len();
        }
    }

    /// Goes past a plain or quoted name; false (and reported) if its quote never ends.
    fn skip_name(&mut self) -> bool {
        if self.peek() == Some('`') {
            return self.skip_quoted('`');
        }
        self.skip_while(continues_name);
        true
    }

    fn skip_while(&mut self, belongs: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest
            .find(|character| !belongs(character))
            .unwrap_or(rest.len());
    }

    fn is_name_after(&self, bytes: usize) -> bool {
        self.peek_after(bytes)
            .is_some_and(|character| begins_name(character) || character == '`')
    }

    fn push(&mut self, kind: TokenKind, start: usize, is_mended: bool) {
        self.tokens.push(Token {
            kind,
            start: start as u32,
            end: self.at as u32,
            is_mended,
        });
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn peek_after(&self, bytes: usize) -> Option<char> {
        self.text.get(self.at + bytes..)?.chars().next()
    }

    fn slice(&self, start: usize) -> &'t str {
        self.text.get(start..self.at).unwrap_or("")
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }
}

fn digit(character: char) -> bool {
    character.is_ascii_digit() || ('０'..='９').contains(&character)
}

fn is_unknown(character: char) -> bool {
    let meant = look_alike(character).unwrap_or(character);
    !character.is_whitespace()
        && !continues_name(character)
        && !matches!(meant, '\'' | '"' | '`')
        && !is_curly_quote(character)
        && sign([meant, '\0', '\0']).is_none()
}
