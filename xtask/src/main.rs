//! Tasks of the project: `cargo xtask test` runs every test.
use std::process::Command;

fn main() -> anyhow::Result<()> {
    let status = Command::new("cargo")
        .args(["test", "--workspace"])
        .status()?;
    anyhow::ensure!(status.success(), "tests failed");
    Ok(())
}
