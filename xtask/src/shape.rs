//! The shape of the code in figures that may only get better.
//!
//! `xtask/shape.txt` holds the figures that are allowed. A figure above its line there fails; one below it is
//! reported, and `cargo xtask shape --write` makes it the new limit.

mod imports;
mod source;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::repository::root;
use source::Source;

/// The committed limits, relative to the root.
const LIMITS: &str = "xtask/shape.txt";

/// The words with which a comment should not begin: a comment names the thing it is about.
const QUESTION_WORDS: &[&str] = &[
    "What", "Which", "Who", "Whose", "Whoever", "Where", "Whether", "How",
];

/// Comparing the figures with the limits, or writing them as the new limits.
#[derive(Clone, Copy)]
pub(crate) enum Mode {
    /// Fails where a figure is above its limit.
    Compare,
    /// Makes the figures the limits.
    Write,
}

/// One figure; less is better.
#[derive(Debug, PartialEq, Eq)]
struct Figure {
    name: String,
    count: usize,
}

/// Prints the figures, and compares them with the limits or writes them.
pub(crate) fn shape(mode: Mode) -> Result<()> {
    let figures = figures()?;
    let path = root().join(LIMITS);
    if let Mode::Write = mode {
        fs::write(&path, text(&figures))?;
        eprint!("{}", text(&figures));
        return Ok(());
    }
    let limits = fs::read_to_string(&path).with_context(|| format!("read {LIMITS}"))?;
    let limits = read(&limits);
    eprint!("{}", table(&figures, &limits));
    let problems = problems(&figures, &limits);
    ensure!(problems.is_empty(), "{}", problems.join("\n"));
    Ok(())
}

/// The check step: the figures against the limits.
pub(crate) fn check() -> Result<()> {
    shape(Mode::Compare)
}

fn figures() -> Result<Vec<Figure>> {
    let all = sources(&root().join("crates"))?;
    let compile = sources(&root().join("crates/compile/src"))?;
    let engine = sources(&root().join("crates/engine/src"))?;
    let mut vocabulary = sources(&root().join("crates/cgml/src/vocabulary"))?;
    // The words of other games, which are understood in questions, are no words of the language.
    vocabulary.retain(|source| source.path != Path::new("synonyms.rs"));
    let cgml = sources(&root().join("crates/cgml/src"))?;
    let enums: BTreeSet<&str> = all.iter().flat_map(Source::enums).collect();
    let of_vocabulary: BTreeSet<&str> = all.iter().flat_map(Source::vocabulary_enums).collect();
    let wildcards_over = |enums: &BTreeSet<&str>, sources: &[Source]| -> usize {
        let each = sources.iter().map(|source| source.wildcard_matches(enums));
        each.sum()
    };
    let wildcards = |sources: &[Source]| wildcards_over(&enums, sources);
    let mut figures = Vec::new();
    let mut add = |name: &str, count: usize| {
        figures.push(Figure {
            name: name.to_owned(),
            count,
        });
    };
    add("compile: files in one folder", most_in_one_folder(&compile));
    add(
        "compile: folders in a cycle of imports",
        imports::in_cycles(&compile),
    );
    add("compile: fields of `Compiler`", compiler_fields(&compile));
    add("compile: functions over 40 lines", longer(&compile, 40));
    add("compile: functions over 60 lines", longer(&compile, 60));
    add("compile: files over 500 lines", files_over(&compile, 500));
    add(
        "compile: words of the vocabulary as text",
        words_as_text(&compile, &vocabulary),
    );
    add(
        "compile: matches over own enums with a wildcard",
        wildcards(&compile),
    );
    add("engine: files in one folder", most_in_one_folder(&engine));
    add("engine: functions over 60 lines", longer(&engine, 60));
    add(
        "engine: matches over own enums with a wildcard",
        wildcards(&engine),
    );
    add(
        "cgml: matches over own enums with a wildcard",
        wildcards(&cgml),
    );
    add(
        "all crates: matches over own enums with a wildcard",
        wildcards(&all),
    );
    add(
        "all crates: matches over tables of the vocabulary with a wildcard",
        wildcards_over(&of_vocabulary, &all),
    );
    add("all crates: functions over 60 lines", longer(&all, 60));
    add("all crates: files over 500 lines", files_over(&all, 500));
    add(
        "all crates: comments that open with a question word",
        all.iter().map(question_comments).sum(),
    );
    Ok(figures)
}

/// The Rust files of a folder and its folders, by path.
fn sources(folder: &Path) -> Result<Vec<Source>> {
    let mut paths = Vec::new();
    collect(folder, &mut paths)?;
    paths.sort();
    let mut sources = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).with_context(|| format!("read {}", path.display()))?;
        let path = path.strip_prefix(folder).unwrap_or(&path).to_owned();
        sources.push(Source::new(path, &text));
    }
    Ok(sources)
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
    Ok(())
}

