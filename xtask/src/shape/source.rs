//! A Rust file taken apart as far as the figures need it: code without comments and literals, the comments,
//! and the string literals.

use std::collections::BTreeSet;
use std::path::PathBuf;

/// A Rust file.
pub(super) struct Source {
    /// Its path in the folder that is looked at.
    pub(super) path: PathBuf,
    /// The number of its lines.
    pub(super) lines: usize,
    /// Its code: comments are gone, literals are empty, lines are where they were.
    pub(super) code: String,
    /// Its comments, those on neighbouring lines as one.
    pub(super) comments: Vec<String>,
    /// Its string literals.
    pub(super) literals: Vec<String>,
}

impl Source {
    pub(super) fn new(path: PathBuf, text: &str) -> Self {
        let mut lexer = Lexer {
            rest: text,
            code: String::new(),
            comments: Vec::new(),
            literals: Vec::new(),
            line: 0,
        };
        while lexer.step() {}
        Self {
            path,
            lines: text.lines().count(),
            comments: joined(lexer.comments),
            code: lexer.code,
            literals: lexer.literals,
        }
    }

    /// The number of lines of each function that has a body, from `fn` to its last brace.
    pub(super) fn function_lengths(&self) -> Vec<usize> {
        let starts = words(&self.code, "fn");
        let lengths = starts.into_iter().filter_map(|at| {
            let end = block_end(&self.code[at..])?;
            Some(self.code[at..at + end].lines().count())
        });
        lengths.collect()
    }

    /// The names of its enums.
    pub(super) fn enums(&self) -> impl Iterator<Item = &str> {
        self.after("enum").filter_map(leading_name)
    }

    /// The names of the enums that tables of the vocabulary declare.
    pub(super) fn vocabulary_enums(&self) -> impl Iterator<Item = &str> {
        let tables = self.after("kinds").chain(self.after("words"));
        tables.filter_map(|after| {
            let body = after.strip_prefix('!')?.trim_start().strip_prefix('{')?;
            leading_name(body.trim_start())
        })
    }

    /// The code after each place where a word stands.
    fn after(&self, word: &'static str) -> impl Iterator<Item = &str> {
        let found = words(&self.code, word).into_iter();
        found.map(move |at| self.code[at + word.len()..].trim_start())
    }

    /// The number of matches over some enums whose last arm takes whatever is left.
    pub(super) fn wildcard_matches(&self, enums: &BTreeSet<&str>) -> usize {
        let matches = words(&self.code, "match").into_iter();
        let arms = matches.map(|at| arms(&self.code[at + "match".len()..]));
        let ends = arms.filter(|arms| {
            arms.last().is_some_and(|last| takes_the_rest(last))
                && arms.iter().any(|arm| names_variant(arm, enums))
        });
        ends.count()
    }

    /// The number of fields of the struct with this name; 0 without one.
    pub(super) fn struct_fields(&self, name: &str) -> usize {
        let found = words(&self.code, "struct").into_iter().find(|at| {
            let after = self.code[at + "struct".len()..].trim_start();
            after
                .strip_prefix(name)
                .is_some_and(|rest| !rest.starts_with(is_letter))
        });
        let Some(at) = found else { return 0 };
        let Some(end) = block_end(&self.code[at..]) else {
            return 0;
        };
        let body = self.code[at..at + end].split_once('{');
        body.map_or(0, |(_, body)| top_level_fields(body))
    }
}

/// The name with which code begins.
fn leading_name(code: &str) -> Option<&str> {
    let end = code.find(|letter| !is_letter(letter))?;
    (end > 0).then(|| &code[..end])
}

/// The arms of the match whose code begins here, as patterns; empty for a word that begins none.
fn arms(code: &str) -> Vec<&str> {
    let Some(open) = outside_of_brackets(code, |rest| rest.starts_with('{')) else {
        return Vec::new();
    };
    let mut rest = &code[open + 1..];
    let mut arms = Vec::new();
    while let Some(arrow) = outside_of_brackets(rest, |rest| rest.starts_with("=>")) {
        arms.push(rest[..arrow].trim());
        let body = rest[arrow + 2..].trim_start();
        let is_block = body.starts_with('{');
        let end = match is_block {
            true => block_end(body),
            false => outside_of_brackets(body, |rest| rest.starts_with(',')).map(|at| at + 1),
        };
        let Some(end) = end else { break };
        rest = body[end..].trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest);
    }
    arms
}

