//! Figures as tables with commas, for spreadsheets and data frames.

use crate::analysis::{Analysis, Estimate, PairLine};

/// The cells of a row; a cell that is missing is empty.
pub fn row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
    cells.join(",") + "\n"
}

/// A number that may be missing.
pub fn optional(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// A number and its interval, as three cells.
pub fn ranged(estimate: Estimate) -> [String; 3] {
    [estimate.value, estimate.low, estimate.high].map(|value| value.to_string())
}

fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

impl Analysis {
    /// All tables with the names of their files.
    pub fn tables(&self) -> Vec<(&'static str, String)> {
        vec![
            ("pairs.csv", self.csv()),
            ("decks.csv", self.deck_table()),
            ("field.csv", self.field_table()),
            ("course.csv", self.course_table()),
            ("cycles.csv", self.cycle_table()),
        ]
    }

    /// The pairs, each from both sides.
    pub fn csv(&self) -> String {
        let mut text = String::from("deck,against,games,rate,low,high\n");
        for PairLine {
            one,
            other,
            games,
            rate,
        } in &self.pairs
        {
            let turned = Estimate {
                value: 1.0 - rate.value,
                low: 1.0 - rate.high,
                high: 1.0 - rate.low,
            };
            for (deck, against, rate) in [(one, other, *rate), (other, one, turned)] {
                let names = [deck.clone(), against.clone(), games.to_string()];
                text += &row(&[&names[..], &ranged(rate)].concat());
            }
        }
        text
    }

    fn deck_table(&self) -> String {
        let figures = ["share", "alpha_rank", "against_equilibrium", "against_all"];
        let mut text = String::from("deck");
        for figure in figures {
            text += &format!(",{figure},{figure}_low,{figure}_high");
        }
        text += "\n";
        for deck in &self.decks {
            let mut cells = vec![deck.name.clone()];
            for figure in [
                deck.share,
                deck.alpha_rank,
                deck.against_equilibrium,
                deck.against_all,
            ] {
                cells.extend(ranged(figure));
            }
            text += &row(&cells);
        }
        text
    }

    fn field_table(&self) -> String {
        let mut text = String::from("deck,share,rate,low,high\n");
        for line in &self.field {
            let names = [line.name.clone(), line.share.to_string()];
            text += &row(&[&names[..], &ranged(line.rate)].concat());
        }
        text
    }

    /// A row for each deck at each time.
    fn course_table(&self) -> String {
        let mut text = String::from("time,deck,share\n");
        for (time, shares) in self.course.iter().enumerate() {
            for (deck, share) in self.decks.iter().zip(shares) {
                text += &row(&[time.to_string(), deck.name.clone(), share.to_string()]);
            }
        }
        text
    }

    /// A row for each step of each cycle.
    fn cycle_table(&self) -> String {
        let mut text = String::from("cycle,deck,beats,rate\n");
        for (number, cycle) in self.cycles.iter().enumerate() {
            let next = cycle.decks.iter().cycle().skip(1);
            for ((deck, beaten), rate) in cycle.decks.iter().zip(next).zip(&cycle.rates) {
                let names = [(number + 1).to_string(), deck.clone(), beaten.clone()];
                text += &row(&[&names[..], &[rate.to_string()]].concat());
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_commas_are_quoted() {
        let cells = ["a,b", "say \"x\"", "plain", ""].map(str::to_owned);
        assert_eq!(row(&cells), "\"a,b\",\"say \"\"x\"\"\",plain,\n");
    }
}
