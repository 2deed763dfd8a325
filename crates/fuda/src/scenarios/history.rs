//! History since `given`: for facts about events, and to say what changed a value last.

use cgml::model::Game;
use cgml::model::scenario::GivenEvent;
use engine::coverage::Coverage;
use engine::event::{Event, Scene, Watch};
use engine::ids::{Card, Cell, Pc, Pile};
use engine::position::Position;
use engine::program::{Program, Role};
use engine::seen::Value;

use compile::given::matching::{fits, fits_card};

/// The step that did something, and the next step around it that belongs to another part of the game, as positions
/// in the program's places.
type Origin = (Option<u32>, Option<u32>);

/// Everything that has happened.
#[derive(Debug, Default)]
pub(super) struct History {
    events: Vec<(Event, Origin)>,
    /// The coverage of this scenario and those before it.
    reached: Option<Coverage>,
}

impl Watch for History {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        if let Some(reached) = &mut self.reached {
            reached.event(scene, event);
        }
        let places = &scene.program.places;
        let part = |origin: u32| &places[origin as usize].part;
        let step = scene.origin();
        let around = scene
            .origins()
            .find(|origin| step.is_some_and(|step| part(step) != part(*origin)));
        self.events.push((event, (step, around)));
    }

    fn step(&mut self, pc: Pc, is_trial: bool) {
        if let Some(reached) = &mut self.reached {
            reached.step(pc, is_trial);
        }
    }
}

impl History {
    /// Nothing has happened yet in this scenario; something may have been reached in others.
    pub(super) fn new(reached: Option<Coverage>) -> Self {
        Self {
            events: Vec::new(),
            reached,
        }
    }

    /// The coverage, for the next scenario.
    pub(super) fn into_reached(self) -> Option<Coverage> {
        self.reached
    }

    /// True if nothing but choices has happened.
    pub(super) fn is_quiet(&self) -> bool {
        self.events
            .iter()
            .all(|(event, _)| matches!(event, Event::Chose { .. }))
    }

    /// Place of the last change of some cells or piles, as a person would look for it.
    pub(super) fn last_change(
        &self,
        program: &Program,
        cells: &[Cell],
        piles: &[Pile],
    ) -> Option<String> {
        let changed = |event: &Event| match event {
            Event::Changed { cell, .. } => cells.contains(cell),
            Event::Moved { from, to, .. } => piles.contains(from) || piles.contains(to),
            Event::Shuffled { pile } | Event::Arranged { pile } => piles.contains(pile),
            Event::Flipped { .. }
            | Event::Revealed { .. }
            | Event::Concealed { .. }
            | Event::EnteredState { .. }
            | Event::EnteredPhase { .. }
            | Event::BeganTurn { .. }
            | Event::StepFailed
            | Event::Chose { .. }
            | Event::Told { .. }
            | Event::Ended => false,
        };
        let (_, (step, around)) = self.events.iter().rev().find(|(event, _)| changed(event))?;
        let told = |origin: u32| {
            let place = program.places.get(origin as usize)?;
            Some(match place.line {
                0 => format!("`{}`", place.part),
                line => format!("`{}` ({}:{line})", place.part, place.file),
            })
        };
        let step = step.and_then(told)?;
        Some(match around.and_then(told) {
            Some(around) => format!("{step}, during {around}"),
            None => step,
        })
    }

    /// True if such an event has happened.
    pub(super) fn has(
        &self,
        game: &Game,
        program: &Program,
        position: &Position,
        wanted: &GivenEvent,
    ) -> bool {
        let name = wanted.name.trim_start_matches("on.");
        let name = match name {
            "transferred" => "transfer",
            name => name,
        };
        (0..self.events.len()).any(|at| match self.events[at].0 {
            Event::Moved { card, from, to } => {
                is_move(program, name, from, to)
                    && wanted.told.iter().all(|(key, term)| match key.as_str() {
                        "card" => fits_card(game, program, position, card, term),
                        "from" => fits(game, &pile(position, program, from), term),
                        "to" | "zone" => fits(game, &pile(position, program, to), term),
                        "player" => {
                            let owner = |pile: Pile| program.piles[pile.index()].owner;
                            let player = owner(to).or(owner(from));
                            player.is_some_and(|seat| fits(game, &Value::Player(seat), term))
                        }
                        _ => false,
                    })
            }
            Event::Shuffled { pile: shuffled } => {
                matches!(name, "shuffled" | "shuffle")
                    && wanted.told.iter().all(|(key, term)| match key.as_str() {
                        "zone" => fits(game, &pile(position, program, shuffled), term),
                        "player" => {
                            let owner = program.piles[shuffled.index()].owner;
                            owner.is_some_and(|seat| fits(game, &Value::Player(seat), term))
                        }
                        _ => false,
                    })
            }
            Event::Revealed { card, .. } => {
                matches!(name, "revealed" | "reveal")
                    && wanted.told.iter().all(|(key, term)| match key.as_str() {
                        "card" => fits_card(game, program, position, card, term),
                        _ => self.place_of_reveal(game, program, position, (at, key), term),
                    })
            }
            Event::Told { what, value } => {
                program.tellings[usize::from(what)] == name
                    && wanted.told.iter().all(|(key, term)| match key.as_str() {
                        "player" => {
                            let seat = u8::try_from(value);
                            seat.is_ok_and(|seat| fits(game, &Value::Player(seat), term))
                        }
                        key => self.told_besides(game, program, position, (at, name, key), term),
                    })
            }
            _ => false,
        })
    }

