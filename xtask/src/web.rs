//! The studio's pages: checked, tested, built again and compared, and used in a browser.
//!
//! The built pages are committed, so that the program needs no Node; `npm` is called here and nowhere else.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::repository::{command, root, run};

/// The built pages, as they are committed.
const KEPT: &str = "web/dist";

/// Where they are built again.
const BUILT: &str = "target/web-dist";

/// Types, component tests, and whether the committed pages are those that the sources give.
pub(crate) fn pages() -> Result<()> {
    if !is_set_up() {
        return Ok(());
    }
    run(&mut command("npm --prefix web run check"))?;
    run(&mut command("npm --prefix web run test"))?;
    let build = "npm --prefix web run build -- --logLevel warn --outDir ../target/web-dist";
    run(&mut command(build))?;
    let (kept, built) = (files(&root().join(KEPT))?, files(&root().join(BUILT))?);
    let differ: Vec<&String> = built
        .iter()
        .filter(|(path, contents)| kept.get(*path) != Some(contents))
        .map(|(path, _)| path)
        .chain(kept.keys().filter(|path| !built.contains_key(*path)))
        .collect();
    ensure!(
        differ.is_empty(),
        "{KEPT} is out of date ({differ:?}); run `cargo xtask generate` and commit the result"
    );
    eprintln!("{} built pages are up to date", kept.len());
    Ok(())
}

/// Uses the studio in a browser, as a person would. The program was built by the tests before.
pub(crate) fn browser() -> Result<()> {
    if !is_set_up() {
        return Ok(());
    }
    run(&mut command("npm --prefix web run e2e"))
}

/// Builds the pages.
pub(crate) fn build() -> Result<()> {
    if !is_set_up() {
        return Ok(());
    }
    run(&mut command("npm --prefix web run build"))
}

/// True if what the pages need was fetched; a contributor who does not change them need not have it.
fn is_set_up() -> bool {
    let is_there = root().join("web/node_modules").is_dir();
    if !is_there {
        eprintln!(
            "web/node_modules is not there: the pages are left alone; `cargo xtask test` fetches it"
        );
    }
    is_there
}

/// The files of a folder by their paths in it.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let entries = fs::read_dir(&next).with_context(|| format!("read {}", next.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap_or(&path);
            found.insert(name.display().to_string(), fs::read(&path)?);
        }
    }
    Ok(found)
}
