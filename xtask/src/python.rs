//! The Python package: installed into a virtual environment, and tested there.
//!
//! The quick tests use the library as `cargo test` built it: building the workspace's libraries and tests together
//! gives the same features, so that nothing is compiled twice. All tests use the wheel, as a user gets it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::repository::{cargo, command, output, root, run, succeeds};

const PYTHON: &str = "target/python/bin/python";
const PACKAGE: &str = "crates/python";

/// The most that a wheel may weigh, and that an import may take.
const LARGEST_WHEEL: u64 = 15 << 20;
const SLOWEST_IMPORT: Duration = Duration::from_millis(150);

/// The quick tests: types, and everything that needs no large package.
pub(crate) fn test() -> Result<()> {
    if !succeeds(command(PYTHON).arg("--version")) {
        eprintln!(
            "there is no virtual environment: `cargo xtask test` makes it; Python is not tested"
        );
        return Ok(());
    }
    run(&mut cargo("build --quiet --workspace --lib --tests"))?;
    install_library()?;
    types(&["--project", "tests/pyright.json"])?;
    pytest(&["-m", "not heavy"])
}

/// All tests, with the wheel of a release and everything that the package can work with.
pub(crate) fn all() -> Result<()> {
    run(&mut command("sh crates/python/venv.sh all"))?;
    let wheel = build_wheel()?;
    let weight = fs::metadata(&wheel)?.len();
    eprintln!("{}: {weight} bytes", wheel.display());
    ensure!(
        weight <= LARGEST_WHEEL,
        "the wheel is larger than {LARGEST_WHEEL} bytes"
    );
    fs::remove_dir_all(site_packages()?.join("fuda")).ok();
    let mut install = python(&[
        "-m",
        "pip",
        "install",
        "--quiet",
        "--force-reinstall",
        "--no-deps",
    ]);
    run(install.arg(&wheel))?;
    import_time()?;
    types(&[])?;
    pytest(&[])
}

/// The wheel of a release, in `target/wheels`.
pub(crate) fn build_wheel() -> Result<PathBuf> {
    let folder = root().join("target/wheels");
    fs::remove_dir_all(&folder).ok();
    let mut build = python(&["-m", "maturin", "build", "--release", "--manifest-path"]);
    run(build
        .arg("crates/python/Cargo.toml")
        .arg("--out")
        .arg(&folder))?;
    let mut entries = fs::read_dir(&folder)?.flatten().map(|entry| entry.path());
    entries
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .context("maturin made no wheel")
}

/// Measurements that are Python programs in `crates/python/bench`, with their files.
const SCRIPTS: &[(&str, &str)] = &[
    ("networks", "networks"),
    ("new-cards", "new_cards"),
    ("python", "environments"),
    ("selfplay", "selfplay"),
    ("ship", "ship"),
    ("tricks", "tricks"),
];

/// The file of a measurement.
pub(crate) fn script(name: &str) -> Option<&'static str> {
    let found = SCRIPTS.iter().find(|(known, _)| *known == name);
    found.map(|(_, file)| *file)
}

/// Runs the measurement that the first word names; the other words are its arguments.
pub(crate) fn bench(words: &[String]) -> Result<()> {
    let name = words.first().map_or("", String::as_str);
    let file = script(name).with_context(|| format!("there is no measurement `{name}`"))?;
    let mut bench = python(&[&format!("crates/python/bench/{file}.py")]);
    run(bench.args(&words[1..]))
}

fn python(arguments: &[&str]) -> Command {
    let mut command = command(PYTHON);
    command.args(arguments);
    command
}

fn site_packages() -> Result<PathBuf> {
    let code = "import sysconfig; print(sysconfig.get_path('purelib'))";
    Ok(PathBuf::from(output(&mut python(&["-c", code]))?.trim()))
}

/// Puts the library that cargo built and the Python files beside each other.
fn install_library() -> Result<()> {
    let to = site_packages()?.join("fuda");
    fs::remove_dir_all(&to).ok();
    copy(&root().join(PACKAGE).join("python/fuda"), &to)?;
    fs::remove_file(to.join("_native.abi3.so")).ok();
    let built = root().join("target/debug/libfuda_python.so");
    fs::copy(&built, to.join("_native.abi3.so"))
        .with_context(|| format!("`{}` could not be copied", built.display()))?;
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let name = path.file_name().context("a file has a name")?;
        if path.is_dir() {
            copy(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

/// The types of the package, judged by two programs. The second one reads the packages that are installed: files that
/// need others are left out where these are not there.
fn types(project: &[&str]) -> Result<()> {
    let within = |mut command: Command| run(command.current_dir(root().join(PACKAGE)));
    let program = root().join(PYTHON);
    let mut mypy = Command::new(&program);
    mypy.args(["-m", "mypy", "--cache-dir", "../../target/mypy"]);
    within(mypy)?;
    let mut pyright = Command::new(&program);
    pyright
        .args(["-m", "pyright", "--pythonpath"])
        .arg(&program)
        .args(project);
    within(pyright)
}

fn pytest(arguments: &[&str]) -> Result<()> {
    let mut pytest = Command::new(root().join(PYTHON));
    pytest.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]);
    run(pytest.args(arguments).current_dir(root().join(PACKAGE)))
}

fn import_time() -> Result<()> {
    let code =
        "import time, numpy; t = time.perf_counter(); import fuda; print(time.perf_counter() - t)";
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let started = Instant::now();
        let seconds = output(&mut python(&["-c", code]))?;
        let seconds: f64 = seconds.trim().parse().context("a time is a number")?;
        best = best
            .min(Duration::from_secs_f64(seconds))
            .min(started.elapsed());
    }
    eprintln!("import: {best:?}");
    ensure!(
        best <= SLOWEST_IMPORT,
        "the import takes longer than {SLOWEST_IMPORT:?}"
    );
    Ok(())
}
