//! Cards and values as one seat sees them: what views and tellings are made of.
//!
//! A card is its place and, if the seat knows it, its face. The engine's own numbers of cards never leave
//! through here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{Card, Pile, Seat, is_missing};
use crate::lists::Lists;
use crate::position::Choice;
use crate::program::{
    AskInfo, CardReferences, ChoiceKind, MarkInfo, Program, Text, ValueKind, VariableInfo,
};
use crate::table::Table;

/// A name for machines and one for people.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Named {
    /// Identifier in the author's files, the same in every language.
    pub id: String,
    /// Name in the viewer's language.
    pub text: String,
}

/// The face of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Face {
    /// The kind of card: copies share it.
    pub kind: u16,
    /// Name of the card, shared by its copies.
    pub name: Named,
    /// Printed values by column name, without those that the card does not have.
    pub printed: BTreeMap<String, Value>,
}

/// View of a card, wherever it lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// Its face, if the seat knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<Face>,
    /// True if it lies face down.
    #[serde(default)]
    pub down: bool,
    /// The back that it has.
    #[serde(default)]
    pub back: u16,
    /// Its marks that are not the initial ones: attributes, counters, links.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<String, Value>,
    /// Current values that differ from the printed ones and the marks: those that effects have changed, and who
    /// controls it. Only in the zones of a view.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub now: BTreeMap<String, Value>,
    /// The keywords that it has at present and that are not printed on it. Only in the zones of a view.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<Named>,
}

/// Zone and owner of a pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PileName {
    /// Zone that the pile belongs to.
    pub zone: Named,
    /// Seat of its owner, if it belongs to a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<u8>,
    /// Number of the team, if it belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<u8>,
}

/// A card and where it lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardSeen {
    /// The view of it.
    #[serde(flatten)]
    pub look: Look,
    /// Pile that it lies in.
    pub pile: PileName,
    /// Its position from the top, if the seat sees where in the pile it lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<u16>,
    /// Its number among the backs that a choice offers, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
}

/// A value as a seat sees it; the wire form of the engine's plain numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// There is none.
    Nothing,
    /// Something that is not shown, because the game does not say what it is.
    Unknown,
    /// True or false.
    Truth(bool),
    /// A whole number, negative ones included.
    Number(i64),
    /// A word or text, as the author wrote it.
    Word(String),
    /// A card where it lies; its face only if the seat knows it.
    Card(Box<CardSeen>),
    /// A pile, by zone and owner.
    Pile(PileName),
    /// A player, by seat from 0.
    Player(u8),
    /// A team, by number from 0.
    Team(u8),
    /// A phase of a turn.
    Phase(Named),
    /// A state of the game's flow.
    State(Named),
    /// A kind of card, wherever copies of it are.
    Kind(Named),
    /// A list, in the order in which the game keeps it.
    List(Vec<Value>),
}

/// A choice, as the seat that makes it or another one sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceSeen {
    /// The kind of choice.
    pub kind: ChoiceKind,
    /// The move, target or question.
    pub name: Named,
    /// The card, player, number or other value.
    pub value: Value,
}

/// One seat's eyes on a table, or those of someone who sees everything.
#[derive(Clone, Copy)]
pub(crate) struct Eyes<'a> {
    pub program: &'a Program,
    pub table: &'a Table,
    pub lists: &'a Lists,
    pub seat: Option<Seat>,
    pub language: &'a str,
}

