//! Events as times: "when this card enters play", "until the end of the turn".

use super::fill::Slots;
use super::page::Passage;
use super::teller::{Acting, Teller, words};
use crate::model::{EventDef, EventPattern, EventSource, Subject, Timing, Type, Who};
use crate::vocabulary::Language;
use crate::vocabulary::phrase::Slot;

/// The number of times that an event is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Times {
    /// Whenever it happens: "at the end of each turn".
    Every,
    /// The next time: "at the end of the turn".
    Once,
}

/// True if an event has happened or is about to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tense {
    Done,
    Coming,
}

impl Teller<'_> {
    /// An event as a time: "when a card is drawn".
    pub(super) fn when(&self, pattern: &EventPattern, times: Times) -> String {
        self.event_phrase(pattern, times, Tense::Done)
    }

    /// The time at which a rule or ability acts.
    pub(super) fn at(&self, pattern: &EventPattern, timing: Timing) -> String {
        let would = || self.event_phrase(pattern, Times::Every, Tense::Coming);
        match (timing, self.language) {
            (Timing::Post, _) => self.when(pattern, Times::Every),
            (Timing::Pre, Language::English) => before(&self.when(pattern, Times::Every)),
            (Timing::Pre, Language::Japanese) => format!("{}、その前に", would()),
            (Timing::Replace, Language::English) => format!("{}, instead of that", would()),
            (Timing::Replace, Language::Japanese) => format!("{}、その代わりに", would()),
        }
    }

    /// An event as an end: "the end of the turn", "this card leaves play".
    pub(super) fn end(&self, pattern: &EventPattern) -> String {
        match self.language {
            Language::English => {
                let when = self.when(pattern, Times::Once);
                let bare = ["when ", "at "].iter().find_map(|it| when.strip_prefix(it));
                bare.unwrap_or(&when).to_owned()
            }
            Language::Japanese => {
                let would = self.event_phrase(pattern, Times::Once, Tense::Coming);
                would.strip_suffix("とき").unwrap_or(&would).to_owned()
            }
        }
    }

    fn event_phrase(&self, pattern: &EventPattern, times: Times, tense: Tense) -> String {
        let (event, argument) = match &pattern.event {
            EventSource::Standard(event) => (*event, None),
            EventSource::Phase(event, phase) => (*event, Some(self.phase_name(*phase))),
            EventSource::State(event, state) => (*event, Some(self.state_name(*state))),
            EventSource::Declared(event) => {
                let event = &self.game.events[*event];
                return self.declared_event(event, pattern.subject, tense);
            }
            EventSource::Duration(duration) => {
                let (_, event) = &self.game.resolution.durations[*duration];
                return self.event_phrase(event, times, tense);
            }
        };
        let slots = Happening {
            teller: self,
            subject: pattern.subject,
            argument,
            times,
        };
        let says = match tense {
            Tense::Done => event.says,
            Tense::Coming => event.would,
        };
        self.say(says, &slots).into_line(self.language)
    }

    /// An event the game declares, in the author's words where they have slots.
    fn declared_event(&self, event: &EventDef, subject: Subject, tense: Tense) -> String {
        let subject = self.subject(subject);
        let values: Vec<(&str, Option<String>)> = event
            .fields
            .iter()
            .map(|field| {
                let is_subject = subject.as_ref().is_some_and(|(ty, _)| *ty == field.ty);
                let subject = subject.as_ref().filter(|_| is_subject);
                let anyone = || self.anything(&field.ty);
                let text = subject.map_or_else(anyone, |(_, text)| text.clone());
                (field.name.as_str(), Some(text))
            })
            .collect();
        if let Some(text) = self.author_phrase(&event.text, &values) {
            return text;
        }
        let says = match tense {
            Tense::Done => words(
                "when {name} happens[ to {subject}]",
                "[{subject}に]{name}が起こったとき",
            ),
            Tense::Coming => words(
                "when {name} would happen[ to {subject}]",
                "[{subject}に]{name}が起こるとき",
            ),
        };
        let slots = [
            ("name", Some(self.quoted_name(&event.name))),
            ("subject", subject.map(|(_, subject)| subject)),
        ];
        self.line(says, &slots)
    }

    /// Subject of an event, with the type of the field that tells it.
    fn subject(&self, subject: Subject) -> Option<(Type, String)> {
        match subject {
            Subject::Any => None,
            Subject::This => Some((Type::Card, self.pick("this card", "このカード").to_owned())),
            Subject::Kind(kind) => {
                let name = self.kind_name(kind);
                Some((Type::Card, self.a(&name)))
            }
            Subject::Pool(pool) => {
                let pool = &self.game.pools[pool];
                Some((Type::Pool, self.name(&pool.text, &pool.name)))
            }
            Subject::Mine => Some((Type::Player, self.who(Who::Acting))),
            Subject::Opponents if self.game.meta.max_players <= 2 => {
                Some((Type::Player, self.who(Who::Opponents)))
            }
            Subject::Opponents => Some((Type::Player, self.pick("an opponent", "相手").to_owned())),
        }
    }

    /// "a card", "a player".
    fn anything(&self, ty: &Type) -> String {
        let (one, _) = self.noun(ty);
        self.a(&one)
    }

    /// With the article, where the language has one.
    pub(super) fn a(&self, noun: &str) -> String {
        let is_vowel = noun.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u']);
        match (self.language, is_vowel) {
            (Language::English, true) => format!("an {noun}"),
            (Language::English, false) => format!("a {noun}"),
            (Language::Japanese, _) => noun.to_owned(),
        }
    }
}

