//! Events in sentences.

use std::collections::BTreeMap;

use crate::grammar::{capital, is_plural, spaced, third_person, verb_of};
use crate::line::{Line, LineKind, Part};
use crate::moves::Moves;
use crate::{Detail, Narrator};
use cgml::vocabulary::Language;
use engine::program::{ChoiceKind, MarkKind, Place};
use engine::seen::{CardSeen, ChoiceSeen, Named, PileName, Value};
use engine::telling::SeatEvent;
use engine::trace::Why;

/// The values that a reader was told of last, by name, seat and team; `None` where there was nothing.
pub type Values = BTreeMap<(String, Option<u8>, Option<u8>), Option<String>>;

/// Makes a log of events: cards that move together are one line, and what says nothing new is none.
///
/// Each event has a source, such as the rule that did it; only events of one source are told together.
pub struct Teller<'n, S> {
    narrator: Narrator<'n>,
    values: &'n mut Values,
    moves: Vec<Moves<S>>,
    /// The card that was chosen: that it moves is said already.
    chosen: Option<u16>,
    told: Vec<(Line, S)>,
}

impl<'n, S: Clone + PartialEq> Teller<'n, S> {
    /// Nothing happened yet since the values were told.
    pub fn new(narrator: Narrator<'n>, values: &'n mut Values) -> Self {
        Self {
            narrator,
            values,
            moves: Vec::new(),
            chosen: None,
            told: Vec::new(),
        }
    }

    /// Adds an event; moves are collected until something else happens.
    pub fn event(&mut self, event: &SeatEvent, source: S) {
        if let SeatEvent::Moved { card, from, to, .. } = event {
            let face = card.face.as_ref().map(|face| face.kind);
            let is_said = self.narrator.detail == Detail::Table && face.is_some();
            if is_said && face == self.chosen {
                self.chosen = None;
            } else {
                Moves::gather(&mut self.moves, card, from.as_ref(), to.as_ref(), source);
            }
            return;
        }
        let Some(line) = self.narrator.event(event, self.values) else {
            return;
        };
        self.tell_moves();
        if let SeatEvent::Chose { choice, .. } = event {
            self.chosen = choice.as_ref().and_then(chosen_card);
        }
        self.told.push((line, source));
    }

    /// Adds the failure of a step.
    pub fn failure(&mut self, place: Option<&Place>, why: Why, source: S) {
        self.tell_moves();
        self.told.push((self.narrator.failed(place, why), source));
    }

    fn tell_moves(&mut self) {
        let moves = std::mem::take(&mut self.moves);
        self.told.extend(self.narrator.moved(&moves));
    }

    /// The lines, each with its source.
    pub fn finish(mut self) -> Vec<(Line, S)> {
        self.tell_moves();
        self.told
    }
}

