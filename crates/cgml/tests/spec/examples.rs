//! Runs the examples.

mod document;
mod run;

use crate::fences::{Fence, fences};
use crate::fixtures;
use crate::repository::{Page, markdown};
use document::{Kind, Options};

/// Guards against a harness that finds nothing.
const FLOOR: usize = 600;

#[test]
fn every_example_gives_the_problems_it_names_and_no_others() {
    let pages = ["spec", "README.md", "docs"].map(markdown);
    let mut ran = 0;
    let mut failures = Vec::new();
    for page in pages.iter().flatten() {
        ran += run_page(page, &mut failures);
    }
    #[expect(clippy::print_stdout, reason = "shown by `cargo test -- --nocapture`")]
    {
        println!("{ran} examples ran");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(ran >= FLOOR, "only {ran} examples were found");
}

/// Runs the examples of a page; gives how many there are.
fn run_page(page: &Page, failures: &mut Vec<String>) -> usize {
    let mut sources = fixtures::sources();
    let mut ran = 0;
    for fence in yaml(&page.text) {
        let place = format!("{}:{}", page.path, fence.line);
        let options = match Options::read(&fence.info) {
            Ok(Some(options)) => options,
            Ok(None) => continue,
            Err(problem) => {
                failures.push(format!("{place}: {problem}"));
                continue;
            }
        };
        if let Kind::File(name) = &options.kind {
            sources.insert(name.clone(), fence.body.clone());
            continue;
        }
        for example in document::examples(&fence.body) {
            ran += 1;
            let place = format!("{}:{}", page.path, fence.line + example.line);
            if let Err(problem) = run::run(&sources, &options, &example.text) {
                failures.push(format!("{place}: {problem}"));
            }
        }
    }
    ran
}

fn yaml(page: &str) -> impl Iterator<Item = Fence> {
    fences(page)
        .into_iter()
        .filter(|fence| fence.info.first().is_some_and(|word| word == "yaml"))
}

#[test]
fn every_yaml_block_of_the_reference_is_run() {
    for page in markdown("spec") {
        for fence in yaml(&page.text) {
            assert!(
                fence.info.len() > 1,
                "{}:{}: this block is not run: say what it is, such as `yaml effect`",
                page.path,
                fence.line
            );
        }
    }
}

#[test]
fn a_wrong_example_is_found() {
    let page = |text: &str| Page {
        path: "page.md".to_owned(),
        text: text.to_owned(),
    };
    let failures = |text: &str| {
        let mut failures = Vec::new();
        let ran = run_page(&page(text), &mut failures);
        (ran, failures.len())
    };

    assert_eq!(failures("```yaml effect 1.4\nshuffle(deck)\n```\n"), (1, 0));
    assert_eq!(failures("```yaml effect 1.4\nshuffle(dekc)\n```\n"), (1, 1));
    assert_eq!(
        failures("```yaml effect 1.4 errors=E0501\nshuffle(dekc)\n---\nshuffle(deck)\n```\n"),
        (2, 1)
    );
    assert_eq!(failures("```yaml efect 1.4\nshuffle(deck)\n```\n"), (0, 1));
    assert_eq!(failures("```yaml condition\nexists: []\n```\n"), (1, 1));
    assert_eq!(failures("```yaml\nnot run\n```\n"), (0, 0));
}
