//! Everything that one seat may know of a position.
//!
//! Two positions that differ only in what a seat may not know give equal views. Players, people and the
//! network encoding receive views, never positions.

use serde::{Deserialize, Serialize};

use crate::current_values::Present;
use crate::event::Scene;
use crate::fault::Fault;
use crate::ids::{AskId, Card, Cell, Pile, Seat, is_missing};
use crate::position::{Choice, Decision, Position};
use crate::program::{PendingInfo, PendingOrder, PresentOf, Program, ValueKind, ZoneInfo, cells};
use crate::seen::{CardSeen, ChoiceSeen, Eyes, Look, Named, Value};
use crate::table::Table;

/// View of one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The viewer; nobody if the view shows everything.
    pub seat: Option<u8>,
    /// Current state of the flow; `None` before the first one.
    pub state: Option<Named>,
    /// Current phase; `None` outside of phases.
    pub phase: Option<Named>,
    /// The number of turns that have begun, less one.
    pub turn: i64,
    /// The current player; nobody before the first turn.
    pub current: Option<u8>,
    /// All zones that are not internal, in the order of the game.
    pub zones: Vec<ZoneSeen>,
    /// The variables that the seat may see.
    pub variables: Vec<VariableSeen>,
    /// The effects that wait, in the order in which they will be resolved as things are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<PendingSeen>,
    /// The decision that the game waits for.
    pub decision: DecisionSeen,
}

/// Visible part of a zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneSeen {
    /// Name of the zone.
    pub name: Named,
    /// Its piles, one for each owner.
    pub piles: Vec<PileSeen>,
}

/// Visible part of a pile: the cards of a zone that one owner has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PileSeen {
    /// Seat of its owner, if it belongs to a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<u8>,
    /// Number of the team, if it belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<u8>,
    /// The number of cards, if the seat may know.
    pub count: Option<u16>,
    /// True if the cards are listed as they lie, the top one first. Otherwise those that the seat knows come
    /// first, sorted, and then the backs; nothing is said of where they lie.
    pub in_order: bool,
    /// The cards; without a count only those that the seat knows.
    pub cards: Vec<Look>,
}

/// A variable of the table or of one owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariableSeen {
    /// Name of the variable.
    pub name: Named,
    /// Seat of its owner, if it belongs to a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<u8>,
    /// Number of the team, if it belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<u8>,
    /// True if the table shows it beside the players.
    pub shown: bool,
    /// Value at present, effects included.
    pub value: Value,
}

/// An effect that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingSeen {
    /// Its name, if the seat knows its card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Named>,
    /// Card that the effect belongs to, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<CardSeen>,
    /// Seat that controls the effect.
    pub player: u8,
    /// True if it was cancelled and will do nothing.
    #[serde(default)]
    pub cancelled: bool,
}

/// The decision that the game waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DecisionSeen {
    /// A seat must choose.
    Choose {
        /// Seat that must choose.
        seat: u8,
        /// The question; empty for those who may not know the card that it is about.
        prompt: Named,
        /// The rule, move or definition that asks.
        part: String,
        /// The card that it is about, for those who know it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<Box<CardSeen>>,
        /// True if nobody else learns the answer before all have answered.
        secret: bool,
        /// The choices, for the seat that chooses: an answer is a position in this list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        choices: Option<Vec<ChoiceSeen>>,
    },
    /// Chance must decide.
    Chance,
    /// Nothing: what was chosen is being executed.
    Nothing,
    /// The game is over.
    Over {
        /// Seats that have won; empty if nobody has.
        winners: Vec<u8>,
        /// The score of each seat.
        scores: Vec<i64>,
        /// Reason in the author's words, if the game gives one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// The game was stopped.
    Stopped {
        /// Message of the fault, for people.
        message: String,
    },
}

impl Position {
    /// View of a seat, with texts in the game's first language.
    pub fn view(&self, program: &Program, seat: Seat) -> View {
        self.view_in(program, seat, "")
    }

    /// View of a seat, with texts in a language.
    pub fn view_in(&self, program: &Program, seat: Seat, language: &str) -> View {
        self.seen_by(self.eyes(program, Some(seat), language))
    }

