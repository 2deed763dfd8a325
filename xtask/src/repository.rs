//! The place where the repository is, what it holds, and how its programs are called.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is a folder of the repository")
}

/// A command typed as one line, from the root; words that hold spaces are added with `arg`.
pub(crate) fn command(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().expect("a command has a name"));
    command.args(words).current_dir(root());
    command
}

/// A call of the cargo that runs this task, from the root.
pub(crate) fn cargo(arguments: &str) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(arguments.split_whitespace())
        .current_dir(root());
    command
}

/// Runs a command whose output goes to the person; fails if it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    let status = command
        .status()
        .with_context(|| format!("`{line}` could not be started"))?;
    ensure!(status.success(), "`{line}` failed");
    Ok(())
}

/// True if a command can be run and succeeds; what it prints is not shown.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Runs a command and gives what it printed on standard output; fails if it fails.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let line = line(command);
    let output = command
        .output()
        .with_context(|| format!("`{line}` could not be started"))?;
    ensure!(
        output.status.success(),
        "`{line}` failed\n{}",
        String::from_utf8_lossy(&output.stderr).trim_end()
    );
    String::from_utf8(output.stdout).with_context(|| format!("`{line}` printed no UTF-8"))
}

/// The files git knows and those it would add, relative to the root; `None` outside a checkout.
pub(crate) fn files() -> Result<Option<Vec<PathBuf>>> {
    if !root().join(".git").exists() {
        return Ok(None);
    }
    let list = "git ls-files -z --cached --others --exclude-standard";
    let listed = output(&mut command(list))?;
    let files = listed.split('\0').filter(|path| !path.is_empty());
    Ok(Some(files.map(PathBuf::from).collect()))
}

/// The command as a person would type it, without its environment.
fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let words = std::iter::once(name).chain(command.get_args());
    words
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}
