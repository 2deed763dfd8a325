//! Legal choices as indices, and back.

use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::program::{ChoiceKind, Program};
use engine::seen::{ChoiceSeen, Value};

use super::{Encoding, Group, Place, Sort};

/// A legal action: its index, and the choices it is made of, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// Its index.
    pub index: usize,
    /// The numbers of the choices: one, or two where a move has its target in the same index.
    pub choices: Vec<usize>,
}

/// Why a position has choices without an index of their own.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unencodable {
    /// There are more than the group has slots for.
    #[error("`{group}` has {slots} slots, and this needs slot {slot}: {choice}")]
    NoSlot {
        /// The group.
        group: String,
        /// Number of slots.
        slots: usize,
        /// The slot that it would need, from 0.
        slot: usize,
        /// The choice without a slot.
        choice: String,
    },
    /// No group is for it.
    #[error("no group is for {choice}; a group with `rest: true` takes what is left")]
    NoGroup {
        /// The choice.
        choice: String,
    },
    /// Two choices have the same index.
    #[error("{one} and {other} have the same index {index}")]
    Collision {
        /// The index.
        index: usize,
        /// One of them.
        one: String,
        /// The other.
        other: String,
    },
    /// The card of a choice is not where the group says.
    #[error("`{group}` is for cards in `{zone}` of `{owner}`, not for {choice}")]
    Elsewhere {
        /// The group.
        group: String,
        /// Its zone.
        zone: String,
        /// Owner of the pile.
        owner: &'static str,
        /// The choice.
        choice: String,
    },
    /// A move is not followed by the question for its target.
    #[error("after {choice} the target `{target}` is not asked for")]
    NoTarget {
        /// The move.
        choice: String,
        /// The name of the target.
        target: String,
    },
    /// A zone has more cards than the vector has room for.
    #[error("`{zone}` of `{owner}` has {count} cards, and the vector has room for {slots}")]
    NoRoom {
        /// The zone.
        zone: String,
        /// Owner of the pile.
        owner: &'static str,
        /// Number of its cards.
        count: usize,
        /// Number of cards that fit.
        slots: usize,
    },
}

impl Encoding {
    /// Every legal action, sorted by index; none if nobody must choose.
    pub fn actions(
        &self,
        program: &Program,
        position: &Position,
    ) -> Result<Vec<Action>, Unencodable> {
        let Decision::Choose { seat, .. } = position.decision() else {
            return Ok(Vec::new());
        };
        let choices = position.choices_seen(program, "");
        let mut actions: Vec<(Action, String)> = Vec::new();
        let mut rest = 0;
        for (number, choice) in choices.iter().enumerate() {
            let group = self.group_of(choice)?;
            match &group.sort {
                Sort::Pass => actions.push(group.action(0, vec![number], choice)?),
                Sort::Rest => {
                    actions.push(group.action(rest, vec![number], choice)?);
                    rest += 1;
                }
                Sort::Moves {
                    card, target: None, ..
                } => {
                    let slot = group.slot(card, seat, choice, position, program)?;
                    actions.push(group.action(slot, vec![number], choice)?);
                }
                Sort::Moves {
                    card,
                    target: Some((name, place)),
                    ..
                } => {
                    let slot = group.slot(card, seat, choice, position, program)?;
                    let after = played(program, position, number);
                    let targets = targets(program, &after, seat, name).ok_or_else(|| {
                        Unencodable::NoTarget {
                            choice: told(choice),
                            target: name.clone(),
                        }
                    })?;
                    for (second, target) in targets.iter().enumerate() {
                        let inner = group.slot(place, seat, target, &after, program)?;
                        let slot = slot * place.slots + inner;
                        actions.push(group.action(slot, vec![number, second], target)?);
                    }
                }
            }
        }
        sorted(actions)
    }

    /// The choices that an index stands for; nothing if it is not legal.
    pub fn choices(
        &self,
        program: &Program,
        position: &Position,
        index: usize,
    ) -> Result<Option<Vec<usize>>, Unencodable> {
        let actions = self.actions(program, position)?;
        let found = actions.into_iter().find(|action| action.index == index);
        Ok(found.map(|action| action.choices))
    }

    /// The legal indices.
    pub fn mask(&self, program: &Program, position: &Position) -> Result<Vec<bool>, Unencodable> {
        let mut mask = vec![false; self.action_count()];
        for action in self.actions(program, position)? {
            mask[action.index] = true;
        }
        Ok(mask)
    }

