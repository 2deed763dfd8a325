//! "Did you mean …?": the known name that an author most likely meant.

use std::cell::Cell;

use crate::limits;
use crate::vocabulary::synonyms;

/// Names with more letters are not compared.
const LONGEST: usize = 100;

/// The candidate most like `name`, if one is like it enough to suggest; the first of equals.
///
/// The same word in other letters' case always counts. Otherwise about one slip (a letter wrong,
/// missing, added, or two swapped) per three letters is forgiven, so short names need to be nearly
/// right and names of one letter are never guessed. A word that was cut off or grew (`Play` for
/// `Playing`) is forgiven as well, and one wrong letter of a short name in Japanese, where a letter
/// says more. A name that is itself a candidate is not a slip: nothing is suggested. Names of over 100 letters are never guessed: comparing them costs too much, and nobody
/// types them.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > 4 * LONGEST {
        return None;
    }
    let wanted: Vec<char> = lower(name);
    let mut best: Option<(usize, &str)> = None;
    let mut others = Others::default();
    for candidate in candidates {
        // A known name means something else here, or is meant elsewhere.
        if candidate == name {
            return None;
        }
        match slips(&wanted, candidate) {
            Some(slips) if best.is_none_or(|(fewest, _)| slips < fewest) => {
                best = Some((slips, candidate));
            }
            Some(_) => {}
            None if is_part(&wanted, candidate) => others.note(candidate),
            None if is_one_letter_off(&wanted, candidate) => others.note(candidate),
            None => {}
        }
    }
    best.map(|(_, candidate)| candidate).or(others.only())
}

/// The candidate that is meant by a name: the nearest, or the one that other languages and games
/// call so.
pub(crate) fn meant<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    Search::default().meant(name, candidates)
}

/// Candidates that are less like a name. Of several, none is more likely to be meant.
#[derive(Default)]
struct Others<'a> {
    first: Option<&'a str>,
    are_several: bool,
}

impl<'a> Others<'a> {
    fn note(&mut self, candidate: &'a str) {
        self.are_several |= self.first.is_some_and(|first| first != candidate);
        self.first = self.first.or(Some(candidate));
    }

    fn only(&self) -> Option<&'a str> {
        self.first.filter(|_| !self.are_several)
    }
}

fn lower(name: &str) -> Vec<char> {
    name.chars().flat_map(char::to_lowercase).collect()
}

/// Looks for similar names again and again, and gives up when that becomes too much work.
///
/// A game with thousands of names and thousands of slips would otherwise be compared with itself.
#[derive(Debug)]
pub(crate) struct Search {
    comparisons_left: Cell<usize>,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            comparisons_left: Cell::new(limits::COMPARED_NAMES),
        }
    }
}

impl Search {
    /// The candidate most like `name`, as [`nearest`] finds it; none once too much was compared.
    pub(crate) fn nearest<'a>(
        &self,
        name: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        let mut compared = 0;
        let allowed = self.comparisons_left.get();
        let counted = candidates.into_iter().take(allowed).inspect(|_| {
            compared += 1;
        });
        let found = if allowed > 0 {
            nearest(name, counted)
        } else {
            None
        };
        self.comparisons_left.set(allowed - compared);
        // Without the rest of the candidates the nearest is not known.
        found.filter(|_| compared < allowed)
    }

    /// The candidate that is meant by a name, as [`meant`] finds it; none once too much was compared.
    pub(crate) fn meant<'a>(
        &self,
        name: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        let ours = synonyms::ours(name);
        let (mut synonym, mut is_known) = (None, false);
        let noted = candidates.into_iter().inspect(|candidate| {
            is_known |= *candidate == name;
            if synonym.is_none() && ours.iter().any(|word| candidate.eq_ignore_ascii_case(word)) {
                synonym = Some(*candidate);
            }
        });
        let near = self.nearest(name, noted);
        near.or(synonym).filter(|_| !is_known)
    }
}

/// The number of slips that lie between the two, or `None` if too many to be a slip.
fn slips(wanted: &[char], candidate: &str) -> Option<usize> {
    let could_be = |letters: usize| {
        letters <= LONGEST && letters.abs_diff(wanted.len()) <= letters.max(wanted.len()) / 3
    };
    // Spares most candidates a closer look; a letter has at most four bytes.
    if candidate.len() > 4 * LONGEST || candidate.is_ascii() && !could_be(candidate.len()) {
        return None;
    }
    let candidate: Vec<char> = candidate.chars().flat_map(char::to_lowercase).collect();
    if wanted == candidate {
        return Some(0);
    }
    if wanted.len() > LONGEST || !could_be(candidate.len()) {
        return None;
    }
    let most = wanted.len().max(candidate.len()) / 3;
    let [wanted, candidate] =
        [wanted, &candidate].map(|letters| letters.iter().collect::<String>());
    let slips = strsim::osa_distance(&wanted, &candidate);
    (slips <= most).then_some(slips)
}

/// True if one is the beginning of the other, and at least half of it.
fn is_part(wanted: &[char], candidate: &str) -> bool {
    // A letter has at most four bytes.
    if wanted.len() < 3 || wanted.len() > LONGEST || candidate.len() > 8 * wanted.len() {
        return false;
    }
    let candidate = lower(candidate);
    let (short, long) = match wanted.len() < candidate.len() {
        true => (wanted, candidate.as_slice()),
        false => (candidate.as_slice(), wanted),
    };
    short.len() >= 3 && 2 * short.len() >= long.len() && long.starts_with(short)
}

/// True if one letter differs between two names of two letters that are not Latin ones.
fn is_one_letter_off(wanted: &[char], candidate: &str) -> bool {
    let [first, second] = wanted else {
        return false;
    };
    let mut letters = candidate.chars();
    let (Some(one), Some(other), None) = (letters.next(), letters.next(), letters.next()) else {
        return false;
    };
    let is_foreign = !first.is_ascii() && !second.is_ascii() && !candidate.is_ascii();
    is_foreign && (*first == one) != (*second == other)
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
    fn the_name_that_was_written_is_never_suggested() {
        assert_eq!(nearest("hand", ["hands", "hand"]), None);
        assert_eq!(meant("discard", ["discord", "discard"]), None);
        let search = Search::default();
        assert_eq!(search.meant("mix", ["shuffle", "mix"]), None);
        assert_eq!(search.meant("mix", ["shuffle", "deal"]), Some("shuffle"));
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
    fn a_search_gives_up_rather_than_guess() {
        let names: Vec<String> = (0..limits::COMPARED_NAMES / 2)
            .map(|number| format!("zone{number}"))
            .collect();
        let search = Search::default();
        let find = || search.nearest("zoen7", names.iter().map(String::as_str));

        assert_eq!(find(), Some("zone7"));
        assert_eq!(find(), None);
        assert_eq!(find(), None);
    }

    #[test]
    fn letters_are_counted_not_bytes() {
        assert_eq!(nearest("山札場", ["山札", "手札"]), Some("山札"));
        assert_eq!(nearest("山", ["札"]), None);
    }
}
