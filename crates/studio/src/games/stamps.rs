//! The state of a folder's files: a game that is being written is read again when one of them has changed.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// So deep are the folders of a game.
const DEEPEST: u32 = 5;
/// So many files are looked at.
const MOST_FILES: u32 = 5_000;

/// The newest of a folder's files, and how many there are with how many bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Stamp {
    newest: Option<SystemTime>,
    files: u32,
    bytes: u64,
}

/// The state of the files in a folder; a file instead of a folder is the only one.
pub(crate) fn of(path: &Path) -> Stamp {
    let mut stamp = Stamp::default();
    add(&mut stamp, path, 0);
    stamp
}

fn add(stamp: &mut Stamp, path: &Path, depth: u32) {
    let Ok(metadata) = fs::metadata(path) else {
        return;
    };
    if metadata.is_file() {
        stamp.files += 1;
        stamp.bytes += metadata.len();
        stamp.newest = stamp.newest.max(metadata.modified().ok());
        return;
    }
    if depth >= DEEPEST || stamp.files >= MOST_FILES {
        return;
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    for entry in entries {
        add(stamp, &entry.path(), depth + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::of;
    use std::fs;

    #[test]
    fn a_folder_has_another_state_when_a_file_in_it_has() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("cards")).expect("a folder in it");
        let file = folder.path().join("cards/one.yaml");
        fs::write(&file, "a: 1\n").expect("a file");
        let before = of(folder.path());
        assert_eq!(of(folder.path()), before);
        fs::write(&file, "a: 12\n").expect("the file again");
        assert_ne!(of(folder.path()), before);
    }
}
