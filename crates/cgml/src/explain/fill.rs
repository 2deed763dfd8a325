//! Filling the slots of a phrase.

use super::page::Passage;
use crate::vocabulary::phrase::{Piece, Slot, parse};

/// Source of the texts in the slots of a phrase.
pub(super) trait Slots {
    /// Text of a slot; `None` if there is nothing to say.
    fn fill(&self, slot: &Slot) -> Option<Passage>;
}

/// Slots with names and texts.
pub(super) struct Texts<'a>(pub(super) &'a [(&'a str, Option<String>)]);

impl Slots for Texts<'_> {
    fn fill(&self, slot: &Slot) -> Option<Passage> {
        let find = |name: &str| {
            let (_, text) = self.0.iter().find(|(known, _)| *known == name)?;
            text.as_ref()
        };
        match slot {
            Slot::Value(name) => find(name).map(Passage::text),
            Slot::Given(name) => find(name).map(|_| Passage::default()),
            Slot::Owned(..)
            | Slot::Owner(_)
            | Slot::Agrees(..)
            | Slot::Joined(_)
            | Slot::Elements(..) => None,
        }
    }
}

/// The phrase with its slots filled. A slot outside brackets that has nothing to say is an ellipsis.
pub(super) fn fill(phrase: &str, slots: &dyn Slots) -> Passage {
    let Some(pieces) = parse(phrase) else {
        return Passage::text(phrase);
    };
    let mut passage = Passage::default();
    for piece in &pieces {
        let part = filled(piece, slots).unwrap_or_else(|| Passage::text("…"));
        passage.append(part);
    }
    passage
}

fn filled(piece: &Piece, slots: &dyn Slots) -> Option<Passage> {
    match piece {
        Piece::Text(text) => Some(Passage::text(*text)),
        Piece::Slot(slot) => slots.fill(slot),
        Piece::OneOf(choices) => {
            let chosen = choices.iter().find_map(|choice| all(choice, slots));
            Some(chosen.unwrap_or_default())
        }
    }
}

fn all(pieces: &[Piece], slots: &dyn Slots) -> Option<Passage> {
    let mut passage = Passage::default();
    for piece in pieces {
        passage.append(filled(piece, slots)?);
    }
    Some(passage)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Language;

    #[test]
    fn what_is_not_given_is_left_out() {
        let phrase = "deal [{count}|all] cards[ to {to}][{?secret}, secretly], {what}";
        let line = |slots: &[(&str, Option<String>)]| {
            fill(phrase, &Texts(slots)).into_line(Language::English)
        };
        let given = |text: &str| Some(text.to_owned());

        assert_eq!(line(&[("what", given("x"))]), "deal all cards, x");
        assert_eq!(
            line(&[("count", given("3")), ("secret", given("")), ("to", None)]),
            "deal 3 cards, secretly, …"
        );
    }
}
