//! Files that are part of the program.

use crate::library;
use cgml::source::{ReadError, Sources};
use std::collections::BTreeSet;

/// A folder of the shipped games.
#[derive(Debug, Clone)]
pub struct EmbeddedSources {
    prefix: String,
}

impl EmbeddedSources {
    /// The files of one folder, such as `war`; of all folders if the name is empty.
    pub fn new(folder: &str) -> Self {
        let prefix = match folder {
            "" => String::new(),
            folder => format!("{folder}/"),
        };
        Self { prefix }
    }
}

impl Sources for EmbeddedSources {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        match library::file(&self.display(path)) {
            Some(contents) => Ok(contents.into_owned()),
            None => self.list(path).and(Err(ReadError::IsFolder)),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        let prefix = match folder.trim_end_matches('/') {
            "" => self.prefix.clone(),
            folder => format!("{}{folder}/", self.prefix),
        };
        let entries: BTreeSet<String> = library::paths()
            .filter_map(|path| path.strip_prefix(&prefix).map(first_part))
            .collect();
        if entries.is_empty() {
            return Err(ReadError::Missing);
        }
        Ok(entries.into_iter().collect())
    }

    fn display(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }
}

/// The entry of a folder that leads to a path below it.
fn first_part(path: &str) -> String {
    match path.split_once('/') {
        Some((folder, _)) => format!("{folder}/"),
        None => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_not_a_file_and_a_file_is_not_a_folder() {
        let all = EmbeddedSources::new("");
        let std = EmbeddedSources::new("std");

        assert_eq!(all.read("std/README.md"), std.read("README.md"));
        assert!(all.read("std/README.md").is_ok());
        assert_eq!(all.read("std"), Err(ReadError::IsFolder));
        assert_eq!(all.list("std/README.md"), Err(ReadError::Missing));
        assert_eq!(std.read("nothing"), Err(ReadError::Missing));
    }

    #[test]
    fn no_path_leads_out() {
        let std = EmbeddedSources::new("std");

        assert_eq!(std.read("../../Cargo.toml"), Err(ReadError::Missing));
        assert_eq!(std.read("../std/README.md"), Err(ReadError::Missing));
    }
}
