//! Views as vectors of numbers.

use std::collections::BTreeMap;

use engine::program::Program;
use engine::seen::{Look, Value};
use engine::view::{PileSeen, View};
use serde::{Deserialize, Serialize};

use super::{Encoding, Owner, Place, Unencodable};

/// One part of a vector.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum Part {
    /// Number of turns that have begun, divided by this.
    Turn { over: f32 },
    /// The place of the phase among these, from 0 to 1.
    Phase { phases: Vec<String> },
    /// 1 in the own turn, otherwise 0.
    MyTurn,
    /// Number of cards in a pile, divided by this; if there is an attribute, those that do not have it.
    Count {
        place: Place,
        without: Option<String>,
        over: f32,
    },
    /// Numbers of cards of a pile with each of the values of a property; the last is for cards with none.
    Sorts {
        place: Place,
        property: String,
        values: Vec<String>,
    },
    /// The cards of a pile, each as several numbers; 0 where there is no card.
    Cards {
        place: Place,
        newest: bool,
        each: Vec<String>,
    },
}

impl Part {
    pub(super) fn length(&self) -> usize {
        match self {
            Self::Turn { .. } | Self::Phase { .. } | Self::MyTurn | Self::Count { .. } => 1,
            Self::Sorts { values, .. } => values.len() + 1,
            Self::Cards { place, each, .. } => place.slots * each.len(),
        }
    }
}

/// Printed values of the cards of the game: everybody may know them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Cards {
    /// Numbers and truth values by card and property.
    pub(super) numbers: BTreeMap<String, BTreeMap<String, f32>>,
    /// Attributes at the beginning.
    pub(super) defaults: BTreeMap<String, f32>,
    /// Words by card and property.
    pub(super) words: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

impl Encoding {
    /// The vector of a seat's view. It is the same for all positions that give the seat this view.
    pub fn observe(&self, view: &View) -> Result<Vec<f32>, Unencodable> {
        let mut vector = Vec::with_capacity(self.length());
        for part in &self.parts {
            self.observe_part(part, view, &mut vector)?;
        }
        Ok(vector)
    }

    /// The vector of what a seat sees of a position.
    pub fn observe_position(
        &self,
        program: &Program,
        position: &engine::position::Position,
        seat: engine::ids::Seat,
    ) -> Result<Vec<f32>, Unencodable> {
        self.observe(&position.view(program, seat))
    }

    fn observe_part(
        &self,
        part: &Part,
        view: &View,
        vector: &mut Vec<f32>,
    ) -> Result<(), Unencodable> {
        match part {
            Part::Turn { over } => vector.push(view.turn as f32 / over),
            Part::MyTurn => vector.push(truth(view.current == view.seat)),
            Part::Phase { phases } => {
                let phase = view.phase.as_ref().map(|phase| phase.id.as_str());
                let at = phases.iter().position(|it| Some(it.as_str()) == phase);
                let last = phases.len().saturating_sub(1).max(1);
                vector.push(at.map_or(0.0, |at| at as f32 / last as f32));
            }
            Part::Count {
                place,
                without,
                over,
            } => {
                let pile = pile(view, place);
                let count = match without {
                    None => pile.and_then(|pile| pile.count).unwrap_or(0).into(),
                    Some(mark) => looks(pile)
                        .filter(|look| mark_of(look, mark) == 0.0)
                        .count(),
                };
                vector.push(count as f32 / over);
            }
            Part::Sorts {
                place,
                property,
                values,
            } => self.sorts(pile(view, place), property, values, vector),
            Part::Cards {
                place,
                newest,
                each,
            } => self.slots(pile(view, place), place, *newest, each, vector)?,
        }
        Ok(())
    }

    fn sorts(
        &self,
        pile: Option<&PileSeen>,
        property: &str,
        values: &[String],
        vector: &mut Vec<f32>,
    ) {
        let mut counts = vec![0.0; values.len() + 1];
        for face in looks(pile).filter_map(|look| look.face.as_ref()) {
            let words = self.cards.words.get(&face.name.id);
            let words = words.and_then(|words| words.get(property));
            let words = words.map_or(&[][..], Vec::as_slice);
            if words.is_empty() {
                counts[values.len()] += 1.0;
            }
            for word in words {
                if let Some(at) = values.iter().position(|value| value == word) {
                    counts[at] += 1.0;
                }
            }
        }
        vector.extend(counts);
    }

    /// Cards that a seat does not know are 0, as where there is none.
    fn slots(
        &self,
        pile: Option<&PileSeen>,
        place: &Place,
        newest: bool,
        each: &[String],
        vector: &mut Vec<f32>,
    ) -> Result<(), Unencodable> {
        let count = looks(pile).count();
        if count > place.slots && !newest {
            return Err(Unencodable::NoRoom {
                zone: place.zone.clone(),
                owner: place.owner.word(),
                count,
                slots: place.slots,
            });
        }
        let end = vector.len() + place.slots * each.len();
        // The top card, which came last, is listed first.
        let cards: Vec<&Look> = match newest {
            true => looks(pile).take(place.slots).collect(),
            false => looks(pile).collect::<Vec<_>>().into_iter().rev().collect(),
        };
        for look in cards {
            vector.extend(each.iter().map(|what| self.number(look, what)));
        }
        vector.resize(end, 0.0);
        Ok(())
    }

    /// Value of an attribute or a property of a card.
    fn number(&self, look: &Look, what: &str) -> f32 {
        if look.marks.contains_key(what) {
            return mark_of(look, what);
        }
        let Some(face) = &look.face else {
            return 0.0;
        };
        if let Some(default) = self.cards.defaults.get(what) {
            return *default;
        }
        let printed = self.cards.numbers.get(&face.name.id);
        let number = printed.and_then(|printed| printed.get(what));
        number.copied().unwrap_or(0.0)
    }
}

fn pile<'v>(view: &'v View, place: &Place) -> Option<&'v PileSeen> {
    let zone = view.zones.iter().find(|zone| zone.name.id == place.zone)?;
    let seat = view.seat.unwrap_or(0);
    let mut piles = zone.piles.iter();
    piles.find(|pile| match place.owner {
        Owner::Table => true,
        Owner::Me | Owner::Opponent => place.owner.is(seat, pile.owner),
    })
}

fn looks(pile: Option<&PileSeen>) -> impl Iterator<Item = &Look> {
    pile.into_iter().flat_map(|pile| &pile.cards)
}

/// A mark on a card, as a number; 0 as long as it is as at the beginning.
fn mark_of(look: &Look, mark: &str) -> f32 {
    match look.marks.get(mark) {
        Some(Value::Truth(is_so)) => truth(*is_so),
        Some(Value::Number(number)) => *number as f32,
        Some(_) | None => 0.0,
    }
}

fn truth(is_so: bool) -> f32 {
    if is_so { 1.0 } else { 0.0 }
}
