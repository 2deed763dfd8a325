//! Tellings to the readers of a game, with the lines of its author's files that made them happen.

use engine::event::{Event, Scene, Watch};
use engine::ids::{Pc, Seat};
use engine::program::Program;
use engine::telling::Telling;
use engine::trace::{Trace, Traced, What};
use engine::view::View;

/// The largest number of events of one choice that a reader is told. A choice with more has no end, and repeats itself.
const MOST_HEARD: usize = 20_000;

/// Listens for every seat and for those who look on.
pub(crate) struct Listener {
    telling: Telling,
    /// For each seat, and last for those who look on.
    heard: Vec<Vec<Traced>>,
}

impl Listener {
    pub(crate) fn new(program: &Program, language: &str) -> Self {
        Self {
            telling: Telling::new(program, language).with_onlookers(),
            heard: (0..=program.seats).map(|_| Vec::new()).collect(),
        }
    }

    /// Takes what was heard since the last call, by the number of a list.
    pub(crate) fn take(&mut self, list: usize) -> Vec<Traced> {
        std::mem::take(&mut self.heard[list])
    }
}

impl Watch for Listener {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        if self.heard.iter().any(|heard| heard.len() >= MOST_HEARD) {
            return;
        }
        self.telling.event(scene, event);
        let seats = scene.program.seats;
        for (list, heard) in self.heard.iter_mut().enumerate() {
            let told = self.telling.take(reader(list, seats));
            heard.extend(told.into_iter().map(|event| Traced {
                place: scene.origin(),
                what: What::Happened(event),
            }));
        }
    }
}

/// Looks at the table before anything happens, with everybody's eyes, and then listens.
pub(crate) struct Opening<'l> {
    listener: &'l mut Listener,
    language: &'l str,
    /// For each seat, and last for those who look on: how the table lay when the first thing had happened.
    pub(crate) views: Vec<View>,
}

impl<'l> Opening<'l> {
    pub(crate) fn new(listener: &'l mut Listener, language: &'l str) -> Self {
        Self {
            listener,
            language,
            views: Vec::new(),
        }
    }
}

impl Watch for Opening<'_> {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        if self.views.is_empty() {
            let seats = scene.program.seats;
            let readers = (0..=usize::from(seats)).map(|list| reader(list, seats));
            self.views = readers
                .map(|reader| scene.view(Some(reader), self.language))
                .collect();
        }
        self.listener.event(scene, event);
    }
}

/// The reader with the number of a list: those who look on come after the seats.
pub(crate) fn reader(list: usize, seats: u8) -> Seat {
    if list < usize::from(seats) {
        Seat(list as u8)
    } else {
        Seat::ONLOOKER
    }
}

/// Listens for one reader, or for one who sees everything, and looks at the table after some of what happens.
pub(crate) struct Stepper<'l> {
    trace: Trace,
    reader: Option<Seat>,
    language: &'l str,
    /// After how much of it the table is looked at.
    stop: Option<usize>,
    pub(crate) seen: Option<View>,
}

impl<'l> Stepper<'l> {
    pub(crate) fn new(program: &Program, reader: Option<Seat>, language: &'l str) -> Self {
        Self {
            trace: Trace::new(program, reader, language),
            reader,
            language,
            stop: None,
            seen: None,
        }
    }

    /// Everything that was heard.
    pub(crate) fn heard(&self) -> &[Traced] {
        self.trace.traced()
    }

    /// Looks at the table when so much was heard in all.
    pub(crate) fn stop_at(&mut self, heard: usize) {
        self.stop = Some(heard);
    }
}

impl Watch for Stepper<'_> {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        if self.seen.is_some() {
            return;
        }
        self.trace.event(scene, event);
        if self.stop.is_some_and(|stop| self.heard().len() >= stop) {
            self.seen = Some(scene.view(self.reader, self.language));
        }
    }

    fn step(&mut self, pc: Pc, is_trial: bool) {
        self.trace.step(pc, is_trial);
    }
}