    /// True if a card was revealed in a zone, or in one of a player.
    fn place_of_reveal(
        &self,
        game: &Game,
        program: &Program,
        position: &Position,
        (at, key): (usize, &str),
        term: &cgml::model::scenario::Term,
    ) -> bool {
        let Event::Revealed { card, .. } = self.events[at].0 else {
            return false;
        };
        // Its place then: where it went from next, or where it still is.
        let later = self.events[at..].iter();
        let moved = later.filter_map(|(event, _)| match event {
            Event::Moved {
                card: other, from, ..
            } if *other == card => Some(*from),
            _ => None,
        });
        let found = moved.chain(
            (0..program.piles.len() as u16)
                .map(Pile)
                .filter(|pile| position.cards(*pile).any(|other| other == card)),
        );
        let Some(zone) = found.take(1).last() else {
            return false;
        };
        match key {
            "zone" => fits(game, &pile(position, program, zone), term),
            "player" => {
                let owner = program.piles[zone.index()].owner;
                owner.is_some_and(|seat| fits(game, &Value::Player(seat), term))
            }
            _ => false,
        }
    }

    /// A field of a declared event: it is told right after the event.
    fn told_besides(
        &self,
        game: &Game,
        program: &Program,
        position: &Position,
        (at, name, key): (usize, &str, &str),
        term: &cgml::model::scenario::Term,
    ) -> bool {
        let field = format!("{name}.{key}");
        let prefix = format!("{name}.");
        let later = self.events[at + 1..].iter();
        let mut fields = later.map_while(|(event, _)| match event {
            Event::Told { what, value } => {
                let telling = &program.tellings[usize::from(*what)];
                telling.starts_with(&prefix).then_some((telling, *value))
            }
            _ => None,
        });
        let Some((_, value)) = fields.find(|(telling, _)| **telling == field) else {
            return false;
        };
        if name == "transfer" && matches!(key, "from" | "to") {
            let number = u32::try_from(value).ok().map(cgml::model::PoolId);
            let pool = number.map(|id| game.pools[id].name.clone());
            let pool = pool.map_or(Value::Nothing, Value::Word);
            return fits(game, &pool, term);
        }
        if value == engine::ids::NOTHING {
            return fits(game, &Value::Nothing, term);
        }
        let card = u16::try_from(value).ok().map(Card);
        let as_card = card.filter(|card| card.index() < program.cards.len());
        fits(game, &Value::Number(value), term)
            || as_card.is_some_and(|card| fits_card(game, program, position, card, term))
    }
}

fn pile(position: &Position, program: &Program, pile: Pile) -> Value {
    position.open_pile(program, pile)
}

/// True if a move has this name; see CGML, events.
fn is_move(program: &Program, name: &str, from: Pile, to: Pile) -> bool {
    if from == to {
        return false;
    }
    let role = |pile: Pile| program.piles[pile.index()].role;
    let (from, to) = (role(from), role(to));
    match name {
        "moved" | "move" => true,
        "drawn" | "draw" => from == Role::Deck && to == Role::Hand,
        "played" | "play" => from == Role::Hand && to == Role::Play,
        "discarded" | "discard" => from != Role::Discard && to == Role::Discard,
        "entered" | "enter" => from != Role::Play && to == Role::Play,
        "left" | "leave" => from == Role::Play && to != Role::Play,
        _ => false,
    }
}