/// The first place outside of brackets, blocks included, that is wanted; nothing if a bracket closes before it.
fn outside_of_brackets(code: &str, is_wanted: impl Fn(&str) -> bool) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in code.char_indices() {
        if depth == 0 && is_wanted(&code[at..]) {
            return Some(at);
        }
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return None,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// True for a pattern that takes whatever is left: `_`, or a name.
fn takes_the_rest(pattern: &str) -> bool {
    let is_name = pattern.chars().all(is_letter);
    is_name && pattern.starts_with(|letter: char| letter == '_' || letter.is_lowercase())
}

/// True if a pattern names a variant of one of some enums.
fn names_variant(pattern: &str, enums: &BTreeSet<&str>) -> bool {
    pattern.match_indices("::").any(|(at, _)| {
        let before = &pattern[..at];
        let name = before.rsplit(|letter| !is_letter(letter)).next();
        name.is_some_and(|name| enums.contains(name))
    })
}

/// The fields of a struct's body: the colons outside of brackets that are no part of a path.
fn top_level_fields(body: &str) -> usize {
    let body = body.replace("::", "");
    let mut depth = 0_usize;
    let mut fields = 0;
    for letter in body.chars() {
        match letter {
            '(' | '<' | '[' | '{' => depth += 1,
            ')' | '>' | ']' | '}' => depth = depth.saturating_sub(1),
            ':' if depth == 0 => fields += 1,
            _ => {}
        }
    }
    fields
}

/// The place where a word stands in code, not as a part of a longer word.
pub(super) fn words(code: &str, word: &str) -> Vec<usize> {
    let found = code.match_indices(word).filter(|(at, _)| {
        !code[..*at].ends_with(is_letter) && !code[at + word.len()..].starts_with(is_letter)
    });
    found.map(|(at, _)| at).collect()
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The end of the first block, unless a semicolon comes before it.
fn block_end(code: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut brackets = 0_usize;
    for (at, letter) in code.char_indices() {
        match letter {
            '[' | '(' => brackets += 1,
            ']' | ')' => brackets = brackets.saturating_sub(1),
            ';' if depth == 0 && brackets == 0 => return None,
            '{' => depth += 1,
            '}' if depth <= 1 => return (depth == 1).then_some(at + 1),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// A comment that follows one on the line before is the same comment.
fn joined(lines: Vec<(usize, String)>) -> Vec<String> {
    let mut comments: Vec<String> = Vec::new();
    let mut last = None;
    for (line, text) in lines {
        match comments.last_mut() {
            Some(comment) if last == Some(line.wrapping_sub(1)) => {
                comment.push(' ');
                comment.push_str(&text);
            }
            _ => comments.push(text),
        }
        last = Some(line);
    }
    comments
}

struct Lexer<'t> {
    rest: &'t str,
    code: String,
    comments: Vec<(usize, String)>,
    literals: Vec<String>,
    line: usize,
}

impl Lexer<'_> {
    /// Takes one token or character; gives `false` at the end.
    fn step(&mut self) -> bool {
        if self.rest.starts_with("//") {
            self.line_comment();
        } else if self.rest.starts_with("/*") {
            let end = self.rest.find("*/").map_or(self.rest.len(), |at| at + 2);
            self.skip(end);
        } else if self.starts_raw() {
            self.raw_string();
        } else if self.rest.starts_with('"') {
            self.string();
        } else if let Some(length) = character(self.rest) {
            self.skip(length);
        } else {
            return self.letter();
        }
        true
    }

    fn letter(&mut self) -> bool {
        let Some(letter) = self.rest.chars().next() else {
            return false;
        };
        self.code.push(letter);
        self.line += usize::from(letter == '\n');
        self.rest = &self.rest[letter.len_utf8()..];
        true
    }

    fn line_comment(&mut self) {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        let text = self.rest[..end].trim_start_matches(['/', '!']).trim();
        self.comments.push((self.line, text.to_owned()));
        self.rest = &self.rest[end..];
    }

    fn starts_raw(&self) -> bool {
        let is_word = self.code.ends_with(is_letter);
        let hashes = self
            .rest
            .strip_prefix('r')
            .map(|rest| rest.trim_start_matches('#'));
        !is_word && hashes.is_some_and(|rest| rest.starts_with('"'))
    }

    fn raw_string(&mut self) {
        let opening = self.rest.find('"').unwrap_or(0);
        let closing = format!("\"{}", "#".repeat(opening - 1));
        let body = &self.rest[opening + 1..];
        let end = body.find(&closing).unwrap_or(body.len());
        self.literals.push(body[..end].to_owned());
        let length = (opening + 1 + end + closing.len()).min(self.rest.len());
        self.skip(length);
    }

    fn string(&mut self) {
        let mut escaped = false;
        let end = self.rest[1..].find(|letter| {
            let ends = letter == '"' && !escaped;
            escaped = letter == '\\' && !escaped;
            ends
        });
        let end = end.map_or(self.rest.len(), |at| at + 1);
        self.literals.push(self.rest[1..end].to_owned());
        self.skip((end + 1).min(self.rest.len()));
    }

    /// Leaves text out of the code, but for its lines.
    fn skip(&mut self, length: usize) {
        let (skipped, rest) = self.rest.split_at(length);
        let lines = skipped.matches('\n').count();
        self.code.push_str(&"\n".repeat(lines));
        self.line += lines;
        self.rest = rest;
    }
}

/// The length of a character literal at the beginning of a text; a lifetime is none.
fn character(text: &str) -> Option<usize> {
    let body = text.strip_prefix('\'')?;
    if let Some(escaped) = body.strip_prefix('\\') {
        let after = escaped.chars().next()?.len_utf8();
        return Some(2 + after + escaped[after..].find('\'')? + 1);
    }
    let letter = body.chars().next()?;
    let after = &body[letter.len_utf8()..];
    after.starts_with('\'').then_some(letter.len_utf8() + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source::new(PathBuf::from("a.rs"), text)
    }

    #[test]
    fn functions_are_measured_from_their_name_to_their_last_brace() {
        let text = "fn f() {\n    \"}\"; '{'; // }\n}\ntrait T { fn g(&self); }\nfn h<'a>() { x }\nfn n() -> [u8; 2] {\n}\n";

        assert_eq!(source(text).function_lengths(), [3, 1, 2]);
    }

    #[test]
    fn matches_over_own_enums_that_end_in_a_wildcard_are_counted() {
        let text = "enum Op { A, B }\n\
            fn f() { match op { Op::A { x } if x == (1, 2) => { g(|_| 1) } Op::B => h(1, 2), _ => {} } }\n\
            fn g() { match op { Op::A => 1, Op::B => match x { 1 => 2, _ => 3 } } }\n\
            fn h() { match op { Some(Op::A | Op::B) => 1, other => f(other), } }\n\
            fn i() { match key { Key::A => 1, _ => 2 } match op { Op::A => 1, Op::B | Op::C => 2 } }\n\
            kinds! {\n    /// A table.\n    Action { Move }\n}\n";
        let found = source(text);
        let enums: BTreeSet<&str> = found.enums().collect();

        assert_eq!(enums, BTreeSet::from(["Op"]));
        assert!(found.vocabulary_enums().eq(["Action"]));
        assert_eq!(found.wildcard_matches(&enums), 2);
    }

    #[test]
    fn fields_are_counted_whatever_their_types() {
        let text = "struct Compilers { a: u8 }\npub struct Compiler<'g> {\n    /// a: b\n    a: Map<(u8, u8), x::Y>,\n    b: (Vec<u8>, u8),\n    c: u8,\n}\n";

        assert_eq!(source(text).struct_fields("Compiler"), 3);
        assert_eq!(source(text).struct_fields("Compilers"), 1);
        assert_eq!(source(text).struct_fields("Other"), 0);
    }

    #[test]
    fn literals_and_comments_are_kept_apart_from_code() {
        let found =
            source("f(r#\"a \"b\"\"#, \"c\\\"\"); // one\n// two\n\n// three\nlet x = '\\'';\n");

        assert_eq!(found.literals, ["a \"b\"", "c\\\""]);
        assert_eq!(found.comments, ["one two", "three"]);
        assert_eq!(found.code, "f(, ); \n\n\n\nlet x = ;\n");
    }
}
