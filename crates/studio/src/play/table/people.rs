//! People at a table: what they go by, and who decides together.

use super::{PERSON, Table};
use crate::wire::{NewTable, PersonNamed, SeatPlan};
use std::collections::BTreeSet;

/// The longest name.
const MOST_LETTERS: usize = 20;
/// So many colours can be chosen.
const COLOURS: u8 = 8;

impl Table {
    /// Gives a seat's person a name and a colour; what is kept of them. Nobody goes by the name of another.
    pub(crate) fn introduce(
        &mut self,
        seat: u8,
        name: &str,
        colour: Option<u8>,
    ) -> (String, Option<u8>) {
        let mut name = plain(name);
        let others = self.names.iter().zip(0_u8..);
        let is_taken = others.into_iter().any(|(other, at)| {
            at != seat && !name.is_empty() && other.to_lowercase() == name.to_lowercase()
        });
        if is_taken {
            name = format!("{name} {}", u16::from(seat) + 1);
        }
        let colour = known_colour(colour);
        name.clone_into(&mut self.names[usize::from(seat)]);
        self.seats[usize::from(seat)].colour = colour;
        (name, colour)
    }

    /// The people who gave a name or a colour.
    pub(super) fn people(&self) -> Vec<PersonNamed> {
        let seats = self.seats.iter().zip(&self.names).zip(0_u8..);
        let people = seats.map(|((row, name), seat)| PersonNamed {
            seat,
            name: name.clone(),
            colour: row.colour,
        });
        people
            .filter(|it| !it.name.is_empty() || it.colour.is_some())
            .collect()
    }

    /// The seats that people play, by who decides for them: one browser for all seats that were made for it, and whoever
    /// has the link of another.
    pub(crate) fn groups(&self) -> Vec<BTreeSet<u8>> {
        let mut here = BTreeSet::new();
        let mut groups = Vec::new();
        for (row, seat) in self.seats.iter().zip(0_u8..) {
            if row.token.is_none() || row.player != PERSON {
                continue;
            }
            if self.plan.seats.get(usize::from(seat)) == Some(&SeatPlan::Here) {
                here.insert(seat);
            } else {
                groups.push(BTreeSet::from([seat]));
            }
        }
        if !here.is_empty() {
            groups.insert(0, here);
        }
        groups
    }

    /// The number of the last decision that a seat made and had a choice about; nothing if there is none.
    pub(crate) fn last_decision_of(&self, seat: u8) -> Option<usize> {
        let (mut number, mut found) = (0, None);
        let mut watch = engine::event::Unwatched;
        self.game
            .replayed(self.game.choices.len(), &mut watch, |position, _| {
                let is_own = matches!(
                    position.decision(),
                    engine::position::Decision::Choose { seat: asked, .. } if asked.0 == seat
                );
                if is_own && position.choices().len() > 1 {
                    found = Some(number);
                }
                number += 1;
            });
        found
    }

    /// Plan of the same game again, with another deal.
    pub(crate) fn plan_of_rematch(&self) -> NewTable {
        NewTable {
            seed: None,
            choices: Vec::new(),
            pace: Some(self.pace.clone()),
            ..self.plan.clone()
        }
    }
}

/// A name without what cannot be seen, and not too long.
pub(crate) fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| !letter.is_control());
    let letters = letters.filter(|letter| !is_invisible(*letter));
    let name: String = letters.collect();
    name.trim().chars().take(MOST_LETTERS).collect()
}

/// A colour that can be chosen.
pub(crate) fn known_colour(colour: Option<u8>) -> Option<u8> {
    colour.filter(|colour| *colour < COLOURS)
}

/// Letters that turn the direction of writing or take no room.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_name_is_what_can_be_seen_of_it() {
        assert_eq!(plain("  Ann\u{202e}\n "), "Ann");
        assert_eq!(plain("花子"), "花子");
        assert_eq!(plain(&"x".repeat(99)), "x".repeat(20));
    }
}
