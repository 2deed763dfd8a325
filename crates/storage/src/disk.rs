//! Writing a file: beside it, flushed, renamed.
//!
//! Whoever is stopped, killed or out of space in the middle leaves the old file or the new one, never a part.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Puts new contents in the place of a file's, or makes it.
///
/// A link stays one: the file that it leads to is written. The permissions of an old file stay. What is no ordinary
/// file, such as a pipe or `/dev/stdout`, is written to as it is.
pub fn write(target: &Path, bytes: &[u8]) -> io::Result<()> {
    write_to(&mut Disk, target, bytes)?;
    remove_left_behind(target);
    Ok(())
}

/// Time limit for others to write a file.
const PATIENCE: Duration = Duration::from_secs(60);

/// Removes what programs that were killed in the middle have left beside a file. What cannot be removed harms nobody.
fn remove_left_behind(target: &Path) {
    let (Some(folder), Some(name)) = (target.parent(), target.file_name()) else {
        return;
    };
    let prefix = format!(".{}.", name.to_string_lossy());
    let is_old = |entry: &fs::DirEntry| {
        let changed = entry.metadata().and_then(|found| found.modified());
        changed.is_ok_and(|changed| changed.elapsed().is_ok_and(|age| age > PATIENCE))
    };
    for entry in fs::read_dir(or_here(folder))
        .into_iter()
        .flatten()
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        let process = name
            .strip_prefix(&prefix)
            .and_then(|rest| rest.strip_suffix(".new"));
        let is_ours = process.is_some_and(|process| process.parse::<u32>().is_ok());
        if is_ours && is_old(&entry) {
            drop(fs::remove_file(entry.path()));
        }
    }
}

/// As [`write()`], for one of thousands of files that can be made again: it is whole after a kill or on a full disk, but
/// nobody waits until it would survive a power failure.
pub fn write_one_of_many(target: &Path, bytes: &[u8]) -> io::Result<()> {
    write_to(&mut Hasty, target, bytes)
}

