//! Problems of merging.

use super::codes;

codes! {}
