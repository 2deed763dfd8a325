//! Problems of names.

use super::codes;

codes! {}
