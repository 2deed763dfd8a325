//! Writing into folders of games: whole files at once, so that a kill leaves the old file or the new one.

use crate::problem::{ProblemCode, problem};
use crate::shelf::{Shelf, Shelved};
use crate::wire::Problem;
use cgml::source::Sources;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// A file that is written.
pub(crate) struct Written<'w> {
    pub(crate) folder: &'w Path,
    pub(crate) path: &'w str,
    pub(crate) text: &'w str,
}

/// Writes a file: all of it, or nothing.
pub(crate) fn write(written: &Written<'_>) -> Result<(), Problem> {
    let target = inside(written.folder, written.path)?;
    let kept = storage::write(&target, written.text.as_bytes());
    kept.map_err(|error| not_written(&target, &error))
}

/// The path of a file of a folder. Whatever leads out of the folder, by its name or by a link, is refused.
fn inside(folder: &Path, path: &str) -> Result<PathBuf, Problem> {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    let relative = Path::new(path);
    let is_inside = !path.is_empty() && !path.contains('\\') && relative.components().all(is_plain);
    let target = folder.join(relative);
    let real = |path: &Path| fs::canonicalize(path).ok();
    let parent = target.parent().and_then(real);
    let stays = parent
        .zip(real(folder))
        .is_some_and(|(parent, root)| parent.starts_with(root));
    let is_link = target.is_symlink();
    match is_inside && stays && !is_link {
        true => Ok(target),
        false => Err(problem(
            ProblemCode::NotAllowed,
            format!("`{path}` is no file of the game's folder"),
        )),
    }
}

fn not_written(path: &Path, error: &io::Error) -> Problem {
    Problem {
        code: ProblemCode::NotKept,
        message: format!("`{}` cannot be written: {error}", path.display()),
        hint: crate::problem::of_disk(error.kind()),
    }
}

/// The folder of a game in which cards can be saved. A game that comes with the program is copied.
pub(crate) fn copied(shelf: &Shelf, shelved: &Shelved) -> Result<PathBuf, Problem> {
    if let Some(folder) = &shelved.folder {
        return Ok(folder.clone());
    }
    let Some(copies) = shelf.copies() else {
        let message = "this studio has no folder for copies of games".to_owned();
        return Err(problem(ProblemCode::NotAllowed, message));
    };
    let target = copies.folder.join(&shelved.id);
    let new = copies.folder.join(format!(".{}.new", shelved.id));
    let done = fs::remove_dir_all(&new)
        .or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        })
        .and_then(|()| copy(&*shelved.sources, "", &new))
        .and_then(|()| fs::rename(&new, &target))
        .and_then(|()| storage::settle(&target));
    done.map_err(|error| not_written(&target, &error))?;
    Ok(target)
}

/// Copies a folder of a game.
fn copy(sources: &dyn Sources, from: &str, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    let unread = |error| io::Error::other(format!("{error:?}"));
    for name in sources.list(from).map_err(unread)? {
        let path = format!("{from}{name}");
        match name.strip_suffix('/') {
            Some(folder) => copy(sources, &path, &to.join(folder))?,
            None => storage::write(&to.join(&name), &sources.read(&path).map_err(unread)?)?,
        }
    }
    Ok(())
}

/// Moves a copy to where no game is looked for.
pub(crate) fn set_aside(folder: &Path) -> Result<PathBuf, Problem> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let beside = |number: u32| folder.with_file_name(format!(".{name}.{number}"));
    let free = (1..1000).map(beside).find(|path| !path.exists());
    let free = free.ok_or_else(|| {
        problem(
            ProblemCode::NotKept,
            "there are too many old copies".to_owned(),
        )
    })?;
    let moved = fs::rename(folder, &free).and_then(|()| storage::settle(&free));
    moved.map_err(|error| not_written(&free, &error))?;
    Ok(free)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_out_of_the_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let outside = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        fs::create_dir(root.join("cards")).expect("a folder");
        for path in ["a.yaml", "cards/a.yaml"] {
            let text = "x";
            let done = write(&Written {
                folder: root,
                path,
                text,
            });
            assert!(done.is_ok(), "{path}");
            assert_eq!(
                fs::read_to_string(root.join(path)).ok().as_deref(),
                Some("x")
            );
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outside.path(), root.join("link")).expect("a link");
            let file = outside.path().join("file");
            std::os::unix::fs::symlink(file, root.join("b.yaml")).expect("a link");
        }
        for path in [
            "",
            "..",
            "../a",
            "/etc/a",
            "cards/../../a",
            "link/a",
            "b.yaml",
            "no/a",
            "..\\a",
        ] {
            let done = write(&Written {
                folder: root,
                path,
                text: "bad",
            });
            assert_eq!(
                done.map_err(|it| it.code),
                Err(ProblemCode::NotAllowed),
                "{path}"
            );
        }
        assert_eq!(fs::read_dir(outside.path()).expect("a folder").count(), 0);
    }
}
