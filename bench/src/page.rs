//! The page `docs/speed.md`, whose table is written by the benchmark itself.

use std::fs;

use anyhow::{Context, Result};

use crate::fuda::root;

const PAGE: &str = "docs/speed.md";
const BEGIN: &str = "<!-- written by `cargo xtask bench games --update` -->\n";
const END: &str = "<!-- up to here -->\n";

/// Puts a table where the page has one.
pub fn write_table(table: &str) -> Result<()> {
    let path = root().join(PAGE);
    let page = fs::read_to_string(&path).context(PAGE)?;
    let page = with_table(&page, table)
        .with_context(|| format!("{PAGE} has no place for a table: {BEGIN}"))?;
    fs::write(path, page).context(PAGE)
}

fn with_table(page: &str, table: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{table}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_takes_the_place_of_the_one_before() {
        let page = format!("# Speed\n\n{BEGIN}old\n{END}\nThe rest.\n");
        let written = with_table(&page, "| new |\n");

        let expected = format!("# Speed\n\n{BEGIN}\n| new |\n\n{END}\nThe rest.\n");
        assert_eq!(written, Some(expected));
        assert_eq!(with_table("# Speed\n", "| new |\n"), None);
    }

    #[test]
    fn the_page_has_a_place_for_the_table() {
        let page = fs::read_to_string(root().join(PAGE)).expect("the page is there");

        assert_ne!(with_table(&page, ""), None);
    }
}
