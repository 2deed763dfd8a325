//! Emission of ops: the builder, scopes, expressions, conditions, lists, and the ops of questions.

pub(crate) mod builder;
pub(crate) mod cards;
pub(crate) mod conditions;
pub(crate) mod expressions;
pub(crate) mod lists;
pub(crate) mod operators;
pub(crate) mod players;
pub(crate) mod position_tables;
pub(crate) mod questions;
pub(crate) mod registers;
pub(crate) mod scope;
pub(crate) mod symbols;
pub(crate) mod variables;
