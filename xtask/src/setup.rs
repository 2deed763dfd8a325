//! What the tests need beyond cargo, and how it is fetched.
//!
//! Each need says how to see that it is there; only what is missing is installed, so a second run does
//! nothing. A need is a row of [`NEEDS`], whatever brings it:
//!
//! ```text
//! Debian  present: "valgrind --version"              install: "apt-get install --yes valgrind"
//! npm     present: "npm --prefix web ls"            install: "npm --prefix web install --no-save"
//! pip     present: "…/python -m pip show numpy"      install: "sh crates/python/venv.sh"
//! ```

use anyhow::{Context, Result};

use crate::repository::{command, run, succeeds};

/// One thing the tests need.
struct Need {
    /// Its name.
    name: &'static str,
    /// A command that succeeds where it is present.
    present: &'static str,
    /// A command that installs it.
    install: &'static str,
}

const NEEDS: &[Need] = &[
    Need {
        name: "rustfmt",
        present: "cargo fmt --version",
        install: "rustup component add rustfmt",
    },
    Need {
        name: "clippy",
        present: "cargo clippy --version",
        install: "rustup component add clippy",
    },
    // Not `npm ci`: it refuses a lock file without the builds for systems that a registry has not got (yet).
    Need {
        name: "the pages' packages",
        present: "npm --prefix web ls --silent",
        install: "npm --prefix web install --no-save --no-audit --no-fund",
    },
    Need {
        name: "Python's packages",
        present: "target/python/bin/python -m pip show --quiet numpy pytest mypy pyright pettingzoo gymnasium",
        install: "sh crates/python/venv.sh",
    },
    Need {
        name: "a browser",
        present: "chromium --version",
        install: "sh web/browser.sh",
    },
];

/// Installs what is missing.
pub(crate) fn setup() -> Result<()> {
    for need in NEEDS {
        if succeeds(&mut command(need.present)) {
            eprintln!("{} is there", need.name);
            continue;
        }
        eprintln!("{} is missing: {}", need.name, need.install);
        run(&mut command(need.install))
            .with_context(|| format!("`{}` could not be installed", need.name))?;
    }
    Ok(())
}
