//! Tellings: the events that each seat is told while a game runs.
//!
//! A [`Telling`] watches a game and writes down for each seat what it notices at the moment it happens: the
//! face of a card only if the seat knows it before or after, where it lies only in piles that the seat sees
//! into, secret answers only as "has chosen". What a seat cannot notice at all is not told, such as a move
//! between two piles of which it does not even know how many cards they hold. Which rule runs is not told
//! either: it may have run because of something hidden.

use serde::{Deserialize, Serialize};

use crate::event::{Event, Scene, Watch};
use crate::ids::{Card, Cell, Pile, Seat};
use crate::program::{Program, VariableInfo, cells};
use crate::seen::{CardSeen, ChoiceSeen, Eyes, Look, Named, PileName, Value};

/// Something that a seat notices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatEvent {
    /// A card went from one pile to another.
    Moved {
        /// The seat's view of it.
        card: Look,
        /// Pile that it left, if the seat may know.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<PileName>,
        /// Pile that it came to, if the seat may know.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<PileName>,
        /// Its position from the top there, if the seat sees it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<u16>,
    },
    /// A pile was shuffled.
    Shuffled {
        /// The pile that was shuffled.
        pile: PileName,
    },
    /// The cards of a pile were put into another order, or exchanged.
    Arranged {
        /// The pile in its new order.
        pile: PileName,
    },
    /// A card shows another face.
    Flipped {
        /// The card with the face that it shows now.
        card: CardSeen,
    },
    /// A card was shown to seats.
    Revealed {
        /// The card that was shown.
        card: CardSeen,
        /// Seats that know the card from now on.
        seats: Vec<u8>,
    },
    /// Seats know a card no more.
    Concealed {
        /// The card that was hidden.
        card: CardSeen,
        /// Seats that no longer know the card.
        seats: Vec<u8>,
    },
    /// A variable has another value.
    Changed {
        /// Name of the variable.
        name: Named,
        /// Seat of its owner, if it belongs to a player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<u8>,
        /// Number of the team, if it belongs to one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        team: Option<u8>,
        /// Value after the change.
        value: Value,
    },
    /// A mark of a card has changed: an attribute, a counter, a link.
    Marked {
        /// The card with its marks after the change.
        card: CardSeen,
        /// Name of the mark.
        name: Named,
        /// Value after the change.
        value: Value,
    },
    /// A state was entered.
    EnteredState {
        /// State that begins.
        state: Named,
    },
    /// A phase was entered.
    EnteredPhase {
        /// Phase that begins.
        phase: Named,
    },
    /// A turn of a player began.
    BeganTurn {
        /// Seat whose turn it is.
        player: u8,
    },
    /// A player answered a question.
    Chose {
        /// Seat that answered.
        player: u8,
        /// Question that was answered.
        prompt: Named,
        /// The choice, unless it is a secret.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        choice: Option<ChoiceSeen>,
    },
    /// Something else that the game tells.
    Told {
        /// Name of the thing.
        what: String,
    },
    /// The game is over.
    Ended {
        /// Seats that have won; empty if nobody has.
        winners: Vec<u8>,
        /// The score of each seat.
        scores: Vec<i64>,
        /// Reason in the author's words, if the game gives one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

/// Writes down what each seat is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Telling {
    language: String,
    seats: Vec<Vec<SeatEvent>>,
    /// The tellings to a viewer who sees everything, if there is one.
    open: Option<Vec<SeatEvent>>,
}

impl Telling {
    /// Nobody was told anything yet.
    pub fn new(program: &Program, language: &str) -> Self {
        Self {
            language: language.to_owned(),
            seats: vec![Vec::new(); usize::from(program.seats)],
            open: None,
        }
    }

    /// Tells besides what all seats are told to those who look on ([`Seat::ONLOOKER`]).
    #[must_use]
    pub fn with_onlookers(mut self) -> Self {
        self.seats.push(Vec::new());
        self
    }

    /// Tells everything to someone who looks at a game without playing, and nothing to the seats.
    pub fn open(language: &str) -> Self {
        Self {
            language: language.to_owned(),
            seats: Vec::new(),
            open: Some(Vec::new()),
        }
    }

    /// Takes the tellings to the viewer who sees everything since the last call.
    pub fn take_open(&mut self) -> Vec<SeatEvent> {
        self.open.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The tellings to a seat.
    pub fn told(&self, seat: Seat) -> &[SeatEvent] {
        &self.seats[self.list_of(seat)]
    }

    /// Takes the tellings to a seat since the last call.
    pub fn take(&mut self, seat: Seat) -> Vec<SeatEvent> {
        let list = self.list_of(seat);
        std::mem::take(&mut self.seats[list])
    }

    /// Those who look on come after the seats.
    fn list_of(&self, seat: Seat) -> usize {
        match seat {
            Seat::ONLOOKER => self.seats.len() - 1,
            seat => seat.index(),
        }
    }
}

impl Watch for Telling {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        let eyes = |seat| Eyes {
            program: scene.program,
            table: scene.table,
            lists: scene.lists,
            seat,
            language: &self.language,
        };
        for (seat, told) in self.seats.iter_mut().enumerate() {
            let seat = match seat < usize::from(scene.program.seats) {
                true => Seat(seat as u8),
                false => Seat::ONLOOKER,
            };
            told.extend(eyes(Some(seat)).told(scene, event));
        }
        if let Some(told) = &mut self.open {
            told.extend(eyes(None).told(scene, event));
        }
    }
}

