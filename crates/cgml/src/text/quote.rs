//! Quoted text and names: `'text'`, `"text"`, `` `name` ``.
//!
//! Inside, a doubled quote is one quote, and a backslash begins an escape.

use std::fmt::Write;

/// Meaning of a quoted piece of text; `quoted` has its quotes.
pub(super) fn unquote(quoted: &str) -> String {
    let Some(quote) = quoted.chars().next() else {
        return String::new();
    };
    let inside = quoted.get(quote.len_utf8()..).unwrap_or("");
    let mut rest = inside.strip_suffix(quote).unwrap_or(inside);
    let mut text = String::with_capacity(rest.len());
    while let Some(character) = rest.chars().next() {
        let (meant, length) = match escape(rest) {
            Some(escape) => escape,
            None if character == quote => (quote, 2 * quote.len_utf8()),
            None => (character, character.len_utf8()),
        };
        text.push(meant);
        rest = rest.get(length..).unwrap_or("");
    }
    text
}

/// The escape at the beginning of the text: what it means and how many bytes it takes.
pub(super) fn escape(text: &str) -> Option<(char, usize)> {
    let escape = text.strip_prefix('\\')?;
    let meant = match escape.chars().next()? {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        quote @ ('\\' | '\'' | '"' | '`') => quote,
        'u' => return numbered(escape.strip_prefix("u{")?),
        _ => return None,
    };
    Some((meant, 2))
}

/// The character with a number: what follows `\u{`.
fn numbered(text: &str) -> Option<(char, usize)> {
    let (digits, _) = text.split_once('}')?;
    let is_number = digits.len() <= 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_number)?;
    Some((char::from_u32(number)?, "\\u{}".len() + digits.len()))
}

/// Writes text in the quotes that need the least doubling.
pub(super) fn write_text(out: &mut String, text: &str) {
    let quote = if text.contains('\'') && !text.contains('"') {
        '"'
    } else {
        '\''
    };
    write_quoted(out, text, quote);
}

/// Writes text in the given quotes.
pub(super) fn write_quoted(out: &mut String, text: &str, quote: char) {
    out.push(quote);
    for character in text.chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\\' => out.push_str("\\\\"),
            control if control.is_control() => {
                write!(out, "\\u{{{:x}}}", u32::from(control)).expect("a string takes all text");
            }
            other => {
                if other == quote {
                    out.push(quote);
                }
                out.push(other);
            }
        }
    }
    out.push(quote);
}

/// True if a character may begin a name.
pub(super) fn begins_name(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

/// True if a character may stand inside a name.
pub(super) fn continues_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// True if a word needs no quotes as a name, keywords aside.
pub(super) fn is_plain_name(word: &str) -> bool {
    word.starts_with(begins_name) && word.chars().all(continues_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let mut out = String::new();
        write_text(&mut out, text);
        out
    }

    #[test]
    fn the_quotes_that_need_least_doubling_are_picked() {
        assert_eq!(written("hearts"), "'hearts'");
        assert_eq!(written("it's"), "\"it's\"");
        assert_eq!(written("'a' \"b\""), "'''a'' \"b\"'");
        assert_eq!(written("a\n\\\u{7}"), "'a\\n\\\\\\u{7}'");
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in ["", "'", "\"'", "手札", "\\n", "\u{0}\u{10ffff}", "''\\"] {
            assert_eq!(unquote(&written(text)), text);
        }
    }

    #[test]
    fn only_known_escapes_are_escapes() {
        assert_eq!(escape("\\u{624b}!"), Some(('手', 8)));
        assert_eq!(escape("\\q"), None);
        assert_eq!(escape("\\u{}"), None);
        assert_eq!(escape("\\u{d800}"), None);
        assert_eq!(escape("\\u{+1}"), None);
    }
}
