//! The steps of `cargo xtask test` and `cargo xtask check`.

use anyhow::Result;

use crate::repository::{cargo, run, succeeds};
use crate::steps::{Step, run_all};
use crate::{directions, documents, generate, purity, python, setup, shape, strangers, web};

const SETUP: &[Step] = &[Step::new("set-up", setup::setup)];

/// Quick ones first, so that a slip shows early.
const CHECKS: &[Step] = &[
    Step::new("format", format),
    Step::new("directions", directions),
    Step::new("shape", shape::check),
    Step::new("lints", lints),
    Step::new("tests", tests),
    Step::new("python", python::test),
    Step::new("pages", web::pages),
    Step::new("browser", web::browser),
    Step::new("documentation", documentation),
    Step::new("generated files", generated),
    Step::new("dependencies", dependencies),
];

/// Fetches what the tests need, then checks everything.
pub(crate) fn test() -> Result<()> {
    let steps: Vec<&Step> = SETUP.iter().chain(CHECKS).collect();
    run_all(&steps)
}

/// Checks everything.
pub(crate) fn check() -> Result<()> {
    let steps: Vec<&Step> = CHECKS.iter().collect();
    run_all(&steps)
}

/// Dependencies between crates, the outside world, files that documents name, and text that does not belong.
pub(crate) fn directions() -> Result<()> {
    directions::check()?;
    purity::check()?;
    documents::check()?;
    strangers::check()
}

fn format() -> Result<()> {
    run(&mut cargo("fmt --all --check"))?;
    run(&mut cargo("fmt --check --manifest-path fuzz/Cargo.toml"))?;
    run(&mut cargo("fmt --check --manifest-path bench/Cargo.toml"))
}

/// The fuzz targets are checked without libFuzzer, so that no C++ is compiled.
fn lints() -> Result<()> {
    run(&mut cargo(
        "clippy --workspace --all-targets -- -D warnings",
    ))?;
    run(&mut cargo(
        "clippy --manifest-path fuzz/Cargo.toml --target-dir target --no-default-features -- -D warnings",
    ))
}

/// `cargo test` and not another runner, because it also runs the examples in the documentation.
fn tests() -> Result<()> {
    run(&mut cargo("test --workspace --quiet"))?;
    run(&mut cargo("test --quiet --manifest-path bench/Cargo.toml"))
}

fn documentation() -> Result<()> {
    run(cargo("doc --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings"))
}

fn generated() -> Result<()> {
    generate::generate(generate::Mode::Compare)
}

/// What `deny.toml` asks of the dependencies, where `cargo deny` is installed; a contributor need not
/// have it.
fn dependencies() -> Result<()> {
    if !succeeds(&mut cargo("deny --version")) {
        eprintln!("cargo deny is not installed: deny.toml is not checked");
        return Ok(());
    }
    run(&mut cargo("deny check bans licenses sources"))
}
