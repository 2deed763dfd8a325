//! Grammar: letters, articles and verbs.

/// The beginning of a sentence.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// A name in the middle of an English sentence: "Mana zone" is a mana zone, "Extra Deck" is a name.
pub(crate) fn common_noun(name: &str) -> String {
    let mut words = name.split(' ');
    let first = words.next().unwrap_or_default();
    let is_capitalised = |word: &str| word.starts_with(|letter: char| !letter.is_lowercase());
    let is_plain = first.chars().skip(1).all(char::is_lowercase) && first.chars().count() > 1;
    if !is_plain || words.any(is_capitalised) {
        return name.to_owned();
    }
    name.to_lowercase()
}

/// The possessive of a name or a pronoun.
pub(crate) fn possessive(name: &str) -> String {
    match name {
        "you" => "your".to_owned(),
        name => format!("{name}'s"),
    }
}

/// True if an English name is that of several things, such as "Played cards".
pub(crate) fn is_plural(name: &str) -> bool {
    name.ends_with('s') && !name.ends_with("ss")
}

/// A name as authors write it for machines, for people: `player_deck` is "player deck", `FlipCard` "Flip card" and
/// `Replenish1` "Replenish 1". Names with spaces are words already.
pub fn spaced(name: &str) -> String {
    let is_written = name.is_empty() || name.contains(' ') || !name.is_ascii();
    if is_written {
        return name.to_owned();
    }
    let mut words = String::new();
    let mut before = '_';
    for letter in name.chars() {
        let begins = before.is_ascii_lowercase() && !letter.is_ascii_lowercase();
        if begins && letter.is_ascii_alphanumeric() {
            words.push(' ');
            words.push(letter.to_ascii_lowercase());
        } else {
            words.push(if letter == '_' { ' ' } else { letter });
        }
        before = letter;
    }
    words
}

/// True if a name ends in a number, as "Pile 2" does: such a name has no article.
pub(crate) fn is_numbered(name: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or_default();
    last.len() < name.len() && last.chars().all(|letter| letter.is_ascii_digit())
}

/// Verbs that the names of moves begin with. Other names, such as "Pair", are said as they are.
const VERBS: &[&str] = &[
    "accept",
    "activate",
    "advance",
    "answer",
    "ask",
    "attack",
    "bet",
    "bid",
    "block",
    "break",
    "buy",
    "call",
    "cast",
    "charge",
    "check",
    "choose",
    "cover",
    "declare",
    "discard",
    "double",
    "draw",
    "equip",
    "fold",
    "gain",
    "give",
    "go",
    "guess",
    "hit",
    "hold",
    "keep",
    "knock",
    "lay",
    "lead",
    "leave",
    "make",
    "move",
    "name",
    "offer",
    "order",
    "pass",
    "pick",
    "play",
    "put",
    "raise",
    "recharge",
    "refuse",
    "release",
    "retreat",
    "reveal",
    "reshuffle",
    "send",
    "set",
    "show",
    "shuffle",
    "split",
    "stand",
    "stop",
    "summon",
    "surrender",
    "take",
    "tap",
    "trade",
    "turn",
    "use",
    "win",
];

/// The verb that the name of a move begins with, and the rest of the name.
pub(crate) fn verb_of(name: &str) -> Option<(String, &str)> {
    let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
    let verb = first.to_lowercase();
    VERBS.contains(&verb.as_str()).then_some((verb, rest))
}

pub(crate) fn third_person(verb: &str) -> String {
    let ends = |end: &str| verb.ends_with(end);
    let is_vowel_before_y = ["ay", "ey", "oy", "uy"].iter().any(|end| ends(end));
    if ends("y") && !is_vowel_before_y {
        return format!("{}ies", &verb[..verb.len() - 1]);
    }
    match ["s", "sh", "ch", "x", "z", "o"].iter().any(|end| ends(end)) {
        true => format!("{verb}es"),
        false => format!("{verb}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_for_machines_are_words_for_people() {
        assert_eq!(spaced("player_deck"), "player deck");
        assert_eq!(spaced("FlipCard"), "Flip card");
        assert_eq!(spaced("Replenish1"), "Replenish 1");
        assert_eq!(spaced("Mana zone"), "Mana zone");
        assert_eq!(spaced("場札"), "場札");
        assert!(is_numbered("Pile 2") && !is_numbered("Pile") && !is_numbered("2"));
    }

    #[test]
    fn verbs_of_others_end_as_in_english() {
        let verbs = ["draw", "pass", "play", "try", "go", "discard", "fetch"];
        let said: Vec<String> = verbs.iter().map(|verb| third_person(verb)).collect();
        assert_eq!(
            said,
            [
                "draws", "passes", "plays", "tries", "goes", "discards", "fetches"
            ]
        );
    }

    #[test]
    fn names_of_things_are_written_small_and_names_of_their_own_are_not() {
        let names = [
            "Hand",
            "Mana zone",
            "Extra Deck",
            "GR zone",
            "played cards",
            "手札",
        ];
        assert_eq!(
            names.map(common_noun),
            [
                "hand",
                "mana zone",
                "Extra Deck",
                "GR zone",
                "played cards",
                "手札"
            ]
        );
    }
}
