//! How many instructions games need, compared with the numbers kept in `instructions.json`.
//!
//! Callgrind counts them. The count does not depend on what else the machine does, so a difference of
//! a tenth of a percent can be seen. It does depend on the compiler, which is why the file names it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use fuda_bench::arguments::{Arguments, Format};
use fuda_bench::games::GAMES;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// By how many percent something may be slower than before.
const ALLOWED: f64 = 3.0;

/// What is played: by whom, which game, how often.
struct Workload {
    name: String,
    who: &'static str,
    game: &'static str,
    games: u64,
}

/// How many games of ours are played. A hundred million instructions are enough for games that differ.
const OURS: &[(&str, u64)] = &[
    ("kuhn-poker", 100_000),
    ("leduc-poker", 50_000),
    ("blackjack", 30_000),
    ("goofspiel", 5000),
    ("euchre", 2000),
    ("oh-hell", 2000),
    ("crazy-eights", 1000),
    ("spades", 1000),
    ("hearts", 1000),
    ("war", 500),
    ("go-fish", 500),
    ("cribbage", 100),
    ("dou-dizhu", 100),
    ("klondike", 100),
    ("gin-rummy", 50),
    ("solitcg", 300),
    ("ygo-ftk", 2000),
    ("duel-masters", 200),
];

/// How many times as many games the ceilings play.
const CEILINGS_PLAY: u64 = 5;

fn workloads() -> Vec<Workload> {
    let mut workloads = Vec::new();
    for game in GAMES {
        let ours = OURS.iter().find(|(name, _)| *name == game.name);
        let games = ours.map_or(100, |(_, games)| *games);
        let mut add = |who, games| {
            workloads.push(Workload {
                name: format!("{who} {}", game.name),
                who,
                game: game.name,
                games,
            });
        };
        add("fuda", games);
        if game.ceiling().is_some() {
            add("ceiling", games * CEILINGS_PLAY);
        }
    }
    workloads
}

/// What `instructions.json` holds.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    /// Another compiler writes other instructions.
    compiler: String,
    instructions_a_game: Map<String, Value>,
}

/// One line of the table.
struct Row {
    name: String,
    now: f64,
    before: Option<f64>,
}

impl Row {
    fn difference_in_percent(&self) -> Option<f64> {
        let before = self.before?;
        Some((self.now - before) / before * 100.0)
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    arguments.check_names(&names)?;
    ensure!(
        arguments.rounds.is_none() && arguments.seconds.is_none(),
        "instructions are counted once: there are no rounds and no seconds"
    );
    let kept = read_kept()?;
    let compiler = compiler()?;
    let is_same_compiler = kept.compiler == compiler;
    if !kept.compiler.is_empty() && !is_same_compiler {
        eprintln!(
            "the numbers before are of {}, these of {compiler}",
            kept.compiler
        );
    }
    let mut rows = Vec::new();
    for workload in workloads() {
        if arguments.wants(workload.game) {
            rows.push(row(&workload, &kept)?);
        }
    }
    match arguments.format {
        Format::Text => print_table(&rows),
        Format::Json => print_json(&rows)?,
    }
    if arguments.update {
        return write_kept(kept, compiler, &rows);
    }
    let is_slower = |row: &&Row| row.difference_in_percent().is_some_and(|d| d > ALLOWED);
    let slower: Vec<&str> = rows
        .iter()
        .filter(is_slower)
        .map(|row| row.name.as_str())
        .collect();
    ensure!(
        slower.is_empty() || !is_same_compiler,
        "slower by more than {ALLOWED} %: {}; if that is meant, use `--update`",
        slower.join(", ")
    );
    Ok(())
}

fn row(workload: &Workload, kept: &Kept) -> Result<Row> {
    let instructions = count(workload)? as f64 / workload.games as f64;
    let before = kept.instructions_a_game.get(&workload.name);
    Ok(Row {
        name: workload.name.clone(),
        now: (instructions * 10.0).round() / 10.0,
        before: before.and_then(Value::as_f64),
    })
}

/// The function of the module `workload` that plays: preparing does not count.
const COUNTED: &str = "--toggle-collect=*workload::counted*";

/// Plays under callgrind.
fn count(workload: &Workload) -> Result<u64> {
    let program = std::env::current_exe()?;
    let file = std::env::temp_dir().join(format!("fuda-bench-{}.callgrind", std::process::id()));
    let mut out = std::ffi::OsString::from("--callgrind-out-file=");
    out.push(&file);
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet", COUNTED])
        .arg(out)
        .arg(&program)
        .args([
            "workload",
            workload.who,
            workload.game,
            &workload.games.to_string(),
        ])
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
    let total = total(&profile).context("the profile of callgrind has no total")?;
    ensure!(total > 0, "callgrind does not find the function that plays");
    Ok(total)
}

/// The line `totals: NUMBER` of a profile.
fn total(profile: &str) -> Option<u64> {
    let number = profile
        .lines()
        .find_map(|line| line.strip_prefix("totals: "))?;
    number.trim().parse().ok()
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
    let mut instructions_a_game = Map::new();
    for Workload { name, .. } in workloads() {
        let now = rows.iter().find(|row| row.name == name);
        let now = now.map(|row| Value::from(row.now));
        let number = now.or_else(|| kept.instructions_a_game.get(&name).cloned());
        instructions_a_game.extend(number.map(|number| (name, number)));
    }
    let kept = Kept {
        compiler,
        instructions_a_game,
    };
    let text = serde_json::to_string_pretty(&kept)? + "\n";
    fs::write(kept_path(), text).context("bench/instructions.json could not be written")
}

fn print_table(rows: &[Row]) {
    println!(
        "{:<24}{:>14}{:>14}{:>12}",
        "instructions a game", "before", "now", "difference"
    );
    for row in rows {
        let before = row
            .before
            .map_or("–".to_owned(), |count| format!("{count:.1}"));
        let difference = row.difference_in_percent();
        let difference = difference.map_or("–".to_owned(), |percent| format!("{percent:+.2} %"));
        println!(
            "{:<24}{before:>14}{:>14.1}{difference:>12}",
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
