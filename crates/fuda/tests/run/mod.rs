//! The program, and a folder to run it in.

// Each test file uses a part of it.
#![allow(dead_code)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Result of a run of the program.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program where the tests are.
pub(crate) fn fuda(arguments: &[&str]) -> Run {
    Run::of(command(Path::new(".")).args(arguments).output())
}

/// Runs the program with nobody reading what it prints.
#[cfg(unix)]
pub(crate) fn with_closed_stdout(arguments: &[&str]) -> Run {
    let (reader, writer) = std::io::pipe().expect("a pipe can be made");
    drop(reader);
    Run::of(
        command(Path::new("."))
            .args(arguments)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output(),
    )
}

/// The commands that `--help` lists.
pub(crate) fn commands() -> Vec<String> {
    let help = fuda(&["--help"]).succeeds();
    let list = help
        .split("Commands:\n")
        .nth(1)
        .expect("a list of commands");
    list.lines()
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fuda"));
    command
        .current_dir(folder)
        .stdin(Stdio::null())
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS");
    command
}

impl Run {
    fn of(output: std::io::Result<Output>) -> Self {
        let output = output.expect("the program was built");
        let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
        Self {
            code: output.status.code().expect("the program was not killed"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// Its output, if it succeeded and had nothing else to say.
    pub(crate) fn succeeds(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""));
        self.stdout
    }

    /// Its output for programs, whatever the exit code.
    pub(crate) fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).expect("stdout is one JSON value")
    }
}

/// A folder that vanishes after the test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a folder can be made"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs the program in this folder.
    pub(crate) fn fuda(&self, arguments: &[&str]) -> Run {
        Run::of(command(self.path()).args(arguments).output())
    }

    /// Runs the program in this folder, and kills it if it takes too long, which fails the test.
    pub(crate) fn fuda_within(&self, limit: Duration, arguments: &[&str]) -> Run {
        let mut command = command(self.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let program = command.args(arguments).spawn();
        let mut program = program.expect("the program was built");
        let end = Instant::now() + limit;
        while matches!(program.try_wait(), Ok(None)) {
            if Instant::now() > end {
                program.kill().expect("the program can be killed");
            }
            thread::sleep(Duration::from_millis(5));
        }
        Run::of(program.wait_with_output())
    }

    /// Runs the program in this folder with a text as standard input.
    pub(crate) fn fuda_reading(&self, arguments: &[&str], input: &str) -> Run {
        self.write("standard-input", input);
        let input = fs::File::open(self.path().join("standard-input"));
        Run::of(
            command(self.path())
                .args(arguments)
                .stdin(input.expect("the file exists"))
                .output(),
        )
    }

    /// Writes a file, and the folders it needs.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        let parent = path.parent().expect("the path is below the folder");
        fs::create_dir_all(parent).expect("folders can be made");
        fs::write(path, text).expect("files can be written");
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).expect("the file exists")
    }

    /// Every file below, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let mut files = files_below(self.path(), "");
        files.sort();
        files
    }
}

fn files_below(folder: &Path, prefix: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder exists");
    entries
        .map(|entry| entry.expect("the folder can be read"))
        .flat_map(|entry| {
            let name = format!("{prefix}{}", entry.file_name().display());
            match entry.path().is_dir() {
                true => files_below(&entry.path(), &format!("{name}/")),
                false => vec![name],
            }
        })
        .collect()
}
