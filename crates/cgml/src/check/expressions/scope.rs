//! Scopes: the names that are known at one place of a rule, ability, move or definition.

use rustc_hash::FxHashMap;

use crate::model::{Block, EventId, Expr, Local, LocalId, Step, Table, Type};
use crate::source::Span;
use crate::vocabulary::events::Field;

/// Scope at one place: temporary values, fields of the event, the card whose ability it is.
#[derive(Debug, Default)]
pub(in crate::check) struct Scope {
    /// Every temporary value of the body, in order of appearance.
    locals: Table<LocalId, Local>,
    /// The names that can be seen now, innermost last.
    visible: Vec<String>,
    /// Meanings of each name, innermost last.
    meanings: FxHashMap<String, Vec<LocalId>>,
    /// Fields of the event.
    pub(in crate::check) context: Context,
    /// True if `this` is known.
    pub(in crate::check) has_this: bool,
    /// True if the effect wraps something that `PROCEED` does.
    pub(in crate::check) wraps: bool,
    /// True if an action may stand in an expression; it becomes a step of its own before.
    pub(in crate::check) allows_actions: bool,
    /// Steps made from actions inside expressions, to be done before the step being read.
    pub(in crate::check) hoisted: Vec<Step>,
}

/// Fields of the event.
#[derive(Debug, Default, Clone)]
pub(in crate::check) enum Context {
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
    pub(in crate::check) fn with_context(context: Context) -> Self {
        Self {
            context,
            ..Self::default()
        }
    }

    /// The scope of an ability.
    pub(in crate::check) fn of_ability(context: Context) -> Self {
        Self {
            has_this: true,
            ..Self::with_context(context)
        }
    }

    /// Adds a temporary value that can be seen from now on.
    pub(in crate::check) fn bind(&mut self, name: &str, ty: Type, origin: Span) -> LocalId {
        let local = self.locals.push(Local {
            name: name.to_owned(),
            ty,
            origin,
        });
        self.alias(name, local);
        local
    }

    /// Lets another name see the same temporary value.
    pub(in crate::check) fn alias(&mut self, name: &str, local: LocalId) {
        self.visible.push(name.to_owned());
        match self.meanings.get_mut(name) {
            Some(meanings) => meanings.push(local),
            None => {
                self.meanings.insert(name.to_owned(), vec![local]);
            }
        }
    }

    /// A mark to return to with [`Scope::leave`].
    pub(in crate::check) fn enter(&self) -> usize {
        self.visible.len()
    }

    /// Forgets the names bound since the mark.
    pub(in crate::check) fn leave(&mut self, mark: usize) {
        for name in self.visible.drain(mark..) {
            self.meanings.get_mut(&name).and_then(Vec::pop);
        }
    }

    /// The temporary value with this name.
    pub(in crate::check) fn find(&self, name: &str) -> Option<LocalId> {
        self.meanings.get(name)?.last().copied()
    }

    /// The names that can be seen.
    pub(in crate::check) fn names(&self) -> impl Iterator<Item = &str> {
        self.visible.iter().map(String::as_str)
    }

    /// The type of a temporary value.
    pub(in crate::check) fn ty(&self, local: LocalId) -> Type {
        self.locals[local].ty.clone()
    }

    /// Ends the scope: the steps with all their temporary values.
    pub(in crate::check) fn into_block(self, steps: Vec<Step>) -> Block {
        Block {
            steps,
            locals: self.locals,
        }
    }
}

/// An expression that stands for one with a reported problem.
pub(in crate::check) fn wrong(origin: Span) -> Expr {
    Expr {
        kind: crate::model::ExprKind::Wrong,
        ty: Type::Any,
        origin,
    }
}
