//! Scope: the values of names where an expression or step is compiled.

use cgml::model::LocalId;
use engine::ids::Slot;

use crate::emit::builder::Label;

/// A value that is known now, or a register that will hold it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value {
    /// A constant, known when the game is compiled.
    Known(i64),
    /// The value in a register.
    In(Slot),
}

/// A player, as far as it is known.
pub(crate) type Player = Value;

/// Fields of the event, for rules that listen to one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Context {
    pub(crate) card: Option<Value>,
    pub(crate) from: Option<Value>,
    pub(crate) to: Option<Value>,
    pub(crate) player: Option<Value>,
    /// The first register of the fields of a declared event.
    pub(crate) fields: Option<Slot>,
}

/// Meaning of the names in an expression or step, and where it goes if it fails.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    /// The player who acts; `None` for whoever's turn it is.
    pub(crate) acting: Option<Player>,
    /// Values of the temporary names, by [`LocalId`].
    pub(crate) locals: Vec<Value>,
    /// Fields of the event.
    pub(crate) context: Context,
    /// The card whose ability or move this is.
    pub(crate) this: Option<Value>,
    /// Target of a failing action.
    pub(crate) fail: Label,
    /// True if nobody listens: the table is being laid.
    pub(crate) is_setup: bool,
    /// True if fewer than asked for is a failure.
    pub(crate) is_cost: bool,
    /// True if moves are made without paying for them.
    pub(crate) is_free: bool,
    /// True if all answer before anyone sees an answer.
    pub(crate) is_together: bool,
    /// The number of loops that were written out, one inside the other.
    pub(crate) unrolled: u8,
    /// The meaning of `PROCEED`, as a position among those of the compiler.
    pub(crate) proceed: Option<usize>,
    /// The list of players who lose together, while checks are executed.
    pub(crate) losing: Option<Slot>,
}

impl Scope {
    pub(crate) fn new(fail: Label) -> Self {
        Self {
            acting: None,
            locals: Vec::new(),
            context: Context::default(),
            this: None,
            fail,
            is_setup: false,
            is_cost: false,
            is_free: false,
            is_together: false,
            unrolled: 0,
            proceed: None,
            losing: None,
        }
    }

    pub(crate) fn local(&self, id: LocalId) -> Option<Value> {
        self.locals.get(id.0 as usize).copied()
    }

    /// The same place with one temporary value bound to something else.
    pub(crate) fn with(&self, id: LocalId, value: Value) -> Self {
        let mut scope = self.clone();
        if let Some(local) = scope.locals.get_mut(id.0 as usize) {
            *local = value;
        }
        scope
    }

    /// The same place with another target of failures.
    pub(crate) fn failing(&self, fail: Label) -> Self {
        Self {
            fail,
            ..self.clone()
        }
    }

    /// The same place with another acting player.
    pub(crate) fn acted_by(&self, player: Player) -> Self {
        Self {
            acting: Some(player),
            ..self.clone()
        }
    }
}
