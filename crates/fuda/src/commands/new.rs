//! `fuda new`: a folder with a small, complete game to start from.

mod template;

use super::{Misuse, Outcome};
use crate::output;
use anyhow::Context;
use clap::Args;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Start a game of your own: a folder with small, complete rules
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda new my-game
  fuda new my-game --players 4")]
pub(crate) struct New {
    /// The folder to create; its name becomes the game's name
    name: PathBuf,

    /// Number of players
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(2..=10))]
    players: u8,
}

impl New {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let title = title(&self.name)?;
        create_folder(&self.name)?;
        for file in template::FILES {
            let path = self.name.join(file.path);
            write(&path, &file.filled(&title, self.players))?;
        }
        output::print(&next_steps(&self.name))?;
        Ok(Outcome::Done)
    }
}

/// The game's name for people: `my-game` is "My game".
fn title(folder: &Path) -> Result<String, Misuse> {
    let name = folder.file_name().and_then(|name| name.to_str());
    let name = name
        .filter(|name| name.chars().all(is_letter))
        .ok_or_else(|| {
            Misuse::new(
                format!("`{}` is no name for a game", folder.display()),
                "use letters, digits, `-` and `_`, as in `my-game`",
            )
        })?;
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    Ok(first.chain(letters).collect())
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || "-_".contains(letter)
}

/// Nothing that exists is touched.
fn create_folder(folder: &Path) -> anyhow::Result<()> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent).with_context(|| cannot("create", parent))?;
    }
    match fs::create_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(Misuse::new(
            format!("`{}` exists already", folder.display()),
            "choose another name, or remove it first",
        )
        .into()),
        result => result.with_context(|| cannot("create", folder)),
    }
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(|| cannot("create", parent))?;
    }
    storage::write(path, text.as_bytes()).with_context(|| cannot("write", path))
}

fn cannot(what: &str, path: &Path) -> String {
    format!("cannot {what} `{}`", path.display())
}

fn next_steps(folder: &Path) -> String {
    let files: String = template::FILES
        .iter()
        .map(|file| format!("  {:<22}{}\n", file.path, file.purpose))
        .collect();
    let folder = folder.display();
    format!(
        "Created `{folder}`:\n{files}\nNext: change the rules in `{folder}/game.cgml`, then run \
         `fuda check {folder}`."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_made_of_the_folder_name() {
        let title = |name: &str| title(Path::new(name)).ok();

        assert_eq!(title("my-game"), Some("My game".to_owned()));
        assert_eq!(title("games/花札_2"), Some("花札 2".to_owned()));
        assert_eq!(title("my \"game\""), None);
        assert_eq!(title(".."), None);
        assert_eq!(title(""), None);
    }
}
