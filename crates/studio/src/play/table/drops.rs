//! Places where a card can be dropped: for each choice that is made with it, what the choice asks for or aims at next, and
//! the pile that the card goes to.
//!
//! It is tried in the worlds that outcomes are tried in: what is told holds in all of them.

use super::{Table, worlds};
use crate::speaker::Speaker;
use crate::wire::{CardAt, Choice, ChoiceKind, Decision as Asked, DropPlaces};
use engine::ids::{Card, Seat};
use engine::position::{Decision, Position};

/// A card that has not moved after so many more decisions goes nowhere.
const MOST_DECISIONS: usize = 8;

impl Table {
    /// The places where a seat can drop a card that lies there, for each choice that is made with it.
    pub(crate) fn drops(&self, seat: u8, pile: u16, card: u16) -> Vec<DropPlaces> {
        let viewer = Seat(seat);
        if self.waits_for() != Some(seat) {
            return Vec::new();
        }
        let worlds = worlds::dealt(self, viewer);
        let trial = Trial {
            table: self,
            speaker: self.speaker("en", Some(seat)),
            viewer,
        };
        let is_begun = |it: &Choice| it.cards.first() == Some(&CardAt { pile, card });
        let choices = trial
            .choices(&self.game.position)
            .into_iter()
            .filter(is_begun);
        choices
            .filter_map(|choice| {
                let tried = worlds.iter().map(|world| trial.drop(world, choice.number));
                tried.reduce(|one, other| shared(one, &other))
            })
            .collect()
    }
}

/// Tries choices with the eyes of a seat.
struct Trial<'t> {
    table: &'t Table,
    speaker: Speaker<'t>,
    viewer: Seat,
}

impl Trial<'_> {
    /// The choices of the seat; none if another one must choose.
    fn choices(&self, position: &Position) -> Vec<Choice> {
        let view = position.view_in(&self.table.game.program, self.viewer, "en");
        match self.speaker.decision(&view, false, Vec::new()) {
            Asked::Choose { choices, .. } => choices,
            Asked::Nothing | Asked::Over { .. } | Asked::Stopped { .. } => Vec::new(),
        }
    }

    fn drop(&self, world: &Position, choice: u32) -> DropPlaces {
        let program = &self.table.game.program;
        let mut after = world.clone();
        after.play_unchecked(program, choice as usize);
        let mut found = self.targets(world, &after, choice);
        if found.cards.is_empty() && found.players.is_empty() {
            let view = after.view_in(program, self.viewer, "en");
            for arrow in self.speaker.arrows(&view) {
                found.cards.extend(arrow.to);
                found.players.extend(arrow.player);
            }
        }
        let card = world.card_of_choice(program, choice as usize);
        found
            .piles
            .extend(card.and_then(|card| self.goal(world, after, card)));
        found
    }

    /// The targets that are asked for after a choice, where they lie before it.
    fn targets(&self, world: &Position, after: &Position, choice: u32) -> DropPlaces {
        let mut found = DropPlaces {
            choice,
            ..DropPlaces::default()
        };
        let next = self.choices(after).into_iter();
        for target in next.filter(|it| it.kind == ChoiceKind::Target) {
            let card = after.card_of_choice(&self.table.game.program, target.number as usize);
            found
                .cards
                .extend(card.and_then(|card| self.place(world, card)));
            found.players.extend(target.player);
            found.piles.extend(target.pile);
        }
        found
    }

    fn place(&self, world: &Position, card: Card) -> Option<CardAt> {
        let pile = world.pile_of(card);
        let at = world.cards(pile).position(|one| one == card)?;
        Some(CardAt {
            pile: self.speaker.shown_pile(pile)?,
            card: u16::try_from(at).ok()?,
        })
    }

    /// The pile that a card comes to, whatever is asked on the way; nothing if it stays where it is.
    fn goal(&self, world: &Position, mut after: Position, card: Card) -> Option<u16> {
        let home = world.pile_of(card);
        for _ in 0..MOST_DECISIONS {
            let pile = after.pile_of(card);
            if pile != home {
                return self.speaker.shown_pile(pile);
            }
            let Decision::Choose { .. } = after.decision() else {
                return None;
            };
            after.play_unchecked(&self.table.game.program, 0);
        }
        None
    }
}

/// The places that two worlds have in common.
fn shared(mut one: DropPlaces, other: &DropPlaces) -> DropPlaces {
    one.cards.retain(|it| other.cards.contains(it));
    one.players.retain(|it| other.players.contains(it));
    one.piles.retain(|it| other.piles.contains(it));
    one
}
