//! Games are found by name, folder or file, and read nothing but their own files.

use cgml::source::{ReadError, Sources};
use fuda::sources::{FolderSources, GameSources};
use fuda::{LocateError, locate};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn folder(files: &[&str]) -> TempDir {
    let folder = TempDir::new().expect("a folder can be made");
    for file in files {
        let path = folder.path().join(file);
        let parent = path.parent().expect("the path is below the folder");
        fs::create_dir_all(parent).expect("folders can be made");
        fs::write(path, *file).expect("files can be written");
    }
    folder
}

/// The entry found for a path below a folder, and the name it is shown under, below the folder too.
fn found(folder: &TempDir, path: &str) -> Result<(String, String), LocateError> {
    let game = folder.path().join(path).display().to_string();
    let located = locate(&game)?;
    let shown = located.sources.display(&located.entry);
    let root = format!("{}/", folder.path().display());
    assert!(located.sources.read(&located.entry).is_ok());
    Ok((located.entry, shown.replace(&root, "")))
}

fn pair(entry: &str, shown: &str) -> Result<(String, String), LocateError> {
    Ok((entry.to_owned(), shown.to_owned()))
}

#[test]
fn a_folder_is_its_game_file_or_its_only_cgml_file() {
    let folder = folder(&[
        "a/game.cgml",
        "a/other.cgml",
        "b/game.yaml",
        "c/rules.cgml",
        "c/cards.yaml",
    ]);

    assert_eq!(found(&folder, "a"), pair("game.cgml", "a/game.cgml"));
    assert_eq!(found(&folder, "b"), pair("game.yaml", "b/game.yaml"));
    assert_eq!(found(&folder, "c"), pair("rules.cgml", "c/rules.cgml"));
}

#[test]
fn a_folder_without_one_game_says_what_to_do() {
    let folder = folder(&["none/cards.yaml", "two/a.cgml", "two/b.cgml"]);
    let error = |path| found(&folder, path).expect_err("there is not one game");

    assert!(matches!(error("none"), LocateError::NoEntry { .. }));
    let two = error("two");
    assert!(
        two.to_string()
            .ends_with("holds several games: `a.cgml`, `b.cgml`")
    );
    assert_eq!(two.hint(), "give the file, or name one of them `game.cgml`");
}

#[test]
fn a_file_reads_its_folder_and_a_variant_its_game() {
    let folder = folder(&[
        "game.cgml",
        "variants/official.cgml",
        "loose/variants/x.cgml",
    ]);

    assert_eq!(found(&folder, "game.cgml"), pair("game.cgml", "game.cgml"));
    assert_eq!(
        found(&folder, "variants/official.cgml"),
        pair("variants/official.cgml", "variants/official.cgml")
    );
    assert_eq!(
        found(&folder, "loose/variants/x.cgml"),
        pair("x.cgml", "loose/variants/x.cgml")
    );
}

#[test]
fn an_unknown_game_is_answered_with_a_near_one() {
    let folder = folder(&["solitaire/game.cgml"]);

    let near = found(&folder, "solitare").expect_err("it is misspelt");
    let far = found(&folder, "xyzzy").expect_err("it does not exist");

    assert!(near.hint().ends_with("/solitaire`?"), "{}", near.hint());
    assert_eq!(
        far.hint(),
        "give a shipped game's name, a folder with a `game.cgml`, or a file"
    );
}

#[test]
fn every_shipped_game_is_found_by_its_name() {
    for name in fuda::library::names() {
        let located = locate(&name).expect("it is shipped");

        assert_eq!(located.entry, "game.cgml");
        assert!(located.sources.read(&located.entry).is_ok());
    }
}

#[test]
fn the_shared_library_is_there_unless_the_game_has_its_own() {
    let plain = folder(&["game.cgml"]);
    let own = folder(&["game.cgml", "std/zones.yaml"]);
    let shared = GameSources::folder(plain.path());
    let replaced = GameSources::folder(own.path());

    assert!(shared.read("std/README.md").is_ok());
    assert_eq!(shared.display("std/README.md"), "std/README.md");
    assert_eq!(shared.read("standard.yaml"), Err(ReadError::Missing));
    assert_eq!(replaced.read("std/README.md"), Err(ReadError::Missing));
    assert_eq!(
        replaced.read("std/zones.yaml"),
        Ok(b"std/zones.yaml".to_vec())
    );
    assert_eq!(replaced.list("std"), Ok(vec!["zones.yaml".to_owned()]));
}

#[test]
fn a_folder_is_listed_in_order() {
    let folder = folder(&["b.yaml", "a/deep.yaml", "C.yaml", "札.yaml"]);
    let sources = FolderSources::new(folder.path(), 100);

    assert_eq!(
        sources.list(""),
        Ok(["C.yaml", "a/", "b.yaml", "札.yaml"]
            .map(str::to_owned)
            .to_vec())
    );
    assert_eq!(sources.list("nothing"), Err(ReadError::Missing));
    assert_eq!(sources.read("a"), Err(ReadError::IsFolder));
}

#[test]
fn a_file_over_the_limit_is_not_read() {
    let folder = folder(&["12345", "1234"]);
    let sources = FolderSources::new(folder.path(), 4);

    assert_eq!(sources.read("12345"), Err(ReadError::TooLarge(5)));
    assert_eq!(sources.read("1234"), Ok(b"1234".to_vec()));
}

#[test]
fn nothing_outside_the_folder_is_read() {
    let folder = folder(&["game/game.cgml", "secret"]);
    let sources = FolderSources::new(folder.path().join("game"), 100);
    let absolute = folder.path().join("secret").display().to_string();

    assert_eq!(sources.read("../secret"), Err(ReadError::Outside));
    assert_eq!(sources.read(&absolute), Err(ReadError::Outside));
    assert_eq!(sources.list(".."), Err(ReadError::Outside));
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_outside_is_not_followed() {
    use std::os::unix::fs::symlink;

    let folder = folder(&["game/game.cgml", "secrets/secret"]);
    let game = folder.path().join("game");
    let link = |target: &Path, name: &str| symlink(target, game.join(name)).expect("links work");
    link(&folder.path().join("secrets"), "folder");
    link(&folder.path().join("secrets/secret"), "file");
    link(&game.join("game.cgml"), "inside");
    let sources = FolderSources::new(&game, 100);

    assert_eq!(sources.read("folder/secret"), Err(ReadError::Outside));
    assert_eq!(sources.list("folder"), Err(ReadError::Outside));
    assert_eq!(sources.read("file"), Err(ReadError::Outside));
    assert_eq!(sources.read("inside"), Ok(b"game/game.cgml".to_vec()));
}

#[test]
fn a_variant_of_a_shipped_game_is_found_by_its_name() {
    for name in ["blackjack/openspiel", "blackjack/variants/openspiel.cgml"] {
        let located = locate(name).expect("it is shipped");
        assert_eq!(
            (located.entry.as_str(), located.display.as_str()),
            ("variants/openspiel.cgml", name)
        );
        let program = fuda::build(&located, &compile::Settings::default());
        assert!(program.is_ok_and(|program| program.seats == 1));
    }
    assert!(locate("blackjack/open").is_err());
    assert!(locate("blackjack/../war/game").is_err());
}
