//! Opening a run: a new one from what was asked for, or one that was stopped.

use super::{Evolve, Goal, failed};
use crate::cli::Format;
use crate::commands::Misuse;
use crate::commands::contestants::contestants;
use crate::commands::matched::MatchError;
use crate::commands::runs::{self, located, other_game};
use anyhow::Context;
use cgml::model::{Game, Literal};
use cgml::source::SourceMap;
use compile::Settings;
use metagame::building::{Building, NotBuildable};
use metagame::deck::Deck;
use metagame::evolution::State;
use metagame::folder::{self, Folder, Header};
use std::path::Path;

/// A run with everything that it is made of.
pub(super) struct Opened {
    pub(super) game: Game,
    pub(super) files: SourceMap,
    pub(super) folder: Folder,
    pub(super) header: Header,
    pub(super) start: Start,
}

/// The beginning of a run, or where it was stopped.
pub(super) enum Start {
    New {
        environment: Vec<(String, Deck)>,
        decks: Vec<Deck>,
    },
    Stopped(Box<State>),
}

/// The largest file of a pool, in bytes.
const LARGEST_POOL: u64 = 1 << 22;

impl Opened {
    /// Settings of the matches that are played.
    pub(super) fn match_settings(&self) -> Settings {
        match_settings(&self.header)
    }

    /// Builds decks as the run asks for it.
    pub(super) fn building(&self) -> anyhow::Result<Building<'_>> {
        let parameters = parameters(&self.game, &self.header)?;
        let (regulation, pool) = (
            self.header.regulation.as_deref(),
            self.header.pool.as_deref(),
        );
        Ok(Building::new(&self.game, parameters, regulation, pool).map_err(not_buildable)?)
    }
}

fn match_settings(header: &Header) -> Settings {
    runs::match_settings(None, &header.parameters, header.regulation.as_deref())
}

fn parameters(game: &Game, header: &Header) -> anyhow::Result<Vec<Literal>> {
    let values = match_settings(header).parameter_values(game);
    values.map_err(|refusal| {
        Misuse::new(
            refusal.to_string(),
            "a parameter is set with `--param NAME=VALUE`",
        )
        .into()
    })
}

