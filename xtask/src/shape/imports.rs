//! Imports between the folders of a crate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Component;

use super::source::{Source, words};

/// The folders that each folder imports from.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// The number of folders that import from each other, directly or by way of others.
///
/// A file beside a folder that has its name belongs to the folder. The other files directly in `src` put the folders
/// together: they may import from all of them, and are not counted.
pub(super) fn in_cycles(sources: &[Source]) -> usize {
    let imports = imports(sources);
    let is_in_cycle = |folder: &&String| reached(&imports, folder).contains(*folder);
    imports.keys().filter(is_in_cycle).count()
}

fn imports(sources: &[Source]) -> Imports {
    let folders: BTreeSet<String> = sources.iter().filter_map(folder).collect();
    let mut imports = Imports::new();
    for source in sources {
        let own = folder(source).or_else(|| stem(source).filter(|stem| folders.contains(stem)));
        let Some(own) = own else { continue };
        let used = folders
            .iter()
            .filter(|other| **other != own && mentions(source, other));
        let used: Vec<String> = used.cloned().collect();
        imports.entry(own).or_default().extend(used);
    }
    imports
}

/// The folder of the crate that a file is in; `None` directly in `src`.
fn folder(source: &Source) -> Option<String> {
    let mut parts = source.path.components();
    let Component::Normal(first) = parts.next()? else {
        return None;
    };
    let first = first.to_str()?;
    parts.next().map(|_| first.to_owned())
}

/// The name of a file directly in `src`, without its ending.
fn stem(source: &Source) -> Option<String> {
    let stem = source.path.file_stem()?.to_str()?;
    Some(stem.to_owned())
}

/// True if a path in code begins with `crate::` and a folder.
fn mentions(source: &Source, folder: &str) -> bool {
    !words(&source.code, &format!("crate::{folder}")).is_empty()
}

/// The folders that are reached from one by one import or more.
fn reached(imports: &Imports, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from.to_owned()];
    while let Some(folder) = open.pop() {
        for next in imports.get(&folder).into_iter().flatten() {
            if found.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source::new(PathBuf::from(path), text)
    }

    #[test]
    fn folders_that_import_from_each_other_are_counted() {
        let sources = [
            source("lib.rs", "use crate::plan::A; use crate::emit::B;"),
            source("plan/a.rs", "use crate::emit::B;"),
            source("emit/b.rs", "fn f(a: crate::passes::C) {}"),
            source("passes/c.rs", "use crate::plan::A;"),
            source("course/d.rs", "use crate::plan::A; // crate::course"),
        ];

        assert_eq!(in_cycles(&sources), 3);
    }

    #[test]
    fn a_file_with_the_name_of_a_folder_belongs_to_it() {
        let sources = [
            source("plan.rs", "use crate::emit::B;"),
            source("plan/a.rs", ""),
            source("emit/b.rs", "use crate::plan::A;"),
        ];

        assert_eq!(in_cycles(&sources), 2);
    }

    #[test]
    fn comments_and_longer_names_are_no_imports() {
        let sources = [
            source("plan/a.rs", "// crate::emit\nuse crate::emitter::B;"),
            source("emit/b.rs", "use crate::plan::A;"),
        ];

        assert_eq!(in_cycles(&sources), 0);
    }
}
