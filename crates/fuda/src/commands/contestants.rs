//! The decks that a command about the metagame is asked about.

use super::Misuse;
use super::matched::{Match, MatchError};
use crate::cli::Format;
use crate::output;
use cgml::decks::{Terms, deck_list_of, problems, regulation_of};
use cgml::model::{DeckSource, Game};
use cgml::source::SourceMap;
use compile::{DeckChoice, Settings};
use metagame::deck::Deck;
use std::path::Path;

/// Decks with their names, and the settings of the games that they play; the settings have no decks.
pub(super) struct Contestants {
    pub(super) names: Vec<String>,
    pub(super) decks: Vec<Deck>,
    pub(super) settings: Settings,
}

/// Reads the decks that are asked for: all of the game if none is named, and some more.
pub(super) fn contestants(
    game: &Game,
    files: &SourceMap,
    asked: &Match,
    more: &[String],
    wanted_seats: u8,
    format: Format,
) -> Result<Contestants, MatchError> {
    let is_brought = |source: &DeckSource| matches!(source, DeckSource::DeckList(_));
    if !game.decks.iter().any(|deck| is_brought(&deck.source)) {
        let hint = "trading-card games have decks; `fuda balance` looks at games without them";
        return Err(Misuse::new("players bring no decks to this game", hint).into());
    }
    let seats = asked.seats.unwrap_or(game.meta.min_players);
    if seats != wanted_seats {
        let message = format!("this is for games for {wanted_seats}, and this game is for {seats}");
        let hint = match wanted_seats {
            1 => "`--goal ftk` breeds decks for games for one; leave it out",
            _ => {
                "choose the number with `--seats 2`, if the game allows it; games for one have `fuda evolve --goal ftk`"
            }
        };
        return Err(Misuse::new(message, hint).into());
    }
    let mut wanted: Vec<String> = Vec::new();
    let named = &asked.decks.decks;
    if named.is_empty() || named.iter().any(|name| name == "all") {
        wanted.extend(game.deck_lists.iter().map(|deck| deck.name.clone()));
    }
    let implied: Vec<String> = wanted
        .iter()
        .filter(|name| !named.contains(name))
        .cloned()
        .collect();
    let others = named.iter().filter(|name| *name != "all").chain(more);
    for other in others {
        if !wanted.contains(other) {
            wanted.push(other.clone());
        }
    }
    let mut asked = asked.clone();
    asked.decks.decks.clone_from(&wanted);
    let mut settings = asked.settings(game, files, format)?;
    let chosen = std::mem::take(&mut settings.decks);
    let mut found = Contestants {
        names: wanted.iter().map(|name| short(name)).collect(),
        decks: Vec::new(),
        settings,
    };
    for choice in chosen {
        found.decks.push(match choice {
            DeckChoice::Named(name) => {
                let list = deck_list_of(game, &name)
                    .map_err(|message| Misuse::new(message, "`fuda decks GAME` lists the decks"))?;
                Deck::of_list(game, list)
            }
            DeckChoice::Brought(deck) => Deck {
                sections: deck.sections,
            },
        });
    }
    for (place, name) in found.names.iter().enumerate() {
        if found.names[..place].contains(name) {
            let message = format!("two decks are called `{name}`");
            return Err(Misuse::new(message, "rename one of the files").into());
        }
    }
    legal(game, &asked, &implied, found)
}

/// Name of a deck: a file by its name without folder and ending.
pub(super) fn short(name: &str) -> String {
    let path = Path::new(name);
    let is_file = path.extension().is_some();
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.filter(|_| is_file).unwrap_or(name).to_owned()
}

/// Decks that break the rules are told before anything is played; of those that nobody named, the others go on.
fn legal(
    game: &Game,
    asked: &Match,
    implied: &[String],
    found: Contestants,
) -> Result<Contestants, MatchError> {
    let parameters = found.settings.parameter_values(game);
    let parameters = parameters.map_err(|refusal| anyhow::anyhow!("{refusal}"))?;
    let regulation = regulation_of(game, asked.decks.regulation.as_deref())
        .map_err(|message| Misuse::new(message, "`fuda decks GAME` lists the regulations"))?;
    let terms = Terms {
        regulation,
        parameters: &parameters,
    };
    let mut left = Contestants {
        names: Vec::new(),
        decks: Vec::new(),
        settings: found.settings,
    };
    let mut broken = Vec::new();
    for (name, deck) in found.names.into_iter().zip(found.decks) {
        let problems = problems(game, &deck.list(game, &name), terms);
        let problems: Vec<String> = problems.into_iter().map(|it| it.message).collect();
        if problems.is_empty() {
            left.names.push(name);
            left.decks.push(deck);
        } else if implied.contains(&name) {
            output::tell(&format!("left out: {}", problems.join("; ")))?;
        } else {
            broken.extend(problems);
        }
    }
    match broken.is_empty() {
        true => Ok(left),
        false => {
            Err(anyhow::anyhow!("the decks may not be played:\n  {}", broken.join("\n  ")).into())
        }
    }
}
