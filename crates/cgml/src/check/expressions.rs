//! Types of expressions: paths, operators, literals, lists, and the scopes they are evaluated in.

pub(super) mod assign;
pub(super) mod expect;
pub(super) mod infer;
pub(super) mod lists;
pub(super) mod literal;
pub(super) mod operator;
pub(super) mod path;
pub(super) mod scope;
pub(super) mod types;
