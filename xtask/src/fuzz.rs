//! Builds and runs the fuzz targets of `fuzz/` with the stable compiler.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::repository::{cargo, command, output, root, run};

/// How long a target runs when nobody says.
pub(crate) const DEFAULT_SECONDS: u64 = 60;

/// The number of mutants of shipped files are tried when nobody says.
pub(crate) const DEFAULT_MUTANTS: u64 = 20_000;

/// What libFuzzer needs to see which code an input reaches. `cargo fuzz` sets the same flags and a
/// sanitizer, for which it wants a nightly compiler; safe Rust gains little from the sanitizer.
const RUSTFLAGS: &str = "\
    -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Ccodegen-units=1 \
    -Cdebug-assertions \
    --cfg fuzzing";

/// The folders with games, whole and broken.
const GAMES: &[&str] = &[
    "games",
    "crates/cgml/tests/hostile",
    "crates/cgml/tests/mistakes/bases",
    "crates/cgml/tests/mistakes/cases",
];

/// Says which targets there are.
pub(crate) fn list() -> Result<()> {
    for target in targets()? {
        eprintln!("{target}");
    }
    eprintln!("games");
    Ok(())
}

/// Checks and plays mutants of the shipped files, from a number on. They are the same every time, so libFuzzer has no
/// part in it.
pub(crate) fn games(count: u64, first: u64) -> Result<()> {
    let test = "test --quiet --profile soak --package fuda --test mutants -- --ignored --nocapture";
    run(cargo(test)
        .env("FUDA_MUTANTS", count.to_string())
        .env("FUDA_FIRST_MUTANT", first.to_string()))
}

/// Builds one target and runs it for some seconds. It starts from the inputs of earlier runs and from
/// its seeds; what breaks it is kept in `fuzz/artifacts`.
pub(crate) fn fuzz(target: &str, seconds: u64) -> Result<()> {
    let targets = targets()?;
    if !targets.iter().any(|known| known == target) {
        bail!(
            "no fuzz target `{target}`; there are: {}",
            targets.join(", ")
        );
    }
    let program = build(target)?;
    let corpus = folder("corpus", target)?;
    let artifacts = folder("artifacts", target)?;
    let mut fuzzer = Command::new(program);
    fuzzer
        .arg(corpus)
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .arg(format!("-max_total_time={seconds}"))
        .args(["-max_len=65536", "-timeout=10", "-print_final_stats=1"]);
    fuzzer.args(seeds(target));
    run(&mut fuzzer)
}

/// What a target starts from: its own seeds, otherwise every game file there is.
fn seeds(target: &str) -> Vec<PathBuf> {
    let own = root().join("fuzz/seeds").join(target);
    if own.is_dir() {
        return vec![own];
    }
    let folders = GAMES.iter().map(|folder| root().join(folder));
    folders.filter(|folder| folder.is_dir()).collect()
}

/// The names of the files in `fuzz/fuzz_targets`, which are the names of the targets.
fn targets() -> Result<Vec<String>> {
    let mut targets = Vec::new();
    for entry in fs::read_dir(root().join("fuzz/fuzz_targets"))? {
        let path = entry?.path();
        let name = path.file_stem().context("a fuzz target has a name")?;
        targets.push(name.to_string_lossy().into_owned());
    }
    targets.sort();
    Ok(targets)
}

/// Builds a target and gives its path. Naming the host as `--target` keeps the flags away from build
/// scripts and procedural macros, which cannot be linked with them.
fn build(target: &str) -> Result<PathBuf> {
    let host = host()?;
    run(
        cargo("build --release --manifest-path fuzz/Cargo.toml --target-dir fuzz/target")
            .args(["--target", &host, "--bin", target])
            .env("RUSTFLAGS", RUSTFLAGS),
    )?;
    let program = root().join("fuzz/target").join(host).join("release");
    Ok(program.join(target))
}

fn host() -> Result<String> {
    let version = output(&mut command("rustc -vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}

fn folder(kind: &str, target: &str) -> Result<PathBuf> {
    let folder = root().join("fuzz").join(kind).join(target);
    fs::create_dir_all(&folder).with_context(|| format!("create {}", folder.display()))?;
    Ok(folder)
}
