//! The language reference holds: every example in `spec/`, `README.md` and `docs/` is run, and the
//! reference pages are those of the vocabulary.
//!
//! An example is a fenced block whose info string begins with `yaml` and a kind; `spec/fixtures/README.md`
//! explains the kinds. `UPDATE_SPEC=1 cargo test -p cgml --test spec` rewrites what is generated.
#![expect(clippy::disallowed_methods, reason = "the tests read files")]

mod examples;
mod fences;
mod fixtures;
mod links;
mod pages;
mod repository;
mod scenarios;
mod topics;
mod words;
