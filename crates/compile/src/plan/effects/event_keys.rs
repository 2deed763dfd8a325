//! Keys of events: the events of the game with the phase, state, move or declared event they are about.

use cgml::model::EventSource;
use cgml::vocabulary::events::Trigger;

use crate::plan::uses::is_move;

/// Something that rules listen to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EventKey {
    /// An event with a name alone.
    Plain(Trigger),
    /// As `Plain`, in the middle of an effect.
    Inner(Trigger),
    /// A phase begins or ends.
    Phase(Trigger, u32),
    /// A state is entered or left.
    State(Trigger, u32),
    /// A card moves, whatever its names.
    Move,
    /// An event of the game's `events` section, by its number.
    Declared(u32),
}

impl EventKey {
    pub(crate) fn matches(self, source: &EventSource) -> bool {
        match source {
            EventSource::Standard(event) => match self {
                Self::Plain(trigger) | Self::Inner(trigger) => event.kind == trigger,
                Self::Move => is_move(event.kind),
                Self::Phase(..) | Self::State(..) | Self::Declared(_) => false,
            },
            EventSource::Phase(event, id) => self == Self::Phase(event.kind, id.0),
            EventSource::State(event, id) => self == Self::State(event.kind, id.0),
            EventSource::Declared(id) => self == Self::Declared(id.0),
            EventSource::Duration(_) => false,
        }
    }
}

/// The bit of a card that comes into play.
pub(crate) const ENTER: u8 = 3;

/// The bit of a card that leaves play.
pub(crate) const LEAVE: u8 = 4;

/// The bit of a moving card's names that an event has.
pub(crate) fn bit_of(source: &EventSource) -> Option<u8> {
    let EventSource::Standard(event) = source else {
        return None;
    };
    match event.kind {
        Trigger::Draw => Some(0),
        Trigger::Play => Some(1),
        Trigger::Discard => Some(2),
        Trigger::Enter => Some(ENTER),
        Trigger::Leave => Some(LEAVE),
        Trigger::Move
        | Trigger::StateEnter
        | Trigger::StateExit
        | Trigger::Phase
        | Trigger::PhaseEnd
        | Trigger::TurnBegin
        | Trigger::TurnEnd
        | Trigger::Reveal
        | Trigger::Shuffle
        | Trigger::Transfer
        | Trigger::GameEnd => None,
    }
}
