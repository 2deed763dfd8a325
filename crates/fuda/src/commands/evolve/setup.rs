//! Opening a run: a new one from what was asked for, or one that was stopped.

use super::{Evolve, Goal, failed};
use crate::cli::Format;
use crate::commands::Misuse;
use crate::commands::contestants::without;
use crate::commands::matched::MatchError;
use crate::commands::runs::{located, other_game};
use crate::output;
use anyhow::Context;
use cgml::source::SourceMap;
use fuda::evolving::{NotOpened, Opened, Request};
use metagame::building::NotBuildable;
use metagame::folder::{self, Header};
use std::path::Path;

/// The largest file of a pool, in bytes.
const LARGEST_POOL: u64 = 1 << 22;

fn not_buildable(error: &NotBuildable) -> Misuse {
    let hint = match error {
        NotBuildable::NoRules => {
            "only games with `deck_rules` have decks to build; `fuda balance` looks at any game"
        }
        NotBuildable::Regulation(_) => "`fuda decks GAME` lists the regulations",
        NotBuildable::UnknownCard { .. } => "a pool is a text with the id of a card in each line",
        NotBuildable::EmptyPool | NotBuildable::NoDeck => {
            "put more cards into the pool, or leave `--pool` out"
        }
    };
    Misuse::new(error.to_string(), hint)
}

/// A run that cannot be opened.
pub(super) fn not_opened(error: NotOpened, files: &SourceMap) -> MatchError {
    let message = error.to_string();
    let hint = match error {
        NotOpened::Folder(error) => return failed(error).into(),
        NotOpened::Contestants(error) => return without(error, files, Format::Text),
        NotOpened::Building(error) => return not_buildable(&error).into(),
        NotOpened::Board(message) => return anyhow::anyhow!(message).into(),
        NotOpened::Parameters(_) => "a parameter is set with `--param NAME=VALUE`".to_owned(),
        NotOpened::UnknownCard { near, .. } => match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "name a card of the game".to_owned(),
        },
        NotOpened::NoOpponent => "name some with `--deck`".to_owned(),
        NotOpened::Changed => return other_game("evolve").into(),
    };
    Misuse::new(message, hint).into()
}

impl Evolve {
    pub(super) fn opened(&self) -> Result<Opened, MatchError> {
        if let Some(path) = &self.resume {
            let header = folder::read_header(path).map_err(failed)?;
            let (game, files) = located(&header.game, Format::Text)?;
            let opened = Opened::resume(game, files.clone(), path);
            return opened.map_err(|error| not_opened(error, &files));
        }
        let (Some(name), Some(out)) = (&self.name, &self.out) else {
            return Err(Misuse::new("the run has no folder", "name it with `--out DIR`").into());
        };
        let (game, files) = located(name, Format::Text)?;
        let asked = Request {
            header: self.header(name)?,
            decks: self.decks.clone(),
            start: self.start.clone(),
        };
        let opened = Opened::begin(game, files.clone(), out, asked);
        let opened = opened.map_err(|error| not_opened(error, &files))?;
        for reason in &opened.left_out {
            output::tell(&format!("left out: {reason}"))?;
        }
        Ok(opened)
    }

    fn header(&self, name: &str) -> anyhow::Result<Header> {
        Ok(Header {
            format: Header::format(),
            game: name.to_owned(),
            parameters: self.parameters.clone(),
            regulation: self.regulation.clone(),
            pool: self.pool.as_deref().map(read_pool).transpose()?,
            player: self.player.to_string(),
            checker: self.check.as_ref().map(ToString::to_string),
            goal: match self.goal {
                Goal::Win => folder::Goal::Win,
                Goal::Ftk => folder::Goal::Ftk {
                    budget: self.budget,
                    practice: self.practice,
                },
            },
            logs: self.logs.logs(),
            limit: self.limit,
            fingerprint: 0,
            settings: self.settings(),
        })
    }
}

/// The cards of a pool: the first word of each line; what follows `#` is passed over.
fn read_pool(file: &Path) -> anyhow::Result<Vec<String>> {
    let bytes = storage::read(file, LARGEST_POOL)
        .with_context(|| format!("the pool `{}` cannot be read", file.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    let mut cards: Vec<String> = lines
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect();
    cards.sort();
    cards.dedup();
    match cards.is_empty() {
        true => Err(Misuse::new(
            format!("the pool `{}` has no cards", file.display()),
            "a pool is a text with the id of a card in each line",
        )
        .into()),
        false => Ok(cards),
    }
}
