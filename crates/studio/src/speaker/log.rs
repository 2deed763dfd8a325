//! The log, with the rules that did it.

use super::Speaker;
use crate::shelf::Edition;
use crate::wire::{Face, LogKind, LogLine, LogPart, Written, WrittenAt};
use cgml::explain;
use cgml::vocabulary::Language;
use engine::telling::SeatEvent;
use engine::trace::{Traced, What};
use narrate::{Line, LineKind, Part, Teller, Values};
use std::collections::BTreeMap;

impl Speaker<'_> {
    /// Events between two decisions, in sentences. What the table does not show is told only to authors.
    pub(crate) fn lines(
        &self,
        heard: &[Traced],
        known: &mut BTreeMap<u16, Face>,
        values: &mut Values,
        to: &mut dyn FnMut(LogLine),
    ) {
        let mut teller = Teller::new(self.narrator(), values);
        for one in heard {
            self.faces_told(one, known);
            let source = self.source(one, known);
            match &one.what {
                What::Happened(event) => teller.event(event, source),
                What::Failed(why) => {
                    let place = one.place;
                    let place = place.and_then(|place| self.program.places.get(place as usize));
                    teller.failure(place, *why, source);
                }
            }
        }
        let told = teller.finish().into_iter();
        told.map(|(line, source)| sent(line, source)).for_each(to);
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
}

/// A line as pages are sent it.
fn sent(line: Line, source: Option<WrittenAt>) -> LogLine {
    let kind = match line.kind {
        LineKind::Event => LogKind::Event,
        LineKind::Choice => LogKind::Choice,
        LineKind::Heading | LineKind::Phase => LogKind::Heading,
        LineKind::Failed => LogKind::Failed,
        LineKind::Result => LogKind::Result,
    };
    let parts = line.parts.into_iter().map(|part| match part {
        Part::Text(text) => LogPart::Text { text },
        Part::Card { face, text } => LogPart::Card { face, text },
    });
    LogLine {
        kind,
        parts: parts.collect(),
        player: line.player,
        count: 1,
        source,
    }
}
