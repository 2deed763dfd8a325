//! Runs the benchmarks: the pinned workloads of the crate in `bench/`.

use anyhow::{Result, ensure};

use crate::repository::{cargo, root, run};

const MANIFEST: &str = "bench/Cargo.toml";

/// Runs `cargo bench` in `bench/`; the arguments choose among its benchmarks.
pub(crate) fn bench(arguments: &[String]) -> Result<()> {
    ensure!(
        root().join(MANIFEST).exists(),
        "there are no benchmarks yet: {MANIFEST} does not exist"
    );
    run(cargo("bench --manifest-path").arg(MANIFEST).args(arguments))
}