/// The time before an event.
fn before(when: &str) -> String {
    match when.split_once(' ') {
        Some(("when", event)) => format!("just before {event}"),
        Some(("at", time)) => format!("just before {time}"),
        Some(_) | None => when.to_owned(),
    }
}

/// An event of the vocabulary as slots.
struct Happening<'a> {
    teller: &'a Teller<'a>,
    subject: Subject,
    argument: Option<String>,
    times: Times,
}

impl Slots for Happening<'_> {
    fn fill(&self, slot: &Slot) -> Option<Passage> {
        let subject = |ty: Type| {
            let subject = self.teller.subject(self.subject);
            subject.filter(|(of, _)| *of == ty).map(|(_, text)| text)
        };
        let text = match slot {
            Slot::Value("0") => self.argument.clone()?,
            Slot::Value("card") => {
                subject(Type::Card).unwrap_or_else(|| self.teller.anything(&Type::Card))
            }
            Slot::Value("player") => subject(Type::Player)?,
            Slot::Value("pool") => subject(Type::Pool)?,
            Slot::Owned("player", _) => self.owner(&subject(Type::Player)?),
            Slot::Value("each") => match self.times {
                Times::Every => self.teller.pick("each", "各").to_owned(),
                Times::Once => self.teller.pick("the", "").to_owned(),
            },
            Slot::Value(_)
            | Slot::Owned(..)
            | Slot::Owner(_)
            | Slot::Agrees(..)
            | Slot::Given(_)
            | Slot::Joined(_)
            | Slot::Elements(..) => return None,
        };
        Some(Passage::text(text))
    }
}

impl Happening<'_> {
    fn owner(&self, player: &str) -> String {
        match self.subject {
            Subject::Mine if self.teller.acting == Acting::You => {
                self.teller.pick("your", "あなたの").to_owned()
            }
            Subject::Any
            | Subject::This
            | Subject::Kind(_)
            | Subject::Pool(_)
            | Subject::Mine
            | Subject::Opponents => format!("{player}'s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::vocabulary::events::EVENTS;
    use crate::vocabulary::phrase::{parse, slots};
    use crate::vocabulary::want::Want;

    #[test]
    fn every_event_reads_as_a_time_in_both_languages() {
        for event in EVENTS {
            let texts = [event.says.en, event.says.ja, event.would.en, event.would.ja];
            for text in texts {
                let pieces = parse(text).unwrap_or_else(|| panic!("{text}"));
                for name in slots(&pieces).into_iter().flat_map(|slot| slot.names()) {
                    let known = match name {
                        "0" => event.argument.is_some(),
                        "card" => event.fields.iter().any(|field| field.name == "card"),
                        "pool" => event.fields.iter().any(|field| field.is == Want::Pool),
                        _ => ["player", "each"].contains(&name),
                    };
                    assert!(known, "{text}");
                }
            }
            assert!(
                ["when ", "at "]
                    .iter()
                    .any(|it| event.says.en.starts_with(it))
            );
            assert!(event.would.ja.ends_with(['き', '時']), "{}", event.would.ja);
        }
    }
}
