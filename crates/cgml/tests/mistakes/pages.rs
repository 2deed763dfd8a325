//! The pages that explain codes.
