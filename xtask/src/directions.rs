//! Which crate of the workspace may use which.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::repository::{cargo, output};

/// The crates of the workspace one crate may use; tests and build scripts count as well.
struct Direction {
    user: &'static str,
    may_use: &'static [&'static str],
    because: &'static str,
}

/// Lowest first. A crate that is not listed is refused, so that a new one says where it stands.
const DIRECTIONS: &[Direction] = &[
    Direction {
        user: "cgml",
        may_use: &[],
        because: "the language is useful to editors and tools that never play a game",
    },
    Direction {
        user: "engine",
        may_use: &[],
        because: "the engine runs programs and knows nothing of YAML",
    },
    Direction {
        user: "compile",
        may_use: &["cgml", "engine"],
        because: "a checked game becomes a program there, and nowhere else",
    },
    Direction {
        user: "narrate",
        may_use: &["cgml", "engine"],
        because: "words follow from views and programs, whoever shows them",
    },
    Direction {
        user: "native",
        may_use: &["engine"],
        because: "machine code does what programs say, and knows nothing else of games",
    },
    Direction {
        user: "players",
        may_use: &["engine"],
        because: "who decides knows views and programs, and nothing of files",
    },
    Direction {
        user: "storage",
        may_use: &[],
        because: "files are kept the same way, whatever is in them",
    },
    Direction {
        user: "nets",
        may_use: &[],
        because: "networks know numbers, not games",
    },
    Direction {
        user: "learn",
        may_use: &["cgml", "engine", "nets", "players", "storage"],
        because: "what learns sees games as numbers, which the files of a game declare",
    },
    Direction {
        user: "metagame",
        may_use: &["cgml", "engine", "compile", "learn", "players", "storage"],
        because: "decks are weighed by games that others know how to play",
    },
    Direction {
        user: "studio",
        may_use: &["cgml", "engine", "compile", "narrate", "players", "storage"],
        because: "the studio is handed its games, and knows none",
    },
    Direction {
        user: "fuda",
        may_use: &[
            "cgml", "engine", "compile", "learn", "metagame", "narrate", "native", "nets",
            "players", "storage", "studio",
        ],
        because: "the program puts the parts together, so no part uses it",
    },
    Direction {
        user: "fuda-python",
        may_use: &[
            "cgml", "compile", "engine", "fuda", "learn", "metagame", "nets", "players", "storage",
            "studio",
        ],
        because: "Python is another program: it uses what the program uses, and nothing uses it",
    },
    Direction {
        user: "xtask",
        may_use: &[],
        because: "a task must run while the project does not compile",
    },
];

/// The crates of the workspace, each with the crates of the workspace it uses.
type Uses = BTreeMap<String, Vec<String>>;

/// Fails with every dependency that points the wrong way.
pub(crate) fn check() -> Result<()> {
    let metadata = output(&mut cargo("metadata --no-deps --format-version 1"))?;
    let uses = uses(&metadata)?;
    let problems = problems(&uses);
    ensure!(problems.is_empty(), "{}", problems.join("\n"));
    eprintln!("{} crates depend in the allowed directions", uses.len());
    Ok(())
}

fn uses(metadata: &str) -> Result<Uses> {
    let metadata: Value = serde_json::from_str(metadata).context("cargo metadata is no JSON")?;
    let packages = metadata["packages"]
        .as_array()
        .context("cargo metadata lists no packages")?;
    let members: Vec<&str> = packages.iter().filter_map(name).collect();
    let uses_of = |package: &Value| -> Vec<String> {
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        let used = dependencies.filter_map(name);
        let used = used.filter(|used| members.contains(used));
        used.map(str::to_owned).collect()
    };
    let named = packages.iter().filter_map(|package| {
        let user = name(package)?.to_owned();
        Some((user, uses_of(package)))
    });
    Ok(named.collect())
}

fn name(value: &Value) -> Option<&str> {
    value["name"].as_str()
}

fn problems(uses: &Uses) -> Vec<String> {
    let mut problems = Vec::new();
    for (user, used) in uses {
        let Some(direction) = DIRECTIONS.iter().find(|direction| direction.user == user) else {
            problems.push(format!(
                "crate `{user}` has no place yet: add it to `DIRECTIONS` in xtask/src/directions.rs"
            ));
            continue;
        };
        let forbidden = used
            .iter()
            .filter(|used| !direction.may_use.contains(&used.as_str()));
        problems.extend(forbidden.map(|used| {
            format!(
                "crate `{user}` must not depend on `{used}`: {}",
                direction.because
            )
        }));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(packages: &str) -> Vec<String> {
        let metadata = format!(r#"{{"packages": [{packages}]}}"#);
        problems(&uses(&metadata).expect("the test's metadata is well formed"))
    }

    const CGML: &str = r#"{"name": "cgml", "dependencies": [{"name": "indexmap"}]}"#;

    #[test]
    fn a_dependency_upwards_is_refused_with_its_reason() {
        let downwards = r#"{"name": "fuda", "dependencies": [{"name": "cgml"}]}"#;
        let upwards = r#"{"name": "engine", "dependencies": [{"name": "cgml", "kind": "dev"}]}"#;

        assert_eq!(found(&format!("{CGML}, {downwards}")), [""; 0]);
        assert_eq!(
            found(&format!("{CGML}, {upwards}")),
            [
                "crate `engine` must not depend on `cgml`: the engine runs programs and knows nothing of YAML"
            ]
        );
    }

    #[test]
    fn a_crate_without_a_place_is_refused() {
        assert_eq!(
            found(r#"{"name": "surprise", "dependencies": []}"#),
            [
                "crate `surprise` has no place yet: add it to `DIRECTIONS` in xtask/src/directions.rs"
            ]
        );
    }
}
