//! Problems of cards and abilities.

use super::codes;

codes! {}
