//! What rules and abilities listen to.

use super::Checker;
use super::scope::Context;
use crate::codes::cards as card_code;
use crate::codes::names as code;
use crate::codes::shape::NEEDS_1_4;
use crate::diagnostic::Diagnostic;
use crate::model::{
    DurationId, EventId, EventPattern, EventSource, KindId, PhaseId, PoolId, StateId, Subject, Type,
};
use crate::source::Span;
use crate::syntax::Ident;
use crate::tree::NodeId;
use crate::version::Version;
use crate::vocabulary::events::{self, Event};
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want;

impl Checker<'_> {
    /// The event of a rule's trigger: `on.phase.Main`.
    pub(super) fn trigger(&mut self, name: &Ident) -> Option<EventPattern> {
        match name.text.strip_prefix("on.") {
            Some(rest) => {
                let inner = Ident::new(rest, name.span);
                self.event_source(&inner, Subject::Any, events::by_trigger)
            }
            // In 1.3 it was reported while reading.
            None if self.version < Version::V1_4 => None,
            None => self.event_pattern(name, false),
        }
    }

    /// The events at a node: one or several.
    pub(super) fn events_at(&mut self, node: Option<NodeId>, has_this: bool) -> Vec<EventPattern> {
        let Some(node) = node else { return Vec::new() };
        let nodes = match self.tree.items(node) {
            [] => vec![node],
            items => items.to_vec(),
        };
        nodes
            .into_iter()
            .filter_map(|node| {
                let name = Ident::new(self.tree.text(node)?, self.tree.span(node));
                self.event_pattern(&name, has_this)
            })
            .collect()
    }

    /// The event of an ability: `this.entered`, `spell.activated`, `my.drawn`, `turn.end`, or a duration.
    pub(super) fn event_pattern(&mut self, name: &Ident, has_this: bool) -> Option<EventPattern> {
        if let Some(rest) = name.text.strip_prefix("on.") {
            let inner = Ident::new(rest, name.span);
            return self.event_source(&inner, Subject::Any, events::by_trigger);
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
        let pattern = self.event_source(&event, subject, events::by_word)?;
        self.check_subject(&pattern, name);
        Some(pattern)
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

    fn event_source(
        &mut self,
        name: &Ident,
        subject: Subject,
        find: fn(&str) -> Option<(&'static Event, &str)>,
    ) -> Option<EventPattern> {
        let origin = name.span;
        if let Some(event) = self.names.find(NameKind::Event, &name.text) {
            let event = EventSource::Declared(EventId(event.position));
            return Some(EventPattern {
                subject,
                event,
                origin,
            });
        }
        let Some((event, argument)) = find(&name.text) else {
            self.unknown_event(name);
            return None;
        };
        if event.since > self.version {
            let message = format!(
                "the event `{}` is part of CGML {}",
                event.trigger, event.since
            );
            self.diagnostics
                .report(Diagnostic::new(NEEDS_1_4, origin, message));
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

    fn unknown_event(&mut self, name: &Ident) {
        let known = || {
            let events = events::EVENTS.iter();
            let words = events.flat_map(|event| [event.trigger, event.word]);
            words.chain(self.names.of(NameKind::Event))
        };
        let last = name.text.rsplit('.').next().unwrap_or(&name.text);
        let hint = self
            .did_you_mean(&name.text, known())
            .or_else(|| self.did_you_mean(last, known()))
            .unwrap_or_else(|| "declare it under `events`".to_owned());
        let message = format!("there is no event `{}`", name.text);
        self.diagnostics
            .report(Diagnostic::new(code::UNKNOWN_EVENT, name.span, message).hint(hint));
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
            self.diagnostics.report(Diagnostic::new(
                card_code::EVENT_WITHOUT_SUBJECT,
                name.span,
                message,
            ));
        }
    }

    /// What one of several events tells.
    pub(super) fn context_of(&self, patterns: &[EventPattern]) -> Context {
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
