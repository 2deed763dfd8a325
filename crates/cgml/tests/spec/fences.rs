//! Fenced blocks in Markdown.

/// A fenced block of a page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fence {
    /// The line of its opening, from 1.
    pub(crate) line: usize,
    /// The words after the opening.
    pub(crate) info: Vec<String>,
    /// Its lines, without the indentation of the opening.
    pub(crate) body: String,
}

/// The fenced blocks of a page.
pub(crate) fn fences(page: &str) -> Vec<Fence> {
    let mut fences = Vec::new();
    let mut lines = (1..).zip(page.lines());
    while let Some((line, opening)) = lines.next() {
        let Some(ticks) = ticks(opening) else {
            continue;
        };
        let indentation = opening.len() - opening.trim_start().len();
        let info = opening.trim_start().trim_start_matches('`');
        let mut body = String::new();
        for (_, inside) in lines.by_ref() {
            if inside.trim().len() >= ticks && inside.trim().chars().all(|letter| letter == '`') {
                break;
            }
            let blank = inside.len() - inside.trim_start().len();
            body += &inside[blank.min(indentation)..];
            body.push('\n');
        }
        fences.push(Fence {
            line,
            info: info.split_whitespace().map(str::to_owned).collect(),
            body,
        });
    }
    fences
}

/// The number of backticks that a line opens a block with.
fn ticks(line: &str) -> Option<usize> {
    let line = line.trim_start();
    let rest = line.trim_start_matches('`');
    let count = line.len() - rest.len();
    (count >= 3 && !rest.contains('`')).then_some(count)
}

#[test]
fn a_block_has_the_words_and_lines_between_its_fences() {
    let page = "text\n```yaml game errors=E0501\na:\n  b\n```\n- item\n  ````text\n  ```\n  ````\n";

    let found = fences(page);

    let fence = |line, info: &[&str], body: &str| Fence {
        line,
        info: info.iter().map(|word| (*word).to_owned()).collect(),
        body: body.to_owned(),
    };
    assert_eq!(
        found,
        [
            fence(2, &["yaml", "game", "errors=E0501"], "a:\n  b\n"),
            fence(7, &["text"], "```\n"),
        ]
    );
}