impl Eyes<'_> {
    pub(crate) fn has(&self, seats: u16) -> bool {
        match self.seat {
            None => true,
            Some(Seat::ONLOOKER) => {
                let all = (1_u16 << self.program.seats) - 1;
                seats & all == all
            }
            Some(seat) => seats >> seat.0 & 1 == 1,
        }
    }

    pub(crate) fn knows(&self, card: Card) -> bool {
        self.has(self.table.cards[card.index()].known)
    }

    pub(crate) fn can_count(&self, pile: Pile) -> bool {
        self.has(self.program.piles[pile.index()].counted)
    }

    /// True if the seat sees which card lies where: the order of a pile, or cards that lie open to it.
    pub(crate) fn sees_places(&self, pile: Pile) -> bool {
        let info = &self.program.piles[pile.index()];
        self.can_count(pile) && (info.ordered || self.has(info.seen[0]))
    }

    pub(crate) fn named(&self, text: &Text) -> Named {
        Named {
            id: text.id.clone(),
            text: text.of(self.language).to_owned(),
        }
    }

    pub(crate) fn pile(&self, pile: Pile) -> PileName {
        let info = &self.program.piles[pile.index()];
        PileName {
            zone: self.named(&self.program.zones[usize::from(info.zone)].name),
            owner: info.owner,
            team: info.team,
        }
    }

    pub(crate) fn look(&self, card: Card) -> Look {
        self.look_if(card, self.knows(card))
    }

    /// View of a card that the seat knows or not.
    pub(crate) fn look_if(&self, card: Card, is_known: bool) -> Look {
        Look {
            face: is_known.then(|| self.face(card)),
            down: self.table.cards[card.index()].face != 0,
            back: self.program.cards[card.index()].back,
            marks: self.marks(card, is_known),
            now: BTreeMap::new(),
            keywords: Vec::new(),
        }
    }

    /// The marks of a card, as far as the seat may see them.
    fn marks(&self, card: Card, is_known: bool) -> BTreeMap<String, Value> {
        let mut seen = BTreeMap::new();
        for (mark, variable) in self.marks_seen(is_known) {
            let value = self.table.cells[mark.first.index() + card.index()];
            if value != mark.start[card.index()] {
                let value = match variable.sort {
                    // A card that this one refers to may refer to this one.
                    ValueKind::Card => self.plain_card(value),
                    sort => self.value(sort, value),
                };
                seen.insert(variable.name.id.clone(), value);
            }
        }
        seen
    }

    /// The marks that are seen on a card which the seat knows or not.
    pub(crate) fn marks_seen(
        &self,
        is_known: bool,
    ) -> impl Iterator<Item = (&MarkInfo, &VariableInfo)> {
        self.program.marks.iter().filter_map(move |mark| {
            let variables = self.program.variables.iter();
            let variable = variables
                .filter(|variable| variable.of_cards)
                .find(|variable| variable.first == mark.first.0)?;
            let is_seen = !variable.internal && (is_known || !variable.hidden);
            is_seen.then_some((mark, variable))
        })
    }

    /// A card without what is on it.
    fn plain_card(&self, card: i64) -> Value {
        if is_missing(card) {
            return Value::Nothing;
        }
        let card = Card(card as u16);
        Value::Card(Box::new(CardSeen {
            look: Look {
                face: self.knows(card).then(|| self.face(card)),
                down: self.table.cards[card.index()].face != 0,
                back: self.program.cards[card.index()].back,
                marks: BTreeMap::new(),
                now: BTreeMap::new(),
                keywords: Vec::new(),
            },
            pile: self.pile(self.table.pile_of(card)),
            position: self.position(card),
            number: None,
        }))
    }

    fn face(&self, card: Card) -> Face {
        let info = &self.program.cards[card.index()];
        // The name is not printed twice, and values that it does not have are left out.
        let columns = self.program.columns.iter();
        let columns = columns.filter(|column| column.sort != ValueKind::Kind);
        let printed = columns.filter_map(|column| {
            let value = self.value(column.sort, column.values[card.index()]);
            let is_there = !matches!(value, Value::Nothing | Value::Unknown);
            is_there.then(|| (column.name.clone(), value))
        });
        Face {
            kind: info.kind,
            name: self.named(&info.name),
            printed: printed.collect(),
        }
    }

    pub(crate) fn card(&self, card: Card) -> CardSeen {
        self.card_if(card, self.knows(card))
    }

    pub(crate) fn card_if(&self, card: Card, is_known: bool) -> CardSeen {
        CardSeen {
            look: self.look_if(card, is_known),
            pile: self.pile(self.table.pile_of(card)),
            position: self.position(card),
            number: None,
        }
    }

    /// The position of a card from the top, if the seat sees it.
    pub(crate) fn position(&self, card: Card) -> Option<u16> {
        let pile = self.table.pile_of(card);
        if !self.sees_places(pile) {
            return None;
        }
        let position = self.table.cards_of(pile).position(|other| other == card);
        position.map(|position| position as u16)
    }

    /// A value of a register, a choice or what is printed. A list is one of the position's lists.
    pub(crate) fn value(&self, sort: ValueKind, value: i64) -> Value {
        if is_missing(value) {
            return Value::Nothing;
        }
        match sort {
            ValueKind::Cards => self.list(ValueKind::Card, self.lists.items(value)),
            ValueKind::Groups => self.list(ValueKind::Cards, self.lists.items(value)),
            ValueKind::List => self.list(ValueKind::Any, self.lists.items(value)),
            ValueKind::Any => Value::Unknown,
            ValueKind::Truth => Value::Truth(value != 0),
            ValueKind::Number => Value::Number(value),
            ValueKind::Word(set) => word(self.program.words.get(usize::from(set)), value),
            ValueKind::Text => word(Some(&self.program.texts), value),
            ValueKind::Card => {
                let card = Card(value as u16);
                Value::Card(Box::new(self.card(card)))
            }
            ValueKind::Pile => Value::Pile(self.pile(Pile(value as u16))),
            ValueKind::Player => Value::Player(value as u8),
            ValueKind::Team => Value::Team(value as u8),
            ValueKind::Phase => self.text(&self.program.phases, value, Value::Phase),
            ValueKind::State => self.text(&self.program.states, value, Value::State),
            ValueKind::Kind => self.kind(value),
        }
    }

    fn list(&self, sort: ValueKind, items: &[i64]) -> Value {
        Value::List(items.iter().map(|item| self.value(sort, *item)).collect())
    }

    fn text(&self, texts: &[Text], value: i64, as_value: fn(Named) -> Value) -> Value {
        let text = usize::try_from(value).ok().and_then(|at| texts.get(at));
        text.map_or(Value::Nothing, |text| as_value(self.named(text)))
    }

    fn kind(&self, value: i64) -> Value {
        let cards = &self.program.cards;
        let card = cards.iter().find(|card| i64::from(card.kind) == value);
        card.map_or(Value::Nothing, |card| Value::Kind(self.named(&card.name)))
    }

    /// The value of a variable of the table (0) or of an owner.
    pub(crate) fn variable(&self, variable: &VariableInfo, owner: usize) -> Value {
        let width = usize::from(variable.sort.cells());
        let first = usize::from(variable.first) + owner * width;
        let cells = &self.table.cells;
        if width == 1 {
            return self.value(variable.sort, cells[first]);
        }
        let length = usize::try_from(cells[first]).unwrap_or(0).min(width - 1);
        let items = &cells[first + 1..=first + length];
        match variable.sort.card_references() {
            CardReferences::Several => self.list(ValueKind::Card, items),
            CardReferences::Groups => self.kept_groups(items),
            CardReferences::One | CardReferences::None => self.list(variable.items, items),
        }
    }

    /// Lists that are kept in one, with nothing after each.
    fn kept_groups(&self, items: &[i64]) -> Value {
        let groups = items.split_inclusive(|item| is_missing(*item));
        let groups = groups.map(|group| self.list(ValueKind::Card, &group[..group.len() - 1]));
        Value::List(groups.collect())
    }

    /// True if the seat sees the value that an owner has.
    pub(crate) fn sees_variable(&self, variable: &VariableInfo, owner: usize) -> bool {
        match self.seat {
            None => !variable.internal,
            Some(seat) => self.program.sees(seat, variable, owner),
        }
    }

    /// The card that a question is about.
    pub(crate) fn asked_about(&self, ask: &AskInfo) -> Option<Card> {
        let card = self.table.cells[ask.about?.index()];
        (!is_missing(card)).then_some(Card(card as u16))
    }

    /// The question to a seat; hidden from a seat that does not know the card that it is about.
    pub(crate) fn prompt(&self, asked: Seat, ask: &AskInfo) -> Named {
        if self.may_know_question(asked, ask) {
            return self.named(&ask.prompt);
        }
        Named {
            id: String::new(),
            text: String::new(),
        }
    }

    pub(crate) fn may_know_question(&self, asked: Seat, ask: &AskInfo) -> bool {
        let is_own = self.seat.is_none_or(|own| own == asked);
        is_own || self.asked_about(ask).is_none_or(|card| self.knows(card))
    }

    pub(crate) fn choice(&self, choice: &Choice) -> ChoiceSeen {
        let meaning = &self.program.meanings[choice.meaning.index()];
        ChoiceSeen {
            kind: meaning.kind,
            name: self.named(&meaning.name),
            value: self.value(meaning.sort, choice.value),
        }
    }
}

/// The word at a position.
fn word(words: Option<&Vec<String>>, value: i64) -> Value {
    let word = words.zip(usize::try_from(value).ok());
    let word = word.and_then(|(words, value)| words.get(value));
    word.map_or(Value::Nothing, |word| Value::Word(word.clone()))
}
