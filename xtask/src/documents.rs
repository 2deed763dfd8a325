//! The documents for engineers name files that exist, and quote code as it is.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::repository::root;

/// The documents that are looked at, besides those in [`FOLDER`].
const DOCUMENTS: &[&str] = &["ARCHITECTURE.md", "CONTRIBUTING.md", "STYLE_GUIDE.md"];

const FOLDER: &str = "docs/dev";

/// The folders that a path begins with.
const TOP: &[&str] = &[
    "bench", "crates", "docs", "fuzz", "games", "schema", "spec", "web", "xtask",
];

/// Checks that every path in the documents exists and every quotation is in its file.
pub(crate) fn check() -> Result<()> {
    let mut problems = Vec::new();
    let mut count = 0;
    for document in documents()? {
        let text = fs::read_to_string(root().join(&document))
            .with_context(|| format!("read {document}"))?;
        let is_there = |path: &str| root().join(path).exists();
        problems.extend(missing(&document, &text, &is_there));
        let read = |path: &str| fs::read_to_string(root().join(path)).unwrap_or_default();
        problems.extend(misquoted(&document, &text, &read));
        count += paths(&text).count();
    }
    ensure!(problems.is_empty(), "{}", problems.join("\n"));
    eprintln!("{count} paths in documents exist");
    Ok(())
}

fn documents() -> Result<Vec<String>> {
    let mut all: Vec<String> = DOCUMENTS.iter().map(|name| (*name).to_owned()).collect();
    for entry in fs::read_dir(root().join(FOLDER)).with_context(|| format!("read {FOLDER}"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") {
            all.push(format!("{FOLDER}/{name}"));
        }
    }
    all.sort();
    Ok(all)
}

/// The paths of the repository that a text has between backticks; those with a part to be filled in are none. A path
/// that begins with the name of a crate is one in `crates`.
fn paths(text: &str) -> impl Iterator<Item = String> {
    let quoted = text.split('`').skip(1).step_by(2);
    let words = quoted.flat_map(str::split_whitespace);
    words.filter_map(|word| {
        let top = word.split('/').next().unwrap_or_default();
        let is_pattern = word.contains(|letter: char| "*{}<>$…".contains(letter))
            || word.split(['/', '.']).any(is_placeholder);
        let word = word.trim_end_matches(['/', ',', '.', ':', ';']);
        match TOP.contains(&top) {
            _ if is_pattern || !word.contains('/') => None,
            true => Some(word.to_owned()),
            false => word.contains("/src/").then(|| format!("crates/{word}")),
        }
    })
}

/// True for a name in capitals that stands for any other: `games/NAME`.
fn is_placeholder(part: &str) -> bool {
    ["NAME", "GAME", "FILE", "CRATE", "CIVILIZATION"].contains(&part)
}

fn missing(document: &str, text: &str, is_there: &dyn Fn(&str) -> bool) -> Vec<String> {
    let named = paths(text).filter(|path| !is_there(path));
    let mut problems: Vec<String> = named
        .map(|path| format!("{document}: there is no `{path}`"))
        .collect();
    let folder = Path::new(document).parent().unwrap_or(Path::new(""));
    for link in links(text) {
        let path = folder.join(link);
        if !is_there(&path.to_string_lossy()) {
            problems.push(format!("{document}: the link to `{link}` leads nowhere"));
        }
    }
    problems
}

/// The files that links of a text lead to, without those of the web.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1);
    let targets = targets.filter_map(|rest| rest.split_once(')').map(|(target, _)| target));
    let files = targets.filter_map(|target| target.split('#').next());
    files.filter(|file| !file.is_empty() && !file.contains("://"))
}

/// Quotations of Rust after a line that names their file, which are not in it: `(`crates/…`):`.
fn misquoted(document: &str, text: &str, read: &dyn Fn(&str) -> String) -> Vec<String> {
    let mut problems = Vec::new();
    let mut from: Option<&str> = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(named) = line
            .strip_suffix("`):")
            .and_then(|line| line.rsplit('`').next())
        {
            from = Some(named);
        } else if line == "```rust" {
            let block = lines.by_ref().take_while(|line| *line != "```");
            let block: Vec<&str> = block.map(str::trim).collect();
            if let Some(path) = from.take()
                && !holds(&read(path), &block)
            {
                problems.push(format!("{document}: the code of `{path}` is another one"));
            }
        }
    }
    problems
}

/// True if a file has these lines, one after the other, wherever they are indented.
fn holds(file: &str, block: &[&str]) -> bool {
    let lines: Vec<&str> = file.lines().map(str::trim).collect();
    lines.windows(block.len()).any(|lines| lines == block)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_are_not_there_are_problems_and_patterns_are_none() {
        let text = "See `crates/a/b.rs`, `a/src/c.rs` and `games/NAME/cards/*.yaml`, [this](c.md#part), [that](https://x.y).";
        let none = |_: &str| false;

        assert_eq!(
            missing("docs/dev/d.md", text, &none),
            [
                "docs/dev/d.md: there is no `crates/a/b.rs`",
                "docs/dev/d.md: there is no `crates/a/src/c.rs`",
                "docs/dev/d.md: the link to `c.md` leads nowhere"
            ]
        );
        assert_eq!(missing("d.md", text, &|_| true), [""; 0]);
    }

    #[test]
    fn code_that_is_not_in_its_file_is_a_problem() {
        let text = "**A rule** (`crates/a.rs`):\n\n```rust\nfn f() {\n    1\n}\n```\n";
        let same = |_: &str| "impl A {\n    fn f() {\n        1\n    }\n}\n".to_owned();
        let other = |_: &str| "fn f() {\n    2\n}\n".to_owned();

        assert_eq!(misquoted("d.md", text, &same), [""; 0]);
        assert_eq!(
            misquoted("d.md", text, &other),
            ["d.md: the code of `crates/a.rs` is another one"]
        );
    }
}
