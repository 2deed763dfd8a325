//! Sentences for words of the vocabulary, with names in the slots of their phrases.

use crate::vocabulary::phrase::{How, Piece, Slot, parse};
use crate::vocabulary::{Language, Words};

/// Sentences in both languages; `name` gives the words for a parameter or operand.
pub(super) fn sentences(says: Words, name: &dyn Fn(&str) -> String) -> String {
    let of = |language| Outline { language, name }.of(says.of(language));
    let (en, ja) = (of(Language::English), of(Language::Japanese));
    format!("| in a sentence | |\n|---|---|\n| English | {en} |\n| 日本語 | {ja} |\n")
}

/// Writes a phrase with names in its slots; what may be left out stands in brackets.
struct Outline<'a> {
    language: Language,
    name: &'a dyn Fn(&str) -> String,
}

impl Outline<'_> {
    fn of(&self, phrase: &str) -> String {
        parse(phrase).map_or_else(|| phrase.to_owned(), |pieces| self.pieces(&pieces))
    }

    fn pieces(&self, pieces: &[Piece]) -> String {
        pieces.iter().map(|piece| self.piece(piece)).collect()
    }

    fn piece(&self, piece: &Piece) -> String {
        match piece {
            Piece::Text(text) => (*text).to_owned(),
            Piece::Slot(slot) => self.slot(slot),
            Piece::OneOf(choices) => {
                let choices: Vec<String> = choices.iter().map(|it| self.pieces(it)).collect();
                format!("[{}]", choices.join(" / "))
            }
        }
    }

    fn slot(&self, slot: &Slot) -> String {
        match slot {
            Slot::Value(value) => (self.name)(value),
            Slot::Owned(owner, "") => format!("{}'s", (self.name)(owner)),
            Slot::Owned(owner, owned) => format!("the {owned} of {}", (self.name)(owner)),
            Slot::Owner(owner) => format!("{}の", (self.name)(owner)),
            Slot::Agrees(_, one, _) => (*one).to_owned(),
            Slot::Given(_) => String::new(),
            Slot::Joined(between) => format!("{}{between}…", (self.name)("0")),
            Slot::Elements(how, names) => self.elements(*how, names),
        }
    }

    fn elements(&self, how: How, names: &[&str]) -> String {
        let names: Vec<String> = names.iter().map(|name| (self.name)(name)).collect();
        let Some((list, others)) = names.split_first() else {
            return String::new();
        };
        if let (How::Number | How::Whose, Some(last)) = (how, others.last()) {
            return last.clone();
        }
        let elements = match (how, self.language) {
            (How::All, Language::English) => format!("all of {list}"),
            (How::All, Language::Japanese) => format!("{list}のすべて"),
            (How::Each, Language::English) => format!("each of {list}"),
            (How::Each, Language::Japanese) => format!("{list}のそれぞれ"),
            (How::Top, Language::English) => format!("the top of {list}"),
            (How::Top, Language::Japanese) => format!("{list}の上"),
            (How::Some, Language::English) => format!("some of {list}"),
            (How::No, Language::English) => format!("none of {list}"),
            (How::Some | How::No, Language::Japanese)
            | (
                How::One
                | How::Many
                | How::The
                | How::There
                | How::Number
                | How::Whose
                | How::It
                | How::Key
                | How::Map
                | How::When,
                Language::English | Language::Japanese,
            ) => list.clone(),
        };
        match (others.is_empty(), self.language) {
            (true, _) => elements,
            (false, Language::English) => format!("{elements} ({})", others.join(", ")),
            (false, Language::Japanese) => format!("{elements}（{}）", others.join("、")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_the_slots_and_brackets_around_what_may_be_left_out() {
        let says = Words {
            en: "move {all from filter}[ to {to's top}|{?x}, away]",
            ja: "{top from count}を[{to}へ]移す",
        };

        assert_eq!(
            sentences(says, &|name| format!("<{name}>")),
            "| in a sentence | |\n|---|---|\n\
             | English | move all of <from> (<filter>)[ to the top of <to> / , away] |\n\
             | 日本語 | <from>の上（<count>）を[<to>へ]移す |\n"
        );
    }
}
