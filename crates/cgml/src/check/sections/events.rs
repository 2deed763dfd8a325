//! Events that rules and abilities listen to.

use crate::check::Checker;
use crate::check::expressions::scope::Context;
use crate::codes::cards as card_code;
use crate::codes::game::NOTHING_TO_REPLACE;
use crate::codes::names as code;
use crate::diagnostic::{Diagnostic, Hint};
use crate::model::{
    DurationId, EventId, EventPattern, EventSource, KindId, PhaseId, PoolId, StateId, Subject, Type,
};
use crate::read::question;
use crate::source::Span;
use crate::syntax::Ident;
use crate::tree::NodeId;
use crate::version::Version;
use crate::vocabulary::events::{self, Event};
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want;

/// Forms in which events are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// In a rule's trigger: `draw`.
    Trigger,
    /// In an ability's `when`: `drawn`.
    Word,
}

impl Form {
    fn find(self, text: &str) -> Option<(&'static Event, &str)> {
        match self {
            Self::Trigger => events::by_trigger(text),
            Self::Word => events::by_word(text),
        }
    }

    /// An event as it would be written, with the argument of another one.
    fn written(self, event: &Event, argument: &str) -> String {
        let name = match self {
            Self::Trigger => event.trigger,
            Self::Word => event.word,
        };
        match event.argument {
            Some(_) => format!("{name}.{argument}"),
            None => name.to_owned(),
        }
    }
}

