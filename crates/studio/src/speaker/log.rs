//! The log in sentences, with the rules that did it.

use super::Speaker;
use crate::shelf::{Edition, spaced};
use crate::wire::{Face, LogKind, LogLine, LogPart, Written, WrittenAt};
use cgml::explain;
use cgml::vocabulary::Language;
use engine::program::{ChoiceKind as Kind, Place};
use engine::seen::{CardSeen, ChoiceSeen, Named, Value};
use engine::telling::SeatEvent;
use engine::trace::{Traced, What, Why};
use std::collections::BTreeMap;

/// The values that a reader was told of last: by name, seat and team.
pub(crate) type Values = BTreeMap<(String, Option<u8>, Option<u8>), String>;

impl Speaker<'_> {
    /// Events between two decisions, in sentences. What the table does not show is told only to authors.
    pub(crate) fn lines(
        &self,
        heard: &[Traced],
        known: &mut BTreeMap<u16, Face>,
        values: &mut Values,
        to: &mut dyn FnMut(LogLine),
    ) {
        let mut moves = Vec::new();
        // The card that was chosen: that it moves is said already.
        let mut chosen: Option<u16> = None;
        for one in heard {
            self.faces_told(one, known);
            let source = self.source(one, known);
            if let What::Happened(SeatEvent::Moved { card, from, to, .. }) = &one.what {
                let face = card.face.as_ref().map(|face| face.kind);
                if !self.traces && face.is_some() && face == chosen {
                    chosen = None;
                    continue;
                }
                self.gather(&mut moves, card, from.as_ref(), to.as_ref(), source);
                continue;
            }
            let Some(mut line) = self.line(one, values) else {
                continue;
            };
            self.moved(&mut moves).into_iter().for_each(&mut *to);
            if let What::Happened(SeatEvent::Chose { choice, .. }) = &one.what {
                chosen = choice.as_ref().and_then(chosen_card);
            }
            line.source = source;
            to(line);
        }
        self.moved(&mut moves).into_iter().for_each(to);
    }

    /// A line about something that happened or failed, if it is worth one; moves are gathered first.
    fn line(&self, heard: &Traced, values: &mut Values) -> Option<LogLine> {
        let event = match &heard.what {
            What::Happened(event) => event,
            What::Failed(why) => {
                let place = heard.place;
                let place = place.and_then(|place| self.program.places.get(place as usize));
                return Some(self.failed(place, *why));
            }
        };
        let mut player = None;
        let mut kind = LogKind::Event;
        let parts = match event {
            SeatEvent::Moved { .. } | SeatEvent::Concealed { .. } => return None,
            SeatEvent::Shuffled { pile } => {
                vec![self.about(&capital(&self.pile_name(pile)), " is shuffled", "を切る")]
            }
            // That an order changes tells a reader nothing that the table does not show.
            SeatEvent::Arranged { .. } if !self.traces => return None,
            SeatEvent::Arranged { pile } => {
                vec![self.about(
                    &self.pile_name(pile),
                    " changes its order",
                    "の並びが変わる",
                )]
            }
            SeatEvent::Flipped { card } => {
                vec![
                    self.card_part(card),
                    text(self.pick(" is turned over", "を裏返す")),
                ]
            }
            SeatEvent::Revealed { card, seats } => {
                let words = match (
                    self.language,
                    seats.len() == usize::from(self.program.seats),
                ) {
                    (Language::English, true) => " is shown to everyone".to_owned(),
                    (Language::Japanese, true) => "を全員に見せる".to_owned(),
                    (Language::English, false) => {
                        format!(" is shown to {}", self.players(seats))
                    }
                    (Language::Japanese, false) => format!("を{}に見せる", self.players(seats)),
                };
                vec![self.card_part(card), text(&words)]
            }
            SeatEvent::Changed {
                name,
                owner,
                team,
                value,
            } => {
                (self.traces || self.is_shown(&name.id)).then_some(())?;
                let now = self.value(value);
                let before = values.insert((name.id.clone(), *owner, *team), now.clone());
                // The beginning of a game is seen on the table, and the end of something by what comes next.
                let is_news = before.as_ref().is_some_and(|before| *before != now);
                (self.traces || (is_news && *value != Value::Nothing)).then_some(())?;
                let name = self.owned(&spaced(&name.text), *owner, *team);
                vec![text(&self.becomes(&name, before.as_deref(), &now))]
            }
            SeatEvent::Marked { card, name, value } => self.marked(card, name, value)?,
            SeatEvent::EnteredState { state } => {
                kind = LogKind::Heading;
                vec![text(&state.text)]
            }
            SeatEvent::EnteredPhase { .. } if self.program.phases.len() < 2 => return None,
            SeatEvent::EnteredPhase { phase } => {
                kind = LogKind::Heading;
                vec![text(&phase.text)]
            }
            // One turn is everybody's, or there is only one player.
            SeatEvent::BeganTurn { .. } if self.turns_are_shared() => return None,
            SeatEvent::BeganTurn { player: seat } => {
                kind = LogKind::Heading;
                player = Some(*seat);
                let words = match self.language {
                    Language::English if self.seat == Some(*seat) => "Your turn".to_owned(),
                    Language::English => format!("Turn of {}", self.player(*seat)),
                    Language::Japanese => format!("{}の番", self.player(*seat)),
                };
                vec![text(&words)]
            }
            SeatEvent::Chose {
                player: seat,
                choice,
                prompt,
            } => {
                kind = LogKind::Choice;
                player = Some(*seat);
                self.chosen(*seat, &prompt.text, choice.as_ref())
            }
            // Events between rules are for authors.
            SeatEvent::Told { .. } if !self.traces => return None,
            SeatEvent::Told { what } => vec![text(what)],
            SeatEvent::Ended {
                winners,
                scores,
                reason,
            } => {
                kind = LogKind::Result;
                vec![text(&self.result(winners, scores, reason.as_deref()))]
            }
        };
        Some(LogLine {
            kind,
            parts,
            player,
            count: 1,
            source: None,
        })
    }

    fn becomes(&self, name: &str, before: Option<&str>, now: &str) -> String {
        let before = before.filter(|before| !self.traces && *before != "–");
        match (before, self.language) {
            _ if self.traces => format!("{name} = {now}"),
            (Some(before), Language::English) => format!("{}: {before} → {now}", capital(name)),
            (Some(before), Language::Japanese) => format!("{name}：{before}→{now}"),
            (None, Language::English) => format!("{}: {now}", capital(name)),
            (None, Language::Japanese) => format!("{name}：{now}"),
        }
    }

    /// Change of a mark, as far as the table shows it: counters, pieces, and that it is turned sideways.
    fn marked(&self, card: &CardSeen, name: &Named, value: &Value) -> Option<Vec<LogPart>> {
        if self.traces {
            // The slot of a card is seen on the table.
            (name.id != "slot").then_some(())?;
            let equals = format!(
                "{}{} = {}",
                self.pick(": ", "："),
                spaced(&name.text),
                self.value(value)
            );
            return Some(vec![self.card_part(card), text(&equals)]);
        }
        let words = match value {
            Value::Truth(sideways) if super::table::SIDEWAYS.contains(&name.id.as_str()) => {
                match sideways {
                    true => self.pick(" is turned sideways", "を横向きにする"),
                    false => self.pick(" is turned upright", "を縦向きに戻す"),
                }
                .to_owned()
            }
            Value::Number(number) if self.is_counter(&name.id) => match self.language {
                Language::English => format!(": {} now {number}", spaced(&name.text)),
                Language::Japanese => format!("：{}が{number}になる", spaced(&name.text)),
            },
            _ => return None,
        };
        Some(vec![self.card_part(card), text(&words)])
    }

    /// The place that made something happen, for a reader who knows these faces.
    fn source(&self, heard: &Traced, known: &BTreeMap<u16, Face>) -> Option<WrittenAt> {
        let is_secret = matches!(
            &heard.what,
            What::Happened(SeatEvent::Chose { choice: None, .. })
        );
        let place = heard.place.filter(|_| !is_secret)?;
        let place = self.program.places.get(place as usize)?;
        let source = (!place.file.is_empty()).then(|| WrittenAt {
            part: place.part.clone(),
            file: place.file.clone(),
            line: place.line,
        })?;
        // The place of an ability would tell which card has it.
        let card = self.edition.card_at(&source);
        let is_hidden = card.is_some_and(|card| known.values().all(|face| face.card != card));
        (!is_hidden).then_some(source)
    }

    /// The step that failed, and why.
    fn failed(&self, place: Option<&Place>, why: Why) -> LogLine {
        let why = why.in_words(self.language.code());
        let failed = match (self.language, place) {
            (Language::English, None) => format!("A step failed: {why}"),
            (Language::Japanese, None) => format!("ステップ失敗：{why}"),
            (Language::English, Some(Place { part, step, .. })) => {
                format!("`{part}`, step {} failed: {why}", step + 1)
            }
            (Language::Japanese, Some(Place { part, step, .. })) => {
                format!("`{part}`のステップ{}が失敗：{why}", step + 1)
            }
        };
        LogLine {
            kind: LogKind::Failed,
            parts: vec![text(&failed)],
            player: None,
            count: 1,
            source: None,
        }
    }

    /// The rule at a place, in words and as the author wrote it.
    pub(crate) fn written(edition: &Edition, at: WrittenAt, language: Language) -> Option<Written> {
        const BEFORE: u32 = 3;
        const LINES: usize = 12;
        let (_, file) = edition.files.files().find(|(_, it)| it.path() == at.file)?;
        let first = at.line.saturating_sub(BEFORE).max(1);
        let lines = file.text().lines().skip(first as usize - 1).take(LINES);
        let lines = lines.map(str::to_owned).collect();
        let name = edition.card_at(&at).unwrap_or(&at.part);
        let found = explain::find(&edition.game, name).unwrap_or_default();
        let subject = found.first().copied();
        let text = subject.map(|it| explain::subject(&edition.game, it, language));
        Some(Written {
            text: text.unwrap_or_default(),
            first,
            lines,
            at,
        })
    }

    fn about(&self, thing: &str, english: &str, japanese: &str) -> LogPart {
        text(&format!("{thing}{}", self.pick(english, japanese)))
    }

    fn card_part(&self, card: &CardSeen) -> LogPart {
        match &card.look.face {
            Some(face) => LogPart::Card {
                face: face.kind,
                text: face.name.text.clone(),
            },
            None => text(&self.card(card)),
        }
    }

    fn chosen(&self, seat: u8, prompt: &str, choice: Option<&ChoiceSeen>) -> Vec<LogPart> {
        let Some(choice) = choice else {
            let has = self.pick(" chose in secret", "が選んだ（秘密）");
            return vec![text(&format!("{}{has}", self.player(seat)))];
        };
        let name = self.choice_name(choice);
        let is_move = matches!(choice.kind, Kind::Move | Kind::Pass);
        let deed = is_move.then(|| self.deed(seat, &name)).flatten();
        let who = self.player(seat);
        let colon = self.pick(": ", "：");
        match &choice.value {
            Value::Card(card) if card.look.face.is_none() && !name.is_empty() => {
                vec![text(&deed.unwrap_or(format!("{who}{colon}{name}")))]
            }
            Value::Card(card) => {
                let lead = match (deed, name.as_str(), self.language) {
                    (Some(deed), _, _) => format!("{deed}: "),
                    (None, "", Language::English) => {
                        format!("{who} {} ", self.conjugated(seat, "choose"))
                    }
                    (None, "", Language::Japanese) => format!("{who}の選択："),
                    (None, name, Language::English) => format!("{who}: {name}, "),
                    (None, name, Language::Japanese) => format!("{who}が「{name}」："),
                };
                vec![text(&lead), self.card_part(card)]
            }
            Value::Nothing => vec![text(&match (deed, self.language) {
                (Some(deed), _) => deed,
                (None, Language::English) => format!("{who}: {name}"),
                (None, Language::Japanese) => format!("{who}が「{name}」"),
            })],
            // A bare answer says little without its question.
            _ if name.is_empty() && !prompt.is_empty() => {
                let answer = self.choice_text(choice);
                vec![text(&match self.language {
                    Language::English => format!("{who}: {prompt} – {answer}"),
                    Language::Japanese => format!("{who}：{prompt} ― {answer}"),
                })]
            }
            _ => vec![text(&format!("{who}{colon}{}", self.choice_text(choice)))],
        }
    }

    /// True if the table shows a variable, so that its changes are worth a line.
    fn is_shown(&self, id: &str) -> bool {
        let mut variables = self.program.variables.iter();
        variables.any(|variable| variable.shown && variable.name.id == id)
    }

    fn result(&self, winners: &[u8], scores: &[i64], reason: Option<&str>) -> String {
        let scores: Vec<String> = scores.iter().map(i64::to_string).collect();
        let winner = match (self.language, winners) {
            (Language::English, []) => "Nobody wins".to_owned(),
            (Language::Japanese, []) => "勝者なし".to_owned(),
            (Language::English, [seat]) if self.seat != Some(*seat) => {
                format!("{} wins", self.player(*seat))
            }
            (Language::English, seats) => format!("{} win", self.players(seats)),
            (Language::Japanese, seats) => format!("{}の勝ち", self.players(seats)),
        };
        let why = reason.map_or_else(String::new, |reason| format!(" – {reason}"));
        format!(
            "{winner}{why} ({} {})",
            self.pick("scores", "得点"),
            scores.join(", ")
        )
    }
}

/// The face of the card that a choice is about.
fn chosen_card(choice: &ChoiceSeen) -> Option<u16> {
    match &choice.value {
        Value::Card(card) => card.look.face.as_ref().map(|face| face.kind),
        _ => None,
    }
}

/// The beginning of a sentence.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn text(words: &str) -> LogPart {
    LogPart::Text {
        text: words.to_owned(),
    }
}
