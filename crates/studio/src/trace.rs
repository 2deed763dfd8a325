//! What readers of a game are told, and which line of its author's files made it happen.

use engine::event::{Event, Scene, Watch};
use engine::ids::Seat;
use engine::program::Program;
use engine::telling::{SeatEvent, Telling};
use engine::view::View;

/// Something that a reader was told.
pub(crate) struct Heard {
    pub(crate) event: SeatEvent,
    /// What made it happen, as a position in the program's places.
    pub(crate) place: Option<u32>,
}

/// Listens for every seat and for those who look on.
pub(crate) struct Listener {
    telling: Telling,
    /// For each seat, and last for those who look on.
    heard: Vec<Vec<Heard>>,
}

impl Listener {
    pub(crate) fn new(program: &Program, language: &str) -> Self {
        Self {
            telling: Telling::new(program, language).with_onlookers(),
            heard: (0..=program.seats).map(|_| Vec::new()).collect(),
        }
    }

    /// What was heard since it was last asked for, by the number of a list.
    pub(crate) fn take(&mut self, list: usize) -> Vec<Heard> {
        std::mem::take(&mut self.heard[list])
    }
}

impl Watch for Listener {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        self.telling.event(scene, event);
        let seats = scene.program.seats;
        for (list, heard) in self.heard.iter_mut().enumerate() {
            let told = self.telling.take(reader(list, seats));
            heard.extend(told.into_iter().map(|event| Heard {
                event,
                place: scene.origin(),
            }));
        }
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
    telling: Telling,
    reader: Option<Seat>,
    language: &'l str,
    pub(crate) heard: Vec<Heard>,
    /// After how much of it the table is looked at.
    stop: Option<usize>,
    pub(crate) seen: Option<View>,
}

impl<'l> Stepper<'l> {
    pub(crate) fn new(program: &Program, reader: Option<Seat>, language: &'l str) -> Self {
        Self {
            telling: match reader {
                Some(_) => Telling::new(program, language).with_onlookers(),
                None => Telling::open(language),
            },
            reader,
            language,
            heard: Vec::new(),
            stop: None,
            seen: None,
        }
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
        self.telling.event(scene, event);
        let told = match self.reader {
            Some(seat) => self.telling.take(seat),
            None => self.telling.take_open(),
        };
        self.heard.extend(told.into_iter().map(|event| Heard {
            event,
            place: scene.origin(),
        }));
        if self.stop.is_some_and(|stop| self.heard.len() >= stop) {
            self.seen = Some(scene.view(self.reader, self.language));
        }
    }
}
