//! Problems of selectors and expression text.

use super::codes;

codes! {}
