//! What is known at one place of a rule, ability, move or definition.

use rustc_hash::FxHashMap;

use crate::model::{Block, EventId, Expr, Local, LocalId, Step, Table, Type};
use crate::source::Span;
use crate::vocabulary::events::Field;

/// What is known at one place: temporary values, what the event tells, the card whose ability it is.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// Every temporary value of the body, in order of appearance.
    locals: Table<LocalId, Local>,
    /// The names that can be seen now, innermost last.
    visible: Vec<String>,
    /// What each of them stands for, innermost last.
    meanings: FxHashMap<String, Vec<LocalId>>,
    /// What the event tells.
    pub(super) context: Context,
    /// Whether `this` is known.
    pub(super) has_this: bool,
    /// True if the effect wraps something that `PROCEED` does.
    pub(super) wraps: bool,
    /// True if an action may stand in an expression; it becomes a step of its own before.
    pub(super) allows_actions: bool,
    /// Steps made from actions inside expressions, to be done before the step being read.
    pub(super) hoisted: Vec<Step>,
}

/// What the event tells.
#[derive(Debug, Default, Clone)]
pub(super) enum Context {
    /// There is no event.
    #[default]
    None,
    /// An event of the vocabulary.
    Standard(&'static [Field]),
    /// An event the game declares.
    Declared(EventId),
    /// One of several events: whatever any of them tells, of unknown type.
    Several,
}

impl Scope {
    /// A scope with what an event tells.
    pub(super) fn with_context(context: Context) -> Self {
        Self {
            context,
            ..Self::default()
        }
    }

    /// The scope of an ability.
    pub(super) fn of_ability(context: Context) -> Self {
        Self {
            has_this: true,
            ..Self::with_context(context)
        }
    }

    /// Adds a temporary value that can be seen from now on.
    pub(super) fn bind(&mut self, name: &str, ty: Type, origin: Span) -> LocalId {
        let local = self.locals.push(Local {
            name: name.to_owned(),
            ty,
            origin,
        });
        self.alias(name, local);
        local
    }

    /// Lets another name see the same temporary value.
    pub(super) fn alias(&mut self, name: &str, local: LocalId) {
        self.visible.push(name.to_owned());
        match self.meanings.get_mut(name) {
            Some(meanings) => meanings.push(local),
            None => {
                self.meanings.insert(name.to_owned(), vec![local]);
            }
        }
    }

    /// A mark to return to with [`Scope::leave`].
    pub(super) fn enter(&self) -> usize {
        self.visible.len()
    }

    /// Forgets the names bound since the mark.
    pub(super) fn leave(&mut self, mark: usize) {
        for name in self.visible.drain(mark..) {
            self.meanings.get_mut(&name).and_then(Vec::pop);
        }
    }

    /// The temporary value with this name.
    pub(super) fn find(&self, name: &str) -> Option<LocalId> {
        self.meanings.get(name)?.last().copied()
    }

    /// The names that can be seen.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.visible.iter().map(String::as_str)
    }

    /// The type of a temporary value.
    pub(super) fn ty(&self, local: LocalId) -> Type {
        self.locals[local].ty.clone()
    }

    /// Ends the scope: the steps with all their temporary values.
    pub(super) fn into_block(self, steps: Vec<Step>) -> Block {
        Block {
            steps,
            locals: self.locals,
        }
    }
}

/// An expression that stands for one with a reported problem.
pub(super) fn wrong(origin: Span) -> Expr {
    Expr {
        kind: crate::model::ExprKind::Wrong,
        ty: Type::Any,
        origin,
    }
}