pub(super) fn not_buildable(error: NotBuildable) -> Misuse {
    let hint = match &error {
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

impl Evolve {
    pub(super) fn opened(&self) -> Result<Opened, MatchError> {
        match &self.resume {
            Some(path) => self.stopped(path),
            None => self.begun(),
        }
    }

    fn stopped(&self, path: &Path) -> Result<Opened, MatchError> {
        let (folder, header, state) = Folder::open(path).map_err(failed)?;
        let (game, files) = located(&header.game, Format::Text)?;
        let Some(state) = state else {
            // Killed before the first step: it begins anew with what it was asked for.
            let again = folder::read_start(path).map_err(failed)?;
            return Ok(Opened {
                game,
                files,
                folder,
                header,
                start: Start::New {
                    environment: again.0,
                    decks: again.1,
                },
            });
        };
        let opened = Opened {
            game,
            files,
            folder,
            header,
            start: Start::Stopped(Box::new(state)),
        };
        match fingerprint(
            &opened.game,
            &opened.files,
            &opened.header,
            &first_deck(&opened.start),
        ) {
            Ok(found) if found == opened.header.fingerprint => Ok(opened),
            Ok(_) | Err(_) => Err(other_game("evolve").into()),
        }
    }

    fn begun(&self) -> Result<Opened, MatchError> {
        let (Some(name), Some(out)) = (&self.name, &self.out) else {
            return Err(Misuse::new("the run has no folder", "name it with `--out DIR`").into());
        };
        let (game, files) = located(name, Format::Text)?;
        let mut header = self.header(name)?;
        let start = self.decks(name, &game, &files, &header)?;
        let deck = first_deck(&start);
        header.fingerprint = fingerprint(&game, &files, &header, &deck)
            .map_err(|message| anyhow::anyhow!(message))?;
        let Start::New { environment, decks } = start else {
            return Err(Misuse::new("the run has begun already", "go on with `--resume`").into());
        };
        let start = (environment, decks);
        let folder = Folder::create(out, &header, &start).map_err(failed)?;
        let (environment, decks) = start;
        let start = Start::New { environment, decks };
        Ok(Opened {
            game,
            files,
            folder,
            header,
            start,
        })
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

    /// The decks that are met, and those to start from.
    fn decks(
        &self,
        name: &str,
        game: &Game,
        files: &SourceMap,
        header: &Header,
    ) -> Result<Start, MatchError> {
        let regulation = header.regulation.as_deref();
        let building = Building::new(
            game,
            parameters(game, header)?,
            regulation,
            header.pool.as_deref(),
        );
        let building = building.map_err(not_buildable)?;
        self.known_neutral(game)?;
        let seats = match self.goal {
            Goal::Win => 2,
            Goal::Ftk => 1,
        };
        let asked = self.asked(name, self.decks.clone());
        let met = contestants(game, files, &asked, &[], seats, Format::Text)?;
        let environment: Vec<(String, Deck)> = met.names.into_iter().zip(met.decks).collect();
        let own = environment.iter().map(|(_, deck)| deck.in_order());
        let own: Vec<Deck> = own.filter(|deck| building.is_of_pool(deck)).collect();
        let decks = self.start_decks(name, game, files, own, seats)?;
        if decks.is_empty() {
            building
                .random(&mut engine::random::Random::new(self.seed))
                .map_err(not_buildable)?;
        }
        let environment = match self.goal {
            Goal::Win => environment,
            Goal::Ftk => Vec::new(),
        };
        if environment.is_empty() && self.goal == Goal::Win {
            return Err(Misuse::new(
                "there is no deck to play against",
                "name some with `--deck`",
            )
            .into());
        }
        Ok(Start::New { environment, decks })
    }

    /// The decks to start from, but for those by chance; `own` are those that are met.
    fn start_decks(
        &self,
        name: &str,
        game: &Game,
        files: &SourceMap,
        own: Vec<Deck>,
        seats: u8,
    ) -> Result<Vec<Deck>, MatchError> {
        let is_word = |start: &&String| ["random", "decks"].contains(&start.as_str());
        let named: Vec<String> = self
            .start
            .iter()
            .filter(|it| !is_word(it))
            .cloned()
            .collect();
        let has_own = self.start.iter().any(|start| start == "decks");
        let mut decks = if has_own { own } else { Vec::new() };
        if !named.is_empty() {
            let asked = self.asked(name, named);
            let found = contestants(game, files, &asked, &[], seats, Format::Text)?;
            decks.extend(found.decks.iter().map(Deck::in_order));
        }
        Ok(decks)
    }

    fn known_neutral(&self, game: &Game) -> Result<(), Misuse> {
        let Some(card) = &self.neutral else {
            return Ok(());
        };
        if game.cards.find(card).is_some() {
            return Ok(());
        }
        let near = cgml::similar::nearest(card, game.cards.names());
        let hint = near.map_or("name a card of the game".to_owned(), |near| {
            format!("did you mean `{near}`?")
        });
        Err(Misuse::new(format!("there is no card `{card}`"), hint))
    }
}

/// A deck to compile the game with, for its fingerprint.
fn first_deck(start: &Start) -> Deck {
    match start {
        Start::New { environment, decks } => {
            let met = environment.first().map(|(_, deck)| deck);
            met.or(decks.first()).cloned().unwrap_or_default()
        }
        Start::Stopped(state) => {
            let met = state.field.first().map(|member| &member.deck);
            met.or(state.start.first()).cloned().unwrap_or_default()
        }
    }
}

/// A number that stands for the game with its parameters.
fn fingerprint(
    game: &Game,
    files: &SourceMap,
    header: &Header,
    deck: &Deck,
) -> Result<u64, String> {
    runs::fingerprint(game, files, match_settings(header), deck)
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
