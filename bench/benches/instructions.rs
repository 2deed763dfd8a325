//! How many instructions pinned workloads need, compared with the numbers kept in `instructions.json`.
//!
//! Callgrind counts them. The count does not depend on what else the machine does, so a difference of
//! a tenth of a percent can be seen. It does depend on the compiler, which is why the file names it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use fuda_bench::arguments::{Arguments, Format};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// What is counted: a name, and the program with its arguments.
struct Workload {
    name: &'static str,
    program: Program,
    arguments: &'static [&'static str],
}

enum Program {
    /// The program that users have.
    Fuda,
    /// The one in `src/bin/workload.rs`.
    Ceiling,
}

const WORKLOADS: &[Workload] = &[
    Workload {
        name: "check war",
        program: Program::Fuda,
        arguments: &["check", "war"],
    },
    ceiling("ceiling kuhn-poker", &["kuhn-poker", "200000"]),
    ceiling("ceiling leduc-poker", &["leduc-poker", "100000"]),
    ceiling("ceiling war", &["war", "1000"]),
    ceiling("ceiling hearts", &["hearts", "5000"]),
    ceiling("ceiling crazy-eights", &["crazy-eights", "5000"]),
];

const fn ceiling(name: &'static str, arguments: &'static [&'static str]) -> Workload {
    Workload {
        name,
        program: Program::Ceiling,
        arguments,
    }
}

/// What `instructions.json` holds.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    /// Another compiler writes other instructions.
    compiler: String,
    instructions: Map<String, Value>,
}

/// One line of the table.
struct Row {
    name: &'static str,
    now: u64,
    before: Option<u64>,
}

impl Row {
    fn difference_in_percent(&self) -> Option<f64> {
        let before = self.before? as f64;
        Some((self.now as f64 - before) / before * 100.0)
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::of_process()?;
    let names: Vec<&str> = WORKLOADS.iter().map(|workload| workload.name).collect();
    arguments.check_names(&names)?;
    ensure!(
        arguments.rounds.is_none() && arguments.seconds.is_none(),
        "instructions are counted once: there are no rounds and no seconds"
    );
    let kept = read_kept()?;
    let compiler = compiler()?;
    if !kept.compiler.is_empty() && kept.compiler != compiler {
        eprintln!(
            "the numbers before are of {}, these of {compiler}",
            kept.compiler
        );
    }
    let fuda = build()?;
    let wanted = WORKLOADS
        .iter()
        .filter(|workload| arguments.wants(workload.name));
    let rows: Result<Vec<Row>> = wanted.map(|workload| row(workload, &fuda, &kept)).collect();
    let rows = rows?;
    match arguments.format {
        Format::Text => print_table(&rows),
        Format::Json => print_json(&rows)?,
    }
    if arguments.update {
        write_kept(kept, compiler, &rows)?;
    }
    Ok(())
}

fn row(workload: &Workload, fuda: &Path, kept: &Kept) -> Result<Row> {
    eprintln!("counting {}", workload.name);
    let program = match workload.program {
        Program::Fuda => fuda,
        Program::Ceiling => Path::new(env!("CARGO_BIN_EXE_workload")),
    };
    Ok(Row {
        name: workload.name,
        now: count(program, workload.arguments)?,
        before: kept.instructions.get(workload.name).and_then(Value::as_u64),
    })
}

/// Runs a program under callgrind. Its environment is empty, because the start of a process reads it.
fn count(program: &Path, arguments: &[&str]) -> Result<u64> {
    let file = std::env::temp_dir().join(format!("fuda-bench-{}.callgrind", std::process::id()));
    let mut out = std::ffi::OsString::from("--callgrind-out-file=");
    out.push(&file);
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(out)
        .arg(program)
        .args(arguments)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .output()
        .context("instructions are counted by valgrind, which could not be started; install it")?;
    ensure!(
        output.status.success(),
        "`{}` failed under valgrind\n{}",
        program.display(),
        String::from_utf8_lossy(&output.stderr).trim_end()
    );
    let profile = fs::read_to_string(&file).context("callgrind wrote no profile")?;
    fs::remove_file(&file)?;
    total(&profile).context("the profile of callgrind has no total")
}

/// The line `totals: NUMBER` of a profile.
fn total(profile: &str) -> Option<u64> {
    let number = profile
        .lines()
        .find_map(|line| line.strip_prefix("totals: "))?;
    number.trim().parse().ok()
}

/// Builds the program and says where it is.
fn build() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let status = Command::new("cargo")
        .args(["build", "--release", "--quiet"])
        .current_dir(&root)
        .status()
        .context("`cargo` could not be started")?;
    ensure!(status.success(), "the program must build");
    Ok(root.join("target/release/fuda"))
}

fn compiler() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output();
    let output = output.context("`rustc` could not be started")?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

fn kept_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.json")
}

/// What was kept; nothing at the very first time.
fn read_kept() -> Result<Kept> {
    if !kept_path().exists() {
        return Ok(Kept::default());
    }
    let text = fs::read_to_string(kept_path())?;
    serde_json::from_str(&text).context("bench/instructions.json is not what this program writes")
}

/// Keeps the new numbers, and the old ones of what was not counted. Workloads that are gone go.
fn write_kept(kept: Kept, compiler: String, rows: &[Row]) -> Result<()> {
    let mut instructions = Map::new();
    for workload in WORKLOADS {
        let now = rows.iter().find(|row| row.name == workload.name);
        let now = now.map(|row| Value::from(row.now));
        let number = now.or_else(|| kept.instructions.get(workload.name).cloned());
        instructions.extend(number.map(|number| (workload.name.to_owned(), number)));
    }
    let kept = Kept {
        compiler,
        instructions,
    };
    let text = serde_json::to_string_pretty(&kept)? + "\n";
    fs::write(kept_path(), text).context("bench/instructions.json could not be written")
}

fn print_table(rows: &[Row]) {
    println!(
        "{:<24}{:>14}{:>14}{:>12}",
        "instructions", "before", "now", "difference"
    );
    for row in rows {
        let before = row.before.map_or("–".to_owned(), |count| count.to_string());
        let difference = row.difference_in_percent();
        let difference = difference.map_or("–".to_owned(), |percent| format!("{percent:+.2} %"));
        println!(
            "{:<24}{before:>14}{:>14}{difference:>12}",
            row.name, row.now
        );
    }
}

fn print_json(rows: &[Row]) -> Result<()> {
    let rows: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({
                "workload": row.name,
                "before": row.before,
                "now": row.now,
                "difference_in_percent": row.difference_in_percent(),
            })
        })
        .collect();
    println!("{}", serde_json::to_string_pretty(&rows)?);
    Ok(())
}
