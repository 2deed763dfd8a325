//! From what a page asks for to the arguments of a command. What cannot be is told before anything is started.

use super::super::machine::arguments as texts;
use cgml::model::{DeckSource, Game};
use compile::Settings;
use metagame::building::Building;
use metagame::deck::Deck;
use players::PlayerSpec;
use std::path::Path;
use studio::wire::{MetaKind, MetaOwnDeck, MetaStart, NewMetaRun};

/// The folder of decks that a person brings to a run.
const BROUGHT: &str = "brought";

/// The arguments of the command for a run in a folder. The decks of the person are written there.
pub(super) fn arguments(
    game: &str,
    checked: &Game,
    wanted: &NewMetaRun,
    path: &Path,
) -> Result<Vec<String>, String> {
    let player: Result<PlayerSpec, _> = wanted.player.trim().parse();
    let player = player.map_err(|error| format!("the player cannot be used: {error}"))?;
    let building = building(checked, wanted)?;
    let is_for_one = checked.meta.min_players == 1;
    if !is_for_one && checked.meta.min_players != 2 {
        return Err("decks are bred and weighed in games for one and for two".to_owned());
    }
    if is_for_one && wanted.kind == MetaKind::Field {
        let message = "a game for one has no opponents: its decks can be bred, not weighed";
        return Err(message.to_owned());
    }
    let own = brought(&building, &wanted.decks, path)?;
    let mut told = match wanted.kind {
        MetaKind::Evolve => texts(["evolve", game]),
        MetaKind::Field => texts(["meta", game]),
    };
    told.extend(texts(["--out", &path.display().to_string()]));
    told.extend(texts(["--player", &player.to_string()]));
    if let Some(regulation) = &wanted.regulation {
        told.extend(texts(["--regulation", regulation]));
    }
    match wanted.kind {
        MetaKind::Evolve => told.extend(of_evolution(wanted, own, is_for_one)),
        MetaKind::Field => {
            let decks = [vec!["all".to_owned()], own].concat().join(",");
            told.extend(texts(["--deck", &decks]));
            if let Some(games) = wanted.games {
                told.extend(texts(["--games", &games.to_string()]));
            }
        }
    }
    Ok(told)
}

fn of_evolution(wanted: &NewMetaRun, own: Vec<String>, is_for_one: bool) -> Vec<String> {
    let words: &[&str] = match wanted.start.unwrap_or(MetaStart::All) {
        MetaStart::All => &["random", "decks"],
        MetaStart::Random => &["random"],
        MetaStart::Decks => &["decks"],
        MetaStart::Own => &[],
    };
    let words = words.iter().map(|word| (*word).to_owned());
    let start: Vec<String> = words.chain(own).collect();
    let mut told = texts(["--start", &start.join(",")]);
    if is_for_one {
        told.extend(texts(["--goal", "ftk"]));
    }
    for (option, number) in [
        ("--rounds", wanted.rounds),
        ("--generations", wanted.generations),
    ] {
        if let Some(number) = number {
            told.extend(texts([option, &number.to_string()]));
        }
    }
    told
}

fn building<'g>(game: &'g Game, wanted: &NewMetaRun) -> Result<Building<'g>, String> {
    let mut decks = game.decks.iter();
    if !decks.any(|deck| matches!(deck.source, DeckSource::DeckList(_))) {
        return Err("players bring no decks to this game".to_owned());
    }
    let parameters = Settings::default().parameter_values(game);
    let parameters = parameters.map_err(|refusal| refusal.to_string())?;
    let building = Building::new(game, parameters, wanted.regulation.as_deref(), None);
    building.map_err(|error| error.to_string())
}

/// Writes the decks of a person into the folder of a run; gives their files.
fn brought(
    building: &Building<'_>,
    decks: &[MetaOwnDeck],
    path: &Path,
) -> Result<Vec<String>, String> {
    let lists = building.game().deck_lists.iter();
    let mut taken: Vec<String> = lists.map(|list| list.name.clone()).collect();
    let mut files = Vec::new();
    for own in decks {
        let deck = Deck {
            sections: own.sections.clone(),
        };
        let cards = &building.game().cards;
        let unknown = deck.counts().into_keys();
        let unknown = unknown.filter(|card| cards.find(card).is_none());
        let unknown = unknown.map(|card| format!("there is no card `{card}`"));
        let mut problems: Vec<String> = unknown.collect();
        if problems.is_empty() {
            problems = building.problems(&deck);
        }
        if !problems.is_empty() {
            let problems = problems.join("; ");
            return Err(format!("`{}` may not be played: {problems}", own.name));
        }
        let name = free_name(&own.name, &taken);
        let file = path.join(BROUGHT).join(format!("{name}.yaml"));
        let told = |error: std::io::Error| format!("the run cannot be started: {error}");
        std::fs::create_dir_all(path.join(BROUGHT)).map_err(told)?;
        storage::write(&file, deck.yaml("own").as_bytes()).map_err(told)?;
        files.push(file.display().to_string());
        taken.push(name);
    }
    Ok(files)
}

/// A name for a deck that no other one has, and that can be the name of a file.
fn free_name(name: &str, taken: &[String]) -> String {
    let letters = name.trim().chars().take(40);
    let plain = letters.map(|letter| match letter.is_alphanumeric() {
        true => letter,
        false => '_',
    });
    let plain: String = plain.collect();
    let plain = match plain.is_empty() {
        true => "deck".to_owned(),
        false => plain,
    };
    let numbered = (2..).map(|number| format!("{plain}_{number}"));
    let mut names = std::iter::once(plain.clone()).chain(numbered);
    let free = names.find(|name| !taken.contains(name));
    free.unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use super::free_name;

    #[test]
    fn names_of_decks_are_names_of_files_and_differ() {
        let taken = ["rush".to_owned()];
        assert_eq!(free_name("../a,b", &taken), "___a_b");
        assert_eq!(free_name("rush", &taken), "rush_2");
        assert_eq!(free_name("  ", &taken), "deck");
        assert_eq!(free_name("速攻", &taken), "速攻");
    }
}
