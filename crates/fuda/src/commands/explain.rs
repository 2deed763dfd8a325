//! `fuda explain`: what an error code means, and what the rules of a game say.

use super::{Misuse, Outcome};
use crate::cli::{Format, ResultFormat, Tongue};
use crate::output;
use clap::Args;

mod code;
mod game;
mod listing;

/// Explain a game's rules in plain sentences, an error code, or the computer players
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda explain my-game
  fuda explain my-game draw_a_card
  fuda explain my-game draw_a_card --language ja
  fuda explain my-game --listing
  fuda explain E0101
  fuda explain --list
  fuda explain players")]
pub(crate) struct Explain {
    /// A shipped game's name, a folder or a file; or a code such as E0101; or `players`
    #[arg(required_unless_present = "list", value_name = "GAME|CODE")]
    what: Option<String>,

    /// A rule, move, card or anything else with a name in the game; the whole game if left out
    name: Option<String>,

    /// The language in which a game is explained
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: Tongue,

    /// List every code with its title
    #[arg(long, conflicts_with_all = ["what", "name"])]
    list: bool,

    /// Show the program that the game is compiled to
    #[arg(long, conflicts_with_all = ["name", "list", "language"])]
    listing: bool,

    #[command(flatten)]
    result: ResultFormat,
}

impl Explain {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let format = self.result.format;
        match (&self.what, &self.name) {
            (Some(game), None) if self.listing => listing::list(game, format),
            (Some(what), None) if what == "players" => players_there_are(format),
            (Some(code), None) if code::is_meant(code) => code::explain(code, format),
            (Some(game), name) => {
                game::explain(game, name.as_deref(), self.language.language(), format)
            }
            (None, _) => code::list(format),
        }
    }
}

/// The computer players and their settings.
fn players_there_are(format: Format) -> anyhow::Result<Outcome> {
    let text = players::known_players();
    match format {
        Format::Text => output::print(&text)?,
        Format::Json => output::print_json(&serde_json::json!({ "players": text }))?,
    }
    Ok(Outcome::Done)
}
