//! A folder and files that nobody but their user reads.

use std::fs;
use std::io;
use std::path::Path;

/// The database's name in its folder.
pub(crate) const DATABASE: &str = "studio.db";

/// Makes the folder of the data, or takes one that is there. One that is made, or that was the studio's before, and
/// the database in it are the user's alone; the modes of other folders are left alone.
pub(crate) fn folder(path: &Path) -> io::Result<()> {
    let is_own = !path.exists() || path.join(DATABASE).exists();
    fs::create_dir_all(path)?;
    if is_own {
        restrict(path, 0o700)?;
    }
    let database = path.join(DATABASE);
    // SQLite gives the files beside a database the database's mode.
    fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(&database)?;
    restrict(&database, 0o600)
}

#[cfg(unix)]
fn restrict(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// Folders of a user are the user's alone already.
#[cfg(not(unix))]
fn restrict(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn mode(path: &Path) -> u32 {
        let metadata = fs::metadata(path).expect("it is there");
        metadata.permissions().mode() & 0o777
    }

    #[test]
    fn what_the_studio_makes_is_its_users_alone() {
        let parent = tempfile::tempdir().expect("a folder");
        let path = parent.path().join("fuda");
        folder(&path).expect("it is made");
        assert_eq!((mode(&path), mode(&path.join(DATABASE))), (0o700, 0o600));
        // As an earlier studio left it.
        restrict(&path, 0o755).expect("it is ours");
        restrict(&path.join(DATABASE), 0o644).expect("it is ours");
        folder(&path).expect("it is there");
        assert_eq!((mode(&path), mode(&path.join(DATABASE))), (0o700, 0o600));
    }

    #[test]
    fn a_folder_of_somebody_keeps_its_mode() {
        let parent = tempfile::tempdir().expect("a folder");
        restrict(parent.path(), 0o755).expect("it is ours");
        folder(parent.path()).expect("it is there");
        assert_eq!(mode(parent.path()), 0o755);
        assert_eq!(mode(&parent.path().join(DATABASE)), 0o600);
    }
}
