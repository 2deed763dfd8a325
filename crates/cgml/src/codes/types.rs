//! Problems of types, operators and actions.

use super::codes;

codes! {}
