//! Abilities that are used at most once in a time.
//!
//! The count of a card is a mark, so that a card which leaves play and comes back is counted from 0 again. The
//! abilities of one card have marks of their own; those of different cards share them.

use cgml::model::{Often, OnceScope};
use engine::ids::{Cell, Slot};
use engine::op::Builder;
use engine::program::{Text, ValueKind};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::layout::marks::NewMark;

/// Storage for the uses of an ability.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Noted {
    /// In a mark of the card.
    Mark(Cell),
    /// In cells: for each player one for each name of a card that has it.
    Cells(Cell),
}

impl Compiler<'_> {
    /// Lays out where the uses of abilities are noted.
    pub(crate) fn lay_out_once(&mut self) {
        let mut known: Vec<(Often, usize, Cell)> = Vec::new();
        for number in 0..self.abilities.carried.len() {
            let Some((often, per)) = self.abilities.carried[number].ability.once_per else {
                continue;
            };
            let noted = match per {
                OnceScope::Name | OnceScope::Player => {
                    let names = match per {
                        OnceScope::Name => self.abilities.carried[number].cards.len(),
                        OnceScope::Player | OnceScope::Card | OnceScope::Ability => 1,
                    };
                    let count = usize::from(self.plan.setting.players) * names;
                    let first = self.once_cell(often);
                    for _ in 1..count {
                        self.once_cell(often);
                    }
                    Noted::Cells(first)
                }
                OnceScope::Card | OnceScope::Ability => {
                    let place = match per {
                        OnceScope::Card => 0,
                        OnceScope::Ability | OnceScope::Name | OnceScope::Player => {
                            1 + self.place_among_once(number)
                        }
                    };
                    let found = known
                        .iter()
                        .find(|(of, at, _)| *of == often && *at == place);
                    let first = match found {
                        Some((_, _, first)) => *first,
                        None => {
                            let first = self.new_once_mark(often);
                            known.push((often, place, first));
                            first
                        }
                    };
                    Noted::Mark(first)
                }
            };
            self.abilities.noted.insert(number, noted);
        }
    }

    /// The position of an ability among those of its cards that are used once.
    fn place_among_once(&self, number: usize) -> usize {
        let own = &self.abilities.carried[number];
        let before = self.abilities.carried[..number].iter();
        let alike = before.filter(|carried| {
            matches!(carried.ability.once_per, Some((_, OnceScope::Ability)))
                && carried.cards.iter().any(|card| own.cards.contains(card))
        });
        alike.count()
    }

    fn new_once_mark(&mut self, often: Often) -> Cell {
        let mark = NewMark {
            name: Text {
                id: "used".to_owned(),
                texts: Vec::new(),
            },
            sort: ValueKind::Number,
            start: vec![0; self.plan.program.cards.len()],
            hidden: false,
            internal: true,
            ..NewMark::default()
        };
        let first = self.new_mark(mark);
        match often {
            Often::Turn => self.abilities.marks_once.0.push(first),
            Often::Phase => self.abilities.marks_once.1.push(first),
            Often::Game => {}
            Often::Duration(id) => self.abilities.marks_once.2.push((id.0 as usize, first)),
        }
        first
    }

    /// The register that says which cell counts a use for the controller and name of a card.
    fn once_place(&mut self, number: usize, scope: &Scope) -> (Slot, u16) {
        let acting = self.acting(scope);
        let seat = self.slot(acting);
        let carried = &self.abilities.carried[number];
        let players = u16::from(self.plan.setting.players);
        let per = carried.ability.once_per.map(|(_, per)| per);
        let names = carried.cards.len();
        if per != Some(OnceScope::Name) || names < 2 {
            return (seat, players);
        }
        let places = self.game.cards.pairs().map(|(id, _)| {
            let place = carried.cards.iter().position(|card| *card == id);
            place.map_or(engine::ids::NOTHING, |place| {
                place as i64 * i64::from(players)
            })
        });
        let places = places.collect();
        let list = self.code.constant(places);
        let card = self.slot(scope.this.unwrap_or(Value::Known(engine::ids::NOTHING)));
        let to = self.code.slot();
        let column = self.plan.layout.kinds;
        self.code.print(to, column, card);
        self.code.look_up(to, list, to);
        self.code.add(to, to, seat);
        (to, players * names as u16)
    }

    /// An ability was not used yet, as far as it may be used once.
    pub(crate) fn require_ability_unused(
        &mut self,
        number: usize,
        scope: &Scope,
        otherwise: Label,
    ) {
        let Some(noted) = self.abilities.noted.get(&number).copied() else {
            return;
        };
        let taken = self.code.taken();
        let a = match noted {
            Noted::Mark(first) => {
                let this = scope.this.unwrap_or(Value::Known(engine::ids::NOTHING));
                let value = self.mark(first, this);
                self.slot(value)
            }
            Noted::Cells(first) => {
                let (index, count) = self.once_place(number, scope);
                let to = self.code.slot();
                self.code.load_at(to, first, index, count);
                to
            }
        };
        self.code.unless_is(a, 0, otherwise);
        self.code.free(taken);
    }

    /// An ability is used.
    pub(crate) fn use_up_ability(&mut self, number: usize, scope: &Scope) {
        let Some(noted) = self.abilities.noted.get(&number).copied() else {
            return;
        };
        let taken = self.code.taken();
        let done = self.code.label();
        match noted {
            Noted::Mark(first) => {
                let this = scope.this.unwrap_or(Value::Known(engine::ids::NOTHING));
                self.set_mark(first, this, Value::Known(1), done);
            }
            Noted::Cells(first) => {
                let (index, count) = self.once_place(number, scope);
                let from = self.slot(Value::Known(1));
                self.code.store_at(first, index, count, from, done);
            }
        }
        self.code.bind(done);
        self.code.free(taken);
    }
}
