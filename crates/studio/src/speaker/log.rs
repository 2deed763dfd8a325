//! What happened, line by line, and which rule did it.

use super::Speaker;
use crate::shelf::{Edition, spaced};
use crate::wire::{Face, LogKind, LogLine, LogPart, Written, WrittenAt};
use cgml::explain;
use cgml::vocabulary::Language;
use engine::program::Place;
use engine::seen::{CardSeen, ChoiceSeen, Look, PileName, Value};
use engine::telling::SeatEvent;
use engine::trace::{Traced, What, Why};
use std::collections::BTreeMap;

impl Speaker<'_> {
    /// What happened, if it is worth a line.
    pub(crate) fn line(&self, event: &SeatEvent) -> Option<LogLine> {
        let mut player = None;
        let mut kind = LogKind::Event;
        let parts = match event {
            SeatEvent::Moved { card, from, to, .. } => self.moved(card, from.as_ref(), to.as_ref()),
            SeatEvent::Shuffled { pile } => {
                vec![self.about(&self.pile_name(pile), " is shuffled", "を切る")]
            }
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
                let seats = self.players(seats);
                let words = match self.language {
                    Language::English => format!(" is shown to {seats}"),
                    Language::Japanese => format!("を{seats}に見せる"),
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
                let name = self.owned(&spaced(&name.text), *owner, *team);
                vec![text(&format!("{name} = {}", self.value(value)))]
            }
            SeatEvent::Marked { card, name, value } => {
                // Where a card lies is seen on the table.
                (name.id != "slot").then_some(())?;
                let words = match self.language {
                    Language::English => {
                        format!(": {} = {}", spaced(&name.text), self.value(value))
                    }
                    Language::Japanese => {
                        format!("：{} = {}", spaced(&name.text), self.value(value))
                    }
                };
                vec![self.card_part(card), text(&words)]
            }
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
                ..
            } => {
                kind = LogKind::Choice;
                player = Some(*seat);
                self.chosen(*seat, choice.as_ref())
            }
            SeatEvent::Told { what } => vec![text(what)],
            SeatEvent::Ended {
                winners,
                scores,
                reason,
            } => {
                kind = LogKind::Result;
                vec![text(&self.result(winners, scores, reason.as_deref()))]
            }
            SeatEvent::Concealed { .. } => return None,
        };
        Some(LogLine {
            kind,
            parts,
            player,
            count: 1,
            source: None,
        })
    }

    /// A line with the place that made it happen, for a reader who knows these faces.
    pub(crate) fn traced(&self, heard: &Traced, known: &BTreeMap<u16, Face>) -> Option<LogLine> {
        let place = heard.place;
        let place = place.and_then(|place| self.program.places.get(place as usize));
        let (mut line, is_secret) = match &heard.what {
            What::Happened(event) => {
                let is_secret = matches!(event, SeatEvent::Chose { choice: None, .. });
                (self.line(event)?, is_secret)
            }
            What::Failed(why) => (self.failed(place, *why), false),
        };
        let place = place.filter(|place| !is_secret && !place.file.is_empty());
        line.source = place.map(|place| WrittenAt {
            part: place.part.clone(),
            file: place.file.clone(),
            line: place.line,
        });
        // The place of an ability would tell which card has it.
        let card = line.source.as_ref().and_then(|at| self.edition.card_at(at));
        if card.is_some_and(|card| known.values().all(|face| face.card != card)) {
            line.source = None;
        }
        Some(line)
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

    /// What is written at a place, in words and as the author wrote it.
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

    fn moved(&self, card: &Look, from: Option<&PileName>, to: Option<&PileName>) -> Vec<LogPart> {
        let pile = |pile: Option<&PileName>| {
            let somewhere = self.pick("somewhere", "どこか");
            pile.map_or_else(|| somewhere.to_owned(), |pile| self.pile_name(pile))
        };
        let card = match &card.face {
            Some(face) => LogPart::Card {
                face: face.kind,
                text: face.name.text.clone(),
            },
            None => text(self.pick("a card", "札1枚")),
        };
        vec![card, text(&format!(": {} → {}", pile(from), pile(to)))]
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

    fn chosen(&self, seat: u8, choice: Option<&ChoiceSeen>) -> Vec<LogPart> {
        let who = self.player(seat);
        let colon = self.pick(": ", "：");
        let Some(choice) = choice else {
            let has = self.pick(" chose in secret", "が選んだ（秘密）");
            return vec![text(&format!("{who}{has}"))];
        };
        let name = self.choice_name(choice);
        match &choice.value {
            Value::Card(card) if card.look.face.is_none() && !name.is_empty() => {
                vec![text(&format!("{who}{colon}{name}"))]
            }
            Value::Card(card) => {
                let lead = match name.as_str() {
                    "" => format!("{who}{colon}"),
                    name => format!("{who}{colon}{name} "),
                };
                vec![text(&lead), self.card_part(card)]
            }
            _ => vec![text(&format!("{who}{colon}{}", self.choice_text(choice)))],
        }
    }

    /// Whether the table shows a variable, so that its changes are worth a line.
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

fn text(words: &str) -> LogPart {
    LogPart::Text {
        text: words.to_owned(),
    }
}
