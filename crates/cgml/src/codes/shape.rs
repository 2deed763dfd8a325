//! Problems of the shape of documents.

use super::codes;

codes! {}