impl Checker<'_> {
    /// The event of a rule's trigger: `on.phase.Main`.
    pub(in crate::check) fn trigger(&mut self, name: &Ident) -> Option<EventPattern> {
        match name.text.strip_prefix("on.") {
            Some(rest) => {
                let inner = Ident::new(rest, name.span);
                self.event_source(&inner, Subject::Any, Form::Trigger)
            }
            // In 1.3 it was reported while reading.
            None if self.version < Version::V1_4 => None,
            None => self.event_pattern(name, false),
        }
    }

    /// The events at a node: one or several.
    pub(in crate::check) fn events_at(
        &mut self,
        node: Option<NodeId>,
        has_this: bool,
    ) -> Vec<EventPattern> {
        let Some(node) = node else { return Vec::new() };
        self.one_or_many(node)
            .into_iter()
            .filter_map(|node| {
                let name = Ident::new(self.tree.text(node)?, self.tree.span(node));
                self.event_pattern(&name, has_this)
            })
            .collect()
    }

    /// The event of an ability: `this.entered`, `spell.activated`, `my.drawn`, `turn.end`, or a duration.
    pub(in crate::check) fn event_pattern(
        &mut self,
        name: &Ident,
        has_this: bool,
    ) -> Option<EventPattern> {
        if let Some(rest) = name.text.strip_prefix("on.") {
            let inner = Ident::new(rest, name.span);
            return self.event_source(&inner, Subject::Any, Form::Trigger);
        }
        if let Some(duration) = self.names.find(NameKind::Duration, &name.text) {
            let event = EventSource::Duration(DurationId(duration.position));
            return Some(EventPattern {
                subject: Subject::Any,
                event,
                origin: name.span,
            });
        }
        let (subject, rest) = self.subject(&name.text, has_this);
        let event = Ident::new(rest, name.span);
        let pattern = self.event_source(&event, subject, Form::Word)?;
        self.check_subject(&pattern, name);
        Some(pattern)
    }

    /// An event by its name, with or without `on.`, whoever's it is.
    pub(in crate::check) fn event_named(&mut self, name: &Ident) -> Option<EventSource> {
        let rest = name.text.strip_prefix("on.").unwrap_or(&name.text);
        let inner = Ident::new(rest, name.span);
        let pattern = self.event_source(&inner, Subject::Any, Form::Word)?;
        Some(pattern.event)
    }

    fn subject<'t>(&self, text: &'t str, has_this: bool) -> (Subject, &'t str) {
        let Some((first, rest)) = text.split_once('.') else {
            return (Subject::Any, text);
        };
        let subject = match first {
            "this" if has_this => Subject::This,
            "my" | "me" => Subject::Mine,
            "opponent" | "opponents" => Subject::Opponents,
            "any" => Subject::Any,
            _ => match self.names.find(NameKind::Kind, first) {
                Some(kind) => Subject::Kind(KindId(kind.position)),
                None => match self.names.find(NameKind::Pool, first) {
                    Some(pool) => Subject::Pool(PoolId(pool.position)),
                    None => return (Subject::Any, text),
                },
            },
        };
        (subject, rest)
    }

    fn event_source(&mut self, name: &Ident, subject: Subject, form: Form) -> Option<EventPattern> {
        let origin = name.span;
        if let Some(event) = self.names.find(NameKind::Event, &name.text) {
            let event = EventSource::Declared(EventId(event.position));
            return Some(EventPattern {
                subject,
                event,
                origin,
            });
        }
        let Some((event, argument)) = form.find(&name.text) else {
            self.unknown_event(name, form);
            return None;
        };
        if event.since > self.version {
            let what = format!("the event `{}`", event.trigger);
            self.needs_version(&what, event.since, origin);
        }
        let argument = Ident::new(argument, self.end_of(origin, argument));
        let event = match event.argument {
            Some(NameKind::Phase) => {
                EventSource::Phase(event, PhaseId(self.resolve(NameKind::Phase, &argument)?))
            }
            Some(_) => {
                EventSource::State(event, StateId(self.resolve(NameKind::State, &argument)?))
            }
            None => EventSource::Standard(event),
        };
        Some(EventPattern {
            subject,
            event,
            origin,
        })
    }

    /// The place of the last part of a text, where the file has it as it is.
    fn end_of(&self, span: Span, part: &str) -> Span {
        let written = self.diagnostics.files().text(span);
        let quote = written.len() - written.trim_end_matches(['"', '\'']).len();
        let is_there = written[..written.len() - quote].ends_with(part) && !part.is_empty();
        let end = span.end - quote as u32;
        if is_there {
            Span {
                start: end - part.len() as u32,
                end,
                ..span
            }
        } else {
            span
        }
    }

    fn unknown_event(&mut self, name: &Ident, form: Form) {
        if form == Form::Word && self.unknown_subject(name) {
            return;
        }
        let (_, argument) = name.text.rsplit_once('.').unwrap_or_default();
        let version = self.version;
        let known = events::EVENTS.iter().filter(|event| event.since <= version);
        let known: Vec<String> = known.map(|event| form.written(event, argument)).collect();
        let durations = match form {
            Form::Trigger => None,
            Form::Word => Some(self.names.of(NameKind::Duration)),
        };
        let declared = self
            .names
            .of(NameKind::Event)
            .chain(durations.into_iter().flatten());
        let near = self
            .search
            .meant(&name.text, known.iter().map(String::as_str).chain(declared));
        if near.is_none()
            && !self
                .names
                .are_complete(&[NameKind::Event, NameKind::Duration])
        {
            return;
        }
        let span = self.end_of(name.span, &name.text);
        let hint = match near {
            Some(near) => question(&format!("{}{near}", self.before(name.span, span))),
            None if version >= Version::V1_4 => "declare it under `events`".into(),
            None => {
                let known = known.iter().map(String::as_str);
                Hint::all_of("events are", known)
            }
        };
        let message = format!("there is no event `{}`", name.text);
        self.diagnostics
            .report(Diagnostic::new(code::UNKNOWN_EVENT, span, message).hint(hint));
    }

    /// True if what stands before the name of an event is the problem, and not the event; reports it.
    fn unknown_subject(&mut self, name: &Ident) -> bool {
        let Some((subject, event)) = name.text.split_once('.') else {
            return false;
        };
        let is_event =
            events::by_word(event).is_some() || self.names.find(NameKind::Event, event).is_some();
        let is_event_itself = events::EVENTS.iter().any(|event| {
            let first = event.word.split('.').next();
            first == Some(subject)
        });
        if !is_event || is_event_itself {
            return false;
        }
        let rest = self.end_of(name.span, event);
        let whole = self.end_of(name.span, &name.text);
        let span = Span {
            end: rest.start.saturating_sub(1).max(whole.start),
            ..whole
        };
        if subject == "this" {
            let message = "`this` is not known here";
            let diagnostic = Diagnostic::new(code::NO_CONTEXT, span, message)
                .hint("`this` is known in the abilities of cards");
            self.diagnostics.report(diagnostic);
            return true;
        }
        let words = ["this", "my", "opponent", "any"];
        let near = self
            .search
            .meant(subject, self.names.of(NameKind::Kind).chain(words));
        if near.is_some() || self.names.is_complete(NameKind::Kind) {
            let hint = match near {
                Some(near) => question(near),
                None => Hint::one_of("declare it under `card_kinds`, or write", words),
            };
            let message = format!("there is no card kind `{subject}`");
            self.diagnostics
                .report(Diagnostic::new(code::UNKNOWN_NAME, span, message).hint(hint));
        }
        true
    }

    /// The text before a part at the end of a text, without a quote.
    fn before(&self, span: Span, part: Span) -> String {
        let before = Span {
            end: part.start,
            ..span
        };
        let text = self.diagnostics.files().text(before);
        text.trim_start_matches(['"', '\'']).to_owned()
    }

    /// An event with a subject must tell a card or a player.
    fn check_subject(&mut self, pattern: &EventPattern, name: &Ident) {
        let (needs, ty) = match pattern.subject {
            Subject::Any => return,
            Subject::This | Subject::Kind(_) => ("card", Type::Card),
            Subject::Mine | Subject::Opponents => ("player", Type::Player),
            Subject::Pool(_) => ("pool", Type::Pool),
        };
        let tells = match &pattern.event {
            EventSource::Standard(event) => event
                .fields
                .iter()
                .chain(events::COMMON)
                .any(|field| field.name == needs || (needs == "pool" && field.is == Want::Pool)),
            EventSource::Phase(..) | EventSource::State(..) => needs == "player",
            EventSource::Declared(event) => {
                let mut fields = self.game.events[*event].fields.iter();
                fields.any(|field| field.ty == ty) || needs == "player"
            }
            EventSource::Duration(_) => true,
        };
        if !tells {
            let message = format!("the event of `{}` tells no {needs}", name.text);
            let (_, event) = name.text.split_once('.').unwrap_or_default();
            let hint = match needs {
                "card" => format!("write `{event}`, or `my.{event}` for that of the card's player"),
                _ => format!("write `{event}`"),
            };
            self.diagnostics.report(
                Diagnostic::new(card_code::EVENT_WITHOUT_SUBJECT, name.span, message).hint(hint),
            );
        }
    }

    /// Reports an event that nothing would do anything about, where it is to be replaced.
    pub(in crate::check) fn check_replaced(
        &mut self,
        pattern: &EventPattern,
        span: Span,
        instead: &str,
    ) {
        let (does_something, event) = match &pattern.event {
            EventSource::Standard(event) => (!event.fields.is_empty(), None),
            EventSource::Declared(event) => (self.defined_events.contains(event), Some(*event)),
            EventSource::Phase(..) | EventSource::State(..) | EventSource::Duration(_) => {
                (false, None)
            }
        };
        if does_something {
            return;
        }
        let message = "this event does nothing by itself: there is nothing to replace";
        let problem = Diagnostic::new(NOTHING_TO_REPLACE, span, message);
        let problem = match event.map(|event| &self.game.events[event]) {
            Some(event) => problem
                .related(event.origin, "it is only emitted")
                .hint(format!(
                    "{instead}, or let a definition declare it instead, with `event: {}`",
                    event.name
                )),
            None => problem.hint(instead),
        };
        self.diagnostics.report(problem);
    }

    /// Fields of one of several events.
    pub(in crate::check) fn context_of(&self, patterns: &[EventPattern]) -> Context {
        match patterns {
            [] => Context::None,
            [pattern] => match &pattern.event {
                EventSource::Standard(event)
                | EventSource::Phase(event, _)
                | EventSource::State(event, _) => Context::Standard(event.fields),
                EventSource::Declared(event) => Context::Declared(*event),
                EventSource::Duration(_) => Context::Several,
            },
            _ => Context::Several,
        }
    }
}
