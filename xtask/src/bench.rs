//! Runs the benchmarks of the crate in `bench/`.

use anyhow::{Result, bail, ensure};

use crate::repository::{cargo, root, run};

const MANIFEST: &str = "bench/Cargo.toml";

/// The studio is measured from outside, with what its own tests use.
const STUDIO: &str = "studio";

/// What can be measured, each a file in `bench/src/measure` but for [`STUDIO`].
const BENCHMARKS: &[&str] = &[
    "check",
    "clone",
    "games",
    "instructions",
    "profile",
    "search",
    "strength",
    "studio",
    "threads",
];

/// Runs the benchmark that the first word names, or the one for checking; the other words are its
/// options.
pub(crate) fn bench(words: &[String]) -> Result<()> {
    ensure!(
        root().join(MANIFEST).exists(),
        "there are no benchmarks: {MANIFEST} does not exist"
    );
    let (name, options) = choose(words)?;
    if name == STUDIO {
        return run(cargo("run --release --quiet -p studio --example load --").args(options));
    }
    run(cargo("run --release --quiet --manifest-path")
        .args([MANIFEST, "--", name])
        .args(options))
}

fn choose(words: &[String]) -> Result<(&str, &[String])> {
    match words {
        [] => Ok(("check", words)),
        [name, options @ ..] if BENCHMARKS.contains(&name.as_str()) => Ok((name, options)),
        [name, ..] => bail!(
            "there is no benchmark `{name}`; there are {}",
            BENCHMARKS.join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(line: &str) -> Result<String, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let (name, options) = choose(&words).map_err(|error| error.to_string())?;
        Ok(format!("{name}: {}", options.join(" ")))
    }

    #[test]
    fn the_first_word_names_the_benchmark() {
        assert_eq!(chosen(""), Ok("check: ".to_owned()));
        assert_eq!(
            chosen("games --only war"),
            Ok("games: --only war".to_owned())
        );
        assert_eq!(
            chosen("gmaes"),
            Err(
                "there is no benchmark `gmaes`; there are check, clone, games, instructions, profile, search, strength, studio, threads"
                    .to_owned()
            )
        );
    }
}