    /// Everything, whoever may see it: for those who look at a game that they do not play.
    pub fn open_view(&self, program: &Program, language: &str) -> View {
        self.seen_by(self.eyes(program, None, language))
    }

    fn seen_by(&self, eyes: Eyes<'_>) -> View {
        eyes.view(&self.present(eyes), self.decision_seen(eyes))
    }

    /// The choices, as the seat that chooses sees them; none if nobody must choose.
    pub fn choices_seen(&self, program: &Program, language: &str) -> Vec<ChoiceSeen> {
        let Decision::Choose { seat, choices, .. } = self.decision() else {
            return Vec::new();
        };
        self.eyes(program, Some(seat), language).choices(choices)
    }

    pub(crate) fn eyes<'a>(
        &'a self,
        program: &'a Program,
        seat: Option<Seat>,
        language: &'a str,
    ) -> Eyes<'a> {
        Eyes {
            program,
            table: &self.table,
            lists: &self.lists,
            seat,
            language,
        }
    }

    fn decision_seen(&self, eyes: Eyes<'_>) -> DecisionSeen {
        match self.decision() {
            Decision::Choose { seat, ask, choices } => choose(eyes, seat, ask, choices),
            Decision::Chance { .. } => DecisionSeen::Chance,
            Decision::Over => DecisionSeen::Over {
                winners: self.winners(eyes.program),
                scores: self.scores(eyes.program).to_vec(),
                reason: eyes.reason(),
            },
            Decision::Fault(fault) => stopped(eyes.program, fault),
        }
    }

    /// The seats that have won.
    pub fn winners(&self, program: &Program) -> Vec<u8> {
        let seats = 0..program.seats;
        seats.filter(|seat| self.has_won(Seat(*seat))).collect()
    }

    /// Reason for the end of the game, as a position in the reasons of its program.
    pub fn reason(&self, program: &Program) -> Option<usize> {
        reason(program, &self.table)
    }
}

/// Reason for the end of the game, as a position in the reasons of its program.
fn reason(program: &Program, table: &Table) -> Option<usize> {
    let number = table.cells[program.reason?.index()];
    usize::try_from(number).ok()?.checked_sub(1)
}

fn choose(eyes: Eyes<'_>, seat: Seat, ask: AskId, choices: &[Choice]) -> DecisionSeen {
    let info = &eyes.program.asks[ask.index()];
    let may_know = eyes.may_know_question(seat, info);
    let about = eyes.asked_about(info).filter(|_| may_know);
    DecisionSeen::Choose {
        seat: seat.0,
        prompt: eyes.prompt(seat, info),
        part: if may_know {
            info.part.clone()
        } else {
            String::new()
        },
        about: about.map(|card| Box::new(eyes.card(card))),
        secret: info.secret,
        choices: eyes
            .seat
            .is_none_or(|own| own == seat)
            .then(|| eyes.choices(choices)),
    }
}

fn stopped(program: &Program, fault: &Fault) -> DecisionSeen {
    DecisionSeen::Stopped {
        message: fault.message(program),
    }
}

impl Scene<'_> {
    /// View of a seat in the middle of an effect, or of everything. What effects change as long as they last
    /// is evaluated only where the game waits: here values are as they are printed and set.
    pub fn view(&self, seat: Option<Seat>, language: &str) -> View {
        let eyes = Eyes {
            program: self.program,
            table: self.table,
            lists: self.lists,
            seat,
            language,
        };
        eyes.view(&Present::default(), DecisionSeen::Nothing)
    }
}

