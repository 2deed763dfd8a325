//! "Did you mean …?": the known name that an author most likely meant.

/// Names with more letters are not compared.
const LONGEST: usize = 100;

/// The candidate most like `name`, if one is like it enough to suggest; the first of equals.
///
/// The same word in other letters' case always counts. Otherwise about one slip (a letter wrong,
/// missing, added, or two swapped) per three letters is forgiven, so short names need to be nearly
/// right and names of one letter are never guessed. A word that was cut off or grew (`Play` for
/// `Playing`) is forgiven as well, and one wrong letter of a short name in Japanese, where a letter
/// says more. Names of over 100 letters are never guessed: comparing them costs too much, and nobody
/// types them.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    let mut related: Vec<&str> = Vec::new();
    let mut short: Vec<&str> = Vec::new();
    for candidate in candidates {
        let lower = candidate.to_lowercase();
        match slips(&wanted, &lower) {
            Some(slips) if best.is_none_or(|(fewest, _)| slips < fewest) => {
                best = Some((slips, candidate));
            }
            Some(_) => {}
            None if is_part(&wanted, &lower) => related.push(candidate),
            None if is_one_letter_off(&wanted, &lower) => short.push(candidate),
            None => {}
        }
    }
    // Of several that are equally unlike, none is more likely to be meant.
    let only = |list: &[&'a str]| match list {
        [only] => Some(*only),
        _ => None,
    };
    best.map(|(_, candidate)| candidate)
        .or_else(|| only(&related))
        .or_else(|| only(&short))
}

/// How many slips lie between the two, or `None` if too many to be a slip.
fn slips(wanted: &str, candidate: &str) -> Option<usize> {
    if wanted == candidate {
        return Some(0);
    }
    let (length, other) = (wanted.chars().count(), candidate.chars().count());
    let forgiven = length.max(other) / 3;
    if length.max(other) > LONGEST || length.abs_diff(other) > forgiven {
        return None;
    }
    let slips = strsim::damerau_levenshtein(wanted, candidate);
    (slips <= forgiven).then_some(slips)
}

/// Whether one is the beginning of the other, and at least half of it.
fn is_part(wanted: &str, candidate: &str) -> bool {
    let (short, long) = match wanted.len() < candidate.len() {
        true => (wanted, candidate),
        false => (candidate, wanted),
    };
    let is_short = long.chars().count() <= LONGEST;
    is_short && short.chars().count() >= 3 && 2 * short.len() >= long.len() && long.starts_with(short)
}

/// Whether one letter differs between two names of two letters that are not Latin ones.
fn is_one_letter_off(wanted: &str, candidate: &str) -> bool {
    let is_short = |name: &str| !name.is_ascii() && name.chars().count() == 2;
    let same = wanted.chars().zip(candidate.chars());
    is_short(wanted) && is_short(candidate) && same.filter(|(one, other)| one == other).count() == 1
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
    fn a_word_that_was_cut_off_or_grew_is_found() {
        assert_eq!(nearest("Play", ["Playing", "GameOver"]), Some("Playing"));
        assert_eq!(nearest("discarded", ZONES), Some("discard"));
        assert_eq!(nearest("hand", ["hand_size"]), None);
        assert_eq!(nearest("Play", ["Playing", "Player"]), Some("Player"));
        assert_eq!(nearest("phase", ["phase_one", "phase_two"]), None);
    }

    #[test]
    fn one_letter_of_a_short_japanese_name_may_be_wrong() {
        assert_eq!(nearest("手礼", ["山札", "手札", "場札"]), Some("手札"));
        assert_eq!(nearest("捨札", ["山札", "手札", "場札"]), None);
        assert_eq!(nearest("墓地", ["山札", "手札"]), None);
    }

    #[test]
    fn letters_are_counted_not_bytes() {
        assert_eq!(nearest("山札場", ["山札", "手札"]), Some("山札"));
        assert_eq!(nearest("山", ["札"]), None);
    }
}
