//! Logs of a table, in words.

use super::{MOST_HAPPENED, MOST_LINES, Table, seat_number};
use crate::speaker::Values;
use crate::trace::{Listener, Opening, reader};
use crate::wire::{Face, Happening, LogKind, LogLine, Pile};
use engine::event::{Event, Scene, Watch};
use std::collections::BTreeMap;

/// Logs of all viewers in one language.
pub(super) struct Logs {
    pub(super) listener: Listener,
    /// For each seat, and last for those who look on.
    pub(super) viewers: Vec<Told>,
}

#[derive(Default)]
pub(super) struct Told {
    pub(super) lines: Vec<LogLine>,
    /// The number of lines there were before those.
    pub(super) forgotten: usize,
    /// Faces of all cards that were seen.
    pub(super) faces: BTreeMap<u16, Face>,
    /// The values that were told last.
    values: Values,
    /// The happenings.
    pub(super) happened: Vec<Happening>,
    /// The number of happenings before those.
    pub(super) happened_before: usize,
    /// The piles before anything happened.
    pub(super) opening: Option<Vec<Pile>>,
}

impl Told {
    /// Forgets what nobody will be sent any more.
    fn forget_old(&mut self) {
        let spare = self.happened.len().saturating_sub(MOST_HAPPENED);
        if spare >= MOST_HAPPENED {
            self.happened.drain(..spare);
            self.happened_before += spare;
        }
    }
}

/// Tells in several languages at once.
pub(super) struct InLanguages<'l>(pub(super) Vec<&'l mut Listener>);

impl Watch for InLanguages<'_> {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        for listener in &mut self.0 {
            listener.event(scene, event);
        }
    }
}

impl Table {
    /// Makes words of what was told.
    pub(super) fn write_log(&mut self, language: &'static str) {
        let Some(mut log) = self.presenter.logs.remove(language) else {
            return;
        };
        self.put_into_words(language, &mut log);
        self.presenter.logs.insert(language, log);
    }

    /// Makes words of what was told since the last time. What is too old to be sent to anybody is forgotten.
    fn put_into_words(&self, language: &'static str, log: &mut Logs) {
        for (viewer, told) in log.viewers.iter_mut().enumerate() {
            let seat = reader(viewer, self.game.program.seats);
            let speaker = self.speaker(language, seat_number(seat));
            let old = told.lines.len();
            let heard = log.listener.take(viewer);
            let lines = &mut told.lines;
            let values = &mut told.values;
            speaker.lines(&heard, &mut told.faces, values, &mut |line| {
                add_line(lines, old, line);
            });
            told.happened.extend(speaker.happened(&heard));
            told.forget_old();
            let spare = told.lines.len().saturating_sub(2 * MOST_LINES);
            if spare >= MOST_LINES {
                told.lines.drain(..spare);
                told.forgotten += spare;
            }
        }
    }

    /// Makes the log in a language, from the beginning, if nobody asked for it before.
    pub(super) fn ensure_log(&mut self, language: &'static str) {
        if self.presenter.logs.contains_key(language) {
            return;
        }
        let mut listener = Listener::new(&self.game.program, language);
        let mut opening = Opening::new(&mut listener, language);
        let mut position = self.game.beginning(&mut opening);
        let views = opening.views;
        let viewers = (0..=self.game.program.seats).map(|viewer| {
            let seat = seat_number(reader(usize::from(viewer), self.game.program.seats));
            let view = views.get(usize::from(viewer));
            Told {
                opening: view.map(|view| self.speaker(language, seat).piles(view)),
                ..Told::default()
            }
        });
        let viewers = viewers.collect();
        let mut log = Logs { listener, viewers };
        self.put_into_words(language, &mut log);
        for choice in &self.game.choices {
            position.play_number(&self.game.program, *choice as usize, &mut log.listener);
            self.put_into_words(language, &mut log);
        }
        self.presenter.logs.insert(language, log);
    }
}

/// Adds a line. What happened several times in a row is one line, and a heading without anything below it
/// gives way to the next; what was sent already, the lines before `old`, does not change.
pub(super) fn add_line(lines: &mut Vec<LogLine>, old: usize, line: LogLine) {
    let last = lines.len().checked_sub(1).filter(|last| *last >= old);
    match last.map(|last| &mut lines[last]) {
        Some(last)
            if last.kind == line.kind && last.parts == line.parts && last.source == line.source =>
        {
            last.count += 1;
        }
        Some(last) if last.kind == LogKind::Heading && line.kind == LogKind::Heading => {
            *last = line
        }
        Some(_) | None => lines.push(line),
    }
}
