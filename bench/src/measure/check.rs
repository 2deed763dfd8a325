//! How long `fuda check` takes, from the start of the process to its end.
//!
//! Each row is the median of several runs. What grows linearly costs the same for each card at every
//! size.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use fuda_bench::arguments::Arguments;
use fuda_bench::many_cards::write_game;

const SIZES: [usize; 4] = [1_000, 2_000, 5_000, 10_000];

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    ensure!(
        *arguments == Arguments::default(),
        "checking is measured without options"
    );
    let program = build();
    println!("{:32}{:>12}{:>14}", "fuda check", "median", "for each card");
    let war = median(51, || check(&program, "war"));
    println!("{:32}{:>9.1} ms", "war", milliseconds(war));
    for cards in SIZES {
        let folder = std::env::temp_dir().join(format!("fuda-bench-{}", std::process::id()));
        write_game(&folder, cards).expect("the game can be written");
        let time = median(5, || check(&program, &folder.display().to_string()));
        std::fs::remove_dir_all(&folder).expect("the game can be removed");
        let each = time.as_secs_f64() * 1e6 / cards as f64;
        println!(
            "{:32}{:>9.1} ms{each:>11.1} µs",
            format!("{cards} card files"),
            milliseconds(time)
        );
    }
    Ok(())
}

/// Builds the program and says where it is.
fn build() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let status = Command::new("cargo")
        .args(["build", "--release", "--quiet"])
        .current_dir(&root)
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the program must build");
    root.join("target/release/fuda")
}

fn check(program: &Path, game: &str) {
    let status = Command::new(program)
        .args(["check", game])
        .stdout(Stdio::null())
        .status()
        .expect("the program runs");
    assert!(status.success(), "{game} must have no errors");
}

fn median(times: usize, mut work: impl FnMut()) -> Duration {
    let mut measured: Vec<Duration> = (0..times)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    measured.sort_unstable();
    measured[times / 2]
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
