//! Measures what `cargo xtask bench` is asked for: one program, so that it is built once.

mod measure {
    pub(crate) mod check;
    pub(crate) mod clone;
    pub(crate) mod games;
    pub(crate) mod instructions;
    pub(crate) mod open;
    pub(crate) mod profile;
    pub(crate) mod search;
    pub(crate) mod strength;
    pub(crate) mod threads;
    pub(crate) mod workload;
}

use anyhow::{Result, bail};
use fuda_bench::arguments::Arguments;
use measure::{check, clone, games, instructions, profile, search, strength, threads, workload};

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, words)) = words.split_first() else {
        bail!("say what to measure");
    };
    if name == "workload" {
        return workload::run(words);
    }
    let arguments = Arguments::parse(words)?;
    match name.as_str() {
        "check" => check::run(&arguments),
        "clone" => clone::run(&arguments),
        "games" => games::run(&arguments),
        "instructions" => instructions::run(&arguments),
        "profile" => profile::run(&arguments),
        "search" => search::run(&arguments),
        "strength" => strength::run(&arguments),
        "threads" => threads::run(&arguments),
        _ => bail!("there is no benchmark `{name}`"),
    }
}
