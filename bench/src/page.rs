//! Pages of the documentation whose tables are written by the benchmarks themselves.

use std::fs;

use anyhow::{Context, Result, ensure};
use serde::Serialize;

use crate::arguments::{Arguments, Format};
use crate::fuda::root;

const END: &str = "<!-- up to here -->\n";

/// A place for a table.
#[derive(Clone, Copy)]
pub struct Place {
    /// The page.
    pub page: &'static str,
    /// The benchmark that writes it.
    pub benchmark: &'static str,
}

/// Games a second.
pub const GAMES: Place = Place {
    page: "docs/speed.md",
    benchmark: "games",
};

/// Simulations a second.
pub const SEARCH: Place = Place {
    page: "docs/speed.md",
    benchmark: "search",
};

/// How strong players are.
pub const STRENGTH: Place = Place {
    page: "docs/strength.md",
    benchmark: "strength",
};

impl Place {
    /// Prints what was measured, as a table or as JSON, and updates the page if that is asked for.
    pub fn show<R: Serialize>(self, arguments: &Arguments, rows: &[R], table: &str) -> Result<()> {
        match arguments.format {
            Format::Text => print!("{table}"),
            Format::Json => println!("{}", serde_json::to_string_pretty(rows)?),
        }
        self.update(arguments, table)
    }

    /// Puts a table into the page, if that is asked for.
    pub fn update(self, arguments: &Arguments, table: &str) -> Result<()> {
        if !arguments.update {
            return Ok(());
        }
        ensure!(
            arguments.only.is_empty(),
            "the page has a table of all games"
        );
        self.write_table(table)
    }

    /// Puts a table where the page has one.
    fn write_table(self, table: &str) -> Result<()> {
        let path = root().join(self.page);
        let page = fs::read_to_string(&path).context(self.page)?;
        let page = self
            .with_table(&page, table)
            .with_context(|| format!("{} has no place for a table: {}", self.page, self.begin()))?;
        fs::write(path, page).context(self.page)
    }

    fn begin(self) -> String {
        let benchmark = self.benchmark;
        format!("<!-- written by `cargo xtask bench {benchmark} --update` -->\n")
    }

    fn with_table(self, page: &str, table: &str) -> Option<String> {
        let begin = self.begin();
        let (before, rest) = page.split_once(&begin)?;
        let (_, after) = rest.split_once(END)?;
        Some(format!("{before}{begin}\n{table}\n{END}{after}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_takes_the_place_of_the_one_before() {
        let begin = GAMES.begin();
        let page = format!("# Speed\n\n{begin}old\n{END}\nThe rest.\n");
        let written = GAMES.with_table(&page, "| new |\n");

        let expected = format!("# Speed\n\n{begin}\n| new |\n\n{END}\nThe rest.\n");
        assert_eq!(written, Some(expected));
        assert_eq!(GAMES.with_table("# Speed\n", "| new |\n"), None);
    }

    #[test]
    fn the_pages_have_places_for_the_tables() {
        for place in [GAMES, SEARCH, STRENGTH] {
            let page = fs::read_to_string(root().join(place.page)).expect("the page is there");

            assert_ne!(place.with_table(&page, ""), None, "{}", place.benchmark);
        }
    }
}
