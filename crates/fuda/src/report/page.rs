//! Pages made of figures, tables, heat maps and curves, in English or Japanese.

use askama::Template;
use cgml::vocabulary::Language;

/// A self-contained page.
#[derive(Template)]
#[template(path = "page.html")]
pub(super) struct Page {
    pub(super) language: &'static str,
    pub(super) title: String,
    pub(super) lead: String,
    pub(super) figures: Vec<(String, String)>,
    pub(super) sections: Vec<Section>,
}

/// A part of a page.
#[derive(Default)]
pub(super) struct Section {
    pub(super) heading: String,
    pub(super) texts: Vec<String>,
    pub(super) items: Vec<String>,
    pub(super) charts: Vec<String>,
    pub(super) grids: Vec<Grid>,
}

impl Section {
    /// True if there is nothing below the heading.
    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
            && self.charts.is_empty()
            && self.grids.iter().all(|grid| grid.rows.is_empty())
    }
}

/// A table.
#[derive(Default)]
pub(super) struct Grid {
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<Cell>>,
}

/// A cell of a table.
#[derive(Debug, Clone, Default)]
pub(super) struct Cell {
    pub(super) text: String,
    /// The colour behind it; empty for none.
    pub(super) colour: String,
    /// Tooltip; empty for none.
    pub(super) tip: String,
}

impl Cell {
    /// A cell with a text.
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

/// The words of a page in its language.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words(pub(super) Language);

impl Words {
    /// The text in the language of the page.
    pub(super) fn say(self, english: &str, japanese: &str) -> String {
        match self.0 {
            Language::English => english.to_owned(),
            Language::Japanese => japanese.to_owned(),
        }
    }

    /// Several texts, for the head of a table.
    pub(super) fn head(self, texts: &[(&str, &str)]) -> Vec<String> {
        texts
            .iter()
            .map(|(english, japanese)| self.say(english, japanese))
            .collect()
    }
}

/// A share as people read it.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// From red over white to blue for shares from 0 to 1, as everybody can tell apart.
pub(crate) fn diverging(share: f64) -> String {
    let far = ((share - 0.5).abs() * 2.0).min(1.0);
    let mixed = |end: f64| (247.0 + (end - 247.0) * far) as u8;
    let [red, green, blue] = if share < 0.5 {
        [214.0, 96.0, 77.0].map(mixed)
    } else {
        [67.0, 147.0, 195.0].map(mixed)
    };
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// From white to green for shares from 0 to 1.
pub(super) fn sequential(share: f64) -> String {
    let share = share.clamp(0.0, 1.0);
    let mixed = |end: f64| (255.0 + (end - 255.0) * share) as u8;
    let [red, green, blue] = [90.0, 174.0, 97.0].map(mixed);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::{diverging, sequential};

    #[test]
    fn scales_of_colours_have_their_ends_and_their_middle() {
        assert_eq!(
            [0.0, 0.5, 1.0].map(diverging),
            ["#d6604d", "#f7f7f7", "#4393c3"]
        );
        assert_eq!(
            [-1.0, 0.0, 1.0].map(sequential),
            ["#ffffff", "#ffffff", "#5aae61"]
        );
    }
}