    fn group_of(&self, choice: &ChoiceSeen) -> Result<&Group, Unencodable> {
        let is_for = |group: &&Group| match (&group.sort, choice.kind) {
            (Sort::Pass, ChoiceKind::Pass | ChoiceKind::Done) => true,
            (Sort::Moves { moves, .. }, ChoiceKind::Move) => moves.contains(&choice.name.id),
            (Sort::Pass | Sort::Moves { .. } | Sort::Rest, _) => false,
        };
        let is_rest = |group: &&Group| matches!(group.sort, Sort::Rest);
        let groups = || self.groups.iter();
        let found = groups().find(is_for).or_else(|| groups().find(is_rest));
        found.ok_or_else(|| Unencodable::NoGroup {
            choice: told(choice),
        })
    }
}

impl Group {
    fn action(
        &self,
        slot: usize,
        choices: Vec<usize>,
        choice: &ChoiceSeen,
    ) -> Result<(Action, String), Unencodable> {
        let slots = self.indices.len();
        if slot >= slots {
            return Err(self.no_slot(slots, slot, choice));
        }
        let index = self.indices.start + slot;
        Ok((Action { index, choices }, told(choice)))
    }

    /// The slot of the card of a choice: how many cards have been in its zone for longer.
    fn slot(
        &self,
        place: &Place,
        seat: Seat,
        choice: &ChoiceSeen,
        position: &Position,
        program: &Program,
    ) -> Result<usize, Unencodable> {
        let elsewhere = || Unencodable::Elsewhere {
            group: self.name.clone(),
            zone: place.zone.clone(),
            owner: place.owner.word(),
            choice: told(choice),
        };
        let Value::Card(card) = &choice.value else {
            return Err(elsewhere());
        };
        let pile = &card.pile;
        if pile.zone.id != place.zone || !place.owner.is(seat.0, pile.owner) {
            return Err(elsewhere());
        }
        let from_top = usize::from(card.position.ok_or_else(elsewhere)?);
        let count = cards_in(program, position, &place.zone, pile.owner);
        let slot = count.saturating_sub(from_top + 1);
        if slot >= place.slots {
            return Err(self.no_slot(place.slots, slot, choice));
        }
        Ok(slot)
    }

    fn no_slot(&self, slots: usize, slot: usize, choice: &ChoiceSeen) -> Unencodable {
        Unencodable::NoSlot {
            group: self.name.clone(),
            slots,
            slot,
            choice: told(choice),
        }
    }
}

/// Number of cards in a pile of a zone.
fn cards_in(program: &Program, position: &Position, zone: &str, owner: Option<u8>) -> usize {
    let mut zones = program.zones.iter();
    let Some(zone) = zones.find(|it| it.name.id == zone) else {
        return 0;
    };
    let mut piles = (zone.first..zone.first + zone.count).map(engine::ids::Pile);
    let pile = piles.find(|pile| program.piles[pile.index()].owner == owner);
    pile.map_or(0, |pile| position.cards(pile).count())
}

fn played(program: &Program, position: &Position, number: usize) -> Position {
    let mut after = position.clone();
    after.play_unchecked(program, number);
    after
}

/// The targets that are asked for after a move.
fn targets(program: &Program, after: &Position, seat: Seat, name: &str) -> Option<Vec<ChoiceSeen>> {
    let Decision::Choose { seat: asked, .. } = after.decision() else {
        return None;
    };
    let choices = after.choices_seen(program, "");
    let is_target =
        |choice: &ChoiceSeen| choice.kind == ChoiceKind::Target && choice.name.id == name;
    (asked == seat && choices.iter().all(is_target)).then_some(choices)
}

/// Sorted by index, of which there is one each.
fn sorted(mut actions: Vec<(Action, String)>) -> Result<Vec<Action>, Unencodable> {
    actions.sort_by_key(|(action, _)| action.index);
    for pair in actions.windows(2) {
        if pair[0].0.index == pair[1].0.index {
            return Err(Unencodable::Collision {
                index: pair[0].0.index,
                one: pair[0].1.clone(),
                other: pair[1].1.clone(),
            });
        }
    }
    Ok(actions.into_iter().map(|(action, _)| action).collect())
}

/// A choice in words.
fn told(choice: &ChoiceSeen) -> String {
    let of = match &choice.value {
        Value::Card(card) => match &card.look.face {
            Some(face) => format!(" with `{}`", face.name.id),
            None => format!(" with a card of `{}`", card.pile.zone.id),
        },
        _ => String::new(),
    };
    format!("`{}`{of}", choice.name.id)
}