fn most_in_one_folder(sources: &[Source]) -> usize {
    let folder = |source: &Source| source.path.parent().map(Path::to_owned);
    let beside = |source: &Source| {
        let own = folder(source);
        sources.iter().filter(|other| folder(other) == own).count()
    };
    sources.iter().map(beside).max().unwrap_or(0)
}

fn longer(sources: &[Source], lines: usize) -> usize {
    let functions = sources.iter().flat_map(Source::function_lengths);
    functions.filter(|length| *length > lines).count()
}

fn files_over(sources: &[Source], lines: usize) -> usize {
    sources.iter().filter(|source| source.lines > lines).count()
}

fn question_comments(source: &Source) -> usize {
    let opens = |comment: &&String| {
        let first = comment.split_whitespace().next().unwrap_or_default();
        QUESTION_WORDS.contains(&first)
    };
    source.comments.iter().filter(opens).count()
}

/// The fields of `struct Compiler`.
fn compiler_fields(sources: &[Source]) -> usize {
    let fields = |source: &Source| source.struct_fields("Compiler");
    sources.iter().map(fields).sum()
}

/// The string literals of `users` that are a name or a word in `vocabulary`.
fn words_as_text(users: &[Source], vocabulary: &[Source]) -> usize {
    let is_word = |text: &str| {
        !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte))
    };
    let words = vocabulary.iter().flat_map(|source| &source.literals);
    let words: BTreeSet<&String> = words.filter(|literal| is_word(literal)).collect();
    let literals = users.iter().flat_map(|source| &source.literals);
    literals.filter(|literal| words.contains(literal)).count()
}

fn text(figures: &[Figure]) -> String {
    let line = |figure: &Figure| format!("{:>6}  {}\n", figure.count, figure.name);
    figures.iter().map(line).collect()
}

/// The limits of a file that [`text`] wrote.
fn read(limits: &str) -> Vec<Figure> {
    let lines = limits.lines().filter_map(|line| {
        let (count, name) = line.trim().split_once("  ")?;
        let count = count.parse().ok()?;
        let name = name.to_owned();
        Some(Figure { name, count })
    });
    lines.collect()
}

fn limit(limits: &[Figure], figure: &Figure) -> Option<usize> {
    let found = limits.iter().find(|limit| limit.name == figure.name);
    found.map(|limit| limit.count)
}

fn table(figures: &[Figure], limits: &[Figure]) -> String {
    let line = |figure: &Figure| {
        let note = match limit(limits, figure) {
            None => "  (no limit)".to_owned(),
            Some(limit) if limit > figure.count => {
                format!("  (limit {limit}: lower it with `cargo xtask shape --write`)")
            }
            Some(limit) if limit < figure.count => format!("  (limit {limit})"),
            Some(_) => String::new(),
        };
        format!("{:>6}  {}{note}\n", figure.count, figure.name)
    };
    figures.iter().map(line).collect()
}

/// The figures that got worse, and those without a limit.
fn problems(figures: &[Figure], limits: &[Figure]) -> Vec<String> {
    let problem = |figure: &Figure| match limit(limits, figure) {
        None => Some(format!("{}: {LIMITS} has no limit", figure.name)),
        Some(limit) if figure.count > limit => Some(format!(
            "{}: {}, and no more than {limit} are allowed",
            figure.name, figure.count
        )),
        Some(_) => None,
    };
    figures.iter().filter_map(problem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source::new(PathBuf::from(path), text)
    }

    fn figure(name: &str, count: usize) -> Figure {
        Figure {
            name: name.to_owned(),
            count,
        }
    }

    #[test]
    fn a_figure_above_its_limit_is_a_problem_and_one_below_is_not() {
        let limits = read("     2  long functions\n     3  long files\n");
        let figures = [figure("long functions", 3), figure("long files", 1)];

        assert_eq!(
            problems(&figures, &limits),
            ["long functions: 3, and no more than 2 are allowed"]
        );
        assert_eq!(read(&text(&figures)), figures);
    }

    #[test]
    fn a_figure_without_a_limit_is_a_problem() {
        assert_eq!(
            problems(&[figure("new", 0)], &[]),
            ["new: xtask/shape.txt has no limit"]
        );
    }

    #[test]
    fn comments_that_open_with_a_question_word_are_counted_once_each() {
        let text =
            "/// What it is.\n/// Which goes on.\nfn f() {}\n// The width.\n\n// How it works.\n";

        assert_eq!(question_comments(&source("a.rs", text)), 2);
    }

    #[test]
    fn only_whole_words_of_the_vocabulary_count() {
        let words = source(
            "actions.rs",
            r#"const A: &str = "MOVE"; const B: &str = "moves a card";"#,
        );
        let user = source(
            "use.rs",
            r#"f("MOVE"); f("MOVE on"); f("moves a card"); // "MOVE""#,
        );

        assert_eq!(words_as_text(&[user], &[words]), 1);
    }
}
