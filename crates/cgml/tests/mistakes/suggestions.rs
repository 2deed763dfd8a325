//! Did you mean …?
