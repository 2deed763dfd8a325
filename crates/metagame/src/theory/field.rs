//! A field: how often each deck is met.

use crate::payoffs::{Payoffs, SURE};

/// A deck against a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expected {
    /// The deck.
    pub deck: usize,
    /// Its share of points.
    pub rate: f64,
    /// Half the width of the interval around it, 19 times out of 20.
    pub half: f64,
}

/// Every deck against a field, the best first: the first is the best response. A deck makes half of the points
/// against itself.
pub fn expected(payoffs: &Payoffs, field: &[f64]) -> Vec<Expected> {
    let mut all: Vec<Expected> = (0..payoffs.decks())
        .map(|deck| against(payoffs, deck, field))
        .collect();
    all.sort_by(|one, other| other.rate.total_cmp(&one.rate));
    all
}

fn against(payoffs: &Payoffs, deck: usize, field: &[f64]) -> Expected {
    let (mut rate, mut variance) = (0.0, 0.0);
    for (other, share) in field.iter().enumerate() {
        let deals = payoffs.deals(deck, other);
        rate += share * deals.rate();
        if deck != other {
            variance += (share * deals.error()).powi(2);
        }
    }
    Expected {
        deck,
        rate,
        half: SURE * variance.sqrt(),
    }
}

/// Number of decks of a field, counted by their shares: the exponential of its entropy. Three decks that are met equally
/// often count 3; one that is met hardly ever counts hardly.
pub fn effective_decks(field: &[f64]) -> f64 {
    let entropy = field.iter().filter(|share| **share > 0.0);
    let entropy: f64 = entropy.map(|share| -share * share.ln()).sum();
    entropy.exp()
}

/// A mistake in the file of a field.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    /// There is no deck in it.
    #[error("the field is empty: write a deck in each line, with its share, as in `rush 30`")]
    Empty,
    /// A share is no number.
    #[error(
        "line {line}: `{text}` is no share; write a number from 0 on, as in `rush 30` or `rush 30%`"
    )]
    Share {
        /// The line, from 1.
        line: usize,
        /// Text that was written.
        text: String,
    },
    /// A deck comes twice.
    #[error("line {line}: `{deck}` is in the field already")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// The deck.
        deck: String,
    },
    /// All shares are 0.
    #[error("all shares of the field are 0")]
    Nothing,
}

/// A field from a text: a deck in each line, a name or a file, then its share, which counts in proportion to the others
/// and is 1 if left out. Empty lines and what follows `#` are passed over.
pub fn read_field(text: &str) -> Result<Vec<(String, f64)>, FieldError> {
    let mut field: Vec<(String, f64)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() {
            continue;
        }
        let (deck, share) = line_of(line, number + 1)?;
        if field.iter().any(|(known, _)| *known == deck) {
            return Err(FieldError::Twice {
                line: number + 1,
                deck,
            });
        }
        field.push((deck, share));
    }
    if field.is_empty() {
        return Err(FieldError::Empty);
    }
    let sum: f64 = field.iter().map(|(_, share)| share).sum();
    if sum <= 0.0 {
        return Err(FieldError::Nothing);
    }
    field.iter_mut().for_each(|(_, share)| *share /= sum);
    Ok(field)
}

/// The share stands last; a name may have spaces in it.
fn line_of(line: &str, number: usize) -> Result<(String, f64), FieldError> {
    let Some((deck, share)) = line.rsplit_once([' ', '\t', ',', ':', '\u{3000}']) else {
        return Ok((line.to_owned(), 1.0));
    };
    let text = share.trim().trim_end_matches(['%', '％']);
    let value: Option<f64> = text.parse().ok();
    match value.filter(|share| (0.0..=1e9).contains(share)) {
        Some(value) => {
            let deck = deck.trim().trim_end_matches([',', ':', '\u{3000}']).trim();
            Ok((deck.to_owned(), value))
        }
        None => Err(FieldError::Share {
            line: number,
            text: share.trim().to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_response_is_what_beats_the_field() {
        let mut payoffs = Payoffs::new(3);
        for deal in 0..100 {
            payoffs.add(0, 1, if deal < 70 { 4 } else { 0 });
            payoffs.add(1, 2, if deal < 60 { 4 } else { 0 });
            payoffs.add(2, 0, if deal < 90 { 4 } else { 0 });
        }
        let field = [0.5, 0.5, 0.0];
        let found = expected(&payoffs, &field);
        let order: Vec<usize> = found.iter().map(|it| it.deck).collect();
        assert_eq!(order, [2, 0, 1]);
        let rates: Vec<f64> = found.iter().map(|it| (it.rate * 1e3).round()).collect();
        assert_eq!(rates, [650.0, 600.0, 400.0]);
        let error = payoffs.deals(0, 1).error();
        assert!((found[1].half - SURE * 0.5 * error).abs() < 1e-12);
    }

    #[test]
    fn decks_are_counted_by_their_shares() {
        assert!((effective_decks(&[0.25; 4]) - 4.0).abs() < 1e-12);
        assert_eq!(effective_decks(&[0.0, 1.0]), 1.0);
        let mostly = effective_decks(&[0.9, 0.1]);
        assert!((1.38..1.39).contains(&mostly), "{mostly}");
    }

    #[test]
    fn a_field_is_a_list_with_shares() {
        let text = "# my shop\nrush 30%\nmy deck.txt, 10\n\nblockers: 60 # many\n";
        let found = read_field(text).expect("it is a field");
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["rush", "my deck.txt", "blockers"]);
        let shares: Vec<f64> = found
            .iter()
            .map(|(_, share)| (share * 1e9).round() / 1e9)
            .collect();
        assert_eq!(shares, [0.3, 0.1, 0.6]);
        assert_eq!(read_field("rush\nother").map(|it| it[1].1), Ok(0.5));
    }

    #[test]
    fn what_is_wrong_with_a_field_is_told() {
        let told = |text: &str| {
            read_field(text)
                .map_err(|error| error.to_string())
                .err()
                .unwrap_or_default()
        };
        assert!(told("\n# nothing\n").starts_with("the field is empty"));
        assert!(told("rush many").starts_with("line 1: `many` is no share"));
        assert!(told("rush 1\nrush 2").starts_with("line 2: `rush` is in the field already"));
        assert_eq!(told("rush 0"), "all shares of the field are 0");
        assert!(told("rush -3").starts_with("line 1"));
        assert!(told("rush NaN").starts_with("line 1"));
    }
}
