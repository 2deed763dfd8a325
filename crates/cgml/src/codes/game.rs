//! Problems of a game as a whole.

use super::codes;

codes! {}