impl Narrator<'_> {
    /// A line about an event, if it is worth one; moves are gathered first.
    fn event(&self, event: &SeatEvent, values: &mut Values) -> Option<Line> {
        let tells_all = self.detail == Detail::Everything;
        let happened = |parts| Some(Line::sentence(LineKind::Event, parts));
        match event {
            SeatEvent::Moved { .. } | SeatEvent::Concealed { .. } => None,
            SeatEvent::Shuffled { pile } => happened(vec![self.shuffled(pile)]),
            // That an order changes tells a reader nothing that the table does not show.
            SeatEvent::Arranged { .. } if !tells_all => None,
            SeatEvent::Arranged { pile } => happened(vec![self.arranged(pile)]),
            SeatEvent::Flipped { card } => happened(vec![
                self.card_part(card),
                Part::text(self.pick(" is turned over", "を裏返す")),
            ]),
            SeatEvent::Revealed { card, seats } => happened(self.revealed(card, seats)),
            SeatEvent::Changed {
                name,
                owner,
                team,
                value,
            } => {
                let label = self.labelled(&name.text, *owner, *team);
                if tells_all {
                    let equals = format!("{label} = {}", self.value(value));
                    return Some(Line::note(LineKind::Event, equals));
                }
                let key = (name.id.clone(), *owner, *team);
                happened(vec![self.changed(&label, key, value, values)?])
            }
            SeatEvent::Marked { card, name, value } => happened(self.marked(card, name, value)?),
            SeatEvent::EnteredState { state } => {
                Some(heading(LineKind::Heading, &spaced(&state.text)))
            }
            SeatEvent::EnteredPhase { .. } if self.program.phases.len() < 2 => None,
            SeatEvent::EnteredPhase { phase } => {
                Some(heading(LineKind::Phase, &spaced(&phase.text)))
            }
            SeatEvent::BeganTurn { .. } if self.turns_are_shared() => None,
            SeatEvent::BeganTurn { player } => {
                let turn = match self.language {
                    Language::English => self.owned("turn", Some(*player), None),
                    Language::Japanese => format!("{}の番", self.player(*player)),
                };
                Some(heading(LineKind::Heading, &capital(&turn)).of(*player))
            }
            SeatEvent::Chose {
                player,
                choice,
                prompt,
            } => {
                let parts = self.chosen(*player, &prompt.text, choice.as_ref());
                Some(Line::sentence(LineKind::Choice, parts).of(*player))
            }
            // Events between rules are for authors.
            SeatEvent::Told { .. } if !tells_all => None,
            SeatEvent::Told { what } => Some(Line::note(LineKind::Event, what.clone())),
            SeatEvent::Ended {
                winners,
                scores,
                reason,
            } => {
                let result = self.result(winners, scores, reason.as_deref());
                Some(Line::sentence(LineKind::Result, vec![Part::Text(result)]))
            }
        }
    }

    fn shuffled(&self, pile: &PileName) -> Part {
        let name = self.pile(pile);
        let is = is(&pile.zone.text);
        Part::Text(self.say(format!("{name} {is} shuffled"), format!("{name}を切る")))
    }

    fn arranged(&self, pile: &PileName) -> Part {
        let name = self.pile(pile);
        let is = is(&pile.zone.text);
        Part::Text(self.say(
            format!("{name} {is} put into another order"),
            format!("{name}の並びが変わる"),
        ))
    }

    fn revealed(&self, card: &CardSeen, seats: &[u8]) -> Vec<Part> {
        let words = match seats.len() == usize::from(self.program.seats) {
            true => self
                .pick(" is shown to everyone", "を全員に見せる")
                .to_owned(),
            false => {
                let seats = self.players(seats);
                self.say(
                    format!(" is shown to {seats}"),
                    format!("を{seats}に見せる"),
                )
            }
        };
        vec![self.card_part(card), Part::Text(words)]
    }

    /// Change of a variable, if the table shows it.
    fn changed(
        &self,
        label: &str,
        key: (String, Option<u8>, Option<u8>),
        value: &Value,
        values: &mut Values,
    ) -> Option<Part> {
        let mut variables = self.program.variables.iter();
        let is_shown = variables.any(|variable| variable.shown && variable.name.id == key.0);
        is_shown.then_some(())?;
        let now = (*value != Value::Nothing).then(|| self.value(value));
        let before = values.insert(key, now.clone());
        // The beginning of a game is seen on the table, and the end of something by what comes next.
        let (before, now) = (before?, now?);
        let words = match before {
            Some(before) if before == now => return None,
            Some(before) => self.say(
                format!("{label}: {before} → {now}"),
                format!("{label}：{before}→{now}"),
            ),
            None => self.say(format!("{label}: {now}"), format!("{label}：{now}")),
        };
        Some(Part::Text(words))
    }

    /// Change of a mark, as far as the table shows it: counters, pieces, and that it is turned sideways.
    fn marked(&self, card: &CardSeen, name: &Named, value: &Value) -> Option<Vec<Part>> {
        let mark = self.program.mark(&name.id)?;
        let label = spaced(&name.text);
        let words = match self.detail {
            // The slot of a card is seen on the table.
            Detail::Everything if mark.mark == MarkKind::Slot => return None,
            Detail::Everything => {
                let now = self.value(value);
                self.say(format!(": {label} = {now}"), format!("：{label} = {now}"))
            }
            Detail::Table if mark.sideways.contains(value) => self
                .pick(" is turned sideways", "を横向きにする")
                .to_owned(),
            Detail::Table if !mark.sideways.is_empty() => {
                self.pick(" is turned upright", "を縦向きに戻す").to_owned()
            }
            Detail::Table if mark.mark == MarkKind::Counter => match value {
                Value::Number(number) => self.say(
                    format!(": {label} now {number}"),
                    format!("：{label}が{number}になる"),
                ),
                _ => return None,
            },
            Detail::Table => return None,
        };
        Some(vec![self.card_part(card), Part::Text(words)])
    }

    fn chosen(&self, seat: u8, prompt: &str, choice: Option<&ChoiceSeen>) -> Vec<Part> {
        let who = self.player(seat);
        let Some(choice) = choice else {
            let chooses = self.conjugated(seat, "choose");
            return vec![Part::Text(self.say(
                format!("{who} {chooses} in secret"),
                format!("{who}がひそかに選ぶ"),
            ))];
        };
        let name = self.choice_name(choice);
        let deed = self.deed(seat, choice.kind, &name);
        match &choice.value {
            Value::Card(card) if card.look.face.is_none() && !name.is_empty() => {
                vec![Part::Text(deed)]
            }
            Value::Card(card) if name.is_empty() => {
                let chooses = self.conjugated(seat, "choose");
                match self.language {
                    Language::English => {
                        vec![
                            Part::Text(format!("{who} {chooses} ")),
                            self.card_part(card),
                        ]
                    }
                    Language::Japanese => vec![
                        Part::Text(format!("{who}が")),
                        self.card_part(card),
                        Part::text("を選ぶ"),
                    ],
                }
            }
            Value::Card(card) => match self.language {
                Language::English => {
                    vec![Part::Text(format!("{deed}: ")), self.card_part(card)]
                }
                Language::Japanese => vec![
                    Part::Text(format!("{deed}（")),
                    self.card_part(card),
                    Part::text("）"),
                ],
            },
            Value::Nothing if !name.is_empty() => vec![Part::Text(deed)],
            // A bare answer says little without its question.
            _ if name.is_empty() && !prompt.is_empty() => {
                let answer = self.choice(choice);
                vec![Part::Text(self.say(
                    format!("{who}: {prompt} – {answer}"),
                    format!("{who}：{prompt} ― {answer}"),
                ))]
            }
            _ => {
                let answer = self.choice(choice);
                vec![Part::Text(
                    self.say(format!("{who}: {answer}"), format!("{who}：{answer}")),
                )]
            }
        }
    }

    /// The move of a seat, by its name: "Player 2 attacks the player", or "Player 2: Pair" if the name is no sentence.
    fn deed(&self, seat: u8, kind: ChoiceKind, name: &str) -> String {
        let who = self.player(seat);
        let verb = match kind {
            ChoiceKind::Move | ChoiceKind::Pass => verb_of(name),
            ChoiceKind::Option | ChoiceKind::Target | ChoiceKind::Done => None,
        };
        match (self.language, verb) {
            (Language::English, Some((verb, rest))) => {
                let sentence = format!("{who} {} {rest}", self.conjugated(seat, &verb));
                sentence.trim_end().to_owned()
            }
            (Language::English, None) => format!("{who}: {name}"),
            (Language::Japanese, _) => format!("{who}：{name}"),
        }
    }

    /// The verb of a sentence about a seat: "you draw", "Player 2 draws".
    pub(crate) fn conjugated(&self, seat: u8, verb: &str) -> String {
        match self.seat == Some(seat) {
            true => verb.to_owned(),
            false => third_person(verb),
        }
    }
}

fn is(thing: &str) -> &'static str {
    if is_plural(thing) { "are" } else { "is" }
}

fn heading(kind: LineKind, words: &str) -> Line {
    Line::sentence(kind, vec![Part::text(words)])
}

/// The face of the card that a choice is about.
fn chosen_card(choice: &ChoiceSeen) -> Option<u16> {
    match &choice.value {
        Value::Card(card) => card.look.face.as_ref().map(|face| face.kind),
        _ => None,
    }
}
