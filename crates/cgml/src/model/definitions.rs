//! Events and named effects and functions of a game.

use super::named;
use super::{Block, EventId, Expr, Prose, Type};
use crate::source::Span;
use crate::vocabulary::parameters::Parameter;

/// An event of the game.
#[derive(Debug, Clone)]
pub struct EventDef {
    /// Identifier in the game's files.
    pub name: String,
    /// Fields, which `EMIT` gives and rules read.
    pub fields: Vec<EventField>,
    /// Text for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

impl EventDef {
    /// The position of the field that says which player the event is about.
    pub fn player_field(&self) -> Option<usize> {
        let is_player = |field: &EventField| field.name == Parameter::Player.name();
        self.fields.iter().position(is_player)
    }
}

/// Something an event tells.
#[derive(Debug, Clone, PartialEq)]
pub struct EventField {
    /// Identifier in the game's files.
    pub name: String,
    /// Type of its values.
    pub ty: Type,
}

/// An effect or function with a name.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Identifier in the game's files.
    pub name: String,
    /// Its parameters: the first temporary values of its body, in order, with the value where none is given.
    pub params: Vec<(String, Type, Option<Expr>)>,
    /// Its body: a function, a condition or steps.
    pub body: DefinitionBody,
    /// Only if this is true.
    pub condition: Option<Expr>,
    /// Doing it is this event.
    pub event: Option<EventId>,
    /// Text for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// Body of a definition.
#[derive(Debug, Clone)]
pub enum DefinitionBody {
    /// Steps that are executed.
    Effect(Block),
    /// An expression, with its temporary values.
    Function(Expr, Block),
}

named!(EventDef, Definition);
