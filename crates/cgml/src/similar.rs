//! "Did you mean …?": the known name that an author most likely meant.

/// Names with more letters are not compared.
const LONGEST: usize = 100;

/// The candidate most like `name`, if one is like it enough to suggest; the first of equals.
///
/// The same word in other letters' case always counts. Otherwise about one slip (a letter wrong,
/// missing, added, or two swapped) per three letters is forgiven, so short names need to be nearly
/// right and names of one letter are never guessed. Neither are names of over 100 letters: comparing
/// them costs too much, and nobody types them.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let Some(slips) = slips(&wanted, candidate) else {
            continue;
        };
        if best.is_none_or(|(fewest, _)| slips < fewest) {
            best = Some((slips, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// How many slips lie between the two, or `None` if too many to be a slip.
fn slips(wanted: &str, candidate: &str) -> Option<usize> {
    let candidate = candidate.to_lowercase();
    if wanted == candidate {
        return Some(0);
    }
    let (length, other) = (wanted.chars().count(), candidate.chars().count());
    let forgiven = length.max(other) / 3;
    if length.max(other) > LONGEST || length.abs_diff(other) > forgiven {
        return None;
    }
    let slips = strsim::damerau_levenshtein(wanted, &candidate);
    (slips <= forgiven).then_some(slips)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZONES: [&str; 4] = ["deck", "discard", "hand", "play_area"];

    #[test]
    fn a_slip_is_forgiven() {
        assert_eq!(nearest("dekc", ZONES), Some("deck"));
        assert_eq!(nearest("hnd", ZONES), Some("hand"));
        assert_eq!(nearest("play_are", ZONES), Some("play_area"));
        assert_eq!(nearest("discrad", ZONES), Some("discard"));
    }

    #[test]
    fn case_never_matters() {
        assert_eq!(nearest("HAND", ZONES), Some("hand"));
        assert_eq!(nearest("x", ["X"]), Some("X"));
        assert_eq!(nearest("shuffle", ["SHUFFLE", "SCUFFLE"]), Some("SHUFFLE"));
    }

    #[test]
    fn unlike_names_are_not_suggested() {
        assert_eq!(nearest("graveyard", ZONES), None);
        assert_eq!(nearest("a", ["b", "c"]), None);
        assert_eq!(nearest("", ZONES), None);
        assert_eq!(nearest("hand", []), None);
    }

    #[test]
    fn very_long_names_are_not_compared() {
        let (long, longer) = ("x".repeat(100_000), "x".repeat(100_001));

        assert_eq!(nearest(&long, [longer.as_str()]), None);
    }

    #[test]
    fn the_first_of_equals_is_taken() {
        assert_eq!(nearest("card", ["cart", "care"]), Some("cart"));
    }

    #[test]
    fn letters_are_counted_not_bytes() {
        assert_eq!(nearest("山札場", ["山札", "手札"]), Some("山札"));
        assert_eq!(nearest("山", ["札"]), None);
    }
}