impl Eyes<'_> {
    fn view(&self, present: &Present, decision: DecisionSeen) -> View {
        let cell = |cell: Cell| self.table.cells[cell.index()];
        let named = |value| match value {
            Value::Phase(name) | Value::State(name) => Some(name),
            _ => None,
        };
        let turn = cell(cells::TURN);
        let zones = self.program.zones.iter().filter(|zone| !zone.internal);
        View {
            seat: self.seat.map(|seat| seat.0),
            state: named(self.value(ValueKind::State, cell(cells::STATE))),
            phase: named(self.value(ValueKind::Phase, cell(cells::PHASE))),
            turn,
            current: (turn >= 0).then(|| cell(cells::CURRENT) as u8),
            zones: zones.map(|zone| self.zone(zone, present)).collect(),
            variables: self.variables(present),
            pending: self.pending(),
            decision,
        }
    }

    fn zone(&self, zone: &ZoneInfo, present: &Present) -> ZoneSeen {
        let piles = zone.first..zone.first + zone.count;
        ZoneSeen {
            name: self.named(&zone.name),
            piles: piles
                .map(|pile| self.pile_seen(Pile(pile), present))
                .collect(),
        }
    }

    fn pile_seen(&self, pile: Pile, present: &Present) -> PileSeen {
        let info = &self.program.piles[pile.index()];
        let counts = self.can_count(pile);
        let in_order = self.sees_places(pile);
        let mut cards: Vec<Card> = self
            .table
            .cards_of(pile)
            .filter(|card| counts || self.knows(*card))
            .collect();
        if !in_order {
            cards.sort_by_key(|card| self.sorted(*card));
        }
        PileSeen {
            owner: info.owner,
            team: info.team,
            count: counts.then(|| self.table.piles[pile.index()].count),
            in_order,
            cards: cards
                .into_iter()
                .map(|card| self.look_now(card, present))
                .collect(),
        }
    }

    /// A card with what effects have changed.
    fn look_now(&self, card: Card, present: &Present) -> Look {
        let mut look = self.look(card);
        for (info, value) in present.of(self.program, card.index()) {
            match info.of {
                PresentOf::Value => {
                    let value = match info.sort {
                        // Nothing is said of a card that another one would be said of.
                        ValueKind::Card => continue,
                        sort => self.value(sort, value),
                    };
                    look.now.insert(info.name.id.clone(), value);
                }
                PresentOf::Keyword if value == 1 => look.keywords.push(self.named(&info.name)),
                PresentOf::Keyword | PresentOf::Variable(_) | PresentOf::Computed(_) => {}
            }
        }
        look
    }

    /// The effects that wait, those that come first at the front.
    fn pending(&self) -> Vec<PendingSeen> {
        let tables = self.program.pending.iter();
        tables.flat_map(|table| self.pending_of(table)).collect()
    }

    fn pending_of(&self, table: &PendingInfo) -> Vec<PendingSeen> {
        let cell = |first: Cell, row: usize| self.table.cells[first.index() + row];
        let count = self.table.cells[table.count.index()].max(0) as usize;
        let mut rows: Vec<usize> = (0..count).collect();
        match &table.order {
            PendingOrder::LastFirst => rows.reverse(),
            PendingOrder::ByRank { ranks, first_seat } => rows.sort_by_key(|row| {
                let since = table.since.map(|since| cell(since, *row));
                // The rank of an effect could tell which one it is.
                let what = cell(table.what, *row) as usize;
                let is_known = self.knows_card(cell(table.card, *row));
                let rank = ranks.get(what).filter(|_| is_known);
                let rank = rank.or(ranks.iter().min()).copied();
                let seat = first_seat.map(|first| {
                    let current = self.table.cells[cells::CURRENT.index()] + i64::from(first);
                    let after = cell(table.player, *row) - current;
                    after.rem_euclid(i64::from(self.program.seats.max(1)))
                });
                (since, rank, seat)
            }),
        }
        let seen = |row: usize| {
            let card = cell(table.card, row);
            let name = table.names.get(cell(table.what, row) as usize);
            PendingSeen {
                name: name
                    .filter(|_| self.knows_card(card))
                    .map(|name| self.named(name)),
                card: (!is_missing(card)).then(|| self.card(Card(card as u16))),
                player: cell(table.player, row) as u8,
                cancelled: table.cancelled.is_some_and(|first| cell(first, row) == 1),
            }
        };
        rows.into_iter().map(seen).collect()
    }

    /// True if the seat knows a card; there is nothing to know of none.
    fn knows_card(&self, card: i64) -> bool {
        is_missing(card) || self.knows(Card(card as u16))
    }

    /// The order in which cards are listed where nobody sees how they lie: it depends on what the seat knows
    /// and on nothing else.
    fn sorted(&self, card: Card) -> (bool, u16, u16, u16, Vec<i64>) {
        let info = &self.program.cards[card.index()];
        let face = self.table.cards[card.index()].face;
        let is_known = self.knows(card);
        let marks = self.marks_seen(is_known);
        let marks = marks.map(|(mark, _)| self.table.cells[mark.first.index() + card.index()]);
        let marks = marks.collect();
        if is_known {
            (false, info.kind, info.back, face, marks)
        } else {
            (true, 0, info.back, face, marks)
        }
    }

    /// Reason for the end of the game, in the viewer's language.
    pub(crate) fn reason(&self) -> Option<String> {
        let number = reason(self.program, self.table)?;
        let text = self.program.reasons.get(number)?;
        Some(text.of(self.language).to_owned())
    }

    fn variables(&self, present: &Present) -> Vec<VariableSeen> {
        let mut seen = Vec::new();
        let variables = self.program.variables.iter().enumerate();
        for (at, variable) in variables.filter(|(_, variable)| !variable.of_cards) {
            for owner in 0..usize::from(variable.owners.max(1)) {
                if !self.sees_variable(variable, owner) {
                    continue;
                }
                let number = (variable.owners > 0).then_some(owner as u8);
                let of = PresentOf::Variable(at as u16);
                let mut changed = present.of(self.program, owner);
                let changed = changed.find(|(info, _)| info.of == of);
                seen.push(VariableSeen {
                    name: self.named(&variable.name),
                    owner: number.filter(|_| !variable.of_teams),
                    team: number.filter(|_| variable.of_teams),
                    shown: variable.shown,
                    value: match changed {
                        Some((info, value)) => self.value(info.sort, value),
                        None => self.variable(variable, owner),
                    },
                });
            }
        }
        seen.extend(self.computed(present));
        seen
    }

    /// The variables that are evaluated whenever they are read, as far as the table shows them.
    fn computed(&self, present: &Present) -> Vec<VariableSeen> {
        let mut seen = Vec::new();
        for (at, info) in self.program.present.iter().enumerate() {
            let PresentOf::Computed(computed) = info.of else {
                continue;
            };
            for owner in 0..usize::from(computed.owners.max(1)) {
                let sees = |seat: Seat| {
                    !computed.secret && (!computed.hidden || usize::from(seat.0) == owner)
                };
                let value = present
                    .value(at, owner)
                    .filter(|_| self.seat.is_none_or(sees));
                let Some(value) = value else {
                    continue;
                };
                let number = (computed.owners > 0).then_some(owner as u8);
                seen.push(VariableSeen {
                    name: self.named(&info.name),
                    owner: number.filter(|_| !computed.of_teams),
                    team: number.filter(|_| computed.of_teams),
                    shown: true,
                    value: self.value(info.sort, value),
                });
            }
        }
        seen
    }

    /// The choices, with numbers for cards of which only the back is seen. Where the seat sees which card lies
    /// where, a card has the number of its place.
    fn choices(&self, choices: &[Choice]) -> Vec<ChoiceSeen> {
        let mut seen: Vec<ChoiceSeen> = choices.iter().map(|choice| self.choice(choice)).collect();
        for at in 0..seen.len() {
            let Some((zone, owner)) = back(&seen[at]) else {
                continue;
            };
            let earlier = seen[..at].iter().filter(|choice| {
                back(choice).is_some_and(|other| other == (zone, owner))
                    && choice.name == seen[at].name
            });
            let number = earlier.count() as u16 + 1;
            if let Value::Card(card) = &mut seen[at].value {
                card.number = Some(card.position.map_or(number, |position| position + 1));
            }
        }
        seen
    }
}

/// Zone and owner of the pile of a card of which the choice shows only the back.
fn back(choice: &ChoiceSeen) -> Option<(&str, Option<u8>)> {
    match &choice.value {
        Value::Card(card) if card.look.face.is_none() => {
            Some((&card.pile.zone.id, card.pile.owner))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