impl Eyes<'_> {
    pub(crate) fn told(&self, scene: Scene<'_>, event: Event) -> Option<SeatEvent> {
        match event {
            Event::Moved { card, from, to } => self.moved(scene, card, from, to),
            Event::Shuffled { pile } => {
                let pile = self.counted(pile)?;
                Some(SeatEvent::Shuffled { pile })
            }
            Event::Arranged { pile } => {
                let pile = self.counted(pile)?;
                Some(SeatEvent::Arranged { pile })
            }
            Event::Flipped { card } => {
                let card = self.noticed(card, scene.known_before)?;
                Some(SeatEvent::Flipped { card })
            }
            // The choice of known cards that are shown again may follow from hidden cards.
            Event::Revealed { card, seats }
                if scene.known_before & seats == seats && !self.knows(card) =>
            {
                None
            }
            Event::Revealed { card, seats } => Some(SeatEvent::Revealed {
                card: self.noticed(card, 0)?,
                seats: self.listed(seats),
            }),
            Event::Concealed { card, seats } => Some(SeatEvent::Concealed {
                card: self.noticed(card, 0)?,
                seats: self.listed(seats),
            }),
            Event::Changed { cell, .. } => self.changed(cell),
            Event::EnteredState { state } => {
                let state = self.named(self.program.states.get(usize::from(state))?);
                Some(SeatEvent::EnteredState { state })
            }
            Event::EnteredPhase { phase } => {
                let phase = self.named(self.program.phases.get(usize::from(phase))?);
                Some(SeatEvent::EnteredPhase { phase })
            }
            Event::BeganTurn { seat } => Some(SeatEvent::BeganTurn { player: seat.0 }),
            // That it was executed may follow from something hidden.
            Event::StepFailed => None,
            Event::Chose { seat, ask, choice } => {
                let ask = &self.program.asks[ask.index()];
                let is_told = self.seat.is_none_or(|own| own == seat) || !ask.secret;
                Some(SeatEvent::Chose {
                    player: seat.0,
                    prompt: self.prompt(seat, ask),
                    choice: is_told.then(|| self.choice(&choice)),
                })
            }
            Event::Told { what, .. } => {
                let what = self.program.tellings.get(usize::from(what))?.clone();
                Some(SeatEvent::Told { what })
            }
            Event::Ended => Some(self.ended()),
        }
    }

    /// The name of a pile of which the seat notices what happens to it.
    fn counted(&self, pile: Pile) -> Option<PileName> {
        self.can_count(pile).then(|| self.pile(pile))
    }

    fn moved(&self, scene: Scene<'_>, card: Card, from: Pile, to: Pile) -> Option<SeatEvent> {
        let knew = self.has(scene.known_before);
        let knows = self.knows(card);
        let from = (knew || self.can_count(from)).then(|| self.pile(from));
        let to_name = (knows || self.can_count(to)).then(|| self.pile(to));
        if from.is_none() && to_name.is_none() {
            return None;
        }
        Some(SeatEvent::Moved {
            card: self.look_if(card, knew || knows),
            from,
            to: to_name,
            position: self.position(card),
        })
    }

    /// A card of which the seat notices what happens to it.
    fn noticed(&self, card: Card, known_before: u16) -> Option<CardSeen> {
        let is_known = self.knows(card) || self.has(known_before);
        let pile = self.table.pile_of(card);
        (is_known || self.can_count(pile)).then(|| self.card_if(card, is_known))
    }

    fn listed(&self, seats: u16) -> Vec<u8> {
        let all = 0..self.program.seats;
        all.filter(|seat| seats >> seat & 1 == 1).collect()
    }

    fn changed(&self, cell: Cell) -> Option<SeatEvent> {
        let (variable, owner) = self.program.variable_at(cell)?;
        if variable.of_cards {
            return self.marked(variable, Card(owner as u16));
        }
        if !self.sees_variable(variable, owner) {
            return None;
        }
        let number = (variable.owners > 0).then_some(owner as u8);
        Some(SeatEvent::Changed {
            name: self.named(&variable.name),
            owner: number.filter(|_| !variable.of_teams),
            team: number.filter(|_| variable.of_teams),
            value: self.variable(variable, owner),
        })
    }

    /// A change of a mark, if the seat sees it.
    fn marked(&self, variable: &VariableInfo, card: Card) -> Option<SeatEvent> {
        let is_known = self.knows(card);
        let is_seen = !variable.internal && (is_known || !variable.hidden);
        let seen = is_seen.then(|| self.noticed(card, 0)).flatten()?;
        Some(SeatEvent::Marked {
            card: seen,
            name: self.named(&variable.name),
            value: self.variable(variable, card.index()),
        })
    }

    fn ended(&self) -> SeatEvent {
        let values = &self.table.cells;
        let winners = values[cells::WINNERS.index()];
        let first = cells::SCORES.index();
        SeatEvent::Ended {
            winners: self.listed(winners as u16),
            scores: values[first..first + usize::from(self.program.seats)].to_vec(),
            reason: self.reason(),
        }
    }
}

#[cfg(test)]
mod tests;
