//! Identities of expressions and steps of the game.
//!
//! Two equal expressions at different places of a game are two: one may stand in a loop and the other before it. The
//! game is borrowed as long as it is compiled, so that nothing of it moves and a place in memory is one expression.
//! A number given by the check would not do: the compiler copies steps to put values into them, as for the players of
//! `FOR_EACH_PLAYER`, and a copy with the number of its original would be taken for it. Only expressions and steps of
//! the game are noted under an identity, never copies, which do not live long enough.

use cgml::model::{Expr, Step};

/// Identity of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ExprId(usize);

impl ExprId {
    pub(crate) fn of(expr: &Expr) -> Self {
        Self(std::ptr::from_ref(expr).addr())
    }
}

/// Identity of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct StepId(usize);

impl StepId {
    pub(crate) fn of(step: &Step) -> Self {
        Self(std::ptr::from_ref(step).addr())
    }
}