/// The contents of a file of at most so many bytes. What is no file with an end, such as a pipe, is refused: nobody
/// knows whether it ever says anything.
pub fn read(file: &Path, most: u64) -> io::Result<Vec<u8>> {
    let found = fs::metadata(file)?;
    if found.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    if !found.is_file() {
        let message = "it is no file, but a pipe, a device or a socket";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let mut bytes = Vec::new();
    // It may grow after its size was asked.
    File::open(file)?
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("it has more than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// A name that was given is there after a power failure, too.
pub fn settle(target: &Path) -> io::Result<()> {
    match target.parent() {
        Some(folder) if cfg!(unix) => File::open(or_here(folder))?.sync_all(),
        Some(_) | None => Ok(()),
    }
}

/// Steps on a disk, one after the other. Tests break off between any two.
trait Steps {
    /// Makes an empty file, with the permissions of another if that exists.
    fn create(&mut self, new: &Path, like: &Path) -> io::Result<File>;
    fn fill(&mut self, file: &mut File, bytes: &[u8]) -> io::Result<()>;
    fn flush(&mut self, file: &File) -> io::Result<()>;
    fn rename(&mut self, new: &Path, target: &Path) -> io::Result<()>;
    fn settle(&mut self, target: &Path) -> io::Result<()>;
    fn remove(&mut self, new: &Path) -> io::Result<()>;
}

struct Disk;

impl Steps for Disk {
    fn create(&mut self, new: &Path, like: &Path) -> io::Result<File> {
        let file = File::create(new)?;
        match fs::metadata(like) {
            Ok(old) => file.set_permissions(old.permissions())?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        Ok(file)
    }

    fn fill(&mut self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    fn flush(&mut self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn rename(&mut self, new: &Path, target: &Path) -> io::Result<()> {
        fs::rename(new, target)
    }

    fn settle(&mut self, target: &Path) -> io::Result<()> {
        settle(target)
    }

    fn remove(&mut self, new: &Path) -> io::Result<()> {
        fs::remove_file(new)
    }
}

/// A disk that is not waited for.
struct Hasty;

impl Steps for Hasty {
    fn create(&mut self, new: &Path, like: &Path) -> io::Result<File> {
        Disk.create(new, like)
    }

    fn fill(&mut self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        Disk.fill(file, bytes)
    }

    fn flush(&mut self, _: &File) -> io::Result<()> {
        Ok(())
    }

    fn rename(&mut self, new: &Path, target: &Path) -> io::Result<()> {
        Disk.rename(new, target)
    }

    fn settle(&mut self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn remove(&mut self, new: &Path) -> io::Result<()> {
        Disk.remove(new)
    }
}

fn write_to(disk: &mut dyn Steps, target: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = real(target)?;
    if fs::metadata(&target).is_ok_and(|found| !found.is_file()) {
        return fs::write(&target, bytes);
    }
    must_be_writable(&target)?;
    let new = beside(&target);
    let put = put(disk, &new, &target, bytes);
    if put.is_err() && new.exists() {
        // The first problem is the one to tell.
        drop(disk.remove(&new));
    }
    put?;
    disk.settle(&target)
}

fn put(disk: &mut dyn Steps, new: &Path, target: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = disk.create(new, target)?;
    disk.fill(&mut file, bytes)?;
    disk.flush(&file)?;
    drop(file);
    disk.rename(new, target)
}

/// The file that a path means: where its links lead.
fn real(target: &Path) -> io::Result<PathBuf> {
    match target.is_symlink() {
        true => fs::canonicalize(target),
        false => Ok(target.to_owned()),
    }
}

/// A file that may not be written is not replaced either.
fn must_be_writable(target: &Path) -> io::Result<()> {
    match File::options().append(true).open(target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        opened => opened.map(drop),
    }
}

/// A name in the same folder that nobody looks at.
fn beside(target: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}.new", std::process::id()));
    target.with_file_name(name)
}

/// An empty path is the folder we are in.
fn or_here(folder: &Path) -> &Path {
    match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk that does so many steps and then no more: it fails from then on, or the program is dead.
    struct Failing {
        left: usize,
        /// True if a part of the bytes is written before it fails.
        is_short: bool,
        /// True if the step after the failing one is done again.
        is_dead: bool,
    }

    impl Failing {
        fn step(&mut self) -> io::Result<()> {
            match self.left {
                0 => {
                    // Only one step fails if the program lives on.
                    self.left = if self.is_dead { 0 } else { usize::MAX };
                    Err(io::Error::from(io::ErrorKind::StorageFull))
                }
                _ => {
                    self.left -= 1;
                    Ok(())
                }
            }
        }
    }

    impl Steps for Failing {
        fn create(&mut self, new: &Path, like: &Path) -> io::Result<File> {
            self.step()?;
            Disk.create(new, like)
        }

        fn fill(&mut self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
            if self.left == 0 && self.is_short {
                Disk.fill(file, &bytes[..bytes.len() / 2])?;
            }
            self.step()?;
            Disk.fill(file, bytes)
        }

        fn flush(&mut self, file: &File) -> io::Result<()> {
            self.step()?;
            Disk.flush(file)
        }

        fn rename(&mut self, new: &Path, target: &Path) -> io::Result<()> {
            self.step()?;
            Disk.rename(new, target)
        }

        fn settle(&mut self, target: &Path) -> io::Result<()> {
            self.step()?;
            Disk.settle(target)
        }

        fn remove(&mut self, new: &Path) -> io::Result<()> {
            self.step()?;
            Disk.remove(new)
        }
    }

    /// The steps of one write.
    const STEPS: usize = 5;

    #[test]
    fn every_step_that_fails_or_dies_leaves_the_old_file_or_the_new_one() {
        for is_dead in [false, true] {
            for is_short in [false, true] {
                for left in 0..=STEPS {
                    let folder = tempfile::tempdir().expect("a folder");
                    let file = folder.path().join("a.yaml");
                    write(&file, b"old and whole").expect("written");
                    let mut disk = Failing {
                        left,
                        is_short,
                        is_dead,
                    };
                    let told = write_to(&mut disk, &file, b"new and just as whole");
                    let found = fs::read(&file).expect("it is there");
                    let expected: &[u8] = match left {
                        0..=3 => b"old and whole",
                        _ => b"new and just as whole",
                    };
                    assert_eq!(found, expected, "after {left} steps");
                    assert_eq!(told.is_ok(), left == STEPS, "after {left} steps");
                    let beside = fs::read_dir(folder.path()).expect("a folder").count();
                    assert!(is_dead || beside == 1, "after {left} steps");
                    // Whatever was left, the next write succeeds.
                    write(&file, b"next").expect("written");
                    assert_eq!(fs::read(&file).ok().as_deref(), Some(&b"next"[..]));
                }
            }
        }
    }

    #[test]
    fn what_a_kill_left_behind_is_removed_once_it_is_old() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for name in [".a.1.new", ".a.2.new", ".b.1.new", ".a.new"] {
            fs::write(path(name), "half").expect("written");
        }
        let old = std::time::SystemTime::now() - 2 * PATIENCE;
        for name in [".a.1.new", ".b.1.new"] {
            let file = File::options().append(true).open(path(name));
            file.and_then(|file| file.set_modified(old)).expect("set");
        }
        write(&path("a"), b"whole").expect("written");

        let names = fs::read_dir(folder.path()).expect("a folder");
        let mut names: Vec<_> = names
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        names.sort();
        assert_eq!(names, [".a.2.new", ".a.new", ".b.1.new", "a"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_and_pipes_are_written_to() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&file, "old").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
        std::os::unix::fs::symlink(&file, &link).expect("a link");

        write(&link, b"new").expect("written");

        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).ok().as_deref(), Some(&b"new"[..]));
        let mode = fs::metadata(&file)
            .expect("it is there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o640);
        write(Path::new("/dev/null"), b"gone").expect("written");
        assert!(fs::metadata("/dev/null").is_ok_and(|found| !found.is_file()));
    }
}
