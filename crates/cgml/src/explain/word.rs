//! The words that parameters of actions take, in sentences.

use super::teller::{Teller, words};
use crate::vocabulary::Words;

/// A parameter, a word it takes, and how that reads.
const WORDS: &[(&str, &str, Words)] = &[
    ("at", "top", words("top", "一番上")),
    ("at", "bottom", words("bottom", "一番下")),
    ("face", "up", words("up", "表向き")),
    ("face", "down", words("down", "裏向き")),
    ("order", "clockwise", words("clockwise", "時計回りに")),
    (
        "order",
        "counterclockwise",
        words("counterclockwise", "反時計回りに"),
    ),
    ("order", "simultaneous", words("at the same time", "同時に")),
    (
        "by",
        "top",
        words("choice, from the top down", "好きな順番"),
    ),
    (
        "by",
        "bottom",
        words("choice, from the bottom up", "下から好きな順番"),
    ),
    ("by", "rank", words("rank", "ランク順")),
    ("wait", "all", words("", "")),
    ("wait", "any", words("one is enough", "1つできればよい")),
    ("place", "over", words("on top of", "上")),
    ("place", "under", words("under", "下")),
    ("ask", "always", words("always", "常に")),
];

impl Teller<'_> {
    /// A word of the vocabulary, as the value of a parameter.
    pub(super) fn word(&self, parameter: &str, word: &'static str) -> &'static str {
        let found = WORDS
            .iter()
            .find(|(of, known, _)| *of == parameter && *known == word);
        found.map_or(word, |(_, _, words)| words.of(self.language))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::actions;
    use crate::vocabulary::shape::Shape;

    #[test]
    fn every_word_of_every_action_reads_in_a_sentence() {
        for key in actions::all().flat_map(|action| action.parameters) {
            let shapes = match &key.shape {
                Shape::Either(shapes) => shapes,
                shape => std::slice::from_ref(shape),
            };
            for shape in shapes {
                let Shape::Word(choices) = shape else {
                    continue;
                };
                for word in *choices {
                    let known = WORDS
                        .iter()
                        .any(|(of, known, _)| *of == key.name && known == word);
                    assert!(known, "{}: {word}", key.name);
                }
            }
        }
    }
}
