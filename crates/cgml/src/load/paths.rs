//! Paths in game files.
//!
//! Paths are relative to the file that names them, use `/` and never leave the game's folder.
//! `std/…` is the library that comes with fuda, unless the game has a file of that name itself.

/// The endings of files that are read.
pub(super) const EXTENSIONS: [&str; 3] = [".cgml", ".yml", ".yaml"];

/// The ending of tables of cards.
const TABLE: &str = ".csv";

/// The folder of the library.
pub(super) const LIBRARY: &str = "std";

/// The place where the specification says the shared components live; the library holds them.
const PUBLISHED: &str = "https://cgml.io/core-components/v1/";

/// Reason why a path is not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// There is no text.
    Empty,
    /// `https://…` other than the published library.
    Url,
    /// `/…` or `C:…`.
    Absolute,
    /// `a\b`: folders are separated by `/` on every system.
    Backslash,
    /// NUL or another control character.
    ControlCharacter,
    /// `..` leaves the game's folder.
    OutsideGame,
    /// `..` leaves the library.
    OutsideLibrary,
}

/// The places where a path written in the file `from` may lead, best first; never none.
pub(super) fn candidates(from: &str, written: &str) -> Result<Vec<String>, Refusal> {
    if let Some(name) = written.strip_prefix(PUBLISHED) {
        let path = normalised(&[LIBRARY], 1, name)?;
        return Ok(with_other_extensions(path));
    }
    if written.contains("://") {
        return Err(Refusal::Url);
    }
    let folder: Vec<&str> = match from.rsplit_once('/') {
        Some((folder, _)) => folder.split('/').collect(),
        None => Vec::new(),
    };
    let floor = usize::from(folder.first() == Some(&LIBRARY));
    let mut candidates = vec![normalised(&folder, floor, written)?];
    let library = written
        .strip_prefix("std/")
        .and_then(|name| normalised(&[LIBRARY], 1, name).ok());
    candidates.extend(library.filter(|path| *path != candidates[0]));
    Ok(candidates)
}

/// True if a path leads into the library.
pub(super) fn is_library(path: &str) -> bool {
    path.split('/').next() == Some(LIBRARY)
}

/// The path of an entry file, which is relative to the game's folder.
pub(super) fn entry(written: &str) -> Result<String, Refusal> {
    if written.contains("://") {
        return Err(Refusal::Url);
    }
    normalised(&[], 0, written)
}

/// True if a path has an ending that is read.
pub(super) fn has_extension(path: &str) -> bool {
    let name = file_name(path);
    EXTENSIONS
        .iter()
        .any(|extension| name.len() > extension.len() && name.ends_with(extension))
}

/// True if a path is that of a table of cards.
pub(super) fn is_table(path: &str) -> bool {
    let name = file_name(path);
    name.len() > TABLE.len() && name.ends_with(TABLE)
}

/// The part behind the last `/`.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The part before the last name; empty at the top.
pub(super) fn folder(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// `folder/name`, or `name` at the top.
pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    }
}

/// Follows `written` from a folder without going above its first `floor` parts.
fn normalised(folder: &[&str], floor: usize, written: &str) -> Result<String, Refusal> {
    check_letters(written)?;
    let mut parts = folder.to_vec();
    for part in written.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.len() > floor => {
                parts.pop();
            }
            ".." if floor == 0 => return Err(Refusal::OutsideGame),
            ".." => return Err(Refusal::OutsideLibrary),
            name => parts.push(name),
        }
    }
    Ok(parts.join("/"))
}

fn check_letters(written: &str) -> Result<(), Refusal> {
    if written.trim().is_empty() {
        return Err(Refusal::Empty);
    }
    if written.chars().any(char::is_control) {
        return Err(Refusal::ControlCharacter);
    }
    if written.contains('\\') {
        return Err(Refusal::Backslash);
    }
    let mut letters = written.chars();
    let has_drive = letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && letters.next() == Some(':');
    if has_drive || written.starts_with('/') {
        return Err(Refusal::Absolute);
    }
    Ok(())
}

/// The path, then the same with the other endings.
fn with_other_extensions(path: String) -> Vec<String> {
    let stem = EXTENSIONS
        .iter()
        .find_map(|extension| path.strip_suffix(extension))
        .unwrap_or(&path)
        .to_owned();
    let mut paths = vec![path];
    for extension in EXTENSIONS {
        let other = format!("{stem}{extension}");
        if !paths.contains(&other) {
            paths.push(other);
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_relative_to_the_file_that_names_it() {
        let from = |file, path| candidates(file, path);

        assert_eq!(from("game.cgml", "cards/"), Ok(vec!["cards".into()]));
        assert_eq!(from("game.cgml", "./a//b.yml"), Ok(vec!["a/b.yml".into()]));
        assert_eq!(
            from("variants/official.cgml", "../game.cgml"),
            Ok(vec!["game.cgml".into()])
        );
        assert_eq!(from("a/b/c.cgml", "../../d"), Ok(vec!["d".into()]));
    }

    #[test]
    fn the_library_comes_after_the_game() {
        assert_eq!(
            candidates("variants/official.cgml", "std/tricks.cgml"),
            Ok(vec![
                "variants/std/tricks.cgml".into(),
                "std/tricks.cgml".into()
            ])
        );
        assert_eq!(
            candidates("game.cgml", "std/tricks.cgml"),
            Ok(vec!["std/tricks.cgml".into()])
        );
        assert_eq!(
            candidates("std/a/b.cgml", "../c.cgml"),
            Ok(vec!["std/c.cgml".into()])
        );
    }

    #[test]
    fn the_published_library_is_the_bundled_one() {
        assert_eq!(
            candidates(
                "a/b.cgml",
                "https://cgml.io/core-components/v1/standard_52.yaml"
            ),
            Ok(vec![
                "std/standard_52.yaml".into(),
                "std/standard_52.cgml".into(),
                "std/standard_52.yml".into(),
            ])
        );
    }

    #[test]
    fn what_leaves_the_game_is_refused() {
        let refusals = [
            ("game.cgml", "../x.cgml", Refusal::OutsideGame),
            ("a/b.cgml", "../../x.cgml", Refusal::OutsideGame),
            ("a/b.cgml", "c/../../../a/b.cgml", Refusal::OutsideGame),
            ("std/a.cgml", "../game.cgml", Refusal::OutsideLibrary),
            (
                "a.cgml",
                "https://cgml.io/core-components/v1/../x",
                Refusal::OutsideLibrary,
            ),
            (
                "a.cgml",
                "https://cgml.io/core-components/v2/x",
                Refusal::Url,
            ),
            ("a.cgml", "file:///etc/passwd", Refusal::Url),
            ("a.cgml", "/etc/passwd", Refusal::Absolute),
            ("a.cgml", "C:/x.cgml", Refusal::Absolute),
            ("a.cgml", "c:x.cgml", Refusal::Absolute),
            ("a.cgml", "..\\x.cgml", Refusal::Backslash),
            ("a.cgml", "x\0.cgml", Refusal::ControlCharacter),
            ("a.cgml", " ", Refusal::Empty),
        ];
        for (from, written, refusal) in refusals {
            assert_eq!(candidates(from, written), Err(refusal), "{written:?}");
        }
    }

    #[test]
    fn only_names_with_a_stem_and_an_ending_are_read() {
        assert!(has_extension("a/b.cgml") && has_extension("b.yml") && has_extension("b.yaml"));
        assert!(!has_extension("a.yaml/b") && !has_extension(".yaml") && !has_extension("b.json"));
    }
}
