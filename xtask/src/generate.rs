//! Files that are written by a program, and whether they are up to date.
//!
//! A generated file is committed, so that readers and editors have it without building anything; the
//! check fails when it differs from what its command prints now. To add one, add a row to
//! [`GENERATED`]:
//!
//! ```text
//! Generated {
//!     path: "schema/cgml-1.3.json",
//!     cargo: "run --quiet --package fuda -- schema --cgml-version 1.3",
//! }
//! ```

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::repository::{cargo, output, root, run};

/// A file whose text is what a cargo command prints.
struct Generated {
    /// Relative to the root.
    path: &'static str,
    /// The arguments of cargo.
    cargo: &'static str,
}

const GENERATED: &[Generated] = &[
    Generated {
        path: "schema/cgml-1.3.json",
        cargo: "run --quiet --package fuda -- schema --cgml-version 1.3",
    },
    Generated {
        path: "schema/cgml-1.4.json",
        cargo: "run --quiet --package fuda -- schema --cgml-version 1.4",
    },
    Generated {
        path: "schema/card-1.4.json",
        cargo: "run --quiet --package fuda -- schema card",
    },
    Generated {
        path: "schema/deck-list-1.4.json",
        cargo: "run --quiet --package fuda -- schema deck-list",
    },
    Generated {
        path: "schema/solitcg-card.json",
        cargo: "run --quiet --package fuda -- schema solitcg-card",
    },
];

/// Whether to write the files or only to look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Write what differs.
    Write,
    /// Fail where something differs.
    Compare,
}

/// Brings every generated file up to date, or fails with the list of those that are not.
///
/// The generated parts of the reference pages, the signature of play and the studio's messages are rewritten by
/// the tests that compare them; the studio's pages are built.
pub(crate) fn generate(mode: Mode) -> Result<()> {
    if mode == Mode::Write {
        let update = "test --quiet --package cgml --test spec current";
        run(cargo(update).env("UPDATE_SPEC", "1"))?;
        let update = "test --quiet --package fuda --test properties signature";
        run(cargo(update).env("UPDATE_SIGNATURE", "1"))?;
        let update = "test --quiet --package studio --lib wire";
        run(cargo(update).env("UPDATE_WIRE", "1"))?;
        crate::web::build()?;
    }
    let mut stale = Vec::new();
    for generated in GENERATED {
        let text = output(&mut cargo(generated.cargo))?;
        let path = root().join(generated.path);
        if fs::read_to_string(&path).is_ok_and(|current| current == text) {
            continue;
        }
        match mode {
            Mode::Compare => stale.push(generated.path),
            Mode::Write => {
                fs::write(&path, text).with_context(|| format!("write {}", generated.path))?;
                eprintln!("wrote {}", generated.path);
            }
        }
    }
    ensure!(
        stale.is_empty(),
        "out of date: {}; run `cargo xtask generate` and commit the result",
        stale.join(", ")
    );
    eprintln!("{} generated files are up to date", GENERATED.len());
    Ok(())
}
