//! Shipped games are YAML that other programs read, too.
//!
//! PyYAML ends a text without quotes at a `?` where it stands between brackets; YAML 1.2 and our reader do not.

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn a_question_between_brackets_stands_in_quotes() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let files = files_below(&games);
    assert!(files.len() > 100, "only {} files were found", files.len());
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("it was just listed");
        let lines = bare_questions(&text).into_iter();
        found.extend(lines.map(|line| format!("{}:{line}", file.display())));
    }
    assert!(
        found.is_empty(),
        "put these in quotes:\n{}",
        found.join("\n")
    );
}

#[test]
fn only_a_bare_question_between_brackets_is_found() {
    let found = |text| !bare_questions(text).is_empty();
    assert!(found("prompt: { en: Which suit?, ja: どれ }\n"));
    assert!(found("- [a, b?]\n"));
    assert!(found("a:\n  { en: first,\n    ja: Which? }\n"));
    assert!(!found("prompt: { en: \"Which suit?\", ja: 'Which?' }\n"));
    assert!(!found("prompt: Which of [these]?\n"));
    assert!(!found("prompt: [a] # which?\n"));
    assert!(!found("text: |\n  one { two?\nnext: 1\n"));
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the games are part of the repository") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else if path
            .extension()
            .is_some_and(|end| ["cgml", "yaml", "yml"].iter().any(|it| end == *it))
        {
            files.push(path);
        }
    }
    files
}

/// The lines with a `?` between brackets and outside of quotes and comments.
fn bare_questions(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut block: Option<usize> = None;
    for (number, line) in text.lines().enumerate() {
        let indent = line.len() - line.trim_start().len();
        if let Some(column) = block {
            if line.trim().is_empty() || indent > column {
                continue;
            }
            block = None;
        }
        if scan(line, &mut depth) {
            found.push(number + 1);
        }
        let end = line.split(" #").next().unwrap_or(line).trim_end();
        if depth == 0
            && [": |", ": >", ": >-", ": |-", "- |", "- >", "- >-"]
                .iter()
                .any(|it| end.ends_with(it))
        {
            block = Some(indent);
        }
    }
    found
}

/// Goes through a line; whether a bare `?` stands between brackets. Brackets inside a plain text count for nothing.
fn scan(line: &str, depth: &mut usize) -> bool {
    let mut quote = None;
    let mut before = ' ';
    let mut begins = true;
    let mut found = false;
    for letter in line.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open && before != '\\' => quote = None,
            (Some(_), _) => {}
            (None, '#') if before == ' ' => break,
            (None, '"' | '\'') if begins => quote = Some(letter),
            (None, '{' | '[') if begins => *depth += 1,
            (None, '}' | ']') if *depth > 0 => *depth -= 1,
            (None, '?') if *depth > 0 => found = true,
            (None, _) => {}
        }
        let opens = ['{', '[', ','].contains(&letter) && *depth > 0;
        begins = match letter {
            ' ' => begins || before == ':' || before == '-' && line.trim_start().starts_with('-'),
            _ => opens,
        };
        before = letter;
    }
    found
}
